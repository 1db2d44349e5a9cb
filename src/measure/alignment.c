/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches the collisions of two runs, and computes their edit distance. */
#include "measure/measure.h"

bool carom_collision_same_pair(const carom_collision *p, const carom_collision *q)
{
    return p->wall == q->wall &&
           ((p->a == q->a && p->b == q->b) || (!p->wall && p->a == q->b && p->b == q->a));
}

static bool has_ball(const carom_collision *c, uint32_t ball)
{
    return c->a == ball || (!c->wall && c->b == ball);
}

bool carom_collision_is_simultaneous(const carom_log *log, size_t k)
{
    const carom_collision *c = &log->item[k];
    for (int step = -1; step <= 1; step += 2) {
        for (size_t i = k + (size_t)step; i < log->count && log->item[i].t_s == c->t_s;
             i += (size_t)step) {
            if (has_ball(&log->item[i], c->a) || (!c->wall && has_ball(&log->item[i], c->b))) {
                return true;
            }
        }
    }
    return false;
}

/* ---- collisions of each ball ---- */

/* Collisions by ball, in order of time. Ball i has item[from[i]] to item[from[i + 1] - 1]. */
typedef struct {
    size_t *from, *item;
    size_t *next; /* indexed by ball: number of matched collisions */
} ball_sequences;

static void free_sequences(ball_sequences *of)
{
    free(of->from);
    free(of->item);
    free(of->next);
}

static carom_status collect_sequences(ball_sequences *of, const carom_log *log, size_t balls,
                                      carom_error *error)
{
    *of = (ball_sequences){calloc(balls + 2, sizeof(size_t)),
                           calloc(2 * log->count + 1, sizeof(size_t)),
                           calloc(balls + 1, sizeof(size_t))};
    CAROM_NEED(of->from != NULL && of->item != NULL && of->next != NULL, error);
    for (size_t k = 0; k < log->count; k++) {
        of->from[log->item[k].a + 1]++;
        if (!log->item[k].wall) {
            of->from[log->item[k].b + 1]++;
        }
    }
    for (size_t i = 0; i < balls; i++) {
        of->from[i + 1] += of->from[i];
    }
    for (size_t k = 0; k < log->count; k++) { /* `next` counts the items so far */
        const carom_collision *c = &log->item[k];
        of->item[of->from[c->a] + of->next[c->a]++] = k;
        if (!c->wall) {
            of->item[of->from[c->b] + of->next[c->b]++] = k;
        }
    }
    memset(of->next, 0, balls * sizeof *of->next);
    return CAROM_OK;
}

/* Return the first unmatched collision of ball i, or CAROM_UNMATCHED. */
static size_t next_collision(const ball_sequences *of, size_t i)
{
    size_t at = of->from[i] + of->next[i];
    return at < of->from[i + 1] ? of->item[at] : CAROM_UNMATCHED;
}

/* ---- matching ---- */

typedef struct {
    const carom_log *log[2];
    ball_sequences sequence[2];
    carom_alignment *result;
} matching;

/* Match collision k of the first log if it is the next one of both its balls in both logs. */
static bool try_match(matching *w, size_t k)
{
    const carom_collision *p = &w->log[0]->item[k], *q;
    size_t other = next_collision(&w->sequence[1], p->a);
    if (other == CAROM_UNMATCHED || next_collision(&w->sequence[0], p->a) != k) {
        return false;
    }
    q = &w->log[1]->item[other];
    if (!carom_collision_same_pair(p, q) ||
        (!p->wall && (next_collision(&w->sequence[0], p->b) != k ||
                      next_collision(&w->sequence[1], p->b) != other))) {
        return false;
    }
    for (int side = 0; side < 2; side++) {
        w->sequence[side].next[p->a]++;
        if (!p->wall) {
            w->sequence[side].next[p->b]++;
        }
    }
    w->result->partner[k] = other;
    w->result->back[other] = k;
    w->result->matched++;
    return true;
}

/* One pass in order of time finds all matches, because a collision follows all earlier ones of its
 * balls. Only simultaneous collisions, whose order is arbitrary, need repeated passes. */
static void match_collisions(matching *w)
{
    const carom_log *log = w->log[0];
    for (size_t k = 0; k < log->count;) {
        size_t end = k, found;
        while (end < log->count && log->item[end].t_s == log->item[k].t_s) {
            end++;
        }
        do {
            found = 0;
            for (size_t i = k; i < end; i++) {
                found += w->result->partner[i] == CAROM_UNMATCHED && try_match(w, i);
            }
        } while (found > 0 && end - k > 1);
        k = end;
    }
}

static void measure_offsets(matching *w)
{
    carom_alignment *result = w->result;
    double sum = 0, largest = 0;
    for (size_t k = 0; k < w->log[0]->count; k++) {
        if (result->partner[k] != CAROM_UNMATCHED) {
            double offset = w->log[1]->item[result->partner[k]].t_s - w->log[0]->item[k].t_s;
            sum += offset;
            largest = fabs(offset) > fabs(largest) ? offset : largest;
        }
    }
    result->mean_offset_s = result->matched > 0 ? sum / (double)result->matched : NAN;
    result->largest_offset_s = result->matched > 0 ? largest : NAN;
}

/* Find the first unmatched collision of a log before `limit`. */
static size_t first_unmatched(const matching *w, int side, double limit)
{
    const carom_log *log = w->log[side];
    const size_t *partner = side == 0 ? w->result->partner : w->result->back;
    for (size_t k = 0; k < log->count && log->item[k].t_s < limit; k++) {
        if (partner[k] == CAROM_UNMATCHED) {
            return k;
        }
    }
    return CAROM_UNMATCHED;
}

static void find_first_mismatches(matching *w, size_t balls, double limit)
{
    for (size_t i = 0; i < balls; i++) {
        double lost = INFINITY;
        for (int side = 0; side < 2; side++) {
            size_t next = next_collision(&w->sequence[side], i);
            double t = next == CAROM_UNMATCHED ? INFINITY : w->log[side]->item[next].t_s;
            lost = t < limit ? fmin(lost, t) : lost;
        }
        w->result->lost_s[i] = lost;
    }
}

static double time_of(const carom_log *log, size_t k)
{
    return k == CAROM_UNMATCHED ? NAN : log->item[k].t_s;
}

static carom_status align_logs(matching *w, size_t balls, double end_s, double slack_s,
                               carom_error *error)
{
    carom_alignment *alignment = w->result;
    for (int side = 0; side < 2; side++) {
        CAROM_TRY(collect_sequences(&w->sequence[side], w->log[side], balls, error));
    }
    match_collisions(w);
    measure_offsets(w);
    double limit = end_s - slack_s -
                   (alignment->matched > 0 ? fabs(alignment->largest_offset_s) : 0);
    alignment->first = first_unmatched(w, 0, limit);
    alignment->second = first_unmatched(w, 1, limit);
    find_first_mismatches(w, balls, limit);
    alignment->mismatch_s = fmin(time_of(w->log[0], alignment->first),
                                 time_of(w->log[1], alignment->second));
    return CAROM_OK;
}

/* @return NULL if memory is exhausted */
static size_t *new_unmatched(size_t count)
{
    size_t *item = malloc((count + 1) * sizeof *item);
    for (size_t k = 0; item != NULL && k < count; k++) {
        item[k] = CAROM_UNMATCHED;
    }
    return item;
}

carom_status carom_alignment_of(carom_alignment *alignment, const carom_log *first,
                                const carom_log *second, size_t balls, double end_s, double slack_s,
                                carom_error *error)
{
    matching w = {.log = {first, second}, .result = alignment};
    *alignment = (carom_alignment){.partner = new_unmatched(first->count),
                                   .back = new_unmatched(second->count),
                                   .lost_s = malloc((balls + 1) * sizeof(double))};
    CAROM_NEED(alignment->partner != NULL && alignment->back != NULL && alignment->lost_s != NULL,
               error);
    carom_status status = align_logs(&w, balls, end_s, slack_s, error);
    free_sequences(&w.sequence[0]);
    free_sequences(&w.sequence[1]);
    return status;
}

void carom_alignment_free(carom_alignment *alignment)
{
    free(alignment->partner);
    free(alignment->back);
    free(alignment->lost_s);
    *alignment = (carom_alignment){.partner = NULL};
}

/* ---- edit distance ---- */

/* Largest number of pairs of equal entries; more would take too long. */
static const size_t most_matches = 50000000;

typedef struct {
    uint64_t pair;
    size_t position;
} occurrence;

static uint64_t pair_of(const carom_collision *c)
{
    uint32_t low = !c->wall && c->b < c->a ? c->b : c->a, high = low == c->a ? c->b : c->a;
    return (uint64_t)low << 32 | (c->wall ? (uint64_t)(UINT32_MAX - c->b) : high);
}

static int compare_occurrences(const void *p, const void *q)
{
    const occurrence *a = p, *b = q;
    return a->pair != b->pair ? (a->pair > b->pair) - (a->pair < b->pair)
                              : (a->position > b->position) - (a->position < b->position);
}

/* Find the first occurrence of a pair by bisection. */
static size_t first_occurrence(const occurrence *sorted, size_t count, uint64_t pair)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle].pair < pair) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Extend the increasing sequences: end_of[n] is the smallest entry that ends a sequence of length n
 * + 1. */
static void extend_sequence(size_t *end_of, size_t *length, size_t position)
{
    size_t low = 0, high = *length;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (end_of[middle] < position) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    end_of[low] = position;
    *length += low == *length;
}

carom_status carom_edit_distance(const carom_log *first, const carom_log *second, size_t *distance,
                                 carom_error *error)
{
    occurrence *sorted = malloc((second->count + 1) * sizeof *sorted);
    size_t *end_of = malloc((second->count + 1) * sizeof *end_of), length = 0, matches = 0;
    if (sorted == NULL || end_of == NULL) {
        free(sorted);
        free(end_of);
        return carom_error_no_memory(error);
    }
    for (size_t k = 0; k < second->count; k++) {
        sorted[k] = (occurrence){pair_of(&second->item[k]), k};
    }
    if (second->count > 0) {
        qsort(sorted, second->count, sizeof *sorted, compare_occurrences);
    }
    for (size_t k = 0; k < first->count && matches <= most_matches; k++) {
        uint64_t pair = pair_of(&first->item[k]);
        size_t from = first_occurrence(sorted, second->count, pair),
               to = first_occurrence(sorted, second->count, pair + 1);
        matches += to - from;
        /* in descending order, so each collision is used once */
        for (size_t i = to; i-- > from;) {
            extend_sequence(end_of, &length, sorted[i].position);
        }
    }
    *distance = matches > most_matches ? CAROM_UNMATCHED
                                       : first->count + second->count - 2 * length;
    free(sorted);
    free(end_of);
    return CAROM_OK;
}
