/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces recorded_table.c and recorded_track.c: a page has no files to play back. The
 * solver keeps its name and keys: its scenarios can be read, but not run. */
#include "solvers/solvers.h"

carom_status carom_recording_load(carom_recording *recording, const carom_problem *problem,
                                  const carom_recorded_options *options, carom_error *error)
{
    (void)problem, (void)options;
    *recording = (carom_recording){.track = NULL};
    return carom_error_set(error, CAROM_INVALID, "kind",
                           "a page cannot read the files of a recording; expected another solver, "
                           "or carom on the command line");
}

carom_status carom_recording_read(carom_recording *recording, const carom_problem *problem,
                                  const carom_choice *choice, const carom_cancel_flag *cancel,
                                  carom_error *error)
{
    (void)choice, (void)cancel;
    return carom_recording_load(recording, problem, NULL, error);
}

void carom_recording_free(carom_recording *recording)
{
    *recording = (carom_recording){.track = NULL};
}

size_t carom_track_interval(const carom_track *track, double t_s)
{
    (void)track, (void)t_s;
    return 0;
}

carom_flight carom_track_side(const carom_track *track, size_t k, bool after, double t_s)
{
    (void)track, (void)k, (void)after, (void)t_s;
    return (carom_flight){.at = {0, 0}};
}

carom_flight carom_track_state(const carom_track *track, size_t k, double t_s)
{
    return carom_track_side(track, k, false, t_s);
}
