"""Put the editions, the pages and the theme into the wheel, under `scripts/shipped/` (see `scripts/workspace.py`)."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
SHIPPED = ("rules_src", "docs", "mkdocs.yml")
LEFT_OUT = shutil.ignore_patterns(".*", "*~", "#*", "*.tmp", "__pycache__")


class BuildWithEditions(build_py):
    """Copy what a clone has beside its code; an editable installation reads it where it is."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)  # what an earlier version left would be shipped again
        super().run()
        if self.editable_mode:
            return
        place = Path(self.build_lib) / "scripts" / "shipped"
        for name in SHIPPED:
            source = HERE / name
            if source.is_dir():
                shutil.copytree(source, place / name, ignore=LEFT_OUT)
            else:
                place.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, place / name)


# `build/` holds the releases of the site
setup(cmdclass={"build_py": BuildWithEditions}, options={"build": {"build_base": ".wheel"}})
