/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/help/topics.h"
#include <string.h>

#define RUN_OPTIONS                                                                                \
    "  -o DIR             where the results go; by default out/<stem of FILE>\n"                   \
    "  --set KEY=VALUE    change anything that the file says; may be repeated\n"                   \
    "  --solver NAME      run only this solver; may be repeated\n"                                 \
    "  --no-collisions    keep no collision log (many balls, long runs)\n"                         \
    "  --threads N        advance N solvers at the same time; 1 by default, same bits\n"

#define LOOK_OPTIONS                                                                               \
    "  --preset NAME      figures for: screen (the default), slide, half-slide, column, print\n"   \
    "  --style FILE       a gnuplot file that overrides plots/style.gp: colours, dashes, font\n"   \
    "  --latex            figures for LaTeX too: \\input{energy}, with energy-tex.pdf beside it\n" \
    "  --no-clock         no figures over wall-clock time: the only ones that differ from run to " \
    "run\n"

#define STUDY_OPTIONS                                                                              \
    "  -o DIR             where tables and figures go; by default out/<stem of FILE>\n"            \
    "  --set KEY=VALUE    change anything that the file says; may be repeated\n"                   \
    "  --solver NAME      only this solver; may be repeated\n"                                     \
    "  --jobs N, -j N     runs at a time; by default as many as there are processors\n"            \
    "  --no-plots         no figures\n" LOOK_OPTIONS

#define FILE_HELP                                                                                  \
    "FILE is a scenario (YAML), '-' for standard input, or the name of a shipped experiment\n"     \
    "(see 'carom list experiments').\n"

#define RECORDS_HELP                                                                               \
    "Left behind in DIR:\n"                                                                        \
    "  run.json                 what made the results: version, scenario, parameters\n"            \
    "  summary.tsv              the table printed at the end\n"                                    \
    "  divergence.tsv           distance of each solver from the reference (compare)\n"            \
    "  <solver>/series.tsv      energy, momentum and ledger, one row per sample\n"                 \
    "  <solver>/trajectory.tsv  positions and velocities, one row per sample and ball\n"           \
    "  <solver>/collisions.tsv  one row per collision\n"                                           \
    "  files.tsv                what carom has left there; a second run removes what it does not " \
    "write anew\n"

const cli_command cli_commands[] = {
    {"compare", "carom compare FILE", "run all solvers, measure how they part, draw figures",
     "Gives every solver of the scenario the identical initial state, runs them through the same\n"
     "samples, and measures each against the reference. Prints a table, writes the records and\n"
     "draws the figures.\n\n" FILE_HELP "\nOptions:\n" RUN_OPTIONS
     "  --no-plots         records and table only\n" LOOK_OPTIONS "\n" RECORDS_HELP
     "  *.png, *.svg, *.pdf      overview and its panels, *.txt their captions\n\n"
     "Try:\n"
     "  carom compare 01-head-on\n"
     "  carom compare 01-head-on --set solvers.euler.step_s=1e-6   # a tenth of the step\n"
     "  carom compare 04-break --set restitution.ball_ball=0.95 -o out/softer\n",
     "osnPctNyxC", cli_compare, true},
    {"run", "carom run FILE", "run the solvers one by one, records only",
     "Runs the solvers of the scenario one by one, without comparing them.\n\n" FILE_HELP
     "\nOptions:\n" RUN_OPTIONS "  --plots            draw figures too\n" LOOK_OPTIONS
     "\n" RECORDS_HELP "\nTry:\n  carom run 04-break --solver impulse --set duration_s=60\n",
     "osnpctNyxC", cli_run, true},
    {"sweep", "carom sweep FILE", "run the grid of the file's sweep: section",
     "Runs the scenario once for every point of the grid in its `sweep:` section, several points "
     "at a\n"
     "time, and collects quantities into DIR/sweep.tsv, one row per point and solver, in the order "
     "of\n"
     "the grid. What is finished is in DIR/sweep.journal: after an interruption, of whatever "
     "kind,\n"
     "the same command goes on there and ends in the same bytes.\n\n" FILE_HELP
     "\nOptions:\n" RUN_OPTIONS
     "  --jobs N, -j N     points at a time; by default as many as there are processors\n"
     "  --plots            a sweep of one parameter drawn: DIR/sweep-COLUMN.png\n" LOOK_OPTIONS
     "  --records          a folder of records per point too: DIR/1, DIR/2, ...\n"
     "  --shard I/N        only every N-th point from the I-th on, into DIR/shard-I-of-N.journal,\n"
     "                     to divide a sweep among machines; carom merge puts them together\n"
     "\nIn the file (values, or from, to and count with scale: linear, log, phases, seeds):\n"
     "  sweep:\n"
     "    parameters:\n"
     "      - { key: solvers.heun.step_s, from: 1e-6, to: 1e-4, count: 9, scale: log }\n"
     "      - { key: seed, values: [1, 2, 3] }\n"
     "    collect: [energy_residual_rel, rms_divergence_m]\n",
     "osnctjripNyxC", cli_sweep, true},
    {"merge", "carom merge DIR...", "put the shards of a sweep together",
     "Reads the journals of carom sweep --shard in every DIR and writes sweep.tsv: the same bytes "
     "as\n"
     "one carom sweep would have written. Says which shard is missing if one is.\n"
     "\nOptions:\n"
     "  -o DIR             where sweep.tsv goes; by default into the first DIR\n"
     "\nTry:\n"
     "  parallel carom sweep 06-stiffness -o out/s --shard {}/4 ::: 1 2 3 4 && carom merge out/s\n",
     "o", cli_merge, true},
    {"check", "carom check [FILE]", "verdicts on the file's checks: section",
     "Runs the scenario and holds its records to the `checks:` section. Prints one verdict per "
     "check and\n"
     "solver; exit status 0 if all pass, 1 if one fails. With --records nothing is run: somebody "
     "else's\n"
     "records are held to the same checks (without FILE, to those of their own "
     "run.json).\n\n" FILE_HELP "\nOptions:\n" RUN_OPTIONS
     "  --records DIR      hold the records in DIR to the checks\n"
     "  --tap              as TAP (test anything protocol)\n"
     "  --junit FILE       write JUnit XML too; - is standard output, then without the table\n"
     "  --jobs N, -j N     runs at a time, for orders of convergence\n"
     "\nIn the file (max bounds the magnitude; `theory` is computed and its formula printed; carom "
     "list\n"
     "checks says what each kind takes):\n"
     "  checks:\n"
     "    - { quantity: energy_residual_rel, solver: impulse, max: theory }\n"
     "    - { quantity: collisions, min: 100 }\n"
     "    - { kind: column, file: trajectory, column: x_m, ball: cue, at_s: 1, equals: 0.5, "
     "within: 1e-9 }\n"
     "    - { kind: column, column: kinetic_J, over: max, max: 2 }\n"
     "    - { kind: order, of: step, solver: heun }\n"
     "    - { kind: sequence, solver: heun, as: impulse, until_s: 0.5 }\n"
     "    - { kind: renumbering }\n",
     "osnctRTJj", cli_check, true},
    {"converge", "carom converge FILE",
     "error over step and stiffness: order, modelling floor, blow-up",
     "Runs every penalty solver of the scenario over a map of steps and stiffnesses, each point "
     "over\n"
     "many phases of the step at touch, and says how far it ends from the rigid run. What of that "
     "is\n"
     "the model's (the floor, which falls as k^(-1/2)) is found from a converged run of the same\n"
     "springs, what is the method's from the distance to that: its order is fitted with its "
     "error.\n\n" FILE_HELP "\nOptions:\n" STUDY_OPTIONS "\nIn the file:\n"
     "  convergence: { theta_from: 0.002, theta_to: 2.5, thetas: 16, factor_from: 0.01, factor_to: "
     "100,\n"
     "                 factors: 5, phases: 32 }    # theta: step times sqrt(k/mu); factors: of k\n"
     "\nTry:\n  carom converge 05-time-step\n",
     "osnjPNyxC", cli_converge, true},
    {"diverge", "carom diverge FILE",
     "take the difference of solvers apart: model, method, clock, chaos",
     "For every pair of solvers: how far apart they are, and how much of that is the contact lag "
     "(an\n"
     "impulse lasts no time), the turn of contacts, the method's error and the rest; which "
     "collisions\n"
     "are the same and what happened instead of what. Beside it the control: each solver against\n"
     "itself, started one unit in the last place away and farther, how fast that grows, and the\n"
     "horizon until which single runs mean anything.\n\n" FILE_HELP "\nOptions:\n" STUDY_OPTIONS
     "\nIn the file: divergence: { horizon_rel: 0.1 }, the part of a radius that is called apart\n"
     "\nTry:\n  carom diverge 04-break\n",
     "osnjPNyxC", cli_diverge, true},
    {"reverse", "carom reverse FILE", "to T, turned round, and back: how far from the start?",
     "Runs every solver until a time, turns all velocities round and runs it back, for twenty "
     "times up to\n"
     "duration_s, and says how far from the start it comes out; solvers with a step at the whole, "
     "the\n"
     "half and the quarter of it.\n\n" FILE_HELP "\nOptions:\n" STUDY_OPTIONS
     "\nTry:\n  carom reverse 04-break\n",
     "osnjPNyxC", cli_reverse, true},
    {"transfer", "carom transfer FILE",
     "a force law's restitution, measured and handed to the impulse solver",
     "Measures what restitution a penalty solver's law comes to at each speed, converged, hands it "
     "to the\n"
     "impulse solver as its table, and says how much closer to the springs that comes than the\n"
     "scenario's constant restitution does.\n\n" FILE_HELP "\nOptions:\n"
     "  -o DIR             where tables and figures go; by default out/<stem of FILE>\n"
     "  --set KEY=VALUE    change anything that the file says; may be repeated\n"
     "  --solver NAME      the penalty solver; the first by default\n"
     "  --no-plots         no figures\n" LOOK_OPTIONS
     "\nTry:\n  carom transfer 16-speed-dependent\n",
     "osnPNyxC", cli_transfer, true},
    {"statistics", "carom statistics FILE",
     "ensembles over seeds, beyond the horizon of single runs",
     "Runs every solver over many seeds and compares what still compares when single runs do not:\n"
     "collision rate, free path, energy per ball, pressure, the distribution of speeds, with "
     "standard\n"
     "errors, the hard-disc theory where it applies, and tests of whether they differ (Welch's t,\n"
     "Kolmogorov and Smirnov). Without a group that takes a seed the fastest ball is "
     "displaced.\n\n" FILE_HELP "\nOptions:\n" STUDY_OPTIONS
     "\nIn the file: statistics: { seeds: 20, first_seed: 1, from_s: 0, spread_rel: 0.01 }\n"
     "\nTry:\n  carom statistics 13-gas\n",
     "osnjPNyxC", cli_statistics, true},
    {"fan", "carom fan FILE", "every outcome of the first simultaneous impact",
     "Takes the first instant at which something collides and lists what can come of it: by every\n"
     "impact policy, by every serial order of the balls (up to six), and by springs of\n"
     "1e6 to 1e12 N/m. Outcomes that agree are listed once. One ball that hits one other has one\n"
     "outcome; one that hits two at once has a fan of them. Springs press the balls that touch by "
     "themselves,\n"
     "without gravity and friction, and are read off when the impact is over. A way without an "
     "outcome, as\n"
     "collisions without end, is said to have none.\n\n" FILE_HELP "\nOptions:\n"
     "  -o DIR             where fan.tsv goes; by default out/<stem of FILE>\n"
     "  --set KEY=VALUE    change anything that the file says; may be repeated\n"
     "  --no-plots         table only\n" LOOK_OPTIONS,
     "osPNyxC", cli_fan, true},
    {"calibrate", "carom calibrate",
     "a contact in numbers: time, overlap, lag, turn, the step it needs",
     "Prints, for two bodies and a force law, what their contact comes to before anything is run:\n"
     "contact time, deepest overlap, lag behind the impulse model, turn, and the step that each\n"
     "integrator needs for a wanted error of the restitution. A contact is described by its\n"
     "stiffness and restitution, or by contact_time_s, or by max_overlap_m at at_speed_mps, or by\n"
     "stiffness and dashpot; the rest follows.\n"
     "\nOptions:\n"
     "  --set KEY=VALUE    law, contact_end, restitution, against (ball, wall), mass_kg,\n"
     "                     other_mass_kg, radius_m, other_radius_m, speed_mps, tangential_mps, "
     "error,\n"
     "                     and the law's own keys (carom list force-laws); may be repeated\n"
     "\nTry:\n"
     "  carom calibrate --set stiffness_N_per_m=1e6 --set restitution=0.9\n"
     "  carom calibrate --set law=hertz --set contact_time_s=2e-4 --set at_speed_mps=2\n",
     "s", cli_calibrate, false},
    {"plot", "carom plot DIR", "draw the figures again from the records in DIR",
     "Draws the figures of a run again, from its records alone; with --at the balls on the table "
     "at one time\n"
     "instead, each solver's as discs under the outlines of the reference's.\n"
     "\nOptions:\n"
     "  --at T             table-SOLVER.png: the balls at the sample nearest to T (s), with their "
     "velocities\n"
     "  --exaggerate F     overlaps drawn F times as deep\n" LOOK_OPTIONS
     "\nTry:\n  carom plot out/04-break --preset slide\n  carom plot out/04-break --at 0.205 "
     "--exaggerate 5\n",
     "aeNyxC", cli_plot, true},
    {"animate", "carom animate DIR", "the records of a comparison as a GIF",
     "Makes DIR/animation.gif from the records of carom compare: the reference and the first "
     "other\n"
     "solver on the table (or the plane that the balls pass) side by side, energy and divergence "
     "growing\n"
     "below. Balls show how they roll where the scenario says orientation: true.\n"
     "\nOptions:\n"
     "  --solver NAME      this one beside the reference; twice: these two\n"
     "  --overlay          animation-overlay.gif: one table, the second solver's balls as circles "
     "over the\n"
     "                     first's discs\n"
     "\nTry:\n  carom compare 04-break && carom animate out/04-break\n",
     "nv", cli_animate, true},
    {"sound", "carom sound DIR", "the records of a comparison as a WAV",
     "Makes DIR/sound.wav from the collision logs there: a click per collision, as loud as the "
     "balls were\n"
     "fast towards each other, high for balls and low for cushions; the reference on the left, the "
     "first\n"
     "other solver on the right, so that the divergence is heard.\n"
     "\nOptions:\n"
     "  --solver NAME      this one on the right; twice: the first on the left, the second on the "
     "right\n"
     "  --loudest SPEED    the approach speed (m/s) that is as loud as it gets, so that several "
     "runs can be\n"
     "                     compared by ear; without it each run's hardest collision is\n"
     "\nTry:\n  carom compare 04-break && carom sound out/04-break --loudest 5\n",
     "nl", cli_sound, true},
    {"explain", "carom explain FILE", "what will happen and why, before anything is run",
     "Says in words and numbers what the scenario comes to: the scene, who meets first, contact "
     "time, lag and\n"
     "turn, the energy a method may make, and how many collisions single runs can be trusted "
     "for.\n\n" FILE_HELP
     "\nOptions:\n  --set KEY=VALUE    change anything that the file says; may be repeated\n",
     "s", cli_explain, false},
    {"exercise", "carom exercise WHAT...", "worksheets: list, show NAME, grade FILE",
     "Worksheets of the experiments: predict, run, table, explain.\n"
     "  carom exercise list           which there are\n"
     "  carom exercise show NAME      the sheet, and the file of answers to fill in; with -o "
     "FILE.md, .html or\n"
     "                                .pdf into a file (the last two take pandoc)\n"
     "  carom exercise grade FILE     judges the answers; exit status 1 unless all are right. "
     "Files that are\n"
     "                                handed in are looked for beside FILE; programs are compiled "
     "and run\n"
     "\nOptions:\n"
     "  -o FILE            of the sheet; of grade: folder of its runs, by default "
     "out/exercise/NAME\n"
     "  --tap              verdicts as TAP (test anything protocol)\n"
     "  --junit FILE       write them as JUnit XML too; - is standard output, then without the "
     "table\n"
     "\nTry:\n  carom exercise show 01-head-on\n",
     "oTJ", cli_exercise, true},
    {"list", "carom list [WHAT]", "solvers, laws, parameters, experiments, quantities, columns",
     "Lists what there is, with every parameter, its unit, default and range. WHAT is one of\n"
     "solvers, integrators, force-laws, impact-laws, impact-policies, groups, checks, keys,\n"
     "presets, experiments, quantities, columns; everything by default.\n",
     "", cli_list_command, false},
    {"show", "carom show FILE", "the scenario as understood: complete and canonical",
     "Prints the scenario with every default filled in and every group written out as balls.\n"
     "Reading what it prints gives the same scenario.\n\n" FILE_HELP
     "\nOptions:\n  --set KEY=VALUE    change anything that the file says; may be repeated\n",
     "s", cli_show, false},
    {.name = NULL}};

const cli_command *cli_command_find(const char *name)
{
    for (const cli_command *command = cli_commands; command->name != NULL; command++) {
        if (strcmp(command->name, name) == 0) {
            return command;
        }
    }
    return NULL;
}

void cli_help(FILE *stream)
{
    fputs("carom: one billiard scenario through interchangeable collision solvers\n\nusage:\n",
          stream);
    for (const cli_command *command = cli_commands; command->name != NULL; command++) {
        fprintf(stream, "  %-20s %s\n", command->usage, command->summary);
    }
    fputs("  carom --version\n", stream);
    cli_topics(stream);
    fputs("\n"
          "'carom COMMAND --help' says more. To begin: carom compare 01-head-on\n\n"
          "exit status: 0 done, 1 a check failed, 2 wrong usage, 65 bad scenario, 66 cannot read,\n"
          "70 internal error, 73 cannot create, 74 cannot write, 128 and the signal's number where "
          "one ended it\n"
          "(130 Ctrl-C, 143 SIGTERM, 129 SIGHUP, 131 SIGQUIT), 141 nobody reads standard output\n",
          stream);
}

void cli_command_help(const cli_command *command, FILE *stream)
{
    fprintf(stream, "usage: %s%s\n\n%s", command->usage,
            command->takes[0] == '\0' ? "" : " [options]", command->help);
}
