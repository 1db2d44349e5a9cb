/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collisions, velocities and interpolation of recorded tracks.
 *
 * A collision is a break of the velocity. Where velocities are not recorded, one polynomial through
 * the samples around an interval is compared with two, one on each side: the interval has a break
 * if the sum of squares decreases by more than noise explains. The polynomials are lines, or
 * parabolas if the scenario has forces between collisions. */
#include "solvers/solvers.h"

enum { LEAST_WINDOW = 4, LARGEST_WINDOW = 40, PASSES = 20 };

/* Decrease of the sum of squares, over sigma^2. Noise decreases it by chi-square with 4 (lines) or
 * 6 (parabolas) degrees of freedom, which exceeds 50 with a probability of at most 5e-9. */
static const double significant = 50;

/* Goal for the standard error of a velocity relative to the fastest one, by the size of the
 * window. */
static const double speed_error_rel = 0.01;

typedef struct {
    carom_track *track;
    double sigma_m, fastest_mps;
    size_t window; /* number of samples on each side */
    int degree;
    const carom_cancel_flag *cancel;
    double *gain;
} search;

/* ---- fit ---- */

/* Least squares in orthogonal polynomials 1, p = t - mean, p^2 - alpha p - beta. */
typedef struct {
    double mean, alpha, beta, n, sum1, sum2, squares;
    carom_vec c0, c1, c2;
} fit;

static carom_flight value_of_fit(const fit *f, double t)
{
    double p = t - f->mean, q = p * (p - f->alpha) - f->beta;
    carom_vec line = carom_vec_add_scaled(f->c0, p, f->c1);
    return (carom_flight){carom_vec_add_scaled(line, q, f->c2),
                          carom_vec_add_scaled(f->c1, 2 * p - f->alpha, f->c2)};
}

/* Variances of the position and of the velocity at @p t, for sigma = 1. */
static double position_variance(const fit *f, double t)
{
    double p = t - f->mean, q = p * (p - f->alpha) - f->beta;
    return 1 / f->n + (f->sum1 > 0 ? p * p / f->sum1 : 0) + (f->sum2 > 0 ? q * q / f->sum2 : 0);
}

static fit fit_samples(const carom_track *track, size_t from, size_t to, int degree)
{
    const carom_track_sample *s = track->sample;
    fit f = {.n = (double)(to - from + 1)};
    double cubes = 0;
    for (size_t k = from; k <= to; k++) {
        f.mean += (s[k].t_s - s[from].t_s) / f.n;
        f.c0 = carom_vec_add_scaled(f.c0, 1 / f.n, carom_vec_subtract(s[k].at, s[from].at));
    }
    f.mean += s[from].t_s;
    f.c0 = carom_vec_add(f.c0, s[from].at);
    for (size_t k = from; k <= to; k++) {
        double p = s[k].t_s - f.mean;
        f.sum1 += p * p;
        cubes += p * p * p;
        f.c1 = carom_vec_add_scaled(f.c1, p, carom_vec_subtract(s[k].at, f.c0));
    }
    f.alpha = f.sum1 > 0 ? cubes / f.sum1 : 0;
    f.beta = f.sum1 / f.n;
    f.c1 = f.sum1 > 0 ? carom_vec_divide(f.c1, f.sum1) : (carom_vec){0, 0};
    for (size_t k = from; k <= to && degree > 1 && f.n > 2; k++) {
        double p = s[k].t_s - f.mean, q = p * (p - f.alpha) - f.beta;
        f.sum2 += q * q;
        f.c2 = carom_vec_add_scaled(f.c2, q, carom_vec_subtract(s[k].at, f.c0));
    }
    f.c2 = f.sum2 > 0 ? carom_vec_divide(f.c2, f.sum2) : (carom_vec){0, 0};
    for (size_t k = from; k <= to; k++) {
        f.squares += carom_vec_square(carom_vec_subtract(s[k].at, value_of_fit(&f, s[k].t_s).at));
    }
    return f;
}

/* First and last sample within a window around @p k that no collision separates from it. */
static size_t first_of_window(const carom_track *track, size_t k, size_t window)
{
    size_t from = k;
    while (from > 0 && k - from + 1 < window && isnan(track->sample[from - 1].break_s)) {
        from--;
    }
    return from;
}

static size_t last_of_window(const carom_track *track, size_t k, size_t window)
{
    size_t to = k;
    while (to + 1 < track->count && to - k + 1 < window && isnan(track->sample[to].break_s)) {
        to++;
    }
    return to;
}

/* ---- breaks ---- */

/* Time in interval @p k at which two straight continuations are closest. */
static double crossing_time(const carom_track *track, size_t k, carom_flight before,
                            carom_flight after, double at_s)
{
    const carom_track_sample *s = &track->sample[k];
    carom_vec d = carom_vec_subtract(after.at, before.at),
              w = carom_vec_subtract(after.v, before.v);
    double t = at_s - carom_vec_dot(d, w) / fmax(carom_vec_square(w), DBL_MIN);
    return fmin(fmax(t, s[0].t_s), s[1].t_s);
}

/* Decrease of the sum of squares over what remains of it, largest where both sides are free of the
 * collision; 0: not significant. */
static double gain_of(const search *self, size_t k)
{
    const carom_track *track = self->track;
    size_t least = (size_t)self->degree + 1;
    size_t from = first_of_window(track, k, self->window),
           to = last_of_window(track, k + 1, self->window);
    if (!isnan(track->sample[k].break_s) || k - from + 1 < least || to - k < least) {
        return 0;
    }
    double noise = self->sigma_m * self->sigma_m;
    double apart = fit_samples(track, from, k, self->degree).squares +
                   fit_samples(track, k + 1, to, self->degree).squares;
    double gain = fit_samples(track, from, to, self->degree).squares - apart;
    return gain > significant * noise ? gain / (apart + noise) : 0;
}

/* Breaks interval @p k if the continuations of both sides meet in it: a single false position does
 * not break a track. */
static bool break_interval(search *self, size_t k)
{
    carom_track *track = self->track;
    carom_track_sample *s = &track->sample[k];
    fit left = fit_samples(track, first_of_window(track, k, self->window), k, self->degree),
        right = fit_samples(track, k + 1, last_of_window(track, k + 1, self->window), self->degree);
    double middle = 0.5 * (s[0].t_s + s[1].t_s), t, slack;
    carom_flight before = value_of_fit(&left, middle), after = value_of_fit(&right, middle);
    t = crossing_time(track, k, before, after, middle);
    slack = 5 * self->sigma_m * sqrt(position_variance(&left, t) + position_variance(&right, t)) +
            0.1 * carom_vec_length(carom_vec_subtract(after.v, before.v)) * (s[1].t_s - s[0].t_s);
    before = value_of_fit(&left, t);
    after = value_of_fit(&right, t);
    if (carom_vec_length(carom_vec_subtract(after.at, before.at)) > slack) {
        return false;
    }
    s->break_s = t;
    return true;
}

static bool is_largest_gain(const search *self, size_t k)
{
    size_t from = k < self->window ? 0 : k - self->window,
           to = k + self->window < self->track->count ? k + self->window : self->track->count - 1;
    for (size_t i = from; i < to; i++) {
        if (self->gain[i] > self->gain[k] || (self->gain[i] == self->gain[k] && i < k)) {
            return false;
        }
    }
    return true;
}

/* Breaks the intervals with the largest gains first, then looks between them. */
static carom_status find_breaks(search *self, carom_error *error)
{
    carom_track *track = self->track;
    bool found = true;
    for (int pass = 0; pass < PASSES && found; pass++) {
        found = false;
        for (size_t k = 0; k + 1 < track->count; k++) {
            self->gain[k] = gain_of(self, k);
            if (k % 1024 == 0 && carom_is_cancelled(self->cancel)) {
                return carom_error_interrupted(error);
            }
        }
        for (size_t k = 0; k + 1 < track->count; k++) {
            if (self->gain[k] > 0 && is_largest_gain(self, k)) {
                found = break_interval(self, k) || found;
            }
        }
    }
    return CAROM_OK;
}

/* Change of the recorded velocity in interval @p k, without a constant acceleration that a
 * neighbouring interval shows. */
static double velocity_jump(const search *self, size_t k)
{
    const carom_track_sample *s = &self->track->sample[k];
    carom_vec change = carom_vec_subtract(s[1].v, s[0].v);
    double jump = self->degree > 1 ? INFINITY : carom_vec_length(change);
    for (int side = -1; side <= 1 && self->degree > 1; side += 2) {
        if (side < 0 ? k > 0 : k + 2 < self->track->count) {
            const carom_track_sample *n = s + side;
            double part = (s[1].t_s - s[0].t_s) / (n[1].t_s - n[0].t_s);
            carom_vec other = carom_vec_subtract(n[1].v, n[0].v);
            jump = fmin(jump, carom_vec_length(carom_vec_add_scaled(change, -part, other)));
        }
    }
    return jump;
}

static void find_recorded_breaks(search *self)
{
    carom_track *track = self->track;
    double least = 1e-6 * self->fastest_mps, median;
    for (size_t k = 0; k + 1 < track->count; k++) {
        self->gain[k] = velocity_jump(self, k);
    }
    qsort(self->gain, track->count - 1, sizeof *self->gain, carom_compare_numbers);
    median = self->gain[(track->count - 1) / 2];
    least = fmax(least, 10 * (isfinite(median) ? median : 0));
    for (size_t k = 0; k + 1 < track->count; k++) {
        carom_track_sample *s = &track->sample[k];
        double middle = 0.5 * (s[0].t_s + s[1].t_s), jump = velocity_jump(self, k);
        if (jump > least && isfinite(jump)) {
            s->break_s = crossing_time(track, k, carom_track_side(track, k, false, middle),
                                       carom_track_side(track, k, true, middle), middle);
        }
    }
}

/* ---- noise and window ---- */

/* Median over all windows of the scatter about a fit; collisions spoil less than half of them. */
static double estimate_sigma(search *self)
{
    size_t count = self->track->count, n = 0;
    for (size_t k = 0; k < count; k++) {
        size_t from = first_of_window(self->track, k, LEAST_WINDOW),
               to = last_of_window(self->track, k, LEAST_WINDOW);
        double freedom = 2 * ((double)(to - from) - self->degree);
        if (freedom > 0) {
            self->gain[n++] = fit_samples(self->track, from, to, self->degree).squares / freedom;
        }
    }
    qsort(self->gain, n, sizeof *self->gain, carom_compare_numbers);
    return n == 0 ? 0 : sqrt(self->gain[n / 2]);
}

/* Number of samples on each side for which the standard error of a velocity reaches the goal. */
static size_t window_size(const search *self, int degree)
{
    const carom_track *track = self->track;
    double interval_s = (track->sample[track->count - 1].t_s - track->sample[0].t_s) /
                        (double)(track->count - 1);
    double goal = speed_error_rel * self->fastest_mps * interval_s / fmax(self->sigma_m, DBL_MIN);
    size_t window = LEAST_WINDOW;
    for (; window < LARGEST_WINDOW; window++) {
        double n = (double)window, variance = 12 / (n * (n * n - 1));
        if ((degree > 1 ? 16 : 1) * variance <= goal * goal) {
            break;
        }
    }
    return window;
}

static double fastest_of(const carom_recording *recording)
{
    double fastest = 0;
    for (size_t i = 0; i < recording->count; i++) {
        const carom_track *track = &recording->track[i];
        for (size_t k = LEAST_WINDOW; k < track->count; k++) {
            const carom_track_sample *s = &track->sample[k], *past = s - LEAST_WINDOW;
            double moved = carom_vec_length(carom_vec_subtract(s->at, past->at));
            fastest = fmax(fastest, moved / (s->t_s - past->t_s));
        }
    }
    return fastest;
}

/* ---- velocities ---- */

static void fit_velocities(search *self)
{
    carom_track *track = self->track;
    for (size_t k = 0; k < track->count; k++) {
        fit f = fit_samples(track, first_of_window(track, k, self->window),
                            last_of_window(track, k, self->window), self->degree);
        track->sample[k].v = value_of_fit(&f, track->sample[k].t_s).v;
    }
}

static carom_status fit_track(search *self, bool has_velocity, carom_error *error)
{
    if (has_velocity) {
        find_recorded_breaks(self);
        return carom_is_cancelled(self->cancel) ? carom_error_interrupted(error) : CAROM_OK;
    }
    self->sigma_m = fmax(self->sigma_m, estimate_sigma(self));
    size_t largest = window_size(self, self->degree);
    /* short windows first: they separate collisions that follow each other closely */
    for (self->window = LEAST_WINDOW;; self->window *= 2) {
        self->window = self->window < largest ? self->window : largest;
        CAROM_TRY(find_breaks(self, error));
        if (self->window == largest) {
            break;
        }
    }
    for (size_t k = 0; k + 1 < self->track->count; k++) {
        if (!isnan(self->track->sample[k].break_s)) {
            (void)break_interval(self, k); /* its time, with all samples of the largest window */
        }
    }
    fit_velocities(self);
    return CAROM_OK;
}

/* Find collisions, fit velocities, and estimate sigma_m if it is NaN. */
static carom_status recording_fit(carom_recording *recording, const carom_problem *problem,
                                  const carom_cancel_flag *cancel, carom_error *error)
{
    bool forces = !carom_vec_is_zero(problem->gravity_mps2) || carom_problem_has_drag(problem) ||
                  carom_problem_has_resistance(problem);
    /* rounding of coordinates */
    double rounding = 64 * DBL_EPSILON * (problem->width_m + problem->height_m);
    double estimated = 0, fastest = fastest_of(recording);
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < recording->count && status == CAROM_OK; i++) {
        carom_track *track = &recording->track[i];
        search self = {
            .track = track,
            .sigma_m = fmax(isnan(recording->sigma_m) ? 0 : recording->sigma_m, rounding),
            .fastest_mps = fastest,
            .degree = forces ? 2 : 1,
            .cancel = cancel};
        if (track->count < 2) {
            continue;
        }
        self.gain = calloc(track->count, sizeof *self.gain);
        status = self.gain == NULL ? carom_error_no_memory(error)
                                   : fit_track(&self, recording->has_velocity, error);
        estimated = fmax(estimated, self.sigma_m);
        free(self.gain);
    }
    if (isnan(recording->sigma_m)) {
        recording->sigma_m = recording->has_velocity || estimated <= rounding ? 0 : estimated;
    }
    return status;
}

/* ---- interpolation ---- */

size_t carom_track_interval(const carom_track *track, double t_s)
{
    size_t low = 0, high = track->count - 1;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (track->sample[middle].t_s <= t_s) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Acceleration in interval @p k; 0 in an interval with a collision. */
static carom_vec acceleration(const carom_track *track, size_t k)
{
    const carom_track_sample *s = &track->sample[k];
    return isnan(s[0].break_s)
             ? carom_vec_divide(carom_vec_subtract(s[1].v, s[0].v), s[1].t_s - s[0].t_s)
             : (carom_vec){0, 0};
}

carom_flight carom_track_side(const carom_track *track, size_t k, bool after, double t_s)
{
    const carom_track_sample *s = &track->sample[after ? k + 1 : k];
    carom_vec a = {0, 0};
    if (after ? k + 2 < track->count : k > 0) {
        a = acceleration(track, after ? k + 1 : k - 1);
    }
    return carom_flight_fall((carom_flight){s->at, s->v}, a, t_s - s->t_s);
}

carom_flight carom_track_state(const carom_track *track, size_t k, double t_s)
{
    const carom_track_sample *s = &track->sample[k];
    double interval_s = s[1].t_s - s[0].t_s, part = (t_s - s[0].t_s) / interval_s;
    carom_vec a = acceleration(track, k), moved = carom_vec_subtract(s[1].at, s[0].at);
    if (t_s == s[1].t_s) {
        return (carom_flight){s[1].at, s[1].v};
    }
    if (!isnan(s[0].break_s) || t_s > s[1].t_s) {
        return carom_track_side(track, k, t_s >= s[0].break_s || t_s > s[1].t_s, t_s);
    }
    return (carom_flight){carom_vec_add_scaled(carom_vec_add_scaled(s[0].at, part, moved),
                                               0.5 * (t_s - s[0].t_s) * (t_s - s[1].t_s), a),
                          carom_vec_add_scaled(s[0].v, t_s - s[0].t_s, a)};
}

carom_status carom_recording_read(carom_recording *recording, const carom_problem *problem,
                                  const carom_choice *choice, const carom_cancel_flag *cancel,
                                  carom_error *error)
{
    CAROM_TRY(carom_recording_load(recording, problem, choice->options, error));
    return recording_fit(recording, problem, cancel, error);
}
