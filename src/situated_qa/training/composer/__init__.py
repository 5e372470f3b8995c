"""Composes questions and their expressions without a scene, from a grammar that says both at once.

`compose` draws one sample, `samples` a reproducible run of them.
"""

from situated_qa.training.composer.compose import compose, samples

__all__ = ["compose", "samples"]
