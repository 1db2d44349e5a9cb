/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the times of the frames of a film, with slow motion around collisions. */
#include "figures/figures.h"

/* Longest film without slow motion, s. */
static const double longest_s = 10;
/* Slow motion adds at most this part of its length. */
static const double max_slow_part = 0.6;
/* Largest slowdown, and frames per contact. */
static const double max_slowdown = 20, frames_of_contact = 12;
/* Frames before contact onset and after separation. */
static const double margin_frames = 6;

/* Largest of 1, 2 and 5 times a power of ten that is at most @p x. */
static double round_below(double x)
{
    static const double step[] = {5, 2, 1};
    double decade = pow(10, floor(log10(x)));
    for (int i = 0; i < 2; i++) {
        if (step[i] * decade <= x * (1 + 1e-12)) {
            return step[i] * decade;
        }
    }
    return decade;
}

/* Median duration of contacts that last (s); 0 without one, NaN if memory runs out. */
static double median_contact(const carom_film_contact *contact, size_t count)
{
    double *length = calloc(count + 1, sizeof *length), median;
    size_t finite = 0;
    if (length == NULL) {
        return NAN;
    }
    for (size_t i = 0; i < count; i++) {
        if (contact[i].to_s > contact[i].from_s) {
            length[finite++] = contact[i].to_s - contact[i].from_s;
        }
    }
    qsort(length, finite, sizeof *length, carom_compare_numbers);
    median = length[finite / 2];
    free(length);
    return finite == 0 ? 0 : median;
}

/* ---- slow motion ---- */

typedef struct {
    double from_s, to_s;
} interval;

/* Chooses disjoint intervals of slow motion, by time, around the first resolved contacts. */
static size_t choose_intervals(carom_film *film, const carom_film_contact *contact, size_t count,
                               double duration_s, double step_s, interval *slow)
{
    double margin_s = margin_frames * step_s, spent_s = 0,
           most_s = fmax(max_slow_part * duration_s * film->pace / film->slowed, 2.5 * margin_s);
    size_t intervals = 0;
    for (size_t i = 0; i < count; i++) {
        double from = fmax(0, contact[i].from_s - margin_s),
               to = fmin(duration_s, contact[i].to_s + margin_s);
        interval *last = intervals == 0 ? NULL : &slow[intervals - 1];
        if (!contact[i].known) {
            continue;
        }
        if (last != NULL && from < last->to_s) {
            from = last->to_s;
        }
        if (from < to && spent_s + (to - from) > most_s) {
            break;
        }
        if (from >= to) {
            continue;
        }
        spent_s += to - from;
        if (last != NULL && from <= last->to_s) {
            last->to_s = to;
        } else {
            slow[intervals++] = (interval){from, to};
        }
    }
    return intervals;
}

/* ---- frames ---- */

static size_t frames_in(double length_s, double step_s)
{
    return length_s > 0 ? (size_t)fmax(1, floor(length_s / step_s + 0.5)) : 0;
}

/* Appends frames from a up to, without, b. */
static void append_frames(carom_film *film, double a, double b, double step_s, bool slow)
{
    size_t frames = frames_in(b - a, step_s);
    for (size_t i = 0; i < frames; i++) {
        film->frame[film->frames++] = (carom_film_frame){a + (b - a) * (double)i / (double)frames,
                                                         slow};
    }
}

static carom_status append_all_frames(carom_film *film, double duration_s, const interval *slow,
                                      size_t intervals, carom_error *error)
{
    double step_s = 1 / (CAROM_FILM_RATE * film->pace),
           slow_s = 1 / (CAROM_FILM_RATE * film->slowed), at_s = 0;
    size_t room = frames_in(duration_s, step_s) + 2;
    for (size_t i = 0; i < intervals; i++) {
        room += frames_in(slow[i].to_s - slow[i].from_s, slow_s) + 2;
    }
    film->frame = calloc(room, sizeof *film->frame);
    CAROM_NEED(film->frame != NULL, error);
    for (size_t i = 0; i < intervals; i++) {
        append_frames(film, at_s, slow[i].from_s, step_s, false);
        append_frames(film, slow[i].from_s, slow[i].to_s, slow_s, true);
        at_s = slow[i].to_s;
    }
    append_frames(film, at_s, duration_s, step_s, false);
    film->frame[film->frames++] = (carom_film_frame){duration_s, false};
    return CAROM_OK;
}

static void set_pace(carom_film *film, double duration_s, double contact_s)
{
    film->pace = round_below(longest_s / duration_s);
    double slower = contact_s > 0 ? frames_of_contact / (CAROM_FILM_RATE * film->pace * contact_s)
                                  : max_slowdown;
    bool long_enough = contact_s > 0 && slower < 2;
    film->slowed = film->pace * (long_enough ? 1 : round_below(fmin(slower, max_slowdown)));
}

carom_status carom_film_plan(carom_film *film, double duration_s, carom_film_contact *contact,
                             size_t count, carom_error *error)
{
    double contact_s = median_contact(contact, count);
    interval *slow = calloc(count + 1, sizeof *slow);
    size_t intervals = 0;
    if (slow == NULL || isnan(contact_s)) {
        free(slow);
        return carom_error_no_memory(error);
    }
    set_pace(film, duration_s, contact_s);
    qsort(contact, count, sizeof *contact, carom_compare_numbers);
    if (film->slowed > film->pace) {
        intervals = choose_intervals(film, contact, count, duration_s,
                                     1 / (CAROM_FILM_RATE * film->slowed), slow);
    }
    if (intervals == 0) {
        film->slowed = film->pace;
    }
    carom_status status = append_all_frames(film, duration_s, slow, intervals, error);
    free(slow);
    return status;
}

void carom_film_free(carom_film *film)
{
    free(film->frame);
    *film = (carom_film){.frame = NULL};
}
