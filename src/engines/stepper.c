/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engines/engines.h"

const char *const carom_insertion_words[] = {"canonical", "reversed", NULL};

/* Two bodies in contact. */
typedef struct {
    uint32_t a, b;
    bool wall;
    carom_vec normal;
    double impulse_Ns; /* in this step */
    size_t order;      /* order of the engine's reports, as a last criterion of sorting */
    /* dissipated energy per impulse, m/s, and the impulse that limits it */
    double loss_per_impulse, most_Ns;
    carom_collision is;   /* collision of an open contact */
    size_t log_index;     /* index in the log */
    uint64_t first, last; /* first and last step of the contact */
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
    const carom_cancel_flag *cancel;
    void *built;
    carom_flight *before, *now; /* indexed by ball: state before and after the current step */
    contacts open, seen;        /* sorted; contacts of the current step */
    carom_budget_sums sums;
    carom_report report;
};

size_t carom_stepper_insertion_index(const carom_stepper *stepper, size_t k)
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

carom_status carom_stepper_add_contact(carom_stepper *stepper, uint32_t a, uint32_t b, bool wall,
                                       carom_vec normal, double impulse_Ns, carom_error *error)
{
    bool swapped = !wall && a > b;
    contact one = {.a = swapped ? b : a,
                   .b = swapped ? a : b,
                   .wall = wall,
                   .normal = swapped ? carom_vec_scale(-1, normal) : normal,
                   .impulse_Ns = impulse_Ns,
                   .order = stepper->seen.count};
    contacts *seen = &stepper->seen;
    CAROM_NEED(carom_reserve(&seen->item, seen->count, &seen->capacity, sizeof one), error);
    seen->item[seen->count++] = one;
    return CAROM_OK;
}

/* Adds up several impulses of the same bodies. */
static void merge_same_bodies(contacts *seen)
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

/* Normal velocity, positive for separation, m/s. */
static double separation_speed(const carom_flight *ball, const contact *of)
{
    carom_vec v = of->wall ? (carom_vec){0, 0} : ball[of->b].v;
    return carom_vec_dot(carom_vec_subtract(v, ball[of->a].v), of->normal);
}

static double overlap(const carom_stepper *self, const carom_flight *ball, const contact *of)
{
    const carom_problem *p = self->problem;
    carom_vec at = ball[of->a].at;
    double radius = p->ball[of->a].radius_m;
    if (of->wall) {
        return carom_walls_part_overlap(p, of->b, at, carom_walls_reach(p, radius)).overlap_m;
    }
    return radius + p->ball[of->b].radius_m -
           carom_vec_length(carom_vec_subtract(ball[of->b].at, at));
}

/* Opens a contact; its approach speed determines the dissipation. */
static carom_status open_contact(carom_stepper *self, contact *one, carom_error *error)
{
    const carom_ball *a = &self->problem->ball[one->a],
                     *b = one->wall ? NULL : &self->problem->ball[one->b];
    double e = carom_stepper_restitution(self, a, b), u = -separation_speed(self->before, one);
    one->first = self->report.steps;
    one->is = (carom_collision){.t_s = end_of_step(self),
                                .normal = one->normal,
                                .approach_mps = u,
                                .separation_mps = NAN,
                                .a = one->a,
                                .b = one->b,
                                .wall = one->wall};
    one->loss_per_impulse = u > 0 ? 0.5 * (1 - e) * u : 0;
    one->most_Ns = u > 0 ? carom_pair_reduced_mass(a, b) * (1 + e) * u : 0;
    one->most_Ns = fmax(one->most_Ns, one->impulse_Ns);
    self->report.collisions++;
    if (self->log == NULL) {
        return CAROM_OK;
    }
    one->log_index = self->log->count;
    return carom_log_add(self->log, &one->is, error);
}

/* Adds the impulse of a wall or a fixed ball, push or pull, to the budget. */
static void book_external_impulse(carom_stepper *self, const contact *one)
{
    const carom_problem *p = self->problem;
    const carom_flight *ball = self->engine->pushes_before_moving ? self->before : self->now;
    if (one->wall || p->ball[one->b].fixed) {
        carom_budget_sums_add_impulse_at(&self->sums, p, ball[one->a].at,
                                         carom_vec_scale(-one->impulse_Ns, one->normal));
    } else if (p->ball[one->a].fixed) {
        carom_budget_sums_add_impulse_at(&self->sums, p, ball[one->b].at,
                                         carom_vec_scale(one->impulse_Ns, one->normal));
    }
}

/* Extends a contact by a step; its separation speed is final after the last one. */
static void extend_contact(carom_stepper *self, contact *one)
{
    double before = fmin(one->is.impulse_Ns, one->most_Ns), now, loss;
    one->last = self->report.steps;
    one->is.impulse_Ns += one->impulse_Ns;
    now = fmin(one->is.impulse_Ns, one->most_Ns);
    loss = one->loss_per_impulse * (now - before);
    one->is.dissipated_J += loss;
    carom_sum_add(&self->sums.dissipated, loss);
    one->is.contact_s = (double)(one->last - one->first) * self->options->step_s;
    one->is.max_overlap_m = fmax(one->is.max_overlap_m, fmax(overlap(self, self->before, one),
                                                             overlap(self, self->now, one)));
    one->is.separation_mps = separation_speed(self->now, one);
    self->report.max_overlap_m = fmax(self->report.max_overlap_m, one->is.max_overlap_m);
    if (self->log != NULL) {
        self->log->item[one->log_index] = one->is;
        self->log->item[one->log_index].separation_mps = NAN;
    }
}

static void close_contact(const carom_stepper *self, const contact *one)
{
    if (self->log != NULL) {
        self->log->item[one->log_index].separation_mps = one->is.separation_mps;
    }
}

/* Matches the contacts of this step with the open ones, both sorted. A contact continues, begins
 * if it pushes, or ends if it is missing or no longer pushes. */
static carom_status match_contacts(carom_stepper *self, carom_error *error)
{
    size_t k = 0, kept = 0;
    merge_same_bodies(&self->seen);
    for (size_t i = 0; i < self->seen.count; i++) {
        contact *one = &self->seen.item[i];
        book_external_impulse(self, one);
        while (k < self->open.count && by_bodies(&self->open.item[k], one) < 0) {
            close_contact(self, &self->open.item[k++]);
        }
        bool continues = k < self->open.count && by_bodies(&self->open.item[k], one) == 0;
        if (one->impulse_Ns <= 0) {
            continue; /* the next contact closes it if it was open */
        }
        if (continues) {
            one->is = self->open.item[k].is;
            one->log_index = self->open.item[k].log_index;
            one->loss_per_impulse = self->open.item[k].loss_per_impulse;
            one->most_Ns = self->open.item[k].most_Ns;
            one->first = self->open.item[k++].first;
        } else {
            CAROM_TRY(open_contact(self, one, error));
        }
        extend_contact(self, one);
        self->seen.item[kept++] = *one;
    }
    while (k < self->open.count) {
        close_contact(self, &self->open.item[k++]);
    }
    self->seen.count = kept;
    contacts last = self->open;
    self->open = self->seen;
    self->seen = last;
    self->seen.count = 0;
    return CAROM_OK;
}

/* ---- steps ---- */

static void book_gravity(carom_stepper *self)
{
    const carom_problem *p = self->problem;
    for (size_t i = 0; i < p->count && !carom_vec_is_zero(p->gravity_mps2); i++) {
        if (!p->ball[i].fixed) {
            carom_flight_add_weight(p, p->ball[i].mass_kg, self->before[i], p->gravity_mps2,
                                    self->options->step_s, &self->sums);
        }
    }
}

static carom_status read_balls(carom_stepper *self, carom_error *error)
{
    for (size_t i = 0; i < self->problem->count; i++) {
        carom_flight f = self->engine->ball(self->built, i);
        double speed = carom_vec_length(f.v);
        if (!isfinite(speed) || !isfinite(f.at.x) || !isfinite(f.at.y)) {
            return carom_error_set(error, CAROM_NOT_FINITE, "kind",
                                   "the position of ball %zu is not finite after t = %.6g s", i + 1,
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
    CAROM_TRY(read_balls(self, error));
    book_gravity(self);
    return match_contacts(self, error);
}

/* ---- solver interface ---- */

void carom_stepper_destroy(void *object)
{
    carom_stepper *self = object;
    if (self != NULL) {
        self->engine->destroy(self->built);
        free(self->before);
        free(self->now);
        free(self->open.item);
        free(self->seen.item);
        free(self);
    }
}

void *carom_stepper_new(const carom_solver_args *args, const carom_stepper_engine *engine,
                        carom_error *error)
{
    size_t count = args->problem->count;
    bool missing = false;
    carom_stepper *self = carom_zeros(1, sizeof *self, &missing);
    CAROM_NEED_OR_NULL(self != NULL, error);
    self->problem = args->problem;
    self->options = args->options;
    self->engine = engine;
    self->log = args->log;
    self->cancel = args->cancel;
    self->before = carom_zeros(count, sizeof *self->before, &missing);
    self->now = carom_zeros(count, sizeof *self->now, &missing);
    if (missing) {
        carom_error_no_memory(error);
    } else {
        self->built = engine->build(self, args->problem, args->options, error);
    }
    if (self->built == NULL) {
        carom_stepper_destroy(self);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        self->now[i] = carom_flight_from_ball(&args->problem->ball[i]);
    }
    return self;
}

carom_status carom_stepper_advance(void *object, double t_s, carom_error *error)
{
    carom_stepper *self = object;
    while (end_of_step(self) <= t_s) {
        if (carom_is_cancelled(self->cancel)) {
            return carom_error_interrupted(error);
        }
        carom_status status = step(self, error);
        self->report.steps++; /* a failed step counts too */
        CAROM_TRY(status);
    }
    return CAROM_OK;
}

void carom_stepper_sample(const void *object, double t_s, carom_view *view)
{
    const carom_stepper *self = object;
    const carom_problem *p = self->problem;
    double rest = fmax(t_s - (double)self->report.steps * self->options->step_s, 0);
    carom_budget_sums sums = self->sums; /* a copy, because sampling must not change the state */
    for (size_t i = 0; i < p->count; i++) {
        carom_flight ball = self->now[i];
        if (!p->ball[i].fixed) {
            carom_flight_add_weight(p, p->ball[i].mass_kg, ball, p->gravity_mps2, rest, &sums);
            ball = carom_flight_fall(ball, p->gravity_mps2, rest);
        }
        carom_flight_to_view(ball, view, i);
    }
    view->budget = carom_budget_sums_value(&sums);
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
                         const carom_diagnostics *diagnostics)
{
    const struct {
        bool there;
        const char *key, *what;
    } missing[] = {
        {problem->boundary == CAROM_PERIODIC, "boundary",
         "periodic tables; expected walls or open"},
        {carom_problem_has_friction(problem), "rolling_resistance",
         "rolling resistance or drag as v^2; expected 0"},
        {problem->wall_contact == CAROM_CENTRE, "wall_contact",
         "walls that stop centres; expected surface"},
        {problem->orientation, "orientation", "rolling without slipping; expected false"}};
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        if (missing[i].there) {
            char text[200];
            snprintf(text, sizeof text, "%s does not support %s", called, missing[i].what);
            diagnostics->report(diagnostics->context, true, missing[i].key, text);
        }
    }
}
