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

/* ---- work ---- */

/* What carom help says of what is done with runs: many of them, verdicts, worksheets. */

static const char grid[] =
    "  sweep:\n"
    "    parameters:\n"
    "      - { key: solvers.heun.step_s, from: 1e-6, to: 1e-4, count: 9, scale: log }\n"
    "      - { key: solvers.*.phase, scale: phases, count: 16 }\n"
    "    collect: [energy_residual_rel, rms_divergence_m, cue.vx_mps]\n"
    "The grid is the product of its parameters. `scale` is linear, log, phases or seeds, or\n"
    "there are `values: [...]`; * stands for every solver that says the key. What `collect`\n"
    "names is a quantity (below), one over another (pair_tests/collisions), or of a ball at the\n"
    "end x_m, y_m, vx_mps, vy_mps, direction_deg or spin_radps.\n"
    "\n"
    "What varies may be no key of the file, but what several follow from: `sets` says which, and\n"
    "how, by formulas of x, and `key` is a name alone:\n"
    "      - { key: cut_deg, from: 0, to: 80, count: 9, sets: [\n"
    "            { key: balls.cue.vx_mps, formula: 2*cos(x*pi/180) },\n"
    "            { key: balls.cue.vy_mps, formula: 2*sin(x*pi/180) } ] }\n";

static const char drawn[] =
    "  sweep:\n"
    "    parameters:\n"
    "      - { key: balls.third.x_m, from: 0.3, to: 0.31, count: 21, origin: 0.3, label: gap }\n"
    "    collect: [third.vx_mps, collisions]\n"
    "    theory:\n"
    "      - { quantity: collisions, formula: ceil(pi/atan(1/sqrt(x)))-1, label: Galperin }\n"
    "With --plots a sweep of one parameter is drawn as curves, of two as maps; 'carom plot DIR'\n"
    "draws them again in another look. `label` is what the axis says, in place of the words of\n"
    "the key's row, and `origin` where it counts from. A formula of x, the parameter's value, is\n"
    "a line beside the curves; the title says who is within a hundredth of it, else the power\n"
    "that the quantity goes with. `contour: VALUE` is a line in maps; `together: speed\n"
    "(m/s)` draws all that is collected in one figure, with that at its axis; `names: beside`\n"
    "has curves that come to one end named where they are apart.\n";

static const char machines[] =
    "'carom sweep FILE' uses all processors; the table is the same bytes for any number of\n"
    "them, and after any interruption (kill -9 too) the same command goes on where it was; so do\n"
    "carom converge and carom statistics.\n"
    "Several machines share a sweep by shards:\n"
    "  sbatch --array=1-7 --wrap 'carom sweep FILE -o out/s --shard $SLURM_ARRAY_TASK_ID/7'\n"
    "  parallel carom sweep FILE -o out/s --jobs 1 --shard {}/7 ::: 1 2 3 4 5 6 7\n"
    "the first with Slurm, the second with GNU parallel; or with make, by a rule\n"
    "  shard-%: ; carom sweep FILE -o out/s --shard $*/7\n"
    "and after all of them\n"
    "  carom merge out/s\n";

static const char checks[] =
    "  checks:\n"
    "    - { quantity: energy_residual_rel, max: theory }\n"
    "    - { kind: column, file: trajectory, column: x_m, ball: cue, at_s: 1, equals: 0.5,\n"
    "        within: 1e-9 }\n"
    "    - { kind: order, of: step, solver: heun }                       # or of: stiffness\n"
    "    - { kind: sequence, solver: heun, as: impulse, until_s: 0.5 }   # the same collisions\n"
    "    - { kind: renumbering }          # the balls' numbers do not matter, to the bit\n"
    "Bounds: max (of the magnitude), min, equals with within. `theory` instead of a number is\n"
    "computed from events, rounding, step, order and stiffness; the formula is printed. 'carom\n"
    "check FILE' prints a table and ends with status 1 where one fails; --tap prints TAP,\n"
    "--junit FILE writes JUnit XML.\n";

static const char foreign[] =
    "'carom check FILE --records DIR' checks the records of another program. Write tables\n"
    "separated by tabs, with one header line and numbers as %.17g, in SI units:\n"
    "  DIR/summary.tsv             a row for each solver of FILE: solver, and each `quantity`\n"
    "                              of the checks, such as energy_residual_rel\n"
    "  DIR/SOLVER/trajectory.tsv   a row for each sample and ball, in the order of FILE: t_s,\n"
    "                              ball, x_m, y_m, vx_mps, vy_mps; spin_radps if balls spin\n"
    "  DIR/SOLVER/series.tsv       a row for each sample: t_s, kinetic_J, elastic_J,\n"
    "                              potential_J, dissipated_J, energy_residual_J, px_kgmps,\n"
    "                              py_kgmps, momentum_residual_kgmps; spin_J if balls spin\n"
    "  DIR/SOLVER/collisions.tsv   a row for each collision: t_s, kind (ball or wall), a, b,\n"
    "                              approach_mps, separation_mps (nan: in contact at the end),\n"
    "                              contact_s (0: an impulse)\n"
    "SOLVER is a name of FILE's solvers. Sample k of `samples` is at duration_s k/(samples - 1);\n"
    "'carom help records' lists all columns, walls are left, right, bottom and top. Potential\n"
    "energy is relative to the table's centre, energy_residual_J as in 'carom help ledger'.\n"
    "The first verdict of each solver recomputes the records from FILE and trajectory.tsv,\n"
    "within 1e-9: initial state, free flight between collisions, kinetic and potential energy,\n"
    "momentum, and the energy residual. It trusts elastic_J and dissipated_J.\n";

static const char exercises[] =
    "Most experiments have a worksheet: predict, run, fill in a table, explain. Answers go\n"
    "into a file that the sheet ends with, and are judged by machine:\n"
    "  carom exercise list\n"
    "  carom exercise show 01-head-on -o sheet.html        # or .pdf, .md, or on the terminal\n"
    "  carom exercise grade my-answers.yaml\n"
    "  carom exercise grade class --csv > marks.csv        # a folder for each student, in one "
    "table\n"
    "  carom lab 01-head-on                # the same with its experiment, as a page for a "
    "browser\n"
    "Numbers are held to tolerances from theory. Some questions ask for a scenario file that\n"
    "reaches an accuracy at a limited cost, or for a force law or an integrator of one's own:\n"
    "one C file that includes <carom/force_law.h> or <carom/integrator.h> alone, and is\n"
    "compiled and held to the conformance test of all others. Without a worksheet:\n"
    "  sh tests/exercise.sh integrator my_method.c out/mine\n"
    "and out/mine/carom knows `integrator: mine`.\n"
    "\n"
    "What is right stands in answers.yaml beside the sheet; it need not lie in the students'\n"
    "clone: whoever grades says where it is, --keys DIR (DIR/07-restitution/answers.yaml or\n"
    "DIR/07-restitution.yaml). A question's `points` are 1 where it does not say.\n"
    "\n"
    "What was handed in runs in a process of its own, under limits of time, memory, files and\n"
    "processes ('carom exercise --help'), and is asked for numbers; the verdict is its\n"
    "examiner's. It is compiled and run in sandboxes of bubblewrap (bwrap): no network, no other\n"
    "process, the system's programs and carom's headers to read, but neither answers nor other\n"
    "hand-ins. Where there is no sandbox grading refuses a program. --limit sandbox=never runs\n"
    "it all the same, with all rights of its user: only where you would run any program of the\n"
    "student's.\n";

const cli_section cli_sweep_sections[] = {
    {"in the file", grid}, {"figures", drawn}, {"processors and machines", machines}, {NULL, NULL}};

const cli_section cli_check_sections[] = {
    {"", checks}, {"records of another program", foreign}, {NULL, NULL}};

const cli_section cli_exercise_sections[] = {{"", exercises}, {NULL, NULL}};
