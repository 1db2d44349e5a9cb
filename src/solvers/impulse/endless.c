/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an event-driven run cannot pass: endlessly many collisions in no time, found in three ways,
 * and said. */
#include "solvers/impulse/impulse.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- rounds of one impact ---- */

/* An impact's cascade is endless when, after some rounds, every contact that still approaches does
 * so at a tiny part only of the fastest approach that it has had in this impact; less will do where
 * that is also next to nothing beside the speeds that led here. A cascade that ends goes from
 * approaches of that order to none at all, at most by way of a round or two of rounding. (Of its
 * own: behind a heavy body everything is slow.) */
static const size_t cascade_rounds = 6;
static const double cascade_fallen = 1e-10, cascade_shrunk = 1e-4;

static bool has_fallen(const impulse_cluster *cluster, double approach, double part)
{
    return part < cascade_fallen ||
           (part < cascade_shrunk && approach < cascade_fallen * cluster->fast_mps);
}

bool carom_impulse_is_cascade(const impulse_solver *self, const carom_cluster *cluster,
                              size_t round)
{
    const impulse_cluster *own = &self->cluster;
    if (round < cascade_rounds || !own->lossy || own->fallen >= cascade_shrunk) {
        return false;
    }
    for (size_t k = 0; k < own->touches; k++) {
        double approach = -carom_touch_velocity(cluster, &own->touch[k]);
        if (approach > cluster->quiet_mps &&
            !has_fallen(own, approach, approach / own->peak_mps[k])) {
            return false;
        }
    }
    return has_fallen(own, own->last_mps, own->fallen);
}

/* Heavy bodies beside light ones round the approaches of the light ones so much that an impact may
 * stir up as much as it ends. The longer it lasts, the more counts as rounding, up to so much of
 * the fastest; what is left is rounding then. */
void carom_impulse_grow_deaf(impulse_solver *self, carom_cluster *cluster, size_t round)
{
    impulse_cluster *own = &self->cluster;
    static const size_t patience = 100;
    static const double most = 1e-10;
    double quiet = carom_impulse_quiet(own->fast_mps);
    cluster->quiet_mps = ldexp(quiet, (int)(round / patience));
    if (!(cluster->quiet_mps < most * own->fast_mps)) {
        cluster->quiet_mps = most * own->fast_mps;
    }
    own->deaf = cluster->quiet_mps / quiet;
}

/* ---- events ---- */

/* A ball that went nowhere since, and is not pushed: a curved wall that it slides along turns up
 * again and again. */
static bool is_stuck(const impulse_solver *self, const impulse_ball *ball, double since_s)
{
    static const double no_way_ulps = 64;
    return !self->cluster.pushed &&
           carom_vec_length(ball->flight.v) * since_s <=
               no_way_ulps * DBL_EPSILON *
                   (fabs(ball->flight.at.x) + fabs(ball->flight.at.y) + ball->radius_m);
}

/* Collisions of one ball that follow each other within a few units in the last place of the time:
 * what really takes time cannot be told from what takes none. */
static bool is_streak(impulse_solver *self, uint32_t i, double now_s)
{
    static const uint32_t longest_streak = 32;
    static const double no_time_ulps = 4.0;
    impulse_ball *ball = &self->ball[i];
    double since_s = now_s - self->traits[i].struck_s;
    bool at_once = since_s <= no_time_ulps * DBL_EPSILON * now_s || is_stuck(self, ball, since_s);
    ball->streak = at_once ? ball->streak + 1 : 0;
    self->traits[i].struck_s = now_s;
    return ball->streak > longest_streak;
}

/* Where something brings two bodies together again that have parted (gravity, friction), the ways
 * between their collisions become ever shorter. A collision is unresolved if the way since the one
 * before, at most its approach times that time, is hardly more than the positions are rounded to; a
 * ball with nothing else for so long will have nothing else. (On straight paths the times alone
 * tell, and tell finer.) */
static bool is_unresolved(impulse_solver *self, uint32_t i, impulse_event event, double last_s)
{
    static const uint32_t longest = 1000;
    static const double no_way_ulps = 64;
    const impulse_ball *ball = &self->ball[i];
    double way = self->cluster.largest_mps * (self->cluster.now_s - last_s);
    bool so = way <= no_way_ulps * DBL_EPSILON *
                         (fabs(ball->flight.at.x) + fabs(ball->flight.at.y) + ball->radius_m);
    self->unresolved[i] = so ? self->unresolved[i] + 1 : 0;
    if (event.kind == EVENT_PAIR) {
        self->unresolved[event.partner] = so ? self->unresolved[event.partner] + 1 : 0;
    }
    return self->unresolved[i] > longest;
}

static void name_ball(const impulse_solver *self, uint32_t i, char *text, size_t size)
{
    const carom_ball *ball = &self->problem->ball[i];
    snprintf(text, size, "ball %u%s%s", ball->number + 1, ball->name[0] == '\0' ? "" : ", ",
             ball->name);
}

static carom_status stay_together(const impulse_solver *self, uint32_t i, impulse_event event)
{
    char how[CAROM_NAME_SIZE + 120], whom[CAROM_NAME_SIZE + 20] = "a wall";
    if (event.kind == EVENT_PAIR) {
        name_ball(self, event.partner, whom, sizeof whom);
    }
    snprintf(how, sizeof how,
             "and %s strike each other endlessly often, ever more slowly, and would stay together",
             whom);
    return carom_impulse_collapse(self, i, how, NULL);
}

carom_status carom_impulse_watch_for_collapse(impulse_solver *self, uint32_t i, impulse_event event,
                                              double last_s)
{
    if (is_streak(self, i, self->cluster.now_s)) {
        return carom_impulse_collapse(self, i, "collides again and again without time between",
                                      NULL);
    }
    return self->unresolved == NULL || !is_unresolved(self, i, event, last_s)
             ? CAROM_OK
             : stay_together(self, i, event);
}

/* ---- saying so ---- */

/* What would get past it. */
static const char *way_out(const impulse_solver *self, double least, double most)
{
    bool several = self->cluster.touches > 1 && !self->policy->all_at_once && !self->rough;
    if (most > 1) {
        return "a restitution above 1 feeds energy in at every one; lower it, or shorten "
               "duration_s";
    }
    if (several && least < 1) {
        return "raise the restitution, shorten duration_s, take impact_policy: newton_lcp, which "
               "resolves all that "
               "touches at once, or use the penalty solver";
    }
    if (self->tc_s > 0) {
        return "lengthen tc_s, which is too short for what happens here, shorten duration_s, or "
               "use the penalty solver";
    }
    return least < 1 ? "raise the restitution, shorten duration_s, or use the penalty solver"
                     : "shorten duration_s, or use the penalty solver";
}

carom_status carom_impulse_collapse(const impulse_solver *self, uint32_t i, const char *how,
                                    const char *instead)
{
    char t[32], x[32], y[32], who[CAROM_NAME_SIZE + 20];
    double least, most;
    carom_problem_restitutions(self->problem, &least, &most);
    carom_number_format_short(self->origin_s + self->cluster.now_s, t, sizeof t);
    carom_number_format_short(self->ball[i].flight.at.x, x, sizeof x);
    carom_number_format_short(self->ball[i].flight.at.y, y, sizeof y);
    name_ball(self, i, who, sizeof who);
    return carom_error_set(self->error, CAROM_COLLAPSE, "collapse",
                           "%s at t = %s s after %llu collisions: %s at (%s, %s) m %s. An "
                           "event-driven run cannot pass this point; %s",
                           least < 1 && most <= 1 && instead == NULL ? "inelastic collapse"
                                                                     : "endlessly many collisions",
                           t, (unsigned long long)self->report.collisions, who, x, y, how,
                           instead != NULL ? instead : way_out(self, least, most));
}
