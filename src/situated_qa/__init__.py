"""Ask a robot about the place it stands in.

Start reading at `situated_qa.pipeline`. Importing this package needs numpy alone: no ROS, no open3d, no torch, no GPU.
"""

from pkgutil import extend_path

# The messages and services that rosidl generates (situated_qa.msg, situated_qa.srv) are installed under the same name,
# in a checkout beside this folder instead of in it: join them.
__path__ = extend_path(__path__, __name__)

__version__ = "0.1.0"
