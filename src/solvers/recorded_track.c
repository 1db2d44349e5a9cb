/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collisions, velocities and interpolation of recorded tracks.
 *
 * A collision is a break of the velocity. Where velocities are not recorded, one flight through
 * the samples around an interval is compared with two, one on each side: the interval has a break
 * if the sum of squares decreases by more than noise explains. A flight has the acceleration of
 * gravity. A fitted acceleration replaces it if that is significantly better, because of rest, drag
 * or a film with a wrong scale. A collision is at the time at which both flights meet. */
#include "solvers/solvers.h"

enum { LEAST_WINDOW = 3, LARGEST_WINDOW = 40, NEAR = 4, PASSES = 20 };

/* Decreases of the sum of squares, over sigma^2. Noise alone has chi-square with 4 to 6 degrees of
 * freedom for a break, and exceeds 50 with a probability of at most 5e-9. It has chi-square with 2
 * for a fitted acceleration, and exceeds 15 with 6e-4. A false position is 5 sigma away. */
static const double significant = 50, curved = 15, false_position = 25;

/* Goal for the standard error of a velocity relative to the fastest one, by the size of the
 * window. */
static const double speed_error_rel = 0.01;

typedef struct {
    carom_track *track;
    double sigma_m, fastest_mps;
    carom_vec gravity_mps2;
    size_t window; /* number of samples on each side */
    bool forces;   /* the scenario has accelerations between collisions */
    const carom_cancel_flag *cancel;
    double *gain;
} search;

/* ---- fit ---- */

/* Least squares in orthogonal polynomials 1, p = t - mean, p^2 - alpha p - beta. */
typedef struct {
    double mean, alpha, beta, n, sum1, sum2, squares;
    size_t farthest; /* sample with the largest residual */
    carom_vec c0, c1, c2;
} fit;

static carom_flight value_of_fit(const fit *f, double t)
{
    double p = t - f->mean, q = p * (p - f->alpha) - f->beta;
    carom_vec line = carom_vec_add_scaled(f->c0, p, f->c1);
    return (carom_flight){carom_vec_add_scaled(line, q, f->c2),
                          carom_vec_add_scaled(f->c1, 2 * p - f->alpha, f->c2)};
}

/* Variance of the position at @p t, for sigma = 1. */
static double position_variance(const fit *f, double t)
{
    double p = t - f->mean, q = p * (p - f->alpha) - f->beta;
    return 1 / f->n + (f->sum1 > 0 ? p * p / f->sum1 : 0) + (f->sum2 > 0 ? q * q / f->sum2 : 0);
}

/* Replaces the acceleration of gravity by the best one, if that is significantly better. Both have
 * the same c0 and c1. */
static void fit_acceleration(const search *self, size_t from, size_t to, size_t without, fit *f)
{
    const carom_track_sample *s = self->track->sample;
    carom_vec best = {0, 0};
    double sum2 = 0;
    f->c2 = carom_vec_scale(0.5, self->gravity_mps2);
    for (size_t k = from; k <= to && f->n > 3; k++) {
        double p = s[k].t_s - f->mean, q = p * (p - f->alpha) - f->beta;
        sum2 += k != without ? q * q : 0;
        best = carom_vec_add_scaled(best, k != without ? q : 0, carom_vec_subtract(s[k].at, f->c0));
    }
    if (sum2 > 0) {
        best = carom_vec_divide(best, sum2);
        if (sum2 * carom_vec_square(carom_vec_subtract(best, f->c2)) >
            curved * self->sigma_m * self->sigma_m) {
            f->c2 = best;
            f->sum2 = sum2;
        }
    }
}

/* Fits the samples @p from to @p to, except @p without. */
static fit fit_samples(const search *self, size_t from, size_t to, size_t without)
{
    const carom_track_sample *s = self->track->sample;
    fit f = {.n = (double)(to - from + (without < from || without > to))};
    double cubes = 0, largest = -1;
    for (size_t k = from; k <= to; k++) {
        double weight = k != without ? 1 / f.n : 0;
        f.mean += weight * (s[k].t_s - s[from].t_s);
        f.c0 = carom_vec_add_scaled(f.c0, weight, carom_vec_subtract(s[k].at, s[from].at));
    }
    f.mean += s[from].t_s;
    f.c0 = carom_vec_add(f.c0, s[from].at);
    for (size_t k = from; k <= to; k++) {
        double p = k != without ? s[k].t_s - f.mean : 0;
        f.sum1 += p * p;
        cubes += p * p * p;
        f.c1 = carom_vec_add_scaled(f.c1, p, carom_vec_subtract(s[k].at, f.c0));
    }
    f.alpha = f.sum1 > 0 ? cubes / f.sum1 : 0;
    f.beta = f.sum1 / f.n;
    f.c1 = f.sum1 > 0 ? carom_vec_divide(f.c1, f.sum1) : (carom_vec){0, 0};
    fit_acceleration(self, from, to, without, &f);
    for (size_t k = from; k <= to; k++) {
        double square = carom_vec_square(
            carom_vec_subtract(s[k].at, value_of_fit(&f, s[k].t_s).at));
        f.squares += k != without ? square : 0;
        if (square > largest) {
            largest = square;
            f.farthest = k;
        }
    }
    return f;
}

/* Sum of squares over sigma^2, plus the penalty of a fitted acceleration. */
static double cost_of(const search *self, const fit *f)
{
    return f->squares / (self->sigma_m * self->sigma_m) + (f->sum2 > 0 ? curved : 0);
}

static double cost_of_samples(const search *self, size_t from, size_t to)
{
    fit f = fit_samples(self, from, to, SIZE_MAX);
    return cost_of(self, &f);
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

/* Time at which two straight continuations from @p at_s are closest. */
static double crossing_time(carom_flight before, carom_flight after, double at_s)
{
    carom_vec d = carom_vec_subtract(after.at, before.at),
              w = carom_vec_subtract(after.v, before.v);
    return at_s - carom_vec_dot(d, w) / fmax(carom_vec_square(w), DBL_MIN);
}

static double clamp_to_interval(const carom_track *track, size_t k, double t_s)
{
    return fmin(fmax(t_s, track->sample[k].t_s), track->sample[k + 1].t_s);
}

/* Decrease of the cost by a break in interval @p k of the samples @p from to @p to, over what
 * remains of it: largest where both sides are free of other collisions. 0: not significant, or one
 * false position explains it. */
static double gain_of(const search *self, size_t from, size_t k, size_t to)
{
    double apart = cost_of_samples(self, from, k) + cost_of_samples(self, k + 1, to);
    fit f = fit_samples(self, from, to, SIZE_MAX);
    double gain = cost_of(self, &f) - apart;
    if (gain > significant) {
        f = fit_samples(self, from, to, f.farthest);
        gain = fmin(gain, cost_of(self, &f) + false_position - apart);
    }
    return gain > significant ? gain / (apart + 1) : 0;
}

static double gain_of_interval(const search *self, size_t k)
{
    const carom_track *track = self->track;
    size_t from = first_of_window(track, k, self->window),
           to = last_of_window(track, k + 1, self->window);
    return isnan(track->sample[k].break_s) && k > from && to > k + 1 ? gain_of(self, from, k, to)
                                                                     : 0;
}

/* Fits the flights on both sides of interval @p k, and returns the time at which they meet. */
static double meeting_time(const search *self, size_t k, fit *left, fit *right)
{
    const carom_track *track = self->track;
    double t = 0.5 * (track->sample[k].t_s + track->sample[k + 1].t_s);
    *left = fit_samples(self, first_of_window(track, k, self->window), k, SIZE_MAX);
    *right = fit_samples(self, k + 1, last_of_window(track, k + 1, self->window), SIZE_MAX);
    for (int i = 0; i < 2; i++) { /* again, because accelerations can differ */
        t = crossing_time(value_of_fit(left, t), value_of_fit(right, t), t);
    }
    return t;
}

/* Breaks interval @p k, or a neighbour, if the flights of both sides meet in it. */
static bool break_interval(search *self, size_t k)
{
    carom_track *track = self->track;
    size_t from = first_of_window(track, k, self->window),
           to = last_of_window(track, k + 1, self->window);
    fit left, right;
    double t = meeting_time(self, k, &left, &right), error_m, jump_mps, slack_m;
    for (int i = 0; i < 3; i++) {
        size_t next = carom_track_interval(track, t);
        if (next == k || next <= from || next + 2 > to) {
            break;
        }
        k = next;
        t = meeting_time(self, k, &left, &right);
    }
    t = clamp_to_interval(track, k, t);
    carom_flight before = value_of_fit(&left, t), after = value_of_fit(&right, t);
    error_m = self->sigma_m * sqrt(position_variance(&left, t) + position_variance(&right, t));
    jump_mps = carom_vec_length(carom_vec_subtract(after.v, before.v));
    slack_m = 5 * error_m + 0.1 * jump_mps * (track->sample[k + 1].t_s - track->sample[k].t_s);
    if (carom_vec_length(carom_vec_subtract(after.at, before.at)) > slack_m) {
        return false;
    }
    track->sample[k].break_s = t;
    track->sample[k].break_error_s = error_m / fmax(jump_mps, DBL_MIN);
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

/* Moves every break to the interval nearby where both sides fit best, and removes those that the
 * breaks found since have made needless. */
static void improve_breaks(search *self)
{
    carom_track *track = self->track;
    for (size_t k = 0; k + 1 < track->count; k++) {
        size_t from, to, best = k;
        double least = INFINITY;
        if (isnan(track->sample[k].break_s)) {
            continue;
        }
        track->sample[k].break_s = NAN;
        from = first_of_window(track, k, self->window);
        to = last_of_window(track, k + 1, self->window);
        for (size_t i = k > from + NEAR ? k - NEAR : from + 1; i + 1 < to && i <= k + NEAR; i++) {
            double cost = cost_of_samples(self, from, i) + cost_of_samples(self, i + 1, to);
            if (cost < least) {
                least = cost;
                best = i;
            }
        }
        if (isfinite(least) && gain_of(self, from, best, to) > 0) {
            (void)break_interval(self, best);
            k = best > k ? best : k;
        }
    }
}

/* Breaks the intervals with the largest gains first, then looks between them. */
static carom_status find_breaks(search *self, carom_error *error)
{
    carom_track *track = self->track;
    bool found = true;
    for (int pass = 0; pass < PASSES && found; pass++) {
        found = false;
        for (size_t k = 0; k + 1 < track->count; k++) {
            self->gain[k] = gain_of_interval(self, k);
            if (k % 1024 == 0 && carom_is_cancelled(self->cancel)) {
                return carom_error_interrupted(error);
            }
        }
        for (size_t k = 0; k + 1 < track->count; k++) {
            if (self->gain[k] > 0 && is_largest_gain(self, k)) {
                found = break_interval(self, k) || found;
            }
        }
        improve_breaks(self);
    }
    return CAROM_OK;
}

/* Change of the recorded velocity in interval @p k, without a constant acceleration that a
 * neighbouring interval shows. */
static double velocity_jump(const search *self, size_t k)
{
    const carom_track_sample *s = &self->track->sample[k];
    carom_vec change = carom_vec_subtract(s[1].v, s[0].v);
    double jump = self->forces ? INFINITY : carom_vec_length(change);
    for (int side = -1; side <= 1 && self->forces; side += 2) {
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
            s->break_s = clamp_to_interval(track, k,
                                           crossing_time(carom_track_side(track, k, false, middle),
                                                         carom_track_side(track, k, true, middle),
                                                         middle));
        }
    }
}

/* ---- noise and window ---- */

/* Scatter about fits to windows of @p window samples on each side. A share @p quantile of the
 * windows has less. */
static double scatter_of_windows(search *self, size_t window, double quantile)
{
    size_t count = self->track->count, n = 0;
    for (size_t k = 0; k < count; k++) {
        fit f = fit_samples(self, first_of_window(self->track, k, window),
                            last_of_window(self->track, k, window), SIZE_MAX);
        double freedom = 2 * (f.n - (f.sum2 > 0 ? 3 : 2));
        if (freedom > 0) {
            self->gain[n++] = f.squares / freedom;
        }
    }
    qsort(self->gain, n, sizeof *self->gain, carom_compare_numbers);
    return n == 0 ? 0 : sqrt(self->gain[(size_t)(quantile * (double)n)]);
}

/* Estimates the noise by the lower of two values: the median over windows of seven samples with a
 * fitted acceleration, and the lower quartile over windows of three under gravity. Collisions that
 * follow each other closely increase the first, rest increases the second. The quartile of
 * chi-square with 2 degrees of freedom is 2 log(4/3) = 2 (0.536)^2. */
static double estimate_sigma(const search *self)
{
    search fitted = *self, given = *self;
    fitted.sigma_m = 0;       /* every fitted acceleration is significant */
    given.sigma_m = INFINITY; /* none is */
    return fmin(scatter_of_windows(&fitted, 4, 0.5), scatter_of_windows(&given, 2, 0.25) / 0.536);
}

/* Number of samples on each side for which the standard error of a velocity reaches the goal. */
static size_t window_size(const search *self)
{
    const carom_track *track = self->track;
    double interval_s = (track->sample[track->count - 1].t_s - track->sample[0].t_s) /
                        (double)(track->count - 1);
    double goal = speed_error_rel * self->fastest_mps * interval_s / fmax(self->sigma_m, DBL_MIN);
    size_t window = LEAST_WINDOW;
    for (; window < LARGEST_WINDOW; window++) {
        double n = (double)window, variance = 12 / (n * (n * n - 1));
        if (16 * variance <= goal * goal) {
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
        fit f = fit_samples(self, first_of_window(track, k, self->window),
                            last_of_window(track, k, self->window), SIZE_MAX);
        track->sample[k].v = value_of_fit(&f, track->sample[k].t_s).v;
    }
}

static carom_status break_track(search *self, bool has_velocity, carom_error *error)
{
    if (has_velocity) {
        find_recorded_breaks(self);
        return carom_is_cancelled(self->cancel) ? carom_error_interrupted(error) : CAROM_OK;
    }
    self->sigma_m = fmax(self->sigma_m, estimate_sigma(self));
    size_t largest = window_size(self);
    /* short windows first: they separate collisions that follow each other closely */
    for (self->window = LEAST_WINDOW;; self->window *= 2) {
        self->window = self->window < largest ? self->window : largest;
        CAROM_TRY(find_breaks(self, error));
        if (self->window == largest) {
            return CAROM_OK;
        }
    }
}

/* ---- collisions of two balls ---- */

/* Moves the break of interval @p k to @p t, which a neighbouring interval may contain. */
static void move_break(carom_track *track, size_t k, double t_s, double error_s)
{
    size_t n = carom_track_interval(track, t_s);
    if (n != k && isnan(track->sample[n].break_s)) {
        track->sample[k].break_s = NAN;
        k = n;
    }
    track->sample[k].break_s = clamp_to_interval(track, k, t_s);
    track->sample[k].break_error_s = error_s;
}

/* Break of @p track that is the same collision as break @p own of another ball: its time differs by
 * one interval at most, and by noise. @return track->count: none */
static size_t find_partner(const carom_track *track, const carom_track_sample *own)
{
    size_t k = carom_track_interval(track, own->break_s);
    for (size_t n = k > 0 ? k - 1 : 0; n <= k + 1 && n + 1 < track->count; n++) {
        const carom_track_sample *s = &track->sample[n];
        double off = fabs(s->break_s - own->break_s);
        if (off <= s[1].t_s - s[0].t_s && off <= 5 * (s->break_error_s + own->break_error_s)) {
            return n;
        }
    }
    return track->count;
}

/* Two balls that collide change their velocities at one time: the mean, by the errors of both. */
static void join_breaks(const carom_recording *recording, const carom_problem *problem, size_t i,
                        size_t j)
{
    carom_track *a = &recording->track[i], *b = &recording->track[j];
    for (size_t k = 0; k + 1 < a->count; k++) {
        const carom_track_sample *s = &a->sample[k], *other;
        size_t n = isnan(s->break_s) || b->count < 2 ? b->count : find_partner(b, s);
        double p, q, t, reach;
        if (n == b->count) {
            continue;
        }
        other = &b->sample[n];
        reach = problem->ball[i].radius_m + problem->ball[j].radius_m +
                carom_vec_length(carom_vec_subtract(s[1].at, s[0].at)) +
                carom_vec_length(carom_vec_subtract(other[1].at, other[0].at));
        if (carom_vec_length(carom_torus_shortest(problem, carom_vec_subtract(other->at, s->at))) >
            reach + 5 * recording->sigma_m) {
            continue;
        }
        p = 1 / fmax(s->break_error_s * s->break_error_s, DBL_MIN);
        q = 1 / fmax(other->break_error_s * other->break_error_s, DBL_MIN);
        t = s->break_s + q / (p + q) * (other->break_s - s->break_s);
        move_break(a, k, t, 1 / sqrt(p + q));
        move_break(b, n, t, 1 / sqrt(p + q));
    }
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
    search *each = calloc(recording->count, sizeof *each);
    CAROM_NEED(each != NULL, error);
    for (size_t i = 0; i < recording->count && status == CAROM_OK; i++) {
        search *self = &each[i];
        *self = (search){
            .track = &recording->track[i],
            .sigma_m = fmax(isnan(recording->sigma_m) ? 0 : recording->sigma_m, rounding),
            .fastest_mps = fastest,
            .gravity_mps2 = problem->gravity_mps2,
            .forces = forces,
            .cancel = cancel};
        if (self->track->count < 2) {
            continue;
        }
        self->gain = calloc(self->track->count, sizeof *self->gain);
        status = self->gain == NULL ? carom_error_no_memory(error)
                                    : break_track(self, recording->has_velocity, error);
        estimated = fmax(estimated, self->sigma_m);
        free(self->gain);
    }
    if (isnan(recording->sigma_m)) {
        recording->sigma_m = recording->has_velocity || estimated <= rounding ? 0 : estimated;
    }
    for (size_t i = 0; i < recording->count && !recording->has_velocity && status == CAROM_OK;
         i++) {
        for (size_t j = i + 1; j < recording->count; j++) {
            join_breaks(recording, problem, i, j);
        }
        fit_velocities(&each[i]);
    }
    free(each);
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
