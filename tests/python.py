# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the Python module: bits, NaN, errors, Ctrl-C, figures and the notebook. Prints a line per test.
usage: python.py CAROM NOTEBOOK"""
import contextlib
import io
import json
import math
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path

import numpy

import carom

program, notebook = sys.argv[1:]
work = Path(tempfile.mkdtemp(prefix="test-"))
CLOCKS = {"wall_clock_s"}  # differs between two runs


def records(*arguments, name):
    """Run the program; return the folder of its records."""
    subprocess.run([program, *arguments, "--no-plots", "-q", "-o", work / name], check=True)
    return work / name


def compare(table, path):
    """Compare every cell of a table with the text of a record; return the number of cells."""
    lines = [line.split("\t") for line in path.read_text().splitlines()]
    assert table.columns == lines[0], (table.columns, lines[0])
    assert len(table) == len(lines) - 1, (len(table), len(lines))
    cells = 0
    for name, texts in zip(lines[0], zip(*lines[1:])):
        array = table[name]
        for k, text in enumerate(texts if name not in CLOCKS else ()):
            if array.dtype.kind == "U":
                assert array[k] == text, (path, name, k, array[k], text)
            else:  # equal bits, except that a NaN has any
                want = float(text)
                same = math.isnan(want) and math.isnan(array[k]) or struct.pack("d", want) == array[k].tobytes()
                assert same, (path, name, k, array[k], text)
            cells += 1
    return cells


def files_left():
    return [name for name in os.listdir(tempfile.gettempdir()) if name.startswith("carom-")]


def test_three_lines():
    text = 'import carom\nrun = carom.run("01-head-on")\nprint(run.solvers["euler"].series["kinetic_J"])'
    shown = subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True, env={**os.environ, "PATH": "/nowhere"})
    assert shown.stdout.startswith("[0.085 "), shown
    return "3 lines to an array, without a program on the PATH"


def test_bits_of_a_run():
    folder = records("compare", "01-head-on", name="01")
    run, cells = carom.run("01-head-on"), 0
    for name in run.manifest["solvers"]:
        for table in "series", "trajectory", "collisions":
            cells += compare(getattr(run.solvers[name["name"]], table), folder / name["name"] / f"{table}.tsv")
    cells += compare(run.summary, folder / "summary.tsv") + compare(run.divergence, folder / "divergence.tsv")
    ledger = run.solvers["euler"].ledger
    assert ledger.units["energy_residual_J"] == "J" and "contacts" not in ledger.columns
    assert run.solvers["euler"].summary["rms_divergence_m"] == run.summary.where(solver="euler")["rms_divergence_m"][0]
    return f"{cells} cells of 01 have the bits of the records"


def test_bits_of_a_sweep():
    folder = records("sweep", "06-stiffness", name="06")
    sweep = carom.sweep("06-stiffness", jobs=2)
    return f"{compare(sweep.table('sweep'), folder / 'sweep.tsv')} cells of the sweep in 06 have the bits of the records"


def test_bits_of_gradients():
    folder = records("gradient", "26-gradients", "--set", "gradient.of=ball.y_m", "--set", "gradient.by=balls.ball.y_m,balls.ball.vy_mps", name="26")
    gradient = carom.gradient("26-gradients", of="ball.y_m", by=["balls.ball.y_m", "balls.ball.vy_mps"])
    cells = sum(compare(table, folder / f"{name}.tsv") for name, table in gradient.tables.items())
    return f"{cells} cells of gradients in 26 have the bits of the records"


def test_read_and_save():
    run = carom.run("01-head-on", set={"restitution": 0.5}, solvers="euler")
    again = carom.read(run.save(work / "saved"))
    assert list(again.solvers) == ["euler"] and again.solvers["euler"].series["kinetic_J"][-1] < 0.085
    assert carom.read(work / "06").units["rms_divergence_m"] == "m"
    foreign = work / "foreign"
    foreign.mkdir()
    with contextlib.suppress(carom.Error):
        carom.read(foreign)
        raise AssertionError("tables in a folder without any")
    shutil.copy(run.path / "euler" / "trajectory.tsv", foreign)  # of another program: without run.json
    assert carom.read(foreign).units["vx_mps"] == "m/s"
    return "saved records are read again, also those of the program"


def test_scenarios():
    scene = {"carom": 1, "table": {"boundary": "open"}, "duration_s": 0.5, "samples": 3,
             "balls": [{"name": "1", "x_m": numpy.float64(0), "vx_mps": 1, "y_m": 0}, {"name": "2", "x_m": 0.2, "y_m": 0.01}],
             "solvers": [{"name": "impulse", "kind": "impulse"}]}
    run = carom.run(scene, set={"balls.1.x_m": -0.1, "samples": 5})
    assert len(run.solvers["impulse"].ball("1")) == 5  # names of balls stay texts
    assert len(run.solvers["impulse"].series.array()) == 5
    assert run.solvers["impulse"].ball("1")["x_m"][0] == -0.1
    text = carom.run(json.dumps(scene, indent=1, default=float))
    assert text.solvers["impulse"].trajectory["x_m"][0] == 0
    path = work / "scene.yaml"
    path.write_text(json.dumps(scene, indent=1, default=float))
    assert carom.run(path).manifest["scenario_name"] == str(path)
    assert "26-gradients/stiffness" in carom.experiments()
    return "a dict, YAML text, a path and an experiment"


def test_errors():
    for scenario, more, expected in (
            ("carom: 1\nballs:\n  - { name: a, x_m: zz, y_m: 0 }\nsolvers: [{ kind: impulse }]\n", {}, "scenario:3:21: error: balls[0].x_m: found 'zz'"),
            ("01-head-on", {"set": {"gravity": 3}}, "gravity: unknown key; did you mean 'gravity_mps2'?"),
            ("01-head-on", {"solvers": ["rk4"]}, "no solver 'rk4'; its solvers are: impulse, euler, heun"),
            ("no-such", {}, "cannot read 'no-such'")):
        try:
            carom.run(scenario, **more)
            raise AssertionError(f"accepted: {expected}")
        except carom.Error as error:
            assert expected in str(error), error
            place = (error.file, error.line, error.column)
            assert place == (("scenario", 3, 21) if "3:21" in expected else (None, None, None)), (error, place)
    for call, expected in ((lambda: carom.sweep("01-head-on"), "sweep: missing"),
                           (lambda: carom.gradient("26-gradients", of="ball.z_m"), "z_m"),
                           (lambda: carom.study("gradient", "26-gradients", set={"gradient.off": 1}), "unknown key"),
                           (lambda: carom.study("explain", "01-head-on"), "'explain' is no study")):
        try:
            call()
            raise AssertionError(f"accepted: {expected}")
        except carom.Error as error:
            assert expected in str(error), error
    return "errors have the reader's text and position"


def test_checks():
    verdicts = carom.check("01-head-on")
    assert verdicts.passed and {verdict["verdict"] for verdict in verdicts} == {"pass"} and len(verdicts) == 6, verdicts
    assert verdicts[1]["value"] == carom.run("01-head-on").summary.where(solver="euler")["energy_residual_rel"][0]
    assert not carom.check("01-head-on", set={"solvers.euler.step_s": 1e-4}).passed
    saved = carom.run("01-head-on").save(work / "checked")
    assert carom.check(records=saved).passed and carom.check("01-head-on", records=saved).passed
    table = saved / "heun" / "trajectory.tsv"
    table.write_text(table.read_text().replace("0.63", "0.65"))
    foreign = work / "one-table"
    foreign.mkdir()
    shutil.copy(table, foreign / "trajectory.tsv")
    verdicts = carom.check("01-head-on", records=foreign)
    assert not verdicts.passed, verdicts
    try:
        carom.check("carom: 1\nballs: 3\n", records=foreign)
        raise AssertionError("accepted")
    except carom.Error as error:
        assert error.line is not None, error
    return "checks of runs, of records and of the table of another program"


def test_solver_that_stops():
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        run = carom.run("12-collapse", set={"solvers.rest.collapse": "error"}, solvers=["rest"])
    failure = run.solvers["rest"].failure
    assert "collapse" in failure and len(run.solvers["rest"].collisions) > 10 and any(failure in str(warning.message) for warning in warned), (failure, warned)
    return "a solver that stops early has its failure and its records"


def test_interrupt():
    left = files_left()
    parts = []

    def note(part):
        parts.append((part, time.process_time()))  # of the processor: the machine may be busy
        if len(parts) == 1:
            os.kill(os.getpid(), signal.SIGINT)
    try:
        carom.run("01-head-on", set={"duration_s": 1e4, "samples": 2}, progress=note)
        raise AssertionError("not interrupted")
    except KeyboardInterrupt:
        pass
    took = time.process_time() - parts[0][1]
    assert took < 3, took
    assert all(0 <= part <= 1 for part, _ in parts), parts
    assert files_left() == left, (left, files_left())

    def refuse(_part):
        raise ZeroDivisionError
    try:
        carom.run("01-head-on", set={"duration_s": 1e4, "samples": 2}, progress=refuse)
        raise AssertionError("the error of the callback is lost")
    except ZeroDivisionError:
        pass
    assert files_left() == left, (left, files_left())
    return f"Ctrl-C ends a run after {took:.1f} s and leaves no folder"


def test_figures():
    run = carom.run("01-head-on")
    names = {file.name for file in run.path.iterdir()}
    if not shutil.which("gnuplot"):
        assert "<table>" in run._repr_html_()
        return "a table in place of a figure # skip no gnuplot"
    html = run._repr_html_()
    assert html.count("<img ") == 1 and "data:image/png;base64,iVBOR" in html
    assert list(run.figures("newton")) == ["newton"]
    assert names == {file.name for file in run.path.iterdir()}, "the folder has changed"
    try:
        run.figures("no-such")
        raise AssertionError("an unknown figure")
    except carom.Error:
        pass
    path, os.environ["PATH"] = os.environ["PATH"], "/nowhere"
    assert "<table>" in run._repr_html_()
    os.environ["PATH"] = path
    return "the overview is shown, and a table without gnuplot"


def test_notebook():
    cells = [cell for cell in json.loads(Path(notebook).read_text())["cells"] if cell["cell_type"] == "code"]
    names, output = {}, io.StringIO()
    for cell in cells:
        assert len(cell["source"]) <= 10, cell["source"]
        with contextlib.redirect_stdout(output):
            exec("".join(cell["source"]), names)
    shown = output.getvalue()
    for expected in ("euler    energy error +5.4e-03, contact 0.00916 s", "distance ~ k^-0.500", "stepped  pathwise +1.0000, exact -1.0000"):
        assert expected in shown, shown
    return f"the {len(cells)} cells of the notebook, each of at most 10 lines"


def test_pandas():
    try:
        import pandas
    except ImportError:
        return "# skip no pandas"
    frame = carom.run("01-head-on").summary.frame()
    assert isinstance(frame, pandas.DataFrame) and list(frame["solver"]) == ["impulse", "euler", "heun"]
    return "frame() is a DataFrame"


for name, test in list(globals().items()):
    if name.startswith("test_"):
        try:
            print(f"ok python/{name[5:]}: {test()}", flush=True)
        except BaseException:
            print("".join(f"# {line}\n" for line in traceback.format_exc().splitlines()), end="")
            print(f"not ok python/{name[5:]}", flush=True)
left = files_left()
print(f"{'not ok' if left else 'ok'} python: {len(left)} temporary folders left")
shutil.rmtree(work)
