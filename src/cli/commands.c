/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands with their help texts. Each study adds a command from its own table. */
#include "cli/cli.h"

/* Options of a command; a help text of NULL means the common one. */
#define OPTIONS(...) ((const carom_command_option[]){__VA_ARGS__, {NULL, NULL}})

#define RUN_OPTIONS                                                                                \
    {"output", NULL}, {"set", NULL}, {"solver", NULL}, {"no-collisions", NULL},                    \
    {                                                                                              \
        "threads", NULL                                                                            \
    }

#define RECORDS_HELP                                                                               \
    "Files in DIR:\n"                                                                              \
    "  run.json                 version, scenario and parameters of the run\n"                     \
    "  summary.tsv              the table printed at the end\n"                                    \
    "  divergence.tsv           distance of each solver from the reference (compare)\n"            \
    "  <solver>/series.tsv      energy, momentum and ledger, one row per sample\n"                 \
    "  <solver>/trajectory.tsv  positions and velocities, one row per sample and ball\n"           \
    "  <solver>/collisions.tsv  one row per collision\n"                                           \
    "  <solver>/contacts.tsv    one row per step of each contact that `trace` selects\n"           \
    "  checkpoint.carom         with --checkpoint, until the end: the state of the run\n"          \
    "  files.tsv                the files that carom wrote; a second run removes those that it\n"  \
    "                           does not write again\n"

/* An unknown list is a usage error. */
static int list(const cli_options *options)
{
    carom_error error = {0};
    if (options->schema) {
        if (options->file == NULL || strcmp(options->file, "keys") != 0) {
            return cli_report_usage_error("list", "--schema is of the list keys, not of",
                                          options->file == NULL ? "all" : options->file);
        }
        return cli_report_status(cli_schema_print(stdout, &error), &error);
    }
    switch (cli_list_print(options->file, options->json, options->home, &error)) {
    case CAROM_OK: return EXIT_DONE;
    case CAROM_INVALID: (void)cli_report_error(&error); return EXIT_USAGE;
    default: return cli_report_error(&error);
    }
}

/* Commands listed before the studies. */
static const cli_command early_commands[] = {
    {.name = "new",
     .argument = "NAME",
     .summary = "write a commented scenario to start from",
     .text =
         "Writes NAME.yaml, a scenario of two balls that can be run at once. Comments give the\n"
         "meaning, unit and default of each key. --from copies a shipped scenario instead. carom "
         "new\n"
         "never overwrites a file: it exits with status 73. NAME may be a path, and may end in\n"
         ".yaml; - is standard output.\n",
     .options = OPTIONS({"from", NULL}),
     .notes = "Try:\n"
              "  carom new mine && carom compare mine.yaml\n"
              "  carom new broken --from 04-break\n",
     .run = cli_new,
     .writes_files = true},
    {.name = "compare",
     .argument = "FILE",
     .summary = "run all solvers, measure their differences, draw figures",
     .text = "Runs all solvers of the scenario from the identical initial state, takes samples at "
             "common\n"
             "times, and measures the distance of each solver from the reference. Prints a table, "
             "writes\n"
             "the records and draws the figures. If the run has a single collision, a second table "
             "shows\n"
             "the two balls before and after it.\n",
     .options = OPTIONS(RUN_OPTIONS, {"jobs", "the same as --threads"}, {"checkpoint", NULL},
                        {"json", NULL}, {"no-plots", "records and table only"},
                        CAROM_FIGURE_STYLE_OPTIONS),
     .notes = RECORDS_HELP
     "  *.png, *.svg, *.pdf      overview and its panels, *.txt their captions\n"
     "\n"
     "Try:\n"
     "  carom compare 01-head-on\n"
     "  carom compare 01-head-on --set solvers.euler.step_s=1e-6   # a tenth of the step\n"
     "  carom compare 04-break --set restitution.ball_ball=0.95 -o out/softer\n"
     "  carom compare 13-gas --checkpoint 60   # repeat it after a kill to resume\n",
     .run = cli_compare,
     .writes_files = true},
    {.name = "run",
     .argument = "FILE",
     .summary = "run all solvers without comparing them, records only",
     .text = "Runs the solvers of the scenario, without comparing them.\n",
     .options = OPTIONS(RUN_OPTIONS, {"checkpoint", NULL}, {"jobs", "the same as --threads"},
                        {"json", NULL}, {"plots", NULL}, {"no-plots", "no figures, as by default"},
                        CAROM_FIGURE_STYLE_OPTIONS),
     .notes = RECORDS_HELP "\n"
                           "Try:\n"
                           "  carom run 04-break --solver impulse --set duration_s=60\n"
                           "  carom run 04-break --set duration_s=1e5 --checkpoint 60   # repeat "
                           "it after a kill to resume\n",
     .run = cli_run,
     .writes_files = true},
    {.name = "sweep",
     .argument = "FILE",
     .summary = "run the grid of the file's sweep: section",
     .text = "Runs the scenario once for every point of the grid in its `sweep:` section, several "
             "points\n"
             "at a time. Collects quantities in DIR/sweep.tsv: one row per point and solver, in "
             "the order\n"
             "of the grid. DIR/sweep.journal holds the finished points. After an interruption the "
             "same\n"
             "command resumes the sweep and produces the same bytes.\n",
     .options = OPTIONS(
         RUN_OPTIONS, {"jobs", "points at a time; by default as many as there are processors"},
         {"plots", "draw sweeps with one or two parameters: DIR/sweep-COLUMN.png"},
         {"no-plots", "no figures, as by default"}, CAROM_FIGURE_STYLE_OPTIONS, {"records", NULL},
         {"shard", NULL}, {"json", "sweep.tsv as JSON, and nothing else on standard output"}),
     .notes =
         "In the file (values; or from, to and count, with scale: linear, log, phases, seeds):\n"
         "  sweep:\n"
         "    parameters:\n"
         "      - { key: solvers.heun.step_s, from: 1e-6, to: 1e-4, count: 9, scale: log }\n"
         "      - { key: seed, values: [1, 2, 3] }\n"
         "    collect: [energy_residual_rel, rms_divergence_m]\n",
     .run = cli_sweep,
     .writes_files = true},
    {.name = "merge",
     .argument = "DIR...",
     .summary = "merge the shards of a sweep",
     .text = "Reads the journals of carom sweep --shard in every DIR and writes sweep.tsv, with "
             "the same\n"
             "bytes as a single carom sweep. Reports missing shards.\n",
     .options = OPTIONS({"output", "folder of sweep.tsv; by default the first DIR"},
                        {"json", "sweep.tsv as JSON, and nothing else on standard output"}),
     .notes = "Try:\n"
              "  parallel carom sweep 06-stiffness -o out/s --shard {}/4 ::: 1 2 3 4 &&\n"
              "  carom merge out/s\n",
     .run = cli_merge,
     .writes_files = true},
    {.name = "check",
     .argument = "[FILE]",
     .summary = "run the tests in the file's checks: section",
     .text =
         "Runs the scenario and tests its records against the `checks:` section. Prints one "
         "verdict\n"
         "per check and solver. The exit status is 0 if all pass, 1 if one fails. --records tests\n"
         "existing records, also those of other programs, without a run. Without FILE the checks "
         "come\n"
         "from run.json of the records.\n",
     .options = OPTIONS(RUN_OPTIONS, {"records DIR", NULL}, {"tap", NULL}, {"junit", NULL},
                        {"json", NULL}, {"jobs", "runs at a time, for orders of convergence"}),
     .notes =
         "In the file (max bounds the magnitude; carom computes `theory` and prints its formula;\n"
         "'carom list checks' lists the keys of each kind):\n"
         "  checks:\n"
         "    - { quantity: energy_residual_rel, solver: impulse, max: theory }\n"
         "    - { quantity: collisions, min: 100 }\n"
         "    - { kind: column, file: trajectory, column: x_m, ball: cue, at_s: 1,\n"
         "        equals: 0.5, within: 1e-9 }\n"
         "    - { kind: column, column: kinetic_J, over: max, max: 2 }\n"
         "    - { kind: order, of: step, solver: heun }\n"
         "    - { kind: sequence, solver: heun, as: impulse, until_s: 0.5 }\n"
         "    - { kind: renumbering }\n",
     .run = cli_check,
     .writes_files = true},
    {.name = NULL}};

/* Commands listed after the studies. */
static const cli_command late_commands[] = {
    {.name = "plot",
     .argument = "DIR",
     .summary = "draw the figures again from the records in DIR",
     .text = "Draws the figures of a run again from its records. --at draws the table at one time: "
             "the\n"
             "balls of each solver as discs, those of the reference as outlines. --at with --zoom "
             "draws\n"
             "one contact enlarged; for this figure the solvers run again until that time.\n"
             "\n"
             "Without run.json, as in the records of another program, it draws the tables of each "
             "solver\n"
             "that exist (series.tsv, collisions.tsv, trajectory.tsv) and names those that are "
             "missing.\n",
     .options = OPTIONS({"at", NULL}, {"zoom", NULL}, {"exaggerate", NULL},
                        CAROM_FIGURE_STYLE_OPTIONS),
     .notes = "Try:\n"
              "  carom plot out/04-break --preset slide\n"
              "  carom plot out/04-break --at 0.205 --exaggerate 5\n"
              "  carom plot out/04-break --at 0.2 --zoom cue\n",
     .run = cli_plot,
     .writes_files = true},
    {.name = "animate",
     .argument = "DIR",
     .summary = "make a film of a run, MP4 and GIF",
     .text =
         "Makes DIR/animation.mp4 (if ffmpeg is installed) and DIR/animation.gif from the records\n"
         "of carom run or compare. The film shows one table (or a part of the plane) per solver.\n"
         "Below each table it prints the number of collisions, the relative energy and the\n"
         "distance from the reference; curves show those that change. The film is in slow motion\n"
         "during collisions and prints the factor. animation.txt describes how balls move between\n"
         "samples. With orientation: true in the scenario balls show how they roll.\n",
     .options = OPTIONS(
         {"solver", "show this solver and the reference; repeated: show these, at most six"},
         {"overlay", NULL}, {"length", NULL}, {"gif", NULL}),
     .notes = "Try:\n"
              "  carom compare 04-break && carom animate out/04-break\n"
              "  carom animate out/04-break --solver impulse --solver euler --length 20\n",
     .run = cli_animate,
     .writes_files = true},
    {.name = "sound",
     .argument = "DIR",
     .summary = "make a WAV file of the collisions of a run",
     .text =
         "Makes DIR/sound.wav from the collision logs in DIR: one click per collision, high for\n"
         "balls and low for walls. Its loudness grows with the approach speed. The reference "
         "plays\n"
         "on the left channel, the first other solver on the right, so that the divergence is\n"
         "audible. --of force plays the normal force of every contact instead. With Hertz's law "
         "the\n"
         "peak grows as v^1.2 and the duration as v^-0.2: a fast hit is louder and sharper.\n",
     .options = OPTIONS(
         {"solver", "this solver on the right; repeated: the first on the left, the second on the "
                    "right"},
         {"of", NULL}, {"loudest", NULL}),
     .notes = "Try:\n"
              "  carom compare 04-break && carom sound out/04-break --loudest 5\n"
              "  carom sound out/04-break --of force\n",
     .run = cli_sound,
     .writes_files = true},
    {.name = "export",
     .argument = "FILE",
     .summary = "write input for LAMMPS, trajectories as XYZ and CSV",
     .text =
         "Writes one solver in a format of another program, in SI units, with 17 digits.\n"
         "  --to lammps   the scenario FILE as an input script: balls, table, springs, steps. "
         "LAMMPS\n"
         "                uses velocity Verlet. Without dashpots it agrees to rounding, with "
         "dashpots\n"
         "                to the order of the step. carom rejects what LAMMPS lacks. It also "
         "rejects\n"
         "                friction, because LAMMPS applies it at the full radius, carom at the\n"
         "                contact point\n"
         "  --to xyz      the trajectory as extended XYZ, for OVITO and ASE\n"
         "  --to csv      the trajectory as comma-separated values, with units in the header. A "
         "name\n"
         "                that a spreadsheet would read as a formula (=1+1) begins with an "
         "apostrophe\n"
         "If FILE is a folder, the trajectory comes from its records. Otherwise carom runs the\n"
         "scenario FILE.\n",
     .options = OPTIONS(
         {"to FORMAT", NULL}, {"output FILE", NULL},
         {"set", "change a key of FILE; may be repeated"},
         {"solver", "this solver; by default the reference, for LAMMPS the first with springs"}),
     .notes = "Try:\n"
              "  carom export 01-head-on --to lammps -o head-on.in && lmp -in head-on.in\n"
              "  carom run 04-break && carom export out/04-break --to xyz -o break.xyz\n"
              "  carom export 01-head-on --to csv --solver heun\n",
     .run = cli_export,
     .writes_files = true},
    {.name = "lab",
     .argument = "FILE...",
     .summary = "make a page that runs the scenarios in any browser",
     .text =
         "Writes one HTML file with the scenarios and carom itself. It opens without a server and\n"
         "loads nothing. In the page every ball can be dragged and every number changed; each "
         "change\n"
         "starts a new run. Several FILEs become a menu. A file exercise.md beside a scenario "
         "becomes\n"
         "its worksheet, and exercise.de.md the German one.\n"
         "\n"
         "carom also runs each scenario and stores the final bits in the page, which reports "
         "whether\n"
         "its own run ends in the same bits. The page omits solvers in arbitrary precision (kind:\n"
         "oracle) and third-party engines. It draws the samples of the first recording (kind:\n"
         "recorded, at most 200 kB) beside the balls of the solvers, with their distance.\n",
     .options = OPTIONS(
         {"output FILE",
          "the page, - for standard output; by default out/<stem of the first>/lab.html"},
         {"set", "change a key of all scenarios; may be repeated"}, {"address", NULL},
         {"no-seal", NULL}),
     .notes = "Try:\n"
              "  carom lab 01-head-on\n"
              "  carom lab 04-break --set solvers.heun.stiffness_N_per_m=1e5 -o softer.html\n"
              "  carom lab mine.yaml 09-cradle 09-cradle/touching -o lesson.html\n"
              "  carom lab 27-measured/film\n"
              "  carom lab 04-break --address https://example.org/break.html -o break.html\n",
     .run = cli_lab,
     .writes_files = true},
    {.name = "exercise",
     .argument = "WHAT...",
     .summary = "worksheets: list, show NAME, grade FILE",
     .text =
         "Worksheets of the experiments: predict, run, fill in a table, explain.\n"
         "  carom exercise list           lists the worksheets\n"
         "  carom exercise show NAME      prints it and the file for the answers. -o "
         "FILE.md,\n"
         "                                .html or .pdf writes a file; the last two need pandoc\n"
         "  carom exercise grade FILE     grades the answers. The exit status is 1 unless all are\n"
         "                                right. Submitted files are searched beside FILE. carom\n"
         "                                compiles and runs submitted programs under limits, in a\n"
         "                                sandbox of bubblewrap (bwrap), and refuses them without "
         "it\n"
         "  carom exercise grade DIR      grades a class: every folder in DIR, or every file of\n"
         "                                answers, is one submission. --csv writes the table for "
         "a\n"
         "                                spreadsheet. A faulty submission gets a keyword\n"
         "                                (unreadable, no-answers, unanswered, not-compiled,\n"
         "                                timed-out ...) and does not stop the others. Exit status "
         "0\n",
     .options = OPTIONS({"output FILE",
                         "show: file of the worksheet; grade: folder of the runs, by "
                         "default out/exercise/NAME or class"},
                        {"csv", NULL}, {"keys", NULL}, {"limit", NULL}, {"tap", NULL},
                        {"junit", NULL}, {"json", NULL}),
     .limits = carom_limit_rows,
     .notes = "Try:\n"
              "  carom exercise show 01-head-on\n",
     .run = cli_exercise,
     .writes_files = true},
    {.name = "list",
     .argument = "[WHAT]",
     .summary = "list solvers, laws, parameters, experiments, quantities, columns",
     .text = "Lists plug-ins and tables with every parameter, its unit, default and range. WHAT is "
             "one\n"
             "of solvers, integrators, force-laws, impact-laws, impact-policies, friction-laws,\n"
             "shapes, groups, checks, studies, keys, figures, presets, materials, experiments,\n"
             "quantities, columns; all by default.\n",
     .options = OPTIONS({"json", NULL}, {"schema", NULL}),
     .run = list},
    {.name = "show",
     .argument = "FILE",
     .summary = "print the complete scenario with all defaults",
     .text =
         "Prints the scenario with all defaults filled in and all groups replaced by their balls.\n"
         "The output is a scenario file for the same runs.\n",
     .options = OPTIONS({"set", NULL}, {"json", "as JSON, which carom also reads as a scenario"}),
     .run = cli_show},
    {.name = NULL}};

/* The command of a study. */
static cli_command command_of(const carom_study_entry *study)
{
    static const carom_command_option drawing[] = {CAROM_STUDY_OPTIONS,
                                                   CAROM_FIGURE_OPTIONS,
                                                   {NULL, NULL}},
                                      plain[] = {CAROM_STUDY_OPTIONS, {NULL, NULL}};
    const carom_command_option *usual = study->draw != NULL ? drawing : plain;
    return (cli_command){.name = study->about.name,
                         .argument = study->argument != NULL ? study->argument
                                   : study->bare             ? ""
                                                             : "FILE",
                         .summary = study->about.summary,
                         .text = study->text,
                         .options = study->options != NULL ? study->options : usual,
                         .notes = study->notes,
                         .run = cli_study,
                         .writes_files = study->tables != NULL,
                         .study = study};
}

cli_command cli_command_at(size_t i)
{
    size_t before = sizeof early_commands / sizeof early_commands[0] - 1, studies = 0;
    while (carom_studies.entries[studies] != NULL) {
        studies++;
    }
    return i < before           ? early_commands[i]
         : i < before + studies ? command_of(carom_study_of(carom_studies.entries[i - before]))
                                : late_commands[i - before - studies];
}

bool cli_command_find(const char *name, cli_command *command)
{
    for (size_t i = 0; (*command = cli_command_at(i)).name != NULL; i++) {
        if (strcmp(command->name, name) == 0) {
            return true;
        }
    }
    return false;
}

void cli_help_print(FILE *stream)
{
    char usage[100];
    cli_command command;
    fprintf(stream, "carom: %s\n\nusage:\n", cli_title);
    for (size_t i = 0; (command = cli_command_at(i)).name != NULL; i++) {
        cli_command_usage(&command, usage, sizeof usage);
        fprintf(stream, "  %-20s %s\n", usage, command.summary);
    }
    fputs("  carom --version, -V\n", stream);
    fputs("\ntopics, 'carom help TOPIC':\n", stream);
    for (const cli_topic *topic = cli_topic_list; topic->name != NULL; topic++) {
        fprintf(stream, "  %-20s %s\n", topic->name, topic->summary);
    }
    fprintf(stream, "\n%s", cli_help_footer);
}
