# SPDX-License-Identifier: GPL-3.0-or-later
"""carom: one billiard scenario through interchangeable collision solvers.

    import carom
    run = carom.run("01-head-on")
    print(run.solvers["euler"].series["kinetic_J"])

run, sweep, gradient and study run the program, which is a part of this module; read reads records that it has written
before. A scenario is the path of a file, the name of a shipped experiment, YAML text, or a dict. Tables hold numpy
arrays with the names and units of the records; every number has the bits of the record, and NaN stays NaN.
"""
import base64
import html
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tty
import warnings
import weakref
from pathlib import Path

try:
    import numpy
except ImportError:
    raise ImportError("carom needs numpy: pip install numpy") from None

from ._version import __version__

__all__ = ["run", "check", "sweep", "gradient", "study", "read", "experiments", "Error", "Run", "Solver", "Study", "Table"]


def __dir__():
    return sorted([*__all__, "__version__"])


_home = Path(__file__).resolve().parent / "share"
_program = Path(__file__).resolve().parent / "_carom"


class Error(Exception):
    """A scenario, a file or a figure that carom rejects. file, line and column are the position of the first error in the
    text (None: none)."""

    def __init__(self, text):
        super().__init__(text)
        place = re.match(r"(.+?):(\d+):(\d+): ", text)
        self.file, self.line, self.column = (place[1], int(place[2]), int(place[3])) if place else (None, None, None)


# ---- the program ----

# a progress bar, and what removes it
_BAR = re.compile(rb"\r(?:\[[# ]*\] +(\d+) %[^\r\n\x1b]*)?\x1b\[K")


def _show(part, done=False):
    """Write the progress into the last line of a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K" + ("" if done else f"carom: {100 * part:.0f} %"))
        sys.stderr.flush()


def _listen(terminal, progress):
    """Read what the program writes to its terminal until it ends; call `progress` with the fraction that is done."""
    said, last = b"", b""
    while True:
        try:
            more = os.read(terminal, 65536)
        except OSError:  # the program has ended
            more = b""
        if not more:
            return said.decode("utf-8", "replace")
        shown, said = _BAR.findall(said + more), _BAR.sub(b"", said + more)
        if shown and shown[-1] not in (b"", last):
            last = shown[-1]
            progress(int(last) / 100)


def _run(arguments, text=None, progress=_show):
    """Run the program; return its status, and what it printed as result and as messages. Ctrl-C, or an exception of
    `progress`, ends it early."""
    terminal, its = os.openpty()  # on which it shows its progress
    tty.setraw(its)
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as output:
        source.write((text or "").encode())
        source.seek(0)
        child = subprocess.Popen(
            [_program, *arguments], stdin=source, stdout=output, stderr=its, start_new_session=True,
            env={**os.environ, "CAROM_HOME": str(_home), "NO_COLOR": "1"})
        os.close(its)
        try:
            said = _listen(terminal, progress)
        except BaseException:
            child.send_signal(signal.SIGINT)
            raise
        finally:
            os.close(terminal)
            status = child.wait()
        output.seek(0)
        return status, output.read().decode(), re.sub("^-:", "scenario:", said, flags=re.MULTILINE)


def _raise(status, said):
    if status == 130:
        raise KeyboardInterrupt
    said = re.sub(r"^carom: (error: |\d+ errors?.*\n)", "", said, flags=re.MULTILINE).rstrip("\n")
    raise MemoryError("carom: out of memory") if "out of memory" in said else Error(said)


# ---- scenarios ----

def _plain(value):
    return value.tolist() if isinstance(value, (numpy.ndarray, numpy.generic)) else str(value)


def _yaml(value):
    """Format a value of a key: text as it is, everything else as JSON, which is YAML."""
    return value if isinstance(value, str) else json.dumps(value, default=_plain)


def experiments():
    """Return the names of the shipped experiments and of their further scenarios."""
    files = sorted((_home / "experiments").glob("*/*.yaml"))
    return [file.parent.name if file.stem == "experiment" else f"{file.parent.name}/{file.stem}"
            for file in files if file.stem != "answers"]


def _scenario(scenario):
    """Return the program's argument for a scenario, and its text if that is standard input."""
    if isinstance(scenario, dict):
        return "-", json.dumps(scenario, indent=1, default=_plain)
    name = os.fspath(scenario)
    if "\n" in name or ": " in name:
        return "-", name
    shipped = _home / "experiments" / (name if "/" in name else name + "/experiment")
    if Path(name).is_file() or shipped.with_name(shipped.name + ".yaml").is_file():
        return "./" + name if name.startswith("-") else name, None
    raise Error(f"cannot read '{name}': no such file or experiment (see carom.experiments())")


def _settings(sets):
    return [word for key, value in (sets or {}).items() for word in ("--set", f"{key}={_yaml(value)}")]


def _execute(command, scenario, sets, solvers, jobs, progress):
    """Run a command in a new temporary folder; return the folder and the printed result."""
    name, text = _scenario(scenario)
    names = [solvers] if isinstance(solvers, str) else solvers or []
    directory = tempfile.mkdtemp(prefix="carom-")
    arguments = [command, name, "-o", directory, "--no-plots", *_settings(sets),
                 *(word for name in names for word in ("--solver", str(name))), *(["-j", str(jobs)] if jobs > 0 else []),
                 *(["--figures", "all"] if command == "compare" else [])]
    try:
        status, report, said = _run(arguments, text, progress or _show)
        # a solver that stopped early leaves records
        if status != 0 and not (Path(directory) / ("run.json" if command == "compare" else f"{command}.json")).is_file():
            if " has no option " in said or "unknown command" in said:
                raise Error(f"'{command}' is no study of a scenario that writes tables")
            _raise(status, said)
    except BaseException:
        shutil.rmtree(directory, ignore_errors=True)
        raise
    finally:
        if progress is None:
            _show(1, done=True)
    doubts = [line for line in said.split("\n") if ": warning: " in line]
    if doubts:
        warnings.warn("\n".join(doubts), stacklevel=3)
    # without the title and the names of the tables
    return _Folder(directory), report[report.find("\n") + 1:report.rfind("\ntables: ")] + (said if status != 0 else "")


# ---- tables ----

_columns = {table["table"]: {column["name"]: column for column in table["columns"]}
            for table in json.loads((_home / "columns.json").read_text(encoding="utf-8"))}
_all_columns = {name: column for table in _columns.values() for name, column in table.items()}


def _array(cells, column):
    """Convert the cells of a column. Texts stay texts; columns that carom does not list are numbers if all cells are."""
    if not (column and column["text"]):
        try:
            return numpy.array([float(cell) for cell in cells])
        except ValueError:
            pass
    return numpy.array(cells, dtype=str)


class Table:
    """A table of the records: column names with numpy arrays. table["t_s"] and table.t_s are the same array."""

    def __init__(self, columns, name=""):
        self._arrays, self.name = columns, name

    @classmethod
    def _read(cls, path):
        try:
            lines = path.read_text(encoding="utf-8").split("\n")
        except OSError as reason:
            raise Error(f"cannot read '{path}': {reason.strerror}") from None
        header, rows = lines[0].split("\t"), [line.split("\t") for line in lines[1:] if line]
        if any(len(row) != len(header) for row in rows):
            raise Error(f"{path}: a row whose number of cells differs from the header")
        known = _columns.get(path.name, _all_columns)
        cells = zip(*rows) if rows else [()] * len(header)
        return cls({name: _array(column, known.get(name)) for name, column in zip(header, cells)}, path.name)

    def _describe(self, member):
        known = _columns.get(self.name, _all_columns)
        return {name: known[name][member] if name in known else "" for name in self._arrays}

    columns = property(lambda self: list(self._arrays), doc="names of the columns")
    units = property(lambda self: self._describe("unit"), doc="units of the columns; none: an empty text")
    docs = property(lambda self: self._describe("doc"), doc="descriptions of the columns")

    def __getitem__(self, column):
        return self._arrays[column]

    def __getattr__(self, column):
        if column.startswith("_") or column not in self._arrays:
            raise AttributeError(f"{self.name} has no column '{column}'; its columns are: {' '.join(self._arrays)}")
        return self._arrays[column]

    def __dir__(self):
        return [*super().__dir__(), *self._arrays]

    def __iter__(self):
        return iter(self._arrays)

    def __len__(self):
        """Number of rows."""
        return len(next(iter(self._arrays.values()), ()))

    def where(self, **values):
        """Return the rows in which the columns have these values: where(solver="euler")."""
        chosen = numpy.ones(len(self), dtype=bool)
        for column, value in values.items():
            chosen &= self[column] == value
        return Table({name: array[chosen] for name, array in self._arrays.items()}, self.name)

    def array(self):
        """Return a structured array with a field for each column."""
        result = numpy.empty(len(self), dtype=[(name, array.dtype) for name, array in self._arrays.items()])
        for name, array in self._arrays.items():
            result[name] = array
        return result

    def frame(self):
        """Return a pandas DataFrame."""
        import pandas
        return pandas.DataFrame(self._arrays)

    def __repr__(self):
        return f"<carom.Table {self.name}: {len(self)} rows of {' '.join(self._arrays)}>"

    def _repr_html_(self):
        most = 12
        rows = [list(self), *([f"{cell:.6g}" if isinstance(cell, float) else cell for cell in row] for row in self.array()[:most])]
        lines = ["".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) for row in rows]
        more = f"<p>{len(self)} rows, of which the first {most} are shown</p>" if len(self) > most else ""
        return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>{more}"


# ---- results ----

class _Folder:
    """A temporary folder, removed with the last reference: results share it."""

    def __init__(self, path):
        self.path = Path(path)
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def _share(source, target):
    """Give a file a second name, or copy it: a manifest, which may be replaced, and between disks."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


class _Records:
    """A folder of records. The folder of a run in Python is temporary."""

    _figures = None  # figures of _repr_html_; None: the default ones

    def __init__(self, directory, folder=None, text=""):
        self.path, self._folder, self.text, self._tables = Path(directory), folder, text, {}

    def table(self, name):
        """Return a table by its file name without .tsv. It is read when it is first used."""
        if name not in self._tables:
            self._tables[name] = Table._read(self.path / f"{name}.tsv")
        return self._tables[name]

    def save(self, directory):
        """Copy the records to a new folder. carom plot and the other commands of the program read it."""
        shutil.copytree(self.path, directory)
        return Path(directory)

    def figures(self, names=None):
        """Draw figures with gnuplot; return a dict of PNG files. names: separated by commas, or "all"."""
        with tempfile.TemporaryDirectory(prefix="carom-") as folder:
            # drawn beside the records, so that their folder does not change; carom reads no links in a folder
            ours = shutil.ignore_patterns("*.png", "*.svg", "*.pdf", "*.gif", "*.mp4", "*.wav")
            shutil.copytree(self.path, folder, copy_function=_share, ignore=ours, dirs_exist_ok=True)
            status, _, said = _run(["plot", folder, "--format", "png", *(["--figures", names] if names else [])])
            if status != 0:
                _raise(status, said)
            return {file.stem: file.read_bytes() for file in sorted(Path(folder).glob("*.png"))}

    def _repr_html_(self):
        try:
            drawn = self.figures(self._figures).values()
        except Error:  # no gnuplot, or nothing to draw
            drawn = ()
        images = [f'<img style="max-width:100%" src="data:image/png;base64,{base64.b64encode(png).decode()}">'
                  for png in drawn]
        return "".join(images) or self._main_table()._repr_html_()


class Study(_Records):
    """Result of a sweep or a study. result["column"] is an array of its main table; `text` is the printed result."""

    def __init__(self, directory, command, **more):
        super().__init__(directory, **more)
        self.command = command
        self.tables = {file.stem: self.table(file.stem) for file in sorted(self.path.glob("*.tsv"))
                       if file.stem != "files" and not file.name.endswith(".figures.tsv")}

    def _main_table(self):
        return self.tables.get(self.command, next(iter(self.tables.values())))

    def __getitem__(self, column):
        return self._main_table()[column]

    units = property(lambda self: self._main_table().units)
    columns = property(lambda self: self._main_table().columns)

    def frame(self):
        """Return a pandas DataFrame of the main table."""
        return self._main_table().frame()

    def __repr__(self):
        return self.text or repr(self._main_table())


class Solver(_Records):
    """Records of one solver. summary: its numbers in run.json (NaN: none), parameters, and failure ("": it reached the
    end)."""

    def __init__(self, directory, about, folder):
        super().__init__(directory, folder)
        self.name, self.kind, self.parameters = about["name"], about["kind"], about["parameters"]
        self.failure = about.get("failure") or ""
        self.summary = {key: math.nan if value is None else value for key, value in about.items()
                        if key not in ("name", "kind", "parameters", "failure")}

    series = property(lambda self: self.table("series"), doc="energies and momenta at the samples")
    trajectory = property(lambda self: self.table("trajectory"), doc="positions and velocities of all balls")
    collisions = property(lambda self: self.table("collisions"), doc="every collision")
    contacts = property(lambda self: self.table("contacts"), doc="samples of the traced contacts")

    def ball(self, name):
        """Return the trajectory of one ball."""
        return self.trajectory.where(ball=name)

    @property
    def ledger(self):
        """Energy and momentum budget: the time and the columns of series in J, kg m/s and kg m^2/s."""
        units = self.series.units
        return Table({name: self.series[name] for name in units
                      if name == "t_s" or units[name] in ("J", "kg m/s", "kg m^2/s")}, "series.tsv")

    def __repr__(self):
        return f"<carom.Solver {self.name} ({self.kind}){': ' if self.failure else ''}{self.failure}>"

    def _repr_html_(self):
        return self.series._repr_html_()


class Run(_Records):
    """Records of a run: solvers by name, tables summary and divergence, and manifest (run.json)."""

    _figures = "overview"

    def __init__(self, directory, **more):
        super().__init__(directory, **more)
        try:
            self.manifest = json.loads((self.path / "run.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as reason:
            raise Error(f"cannot read '{self.path / 'run.json'}': {reason}") from None
        self.solvers = {about["name"]: Solver(self.path / about["name"], about, self._folder)
                        for about in self.manifest["solvers"]}

    summary = property(lambda self: self.table("summary"), doc="a row for each solver")
    divergence = property(lambda self: self.table("divergence"), doc="distances from the reference")

    def _main_table(self):
        return self.summary

    def __repr__(self):
        name = self.manifest["scenario_name"]
        return f"<carom.Run {'scenario' if name == '-' else name}: {' '.join(self.solvers)}>"


class Verdicts(list):
    """Verdicts of checks: a list of dicts. passed: no check failed."""

    passed = property(lambda self: all(verdict["verdict"] != "fail" for verdict in self))


# ---- commands ----

def run(scenario, set=None, solvers=None, threads=1, progress=None):
    """Run a scenario with all solvers, or those in `solvers`, and compare them with the reference.

    set: values of keys, as {"solvers.euler.step_s": 1e-6}. threads: solvers advanced at the same time.
    progress: called with the fraction that is done; without it, a terminal shows the progress.
    Raises Error for an invalid scenario, and KeyboardInterrupt after Ctrl-C. A solver that stops early keeps its records
    until then and has a `failure`."""
    folder, _ = _execute("compare", scenario, set, solvers, threads, progress)
    result = Run(folder.path, folder=folder)
    for solver in result.solvers.values():
        if solver.failure:
            warnings.warn(f"solver '{solver.name}' stopped: {solver.failure}", stacklevel=2)
    return result


def check(scenario=None, records=None, set=None):
    """Run a scenario and evaluate its `checks`, or evaluate them on the records of any program in a folder.

    Without a scenario, it is that of run.json. Returns a list of dicts (verdict, check, text, value, ...); `passed` is true if
    no check failed."""
    if records is not None and set:
        raise TypeError("set changes a run, not records")
    name, text = _scenario(scenario) if scenario is not None else (None, None)
    with tempfile.TemporaryDirectory(prefix="carom-") as folder:
        status, report, said = _run(["check", *([name] if name else []), "--json", *_settings(set),
                                     *(["-o", folder] if records is None else ["--records", os.fspath(records)])], text)
    if report == "":
        _raise(status, said)
    return Verdicts(json.loads(report))


def study(command, scenario, set=None, solvers=None, jobs=0, progress=None):
    """Run a study of the program: converge, diverge, contact, statistics ("carom help" lists them).

    set: values of keys of the scenario, and of the study, as {"converge.phases": 4}. jobs: runs at a time; 0: one per
    processor."""
    folder, text = _execute(command, scenario, set, solvers, jobs, progress)
    return Study(folder.path, command, folder=folder, text=text)


def sweep(scenario, set=None, solvers=None, jobs=0, progress=None):
    """Run a scenario at every point of its `sweep:`. The result has the columns of sweep.tsv."""
    return study("sweep", scenario, set, solvers, jobs, progress)


def gradient(scenario, of=None, by=None, set=None, solvers=None, jobs=0, progress=None):
    """Compute derivatives of `of` (BALL.COLUMN) with respect to the keys `by` (a key or a list) for every solver.

    The result has the columns of gradient.tsv: solver, of, by, pathwise, exact, noise."""
    values = dict(set or {})
    if of is not None:
        values["gradient.of"] = of
    if by is not None:
        values["gradient.by"] = by if isinstance(by, str) else ",".join(by)
    return study("gradient", scenario, values, solvers, jobs, progress)


def read(directory):
    """Read the records that carom run, carom compare, carom sweep or a study wrote into a folder, or the tables of another
    program."""
    directory = Path(directory)
    if (directory / "run.json").is_file():
        return Run(directory)
    for manifest in sorted(directory.glob("*.json")):
        if (directory / f"{manifest.stem}.tsv").is_file():
            return Study(directory, manifest.stem)
    tables = sorted(directory.glob("*.tsv"))
    if tables:  # of another program
        return Study(directory, tables[0].stem)
    raise Error(f"cannot read '{directory}': it contains no tables (.tsv)")
