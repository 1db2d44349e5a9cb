/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Velocity, momentum and energy of the bodies of one collision, before and after. */
#include "run/run.h"

CAROM_COLUMNS(body, carom_body_state, CAROM_BODY_COLUMNS)

/* Body a or b of a contact at a sample, along the axes of contact onset: the normal rotates during
 * a contact. */
static carom_body_state state_at(const carom_problem *problem, const carom_contact_sample *onset,
                                 const carom_contact_sample *m, bool of_b)
{
    const carom_ball *ball = of_b && m->wall ? NULL : &problem->ball[of_b ? m->b : m->a];
    bool moves = ball != NULL && !ball->fixed;
    double v_n = of_b ? m->vb_n_mps : m->va_n_mps, v_t = of_b ? m->vb_t_mps : m->va_t_mps;
    carom_body_state s = {.ball = ball == NULL ? carom_wall_name(problem, m->b) : ball->name,
                          .radius_m = ball == NULL ? NAN : ball->radius_m,
                          .mass_kg = moves ? ball->mass_kg : NAN,
                          .side = of_b ? 1 : -1,
                          .normal = onset->normal,
                          .v_n_mps = v_n,
                          .v_t_mps = v_t,
                          .spin_radps = of_b ? m->spin_b_radps : m->spin_a_radps};
    if (m->normal.x != onset->normal.x || m->normal.y != onset->normal.y) {
        double cosine = carom_vec_dot(m->normal, onset->normal),
               sine = carom_vec_cross(onset->normal, m->normal);
        s.v_n_mps = cosine * v_n - sine * v_t;
        s.v_t_mps = sine * v_n + cosine * v_t;
    }
    s.p_n_kgmps = s.mass_kg * s.v_n_mps;
    s.p_t_kgmps = s.mass_kg * s.v_t_mps;
    s.kinetic_J = 0.5 * s.mass_kg * (s.v_n_mps * s.v_n_mps + s.v_t_mps * s.v_t_mps);
    s.spin_J = moves ? 0.5 * carom_ball_inertia(ball) * s.spin_radps * s.spin_radps : NAN;
    return s;
}

/* Seen from the other body, n and t both point the other way. */
static carom_body_state turn_axes(carom_body_state s)
{
    s.side = -s.side;
    s.normal = carom_vec_scale(-1, s.normal);
    s.v_n_mps = 0 - s.v_n_mps;
    s.v_t_mps = 0 - s.v_t_mps;
    s.p_n_kgmps = 0 - s.p_n_kgmps;
    s.p_t_kgmps = 0 - s.p_t_kgmps;
    return s;
}

static void fill_states(const carom_problem *problem, const carom_contact_sample *onset,
                        const carom_contact_sample *m, const char *when, carom_body_state state[3])
{
    bool turned = !m->wall && m->b < m->a;
    state[turned] = state_at(problem, onset, m, false);
    state[!turned] = state_at(problem, onset, m, true);
    for (size_t i = 0; i < 2; i++) {
        state[i] = turned ? turn_axes(state[i]) : state[i];
        state[i].when = when;
    }
    state[2] = (carom_body_state){.when = when,
                                  .ball = "both",
                                  .radius_m = NAN,
                                  .mass_kg = state[0].mass_kg + state[1].mass_kg,
                                  .side = NAN,
                                  .normal = state[0].normal,
                                  .v_n_mps = NAN,
                                  .v_t_mps = NAN,
                                  .p_n_kgmps = state[0].p_n_kgmps + state[1].p_n_kgmps,
                                  .p_t_kgmps = state[0].p_t_kgmps + state[1].p_t_kgmps,
                                  .kinetic_J = state[0].kinetic_J + state[1].kinetic_J,
                                  .spin_radps = NAN,
                                  .spin_J = state[0].spin_J + state[1].spin_J};
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
    if (first == last) {
        return balance;
    }
    balance = (carom_collision_balance){
        .over = last->over, .a = first->a, .b = first->b, .wall = first->wall, .t_s = first->t_s};
    if (!balance.wall && first->b < first->a) {
        balance.a = first->b;
        balance.b = first->a;
    }
    fill_states(problem, first, first, "before", balance.before);
    fill_states(problem, first, last, "after", balance.after);
    return balance;
}

/* ---- rounding ---- */

static void round_value(double *value, double largest)
{
    static const double rounding = 16 * DBL_EPSILON;
    *value = fabs(*value) <= rounding * largest ? 0 : *value;
}

/* The largest value of each kind before the collision. */
static carom_body_state largest_of(const carom_collision_balance *balance)
{
    carom_body_state most = {.v_n_mps = 0};
    for (size_t i = 0; i < 2; i++) {
        const carom_body_state *s = &balance->before[i];
        most.v_n_mps = fmax(most.v_n_mps, fmax(fabs(s->v_n_mps), fabs(s->v_t_mps)));
        most.p_n_kgmps = fmax(most.p_n_kgmps, fmax(fabs(s->p_n_kgmps), fabs(s->p_t_kgmps)));
        most.kinetic_J = fmax(most.kinetic_J, s->kinetic_J);
        most.spin_radps = fmax(most.spin_radps, fabs(s->spin_radps));
        most.spin_J = fmax(most.spin_J, s->spin_J);
    }
    return most;
}

void carom_collision_balance_round(carom_collision_balance *balance,
                                   const carom_collision_balance *by)
{
    const carom_body_state most = largest_of(by);
    for (size_t i = 0; i < 6; i++) {
        carom_body_state *s = i < 3 ? &balance->before[i] : &balance->after[i - 3];
        round_value(&s->v_n_mps, most.v_n_mps);
        round_value(&s->v_t_mps, most.v_n_mps);
        round_value(&s->p_n_kgmps, most.p_n_kgmps);
        round_value(&s->p_t_kgmps, most.p_n_kgmps);
        round_value(&s->kinetic_J, most.kinetic_J);
        round_value(&s->spin_radps, most.spin_radps);
        round_value(&s->spin_J, most.spin_J);
    }
}

bool carom_collision_balance_is_oblique(const carom_collision_balance *balance)
{
    const carom_body_state most = largest_of(balance);
    double v_t[] = {balance->before[0].v_t_mps, balance->before[1].v_t_mps};
    round_value(&v_t[0], most.v_n_mps);
    round_value(&v_t[1], most.v_n_mps);
    return v_t[0] != 0 || v_t[1] != 0 || most.spin_radps > 0;
}

/* ---- table ---- */

void carom_collision_balance_print(FILE *stream, const carom_problem *problem,
                                   carom_collision_balance *of, const char *const *name,
                                   size_t count, size_t reference)
{
    const carom_collision_balance one = of[reference];
    const carom_table table = {.columns = body_columns,
                               .row_size = sizeof(carom_body_state),
                               .shown = carom_problem_spins(problem)
                                          ? "solver when ball v_n_mps v_t_mps p_n_kgmps p_t_kgmps "
                                            "kinetic_J spin_radps spin_J"
                                          : "solver when ball v_n_mps v_t_mps p_n_kgmps p_t_kgmps "
                                            "kinetic_J"};
    carom_body_state *row = carom_allocate(3 * (count + 1), sizeof *row);
    carom_frame frame = {.table = &table, .row = (char *)row};
    bool moves[2] = {!isnan(one.before[0].mass_kg), !isnan(one.before[1].mass_kg)};
    for (size_t i = 0; i < count; i++) {
        carom_collision_balance_round(&of[i], &one);
    }
    for (size_t body = 0; body < 3; body++) {
        if (!(body < 2 ? moves[body] : moves[0] && moves[1])) {
            continue;
        }
        row[frame.rows] = of[reference].before[body];
        row[frame.rows++].solver = name[reference];
        for (size_t i = 0; i < count; i++) {
            if (of[i].over && of[i].a == one.a && of[i].b == one.b && of[i].wall == one.wall) {
                row[frame.rows] = of[i].after[body];
                row[frame.rows++].solver = name[i];
            }
        }
    }
    fprintf(stream,
            "\n%s hits %s at t = %.4g s (%s)\nn points from the first body to the second at "
            "contact onset; t is n rotated by +90 degrees\n",
            one.before[0].ball, one.before[1].ball, one.t_s, name[reference]);
    carom_frame_print(&frame, stream);
    free(row);
}
