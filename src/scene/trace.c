/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact traces and collision logs. Solvers find contacts nearly in order of time, but not within
 * a step, or if groups of balls have separate clocks. The trace therefore keeps every contact that
 * begins before the last of the first N found, and the first N of the sorted log are selected at
 * the end. */
#include "scene/scene.h"

/* Order by time, then by numbers of the bodies. For carom_collision, or structs that begin with
 * one. */
static int compare_collisions(const void *left, const void *right)
{
    const carom_collision *a = left, *b = right;
    int order = carom_compare_numbers(&a->t_s, &b->t_s);
    if (order == 0) {
        order = (int)a->wall - (int)b->wall;
    }
    if (order == 0) {
        order = (a->a > b->a) - (a->a < b->a);
    }
    if (order == 0) {
        order = (a->b > b->b) - (a->b < b->b);
    }
    /* Repeated impacts of one pair at the same time get slower: the fastest comes first. */
    return order != 0 ? order : carom_compare_numbers(&b->approach_mps, &a->approach_mps);
}

void carom_contact_samples_free(carom_contact_samples *contact_samples)
{
    free(contact_samples->item);
    *contact_samples = (carom_contact_samples){.item = NULL};
}

void carom_trace_free(carom_trace *trace)
{
    free(trace->pair);
    free(trace->traced);
    carom_contact_samples_free(&trace->contact_samples);
    *trace = (carom_trace){.problem = NULL};
}

void carom_trace_init(carom_trace *trace, const carom_problem *problem,
                      const carom_trace_request *trace_request)
{
    carom_trace_free(trace);
    trace->pair = carom_allocate(trace_request->pairs, sizeof *trace->pair);
    if (trace_request->pairs > 0) {
        memcpy(trace->pair, trace_request->pair, trace_request->pairs * sizeof *trace->pair);
    }
    trace->problem = problem;
    trace->trace_request = *trace_request;
    trace->trace_request.pair = trace->pair;
    trace->trace_request.most = trace_request->most > 0 ? trace_request->most
                                                        : CAROM_MAX_CONTACT_SAMPLES;
}

/* ---- selection ---- */

static bool is_requested_pair(const carom_trace *trace, const carom_collision *c)
{
    for (size_t k = 0; k < trace->trace_request.pairs; k++) {
        const carom_bodies *pair = &trace->pair[k];
        bool same = pair->a == c->a && pair->b == c->b,
             reversed = pair->a == c->b && pair->b == c->a && !c->wall;
        if (pair->wall == c->wall && (same || reversed)) {
            return true;
        }
    }
    return false;
}

size_t carom_trace_begin(carom_trace *trace, const carom_collision *collision)
{
    if (!carom_trace_is_on(trace)) {
        return 0;
    }
    carom_traced_contact one = {.begun = *collision, .found = trace->found++};
    one.begun.a = trace->problem->ball[collision->a].number;
    one.begun.b = collision->wall ? collision->b : trace->problem->ball[collision->b].number;
    if (one.found < trace->trace_request.first) {
        trace->latest_s = fmax(trace->latest_s, collision->t_s);
    }
    if ((trace->trace_request.first == 0 || collision->t_s > trace->latest_s) &&
        !is_requested_pair(trace, &one.begun)) {
        return 0;
    }
    CAROM_APPEND(trace->traced, trace->count, trace->capacity, one);
    return trace->count;
}

/* ---- samples ---- */

/* Reserve a sample of a contact. NULL: not stored. */
static carom_contact_sample *reserve_sample(carom_trace *trace, carom_traced_contact *contact)
{
    carom_contact_samples *contact_samples = &trace->contact_samples;
    if (trace->trace_request.ends && contact->shown == 2) {
        return &contact_samples->item[contact->latest];
    }
    if (contact_samples->count >= trace->trace_request.most) {
        contact_samples->left_out++;
        return NULL;
    }
    carom_reserve(&contact_samples->item, contact_samples->count, &contact_samples->capacity,
                  sizeof *contact_samples->item);
    contact->shown++;
    contact->latest = contact_samples->count++;
    return &contact_samples->item[contact->latest];
}

void carom_trace_add_sample(carom_trace *trace, size_t id,
                            const carom_contact_sample *contact_sample,
                            const carom_two_velocities *v)
{
    const carom_ball *ball = trace->problem->ball;
    carom_vec n = contact_sample->normal;
    carom_contact_sample *one = reserve_sample(trace, &trace->traced[id - 1]);
    if (one == NULL) {
        return;
    }
    *one = *contact_sample;
    one->contact = id;
    one->a = ball[contact_sample->a].number;
    one->b = contact_sample->wall ? contact_sample->b : ball[contact_sample->b].number;
    if (!carom_problem_has_contact_friction(trace->problem)) { /* only friction changes a spin */
        one->spin_a_radps = ball[contact_sample->a].spin_radps;
        one->spin_b_radps = contact_sample->wall ? 0 : ball[contact_sample->b].spin_radps;
    }
    one->va_n_mps = carom_vec_dot(v->a, n);
    one->va_t_mps = carom_vec_cross(n, v->a);
    one->vb_n_mps = carom_vec_dot(v->b, n);
    one->vb_t_mps = carom_vec_cross(n, v->b);
}

/* Set spins and slip. The surfaces of overlapping balls touch at one point between the centers; at
 * a wall the lever arm is the radius. */
static void set_spins_and_slip(const carom_trace *trace, carom_contact_sample *contact_sample,
                               const carom_two_velocities *v, const carom_two_spins *spin)
{
    const carom_ball *ball = trace->problem->ball;
    carom_vec t = {-contact_sample->normal.y, contact_sample->normal.x};
    double ra, rb, part;
    if (spin == NULL) {
        return;
    }
    contact_sample->spin_a_radps = spin->a;
    contact_sample->spin_b_radps = spin->b;
    ra = ball[contact_sample->a].radius_m;
    rb = contact_sample->wall ? 0 : ball[contact_sample->b].radius_m;
    /* see solvers/stepped.c */
    part = contact_sample->wall ? 1 : 1 - contact_sample->overlap_m / (ra + rb);
    contact_sample->slip_mps = carom_vec_dot(v->a, t) - carom_vec_dot(v->b, t) +
                               part * (spin->a * ra + spin->b * rb);
}

void carom_trace_impulse(carom_trace *trace, const carom_collision *c,
                         const carom_two_velocities *before, const carom_two_velocities *after,
                         const carom_two_spins spin[2])
{
    size_t id = carom_trace_begin(trace, c);
    carom_contact_sample contact_sample = {.t_s = c->t_s,
                                           .overlap_m = c->max_overlap_m,
                                           .rate_mps = c->approach_mps,
                                           .force_N = NAN,
                                           .normal = c->normal,
                                           .a = c->a,
                                           .b = c->b,
                                           .wall = c->wall,
                                           .sliding = c->sliding};
    if (id == 0) {
        return;
    }
    set_spins_and_slip(trace, &contact_sample, before, spin);
    carom_trace_add_sample(trace, id, &contact_sample, before);
    contact_sample.rate_mps = -c->separation_mps;
    contact_sample.dissipated_J = c->dissipated_J;
    contact_sample.over = true;
    set_spins_and_slip(trace, &contact_sample, after, spin == NULL ? NULL : &spin[1]);
    carom_trace_add_sample(trace, id, &contact_sample, after);
}

/* ---- results ---- */

/* A collision and its index in the order found. */
typedef struct {
    carom_collision collision;
    size_t found;
} indexed_collision;

/* Position in the sorted log, from 1, of each collision in the order found. The caller frees it. */
static size_t *log_positions(const carom_log *log)
{
    indexed_collision *sorted = carom_allocate(log->count, sizeof *sorted);
    size_t *log_position = carom_allocate(log->count, sizeof *log_position);
    for (size_t k = 0; k < log->count; k++) {
        sorted[k] = (indexed_collision){log->item[k], k};
    }
    if (log->count > 1) {
        qsort(sorted, log->count, sizeof *sorted, compare_collisions);
    }
    for (size_t k = 0; k < log->count; k++) {
        log_position[sorted[k].found] = k + 1;
    }
    free(sorted);
    return log_position;
}

/* Number a sample, and swap a and b if the log has them in the other order. */
static carom_contact_sample to_log_order(const carom_contact_sample *stored, size_t number,
                                         const carom_collision *c)
{
    carom_contact_sample out = *stored;
    out.contact = number;
    if (!stored->wall && stored->a != c->a) {
        out.a = stored->b;
        out.b = stored->a;
        out.normal = carom_vec_scale(-1, stored->normal);
        out.va_n_mps = -stored->vb_n_mps;
        out.va_t_mps = -stored->vb_t_mps;
        out.vb_n_mps = -stored->va_n_mps;
        out.vb_t_mps = -stored->va_t_mps;
        out.spin_a_radps = stored->spin_b_radps; /* slip and friction do not change */
        out.spin_b_radps = stored->spin_a_radps;
    }
    return out;
}

/* A sample and its index: samples of the same contact stay in order. */
typedef struct {
    carom_contact_sample contact_sample;
    size_t stored;
} indexed_sample;

static int compare_samples(const void *left, const void *right)
{
    const indexed_sample *a = left, *b = right;
    int order = (a->contact_sample.contact > b->contact_sample.contact) -
                (a->contact_sample.contact < b->contact_sample.contact);
    return order != 0 ? order : (a->stored > b->stored) - (a->stored < b->stored);
}

void carom_trace_contact_samples(const carom_trace *trace, const carom_log *log,
                                 carom_contact_samples *contact_samples)
{
    size_t *log_position = log_positions(log), count = 0;
    indexed_sample *sorted = carom_allocate(trace->contact_samples.count, sizeof *sorted);
    for (size_t k = 0; k < trace->contact_samples.count; k++) {
        const carom_contact_sample *stored = &trace->contact_samples.item[k];
        const carom_traced_contact *one = &trace->traced[stored->contact - 1];
        size_t position = log_position[one->found];
        if (position <= trace->trace_request.first || is_requested_pair(trace, &one->begun)) {
            sorted[count++] = (indexed_sample){
                to_log_order(stored, position, &log->item[one->found]), k};
        }
    }
    qsort(sorted, count, sizeof *sorted, compare_samples);
    for (size_t k = 0; k < count; k++) {
        CAROM_APPEND(contact_samples->item, contact_samples->count, contact_samples->capacity,
                     sorted[k].contact_sample);
    }
    contact_samples->left_out += trace->contact_samples.left_out;
    free(log_position);
    free(sorted);
}

/* ---- collision log ---- */

void carom_log_add(carom_log *log, const carom_collision *collision)
{
    CAROM_APPEND(log->item, log->count, log->capacity, *collision);
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
