"""What stands under static/vendor/ is what its makers published, and nothing else."""

import hashlib
import tomllib
from pathlib import Path

import pytest

VENDOR = Path(__file__).resolve().parent.parent / "referee" / "static" / "vendor"
PACKAGES = tomllib.loads((VENDOR / "VENDOR.toml").read_text(encoding="utf-8"))["package"]
FILES = {file["path"]: file["sha256"] for package in PACKAGES for file in package["file"]}


@pytest.mark.parametrize(("path", "sha256"), FILES.items())
def test_a_vendored_file_is_as_published(path, sha256):
    assert hashlib.sha256((VENDOR / path).read_bytes()).hexdigest() == sha256


def test_every_vendored_file_is_listed():
    present = {path.relative_to(VENDOR).as_posix() for path in VENDOR.rglob("*") if path.is_file()}

    assert present - {"VENDOR.toml"} == set(FILES)


def test_every_vendored_package_names_its_version_and_licence_and_brings_its_text():
    for package in PACKAGES:
        assert package["version"][0].isdigit(), package
        assert package["licence"], package
        assert any("LICENSE" in file["path"] for file in package["file"]), package


def test_htmx_is_the_version_its_list_says():
    (htmx,) = (package for package in PACKAGES if package["name"] == "htmx.org")

    assert f'version="{htmx["version"]}"' in (VENDOR / "htmx.min.js").read_text(encoding="utf-8")
