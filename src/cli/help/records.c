/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What carom help says of what a run leaves behind. */
#include "cli/help/topics.h"
#include <stddef.h>

static const char records[] =
    "Tab-separated, one header line, numbers with 17 digits. One row per\n"
    "  summary.tsv              solver: the table that a run ends with\n"
    "  divergence.tsv           sample and solver: distance from the reference\n"
    "  <solver>/series.tsv      sample: energies, momenta, ledger, residuals\n"
    "  <solver>/trajectory.tsv  sample and ball; with `orientation: true` also the unit\n"
    "                           quaternion of its turn\n"
    "  <solver>/collisions.tsv  collision: impulse, contact time, overlap, what it dissipated\n"
    "  files.tsv                file that carom has left in the folder, and the command it is of\n"
    "run.json is what made the records: version, commit, compiler, the full scenario.\n"
    "\n"
    "Files are written whole or not at all, also where the power fails. Through a symbolic\n"
    "link the file behind it is written, into a pipe or device what there is to write;\n"
    "'--junit -' is standard output. One carom at a time works in a folder, and a second run\n"
    "leaves there nothing of the first that it has not written anew; what files.tsv does not\n"
    "list is nobody's but yours and is never touched.\n";

static const char figures[] =
    "Every figure is a PNG, an SVG and a PDF with its caption beside it (energy.txt). Once\n"
    "more, from the records, for where it is to stand:\n"
    "  carom plot out/04-break --preset slide                    # or another of those below\n"
    "  carom plot out/04-break --preset column --latex           # \\input{energy-column}\n"
    "  carom plot out/04-break --style my.gp                     # colours, dashes, font\n"
    "  carom plot out/04-break --at 0.205 --exaggerate 5         # the balls at that time\n"
    "  make figures LOOK=\"--preset slide\"                        # a whole lecture's\n"
    "--style overrides what my.gp sets of plots/style.gp. --at draws soft discs under the\n"
    "rigid outlines. 'carom animate DIR' makes a GIF of a comparison, 'carom sound DIR' a WAV\n"
    "with a solver on each ear. 'make figures' draws all experiments' figures into out/ in 20\n"
    "s, the same bytes each time; 'make experiments' runs their checks and sweeps too; 'make\n"
    "check' holds each to its own checks and reruns the numbers in its text. All figures:\n"
    "experiments/README.md.\n";

const cli_section cli_record_sections[] = {{"", records}, {NULL, NULL}};

const cli_section cli_figure_sections[] = {{"", figures}, {NULL, NULL}};
