/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts collisions of balls with each other and with walls, in arbitrary precision. */
#include "solvers/oracle/oracle.h"

/* First root of |d + v t| = reach in t (scene/scene.h), for relative position d and velocity v.
 * @return false without a root */
static bool time_of_impact(oracle_world *world, const mpfr_t reach, mpfr_t t)
{
    oracle_scratch *s = &world->scratch;
    const oracle_vec *d = &s->relative.position, *v = &s->relative.velocity;
    mpfr_ptr p = s->p, c = s->c, disc = s->disc, v2 = s->v2;
    oracle_dot(p, d, v);
    if (mpfr_sgn(p) >= 0) {
        return false;
    }
    oracle_dot(c, d, d);
    mpfr_sqr(disc, world->rounding_speed, N);
    mpfr_mul(disc, disc, c, N);
    mpfr_sqr(v2, p, N);
    if (mpfr_cmp(v2, disc) <= 0) {
        return false; /* the approach is rounding error */
    }
    mpfr_sqr(disc, reach, N);
    mpfr_sub(c, c, disc, N);
    oracle_dot(v2, v, v);
    mpfr_fmms(disc, p, p, v2, c, N);
    if (mpfr_sgn(disc) <= 0) {
        return false;
    }
    mpfr_sqrt(disc, disc, N);
    mpfr_sub(disc, disc, p, N);
    mpfr_div(t, c, disc, N);
    if (mpfr_sgn(t) < 0) {
        mpfr_set_zero(t, 1);
    }
    return true;
}

/* Set `when` to the collision with the image of j at a distance of `across` and `up` tables, if
 * that is earlier. */
static void try_image(oracle_world *world, int across, int up, mpfr_t event_time)
{
    oracle_scratch *s = &world->scratch;
    oracle_vec *position = &s->relative.position;
    mpfr_mul_si(position->x, world->width, across, N);
    mpfr_mul_si(position->y, world->height, up, N);
    oracle_vec_add(position, position, &s->nearest);
    if (time_of_impact(world, s->reach, s->event_time)) {
        mpfr_add(s->event_time, s->event_time, world->now, N);
        if (mpfr_cmp(s->event_time, event_time) < 0) {
            mpfr_set(event_time, s->event_time, N);
        }
    }
}

static void predict_pair(oracle_world *world, size_t i, size_t j)
{
    size_t n = world->problem->count;
    int images = world->problem->boundary == CAROM_PERIODIC ? 1 : 0;
    mpfr_ptr event_time = world->pair_time[i < j ? i * n + j : j * n + i];
    oracle_scratch *s = &world->scratch;
    mpfr_set_inf(event_time, 1);
    world->report.pair_tests++;
    if (world->problem->ball[i].fixed && world->problem->ball[j].fixed) {
        return;
    }
    mpfr_add(s->reach, world->ball[i].radius, world->ball[j].radius, N);
    carom_oracle_ball_at(world, i, world->now, &s->here);
    carom_oracle_ball_at(world, j, world->now, &s->there);
    oracle_vec_sub(&s->nearest, &s->there.position, &s->here.position);
    oracle_vec_sub(&s->relative.velocity, &s->there.velocity, &s->here.velocity);
    for (int a = -images; a <= images; a++) {
        for (int b = -images; b <= images; b++) {
            try_image(world, a, b, event_time);
        }
    }
}

/* Like carom_time_to_line: time to reach a line at distance d >= 0, at speed u away from it and
 * acceleration a away from it. */
static void time_to_line(oracle_world *world, mpfr_t t)
{
    mpfr_ptr d = world->scratch.distance, u = world->scratch.speed, a = world->scratch.pull,
             root = world->scratch.root;
    mpfr_mul(root, a, d, N);
    mpfr_mul_2ui(root, root, 1, N);
    mpfr_sqr(t, u, N);
    mpfr_sub(root, t, root, N);
    mpfr_set_inf(t, 1);
    if (mpfr_sgn(root) < 0 || (mpfr_sgn(a) >= 0 && mpfr_sgn(u) >= 0)) {
        return;
    }
    mpfr_sqrt(root, root, N);
    if (mpfr_sgn(a) < 0 && mpfr_sgn(u) > 0) {
        mpfr_add(root, u, root, N);
        mpfr_neg(a, a, N);
        mpfr_div(t, root, a, N);
    } else {
        mpfr_sub(root, root, u, N);
        mpfr_mul_2ui(d, d, 1, N);
        if (mpfr_zero_p(root) != 0) {
            mpfr_set_zero(t, 1);
        } else {
            mpfr_div(t, d, root, N);
        }
    }
}

/* Distance of ball i from a side, its speed away from the side, and its acceleration away from it.
 */
static void compute_border_approach(oracle_world *world, size_t i, int wall)
{
    const oracle_ball *ball = &world->ball[i];
    bool horizontal = wall == CAROM_LEFT || wall == CAROM_RIGHT,
         upper = wall == CAROM_RIGHT || wall == CAROM_TOP;
    bool surface = world->problem->boundary == CAROM_WALLS &&
                   world->problem->wall_contact == CAROM_SURFACE;
    mpfr_ptr d = world->scratch.distance, u = world->scratch.speed, a = world->scratch.pull;
    mpfr_set(d, horizontal ? ball->at.position.x : ball->at.position.y, N);
    mpfr_set(u, horizontal ? ball->at.velocity.x : ball->at.velocity.y, N);
    mpfr_set(a, horizontal ? world->gravity.x : world->gravity.y, N);
    if (upper) {
        mpfr_sub(d, horizontal ? world->width : world->height, d, N);
        mpfr_neg(u, u, N);
        mpfr_neg(a, a, N);
    }
    if (surface) {
        mpfr_sub(d, d, ball->radius, N);
    }
    if (mpfr_sgn(d) < 0) {
        mpfr_set_zero(d, 1);
    }
}

/* ---- parts of other shapes, as in carom_part_contact_time ---- */

/* Position of ball i at `when` after now, relative to the beginning or centre of a part. */
static carom_vec position_at(oracle_world *world, size_t i, const mpfr_t event_time,
                             const carom_part *part)
{
    oracle_scratch *s = &world->scratch;
    mpfr_add(s->term, world->now, event_time, N);
    carom_oracle_ball_at(world, i, s->term, &s->here);
    return carom_vec_subtract(oracle_vec_get(&s->here.position), part->from_m);
}

/* An edge acts on a ball whose centre is in front of its line, or crosses it first. */
static void time_to_edge(oracle_world *world, size_t i, size_t wall, mpfr_t event_time)
{
    const carom_part *part = &world->problem->part[wall];
    const oracle_ball *ball = &world->ball[i];
    oracle_scratch *s = &world->scratch;
    double size = part->length_m + fabs(part->from_m.x) + fabs(part->from_m.y);
    double interface = CAROM_JOINT_ROUNDING * size, along;
    oracle_vec_set_d(&s->displacement, part->from_m);
    oracle_vec_sub(&s->displacement, &s->displacement, &ball->at.position);
    oracle_dot(s->distance, &s->displacement, &world->outward[wall]);
    bool behind = mpfr_sgn(s->distance) <= 0;
    mpfr_sub(s->distance, s->distance, s->reach, N);
    if (!behind && mpfr_sgn(s->distance) < 0) {
        mpfr_set_zero(s->distance, 1);
    }
    oracle_dot(s->speed, &ball->at.velocity, &world->outward[wall]);
    mpfr_neg(s->speed, s->speed, N);
    oracle_dot(s->pull, &world->gravity, &world->outward[wall]);
    mpfr_neg(s->pull, s->pull, N);
    mpfr_neg(s->gap, world->rounding_speed, N);
    if ((behind && (mpfr_sgn(s->pull) >= 0 || mpfr_sgn(s->speed) <= 0)) ||
        (mpfr_sgn(s->pull) >= 0 && mpfr_cmp(s->speed, s->gap) >= 0)) {
        return;
    }
    time_to_line(world, event_time);
    if (mpfr_inf_p(event_time) == 0) {
        along = carom_vec_dot(part->along, position_at(world, i, event_time, part));
        if (along + part->extension_m[0] + interface <= 0 ||
            along > part->length_m + part->extension_m[1] + interface) {
            mpfr_set_inf(event_time, 1);
        }
    }
}

/* Later root of |x + v t| = R - reach: t = (-p + sqrt(p^2 - v^2 c))/v^2 with p = x.v, c = x^2 - (R
 * - reach)^2, in the form without cancellation. */
static void time_to_arc(oracle_world *world, size_t i, size_t wall, mpfr_t event_time)
{
    const carom_part *part = &world->problem->part[wall];
    oracle_scratch *s = &world->scratch;
    oracle_vec *x = &s->relative.position, *v = &s->relative.velocity;
    oracle_dot(s->v2, v, v);
    mpfr_d_sub(s->gap, part->radius_m, s->reach, N);
    mpfr_sqr(s->gap, s->gap, N);
    oracle_dot(s->c, x, x);
    mpfr_sub(s->c, s->c, s->gap, N);
    oracle_dot(s->p, x, v);
    mpfr_fmms(s->disc, s->p, s->p, s->v2, s->c, N);
    if (mpfr_zero_p(s->v2) != 0 || mpfr_sgn(s->disc) < 0) {
        return;
    }
    mpfr_sqrt(s->disc, s->disc, N);
    if (mpfr_sgn(s->p) > 0) {
        mpfr_add(s->disc, s->disc, s->p, N);
        mpfr_div(event_time, s->c, s->disc, N);
        mpfr_neg(event_time, event_time, N);
    } else {
        mpfr_sub(s->disc, s->disc, s->p, N);
        mpfr_div(event_time, s->disc, s->v2, N);
    }
    if (mpfr_sgn(event_time) < 0) {
        mpfr_set_zero(event_time, 1);
    }
    carom_vec r = position_at(world, i, event_time, part);
    double size = carom_vec_length(r);
    if (!(carom_vec_dot(part->along, r) - part->cosine * size + CAROM_JOINT_ROUNDING * size > 0)) {
        mpfr_set_inf(event_time, 1);
    }
}

static void predict_part(oracle_world *world, size_t i, size_t wall, mpfr_t event_time)
{
    const carom_part *part = &world->problem->part[wall];
    const oracle_ball *ball = &world->ball[i];
    oracle_scratch *s = &world->scratch;
    mpfr_set_zero(s->reach, 1);
    if (world->problem->wall_contact == CAROM_SURFACE) {
        mpfr_set(s->reach, ball->radius, N);
    }
    oracle_vec_set_d(&s->displacement, part->from_m);
    oracle_vec_sub(&s->relative.position, &ball->at.position, &s->displacement);
    oracle_vec_set(&s->relative.velocity, &ball->at.velocity);
    if (part->kind == CAROM_EDGE) {
        time_to_edge(world, i, wall, event_time);
    } else if (part->kind == CAROM_ARC) {
        time_to_arc(world, i, wall, event_time);
    } else {
        mpfr_add_d(s->reach, s->reach, part->radius_m, N);
        if (!time_of_impact(world, s->reach, event_time)) {
            mpfr_set_inf(event_time, 1);
        }
    }
}

static void predict_border(oracle_world *world, size_t i, size_t wall)
{
    mpfr_ptr event_time = world->wall_time[world->walls * i + wall];
    mpfr_set_inf(event_time, 1);
    if (world->problem->ball[i].fixed) {
        return;
    }
    if (world->problem->part != NULL) {
        predict_part(world, i, wall, event_time);
    } else {
        compute_border_approach(world, i, (int)wall);
        time_to_line(world, event_time);
    }
    if (mpfr_inf_p(event_time) == 0) {
        mpfr_add(event_time, event_time, world->now, N);
    }
}

void carom_oracle_predict(oracle_world *world, size_t i)
{
    for (size_t j = 0; j < world->problem->count; j++) {
        if (j != i && !carom_is_cancelled(world->cancel)) {
            predict_pair(world, i, j);
        }
    }
    for (size_t wall = 0; wall < world->walls; wall++) {
        predict_border(world, i, wall);
    }
}
