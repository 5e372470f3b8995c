"""White balance over a place, and colors of surfaces in the map."""

from __future__ import annotations

import numpy as np
import pytest
from rooms_for_perception import frame_of

from situated_qa.perception.colors import color_name
from situated_qa.perception.instances import InstanceMap
from situated_qa.perception.object_colors import ObjectColors, surface_colors
from situated_qa.perception.white_balance import WhiteBalance, light_gains, linear_from_srgb, srgb_from_linear

WALL, FLOOR, SOFA, DOOR = (235, 235, 235), (120, 80, 50), (200, 30, 30), (250, 250, 250)


def place(*parts: tuple[tuple[int, int, int], int]) -> np.ndarray:
    """(N, 3) pixels of a place, from colors and how many there are of each."""
    return np.vstack([np.tile(np.array(color, np.uint8), (count, 1)) for color, count in parts])


def under(light: tuple[float, float, float], rgb: np.ndarray) -> np.ndarray:
    """Colors under another light, given by its linear factors."""
    return srgb_from_linear(linear_from_srgb(rgb) * np.array(light))


def test_white_light_of_full_exposure_changes_nothing():
    assert light_gains(place(((255, 255, 255), 500), (FLOOR, 400), (SOFA, 100))).tolist() == [1.0, 1.0, 1.0]


def test_the_lightest_is_lifted_to_white():
    """Walls of 210 of 255 have a luminance of 0.645. A door in the shade beside them, 170 of 255, gets 0.402 / 0.645 =
    0.624 of white, which is 206 and called white; a grey wardrobe of 110 gets 0.156 / 0.645 = 0.242, which is 134."""
    gains = light_gains(place(((210, 210, 210), 500), (FLOOR, 400), (SOFA, 100)))
    assert gains == pytest.approx([1.0 / 0.645] * 3, rel=0.01)
    door, wardrobe = srgb_from_linear(linear_from_srgb(np.array([[170] * 3, [110] * 3])) * gains).tolist()
    assert door == pytest.approx([206] * 3, abs=1) and color_name(door) == "white"
    assert wardrobe == pytest.approx([134] * 3, abs=1) and color_name(wardrobe) == "grey"


def test_among_darker_walls_colors_are_lifted_by_a_limited_factor():
    """Walls of 197 of 255 have a lightness of 79.6, a little less than what counts as well exposed."""
    assert light_gains(place(((197, 197, 197), 500), ((60, 60, 60), 500))) == pytest.approx([1.6] * 3)


def test_tinted_light_is_taken_away():
    """Twice as much red as green and blue: the gains are in the ratio of 1 to 2, so the wall is neutral again."""
    seen = under((0.8, 0.4, 0.4), place((WALL, 600), (FLOOR, 400)))
    gains = light_gains(seen)
    assert gains[1] / gains[0] == pytest.approx(2.0, rel=0.35) and gains[1] == pytest.approx(gains[2], rel=0.02)
    red, green, blue = srgb_from_linear(linear_from_srgb(seen[0]) * gains).astype(int)
    assert abs(red - green) < abs(int(seen[0][0]) - int(seen[0][1])) / 2 and abs(green - blue) <= 2


def test_colored_walls_stay_colored_where_a_door_is_white():
    """A room with green walls; a tenth of the bright is a white door."""
    red, green, blue = light_gains(place(((170, 215, 170), 800), (DOOR, 150), (FLOOR, 300)))
    assert red == green == blue


def test_of_the_color_of_a_room_that_is_all_red_only_a_part_is_taken_away():
    seen = place(((220, 60, 60), 900), ((190, 40, 40), 600))
    red, green, _ = srgb_from_linear(linear_from_srgb(seen[0]) * light_gains(seen)).astype(int)
    assert red > green + 40


def test_dark_pictures_are_made_lighter_but_no_more_than_four_times():
    """Walls of 90 of 255 have a lightness of 38 and a luminance of 0.102; 80 is one of 0.567."""
    assert light_gains(place(((90, 90, 90), 900), ((40, 40, 40), 600))) == pytest.approx([4.0] * 3)
    brighter = light_gains(place(((150, 150, 150), 900), ((40, 40, 40), 600)))
    assert brighter == pytest.approx([0.567 / 0.305] * 3, rel=0.01)


def test_burnt_out_surfaces_are_white():
    """A warm room in which a fifth of the bright is burnt out is not corrected."""
    assert light_gains(place(((255, 255, 255), 200), ((210, 180, 150), 800))).tolist() == [1.0, 1.0, 1.0]


def test_a_few_pixels_say_nothing():
    assert light_gains(place((SOFA, 50))).tolist() == [1.0, 1.0, 1.0]


def test_nothing_is_said_before_the_third_frame():
    balance, frame = WhiteBalance(), frame_of(np.full((120, 160), 2.0), color=(90, 60, 60))
    for _ in range(2):
        balance.take(frame)
    assert balance.gains.tolist() == [1.0] * 3
    balance.take(frame)
    assert balance.gains[1] > balance.gains[0] > 1.0


def test_encoding_and_decoding_are_inverse():
    rgb = np.arange(256).repeat(3).reshape(-1, 3)
    assert np.array_equal(srgb_from_linear(linear_from_srgb(rgb)), rgb)


class Wall:
    """A map with a surface at x = 1 that is red up to y = 0 and white beyond."""

    voxel_m, truncation_m = 0.02, 0.08

    def tsdf_at(self, points_map):
        return (1.0 - points_map[:, 0]).astype(np.float32), np.ones(len(points_map), np.uint8)

    def colors_at(self, points_map):
        colors = np.where(points_map[:, 1:2] <= 0.0, [[200, 30, 35]], [[240, 240, 240]]).astype(np.uint8)
        return colors, (np.abs(points_map[:, 0] - 1.0) < 0.08).astype(np.uint8)


def points(x: float, low: float, high: float, count: int = 50) -> np.ndarray:
    return np.stack([np.full(count, x), np.linspace(low, high, count), np.zeros(count)], axis=1)


def test_color_comes_from_the_surface_of_the_map_not_from_one_frame():
    rgb, name = ObjectColors().of(1, 1, points(1.01, -1.0, 0.0), (10, 10, 10), Wall())
    assert (rgb, name) == ((200, 30, 35), "red")


def test_hue_that_the_frames_saw_is_not_lost_in_a_map_that_mixes_views():
    """The white half of the wall, which the frames saw in green; of the red half the map tells the color."""
    assert ObjectColors().of(1, 1, points(1.0, 0.1, 1.0), (132, 144, 115), Wall()) == ((132, 144, 115), "green")
    assert ObjectColors().of(1, 1, points(1.0, -1.0, 0.0), (132, 144, 115), Wall())[1] == "red"


def test_points_off_the_surface_have_no_say():
    """Forty on the red half, fifty 5 cm before the white half."""
    both = np.vstack([points(1.0, -1.0, 0.0, 40), points(0.95, 0.5, 1.0)])
    colors = surface_colors(both, Wall())
    assert colors is not None and colors.shape == (40, 3) and (colors == [200, 30, 35]).all()


def test_where_the_map_has_no_color_the_frames_tell():
    assert surface_colors(points(0.5, -1.0, 0.0), Wall()) is None
    assert ObjectColors().of(1, 1, points(0.5, -1.0, 0.0), (95, 12, 18), Wall()) == ((95, 12, 18), "dark red")
    assert ObjectColors().of(1, 1, points(1.0, -1.0, 0.0), (40, 140, 50), None) == ((40, 140, 50), "green")


def test_thing_of_two_colors_in_the_map():
    assert ObjectColors().of(1, 1, points(1.0, -0.6, 1.0, 160), (0, 0, 0), Wall())[1] == "white and red"


def test_color_is_kept_until_there_are_a_quarter_more_observations():
    colors = ObjectColors()
    red = points(1.0, -1.0, 0.0)
    assert colors.of(1, 8, red, (0, 0, 0), None)[1] == "black"
    assert colors.of(1, 9, red, (0, 0, 0), Wall())[1] == "black"
    assert colors.of(2, 9, red, (0, 0, 0), Wall())[1] == "red"
    assert colors.of(1, 10, red, (0, 0, 0), Wall())[1] == "red"
    colors.forget(1)
    assert colors.of(1, 10, red, (0, 0, 0), None)[1] == "black"


def test_instances_take_their_color_from_the_map():
    from rooms_for_perception import seen, solid

    instances = InstanceMap()
    thing = solid((0.98, -0.4, 0.2), (1.02, -0.1, 0.6))
    for stamp in range(3):
        instances.update([seen("chair", thing, stamp=stamp, score=0.9, rgb=(10, 10, 10))], stamp, None, Wall())
    (instance,) = instances.instances.values()
    assert (instance.rgb, instance.color) == ((200, 30, 35), "red")
