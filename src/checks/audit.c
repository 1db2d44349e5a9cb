/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Audit of the records of any program: start, overlaps, and every interval between two samples. */
#include "checks/checks.h"
#include <float.h>

static const char *const test_names[AUDIT_TESTS] = {
    "samples",        "start", "overlaps", "free motion", "collisions", "energy and momentum",
    "collisions.tsv", "budget"};

/* ---- start of an interval ---- */

/* Direction in which copy > 0 moves a number of a ball: at random, and opposite in the next copy.
 */
static double direction_of(size_t number, int copy)
{
    uint32_t mixed = (uint32_t)number * 2654435761u ^ (uint32_t)((copy + 1) / 2) * 0x9e3779b9u;
    mixed = (mixed ^ mixed >> 15) * 0x85ebca6bu;
    mixed = (mixed ^ mixed >> 13) * 0xc2b2ae35u;
    return ((mixed >> 16 & 1) != 0) == (copy % 2 != 0) ? 1 : -1;
}

/* Sets the problem to sample k; copy > 0: with all numbers moved by three times their rounding. */
static void set_start(audit *self, size_t k, int copy)
{
    carom_problem *p = &self->start;
    for (size_t i = 0; i < self->balls; i++) {
        const audit_state *s = carom_audit_state(self, k, i);
        carom_ball *b = &p->ball[i];
        if (!b->fixed) {
            const audit_state r = carom_audit_rounding(self, s);
            const double from[] = {s->at.x, s->at.y, s->v.x, s->v.y, s->spin_radps},
                         by[] = {r.at.x, r.at.y, r.v.x, r.v.y, r.spin_radps};
            double *number[] = {&b->x_m, &b->y_m, &b->vx_mps, &b->vy_mps, &b->spin_radps};
            for (size_t c = 0; c < 5; c++) {
                *number[c] = from[c] + (copy > 0 ? 3 * direction_of(5 * i + c, copy) * by[c] : 0);
            }
        }
    }
    for (size_t k_change = 0; k_change < p->changes; k_change++) {
        p->change[k_change].t_s = fmax(self->problem->change[k_change].t_s - self->t_s[k], 0);
    }
}

/* ---- overlaps ---- */

typedef struct {
    audit *of;
    size_t k;
    bool report;
} overlap_context;

/* Receives a pair of balls, or a ball and a wall, that overlap. */
static bool add_overlap(void *context, const carom_fault *fault)
{
    const overlap_context *c = context;
    audit *self = c->of;
    const carom_problem *p = self->problem;
    if (strcmp(fault->key, "balls") != 0) {
        return true;
    }
    const bool wall = fault->other == CAROM_NO_BALL;
    const carom_ball *a = &p->ball[fault->ball], *b = wall ? a : &p->ball[fault->other];
    const carom_vec at = carom_audit_state(self, c->k, fault->ball)->at,
                    to = carom_audit_state(self, c->k, wall ? fault->ball : fault->other)->at,
                    d = carom_torus_shortest(p, carom_vec_subtract(to, at));
    const bool outside = wall && p->part != NULL && !carom_walls_enclose(p, at);
    double overlap_m = outside ? a->radius_m
                     : wall    ? carom_walls_max_overlap(p, at, carom_walls_reach(p, a->radius_m))
                               : a->radius_m + b->radius_m - carom_vec_length(d),
           allowed_m = 4 * self->unit.m + self->unit_s * self->speed_mps +
                       audit_within_rel * self->length_m +
                       (self->soft ? 2 * self->max_overlap_m : 0);
    self->free[c->k * self->balls + fault->ball] = false;
    self->free[c->k * self->balls + (wall ? fault->ball : fault->other)] = false;
    if (c->report && overlap_m > allowed_m) {
        carom_audit_fail(self, AUDIT_OVERLAP, self->t_s[c->k], a->name, overlap_m, 0, allowed_m,
                         "%s %s %s%s by %.4g m at t = %.9g s", a->name,
                         wall ? "reaches beyond" : "and", wall ? "the wall" : b->name,
                         wall ? "" : " overlap", overlap_m, self->t_s[c->k]);
    }
    return true;
}

/* Find the balls that touch something at each sample, and report overlaps. */
static void find_overlaps(audit *self, bool report)
{
    for (size_t k = 0; k < self->samples; k++) {
        set_start(self, k, 0);
        (void)(carom_problem_check(&self->start, add_overlap,
                                   &(overlap_context){self, k, report}) == CAROM_OK);
        self->result[AUDIT_OVERLAP].tested += report;
    }
}

/* ---- intervals ---- */

/* Starts the solver of the intervals. @return NULL: it refuses the state, and the interval is not
 * tested */
static carom_solver *start_solver(audit *self, size_t k, int copy)
{
    carom_error error = {0};
    set_start(self, k, copy);
    return carom_solver_new_cancellable(&self->start, &self->reference, true,
                                        self->measured.context->study->stop, &error);
}

/* Advances by a time. @return false: the solver stops, as at an inelastic collapse */
static bool advance(carom_solver *solver, double dt_s)
{
    carom_error error = {0};
    return solver != NULL && /* at no distance from a wall, rounding is no fault */
           (dt_s == 0 || carom_solver_advance(solver, dt_s, &error) == CAROM_OK);
}

static void read_sample(audit *self, const carom_solver *solver, audit_state *to)
{
    const carom_sample *s = &self->sample;
    carom_solver_sample(solver, &self->sample);
    for (size_t i = 0; i < self->balls; i++) {
        to[i] = (audit_state){.at = {s->x_m[i], s->y_m[i]},
                              .v = {s->vx_mps[i], s->vy_mps[i]},
                              .spin_radps = s->spin_radps[i]};
    }
    self->max_overlap_m = fmax(self->max_overlap_m, s->max_overlap_m);
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

/* Adds collisions to the counts of their balls, and behind them to the count of the ball with which
 * they are tested: the first one, unless it is fixed. */
static void count_hits(const audit *self, const carom_log *log, size_t *hits)
{
    for (size_t n = 0; n < log->count; n++) {
        const carom_collision *c = &log->item[n];
        hits[c->a]++;
        if (!c->wall) {
            hits[c->b]++;
        }
        hits[self->balls + (self->problem->ball[c->a].fixed ? c->b : c->a)]++;
    }
}

/* Predict the states of every ball between its collisions around the time @p dt_s after sample
 * @p from. They are sampled in the middle between two collisions of the run.
 * @return false: the solver stops */
static bool predict(audit *self, size_t from, double dt_s, int copy, audit_outcome *outcome)
{
    carom_log log = {NULL, 0, 0};
    carom_error error = {0};
    double t_s = 0, until_s = self->soft ? dt_s : 1.5 * dt_s + self->unit_s;
    carom_solver *solver = start_solver(self, from, copy);
    bool moved = advance(solver, until_s);
    if (moved && !self->soft) {
        (void)(carom_solver_collisions(solver, &log, &error) == CAROM_OK);
        carom_log_sort(&log);
    }
    carom_solver_free(solver);
    size_t *hits = carom_allocate(2 * self->balls, sizeof *hits);
    memset(outcome, 0, AUDIT_OUTCOMES * self->balls * sizeof *outcome);
    solver = moved ? start_solver(self, from, copy) : NULL;
    for (size_t n = 0; n <= log.count && moved; n++) {
        double next_s = n < log.count ? log.item[n].t_s : until_s,
               middle_s = self->soft ? dt_s : 0.5 * (t_s + next_s);
        if (middle_s > t_s && (middle_s < next_s || self->soft)) {
            moved = advance(solver, middle_s);
            read_sample(self, solver, self->sampled);
            for (size_t i = 0; i < self->balls && moved; i++) {
                size_t o = AUDIT_END + (self->soft ? 0 : hits[i] - self->hits[i]);
                audit_outcome *to = &outcome[AUDIT_OUTCOMES * i + o];
                if (o < AUDIT_OUTCOMES && !to->exists) {
                    *to = (audit_outcome){.state = self->sampled[i],
                                          .exists = true,
                                          .since_s = t_s,
                                          .hits = hits[i],
                                          .tested = hits[self->balls + i]};
                    to->state.t_s = middle_s;
                }
            }
        }
        t_s = next_s;
        count_hits(self, &(carom_log){log.item + n, n < log.count, 0}, hits);
    }
    carom_solver_free(solver);
    carom_log_free(&log);
    free(hits);
    return moved;
}

/* True if the outcome is that of a time: the ball collides next after it. */
static bool is_current(const audit_outcome *of_ball, size_t o, double t_s, double within_s)
{
    bool current = of_ball[o].exists && of_ball[o].since_s <= t_s + within_s;
    for (size_t later = o + 1; later < AUDIT_OUTCOMES; later++) {
        current = current && !(of_ball[later].exists && of_ball[later].since_s < t_s - within_s);
    }
    return current;
}

/* True if rounding moves an outcome little. */
static bool is_known(const audit *self, const audit_outcome *o)
{
    return o->spread.mps < 0.03 * self->speed_mps;
}

/* Predict an interval anew, and copies of it from numbers moved by the rounding of its first
 * sample. They show how far rounding moves each outcome, and which outcomes the last sample may
 * have. */
static void measure_spread(audit *self, size_t from, size_t to)
{
    enum { COPIES = 20 };
    double dt_s = self->t_s[to] - self->t_s[from],
           within_s = self->unit_s + 1e-12 * self->t_s[self->samples - 1];
    for (int copy = 0; copy <= COPIES; copy++) {
        audit_outcome *outcome = copy == 0 ? self->outcome : self->copy;
        bool moved = predict(self, from, dt_s, copy, outcome);
        for (size_t n = 0; n < AUDIT_OUTCOMES * self->balls; n++) {
            size_t i = n / AUDIT_OUTCOMES;
            audit_outcome *base = &self->outcome[n], *other = &outcome[n];
            base->possible = base->possible || is_current(other - n % AUDIT_OUTCOMES,
                                                          n % AUDIT_OUTCOMES, dt_s, within_s);
            const audit_state a = carom_audit_fly(self, i, base->state, dt_s - base->state.t_s),
                              b = carom_audit_fly(self, i, other->state, dt_s - other->state.t_s);
            audit_tolerance d = difference(self, &a, &b), *s = &base->spread;
            bool compared = moved && base->exists && other->exists;
            s->m = compared ? fmax(s->m, d.m) : INFINITY;
            s->mps = compared ? fmax(s->mps, d.mps) : INFINITY;
            s->radps = compared ? fmax(s->radps, d.radps) : INFINITY;
        }
    }
    for (size_t n = 0; n < AUDIT_OUTCOMES * self->balls; n++) {
        audit_outcome *o = &self->outcome[n];
        double late_s = fmin(4 * o->spread.m / carom_vec_length(o->state.v), 0.05 * dt_s);
        o->possible = o->possible || is_current(o - n % AUDIT_OUTCOMES, n % AUDIT_OUTCOMES, dt_s,
                                                within_s + (is_known(self, o) ? late_s : 0));
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
    allowed->mps += fmin(2 * self->unit_s, allowed->m / fmax(speed_mps, DBL_MIN)) *
                    carom_vec_length(self->problem->gravity_mps2);
    return difference(self, got, &want);
}

/* Springs of another program take other steps: a few percent of the approach speed. */
static void allow_for_steps(const audit *self, const carom_log *log, size_t ball, double dt,
                            double contact_s, audit_tolerance *allowed)
{
    static const double share = 0.03;
    for (size_t n = 0; n < log->count && self->soft; n++) {
        const carom_collision *c = &log->item[n];
        if (carom_audit_is_hit(c, ball)) {
            allowed->mps += share * c->approach_mps;
            allowed->m += share * c->approach_mps * dt + 0.1 * c->approach_mps * contact_s;
            allowed->radps += share * c->approach_mps / self->problem->ball[ball].radius_m;
        }
    }
}

/* Springs of another program need not agree where three bodies meet: true if the ball, or one in
 * reach of it, touches something at the start or collides more than once. */
static bool meets_several(const audit *self, size_t from, size_t to, size_t ball)
{
    double reach_m = 2 * self->speed_mps * (self->t_s[to] - self->t_s[from]);
    for (size_t i = 0; i < self->balls; i++) {
        carom_vec d = carom_vec_subtract(carom_audit_state(self, from, i)->at,
                                         carom_audit_state(self, from, ball)->at);
        if (carom_vec_length(carom_torus_shortest(self->problem, d)) >
            self->problem->ball[i].radius_m + self->problem->ball[ball].radius_m + reach_m) {
            continue;
        }
        if (self->hits[i] > 1 || !self->free[from * self->balls + i]) {
            return true;
        }
    }
    return false;
}

/* Sample at which the ball is free again after sample k; 0: never. */
static size_t next_free(const audit *self, size_t k, size_t ball)
{
    for (size_t to = k + 1; to < self->samples; to++) {
        if (!self->soft || self->free[to * self->balls + ball]) {
            return to;
        }
    }
    return 0;
}

/* Slow changes show in a whole flight: compares its end with its first sample. */
static void test_flight(audit *self, const audit_interval *in)
{
    const size_t since = self->since[in->ball];
    const audit_state *first = carom_audit_state(self, since, in->ball);
    double dt_s = self->t_s[in->to] - self->t_s[since];
    audit_state want = carom_audit_fly(self, in->ball, *first, dt_s);
    audit_interval whole = {since,    in->to,
                            in->ball, carom_audit_rounding_between(self, since, in->to, in->ball),
                            &want,    in->log};
    audit_tolerance d = compare(self, &whole, first, dt_s, &whole.allowed);
    self->result[AUDIT_FLIGHT].tested++;
    if (since < in->from && !is_within(&d, &whole.allowed)) {
        carom_audit_fail_flight(self, &whole);
        self->since[in->ball] = in->to;
    }
}

/* Counts a flight, or collisions, @p tested of which are tested with this ball, and the error of a
 * restitution that the tolerance would show. */
static void count_tested(audit *self, const audit_interval *in, size_t hits, size_t tested)
{
    const carom_problem *p = self->problem;
    if (hits == 0) {
        test_flight(self, in);
        return;
    }
    self->result[AUDIT_COLLISIONS].tested += tested;
    self->since[in->ball] = in->to;
    for (size_t n = 0; n < in->log->count && hits == 1; n++) {
        const carom_collision *c = &in->log->item[n];
        const carom_ball *a = &p->ball[c->a], *b = c->wall ? NULL : &p->ball[c->b];
        if (carom_audit_is_hit(c, in->ball)) {
            double share = carom_pair_reduced_mass(a, b) / p->ball[in->ball].mass_kg;
            self->error_e = fmin(self->error_e, in->allowed.mps / (share * fabs(c->approach_mps)));
        }
    }
}

/* Compares a ball with the outcomes that it may have. If rounding moves the one that it has far, it
 * decides what happens. */
static void decide(audit *self, audit_interval *in, audit_result *result)
{
    const audit_tolerance rounding = in->allowed;
    double dt_s = self->t_s[in->to] - self->t_s[in->from];
    bool uncertain = false;
    for (size_t n = 0; n < AUDIT_OUTCOMES; n++) {
        size_t at = (AUDIT_END + n) % AUDIT_OUTCOMES;
        const audit_outcome *o = &self->outcome[AUDIT_OUTCOMES * in->ball + at];
        audit_tolerance allowed = rounding;
        if (self->soft || self->hits[in->ball] + at != AUDIT_END) { /* it has collided */
            allowed.m += o->spread.m;
            allowed.mps += o->spread.mps;
            allowed.radps += o->spread.radps;
        }
        bool known = o->possible && is_known(self, o);
        audit_tolerance d = compare(self, in, &o->state, dt_s - o->state.t_s, &allowed);
        uncertain = uncertain || (o->possible && !known && (!o->exists || is_within(&d, &allowed)));
        if (known && is_within(&d, &allowed)) {
            in->allowed = allowed;
            count_tested(self, in, self->soft ? self->hits[in->ball] : o->hits,
                         self->soft ? self->hits[self->balls + in->ball] : o->tested);
            return;
        }
        in->allowed = n == 0 && isfinite(o->spread.mps) ? allowed : in->allowed;
    }
    self->since[in->ball] = in->to;
    if (uncertain) {
        if (result->undecided++ == 0) {
            snprintf(result->first, sizeof result->first, "%.60s until t = %.9g s",
                     self->problem->ball[in->ball].name, self->t_s[in->to]);
        }
        return;
    }
    result->tested++;
    carom_audit_describe(self, in);
}

/* Compare the balls that are free at both samples with what the solver has computed. */
static void judge(audit *self, size_t from, size_t to, const carom_log *log, double contact_s)
{
    bool measured = false;
    double dt = self->t_s[to] - self->t_s[from];
    memset(self->hits, 0, 2 * self->balls * sizeof *self->hits);
    count_hits(self, log, self->hits);
    for (size_t i = 0; i < self->balls; i++) {
        if (self->problem->ball[i].fixed || next_free(self, from, i) != to ||
            (self->soft && !self->free[from * self->balls + i])) {
            continue;
        }
        if (dt == 0 && !self->soft && carom_audit_test_event(self, from, i)) {
            self->since[i] = to;
            continue;
        }
        audit_interval interval = {
            from, to, i, carom_audit_rounding_between(self, from, to, i), &self->expected[i], log};
        audit_result *result = &self->result[self->hits[i] > 0 ? AUDIT_COLLISIONS : AUDIT_FLIGHT];
        allow_for_steps(self, log, i, dt, contact_s, &interval.allowed);
        audit_tolerance allowed = interval.allowed,
                        d = compare(self, &interval, interval.want, 0, &allowed);
        if (is_within(&d, &allowed) || (self->soft && meets_several(self, from, to, i))) {
            count_tested(self, &interval, self->hits[i], self->hits[self->balls + i]);
            continue;
        }
        if (!measured) {
            measure_spread(self, from, to);
            measured = true;
        }
        decide(self, &interval, result);
    }
}

/* True if the bodies of a collision overlap at sample k: their spring contact began before. */
static bool overlaps_at(const audit *self, size_t k, const carom_collision *c)
{
    const carom_problem *p = self->problem;
    const carom_vec at = carom_audit_state(self, k, c->a)->at;
    double radius_m = p->ball[c->a].radius_m;
    if (c->wall) {
        return carom_walls_part_overlap(p, c->b, at, carom_walls_reach(p, radius_m)).overlap_m > 0;
    }
    carom_vec d = carom_vec_subtract(carom_audit_state(self, k, c->b)->at, at);
    return carom_vec_length(carom_torus_shortest(p, d)) < radius_m + p->ball[c->b].radius_m;
}

/* Start from sample k, and judge every ball at the sample where it is free next. The collisions
 * until sample k + 1 are added to the log of the run. */
static void test_interval(audit *self, size_t k)
{
    carom_log log = {NULL, 0, 0};
    carom_solver *solver = start_solver(self, k, 0);
    carom_report report = {0};
    carom_error error = {0};
    size_t last = k + 1;
    for (size_t i = 0; i < self->balls && self->soft; i++) {
        size_t to = self->free[k * self->balls + i] ? next_free(self, k, i) : 0;
        last = to > last ? to : last;
    }
    if (solver != NULL) {
        carom_solver_report(solver, &report);
    }
    for (size_t to = k + 1; to <= last && advance(solver, self->t_s[to] - self->t_s[k]); to++) {
        read_sample(self, solver, self->expected);
        carom_log_free(&log);
        (void)(carom_solver_collisions(solver, &log, &error) == CAROM_OK);
        carom_log_sort(&log);
        for (size_t n = 0; n < log.count; n++) {
            log.item[n].t_s += self->t_s[k];
            if (to == k + 1 && !(self->soft && overlaps_at(self, k, &log.item[n]))) {
                carom_log_add(&self->log, &log.item[n]);
            }
        }
        judge(self, k, to, &log, report.contact_s);
    }
    carom_solver_free(solver);
    carom_log_free(&log);
}

/* ---- audit ---- */

/* Fixed balls keep their place, with no velocity and spin. */
static void test_fixed(audit *self)
{
    for (size_t n = 0; n < self->samples * self->balls; n++) {
        const size_t k = n / self->balls, i = n % self->balls;
        const audit_state *got = carom_audit_state(self, k, i),
                          want = {.at = carom_flight_from_ball(&self->problem->ball[i]).at};
        const audit_tolerance allowed = carom_audit_rounding_between(self, k, k, i),
                              d = difference(self, got, &want);
        if (self->problem->ball[i].fixed && !is_within(&d, &allowed)) {
            carom_audit_fail_state(self, AUDIT_FLIGHT, k, i, got, &want, &allowed,
                                   "it is fixed, with", "");
        }
    }
}

static void test_start(audit *self)
{
    for (size_t i = 0; i < self->balls; i++) {
        const carom_ball *b = &self->problem->ball[i];
        const audit_state want = {.at = {b->x_m, b->y_m},
                                  .v = {b->vx_mps, b->vy_mps},
                                  .spin_radps = b->spin_radps},
                          *got = carom_audit_state(self, 0, i);
        audit_tolerance allowed = carom_audit_rounding_between(self, 0, 0, i);
        audit_tolerance d = difference(self, got, &want);
        char hint[200] = "";
        self->result[AUDIT_START].tested++;
        if (is_within(&d, &allowed)) {
            continue;
        }
        if (d.m <= allowed.m) {
            carom_audit_hint_half_step(self, carom_vec_subtract(got->v, want.v), hint, sizeof hint);
        }
        carom_audit_hint_start(self, d.m <= allowed.m, hint, sizeof hint);
        carom_audit_fail_state(self, AUDIT_START, 0, i, got, &want, &allowed, "the scenario has",
                               hint);
    }
}

/* The solver of the scenario if it is one of springs or of exact impulses; else impulses. */
static carom_status choose_reference(audit *self, carom_error *error)
{
    const carom_choice *kind = &self->measured.solver->kind;
    unsigned traits = carom_solver_entry_of(kind->entry)->traits;
    self->soft = traits & CAROM_SOFT;
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
    const size_t further = self->verdicts->further_count;
    bool determined = carom_solver_state_determines_motion(&self->measured.solver->kind);
    carom_error error = {0};
    self->expected = carom_allocate(2 * self->balls, sizeof *self->expected);
    self->sampled = self->expected + self->balls;
    self->outcome = carom_allocate(2 * AUDIT_OUTCOMES * self->balls, sizeof *self->outcome);
    self->copy = self->outcome + AUDIT_OUTCOMES * self->balls;
    self->hits = carom_allocate(3 * self->balls, sizeof *self->hits);
    self->since = self->hits + 2 * self->balls;
    self->free = carom_allocate(self->samples * self->balls, sizeof *self->free);
    memset(self->free, true, self->samples * self->balls);
    (void)(carom_sample_init(&self->sample, self->balls, &error) == CAROM_OK);
    test_start(self);
    test_fixed(self);
    find_overlaps(self, !self->soft);
    for (size_t k = 0; k + 1 < self->samples && determined && (stop == NULL || *stop == 0); k++) {
        test_interval(self, k);
    }
    if (self->soft) { /* after the springs of the scenario have shown how far they overlap */
        find_overlaps(self, true);
    }
    carom_audit_tables(self);
    const char *kind = self->result[AUDIT_START].failures + self->result[AUDIT_FLIGHT].failures +
                                   self->result[AUDIT_COLLISIONS].failures >
                               0
                         ? carom_audit_find_differences(self)
                         : NULL;
    if (kind != NULL) { /* nothing that needs velocities can be tested */
        self->verdicts->further_count = further;
        memset(&self->result[AUDIT_START], 0, sizeof self->result[AUDIT_START]);
        memset(&self->result[AUDIT_FLIGHT], 0,
               sizeof self->result[0] * (AUDIT_TESTS - AUDIT_FLIGHT));
        carom_audit_fail(self, AUDIT_SAMPLES, 0, NULL, NAN, NAN, NAN,
                         "the velocities are %s differences of the positions, which mix the motion "
                         "before and after a collision; write the velocities of the simulator, or "
                         "compare only the positions, with kind: recorded ('carom help records')",
                         kind);
    }
}

/* Failures first, in order of time. */
static void add_verdicts(audit *self, carom_verdicts *verdicts)
{
    bool listed[AUDIT_TESTS] = {false};
    for (int n = 0; n < AUDIT_TESTS; n++) {
        int next = -1;
        double first_s = INFINITY;
        for (int t = 0; t < AUDIT_TESTS; t++) {
            double t_s = self->result[t].failures > 0 ? self->result[t].verdict.t_s : INFINITY;
            if (!listed[t] && (next < 0 || t_s < first_s * (1 - 1e-6))) { /* physics before lists */
                next = t;
                first_s = t_s;
            }
        }
        audit_result *r = &self->result[next];
        carom_verdict *v = &r->verdict;
        listed[next] = true;
        if (r->tested + r->undecided == 0 && r->failures == 0) {
            continue;
        }
        if (r->failures == 0) {
            *v = CAROM_NO_VERDICT;
            v->kind = r->tested > 0 ? CAROM_PASS : CAROM_FAIL;
            snprintf(v->text, sizeof v->text, "%zu tested", r->tested);
            if (next == AUDIT_COLLISIONS && isfinite(self->error_e)) {
                carom_text_append(v->text, sizeof v->text, "; restitution known to +- %.1g at best",
                                  self->error_e);
            }
            if (r->undecided > 0) {
                carom_text_append(v->text, sizeof v->text,
                                  "; rounding decides %zu more, the first: %s", r->undecided,
                                  r->first);
            }
        } else if (next == AUDIT_COLLISIONS && self->late > 2 && self->late == r->failures &&
                   self->late_least_m > 0 &&
                   self->late_least_m < 0.9 * self->late_most_m) { /* no wrong radius */
            carom_text_append(v->text, sizeof v->text,
                              " (%zu collisions are late, all by at most %.2g s, as in time steps: "
                              "take shorter ones, or allow the error by --within %.1g)",
                              self->late, self->late_s, 1.5 * self->late_most_m);
        } else if (r->failures > 1) {
            carom_text_append(v->text, sizeof v->text, " (and %zu more)", r->failures - 1);
        }
        snprintf(v->name, sizeof v->name, "%s (%.100s)", test_names[next],
                 self->measured.solver->name);
        carom_text_replace_controls(v->text);
        carom_verdicts_add(verdicts, v);
    }
}

static void free_audit(audit *self)
{
    free(self->t_s);
    carom_recording_free(&self->recording);
    free(self->free);
    free(self->expected);
    free(self->outcome);
    free(self->hits);
    carom_choice_free(&self->reference);
    carom_problem_free(&self->start);
    carom_sample_free(&self->sample);
    carom_log_free(&self->log);
}

carom_status carom_audit_records(const carom_check_context *context,
                                 const carom_scenario_solver *solver, carom_verdicts *verdicts,
                                 carom_error *error)
{
    const carom_problem *problem = &context->study->scenario->problem;
    audit self = {.measured = {.context = context, .solver = solver},
                  .problem = problem,
                  .verdicts = verdicts,
                  .balls = problem->count,
                  .timed = true,
                  .failed_s = -1,
                  .error_e = INFINITY};
    carom_problem_init(&self.start);
    carom_status status = carom_problem_copy(&self.start, problem, error);
    self.start.allow_overlap = false; /* it finds the balls in contact */
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
        add_verdicts(&self, verdicts);
    }
    free_audit(&self);
    return status;
}
