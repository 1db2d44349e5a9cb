/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Audit of the records of any program: start, overlaps, and every interval between two samples. */
#include "checks/checks.h"
#include <carom/integrator.h>
#include <float.h>

/* ---- start of an interval ---- */

/* Direction in which copy > 0 moves a number: at random, and opposite in the next copy. */
static double direction_of(size_t number, int copy)
{
    const uint32_t pair = (uint32_t)((copy + 1) / 2) * 0x9e3779b9u,
                   mixed = ((uint32_t)number * 2654435761u ^ pair) * 0x85ebca6bu;
    return (mixed >> 31 != 0) == (copy % 2 != 0) ? 1 : -1;
}

/* Sets the problem to sample k; copy > 0: with all numbers moved by three times their rounding, or
 * one and a half times a given tolerance, or by less in half of the copies. */
static void set_start(audit *self, size_t k, int copy)
{
    carom_problem *p = &self->start;
    const int pair = (copy + 1) / 2;
    const double times = (self->within > 0 ? 1.5 : 3) * (pair % 2 == 0 ? 1 : 0.1 * pair);
    for (size_t i = 0; i < self->balls; i++) {
        const audit_state *s = carom_audit_state(self, k, i);
        carom_ball *b = &p->ball[i];
        if (!b->fixed) {
            const audit_state r = carom_audit_rounding(self, k, i);
            const double from[] = {s->at.x, s->at.y, s->v.x, s->v.y, s->spin_radps},
                         by[] = {r.at.x, r.at.y, r.v.x, r.v.y, r.spin_radps};
            double *number[] = {&b->x_m, &b->y_m, &b->vx_mps, &b->vy_mps, &b->spin_radps};
            for (size_t c = 0; c < 5; c++) {
                *number[c] = from[c] +
                             (copy > 0 ? times * direction_of(5 * i + c, copy) * by[c] : 0);
            }
        }
    }
    for (size_t k_change = 0; k_change < p->changes; k_change++) {
        p->change[k_change].t_s = fmax(self->problem->change[k_change].t_s - self->t_s[k], 0);
    }
}

/* ---- contacts at samples ---- */

/* The bodies that touch at a sample, within its rounding. */
typedef struct {
    audit *of;
    size_t k;
    double reach_m, deepest_m;
    double soft_m;         /* overlap that is allowed, as of springs */
    bool closing, parting; /* some do */
    double slowest_mps;    /* speed at which they do */
} touches;

/* Adds two bodies; @p j: the ball itself for a wall. */
static void add_touch(touches *t, size_t i, size_t j, double overlap_m, double approach_mps)
{
    audit *self = t->of;
    const char *name = self->problem->ball[i].name;
    double allowed_m = 2 * self->unit.m + self->unit_s * self->speed_mps +
                       audit_within_rel * self->length_m + t->soft_m;
    t->deepest_m = fmax(t->deepest_m, overlap_m);
    self->free[t->k * self->balls + i] = self->free[t->k * self->balls + j] = false;
    if (fabs(approach_mps) > 4 * self->unit.mps) { /* others are at rest */
        *(approach_mps > 0 ? &t->closing : &t->parting) = true;
        t->slowest_mps = fmin(t->slowest_mps, fabs(approach_mps));
    }
    if (overlap_m > allowed_m) {
        carom_audit_fail(self, AUDIT_OVERLAP, self->t_s[t->k], name, overlap_m, 0, allowed_m,
                         "%s %s %s%s by %.4g m at t = %.9g s", name,
                         i == j ? "reaches beyond" : "and",
                         i == j ? "the wall" : self->problem->ball[j].name,
                         i == j ? "" : " overlap", overlap_m, self->t_s[t->k]);
    }
}

/* Finds the bodies that touch at sample k, and reports overlaps of more than soft_m. */
static touches find_touches(audit *self, size_t k, double soft_m)
{
    const carom_problem *p = self->problem;
    touches t = {.of = self, .k = k, .soft_m = soft_m, .slowest_mps = INFINITY};
    t.reach_m = self->soft ? self->step_s * self->speed_mps /* a grid ends a contact late */
                           : 2 * self->unit.m + self->unit_s * self->speed_mps +
                                 audit_within_rel * self->length_m;
    for (size_t i = 0; i < self->balls; i++) {
        self->free[k * self->balls + i] = true;
    }
    for (size_t i = 0; i < self->balls; i++) {
        const audit_state *a = carom_audit_state(self, k, i);
        for (size_t j = p->ball[i].fixed ? self->balls : 0; j < self->balls; j++) {
            const audit_state *b = carom_audit_state(self, k, j);
            const carom_vec d = carom_torus_shortest(p, carom_vec_subtract(b->at, a->at));
            const double distance_m = carom_vec_length(d),
                         overlap_m = p->ball[i].radius_m + p->ball[j].radius_m - distance_m;
            if (overlap_m > -t.reach_m && (i < j || p->ball[j].fixed)) {
                add_touch(&t, i, j, overlap_m,
                          carom_vec_dot(carom_vec_subtract(a->v, b->v), d) /
                              fmax(distance_m, DBL_MIN));
            }
        }
    }
    for (size_t i = 0; i < self->balls; i++) {
        const carom_vec at = carom_audit_state(self, k, i)->at,
                        v = carom_audit_state(self, k, i)->v;
        double reach_m = carom_walls_reach(p, p->ball[i].radius_m),
               step_s = 1e-3 * p->ball[i].radius_m / fmax(self->speed_mps, DBL_MIN),
               overlap_m = carom_walls_max_overlap(p, at, reach_m),
               next_m = carom_walls_max_overlap(p, carom_vec_add_scaled(at, step_s, v), reach_m);
        bool outside = p->part != NULL && !carom_walls_enclose(p, at) &&
                       (reach_m > 0 || !self->soft);
        t.soft_m = outside && isfinite(soft_m) ? fmin(t.soft_m, 0.5 * reach_m) : t.soft_m;
        if ((outside || overlap_m > -t.reach_m) && !p->ball[i].fixed) {
            /* beyond curved walls, overlaps count from the other side */
            add_touch(&t, i, i,
                      outside ? fmax(overlap_m, fmin(2 * reach_m - overlap_m, self->length_m))
                              : overlap_m,
                      (next_m - overlap_m) / step_s);
        }
    }
    return t;
}

/* Finds the balls that touch something at each sample, and reports overlaps. Where all bodies that
 * touch approach each other, as in rows before a collision, the sample is moved to the time just
 * before it, along free motion; where all part, to just after it. Then the balls are free, and the
 * interval around the collision is as any other, only shorter. */
static void find_contacts(audit *self)
{
    for (size_t k = 0; k < self->samples; k++) {
        const touches t = find_touches(self, k, self->soft ? INFINITY : 0);
        const double t_s = carom_audit_time(self, k),
                     before_s = k > 0 ? t_s - carom_audit_time(self, k - 1) : 0,
                     after_s = k + 1 < self->samples ? carom_audit_time(self, k + 1) - t_s
                                                     : INFINITY;
        double room_s = t.closing ? before_s : after_s,
               by_s = fmin(
                   fmin(10 * t.reach_m / t.slowest_mps, 0.3 * room_s),
                   fmin(0.05 * self->least_m / self->speed_mps,
                        0.25 * t.slowest_mps / carom_vec_length(self->problem->gravity_mps2)));
        self->result[AUDIT_OVERLAP].tested += !self->soft;
        if (!self->soft && t.closing != t.parting && by_s > 0) {
            by_s = t.closing ? -by_s : by_s;
            for (size_t i = 0; i < self->balls; i++) {
                audit_state *s = &self->state[i * self->samples + k];
                *s = carom_audit_fly(self, i, *s, by_s);
                s->t_s += by_s;
            }
            self->t_s[k] += by_s;
            (void)(find_touches(self, k, INFINITY));
        }
    }
}

/* ---- intervals ---- */

enum { COPIES = 20 }; /* that show how far rounding moves the end of an interval */

/* Starts the solver of the intervals. Springs of another program take other steps: the copies' are
 * on a grid, and between those of the scenario and half of it. @return NULL: it refuses the state,
 * and the interval is not tested */
static carom_solver *start_solver(audit *self, size_t k, int copy)
{
    static const char *const step[] = {"step_s", "theta"}; /* one of them is not a number */
    const carom_choice *kind = &self->measured.solver->kind;
    carom_error error = {0};
    if (self->soft) {
        carom_choice_free(&self->reference);
        carom_choice_copy(&self->reference, kind);
        for (size_t n = 0; n < 2 && copy > 0; n++) {
            double shorter = (1 - 0.5 * copy / COPIES) * carom_choice_number(kind, step[n]);
            (void)carom_choice_set_number(&self->reference, step[n], shorter);
        }
        if (copy > 0 &&
            carom_choice_set_text(&self->reference, "contacts", "grid", &error) != CAROM_OK) {
            return NULL;
        }
    }
    set_start(self, k, copy);
    return carom_solver_new_cancellable(&self->start, &self->reference, true,
                                        self->measured.context->study->stop, &error);
}

/* Energy of a ball with the state @p s near that of sample k. *variance_J2 increases by that of the
 * rounding of the sample. */
static double ball_energy(const audit *self, size_t k, size_t i, const audit_state *s,
                          double *variance_J2)
{
    const carom_problem *p = self->problem;
    const carom_ball *b = &p->ball[i];
    const audit_tolerance by = carom_audit_rounding_between(self, k, k, i);
    const double kg = b->fixed ? 0 : b->mass_kg, v = carom_vec_length(s->v),
                 kgm2 = kg > 0 && s->spin_radps != 0 ? 1 / carom_ball_inverse_inertia(b) : 0,
                 slows = carom_rolling_deceleration(carom_ball_rolling(p, b), v),
                 error_J = kg * (v * (by.mps + slows * self->unit_s) +
                                 carom_vec_length(p->gravity_mps2) * by.m) +
                           kgm2 * fabs(s->spin_radps) * by.radps;
    *variance_J2 += b->fixed ? 0 : pow(audit_deviation * error_J, 2);
    return b->fixed
             ? 0
             : 0.5 * kg * carom_vec_square(s->v) - kg * carom_vec_dot(p->gravity_mps2, s->at) +
                   0.5 * kgm2 * s->spin_radps * s->spin_radps;
}

/* Tests the overlaps of springs at a sample: they store no more than the energy of the run, which
 * another program's may increase. */
static void test_springs(audit *self, size_t k)
{
    const double deepest_m = find_touches(self, k, INFINITY).deepest_m;
    double variance_J2 = 0, most_J = 2 * self->mass_kg * self->length_m *
                                     carom_vec_length(self->problem->gravity_mps2);
    for (size_t i = 0; i < self->balls; i++) {
        most_J += 2 * ball_energy(self, 0, i, carom_audit_state(self, 0, i), &variance_J2);
    }
    carom_solver *solver = start_solver(self, k, 0);
    double most_m = 2 * self->max_overlap_m;
    if (solver != NULL) {
        carom_solver_sample(solver, &self->sample);
        const double elastic_J = self->sample.ledger.elastic_J;
        most_m = elastic_J > 0 ? fmin(most_m, deepest_m * sqrt(most_J / elastic_J)) : most_m;
    }
    carom_solver_free(solver);
    (void)(find_touches(self, k, most_m));
    self->result[AUDIT_OVERLAP].tested++;
}

/* Advances by a time. @return false: the solver stops, as at an inelastic collapse */
static bool advance(carom_solver *solver, double dt_s)
{
    carom_error error = {0};
    return solver != NULL && /* at no distance from a wall, rounding is no fault */
           (dt_s == 0 || carom_solver_advance(solver, dt_s, &error) == CAROM_OK);
}

/* State of a ball in the last sample of a solver. */
static audit_state sampled_state(const audit *self, size_t i)
{
    const carom_sample *s = &self->sample;
    return (audit_state){.at = {s->x_m[i], s->y_m[i]},
                         .v = {s->vx_mps[i], s->vy_mps[i]},
                         .spin_radps = s->spin_radps[i]};
}

static audit_tolerance difference(const audit *self, const audit_state *a, const audit_state *b)
{
    return (audit_tolerance){
        carom_vec_length(carom_torus_shortest(self->problem, carom_vec_subtract(a->at, b->at))),
        carom_vec_length(carom_vec_subtract(a->v, b->v)), fabs(a->spin_radps - b->spin_radps)};
}

static bool is_within(const audit_tolerance *d, const audit_tolerance *allowed)
{
    return d->m <= allowed->m && d->mps <= allowed->mps && d->radps <= allowed->radps;
}

/* ---- outcomes ---- */

/* Adds a prediction of an interval: which balls meet, and how often. */
static void add_meetings(audit *self, const carom_log *log)
{
    for (size_t n = 0; n < log->count; n++) {
        const carom_collision *c = &log->item[n];
        audit_ball *a = &self->ball[c->a], *b = c->wall ? a : &self->ball[c->b];
        bool held = c->wall || self->problem->ball[c->a].fixed || self->problem->ball[c->b].fixed;
        a->held = b->held = held || a->held || b->held;
        a->hits++;
        b->hits += !c->wall;
        for (size_t i = 0, from = a->group, to = b->group; i < self->balls && from != to; i++) {
            size_t *group = &self->ball[i].group;
            *group = *group == from || *group == to ? (from < to ? from : to) : *group;
        }
    }
    for (size_t i = 0; i < self->balls; i++) {
        audit_ball *ball = &self->ball[i];
        ball->most_hits = ball->hits > ball->most_hits ? ball->hits : ball->most_hits;
        ball->hits = 0;
    }
}

/* Predicts an interval from numbers moved by the rounding of its first sample, several times: how
 * far rounding, and the steps of springs, move the end of each ball. */
static void measure_spread(audit *self, size_t from, size_t to)
{
    for (int copy = 1; copy <= COPIES; copy++) {
        carom_solver *solver = start_solver(self, from, copy);
        carom_log log = {NULL, 0, 0};
        carom_error error = {0};
        const double dt_s = self->t_s[to] - self->t_s[from],
                     late_s = fmax(copy % 4 < 2 ? self->unit_s : -self->unit_s, -dt_s);
        bool moved = advance(solver, dt_s + late_s);
        if (moved) {
            carom_solver_sample(solver, &self->sample);
            (void)(carom_solver_collisions(solver, &log, &error) == CAROM_OK);
            add_meetings(self, &log);
            carom_log_free(&log);
        }
        for (size_t i = 0; i < self->balls; i++) {
            audit_tolerance *s = &self->ball[i].spread;
            const audit_state moved_to = /* the times are rounded, too */
                carom_audit_fly(self, i, sampled_state(self, i), -late_s);
            const audit_tolerance d = difference(self, &self->ball[i].want, &moved_to);
            s->m = moved ? fmax(s->m, d.m) : INFINITY;
            s->mps = moved ? fmax(s->mps, d.mps) : INFINITY;
            s->radps = moved ? fmax(s->radps, d.radps) : INFINITY;
        }
        carom_solver_free(solver);
    }
}

/* Differences of a ball from a state @p after_s before its sample, at the time within the rounding
 * of the times at which it is nearest. @p allowed increases by the rounding of this time. */
static audit_tolerance compare(const audit *self, const audit_interval *in,
                               const audit_state *state, double after_s, audit_tolerance *allowed)
{
    const audit_state *got = carom_audit_state(self, in->to, in->ball);
    audit_state want = carom_audit_fly(self, in->ball, *state, after_s);
    double late_s = 0, speed_mps = carom_vec_length(want.v);
    for (int round = 0; round < 3 && self->unit_s > 0 && speed_mps > 0; round++) {
        carom_vec off = carom_torus_shortest(self->problem, carom_vec_subtract(got->at, want.at));
        late_s += carom_vec_dot(off, want.v) / carom_vec_square(want.v);
        late_s = fmax(fmin(late_s, self->unit_s), -self->unit_s);
        want = carom_audit_fly(self, in->ball, *state, after_s + late_s);
    }
    const double more_s = fmin(2 * self->unit_s, allowed->m / fmax(speed_mps, DBL_MIN));
    allowed->mps += carom_vec_length(carom_vec_subtract(
        carom_audit_fly(self, in->ball, *state, after_s + late_s - more_s).v, want.v));
    return difference(self, got, &want);
}

/* Sample at which a ball is judged that starts from sample k: where it is free again; if it is not
 * soon, as at rest, the next one. 0: none, it is in contact with a spring */
static size_t find_end(const audit *self, size_t k, size_t ball)
{
    const bool is_free = self->free[k * self->balls + ball];
    const size_t most = self->soft || k + 4 >= self->samples ? self->samples - 1 : k + 4;
    for (size_t to = k + 1; to <= most && is_free; to++) {
        if (self->free[to * self->balls + ball]) {
            return to;
        }
    }
    return self->soft ? 0 : k + 1;
}

/* Slow changes show in a whole flight: compares its end with its first sample. */
static void test_flight(audit *self, const audit_interval *in)
{
    const size_t since = self->ball[in->ball].since;
    if (!self->free[in->from * self->balls + in->ball] || self->first_order) {
        /* it rests on something, or falls in steps */
        self->ball[in->ball].since = in->to;
        return;
    }
    const audit_state *first = carom_audit_state(self, since, in->ball);
    double dt_s = self->t_s[in->to] - self->t_s[since];
    audit_state want = carom_audit_fly(self, in->ball, *first, dt_s);
    audit_interval whole = {since,    in->to,
                            in->ball, carom_audit_rounding_between(self, since, in->to, in->ball),
                            &want,    true};
    if (self->soft && self->rolls) { /* steps of friction */
        whole.allowed.m += 1e-6 * self->length_m;
        whole.allowed.mps += 1e-6 * self->speed_mps;
    }
    audit_tolerance d = compare(self, &whole, first, dt_s, &whole.allowed);
    self->result[AUDIT_FLIGHT].tested++;
    if (since < in->from && !is_within(&d, &whole.allowed)) {
        carom_audit_describe(self, &whole);
        self->ball[in->ball].since = in->to;
    }
}

/* Adds what the balls have gained until sample k and the laws do not give, after the interval
 * before it is judged. Of balls that touch others, or whose motion rounding decides, and of the
 * balls that they meet, it is unknown. @p judged  false: of all */
static void test_energy(audit *self, size_t k, bool judged)
{
    const carom_problem *p = self->problem;
    const bool elastic = carom_problem_is_elastic(p) && !carom_problem_has_contact_friction(p) &&
                         !self->rolls;
    double variance_J2 = 0;
    for (size_t i = 0; i < self->balls; i++) {
        const bool *is_free = &self->free[k * self->balls + i];
        bool *open = &self->ball[self->ball[i].group].open;
        *open = *open || self->ball[i].open || !judged ||
                !(p->ball[i].fixed || (is_free[0] && *(is_free - self->balls)));
    }
    for (size_t i = 0; i < self->balls; i++) {
        bool open = !elastic && self->ball[self->ball[i].group].open;
        double before_J2 = 0, after_J2 = 0, want_J2 = 0;
        const double before_J = ball_energy(self, k - 1, i, carom_audit_state(self, k - 1, i),
                                            &before_J2),
                     after_J = ball_energy(self, k, i, carom_audit_state(self, k, i), &after_J2),
                     want_J = elastic ? before_J
                                      : ball_energy(self, k, i, &self->ball[i].want, &want_J2);
        self->gain_J += open ? 0 : after_J - want_J;
        self->gain_J2 += (open ? before_J2 + after_J2 : 0) + (k == 1 ? before_J2 : 0);
        variance_J2 += after_J2;
    }
    for (size_t n = 0; n < self->contacts.count && judged && !elastic; n++) {
        const carom_collision *c = &self->contacts.item[n];
        const audit_tolerance by = carom_audit_rounding_between(self, k - 1, k, c->a);
        const double radius_m = self->problem->ball[c->a].radius_m,
                     turn = self->within > 0 || c->wall ? 0 : 0.5 * by.m / radius_m, /* of normal */
            off_mps = by.mps + radius_m * by.radps + turn * self->speed_mps +
                      self->ball[c->a].spread.mps + (c->wall ? 0 : self->ball[c->b].spread.mps);
        self->gain_J2 += self->ball[self->ball[c->a].group].open
                           ? 0
                           : pow(2 * audit_deviation * c->dissipated_J * off_mps / c->approach_mps,
                                 2);
    }
    const double within_J = 5 * sqrt(variance_J2 + self->gain_J2), off_J = fabs(self->gain_J);
    bool folds = p->boundary == CAROM_PERIODIC && !carom_vec_is_zero(p->gravity_mps2);
    if (off_J > within_J && !self->soft && !folds &&
        self->result[AUDIT_FLIGHT].failures + self->result[AUDIT_COLLISIONS].failures +
                self->result[AUDIT_BUDGET].failures ==
            0) {
        carom_audit_fail(self, AUDIT_BUDGET, carom_audit_time(self, k), NULL, self->gain_J, 0,
                         within_J,
                         "all collisions until t = %.9g s (%zu) together leave %.4g J %s than the "
                         "laws of the scenario; the tolerance allows %.2g J",
                         carom_audit_time(self, k), self->result[AUDIT_COLLISIONS].tested, off_J,
                         self->gain_J > 0 ? "more" : "less", within_J);
    }
}

/* Counts a flight, or collisions. */
static void count_tested(audit *self, const audit_interval *in)
{
    const audit_contacts contacts = carom_audit_contacts(self, in->ball);
    if (contacts.count == 0) {
        test_flight(self, in);
        return;
    }
    self->result[AUDIT_COLLISIONS].tested += contacts.own;
    self->ball[in->ball].since = in->to;
}

/* Compares a ball with the states that it may have. If rounding moves them far, it decides what
 * happens. */
static void decide(audit *self, audit_interval *in)
{
    audit_ball *ball = &self->ball[in->ball];
    const audit_tolerance *spread = &ball->spread;
    const audit_contacts contacts = carom_audit_contacts(self, in->ball);
    audit_result *result = &self->result[contacts.count > 0 ? AUDIT_COLLISIONS : AUDIT_FLIGHT];
    const bool known = spread->mps < 0.03 * self->speed_mps,
               in_contact = !self->free[in->from * self->balls + in->ball] ||
                            !self->free[in->to * self->balls + in->ball];
    audit_tolerance allowed = in->allowed;
    if (self->soft || contacts.count > 0 || spread->mps > 10 * allowed.mps) {
        const double times = self->soft ? 4 /* orders and variants of a method differ */
                           : in_contact ? 2
                           : known      ? 1
                                        : 1.1; /* one of two states */
        allowed.m += times * spread->m + 0.1 * self->step_s * self->speed_mps +
                     (known ? 0 : self->unit_s * fmin(spread->mps, 2 * self->speed_mps));
        allowed.mps += times * spread->mps;
        allowed.radps += times * spread->radps;
    }
    in->allowed = isfinite(allowed.mps) ? allowed : in->allowed;
    audit_tolerance d = compare(self, in, in->want, 0, &allowed);
    bool within = is_within(&d, &allowed),
         at_once = self->t_s[in->to] == self->t_s[in->from] && in_contact; /* others part */
    if (known && within) {
        count_tested(self, in);
        return;
    }
    ball->since = in->to;
    if (!within && !at_once) {
        result->tested++;
        carom_audit_describe(self, in);
        return;
    }
    if (carom_audit_test_restitution(self, in)) {
        result->tested += contacts.own;
        return;
    }
    ball->open = true;
    result->undecided += contacts.count > 0 ? contacts.own : 1;
    if (result->first[0] == '\0') {
        snprintf(result->first, sizeof result->first, "%.60s between t = %.9g and %.9g s",
                 self->problem->ball[in->ball].name, carom_audit_time(self, in->from),
                 carom_audit_time(self, in->to));
    }
}

/* Tests the total momentum of balls that meet only each other. It is known better than the
 * directions, and also where rounding decides the outcome, as when three balls meet at once. */
static void test_momentum(audit *self, size_t from, size_t to, size_t group)
{
    const carom_problem *p = self->problem;
    carom_vec sum = {0, 0};
    double within = 0, fall_mps = 2 * self->unit_s * carom_vec_length(p->gravity_mps2);
    bool tested = self->ball[group].most_hits > 0 && !self->rolls;
    for (size_t i = group; i < self->balls && tested; i++) {
        const audit_ball *ball = &self->ball[i];
        if (ball->group == group) {
            const double kg = p->ball[i].mass_kg;
            carom_vec got = carom_audit_state(self, to, i)->v;
            tested = ball->until == to && !ball->held && !p->ball[i].fixed;
            sum = carom_vec_add_scaled(sum, kg, carom_vec_subtract(got, ball->want.v));
            within += kg * (carom_audit_rounding_between(self, from, to, i).mps + fall_mps);
        }
    }
    const double change = carom_vec_length(sum);
    if (tested && change > within) {
        const char *name = p->ball[group].name;
        carom_audit_fail(self, AUDIT_COLLISIONS, carom_audit_time(self, to), name, change, 0,
                         within,
                         "the collisions of %s and others between t = %.9g and %.9g s change their "
                         "total momentum by %.4g kg m/s",
                         name, carom_audit_time(self, from), carom_audit_time(self, to), change);
    }
}

/* Compare the balls whose interval ends at sample @p to with what the solver has computed. */
static void judge(audit *self, size_t from, size_t to)
{
    bool measured = false;
    const size_t failures = self->result[AUDIT_COLLISIONS].failures;
    for (size_t i = 0; i < self->balls; i++) {
        audit_ball *ball = &self->ball[i];
        *ball = (audit_ball){ball->since, ball->until, .want = ball->want, .group = i};
    }
    add_meetings(self, &self->contacts);
    for (size_t i = 0; i < self->balls; i++) {
        if (self->problem->ball[i].fixed || self->ball[i].until != to ||
            (self->soft && !self->free[from * self->balls + i])) { /* judged from before it */
            continue;
        }
        audit_interval interval = {
            from, to, i, carom_audit_rounding_between(self, from, to, i), &self->ball[i].want,
            false};
        audit_tolerance allowed = interval.allowed,
                        d = compare(self, &interval, interval.want, 0, &allowed);
        if (is_within(&d, &allowed)) {
            count_tested(self, &interval);
            continue;
        }
        if (!measured) {
            measure_spread(self, from, to);
            measured = true;
        }
        decide(self, &interval);
    }
    for (size_t i = 0; i < self->balls && measured && !self->soft; i++) {
        if (self->ball[i].group == i && self->result[AUDIT_COLLISIONS].failures == failures) {
            test_momentum(self, from, to, i);
        }
    }
}

/* Start from sample k, and judge every ball that has been judged there at the sample where it is
 * free next. The collisions until sample k + 1 are added to the log of the run. */
static void test_interval(audit *self, size_t k)
{
    carom_log *contacts = &self->contacts;
    carom_solver *solver = start_solver(self, k, 0);
    carom_error error = {0};
    size_t last = k + 1, to = k;
    for (size_t i = 0; i < self->balls; i++) {
        audit_ball *ball = &self->ball[i];
        if (ball->until <= k) {
            ball->until = find_end(self, k, i);
            last = ball->until > last ? ball->until : last;
        }
        ball->since = ball->until == 0 ? k + 1 : ball->since;
    }
    while (to < last && advance(solver, self->t_s[to + 1] - self->t_s[k])) {
        to++;
        carom_solver_sample(solver, &self->sample);
        self->max_overlap_m = fmax(self->max_overlap_m, self->sample.max_overlap_m);
        for (size_t i = 0; i < self->balls; i++) {
            self->ball[i].want = sampled_state(self, i);
        }
        carom_log_free(contacts);
        (void)(carom_solver_collisions(solver, contacts, &error) == CAROM_OK);
        carom_log_sort(contacts);
        for (size_t n = 0; n < contacts->count; n++) {
            contacts->item[n].t_s += self->t_s[k];
        }
        judge(self, k, to);
        if (to == k + 1) {
            test_energy(self, k + 1, true);
        }
    }
    if (to == k) {
        test_energy(self, k + 1, false);
    }
    for (size_t n = 0; n < contacts->count && to > k; n++) { /* most contacts are over */
        const carom_collision *c = &contacts->item[n];
        if (c->t_s <= self->t_s[k + 1] && !(self->soft && carom_audit_overlap(self, k, c, 0) > 0)) {
            carom_log_add(&self->log, c);
        }
    }
    carom_solver_free(solver);
    for (size_t i = 0; i < self->balls && to < last; i++) { /* the solver has stopped */
        self->ball[i].since = self->ball[i].until > to ? self->ball[i].until : self->ball[i].since;
    }
}

/* ---- audit ---- */

/* The first sample is the state of the scenario, which fixed balls keep. */
static void test_start(audit *self)
{
    for (size_t n = 0; n < self->samples * self->balls; n++) {
        const size_t k = n / self->balls, i = n % self->balls;
        const carom_ball *b = &self->problem->ball[i];
        const carom_flight at = carom_flight_from_ball(b);
        const audit_state want = {.at = at.at, .v = at.v, .spin_radps = b->spin_radps},
                          *got = carom_audit_state(self, k, i);
        const audit_tolerance allowed = carom_audit_rounding_between(self, k, k, i),
                              d = difference(self, got, &want);
        char hint[200] = "";
        self->result[AUDIT_START].tested += k == 0;
        if (is_within(&d, &allowed) || (k > 0 && !b->fixed)) {
            continue;
        }
        if (!b->fixed && d.m <= allowed.m) {
            carom_audit_hint_half_step(self, carom_vec_subtract(got->v, want.v), hint, sizeof hint);
        }
        if (!b->fixed) {
            carom_audit_hint_start(self, d.m <= allowed.m, hint, sizeof hint);
            self->start_explained = self->start_explained || hint[0] != '\0';
        }
        carom_audit_fail_state(self, b->fixed ? AUDIT_FLIGHT : AUDIT_START, k, i, got, &want,
                               &allowed, b->fixed ? "it is fixed, with" : "the scenario has", hint);
    }
}

/* The solver of the scenario if it is one of springs or of exact impulses; else impulses. */
static carom_status choose_reference(audit *self, carom_error *error)
{
    const carom_choice *kind = &self->measured.solver->kind;
    unsigned traits = carom_solver_entry_of(kind->entry)->traits;
    carom_param_ref method = carom_params_find(kind->entry->params, kind->options, "integrator");
    self->soft = traits & CAROM_SOFT;
    self->first_order = method.row != NULL && method.row->type == CAROM_ENTRY &&
                        carom_integrator_of(carom_param_choice(method)->entry)->order < 2;
    if (self->soft || ((traits & CAROM_EXACT) && !(traits & CAROM_QUADRUPLE_PRECISION))) {
        carom_choice_copy(&self->reference, kind);
        return CAROM_OK;
    }
    return carom_choice_set(&self->reference, carom_interface_find(&carom_solvers, "impulse"),
                            error);
}

static void run_tests(audit *self)
{
    const volatile sig_atomic_t *stop = self->measured.context->study->stop;
    bool determined = carom_solver_state_determines_motion(&self->measured.solver->kind);
    carom_error error = {0};
    self->ball = carom_allocate(self->balls, sizeof *self->ball);
    self->free = carom_allocate(self->samples * self->balls, sizeof *self->free);
    (void)(carom_sample_init(&self->sample, self->balls, &error) == CAROM_OK);
    test_start(self);
    carom_solver *solver = start_solver(self, 0, 0);
    if (solver != NULL) {
        carom_report report;
        carom_solver_report(solver, &report);
        self->contact_s = report.contact_s;
        self->step_s = report.step_s;
    }
    carom_solver_free(solver);
    find_contacts(self);
    for (size_t k = 0; k + 1 < self->samples && determined && (stop == NULL || *stop == 0); k++) {
        test_interval(self, k);
    }
    for (size_t k = 0; k < self->samples && self->soft; k++) { /* they have shown their overlaps */
        test_springs(self, k);
    }
    carom_audit_tables(self);
    if (self->result[AUDIT_START].failures + self->result[AUDIT_FLIGHT].failures +
                self->result[AUDIT_COLLISIONS].failures >
            0 &&
        carom_audit_has_differences(self)) { /* nothing that needs velocities can be tested */
        memset(&self->result[AUDIT_START], 0, sizeof self->result[AUDIT_START]);
        memset(&self->result[AUDIT_FLIGHT], 0,
               sizeof self->result[0] * (AUDIT_TESTS - AUDIT_FLIGHT));
        carom_audit_fail(self, AUDIT_SAMPLES, 0, NULL, NAN, NAN, NAN,
                         "the velocities are differences of the positions, which mix the motion "
                         "before and after a collision; write the velocities of the simulator, or "
                         "compare only the positions, with kind: recorded ('carom help records')");
    }
}

static void free_audit(audit *self)
{
    free(self->t_s);
    carom_recording_free(&self->recording);
    free(self->free);
    free(self->state);
    free(self->ball);
    carom_choice_free(&self->reference);
    carom_problem_free(&self->start);
    carom_sample_free(&self->sample);
    carom_log_free(&self->contacts);
    carom_log_free(&self->log);
}

carom_status carom_audit_records(const carom_check_context *context,
                                 const carom_scenario_solver *solver, carom_verdicts *verdicts,
                                 carom_error *error)
{
    const carom_problem *problem = &context->study->scenario->problem;
    audit self = {.measured = {.context = context, .solver = solver},
                  .problem = problem,
                  .balls = problem->count,
                  .within = context->study->scenario->audit.within,
                  .timed = true,
                  .rolls = carom_problem_has_friction(problem),
                  .failed_s = -1};
    carom_problem_init(&self.start);
    carom_status status = carom_problem_copy(&self.start, problem, error);
    CAROM_THEN(status, choose_reference(&self, error));
    CAROM_THEN(status, carom_audit_read(&self, error));
    if (status == CAROM_OK && self.samples > 0 && self.timed &&
        !carom_solver_has_traits(&solver->kind, CAROM_RECORDED)) { /* a film obeys no scenario */
        run_tests(&self);
        *error = self.measured.failure;
        status = context->study->stop != NULL && *context->study->stop != 0
                   ? carom_error_interrupted(error)
                   : error->status;
    }
    if (status == CAROM_OK) {
        carom_audit_add_verdicts(&self, verdicts);
    }
    free_audit(&self);
    return status;
}
