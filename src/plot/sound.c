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

/* Adds a click to a channel: decaying partials from the collision on. */
static void add_click(double *buffer, size_t frames, size_t channel, double t_s, double loudness,
                      const timbre *body)
{
    size_t first = (size_t)(t_s * RATE), length = (size_t)(-log(inaudible) * body->decay_s * RATE);
    for (size_t k = 0; k < length && first + k < frames; k++) {
        double t = (double)k / RATE,
               partials = sin(2 * CAROM_PI * body->low_Hz * t) +
                          body->brightness * sin(2 * CAROM_PI * body->high_Hz * t);
        buffer[2 * (first + k) + channel] += loudness * exp(-t / body->decay_s) * partials;
    }
}

static void add_clicks(double *buffer, size_t frames, size_t channel, const carom_log *log,
                       double loudest_mps)
{
    for (size_t i = 0; i < log->count; i++) {
        const carom_collision *c = &log->item[i];
        add_click(buffer, frames, channel, c->t_s, c->approach_mps / loudest_mps,
                  c->wall ? &cushion_timbre : &ball_timbre);
    }
}

/* Normalizes the loudest sample to full scale. */
static void normalize(double *buffer, size_t count)
{
    double peak = 0;
    for (size_t i = 0; i < count; i++) {
        peak = fmax(peak, fabs(buffer[i]));
    }
    for (size_t i = 0; i < count && peak > 0; i++) {
        buffer[i] *= full_scale / peak;
    }
}

static void put_number(unsigned char *at, size_t bytes, size_t value)
{
    for (size_t i = 0; i < bytes; i++) {
        at[i] = (unsigned char)(value >> (8 * i));
    }
}

typedef struct {
    const double *sample; /* left, right, left ... */
    size_t frames;
} wave;

/* Writes a WAV file: a header of 44 bytes and, little-endian, 16 bits for each sample. */
static void write_wav(FILE *stream, const void *object)
{
    const wave *w = object;
    enum { HEADER = 44, FRAME = 4 };
    unsigned char header[HEADER] = "RIFF....WAVEfmt ", sample[2];
    put_number(header + 4, 4, HEADER - 8 + FRAME * w->frames);
    put_number(header + 16, 4, 16); /* length of this part */
    put_number(header + 20, 2, 1);  /* whole numbers */
    put_number(header + 22, 2, 2);  /* channels */
    put_number(header + 24, 4, RATE);
    put_number(header + 28, 4, FRAME * RATE);
    put_number(header + 32, 2, FRAME);
    put_number(header + 34, 2, 16); /* bits of a sample */
    memcpy(header + 36, "data", 4);
    put_number(header + 40, 4, FRAME * w->frames);
    fwrite(header, 1, HEADER, stream);
    for (size_t i = 0; i < 2 * w->frames; i++) {
        put_number(sample, 2, (size_t)(long)nearbyint(32767 * w->sample[i]));
        fwrite(sample, 1, 2, stream);
    }
}

static carom_status mix(carom_sound *sound, const carom_replay *replay, const char *directory,
                        carom_error *error)
{
    size_t frames;
    *sound = (carom_sound){.duration_s = replay->scenario.duration_s};
    for (size_t channel = 0; channel < 2; channel++) {
        const carom_replayed *solver = &replay->solver[channel < replay->solvers ? channel : 0];
        snprintf(sound->name[channel], CAROM_NAME_SIZE, "%s", solver->spec->name);
        sound->clicks[channel] = solver->log.count;
        for (size_t i = 0; i < solver->log.count; i++) {
            sound->loudest_mps = fmax(sound->loudest_mps, solver->log.item[i].approach_mps);
        }
    }
    if (sound->duration_s > longest_s) {
        return carom_error_set(error, CAROM_INVALID, "duration_s",
                               "the run lasts %.6g s; a sound lasts at most %g s",
                               sound->duration_s, longest_s);
    }
    if (!(sound->loudest_mps > 0)) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "no collision in '%s', so the sound would be silent", directory);
    }
    frames = (size_t)((sound->duration_s + tail_s) * RATE) + 1;
    double *buffer = calloc(2 * frames, sizeof *buffer);
    CAROM_NEED(buffer != NULL, error);
    for (size_t channel = 0; channel < 2; channel++) {
        add_clicks(buffer, frames, channel,
                   &replay->solver[channel < replay->solvers ? channel : 0].log,
                   sound->loudest_mps);
    }
    normalize(buffer, 2 * frames);
    carom_status status = carom_file_write(directory, "sound.wav", write_wav,
                                           &(wave){buffer, frames}, error);
    free(buffer);
    return status;
}

carom_status carom_sound_write(carom_sound *sound, const char *directory, const char *const *name,
                               size_t names, const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_replay replay;
    carom_status status = carom_replay_run(&replay, directory, name, names, 2, stop, error);
    CAROM_THEN(status, mix(sound, &replay, directory, error));
    carom_replay_free(&replay);
    return status;
}
