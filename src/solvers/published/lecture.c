/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lecture 19 of a course on programming, 2006: balls as springs, integrated by Euler's or Heun's
 * method in steps of frame_s.
 *
 * The lecture defines the interpenetration distance d = |p1 - p2| - (r1 + r2) and the force F = -k
 * d for d >= 0, otherwise 0. Ball 1 gets -F u, where u points from 2 to 1. As printed, separated
 * balls repel each other more strongly the farther apart they are, and overlapping balls do not
 * interact: the gap of two balls at rest grows as cosh(t sqrt(k/m_red)). With the opposite sign of
 * d (interpenetration_sign) the law is right. Both signs have a potential, which the budget counts
 * as elastic energy. The printed one is -k d^2/2, while a spring's energy is positive.
 *
 * The cushion tests the centre of a ball, x < 0, so the table is larger by r on every side
 * (bumper). It pushes back with k times the depth.
 *
 * The log has a contact from its first overlapping step to the first step without overlap. */
#include "solvers/published/published.h"

typedef struct {
    size_t entry;  /* index in the log + 1; 0: no contact */
    double before; /* overlap in the previous step, m */
    size_t trace;  /* its number in the trace; 0: not traced */
} contact;

typedef struct {
    carom_motion motion;
    const carom_integrator *method;
    double *x, *v, *work; /* x0, y0, x1, ... */
    double q[3];          /* impulse of the cushions, N s, and its moment, N m s */
    contact *pair;        /* i < j, row by row */
    contact (*wall)[CAROM_WALL_COUNT];
} lecture;

/* Element i of x0, y0, x1, ... */
static carom_vec of_ball(const double *x, size_t i)
{
    return (carom_vec){x[2 * i], x[2 * i + 1]};
}

static void set(double *x, size_t i, carom_vec to)
{
    x[2 * i] = to.x;
    x[2 * i + 1] = to.y;
}

/* Overlap of balls i and j (m), and the unit vector from j to i. False if they coincide. */
static bool overlap_of(const published_solver *self, const double *x, size_t i, size_t j,
                       double *overlap, carom_vec *u)
{
    carom_vec displacement = carom_vec_subtract(of_ball(x, i), of_ball(x, j));
    double distance = carom_vec_length(displacement);
    if (!(distance > 0)) {
        return false;
    }
    *u = carom_vec_divide(displacement, distance);
    *overlap = self->radius_m[i] + self->radius_m[j] - distance;
    return true;
}

/* Force (N) on the first ball of a pair, along u. */
static double pair_force(const published_solver *self, double overlap)
{
    bool felt = self->o.sign == SIGN_RIGHT ? overlap >= 0 : overlap <= 0;
    return felt ? self->o.stiffness_N_per_m * fabs(overlap) : 0;
}

/* Depth of a ball in a cushion, m; negative: no contact. */
static double depth_of(const published_solver *self, size_t i, const double *x, int wall)
{
    double reach = self->o.bumper == BUMPER_SURFACE ? self->radius_m[i] : 0;
    return carom_published_beyond(self, of_ball(x, i), wall, reach);
}

static void accelerate(const published_solver *self, double *a, size_t i, carom_vec force)
{
    carom_vec change = carom_vec_divide(force, published_ball(self, i)->mass_kg);
    set(a, i, carom_vec_add(of_ball(a, i), change));
}

static void add_wall_forces(const published_solver *self, size_t i, const double *x, double *a,
                            double *g)
{
    for (int wall = 0; wall < CAROM_WALL_COUNT; wall++) {
        double depth = depth_of(self, i, x, wall),
               force = depth > 0 ? self->o.stiffness_N_per_m * depth : 0;
        carom_vec back = carom_vec_scale(-force, carom_wall_normals[wall]);
        accelerate(self, a, i, back);
        g[0] += back.x;
        g[1] += back.y;
        g[2] += carom_vec_cross(carom_torque_arm(self->problem, of_ball(x, i)), back);
    }
}

static void rates(const void *context, const double *x, const double *v, double *a, double *g)
{
    const published_solver *self = context;
    carom_vec u;
    double overlap;
    (void)v;
    memset(a, 0, 2 * self->count * sizeof *a);
    g[0] = g[1] = g[2] = 0;
    for (size_t i = 0; i < self->count; i++) {
        for (size_t j = i + 1; j < self->count; j++) {
            double force = overlap_of(self, x, i, j, &overlap, &u) ? pair_force(self, overlap) : 0;
            if (force != 0) {
                accelerate(self, a, i, carom_vec_scale(force, u));
                accelerate(self, a, j, carom_vec_scale(-force, u));
            }
        }
        if (self->problem->boundary == CAROM_WALLS) {
            add_wall_forces(self, i, x, a, g);
        }
    }
}

/* ---- contacts ---- */

/* Add a sample of a traced contact at the end of a frame. Contact onset is the first frame with
 * overlap, contact end the first without. The numbers a and b are in the order of the file. */
static carom_status trace_contact(const published_solver *self, const contact *c,
                                  const carom_collision *hit, double overlap, double rate,
                                  carom_error *error)
{
    const lecture *own = self->own;
    const carom_vec none = {0, 0};
    size_t a = hit->a, b = hit->b;
    double k = self->o.stiffness_N_per_m, deep = fmax(overlap, 0);
    carom_two_velocities both = {of_ball(own->v, a), hit->wall ? none : of_ball(own->v, b)};
    carom_contact_sample contact_sample = {.t_s = hit->t_s,
                                           .overlap_m = overlap,
                                           .rate_mps = rate,
                                           .force_N = k * deep,
                                           .elastic_J = 0.5 * k * deep * deep,
                                           .normal = hit->normal,
                                           .a = self->canonical_index[a],
                                           .b = hit->wall ? hit->b : self->canonical_index[b],
                                           .wall = hit->wall,
                                           .over = overlap <= 0};
    return carom_trace_add_sample(self->trace, c->trace, &contact_sample, &both, error);
}

/* Update a contact with its new overlap and rate (> 0: closing): open, continue or close it. */
static carom_status track_contact(published_solver *self, contact *c, carom_collision *hit,
                                  double mass, double overlap, double rate, carom_error *error)
{
    double impulse = 0.5 * self->o.stiffness_N_per_m * self->o.frame_s *
                     (fmax(c->before, 0) + fmax(overlap, 0));
    c->before = overlap;
    if (overlap > 0 && c->entry == 0 && rate > 0) {
        hit->approach_mps = rate;
        hit->separation_mps = NAN;
        carom_collision noted = *hit;
        CAROM_TRY(carom_published_record(self, &noted, mass, 1, overlap, NULL, error));
        c->trace = 0;
        c->entry = self->log == NULL ? 1 : self->log->count;
        CAROM_TRY(self->log == NULL ? CAROM_OK
                                    : carom_trace_begin(self->trace, &noted, &c->trace, error));
    }
    self->report.max_overlap_m = fmax(self->report.max_overlap_m, overlap);
    if (c->entry != 0 && self->log != NULL) {
        carom_collision *open = &self->log->item[c->entry - 1];
        open->impulse_Ns += impulse;
        open->max_overlap_m = fmax(open->max_overlap_m, overlap);
        open->contact_s = hit->t_s - open->t_s;
        open->separation_mps = overlap > 0 ? NAN : -rate;
        CAROM_TRY(c->trace == 0 ? CAROM_OK : trace_contact(self, c, hit, overlap, rate, error));
    }
    c->entry = overlap > 0 ? c->entry : 0;
    return CAROM_OK;
}

static carom_status track_pair(published_solver *self, size_t i, size_t j, contact *c,
                               carom_error *error)
{
    lecture *own = self->own;
    carom_vec u, w = carom_vec_subtract(of_ball(own->v, j), of_ball(own->v, i));
    double mi = published_ball(self, i)->mass_kg, mj = published_ball(self, j)->mass_kg, overlap;
    carom_collision hit = {
        .t_s = published_start(self) + self->o.frame_s, .a = (uint32_t)i, .b = (uint32_t)j};
    self->report.pair_tests++;
    if (!overlap_of(self, own->x, i, j, &overlap, &u)) {
        return CAROM_OK;
    }
    hit.normal = carom_vec_scale(-1, u);
    if (self->o.sign == SIGN_RIGHT) {
        return track_contact(self, c, &hit, mi * mj / (mi + mj), overlap, carom_vec_dot(w, u),
                             error);
    }
    self->report.max_overlap_m = fmax(self->report.max_overlap_m, overlap); /* no force acts */
    return CAROM_OK;
}

static carom_status track_walls(published_solver *self, size_t i, carom_error *error)
{
    lecture *own = self->own;
    for (int wall = 0; wall < CAROM_WALL_COUNT; wall++) {
        carom_vec n = carom_wall_normals[wall];
        carom_collision hit = {.t_s = published_start(self) + self->o.frame_s,
                               .normal = n,
                               .a = (uint32_t)i,
                               .b = (uint32_t)wall,
                               .wall = true};
        CAROM_TRY(track_contact(self, &own->wall[i][wall], &hit, published_ball(self, i)->mass_kg,
                                depth_of(self, i, own->x, wall),
                                carom_vec_dot(of_ball(own->v, i), n), error));
    }
    return CAROM_OK;
}

static carom_status track_contacts(published_solver *self, carom_error *error)
{
    lecture *own = self->own;
    contact *c = own->pair;
    for (size_t i = 0; i < self->count; i++) {
        for (size_t j = i + 1; j < self->count; j++) {
            CAROM_TRY(track_pair(self, i, j, c++, error));
        }
        if (self->problem->boundary == CAROM_WALLS) {
            CAROM_TRY(track_walls(self, i, error));
        }
    }
    return CAROM_OK;
}

/* ---- step ---- */

static carom_status lecture_frame(published_solver *self, carom_error *error)
{
    lecture *own = self->own;
    double q[3] = {0, 0, 0};
    for (size_t i = 0; i < self->count; i++) {
        set(own->x, i, self->ball[i].at);
        set(own->v, i, self->ball[i].v);
    }
    self->report.force_evaluations += own->method->step(&own->motion, self->o.frame_s, own->x,
                                                        own->v, q, own->work);
    for (size_t i = 0; i < self->count; i++) {
        self->ball[i] = (carom_flight){of_ball(own->x, i), of_ball(own->v, i)};
    }
    carom_budget_sums_add_impulse(&self->sums, (carom_vec){q[0], q[1]});
    carom_sum_add(&self->sums.angular, q[2]);
    return track_contacts(self, error);
}

/* k delta^2/2 of the contacts with a force; the printed law has the negative potential. */
static double lecture_elastic(const published_solver *self)
{
    const lecture *own = self->own;
    double k = self->o.stiffness_N_per_m, overlap;
    carom_vec u;
    carom_sum energy = {0};
    for (size_t i = 0; i < self->count; i++) {
        for (size_t j = i + 1; j < self->count; j++) {
            double force = overlap_of(self, own->x, i, j, &overlap, &u) ? pair_force(self, overlap)
                                                                        : 0;
            carom_sum_add(&energy, (self->o.sign == SIGN_RIGHT ? 0.5 : -0.5) * force * force / k);
        }
        for (int wall = 0; wall < CAROM_WALL_COUNT && self->problem->boundary == CAROM_WALLS;
             wall++) {
            double depth = fmax(depth_of(self, i, own->x, wall), 0);
            carom_sum_add(&energy, 0.5 * k * depth * depth);
        }
    }
    return carom_sum_value(&energy);
}

/* ---- state ---- */

static void lecture_release(void *object)
{
    lecture *own = object;
    free(own->x);
    free(own->work);
    free(own->pair);
    free(own->wall);
    free(own);
}

static carom_status lecture_prepare(published_solver *self, carom_error *error)
{
    size_t n = self->count;
    lecture *own = self->own = calloc(1, sizeof *own);
    bool missing = false;
    CAROM_NEED(own != NULL, error);
    own->method = self->o.integrator == INTEGRATOR_EULER ? &carom_integrator_euler
                                                         : &carom_integrator_heun;
    own->motion = (carom_motion){
        .coordinates = 2 * n, .quadratures = 3, .rates = rates, .context = self};
    own->x = carom_zeros(4 * n, sizeof *own->x, &missing);
    own->work = carom_zeros(2 * n * own->method->work_coordinates +
                                3 * own->method->work_quadratures,
                            sizeof *own->work, &missing);
    own->pair = carom_zeros(n * (n - 1) / 2 + 1, sizeof *own->pair, &missing);
    own->wall = carom_zeros(n, sizeof *own->wall, &missing);
    CAROM_NEED(!missing, error);
    own->v = own->x + 2 * n;
    for (size_t i = 0; i < n; i++) {
        set(own->x, i, self->ball[i].at);
    }
    return CAROM_OK;
}

static void lecture_check(const carom_problem *problem, const published_options *o,
                          const carom_diagnostics *diagnostics)
{
    (void)problem;
    if (isnan(o->stiffness_N_per_m)) {
        carom_diagnostics_add(
            diagnostics, true, "stiffness_N_per_m",
            "missing; source: lecture_2006 needs the stiffness of its springs (N/m, > 0)");
    }
}

static const char *const keys[] = {"interpenetration_sign", "bumper", "integrator",
                                   "stiffness_N_per_m", NULL};

const published_loop carom_published_lecture = {.keys = keys,
                                                .boundaries = 1 << CAROM_WALLS | 1 << CAROM_OPEN,
                                                .elastic = true,
                                                .check = lecture_check,
                                                .prepare = lecture_prepare,
                                                .release = lecture_release,
                                                .frame = lecture_frame,
                                                .elastic_J = lecture_elastic};
