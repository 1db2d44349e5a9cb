/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which contacts are followed is decided when they begin. Solvers find contacts nearly in the order
 * in which they begin, not quite: within a step, and of groups with clocks of their own, nobody
 * asks who was first. So "the first N" are the N earliest so far, and who turns out to be later is
 * dropped again. */
#include "base/base.h"
#include "scene/scene.h"
#include <carom/collision.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

/* For qsort: by time; what happens at the same time, by the numbers of the bodies. Of two
 * carom_collision, or what begins with one. */
static int compare_collisions(const void *left, const void *right)
{
    const carom_collision *a = left, *b = right;
    int order = compare_numbers(a->t_s, b->t_s);
    if (order == 0) {
        order = (int)a->wall - (int)b->wall;
    }
    if (order == 0) {
        order = (a->a > b->a) - (a->a < b->a);
    }
    if (order == 0) {
        order = (a->b > b->b) - (a->b < b->b);
    }
    /* The rounds of one pair within one instant slow down: the faster approach came first. */
    return order != 0 ? order : compare_numbers(b->approach_mps, a->approach_mps);
}

void carom_moments_free(carom_moments *moments)
{
    free(moments->item);
    *moments = (carom_moments){.item = NULL};
}

void carom_trace_free(carom_trace *trace)
{
    free(trace->pair);
    free(trace->followed);
    carom_moments_free(&trace->moments);
    *trace = (carom_trace){.problem = NULL};
}

static void pass_followed(carom_archive *archive, void *one)
{
    carom_followed *followed = one;
    carom_collision_archive(archive, &followed->begun);
    carom_archive_field(archive, followed->found);
    carom_archive_flag(archive, &followed->counted);
    carom_archive_flag(archive, &followed->dropped);
    carom_archive_field(archive, followed->shown);
    carom_archive_field(archive, followed->latest);
}

/* All up to its flags are numbers without a gap between them. */
static void pass_moment(carom_archive *archive, void *one)
{
    carom_moment *moment = one;
    carom_archive_part(archive, moment, offsetof(carom_moment, wall));
    carom_archive_flag(archive, &moment->wall);
    carom_archive_flag(archive, &moment->sliding);
    carom_archive_flag(archive, &moment->over);
}

void carom_moments_archive(carom_moments *moments, const carom_problem *problem,
                           carom_archive *archive)
{
    carom_archive_each(archive, &moments->item, &moments->count, &moments->capacity,
                       sizeof *moments->item, pass_moment);
    carom_archive_value(archive, moments->left_out);
    for (size_t k = 0; k < moments->count && archive->failure.status == CAROM_OK; k++) {
        const carom_moment *moment = &moments->item[k];
        (void)carom_archive_must(archive,
                                 problem != NULL &&
                                     carom_walls_have(problem, moment->a, moment->wall, moment->b),
                                 "moment");
    }
}

/* What was given back points to what there is. */
static void examine(const carom_trace *trace, const carom_log *log, carom_archive *archive)
{
    const carom_moments *moments = &trace->moments;
    (void)carom_archive_must(
        archive,
        trace->found == log->count && trace->first <= trace->wish.first &&
            (trace->first == 0 || trace->first < trace->wish.first || trace->latest < trace->count),
        "contacts");
    for (size_t k = 0; k < trace->count && archive->failure.status == CAROM_OK; k++) {
        const carom_followed *one = &trace->followed[k];
        (void)carom_archive_must(
            archive, one->found < log->count && (one->shown == 0 || one->latest < moments->count),
            "contact");
    }
    for (size_t k = 0; k < moments->count && archive->failure.status == CAROM_OK; k++) {
        size_t contact = moments->item[k].contact;
        (void)carom_archive_must(archive, contact > 0 && contact <= trace->count, "moment");
    }
}

void carom_trace_archive(carom_trace *trace, const carom_log *log, carom_archive *archive)
{
    carom_archive_same(archive, trace->wish.first, "wish for contacts");
    carom_archive_same(archive, trace->wish.pairs, "wish for contacts");
    carom_archive_same(archive, trace->wish.most, "wish for contacts");
    carom_archive_value(archive, trace->found);
    carom_archive_value(archive, trace->first);
    carom_archive_value(archive, trace->latest);
    carom_archive_each(archive, &trace->followed, &trace->count, &trace->capacity,
                       sizeof *trace->followed, pass_followed);
    carom_moments_archive(&trace->moments, trace->problem, archive);
    if (!archive->keeping && carom_trace_is_on(trace)) {
        examine(trace, log, archive);
    } else {
        (void)carom_archive_must(archive, trace->count == 0 && trace->moments.count == 0,
                                 "contacts");
    }
}

carom_status carom_trace_want(carom_trace *trace, const carom_problem *problem,
                              const carom_trace_wish *wish, carom_error *error)
{
    carom_trace_free(trace);
    trace->pair = malloc((wish->pairs + 1) * sizeof *trace->pair);
    if (trace->pair == NULL) {
        return carom_error_no_memory(error);
    }
    if (wish->pairs > 0) {
        memcpy(trace->pair, wish->pair, wish->pairs * sizeof *trace->pair);
    }
    trace->problem = problem;
    trace->wish = *wish;
    trace->wish.pair = trace->pair;
    trace->wish.most = wish->most > 0 ? wish->most : CAROM_MOST_MOMENTS;
    return CAROM_OK;
}

/* ---- who is followed ---- */

static bool is_wanted_pair(const carom_trace *trace, const carom_collision *c)
{
    for (size_t k = 0; k < trace->wish.pairs; k++) {
        const carom_bodies *pair = &trace->pair[k];
        bool same = pair->a == c->a && pair->b == c->b,
             turned = pair->a == c->b && pair->b == c->a && !c->wall;
        if (pair->wall == c->wall && (same || turned)) {
            return true;
        }
    }
    return false;
}

static void find_latest(carom_trace *trace)
{
    const carom_collision *latest = NULL;
    for (size_t k = 0; k < trace->count; k++) {
        const carom_followed *one = &trace->followed[k];
        if (one->counted && (latest == NULL || compare_collisions(&one->begun, latest) > 0)) {
            latest = &one->begun;
            trace->latest = k;
        }
    }
}

/* Whether the contact is one of the first so far; then there may be one too many, which is not. */
static bool is_among_first(carom_trace *trace, const carom_collision *c)
{
    carom_followed *last;
    if (trace->first < trace->wish.first) {
        trace->first++;
        return true;
    }
    if (trace->wish.first == 0) {
        return false;
    }
    last = &trace->followed[trace->latest];
    if (compare_collisions(c, &last->begun) >= 0) {
        return false;
    }
    last->counted = false;
    last->dropped = !is_wanted_pair(trace, &last->begun);
    return true;
}

carom_status carom_trace_begin(carom_trace *trace, const carom_collision *collision, size_t *id,
                               carom_error *error)
{
    carom_followed one;
    *id = 0;
    if (!carom_trace_is_on(trace)) {
        return CAROM_OK;
    }
    one = (carom_followed){.begun = *collision, .found = trace->found++};
    one.begun.a = trace->problem->ball[collision->a].number;
    one.begun.b = collision->wall ? collision->b : trace->problem->ball[collision->b].number;
    one.counted = is_among_first(trace, &one.begun);
    if (!one.counted && !is_wanted_pair(trace, &one.begun)) {
        return CAROM_OK;
    }
    if (!carom_reserve(&trace->followed, trace->count, &trace->capacity, sizeof one)) {
        return carom_error_no_memory(error);
    }
    trace->followed[trace->count++] = one;
    *id = trace->count;
    if (one.counted && trace->first == trace->wish.first) {
        find_latest(trace);
    }
    return CAROM_OK;
}

/* ---- what they are like ---- */

/* Room for a moment of a contact; NULL where it is not kept, or, with a status, for no memory. */
static carom_moment *room_for(carom_trace *trace, carom_followed *contact, carom_status *status,
                              carom_error *error)
{
    carom_moments *moments = &trace->moments;
    *status = CAROM_OK;
    if (contact->dropped) {
        return NULL;
    }
    if (trace->wish.ends && contact->shown == 2) {
        return &moments->item[contact->latest];
    }
    if (moments->count >= trace->wish.most) {
        moments->left_out++;
        return NULL;
    }
    if (!carom_reserve(&moments->item, moments->count, &moments->capacity, sizeof *moments->item)) {
        *status = carom_error_no_memory(error);
        return NULL;
    }
    contact->shown++;
    contact->latest = moments->count++;
    return &moments->item[contact->latest];
}

carom_status carom_trace_add(carom_trace *trace, size_t id, const carom_moment *moment,
                             const carom_two_velocities *v, carom_error *error)
{
    const carom_ball *ball = trace->problem->ball;
    carom_vec n = moment->normal;
    carom_status status;
    carom_moment *one = room_for(trace, &trace->followed[id - 1], &status, error);
    if (one == NULL) {
        return status;
    }
    *one = *moment;
    one->contact = id;
    one->a = ball[moment->a].number;
    one->b = moment->wall ? moment->b : ball[moment->b].number;
    if (!carom_problem_is_rough(trace->problem)) { /* only friction changes a spin */
        one->spin_a_radps = ball[moment->a].spin_radps;
        one->spin_b_radps = moment->wall ? 0 : ball[moment->b].spin_radps;
    }
    one->va_n_mps = carom_vec_dot(v->a, n);
    one->va_t_mps = carom_vec_cross(n, v->a);
    one->vb_n_mps = carom_vec_dot(v->b, n);
    one->vb_t_mps = carom_vec_cross(n, v->b);
    return CAROM_OK;
}

/* Where nothing turns, there is nothing to be said of surfaces. Those of balls that overlap meet
 * at one point between the centres; at a wall a rigid ball is round. */
static void turn(const carom_trace *trace, carom_moment *moment, const carom_two_velocities *v,
                 const carom_two_spins *spin)
{
    const carom_ball *ball = trace->problem->ball;
    carom_vec t = {-moment->normal.y, moment->normal.x};
    double ra, rb, part;
    if (spin == NULL) {
        return;
    }
    moment->spin_a_radps = spin->a;
    moment->spin_b_radps = spin->b;
    ra = ball[moment->a].radius_m;
    rb = moment->wall ? 0 : ball[moment->b].radius_m;
    part = moment->wall ? 1 : 1 - moment->overlap_m / (ra + rb); /* see solvers/stepped.c */
    moment->slip_mps = carom_vec_dot(v->a, t) - carom_vec_dot(v->b, t) +
                       part * (spin->a * ra + spin->b * rb);
}

carom_status carom_trace_impulse(carom_trace *trace, const carom_collision *c,
                                 const carom_two_velocities *before,
                                 const carom_two_velocities *after, const carom_two_spins spin[2],
                                 carom_error *error)
{
    size_t id;
    carom_moment moment = {.t_s = c->t_s,
                           .overlap_m = c->max_overlap_m,
                           .rate_mps = c->approach_mps,
                           .force_N = NAN,
                           .normal = c->normal,
                           .a = c->a,
                           .b = c->b,
                           .wall = c->wall,
                           .sliding = c->sliding};
    carom_status status = carom_trace_begin(trace, c, &id, error);
    if (status != CAROM_OK || id == 0) {
        return status;
    }
    turn(trace, &moment, before, spin);
    status = carom_trace_add(trace, id, &moment, before, error);
    if (status != CAROM_OK) {
        return status;
    }
    moment.rate_mps = -c->separation_mps;
    moment.dissipated_J = c->dissipated_J;
    moment.over = true;
    turn(trace, &moment, after, spin == NULL ? NULL : &spin[1]);
    return carom_trace_add(trace, id, &moment, after, error);
}

/* ---- what was kept ---- */

/* A collision, and which of those found it was; the first member is what is compared. */
typedef struct {
    carom_collision collision;
    size_t found;
} numbered;

/* By the number of the contact as it was found, its place in the sorted log, from 1. NULL: no
 * memory; the caller frees */
static size_t *places_of(const carom_log *log)
{
    numbered *sorted = malloc((log->count + 1) * sizeof *sorted);
    size_t *place = malloc((log->count + 1) * sizeof *place);
    if (sorted == NULL || place == NULL) {
        free(sorted);
        free(place);
        return NULL;
    }
    for (size_t k = 0; k < log->count; k++) {
        sorted[k] = (numbered){log->item[k], k};
    }
    if (log->count > 1) {
        qsort(sorted, log->count, sizeof *sorted, compare_collisions);
    }
    for (size_t k = 0; k < log->count; k++) {
        place[sorted[k].found] = k + 1;
    }
    free(sorted);
    return place;
}

/* A moment as it goes out: under the contact's number, and with a and b as the log has them. */
static carom_moment as_logged(const carom_moment *kept, size_t number, const carom_collision *c)
{
    carom_moment out = *kept;
    out.contact = number;
    if (!kept->wall && kept->a != c->a) { /* the same two from the other side */
        out.a = kept->b;
        out.b = kept->a;
        out.normal = carom_vec_times(-1, kept->normal);
        out.va_n_mps = -kept->vb_n_mps;
        out.va_t_mps = -kept->vb_t_mps;
        out.vb_n_mps = -kept->va_n_mps;
        out.vb_t_mps = -kept->va_t_mps;
        out.spin_a_radps = kept->spin_b_radps; /* slip and friction are the same from both sides */
        out.spin_b_radps = kept->spin_a_radps;
    }
    return out;
}

/* A moment, and when it was kept: those of one contact stay in that order. */
typedef struct {
    carom_moment moment;
    size_t kept;
} dated;

static int compare_dated(const void *left, const void *right)
{
    const dated *a = left, *b = right;
    int order = (a->moment.contact > b->moment.contact) - (a->moment.contact < b->moment.contact);
    return order != 0 ? order : (a->kept > b->kept) - (a->kept < b->kept);
}

carom_status carom_trace_moments(const carom_trace *trace, const carom_log *log,
                                 carom_moments *moments, carom_error *error)
{
    size_t *place = places_of(log), count = 0;
    dated *sorted = malloc((trace->moments.count + 1) * sizeof *sorted);
    bool whole = place != NULL && sorted != NULL;
    if (whole) {
        for (size_t k = 0; k < trace->moments.count; k++) {
            const carom_moment *kept = &trace->moments.item[k];
            const carom_followed *one = &trace->followed[kept->contact - 1];
            if (!one->dropped) {
                sorted[count++] = (dated){
                    as_logged(kept, place[one->found], &log->item[one->found]), k};
            }
        }
        qsort(sorted, count, sizeof *sorted, compare_dated);
        for (size_t k = 0; k < count && whole; k++) {
            whole = carom_reserve(&moments->item, moments->count, &moments->capacity,
                                  sizeof *moments->item);
            if (whole) {
                moments->item[moments->count++] = sorted[k].moment;
            }
        }
        moments->left_out += trace->moments.left_out;
    }
    free(place);
    free(sorted);
    return whole ? CAROM_OK : carom_error_no_memory(error);
}

/* ---- collision log ---- */

carom_status carom_log_add(carom_log *log, const carom_collision *collision, carom_error *error)
{
    if (!carom_reserve(&log->item, log->count, &log->capacity, sizeof *log->item)) {
        return carom_error_no_memory(error);
    }
    log->item[log->count++] = *collision;
    return CAROM_OK;
}

void carom_log_sort(carom_log *log)
{
    if (log->count > 1) {
        qsort(log->item, log->count, sizeof *log->item, compare_collisions);
    }
}

void carom_log_free(carom_log *log)
{
    free(log->item);
    *log = (carom_log){NULL, 0, 0};
}

/* All up to its flags are numbers without a gap between them. */
void carom_collision_archive(carom_archive *archive, void *object)
{
    carom_collision *collision = object;
    carom_archive_part(archive, collision, offsetof(carom_collision, wall));
    carom_archive_flag(archive, &collision->wall);
    carom_archive_flag(archive, &collision->sliding);
}

bool carom_collision_is_of(const carom_collision *collision, const carom_problem *problem)
{
    return carom_archive_is_flag(&collision->wall) && carom_archive_is_flag(&collision->sliding) &&
           carom_walls_have(problem, collision->a, collision->wall, collision->b);
}

void carom_collision_examine(carom_archive *archive, const carom_collision *collision,
                             const carom_problem *problem)
{
    (void)carom_archive_must(archive, carom_collision_is_of(collision, problem), "collision");
}

void carom_log_archive(carom_log *log, const carom_problem *problem, carom_archive *archive)
{
    carom_archive_each(archive, &log->item, &log->count, &log->capacity, sizeof *log->item,
                       carom_collision_archive);
    for (size_t k = 0; k < log->count && !archive->keeping; k++) {
        carom_collision_examine(archive, &log->item[k], problem);
    }
}
