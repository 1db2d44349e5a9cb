/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Discretization error of e in one contact, rms over the sub-step offsets of onset, compared with
 * closed forms of the undamped oscillator ('carom help theory', integrators). */
#include "contact/contact.h"
#include "measure/measure.h"
#include "support.h"
#include <math.h>

static const double pi = 3.14159265358979323846;
static const double mass_kg = 0.2385, k_Npm = 1.7e4, speed_mps = 1.3;

/* Error of an elastic contact with Hooke's law. */
static double error_of(const char *method, double theta)
{
    const carom_surface surface = {.reduced_mass_kg = mass_kg, .stiffness_factor = 1, .end = 0};
    carom_choice law = {NULL, NULL};
    carom_contact contact;
    double error;
    assert_ok(carom_choice_set(&law, carom_interface_find(&carom_force_laws, "hooke"), NULL));
    *carom_param_number((carom_param_ref){law.entry->params, law.options}) = k_Npm;
    contact = carom_force_law_of(law.entry)->contact(law.options, &surface);
    error = carom_contact_error(
        carom_force_law_of(law.entry), &contact,
        carom_integrator_of(carom_interface_find(&carom_integrators, method)),
        theta / sqrt(k_Npm / mass_kg), speed_mps);
    carom_choice_free(&law);
    return error;
}

/* The first overlap is s v h, followed by n steps of a growing rotation. */
static double euler(double theta, double s)
{
    double n = ceil((pi - atan(s * theta)) / atan(theta));
    return -sqrt(1 + s * s * theta * theta) * pow(1 + theta * theta, n / 2) *
           cos(atan(s * theta) + n * atan(theta));
}

START_TEST(euler_matches_its_closed_form)
{
    enum { PHASES = 16 }; /* offsets of the probe: centres of sixteen intervals */
    static const double theta[] = {0.0131, 0.0717, 0.2385, 0.773, 1.61};
    for (size_t i = 0; i < sizeof theta / sizeof theta[0]; i++) {
        double square = 0;
        for (int k = 0; k < PHASES; k++) {
            square += pow(euler(theta[i], 1 - (k + 0.5) / PHASES) - 1, 2) / PHASES;
        }
        /* rounding of some hundred steps */
        assert_near(error_of("euler", theta[i]), sqrt(square), 1e-12 * (1 + sqrt(square)));
    }
}
END_TEST

/* Average over similar steps, and so over the offsets of separation. */
static double scatter(const char *method, double theta)
{
    enum { STEPS = 24 };
    double square = 0;
    for (int j = 0; j < STEPS; j++) {
        double t = theta * (1 + 0.5 * j / STEPS);
        square += pow(error_of(method, t) / (t * t), 2) / STEPS;
    }
    return theta * theta * sqrt(square);
}

/* Without event location every integrator is of order 2. The error is below the theoretical bound:
 * theta^2/2 of the energy for onset and separation, plus the bound of the integrator. */
START_TEST(order_two_without_event_location)
{
    static const char *const method[] = {"symplectic_euler", "heun", "velocity_verlet", "rk4"};
    const double coarse = 0.08, fine = 0.01;
    for (size_t i = 0; i < sizeof method / sizeof method[0]; i++) {
        const carom_integrator *integrator = carom_integrator_of(
            carom_interface_find(&carom_integrators, method[i]));
        double most = sqrt(1 + integrator->theory.energy(coarse) + 0.5 * coarse * coarse) - 1,
               off = scatter(method[i], coarse);
        /* the next power for Heun, (pi/8) theta^3, is 1/20 of it there */
        assert_near(log(off / scatter(method[i], fine)) / log(coarse / fine), 2, 0.1);
        ck_assert_double_le(off, most);
        ck_assert_double_ge(off, coarse * coarse / 50);
    }
}
END_TEST

/* The longest step whose error is below the wanted one. */
START_TEST(step_for_a_wanted_error)
{
    const carom_contact contact = {
        .reduced_mass_kg = 0.085, .stiffness = 1e4, .end = CAROM_END_FORCE};
    const carom_force_law *law = &carom_force_law_hooke;
    const carom_integrator *heun = &carom_integrator_heun;
    double h = carom_contact_step(law, &contact, heun, 1, 1e-4);
    ck_assert_double_le(carom_contact_error(law, &contact, heun, h, 1), 1e-4);
    ck_assert_double_gt(carom_contact_error(law, &contact, heun, 2 * h, 1), 1e-4);
}
END_TEST

/* A damped contact that ends with the overlap is exact at some long steps by chance. Every step
 * below the longest one keeps the error, those between the tested ones within a tenth. */
START_TEST(every_shorter_step_keeps_the_error)
{
    static const char *const method[] = {"rk4", "heun", "velocity_verlet", "symplectic_euler"};
    const double e = 0.5, wanted = 0.01;
    for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
        double zeta;
        assert_ok(carom_calibration_damping(end, e, &zeta, NULL));
        const carom_contact contact = {.reduced_mass_kg = 0.085,
                                       .damping = zeta,
                                       .stiffness = 1e5,
                                       .viscosity = 2 * zeta * sqrt(1e5 * 0.085),
                                       .end = end};
        assert_near(carom_force_law_hooke.outcome(&contact, 1).restitution, e, 1e-9);
        for (size_t i = 0; i < sizeof method / sizeof method[0]; i++) {
            const carom_integrator *integrator = carom_integrator_of(
                carom_interface_find(&carom_integrators, method[i]));
            double h = carom_contact_step(&carom_force_law_hooke, &contact, integrator, 1, wanted);
            ck_assert_double_gt(h, 0);
            for (double shorter = h; shorter > 0.03 * h; shorter *= 0.983) {
                double error = carom_contact_error(&carom_force_law_hooke, &contact, integrator,
                                                   shorter, 1);
                ck_assert_msg(error <= 1.1 * wanted, "%s, end %d: %g at %g of %g s", method[i], end,
                              error, shorter / h, h);
            }
        }
    }
}
END_TEST

TEST_MAIN("contact_probe", euler_matches_its_closed_form, order_two_without_event_location,
          step_for_a_wanted_error, every_shorter_step_keeps_the_error)
