"""The hub: which pages watch which table, told when it changes.

A watching page holds a flag and no queue: a phone that sleeps costs one pending flag, and whoever
wakes gets the state as it is then. What a page shows is rendered once for all who see the same.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from typing import Final

HEARTBEAT_SECONDS: Final = 10.0
_KEPT_RENDERINGS: Final = 4000


class TooManyStreams(Exception):
    """A limit of open streams is reached: of one table, one address or the whole server."""


class Watcher:
    """One open stream; `wait` returns when its table changed, or after a heartbeat's time."""

    def __init__(self, table_id: int, address: str) -> None:
        self.table_id = table_id
        self.address = address
        self._changed = threading.Event()
        self._changed.set()

    def tell(self) -> None:
        self._changed.set()

    def wait(self, seconds: float = HEARTBEAT_SECONDS) -> None:
        """Until the table changes, for `seconds` at most; the first call returns at once."""
        self._changed.wait(seconds)
        self._changed.clear()


class Hub:
    """All open streams of this process, and the renderings they share."""

    def __init__(self, per_table: int = 1000, per_address: int = 60, total: int = 6000) -> None:
        self._per_table = per_table
        self._per_address = per_address
        self._total = total
        self._watchers: defaultdict[int, set[Watcher]] = defaultdict(set)
        self._by_address: Counter[str] = Counter()
        self._rendered: OrderedDict[object, str] = OrderedDict()
        self.is_stopping = False

    def watch(self, table_id: int, address: str) -> Watcher:
        """A new stream of this table. Raises TooManyStreams."""
        if (
            self.streams() >= self._total
            or len(self._watchers.get(table_id, ())) >= self._per_table
            or self._by_address[address] >= self._per_address
        ):
            raise TooManyStreams
        watcher = Watcher(table_id, address)
        self._watchers[table_id].add(watcher)
        self._by_address[address] += 1
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """The stream has ended, whoever ended it."""
        self._watchers[watcher.table_id].remove(watcher)
        self._by_address[watcher.address] -= 1
        if not self._watchers[watcher.table_id]:
            del self._watchers[watcher.table_id]
        if not self._by_address[watcher.address]:
            del self._by_address[watcher.address]

    def publish(self, table_id: int) -> None:
        """Tell every page that watches this table."""
        for watcher in tuple(self._watchers.get(table_id, ())):
            watcher.tell()

    def rendered(self, key: object, render: Callable[[], str]) -> str:
        """What `render` gives for `key` (table, row, view, language), made once."""
        known = self._rendered.get(key)
        if known is None:
            known = self._rendered[key] = render()
            while len(self._rendered) > _KEPT_RENDERINGS:
                self._rendered.popitem(last=False)
        return known

    def stop(self) -> None:
        """Let every stream end by itself, so that the process can."""
        self.is_stopping = True
        for watchers in tuple(self._watchers.values()):
            for watcher in tuple(watchers):
                watcher.tell()

    def streams(self) -> int:
        """How many pages are watching now."""
        return self._by_address.total()
