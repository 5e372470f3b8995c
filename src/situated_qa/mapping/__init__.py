"""The metric map: a TSDF volume with color, its surface points kept up to date, and its mesh on request."""

from situated_qa.mapping.mesh import Mesh, extract_mesh, write_ply
from situated_qa.mapping.settings import MappingSettings
from situated_qa.mapping.surface import SurfaceMap, SurfaceSettings, SurfaceUpdate
from situated_qa.mapping.tsdf import Integration, TSDFVolume

__all__ = [
    "Integration",
    "MappingSettings",
    "Mesh",
    "SurfaceMap",
    "SurfaceSettings",
    "SurfaceUpdate",
    "TSDFVolume",
    "extract_mesh",
    "write_ply",
]
