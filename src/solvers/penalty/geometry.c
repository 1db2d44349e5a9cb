/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts with the walls of tables of any shape. The overlap with a part of the wall is -INFINITY
 * if the ball is not in front of it. Where two parts join smoothly, a contact can slide from one to
 * the next. */
#include "solvers/penalty/penalty.h"

/* Walls of a rectangle push back from any depth. Walls of other shapes act only on balls in front
 * of them, so a ball can escape. */
carom_status carom_penalty_check_on_table(const carom_problem *problem, carom_vec at, uint32_t i,
                                          double t_s, carom_error *error)
{
    const carom_ball *ball = &problem->ball[i];
    const char *name = ball->name == NULL ? "" : ball->name;
    char t[32];
    if (problem->part == NULL || ball->fixed || carom_walls_enclose(problem, at)) {
        return CAROM_OK;
    }
    carom_number_format_digits(t_s, 12, t, sizeof t);
    return carom_error_set(error, CAROM_INVALID, "law",
                           "ball %u%s%s has gone through the wall at t = %s s, as its overlap "
                           "exceeds its radius; use a stiffer spring",
                           ball->number + 1, name[0] == '\0' ? "" : ", ", name, t);
}
