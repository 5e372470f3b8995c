"""All settings in one place: composed from what each module owns, declared nowhere twice."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from situated_qa.describing.settings import DescriberSettings
from situated_qa.llm.settings import LLMSettings
from situated_qa.mapping.occupancy import OccupancySettings
from situated_qa.mapping.settings import MappingSettings
from situated_qa.mapping.surface import SurfaceSettings
from situated_qa.perception.detector import DetectorSettings
from situated_qa.perception.instances import InstanceSettings
from situated_qa.perception.key_frames import KeyFrameSettings
from situated_qa.perception.moving import MovingSettings
from situated_qa.perception.naming.namer import NamerSettings
from situated_qa.perception.observations import ObservationSettings
from situated_qa.perception.proposals import ProposalSettings
from situated_qa.perception.registration import RegistrationSettings
from situated_qa.reasoning.ask import ReasoningSettings
from situated_qa.reasoning.sandbox import SandboxSettings
from situated_qa.scene.relations import RelationSettings
from situated_qa.scene.rooms import RoomSettings


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set in the core. Each field's class documents its own."""

    mapping: MappingSettings = field(default_factory=MappingSettings)
    surface: SurfaceSettings = field(default_factory=SurfaceSettings)
    detector: DetectorSettings = field(default_factory=DetectorSettings)
    observations: ObservationSettings = field(default_factory=ObservationSettings)
    proposals: ProposalSettings = field(default_factory=ProposalSettings)
    namer: NamerSettings = field(default_factory=NamerSettings)
    instances: InstanceSettings = field(default_factory=InstanceSettings)
    moving: MovingSettings = field(default_factory=MovingSettings)
    registration: RegistrationSettings = field(default_factory=RegistrationSettings)
    relations: RelationSettings = field(default_factory=RelationSettings)
    occupancy: OccupancySettings = field(default_factory=OccupancySettings)
    rooms: RoomSettings = field(default_factory=RoomSettings)
    key_frames: KeyFrameSettings = field(default_factory=KeyFrameSettings)
    describer: DescriberSettings = field(default_factory=DescriberSettings)
    llm: LLMSettings = field(default_factory=LLMSettings)
    sandbox: SandboxSettings = field(default_factory=SandboxSettings)
    reasoning: ReasoningSettings = field(default_factory=ReasoningSettings)


_CLASSES: dict[str, type[Any]] = {group.name: type(getattr(Settings(), group.name)) for group in fields(Settings)}

_OF_MAPPER = (
    "mapping", "surface", "detector", "observations", "proposals", "namer", "instances", "moving", "registration",
    "relations", "occupancy", "rooms", "key_frames", "describer",
)  # fmt: skip
_OF_ASK = ("llm", "sandbox", "reasoning", "relations", "describer")

MAPPER_SETTINGS = {name: _CLASSES[name] for name in _OF_MAPPER}
"""The groups that the mapper node declares as parameters, by prefix."""

ASK_SETTINGS = {name: _CLASSES[name] for name in _OF_ASK}
"""The groups that the ask node declares as parameters, by prefix."""
