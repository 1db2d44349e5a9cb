/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What carom help says of what a run leaves behind. */
#include "cli/help/help.h"
#include <stddef.h>

static const char records[] =
    "Tab-separated, one header line, numbers with 17 digits. What a solver leaves is in a\n"
    "folder of its name. run.json is what made the records: version, commit, compiler, the full\n"
    "scenario; files.tsv names the files that carom has left in the folder, and the command that\n"
    "each is of. The tables and their columns are listed below.\n"
    "\n"
    "Files are written whole or not at all, also where the power fails. Through a symbolic\n"
    "link the file behind it is written, into a pipe or device what there is to write;\n"
    "'--junit -' is standard output. One carom at a time works in a folder, and a second run\n"
    "leaves there nothing of the first that it has not written anew; what files.tsv does not\n"
    "list is nobody's but yours and is never touched.\n"
    "\n"
    "For other programs 'carom export DIR --to csv' makes a trajectory comma-separated values\n"
    "(a name that a spreadsheet would take for a formula has an apostrophe before it there),\n"
    "--to xyz extended XYZ (OVITO, ASE); 'carom export FILE --to lammps' makes a scenario an\n"
    "input script for LAMMPS, which steps the same springs by code of its own.\n"
    "\n"
    "With --json a command prints its tables as one JSON document, and nothing else, on standard\n"
    "output: rows by the names of their columns, of a study { \"TABLE\": [ row, ... ], ... };\n"
    "of explain a row for each sentence, with its quantities by key and the sentence as \"text\";\n"
    "numbers with 17 digits, null where one is nan or inf. With -q it prints errors, and what is\n"
    "asked for as data (--json, -o -, what list, show and explain are for) alone.\n";

static const char checkpoints[] =
    "  carom compare FILE --checkpoint 60            # run too; seconds of wall clock\n"
    "A run with --checkpoint keeps all that it has come to in DIR/checkpoint.carom, and the\n"
    "rows of its tables in files whose names end in .part. However it ends, the same command\n"
    "goes on where the last checkpoint was, says so, and ends in the same bytes of every record\n"
    "(wall_clock_s aside) and the same table as a run that was never ended. --threads and\n"
    "--checkpoint need not be what they were. What an earlier run has left in DIR stays as it is\n"
    "until the end; then the checkpoint goes. Without --checkpoint a run begins at t = 0, and\n"
    "a checkpoint that lies in DIR is mentioned and left alone; where none does, .part files that\n"
    "a run with --checkpoint has left there are taken away at the end.\n"
    "\n"
    "A checkpoint that is damaged, of another scenario (--set counts), of other solvers or\n"
    "options, of another build of carom, or whose .part files are not what they were, is\n"
    "refused with the reason, status 65, and left as it is: remove it to begin anew. So is one\n"
    "that somebody made up, of a state that cannot be. It begins with lines of text that say\n"
    "what it is of ('head -14 DIR/checkpoint.carom'). What one costs grows with the balls and\n"
    "with the collisions so far (less with --no-collisions); on long runs they come less often\n"
    "than asked for where they would take over a tenth of the time.\n"
    "Engines of other people cannot say their state: they go their way again, from t = 0.\n";

static const char python[] =
    "With numpy, 'python3 read.py out/04-break', where read.py is\n"
    "\n"
    "  import pathlib, sys\n"
    "  import numpy\n"
    "\n"
    "  def table(path):\n"
    "      \"\"\"Rows of a table; a column by its name, t_s or x_m.\"\"\"\n"
    "      return numpy.atleast_1d(numpy.genfromtxt(\n"
    "          path, delimiter=\"\\t\", names=True, dtype=None, encoding=\"utf-8\",\n"
    "          comments=None, deletechars=\"\"))\n"
    "\n"
    "  folder = pathlib.Path(sys.argv[1])\n"
    "  for run in table(folder / \"summary.tsv\"):\n"
    "      name = run[\"solver\"]\n"
    "      residual = table(folder / name / \"series.tsv\")[\"energy_residual_J\"]\n"
    "      print(f\"{name}: energy residual at most {abs(residual).max():.3g} J\")\n"
    "      samples = table(folder / name / \"trajectory.tsv\")\n"
    "      for ball in numpy.unique(samples[\"ball\"]):\n"
    "          own = samples[samples[\"ball\"] == ball]\n"
    "          way = numpy.hypot(numpy.diff(own[\"x_m\"]), numpy.diff(own[\"y_m\"])).sum()\n"
    "          print(f\"  {ball}: {way:.6f} m\")\n";

static const char figures[] =
    "Every figure is a PNG, an SVG and a PDF with its caption beside it (energy.txt). Once\n"
    "more, from the records, for where it is to stand:\n"
    "  carom plot out/04-break --preset slide                    # or another of those below\n"
    "  carom plot out/04-break --preset column --latex           # \\input{energy-column}\n"
    "  carom plot out/04-break --preset print --latex --width 345pt   # as wide as the lines\n"
    "  carom plot out/04-break --style my.gp                     # colours, dashes, font\n"
    "  carom plot out/04-break --at 0.205 --exaggerate 5         # the balls at that time\n"
    "  carom plot out/04-break --at 0.2 --zoom cue               # its contact, from near\n"
    "  make figures LOOK=\"--preset slide\"                        # a whole lecture's\n"
    "A title says what the figure found, from the records. The overview has the panels with\n"
    "something to show above rounding, or those that the scenario names:\n"
    "  figures: [space-time, raster]                             # 'carom list figures'\n"
    "Studies are drawn again too: NAME.figures.tsv says what a study draws of its tables.\n"
    "The lines of LaTeX's article are 345pt wide, its columns 229.5pt (\\the\\columnwidth);\n"
    "--width changes no type, whose points are those of the preset. A family of solvers has\n"
    "one hue in every figure, a variant within it a dash; curves end in the solver's name, with\n"
    "h or k where solvers differ in them, or in its label: in the scenario.\n"
    "my.gp overrides what it sets of plots/style.gp. --at draws soft discs under the rigid\n"
    "outlines. 'carom animate DIR' makes a film of all solvers, MP4 (with ffmpeg) and GIF,\n"
    "slowed while balls collide; 'carom sound DIR' a WAV with a solver on each ear.\n"
    "\n"
    "'make figures' draws all experiments' figures into out/ in two minutes, the same bytes\n"
    "each time; 'make experiments' runs their checks and sweeps too; 'make check' holds each\n"
    "to its own checks and reruns the numbers in its text. All figures: experiments/README.md.\n";

const cli_section cli_record_sections[] = {
    {"", records}, {"runs that go on", checkpoints}, {"in Python", python}, {NULL, NULL}};

const cli_section cli_figure_sections[] = {{"", figures}, {NULL, NULL}};
