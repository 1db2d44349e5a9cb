/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tangential springs in a contact that never slides: tangential restitution against closed forms
 * and against integrations in other variables, and its inverse. */
#include "laws/laws.h"
#include "support.h"

static carom_contact hooke(double mu, double k, double zeta, int end)
{
    return (carom_contact){.reduced_mass_kg = mu,
                           .damping = zeta,
                           .stiffness = k,
                           .viscosity = 2 * zeta * sqrt(k * mu),
                           .end = end};
}

static carom_contact hertz(double mu, double K, double zeta, int end)
{
    return (carom_contact){.reduced_mass_kg = mu,
                           .damping = zeta,
                           .stiffness = K,
                           .viscosity = sqrt(5.0) * zeta * sqrt(K * mu),
                           .end = end};
}

static double beta_of(const carom_force_law *law, const carom_contact *contact, double v,
                      double lambda)
{
    return carom_tangential_restitution(law, contact, v, lambda);
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

/* No stiffness gives beta, and the message contains `said`. */
static void assert_no_ratio(const carom_force_law *law, const carom_contact *contact, double beta,
                            const char *said)
{
    double lambda;
    carom_error error = {CAROM_OK, "", ""};
    ck_assert(carom_tangential_ratio(law, contact, 1, beta, &lambda, &error) == CAROM_INVALID);
    ck_assert_str_eq(error.key, "tangential_restitution");
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
        assert_near(beta_of(&carom_force_law_hooke, &contact, 1.3, whole), 1, 1e-15);
        assert_near(beta_of(&carom_force_law_hooke, &contact, 1.3, whole / 4), 0, 1e-15);
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
            assert_near(beta_of(&carom_force_law_hooke, &contact, 1.385, lambda), -g,
                        fabs(g - was) + 1e-8);
        }
    }
}
END_TEST

/* The same spring, declared nonlinear, is integrated step by step. */
START_TEST(numerical_solution_matches_closed_form)
{
    carom_force_law stepped = carom_force_law_hooke;
    stepped.linear = false;
    for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
        for (double zeta = 0; zeta < 1; zeta += 0.31) {
            carom_contact contact = hooke(0.31, 2.7e4, zeta, end);
            for (double lambda = 0.05; lambda < 30; lambda *= 3) {
                assert_near(beta_of(&stepped, &contact, 1.385, lambda),
                            beta_of(&carom_force_law_hooke, &contact, 1.385, lambda),
                            5e-10 * fmax(1, lambda));
            }
            for (double beta = -0.95; beta < 1; beta += 0.3) {
                assert_near(ratio_of(&stepped, &contact, 1.385, beta) /
                                ratio_of(&carom_force_law_hooke, &contact, 1.385, beta),
                            1, 1e-9);
            }
        }
    }
}
END_TEST

/* ---- Hertz, in the variables in which its normal motion is that of a dashpot ---- */

/* X = x^(5/4), dz = W x^(1/4) dt, W^2 = (5/4) K/m_red: X = (5 v/(4 W)) exp(-zeta z) sin(r z)/r. The
 * independent variable is u, with z = z_m u^5 from the onset to the maximum overlap z_m, and z_end
 * - z proportional to u^5 afterwards. All functions are smooth in u. Tangential force and slip
 * speed are not transformed. */
typedef struct {
    double K, mu, mu_t, kappa, zeta, v;
    double from, to; /* z at u = 0 and at u = 1 */
    bool closing;
} half;

static double overlap_at(const half *h, double z)
{
    double r = sqrt(1 - h->zeta * h->zeta), W = sqrt(1.25 * h->K / h->mu);
    double X = 1.25 * h->v / W * exp(-h->zeta * z) * sin(r * z) / r;
    return pow(fmax(X, 0), 0.8);
}

static double stiffness_at(const half *h, double u)
{
    double z = h->from + (h->to - h->from) * pow(u, 5);
    return h->kappa * 1.5 * h->K * sqrt(overlap_at(h, z));
}

/* y: slip speed g; tangential force while the overlap grows, stretch of the spring while it
 * shrinks */
static void rates(const half *h, double u, const double y[2], double dy[2])
{
    double W = sqrt(1.25 * h->K / h->mu), z = h->from + (h->to - h->from) * pow(u, 5);
    double x = overlap_at(h, z), k = stiffness_at(h, u);
    double dt = x > 0 ? 5 * pow(u, 4) * fabs(h->to - h->from) / (W * pow(x, 0.25)) : 0;
    dy[0] = -(h->closing ? y[1] : k * y[1]) / h->mu_t * dt;
    dy[1] = (h->closing ? k * y[0] : y[0]) * dt;
}

static double tangential_energy(const half *h, double u, const double y[2])
{
    double k = stiffness_at(h, u);
    return 0.5 * h->mu_t * y[0] * y[0] + 0.5 * (h->closing ? y[1] * y[1] / k : k * y[1] * y[1]);
}

/* Integrates one half, up or down in u, and checks that the energy never increases. */
static void integrate_half(const half *h, double y[2])
{
    enum { STEPS = 4000 };
    double d = (h->closing ? 1.0 : -1.0) / STEPS, energy = 0.5 * h->mu_t;
    for (int i = 0; i < STEPS; i++) {
        double u = h->closing ? i * d : 1 + i * d, a[2], b[2], c[2], e[2];
        double m = fabs(d), now;
        rates(h, u, y, a);
        rates(h, u + 0.5 * d, (double[]){y[0] + 0.5 * m * a[0], y[1] + 0.5 * m * a[1]}, b);
        rates(h, u + 0.5 * d, (double[]){y[0] + 0.5 * m * b[0], y[1] + 0.5 * m * b[1]}, c);
        rates(h, u + d, (double[]){y[0] + m * c[0], y[1] + m * c[1]}, e);
        for (int j = 0; j < 2; j++) {
            y[j] += m * (a[j] + 2 * b[j] + 2 * c[j] + e[j]) / 6;
        }
        now = tangential_energy(h, u + d, y);
        ck_assert(!(now > energy + 1e-12 * h->mu_t));
        energy = now;
    }
}

static double hertz_beta(double K, double mu, double zeta, double v, double lambda)
{
    double deepest = acos(zeta) / sqrt(1 - zeta * zeta);
    half h = {K, mu, 2.0 / 7 * mu, 2.0 / 7 * lambda, zeta, v, 0, deepest, true};
    double y[2] = {1, 0};
    integrate_half(&h, y);
    y[1] /= stiffness_at(&h, 1);
    h.closing = false;
    h.from = 2 * deepest;
    integrate_half(&h, y);
    return -y[0];
}

START_TEST(hertz_in_other_variables)
{
    static const double zeta[] = {0, 0.08, 0.4};
    for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
        for (int i = 0; i < 3; i++) {
            carom_contact contact = hertz(0.085, 3e8, zeta[i], end);
            for (double lambda = 0.07; lambda < 5; lambda *= 2.3) {
                assert_near(beta_of(&carom_force_law_hertz, &contact, 1.385, lambda),
                            hertz_beta(3e8, 0.085, zeta[i], 1.385, lambda), 1e-9);
            }
        }
    }
}
END_TEST

/* Without a dashpot beta depends on lambda only. */
START_TEST(hertz_is_one_curve)
{
    carom_contact one = hertz(1, 1, 0, CAROM_END_FORCE);
    for (double K = 1e3; K < 1e12; K *= 1.7e3) {
        for (double v = 1e-3; v < 100; v *= 23) {
            carom_contact contact = hertz(0.0313 * v, K, 0, CAROM_END_OVERLAP);
            assert_near(beta_of(&carom_force_law_hertz, &contact, v, 0.413),
                        beta_of(&carom_force_law_hertz, &one, 1, 0.413), 1e-13);
        }
    }
}
END_TEST

/* ---- any law ---- */

/* F = C x^2 without a `slope` function. */
static carom_force square_force(const carom_contact *contact, double x, double rate)
{
    double F = x > 0 ? contact->stiffness * x * x : 0;
    (void)rate;
    return (carom_force){F, F};
}

static carom_contact_outcome square_outcome(const carom_contact *contact, double v)
{
    double depth = cbrt(1.5 * contact->reduced_mass_kg * v * v / contact->stiffness);
    return (carom_contact_outcome){1, 2.8043 * depth / v, depth};
}

static double square_frequency(const carom_contact *contact, double v)
{
    return sqrt(2 * contact->stiffness * square_outcome(contact, v).overlap_m /
                contact->reduced_mass_kg);
}

static const carom_force_law square = {.force = square_force,
                                       .outcome = square_outcome,
                                       .rate_per_s = square_frequency,
                                       .frequency_per_s = square_frequency};

static carom_contact_outcome endless_outcome(const carom_contact *contact, double v)
{
    (void)contact, (void)v;
    return (carom_contact_outcome){0, INFINITY, 1};
}

START_TEST(endless_contacts_are_rejected)
{
    carom_force_law endless = square;
    carom_contact contact = {.reduced_mass_kg = 1, .stiffness = 1};
    endless.outcome = endless_outcome;
    assert_no_ratio(&endless, &contact, 0, "never ends");
}
END_TEST

/* A large rate needs short steps, and a contact with too many steps is rejected. Found by fuzzing:
 * at 1e61 m/s a viscoelastic contact had 1e15 steps. */
static double large_rate(const carom_contact *contact, double v)
{
    return 1e6 * square_frequency(contact, v);
}

START_TEST(too_many_steps_are_rejected)
{
    carom_force_law hurried = square;
    carom_contact contact = {.reduced_mass_kg = 1, .stiffness = 1};
    hurried.rate_per_s = large_rate;
    assert_no_ratio(&hurried, &contact, 0, "damped too much to be followed to its end");
    ck_assert(isnan(carom_tangential_restitution(&hurried, &contact, 1, 1)));
    ck_assert(isnan(carom_tangential_restitution(&square, &contact, 1, 1e30)));
}
END_TEST

/* At lambda = 1 the slip speed follows the rate of the overlap while the overlap grows, as x''' =
 * -(k_n/m_red) x'. All energy is in the spring at the maximum overlap. There beta = F^2/(k_n m_red
 * v^2), which is (p+1)/(2p) for F = C x^p without a dashpot. */
START_TEST(power_laws_at_lambda_1)
{
    carom_contact contact = hertz(0.085, 3e8, 0, CAROM_END_FORCE);
    carom_force_law sloped = carom_force_law_hertz;
    assert_near(beta_of(&carom_force_law_hertz, &contact, 1.385, 1), 5.0 / 6, 1e-10);
    assert_near(beta_of(&carom_force_law_viscoelastic, &contact, 1.385, 1), 5.0 / 6, 1e-10);
    assert_near(beta_of(&square, &contact, 1.385, 1), 3.0 / 4, 1e-10);
    assert_near(ratio_of(&square, &contact, 1.385, 0.2),
                ratio_of(&square, &(carom_contact){.reduced_mass_kg = 3, .stiffness = 7}, 2, 0.2),
                1e-10);
    /* differences over a thousandth of the overlap: 1e-6/24 of k_n */
    sloped.slope = NULL;
    assert_near(beta_of(&sloped, &contact, 1.385, 0.6),
                beta_of(&carom_force_law_hertz, &contact, 1.385, 0.6), 1e-7);
}
END_TEST

/* x'' + B sqrt(x) x' + x^(3/2) = 0 with equal time steps. */
START_TEST(viscoelastic_with_equal_steps)
{
    const double K = 3e8, mu = 0.085, v0 = 1.385, A = 2e-5, lambda = 0.33;
    carom_contact contact = {
        .reduced_mass_kg = mu, .stiffness = K, .damping = A, .viscosity = 1.5 * A * K};
    double x = 0, v = v0, g = 1, xi = 0, F = 0, h = 2e-10, before;
    do { /* midpoint rule; F/m_t, and lambda k_n/m_red */
        double k = lambda * 1.5 * K / mu * sqrt(fmax(x, 0)), root = sqrt(fmax(x, 0));
        double xm = x + 0.5 * h * v, vm = v - 0.5 * h * K / mu * root * (x + 1.5 * A * v);
        double km = lambda * 1.5 * K / mu * sqrt(xm), gm = g - 0.5 * h * F;
        before = v;
        x += h * vm, v -= h * K / mu * sqrt(xm) * (xm + 1.5 * A * vm);
        if (before > 0) {
            g -= h * (F + 0.5 * h * k * g), F += h * km * gm;
            xi = F / (lambda * 1.5 * K / mu * sqrt(x));
        } else {
            g -= h * km * (xi + 0.5 * h * g), xi += h * gm;
            F = lambda * 1.5 * K / mu * sqrt(fmax(x, 0)) * xi;
        }
    } while (x + 1.5 * A * v > 0);
    assert_near(beta_of(&carom_force_law_viscoelastic, &contact, v0, lambda), -g, 1e-6);
    /* restitution depends on speed, and so does beta */
    ck_assert(fabs(beta_of(&carom_force_law_viscoelastic, &contact, 0.1, lambda) + g) > 1e-3);
}
END_TEST

/* ---- inverse ---- */

START_TEST(ratio_inverts_beta)
{
    static const carom_force_law *const law[] = {&carom_force_law_hooke, &carom_force_law_hertz,
                                                 &carom_force_law_viscoelastic};
    for (int i = 0; i < 3; i++) {
        for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
            carom_contact contact = i == 0 ? hooke(0.085, 3e6, 0.1, end)
                                           : hertz(0.085, 3e8, 0.1, end);
            double last = 0;
            contact.viscosity = i == 2 ? 1.5 * (contact.damping = 1e-5) * 3e8 : contact.viscosity;
            for (double beta = -0.99; beta < 0.8; beta += 0.0713) {
                double lambda = ratio_of(law[i], &contact, 0.613, beta);
                assert_near(beta_of(law[i], &contact, 0.613, lambda), beta, 1e-12);
                ck_assert(lambda > last); /* smallest solution: before the first maximum */
                assert_same(carom_calibration_round(lambda), lambda);
                last = lambda;
            }
        }
    }
}
END_TEST

/* A stiffness that grows and shrinks loses energy: an undamped Hertz contact reaches at most
 * 0.836312. */
START_TEST(max_tangential_restitution)
{
    carom_contact contact = hertz(0.085, 3e8, 0, CAROM_END_FORCE);
    double most = -1;
    for (double l = 0.94; l < 0.96; l += 0.001) {
        most = fmax(most, beta_of(&carom_force_law_hertz, &contact, 1, l));
    }
    assert_near(most, 0.836312, 1e-6);
    ck_assert(ratio_of(&carom_force_law_hertz, &contact, 1, 0.8363) < 0.9496);
    assert_no_ratio(&carom_force_law_hertz, &contact, 0.8364,
                    "use at most 0.836312, which a stiffness ratio of 0.9496 m_t/m_n gives");
}
END_TEST

TEST_MAIN("tangential", ratios_of_reversal_and_stop, beta_for_both_contact_ends,
          numerical_solution_matches_closed_form, hertz_in_other_variables, hertz_is_one_curve,
          power_laws_at_lambda_1, endless_contacts_are_rejected, too_many_steps_are_rejected,
          viscoelastic_with_equal_steps, ratio_inverts_beta, max_tangential_restitution)
