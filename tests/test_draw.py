"""`referee draw`: which layout is drawn, the geometry of all, and how the command exits."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from referee.cli import main

RECORDS = Path(__file__).parent / "records"
CASES = sorted(RECORDS.glob("*/*.record.json"))
R0, R1 = (RECORDS / "rounds" / f"{name}.record.json" for name in ("R0", "R1"))
GAME = RECORDS / "games" / "whole-game.record.json"
ILLEGAL = RECORDS / "seven_rocks" / "034-round-over.record.json"
SVG = "{http://www.w3.org/2000/svg}"


def run(*arguments, command="draw"):
    return CliRunner().invoke(main, [command, *map(str, arguments)])


def picture(*arguments):
    done = run(*arguments)
    assert (done.exit_code, done.stderr) == (0, "")
    return ElementTree.fromstring(done.stdout)


def tiles(tree):
    """How many tiles lie on the mat."""
    faces = {"#th", "#tv"}
    return sum(each.get("href") in faces for each in tree.iter(f"{SVG}use"))


def numbers(tree):
    """What is written at the counted ends."""
    return sorted(int(each.text) for each in tree.iter(f"{SVG}text"))


def placements(path):
    """The placements of each round, as `replay --json` prints them."""
    rounds = json.loads(run("--json", path, command="replay").stdout)["rounds"]
    return [round_["placements"] for round_ in rounds]


# which layout


def test_the_layout_after_the_last_placement_of_the_last_round_is_drawn():
    *_, last = placements(GAME)
    tree = picture(GAME)
    assert tiles(tree) == len(last)
    assert numbers(tree) == sorted(value for _, _, value in last[-1]["counted"])


@pytest.mark.parametrize("number", [1, 2, 3])
def test_another_round_can_be_drawn(number):
    round_ = placements(GAME)[number - 1]
    tree = picture(GAME, "--round", number)
    assert tiles(tree) == len(round_)
    assert numbers(tree) == sorted(value for _, _, value in round_[-1]["counted"])


@pytest.mark.parametrize("count", [0, 1, 5, 24])
def test_another_placement_can_be_drawn(count):
    (round_, _) = placements(R1)
    tree = picture(R1, "--round", 1, "--placement", count)
    assert tiles(tree) == count
    if count:
        assert numbers(tree) == sorted(value for _, _, value in round_[count - 1]["counted"])


def test_without_a_layout_the_mat_is_empty(tmp_path):
    assert tiles(picture(R1)) == 0  # the next round's lead is still to come
    unplayed = tmp_path / "unplayed.json"
    unplayed.write_text('{"format": "referee-record/1", "game": "seven-rocks", "events": []}')
    assert tiles(picture(unplayed)) == tiles(picture(unplayed, "--placement", 0)) == 0
    assert run("--geometry", unplayed).stdout == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((R1, "--round", 3), "There is no round 3: the game has 2 rounds."),
        ((R1, "--placement", 1), "There is no placement 1: the round has no placements."),
        ((R0, "--placement", 10), "There is no placement 10: the round has 9 placements."),
        ((R0, "--round", 2, "--placement", 0), "There is no round 2: the game has 1 round."),
    ],
)
def test_what_the_game_does_not_have_is_a_wrong_call(arguments, sentence):
    done = run(*arguments)
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"{sentence}\n")


# the file


@pytest.mark.parametrize(
    ("screen", "size"), [(None, "0 0 1920 1080"), ("768x1024", "0 0 768 1024")]
)
def test_the_picture_has_the_proportions_of_the_screen(screen, size):
    tree = picture(R0, *(["--screen", screen] if screen else []))
    assert tree.get("viewBox") == size
    drawn = [each for each in tree.iter(f"{SVG}svg") if "layout" in each.get("class", "")]
    (view,) = [[float(length) for length in each.get("viewBox").split()] for each in drawn]
    assert (view[2] > view[3]) == (screen is None)


def test_the_file_stands_alone():
    tree = picture(R0)
    assert all(
        each.get("href").startswith("#") for each in tree.iter() if each.get("href") is not None
    )
    assert not any(each.get("style") for each in tree.iter())
    (style,) = tree.iter(f"{SVG}style")
    assert "var(" not in style.text
    assert "url(" not in style.text
    names = {each.get("id") for each in tree.iter()}
    assert {each.get("href")[1:] for each in tree.iter(f"{SVG}use")} <= names


def test_every_class_of_the_picture_has_its_colour():
    tree = picture(R1, "--round", 1, "--placement", 12)
    (style,) = tree.iter(f"{SVG}style")
    shapes = {"rect", "circle", "path", "g"}
    classes = {
        each.get("class")
        for each in tree.iter()
        if each.tag.removeprefix(SVG) in shapes and each.get("class")
    }
    assert classes
    for name in {each for written in classes for each in written.split()}:
        assert f".{name} " in style.text


# the geometry


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.split(".")[0])
def test_the_geometry_has_a_line_for_each_placement(path):
    done = run("--geometry", path)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    laid = [[each["tile"] for each in line["tiles"]] for line in lines]
    expected = [
        [each["tile"] for each in round_[: number + 1]]
        for round_ in placements(path)
        for number in range(len(round_))
    ]
    assert laid == expected


def test_the_geometry_is_that_of_the_screen():
    lying, upright = (
        run("--geometry", "--screen", screen, R0).stdout for screen in ("1024x768", "768x1024")
    )
    for one, other in zip(lying.splitlines(), upright.splitlines(), strict=True):
        swapped = [
            (each["y"], each["x"], each["h"], each["w"]) for each in json.loads(one)["tiles"]
        ]
        tiles = [
            (each["x"], each["y"], each["w"], each["h"]) for each in json.loads(other)["tiles"]
        ]
        assert tiles == swapped


# how it exits


@pytest.mark.parametrize("option", [[], ["--geometry"]], ids=["picture", "geometry"])
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.split(".")[0])
def test_it_exits_as_replay_does(path, option):
    done, replayed = run(*option, path), run(path, command="replay")
    assert (done.exit_code, done.stderr) == (replayed.exit_code, replayed.stderr)


def test_of_an_illegal_record_the_legal_part_is_drawn():
    done = run(ILLEGAL)
    *_, last = placements(ILLEGAL)
    assert done.exit_code == 1
    assert tiles(ElementTree.fromstring(done.stdout)) == len(last)


def test_of_an_illegal_record_the_refusal_goes_before_a_missing_round():
    done = run(ILLEGAL, "--round", 99)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == run(ILLEGAL, command="replay").stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no-such-file.json"],
        ["."],
        [R0, R1],
        [R0, "--round", "0"],
        [R0, "--placement", "-1"],
        [R0, "--round", "one"],
        [R0, "--screen", "1920"],
        [R0, "--screen", "0x1080"],
        [R0, "--screen", "1920x"],
        [R0, "--geometry", "--round", "1"],
        [R0, "--geometry", "--placement", "1"],
    ],
)
def test_a_wrong_call_or_an_unreadable_file_exits_with_2(arguments):
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr


@pytest.mark.parametrize("option", [[], ["--geometry"]], ids=["picture", "geometry"])
def test_the_command_draws_without_the_web(option):
    code = (
        "import sys; from referee.cli import main\n"
        "main(['draw', *sys.argv[1:]], standalone_mode=False)\n"
        "print(sorted({'flask', 'gevent', 'sqlite3', 'sqlite_utils'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *option, R0], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_same_record_is_drawn_the_same_way():
    assert run(GAME).stdout == run(GAME).stdout
