"""What is known of things before anything is seen: one table of categories for all layers above."""

from situated_qa.knowledge.categories import Category, categories, category_like, category_named, household
from situated_qa.knowledge.names import normalise, singular

__all__ = ["Category", "categories", "category_like", "category_named", "household", "normalise", "singular"]
