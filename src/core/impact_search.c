/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/impact_search.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>
#include <stdbool.h>

static double gap_of(const carom_relation *at, double reach)
{
    return sqrt(at->dx * at->dx + at->dy * at->dy) - reach;
}

static double gap_at(double t, const carom_impact_search *both)
{
    carom_relation at = both->relation(t, both->context);
    return gap_of(&at, both->reach);
}

/* Whether |d + w h| > reach + A H^2/2 for all 0 <= h <= H. */
static bool stays_apart(const carom_relation *at, double reach, double H)
{
    double wide = reach + 0.5 * at->pull * H * H;
    double w2 = at->wx * at->wx + at->wy * at->wy, dw = at->dx * at->wx + at->dy * at->wy;
    double h = w2 > 0 ? -dw / w2 : 0, x, y;
    h = h < 0 ? 0 : (h > H ? H : h);
    x = at->dx + at->wx * h;
    y = at->dy + at->wy * h;
    return x * x + y * y > wide * wide;
}

/* Whether d.w stays below zero for all h <= H: its derivative is |w|^2 + d.w' with |w'| <= A. */
static bool approaches_throughout(const carom_relation *at, double H)
{
    double w = sqrt(at->wx * at->wx + at->wy * at->wy), d = sqrt(at->dx * at->dx + at->dy * at->dy);
    double fastest = w + at->pull * H, farthest = d + w * H + 0.5 * at->pull * H * H;
    double rise = fastest * fastest + farthest * at->pull;
    return at->dx * at->wx + at->dy * at->wy + rise * H < 0;
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

static bool is_parting_for_good(const carom_impact_search *both, const carom_relation *at)
{
    double d = sqrt(at->dx * at->dx + at->dy * at->dy);
    bool parting = at->dx * at->wx + at->dy * at->wy >= -both->quiet_mps * d;
    return parting && gap_of(at, both->reach) <= 1e-14 * both->reach;
}

double carom_impact_search_time(const carom_impact_search *search)
{
    static const double finest = 1e-15, first_look = 1e3;
    carom_relation at = search->relation(0, search->context);
    double t = 0, H = fmin(search->end_s, first_look * search->scale_s);
    while (t < search->end_s && H > 0 && isfinite(H)) { /* without end: as far as there are numbers */
        H = fmin(H, search->end_s - t);
        if (gap_of(&at, search->reach) <= 0 && !is_parting_for_good(search, &at)) {
            return t; /* touching and approaching, or pressed together from a touch */
        }
        if (stays_apart(&at, search->reach, H)) {
            t += H;
            at = search->relation(t, search->context);
            H *= 4;
        } else if (gap_of(&at, search->reach) > 0 && approaches_throughout(&at, H) &&
                   gap_at(t + H, search) <= 0) {
            return root_between(search, t, t + H);
        } else if (H < finest * (search->scale_s + t)) {
            t += H; /* a graze below rounding, or leaving a touch */
            at = search->relation(t, search->context);
            H *= 4;
        } else {
            H *= 0.5;
        }
    }
    return INFINITY;
}
