"""Clear patterns of English questions: what is read when there is no model, or not at all."""

from __future__ import annotations

from situated_qa.reasoning.patterns.reading import Reading, read

__all__ = ["Reading", "read"]
