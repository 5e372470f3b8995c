"""What pyproject.toml cannot say: the files that ROS 2 tools look for under `<prefix>/share/situated_qa`.

Messages and services are not built by pip: `make setup` (ROS 2 from wheels) or `colcon build` (ordinary ROS 2) do that.
"""

from glob import glob

from setuptools import setup

setup(
    data_files=[
        ("share/situated_qa", ["package.xml"]),
        ("share/situated_qa/launch", sorted(glob("launch/*.py"))),
        ("share/situated_qa/config", sorted(glob("config/*.*"))),
        ("share/situated_qa/rviz", sorted(glob("rviz/*.rviz"))),
    ],
)
