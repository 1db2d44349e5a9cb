/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene/scene.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>
#include <stdbool.h>

static double gap_of(const carom_relation *at, double reach)
{
    return carom_vec_length(at->d) - reach;
}

static double gap_at(double t, const carom_impact_search *both)
{
    carom_relation at = both->relation(t, both->context);
    return gap_of(&at, both->reach);
}

/* Whether the parabola stays outside reach + J h^3/6 for all 0 <= h <= H. Balls whose gap is a
 * rounding below none count as touching, and an approach that is rounding as none. */
static bool stays_apart(const carom_relation *at, const carom_impact_search *search, double H)
{
    double d = carom_vec_length(at->d), dw = carom_vec_dot(at->d, at->w);
    double near = fmin(search->reach, d), gap = d - near, J = at->jerk;
    double c1 = 2 * (gap <= 0 && fabs(dw) <= search->quiet_mps * d ? fmax(dw, 0) : dw) * H;
    double c0 = gap * (d + near), b1, b2, b3, b4;
    double c2 = carom_vec_dot_after(carom_vec_square(at->w), at->d, at->a) * H * H;
    double c3 = (carom_vec_dot(at->w, at->a) - near * J / 3 - J * J * H * H * H / 36) * H * H * H;
    double c4 = 0.25 * carom_vec_square(at->a) * H * H * H * H;
    b1 = c0 + c1 / 4;
    b2 = c0 + c1 / 2 + c2 / 6;
    b3 = c0 + 0.75 * c1 + c2 / 2 + c3 / 4;
    b4 = c0 + c1 + c2 + c3 + c4;
    return b1 >= 0 && b2 >= 0 && b3 >= 0 && b4 >= 0;
}

/* Whether (|d|^2)'/2 = d.w stays below zero for all h <= H. What the jerk adds to it is at most
 * |d| J h^2/2 + |w| J h^3/6 + J^2 h^5/12. */
static bool approaches_throughout(const carom_relation *at, double H)
{
    double w = carom_vec_length(at->w), a = carom_vec_length(at->a), J = at->jerk;
    double farthest = carom_vec_length(at->d) + w * H + 0.5 * a * H * H;
    double c0 = carom_vec_dot(at->d, at->w);
    double c1 = carom_vec_dot_after(w * w, at->d, at->a) * H;
    double c2 = (1.5 * carom_vec_dot(at->w, at->a) + 0.5 * farthest * J) * H * H;
    double c3 = (0.5 * a * a + (w + a * H) * J / 6 + J * J * H * H / 12) * H * H * H;
    return c0 < 0 && c0 + c1 / 3 < 0 && c0 + 2 * c1 / 3 + c2 / 3 < 0 && c0 + c1 + c2 + c3 < 0;
}

/* As GSL calls it. */
static double gap_for_gsl(double t, void *context)
{
    return gap_at(t, *(const carom_impact_search *const *)context);
}

/* The one root in [low, high]. */
static double root_between(const carom_impact_search *both, double low, double high)
{
    gsl_function function = {gap_for_gsl, &both};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    int status = GSL_CONTINUE;
    double root = low;
    if (solver == NULL) { /* bisection needs no memory */
        for (int i = 0; i < 200; i++) {
            root = 0.5 * (low + high);
            *(gap_at(root, both) > 0 ? &low : &high) = root;
        }
        return low;
    }
    gsl_root_fsolver_set(solver, &function, low, high);
    for (int i = 0; i < 200 && status == GSL_CONTINUE; i++) {
        gsl_root_fsolver_iterate(solver);
        root = gsl_root_fsolver_root(solver);
        status = gsl_root_test_interval(gsl_root_fsolver_x_lower(solver),
                                        gsl_root_fsolver_x_upper(solver), 0, 1e-16);
    }
    gsl_root_fsolver_free(solver);
    return root;
}

static bool is_approaching(const carom_impact_search *both, const carom_relation *at)
{
    return carom_vec_dot(at->d, at->w) < -both->quiet_mps * carom_vec_length(at->d);
}

/* The least step, doubled with every use and after so many looks. */
static double least_step(const carom_impact_search *search, double t, int uses, int looks)
{
    static const double finest = 1e-15;
    static const int patience = 64;
    return ldexp(finest * (search->scale_s + t), uses + looks / patience);
}

double carom_impact_search_time(const carom_impact_search *search)
{
    static const double first_look = 1e3;
    carom_relation at = search->relation(0, search->context);
    double t = 0, H = fmin(search->end_s, first_look * search->scale_s);
    int uses = 0;
    /* without end: as far as numbers go */
    for (int looks = 0; t < search->end_s && H > 0 && isfinite(H); looks++) {
        bool forced;
        H = fmin(H, fmin(search->end_s, at.until_s) - t);
        if (gap_of(&at, search->reach) <= 0 && is_approaching(search, &at)) {
            return t; /* touching, or pressed together from a touch */
        }
        forced = H < least_step(search, t, uses, looks);
        if (stays_apart(&at, search, H) || forced) {
            t += H;
            at = search->relation(t, search->context);
            H *= 4;
            uses += forced;
        } else if (gap_of(&at, search->reach) > 0 && approaches_throughout(&at, H) &&
                   gap_at(t + H, search) <= 0) {
            return root_between(search, t, t + H);
        } else {
            H *= 0.5;
        }
    }
    return INFINITY;
}
