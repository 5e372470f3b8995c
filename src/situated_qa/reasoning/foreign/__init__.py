"""Clear German, Spanish, French and Chinese questions of the commonest kinds, read by tables without a model."""

from __future__ import annotations

from situated_qa.reasoning.foreign.reading import read_foreign

__all__ = ["read_foreign"]
