"""The hub: a flag for each open page, limits, and renderings that pages share."""

from __future__ import annotations

import threading
import time

import pytest

from referee.live import Hub, TooManyStreams, Watcher

WEST, EAST = "192.168.1.20", "192.168.1.21"


def is_told(watcher: Watcher) -> bool:
    """Whether `wait` returns by itself within a moment."""
    started = time.monotonic()
    watcher.wait(0.5)
    return time.monotonic() - started < 0.5


def test_a_new_stream_is_told_at_once_and_then_only_of_changes():
    watcher = Hub().watch(1, WEST)

    assert is_told(watcher)
    assert not is_told(watcher)


def test_all_pages_of_the_changed_table_are_told_and_no_others():
    hub = Hub()
    here, there, elsewhere = hub.watch(1, WEST), hub.watch(1, EAST), hub.watch(2, WEST)
    for watcher in (here, there, elsewhere):
        watcher.wait()
    hub.publish(1)

    assert [is_told(watcher) for watcher in (here, there, elsewhere)] == [True, True, False]


def test_changes_while_nobody_looks_cost_one_telling():
    hub = Hub()
    watcher = hub.watch(1, WEST)
    for _ in range(100):
        hub.publish(1)

    assert is_told(watcher)
    assert not is_told(watcher)


def test_a_change_of_a_table_that_nobody_watches_is_told_to_nobody():
    Hub().publish(1)


def test_a_page_that_waits_is_told_by_another_thread():
    hub = Hub()
    watcher = hub.watch(1, WEST)
    watcher.wait()
    thread = threading.Thread(target=hub.publish, args=(1,))
    started = time.monotonic()
    thread.start()
    watcher.wait(20)
    thread.join()

    assert time.monotonic() - started < 10


@pytest.mark.parametrize(
    ("limits", "taken", "refused", "allowed"),
    [
        ({"per_table": 2}, [(1, WEST), (1, EAST)], (1, WEST), (2, WEST)),
        ({"per_address": 2}, [(1, WEST), (2, WEST)], (3, WEST), (1, EAST)),
        ({"total": 2}, [(1, WEST), (2, EAST)], (3, "192.168.1.22"), None),
    ],
)
def test_a_limit_refuses_one_stream_more_until_one_has_left(limits, taken, refused, allowed):
    hub = Hub(**limits)
    watchers = [hub.watch(*each) for each in taken]

    with pytest.raises(TooManyStreams):
        hub.watch(*refused)
    if allowed:
        hub.watch(*allowed)
    for watcher in watchers:
        hub.leave(watcher)
    hub.watch(*refused)


def test_streams_are_counted():
    hub = Hub()
    watchers = [hub.watch(table, WEST) for table in (1, 1, 2)]
    assert hub.streams() == 3
    for watcher in watchers:
        hub.leave(watcher)

    assert hub.streams() == 0


def test_nothing_is_kept_of_tables_and_addresses_that_are_gone():
    hub = Hub()
    for table in range(100):
        hub.leave(hub.watch(table, f"10.0.0.{table}"))

    assert not hub._watchers
    assert not hub._by_address


def test_a_refused_stream_leaves_nothing_behind():
    hub = Hub(per_address=0)
    with pytest.raises(TooManyStreams):
        hub.watch(1, WEST)

    assert not hub._watchers
    assert not hub._by_address


def test_what_all_see_is_rendered_once():
    hub = Hub()
    made = []

    def render() -> str:
        made.append(1)
        return "page"

    key = (1, "7", "watch", "en")
    assert [hub.rendered(key, render) for _ in range(3)] == ["page"] * 3
    assert hub.rendered((1, "8", "watch", "en"), lambda: "newer page") == "newer page"
    assert len(made) == 1


def test_only_so_many_renderings_are_kept():
    hub = Hub()
    for number in range(5000):
        hub.rendered(number, lambda: "page")

    assert len(hub._rendered) == 4000
    assert hub.rendered(0, lambda: "made anew") == "made anew"


def test_stopping_tells_every_page():
    hub = Hub()
    watchers = [hub.watch(table, WEST) for table in (1, 1, 2)]
    for watcher in watchers:
        watcher.wait()
    hub.stop()

    assert hub.is_stopping
    assert all(is_told(watcher) for watcher in watchers)
