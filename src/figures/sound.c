/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the collisions of two solvers as a stereo sound. */
#include "figures/figures.h"
#include "run/run.h"

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

enum { TIME, KIND, APPROACH, COLUMNS };

typedef struct {
    carom_tsv log;
    size_t at[COLUMNS];
    double fastest_mps;
} clicks;

/* Checks the collision time and the approach speed of a row. They determine when its click is heard
 * and how loud. */
static carom_status check_click(clicks *c, size_t row, double duration_s, carom_error *error)
{
    double t_s = 0, approach_mps = 0;
    CAROM_TRY(carom_tsv_finite(&c->log, row, c->at[TIME], &t_s, error));
    if (!(t_s >= 0 && t_s <= duration_s)) {
        return carom_error_set(error, CAROM_INVALID, "t_s",
                               "%s:%zu: t_s: found %.9g; expected 0 to %.9g s", c->log.path,
                               row + 2, t_s, duration_s);
    }
    CAROM_TRY(carom_tsv_finite(&c->log, row, c->at[APPROACH], &approach_mps, error));
    c->fastest_mps = fmax(c->fastest_mps, approach_mps);
    return CAROM_OK;
}

static carom_status open_clicks(clicks *c, const carom_figure_data *data, const char *directory,
                                const char *solver, carom_error *error)
{
    static const char *const names[] = {"t_s", "kind", "approach_mps"};
    CAROM_TRY(
        carom_tsv_read_record(&c->log, directory, solver, "collisions.tsv", data->stop, error));
    CAROM_TRY(carom_tsv_columns(&c->log, names, COLUMNS, COLUMNS, c->at, error));
    for (size_t row = 0; row < c->log.rows; row++) {
        CAROM_TRY(carom_tsv_check_cancel(&c->log, row, error));
        CAROM_TRY(check_click(c, row, data->scenario.duration_s, error));
    }
    return CAROM_OK;
}

/* Adds a click to a channel: decaying partials from the collision on. */
static void add_click(double *buffer, size_t frames, int channel, double t_s, double loudness,
                      const timbre *body)
{
    size_t first = (size_t)(t_s * RATE), length = (size_t)(-log(inaudible) * body->decay_s * RATE);
    for (size_t k = 0; k < length && first + k < frames; k++) {
        double t = (double)k / RATE,
               partials = sin(2 * CAROM_PI * body->low_Hz * t) +
                          body->brightness * sin(2 * CAROM_PI * body->high_Hz * t);
        buffer[2 * (first + k) + (size_t)channel] += loudness * exp(-t / body->decay_s) * partials;
    }
}

/* @return false if interrupted */
static bool render_channel(clicks *c, double *buffer, size_t frames, int channel, double loudest,
                           const volatile sig_atomic_t *stop)
{
    for (size_t row = 0; row < c->log.rows; row++) {
        if (stop != NULL && *stop != 0) {
            return false;
        }
        bool wall = strcmp(carom_tsv_text(&c->log, row, c->at[KIND]), "wall") == 0;
        double loudness = fmin(loudest, carom_tsv_number(&c->log, row, c->at[APPROACH])) / loudest;
        add_click(buffer, frames, channel, carom_tsv_number(&c->log, row, c->at[TIME]), loudness,
                  wall ? &cushion_timbre : &ball_timbre);
    }
    return true;
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

/* Writes a WAV file: a header of 44 bytes and, little-endian, 16 bits for each sample. */
static void write_samples(FILE *stream, const double *buffer, size_t frames)
{
    enum { HEADER = 44, FRAME = 4 };
    unsigned char header[HEADER] = "RIFF....WAVEfmt ", sample[2];
    put_number(header + 4, 4, HEADER - 8 + FRAME * frames);
    put_number(header + 16, 4, 16); /* length of this part */
    put_number(header + 20, 2, 1);  /* whole numbers */
    put_number(header + 22, 2, 2);  /* channels */
    put_number(header + 24, 4, RATE);
    put_number(header + 28, 4, FRAME * RATE);
    put_number(header + 32, 2, FRAME);
    put_number(header + 34, 2, 16); /* bits of a sample */
    memcpy(header + 36, "data", 4);
    put_number(header + 40, 4, FRAME * frames);
    fwrite(header, 1, HEADER, stream);
    for (size_t i = 0; i < 2 * frames; i++) {
        put_number(sample, 2, (size_t)(long)nearbyint(32767 * buffer[i]));
        fwrite(sample, 1, 2, stream);
    }
}

static carom_status write_wav(const char *directory, const double *buffer, size_t frames,
                              carom_error *error)
{
    carom_file file = {.stream = NULL};
    bool is_own;
    carom_status status = carom_folder_claim(directory, "run.json sound.wav", CAROM_FOLDER_ADD,
                                             &is_own, error);
    CAROM_THEN(status, carom_file_open(&file, directory, "sound.wav", error));
    if (status == CAROM_OK) {
        write_samples(file.stream, buffer, frames);
        status = carom_file_finish(&file, error);
    }
    CAROM_THEN(status, carom_file_commit(&file, error));
    carom_file_discard(&file);
    return status;
}

static carom_status mix_channels(carom_sound *sound, clicks *channels, const char *directory,
                                 const carom_sound_options *options, carom_error *error)
{
    carom_status status = CAROM_OK;
    size_t frames = (size_t)((sound->duration_s + tail_s) * RATE) + 1;
    double *buffer = calloc(2 * frames, sizeof *buffer);
    sound->loudest_mps = fmax(channels[0].fastest_mps, channels[1].fastest_mps);
    CAROM_NEED(buffer != NULL, error);
    if (!(sound->loudest_mps > 0)) {
        status = carom_error_set(error, CAROM_INVALID, "",
                                 "no collision in '%s', so the sound would be silent", directory);
    }
    for (int channel = 0; channel < 2 && status == CAROM_OK; channel++) {
        sound->clicks[channel] = channels[channel].log.rows;
        if (!render_channel(&channels[channel], buffer, frames, channel, sound->loudest_mps,
                            options->stop)) {
            status = carom_error_interrupted(error);
        }
    }
    if (status == CAROM_OK) {
        normalize(buffer, 2 * frames);
        status = write_wav(directory, buffer, frames, error);
    }
    free(buffer);
    return status;
}

static carom_status sound_pair(carom_sound *sound, clicks channels[2],
                               const carom_figure_data *data, const char *directory,
                               const carom_sound_options *options, carom_error *error)
{
    size_t pair[2];
    if (sound->duration_s > longest_s) {
        return carom_error_set(error, CAROM_INVALID, "duration_s",
                               "the run lasts %.6g s; a sound lasts at most %g s",
                               sound->duration_s, longest_s);
    }
    CAROM_TRY(carom_figure_find_pair(data, options->name, options->names, pair, error));
    for (int channel = 0; channel < 2; channel++) {
        snprintf(sound->name[channel], sizeof sound->name[0], "%s",
                 data->solver[pair[channel]].name);
        CAROM_TRY(open_clicks(&channels[channel], data, directory, sound->name[channel], error));
    }
    return mix_channels(sound, channels, directory, options, error);
}

carom_status carom_sound_write(carom_sound *sound, const char *directory,
                               const carom_sound_options *options, carom_error *error)
{
    carom_figure_data data;
    clicks channels[2] = {{.fastest_mps = 0}, {.fastest_mps = 0}};
    carom_status status = carom_figure_data_read(&data, directory, options->stop, error);
    *sound = (carom_sound){.duration_s = data.scenario.duration_s};
    CAROM_THEN(status, sound_pair(sound, channels, &data, directory, options, error));
    carom_tsv_free(&channels[0].log);
    carom_tsv_free(&channels[1].log);
    carom_figure_data_free(&data);
    return status;
}
