/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the collisions of two solvers as a stereo sound. */
#include "plot/plot.h"
#include "system/system.h"

enum { RATE = 44100 };

/* Sound of a body: two partials (Hz), their decay time (s) and the amplitude of the second one.
 * Phenolic balls give a high short click, a cushion a thud. */
typedef struct {
    double low_Hz, high_Hz, decay_s, brightness;
} timbre;
static const timbre ball_timbre = {2900, 5300, 0.005, 0.6}, cushion_timbre = {170, 410, 0.03, 0.4};

/* Longest run (s), length after the last collision (s), amplitude below which a click ends, and
 * full scale. */
static const double longest_s = 3600, tail_s = 0.4, inaudible = 1e-4, full_scale = 0.9;

typedef struct {
    double *sample; /* left, right, left ... */
    size_t frames;
    double peak; /* largest magnitude of a sample */
} wave;

/* Adds decaying partials from the collision on, as loud as it is fast. */
static void add_click(wave *w, size_t channel, const carom_collision *c)
{
    const timbre *body = c->wall ? &cushion_timbre : &ball_timbre;
    size_t first = (size_t)(c->t_s * RATE),
           length = (size_t)(-log(inaudible) * body->decay_s * RATE);
    for (size_t k = 0; k < length && first + k < w->frames; k++) {
        double t = (double)k / RATE, *sample = &w->sample[2 * (first + k) + channel],
               partials = sin(2 * CAROM_PI * body->low_Hz * t) +
                          body->brightness * sin(2 * CAROM_PI * body->high_Hz * t);
        *sample += c->approach_mps * exp(-t / body->decay_s) * partials;
    }
}

static void write_number(FILE *stream, int bytes, size_t value)
{
    for (int i = 0; i < bytes; i++) {
        fputc((int)(value >> (8 * i) & 0xff), stream);
    }
}

/* Writes a WAV file: a header of 44 bytes and, little-endian, 16 bits for each sample. The loudest
 * sample has full scale. */
static void write_wav(FILE *stream, const void *object)
{
    enum { FRAME = 4, CHANNELS = 2, BITS = 16, WHOLE_NUMBERS = 1, FORMAT_LENGTH = 16 };
    static const struct {
        int bytes;
        size_t value;
    } format[] = {{4, FORMAT_LENGTH}, {2, WHOLE_NUMBERS}, {2, CHANNELS}, {4, RATE},
                  {4, FRAME * RATE},  {2, FRAME},         {2, BITS}};
    const wave *w = object;
    fputs("RIFF", stream);
    write_number(stream, 4, 44 - 8 + FRAME * w->frames);
    fputs("WAVEfmt ", stream);
    for (size_t i = 0; i < sizeof format / sizeof format[0]; i++) {
        write_number(stream, format[i].bytes, format[i].value);
    }
    fputs("data", stream);
    write_number(stream, 4, FRAME * w->frames);
    for (size_t i = 0; i < CHANNELS * w->frames; i++) {
        write_number(stream, 2,
                     (size_t)(long)nearbyint(32767 * full_scale / w->peak * w->sample[i]));
    }
}

static const carom_replayed *solver_of(const carom_replay *replay, size_t channel)
{
    return &replay->solver[channel < replay->solvers ? channel : 0];
}

/* Fills the samples, and writes "left: impulse, 3 collisions; right ..." to @p report.
 * @return false if interrupted */
static bool mix(wave *w, const carom_replay *replay, char *report, size_t size)
{
    double loudest_mps = 0;
    snprintf(report, size, "%.3g s", replay->scenario.duration_s);
    for (size_t channel = 0; channel < 2; channel++) {
        const carom_replayed *solver = solver_of(replay, channel);
        for (size_t i = 0; i < solver->run->log.count; i++) {
            const carom_collision *c = &solver->run->log.item[i];
            if (replay->stop != NULL && *replay->stop != 0) {
                return false;
            }
            add_click(w, channel, c);
            loudest_mps = fmax(loudest_mps, c->approach_mps);
        }
        carom_text_append(report, size, "; %s: %s, %zu collision%s",
                          channel == 0 ? "left" : "right", solver->spec->name,
                          solver->run->log.count, carom_plural((double)solver->run->log.count));
    }
    for (size_t i = 0; i < 2 * w->frames; i++) {
        w->peak = fmax(w->peak, fabs(w->sample[i]));
    }
    carom_text_append(report, size, "; loudest: %.3g m/s", loudest_mps);
    return true;
}

static carom_status write_sound(const carom_replay *replay, const char *directory, char *report,
                                size_t size, carom_error *error)
{
    double duration_s = replay->scenario.duration_s;
    if (duration_s > longest_s) {
        return carom_error_set(error, CAROM_INVALID, "duration_s",
                               "the run lasts %.6g s; a sound lasts at most %g s", duration_s,
                               longest_s);
    }
    wave w = {.frames = (size_t)((duration_s + tail_s) * RATE) + 1};
    w.sample = carom_allocate(2 * w.frames, sizeof *w.sample);
    carom_status status = !mix(&w, replay, report, size) ? carom_error_interrupted(error)
                        : w.peak > 0
                            ? carom_file_write(directory, "sound.wav", write_wav, &w, error)
                            : carom_error_set(error, CAROM_INVALID, "",
                                              "no collision in '%s', so the sound would be silent",
                                              directory);
    free(w.sample);
    return status;
}

carom_status carom_sound_write(const char *directory, const char *const *name, size_t names,
                               const volatile sig_atomic_t *stop, char *report, size_t size,
                               carom_error *error)
{
    carom_replay replay;
    carom_status status = carom_replay_run(&replay, directory, name, names, 2, stop, error);
    CAROM_THEN(status, write_sound(&replay, directory, report, size, error));
    carom_replay_free(&replay);
    return status;
}
