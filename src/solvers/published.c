/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the loops of a lecture, a book and two blogs step by step, with their errors, which carom
 * help theory describes. Contains no text or code of the sources.
 *
 * The default is the loop as published, and the list `corrected` names errors to correct. The balls
 * stay in the order of the file, because some errors depend on it. The results therefore depend on
 * the numbering of the balls. All other solvers give results that do not.
 *
 * There are two clocks. The caller asks for t seconds; a source advances in frames of frame_s. A
 * sample shows the end of the last frame until t, as the source's screen would. (A frame that ends
 * less than 1e-9 of its length after t counts.) Collisions are logged at times of the caller's
 * clock. The blog's own clock runs ahead of it, and the report's simulated_s gives its time. */
#include "params/params.h"
#include "params/rows.h"
#include "scene/scene.h"
#include "search/search.h"

#include <carom/solver.h>

typedef enum { SOURCE_LECTURE, SOURCE_BOOK, SOURCE_BLOG, SOURCE_POOL, SOURCES } published_source;

/* The published errors, which are the words of the key `corrected`. */
typedef enum {
    ERROR_SIGN,             /* lecture: springs push where balls do not touch */
    ERROR_BUMPER,           /* lecture: the cushion tests the centre of a ball */
    ERROR_FORMULA,          /* book: velocity of the second ball */
    ERROR_CONTACT_DISTANCE, /* book: contact at 0.75 of the sum of the radii */
    ERROR_EXTRA_MOVE,       /* book: a collision moves both balls by another frame */
    ERROR_APPROACH_TEST,    /* book, pool: balls that separate collide as well */
    ERROR_CLOCK,            /* blog: time of a hit that is not positive */
    ERRORS
} published_error;

static const char *const source_words[] = {"lecture_2006", "book", "blog_2013", "pool_2017", NULL};
static const char *const method_words[] = {"euler", "heun", NULL};
static const char *const error_words[] = {
    "sign", "bumper", "formula", "contact_distance", "extra_move", "approach_test", "clock", NULL};
static const carom_param error_rows[] = {{WORD("", 0, NULL, error_words, "a published error")},
                                         {.key = NULL}};

static const char *const errors_of[SOURCES] = {
    "sign and bumper", "formula, contact_distance, extra_move and approach_test", "clock",
    "approach_test"};

typedef struct {
    int source;
    double frame_s;
    carom_list corrected;     /* published_error, as int */
    int heun;                 /* lecture: 0: Euler's method, 1: Heun's */
    double stiffness_N_per_m; /* lecture; NaN: not given */
} published_options;

#define AT(member) offsetof(published_options, member)
static const carom_param params[] = {
    {WORD("source", AT(source), NULL, source_words,
          "origin of the loop: a lecture, a book, or one of two blogs")},
    {NUMBER("frame_s", AT(frame_s), "s", NULL, POSITIVE, ANY,
            "time between two frames, or the lecture's step h")},
    {LIST("corrected", AT(corrected), sizeof(int), error_rows,
          "errors to correct (carom help theory). lecture_2006: sign, bumper; book: formula, "
          "contact_distance, extra_move, approach_test; blog_2013: clock; pool_2017: "
          "approach_test"),
     .fallback = "", .lowest = 0, .highest = ERRORS, .scalar_sets_all = true},
    {WORD("integrator", AT(heun), "euler", method_words, "lecture_2006: Euler's or Heun's method")},
    {NUMBER("stiffness_N_per_m", AT(stiffness_N_per_m), "N/m", "", POSITIVE, ANY,
            "lecture_2006: stiffness k of all springs")},
    {.key = NULL}};

/* A spring of the lecture. */
typedef struct {
    size_t entry;     /* index of its contact in the log + 1; 0: no contact */
    size_t trace;     /* number of the contact in the trace; 0: not traced */
    double overlap_m; /* after the last step; 0: apart */
} published_spring;

typedef struct {
    const carom_problem *problem; /* its balls are in canonical order */
    published_options o;
    unsigned corrected; /* 1 << published_error */
    carom_log *log;
    carom_trace *trace;
    const carom_cancel_flag *cancel;
    size_t count;
    uint32_t *canonical_index;   /* canonical number of each ball */
    carom_flight *ball, *before; /* blog: before the last move */
    double *x, *v, *work;        /* lecture: x0, y0, x1, ..., velocities, and work of the method */
    published_spring *spring;    /* lecture: for each ball one for each ball and wall */
    carom_sum simulated;         /* s, on the blog's own clock */
    carom_budget_sums sums;
    carom_report report; /* `steps` counts frames */
} published_solver;

/* True unless the list `corrected` contains the error. */
static bool has(const published_solver *self, published_error error)
{
    return (self->corrected >> error & 1) == 0;
}

static const carom_ball *ball_of(const published_solver *self, size_t i)
{
    return &self->problem->ball[self->canonical_index[i]];
}

/* Start of the current frame on the caller's clock, s. */
static double start(const published_solver *self)
{
    return (double)self->report.steps * self->o.frame_s;
}

/* Distance of a position beyond the side `wall` (m), for a ball of radius reach_m; negative
 * inside. */
static double beyond(const published_solver *self, carom_vec at, size_t wall, double reach_m)
{
    switch (wall) {
    case CAROM_LEFT: return reach_m - at.x;
    case CAROM_RIGHT: return at.x + reach_m - self->problem->width_m;
    case CAROM_BOTTOM: return reach_m - at.y;
    default: return at.y + reach_m - self->problem->height_m;
    }
}

/* ---- rigid balls ---- */

static void move(published_solver *self, size_t i, double t)
{
    const carom_problem *p = self->problem;
    carom_flight *ball = &self->ball[i];
    carom_vec later = carom_vec_add(ball->at, carom_vec_scale(t, ball->v));
    ball->at = p->boundary == CAROM_PERIODIC ? carom_torus_fold_position(p, later) : later;
}

/* Log a collision with velocities @p before. The dissipated energy is m_red (1 - e^2) u^2/2, the
 * part due to the restitution. Energy that a wrong formula adds or removes is in the residual. */
static void record(published_solver *self, carom_collision *hit, double reduced_mass, double e,
                   double overlap_m, const carom_two_velocities *before)
{
    double u = hit->approach_mps;
    carom_two_velocities after = carom_flight_velocities(self->ball, hit);
    hit->a = self->canonical_index[hit->a];
    hit->b = hit->wall ? hit->b : self->canonical_index[hit->b];
    hit->dissipated_J = 0.5 * reduced_mass * (1 - e) * (1 + e) * u * u;
    hit->max_overlap_m = overlap_m > 0 ? overlap_m : 0;
    carom_sum_add(&self->sums.dissipated, hit->dissipated_J);
    self->report.collisions++;
    self->report.max_overlap_m = fmax(self->report.max_overlap_m, overlap_m);
    if (self->log != NULL) {
        carom_log_add(self->log, hit);
        carom_trace_impulse(self->trace, hit, before, &after, NULL);
    }
}

/* Multiply the velocity of ball i across a wall by -e. */
static void reflect(published_solver *self, size_t i, size_t wall, double e, double t_s)
{
    carom_vec n = carom_wall_normals[wall];
    carom_flight *ball = &self->ball[i];
    const carom_ball *b = ball_of(self, i);
    double m = b->mass_kg, u = carom_vec_dot(ball->v, n);
    carom_collision hit = {.t_s = t_s,
                           .normal = n,
                           .approach_mps = u,
                           .separation_mps = e * u,
                           .impulse_Ns = m * (1 + e) * u,
                           .a = (uint32_t)i,
                           .b = (uint32_t)wall,
                           .wall = true};
    carom_two_velocities before = carom_flight_velocities(self->ball, &hit);
    *(n.x != 0 ? &ball->v.x : &ball->v.y) *= -e;
    carom_budget_sums_add_impulse_at(&self->sums, self->problem, ball->at,
                                     carom_vec_scale(-hit.impulse_Ns, n));
    record(self, &hit, m, e, beyond(self, ball->at, wall, b->radius_m), &before);
}

/* ---- book and pool game ----
 * Book: every frame all balls move. Then every pair, in order, whose centres are within 0.75 of the
 * sum of the radii has its velocities along the line of centres replaced by
 *
 *   first   (va (ma - e mb) + (1 + e) mb vb)/(ma + mb)
 *   second  (ma va (e + 1) - vb (ma - e mb))/(ma + mb)     as printed
 *           (ma va (e + 1) + vb (mb - e ma))/(ma + mb)     correct
 *
 * and both balls are moved once more. The book has no walls; carom adds periodic tables, with the
 * nearest image of each ball.
 *
 * Pool game: all balls move. A ball beyond an edge of the table has its velocity across that edge
 * reversed. Overlapping balls, in order, exchange their velocities along the line of centres. */

/* Collide balls i and j by the rule of the source, if their centres are within its distance. Balls
 * at the same position have no normal. */
static void hit_pair(published_solver *self, size_t i, size_t j, double t_s)
{
    const carom_ball *a = ball_of(self, i), *b = ball_of(self, j);
    carom_flight *p = &self->ball[i], *q = &self->ball[j];
    carom_vec d = carom_torus_shortest(self->problem, carom_vec_subtract(q->at, p->at));
    double ma = a->mass_kg, mb = b->mass_kg, m_red = ma * mb / (ma + mb);
    double distance = carom_vec_length(d), reach = a->radius_m + b->radius_m;
    double e = carom_pair_restitution(self->problem, a, b, t_s);
    bool book = self->o.source == SOURCE_BOOK, pool = self->o.source == SOURCE_POOL;
    carom_two_velocities before = {p->v, q->v};
    carom_collision hit = {.t_s = t_s, .a = (uint32_t)i, .b = (uint32_t)j};
    if (!(distance > 0) || (pool && distance >= reach) ||
        (book && distance > (has(self, ERROR_CONTACT_DISTANCE) ? 0.75 : 1) * reach)) {
        return;
    }
    carom_vec n = hit.normal = carom_vec_divide(d, distance);
    double va = carom_vec_dot(p->v, n), vb = carom_vec_dot(q->v, n), by_a, by_b;
    hit.approach_mps = book ? va - vb : carom_vec_dot(carom_vec_subtract(p->v, q->v), n);
    double u = hit.approach_mps;
    if (!has(self, ERROR_APPROACH_TEST) && u <= 0) {
        return;
    }
    if (book) {
        double wa = (va * (ma - e * mb) + (1 + e) * mb * vb) / (ma + mb);
        double wb = has(self, ERROR_FORMULA) ? (ma * va * (e + 1) - vb * (ma - e * mb)) / (ma + mb)
                                             : (ma * va * (e + 1) + vb * (mb - e * ma)) / (ma + mb);
        by_a = wa - va, by_b = wb - vb;
        hit.separation_mps = wb - wa;
        hit.impulse_Ns = ma * (va - wa);
    } else {
        hit.separation_mps = e * u;
        hit.impulse_Ns = pool ? ma * u : m_red * (1 + e) * u;
        by_a = pool ? -u : -hit.impulse_Ns / ma;
        by_b = pool ? u : hit.impulse_Ns / mb;
    }
    p->v = carom_vec_add_scaled(p->v, by_a, n);
    q->v = carom_vec_add_scaled(q->v, by_b, n);
    record(self, &hit, m_red, e, reach - distance, &before);
    if (book && has(self, ERROR_EXTRA_MOVE)) {
        move(self, i, self->o.frame_s);
        move(self, j, self->o.frame_s);
    }
}

/* A frame of the book or the pool game: move, then resolve every overlap once. */
static void move_and_hit(published_solver *self)
{
    double end = start(self) + self->o.frame_s;
    size_t walls = self->problem->boundary == CAROM_WALLS ? CAROM_WALL_COUNT : 0;
    for (size_t i = 0; i < self->count; i++) {
        move(self, i, self->o.frame_s);
    }
    for (size_t i = 0; i < self->count; i++) {
        for (size_t wall = 0; wall < walls; wall++) {
            if (beyond(self, self->ball[i].at, wall, ball_of(self, i)->radius_m) > 0) {
                reflect(self, i, wall, 1, end);
            }
        }
    }
    for (size_t i = 0; i < self->count; i++) {
        for (size_t j = i + 1; j < self->count; j++) {
            hit_pair(self, i, j, end);
        }
        self->report.pair_tests += self->count - i - 1;
    }
}

/* ---- blog ----
 * A frame is one update. While time is left, the loop finds the earliest hit of a side or of two
 * balls within the rest. If its time is above 0, all balls move by it. The loop resolves everything
 * with exactly that time, in the order found (for each ball: x side, y side, pairs), and subtracts
 * it from the rest. Then friction acts to first order: v -= (c_rr g + f_d v^2/r) frame_s.
 *
 * The time of a hit of two balls, for p = dx.dv < 0 and q = p^2 - |dv|^2 c >= 0 with c = |dx|^2 -
 * (r1 + r2)^2, is (-p - sqrt(q))/|dv|^2; corrected, max(0, c/(-p + sqrt(q))). As printed a time of
 * 0 counts as no hit, and overlapping balls get a negative time, by which the frame gets longer: an
 * update may never end. */

/* Limits for the events of a frame: a constant and a number per ball. */
enum { MOST_EVENTS = 10000, MOST_PER_BALL = 100 };

/* Time until ball i hits the x side (k = 0), the y side (k = 1) or ball i + k - 1. */
static double time_of_hit(const published_solver *self, const carom_flight *ball, size_t i,
                          size_t k)
{
    const carom_problem *table = self->problem;
    bool printed = has(self, ERROR_CLOCK);
    double radius = ball_of(self, i)->radius_m, t = INFINITY;
    if (k < 2) {
        double x = k == 0 ? ball[i].at.x : ball[i].at.y, v = k == 0 ? ball[i].v.x : ball[i].v.y;
        double length = k == 0 ? table->width_m : table->height_m;
        if (table->boundary == CAROM_WALLS && v != 0) {
            t = ((v > 0 ? length - radius : radius) - x) / v;
        }
    } else {
        size_t j = i + k - 1;
        double reach = radius + ball_of(self, j)->radius_m;
        carom_vec d = carom_vec_subtract(ball[j].at, ball[i].at),
                  w = carom_vec_subtract(ball[j].v, ball[i].v);
        double p = carom_vec_dot(d, w), v2 = carom_vec_square(w);
        double c = carom_vec_square(d) - reach * reach, q = p * p - v2 * c;
        if (p >= 0 || q < 0 || !(v2 > 0) || (q == 0 && !printed)) {
            return INFINITY;
        }
        t = printed ? (-p - sqrt(q)) / v2 : c / (-p + sqrt(q));
    }
    return printed ? (t == 0 ? INFINITY : t) : fmax(t, 0);
}

/* The earliest hit not later than @p left; INFINITY: none. */
static double earliest(published_solver *self, double left)
{
    double first = INFINITY;
    for (size_t i = 0; i < self->count; i++) {
        for (size_t k = 0; k < self->count - i + 1; k++) {
            double t = time_of_hit(self, self->ball, i, k);
            first = t <= left && t < first ? t : first;
        }
        self->report.pair_tests += self->count - i - 1;
    }
    return first;
}

/* Resolve everything that happens at exactly @p t, found in the state before the move. */
static void resolve(published_solver *self, double t, double now)
{
    for (size_t i = 0; i < self->count; i++) {
        for (size_t k = 0; k < self->count - i + 1; k++) {
            if (time_of_hit(self, self->before, i, k) != t) {
                continue;
            }
            if (k < 2) {
                carom_vec v = self->before[i].v; /* its velocity when the hit was found */
                size_t wall = k == 0 ? (v.x > 0 ? CAROM_RIGHT : CAROM_LEFT)
                                     : (v.y > 0 ? CAROM_TOP : CAROM_BOTTOM);
                const carom_ball *ball = ball_of(self, i);
                double e = carom_pair_restitution(self->problem, ball, NULL, now);
                reflect(self, i, wall, e, now);
            } else {
                hit_pair(self, i, i + k - 1, now);
            }
        }
    }
}

/* The work of friction is its force at the current speed times the path of a frame. The error of
 * the first-order update appears in the residual. */
static void apply_friction(published_solver *self, size_t i)
{
    const carom_ball *b = ball_of(self, i);
    carom_rolling r = carom_ball_rolling(self->problem, b);
    carom_flight *ball = &self->ball[i];
    double v = carom_vec_length(ball->v), less = (r.a + r.b * v * v) * self->o.frame_s,
           left = v > less ? v - less : 0;
    if (v > 0 && less > 0) {
        carom_flight_add_friction_over(self->problem, b->mass_kg, r, *ball, v * self->o.frame_s,
                                       left, &self->sums);
        ball->v = carom_vec_scale(left / v, ball->v);
    }
}

static carom_status update_blog(published_solver *self, carom_error *error)
{
    size_t most = MOST_EVENTS + MOST_PER_BALL * self->count;
    double left = self->o.frame_s;
    for (size_t event = 0; left > 0; event++) {
        double t = earliest(self, left), ahead = fmax(fmin(t, left), 0);
        double now = fmax(start(self) + (self->o.frame_s - left) + ahead, 0);
        if (event == most) {
            return carom_error_set(
                error, CAROM_COLLAPSE, "source",
                "the update of frame %.0f at t = %.6g s did not end: after %zu events, %.6g s of "
                "its %.6g s remain. Raise the restitution, or use another solver",
                (double)self->report.steps + 1, start(self), most, left, self->o.frame_s);
        }
        memcpy(self->before, self->ball, self->count * sizeof *self->ball);
        for (size_t i = 0; i < self->count && ahead > 0; i++) {
            move(self, i, ahead);
        }
        if (t <= left) {
            resolve(self, t, now);
        }
        left -= fmin(t, left);
        carom_sum_add(&self->simulated, ahead);
        CAROM_TRY(carom_check_cancelled(self->cancel, error));
    }
    for (size_t i = 0; i < self->count; i++) {
        apply_friction(self, i);
    }
    return CAROM_OK;
}

/* ---- lecture ----
 * Balls as springs, integrated by Euler's or Heun's method in steps of frame_s. With d = |p1 - p2|
 * - (r1 + r2) ball 1 gets k d u for d >= 0, where u points from 2 to 1. With the opposite sign of d
 * the law is correct. Both signs have a potential, which the budget counts as elastic energy: -k
 * d^2/2 as printed. The cushion tests the centre of a ball and pushes back with k times the depth.
 *
 * The log has a contact from its first overlapping step to the first step without overlap. */

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

typedef struct {
    double overlap_m; /* negative: apart */
    double force_N;   /* on ball i, along u */
    carom_vec u;      /* unit vector from body k to ball i */
    bool inverted;    /* pushes balls that do not touch */
} spring_state;

static spring_state spring_between(const published_solver *self, const double *x, size_t i,
                                   size_t k)
{
    carom_vec at = vector_at(x, i);
    double radius = ball_of(self, i)->radius_m;
    spring_state s = {.inverted = k < self->count && has(self, ERROR_SIGN)};
    if (k < self->count) {
        carom_vec d = carom_vec_subtract(at, vector_at(x, k));
        double distance = carom_vec_length(d);
        s.u = distance > 0 ? carom_vec_divide(d, distance) : s.u;
        s.overlap_m = radius + ball_of(self, k)->radius_m - distance;
    } else {
        s.u = carom_vec_scale(-1, carom_wall_normals[k - self->count]);
        s.overlap_m = beyond(self, at, k - self->count, has(self, ERROR_BUMPER) ? 0 : radius);
    }
    bool pushes = s.inverted ? s.overlap_m < 0 : s.overlap_m > 0;
    s.force_N = pushes ? self->o.stiffness_N_per_m * fabs(s.overlap_m) : 0;
    return s;
}

static void rates(void *context, const double *x, const double *v, double *a, double *g)
{
    const published_solver *self = context;
    (void)v;
    memset(a, 0, 2 * self->count * sizeof *a);
    g[0] = g[1] = g[2] = 0;
    for (size_t i = 0; i < self->count; i++) {
        for (size_t k = i + 1; k < body_count(self); k++) {
            spring_state s = spring_between(self, x, i, k);
            carom_vec push = carom_vec_scale(s.force_N, s.u);
            if (s.force_N == 0) {
                continue;
            }
            a[2 * i] += push.x / ball_of(self, i)->mass_kg;
            a[2 * i + 1] += push.y / ball_of(self, i)->mass_kg;
            if (k < self->count) {
                a[2 * k] -= push.x / ball_of(self, k)->mass_kg;
                a[2 * k + 1] -= push.y / ball_of(self, k)->mass_kg;
            } else {
                g[0] += push.x;
                g[1] += push.y;
                g[2] += carom_vec_cross(carom_torque_arm(self->problem, vector_at(x, i)), push);
            }
        }
    }
}

static double elastic_energy(const published_solver *self)
{
    carom_sum energy = {0};
    for (size_t i = 0; i < self->count; i++) {
        for (size_t k = i + 1; k < body_count(self); k++) {
            spring_state s = spring_between(self, self->x, i, k);
            carom_sum_add(&energy, (s.inverted ? -0.5 : 0.5) * s.force_N * s.force_N /
                                       self->o.stiffness_N_per_m);
        }
    }
    return carom_sum_value(&energy);
}

/* Open, continue or close the contact of ball i and body k in log and trace. An inverted spring
 * has none. */
static void track(published_solver *self, size_t i, size_t k)
{
    published_spring *s = &self->spring[i * (self->count + CAROM_WALL_COUNT) + k];
    bool wall = k >= self->count;
    spring_state now = spring_between(self, self->x, i, k);
    carom_vec u = now.u, v = vector_at(self->v, i),
              w = wall ? (carom_vec){0, 0} : vector_at(self->v, k);
    double overlap = now.overlap_m, deep = fmax(overlap, 0);
    double stiffness = self->o.stiffness_N_per_m;
    double rate = -carom_vec_dot(carom_vec_subtract(v, w), u);
    carom_collision hit = {.t_s = start(self) + self->o.frame_s,
                           .normal = carom_vec_scale(-1, u),
                           .approach_mps = rate,
                           .a = self->canonical_index[i],
                           .b = wall ? (uint32_t)(k - self->count) : self->canonical_index[k],
                           .wall = wall};
    self->report.pair_tests += !wall;
    self->report.max_overlap_m = fmax(self->report.max_overlap_m, overlap);
    if (now.inverted) {
        return;
    }
    if (overlap > 0 && rate > 0 && s->entry == 0) {
        self->report.collisions++;
        s->entry = self->log == NULL ? 1 : self->log->count + 1;
        if (self->log != NULL) {
            carom_log_add(self->log, &hit);
            s->trace = carom_trace_begin(self->trace, &hit);
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
        carom_trace_add_sample(self->trace, s->trace, &sample, &(carom_two_velocities){v, w});
    }
    s->overlap_m = deep;
    s->entry = overlap > 0 ? s->entry : 0;
}

static const carom_integrator *method_of(const published_solver *self)
{
    return self->o.heun ? &carom_integrator_heun : &carom_integrator_euler;
}

static void step_springs(published_solver *self)
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
            track(self, i, k);
        }
    }
}

/* ---- plug-in ---- */

static bool has_equal_masses(const carom_problem *problem)
{
    bool equal = true;
    for (size_t i = 1; i < problem->count; i++) {
        equal = equal && problem->ball[i].mass_kg == problem->ball[0].mass_kg;
    }
    return equal;
}

static void published_check(const carom_problem *problem, const void *object,
                            const carom_diagnostics *diagnostics)
{
    static const char *const boundary[] = {"walls", "periodic", "open"};
    const published_options *o = object;
    const char *source = source_words[o->source];
    const char *boundaries = o->source == SOURCE_BOOK ? "periodic or open" : "walls or open";
    bool lecture = o->source == SOURCE_LECTURE, pool = o->source == SOURCE_POOL;
    bool springs = !isnan(o->stiffness_N_per_m), friction = o->source == SOURCE_BLOG;
    const struct {
        bool found;
        const char *key, *text;
    } faults[] = {
        {lecture && !springs, "stiffness_N_per_m", "needs the stiffness of its springs (N/m, > 0)"},
        {!lecture && springs, "stiffness_N_per_m", "has no springs; remove the key"},
        {!lecture && o->heun, "integrator", "has no springs; remove the key"},
        {carom_problem_has_fixed(problem), "fixed", "does not support fixed balls"},
        {!carom_vec_is_zero(problem->gravity_mps2), "gravity_mps2",
         "does not support gravity in the plane of the table; use [0, 0]"},
        {!friction && carom_problem_has_resistance(problem), "rolling_resistance",
         "does not support rolling resistance; use 0 or source: blog_2013"},
        {!friction && carom_problem_has_drag(problem), "air_drag",
         "does not support drag; use 0 or source: blog_2013"},
        {(lecture || pool) && !carom_problem_is_elastic(problem), "restitution",
         "supports elastic collisions only; use 1"},
        {pool && !has_equal_masses(problem), "mass_kg",
         "exchanges velocities, which requires equal masses; set the same mass for all balls"}};
    for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++) {
        if (faults[k].found) {
            carom_diagnostics_add(diagnostics, true, faults[k].key, "source: %s %s", source,
                                  faults[k].text);
        }
    }
    for (size_t k = 0; k < o->corrected.count; k++) {
        const char *error = error_words[((const int *)o->corrected.items)[k]];
        if (strstr(errors_of[o->source], error) == NULL) {
            carom_diagnostics_add(diagnostics, true, "corrected",
                                  "%s is no error of source: %s; expected %s", error, source,
                                  errors_of[o->source]);
        }
    }
    if (strstr(boundaries, boundary[problem->boundary]) == NULL) {
        carom_diagnostics_add(diagnostics, true, "boundary",
                              "source: %s does not support boundary: %s; use %s", source,
                              boundary[problem->boundary], boundaries);
    } else {
        carom_check_grid(problem, 1, diagnostics);
    }
}

static void published_destroy(void *object)
{
    published_solver *self = object;
    free(self->canonical_index);
    free(self->ball);
    free(self->before);
    free(self->x);
    free(self->spring);
    free(self);
}

static void *published_create(const carom_solver_args *args, carom_error *error)
{
    size_t n = args->problem->count;
    published_solver *self = carom_allocate(1, sizeof *self);
    (void)error;
    *self = (published_solver){.problem = args->problem,
                               .o = *(const published_options *)args->options,
                               .log = args->log,
                               .trace = args->trace,
                               .cancel = args->cancel,
                               .count = n,
                               .canonical_index = carom_allocate(n, sizeof(uint32_t)),
                               .ball = carom_allocate(n, sizeof(carom_flight)),
                               .before = carom_allocate(n, sizeof(carom_flight))};
    for (size_t k = 0; k < n; k++) {
        const carom_ball *b = &self->problem->ball[k];
        self->canonical_index[b->number] = (uint32_t)k;
        self->ball[b->number] = carom_flight_from_ball(b);
    }
    for (size_t k = 0; k < self->o.corrected.count; k++) {
        self->corrected |= 1U << ((const int *)self->o.corrected.items)[k];
    }
    if (self->o.source == SOURCE_LECTURE) {
        const carom_integrator *method = method_of(self);
        self->x = carom_allocate(4 * n + 2 * n * method->work_coordinates +
                                     3 * method->work_quadratures,
                                 sizeof *self->x);
        self->spring = carom_allocate(n * (n + CAROM_WALL_COUNT), sizeof *self->spring);
        self->v = self->x + 2 * n;
        self->work = self->v + 2 * n;
    }
    for (size_t i = 0; i < n && self->x != NULL; i++) {
        memcpy(&self->x[2 * i], &self->ball[i].at, sizeof self->ball[i].at);
        memcpy(&self->v[2 * i], &self->ball[i].v, sizeof self->ball[i].v);
    }
    return self;
}

static carom_status published_advance(void *object, double t_s, carom_error *error)
{
    const double rounding = 1e-9; /* relative to a frame: 6 * 0.1 > 0.6 */
    published_solver *self = object;
    double frames = floor(t_s / self->o.frame_s + rounding);
    for (; (double)self->report.steps < frames; self->report.steps++) {
        CAROM_TRY(carom_check_cancelled(self->cancel, error));
        switch (self->o.source) {
        case SOURCE_LECTURE: step_springs(self); break;
        case SOURCE_BLOG: CAROM_TRY(update_blog(self, error)); break;
        default: move_and_hit(self); break;
        }
    }
    return CAROM_OK;
}

static void published_sample(const void *object, double t_s, carom_view *view)
{
    const published_solver *self = object;
    (void)t_s; /* the state changes only at the next frame */
    for (size_t i = 0; i < self->count; i++) {
        carom_flight_to_view(self->ball[i], view, self->canonical_index[i]);
    }
    carom_view_set_totals(view, &self->sums, &self->report);
    view->budget.elastic_J = self->spring == NULL ? 0 : elastic_energy(self);
}

static void published_report(const void *object, carom_report *report)
{
    const published_solver *self = object;
    *report = self->report;
    report->simulated_s = carom_sum_value(&self->simulated);
}

static const char *published_display_name(const void *options)
{
    return source_words[((const published_options *)options)->source];
}

static carom_color published_color(const void *options)
{
    return ((const published_options *)options)->heun ? CAROM_COLOR_BLUE : CAROM_COLOR_ORANGE;
}

/* The loop of blog_2013 finds contacts between frames. */
static bool published_can_miss_contacts(const void *options)
{
    return ((const published_options *)options)->source != SOURCE_BLOG;
}

const carom_solver_entry carom_solver_published = {
    .about = {.name = "published",
              .summary =
                  "the loop of a publication with its errors, each of which can be corrected",
              .params = params,
              .options_size = sizeof(published_options)},
    .traits = CAROM_TIME_STEPPED | CAROM_FRAMES,
    .color = published_color,
    .can_miss_contacts = published_can_miss_contacts,
    .called = published_display_name,
    .check = published_check,
    .create = published_create,
    .advance = published_advance,
    .sample = published_sample,
    .report = published_report,
    .destroy = published_destroy};
