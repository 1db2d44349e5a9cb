/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces recorded_table.c and recorded_names.c: a page has no files to play back. The solver
 * keeps its name and keys: its scenarios can be read, but not run. */
#include "solvers/solvers.h"
#pragma GCC diagnostic ignored "-Wunused-parameter"

carom_status carom_recording_load(carom_recording *recording, const carom_problem *problem,
                                  const carom_recorded_options *options, carom_error *error)
{
    *recording = (carom_recording){.track = NULL};
    return carom_error_set(error, CAROM_INVALID, "kind",
                           "a page cannot read the files of a recording; expected another solver, "
                           "or carom on the command line");
}

void carom_recording_free(carom_recording *recording)
{
    *recording = (carom_recording){.track = NULL};
}
