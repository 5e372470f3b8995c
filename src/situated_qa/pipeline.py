"""START HERE: frames in, answers out.

    color, depth, camera, T_map_camera
          │
          ▼  MappingPipeline.integrate(frame): every frame                                  pipelines/mapping.py
    volume.integrate → surface.update → occupancy.integrate → now and then rooms.update ─────────┐
          │                                                                                      ▼
          ▼  MappingPipeline.perceive(frame): as many frames as the detector gets to       SceneGraph
    detector.detect → observe_detections → instances.update → key_frames.update → builder.update ─┘
     pipelines/seeing.py     │                                  │ pictures on disk    pipelines/graph.py
                             │                                  ▼
                             │         DescribingWorker: names, attributes → builder.update, whenever they come
                             └► moving (people, animals): never in the map, shown live
                                                                                                 │
                                                      AskingPipeline.ask(question, graph, viewpoint)
                                                     freeze (graph, viewpoint) → reasoner.answer → Answer
                                                                                            pipelines/asking.py

`MappingPipeline.observe(frame)` integrates and perceives one frame after the other: for sequences that can wait. A
camera does not wait, so the mapper node calls the two from two threads.

The two pipelines meet in one immutable value, the scene graph. They run in two processes on a robot, where the graph
travels as a message, and may run in one:

    mapping, asking = MappingPipeline(settings, detector), AskingPipeline(settings)
    for frame in frames:
        mapping.observe(frame)
    answer = asking.ask(Question("What is behind me?"), mapping.graph, viewpoint)
"""

from situated_qa.pipelines.asking import AskingPipeline
from situated_qa.pipelines.mapping import Integrated, MappingPipeline, Observed
from situated_qa.pipelines.seeing import Perceived

__all__ = ["AskingPipeline", "Integrated", "MappingPipeline", "Observed", "Perceived"]
