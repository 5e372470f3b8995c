"""Whether a track is still believed in: its place is seen free, nobody sees it again, or it is part of another."""

from __future__ import annotations

from collections.abc import Iterable

from situated_qa.perception.association import Neighborhood, lies_in
from situated_qa.perception.colors import alike
from situated_qa.perception.evidence import Look, field_shares, is_free
from situated_qa.perception.instance_settings import InstanceSettings
from situated_qa.perception.surface_field import SurfaceField
from situated_qa.perception.tracks import Track

_CHANCES_OF_A_PATCH = 6  # frames that should have shown an instance, before it is called a patch of another
_CHANCES_TO_DOUBT = 8  # frames that should have shown an instance, before a rarely seen one is called an error
_SMALL_CHANGE = 3  # times as many looks where what lies behind is little farther


def has_gone(track: Track, look: Look, field: SurfaceField | None, settings: InstanceSettings) -> bool:
    """Whether enough looks, or some and the volume, say that nothing is where it was."""
    looks = settings.gone_frames
    if not looks or track.seen_through < looks:
        return False
    if look.depth_behind_m >= settings.gone_margin_m or track.seen_through >= _SMALL_CHANGE * looks:
        return True
    return field is not None and is_free(*field_shares(track.look_samples(), field, track.slack_m))


def is_doubtful(track: Track, settings: InstanceSettings) -> bool:
    """Whether the detector, which saw it rarely, did not see it again where it should have."""
    if not track.confirmed:
        return track.misses >= settings.tentative_frames
    if track.observation_count >= settings.established_observations:
        return False
    chances = track.observation_count + track.misses
    return chances >= _CHANCES_TO_DOUBT and track.observation_count < settings.min_seen_ratio * chances


def is_patch(track: Track, tracks: Iterable[Track], settings: InstanceSettings) -> bool:
    """Whether a rarely seen track is but a patch of another: in its place and of its color, by another name."""
    seen, missed = track.observation_count, track.misses
    if missed < seen or seen + missed < _CHANCES_OF_A_PATCH or seen >= settings.established_observations:
        return False
    mine = track.candidate()
    hosts = {t.id: t for t in tracks if t.observation_count >= 2 * seen and t is not track}
    for host in Neighborhood([t.candidate() for t in hosts.values()]).close_to(mine, settings.voxel_m):
        if lies_in(mine, host, settings) and alike(track.rgb(), hosts[host.id].rgb()):
            return True
    return False
