/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event location (contacts: exact). An integrator loses its order if a force begins or ends inside
 * a step. Here a step is split at its events into segments, within which the forces are smooth. A
 * root search integrates trial segments of different lengths from the last event. A contact lasts
 * from its onset event to its end event, whatever the rounding error of its overlap. Of both
 * modes: contacts that overlap at the start. */
#include "solvers/penalty/penalty.h"

/* ---- onset and separation events ---- */

/* Maximum number of events in a step. Beyond it, contacts begin and end within rounding. */
enum { MAX_EVENTS = 4000 };

/* Signal of a pair that crosses zero when its contact state changes. */
static double switch_signal(const penalty_block *block, const penalty_pair *pair,
                            const penalty_geometry *geometry)
{
    unsigned char state = pair->contact_state;
    bool by_force = state == PENALTY_TOUCHING && carom_penalty_ends_by_force(block, pair);
    if (state == PENALTY_RELEASED || (by_force && geometry->overlap_m > 0)) {
        return carom_penalty_normal_force(block, pair, geometry);
    }
    if (by_force && geometry->overlap_m == 0 && geometry->rate_mps < 0) {
        return -pair->reach_m; /* the force has ended before: this is not the end */
    }
    return geometry->overlap_m == -INFINITY ? -pair->reach_m : geometry->overlap_m;
}

/* Event k < pairs: the contact state of pair k changes. Event pairs + k: its friction state
 * changes. This number means no event. */
static size_t no_event(const penalty_block *block)
{
    return 2 * block->pairs;
}

static double evaluate_signal(penalty_block *block, size_t event, const double *x, const double *v)
{
    const penalty_pair *pair = &block->pair[event % block->pairs];
    if (event >= block->pairs) {
        return carom_penalty_friction_signal(block, pair, x, v);
    }
    penalty_geometry geometry = carom_penalty_geometry(block, pair, x, v);
    return switch_signal(block, pair, &geometry);
}

static void integrate_segment(penalty_block *block, double segment_s)
{
    block->evaluations += carom_penalty_integrate(block, block->shared->step_s, segment_s);
}

/* An event to be located by a root search. */
typedef struct {
    penalty_block *block;
    size_t event;
} event_search;

/* Signal of the event at x, v. 0 if the integrator failed: GSL's root finder rejects NaN, and
 * brackets without a change of sign. */
static double signal_at(const event_search *search, const double *x, const double *v)
{
    double signal = evaluate_signal(search->block, search->event, x, v);
    return search->block->failure == CAROM_OK && isfinite(signal) ? signal : 0;
}

static double signal_after(double segment_s, void *context)
{
    const event_search *search = context;
    carom_penalty_undo_step(search->block);
    integrate_segment(search->block, segment_s);
    return signal_at(search, search->block->x, search->block->v);
}

/* Rate of the overlap of a pair at the start of the segment. */
static double start_rate(const penalty_block *block, const penalty_pair *pair)
{
    return carom_penalty_geometry(block, pair, block->x_before, block->v_before).rate_mps;
}

/* True if an event is due at the start of the segment: another event occurred at the same time, and
 * rounding has put this one just before it. The motion is at the start. */
static bool is_due_at_start(const penalty_block *block, size_t event, double signal)
{
    const penalty_pair *pair = &block->pair[event % block->pairs];
    if (event >= block->pairs) {
        return signal <= 0;
    }
    if (pair->contact_state == PENALTY_TOUCHING) { /* false at the onset */
        return signal <= 0 && start_rate(block, pair) < 0;
    }
    return pair->contact_state == PENALTY_SEPARATE && signal >= 0;
}

/* Locates the event within h, where the state is. Leaves it at the event. @return time of the event
 * from the start */
static double locate_event(penalty_block *block, size_t event, double h)
{
    static const double finest = 1e-14;
    event_search search = {block, event};
    double low_s = 0, segment, low = signal_at(&search, block->x_before, block->v_before),
           high = signal_at(&search, block->x, block->v);
    /* At an onset the overlap is 0, and with a dashpot both spring force and Coulomb's limit. The
     * bracket starts where the bodies overlap, or where the surfaces stick, if they ever do. After
     * a separation it starts where the bodies are apart, if they are before they meet again. */
    bool returns = high > 0 && event < block->pairs &&
                   block->pair[event].contact_state == PENALTY_SEPARATE &&
                   start_rate(block, &block->pair[event]) < 0;
    for (segment = h; (returns ? low >= 0 : low == 0 && high < 0) && segment > finest * h;) {
        double signal = signal_after(segment /= 2, &search);
        if (returns ? signal < 0 : signal > 0) {
            low_s = segment;
            low = signal;
        }
    }
    segment = is_due_at_start(block, event, low) || (low == 0 && high < 0) ? 0 : h;
    if (low * high < 0) {
        segment = carom_find_root((gsl_function){signal_after, &search}, low_s, h, finest * h, 0);
    }
    signal_after(segment, &search);
    return segment;
}

/* True if an event has occurred by the end of the segment. */
static bool has_occurred(penalty_block *block, size_t event)
{
    const penalty_pair *pair = &block->pair[event % block->pairs];
    if (event >= block->pairs) {
        return block->shared->friction && pair->friction_state != PENALTY_NO_SPRING &&
               evaluate_signal(block, event, block->x, block->v) < 0;
    }
    double rounding = carom_penalty_rounding(pair);
    penalty_geometry geometry = carom_penalty_geometry(block, pair, block->x, block->v);
    double signal = switch_signal(block, pair, &geometry);
    switch (pair->contact_state) {
    case PENALTY_TOUCHING: /* false at the onset; bodies can have parted and approach again */
        return signal <= 0 && (geometry.rate_mps < 0 || geometry.overlap_m < -rounding);
    case PENALTY_RELEASED: return signal > 0 && geometry.overlap_m > 0;
    default: /* ignores bodies at rest within rounding */
        return signal > 0 && (signal > rounding || geometry.rate_mps * pair->duration_s > rounding);
    }
}

/* Event with the earliest zero of its signal, by linear interpolation over the segment, without
 * event `excluded`. */
static size_t first_event(penalty_block *block, size_t excluded)
{
    size_t first = no_event(block);
    double earliest = INFINITY;
    for (size_t n = 0; n < no_event(block); n++) {
        size_t event = n % 2 == 0 ? n / 2 : block->pairs + n / 2;
        if (event == excluded || !has_occurred(block, event)) {
            continue;
        }
        double a = evaluate_signal(block, event, block->x_before, block->v_before),
               b = evaluate_signal(block, event, block->x, block->v);
        double segment = a == b ? 0 : carom_penalty_max(a / (a - b), 0);
        if (segment < earliest) {
            earliest = segment;
            first = event;
        }
    }
    return first;
}

/* Shortens the segment of h to end at the first event. @return its length */
static double advance_to_event(penalty_block *block, double h, size_t *switched)
{
    size_t none = no_event(block);
    double segment = h;
    *switched = none;
    for (size_t tries = 0; tries <= none && block->failure == CAROM_OK; tries++) {
        /* all others that are due have occurred earlier, or at the same time */
        size_t event = first_event(block, *switched);
        double before = segment;
        if (event == none) {
            break;
        }
        *switched = event;
        segment = locate_event(block, event, segment);
        if (segment >= before && tries > 0) {
            break;
        }
    }
    return segment;
}

static void switch_contact(penalty_block *block, penalty_pair *pair)
{
    penalty_geometry geometry = carom_penalty_geometry(block, pair, block->x, block->v);
    bool begins = pair->contact_state != PENALTY_TOUCHING,
         overlaps = carom_penalty_ends_by_force(block, pair) && geometry.overlap_m > 0;
    pair->contact_state = begins   ? PENALTY_TOUCHING
                        : overlaps ? PENALTY_RELEASED
                                   : PENALTY_SEPARATE;
    if (block->shared->friction && begins) {
        carom_penalty_begin_friction(block, pair);
    } else if (block->shared->friction) {
        block->ended_spring_J = carom_penalty_tangential_energy(block, pair, pair->friction_state,
                                                                block->x, block->v);
        carom_penalty_drop_spring(block, pair);
    }
    block->has_rates = false;
}

/* ---- length of the segments ---- */

/* Longest segment of a step h at a time `since` after the onset or before the separation of a
 * contact of duration T. If the law contains a root of the overlap, its derivatives of order p grow
 * as t^(power - p) near both ends. With segments of h (t/T)^(1 - 1/p) the sum of the errors
 * converges, and a method keeps its order p for p times as many segments. The first segment is T
 * (h/T)^p. p is 2 or 4, so square roots suffice. */
static double graded_segment(double h, double since, double T, int order)
{
    double least = T * (order == 2 ? (h / T) * (h / T) : (h / T) * (h / T) * (h / T) * (h / T));
    double root = sqrt(since / T), graded = h * (order == 2 ? root : root * sqrt(root));
    return graded > least ? graded : least;
}

/* Length of the next segment, at most `left`, s. The time from the onset or to the separation is
 * overlap/rate. An adaptive integrator has no stability limit. Without a bound, a segment could
 * reach beyond the contact's end into the next half oscillation of its spring, where the signal is
 * positive again. */
static double segment_length(const penalty_block *block, double left)
{
    /* slow: contacts that move less than this fraction of the reach in T are not refined
     * most: of T, which is 1.3 to 2.6 t_c for Hooke's law without damping (describe_contact) */
    static const double slow = 1e-9, resolution = 16 * DBL_EPSILON, most = 1.0 / 8;
    bool adaptive = block->shared->integrator->evaluations == 0;
    int order = block->shared->integrator->order;
    double h = block->shared->step_s, segment = left;
    if (!adaptive && (block->shared->law->smooth || order < 2)) {
        return left;
    }
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_pair *pair = &block->pair[k];
        double T = pair->duration_s;
        if (pair->contact_state == PENALTY_TOUCHING && adaptive) {
            segment = fmin(segment, most * T);
        } else if (pair->contact_state == PENALTY_TOUCHING) {
            penalty_geometry geometry = carom_penalty_geometry(block, pair, block->x, block->v);
            double rate = fabs(geometry.rate_mps);
            double since = geometry.overlap_m > 0 ? geometry.overlap_m / rate : 0, graded;
            if (!(rate * T > slow * pair->reach_m) || since >= T || h >= T) {
                continue;
            }
            graded = graded_segment(h, since, T, order);
            /* shorter segments would move bodies by less than the rounding error of the overlap */
            carom_vec move = carom_penalty_vec(block->x, pair->a);
            double size = pair->reach_m + fabs(move.x) + fabs(move.y);
            graded = fmax(graded, resolution * size / rate);
            segment = graded < segment ? graded : segment;
        }
    }
    return segment;
}

/* ---- a step with budget and log ---- */

/* Adds a segment, which starts after_s after the clock, lasts segment_s and ends with event
 * `switched`, to the budget and, unless it belongs to a sample, to the log. */
static void add_segment(penalty_block *block, double after_s, double segment_s, size_t switched,
                        carom_budget_sums *sums)
{
    carom_penalty_update_budget(block, sums);
    if (switched < block->pairs) {
        carom_sum_add(&sums->dissipated, carom_penalty_switch_loss(block, &block->pair[switched]));
    }
    if (block != block->shared->trial) {
        carom_penalty_track_segment(block, after_s, segment_s);
    }
}

carom_status carom_penalty_integrate_segments(penalty_block *block, double h,
                                              carom_budget_sums *sums, carom_error *error)
{
    double left = h;
    for (int events = 0; left > 0;) {
        size_t switched;
        double whole = segment_length(block, left), segment;
        carom_penalty_start_step(block, whole);
        integrate_segment(block, whole);
        segment = advance_to_event(block, whole, &switched);
        carom_status why = carom_is_cancelled(block->cancel) ? CAROM_INTERRUPTED : block->failure;
        events += switched < no_event(block);
        if (why != CAROM_OK || events > MAX_EVENTS) {
            carom_penalty_undo_step(block);
            block->time_s += h - left;
            return why != CAROM_OK
                     ? carom_penalty_step_error(block, why, left, error)
                     : carom_error_set(error, CAROM_INVALID, "contacts",
                                       "contacts begin and end more than %d times in the step of "
                                       "%.6g s after t = %.12g s; use contacts: grid, or a smaller "
                                       "step",
                                       MAX_EVENTS, h, block->time_s);
        }
        if (switched < block->pairs) {
            switch_contact(block, &block->pair[switched]);
        } else if (switched < no_event(block)) {
            carom_penalty_switch_friction(block, &block->pair[switched - block->pairs]);
        }
        for (size_t k = 0; k < block->pairs; k++) {
            penalty_pair *pair = &block->pair[k];
            if (pair->contact_state == PENALTY_RELEASED &&
                carom_penalty_geometry(block, pair, block->x, block->v).overlap_m <= 0) {
                pair->contact_state = PENALTY_SEPARATE;
            }
        }
        add_segment(block, h - left, segment, switched, sums);
        left = switched < no_event(block) || whole < left ? left - segment : 0;
    }
    return CAROM_OK;
}

/* A segment of no length, in which the contact of a pair begins. */
static void switch_at_start(penalty_block *block, penalty_pair *pair)
{
    memset(block->q, 0, carom_penalty_quadratures(block) * sizeof *block->q);
    carom_penalty_start_step(block, 0);
    switch_contact(block, pair);
}

void carom_penalty_begin_contact(penalty_block *block, size_t k)
{
    if (carom_penalty_geometry(block, &block->pair[k], block->x, block->v).rate_mps > 0) {
        switch_at_start(block, &block->pair[k]);
        add_segment(block, 0, 0, k, &block->shared->sums);
    }
}

void carom_penalty_begin_overlaps(penalty_block *block)
{
    for (size_t k = 0; k < block->pairs; k++) {
        penalty_pair *pair = &block->pair[k];
        if (pair->open_index == PENALTY_NOT_OPEN &&
            carom_penalty_geometry(block, pair, block->x, block->v).overlap_m >
                carom_penalty_rounding(pair)) {
            switch_at_start(block, pair);
            /* the elastic energy is part of E(0), not dissipated */
            carom_penalty_track_segment(block, 0, 0);
        }
    }
}
