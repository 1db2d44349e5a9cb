/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run.h"
#include <float.h>
#include <math.h>

/* ---- what it does ---- */

static carom_share share_of(const carom_ball *ball, double v_n, double v_t, double spin)
{
    double m = ball->mass_kg;
    return (carom_share){v_n,
                         v_t,
                         m * v_n,
                         m * v_t,
                         0.5 * m * (v_n * v_n + v_t * v_t),
                         spin,
                         0.5 * carom_ball_inertia(ball) * spin * spin};
}

/* Velocities along the n and t of another moment: those of a contact that lasts turn. */
static carom_share seen_from(const carom_moment *touch, const carom_moment *m,
                             const carom_ball *ball, double v_n, double v_t, double spin)
{
    double c = carom_vec_dot(m->normal, touch->normal),
           s = carom_vec_cross(touch->normal, m->normal);
    return share_of(ball, c * v_n - s * v_t, s * v_n + c * v_t, spin);
}

static carom_share together(const carom_share two[2])
{
    return (carom_share){NAN,
                         NAN,
                         two[0].p_n_kgmps + two[1].p_n_kgmps,
                         two[0].p_t_kgmps + two[1].p_t_kgmps,
                         two[0].kinetic_J + two[1].kinetic_J,
                         NAN,
                         two[0].spin_J + two[1].spin_J};
}

static void fill_in(const carom_problem *problem, const carom_moment *touch, const carom_moment *m,
                    carom_share share[2])
{
    const carom_ball *a = &problem->ball[m->a];
    share[0] = seen_from(touch, m, a, m->va_n_mps, m->va_t_mps, m->spin_a_radps);
    share[1] = (carom_share){0};
    if (!m->wall) {
        share[1] = seen_from(touch, m, &problem->ball[m->b], m->vb_n_mps, m->vb_t_mps,
                             m->spin_b_radps);
    }
}

/* From the other of the two: n and t both turn round. */
static void turn(carom_share share[2])
{
    carom_share other = share[0];
    share[0] = share[1];
    share[1] = other;
    for (size_t i = 0; i < 2; i++) {
        share[i].v_n_mps = 0 - share[i].v_n_mps;
        share[i].v_t_mps = 0 - share[i].v_t_mps;
        share[i].p_n_kgmps = 0 - share[i].p_n_kgmps;
        share[i].p_t_kgmps = 0 - share[i].p_t_kgmps;
    }
}

carom_exchange carom_exchange_of(const carom_problem *problem, const carom_moments *moments,
                                 size_t contact)
{
    const carom_moment *first = NULL, *last = NULL;
    carom_exchange exchange = {.over = false};
    for (size_t k = 0; k < moments->count; k++) {
        if (moments->item[k].contact == contact) {
            last = &moments->item[k];
            first = first == NULL ? last : first;
        }
    }
    if (first == last || !last->over) {
        return exchange;
    }
    exchange = (carom_exchange){
        .over = true, .a = first->a, .b = first->b, .wall = first->wall, .t_s = first->t_s};
    fill_in(problem, first, first, exchange.before);
    fill_in(problem, first, last, exchange.after);
    if (!exchange.wall && exchange.b < exchange.a) {
        exchange.a = first->b;
        exchange.b = first->a;
        turn(exchange.before);
        turn(exchange.after);
    }
    exchange.sum_before = together(exchange.before);
    exchange.sum_after = together(exchange.after);
    return exchange;
}

/* ---- the table ---- */

enum { ABREAST = 5, LABEL_WIDTH = 34, COLUMN_WIDTH = 15 };

typedef struct {
    FILE *stream;
    const carom_problem *problem;
    const carom_exchange *of;
    const char *const *name;
    size_t count;
    const carom_exchange *reference;
    bool oblique; /* somebody moves along t */
} table;

typedef enum { BALL_A, BALL_B, BOTH } whose;
typedef enum { VELOCITY, MOMENTUM, ENERGY, SPIN, SPIN_ENERGY } kind;

/* A row: a member of a share. */
typedef struct {
    const char *label;
    size_t offset;
    kind kind;
    bool along_t;
} member;

static const member members[] = {
    {"v_n (m/s)", offsetof(carom_share, v_n_mps), VELOCITY, false},
    {"v_t (m/s)", offsetof(carom_share, v_t_mps), VELOCITY, true},
    {"p_n (kg m/s)", offsetof(carom_share, p_n_kgmps), MOMENTUM, false},
    {"p_t (kg m/s)", offsetof(carom_share, p_t_kgmps), MOMENTUM, true},
    {"kinetic energy (J)", offsetof(carom_share, kinetic_J), ENERGY, false},
    {"spin (rad/s)", offsetof(carom_share, spin_radps), SPIN, false},
    {"energy of spin (J)", offsetof(carom_share, spin_J), SPIN_ENERGY, false}};

static double largest(const carom_share share[2], kind of)
{
    double most = 0;
    for (size_t i = 0; i < 2; i++) {
        const carom_share *s = &share[i];
        double value = of == VELOCITY ? fmax(fabs(s->v_n_mps), fabs(s->v_t_mps))
                     : of == MOMENTUM ? fmax(fabs(s->p_n_kgmps), fabs(s->p_t_kgmps))
                     : of == ENERGY   ? s->kinetic_J
                     : of == SPIN     ? fabs(s->spin_radps)
                                      : s->spin_J;
        most = fmax(most, value);
    }
    return most;
}

static double rounded(double value, const carom_share before[2], kind of)
{
    static const double rounding = 16 * DBL_EPSILON;
    return fabs(value) <= rounding * largest(before, of) ? 0 : value;
}

static double *in_share(carom_share *share, const member *m)
{
    return (double *)(void *)((char *)share + m->offset);
}

void carom_exchange_round(carom_exchange *exchange, const carom_exchange *by)
{
    const carom_share before[2] = {by->before[0], by->before[1]};
    carom_share *const all[] = {&exchange->before[0], &exchange->before[1],  &exchange->after[0],
                                &exchange->after[1],  &exchange->sum_before, &exchange->sum_after};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        for (size_t k = 0; k < sizeof members / sizeof members[0]; k++) {
            double *value = in_share(all[i], &members[k]);
            *value = rounded(*value, before, members[k].kind);
        }
    }
}

bool carom_exchange_is_oblique(const carom_exchange *exchange)
{
    const carom_share *before = exchange->before;
    return rounded(before[0].v_t_mps, before, VELOCITY) != 0 ||
           rounded(before[1].v_t_mps, before, VELOCITY) != 0 || largest(before, SPIN) > 0;
}

static void print_cell(const table *t, const member *m, whose who, const carom_exchange *exchange,
                       bool after)
{
    const carom_exchange *reference = t->reference;
    const carom_share *two = after ? exchange->after : exchange->before,
                      *sum = after ? &exchange->sum_after : &exchange->sum_before,
                      *share = who == BOTH ? sum : &two[who];
    bool same = exchange->over && exchange->a == reference->a && exchange->b == reference->b &&
                exchange->wall == reference->wall;
    double value = *(const double *)(const void *)((const char *)share + m->offset);
    char text[40] = "-";
    if (same) {
        snprintf(text, sizeof text, "%.4g", rounded(value, reference->before, m->kind));
    }
    fprintf(t->stream, " %*s", COLUMN_WIDTH, text);
}

static void print_share(const table *t, const char *name, whose who, size_t first, size_t end)
{
    for (size_t k = 0; k < sizeof members / sizeof members[0]; k++) {
        const member *m = &members[k];
        char label[CAROM_NAME_SIZE + 40];
        bool of_spin = m->kind == SPIN || m->kind == SPIN_ENERGY;
        if ((m->along_t && !t->oblique) || (of_spin && !carom_problem_spins(t->problem)) ||
            (who == BOTH && (m->kind == VELOCITY || m->kind == SPIN))) {
            continue;
        }
        snprintf(label, sizeof label, "%.13s: %s", name, m->label);
        fprintf(t->stream, "%-*s", LABEL_WIDTH, label);
        print_cell(t, m, who, t->reference, false);
        for (size_t i = first; i < end; i++) {
            print_cell(t, m, who, &t->of[i], true);
        }
        fputc('\n', t->stream);
    }
}

static bool moves(const carom_problem *problem, const carom_exchange *exchange, whose who)
{
    return who == BALL_A ? !problem->ball[exchange->a].fixed
                         : !exchange->wall && !problem->ball[exchange->b].fixed;
}

static void print_block(const table *t, size_t first, size_t end)
{
    const carom_exchange *one = t->reference;
    const carom_ball *ball = t->problem->ball;
    bool a = moves(t->problem, one, BALL_A), b = moves(t->problem, one, BALL_B);
    fprintf(t->stream, "%-*s %*s", LABEL_WIDTH, "", COLUMN_WIDTH, "before");
    for (size_t i = first; i < end; i++) {
        fprintf(t->stream, " %*.*s", COLUMN_WIDTH, COLUMN_WIDTH, t->name[i]);
    }
    fputc('\n', t->stream);
    if (a) {
        print_share(t, ball[one->a].name, BALL_A, first, end);
    }
    if (b) {
        print_share(t, ball[one->b].name, BALL_B, first, end);
    }
    if (a && b) {
        print_share(t, "both", BOTH, first, end);
    }
}

void carom_exchange_print(FILE *stream, const carom_problem *problem, const carom_exchange *of,
                          const char *const *name, size_t count, size_t reference)
{
    const carom_exchange *one = &of[reference];
    table t = {.stream = stream,
               .problem = problem,
               .of = of,
               .name = name,
               .count = count,
               .reference = one,
               .oblique = carom_exchange_is_oblique(one)};
    fprintf(stream,
            "\n%s meets %s at t = %.4g s (%s)\n"
            "n points from the one to the other at the touch, t is n turned by +90 degrees\n",
            problem->ball[one->a].name,
            one->wall ? carom_wall_name(problem, one->b) : problem->ball[one->b].name, one->t_s,
            name[reference]);
    for (size_t first = 0; first < count; first += ABREAST - 1) {
        size_t end = first + ABREAST - 1;
        print_block(&t, first, end < count ? end : count);
    }
}
