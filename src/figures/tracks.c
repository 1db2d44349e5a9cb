/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interpolates the positions of balls between samples. */
#include "figures/figures.h"

/* Times that differ by less than this part of the sampling interval are equal: their order is
 * unknown. */
static const double same_time = 1e-9;

/* ---- collisions ---- */

/* Collects the collisions by time, without rows that lack a time, an impulse or a known ball a. */
static void collect_collisions(carom_tracks *tracks)
{
    const carom_problem *problem = tracks->problem;
    for (size_t i = 0; i < tracks->recorded->impacts; i++) {
        const carom_recorded_impact *impact = &tracks->recorded->impact[i];
        carom_track_collision one = {impact->t_s,
                                     impact->t_s + impact->contact_s,
                                     carom_vec_scale(impact->impulse_Ns, impact->normal),
                                     impact->normal,
                                     carom_problem_ball_called(problem, impact->a),
                                     carom_problem_ball_called(problem, impact->b)};
        if (isfinite(one.to_s) && isfinite(one.impulse.x + one.impulse.y) &&
            one.a < problem->count) {
            tracks->collision[tracks->collisions++] = one;
        }
    }
    qsort(tracks->collision, tracks->collisions, sizeof *tracks->collision, carom_compare_numbers);
}

/* ---- free flight ---- */

static const carom_recorded_state *state_at(const carom_tracks *tracks, size_t ball, size_t sample)
{
    return &tracks->recorded->state[sample * tracks->problem->count + ball];
}

static carom_knot sample_knot(const carom_tracks *tracks, size_t ball, size_t sample)
{
    const carom_recorded_state *state = state_at(tracks, ball, sample);
    carom_knot knot = {.t_s = state->t_s, .position = {state->x_m[0], state->x_m[1]}};
    knot.in = knot.out = (carom_vec){state->v_mps[0], state->v_mps[1]};
    return knot;
}

/* Free flight from a knot to an earlier or later time. */
static carom_knot free_flight(const carom_tracks *tracks, const carom_knot *from, double t_s)
{
    double tau = t_s - from->t_s;
    carom_vec g = tracks->problem->gravity_mps2, v = tau >= 0 ? from->out : from->in,
              then = carom_vec_add_scaled(v, tau, g);
    return (carom_knot){t_s, carom_vec_free_fall(from->position, v, g, tau), then, then};
}

/* On a periodic table, the image of @p x nearest to @p about. */
static carom_vec image(const carom_tracks *tracks, carom_vec x, carom_vec about)
{
    return carom_vec_add(about,
                         carom_torus_shortest(tracks->problem, carom_vec_subtract(x, about)));
}

/* ---- knots ---- */

/* Contacts of a ball that overlap in time; its motion within is unknown. */
typedef struct {
    double from_s, to_s;
    carom_vec impulse; /* gained momentum, N s */
} contact_group;

typedef struct {
    carom_tracks *tracks;
    size_t ball, samples, knots, next; /* next sample to append */
    contact_group *groups;
    size_t count;
} track_builder;

static void append_knot(track_builder *l, const carom_knot *knot)
{
    l->tracks->knot[l->knots++] = *knot;
}

static double sample_time(const track_builder *l, size_t sample)
{
    return state_at(l->tracks, l->ball, sample)->t_s;
}

static void append_samples(track_builder *l, double until_s)
{
    while (l->next < l->samples && sample_time(l, l->next) <= until_s) {
        carom_knot knot = sample_knot(l->tracks, l->ball, l->next++);
        append_knot(l, &knot);
    }
}

static void collect_groups(track_builder *l)
{
    l->count = 0;
    for (size_t i = 0; i < l->tracks->collisions; i++) {
        const carom_track_collision *m = &l->tracks->collision[i];
        double sign = m->a == l->ball ? -1 : 1;
        contact_group *last = l->count == 0 ? NULL : &l->groups[l->count - 1];
        if (m->a != l->ball && m->b != l->ball) {
            continue;
        }
        if (last == NULL || m->from_s > last->to_s) {
            last = &l->groups[l->count++];
            *last = (contact_group){m->from_s, m->to_s, {0, 0}};
        }
        last->to_s = fmax(last->to_s, m->to_s);
        last->impulse = carom_vec_add_scaled(last->impulse, sign, m->impulse);
    }
}

/* State of the ball after the k-th group: by free flight back from the next sample or, if another
 * contact comes first, from the gained momentum. In that case it moves with the mean of both
 * velocities, as for a force symmetric in time. */
static carom_knot state_after_contact(const track_builder *l, size_t k, const carom_knot *onset)
{
    const contact_group *s = &l->groups[k];
    double mass = l->tracks->problem->ball[l->ball].mass_kg, lasts = s->to_s - s->from_s;
    carom_knot knot = {.t_s = s->to_s};
    if (l->next < l->samples &&
        (k + 1 == l->count || l->groups[k + 1].from_s >= sample_time(l, l->next))) {
        carom_knot sample = sample_knot(l->tracks, l->ball, l->next);
        knot = free_flight(l->tracks, &sample, s->to_s);
        knot.position = image(l->tracks, knot.position, onset->position);
        return knot;
    }
    carom_vec out = carom_vec_add_scaled(carom_vec_add_scaled(onset->in, 1 / mass, s->impulse),
                                         lasts, l->tracks->problem->gravity_mps2);
    knot.in = knot.out = out;
    knot.position = carom_vec_add_scaled(onset->position, 0.5 * lasts,
                                         carom_vec_add(onset->in, out));
    return knot;
}

/* Whether velocities and positions before and after the group are consistent. */
static bool is_consistent(const track_builder *l, const carom_knot *onset,
                          const carom_knot *separation)
{
    const double tolerance = 0.05; /* of the radius; a larger jump is visible */
    double lasts = separation->t_s - onset->t_s,
           path_m = 0.5 * lasts * (carom_vec_length(onset->in) + carom_vec_length(separation->out));
    carom_vec expected = carom_vec_add_scaled(onset->position, 0.5 * lasts,
                                              carom_vec_add(onset->in, separation->out));
    return carom_vec_length(carom_vec_subtract(separation->position, expected)) <=
           tolerance * l->tracks->problem->ball[l->ball].radius_m + path_m;
}

static void add_group(track_builder *l, size_t k, size_t begin)
{
    const contact_group *s = &l->groups[k];
    double tolerance_s = same_time * carom_tracks_spacing(l->tracks);
    append_samples(l, s->from_s - tolerance_s);
    if (l->knots == begin ||
        (l->next < l->samples && sample_time(l, l->next) <= s->from_s + tolerance_s)) {
        return; /* before the first sample, or at one */
    }
    carom_knot onset = free_flight(l->tracks, &l->tracks->knot[l->knots - 1], s->from_s);
    size_t wrap_position = l->next;
    while (l->next < l->samples && sample_time(l, l->next) <= s->to_s + tolerance_s) {
        l->next++;
    }
    carom_knot separation = state_after_contact(l, k, &onset);
    if (!is_consistent(l, &onset, &separation)) {
        l->next = wrap_position;
        return;
    }
    if (s->to_s > s->from_s) {
        size_t outside = l->next;
        append_knot(l, &onset);
        l->next = wrap_position;
        append_samples(l, s->to_s - tolerance_s);
        l->next = outside;
        append_knot(l, &separation);
    } else {
        onset.out = separation.out;
        append_knot(l, &onset);
    }
}

static void add_ball(track_builder *l)
{
    size_t begin = l->knots;
    l->next = 0;
    collect_groups(l);
    for (size_t k = 0; k < l->count && !l->tracks->problem->ball[l->ball].fixed; k++) {
        add_group(l, k, begin);
    }
    append_samples(l, INFINITY);
}

carom_status carom_tracks_build(carom_tracks *tracks, const carom_problem *problem,
                                const carom_recorded_solver *recorded,
                                const volatile sig_atomic_t *stop, carom_error *error)
{
    size_t samples = recorded->states / problem->count, balls = problem->count;
    track_builder l = {.tracks = tracks, .samples = samples};
    carom_status status = CAROM_OK;
    *tracks = (carom_tracks){.problem = problem, .recorded = recorded};
    tracks->collision = calloc(recorded->impacts + 1, sizeof *tracks->collision);
    /* a collision adds at most two knots for each of two balls */
    tracks->knot = calloc(samples * balls + 4 * recorded->impacts, sizeof *tracks->knot);
    tracks->first = calloc(balls + 1, sizeof *tracks->first);
    l.groups = calloc(recorded->impacts + 1, sizeof *l.groups);
    if (tracks->collision == NULL || tracks->knot == NULL || tracks->first == NULL ||
        l.groups == NULL) {
        free(l.groups);
        return carom_error_no_memory(error);
    }
    collect_collisions(tracks);
    for (l.ball = 0; l.ball < balls && status == CAROM_OK; l.ball++) {
        tracks->first[l.ball] = l.knots;
        add_ball(&l);
        status = carom_rows_is_cancelled(stop, 0) ? carom_error_interrupted(error) : CAROM_OK;
    }
    tracks->first[balls] = l.knots;
    free(l.groups);
    return status;
}

void carom_tracks_free(carom_tracks *tracks)
{
    free(tracks->knot);
    free(tracks->first);
    free(tracks->collision);
    *tracks = (carom_tracks){.problem = NULL};
}

/* ---- queries ---- */

size_t carom_tracks_samples(const carom_tracks *tracks)
{
    return tracks->recorded->states / tracks->problem->count;
}

double carom_tracks_spacing(const carom_tracks *tracks)
{
    size_t samples = carom_tracks_samples(tracks);
    return samples < 2 ? 0
                       : (state_at(tracks, 0, samples - 1)->t_s - state_at(tracks, 0, 0)->t_s) /
                             (double)(samples - 1);
}

/* Cubic Hermite interpolation at the fraction u of the interval tau from a to b. */
static double cubic(double a, double va, double b, double vb, double tau, double u)
{
    double w = 1 - u;
    return w * w * (1 + 2 * u) * a + u * u * (1 + 2 * w) * b + tau * u * w * (w * va - u * vb);
}

/* Wraps a position into a periodic table. */
static carom_vec wrap_position(const carom_problem *problem, carom_vec x)
{
    if (problem->boundary == CAROM_PERIODIC) {
        x.x -= problem->width_m * floor(x.x / problem->width_m);
        x.y -= problem->height_m * floor(x.y / problem->height_m);
    }
    return x;
}

const carom_knot *carom_tracks_knot(const carom_tracks *tracks, size_t ball, double t_s)
{
    size_t low = tracks->first[ball], high = tracks->first[ball + 1];
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(tracks->knot[middle].t_s <= t_s ? &low : &high) = middle;
    }
    return &tracks->knot[low];
}

carom_vec carom_tracks_position(const carom_tracks *tracks, size_t ball, double t_s)
{
    const carom_knot *a = carom_tracks_knot(tracks, ball, t_s),
                     *end = &tracks->knot[tracks->first[ball + 1]],
                     *b = a + 1 < end && t_s > a->t_s ? a + 1 : a;
    double tau = b->t_s - a->t_s;
    if (tau <= 0) {
        return a->position;
    }
    carom_vec to = image(
        tracks, b->position,
        carom_vec_add_scaled(a->position, 0.5 * tau, carom_vec_add(a->out, b->in)));
    return wrap_position(
        tracks->problem,
        (carom_vec){cubic(a->position.x, a->out.x, to.x, b->in.x, tau, (t_s - a->t_s) / tau),
                    cubic(a->position.y, a->out.y, to.y, b->in.y, tau, (t_s - a->t_s) / tau)});
}
