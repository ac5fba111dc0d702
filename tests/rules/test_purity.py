"""The rules are pure, and each of them has its test."""

import ast
import re
from pathlib import Path

import referee.record
from referee.rules import GAMES, RuleBroken

ROOT = Path(__file__).parents[2]
ALLOWED = {
    "__future__",
    "collections.abc",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "operator",
    "types",
    "typing",
}


def imports_of(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, path
            yield node.module


def test_rules_import_nothing_but_rules_and_plain_tools():
    for path in (ROOT / "referee" / "rules").rglob("*.py"):
        for module in imports_of(path):
            assert module in ALLOWED or module.startswith("referee.rules"), (path, module)


def test_no_game_imports_another():
    for game, package in GAMES.items():
        others = {each.__name__ for name, each in GAMES.items() if name != game}
        for path in Path(package.__file__).parent.rglob("*.py"):
            assert not [name for name in imports_of(path) if name.startswith(tuple(others))]


def docstrings_of_tests():
    for path in (ROOT / "tests" / "rules" / "seven_rocks").glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""


def test_each_rule_has_a_test():
    tested = set(re.findall(r"SR-C?\d+", " ".join(docstrings_of_tests())))
    assert {f"SR-{number}" for number in range(1, 16)} <= tested
    assert {f"SR-C{number}" for number in range(1, 5)} <= tested


def refusals(parent=RuleBroken):
    for child in parent.__subclasses__():
        yield child
        yield from refusals(child)


def test_each_code_has_a_test_that_expects_it():
    modules = ("referee.rules.seven_rocks", referee.record.errors.__name__)
    codes = {
        kind.code
        for kind in refusals()
        if kind.__module__.startswith(modules) and hasattr(kind, "code")
    }
    assert len(codes) == 25
    texts = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("rules/seven_rocks", "record")
        for path in (ROOT / "tests" / folder).glob("test_*.py")
    )
    assert {code for code in codes if f'"{code}"' not in texts} == set()
