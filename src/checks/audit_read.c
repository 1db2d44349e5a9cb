/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the trajectory of the records that an audit holds to the physics, and its rounding. Reports
 * faults and verdicts. */
#include "checks/checks.h"
#include <float.h>
#include <unistd.h>

/* ---- results ---- */

static const char *const test_names[AUDIT_TESTS] = {
    "samples",        "start", "overlaps", "free motion", "collisions", "energy and momentum",
    "collisions.tsv", "budget"};

void carom_audit_fail(audit *self, audit_test test, double t_s, const char *ball, double got,
                      double want, double within, const char *format, ...)
{
    audit_result *r = &self->result[test];
    carom_verdict *v = &r->verdict;
    va_list arguments;
    if (r->failures++ > 0 && !(t_s < v->t_s)) {
        return;
    }
    *v = CAROM_NO_VERDICT;
    v->t_s = t_s;
    v->value = got;
    v->equals = want;
    v->within = within;
    snprintf(v->ball, sizeof v->ball, "%s", ball == NULL ? "" : ball);
    va_start(arguments, format);
    vsnprintf(v->text, sizeof v->text, format, arguments);
    va_end(arguments);
}

void carom_audit_fail_state(audit *self, audit_test test, size_t k, size_t ball,
                            const audit_state *got, const audit_state *want,
                            const audit_tolerance *allowed, const char *source, const char *hint)
{
    const audit_state *file = &self->recording.track[ball].sample[k],
                      *moved = carom_audit_state(self, k, ball);
    const carom_vec by = carom_vec_subtract(file->at, moved->at), /* it was moved off a contact */
        by_mps = carom_vec_subtract(file->v, moved->v);
    const struct {
        const char *name;
        double got, want, within;
    } part[] = {{"x_m", got->at.x + by.x, want->at.x + by.x, allowed->m},
                {"y_m", got->at.y + by.y, want->at.y + by.y, allowed->m},
                {"vx_mps", got->v.x + by_mps.x, want->v.x + by_mps.x, allowed->mps},
                {"vy_mps", got->v.y + by_mps.y, want->v.y + by_mps.y, allowed->mps},
                {"spin_radps", got->spin_radps, want->spin_radps, allowed->radps}};
    size_t worst = 0; /* relative to its tolerance */
    for (size_t c = 1; c < sizeof part / sizeof part[0]; c++) {
        if (fabs(part[c].got - part[c].want) * part[worst].within >
            fabs(part[worst].got - part[worst].want) * part[c].within) {
            worst = c;
        }
    }
    const char *name = self->problem->ball[ball].name;
    const double within = part[worst].within, is = carom_audit_shown(part[worst].got, within),
                 expected = carom_audit_shown(part[worst].want, within);
    carom_audit_fail(self, test, carom_audit_time(self, k), name, is, expected, within,
                     "%s of %s at t = %.9g s is %.10g; %s %.10g%s", part[worst].name, name,
                     carom_audit_time(self, k), is, source, expected, hint);
}

audit_state carom_audit_fly(const audit *self, size_t ball, audit_state s, double dt_s)
{
    const carom_problem *p = self->problem;
    const carom_rolling r = carom_ball_rolling(p, &p->ball[ball]);
    const double speed = carom_vec_length(s.v),
                 by = -carom_rolling_deceleration(r, speed) / fmax(speed, DBL_MIN);
    if (p->ball[ball].fixed) {
        return s;
    }
    const carom_flight f = {s.at, s.v},
                       to = self->rolls && dt_s > 0 ? carom_flight_roll(f, r, dt_s)
                                                    : /* before, with the same acceleration */
                                carom_flight_fall(
                                    f, self->rolls ? carom_vec_scale(by, s.v) : p->gravity_mps2,
                                    dt_s);
    s.at = to.at;
    s.v = to.v;
    return s;
}

double carom_audit_overlap(const audit *self, size_t k, const carom_collision *c, double after_s)
{
    const carom_problem *p = self->problem;
    const carom_vec at = carom_audit_fly(self, c->a, *carom_audit_state(self, k, c->a), after_s).at;
    double radius_m = p->ball[c->a].radius_m;
    if (c->wall) {
        return carom_walls_part_overlap(p, c->b, at, carom_walls_reach(p, radius_m)).overlap_m;
    }
    const carom_vec to = carom_audit_fly(self, c->b, *carom_audit_state(self, k, c->b), after_s).at;
    return radius_m + p->ball[c->b].radius_m -
           carom_vec_length(carom_torus_shortest(p, carom_vec_subtract(to, at)));
}

const char *carom_audit_other(const audit *self, const carom_collision *c, size_t ball)
{
    return c->wall ? carom_wall_name(self->problem, c->b)
                   : self->problem->ball[c->a == ball ? c->b : c->a].name;
}

audit_contacts carom_audit_contacts(const audit *self, size_t ball)
{
    audit_contacts found = {.count = 0};
    for (size_t n = self->contacts.count; n-- > 0;) {
        const carom_collision *c = &self->contacts.item[n];
        if (carom_audit_is_hit(c, ball)) {
            found.first = c;
            found.count++;
            found.own += ball == (self->problem->ball[c->a].fixed ? c->b : c->a);
        }
    }
    return found;
}

/* ---- trajectory ---- */

enum { audit_many_values = 12 }; /* show the digits of a column (at most 31 are told apart) */

/* Digits that show the rounding of a column: its own if they are many, or those of many values;
 * else, as of constant velocities, those of the positions or the velocities, whichever has more. */
static const carom_digits *digits_of(const audit *self, int column)
{
    const carom_digits *all = self->recording.digits, *own = &all[column],
                       *at = &all[CAROM_RECORDED_X], *v = &all[CAROM_RECORDED_VX];
    bool shown = own->significant >= 6 || __builtin_popcount(own->longest) >= audit_many_values ||
                 (own->significant >= 3 && (own->fixed > 0 || column == CAROM_RECORDED_T));
    return shown ? own : v->significant > at->significant ? v : at;
}

double carom_audit_last_digit(const carom_digits *digits, double value)
{
    const double first = floor(log10(fmax(fabs(value), DBL_MIN)));
    return digits->significant < 3 && __builtin_popcount(digits->longest) < audit_many_values
             ? 0 /* exact, as in a short table written by hand */
             : fmax(carom_digits_last(digits), pow(10, first + 1 - digits->significant));
}

/* Rounding of a number in SI units: twice a given tolerance, or the last place, if numbers have so
 * many decimals, so many significant digits, or single precision, whichever is coarsest. */
static double unit_of(const audit *self, int column, double value)
{
    const carom_digits *digits = digits_of(self, column);
    const double factor = self->recording.factor[column],
                 size = factor > 0 ? fabs(value) / factor : 0;
    const double unit = fmax(size * DBL_EPSILON, carom_audit_last_digit(digits, size));
    if (self->within > 0 && column != CAROM_RECORDED_T) {
        return 2 * self->within /
               (column == CAROM_RECORDED_SPIN ? self->problem->ball[0].radius_m : 1);
    }
    return factor * (digits->significant >= 8 && digits->doubles == 0
                         ? fmax(unit, size * FLT_EPSILON)
                         : unit);
}

audit_state carom_audit_rounding(const audit *self, size_t k, size_t ball)
{
    const audit_state *s = &self->recording.track[ball].sample[k];
    const double half = 0.5005, /* of the last digit */
        m = 1e-12 * self->length_m, mps = 1e-12 * self->speed_mps;
    return (audit_state){.at = {half * unit_of(self, CAROM_RECORDED_X, s->at.x) + m,
                                half * unit_of(self, CAROM_RECORDED_X, s->at.y) + m},
                         .v = {half * unit_of(self, CAROM_RECORDED_VX, s->v.x) + mps,
                               half * unit_of(self, CAROM_RECORDED_VX, s->v.y) + mps},
                         .spin_radps = half * unit_of(self, CAROM_RECORDED_SPIN, s->spin_radps)};
}

audit_tolerance carom_audit_rounding_between(const audit *self, size_t from, size_t to, size_t ball)
{
    const audit_state a = carom_audit_rounding(self, from, ball),
                      b = carom_audit_rounding(self, to, ball),
                      *first = carom_audit_state(self, from, ball);
    const double dt_s = self->t_s[to] - self->t_s[from];
    double mps = carom_vec_length(a.v);
    if (self->rolls) { /* the resistance turns with the velocity */
        const carom_vec v = carom_audit_fly(self, ball, *first, dt_s).v;
        mps *= 1 + carom_vec_length(carom_vec_subtract(v, first->v)) /
                       fmax(carom_vec_length(first->v), mps);
    }
    return (audit_tolerance){carom_vec_length(a.at) + carom_vec_length(b.at) + mps * dt_s +
                                 audit_within_rel * self->length_m,
                             mps + carom_vec_length(b.v) + audit_within_rel * self->speed_mps,
                             a.spin_radps + b.spin_radps +
                                 audit_within_rel * 1e3 * self->speed_mps};
}

/* Set the largest values and their rounding. */
static void find_units(audit *self)
{
    double end_s = self->t_s[self->samples - 1], spin_radps = 0,
           start_mps = sqrt(2 * carom_vec_length(self->problem->gravity_mps2) *
                            self->problem->height_m);
    for (size_t n = 0; n < self->samples * self->balls; n++) {
        const audit_state *s = carom_audit_state(self, n / self->balls, n % self->balls);
        self->length_m = fmax(self->length_m, fmax(fabs(s->at.x), fabs(s->at.y)));
        self->speed_mps = fmax(self->speed_mps, carom_vec_length(s->v));
        spin_radps = fmax(spin_radps, fabs(s->spin_radps));
        start_mps = fmax(start_mps, n < self->balls ? self->speed_mps : 0);
    }
    self->least_m = INFINITY;
    for (size_t i = 0; i < self->balls; i++) {
        const carom_ball *ball = &self->problem->ball[i];
        self->least_m = fmin(self->least_m, ball->radius_m);
        self->mass_kg += ball->fixed ? 0 : ball->mass_kg;
    }
    if (start_mps > 0) { /* the tolerance of a run that explodes */
        self->speed_mps = fmin(self->speed_mps, 100 * start_mps);
    }
    self->unit = (audit_tolerance){unit_of(self, CAROM_RECORDED_X, self->length_m),
                                   unit_of(self, CAROM_RECORDED_VX, self->speed_mps),
                                   unit_of(self, CAROM_RECORDED_SPIN, spin_radps)};
    self->length_m = fmax(self->length_m,
                          fabs(self->problem->width_m) + fabs(self->problem->height_m));
    /* multiples of one interval, but for the last of many, are round and need fewer digits */
    const double step_s = self->samples > 1 ? self->t_s[1] - self->t_s[0] : 0;
    for (size_t k = 1; k + (self->samples > 3) < self->samples; k++) {
        self->unit_s = fabs(self->t_s[k] - self->t_s[0] - (double)k * step_s) <= 1e-9 * step_s
                         ? self->unit_s
                         : unit_of(self, CAROM_RECORDED_T, end_s);
    }
}

/* Finds the times at which every ball has a sample. A ball that has fewer rows at a time than
 * others, as where only those that collide have two, keeps its last one. @p complete  false: the
 * table ends at a fault */
static void find_samples(audit *self, const char *path, bool complete)
{
    carom_track *track = self->recording.track, *full = carom_allocate(self->balls, sizeof *full);
    size_t *next = carom_allocate(self->balls, sizeof *next), capacity = 0, missing = SIZE_MAX;
    while (missing == SIZE_MAX) {
        const audit_state *s = NULL;
        for (size_t i = 0; i < self->balls; i++) {
            const audit_state *own = &track[i].sample[next[i]];
            s = next[i] < track[i].count && (s == NULL || own->t_s < s->t_s) ? own : s;
        }
        if (s == NULL) {
            break;
        }
        bool twice = self->samples > 0 && self->t_s[self->samples - 1] == s->t_s;
        for (size_t i = self->balls; i-- > 0;) {
            const audit_state *own = &track[i].sample[next[i]];
            bool has = next[i] < track[i].count && own->t_s == s->t_s;
            if (has || (next[i] > 0 && own[-1].t_s == s->t_s)) {
                CAROM_APPEND(full[i].sample, full[i].count, full[i].capacity, own[has ? 0 : -1]);
                twice = twice || (has && next[i] + 1 < track[i].count && own[1].t_s == s->t_s);
                next[i] += has;
            } else {
                missing = i;
            }
        }
        if (missing == SIZE_MAX) {
            CAROM_APPEND(self->t_s, self->samples, capacity, s->t_s);
        } else if (complete) {
            const char *name = self->problem->ball[missing].name;
            carom_audit_fail(self, AUDIT_SAMPLES, s->t_s, name, NAN, NAN, NAN,
                             "%s:%zu: ball '%.60s' is missing at t = %.9g s%s", path, s->line, name,
                             s->t_s, twice ? ", where another ball appears twice" : "");
        }
    }
    for (size_t i = 0; i < self->balls; i++) {
        free(track[i].sample);
        track[i] = full[i];
    }
    free(next);
    free(full);
}

/* A tolerance that hides faults tests nothing. */
static void test_tolerance(audit *self)
{
    if (self->unit.m > (self->within > 0 ? 1 : 0.4) * self->least_m ||
        self->within > 0.5 * self->speed_mps) {
        carom_audit_fail(self, AUDIT_SAMPLES, 0, NULL, 0.5 * self->unit.m, NAN, NAN,
                         "a tolerance of %.4g m and %.4g m/s hides faults: the smallest radius is "
                         "%.4g m, the largest speed %.4g m/s; %s",
                         0.5 * self->unit.m, 0.5 * self->unit.mps, self->least_m, self->speed_mps,
                         self->within > 0 ? "reduce --within or audit.within"
                                          : "print more digits");
        self->timed = false;
    }
}

/* The samples cover the run. */
static void test_times(audit *self, const char *path)
{
    double end_s = self->measured.context->study->scenario->duration_s,
           last_s = self->t_s[self->samples - 1], factor = last_s / end_s;
    const char *unit = fabs(factor - 1e3) < 1 ? "; the times seem to be in ms" : "";
    if (self->t_s[0] != 0 || fabs(last_s - end_s) > 4 * self->unit_s + 1e-9 * end_s) {
        carom_audit_fail(self, AUDIT_SAMPLES, last_s, NULL, last_s, end_s, 4 * self->unit_s,
                         "%s: times from %.9g to %.9g s; expected 0 to duration_s = %.9g%s", path,
                         self->t_s[0], last_s, end_s, unit);
        self->timed = false;
    }
}

carom_status carom_audit_read(audit *self, carom_error *error)
{
    carom_recorded_options options = {.scale_m = NAN,
                                      .frames_per_s = NAN,
                                      .sigma_m = NAN,
                                      .audited = true,
                                      .stop = self->measured.context->study->stop};
    char path[CAROM_MEASURED_PATH];
    if (!carom_measured_find(&self->measured, self->measured.solver->name, "trajectory.tsv",
                             path)) {
        carom_audit_fail(self, AUDIT_SAMPLES, 0, NULL, NAN, NAN, NAN,
                         "no trajectory.tsv or trajectory.csv in '%.200s'; write it with the "
                         "columns t_s, ball, x_m, y_m, vx_mps, vy_mps ('carom help checks')",
                         self->measured.context->directory);
        return CAROM_OK;
    }
    const char *name = strrchr(path, '/') + 1;
    char other[CAROM_MEASURED_PATH];
    snprintf(other, sizeof other, "%.*scsv", (int)strlen(path) - 3, path);
    if (strcmp(path, other) != 0 && access(other, F_OK) == 0) {
        carom_audit_fail(self, AUDIT_SAMPLES, 0, NULL, NAN, NAN, NAN,
                         "both '%.200s' and '%.200s' exist; remove the old one", path, other);
        return CAROM_OK;
    }
    snprintf(options.file, sizeof options.file, "%s", name);
    snprintf(options.folder, sizeof options.folder, "%.*s", (int)(name - 1 - path), path);
    carom_status status = carom_recording_load(&self->recording, self->problem, &options, error);
    if (status != CAROM_OK && status != CAROM_INVALID) {
        return status;
    }
    find_samples(self, path, status == CAROM_OK);
    self->result[AUDIT_SAMPLES].tested = self->samples;
    if (status == CAROM_INVALID) {
        carom_audit_fail(self, AUDIT_SAMPLES, self->samples > 0 ? self->t_s[self->samples - 1] : 0,
                         NULL, NAN, NAN, NAN, "%s", error->text);
    }
    if (self->samples > 0) {
        self->state = carom_allocate(self->samples * self->balls, sizeof *self->state);
        for (size_t i = 0; i < self->balls; i++) {
            memcpy(&self->state[i * self->samples], self->recording.track[i].sample,
                   self->samples * sizeof *self->state);
        }
        find_units(self);
        test_tolerance(self);
    }
    if (self->samples > 0 && self->result[AUDIT_SAMPLES].failures == 0) {
        test_times(self, path);
    }
    return CAROM_OK;
}

/* ---- verdicts ---- */

/* Adds the tolerance of a position and a velocity, and where it comes from. */
static void add_tolerance(const audit *self, carom_verdict *v)
{
    const carom_digits *digits = digits_of(self, CAROM_RECORDED_X);
    const double m = 0.5 * self->unit.m + audit_within_rel * self->length_m,
                 mps = 0.5 * self->unit.mps + audit_within_rel * self->speed_mps;
    v->within = v->kind == CAROM_PASS ? m : v->within;
    carom_text_append(v->text, sizeof v->text,
                      "; tolerance %.2g m and %.2g m/s (%d printed digits%s)", m, mps,
                      digits->significant,
                      self->within > 0                        ? ", not used"
                      : carom_audit_last_digit(digits, 1) > 0 ? ""
                                                              : " count as exact");
}

/* Completes the verdict of a test. */
static void finish_verdict(audit *self, audit_test test)
{
    const audit_result *flights = &self->result[AUDIT_FLIGHT], *r = &self->result[test];
    const audit_test cause = self->start_explained                   ? AUDIT_START
                           : 5 * flights->failures > flights->tested ? AUDIT_FLIGHT
                                                                     : AUDIT_LEDGER;
    const bool follows = r->failures > 0 && test > cause && test < AUDIT_LEDGER,
               hides = r->failures == 0 && 3 * r->undecided > r->tested,
               nothing = flights->tested + self->result[AUDIT_COLLISIONS].tested == 0;
    carom_verdict *v = &self->result[test].verdict;
    const size_t size = sizeof v->text;
    if (r->failures == 0 || follows) {
        *v = CAROM_NO_VERDICT;
        v->kind = hides && nothing ? CAROM_FAIL : hides || follows ? CAROM_SKIP : CAROM_PASS;
        v->value = hides ? (double)r->undecided : NAN;
        snprintf(v->text, size, "%zu tested", r->tested);
    }
    if (follows) {
        snprintf(v->text, size, "%zu failed; correct the %s first, which may be the cause",
                 r->failures, test_names[cause]);
    } else if (r->failures == 0 && r->undecided > 0) {
        carom_text_append(v->text, size,
                          "; %zu of %zu %s not tested, as %s decides their outcome%s (the first: "
                          "of %s)",
                          r->undecided, r->tested + r->undecided,
                          test == AUDIT_COLLISIONS ? "collisions" : "flights",
                          self->within > 0 ? "the tolerance" : "rounding",
                          r->undecided >= self->samples ? "; take more samples" : "", r->first);
    } else if (test == AUDIT_COLLISIONS && self->late > 2 && self->late == r->failures &&
               self->late_most_m < 0.1 * self->least_m) {
        carom_text_append(v->text, size,
                          " (%zu collisions are late, all by at most %.2g s, as with smaller radii "
                          "or time steps: take shorter ones, or allow the error by --within %.1g)",
                          self->late, self->late_s, 1.5 * self->late_most_m);
    } else if (r->failures > 1) {
        carom_text_append(v->text, size, " (and %zu more)", r->failures - 1);
    }
    if (test == AUDIT_SAMPLES && self->samples > 0 && self->timed) {
        add_tolerance(self, v);
    }
    snprintf(v->name, sizeof v->name, "%s (%.100s)", test_names[test], self->measured.solver->name);
    carom_text_replace_controls(v->text);
}

void carom_audit_add_verdicts(audit *self, carom_verdicts *verdicts)
{
    bool listed[AUDIT_TESTS] = {false};
    const double interval_s = self->samples > 1 ? self->t_s[1] - self->t_s[0] : 0;
    for (int n = 0; n < AUDIT_TESTS; n++) {
        int next = -1;
        double first_s = INFINITY;
        for (int t = 0; t < AUDIT_TESTS; t++) {
            double t_s = self->result[t].failures > 0 ? self->result[t].verdict.t_s : INFINITY;
            t_s -= t == AUDIT_FLIGHT ? interval_s : 0; /* a wrong flight looks like a collision */
            if (!listed[t] && (next < 0 || t_s < first_s * (1 - 1e-6))) { /* physics before lists */
                next = t;
                first_s = t_s;
            }
        }
        const audit_result *r = &self->result[next];
        listed[next] = true;
        if (r->tested + r->undecided + r->failures > 0) {
            finish_verdict(self, (audit_test)next);
            carom_verdicts_add(verdicts, &r->verdict);
        }
    }
}
