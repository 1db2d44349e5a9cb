/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the difference of two solvers apart, sample by sample. */
#include "measure/measure.h"
#include "params/params.h"
#include "studies/diverge/diverge.h"
#include <float.h>
#include <math.h>

/* What one unit in the last place and its growth account for, times as much: rounding happens again
 * and again. */
static const double much_rounding = 1e6;

/* Squares of what the difference of one ball consists of. */
typedef struct {
    double raw, model, method, lag, turn, restitution, without_lag, rest;
} squares;

/* A soft lane's converged run; a rigid one's own, if it is exact, else that of exact rigid balls.
 */
static const carom_course *model_of(const carom_diverge *diverge, const carom_diverge_lane *lane)
{
    return lane->soft                                  ? &lane->twin
         : carom_solver_is(&lane->choice, CAROM_EXACT) ? &lane->base
                                                       : &diverge->lane[diverge->rigid].base;
}

static squares take_apart(const carom_diverge *diverge, const carom_diverge_pair *pair, size_t k,
                          size_t i)
{
    const carom_problem *problem = &diverge->scenario->problem;
    const carom_diverge_lane *lane = &diverge->lane[pair->lane],
                             *to = &diverge->lane[pair->reference];
    const carom_course *own = model_of(diverge, lane), *other = model_of(diverge, to);
    size_t at = k * diverge->balls + i;
    carom_vec raw = carom_course_difference(problem, &to->base, &lane->base, k, i);
    carom_vec model = carom_course_difference(problem, other, own, k, i);
    carom_vec method = carom_vec_minus(carom_course_difference(problem, own, &lane->base, k, i),
                                       carom_course_difference(problem, other, &to->base, k, i));
    carom_vec part[CAROM_CONTACT_PARTS], rest;
    if (lane->base.t_s[k] < fmin(lane->first_s[i], to->first_s[i])) {
        /* no contact yet, so springs and rigid balls are one model */
        model = (carom_vec){0, 0};
        method = raw;
    }
    rest = model;
    for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
        part[f] = carom_vec_minus(lane->part[f][at], to->part[f][at]);
        rest = carom_vec_minus(rest, part[f]);
    }
    return (squares){.raw = carom_vec_square(raw),
                     .model = carom_vec_square(model),
                     .method = carom_vec_square(method),
                     .lag = carom_vec_square(part[CAROM_LAGGING]),
                     .turn = carom_vec_square(part[CAROM_TURNED]),
                     .restitution = carom_vec_square(part[CAROM_RESTORED]),
                     .without_lag = carom_vec_square(carom_vec_minus(raw, part[CAROM_LAGGING])),
                     .rest = carom_vec_square(rest)};
}

carom_parts carom_diverge_parts(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                size_t k, const size_t *ball)
{
    const carom_diverge_lane *lane = &diverge->lane[pair->lane],
                             *to = &diverge->lane[pair->reference];
    squares all = {0}, sum = {0};
    double count = 0, n = 0, known;
    if (k >= lane->base.samples || k >= to->base.samples || k >= model_of(diverge, lane)->samples ||
        k >= model_of(diverge, to)->samples) {
        return (carom_parts){NAN, NAN, NAN, 0, NAN, NAN, NAN, NAN, NAN, NAN};
    }
    for (size_t i = 0; i < diverge->balls; i++) {
        double t = lane->base.t_s[k];
        size_t at;
        squares one;
        if (diverge->scenario->problem.ball[i].fixed || (ball != NULL && *ball != i)) {
            continue;
        }
        one = take_apart(diverge, pair, k, i);
        count++;
        all.raw += one.raw, all.model += one.model, all.method += one.method;
        at = k * diverge->balls + i;
        if (t < lane->lost_s[i] && t < to->lost_s[i] && !lane->touching[at] && !to->touching[at]) {
            n++;
            sum.raw += one.raw, sum.lag += one.lag, sum.turn += one.turn;
            sum.restitution += one.restitution;
            sum.without_lag += one.without_lag, sum.rest += one.rest;
        }
    }
    known = n > 0 ? n : NAN;
    count = fmax(count, 1);
    return (carom_parts){sqrt(all.raw / count),    sqrt(all.model / count),
                         sqrt(all.method / count), (size_t)n,
                         sqrt(sum.raw / known),    sqrt(sum.lag / known),
                         sqrt(sum.turn / known),   sqrt(sum.without_lag / known),
                         sqrt(sum.rest / known),   sqrt(sum.restitution / known)};
}

/* ---- causes ---- */

/* Whether rounding can have made the difference of two exact solvers at sample k. */
static bool is_rounding(const carom_diverge *diverge, const carom_diverge_pair *pair, size_t k)
{
    const carom_diverge_lane *lane = &diverge->lane[pair->lane],
                             *to = &diverge->lane[pair->reference];
    double least = DBL_EPSILON * carom_smallest_radius(&diverge->scenario->problem);
    return carom_solver_is(&lane->choice, CAROM_EXACT) &&
           carom_solver_is(&to->choice, CAROM_EXACT) &&
           pair->raw_m[k] <=
               much_rounding * fmax(least, fmax(lane->control_m[0][k], to->control_m[0][k]));
}

/* Distance that a solver is behind because it shows the last frame before the sample: rms speed,
 * weighted with the mass, times the time since that frame. 0 without frames. */
static double behind_frame_m(const carom_problem *problem, const carom_diverge_lane *lane, size_t k)
{
    double frame_s = lane->soft ? NAN : carom_choice_number(&lane->choice, "frame_s");
    double since_s = fmod(lane->base.t_s[k], frame_s), mass_kg = 0;
    for (size_t i = 0; i < problem->count; i++) {
        mass_kg += problem->ball[i].fixed ? 0 : problem->ball[i].mass_kg;
    }
    return since_s > 0 && frame_s - since_s > 1e-9 * frame_s && mass_kg > 0
             ? since_s * sqrt(2 * lane->base.kinetic_J[k] / mass_kg)
             : 0;
}

const char *carom_diverge_cause(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                size_t k)
{
    const carom_problem *problem = &diverge->scenario->problem;
    carom_parts parts = carom_diverge_parts(diverge, pair, k, NULL);
    double behind_m = fmax(behind_frame_m(problem, &diverge->lane[pair->lane], k),
                           behind_frame_m(problem, &diverge->lane[pair->reference], k));
    return is_rounding(diverge, pair, k)    ? "rounding"
         : isnan(parts.method_m)            ? "an unknown cause" /* a converged run stopped */
         : parts.method_m <= parts.model_m  ? "the model"
         : behind_m >= 0.5 * parts.method_m ? "the sampling between frames"
                                            : "the method";
}
