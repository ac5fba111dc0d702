"""`referee replay`: every case that is handed out, the account, and how the command exits."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee import record
from referee.cli import main

RECORDS = Path(__file__).parent / "records"
CASES = sorted(RECORDS.glob("*/*.record.json"))


def case_id(path):
    return path.name.split(".")[0]


def expected(path):
    return json.loads(path.with_name(f"{case_id(path)}.replay.json").read_text(encoding="utf-8"))


def without_message(answer):
    """The answer without the words of its error, which only have to be there."""
    if answer["error"] is not None:
        assert answer["error"]["message"].strip()
        return {**answer, "error": {**answer["error"], "message": ...}}
    return answer


def run(*arguments):
    return CliRunner().invoke(main, ["replay", *map(str, arguments)])


@pytest.mark.parametrize("path", CASES, ids=case_id)
def test_a_case_replays_as_expected(path):
    answer = json.loads(json.dumps(record.replay_json(record.replay(path.read_bytes()))))
    # Compared as text: in Python true equals 1, in JSON it does not.
    assert json.dumps(without_message(answer), default=str, sort_keys=True) == json.dumps(
        without_message(expected(path)), default=str, sort_keys=True
    )


@pytest.mark.parametrize("path", CASES, ids=case_id)
def test_the_command_prints_the_answer_and_exits_by_it(path):
    done = run("--json", path)
    answer = json.loads(done.stdout)
    assert without_message(answer) == without_message(expected(path))
    if answer["error"] is None:
        assert (done.exit_code, done.stderr) == (0, "")
        return
    assert done.exit_code == 1
    (line,) = done.stderr.splitlines()
    event, rule, code = (answer["error"][name] for name in ("event", "rule", "code"))
    place = [] if event is None else [f"event {event}"]
    assert line == f"{', '.join([*place, rule or code])}: {answer['error']['message']}"


@pytest.mark.parametrize("path", CASES, ids=case_id)
def test_the_account_tells_each_event_in_a_line(path):
    done = run(path)
    answer = expected(path)
    played = record.replay(path.read_bytes())
    numbered = [line for line in done.stdout.splitlines() if line[:5].strip().isdigit()]
    assert len(numbered) == (played.game.events if played.record else 0)
    for round_ in answer["rounds"]:
        for placement in round_["placements"]:
            line = numbered[placement["event"]]
            assert placement["tile"] in line
            assert str(placement["end_sum"]) in line
            scored = f"{placement['points']} points" if placement["points"] else "no points"
            assert scored in line
    assert done.stdout.count("false pass") == len(answer["irregularities"])


def test_the_account_of_a_round():
    told = run(RECORDS / "rounds" / "R1.record.json").stdout
    for line in [
        "Round 1: north leads",
        "    2  east   0|1  beside 1|5, low half:  0 + 5 = 5, 5 points, east-west 5",
        "   13  north  passes",
        "       south is out, the round is over",
        "   30  west   shows 3|6:  9 pips, −10 for east-west",
        "       settled: north-south 40, east-west 45",
        "Round 2: south leads",
        "It is the turn of south.",
    ]:
        assert f"{line}\n" in told


@pytest.mark.parametrize(
    ("case", "lines"),
    [
        ("009-block-then-draw-with-ties", ["four passes in a row, the round is blocked", "again:"]),
        ("010-ruling-between-hands", ["ruling: −10000 for north-south (Hand shown late)"]),
        ("001-win-on-the-lead", ["reaches the target and wins the game"]),
        ("034-round-over", ["Hands are awaited:"]),
        ("006-negative-scores", ["−"]),
        (
            "016-pass-proved-false-by-a-placement-and-the-hand",
            ["(false pass: 2|5 fitted, as event"],
        ),
    ],
)
def test_the_account_tells(case, lines):
    told = run(RECORDS / "seven_rocks" / f"{case}.record.json").stdout
    for line in lines:
        assert line in told


def written(tmp_path, **fields):
    path = tmp_path / "game.json"
    whole = {"format": "referee-record/1", "game": "seven-rocks", "events": [], **fields}
    path.write_text(json.dumps(whole), encoding="utf-8")
    return path


def test_names_and_reasons_are_shown_as_text_in_one_line(tmp_path):
    ruling = {"type": "ruling", "side": "east-west", "points": 5, "reason": "a\nb\x1b[2J\u2028c"}
    path = written(tmp_path, players={"north": "A\nmi\u202e", "east": "수진"}, events=[ruling])
    told = run(path).stdout
    assert "  north-south: A\\nmi\\u202e (north), south\n" in told
    assert "  east-west: 수진 (east), west\n" in told
    assert "(a\\nb\\x1b[2J\\u2028c)" in told


@pytest.mark.parametrize("text", ["\n", "a\r\nb", "\u2028", "\x85", "\x1b[31m", "x" * 5_000])
@pytest.mark.parametrize("event", ["pass", "place", "field", "players"])
def test_no_line_break_comes_out_of_the_record(tmp_path, text, event):
    seat = {"type": "pass", "seat": text}
    tile = {"type": "place", "seat": "north", "tile": text}
    field = {"type": "pass", "seat": "north", text: 1}
    fields = {"players": {text: "x"}} if event == "players" else {}
    events = {"pass": [seat], "place": [tile], "field": [field], "players": []}[event]
    done = run("--json", written(tmp_path, events=events, **fields))
    assert done.exit_code == 1
    assert len(done.stderr.splitlines()) == 1
    assert len(done.stderr) < 400


@pytest.mark.parametrize(
    "arguments", [[], ["no-such-file.json"], ["."], ["--yaml", "x"], ["a.json", "b.json"], [""]]
)
@pytest.mark.parametrize("option", [[], ["--json"]])
def test_a_wrong_call_or_an_unreadable_file_exits_with_2(arguments, option):
    done = run(*option, *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr


def test_an_unreadable_file_is_told_in_one_sentence():
    assert run("no-such\nfile.json").stderr == (
        "no-such\\nfile.json cannot be read: No such file or directory.\n"
    )


def test_the_command_starts_without_the_web():
    """`python -m referee replay` needs neither Flask nor gevent, nor a database."""
    code = (
        "import sys; from referee.cli import main\n"
        "main(['replay', '--json', sys.argv[1]], standalone_mode=False)\n"
        "print(sorted({'flask', 'gevent', 'sqlite3', 'sqlite_utils'} & set(sys.modules)))"
    )
    path = RECORDS / "rounds" / "R0.record.json"
    done = subprocess.run(
        [sys.executable, "-c", code, path], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[1] == "[]"


@pytest.mark.parametrize(("name", "status"), [("R1", 0), ("R0", 0)])
def test_the_module_is_the_command(name, status):
    path = RECORDS / "rounds" / f"{name}.record.json"
    command = [sys.executable, "-m", "referee", "replay", "--json", path]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (status, b"")
    assert json.loads(done.stdout) == expected(path)


def test_a_reader_that_goes_away_is_no_failure():
    path = RECORDS / "seven_rocks" / "059-game-playing.record.json"
    command = [sys.executable, "-m", "referee", "replay", "--json", path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_the_version_is_told():
    assert CliRunner().invoke(main, ["--version"]).stdout == "referee, version 0.1.0\n"
