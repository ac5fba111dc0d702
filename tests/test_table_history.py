"""Whatever people enter, take back and put back: the state is what the log says, no more."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from referee import record
from referee.live import Hub
from referee.rules.seven_rocks import TILES, Hand, Lead, Pass, Place, Seat, Status, replay
from referee.store import Store
from referee.tables import Change, Opening, Table, Tables, record_of

DEVICE = 1


class TableHistory(RuleBasedStateMachine):
    """One table, one device that enters for everybody, real hands."""

    @initialize(seed=st.integers(0, 10_000), points=st.sampled_from([20, 60, 250]))
    def open_a_table(self, seed: int, points: int) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(Path(self.folder.name) / "referee.db")
        self.store.write(lambda tx: tx.add_device("device", "now"))
        self.tables = Tables(self.store, Hub())
        opening = Opening("seven-rocks", {"target": points}, {}, entry="table")
        self.code = self.tables.open(opening, DEVICE).code
        self.chance = random.Random(seed)
        self.deal()

    def deal(self) -> None:
        tiles = list(TILES)
        self.chance.shuffle(tiles)
        self.dealt = {
            seat: set(tiles[7 * number : 7 * number + 7]) for number, seat in enumerate(Seat)
        }

    @property
    def table(self) -> Table:
        return self.tables.find(self.code)

    @property
    def change(self) -> Change:
        return Change(DEVICE, self.table.state.version)

    def holding(self, seat: Seat) -> list[object]:
        round_ = self.table.game.round
        return sorted(tile for tile in self.dealt[seat] if not round_.layout.has(tile))

    @precondition(lambda self: self.table.game.status is Status.LEAD)
    @rule(seat=st.sampled_from(list(Seat)))
    def lead(self, seat: Seat) -> None:
        self.deal()
        self.tables.enter(self.table, Lead(seat), self.change)

    @precondition(lambda self: self.table.game.status is Status.PLAYING)
    @rule(choice=st.integers(0, 100))
    def take_a_turn(self, choice: int) -> None:
        game = self.table.game
        round_, seat = game.round, game.turn
        if not round_.turns:
            self.deal()
            places = [Place(seat, tile) for tile in self.holding(seat)]
        else:
            places = [
                Place(seat, tile, at)
                for tile in self.holding(seat)
                for at in round_.layout.connections_for(tile)
            ]
        event = places[choice % len(places)] if places else Pass(seat)
        self.tables.enter(self.table, event, self.change)

    @precondition(lambda self: self.table.game.status is Status.HANDS)
    @rule(choice=st.integers(0, 3))
    def hand_in(self, choice: int) -> None:
        awaited = self.table.game.round.awaited
        seat = awaited[choice % len(awaited)]
        self.tables.seal(self.table, Hand(seat, tuple(self.holding(seat))), self.change)

    @precondition(lambda self: self.table.game.status is Status.WON)
    @rule()
    def play_again(self) -> None:
        self.tables.new_game(self.table, self.change)

    @precondition(lambda self: self.table.state.play.before is not None)
    @rule(steps=st.integers(1, 3))
    def take_back_and_put_back(self, steps: int) -> None:
        before = self.table
        for _ in range(steps):
            if self.table.state.play.before is not None:
                self.tables.undo(self.table, self.change)
        undone = len(self.table.state.undone)
        for _ in range(undone):
            self.tables.redo(self.table, self.change)
        assert self.table.state.play == before.state.play

    @invariant()
    def the_state_is_the_fold_of_the_log(self) -> None:
        assert Tables(self.store, Hub()).find(self.code).state == self.table.state

    @invariant()
    def the_game_is_the_replay_of_its_record(self) -> None:
        written = record.loads(record.dumps(record_of(self.table)).encode())
        assert replay(written.events, written.options) == self.table.game

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()


TestTableHistory = TableHistory.TestCase
TestTableHistory.settings = settings(
    settings.get_profile("same"), max_examples=8, stateful_step_count=60
)
