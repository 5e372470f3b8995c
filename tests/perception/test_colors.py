from __future__ import annotations

import numpy as np
import pytest

from situated_qa.errors import ToolError
from situated_qa.perception.colors import (
    COLOR_NAMES,
    alike,
    basic_colors,
    canonical_color,
    closest_color,
    color_name,
    described_color,
    lab_from_srgb,
    main_color,
)


def test_lab_of_known_colours():
    """White, black, and sRGB red, whose CIELAB values are tabulated."""
    assert np.allclose(lab_from_srgb([255, 255, 255]), [100, 0, 0], atol=0.02)
    assert np.allclose(lab_from_srgb([0, 0, 0]), [0, 0, 0], atol=1e-6)
    assert np.allclose(lab_from_srgb([255, 0, 0]), [53.24, 80.09, 67.20], atol=0.05)


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((10, 10, 10), "black"), ((128, 128, 128), "grey"), ((250, 250, 250), "white"), ((255, 0, 0), "red"),
        ((0, 128, 0), "green"), ((0, 0, 255), "blue"), ((255, 255, 0), "yellow"), ((255, 140, 0), "orange"),
        ((120, 72, 40), "brown"), ((255, 192, 203), "pink"), ((128, 0, 128), "purple"), ((222, 200, 165), "beige"),
        ((64, 200, 190), "turquoise"), ((50, 70, 40), "green"), ((135, 206, 235), "blue"), ((212, 175, 55), "yellow"),
    ],
)  # fmt: skip
def test_common_colours_have_their_common_names(rgb, name):
    assert color_name(rgb) == name


@pytest.mark.parametrize("base", [(200, 30, 35), (40, 140, 50), (40, 80, 190), (105, 65, 35)])
def test_a_colour_in_the_shade_keeps_its_name(base):
    shaded = tuple(round(value * 0.6) for value in base)
    assert color_name(shaded) == color_name(base)


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((81, 15, 14), "brown"), ((69, 13, 8), "brown"), ((96, 56, 48), "brown"),  # a dining table and chairs by day
        ((120, 50, 45), "brown"), ((150, 60, 40), "brown"), ((60, 25, 15), "brown"), ((101, 50, 35), "brown"),
        ((139, 69, 19), "brown"), ((160, 82, 45), "brown"), ((90, 40, 35), "brown"),
        ((140, 20, 25), "red"), ((110, 20, 22), "red"), ((165, 42, 42), "red"), ((120, 18, 21), "red"),
        ((178, 34, 34), "red"), ((220, 20, 60), "red"), ((200, 55, 50), "red"), ((90, 15, 25), "red"),
        ((205, 100, 25), "orange"), ((225, 120, 50), "orange"),
    ],
)  # fmt: skip
def test_wood_in_warm_light_is_brown_and_saturated_reds_stay_red(rgb, name):
    assert color_name(rgb) == name


def test_shade_keeps_colours_alike_and_another_hue_does_not():
    assert alike((35, 119, 51), (30, 105, 45))  # one couch in two lights
    assert not alike((35, 119, 51), (119, 121, 58))  # the teddy bear on it
    assert not alike((30, 30, 30), (140, 140, 140))  # two greys far apart


def test_candidates_restrict_the_choice_and_keep_their_spelling():
    assert closest_color((130, 130, 130), ["red", "Gray"]) == "Gray"
    assert closest_color((130, 130, 130), ["red", "blue", "black"]) == "black"
    assert closest_color((210, 180, 140), ["white", "tan"]) == "tan"
    assert closest_color((30, 40, 100), ["dark blue", "green"]) == "dark blue"


def test_unknown_colour_names_the_known_ones():
    with pytest.raises(ToolError, match="'shiny'.*beige.*turquoise"):
        closest_color((1, 2, 3), ["red", "shiny"])
    with pytest.raises(ToolError, match="known colors"):
        closest_color((1, 2, 3), [])


def test_synonyms_lead_to_palette_names():
    assert {canonical_color(word) for word in ("gray", "Grey", "light grey", "silver")} == {"grey"}
    assert canonical_color("teal") in COLOR_NAMES


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((200, 30, 35), "red"), ((95, 12, 18), "dark red"), ((20, 60, 30), "dark green"),
        ((185, 215, 160), "light green"), ((160, 200, 235), "light blue"), ((18, 24, 70), "dark blue"),
        ((60, 60, 60), "dark grey"), ((120, 120, 120), "grey"), ((185, 185, 185), "light grey"),
        ((225, 205, 170), "beige"), ((238, 224, 200), "cream"), ((60, 38, 25), "dark brown"),
        ((160, 112, 72), "light brown"), ((250, 250, 250), "white"), ((10, 10, 10), "black"),
        ((245, 185, 195), "pink"),
        ((132, 144, 115), "green"), ((64, 80, 58), "dark green"),  # a green office chair and a tree, in a real office
    ],
)  # fmt: skip
def test_shades_have_their_names(rgb, name):
    assert described_color(np.array([rgb])) == name


def test_every_described_color_holds_its_basic_name():
    """So what asks for "red" finds what is "dark red"."""
    for rgb in np.random.default_rng(0).integers(0, 256, (300, 3)):
        assert canonical_color(described_color(rgb[None])) == color_name(rgb.tolist())


def test_thing_of_two_colors_is_called_by_both_the_larger_first():
    white, red = np.full((60, 3), 240), np.tile([200, 30, 35], (40, 1))
    assert described_color(np.vstack([red, white])) == "white and red"
    assert described_color(np.vstack([red[:20], white])) == "white"  # a quarter


def test_shaded_side_of_one_color_is_no_second_color():
    lit, shaded = np.tile([140, 95, 60], (60, 1)), np.tile([75, 35, 30], (40, 1))
    assert " and " not in described_color(np.vstack([lit, shaded]))


def test_white_thing_half_in_the_shade_is_white_and_a_grey_one_grey():
    """70 to 90 % of the way to the lightest: of 160 … 220 in equal steps that is 202 … 214."""
    white = np.repeat(np.linspace(160, 220, 61).round()[:, None], 3, axis=1)
    assert main_color(white).tolist() == [208, 208, 208] and described_color(white) == "white"
    assert described_color(np.repeat(np.linspace(90, 140, 51)[:, None], 3, axis=1)) == "grey"


def test_reflections_on_a_dark_thing_do_not_make_it_grey():
    leather, glare = np.tile([60, 50, 47], (70, 1)), np.tile([120, 120, 125], (30, 1))
    assert canonical_color(described_color(np.vstack([leather, glare]))) == "brown"


def test_color_with_two_parts_holds_both():
    assert basic_colors("white and navy blue") == ("white", "blue")
    assert basic_colors("dark red") == ("red",) and basic_colors("cream") == ("beige",)
    assert canonical_color("White and red") == "white" and canonical_color("off-white") == "white"
    with pytest.raises(ToolError, match="'shiny'"):
        basic_colors("red and shiny")


def test_the_colored_part_of_a_grey_thing_names_it():
    green, grey = np.tile([117, 140, 95], (40, 1)), np.tile([110, 108, 112], (60, 1))
    assert canonical_color(described_color(np.vstack([grey, green]))) == "green"
    assert canonical_color(described_color(np.vstack([grey, green[:20]]))) == "grey"  # a quarter
