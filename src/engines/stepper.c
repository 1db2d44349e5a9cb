/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "engines/engines.h"
#include "scene/scene.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *const carom_insertion_words[] = {"canonical", "reversed", NULL};

/* Two bodies that touch. */
typedef struct {
    uint32_t a, b;
    bool wall;
    carom_vec normal;
    double impulse_Ns; /* in this step */
    size_t order;      /* in which the engine told of it, for what else is equal */
    /* what restitution takes of an impulse, m/s, and of how much of it */
    double share, most_Ns;
    carom_collision is;   /* of an open one */
    size_t place;         /* of it in the log */
    uint64_t first, last; /* steps that it was seen in */
} contact;

typedef struct {
    contact *item;
    size_t count, capacity;
} contacts;

struct carom_stepper {
    const carom_problem *problem;
    const carom_stepper_options *options;
    const carom_stepper_engine *engine;
    carom_log *log;
    const carom_watch *watch;
    void *built;
    carom_flight *before, *now; /* by ball: as the step under way began, and as the last ended */
    contacts open, seen;        /* sorted; of the step under way */
    carom_accounts accounts;
    carom_report report;
};

size_t carom_stepper_nth(const carom_stepper *stepper, size_t k)
{
    return stepper->options->insertion == CAROM_INSERT_REVERSED ? stepper->problem->count - 1 - k
                                                                : k;
}

static double end_of_step(const carom_stepper *self)
{
    return (double)(self->report.steps + 1) * self->options->step_s;
}

double carom_stepper_restitution(const carom_stepper *stepper, const carom_ball *a,
                                 const carom_ball *b)
{
    return carom_pair_restitution(stepper->problem, a, b, end_of_step(stepper));
}

/* ---- contacts ---- */

static int by_bodies(const contact *p, const contact *q)
{
    if (p->wall != q->wall) {
        return p->wall ? 1 : -1;
    }
    if (p->a != q->a) {
        return p->a < q->a ? -1 : 1;
    }
    return p->b != q->b ? (p->b < q->b ? -1 : 1) : 0;
}

static int compare(const void *left, const void *right)
{
    const contact *p = left, *q = right;
    int order = by_bodies(p, q);
    return order != 0 ? order : (p->order < q->order ? -1 : p->order > q->order);
}

carom_status carom_stepper_push(carom_stepper *stepper, uint32_t a, uint32_t b, bool wall,
                                carom_vec normal, double impulse_Ns, carom_error *error)
{
    bool turned = !wall && a > b;
    contact one = {.a = turned ? b : a,
                   .b = turned ? a : b,
                   .wall = wall,
                   .normal = turned ? carom_vec_times(-1, normal) : normal,
                   .impulse_Ns = impulse_Ns,
                   .order = stepper->seen.count};
    contacts *seen = &stepper->seen;
    if (!carom_reserve(&seen->item, seen->count, &seen->capacity, sizeof one)) {
        return carom_error_no_memory(error);
    }
    seen->item[seen->count++] = one;
    return CAROM_OK;
}

/* Several pushes of the same two become one. */
static void join_same(contacts *seen)
{
    size_t kept = 0;
    if (seen->count > 0) {
        qsort(seen->item, seen->count, sizeof seen->item[0], compare);
    }
    for (size_t i = 0; i < seen->count; i++) {
        if (kept > 0 && by_bodies(&seen->item[kept - 1], &seen->item[i]) == 0) {
            seen->item[kept - 1].impulse_Ns += seen->item[i].impulse_Ns;
        } else {
            seen->item[kept++] = seen->item[i];
        }
    }
    seen->count = kept;
}

/* Normal velocity of parting, m/s. */
static double parting(const carom_flight *ball, const contact *of)
{
    carom_vec v = of->wall ? (carom_vec){0, 0} : ball[of->b].v;
    return carom_vec_dot(carom_vec_minus(v, ball[of->a].v), of->normal);
}

static double overlap(const carom_stepper *self, const carom_flight *ball, const contact *of)
{
    const carom_problem *p = self->problem;
    carom_vec at = ball[of->a].at;
    double radius = p->ball[of->a].radius_m;
    if (of->wall) {
        return carom_walls_beyond(p, of->b, at, carom_walls_reach(p, radius)).beyond_m;
    }
    return radius + p->ball[of->b].radius_m - carom_vec_length(carom_vec_minus(ball[of->b].at, at));
}

/* A contact begins: what its restitution is to take is known by its approach. */
static carom_status begin(carom_stepper *self, contact *one, carom_error *error)
{
    const carom_ball *a = &self->problem->ball[one->a],
                     *b = one->wall ? NULL : &self->problem->ball[one->b];
    double e = carom_stepper_restitution(self, a, b), u = -parting(self->before, one);
    one->first = self->report.steps;
    one->is = (carom_collision){.t_s = end_of_step(self),
                                .normal = one->normal,
                                .approach_mps = u,
                                .separation_mps = NAN,
                                .a = one->a,
                                .b = one->b,
                                .wall = one->wall};
    one->share = u > 0 ? 0.5 * (1 - e) * u : 0;
    one->most_Ns = u > 0 ? carom_pair_reduced_mass(a, b) * (1 + e) * u : 0;
    one->most_Ns = fmax(one->most_Ns, one->impulse_Ns);
    self->report.collisions++;
    if (self->log == NULL) {
        return CAROM_OK;
    }
    one->place = self->log->count;
    return carom_log_add(self->log, &one->is, error);
}

/* What a wall or a fixed ball gives, push or pull, comes from outside. */
static void book_push(carom_stepper *self, const contact *one)
{
    const carom_problem *p = self->problem;
    const carom_flight *ball = self->engine->pushes_before_moving ? self->before : self->now;
    if (one->wall || p->ball[one->b].fixed) {
        carom_accounts_push(&self->accounts, p, ball[one->a].at,
                            carom_vec_times(-one->impulse_Ns, one->normal));
    } else if (p->ball[one->a].fixed) {
        carom_accounts_push(&self->accounts, p, ball[one->b].at,
                            carom_vec_times(one->impulse_Ns, one->normal));
    }
}

/* One more step of it; its separation is known when there is no further one. */
static void go_on(carom_stepper *self, contact *one)
{
    double before = fmin(one->is.impulse_Ns, one->most_Ns), now, loss;
    one->last = self->report.steps;
    one->is.impulse_Ns += one->impulse_Ns;
    now = fmin(one->is.impulse_Ns, one->most_Ns);
    loss = one->share * (now - before);
    one->is.dissipated_J += loss;
    carom_sum_add(&self->accounts.dissipated, loss);
    one->is.contact_s = (double)(one->last - one->first) * self->options->step_s;
    one->is.max_overlap_m = fmax(one->is.max_overlap_m, fmax(overlap(self, self->before, one),
                                                             overlap(self, self->now, one)));
    one->is.separation_mps = parting(self->now, one);
    self->report.max_overlap_m = fmax(self->report.max_overlap_m, one->is.max_overlap_m);
    if (self->log != NULL) {
        self->log->item[one->place] = one->is;
        self->log->item[one->place].separation_mps = NAN;
    }
}

static void end(const carom_stepper *self, const contact *one)
{
    if (self->log != NULL) {
        self->log->item[one->place].separation_mps = one->is.separation_mps;
    }
}

/* What is seen in this step and was open goes on; what is new and pushes begins; what is no longer
 * seen, or has stopped to push, is over. Both lists are sorted. */
static carom_status match_contacts(carom_stepper *self, carom_error *error)
{
    size_t k = 0, kept = 0;
    join_same(&self->seen);
    for (size_t i = 0; i < self->seen.count; i++) {
        contact *one = &self->seen.item[i];
        bool goes_on;
        book_push(self, one);
        while (k < self->open.count && by_bodies(&self->open.item[k], one) < 0) {
            end(self, &self->open.item[k++]);
        }
        goes_on = k < self->open.count && by_bodies(&self->open.item[k], one) == 0;
        if (one->impulse_Ns <= 0) {
            continue; /* and is over, if it was open, by the next one's look */
        }
        if (goes_on) {
            one->is = self->open.item[k].is;
            one->place = self->open.item[k].place;
            one->share = self->open.item[k].share;
            one->most_Ns = self->open.item[k].most_Ns;
            one->first = self->open.item[k++].first;
        } else {
            CAROM_TRY(begin(self, one, error));
        }
        go_on(self, one);
        self->seen.item[kept++] = *one;
    }
    while (k < self->open.count) {
        end(self, &self->open.item[k++]);
    }
    self->seen.count = kept;
    contacts last = self->open;
    self->open = self->seen;
    self->seen = last;
    self->seen.count = 0;
    return CAROM_OK;
}

/* ---- steps ---- */

static void book_weights(carom_stepper *self)
{
    const carom_problem *p = self->problem;
    for (size_t i = 0; i < p->count && !carom_vec_is_zero(p->gravity_mps2); i++) {
        if (!p->ball[i].fixed) {
            carom_flight_book_weight(p, p->ball[i].mass_kg, self->before[i], p->gravity_mps2,
                                     self->options->step_s, &self->accounts);
        }
    }
}

static carom_status look(carom_stepper *self, carom_error *error)
{
    for (size_t i = 0; i < self->problem->count; i++) {
        carom_flight f = self->engine->ball(self->built, i);
        double speed = carom_vec_length(f.v);
        if (!isfinite(speed) || !isfinite(f.at.x) || !isfinite(f.at.y)) {
            return carom_error_set(error, CAROM_NOT_FINITE, "kind",
                                   "ball %zu is nowhere after t = %.6g s", i + 1,
                                   end_of_step(self));
        }
        self->now[i] = f;
        self->report.longest_step_m = fmax(self->report.longest_step_m,
                                           speed * self->options->step_s);
    }
    return CAROM_OK;
}

static carom_status step(carom_stepper *self, carom_error *error)
{
    carom_flight *last = self->before;
    self->before = self->now;
    self->now = last;
    CAROM_TRY(self->engine->step(self->built, error));
    CAROM_TRY(look(self, error));
    book_weights(self);
    return match_contacts(self, error);
}

/* ---- the seam ---- */

void carom_stepper_destroy(void *object)
{
    carom_stepper *self = object;
    if (self != NULL) {
        self->engine->raze(self->built);
        free(self->before);
        free(self->now);
        free(self->open.item);
        free(self->seen.item);
        free(self);
    }
}

void *carom_stepper_new(const carom_brief *brief, const carom_stepper_engine *engine,
                        carom_error *error)
{
    size_t count = brief->problem->count;
    bool missing = false;
    carom_stepper *self = carom_zeros(1, sizeof *self, &missing);
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    self->problem = brief->problem;
    self->options = brief->options;
    self->engine = engine;
    self->log = brief->log;
    self->watch = brief->watch;
    self->before = carom_zeros(count, sizeof *self->before, &missing);
    self->now = carom_zeros(count, sizeof *self->now, &missing);
    if (missing) {
        carom_error_no_memory(error);
    } else {
        self->built = engine->build(self, brief->problem, brief->options, error);
    }
    if (self->built == NULL) {
        carom_stepper_destroy(self);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        self->now[i] = carom_flight_of(&brief->problem->ball[i]);
    }
    return self;
}

carom_status carom_stepper_advance(void *object, double t_s, carom_error *error)
{
    carom_stepper *self = object;
    while (end_of_step(self) <= t_s) {
        if (carom_watch_wants_end(self->watch)) {
            return carom_error_interrupted(error);
        }
        carom_status status = step(self, error);
        self->report.steps++; /* one that has failed too */
        CAROM_TRY(status);
    }
    return CAROM_OK;
}

void carom_stepper_sample(const void *object, double t_s, carom_view *view)
{
    const carom_stepper *self = object;
    const carom_problem *p = self->problem;
    double rest = fmax(t_s - (double)self->report.steps * self->options->step_s, 0);
    carom_accounts accounts = self->accounts; /* a copy: sampling changes nothing */
    for (size_t i = 0; i < p->count; i++) {
        carom_flight ball = self->now[i];
        if (!p->ball[i].fixed) {
            carom_flight_book_weight(p, p->ball[i].mass_kg, ball, p->gravity_mps2, rest, &accounts);
            ball = carom_flight_fall(ball, p->gravity_mps2, rest);
        }
        carom_flight_show(ball, view, i);
    }
    view->books = carom_accounts_books(&accounts);
    view->max_overlap_m = self->report.max_overlap_m;
    view->contacts = self->open.count;
    view->collisions = self->report.collisions;
}

void carom_stepper_report(const void *object, carom_report *report)
{
    *report = ((const carom_stepper *)object)->report;
}

bool carom_stepper_is_blind(const void *options)
{
    (void)options;
    return true;
}

void carom_stepper_check(const carom_problem *problem, const char *called,
                         const carom_findings *findings)
{
    const struct {
        bool there;
        const char *key, *what;
    } missing[] = {
        {problem->boundary == CAROM_PERIODIC, "boundary",
         "a periodic table; expected walls or open"},
        {carom_problem_has_friction(problem), "rolling_resistance",
         "rolling resistance or drag as v^2; expected 0"},
        {problem->wall_contact == CAROM_CENTRE, "wall_contact",
         "walls that stop centres; expected surface"},
        {problem->orientation, "orientation", "rolling without slipping; expected false"}};
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        if (missing[i].there) {
            char text[200];
            snprintf(text, sizeof text, "asked of %s, which has no way to say: %s", called,
                     missing[i].what);
            findings->report(findings->context, true, missing[i].key, text);
        }
    }
}
