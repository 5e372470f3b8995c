#!/bin/bash
# Sources ROS 2 and the workspace, fetches what is missing, then runs the command.
set -e
source /opt/ros/jazzy/setup.bash
source /ws/install/setup.bash
# The models of the default set-up and WordNet; a volume keeps them. SITUATED_QA_FETCH="" leaves them out.
for name in ${SITUATED_QA_FETCH-nanodet qwen2.5-coder-0.5b wordnet}; do
  "$VIRTUAL_ENV/bin/python" -m situated_qa.assets "$name"
done
onnx="$HOME/.cache/situated_qa/models/nanodet.onnx"
if [ -e "${onnx%.onnx}.bin" ] && [ ! -e "$onnx" ]; then
  "$VIRTUAL_ENV/bin/python" -m situated_qa.perception.detectors.nanodet_conversion
fi
exec "$@"
