/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/mismatch.h"
#include "measure/alignment.h"
#include <math.h>

/* One past the collisions that happen at the same time as the one at `from`. */
static size_t tie_end(const carom_log *log, size_t from)
{
    size_t end = from;
    while (end < log->count && log->item[end].t_s == log->item[from].t_s) {
        end++;
    }
    return end;
}

static size_t count_pair(const carom_log *log, size_t from, size_t to, const carom_collision *pair)
{
    size_t count = 0;
    for (size_t i = from; i < to; i++) {
        count += carom_collision_same_pair(&log->item[i], pair);
    }
    return count;
}

/* Time of the first collision in [from, to) that the other stretch has more seldom; INFINITY. */
static double first_unmatched(const carom_log *log, size_t from, size_t to, const carom_log *other,
                              size_t other_from, size_t other_to)
{
    for (size_t i = from; i < to; i++) {
        if (count_pair(log, from, i + 1, &log->item[i]) >
            count_pair(other, other_from, other_to, &log->item[i])) {
            return log->item[i].t_s;
        }
    }
    return INFINITY;
}

static double earlier(double a, double b)
{
    return a < b ? a : b;
}

static double offset_of(const carom_log *p, size_t i, const carom_log *q, size_t j)
{
    return fabs(p->item[i].t_s - q->item[j].t_s);
}

static double mismatch_at_end(const carom_log *p, size_t i, const carom_log *q, size_t j,
                              double limit_s)
{
    double t = i < p->count ? p->item[i].t_s : (j < q->count ? q->item[j].t_s : INFINITY);
    return t < limit_s ? t : NAN;
}

double carom_mismatch_time(const carom_log *log, const carom_log *reference, double end_s,
                           double contact_s)
{
    const carom_log *p = log, *q = reference;
    size_t i = 0, j = 0;
    double offset = 0;
    while (i < p->count && j < q->count) {
        size_t i_end = tie_end(p, i), j_end = tie_end(q, j);
        double t;
        while (i_end - i != j_end - j) { /* stretches of equal length that tear no tie apart */
            bool grow_p = i_end - i < j_end - j;
            if (grow_p ? i_end == p->count : j_end == q->count) {
                break;
            }
            if (grow_p) {
                i_end = tie_end(p, i_end);
            } else {
                j_end = tie_end(q, j_end);
            }
        }
        t = earlier(first_unmatched(p, i, i_end, q, j, j_end),
                    first_unmatched(q, j, j_end, p, i, i_end));
        if (isfinite(t)) {
            if (i_end - i != j_end - j) { /* one log has ended */
                return t < end_s - contact_s - offset ? t : NAN;
            }
            return t;
        }
        offset = fmax(offset, offset_of(p, i_end - 1, q, j_end - 1));
        i = i_end;
        j = j_end;
    }
    return mismatch_at_end(p, i, q, j, end_s - contact_s - offset);
}
