/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tangential springs in a contact that never slides: tangential restitution against closed forms.
 */
#include "contacts.h"

static carom_contact hertz(double mu, double K, double zeta)
{
    return (carom_contact){.reduced_mass_kg = mu,
                           .damping = zeta,
                           .stiffness = K,
                           .viscosity = sqrt(5.0) * zeta * sqrt(K * mu)};
}

static double ratio_of(const carom_force_law *law, const carom_contact *contact, double v,
                       double beta)
{
    double lambda = NAN;
    carom_error error = {CAROM_OK, "", ""};
    ck_assert_msg(carom_tangential_ratio(law, contact, v, beta, &lambda, &error) == CAROM_OK, "%s",
                  error.text);
    return lambda;
}

/* No stiffness gives beta, and the message is about `key` and contains `said`. */
static void assert_no_ratio(const carom_force_law *law, const carom_contact *contact, double beta,
                            const char *key, const char *said)
{
    double lambda;
    carom_error error = {CAROM_OK, "", ""};
    ck_assert(carom_tangential_ratio(law, contact, 1, beta, &lambda, &error) == CAROM_INVALID);
    ck_assert_str_eq(error.key, key);
    ck_assert_msg(strstr(error.text, said) != NULL, "%s", error.text);
}

/* ---- linear ---- */

/* kappa = f/(1+f) reverses the tangential motion, a quarter of it stops it: 2/7 and 1/14 for
 * spheres, whose m_n/m_t is 7/2. */
START_TEST(ratios_of_reversal_and_stop)
{
    carom_contact contact = hooke(0.31, 2.7e4, 0, CAROM_END_FORCE);
    for (double f = 0.2; f <= 1; f += 0.1) {
        double mn_over_mt = 1 + 1 / f, whole = f / (1 + f) * mn_over_mt;
        assert_near(ratio_of(&carom_force_law_hooke, &contact, 1.3, 1), whole, 1e-13);
        assert_near(ratio_of(&carom_force_law_hooke, &contact, 1.3, 0), whole / 4, 1e-13);
    }
    assert_near(ratio_of(&carom_force_law_hooke, &contact, 1.3, 1) / 3.5, 2.0 / 7, 1e-13);
    assert_near(ratio_of(&carom_force_law_hooke, &contact, 1.3, 0) / 3.5, 1.0 / 14, 1e-13);
    assert_same(ratio_of(&carom_force_law_hooke, &contact, 1.3, -1), 0);
}
END_TEST

/* A damped contact presses for the same time with both contact ends, and friction vanishes while
 * the dashpot pulls. Until then g = cos(sqrt(lambda) w0 t). */
START_TEST(beta_for_both_contact_ends)
{
    static const double zeta[] = {0.04, 0.215, 0.7, 1.4};
    for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
        for (int i = 0; i < 4; i++) {
            carom_contact contact = hooke(0.31, 2.7e4, zeta[i], end);
            double x = 0, v = 1, g = 1, F = 0, was = 0, lambda = 0.37, h = 1e-5;
            /* in units of 1/w0, midpoint rule */
            while (x + 2 * zeta[i] * v > 0) {
                double xm = x + 0.5 * h * v, vm = v - 0.5 * h * (2 * zeta[i] * v + x);
                double gm = g - 0.5 * h * F, Fm = F + 0.5 * h * lambda * g;
                was = g;
                x += h * vm, v -= h * (2 * zeta[i] * vm + xm);
                g -= h * Fm, F += h * lambda * gm;
            }
            assert_near(ratio_of(&carom_force_law_hooke, &contact, 1.385, -g), lambda,
                        10 * fabs(g - was) + 1e-7);
        }
    }
}
END_TEST

static carom_contact_outcome endless_outcome(const carom_contact *contact, double v)
{
    (void)contact, (void)v;
    return (carom_contact_outcome){0, INFINITY, 1};
}

/* An endless contact has no ratio, and a law that is not linear needs its ratio, unless there is no
 * spring. */
START_TEST(contacts_without_a_ratio_are_rejected)
{
    carom_force_law endless = carom_force_law_hooke;
    carom_contact linear = hooke(1, 1, 0, CAROM_END_FORCE), contact = hertz(0.085, 3e8, 0.1);
    endless.outcome = endless_outcome;
    assert_no_ratio(&endless, &linear, 0, "tangential_restitution", "never ends");
    assert_no_ratio(&carom_force_law_hertz, &contact, 0.3, "tangential_stiffness_ratio",
                    "law: hertz");
    assert_same(ratio_of(&carom_force_law_hertz, &contact, 1, -1), 0);
}
END_TEST

START_TEST(ratio_grows_with_beta)
{
    for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
        carom_contact contact = hooke(0.085, 3e6, 0.1, end);
        double last = 0;
        for (double beta = -0.99; beta < 0.8; beta += 0.0713) {
            double lambda = ratio_of(&carom_force_law_hooke, &contact, 0.613, beta);
            ck_assert(lambda > last); /* smallest solution: before the first maximum */
            assert_same(carom_calibration_round(lambda), lambda);
            last = lambda;
        }
    }
}
END_TEST

/* The slope of a law without a `slope` function: differences over a thousandth of the overlap. */
START_TEST(slope_by_differences)
{
    carom_contact contact = hertz(0.085, 3e8, 0.1);
    carom_force_law sloped = carom_force_law_hertz;
    carom_slope want = carom_force_law_slope(&carom_force_law_hertz, &contact, 2.385e-4), got;
    sloped.slope = NULL;
    got = carom_force_law_slope(&sloped, &contact, 2.385e-4);
    assert_near(got.N_per_m / want.N_per_m, 1, 1e-6);
}
END_TEST

TEST_MAIN("tangential", ratios_of_reversal_and_stop, beta_for_both_contact_ends,
          contacts_without_a_ratio_are_rejected, ratio_grows_with_beta, slope_by_differences)
