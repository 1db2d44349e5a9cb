/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prediction of a ball's next event where paths are straight and speeds constant: what a gas
 * spends its time on. Who is approached and what comes first is as good as random, and a jump that
 * is guessed wrong costs as much as thirty operations: everybody is worked out, and chosen without
 * a jump. And the parts of a table, which any path may meet. */
#include "solvers/impulse/state.h"
#include <math.h>
#include <string.h>

/* ---- walls and cells ---- */

/* What a ball reaches on one axis: the wall, or the edge of its cell, whichever is first. */
typedef struct {
    double in_s; /* INFINITY: nothing */
    bool wall, up;
} ahead;

/* The lowest and the highest line are where the table's walls turn the ball. */
static inline ahead ahead_on(const impulse_solver *self, uint32_t i, int axis, double quiet_mps)
{
    const impulse_ball *ball = &self->ball[i];
    double v = axis == 0 ? ball->flight.v.x : ball->flight.v.y;
    double x = axis == 0 ? ball->flight.at.x : ball->flight.at.y;
    double length = axis == 0 ? self->problem->width_m : self->problem->height_m;
    bool up = v > 0, walls = self->boxed, wall;
    double edge = carom_grid_edge(&self->grid, i, axis, up), line = edge, t;
    if (walls) {
        double reach = self->problem->wall_contact == CAROM_SURFACE ? ball->radius_m : 0;
        line = up ? length - reach : reach;
    }
    wall = walls & (up ? line <= edge : line >= edge);
    t = ((wall ? line : edge) - x) / v;
    t = t > 0 ? t : 0;
    return (ahead){fabs(v) > (wall ? quiet_mps : 0) ? t : INFINITY, wall, up};
}

/* Times from now, which are >= 0, as integers in the same order: of these a compiler chooses one
 * without a jump. */
static inline uint64_t bits_of(double in_s)
{
    uint64_t bits;
    memcpy(&bits, &in_s, sizeof bits);
    return bits;
}

static inline uint64_t choose(uint64_t a, uint64_t b, uint64_t mask)
{
    return a ^ ((a ^ b) & mask);
}

static inline double number_of(uint64_t bits)
{
    double in_s;
    memcpy(&in_s, &bits, sizeof in_s);
    return in_s;
}

/* Of both axes; of equals x. */
static inline impulse_prediction next_side(const impulse_solver *self, uint32_t i, double quiet_mps)
{
    static const uint32_t kind[] = {EVENT_CELL, EVENT_WALL};
    ahead x = ahead_on(self, i, 0, quiet_mps), y = ahead_on(self, i, 1, quiet_mps);
    uint64_t tx = bits_of(x.in_s), ty = bits_of(y.in_s), up = -(uint64_t)(ty < tx);
    double first = number_of(choose(tx, ty, up));
    uint32_t side = (uint32_t)choose((uint64_t)x.up, 2 + (uint64_t)y.up, up);
    uint32_t what = kind[choose((uint64_t)x.wall, (uint64_t)y.wall, up)];
    what &= -(uint32_t)(first < INFINITY); /* EVENT_NONE is 0 */
    return (impulse_prediction){first, {(impulse_event_kind)what, side, 0}};
}

/* The parts of any other table. */
void carom_impulse_consider_parts(const impulse_solver *self, uint32_t i, impulse_prediction *best)
{
    const impulse_ball *ball = &self->ball[i];
    const carom_way way = {ball->flight.at, ball->flight.v, carom_impulse_gravity(self, ball)};
    double reach = carom_walls_reach(self->problem, ball->radius_m);
    double quiet = carom_impulse_quiet(self->traits[i].fast_mps);
    double v = carom_vec_length(ball->flight.v);
    for (size_t part = 0; part < carom_walls_count(self->problem); part++) {
        double t = carom_walls_touch_s(self->problem, part, &way, reach, quiet);
        if (self->rolls && isfinite(t)) { /* as far as that along the path, and when it is gone */
            t = carom_rolling_time(self->rolling[i], v, t * v);
        }
        if (t < best->in_s) {
            *best = (impulse_prediction){t, {EVENT_WALL, (uint32_t)part, 0}};
        }
    }
}

/* ---- the whole ---- */

/* The lowest of those who are met at that time. */
static inline uint32_t lowest_met(const impulse_view *view, double time_s)
{
    uint32_t lowest = UINT32_MAX;
    for (size_t done = 0; done < view->count; done += CAROM_MEETINGS_BLOCK) {
        const double *time = carom_meetings_of(&view->at, done)->time;
        const uint32_t *ball = view->ball + done;
        size_t here = view->count - done;
        for (size_t k = 0; k < (here < CAROM_MEETINGS_BLOCK ? here : CAROM_MEETINGS_BLOCK); k++) {
            uint32_t met = ball[k] | (0 - (uint32_t) !(time[k] <= time_s));
            lowest = met < lowest ? met : lowest;
        }
    }
    return lowest;
}

void carom_impulse_predict_straight(impulse_solver *self, uint32_t i, impulse_view *view)
{
    const impulse_ball *ball = &self->ball[i];
    double quiet = carom_impulse_quiet(self->traits[i].fast_mps), first;
    impulse_prediction best = {INFINITY, {EVENT_NONE, 0, 0}};
    uint64_t met;
    uint32_t partner;
    if ((ball->carried & CARRIED_FIXED) == 0) {
        best = next_side(self, i, quiet);
        if (self->walled && !self->boxed) {
            carom_impulse_consider_parts(self, i, &best);
        }
    }
    /* What is rounding for the other one alone turns out to be when they meet: nothing happens
     * then, and it is for this one too. */
    first = carom_times_of_impact(&view->at, view->count, ball->flight.v, quiet);
    met = -(uint64_t)((bits_of(first) <= bits_of(best.in_s)) & (first < INFINITY));
    partner = (uint32_t)choose(i, lowest_met(view, first), met); /* of equals the pair */
    best.in_s = number_of(choose(bits_of(best.in_s), bits_of(first), met));
    self->event[i] = (impulse_event){
        (impulse_event_kind)choose((uint64_t)best.event.kind, EVENT_PAIR, met),
        (uint32_t)choose(best.event.partner, partner, met),
        self->ball[partner].stamp & (uint32_t)met};
    carom_queue_set(&self->queue, i, ball->clock_s + best.in_s);
}
