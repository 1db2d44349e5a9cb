/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stiffness of the tangential spring for a given tangential restitution: one contact whose surfaces
 * never slide.
 *
 * Normal: m_n x'' = -F_n(x, x'). Tangential: m_t g' = -F with k_t = kappa dF_elastic/dx. While x
 * grows, F' = k_t g (Mindlin and Deresiewicz, J. Appl. Mech. 20, 327 (1953): a later slip meets a
 * larger contact area). While x shrinks, F = k_t xi, xi' = g (Thornton and Randall 1988: the spring
 * loses the part whose area is lost, otherwise unloading would create energy).
 *
 * With W = k_n(x)/m_n both are p'' = -lambda W p. While x grows, p = g and -m_t p' = F. While it
 * shrinks, p = xi and p' = g. */
#include "laws/laws.h"

carom_slope carom_force_law_slope(const carom_force_law *law, const carom_contact *contact,
                                  double overlap_m)
{
    static const double part = 1e-3;
    double step = part * overlap_m, low, here, high;
    if (law->slope != NULL) {
        return law->slope(contact, overlap_m);
    }
    low = law->force(contact, overlap_m - step, 0).elastic_N;
    here = law->force(contact, overlap_m, 0).elastic_N;
    high = law->force(contact, overlap_m + step, 0).elastic_N;
    return (carom_slope){(high - low) / (2 * step),
                         high == low ? 0 : 2 * (high - 2 * here + low) / (step * (high - low))};
}

/* ---- one contact, step by step ---- */

/* Length of a Runge-Kutta step: at most `half_period_part` of a half period. Near onset and end
 * fractional powers of the overlap have no Taylor series. There steps shrink as passage^(3/4),
 * passage = w overlap/rate, which makes them equal in its fourth root. The error of beta is about
 * 1e-10. */
static const double half_period_part = 1.0 / 400, passage_part = 0.02;

/* Smallest overlap at which the stiffness is evaluated, relative to v/w. */
static const double min_depth = 1e-16;

/* A contact that lasts longer than `longest` half periods counts as endless. Strong damping and
 * stiff tangential springs need short steps: 5000 at the smallest restitution of a law. */
static const double max_half_periods = 200;
enum { max_steps = 100000 };

/* Bisections of the last step: precision 1e-13 of a contact. */
enum { halvings = 36 };

/* Constants of a contact. */
typedef struct {
    const carom_force_law *law;
    carom_contact contact; /* without the clamp: smooth beyond the contact end */
    bool by_force;         /* the contact ends with its force, else with its overlap */
    double lambda, w;      /* w: frequency of the spring at the maximum overlap */
    double least_m;        /* smallest overlap at which the stiffness is evaluated */
    double longest_step_s;
} sticking_contact;

/* Overlap and its rate, p and its rate (see the top of the file). */
typedef struct {
    double x, v, p, q;
} instant;

static instant slopes_of(const sticking_contact *s, instant at)
{
    double mu = s->contact.reduced_mass_kg;
    double k = carom_force_law_slope(s->law, &s->contact, fmax(at.x, s->least_m)).N_per_m;
    return (instant){at.v, -s->law->force(&s->contact, at.x, at.v).total_N / mu, at.q,
                     -s->lambda * (k / mu) * at.p};
}

static instant advance_linearly(instant at, double h, instant rate)
{
    return (instant){at.x + h * rate.x, at.v + h * rate.v, at.p + h * rate.p, at.q + h * rate.q};
}

static instant rk4_step(const sticking_contact *s, instant at, double h)
{
    instant a = slopes_of(s, at), b = slopes_of(s, advance_linearly(at, 0.5 * h, a)),
            c = slopes_of(s, advance_linearly(at, 0.5 * h, b)),
            d = slopes_of(s, advance_linearly(at, h, c));
    at = advance_linearly(at, h / 6, a);
    at = advance_linearly(at, h / 3, b);
    at = advance_linearly(at, h / 3, c);
    return advance_linearly(at, h / 6, d);
}

/* ---- conditions that end a phase when they become false ---- */

static bool is_closing(const sticking_contact *s, instant at)
{
    (void)s;
    return at.v > 0;
}

static bool is_pressing(const sticking_contact *s, instant at)
{
    return s->by_force ? s->law->force(&s->contact, at.x, at.v).total_N > 0 : at.x > 0;
}

static double step_size(const sticking_contact *s, instant at)
{
    double root = sqrt(s->w * fabs(at.x / at.v)), quarter = 0.25 * passage_part;
    double h = passage_part * root * sqrt(root) + quarter * quarter * quarter * quarter;
    return fmin(h / s->w, s->longest_step_s);
}

/* Integrates from *at until @p condition is false. @return false if that takes too many steps or
 * half periods */
static bool advance_while(const sticking_contact *s,
                          bool (*condition)(const sticking_contact *, instant), instant *at)
{
    instant before, next = *at;
    double h, low = 0, high, t = 0;
    int steps = 0;
    do {
        before = next;
        h = step_size(s, before);
        next = rk4_step(s, before, h);
        t += h;
        if (!(t * s->w < max_half_periods * CAROM_PI) || ++steps > max_steps) {
            return false;
        }
    } while (condition(s, next));
    high = h;
    for (int i = 0; i < halvings; i++) {
        double middle = 0.5 * (low + high);
        *(condition(s, rk4_step(s, before, middle)) ? &low : &high) = middle;
    }
    *at = rk4_step(s, before, high);
    return true;
}

/* Rounds the frequencies of the law: beta then depends on + - * / and sqrt only. */
static sticking_contact sticking_of(const carom_force_law *law, const carom_contact *contact,
                                    double approach_mps, double lambda)
{
    double w = carom_calibration_round(law->frequency_per_s(contact, approach_mps));
    double fastest = carom_calibration_round(law->rate_per_s(contact, approach_mps));
    sticking_contact s = {.law = law,
                          .contact = *contact,
                          .by_force = contact->viscosity > 0,
                          .lambda = lambda,
                          .w = w,
                          .least_m = min_depth * approach_mps / w};
    s.contact.end = CAROM_END_OVERLAP;
    s.longest_step_s = half_period_part * CAROM_PI / fmax(fastest, w * sqrt(fmax(lambda, 1)));
    return s;
}

/* beta of a law that is not linear. NaN: the contact does not end within the limits. */
static double stepped_restitution(const carom_force_law *law, const carom_contact *contact,
                                  double approach_mps, double lambda)
{
    sticking_contact s = sticking_of(law, contact, approach_mps, lambda);
    instant at = {0, approach_mps, 1, 0};
    if (!advance_while(&s, is_closing, &at)) {
        return NAN;
    }
    /* at the maximum overlap p changes from g to xi = F/k_t */
    double k = carom_force_law_slope(law, contact, at.x).N_per_m / contact->reduced_mass_kg;
    at = (instant){at.x, 0, -at.q / (lambda * k), at.p};
    return advance_while(&s, is_pressing, &at) ? -at.q : NAN;
}

/* w0 times the time for which a free contact presses: friction vanishes while a dashpot pulls. */
static double duration_of(const carom_force_law *law, const carom_contact *contact,
                          double approach_mps)
{
    carom_contact pressing = *contact;
    pressing.end = contact->viscosity > 0 ? CAROM_END_FORCE : contact->end;
    return law->outcome(&pressing, approach_mps).contact_s *
           law->frequency_per_s(contact, approach_mps);
}

double carom_tangential_restitution(const carom_force_law *law, const carom_contact *contact,
                                    double approach_mps, double lambda)
{
    if (!(lambda > 0)) {
        return -1;
    }
    if (law->linear) {
        return -cos(sqrt(lambda) * duration_of(law, contact, approach_mps));
    }
    return stepped_restitution(law, contact, approach_mps, lambda);
}

/* ---- the inverse: lambda of beta ---- */

/* Context: beta as a function of the tangential frequency, sqrt(lambda). */
typedef struct {
    const carom_force_law *law;
    const carom_contact *contact;
    double approach_mps, beta;
} target;

static double beta_of(const target *g, double root)
{
    return carom_tangential_restitution(g->law, g->contact, g->approach_mps, root * root);
}

/* Zero at the specified beta and nearly linear in the frequency: for a linear law sqrt(1 + beta) is
 * sqrt(2) times the sine of half the phase. */
static double beta_excess(const target *g, double beta)
{
    return sqrt(fmax(1 + beta, 0)) - sqrt(1 + g->beta);
}

/* Finds the maximum of beta between low and high by golden section, or stops as soon as the
 * specified beta is reached. A relative precision of 1e-5 gives 1e-10 in beta. *most: beta there */
static double max_beta(const target *g, double low, double high, double *beta_max)
{
    static const double tolerance = 1e-5;
    double a = high - CAROM_GOLDEN_RATIO * (high - low),
           b = low + CAROM_GOLDEN_RATIO * (high - low);
    double at_a = beta_of(g, a), at_b = beta_of(g, b);
    while (high - low > tolerance * high && fmax(at_a, at_b) < g->beta) {
        if (at_a < at_b) {
            low = a, a = b, at_a = at_b;
            b = low + CAROM_GOLDEN_RATIO * (high - low), at_b = beta_of(g, b);
        } else {
            high = b, b = a, at_b = at_a;
            a = high - CAROM_GOLDEN_RATIO * (high - low), at_a = beta_of(g, a);
        }
    }
    *beta_max = fmax(at_a, at_b);
    return at_a < at_b ? b : a;
}

/* Root between two frequencies by secants that stay inside the bracket. Five evaluations suffice
 * where Brent's method needs ten, and each is a whole contact. */
static double find_root(const target *g, double low, double beta_low, double high, double beta_high)
{
    double x = high, f = beta_excess(g, beta_high), other = low, f_other = beta_excess(g, beta_low);
    for (int i = 0; i < 100 && f != 0; i++) {
        double next = x - f * (x - other) / (f - f_other);
        if (!(next > low && next < high)) {
            next = 0.5 * (low + high);
        }
        other = x, f_other = f;
        x = next, f = beta_excess(g, beta_of(g, x));
        if (isnan(f)) {
            return NAN;
        }
        if (fabs(x - other) <= 1e-13 * x) {
            break;
        }
        *(f < 0 ? &low : &high) = x;
    }
    return x;
}

static carom_status no_ratio_error(const target *g, carom_error *error)
{
    return carom_error_set(error, CAROM_INVALID, "tangential_restitution",
                           "undefined for a contact that never ends, or is damped too much to be "
                           "followed to its end (got %.6g); reduce the damping",
                           g->beta);
}

/* beta grows from -1 at frequency 0 to its first maximum. The frequency is raised in steps until
 * beta exceeds the specified one or decreases. */
static carom_status stepped_ratio(const target *g, double duration, double *lambda,
                                  carom_error *error)
{
    double step = 0.4 * CAROM_PI / carom_calibration_round(duration), before = 0, low = 0,
           high = step, beta_before = -1;
    double beta_now = beta_of(g, high);
    while (beta_now < g->beta && beta_now > beta_before) {
        before = low, low = high, beta_before = beta_now;
        high += step, beta_now = beta_of(g, high);
    }
    if (isnan(beta_now)) {
        return no_ratio_error(g, error);
    }
    if (beta_now < g->beta) {
        high = max_beta(g, before, high, &beta_now);
        if (!(beta_now >= g->beta)) {
            return carom_error_set(
                error, CAROM_INVALID, "tangential_restitution",
                "too large for the tangential spring of this contact (got %.6g); use at most %.6g, "
                "which a stiffness ratio of %.4g m_t/m_n gives",
                g->beta, beta_now, high * high);
        }
        low = before, beta_before = beta_of(g, low);
    }
    high = find_root(g, low, beta_before, high, beta_now);
    *lambda = carom_calibration_round(high * high);
    return isnan(high) ? no_ratio_error(g, error) : CAROM_OK;
}

carom_status carom_tangential_ratio(const carom_force_law *law, const carom_contact *contact,
                                    double approach_mps, double beta, double *lambda,
                                    carom_error *error)
{
    target g = {law, contact, approach_mps, beta};
    double duration = duration_of(law, contact, approach_mps), part;
    *lambda = 0;
    if (!isfinite(duration)) {
        return no_ratio_error(&g, error);
    }
    if (!(beta > -1)) {
        return CAROM_OK; /* no spring */
    }
    if (!law->linear) {
        return stepped_ratio(&g, duration, lambda, error);
    }
    part = acos(-beta) / duration;
    *lambda = carom_calibration_round(part * part);
    return CAROM_OK;
}
