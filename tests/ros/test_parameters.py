"""Settings as ROS parameters, and as the documented file."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import yaml
from rcl_interfaces.srv import DescribeParameters
from rclpy.parameter import Parameter

from situated_qa.errors import SettingsError
from situated_qa.ros.parameters import declare_groups, declare_settings, refuse_unknown_parameters, settings_yaml
from situated_qa.settings import check_settings, setting


@dataclass(frozen=True)
class LampSettings:
    """A lamp.

    More about it.
    """

    watts: float = setting(40.0, "power, W", minimum=0.0, maximum=100.0)
    bulbs: int = setting(3, "how many", minimum=1)
    on: bool = setting(True, "whether it shines")
    color: str = setting("warm", "colour of the light", choices=("warm", "cold", ""))
    name: str = setting("", "what it is called")
    rooms: tuple[str, ...] = setting(("kitchen",), "where it hangs")
    tags: tuple[str, ...] = setting((), "words for it")
    tiny: float = setting(1e-5, "a small number", minimum=0.0)

    def __post_init__(self):
        check_settings(self)
        if self.on and self.watts == 0.0:
            raise SettingsError("LampSettings: a lamp that is on needs watts > 0")


def node(ros, name="lamp", arguments=(), **values):
    overrides = [Parameter(key.replace("__", "."), value=value) for key, value in values.items()]
    return ros.node(name, cli_args=list(arguments), parameter_overrides=overrides)


def test_defaults_come_from_the_fields(ros):
    lamp = node(ros)
    assert declare_settings(lamp, LampSettings) == LampSettings()
    assert lamp.get_parameter("watts").value == 40.0
    assert lamp.get_parameter("rooms").value == ["kitchen"]
    assert lamp.get_parameter("tags").type_ == Parameter.Type.STRING_ARRAY


def test_given_values_win_and_whole_numbers_are_numbers(ros):
    lamp = node(ros, watts=60, on=False, rooms=["hall", "attic"], color="cold")
    settings = declare_settings(lamp, LampSettings)
    assert settings == LampSettings(watts=60.0, on=False, rooms=("hall", "attic"), color="cold")
    assert lamp.get_parameter("watts").value == 60.0


def test_groups_have_their_own_prefix(ros):
    lamp = node(ros, left__watts=1.0, right__watts=2.0)
    groups = declare_groups(lamp, {"left": LampSettings, "right": LampSettings})
    assert (groups["left"].watts, groups["right"].watts) == (1.0, 2.0)


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"watts": "bright"}, r"^parameter lamp\.watts must be a number, got 'bright'$"),
        ({"watts": True}, r"^parameter lamp\.watts must be a number, got True$"),
        ({"watts": 101.0}, r"^parameter lamp\.watts must lie in \[0\.0, 100\.0\], got 101\.0$"),
        ({"watts": float("nan")}, r"^parameter lamp\.watts must lie in"),
        ({"bulbs": 2.5}, r"^parameter lamp\.bulbs must be a whole number, got 2\.5$"),
        ({"bulbs": 0}, r"^parameter lamp\.bulbs must lie in"),
        ({"on": 1}, r"^parameter lamp\.on must be true or false, got 1$"),
        ({"color": "blue"}, r"^parameter lamp\.color must be one of warm, cold"),
        ({"rooms": "kitchen"}, r"^parameter lamp\.rooms must be a list of strings, got 'kitchen'$"),
        ({"rooms": [1, 2]}, r"^parameter lamp\.rooms must be a list of strings"),
        ({"wats": 3.0}, r"^node lamp has no parameter lamp\.wats; did you mean lamp\.watts\?$"),
        ({"zzz": 3.0}, r"^node lamp has no parameter lamp\.zzz; there are lamp\.bulbs"),
        ({"watts": 0.0}, r"^parameters lamp\.\*: LampSettings: a lamp that is on needs watts > 0$"),
    ],
)
def test_what_is_wrong_is_named_in_full(ros, values, text):
    lamp = node(ros, **{f"lamp__{key}": value for key, value in values.items()})
    with pytest.raises(SettingsError, match=text):
        declare_settings(lamp, LampSettings, "lamp")


def test_typos_outside_the_groups_are_refused_too(ros):
    lamp = node(ros, lmap__watts=3.0, use_sim_time=False)
    declare_groups(lamp, {"lamp": LampSettings})
    with pytest.raises(SettingsError, match=r"node lamp has no parameter lmap\.watts; did you mean lamp\.watts\?"):
        refuse_unknown_parameters(lamp)
    good = node(ros, "good", lamp__watts=3.0, use_sim_time=False)
    declare_groups(good, {"lamp": LampSettings})
    refuse_unknown_parameters(good)


def test_describes_itself_and_cannot_be_changed_later(ros):
    lamp = node(ros)
    declare_settings(lamp, LampSettings)
    asker = ros.node("asker")
    client = asker.create_client(DescribeParameters, "/lamp/describe_parameters")
    ros.spin_until(client.service_is_ready)
    future = client.call_async(DescribeParameters.Request(names=["watts", "bulbs", "color"]))
    ros.spin_until(future.done)
    watts, bulbs, color = future.result().descriptors
    assert (watts.description, watts.floating_point_range[0].to_value, watts.read_only) == ("power, W", 100.0, True)
    assert bulbs.integer_range[0].from_value == 1
    assert color.additional_constraints == "warm | cold | ''"
    assert not lamp.set_parameters([Parameter("watts", value=50.0)])[0].successful


def test_file_holds_every_default_and_reads_back(ros, tmp_path):
    text = settings_yaml({"lamp": {"": LampSettings, "spare": LampSettings}}, "All lamps.")
    parsed = yaml.safe_load(text)["/**/lamp"]["ros__parameters"]
    assert parsed["watts"] == 40.0 and parsed["spare"]["rooms"] == ["kitchen"]
    assert parsed["tiny"] == 1e-5 and isinstance(parsed["tiny"], float)
    assert text.startswith("# All lamps.\n")
    assert "    # power, W [0 … 100]\n    watts: 40.0\n" in text
    assert "    # how many [≥ 1]\n" in text and "[warm | cold | '']" in text
    assert "# ── A lamp.\n" in text
    path = tmp_path / "lamp.yaml"
    path.write_text(text.replace("watts: 40.0", "watts: 41"), encoding="utf-8")
    for namespace in ("/", "/robot1"):
        arguments = ["--ros-args", "--params-file", str(path), "-r", f"__ns:={namespace}"]
        lamp = node(ros, arguments=arguments)
        assert declare_settings(lamp, LampSettings) == LampSettings(watts=41.0)
        assert declare_settings(lamp, LampSettings, "spare") == LampSettings(watts=41.0)
        refuse_unknown_parameters(lamp)
