/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lecture 19 of a course on programming, 2006: balls as springs, integrated by Euler's or Heun's
 * method in steps of frame_s.
 *
 * The lecture defines the interpenetration distance d = |p1 - p2| - (r1 + r2) and the force F = -k
 * d for d >= 0, otherwise 0. Ball 1 gets -F u, where u points from 2 to 1. As printed, separated
 * balls repel each other more strongly the farther apart they are, and overlapping balls do not
 * interact: the gap of two balls at rest grows as cosh(t sqrt(k/m_red)). With the opposite sign of
 * d the law is correct. Both signs have a potential, which the budget counts as elastic energy. The
 * printed one is -k d^2/2, while a spring's energy is positive.
 *
 * The cushion tests the centre of a ball, x < 0, so the table is larger by r on every side. It
 * pushes back with k times the depth.
 *
 * The log has a contact from its first overlapping step to the first step without overlap. */
#include "solvers/published/published.h"

/* Body k of a spring of ball i is a later ball or, from self->count on, a wall. */
static size_t body_count(const published_solver *self)
{
    return self->count + (self->problem->boundary == CAROM_WALLS ? CAROM_WALL_COUNT : 0);
}

/* Element i of x0, y0, x1, ... */
static carom_vec vector_at(const double *x, size_t i)
{
    return (carom_vec){x[2 * i], x[2 * i + 1]};
}

/* Overlap of ball i and body k (m), negative if they are apart; *u: unit vector from k to i. */
static double overlap_of(const published_solver *self, const double *x, size_t i, size_t k,
                         carom_vec *u)
{
    carom_vec at = vector_at(x, i);
    double radius = published_ball(self, i)->radius_m;
    if (k >= self->count) {
        *u = carom_vec_scale(-1, carom_wall_normals[k - self->count]);
        return published_beyond(self, at, k - self->count,
                                published_has(self, ERROR_BUMPER) ? 0 : radius);
    }
    carom_vec d = carom_vec_subtract(at, vector_at(x, k));
    double distance = carom_vec_length(d);
    *u = distance > 0 ? carom_vec_divide(d, distance) : (carom_vec){0, 0};
    return radius + published_ball(self, k)->radius_m - distance;
}

/* True if the spring of body k pushes balls that do not touch. */
static bool is_inverted(const published_solver *self, size_t k)
{
    return k < self->count && published_has(self, ERROR_SIGN);
}

/* Force on ball i (N), along u. */
static double force_of(const published_solver *self, size_t k, double overlap_m)
{
    bool pushes = is_inverted(self, k) ? overlap_m < 0 : overlap_m > 0;
    return pushes ? self->o.stiffness_N_per_m * fabs(overlap_m) : 0;
}

static void accelerate(const published_solver *self, double *a, size_t i, carom_vec force)
{
    carom_vec change = carom_vec_divide(force, published_ball(self, i)->mass_kg);
    a[2 * i] += change.x;
    a[2 * i + 1] += change.y;
}

static void rates(const void *context, const double *x, const double *v, double *a, double *g)
{
    const published_solver *self = context;
    (void)v;
    memset(a, 0, 2 * self->count * sizeof *a);
    g[0] = g[1] = g[2] = 0;
    for (size_t i = 0; i < self->count; i++) {
        for (size_t k = i + 1; k < body_count(self); k++) {
            carom_vec u, push;
            double force = force_of(self, k, overlap_of(self, x, i, k, &u));
            if (force == 0) {
                continue;
            }
            push = carom_vec_scale(force, u);
            accelerate(self, a, i, push);
            if (k < self->count) {
                accelerate(self, a, k, carom_vec_scale(-force, u));
            } else {
                g[0] += push.x;
                g[1] += push.y;
                g[2] += carom_vec_cross(carom_torque_arm(self->problem, vector_at(x, i)), push);
            }
        }
    }
}

double carom_published_elastic(const published_solver *self)
{
    carom_sum energy = {0};
    for (size_t i = 0; i < self->count; i++) {
        for (size_t k = i + 1; k < body_count(self); k++) {
            carom_vec u;
            double force = force_of(self, k, overlap_of(self, self->x, i, k, &u));
            carom_sum_add(&energy, (is_inverted(self, k) ? -0.5 : 0.5) * force * force /
                                       self->o.stiffness_N_per_m);
        }
    }
    return carom_sum_value(&energy);
}

/* Open, continue or close the contact of ball i and body k in log and trace. An inverted spring
 * has none. */
static carom_status track(published_solver *self, size_t i, size_t k, carom_error *error)
{
    published_spring *s = &self->spring[i * (self->count + CAROM_WALL_COUNT) + k];
    bool wall = k >= self->count;
    carom_vec u, v = vector_at(self->v, i), w = wall ? (carom_vec){0, 0} : vector_at(self->v, k);
    double overlap = overlap_of(self, self->x, i, k, &u), deep = fmax(overlap, 0);
    double stiffness = self->o.stiffness_N_per_m;
    double rate = -carom_vec_dot(carom_vec_subtract(v, w), u);
    carom_collision hit = {.t_s = published_start(self) + self->o.frame_s,
                           .normal = carom_vec_scale(-1, u),
                           .approach_mps = rate,
                           .a = self->canonical_index[i],
                           .b = wall ? (uint32_t)(k - self->count) : self->canonical_index[k],
                           .wall = wall};
    self->report.pair_tests += !wall;
    self->report.max_overlap_m = fmax(self->report.max_overlap_m, overlap);
    if (is_inverted(self, k)) {
        return CAROM_OK;
    }
    if (overlap > 0 && rate > 0 && s->entry == 0) {
        self->report.collisions++;
        s->entry = self->log == NULL ? 1 : self->log->count + 1;
        if (self->log != NULL) {
            CAROM_TRY(carom_log_add(self->log, &hit, error));
            CAROM_TRY(carom_trace_begin(self->trace, &hit, &s->trace, error));
        }
    }
    if (s->entry != 0 && self->log != NULL) {
        carom_collision *open = &self->log->item[s->entry - 1];
        open->impulse_Ns += 0.5 * stiffness * self->o.frame_s * (s->overlap_m + deep);
        open->max_overlap_m = fmax(open->max_overlap_m, overlap);
        open->contact_s = hit.t_s - open->t_s;
        open->separation_mps = overlap > 0 ? NAN : -rate;
    }
    if (s->entry != 0 && s->trace != 0) {
        carom_contact_sample sample = {.t_s = hit.t_s,
                                       .overlap_m = overlap,
                                       .rate_mps = rate,
                                       .force_N = stiffness * deep,
                                       .elastic_J = 0.5 * stiffness * deep * deep,
                                       .normal = hit.normal,
                                       .a = hit.a,
                                       .b = hit.b,
                                       .wall = wall,
                                       .over = overlap <= 0};
        CAROM_TRY(carom_trace_add_sample(self->trace, s->trace, &sample,
                                         &(carom_two_velocities){v, w}, error));
    }
    s->overlap_m = deep;
    s->entry = overlap > 0 ? s->entry : 0;
    return CAROM_OK;
}

static const carom_integrator *method_of(const published_solver *self)
{
    return self->o.heun ? &carom_integrator_heun : &carom_integrator_euler;
}

carom_status carom_published_lecture(published_solver *self, carom_error *error)
{
    carom_motion motion = {
        .coordinates = 2 * self->count, .quadratures = 3, .rates = rates, .context = self};
    double q[3] = {0, 0, 0}; /* impulse of the cushions, N s, and its moment, N m s */
    self->report.force_evaluations += method_of(self)->step(&motion, self->o.frame_s, self->x,
                                                            self->v, q, self->work);
    carom_budget_sums_add_impulse(&self->sums, (carom_vec){q[0], q[1]});
    carom_sum_add(&self->sums.angular, q[2]);
    for (size_t i = 0; i < self->count; i++) {
        self->ball[i] = (carom_flight){vector_at(self->x, i), vector_at(self->v, i)};
        for (size_t k = i + 1; k < body_count(self); k++) {
            CAROM_TRY(track(self, i, k, error));
        }
    }
    return CAROM_OK;
}

carom_status carom_published_lecture_init(published_solver *self, carom_error *error)
{
    const carom_integrator *method = method_of(self);
    size_t n = self->count;
    bool missing = false;
    self->x = carom_zeros(4 * n + 2 * n * method->work_coordinates + 3 * method->work_quadratures,
                          sizeof *self->x, &missing);
    self->spring = carom_zeros(n * (n + CAROM_WALL_COUNT), sizeof *self->spring, &missing);
    CAROM_NEED(!missing, error);
    self->v = self->x + 2 * n;
    self->work = self->v + 2 * n;
    for (size_t i = 0; i < n; i++) {
        memcpy(&self->x[2 * i], &self->ball[i].at, sizeof self->ball[i].at);
        memcpy(&self->v[2 * i], &self->ball[i].v, sizeof self->ball[i].v);
    }
    return CAROM_OK;
}
