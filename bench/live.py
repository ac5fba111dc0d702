"""How soon a placement stands on every open page: `python -m bench.live`.

Starts a real server in a folder of its own and opens tables with six pages each: the table display,
four phones, a watcher. Random legal rounds are entered as a phone enters them. The time runs from
sending the form until the last page of that table has what is new: for the display and the watcher
the whole message of the stream, for a phone the page that it fetches when its stream says so.
Server and pages share this machine's processors, so real phones see it sooner.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

from referee.instance import database
from referee.roles import JoinCodes
from referee.rules.seven_rocks import (
    Event,
    Game,
    Lead,
    Pass,
    Place,
    Seat,
    apply,
    follow_up,
    new_game,
)
from referee.rules.seven_rocks.tile import TILES, bits_of
from referee.store import Reader
from tests.serving import DEADLINE, Server, Visitor, serving
from tests.views.browser import forms

HTMX = {"HX-Request": "true"}


class Page:
    """An open page: its stream, and for a phone what it fetches when the stream says so."""

    def __init__(self, table: Table, visitor: Visitor, view: str) -> None:
        self._table = table
        self.visitor = visitor
        self._stream = visitor.stream(table.code, view)
        self._tab = visitor.tab() if view == "play" else None
        self.html = ""
        self.seen = 0
        self.at = 0.0
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        while (message := self._stream.message()) is not None:
            if message.event == "hb":
                continue
            if self._tab is not None:
                self.html = self._tab.get(f"/t/{self._table.code}/play", **HTMX).text
            with self._table.moved:
                self.at = time.perf_counter()
                self.seen = int((message.id or "0").split(".")[0])
                self._table.moved.notify()


class Table:
    """A table at which a random round is played."""

    def __init__(self, server: Server, watchers: int, chance: random.Random) -> None:
        self.moved = threading.Condition()
        self.display = server.browser()
        self.code = self.display.open_table()
        with closing(Reader(database(server.instance))) as reader:
            row = reader.table(self.code)
            assert row is not None
        secret = (server.instance / "secret").read_text(encoding="ascii").strip().encode()
        join = f"{self.code}.{JoinCodes(secret).current(row.id, time.time())}"
        self.phones: dict[Seat, Page] = {}
        self.pages = [Page(self, self.display, "table")]
        for seat in Seat:
            phone = server.browser()
            taken = phone.post(
                "/join/take", phone.fields(code=join, role="seat", seat=seat.value, name=seat.value)
            )
            assert taken.status == 303, taken.text
            self.phones[seat] = Page(self, phone, "play")
        self.pages += self.phones.values()
        self.pages += [Page(self, server.browser(), "watch") for _ in range(watchers)]
        self._deal(chance)

    def _deal(self, chance: random.Random) -> None:
        tiles = chance.sample(TILES, len(TILES))
        self.hands = {seat: set(tiles[7 * i : 7 * i + 7]) for i, seat in enumerate(Seat)}
        self.game: Game = apply(new_game(), Lead(Seat.NORTH))
        fields = self.display.fields(leader=Seat.NORTH.value, version="0")
        self._send(self.display, "lead", fields)

    @property
    def is_over(self) -> bool:
        return self.game.turn is None

    def play(self, chance: random.Random) -> tuple[float, float] | None:
        """Enter one turn; seconds until the reply and until the last page, or None for a pass."""
        seat = self.game.turn
        assert seat is not None
        assert self.game.round is not None
        layout, hand = self.game.round.layout, self.hands[seat]
        legal = (
            layout.legal_placements(bits_of(hand))
            if layout.tiles
            else [(tile, None) for tile in sorted(hand)]
        )
        phone = self.phones[seat]
        fields = self._form(phone)
        if not legal:
            self._apply(Pass(seat))
            self._send(phone.visitor, "pass", fields | {"confirmed": "1"})
            return None
        tile, at = chance.choice(legal)
        fields["tile"] = str(tile)
        if at is not None:
            fields["at"] = str(at)
        chosen = "&".join(f"{name}={fields[name]}" for name in ("tile", "at") if name in fields)
        phone.visitor.get(f"/t/{self.code}/play?{chosen.replace('|', '%7C')}", **HTMX)
        self._apply(Place(seat, tile, at))
        self.hands[seat].remove(tile)
        return self._send(phone.visitor, "place", fields)

    def _apply(self, event: Event) -> None:
        """Play the event, and what the referee enters after it by itself."""
        self.game = apply(self.game, event)
        for entered in follow_up(self.game):
            self.game = apply(self.game, entered)

    def _form(self, phone: Page) -> dict[str, str]:
        """What every form of the phone's page carries."""
        fields = next(form.fields for form in forms(phone.html) if "version" in form.fields)
        return {name: fields[name] for name in ("csrf_token", "version")} | {
            "key": phone.visitor.fields()["key"]
        }

    def _send(self, visitor: Visitor, what: str, fields: dict[str, str]) -> tuple[float, float]:
        before = max(page.seen for page in self.pages)
        started = time.perf_counter()
        reply = visitor.post(f"/t/{self.code}/seven-rocks/{what}", fields, **HTMX)
        replied = time.perf_counter()
        assert reply.status == 200, (what, fields, reply.status, reply.text)
        with self.moved:
            assert self.moved.wait_for(
                lambda: min(page.seen for page in self.pages) > before, DEADLINE
            )
        return replied - started, max(page.at for page in self.pages) - started


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    asked.add_argument("--placements", type=int, default=100, help="how many to time")
    asked.add_argument("--tables", type=int, default=1, help="tables open at the same time")
    asked.add_argument("--watchers", type=int, default=1, help="watchers' pages at each table")
    asked.add_argument("--seed", type=int, default=7)
    given = asked.parse_args()
    chance = random.Random(given.seed)
    threading.stack_size(256 * 1024)
    limits = ("streams-per-table", "streams-per-address", "streams", "tables-per-hour")
    options = [f"--{limit}=1000000" for limit in limits]
    times: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), *options) as server:
        tables = [Table(server, given.watchers, chance) for _ in range(given.tables)]
        while len(times) < given.placements:
            for number, table in enumerate(tables):
                if table.is_over:
                    table = tables[number] = Table(server, given.watchers, chance)
                timed = table.play(chance)
                if timed is not None:
                    times.append(timed)
        used = _used(server.process.pid, len(times))
        pages = sum(len(table.pages) for table in tables)
    print(
        f"{pages} open pages at {given.tables} tables, {len(times)} placements, seed {given.seed}"
    )
    for name, seconds in zip(("reply", "last page"), zip(*times, strict=True), strict=True):
        each = sorted(seconds)
        print(
            f"{name:>10}: median {statistics.median(each) * 1000:.1f} ms, "
            f"95 % {each[int(len(each) * 0.95)] * 1000:.1f} ms, worst {each[-1] * 1000:.1f} ms"
        )
    print(f"    server: {used}")


def _used(process: int, placements: int) -> str:
    """What the server took of the machine, where the system tells it in /proc."""
    folder = Path(f"/proc/{process}")
    if not folder.exists():
        return "not known here"
    ticks = sum(map(int, (folder / "stat").read_text().rpartition(")")[2].split()[11:13]))
    pages = int((folder / "statm").read_text().split()[1])
    seconds = ticks / os.sysconf("SC_CLK_TCK")
    megabytes = pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    return f"{seconds * 1000 / placements:.1f} ms of processor a placement, {megabytes:.0f} MB"


if __name__ == "__main__":
    main()
