"""Tables: a change is checked on the newest state, keyed, appended and told, or changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.live import Hub
from referee.refusals import (
    BlockQuestioned,
    HandsClash,
    KeyReused,
    NoSuchTable,
    NotAllowed,
    NothingToUndo,
    NotNow,
    SeatTaken,
    ServerBehind,
    TableMoved,
)
from referee.rules.errors import RuleBroken
from referee.rules.seven_rocks import Hand, Lead, Partnership, Pass, Place, Ruling, Seat, Tile
from referee.store import Key, Store
from referee.tables import Change, Opening, Table, Tables
from tests.rounds import R0, R1, R2, events_of, hand, place

TABLE_DEVICE, OTHER = 1, 2


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "referee.db")
    for number in range(6):
        store.write(lambda tx, number=number: tx.add_device(f"device {number}", "now"))
    yield store
    store.close()


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store, Hub())


@pytest.fixture
def opened(tables: Tables) -> Table:
    """A table whose device enters for everybody."""
    return tables.open(Opening("seven-rocks", {"target": 250}, {}, entry="table"), TABLE_DEVICE)


def by(table: Table, device: int | None = TABLE_DEVICE, key: str | None = None) -> Change:
    """A change made for the version the table is at."""
    return Change(device, table.state.version, Key(key, "digest") if key else None)


def played(tables: Tables, table: Table, events: list[object]) -> Table:
    for event in events:
        do = tables.seal if isinstance(event, Hand) else tables.enter
        table = do(table, event, by(table))
    return table


def scores(table: Table) -> tuple[int, int]:
    return (
        table.game.scores[Partnership.NORTH_SOUTH],
        table.game.scores[Partnership.EAST_WEST],
    )


def unchanged(tables: Tables, table: Table, do: Callable[[], object], refusal: type) -> None:
    """What is refused leaves the log as it was."""
    with pytest.raises(refusal):
        do()
    after = tables.find(table.code)
    assert (after.state.seq, after.game) == (table.state.seq, table.game)


def test_a_table_is_found_by_its_code_only(tables: Tables, opened: Table) -> None:
    assert tables.find(opened.code).id == opened.id
    with pytest.raises(NoSuchTable):
        tables.find("NOONE")


def test_the_state_is_the_fold_of_the_log(store: Store, tables: Tables, opened: Table) -> None:
    table = played(tables, opened, events_of(R0))
    afresh = Tables(store, Hub()).find(table.code)
    assert scores(afresh) == scores(table) == (35, 20)
    assert afresh.game == table.game
    assert afresh.state.version == table.state.version


def test_the_same_key_again_is_one_event_and_the_table_as_it_is(
    tables: Tables, opened: Table
) -> None:
    lead = Lead(Seat.NORTH)
    once = tables.enter(opened, lead, by(opened, key="one-key-only"))
    again = tables.enter(opened, lead, by(opened, key="one-key-only"))
    assert again.state.seq == once.state.seq


def test_a_key_is_looked_up_before_the_version(tables: Tables, opened: Table) -> None:
    first = by(opened, key="one-key-only")
    tables.enter(opened, Lead(Seat.NORTH), first)
    moved = tables.enter(opened, place("north", "1|4"), by(tables.find(opened.code)))
    assert tables.enter(opened, Lead(Seat.NORTH), first).state.seq == moved.state.seq


def test_a_key_does_not_serve_for_another_request(tables: Tables, opened: Table) -> None:
    table = tables.enter(opened, Lead(Seat.NORTH), by(opened, key="one-key-only"))
    other = Change(TABLE_DEVICE, table.state.version, Key("one-key-only", "another digest"))
    unchanged(tables, table, lambda: tables.enter(table, place("north", "1|4"), other), KeyReused)


def test_a_refused_entry_does_not_use_up_its_key(tables: Tables, opened: Table) -> None:
    with pytest.raises(RuleBroken):
        tables.enter(opened, place("north", "1|4"), by(opened, key="one-key-only"))
    table = tables.enter(opened, Lead(Seat.NORTH), by(opened, key="one-key-only"))
    assert table.state.seq > opened.state.seq


def test_a_stale_page_changes_nothing(tables: Tables, opened: Table) -> None:
    table = tables.enter(opened, Lead(Seat.NORTH), by(opened))
    stale = Change(TABLE_DEVICE, opened.state.version)
    unchanged(tables, table, lambda: tables.enter(table, place("north", "1|4"), stale), TableMoved)


def test_a_page_ahead_of_the_server_is_told_that_rows_are_missing(
    tables: Tables, opened: Table
) -> None:
    ahead = Change(TABLE_DEVICE, opened.state.version + 1)
    unchanged(tables, opened, lambda: tables.enter(opened, Lead(Seat.NORTH), ahead), ServerBehind)


def test_sitting_down_leaves_the_version_and_so_open_forms_as_they_are(
    tables: Tables, opened: Table
) -> None:
    table = tables.take(opened, "seat", "north", "Ami", Change(OTHER, None))
    assert table.state.version == opened.state.version
    assert table.state.seq > opened.state.seq
    assert table.names == {"north": "Ami"}


def test_a_seat_enters_for_itself_only(tables: Tables, opened: Table) -> None:
    table = tables.take(opened, "seat", "north", "", Change(OTHER, None))
    table = tables.enter(table, Lead(Seat.EAST), by(table))
    unchanged(
        tables,
        table,
        lambda: tables.enter(table, place("east", "1|4"), by(table, OTHER)),
        NotAllowed,
    )
    table = tables.enter(table, place("east", "1|4"), by(table))
    unchanged(
        tables,
        table,
        lambda: tables.enter(table, place("south", "4|4", "1|4.high"), by(table, OTHER)),
        NotAllowed,
    )


@pytest.mark.parametrize("event", [Lead(Seat.NORTH), Ruling(Partnership.EAST_WEST, 5, "agreed")])
def test_leads_and_rulings_are_the_table_s(tables: Tables, opened: Table, event: object) -> None:
    table = tables.take(opened, "seat", "north", "", Change(OTHER, None))
    unchanged(tables, table, lambda: tables.enter(table, event, by(table, OTHER)), NotAllowed)
    assert tables.enter(table, event, by(table)).state.version == 1


def test_a_device_without_a_role_may_enter_nothing(tables: Tables, opened: Table) -> None:
    for device in (None, 5):
        unchanged(
            tables,
            opened,
            lambda device=device: tables.enter(opened, Lead(Seat.NORTH), by(opened, device)),
            NotAllowed,
        )


def test_a_taken_seat_is_not_taken_twice(tables: Tables, opened: Table) -> None:
    table = tables.take(opened, "seat", "north", "", Change(OTHER, None))
    unchanged(
        tables,
        table,
        lambda: tables.take(table, "seat", "north", "", Change(3, None)),
        SeatTaken,
    )


def test_the_table_lets_a_waiting_phone_in_and_the_one_before_loses_the_seat(
    tables: Tables, opened: Table
) -> None:
    table = tables.take(opened, "seat", "north", "", Change(OTHER, None))
    table = tables.ask(table, "seat", "north", "Ami", Change(3, None))
    (request,) = table.state.requests
    unchanged(
        tables,
        table,
        lambda: tables.answer(table, request.seq, is_granted=True, change=by(table, 3)),
        NotAllowed,
    )
    table = tables.answer(table, request.seq, is_granted=True, change=by(table))
    assert table.state.roles.seats == {"north": 3}
    assert table.state.requests == ()
    assert table.names == {"north": "Ami"}


def test_a_block_is_entered_by_the_referee_as_soon_as_it_is_proved(
    tables: Tables, opened: Table
) -> None:
    """R2: the tenth tile blocks; nobody has to enter four passes (SR-C2)."""
    until_the_tenth = [event for event in events_of(R2) if not isinstance(event, Hand | Pass)]
    table = played(tables, opened, until_the_tenth)
    assert table.game.round.end.value == "blocked"
    passes = [entry for entry in table.state.play.entries() if isinstance(entry.event, Pass)]
    assert [entry.by_referee for entry in passes] == [True] * 4


def test_taking_back_the_placement_takes_the_referee_s_passes_with_it(
    tables: Tables, opened: Table
) -> None:
    until_the_tenth = [event for event in events_of(R2) if not isinstance(event, Hand | Pass)]
    before = played(tables, opened, until_the_tenth[:-1])
    after = tables.enter(before, until_the_tenth[-1], by(before))
    undone = tables.undo(after, by(after))
    assert undone.game == before.game
    assert undone.state.version == after.state.version + 1
    assert tables.redo(undone, by(undone)).game == after.game


def test_the_fourth_pass_is_questioned_while_a_tile_fits(tables: Tables, opened: Table) -> None:
    table = played(tables, opened, [Lead(Seat.NORTH), place("north", "6|6")])
    for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST):
        table = tables.enter(table, Pass(seat), by(table))
    unchanged(
        tables, table, lambda: tables.enter(table, Pass(Seat.NORTH), by(table)), BlockQuestioned
    )
    blocked = tables.enter(table, Pass(Seat.NORTH), by(table), is_confirmed=True)
    assert blocked.game.round.end.value == "blocked"


def test_a_seat_takes_back_its_own_entry_only_while_it_is_the_last(
    tables: Tables, opened: Table
) -> None:
    table = tables.take(opened, "seat", "north", "", Change(OTHER, None))
    table = played(tables, table, [Lead(Seat.NORTH)])
    unchanged(tables, table, lambda: tables.undo(table, by(table, OTHER)), NotAllowed)
    placed = tables.enter(table, place("north", "1|4"), by(table, OTHER))
    assert tables.undo(placed, by(placed, OTHER)).game == table.game
    placed = played(tables, tables.find(table.code), [place("north", "1|4")])
    on = played(tables, placed, [place("east", "1|1", "1|4.low")])
    unchanged(tables, on, lambda: tables.undo(on, by(on, OTHER)), NotAllowed)


def test_nothing_is_undone_where_nothing_was_entered(tables: Tables, opened: Table) -> None:
    unchanged(tables, opened, lambda: tables.undo(opened, by(opened)), NothingToUndo)
    unchanged(tables, opened, lambda: tables.redo(opened, by(opened)), NothingToUndo)


def test_a_new_entry_ends_what_could_be_put_back(tables: Tables, opened: Table) -> None:
    table = played(tables, opened, [Lead(Seat.NORTH), place("north", "1|4")])
    table = tables.undo(table, by(table))
    table = tables.enter(table, place("north", "4|4"), by(table))
    unchanged(tables, table, lambda: tables.redo(table, by(table)), NothingToUndo)


def test_hands_stay_out_of_the_record_until_the_last_is_in(tables: Tables, opened: Table) -> None:
    events = events_of(R1)
    table = played(tables, opened, [event for event in events if not isinstance(event, Hand)])
    hands = [event for event in events if isinstance(event, Hand)]
    for sealed in hands[:-1]:
        table = tables.seal(table, sealed, by(table))
        assert not any(isinstance(entry.event, Hand) for entry in table.state.play.entries())
        assert table.game.status.value == "hands"
    version = table.state.version
    table = tables.seal(table, hands[-1], by(table))
    assert scores(table) == (40, 45)
    assert table.game.turn is Seat.SOUTH
    assert table.state.version == version + 1


def test_a_hand_in_the_log_row_is_only_a_number(
    store: Store, tables: Tables, opened: Table
) -> None:
    table = played(
        tables, opened, [event for event in events_of(R1) if not isinstance(event, Hand)]
    )
    table = tables.seal(table, hand("north", "3|3"), by(table))
    row = store.rows(table.id)[-1]
    assert row.kind == "sealed"
    assert "3|3" not in str(row.payload)
    assert tables.sealed_event(table, "north") == hand("north", "3|3")


def test_two_hands_with_the_same_tile_are_both_asked_again(tables: Tables, opened: Table) -> None:
    table = played(
        tables, opened, [event for event in events_of(R1) if not isinstance(event, Hand)]
    )
    table = tables.seal(table, hand("north", "2|3"), by(table))
    with pytest.raises(HandsClash) as refusal:
        tables.seal(table, hand("east", "1|1", "2|3"), by(table))
    assert refusal.value.facts == {}
    table = tables.find(table.code)
    sealed = table.state.play.sealed
    assert {seat: held.is_confirmed for seat, held in sealed.items()} == {
        "north": False,
        "east": False,
    }
    for again in (hand("north", "3|3"), hand("east", "1|1", "2|3"), hand("west", "3|6")):
        table = tables.seal(table, again, by(table))
    assert scores(table) == (40, 45)


def test_a_clash_is_told_again_to_a_phone_that_asks_again(tables: Tables, opened: Table) -> None:
    table = played(
        tables, opened, [event for event in events_of(R1) if not isinstance(event, Hand)]
    )
    table = tables.seal(table, hand("north", "2|3"), by(table))
    clashing = hand("east", "1|1", "2|3")
    for _ in range(2):
        with pytest.raises(HandsClash):
            tables.seal(table, clashing, by(table, key="one-key-only"))


def test_undoing_a_settlement_asks_for_the_last_hand_again(tables: Tables, opened: Table) -> None:
    table = played(tables, opened, events_of(R1))
    undone = tables.undo(table, by(table))
    assert scores(undone) == (45, 60)
    assert set(undone.state.play.sealed) == {"north", "east"}
    assert scores(tables.seal(undone, hand("west", "3|6"), by(undone))) == (40, 45)


def test_a_round_dealt_again_leaves_the_record_as_it_was_before_it(
    tables: Tables, opened: Table
) -> None:
    settled = played(tables, opened, events_of(R1))
    begun = played(tables, settled, [place("south", "6|6"), place("west", "0|6", "6|6.line-a")])
    again = tables.deal_again(begun, "misdeal", by(begun))
    assert scores(again) == (40, 45)
    assert again.game.turn is Seat.SOUTH
    assert again.game.round.turns == ()
    assert tables.undo(again, by(again)).game == begun.game


def test_no_round_is_dealt_again_before_it_began(tables: Tables, opened: Table) -> None:
    table = played(tables, opened, [Lead(Seat.NORTH)])
    unchanged(tables, table, lambda: tables.deal_again(table, "misdeal", by(table)), NotNow)


def test_a_closed_table_keeps_its_standing_and_takes_no_entry(
    tables: Tables, opened: Table
) -> None:
    table = played(tables, opened, events_of(R0))
    closed = tables.close(table, by(table))
    assert closed.state.play.is_closed
    assert scores(closed) == (35, 20)
    unchanged(
        tables,
        closed,
        lambda: tables.enter(closed, Pass(Seat.EAST), by(closed)),
        NotNow,
    )
    assert not tables.undo(closed, by(closed)).state.play.is_closed


def test_the_same_players_play_again_and_games_are_counted(tables: Tables) -> None:
    table = tables.open(
        Opening("seven-rocks", {"target": 5}, {"north": "Ami"}, entry="table"), TABLE_DEVICE
    )
    unchanged(tables, table, lambda: tables.new_game(table, by(table)), NotNow)
    won = played(tables, table, [Lead(Seat.NORTH), place("north", "1|4")])
    assert won.game.winner is Partnership.NORTH_SOUTH
    again = tables.new_game(won, by(won))
    assert scores(again) == (0, 0)
    assert [game.winner for game in again.state.games()] == [Partnership.NORTH_SOUTH, None]
    assert again.names == {"north": "Ami"}
    assert tables.undo(again, by(again)).game == won.game


def test_a_table_that_could_not_be_opened_is_not_there(store: Store, tables: Tables) -> None:
    with pytest.raises(RuleBroken):
        tables.open(
            Opening("seven-rocks", {"target": 250}, {}),
            TABLE_DEVICE,
            [Lead(Seat.NORTH), Place(Seat.EAST, Tile.parse("1|4"))],
        )
    assert store.tables() == []


@pytest.mark.parametrize(
    ("entry", "scorer"), [("table", TABLE_DEVICE), ("phones", None), ("scorer", None)]
)
def test_who_enters_may_change_in_the_middle_of_a_game(
    tables: Tables, opened: Table, entry: str, scorer: int | None
) -> None:
    table = tables.let_enter(opened, entry, by(opened))
    assert (table.state.entry, table.state.roles.scorer) == (entry, scorer)


def test_a_form_for_a_new_table_that_is_sent_twice_opens_one_table(tables: Tables) -> None:
    opening = Opening("seven-rocks", {"target": 250}, {"north": "Ami"})
    first = tables.open(opening, TABLE_DEVICE, key=Key("key", "digest"))
    assert tables.open(opening, TABLE_DEVICE, key=Key("key", "digest")).code == first.code
    assert tables.open(opening, OTHER, key=Key("key", "digest")).code != first.code
    with pytest.raises(KeyReused):
        tables.open(opening, TABLE_DEVICE, key=Key("key", "another"))
    assert len(tables.all()) == 2


def test_the_table_device_hands_its_place_as_scorer_on_with_its_role(
    tables: Tables, opened: Table
) -> None:
    asking = tables.ask(opened, "table", None, "", Change(OTHER, None))
    [request] = asking.state.requests
    answered = tables.answer(asking, request.seq, is_granted=True, change=by(asking))
    assert (answered.state.roles.table, answered.state.roles.scorer) == (OTHER, OTHER)
