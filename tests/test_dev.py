"""`dev` says in one sentence what is missing, and works only when something has changed."""

import importlib.util
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent


@pytest.fixture
def dev(tmp_path, monkeypatch):
    """A fresh copy of `dev` for a project in an empty folder, that starts no other program."""
    loader = SourceFileLoader("dev", str(TOP / "dev"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("dev", loader))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    module.ROOT = tmp_path
    module.VENV = tmp_path / ".venv"
    module.PYTHON = module.VENV / "bin" / "python"
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    monkeypatch.setattr(module, "succeeds", lambda *command: False)
    monkeypatch.delenv("REFEREE_CHROMIUM", raising=False)
    return module


@pytest.fixture
def commands(dev, monkeypatch):
    """The commands `dev` has run, each as words; all of them end well, and `venv` makes a .venv."""
    ran = []

    def run(command, **options):
        words = [str(word) for word in command]
        ran.append(words)
        if "venv" in words:
            dev.PYTHON.parent.mkdir(parents=True)
            dev.PYTHON.touch()
        return subprocess.CompletedProcess(command, 0, stdout="")

    monkeypatch.setattr(dev.subprocess, "run", run)
    return ran


def fails(command, **options):
    return subprocess.CompletedProcess(command, 1, stdout="")


# What is missing


def test_an_old_python_is_named_with_the_version_it_should_have(dev):
    with pytest.raises(dev.Missing, match=r"needs Python 3\.11 or newer; .* is 3\.9\.2\.$"):
        dev.check_python((3, 9, 2))


def test_this_python_is_new_enough(dev):
    dev.check_python()


def test_a_python_without_venv_gets_debians_command(dev, monkeypatch, commands):
    monkeypatch.setattr(dev, "can_make_venv", lambda: False)

    with pytest.raises(
        dev.Missing, match=r"has no venv module\..*apt-get install python3\.\d+-venv"
    ):
        dev.install()

    assert commands == []


def test_the_tests_install_the_venv_module_where_they_may(dev, monkeypatch, commands):
    packages = []
    monkeypatch.setattr(dev, "can_make_venv", lambda: bool(packages))
    monkeypatch.setattr(dev, "apt_install", lambda *names: packages.extend(names) or True)

    dev.install("[test]", may_use_apt=True)

    assert packages == ["python{}.{}-venv".format(*sys.version_info)]
    assert dev.is_installed("[test]")


def test_without_a_network_the_first_run_says_so(dev, monkeypatch, commands):
    makes_venv = dev.subprocess.run
    monkeypatch.setattr(
        dev.subprocess, "run", lambda c, **o: (fails if "pip" in c else makes_venv)(c, **o)
    )

    with pytest.raises(dev.Missing, match="is there a network"):
        dev.install()

    assert not dev.is_installed("")


def test_what_is_missing_ends_with_status_2_and_one_sentence(dev, monkeypatch, capsys):
    def lacking(args):
        raise dev.Missing("No such thing here.")

    monkeypatch.setitem(dev.COMMANDS, "run", lacking)

    assert dev.main(["run"]) == 2
    assert capsys.readouterr() == ("", "No such thing here.\n")


# The environment


def test_the_packages_are_installed_once(dev, commands):
    dev.install()
    dev.install()

    assert [words[1:3] for words in commands] == [["-m", "venv"], ["-m", "pip"]]
    assert commands[1][-2:] == ["--editable", str(dev.ROOT)]


def test_the_tests_packages_serve_a_run_as_well(dev, commands):
    dev.install("[test]")
    dev.install()

    assert len(commands) == 2
    assert commands[1][-1] == f"{dev.ROOT}[test]"


def test_a_run_does_not_stand_for_the_tests_packages(dev, commands):
    dev.install()

    assert not dev.is_installed("[test]")


def test_a_change_of_pyproject_installs_again_into_the_same_environment(dev, monkeypatch, commands):
    dev.install("[test]")
    monkeypatch.setattr(dev, "is_sound", lambda: True)
    (dev.ROOT / "pyproject.toml").write_text("[project]\ndependencies = ['flask']\n")

    assert not dev.is_installed("")
    assert not dev.is_installed("[test]")

    dev.install()

    assert [words[2] for words in commands] == ["venv", "pip", "pip"]
    assert dev.is_installed("")


def test_an_environment_made_by_hand_is_taken_over(dev, monkeypatch, commands):
    monkeypatch.setattr(dev, "is_sound", lambda: True)
    dev.PYTHON.parent.mkdir(parents=True)
    dev.PYTHON.touch()

    dev.install()

    assert [words[2] for words in commands] == ["pip"]


def test_an_environment_whose_python_has_gone_is_made_anew(dev, commands):
    dev.install()
    dev.PYTHON.unlink()
    dev.PYTHON.parent.rmdir()

    dev.install()

    assert [words[2:4] for words in commands][2] == ["venv", "--clear"]


def test_a_moved_folder_installs_again(dev, commands):
    dev.install()
    moved = dev.ROOT.rename(dev.ROOT.with_name("moved"))
    dev.ROOT, dev.VENV, dev.PYTHON = moved, moved / ".venv", moved / ".venv" / "bin" / "python"

    assert not dev.is_installed("")


# The browser


def test_without_a_browser_every_system_is_told_its_way(dev, monkeypatch, commands):
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)

    with pytest.raises(dev.Missing) as missing:
        dev.find_browser()

    systems = [line.split(":")[0] for line in str(missing.value).splitlines()[1:]]
    assert systems == ["Debian", "Ubuntu", "macOS", "Windows", "Elsewhere"]


def test_the_chosen_browser_comes_first(dev, monkeypatch):
    monkeypatch.setenv("REFEREE_CHROMIUM", "my-chromium")
    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/bin/{name}")

    assert dev.find_browser() == "/bin/my-chromium"


def test_a_chosen_browser_that_is_not_there_is_refused(dev, monkeypatch):
    monkeypatch.setenv("REFEREE_CHROMIUM", "/nowhere/chromium")

    with pytest.raises(dev.Missing, match="/nowhere/chromium, which is no program"):
        dev.find_browser()


def test_a_snap_is_passed_over_for_the_next_browser(dev, monkeypatch):
    paths = {"chromium": "/snap/bin/chromium", "google-chrome": "/opt/chrome"}
    monkeypatch.setattr(dev.shutil, "which", paths.get)
    monkeypatch.setattr(dev, "succeeds", lambda *command: True)

    assert dev.find_browser() == "/opt/chrome"


def test_a_name_on_the_path_that_starts_no_browser_is_passed_over(dev, monkeypatch):
    paths = {"chromium-browser": "/bin/hint", "google-chrome": "/opt/chrome"}
    monkeypatch.setattr(dev.shutil, "which", paths.get)
    monkeypatch.setattr(dev, "succeeds", lambda path, flag: path == "/opt/chrome")

    assert dev.find_browser() == "/opt/chrome"


@pytest.mark.parametrize(
    ("linux", "installs"),
    [({"debian"}, True), ({"ubuntu", "debian"}, False), ({"fedora"}, False), (set(), False)],
)
def test_chromium_comes_as_a_package_on_debian_alone(dev, monkeypatch, commands, linux, installs):
    packages = []
    monkeypatch.setattr(dev, "distributions", lambda: linux)
    monkeypatch.setattr(dev, "browser_on_path", lambda: "/bin/chromium" if packages else None)
    monkeypatch.setattr(
        dev, "playwrights_own", lambda: "/own" if "install" in commands[-1] else None
    )
    monkeypatch.setattr(dev, "apt_install", lambda *names: packages.extend(names) or True)
    commands.append([])

    assert dev.find_browser() == ("/bin/chromium" if installs else "/own")
    assert packages == (["chromium", "fonts-noto-cjk"] if installs else [])


def test_fonts_that_cannot_be_installed_are_asked_for_and_stop_nothing(dev, monkeypatch, capsys):
    monkeypatch.setattr(dev, "distributions", lambda: {"debian"})
    monkeypatch.setattr(dev, "FONTS", dev.ROOT)
    monkeypatch.setattr(dev, "apt_install", lambda *names: False)

    dev.find_fonts()

    assert "apt-get install fonts-noto-cjk" in capsys.readouterr().out


# The commands


@pytest.fixture
def ready(dev, monkeypatch):
    """`dev` with all it needs in place."""
    monkeypatch.setattr(dev, "install", lambda *extra, **options: None)
    monkeypatch.setattr(dev, "find_browser", lambda: "/bin/chromium")
    monkeypatch.setattr(dev, "find_fonts", lambda: None)
    return dev


def test_all_checks_run_and_pytest_last_with_what_it_was_given(ready, commands, capsys):
    assert ready.main(["test", "-k", "scoring"]) == 0

    assert [words[2] for words in commands] == ["ruff", "ruff", "mypy", "pytest"]
    assert commands[-1][-2:] == ["-k", "scoring"]
    assert capsys.readouterr().out.splitlines()[-1] == "== pytest"


def test_all_checks_run_though_one_fails_and_the_end_names_it(ready, monkeypatch, capsys):
    ran = []

    def run(command, **options):
        ran.append(command)
        return subprocess.CompletedProcess(command, "mypy" in command)

    monkeypatch.setattr(ready.subprocess, "run", run)

    assert ready.main(["test"]) == 1
    assert len(ran) == 4
    assert capsys.readouterr().out.splitlines()[-1] == "Failed: mypy."


def test_the_tests_are_told_the_browser(ready, monkeypatch):
    told = []

    def run(command, env, **options):
        told.append(env["REFEREE_CHROMIUM"])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(ready.subprocess, "run", run)
    ready.main(["test"])

    assert set(told) == {"/bin/chromium"}


def test_a_run_becomes_the_server_with_what_it_was_given(ready, monkeypatch):
    became = []

    def execv(path, command):
        became.extend(command[1:])
        raise SystemExit  # the real one never comes back either

    monkeypatch.setattr(ready, "IS_WINDOWS", False)
    monkeypatch.setattr(ready.os, "execv", execv)

    with pytest.raises(SystemExit):
        ready.main(["run", "--port", "0"])

    assert became == ["-m", "referee", "serve", "--port", "0"]


def test_on_windows_a_run_waits_for_the_server_and_leaves_ctrl_c_to_it(ready, monkeypatch):
    class Server:
        def __init__(self, command):
            self.command = command

        def wait(self):
            return 3 if self.command[1:] == ["-m", "referee", "serve"] else 1

    ignored = []
    monkeypatch.setattr(ready, "IS_WINDOWS", True)
    monkeypatch.setattr(ready.subprocess, "Popen", Server)
    monkeypatch.setattr(ready.signal, "signal", lambda *which: ignored.append(which))

    assert ready.main(["run"]) == 3
    assert ignored == [(ready.signal.SIGINT, ready.signal.SIG_IGN)]


def test_dev_alone_lists_its_commands(dev, capsys):
    assert dev.main([]) == 0
    assert [line.split()[2] for line in capsys.readouterr().out.splitlines()] == ["run", "test"]


def test_an_unknown_command_lists_the_known_and_is_an_error(dev, capsys):
    assert dev.main(["tset"]) == 2
    assert "python3 dev test" in capsys.readouterr().out


def test_the_continuous_check_is_dev_test():
    script = (TOP / ".ci" / "run").read_text()

    assert script.splitlines()[-1] == "exec python3 dev test"
    assert (TOP / ".ci" / "run").stat().st_mode & 0o111
