/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the collisions of two solvers as a stereo sound. */
#define _POSIX_C_SOURCE 200809L
#include "figures/figures.h"
#include "run/run.h"
#include <errno.h>
#include <sndfile.h>
#include <unistd.h>

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

enum { TIME, KIND, APPROACH, CLICK_COLUMNS, CONTACT = CLICK_COLUMNS, IMPULSE, COLUMNS };

typedef struct {
    carom_tsv log;
    size_t at[COLUMNS];
    bool force;
    double fastest_mps, force_N;
    double power; /* a in the elastic force K delta^a */
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

/* Exponent of the solver's force law; Hertz's for rigid balls. */
static double force_power(const carom_figure_data *data, const char *solver)
{
    const carom_scenario_solver *entry = carom_scenario_find_solver(&data->scenario, solver);
    carom_springs springs;
    bool soft = entry != NULL && carom_solver_springs(&entry->kind, &springs);
    return soft && springs.law->stiffness_power < 0 ? -1 / springs.law->stiffness_power - 1 : 1.5;
}

static carom_status open_clicks(clicks *c, const carom_figure_data *data, const char *directory,
                                const char *solver, bool force, carom_error *error)
{
    static const char *const names[] = {"t_s", "kind", "approach_mps", "contact_s", "impulse_Ns"};
    c->force = force;
    c->power = force_power(data, solver);
    CAROM_TRY(
        carom_tsv_read_record(&c->log, directory, solver, "collisions.tsv", data->stop, error));
    CAROM_TRY(
        carom_tsv_columns(&c->log, names, COLUMNS, force ? COLUMNS : CLICK_COLUMNS, c->at, error));
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

/* ---- the contact force ---- */

/* Contact duration of an impulse at 1 m/s: Hertz's for phenolic balls of 57 mm. */
static const double hertz_time_s = 3e-4;

static double contact_time(const clicks *c, size_t row)
{
    double lasts_s = carom_tsv_number(&c->log, row, c->at[CONTACT]);
    return lasts_s > 0 ? lasts_s
                       : hertz_time_s * pow(carom_tsv_number(&c->log, row, c->at[APPROACH]), -0.2);
}

/* Adds the force of a contact. Each audio sample is the mean over its interval, which preserves the
 * impulse of short pulses. @return the largest force, N */
static double add_force_pulse(const clicks *c, size_t row, double *buffer, size_t frames,
                              int channel)
{
    enum { PARTS = 64 };
    double t_s = carom_tsv_number(&c->log, row, c->at[TIME]), lasts_s = contact_time(c, row),
           a = c->power, impulse_Ns = fabs(carom_tsv_number(&c->log, row, c->at[IMPULSE]));
    /* mean of sin^a over half a period */
    double mean = tgamma(0.5 * (a + 1)) / (tgamma(0.5 * a + 1) * sqrt(CAROM_PI));
    double peak_N = impulse_Ns / (mean * lasts_s);
    size_t first = (size_t)(t_s * RATE), parts = PARTS * (size_t)(1 + lasts_s * RATE);
    if (!isfinite(peak_N)) {
        return 0; /* zero approach speed, or the contact has not ended */
    }
    for (size_t k = 0; k < parts; k++) {
        double part = ((double)k + 0.5) / (double)parts;
        size_t frame = (size_t)((t_s + part * lasts_s) * RATE);
        if (frame >= first && frame < frames) {
            buffer[2 * frame + (size_t)channel] += peak_N * pow(sin(CAROM_PI * part), a) * lasts_s *
                                                   RATE / (double)parts;
        }
    }
    return peak_N;
}

/* @return false if interrupted */
static bool render_channel(clicks *c, double *buffer, size_t frames, int channel, double loudest,
                           const volatile sig_atomic_t *stop)
{
    for (size_t row = 0; row < c->log.rows; row++) {
        if (stop != NULL && *stop != 0) {
            return false;
        }
        if (c->force) {
            c->force_N = fmax(c->force_N, add_force_pulse(c, row, buffer, frames, channel));
            continue;
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

/* Scales by a fixed factor, for which the loudest click of a ball fits. @return the number of
 * samples that had to be cut off */
static size_t scale_by_fixed_factor(double *buffer, size_t count)
{
    size_t clipped = 0;
    for (size_t i = 0; i < count; i++) {
        buffer[i] *= full_scale / (1 + ball_timbre.brightness);
        clipped += fabs(buffer[i]) > 1;
        buffer[i] = fmax(-1, fmin(1, buffer[i]));
    }
    return clipped;
}

static size_t four_bytes(const unsigned char *byte)
{
    return byte[0] | (size_t)byte[1] << 8 | (size_t)byte[2] << 16 | (size_t)byte[3] << 24;
}

/* Reads the header again: the encoder does not check that the lengths it adds at the end are
 * written. */
static bool is_encoded(FILE *stream, size_t frames)
{
    enum { HEADER = 44, RIFF_LENGTH = 4, DATA = 36, DATA_LENGTH = 40, FRAME = 4 };
    unsigned char header[HEADER];
    return pread(fileno(stream), header, HEADER, 0) == HEADER &&
           memcmp(header + DATA, "data", 4) == 0 &&
           four_bytes(header + RIFF_LENGTH) == HEADER - 8 + FRAME * frames &&
           four_bytes(header + DATA_LENGTH) == FRAME * frames;
}

/* Encodes a WAV file into a seekable stream, since its header contains the length. */
static bool encode(FILE *stream, const double *buffer, size_t frames)
{
    SF_INFO info = {.samplerate = RATE, .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_PCM_16};
    SNDFILE *file = sf_open_fd(fileno(stream), SFM_WRITE, &info, SF_FALSE);
    bool whole = file != NULL &&
                 sf_writef_double(file, buffer, (sf_count_t)frames) == (sf_count_t)frames;
    return (file == NULL || sf_close(file) == 0) && whole && is_encoded(stream, frames);
}

static carom_status encode_and_copy(const char *directory, FILE *wav, const double *buffer,
                                    size_t frames, carom_file *file, carom_error *error)
{
    if (!encode(wav, buffer, frames)) {
        return errno == ENOMEM
                 ? carom_error_no_memory(error)
                 : carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write '%s/sound.wav': %s",
                                   directory, errno != 0 ? strerror(errno) : sf_strerror(NULL));
    }
    CAROM_TRY(carom_file_open(file, directory, "sound.wav", error));
    CAROM_TRY(carom_file_copy(file, wav, error));
    return carom_file_commit(file, error);
}

/* The encoder needs a file of its own, which is then copied. */
static carom_status write_wav(const char *directory, const double *buffer, size_t frames,
                              carom_error *error)
{
    carom_file file = {.stream = NULL};
    carom_status status;
    bool is_own;
    CAROM_TRY(
        carom_folder_claim(directory, "run.json sound.wav", CAROM_FOLDER_ADD, &is_own, error));
    FILE *wav = carom_file_open_unnamed(directory, error);
    if (wav == NULL) {
        return error->status;
    }
    status = encode_and_copy(directory, wav, buffer, frames, &file, error);
    carom_file_discard(&file);
    fclose(wav);
    return status;
}

static carom_status mix_channels(carom_sound *sound, clicks *channels, const char *directory,
                                 const carom_sound_options *options, carom_error *error)
{
    carom_status status = CAROM_OK;
    double loudest_mps = options->loudest_mps,
           fastest_mps = fmax(channels[0].fastest_mps, channels[1].fastest_mps);
    size_t frames = (size_t)((sound->duration_s + tail_s) * RATE) + 1;
    double *buffer = calloc(2 * frames, sizeof *buffer);
    sound->loudest_mps = isnan(loudest_mps) ? fastest_mps : loudest_mps;
    CAROM_NEED(buffer != NULL, error);
    if (!(fastest_mps > 0)) {
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
    sound->force_N = fmax(channels[0].force_N, channels[1].force_N);
    if (status == CAROM_OK) {
        if (isnan(loudest_mps)) {
            normalize(buffer, 2 * frames);
        } else {
            sound->clipped = scale_by_fixed_factor(buffer, 2 * frames);
        }
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
        CAROM_TRY(open_clicks(&channels[channel], data, directory, sound->name[channel],
                              options->force, error));
    }
    return mix_channels(sound, channels, directory, options, error);
}

carom_status carom_sound_write(carom_sound *sound, const char *directory,
                               const carom_sound_options *options, carom_error *error)
{
    carom_figure_data data;
    clicks channels[2] = {{.power = 0}, {.power = 0}};
    carom_status status = carom_figure_data_read(&data, directory, options->stop, error);
    *sound = (carom_sound){.duration_s = data.scenario.duration_s};
    CAROM_THEN(status, sound_pair(sound, channels, &data, directory, options, error));
    carom_tsv_free(&channels[0].log);
    carom_tsv_free(&channels[1].log);
    carom_figure_data_free(&data);
    return status;
}
