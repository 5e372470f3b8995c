"""Masks of things without a depth of their own: on floors, table tops and walls, with room walls in sight."""

from __future__ import annotations

import numpy as np
import pytest
from rooms_for_perception import frame_of, room_depth

from situated_qa.perception.backgrounds import room_walls
from situated_qa.perception.box_window import BoxWindow
from situated_qa.perception.categories import facts_of
from situated_qa.perception.flat_things import agreement, colored_apart
from situated_qa.perception.masks import MaskSettings, box_mask

SETTINGS = MaskSettings()
GREY, RED, BROWN, BLACK, WHITE = (150, 150, 150), (200, 30, 30), (120, 80, 50), (20, 20, 20), (235, 235, 235)


def picture_of(patch: np.ndarray, color, around=GREY) -> np.ndarray:
    """(120, 160, 3) an image of one color with a patch of another."""
    image = np.empty((120, 160, 3), np.uint8)
    image[:] = around
    image[patch] = color
    return image


def patch_of(rows: slice, columns: slice) -> np.ndarray:
    patch = np.zeros((120, 160), bool)
    patch[rows, columns] = True
    return patch


def table_depth() -> np.ndarray:
    """The room with a table top at z = 0.5 m over the whole width, from 1 m (row 110) to 2.5 m (row 80) ahead."""
    depth = room_depth()
    rows = np.arange(80, 110)
    depth[80:110] = (0.5 * 100.0 / (rows - 60))[:, None]
    return depth


def mask_of(depth: np.ndarray, image: np.ndarray, box, category: str) -> np.ndarray:
    """The mask as observations make it, with the walls of the frame."""
    frame, facts = frame_of(depth, color=image), facts_of(category)
    walls = room_walls(frame, SETTINGS)
    assert walls, "the room's wall has to be found, or these tests say nothing about it"
    return box_mask(
        frame,
        np.array(box, float),
        SETTINGS,
        longest_side_m=facts.longest_side_m,
        may_be_flat=facts.may_be_flat,
        always_flat=facts.always_flat,
        stands_on_floor=facts.stands_on_floor,
        walls=walls,
    )


def iou(a: np.ndarray, b: np.ndarray) -> float:
    return float((a & b).sum() / (a | b).sum())


@pytest.mark.parametrize("category", ["book", "magazine", "keyboard", "remote"])
def test_flat_thing_on_a_table_is_its_color_though_a_wall_is_in_sight(category):
    """25 × 8 px at 1.4 m: 0.36 m wide."""
    thing = patch_of(slice(92, 100), slice(70, 95))
    mask = mask_of(table_depth(), picture_of(thing, RED, BROWN), [70, 92, 95, 100], category)
    assert iou(mask, thing) >= 0.9


def test_flat_thing_of_the_color_of_the_table_is_the_box():
    thing = patch_of(slice(92, 100), slice(70, 95))
    mask = mask_of(table_depth(), picture_of(thing, BROWN, BROWN), [70, 92, 95, 100], "book")
    assert np.array_equal(mask, thing)


def test_rug_seen_at_a_slant_loses_the_floor_in_the_corners_of_its_box():
    """A triangle of rug on the floor takes half of its box."""
    rows, columns = np.mgrid[0:120, 0:160]
    rug = (rows >= 95) & (rows < 115) & (columns >= 50) & (columns < 50 + 3 * (rows - 94))
    mask = mask_of(room_depth(), picture_of(rug, RED), [50, 95, 110, 115], "rug")
    assert iou(mask, rug) >= 0.85
    assert not mask[97, 90:110].any()


def test_rug_under_a_table_is_rug_and_not_table():
    """A table's front hides the middle of the rug; both fit the box."""
    depth = room_depth()
    rug = patch_of(slice(90, 118), slice(40, 120))
    table = patch_of(slice(88, 108), slice(50, 110))
    depth[table] = 1.9
    image = picture_of(rug, RED)
    image[table] = BLACK
    mask = mask_of(depth, image, [40, 90, 120, 118], "rug")
    assert iou(mask, rug & ~table) >= 0.85
    assert not (mask & table).any()


def test_table_on_a_rug_is_the_table():
    depth = room_depth()
    table = patch_of(slice(70, 108), slice(50, 110))
    depth[table] = 2.0
    image = picture_of(patch_of(slice(90, 118), slice(40, 120)), RED)
    image[table] = BLACK
    mask = mask_of(depth, image, [48, 68, 112, 110], "desk")
    assert iou(mask, table) >= 0.9


def test_desk_of_which_little_stands_out_is_never_the_floor_under_it():
    """A thin top and one leg of a desk, in a box of other floor: a red stain between them is not the desk."""
    depth = room_depth()
    desk = patch_of(slice(88, 90), slice(50, 110))
    depth[desk] = 2.0
    stain = patch_of(slice(92, 112), slice(50, 110))
    image = picture_of(stain, RED)
    assert not (mask_of(depth, image, [48, 87, 112, 113], "desk") & stain).any()
    assert (mask_of(depth, image, [48, 87, 112, 113], "magazine") & stain).sum() > 0.8 * stain.sum()


@pytest.mark.parametrize("category", ["picture", "tv", "whiteboard", "clock"])
def test_thing_in_the_plane_of_the_wall_is_its_color(category):
    thing = patch_of(slice(15, 35), slice(60, 85))
    mask = mask_of(room_depth(), picture_of(thing, BLACK, WHITE), [57, 12, 88, 38], category)
    assert iou(mask, thing) >= 0.9


def test_television_that_stands_before_the_wall_stays_what_stands_out():
    depth = room_depth()
    screen = patch_of(slice(30, 60), slice(60, 100))
    depth[screen] = 3.5
    mask = mask_of(depth, picture_of(screen, BLACK, BLACK), [59, 29, 101, 61], "tv")
    assert iou(mask, screen) >= 0.9


def test_what_cannot_be_flat_is_nothing_where_there_is_only_wall():
    thing = patch_of(slice(15, 35), slice(60, 85))
    assert not mask_of(room_depth(), picture_of(thing, RED), [60, 15, 85, 35], "chair").any()


def test_noise_of_the_depth_makes_no_standing_thing_of_a_picture():
    depth = room_depth()
    noisy = depth + np.random.default_rng(0).normal(0.0, 0.05, depth.shape)
    thing = patch_of(slice(15, 35), slice(60, 85))
    mask = mask_of(np.where(depth == 4.0, noisy, depth), picture_of(thing, RED, WHITE), [60, 15, 85, 35], "picture")
    assert iou(mask, thing) >= 0.85


def window_of(image: np.ndarray, box) -> BoxWindow:
    window = BoxWindow.around(
        frame_of(np.full((120, 160), 2.0), color=image), np.array(box, float), context_ratio=0.25, overhang_ratio=0.1
    )
    assert window is not None
    return window


def test_color_says_nothing_where_the_plane_ends_with_the_box():
    window = window_of(picture_of(patch_of(slice(40, 60), slice(40, 80)), RED), [40, 40, 80, 60])
    plane = np.zeros(window.depth.shape, bool)
    plane[window.inside] = True
    assert colored_apart(window, plane) is None


def test_a_stain_is_not_the_thing_that_the_box_is_about():
    """Another color in a ninth of the box, in its corner."""
    window = window_of(picture_of(patch_of(slice(40, 50), slice(40, 60)), RED), [40, 40, 100, 70])
    assert colored_apart(window, window.measured) is None


def test_agreement_is_the_overlap_of_boxes():
    """A box of 40 × 20 px; pixels in its left half agree by 0.5, all of it by 1, none by 0."""
    window = window_of(picture_of(patch_of(slice(0, 1), slice(0, 1)), RED), [40, 40, 80, 60])
    pixels = np.zeros(window.depth.shape, bool)
    assert agreement(pixels, window) == 0.0
    rows, columns = window.inside
    pixels[rows, columns.start : columns.start + 20] = True
    assert agreement(pixels, window) == 0.5
    pixels[window.inside] = True
    assert agreement(pixels, window) == 1.0
