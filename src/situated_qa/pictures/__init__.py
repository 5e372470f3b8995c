"""Pictures of what is known: the map from above with objects and the asker, and detections over a frame."""

from situated_qa.pictures.detections import draw_detections
from situated_qa.pictures.top_down import View, draw_top_down
from situated_qa.pictures.views import views_of

__all__ = ["View", "draw_detections", "draw_top_down", "views_of"]
