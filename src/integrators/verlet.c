/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Velocity Verlet, and its variant of molecular dynamics codes. */
#include <carom/integrator.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double *x, *v, *predicted, *a;
    double h, lead; /* predicted: the velocity after `lead` s */
} stage;

static void kick_and_drift(const stage *s, size_t n)
{
    double *restrict x = s->x, *restrict v = s->v, *restrict predicted = s->predicted;
    const double *restrict a = s->a;
    double h = s->h, lead = s->lead;
    for (size_t i = 0; i < n; i++) {
        predicted[i] = v[i] + lead * a[i];
        v[i] += 0.5 * h * a[i];
        x[i] += h * v[i];
    }
}

static void kick(const stage *s, size_t n)
{
    double *restrict v = s->v;
    const double *restrict a = s->a;
    double h = s->h;
    for (size_t i = 0; i < n; i++) {
        v[i] += 0.5 * h * a[i];
    }
}

/* Half kick, drift, half kick. Forces at the start use the velocities `at`, forces at the end those
 * of `lead` s after the start, which are stored in `predicted`. `work`: for one array of
 * coordinates and two of quadratures */
static size_t step(const carom_motion *motion, double h, double *x, double *v, double *q,
                   double *work, const double *at, double *predicted, double lead)
{
    size_t n = motion->coordinates, m = motion->quadratures;
    double *own_a = work, *g1 = own_a + n, *own_g = g1 + m;
    double *a = motion->a != NULL ? motion->a : own_a, *g = motion->a != NULL ? motion->g : own_g;
    bool known = motion->a != NULL && *motion->known;
    stage s = {x, v, predicted, a, h, lead};
    if (!known) {
        motion->rates(motion->context, x, at, a, g);
    }
    kick_and_drift(&s, n);
    motion->rates(motion->context, x, predicted, a, g1);
    kick(&s, n);
    for (size_t i = 0; i < m; i++) {
        q[i] += 0.5 * h * g[i];
        q[i] += 0.5 * h * g1[i];
        g[i] = g1[i];
    }
    if (motion->a != NULL) {
        *motion->known = true;
    }
    return known ? 1 : 2;
}

static double verlet_energy(double theta)
{
    return theta * theta / 4;
}

/* ---- velocity_verlet ---- */

/* Velocity Verlet (Swope et al., J. Chem. Phys. 76, 637 (1982)): half kick, drift, half kick.
 * Symplectic for elastic forces: the energy oscillates by a fraction theta^2/4 and does not grow
 * while theta < 2. The force of a dashpot at the end of the step uses the predicted velocity v + h
 * a, which keeps order 2. If no force depends on the velocity, the rates at the end are reused by
 * the next step: one force evaluation per step, otherwise two. */
static size_t velocity_verlet_step(const carom_motion *motion, double h, double *x, double *v,
                                   double *q, double *work)
{
    return step(motion, h, x, v, q, work + motion->coordinates, v, work, h);
}

const carom_integrator carom_integrator_velocity_verlet = {
    .about = {.name = "velocity_verlet",
              .summary = "velocity Verlet, order 2, symplectic: one force evaluation per step, two "
                         "where a dashpot or friction acts"},
    .theory = {.energy = verlet_energy, .formula = "theta^2/4", .conserves_angular_momentum = true},
    .color = CAROM_COLOR_GREEN,
    .order = 2,
    .evaluations = 1,
    .stability_limit = 2.0,
    .work_coordinates = 2,
    .work_quadratures = 2,
    .step = velocity_verlet_step,
    .displacement = carom_integrator_straight_displacement};

/* ---- verlet_half_step ---- */

/* Velocity Verlet as in molecular dynamics codes (LAMMPS, fix nve). Forces are evaluated once a
 * step, between the drift and the second half kick, at the velocities of the half step:
 *
 *     v(n+1/2) = v(n) + h/2 a(n),  x(n+1) = x(n) + h v(n+1/2),
 *     a(n+1) = a(x(n+1), v(n+1/2)),  v(n+1) = v(n+1/2) + h/2 a(n+1).
 *
 * The next step starts with the same a(n+1). Without dashpots the results equal those of
 * velocity_verlet to the bit. The force of a dashpot uses a velocity that is h/2 old, an error of
 * order h. The first step starts with a(x(0), v(0)). The method stores the half-step velocities at
 * the start and the end of the last step, so that the step can be repeated or continued. Any other
 * state starts a new motion.
 */

/* Velocities v, and the velocities `at` used for the forces at that time. */
typedef struct {
    double *v, *at;
    bool is_set;
} instant;

typedef struct {
    size_t coordinates;
    instant start, end; /* of the last step */
} step_memory;

static void verlet_half_step_release(void *state)
{
    step_memory *self = state;
    if (self != NULL) {
        free(self->start.v);
        free(self->end.v);
        free(self);
    }
}

static bool allocate_instant(instant *one, size_t n)
{
    one->v = malloc((2 * n + 1) * sizeof *one->v);
    one->at = one->v == NULL ? NULL : one->v + n;
    return one->v != NULL;
}

static void *verlet_half_step_prepare(void *state, const void *options, size_t coordinates,
                                      size_t quadratures)
{
    step_memory *self = state;
    (void)options;
    (void)quadratures;
    if (self != NULL && self->coordinates == coordinates) {
        return self; /* same coordinates: the motion continues */
    }
    verlet_half_step_release(self);
    self = calloc(1, sizeof *self);
    if (self == NULL) {
        return NULL;
    }
    self->coordinates = coordinates;
    bool made = allocate_instant(&self->start, coordinates);
    made = allocate_instant(&self->end, coordinates) && made;
    if (!made) {
        verlet_half_step_release(self);
        return NULL;
    }
    return self;
}

static bool is_at(const instant *one, size_t n, const double *v)
{
    return one->is_set && memcmp(one->v, v, n * sizeof *v) == 0;
}

static void set_instant(instant *one, size_t n, const double *v)
{
    memcpy(one->v, v, n * sizeof *v);
    one->is_set = true;
}

/* Velocities for the forces at the start of a step. The start of the last step is compared first,
 * because a step taken for sampling may end where it started. */
static const double *begin_step(step_memory *self, size_t n, const double *v)
{
    if (self == NULL) {
        return v;
    }
    if (is_at(&self->start, n, v)) {
        return self->start.at;
    }
    if (is_at(&self->end, n, v)) {
        instant last = self->start;
        self->start = self->end;
        self->end = last;
    } else {
        set_instant(&self->start, n, v);
        memcpy(self->start.at, v, n * sizeof *v);
    }
    return self->start.at;
}

static void serialize_instant(carom_serializer *serializer, instant *one, size_t n)
{
    carom_serialize_sized_flag(serializer, &one->is_set);
    if (one->is_set) {
        carom_serialize_array(serializer, one->v, 2 * n); /* `at` lies behind */
    }
}

static void verlet_half_step_serialize(void *state, carom_serializer *serializer)
{
    step_memory *self = state;
    serialize_instant(serializer, &self->start, self->coordinates);
    serialize_instant(serializer, &self->end, self->coordinates);
}

static size_t verlet_half_step_step(const carom_motion *motion, double h, double *x, double *v,
                                    double *q, double *work)
{
    step_memory *self = motion->state;
    size_t n = motion->coordinates;
    const double *at = begin_step(self, n, v);
    double *half = self == NULL ? work : self->end.at;
    size_t evaluations = step(motion, h, x, v, q, work + n, at, half, 0.5 * h);
    if (self != NULL) {
        set_instant(&self->end, n, v);
    }
    return evaluations;
}

const carom_integrator carom_integrator_verlet_half_step = {
    .about = {.name = "verlet_half_step",
              .summary =
                  "velocity Verlet as in LAMMPS: dashpot forces are late by half a step, order 1; "
                  "equals velocity_verlet without dashpots"},
    .theory = {.energy = verlet_energy, .formula = "theta^2/4", .conserves_angular_momentum = true},
    .color = CAROM_COLOR_GREEN,
    .order = 2,
    .evaluations = 1,
    .stability_limit = 2.0,
    .work_coordinates = 2,
    .work_quadratures = 2,
    .is_multi_step = true,
    .prepare = verlet_half_step_prepare,
    .release = verlet_half_step_release,
    .serialize = CAROM_SERIALIZE_SLOT(verlet_half_step_serialize),
    .step = verlet_half_step_step};
