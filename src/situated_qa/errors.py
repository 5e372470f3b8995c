"""Every error this package raises on purpose.

    SituatedQAError
    ├── SettingsError            a setting, parameter or command-line value is wrong
    ├── GeometryError            a shape, dtype, rotation or camera that cannot be right
    ├── FrameError               an RGB-D frame that cannot be used (encoding, size, pose)
    │   └── SequenceError        a sequence folder or bag that cannot be read
    ├── TransformError           no transform at that stamp (unknown frame, too old, not yet there)
    ├── MappingError             the volume cannot take or give what was asked
    ├── DetectorError            unknown detector, missing weights, failing inference
    ├── AssetError               a model or asset is missing, cannot be fetched, or has the wrong sha256
    ├── SceneError               a scene file or graph that contradicts itself
    ├── SituationError           a situation in words that names what is not known, or fits several places or none
    ├── ToolError                a tool called wrongly by a program; its text tells the model how to mend the call
    ├── ProgramError             a program that failed its check or run (text goes to rectify)
    │   └── SandboxUnavailable   the sandbox itself is missing or broken: fail closed
    │       └── SandboxBusy      every worker was busy, or died of something else than the program: ask again later
    ├── RecordError              a recording of a model cannot be written, or does not hold what is asked
    └── ModelError               the language model did not give a usable reply
        ├── ModelUnavailable     not there: no server, no file, no such model
        ├── ModelTimeout         did not answer in time
        └── ModelCancelled       was told to stop: the reply is no longer wanted

Each error is handled once: the reasoning loop turns `ToolError` and `ProgramError` into rectify text, the ask service
turns anything else into a status.
"""


class SituatedQAError(Exception):
    """Base of every error that this package raises on purpose."""


class SettingsError(SituatedQAError, ValueError):
    """A setting, parameter or command-line value is wrong; the text names it and the legal values."""


class GeometryError(SituatedQAError, ValueError):
    """A shape, dtype, rotation or camera that cannot be right."""


class FrameError(SituatedQAError, ValueError):
    """An RGB-D frame that cannot be used."""


class SequenceError(FrameError):
    """A sequence folder or bag that cannot be read; the text names the file."""


class TransformError(SituatedQAError, LookupError):
    """No transform between two frames at a stamp."""


class MappingError(SituatedQAError, RuntimeError):
    """The volume cannot take or give what was asked."""


class DetectorError(SituatedQAError, RuntimeError):
    """A detector is unknown, lacks its weights, or failed."""


class AssetError(SituatedQAError, RuntimeError):
    """A model or asset is missing, cannot be fetched, or does not have the sha256 it should have."""


class SceneError(SituatedQAError, ValueError):
    """A scene file or graph contradicts itself."""


class SituationError(SituatedQAError, ValueError):
    """A situation in words cannot be found in the map; the text is written for the asker."""


class ToolError(SituatedQAError, ValueError):
    """A program called a tool wrongly; the text is written for the model that has to mend the call."""


class ProgramError(SituatedQAError, RuntimeError):
    """A program failed its check or its run."""


class SandboxUnavailable(ProgramError):
    """The sandbox is missing or broken; no program runs without it."""


class SandboxBusy(SandboxUnavailable):
    """No worker could be had in time, or it was lost twice by no fault of the program's; a later try may do."""


class TrainingError(SituatedQAError, ValueError):
    """A file of samples, a run of training, or its settings cannot be used."""


class RecordError(SituatedQAError, LookupError):
    """A recording of a model cannot be written or read, or does not hold what is asked now.

    No `ModelError`: those are answered by other means, and a run that is repeated must not differ in silence.
    """


class ModelError(SituatedQAError, RuntimeError):
    """The language model gave no usable reply."""


class ModelUnavailable(ModelError):
    """No server, no file, or no model of that name."""


class ModelTimeout(ModelError):
    """The model did not answer in time."""


class ModelCancelled(ModelError):
    """The request was withdrawn while the model worked on it."""
