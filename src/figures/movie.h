/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Frames to a film, by ffmpeg.
 */
#ifndef CAROM_FIGURES_MOVIE_H
#define CAROM_FIGURES_MOVIE_H

#include "figures/figure_files.h"

/** What carom_movie_make needs, to be looked for on the PATH before frames are drawn. */
extern const char carom_movie_program[];

/** Makes of the frames in gnuplot's own folder the MP4 of its first figure: H.264, which every
 * player has, even where only 4:2:0 is understood.
 *  @return CAROM_CANNOT_CREATE where ffmpeg is missing or fails: the message says how to get it;
 * CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_movie_make(const carom_gnuplot *gnuplot, carom_error *error);

#endif
