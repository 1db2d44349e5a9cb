/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A comparison to listen to: a click per collision, the reference on the left, another solver on
 * the right.
 */
#ifndef CAROM_FIGURES_SOUND_H
#define CAROM_FIGURES_SOUND_H

#include <carom/status.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/** What was written. */
typedef struct {
    /** loudest: the approach speed that is as loud as it gets */
    double duration_s, loudest_mps;
    double force_N;   /**< the largest contact force, where forces are sounded */
    size_t clicks[2]; /**< left, right */
    size_t clipped;   /**< samples cut off, where a loudest speed was given */
    char name[2][64];
} carom_sound;

/** How it is to sound. */
typedef struct {
    double loudest_mps; /**< the approach speed that is as loud as it gets, so that runs compare by
                           ear; NaN: the hardest collision's, and the whole as loud as a file can
                           hold */
    /** of up to two solvers, left and right; as carom_figure_pair takes them */
    const char *const *name;
    size_t names;
    bool force; /**< sound the contact force, not clicks as loud as the approach speed */
    const volatile sig_atomic_t *stop; /**< set from outside to interrupt; may be NULL */
} carom_sound_wish;

/** Writes sound.wav (16 bit, 44 100 Hz, stereo) from the records in @p directory; of a run of one
 * solver both channels are that one's. Loudness follows the normal approach speed, min(v_max,
 * v_n)/v_max (billiard blog, part 7); timbre tells balls from cushions.
 *
 * With `force` each contact is its normal force, F0 sin^a(pi t/T) for an elastic force K delta^a:
 * exact for Hooke's law, within 2 % for Hertz's. T and the impulse are those of the log. Of an
 * impulse T is Hertz's, 0.3 ms (v/(1 m/s))^(-1/5), as measured for billiard balls.
 *  @return CAROM_CANNOT_READ, CAROM_INVALID where there is no collision log, CAROM_CANNOT_WRITE */
CAROM_CHECKED carom_status carom_sound_write(carom_sound *sound, const char *directory,
                                             const carom_sound_wish *wish, carom_error *error);

#endif
