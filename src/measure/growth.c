/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits to growing differences: rates, powers, orders of convergence. */
#include "measure/measure.h"
#include <gsl/gsl_fit.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_statistics_double.h>

static const carom_estimate no_estimate = {NAN, NAN};

/* Fit a straight line by least squares.
 *  @return sum of squares */
static double fit_line(const double *x, const double *y, size_t count, carom_estimate *slope)
{
    double c0, c1, cov00, cov01, cov11, sum_of_squares;
    *slope = no_estimate;
    if (gsl_fit_linear(x, 1, y, 1, count, &c0, &c1, &cov00, &cov01, &cov11, &sum_of_squares) == 0) {
        *slope = (carom_estimate){c1, sqrt(cov11)};
    }
    return sum_of_squares;
}

/* Points between @p low and @p high before y first exceeds @p high. */
typedef struct {
    double *x, *ln_x, *ln_y;
    size_t count;
    double largest; /* y before it exceeds `high` */
} growth_points;

static growth_points select_points(carom_arena *arena, const double *x, const double *y,
                                   size_t count, double low, double high)
{
    growth_points p = {.x = carom_arena_take(arena, 3 * count + 1, sizeof(double))};
    p.ln_x = p.x + count;
    p.ln_y = p.ln_x + count;
    for (size_t k = 0; k < count && !(y[k] > high); k++) {
        p.largest = fmax(p.largest, y[k]);
        if (y[k] >= low) {
            p.x[p.count] = x[k];
            p.ln_x[p.count] = log(x[k]);
            p.ln_y[p.count++] = log(y[k]);
        }
    }
    return p;
}

carom_estimate carom_fit_growth_rate(carom_arena *arena, const double *x, const double *y,
                                     size_t count, double low, double high)
{
    growth_points p = select_points(arena, x, y, count, low, high);
    carom_estimate slope = no_estimate;
    if (p.count >= 4) {
        (void)fit_line(p.x, p.ln_y, p.count, &slope);
    }
    return slope;
}

carom_growth_kind carom_classify_growth(carom_arena *arena, const double *x, const double *y,
                                        size_t count, double low, double high)
{
    /* growth needed for an exponential; growth and largest exponent of a power */
    static const double least_growth = 1e3, least_factor = 4, steepest = 4;
    size_t first = count > 0 && x[0] == 0; /* has no logarithm */
    growth_points p = select_points(arena, x + first, y + first, count - first, low, high);
    carom_estimate slope;
    if (p.count < 4) {
        return CAROM_GROWTH_UNKNOWN;
    }
    double exponential = fit_line(p.x, p.ln_y, p.count, &slope),
           power = fit_line(p.ln_x, p.ln_y, p.count, &slope);
    if (exponential < power) {
        return p.largest >= least_growth * y[0] ? CAROM_GROWTH_EXPONENTIAL : CAROM_GROWTH_UNKNOWN;
    }
    return p.largest >= least_factor * low && slope.value <= steepest ? CAROM_GROWTH_POWER
                                                                      : CAROM_GROWTH_UNKNOWN;
}

carom_estimate carom_fit_order(const double *x, const double *y, const double *weight, size_t count)
{
    enum { TERMS = 3 };
    if (count <= TERMS) {
        return no_estimate;
    }
    gsl_multifit_linear_workspace *room = gsl_multifit_linear_alloc(count, TERMS);
    gsl_matrix *terms = gsl_matrix_alloc(count, TERMS),
               *covariance = gsl_matrix_alloc(TERMS, TERMS);
    gsl_vector *value = gsl_vector_alloc(count), *weights = gsl_vector_alloc(count),
               *solution = gsl_vector_alloc(TERMS);
    double chi2 = 0;
    carom_estimate order = no_estimate;
    bool had = room != NULL && terms != NULL && value != NULL && weights != NULL &&
               covariance != NULL && solution != NULL;
    for (size_t k = 0; had && k < count; k++) {
        gsl_matrix_set(terms, k, 0, 1);
        gsl_matrix_set(terms, k, 1, log(x[k]));
        gsl_matrix_set(terms, k, 2, x[k]);
        gsl_vector_set(value, k, log(y[k]));
        gsl_vector_set(weights, k, weight[k]);
    }
    if (had &&
        gsl_multifit_wlinear(terms, weights, value, solution, covariance, &chi2, room) == 0) {
        /* GSL's covariance is from the weights; the scatter may be larger, and equal weights
         * contain no information */
        double scatter = chi2 / (double)(count - TERMS);
        bool equal = gsl_vector_max(weights) == gsl_vector_min(weights);
        order = (carom_estimate){
            gsl_vector_get(solution, 1),
            sqrt(gsl_matrix_get(covariance, 1, 1) * (equal ? scatter : fmax(1, scatter)))};
    }
    gsl_multifit_linear_free(room);
    gsl_matrix_free(terms);
    gsl_matrix_free(covariance);
    gsl_vector_free(value);
    gsl_vector_free(weights);
    gsl_vector_free(solution);
    return order;
}

/* Update a running mean with value k. Running means need no memory. */
static void add_to_mean(long double *mean, long double value, size_t k)
{
    *mean += (value - *mean) / (long double)(k + 1);
}

/* Mean of every `stride`-th number without NaN, as from GSL but without a copy. */
static carom_estimate mean_of_every(const double *value, size_t stride, size_t count)
{
    long double mean = 0, square = 0;
    size_t n = 0;
    for (size_t k = 0; k < count; k++) {
        if (!isnan(value[k * stride])) {
            add_to_mean(&mean, value[k * stride], n++);
        }
    }
    if (n < 2) {
        return no_estimate;
    }
    double m = (double)mean;
    n = 0;
    for (size_t k = 0; k < count; k++) {
        if (!isnan(value[k * stride])) {
            long double off = (long double)value[k * stride] - m;
            add_to_mean(&square, off * off, n++);
        }
    }
    return (carom_estimate){m,
                            sqrt((double)square * ((double)n / (double)(n - 1))) / sqrt((double)n)};
}

carom_estimate carom_mean(const double *value, size_t count)
{
    return mean_of_every(value, 1, count);
}

carom_estimate carom_estimate_mean(const carom_estimate *of, size_t count)
{
    carom_estimate last = no_estimate, mean = no_estimate;
    for (size_t k = 0; k < count; k++) {
        last = isnan(of[k].value) ? last : of[k];
    }
    if (count > 0) {
        mean = mean_of_every(&of[0].value, sizeof *of / sizeof(double), count);
    }
    return isnan(mean.value) ? last : mean; /* a single estimate as it is */
}

carom_crossing carom_crossing_of(const double *x, const double *y, size_t count, double level)
{
    size_t k = 0;
    while (k < count && !(y[k] >= level)) {
        k++;
    }
    if (k == 0 || k == count) {
        double end = count > 0 ? x[k == 0 ? 0 : count - 1] : NAN;
        return (carom_crossing){k == 0 ? end : NAN, end, k == 0 ? end : NAN, k};
    }
    bool between = y[k - 1] > 0 && y[k] > y[k - 1];
    double part = between ? log(level / y[k - 1]) / log(y[k] / y[k - 1]) : 1;
    return (carom_crossing){x[k - 1] + part * (x[k] - x[k - 1]), x[k - 1], x[k], k};
}

/* ---- theory ---- */

double carom_stadium_growth_rate(const carom_problem *problem)
{
    static const double rate = 0.430, tolerance = 0.01;
    const carom_ball *ball = &problem->ball[0];
    double curvature = 0, length_m = 0, arcs = 0, edges = 0;
    for (size_t i = 0; problem->part != NULL && i < problem->parts; i++) {
        const carom_part *part = &problem->part[i];
        double here = part->curve->normal_rotation_1pm(part, ball->radius_m);
        arcs += here > 0;
        edges += here == 0;
        curvature = fmax(curvature, here);
        length_m = here == 0 ? part->length_m : length_m;
    }
    bool is_stadium = problem->count == 1 && arcs == 2 && edges == 2 &&
                      fabs(0.5 * length_m * curvature - 1) < tolerance;
    bool is_free = carom_problem_is_elastic(problem) && !carom_problem_has_friction(problem) &&
                   carom_vec_is_zero(problem->gravity_mps2);
    return is_stadium && is_free
             ? rate * curvature * carom_vec_length(carom_flight_from_ball(ball).v)
             : NAN;
}

carom_disc_growth carom_disc_growth_of(const carom_problem *problem, const carom_log *hits,
                                       double until_s, double path_m)
{
    double movers = 0, all = 0, with_balls = 0, reach_m = 0;
    for (size_t i = 0; i < problem->count; i++) {
        movers += !problem->ball[i].fixed;
    }
    for (size_t k = 0; k < hits->count && !(hits->item[k].t_s > until_s); k++) {
        const carom_collision *c = &hits->item[k];
        const carom_ball *a = &problem->ball[c->a], *b = c->wall ? NULL : &problem->ball[c->b];
        double moving = !a->fixed + (b != NULL && !b->fixed);
        all += moving;
        with_balls += b == NULL ? 0 : moving;
        reach_m += b == NULL ? 0 : moving * (a->radius_m + b->radius_m);
    }
    if (!(with_balls > 0)) {
        return (carom_disc_growth){NAN, NAN};
    }
    double fold = pow(2 * movers * path_m / with_balls / (reach_m / with_balls), with_balls / all);
    return (carom_disc_growth){fold, log(fold) * all / movers / until_s};
}
