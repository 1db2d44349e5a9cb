/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches the collisions of two runs. */
#include "measure/measure.h"

bool carom_collision_same_pair(const carom_collision *p, const carom_collision *q)
{
    return p->wall == q->wall &&
           ((p->a == q->a && p->b == q->b) || (!p->wall && p->a == q->b && p->b == q->a));
}

/* ---- collisions of each ball ---- */

/* Collisions by ball, in order of time. Ball i has item[from[i]] to item[from[i + 1] - 1]. */
typedef struct {
    const carom_log *log;
    size_t *from, *item;
    size_t *next; /* indexed by ball: number of matched collisions */
} ball_sequences;

/* The caller frees `from`. */
static ball_sequences collect_sequences(const carom_log *log, size_t balls)
{
    size_t *memory = carom_allocate(2 * (balls + 2) + 2 * log->count, sizeof *memory);
    ball_sequences of = {log, memory, memory + 2 * (balls + 2), memory + balls + 2};
    for (size_t k = 0; k < log->count; k++) {
        of.from[log->item[k].a + 1]++;
        of.from[log->item[k].b + 1] += !log->item[k].wall;
    }
    for (size_t i = 0; i < balls; i++) {
        of.from[i + 1] += of.from[i];
    }
    for (size_t k = 0; k < log->count; k++) { /* `next` counts the items so far */
        const carom_collision *c = &log->item[k];
        of.item[of.from[c->a] + of.next[c->a]++] = k;
        if (!c->wall) {
            of.item[of.from[c->b] + of.next[c->b]++] = k;
        }
    }
    memset(of.next, 0, balls * sizeof *of.next);
    return of;
}

/* Return the first unmatched collision of ball i, or NULL. */
static const carom_collision *next_collision(const ball_sequences *of, size_t i)
{
    size_t at = of->from[i] + of->next[i];
    return at < of->from[i + 1] ? &of->log->item[of->item[at]] : NULL;
}

/* ---- matching ---- */

/* Match collision k of the first log if it is the next one of both its balls in both logs. */
static bool try_match(ball_sequences of[2], size_t k, carom_alignment *result)
{
    const carom_collision *p = &of[0].log->item[k], *q = next_collision(&of[1], p->a);
    if (q == NULL || next_collision(&of[0], p->a) != p || !carom_collision_same_pair(p, q) ||
        (!p->wall && (next_collision(&of[0], p->b) != p || next_collision(&of[1], p->b) != q))) {
        return false;
    }
    for (int side = 0; side < 2; side++) {
        of[side].next[p->a]++;
        if (!p->wall) {
            of[side].next[p->b]++;
        }
    }
    result->partner[k] = (size_t)(q - of[1].log->item);
    result->matched++;
    return true;
}

/* One pass in order of time finds all matches, because a collision follows all earlier ones of its
 * balls. Only simultaneous collisions, whose order is arbitrary, need repeated passes. */
static void match_collisions(ball_sequences of[2], carom_alignment *result)
{
    const carom_log *log = of[0].log;
    for (size_t k = 0; k < log->count;) {
        size_t end = k, found;
        while (end < log->count && log->item[end].t_s == log->item[k].t_s) {
            end++;
        }
        do {
            found = 0;
            for (size_t i = k; i < end; i++) {
                found += result->partner[i] == CAROM_UNMATCHED && try_match(of, i, result);
            }
        } while (found > 0 && end - k > 1);
        k = end;
    }
}

static void measure_offsets(const ball_sequences of[2], carom_alignment *result)
{
    double sum = 0, largest = 0;
    for (size_t k = 0; k < of[0].log->count; k++) {
        if (result->partner[k] != CAROM_UNMATCHED) {
            double offset = of[1].log->item[result->partner[k]].t_s - of[0].log->item[k].t_s;
            sum += offset;
            largest = fabs(offset) > fabs(largest) ? offset : largest;
        }
    }
    result->mean_offset_s = result->matched > 0 ? sum / (double)result->matched : NAN;
    result->largest_offset_s = result->matched > 0 ? largest : NAN;
}

/* The first unmatched collision of a log is the next one of its balls. Where the other log has
 * another collision next, none of its later ones can match. */
static void find_mismatches(const ball_sequences of[2], size_t balls, double end_s, double limit_s,
                            carom_alignment *result)
{
    const carom_collision **first = result->mismatch;
    for (size_t i = 0; i < balls; i++) {
        result->lost_s[i] = INFINITY;
        for (int side = 0; side < 2; side++) {
            const carom_collision *c = next_collision(&of[side], i),
                                  *other = next_collision(&of[1 - side], i);
            bool differ = c != NULL && other != NULL && !carom_collision_same_pair(c, other);
            if (c != NULL && c->t_s < (differ ? end_s : limit_s)) {
                result->lost_s[i] = fmin(result->lost_s[i], c->t_s);
                first[side] = first[side] == NULL || c < first[side] ? c : first[side];
            }
        }
    }
    if (first[0] != NULL || first[1] != NULL) {
        int own = first[1] == NULL || (first[0] != NULL && first[0]->t_s <= first[1]->t_s) ? 0 : 1;
        const carom_collision *c = first[own], *other = next_collision(&of[1 - own], c->a);
        result->mismatch_s = c->t_s;
        first[1 - own] = other == NULL && !c->wall ? next_collision(&of[1 - own], c->b) : other;
    }
}

carom_alignment carom_alignment_of(const carom_log *first, const carom_log *second, size_t balls,
                                   double end_s, double slack_s)
{
    ball_sequences of[2] = {collect_sequences(first, balls), collect_sequences(second, balls)};
    carom_alignment alignment = {.partner = carom_allocate(first->count, sizeof(size_t)),
                                 .lost_s = carom_allocate(balls, sizeof(double)),
                                 .mismatch_s = NAN};
    for (size_t k = 0; k < first->count; k++) {
        alignment.partner[k] = CAROM_UNMATCHED;
    }
    match_collisions(of, &alignment);
    measure_offsets(of, &alignment);
    double largest_s = alignment.matched > 0 ? fabs(alignment.largest_offset_s) : 0;
    find_mismatches(of, balls, end_s, end_s - slack_s - largest_s, &alignment);
    free(of[0].from);
    free(of[1].from);
    return alignment;
}

void carom_alignment_free(carom_alignment *alignment)
{
    free(alignment->partner);
    free(alignment->lost_s);
    alignment->partner = NULL;
    alignment->lost_s = NULL;
}
