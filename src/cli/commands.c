/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program can be told to do: the commands, with what carom help says of them. Studies are
 * commands by their own tables. */
#include "cli/cli.h"
#include "cli/console/console.h"
#include <string.h>

/* Options of a command, each with a help of its own or NULL for the usual one. */
#define OPTIONS(...) ((const carom_taken_option[]){__VA_ARGS__, {NULL, NULL}})

#define RUN_OPTIONS                                                                                \
    {"output", NULL}, {"set", NULL}, {"solver", "run only this solver; may be repeated"},          \
        {"no-collisions", NULL},                                                                   \
    {                                                                                              \
        "threads", NULL                                                                            \
    }

#define RECORDS_HELP                                                                               \
    "Left behind in DIR:\n"                                                                        \
    "  run.json                 what made the results: version, scenario, parameters\n"            \
    "  summary.tsv              the table printed at the end\n"                                    \
    "  divergence.tsv           distance of each solver from the reference (compare)\n"            \
    "  <solver>/series.tsv      energy, momentum and ledger, one row per sample\n"                 \
    "  <solver>/trajectory.tsv  positions and velocities, one row per sample and ball\n"           \
    "  <solver>/collisions.tsv  one row per collision\n"                                           \
    "  <solver>/contacts.tsv    one row per step of each contact that `trace` asks for\n"          \
    "  checkpoint.carom         until the end, what a run with --checkpoint goes on from\n"        \
    "  files.tsv                what carom has left there; a second run removes what it does\n"    \
    "                           not write anew\n"

/* A list that there is not is a wrong usage. */
static int list(const cli_options *options)
{
    carom_error error = {0};
    switch (cli_list(options->file, options->json, options->home, &error)) {
    case CAROM_OK: return EXIT_DONE;
    case CAROM_INVALID: (void)cli_fail(&error); return EXIT_USAGE;
    default: return cli_fail(&error);
    }
}

/* Before the studies. */
static const cli_command running[] = {
    {.name = "new",
     .argument = "NAME",
     .summary = "a commented scenario to start from",
     .text =
         "Writes NAME.yaml, a scenario of two balls that can be run at once, with what its keys\n"
         "mean, their units and their defaults behind them; or a copy of a shipped one. A file\n"
         "that is there is never written over: then nothing is done, and the exit status is 73.\n"
         "NAME may be a path, and may end in .yaml; - is standard output.\n",
     .options = OPTIONS({"from", NULL}),
     .notes = "Try:\n"
              "  carom new mine && carom compare mine.yaml\n"
              "  carom new broken --from 04-break\n",
     .run = cli_new,
     .leaves = true},
    {.name = "compare",
     .argument = "FILE",
     .summary = "run all solvers, measure how they part, draw figures",
     .text =
         "Gives every solver of the scenario the identical initial state, runs them through\n"
         "the same samples, and measures each against the reference. Prints a table, and where\n"
         "the run has one collision alone what that does to its two balls, writes the records\n"
         "and draws the figures.\n",
     .options = OPTIONS(RUN_OPTIONS, {"jobs", "the same as --threads"}, {"checkpoint", NULL},
                        {"json", NULL}, {"no-plots", "records and table only"}, CAROM_LOOK_OPTIONS),
     .notes = RECORDS_HELP
     "  *.png, *.svg, *.pdf      overview and its panels, *.txt their captions\n"
     "\n"
     "Try:\n"
     "  carom compare 01-head-on\n"
     "  carom compare 01-head-on --set solvers.euler.step_s=1e-6   # a tenth of the step\n"
     "  carom compare 04-break --set restitution.ball_ball=0.95 -o out/softer\n"
     "  carom compare 13-gas --checkpoint 60   # the same after a kill: it goes on\n",
     .run = cli_compare,
     .leaves = true},
    {.name = "run",
     .argument = "FILE",
     .summary = "run the solvers one by one, records only",
     .text = "Runs the solvers of the scenario one by one, without comparing them.\n",
     .options = OPTIONS(RUN_OPTIONS, {"checkpoint", NULL}, {"jobs", "the same as --threads"},
                        {"json", NULL}, {"plots", NULL}, {"no-plots", "no figures, as by default"},
                        CAROM_LOOK_OPTIONS),
     .notes = RECORDS_HELP "\n"
                           "Try:\n"
                           "  carom run 04-break --solver impulse --set duration_s=60\n"
                           "  carom run 04-break --set duration_s=1e5 --checkpoint 60   # again "
                           "after a kill: it goes on\n",
     .run = cli_run,
     .leaves = true},
    {.name = "sweep",
     .argument = "FILE",
     .summary = "run the grid of the file's sweep: section",
     .text =
         "Runs the scenario once for every point of the grid in its `sweep:` section, several\n"
         "points at a time, and collects quantities into DIR/sweep.tsv, one row per point and\n"
         "solver, in the order of the grid. What is finished is in DIR/sweep.journal: after an\n"
         "interruption, of whatever kind, the same command goes on there and ends in the same\n"
         "bytes.\n",
     .options = OPTIONS(
         RUN_OPTIONS, {"jobs", "points at a time; by default as many as there are processors"},
         {"plots", "a sweep of one or two parameters drawn: DIR/sweep-COLUMN.png"},
         {"no-plots", "no figures, as by default"}, CAROM_LOOK_OPTIONS, {"records", NULL},
         {"shard", NULL}, {"json", "sweep.tsv as JSON, and nothing else on standard output"}),
     .notes =
         "In the file (values, or from, to and count with scale: linear, log, phases, seeds):\n"
         "  sweep:\n"
         "    parameters:\n"
         "      - { key: solvers.heun.step_s, from: 1e-6, to: 1e-4, count: 9, scale: log }\n"
         "      - { key: seed, values: [1, 2, 3] }\n"
         "    collect: [energy_residual_rel, rms_divergence_m]\n",
     .run = cli_sweep,
     .leaves = true},
    {.name = "merge",
     .argument = "DIR...",
     .summary = "put the shards of a sweep together",
     .text =
         "Reads the journals of carom sweep --shard in every DIR and writes sweep.tsv: the\n"
         "same bytes as one carom sweep would have written. Says which shard is missing if one\n"
         "is.\n",
     .options = OPTIONS({"output", "where sweep.tsv goes; by default into the first DIR"},
                        {"json", "sweep.tsv as JSON, and nothing else on standard output"}),
     .notes = "Try:\n"
              "  parallel carom sweep 06-stiffness -o out/s --shard {}/4 ::: 1 2 3 4 &&\n"
              "  carom merge out/s\n",
     .run = cli_merge,
     .leaves = true},
    {.name = "check",
     .argument = "[FILE]",
     .summary = "verdicts on the file's checks: section",
     .text =
         "Runs the scenario and holds its records to the `checks:` section. Prints one verdict\n"
         "per check and solver; exit status 0 if all pass, 1 if one fails. With --records\n"
         "nothing is run: somebody else's records are held to the same checks (without FILE,\n"
         "to those of their own run.json).\n",
     .options = OPTIONS(RUN_OPTIONS, {"records DIR", NULL}, {"tap", NULL}, {"junit", NULL},
                        {"json", NULL}, {"jobs", "runs at a time, for orders of convergence"}),
     .notes =
         "In the file (max bounds the magnitude; `theory` is computed and its formula printed;\n"
         "carom list checks says what each kind takes):\n"
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
     .leaves = true},
    {.name = NULL}};

/* After them. */
static const cli_command others[] = {
    {.name = "plot",
     .argument = "DIR",
     .summary = "draw the figures again from the records in DIR",
     .text =
         "Draws the figures of a run again, from its records alone; with --at the balls on the\n"
         "table at one time instead, each solver's as discs under the outlines of the\n"
         "reference's; with --zoom too, one contact from near, for which each solver runs again\n"
         "until then.\n",
     .options = OPTIONS({"at", NULL}, {"zoom", NULL}, {"exaggerate", NULL}, CAROM_LOOK_OPTIONS),
     .notes = "Try:\n"
              "  carom plot out/04-break --preset slide\n"
              "  carom plot out/04-break --at 0.205 --exaggerate 5\n"
              "  carom plot out/04-break --at 0.2 --zoom cue\n",
     .run = cli_plot,
     .leaves = true},
    {.name = "animate",
     .argument = "DIR",
     .summary = "the records of a run or a comparison as a film, MP4 and GIF",
     .text = "Makes DIR/animation.gif and, where ffmpeg is, DIR/animation.mp4 from the records of\n"
             "carom run or compare: a table (or the plane that the balls pass) for each solver,\n"
             "below it the energy over that at the start and the distance from the reference.\n"
             "While balls collide the film is slowed, and says how much; animation.txt says how\n"
             "balls get from sample to sample. Balls show how they roll where the scenario says\n"
             "orientation: true.\n",
     .options = OPTIONS(
         {"solver", "this one beside the reference; more than once: these, up to six"},
         {"overlay", NULL}, {"length", NULL}, {"gif", NULL}),
     .notes = "Try:\n"
              "  carom compare 04-break && carom animate out/04-break\n"
              "  carom animate out/04-break --solver impulse --solver euler --length 20\n",
     .run = cli_animate,
     .leaves = true},
    {.name = "sound",
     .argument = "DIR",
     .summary = "the records of a comparison as a WAV",
     .text =
         "Makes DIR/sound.wav from the collision logs there: a click per collision, as loud as\n"
         "the balls were fast towards each other, high for balls and low for cushions; the\n"
         "reference on the left, the first other solver on the right, so that the divergence\n"
         "is heard. With --of force the sound is the normal force of every contact. With Hertz's\n"
         "law its peak grows as v^1.2 and it lasts as v^-0.2: a fast hit is louder and sharper.\n",
     .options = OPTIONS(
         {"solver", "this one on the right; twice: the first on the left, the second on the right"},
         {"of", NULL}, {"loudest", NULL}),
     .notes = "Try:\n"
              "  carom compare 04-break && carom sound out/04-break --loudest 5\n"
              "  carom sound out/04-break --of force\n",
     .run = cli_sound,
     .leaves = true},
    {.name = "export",
     .argument = "FILE",
     .summary = "for other programs: input for LAMMPS, trajectories as XYZ and CSV",
     .text = "Writes what other programs read, of one solver, numbers with 17 digits, SI units.\n"
             "  --to lammps   the scenario FILE as an input script: balls, table, springs, steps. "
             "LAMMPS\n"
             "                steps by velocity Verlet; what it cannot do is refused; with "
             "dashpots the two\n"
             "                agree to the order of the step, without to rounding; friction is "
             "refused,\n"
             "                as LAMMPS's acts at the full radius, carom's at the contact point\n"
             "  --to xyz      the trajectory as extended XYZ, as OVITO and ASE read it\n"
             "  --to csv      the trajectory as comma-separated values, with units in the header; "
             "a name\n"
             "                that a spreadsheet would take for a formula (=1+1) has an apostrophe "
             "before it\n"
             "A trajectory is that of the records in FILE, where that is a folder, or else of the\n"
             "scenario FILE, which is run.\n",
     .options = OPTIONS(
         {"to", NULL}, {"output FILE", NULL},
         {"set", "change anything that FILE says; may be repeated"},
         {"solver", "this one; by default the reference, for LAMMPS the first of springs"}),
     .notes = "Try:\n"
              "  carom export 01-head-on --to lammps -o head-on.in && lmp -in head-on.in\n"
              "  carom run 04-break && carom export out/04-break --to xyz -o break.xyz\n"
              "  carom export 01-head-on --to csv --solver heun\n",
     .run = cli_export,
     .leaves = true},
    {.name = "lab",
     .argument = "FILE...",
     .summary = "scenarios as a page that runs them in any browser",
     .text =
         "Writes one HTML file with the scenarios and carom itself in it, to be opened by double\n"
         "click: no server, nothing is fetched. There every ball can be dragged and every number\n"
         "turned, and each change is run anew. Several FILEs are a menu; where exercise.md lies\n"
         "beside one, it is the scene's worksheet.\n"
         "\n"
         "Each scenario is run here too, and the bits in which it ends go into the page, which "
         "says\n"
         "whether its own are the same. What needs long numbers (kind: oracle) or other\n"
         "people's engines is left out.\n",
     .options = OPTIONS(
         {"output FILE",
          "the page, - for standard output; by default out/<stem of the first>/lab.html"},
         {"set", "change anything that the files say, of each; may be repeated"},
         {"no-seal", NULL}),
     .notes = "Try:\n"
              "  carom lab 01-head-on\n"
              "  carom lab 04-break --set solvers.heun.stiffness_N_per_m=1e5 -o softer.html\n"
              "  carom lab mine.yaml 09-cradle 09-cradle/touching -o lesson.html\n",
     .run = cli_lab,
     .leaves = true},
    {.name = "exercise",
     .argument = "WHAT...",
     .summary = "worksheets: list, show NAME, grade FILE",
     .text =
         "Worksheets of the experiments: predict, run, table, explain.\n"
         "  carom exercise list           which there are\n"
         "  carom exercise show NAME      the sheet, and the file of answers to fill in; with\n"
         "                                -o FILE.md, .html or .pdf into a file (the last two\n"
         "                                take pandoc)\n"
         "  carom exercise grade FILE     judges the answers; exit status 1 unless all are right.\n"
         "                                Files that are handed in are looked for beside FILE;\n"
         "                                programs are compiled and run under limits, in a "
         "sandbox\n"
         "                                of bubblewrap (bwrap), without which they are refused\n"
         "  carom exercise grade DIR      a class in one table: every folder in DIR, or every "
         "file\n"
         "                                of answers, is somebody's; with --csv for a "
         "spreadsheet.\n"
         "                                What is wrong with one is said in a word (unreadable,\n"
         "                                no-answers, unanswered, not-compiled, timed-out ...) "
         "and\n"
         "                                stops no other; exit status 0\n",
     .options = OPTIONS(
         {"output FILE",
          "of the sheet; of grade: folder of its runs, by default out/exercise/NAME or "
          "class"},
         {"csv", NULL}, {"keys", NULL}, {"limit", NULL}, {"tap", NULL}, {"junit", NULL},
         {"json", NULL}),
     .limits = carom_limit_rows,
     .notes = "Try:\n"
              "  carom exercise show 01-head-on\n",
     .run = cli_exercise,
     .leaves = true},
    {.name = "list",
     .argument = "[WHAT]",
     .summary = "solvers, laws, parameters, experiments, quantities, columns",
     .text = "Lists what there is, with every parameter, its unit, default and range. WHAT is one\n"
             "of solvers, integrators, force-laws, impact-laws, impact-policies, friction-laws,\n"
             "shapes, groups, checks, studies, keys, figures, presets, experiments, quantities,\n"
             "columns; everything by default.\n",
     .options = OPTIONS({"json", NULL}),
     .run = list},
    {.name = "show",
     .argument = "FILE",
     .summary = "the scenario as understood: complete and canonical",
     .text = "Prints the scenario with every default filled in and every group written out as\n"
             "balls. Reading what it prints gives the same scenario.\n",
     .options = OPTIONS({"set", NULL}, {"json", "as JSON, which is YAML: carom reads it"}),
     .run = cli_show},
    {.name = NULL}};

/* The command that a study is. */
static cli_command command_of(const carom_study_kind *study)
{
    static const carom_taken_option drawing[] = {CAROM_STUDY_OPTIONS,
                                                 CAROM_FIGURE_OPTIONS,
                                                 {NULL, NULL}},
                                    plain[] = {CAROM_STUDY_OPTIONS, {NULL, NULL}};
    const carom_taken_option *usual = study->draw != NULL ? drawing : plain;
    return (cli_command){.name = study->about.name,
                         .argument = study->bare ? "" : "FILE",
                         .summary = study->about.summary,
                         .text = study->text,
                         .options = study->options != NULL ? study->options : usual,
                         .notes = study->notes,
                         .run = cli_study,
                         .leaves = study->tables != NULL,
                         .study = study};
}

cli_command cli_command_at(size_t i)
{
    size_t before = sizeof running / sizeof running[0] - 1, studies = 0;
    while (carom_studies.entries[studies] != NULL) {
        studies++;
    }
    return i < before           ? running[i]
         : i < before + studies ? command_of(carom_study_of(carom_studies.entries[i - before]))
                                : others[i - before - studies];
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

void cli_help(FILE *stream)
{
    char usage[100];
    cli_command command;
    fprintf(stream, "carom: %s\n\nusage:\n", cli_title);
    for (size_t i = 0; (command = cli_command_at(i)).name != NULL; i++) {
        cli_usage(&command, usage, sizeof usage);
        fprintf(stream, "  %-20s %s\n", usage, command.summary);
    }
    fputs("  carom --version, -V\n", stream);
    fputs("\ntopics, 'carom help TOPIC':\n", stream);
    for (const cli_topic *topic = cli_topic_list; topic->name != NULL; topic++) {
        fprintf(stream, "  %-20s %s\n", topic->name, topic->summary);
    }
    fprintf(stream, "\n%s", cli_more_text);
}
