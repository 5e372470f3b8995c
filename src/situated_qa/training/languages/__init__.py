"""Questions in German, Spanish, French and Chinese with the expressions that they mean."""

from situated_qa.training.languages.samples import samples

__all__ = ["samples"]
