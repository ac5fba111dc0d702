"""The folder of a running copy: its database, its secret, the lock of the process that owns it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

DEFAULT: Final = Path(__file__).resolve().parent.parent / "instance"
"""`instance/` of the source tree, wherever the command is called from."""

_SQLITE: Final = b"SQLite format 3\x00"


class Unusable(Exception):
    """A folder that no referee can use now; the message is one sentence that says why."""


class InUse(Unusable):
    """A folder that another process owns: a running server, or an import."""


@contextmanager
def owned(folder: Path) -> Iterator[None]:
    """Make this process the owner of `folder`, which is made if it is missing.

    The system takes the lock away from a process that ends, however it ends. Raises InUse when
    another process is the owner, and Unusable when the folder or its database is unfit; a damaged
    database is left as it is.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not folder.is_dir():
            raise NotADirectoryError
        lock = FileLock(folder / "lock", timeout=0, thread_local=False)
        lock.acquire()
    except Timeout:
        raise InUse(f"Another referee is running with the folder {folder}.") from None
    except (FileExistsError, NotADirectoryError):
        raise Unusable(f"{folder} is not a folder.") from None
    except OSError as problem:
        raise Unusable(f"The folder {folder} can't be written to: {problem.strerror}.") from None
    try:
        check_database(database(folder))
        yield
    finally:
        lock.release()


def database(folder: Path) -> Path:
    """The database file of an instance folder."""
    return folder / "referee.db"


def check_database(path: Path) -> None:
    """Raise Unusable when the file can't be a database of ours; SQLite would start a new one."""
    try:
        with path.open("rb") as stream:
            start = stream.read(len(_SQLITE))
    except FileNotFoundError:
        if path.with_name(path.name + "-wal").exists():
            raise Unusable(
                f"{path} is missing, but its newest entries ({path.name}-wal) are there. "
                "Put the two files back together."
            ) from None
        return
    except OSError as problem:
        raise Unusable(f"The database {path} can't be read: {problem.strerror}.") from None
    if start != _SQLITE:
        raise Unusable(f"{path} is not a database, or is damaged. It was left as it is.")
