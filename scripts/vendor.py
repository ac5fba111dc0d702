"""For maintainers: fetch the vendored files anew, as VENDOR.toml names them.

`python3 scripts/vendor.py` checks that npm still hands out the very bytes of VENDOR.toml and copies
them. To move to another version, write it into VENDOR.toml first and run with `--accept`, which
writes the new sums; then read what changed before committing.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

VENDOR = Path(__file__).resolve().parent.parent / "referee" / "static" / "vendor"
LIST = VENDOR / "VENDOR.toml"


def published(name: str, version: str) -> dict[str, bytes]:
    """Every file of the npm package by its path inside the package; needs npm and a network."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["npm", "pack", "--silent", f"{name}@{version}"],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as tar:
            opened = {member.name: tar.extractfile(member) for member in tar.getmembers()}
            return {
                path.removeprefix("package/"): file.read() for path, file in opened.items() if file
            }


def main(accept: bool) -> int:
    """0 if every file is as listed, else 1; writes only then, or with `accept`."""
    text = LIST.read_text(encoding="utf-8")
    copies: list[tuple[Path, bytes]] = []
    differing = 0
    for package in tomllib.loads(text)["package"]:
        files = published(package["name"], package["version"])
        for file in package["file"]:
            content = files[file["from"]]
            found = hashlib.sha256(content).hexdigest()
            copies.append((VENDOR / file["path"], content))
            if found != file["sha256"]:
                differing += 1
                print(f"{file['path']}: VENDOR.toml says {file['sha256']}, npm has {found}")
                text = text.replace(file["sha256"], found)
    if differing and not accept:
        return 1
    for path, content in copies:
        path.write_bytes(content)
    LIST.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(accept="--accept" in sys.argv[1:]))
