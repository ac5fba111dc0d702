"""`referee export` and `referee import`: a record out of a table, a table out of a record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee import record
from referee.commands import exported, imported
from tests.serving import ROOT, referee, serving

RECORDS = sorted((ROOT / "tests" / "records").rglob("*.record.json"))
REPLAYED = {path: record.replay(path.read_bytes()) for path in RECORDS}
LEGAL = [path for path, replay in REPLAYED.items() if replay.refusal is None]
ILLEGAL = [path for path, replay in REPLAYED.items() if replay.event is not None]
R0 = ROOT / "tests" / "records" / "rounds" / "R0.record.json"


def name(path: Path) -> str:
    return path.name.removesuffix(".record.json")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One instance folder, in which every test opens its own tables."""
    return tmp_path_factory.mktemp("instance")


@pytest.mark.parametrize("path", LEGAL, ids=name)
def test_what_was_imported_and_exported_replays_to_the_same_game(path, folder):
    code = imported(record.loads(path.read_bytes()), folder)
    text = exported(code, folder)

    assert record.replay_json(record.replay(text.encode())) == record.replay_json(REPLAYED[path])
    assert record.loads(text.encode()).events == record.loads(path.read_bytes()).events


def test_names_and_options_come_back_as_they_were(folder):
    game = {
        "format": "referee-record/1",
        "game": "seven-rocks",
        "options": {"target": 100},
        "players": {"north": "지민", "west": "<b>葵</b>"},
        "events": [],
    }
    code = imported(record.loads(json.dumps(game).encode()), folder)

    assert json.loads(exported(code, folder)) == game


def test_import_prints_the_code_that_export_takes(tmp_path):
    opened = referee("import", R0, "--instance", tmp_path / "instance")
    code = opened.stdout.strip()
    printed = referee("export", code.lower(), "--instance", tmp_path / "instance")
    written = referee(
        "export", code, "-o", tmp_path / "game.json", "--instance", tmp_path / "instance"
    )

    assert (opened.returncode, opened.stderr) == (0, "")
    assert (printed.returncode, printed.stderr) == (0, "")
    assert (written.returncode, written.stdout, written.stderr) == (0, "", "")
    assert (tmp_path / "game.json").read_text(encoding="utf-8") == printed.stdout
    assert record.loads(printed.stdout.encode()) == record.loads(R0.read_bytes())


@pytest.mark.parametrize("path", ILLEGAL[:3], ids=name)
def test_an_illegal_record_is_refused_in_the_line_of_replay(path, tmp_path):
    refused = referee("import", path, "--instance", tmp_path)
    replayed = referee("replay", path)

    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == replayed.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert not (tmp_path / "referee.db").exists()


def test_a_file_that_is_no_record_breaks_the_rules_of_records(tmp_path):
    file = tmp_path / "text"
    file.write_text("no record")
    refused = referee("import", file, "--instance", tmp_path / "instance")

    assert refused.returncode == 1
    assert refused.stderr.startswith("not-a-record: ")


def test_a_file_that_cant_be_read_ends_with_2(tmp_path):
    refused = referee("import", tmp_path / "nothing.json", "--instance", tmp_path / "instance")

    assert (refused.returncode, refused.stdout) == (2, "")
    assert len(refused.stderr.splitlines()) == 1


def test_while_a_server_runs_export_reads_and_import_points_to_its_page(tmp_path):
    code = referee("import", R0, "--instance", tmp_path).stdout.strip()
    with serving(tmp_path) as server:
        browser = server.browser()
        assert browser.get("/").status == 200
        printed = referee("export", code, "--instance", tmp_path)
        refused = referee("import", R0, "--instance", tmp_path)

        assert record.loads(printed.stdout.encode()) == record.loads(R0.read_bytes())
        assert browser.get(f"/t/{code}/record.json").text == printed.stdout
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "/import" in refused.stderr
        assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize("code", ["ZZZZZ", "", "../../x", "a\nb"])
def test_an_unknown_table_is_told_in_one_line(code, tmp_path):
    assert referee("import", R0, "--instance", tmp_path).returncode == 0
    refused = referee("export", code, "--instance", tmp_path)

    assert (refused.returncode, refused.stdout) == (1, "")
    assert len(refused.stderr.splitlines()) == 1


def test_a_folder_without_tables_or_with_a_damaged_database_is_told_in_one_line(tmp_path):
    empty = referee("export", "ABCDE", "--instance", tmp_path / "nothing")
    (tmp_path / "referee.db").write_text("no database")
    damaged = referee("export", "ABCDE", "--instance", tmp_path)
    refused = referee("import", R0, "--instance", tmp_path)

    assert [done.returncode for done in (empty, damaged, refused)] == [1, 1, 2]
    assert [len(done.stderr.splitlines()) for done in (empty, damaged, refused)] == [1, 1, 1]
    assert not (tmp_path / "nothing").exists()
    assert (tmp_path / "referee.db").read_text() == "no database"


def test_a_file_that_cant_be_written_is_told_in_one_line(tmp_path):
    code = referee("import", R0, "--instance", tmp_path).stdout.strip()
    refused = referee("export", code, "-o", tmp_path / "no" / "folder", "--instance", tmp_path)

    assert (refused.returncode, refused.stdout) == (1, "")
    assert len(refused.stderr.splitlines()) == 1
