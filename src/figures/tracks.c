/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/figures.h"
#include "scene/boundaries.h"
#include <math.h>
#include <stdlib.h>

/* A sample and a collision whose times differ by less than this part of the time between samples
 * are at one time: which of them comes first is not known. */
static const double same_time = 1e-9;

/* ---- collisions ---- */

static int by_time(const void *a, const void *b)
{
    const carom_track_meeting *p = a, *q = b;
    return (p->from_s > q->from_s) - (p->from_s < q->from_s);
}

/* Rows that have no time or no impulse, and fixed balls' names that are nobody's, are left out. */
static void take_meetings(carom_tracks *tracks)
{
    const carom_problem *problem = tracks->problem;
    for (size_t i = 0; i < tracks->recorded->impacts; i++) {
        const carom_recorded_impact *impact = &tracks->recorded->impact[i];
        carom_track_meeting one = {impact->t_s,
                                   impact->t_s + impact->contact_s,
                                   carom_vec_times(impact->impulse_Ns, impact->normal),
                                   impact->normal,
                                   carom_problem_ball_called(problem, impact->a),
                                   carom_problem_ball_called(problem, impact->b)};
        if (isfinite(one.to_s) && isfinite(one.taken.x + one.taken.y) && one.a < problem->count) {
            tracks->meeting[tracks->meetings++] = one;
        }
    }
    qsort(tracks->meeting, tracks->meetings, sizeof *tracks->meeting, by_time);
}

/* ---- from place to place ---- */

static const carom_recorded_state *state_at(const carom_tracks *tracks, size_t ball, size_t sample)
{
    return &tracks->recorded->state[sample * tracks->problem->count + ball];
}

static carom_knot sample_of(const carom_tracks *tracks, size_t ball, size_t sample)
{
    const carom_recorded_state *state = state_at(tracks, ball, sample);
    carom_knot knot = {.t_s = state->t_s, .place = {state->x_m[0], state->x_m[1]}};
    knot.in = knot.out = (carom_vec){state->v_mps[0], state->v_mps[1]};
    return knot;
}

/* Free flight from a knot to a later time or, from what arrives there, to an earlier one. */
static carom_knot flown(const carom_tracks *tracks, const carom_knot *from, double t_s)
{
    double tau = t_s - from->t_s;
    carom_vec g = tracks->problem->gravity_mps2, v = tau >= 0 ? from->out : from->in,
              then = carom_vec_ahead(v, tau, g);
    return (carom_knot){t_s, carom_vec_fallen(from->place, v, g, tau), then, then};
}

/* On a periodic table the image of @p x that is nearest to @p about. */
static carom_vec image(const carom_tracks *tracks, carom_vec x, carom_vec about)
{
    return carom_vec_add(about, carom_torus_shortest(tracks->problem, carom_vec_minus(x, about)));
}

/* ---- knots ---- */

/* Contacts of one ball that overlap in time: between them nothing is known of it. */
typedef struct {
    double from_s, to_s;
    carom_vec gained; /* momentum, N s */
} spell;

typedef struct {
    carom_tracks *tracks;
    size_t ball, samples, knots, next; /* next sample */
    spell *spells;
    size_t count;
} laying;

static void put(laying *l, const carom_knot *knot)
{
    l->tracks->knot[l->knots++] = *knot;
}

static double time_of(const laying *l, size_t sample)
{
    return state_at(l->tracks, l->ball, sample)->t_s;
}

static void put_samples(laying *l, double until_s)
{
    while (l->next < l->samples && time_of(l, l->next) <= until_s) {
        carom_knot knot = sample_of(l->tracks, l->ball, l->next++);
        put(l, &knot);
    }
}

static void gather_spells(laying *l)
{
    l->count = 0;
    for (size_t i = 0; i < l->tracks->meetings; i++) {
        const carom_track_meeting *m = &l->tracks->meeting[i];
        double sign = m->a == l->ball ? -1 : 1;
        spell *last = l->count == 0 ? NULL : &l->spells[l->count - 1];
        if (m->a != l->ball && m->b != l->ball) {
            continue;
        }
        if (last == NULL || m->from_s > last->to_s) {
            last = &l->spells[l->count++];
            *last = (spell){m->from_s, m->to_s, {0, 0}};
        }
        last->to_s = fmax(last->to_s, m->to_s);
        last->gained = carom_vec_ahead(last->gained, sign, m->taken);
    }
}

/* How the ball leaves the k-th spell that it met as @p touch says: on its way to the next sample,
 * or, where it is met once more before that, by the momentum that it has gained, over half a way of
 * each velocity, as if the force were symmetric in time. */
static carom_knot release(const laying *l, size_t k, const carom_knot *touch)
{
    const spell *s = &l->spells[k];
    double mass = l->tracks->problem->ball[l->ball].mass_kg, lasts = s->to_s - s->from_s;
    carom_knot knot = {.t_s = s->to_s};
    carom_vec out;
    if (l->next < l->samples &&
        (k + 1 == l->count || l->spells[k + 1].from_s >= time_of(l, l->next))) {
        carom_knot sample = sample_of(l->tracks, l->ball, l->next);
        knot = flown(l->tracks, &sample, s->to_s);
        knot.place = image(l->tracks, knot.place, touch->place);
        return knot;
    }
    out = carom_vec_ahead(carom_vec_ahead(touch->in, 1 / mass, s->gained), lasts,
                          l->tracks->problem->gravity_mps2);
    knot.in = knot.out = out;
    knot.place = carom_vec_ahead(touch->place, 0.5 * lasts, carom_vec_add(touch->in, out));
    return knot;
}

/* Whether the ball gets from touch to release by what it moves meanwhile. */
static bool fits(const laying *l, const carom_knot *touch, const carom_knot *left)
{
    const double off = 0.05; /* of the radius: more is seen */
    double lasts = left->t_s - touch->t_s,
           way = 0.5 * lasts * (carom_vec_length(touch->in) + carom_vec_length(left->out));
    carom_vec expected = carom_vec_ahead(touch->place, 0.5 * lasts,
                                         carom_vec_add(touch->in, left->out));
    return carom_vec_length(carom_vec_minus(left->place, expected)) <=
           off * l->tracks->problem->ball[l->ball].radius_m + way;
}

static void lay_spell(laying *l, size_t k, size_t begin)
{
    const spell *s = &l->spells[k];
    size_t inside;
    carom_knot touch, left;
    double close = same_time * carom_tracks_spacing(l->tracks);
    put_samples(l, s->from_s - close);
    if (l->knots == begin || (l->next < l->samples && time_of(l, l->next) <= s->from_s + close)) {
        return; /* before all samples, or at one */
    }
    touch = flown(l->tracks, &l->tracks->knot[l->knots - 1], s->from_s);
    inside = l->next;
    while (l->next < l->samples && time_of(l, l->next) <= s->to_s + close) {
        l->next++;
    }
    left = release(l, k, &touch);
    if (!fits(l, &touch, &left)) {
        l->next = inside;
        return;
    }
    if (s->to_s > s->from_s) {
        size_t outside = l->next;
        put(l, &touch);
        l->next = inside;
        put_samples(l, s->to_s - close);
        l->next = outside;
        put(l, &left);
    } else {
        touch.out = left.out;
        put(l, &touch);
    }
}

static void lay_ball(laying *l)
{
    size_t begin = l->knots;
    l->next = 0;
    gather_spells(l);
    for (size_t k = 0; k < l->count && !l->tracks->problem->ball[l->ball].fixed; k++) {
        lay_spell(l, k, begin);
    }
    put_samples(l, INFINITY);
}

carom_status carom_tracks_lay(carom_tracks *tracks, const carom_problem *problem,
                              const carom_recorded_solver *recorded,
                              const volatile sig_atomic_t *stop, carom_error *error)
{
    size_t samples = recorded->states / problem->count, balls = problem->count;
    laying l = {.tracks = tracks, .samples = samples};
    carom_status status = CAROM_OK;
    *tracks = (carom_tracks){.problem = problem, .recorded = recorded};
    tracks->meeting = calloc(recorded->impacts + 1, sizeof *tracks->meeting);
    /* a meeting is two knots of two balls at most */
    tracks->knot = calloc(samples * balls + 4 * recorded->impacts, sizeof *tracks->knot);
    tracks->first = calloc(balls + 1, sizeof *tracks->first);
    l.spells = calloc(recorded->impacts + 1, sizeof *l.spells);
    if (tracks->meeting == NULL || tracks->knot == NULL || tracks->first == NULL ||
        l.spells == NULL) {
        free(l.spells);
        return carom_error_no_memory(error);
    }
    take_meetings(tracks);
    for (l.ball = 0; l.ball < balls && status == CAROM_OK; l.ball++) {
        tracks->first[l.ball] = l.knots;
        lay_ball(&l);
        status = carom_rows_end(stop, 0) ? carom_error_interrupted(error) : CAROM_OK;
    }
    tracks->first[balls] = l.knots;
    free(l.spells);
    return status;
}

void carom_tracks_free(carom_tracks *tracks)
{
    free(tracks->knot);
    free(tracks->first);
    free(tracks->meeting);
    *tracks = (carom_tracks){.problem = NULL};
}

/* ---- what is asked ---- */

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

/* Cubic Hermite interpolation in the part u of the time tau from a to b. */
static double cubic(double a, double va, double b, double vb, double tau, double u)
{
    double w = 1 - u;
    return w * w * (1 + 2 * u) * a + u * u * (1 + 2 * w) * b + tau * u * w * (w * va - u * vb);
}

/* Where it is on a periodic table. */
static carom_vec inside(const carom_problem *problem, carom_vec x)
{
    if (problem->boundary == CAROM_PERIODIC) {
        x.x -= problem->width_m * floor(x.x / problem->width_m);
        x.y -= problem->height_m * floor(x.y / problem->height_m);
    }
    return x;
}

carom_vec carom_tracks_place(const carom_tracks *tracks, size_t ball, double t_s)
{
    size_t low = tracks->first[ball], high = tracks->first[ball + 1];
    const carom_knot *a, *b;
    double tau;
    carom_vec end;
    while (high - low > 1) { /* the last that is not later, or the first */
        size_t middle = low + (high - low) / 2;
        if (tracks->knot[middle].t_s <= t_s) {
            low = middle;
        } else {
            high = middle;
        }
    }
    a = &tracks->knot[low];
    b = low + 1 < tracks->first[ball + 1] && t_s > a->t_s ? a + 1 : a;
    tau = b->t_s - a->t_s;
    if (tau <= 0) {
        return a->place;
    }
    end = image(tracks, b->place,
                carom_vec_ahead(a->place, 0.5 * tau, carom_vec_add(a->out, b->in)));
    return inside(
        tracks->problem,
        (carom_vec){cubic(a->place.x, a->out.x, end.x, b->in.x, tau, (t_s - a->t_s) / tau),
                    cubic(a->place.y, a->out.y, end.y, b->in.y, tau, (t_s - a->t_s) / tau)});
}

void carom_tracks_turn(const carom_tracks *tracks, size_t ball, double t_s, double q[4])
{
    size_t samples = carom_tracks_samples(tracks);
    double spacing = carom_tracks_spacing(tracks),
           at = spacing > 0 ? fmin(fmax(0, t_s / spacing), (double)(samples - 1)) : 0;
    size_t i = (size_t)floor(at), k = i + 1 < samples ? i + 1 : i;
    const double *from = state_at(tracks, ball, i)->turn, *to = state_at(tracks, ball, k)->turn;
    double u = at - (double)i, dot = 0, angle, a, b;
    for (size_t c = 0; c < 4; c++) {
        dot += from[c] * to[c];
    }
    angle = acos(fmin(1, fabs(dot))); /* q and -q are the same turn */
    a = angle > 1e-6 ? sin((1 - u) * angle) / sin(angle) : 1 - u;
    b = (dot < 0 ? -1 : 1) * (angle > 1e-6 ? sin(u * angle) / sin(angle) : u);
    for (size_t c = 0; c < 4; c++) {
        q[c] = a * from[c] + b * to[c];
    }
}
