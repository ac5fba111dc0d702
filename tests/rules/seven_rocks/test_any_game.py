"""What holds in every game, tried on random deals played at random (SR-1 to SR-15, SR-C1 to C4)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from referee.rules import RuleBroken
from referee.rules.seven_rocks import (
    TILES,
    Connection,
    End,
    Hand,
    Lead,
    Options,
    Partnership,
    Pass,
    Place,
    Port,
    Ruling,
    Seat,
    Status,
    Tile,
    apply,
    deduction,
    new_game,
    replay,
)
from referee.rules.seven_rocks.tile import bits_of
from tests.rules.seven_rocks.notation import layout

SEATS = st.sampled_from(Seat)
ALL_PORTS = [Connection.parse(f"{tile}.{port.value}") for tile in TILES for port in Port]


def naive_open(placements):
    """Open connections from scratch: every port of every tile, without those that are joined.

    A second definition, by what is joined to what; the layout under test keeps a running list.
    """
    joined = set()
    for placement in placements:
        if placement.at is not None:
            joined |= {placement.at, placement.tile.joined_by(placement.at.pips)}
    doubles = [placement.tile for placement in placements if placement.tile.is_double]
    spinner = doubles[0] if doubles else None
    open_ = []
    for placement in placements:
        for port, at in placement.tile.connections.items():
            lines = {placement.tile.connections.get(p) for p in (Port.LINE_A, Port.LINE_B)}
            if at in joined or (port.is_arm and not (at.tile is spinner and lines <= joined)):
                continue
            open_.append(at)
    return sorted(open_, key=str)


def naive_end_sum(placements):
    """The end sum from scratch: each tile at an end adds what SR-9 says of it."""
    open_ = naive_open(placements)
    total = 0
    for placement in placements:
        free = [at for at in open_ if at.tile is placement.tile and not at.port.is_arm]
        if placement.tile.is_double:
            total += 2 * placement.tile.low if free else 0
        else:
            total += sum(at.pips for at in free)
    return total


class AnyGame(RuleBasedStateMachine):
    """Four players with real hands, who place at random and pass whether they may or not."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[object] = []
        self.rulings = dict.fromkeys(Partnership, 0)

    @initialize(goal=st.sampled_from([5, 50, 250]), deal=st.permutations(TILES), leader=SEATS)
    def sit_down(self, goal, deal, leader):
        self.options = Options(goal)
        self.game = new_game(self.options)
        self.do(Lead(leader))
        self.deal(deal)

    def deal(self, tiles):
        self.hands = {seat: set(tiles[number * 7 :][:7]) for number, seat in enumerate(Seat)}
        assert set().union(*self.hands.values()) == set(TILES)

    def do(self, event):
        self.game = apply(self.game, event)
        self.events.append(event)

    def place_or_pass(self, data):
        seat, laid = self.game.turn, self.game.round.layout
        if not laid.tiles:
            possible = [(tile, None) for tile in sorted(self.hands[seat])]
        else:
            possible = laid.legal_placements(bits_of(self.hands[seat]))
        if not possible:
            self.do(Pass(seat))
            return
        tile, at = data.draw(st.sampled_from(possible))
        self.do(Place(seat, tile, at))
        self.hands[seat].remove(tile)

    @precondition(lambda self: self.game.turn)
    @rule(data=st.data())
    def play_on(self, data):
        for _ in range(data.draw(st.sampled_from([1, 3, 9]))):
            if self.game.turn:
                self.place_or_pass(data)

    @precondition(lambda self: self.game.turn)
    @rule()
    def pass_all_the_same(self):
        seat, laid = self.game.turn, self.game.round.layout
        fitting_nowhere = [tile for tile in self.game.round.unplaced if not laid.fits(tile)]
        if laid.tiles and len(fitting_nowhere) >= len(self.hands[seat]):
            self.do(Pass(seat))
        else:
            self.refused(Pass(seat), "pass-impossible")

    @precondition(lambda self: self.game.status is Status.HANDS)
    @rule(data=st.data(), deal=st.permutations(TILES))
    def show_a_hand(self, data, deal):
        seat = data.draw(st.sampled_from(self.game.round.awaited))
        hand = data.draw(st.permutations(sorted(self.hands[seat])))
        if len(self.game.round.awaited) == 1:
            assert self.game.round.last_hand == tuple(sorted(hand))
        self.do(Hand(seat, tuple(hand)))
        if self.game.status is not Status.HANDS:
            self.deal(deal)

    @precondition(lambda self: self.game.status is Status.LEAD)
    @rule(seat=SEATS)
    def draw_a_leader(self, seat):
        self.do(Lead(seat))

    @precondition(lambda self: self.game.status is not Status.WON)
    @rule(side=st.sampled_from(Partnership), points=st.sampled_from([-40, -5, 3, 60]))
    def rule_on_something(self, side, points):
        self.do(Ruling(side, points, "so decided"))
        self.rulings[side] += points

    @rule(seat=SEATS, tile=st.sampled_from(TILES), at=st.sampled_from([None, *ALL_PORTS]))
    def try_anything(self, seat, tile, at):
        """An event out of the blue either is refused or would be one of the legal ones."""
        event = Place(seat, tile, at)
        try:
            apply(self.game, event)
        except RuleBroken as broken:
            self.refused(event, broken.code)
        else:
            laid = self.game.round.layout
            assert seat is self.game.turn
            assert at in laid.connections_for(tile) if laid.tiles else at is None

    def refused(self, event, code):
        before = repr(self.game)
        with pytest.raises(RuleBroken) as caught:
            apply(self.game, event)
        assert caught.value.code == code
        assert repr(self.game) == before

    @invariant()
    def folding_step_by_step_equals_folding_at_once(self):
        if self.events:
            assert replay(self.events, self.options) == self.game
            assert self.game.events == len(self.events)

    @invariant()
    def scores_are_points_and_rulings_without_settled_hands(self):
        if not self.events:
            return
        expected = dict(self.rulings)
        for round_ in self.game.rounds:
            for placement in round_.placements:
                expected[placement.seat.partnership] += placement.points
            for seat, hand in (round_.remaining or {}).items():
                expected[seat.partnership] -= deduction(hand)
        assert expected == self.game.scores

    @invariant()
    def each_layout_is_what_the_joins_say(self):
        if not self.events or not self.game.rounds:
            return
        placements = self.game.rounds[-1].placements
        if placements:
            placement, laid = placements[-1], placements[-1].layout
            assert list(laid.open_connections) == naive_open(placements)
            assert placement.end_sum == naive_end_sum(placements) <= 36
            assert sum(end.value for end in laid.counted_ends) == placement.end_sum
            assert placement.points in {0, 5, 10, 15, 20, 25, 30, 35}
            assert placement.points in {0, placement.end_sum}
        doubles = [placement.tile for placement in placements if placement.tile.is_double]
        assert self.game.rounds[-1].spinner is (doubles[0] if doubles else None)

    @invariant()
    def no_arm_is_started_before_both_line_sides(self):
        if not self.events or not self.game.rounds:
            return
        joined: list[Connection] = []
        for placement in self.game.rounds[-1].placements:
            at = placement.at
            if at is None:
                continue
            if at.port.is_arm:
                lines = {at.tile.connections[Port.LINE_A], at.tile.connections[Port.LINE_B]}
                assert at.tile is placement.layout.spinner
                assert lines <= set(joined)
            joined += [at, placement.tile.joined_by(at.pips)]
        assert len(joined) == len(set(joined))

    @invariant()
    def the_game_stops_at_the_first_reach_of_the_target(self):
        if not self.events:
            return
        reached = [
            placement
            for round_ in self.game.rounds
            for placement in round_.placements
            if placement.points and placement.score >= self.options.target
        ]
        assert len(reached) == (self.game.status is Status.WON)
        if reached:
            assert self.game.rounds[-1].turns[-1] == reached[0]
            assert self.game.winner is reached[0].seat.partnership
            assert self.game.rounds[-1].end is End.WON

    @invariant()
    def whoever_passed_honestly_is_never_accused(self):
        """SR-C1: each false pass names tiles that its seat really held."""
        if not self.events:
            return
        for false_pass in self.game.irregularities:
            assert isinstance(self.events[false_pass.event], Pass)
            proof = self.events[false_pass.proved_by]
            assert proof.seat is false_pass.seat
            told = proof.tiles if isinstance(proof, Hand) else (proof.tile,)
            assert set(told) & set(false_pass.tiles)


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=40, stateful_step_count=50)


@given(st.permutations(TILES), st.data())
def test_a_layout_never_exceeds_36_whatever_is_placed(order, data):
    """SR-9: without hands or turns, any tile that fits."""
    laid = layout(str(order[0]))
    for tile in order[1:]:
        possible = laid.connections_for(tile)
        if possible:
            laid = laid.place(tile, data.draw(st.sampled_from(possible)))
            assert laid.end_sum <= 36
            assert laid.points <= 35


def test_the_largest_end_sums_exist():
    """SR-9, SR-10: 36 and 35, both with nine tiles."""
    arms = """2|2; 2|6 at 2|2.line-a; 6|6 at 2|6.high; 2|5 at 2|2.line-b; 5|5 at 2|5.high;
        2|4 at 2|2.arm-a; 4|4 at 2|4.high;"""
    largest = layout(arms + "2|3 at 2|2.arm-b; 3|3 at 2|3.high")
    scoring = layout(arms + "0|2 at 2|2.arm-b; 0|5 at 0|2.low")
    assert (largest.end_sum, largest.points) == (36, 0)
    assert (scoring.end_sum, scoring.points) == (35, 35)
    assert largest.tiles.bit_count() == scoring.tiles.bit_count() == 9


def test_every_double_lies_in_the_set_once():
    """SR-2"""
    assert [str(Tile.parse(f"{pips}|{pips}")) for pips in range(7)] == [
        str(tile) for tile in TILES if tile.is_double
    ]
