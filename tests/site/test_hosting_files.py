"""Test the files with which others publish: workflows, the folder that a static host takes, the container."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts.pipeline import CURRENT, SITE
from tests.conftest import ROOT
from tests.running_server import NGINX, free_port

HOST, CONTAINER = ROOT / "manuale/host", ROOT / "manuale/contenitore"
TARGETS = re.compile(r"^([a-z.$()/A-Z_-]+):", re.MULTILINE)


def workflow_commands() -> list[str]:
    flow: dict[str, Any] = yaml.safe_load((HOST / "github-pages.yml").read_text(encoding="utf-8"))
    steps = [step for job in flow["jobs"].values() for step in job["steps"]]
    assert all(("uses" in step) != ("run" in step) for step in steps)
    hosted = tomllib.loads((HOST / "netlify.toml").read_text(encoding="utf-8"))
    commands = [hosted["build"]["command"], *(one["command"] for one in hosted["context"].values())]
    return [
        *(step["run"] for step in steps if "run" in step),
        *(part for one in commands for part in one.split(" && ")),
    ]


def test_every_command_of_the_workflows_is_one_that_the_project_has() -> None:
    made = {target.replace("$(VENV)", ".venv") for target in TARGETS.findall((ROOT / "Makefile").read_text("utf-8"))}
    for command in workflow_commands():
        words = command.split()
        if words[0] == "make":
            assert words[1] in made, command
        else:
            known = (".venv/bin/prontuario", "check"), ("sh", "manuale/host/da-pubblicare.sh")
            assert tuple(words[:2]) in known, command


def test_the_pages_that_walk_through_name_files_that_are_there() -> None:
    for page in (ROOT / "manuale").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_what_a_static_host_takes_is_the_site_without_packed_copies(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "public"
    command = ["sh", str(HOST / "da-pubblicare.sh"), str(out), str(built / SITE)]
    subprocess.run(command, check=True, capture_output=True)
    taken = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    release = built / CURRENT / "site"
    site = {path.relative_to(release).as_posix() for path in release.rglob("*") if path.is_file()}
    assert taken == {path for path in site if not path.endswith((".br", ".gz"))} | {".nojekyll"}
    assert {"_headers", "sw.js", "404.html", "index.html"} <= taken
    assert len(taken) < 20_000, "the smallest number of files at which a common host stops"
    assert not any(path.is_symlink() for path in out.rglob("*"))
    again = subprocess.run(command, check=False, capture_output=True, text=True)
    assert again.returncode == 1
    assert "c’è già" in again.stderr


def test_the_compose_example_is_whole() -> None:
    told = yaml.safe_load((CONTAINER / "compose.yaml").read_text(encoding="utf-8"))
    server, door = told["services"]["regole"], told["services"]["porta"]
    assert (CONTAINER / server["build"]["context"] / server["build"]["dockerfile"]).resolve() == (
        CONTAINER / "Containerfile"
    )
    assert "regole:/regole" in server["volumes"]
    assert "regole:/regole:ro" in door["volumes"]
    assert door["depends_on"] == {"regole": {"condition": "service_healthy"}}
    conf = (CONTAINER / "nginx.conf").read_text(encoding="utf-8")
    assert conf.count("{") == conf.count("}")
    assert "server regole:8000;" in conf
    lines = (CONTAINER / "Containerfile").read_text(encoding="utf-8").splitlines()
    verbs = [line.split()[0] for line in lines if line and not line.startswith("#")]
    assert verbs[0] == "FROM"
    assert {*verbs} <= {"FROM", "RUN", "COPY", "USER", "WORKDIR", "EXPOSE", "ENV", "HEALTHCHECK", "CMD"}
    assert verbs.index("USER") < verbs.index("CMD"), "nothing runs as root"


@pytest.mark.skipif(NGINX is None, reason="manca nginx: è fra i pacchetti del sistema (apt install nginx)")
def test_the_nginx_of_the_compose_example_starts_over_a_build(built: Path, tmp_path: Path) -> None:
    conf = (CONTAINER / "nginx.conf").read_text(encoding="utf-8")
    conf = conf.replace("/regole/", f"{built}/").replace("server regole:8000;", "server 127.0.0.1:8000;")
    conf = f"pid {tmp_path}/pid;\nerror_log stderr;\n" + conf.replace(
        "listen 80;", f"listen 127.0.0.1:{free_port()};", 1
    )
    (tmp_path / "nginx.conf").write_text(conf, encoding="utf-8")
    command = [str(NGINX), "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr


def container_tool() -> str:
    """Return a tool that builds images here, '' without one."""
    for tool in ("docker", "podman"):
        if shutil.which(tool) and not subprocess.run([tool, "info"], capture_output=True, check=False).returncode:
            return tool
    return ""


@pytest.mark.skipif(not container_tool(), reason="nessun servizio di contenitori risponde: docker o podman")
def test_the_image_is_built_and_answers() -> None:
    subprocess.run(["make", "wheel"], cwd=ROOT, check=True)
    tool, tag = container_tool(), "prontuario-prova"
    build = [tool, "build", "--file", str(CONTAINER / "Containerfile"), "--tag", tag, str(ROOT)]
    subprocess.run(build, check=True)
    said = subprocess.run(
        [tool, "run", "--rm", tag, "prontuario", "--version"], check=True, capture_output=True, text=True
    )
    assert said.stdout.startswith("Prontuario ")
