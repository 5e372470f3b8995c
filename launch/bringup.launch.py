"""ros2 launch situated_qa bringup.launch.py [name:=value …]

Nodes, parameters and environment come from `situated_qa.ros.bringup`, as they do for `situated-qa bringup`; a guard
ends the nodes if `ros2 launch` is killed.
"""

from dataclasses import fields
from functools import partial

from launch.actions import DeclareLaunchArgument, LogInfo, OpaqueFunction, SetEnvironmentVariable, Shutdown
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

from launch import LaunchDescription
from situated_qa.ros.bringup import STOP_GRACE_S, BringupArguments, describe
from situated_qa.ros.guard import guard_this_process
from situated_qa.ros.shared_memory import remove_ownerless


def _value(context, argument):
    text = LaunchConfiguration(argument.name).perform(context)
    kind = type(argument.default)
    if kind is bool:
        if text.lower() not in ("true", "false"):
            raise ValueError(f"{argument.name}:={text}: write true or false")
        return text.lower() == "true"
    return kind(text)


def _ended(spec, event, context):
    text = f"node {spec.name} ended with exit code {event.returncode}"
    deadly = spec.required or event.returncode != 0
    return [LogInfo(msg=text), *([Shutdown(reason=text)] if deadly else [])]


def _nodes(context):
    bringup = describe(BringupArguments(**{a.name: _value(context, a) for a in fields(BringupArguments)}))
    remove_ownerless()
    environment = {**bringup.environment, **guard_this_process(STOP_GRACE_S)}
    actions = [SetEnvironmentVariable(name, value) for name, value in environment.items()]
    for spec in bringup.nodes:
        actions.append(
            Node(
                package=spec.package,
                executable=spec.executable,
                name=spec.name,
                namespace=bringup.namespace,
                parameters=[str(bringup.params_file), dict(spec.parameters)],
                arguments=list(spec.arguments),
                output="screen",
                emulate_tty=True,
                on_exit=partial(_ended, spec),
            )
        )
    return actions


def generate_launch_description():
    declared = [
        DeclareLaunchArgument(a.name, default_value=str(a.default), description=a.metadata["description"])
        for a in fields(BringupArguments)
    ]
    return LaunchDescription([*declared, OpaqueFunction(function=_nodes)])
