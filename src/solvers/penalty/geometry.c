/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts with the walls of tables of any shape. The overlap with a part of the wall is -INFINITY
 * if the ball is not in front of it. Where two parts join smoothly, a contact can slide from one to
 * the next. */
#include "solvers/penalty/penalty.h"

/* Walls of a rectangle push back from any depth. Walls of other shapes act only on balls in front
 * of them, so a ball can escape. */
static carom_status off_table_error(const penalty_springs *springs, uint32_t i, double t_s,
                                    carom_error *error)
{
    const carom_ball *ball = &springs->problem->ball[i];
    char t[32];
    carom_number_format_digits(t_s, 12, t, sizeof t);
    return carom_error_set(error, CAROM_INVALID, "law",
                           "ball %u%s%s has gone through the wall at t = %s s, as its overlap "
                           "exceeds its radius; use a "
                           "stiffer spring",
                           ball->number + 1,
                           ball->name == NULL || ball->name[0] == '\0' ? "" : ", ",
                           ball->name == NULL ? "" : ball->name, t);
}

carom_status carom_penalty_check_on_table(const penalty_springs *springs, const double *x,
                                          uint32_t i, double t_s, carom_error *error)
{
    const carom_problem *problem = springs->problem;
    bool held = problem->part == NULL ||
                carom_walls_enclose(problem, carom_penalty_vec(springs, x, i));
    return held ? CAROM_OK : off_table_error(springs, i, t_s, error);
}

bool carom_penalty_has_left_wall(const penalty_springs *springs, const penalty_motion *motion,
                                 size_t k)
{
    return springs->near[k].wall &&
           carom_penalty_geometry(springs, &springs->near[k], motion->x, motion->v).overlap_m ==
               -INFINITY;
}

size_t carom_penalty_next_wall(const penalty_springs *springs, const penalty_pair *pair,
                               const penalty_motion *motion, size_t k)
{
    const penalty_neighbour *near = springs->near;
    size_t best = springs->neighbour_count;
    double deepest = 0;
    for (size_t m = 0; m < springs->neighbour_count; m++) {
        if (m != k && near[m].wall && near[m].a == near[k].a) {
            penalty_geometry at = carom_penalty_geometry(springs, &near[m], motion->x, motion->v);
            bool is_free = pair[near[m].pair].record == PENALTY_NO_RECORD;
            if (is_free && at.overlap_m > deepest) {
                deepest = at.overlap_m;
                best = m;
            }
        }
    }
    return best;
}
