"""The Warp kernels of the map: one source for CPU and CUDA. Import these modules lazily: they need `warp`.

The first launch of a module compiles it (seconds; cached on disk afterwards), see `TSDFVolume.warm_up`.

Layout: a block is 8³ voxels, x fastest, and a voxel's sample sits at `index * voxel_size`. Pools are flat structure of
arrays indexed `slot * 512 + voxel`; blocks are found through an open-addressing hash table of packed coordinates.
The `func_native` snippets handle 8 or 16 voxels in loops without branches, because that is the shape from which the
CPU compiler makes vector code; on CUDA they are ordinary device code.
"""
