/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run.h"

/* ---- balance ---- */

static carom_ball_balance compute_balance(const carom_ball *ball, double v_n, double v_t,
                                          double spin)
{
    double m = ball->mass_kg;
    return (carom_ball_balance){v_n,
                                v_t,
                                m * v_n,
                                m * v_t,
                                0.5 * m * (v_n * v_n + v_t * v_t),
                                spin,
                                0.5 * carom_ball_inertia(ball) * spin * spin};
}

/* Rotates the velocities of a contact sample into the frame of contact onset. The normal rotates
 * during a contact. */
static carom_ball_balance balance_in_frame(const carom_contact_sample *touch,
                                           const carom_contact_sample *m, const carom_ball *ball,
                                           double v_n, double v_t, double spin)
{
    double c = carom_vec_dot(m->normal, touch->normal),
           s = carom_vec_cross(touch->normal, m->normal);
    return compute_balance(ball, c * v_n - s * v_t, s * v_n + c * v_t, spin);
}

static carom_ball_balance sum_balances(const carom_ball_balance two[2])
{
    return (carom_ball_balance){NAN,
                                NAN,
                                two[0].p_n_kgmps + two[1].p_n_kgmps,
                                two[0].p_t_kgmps + two[1].p_t_kgmps,
                                two[0].kinetic_J + two[1].kinetic_J,
                                NAN,
                                two[0].spin_J + two[1].spin_J};
}

static void fill_balances(const carom_problem *problem, const carom_contact_sample *touch,
                          const carom_contact_sample *m, carom_ball_balance ball_balance[2])
{
    const carom_ball *a = &problem->ball[m->a];
    ball_balance[0] = balance_in_frame(touch, m, a, m->va_n_mps, m->va_t_mps, m->spin_a_radps);
    ball_balance[1] = (carom_ball_balance){0};
    if (!m->wall) {
        ball_balance[1] = balance_in_frame(touch, m, &problem->ball[m->b], m->vb_n_mps, m->vb_t_mps,
                                           m->spin_b_radps);
    }
}

/* Seen from the other body, n and t both point the other way. */
static void swap_balls(carom_ball_balance ball_balance[2])
{
    carom_ball_balance other = ball_balance[0];
    ball_balance[0] = ball_balance[1];
    ball_balance[1] = other;
    for (size_t i = 0; i < 2; i++) {
        ball_balance[i].v_n_mps = 0 - ball_balance[i].v_n_mps;
        ball_balance[i].v_t_mps = 0 - ball_balance[i].v_t_mps;
        ball_balance[i].p_n_kgmps = 0 - ball_balance[i].p_n_kgmps;
        ball_balance[i].p_t_kgmps = 0 - ball_balance[i].p_t_kgmps;
    }
}

carom_collision_balance carom_collision_balance_of(const carom_problem *problem,
                                                   const carom_contact_samples *contact_samples,
                                                   size_t contact)
{
    const carom_contact_sample *first = NULL, *last = NULL;
    carom_collision_balance balance = {.over = false};
    for (size_t k = 0; k < contact_samples->count; k++) {
        if (contact_samples->item[k].contact == contact) {
            last = &contact_samples->item[k];
            first = first == NULL ? last : first;
        }
    }
    if (first == last || !last->over) {
        return balance;
    }
    balance = (carom_collision_balance){
        .over = true, .a = first->a, .b = first->b, .wall = first->wall, .t_s = first->t_s};
    fill_balances(problem, first, first, balance.before);
    fill_balances(problem, first, last, balance.after);
    if (!balance.wall && balance.b < balance.a) {
        balance.a = first->b;
        balance.b = first->a;
        swap_balls(balance.before);
        swap_balls(balance.after);
    }
    balance.sum_before = sum_balances(balance.before);
    balance.sum_after = sum_balances(balance.after);
    return balance;
}

/* ---- table ---- */

enum { MAX_COLUMNS = 5, LABEL_WIDTH = 34, COLUMN_WIDTH = 15 };

typedef struct {
    FILE *stream;
    const carom_problem *problem;
    const carom_collision_balance *of;
    const char *const *name;
    const carom_collision_balance *reference;
    bool oblique; /* a body moves along t or spins */
} table;

typedef enum { BALL_A, BALL_B, BOTH } owner;
typedef enum { VELOCITY, MOMENTUM, ENERGY, SPIN, SPIN_ENERGY } kind;

/* A row: a member of a ball balance. */
typedef struct {
    const char *label;
    size_t offset;
    kind kind;
    bool along_t;
} member;

static const member members[] = {
    {"v_n (m/s)", offsetof(carom_ball_balance, v_n_mps), VELOCITY, false},
    {"v_t (m/s)", offsetof(carom_ball_balance, v_t_mps), VELOCITY, true},
    {"p_n (kg m/s)", offsetof(carom_ball_balance, p_n_kgmps), MOMENTUM, false},
    {"p_t (kg m/s)", offsetof(carom_ball_balance, p_t_kgmps), MOMENTUM, true},
    {"kinetic energy (J)", offsetof(carom_ball_balance, kinetic_J), ENERGY, false},
    {"spin (rad/s)", offsetof(carom_ball_balance, spin_radps), SPIN, false},
    {"energy of spin (J)", offsetof(carom_ball_balance, spin_J), SPIN_ENERGY, false}};

static double largest(const carom_ball_balance ball_balance[2], kind of)
{
    double most = 0;
    for (size_t i = 0; i < 2; i++) {
        const carom_ball_balance *s = &ball_balance[i];
        double value = of == VELOCITY ? fmax(fabs(s->v_n_mps), fabs(s->v_t_mps))
                     : of == MOMENTUM ? fmax(fabs(s->p_n_kgmps), fabs(s->p_t_kgmps))
                     : of == ENERGY   ? s->kinetic_J
                     : of == SPIN     ? fabs(s->spin_radps)
                                      : s->spin_J;
        most = fmax(most, value);
    }
    return most;
}

static double rounded(double value, const carom_ball_balance before[2], kind of)
{
    static const double rounding = 16 * DBL_EPSILON;
    return fabs(value) <= rounding * largest(before, of) ? 0 : value;
}

static double *member_of(carom_ball_balance *ball_balance, const member *m)
{
    return (double *)(void *)((char *)ball_balance + m->offset);
}

void carom_collision_balance_round(carom_collision_balance *balance,
                                   const carom_collision_balance *by)
{
    const carom_ball_balance before[2] = {by->before[0], by->before[1]};
    carom_ball_balance *const all[] = {&balance->before[0],  &balance->before[1],
                                       &balance->after[0],   &balance->after[1],
                                       &balance->sum_before, &balance->sum_after};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        for (size_t k = 0; k < sizeof members / sizeof members[0]; k++) {
            double *value = member_of(all[i], &members[k]);
            *value = rounded(*value, before, members[k].kind);
        }
    }
}

bool carom_collision_balance_is_oblique(const carom_collision_balance *balance)
{
    const carom_ball_balance *before = balance->before;
    return rounded(before[0].v_t_mps, before, VELOCITY) != 0 ||
           rounded(before[1].v_t_mps, before, VELOCITY) != 0 || largest(before, SPIN) > 0;
}

static void print_cell(const table *t, const member *m, owner of_whom,
                       const carom_collision_balance *balance, bool after)
{
    const carom_collision_balance *reference = t->reference;
    const carom_ball_balance *two = after ? balance->after : balance->before,
                             *sum = after ? &balance->sum_after : &balance->sum_before,
                             *ball_balance = of_whom == BOTH ? sum : &two[of_whom];
    bool same = balance->over && balance->a == reference->a && balance->b == reference->b &&
                balance->wall == reference->wall;
    double value = *(const double *)(const void *)((const char *)ball_balance + m->offset);
    char text[40] = "-";
    if (same) {
        snprintf(text, sizeof text, "%.4g", rounded(value, reference->before, m->kind));
    }
    fprintf(t->stream, " %*s", COLUMN_WIDTH, text);
}

static void print_rows(const table *t, const char *name, owner of_whom, size_t first, size_t end)
{
    for (size_t k = 0; k < sizeof members / sizeof members[0]; k++) {
        const member *m = &members[k];
        char label[CAROM_NAME_SIZE + 40];
        bool of_spin = m->kind == SPIN || m->kind == SPIN_ENERGY;
        if ((m->along_t && !t->oblique) || (of_spin && !carom_problem_spins(t->problem)) ||
            (of_whom == BOTH && (m->kind == VELOCITY || m->kind == SPIN))) {
            continue;
        }
        snprintf(label, sizeof label, "%.13s: %s", name, m->label);
        fprintf(t->stream, "%-*s", LABEL_WIDTH, label);
        print_cell(t, m, of_whom, t->reference, false);
        for (size_t i = first; i < end; i++) {
            print_cell(t, m, of_whom, &t->of[i], true);
        }
        fputc('\n', t->stream);
    }
}

static bool is_moving(const carom_problem *problem, const carom_collision_balance *balance,
                      owner of_whom)
{
    return of_whom == BALL_A ? !problem->ball[balance->a].fixed
                             : !balance->wall && !problem->ball[balance->b].fixed;
}

static void print_block(const table *t, size_t first, size_t end)
{
    const carom_collision_balance *one = t->reference;
    const carom_ball *ball = t->problem->ball;
    bool a = is_moving(t->problem, one, BALL_A), b = is_moving(t->problem, one, BALL_B);
    fprintf(t->stream, "%-*s %*s", LABEL_WIDTH, "", COLUMN_WIDTH, "before");
    for (size_t i = first; i < end; i++) {
        fprintf(t->stream, " %*.*s", COLUMN_WIDTH, COLUMN_WIDTH, t->name[i]);
    }
    fputc('\n', t->stream);
    if (a) {
        print_rows(t, ball[one->a].name, BALL_A, first, end);
    }
    if (b) {
        print_rows(t, ball[one->b].name, BALL_B, first, end);
    }
    if (a && b) {
        print_rows(t, "both", BOTH, first, end);
    }
}

void carom_collision_balance_print(FILE *stream, const carom_problem *problem,
                                   const carom_collision_balance *of, const char *const *name,
                                   size_t count, size_t reference)
{
    const carom_collision_balance *one = &of[reference];
    table t = {.stream = stream,
               .problem = problem,
               .of = of,
               .name = name,
               .reference = one,
               .oblique = carom_collision_balance_is_oblique(one)};
    fprintf(stream,
            "\n%s hits %s at t = %.4g s (%s)\nn points from the first body to the second at "
            "contact onset; t is n rotated by +90 degrees\n",
            problem->ball[one->a].name,
            one->wall ? carom_wall_name(problem, one->b) : problem->ball[one->b].name, one->t_s,
            name[reference]);
    for (size_t first = 0; first < count; first += MAX_COLUMNS - 1) {
        size_t end = first + MAX_COLUMNS - 1;
        print_block(&t, first, end < count ? end : count);
    }
}
