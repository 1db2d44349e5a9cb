/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events of an oracle's world, one after the other. */
#include "base/base.h"
#include "scene/scene.h"
#include "solvers/oracle/oracle.h"

static const mpfr_rnd_t N = MPFR_RNDN;

/* The earliest event: its balls; j of a border is the number of balls and more. NULL: there is
 * none. */
static mpfr_srcptr first_event(const oracle_world *world, uint32_t *i, uint32_t *j)
{
    size_t n = world->problem->count;
    mpfr_srcptr first = NULL;
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a + 1; b < n + world->walls; b++) {
            mpfr_srcptr when = b < n ? world->meeting[a * n + b]
                                     : world->border[world->walls * a + b - n];
            if (mpfr_inf_p(when) == 0 && (first == NULL || mpfr_cmp(when, first) < 0)) {
                first = when;
                *i = (uint32_t)a;
                *j = (uint32_t)b;
            }
        }
    }
    return first;
}

/* A ball that leaves a periodic table comes in again on the other side. */
static void cross(oracle_world *world, uint32_t i, int border)
{
    oracle_ball *ball = &world->ball[i];
    bool along_x = border == CAROM_LEFT || border == CAROM_RIGHT;
    mpfr_ptr position = along_x ? ball->at.position.x : ball->at.position.y,
             length = along_x ? world->width : world->height;
    bool up = border == CAROM_LEFT || border == CAROM_BOTTOM;
    double way = (up ? 1 : -1) * mpfr_get_d(length, N);
    carom_oracle_fly(world, i);
    (up ? mpfr_add : mpfr_sub)(position, position, length, N);
    carom_flight_book_fold(world->problem, i, along_x ? (carom_vec){way, 0} : (carom_vec){0, way},
                           &world->accounts);
    carom_oracle_predict(world, i);
}

carom_status carom_oracle_world_advance(oracle_world *world, double t_s, carom_error *error)
{
    size_t n = world->problem->count;
    while (t_s > 0) {
        uint32_t i = 0, j = 0;
        mpfr_srcptr first = first_event(world, &i, &j);
        if (carom_watch_wants_end(world->watch)) {
            return carom_error_interrupted(error);
        }
        if (first == NULL || mpfr_cmp_d(first, t_s) > 0) {
            break;
        }
        if (mpfr_cmp(first, world->now) > 0) {
            mpfr_set(world->now, first, N);
        }
        world->report.steps++;
        if (j >= n && world->problem->boundary == CAROM_PERIODIC) {
            cross(world, i, (int)(j - n));
        } else {
            CAROM_TRY(carom_oracle_collide(world, i, j, error));
        }
    }
    return CAROM_OK;
}
