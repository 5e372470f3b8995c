"""Build this tree with colcon, as a machine with an ordinary ROS 2 would, and check what got installed.

    .venv/bin/python scripts/colcon_check.py

The sources are copied into a workspace under build/colcon, because there the virtual environment lies outside the
package's source folder, as ROS 2 does on such a machine. The check then runs with the workspace's setup file sourced
and without the checkout's src/ on the path: it imports the package, looks for the launch, config and rviz files and
the node executables, and serves and calls `situated_qa/srv/Ask`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORKSPACE = ROOT / "build" / "colcon"
BUILT = ("CMakeLists.txt", "package.xml", "LICENSE", "msg", "srv", "action", "src", "launch", "config", "rviz")
BUILT_SCRIPTS = ("program.py.in",)
NODES = ("ask_node", "bag_node", "mapper_node", "replay_node")
INSTALLED = ("launch/bringup.launch.py", "config/situated_qa.yaml", "config/fastdds.xml", "rviz/situated_qa.rviz")


def build() -> None:
    """Copy the sources into the workspace and run colcon there."""
    package = WORKSPACE / "src" / "situated_qa"
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc", "*.egg-info")
    for name in BUILT:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, package / name, ignore=ignored)
        elif source.exists():
            shutil.copy2(source, package / name)
    (package / "scripts").mkdir()
    for name in BUILT_SCRIPTS:
        shutil.copy2(ROOT / "scripts" / name, package / "scripts" / name)
    prefix = Path(sys.prefix)
    env = dict(os.environ, AMENT_PREFIX_PATH=str(prefix), CMAKE_PREFIX_PATH=str(prefix))
    env["PATH"] = f"{prefix / 'bin'}{os.pathsep}{env['PATH']}"
    env.pop("PYTHONPATH", None)
    command = [
        *(sys.executable, "-m", "colcon", "--log-base", str(WORKSPACE / "log"), "build"),
        *("--base-paths", str(WORKSPACE / "src"), "--packages-select", "situated_qa"),
        *("--build-base", str(WORKSPACE / "build"), "--install-base", str(WORKSPACE / "install")),
        *("--event-handlers", "console_cohesion-", "desktop_notification-"),
        *("--cmake-args", "-DBUILD_TESTING=OFF", f"-DPython3_EXECUTABLE={sys.executable}"),
    ]
    subprocess.run(command, cwd=WORKSPACE, env=env, check=True, timeout=1000)


def check_in_workspace() -> None:
    """Run the check below in a shell that has the workspace sourced."""
    env = dict(os.environ, ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST", ROS_DOMAIN_ID=str(100 + os.getpid() % 100))
    env.pop("PYTHONPATH", None)
    # Bash reads the workspace's setup file; the ROS wheels' bootstrapper is to see the paths it sets.
    env.pop("_ROS_WHEELS_BOOTSTRAP_COMPLETE", None)
    script = f'source "{WORKSPACE}/install/local_setup.bash" && exec "{sys.executable}" "{Path(__file__)}" --inside'
    subprocess.run(["bash", "-c", script], cwd=WORKSPACE, env=env, check=True, timeout=120)


def check() -> None:
    """What holds in the sourced workspace."""
    install = WORKSPACE / "install" / "situated_qa"
    # An editable install of the checkout is in the environment too; as on another machine, it must not be found here.
    sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() not in (ROOT / "src", ROOT / "scripts")]
    import situated_qa

    package = Path(situated_qa.__file__ or "").parent
    assert package.is_relative_to(install), f"situated_qa comes from {package}"
    tree = WORKSPACE / "src" / "situated_qa" / "src"
    wanted = {path.relative_to(tree) for path in tree.rglob("*") if path.is_file()}
    missing = sorted(str(path) for path in wanted if not (package.parent / path).exists())
    assert not missing, f"not installed: {missing}"
    share = install / "share" / "situated_qa"
    for name in INSTALLED:
        assert (share / name).is_file(), f"{share / name} is not there"
    for name in NODES:
        executable = install / "lib" / "situated_qa" / name
        assert os.access(executable, os.X_OK), f"{executable} is not there or cannot be run"
        module = f"situated_qa.ros.{name}"
        code = f"import sys; sys.path.remove({str(ROOT / 'src')!r}); from {module} import main; assert callable(main)"
        subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    subprocess.run(
        [install / "lib" / "situated_qa" / "situated-qa", "--help"], check=True, timeout=60, stdout=subprocess.DEVNULL
    )
    print(f"installed: {len(wanted)} Python and data files, {len(INSTALLED)} shared files, {len(NODES)} nodes")
    call_ask()


def call_ask() -> None:
    """Serve `situated_qa/srv/Ask` and call it, over DDS."""
    import rclpy
    from rclpy.executors import SingleThreadedExecutor
    from situated_qa.srv import Ask

    def answer(request: Ask.Request, response: Ask.Response) -> Ask.Response:
        response.status = Ask.Response.ANSWERED
        response.answer = f"heard: {request.question}"
        response.object_ids = [3, 5]
        return response

    rclpy.init()
    try:
        node = rclpy.create_node("colcon_check")
        node.create_service(Ask, "ask", answer)
        client = node.create_client(Ask, "ask")
        executor = SingleThreadedExecutor()
        executor.add_node(node)
        assert client.wait_for_service(timeout_sec=10.0), "no service /ask within 10 s"
        future = client.call_async(Ask.Request(question="is this built by colcon?"))
        executor.spin_until_future_complete(future, timeout_sec=10.0)
        response = future.result() if future.done() else None
        assert response is not None, "no response within 10 s"
        assert (response.answer, list(response.object_ids)) == ("heard: is this built by colcon?", [3, 5])
        print(f"situated_qa/srv/Ask answered from {sys.modules['situated_qa.srv'].__file__}")
    finally:
        rclpy.try_shutdown()


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    if parser.parse_args().inside:
        check()
        return
    started = time.monotonic()
    WORKSPACE.mkdir(parents=True, exist_ok=True)
    build()
    check_in_workspace()
    print(f"colcon: built and checked in {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
