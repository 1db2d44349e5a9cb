/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calibration: damping for a given restitution, in closed form and as series. */
#include "contact/contact.h"
#include "support.h"
#include <carom/force_law.h>

/* Reference: 'carom help theory', dashpot. Engines make this error when they clamp the force but
 * choose the damping for the other contact end. */
START_TEST(clamped_force_with_wrong_calibration)
{
    double zeta;
    assert_ok(carom_calibration_damping(CAROM_END_OVERLAP, 0.5, &zeta, NULL));
    assert_near(zeta, -log(0.5) / sqrt(PI * PI + log(0.5) * log(0.5)), 1e-13);
    assert_near(carom_calibration_restitution(CAROM_END_FORCE, zeta), 0.550283169627, 1e-12);
    assert_ok(carom_calibration_damping(CAROM_END_OVERLAP, 0.1, &zeta, NULL));
    assert_near(carom_calibration_restitution(CAROM_END_FORCE, zeta), 0.252729379588, 1e-12);
}
END_TEST

START_TEST(branches_meet_at_critical_damping)
{
    const double d = 1e-6;
    assert_near(carom_calibration_restitution(CAROM_END_FORCE, 1), exp(-2), 1e-15);
    assert_near(carom_calibration_duration(CAROM_END_FORCE, 1), 2, 1e-15);
    /* the slope of ln e at 1 is -4/3 from both sides, and the series joins the closed forms */
    assert_near((carom_calibration_restitution(CAROM_END_FORCE, 1 + d) / exp(-2) - 1) / d, -4.0 / 3,
                1e-5);
    assert_near((carom_calibration_restitution(CAROM_END_FORCE, 1 - d) / exp(-2) - 1) / d, 4.0 / 3,
                1e-5);
    for (int side = -1; side <= 1; side += 2) {
        double in = 1 + side * 0.99999e-4, out = 1 + side * 1.00001e-4;
        assert_near(carom_calibration_restitution(CAROM_END_FORCE, in),
                    carom_calibration_restitution(CAROM_END_FORCE, out), 1e-9);
    }
    assert_near(carom_calibration_duration(CAROM_END_FORCE, 0), PI, 1e-15);
    assert_near(carom_calibration_duration(CAROM_END_OVERLAP, 0), PI, 1e-15);
    ck_assert(isinf(carom_calibration_duration(CAROM_END_OVERLAP, 1)));
}
END_TEST

START_TEST(damping_inverts_restitution)
{
    for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
        for (double e = 1e-5; e < 1; e *= 1.7) {
            double zeta;
            assert_ok(carom_calibration_damping(end, e, &zeta, NULL));
            /* rounded to 44 bits: relative 3e-14, times d ln e/d ln zeta = 170 at most */
            assert_near(carom_calibration_restitution(end, zeta) / e, 1, 1e-11);
        }
    }
}
END_TEST

/* Reference: 'carom help theory', power laws. t_c = 2.943275184324704657 delta_max/v for Hertz, or
 * 3.2180654597 (m_red^2/(K^2 v))^(1/5). */
START_TEST(hertz_in_closed_form)
{
    for (double per_mass = 1; per_mass < 1e12; per_mass *= 1234.5) {
        for (double v = 1e-3; v < 100; v *= 17) {
            const carom_contact contact = {.reduced_mass_kg = 1, .stiffness = per_mass};
            carom_contact_outcome found = carom_force_law_hertz.outcome(&contact, v);
            double depth = found.overlap_m, T = found.contact_s;
            assert_near(depth / pow(1.25 * v * v / per_mass, 0.4), 1, 1e-13);
            assert_near(T * v / depth / 2.943275184324704657, 1, 1e-11);
        }
    }
}
END_TEST

/* e = 1 - C1 B + C2 B^2 - ... for CAROM_END_OVERLAP. Both contact ends agree to that order. */
START_TEST(viscoelastic_series)
{
    const double C1 = 1.1534488580952888, C2 = 0.6 * C1 * C1;
    for (double B = 1e-4; B < 0.02; B *= 3) {
        double overlap = carom_calibration_viscoelastic(CAROM_END_OVERLAP, B).restitution;
        double force = carom_calibration_viscoelastic(CAROM_END_FORCE, B).restitution;
        assert_near(overlap, 1 - C1 * B + C2 * B * B, 0.6 * B * B * B);
        /* attractive phase at the end: sqrt(x) B v over x < B */
        assert_near(force, overlap, 8.4 * pow(B, 2.5) + 1e-12);
    }
    assert_near(carom_calibration_viscoelastic(CAROM_END_FORCE, 0).restitution, 1, 1e-12);
    for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
        for (double e = 0.05; e < 1; e += 0.13) {
            double B;
            assert_ok(carom_calibration_viscoelastic_damping(end, e, &B, NULL));
            assert_near(carom_calibration_viscoelastic(end, B).restitution, e, 1e-11);
        }
    }
}
END_TEST

/* Strong damping: the velocity follows v' = -B sqrt(x) v - x^(3/2), so v = 1 - (2/3) B x^(3/2)
 * until it reaches -x/B. With CAROM_END_FORCE, e is (3/2)^(2/3) B^(-5/3) to leading order. With
 * CAROM_END_OVERLAP, x is B^-4 at the separation and e is B^-5. Stronger damping gives NaN. */
START_TEST(viscoelastic_with_strong_damping)
{
    double last[2];
    for (double B = 50; B <= 1000; B *= 2) {
        carom_contact_outcome force = carom_calibration_viscoelastic(CAROM_END_FORCE, B);
        double part = pow(B, -5.0 / 3);
        assert_near(force.overlap_m / pow(1.5 / B, 2.0 / 3), 1, 20 * part);
        assert_near(force.restitution / (pow(1.5, 2.0 / 3) * part), 1, 20 * part);
    }
    for (int k = 0; k < 2; k++) {
        double B = k == 0 ? 250 : 1000;
        last[k] = carom_calibration_viscoelastic(CAROM_END_OVERLAP, B).restitution * pow(B, 5);
    }
    assert_near(last[1] / last[0], 1, 1e-3);
    for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
        ck_assert(isfinite(carom_calibration_viscoelastic(end, 1000).contact_s));
        for (double B = 1001; B < 1e300; B = B * B) {
            ck_assert(isnan(carom_calibration_viscoelastic(end, B).contact_s));
        }
    }
}
END_TEST

/* Maximum overlap exp(-zeta acos(zeta)/sqrt(1 - zeta^2)) of a linear contact, against an
 * integration until the velocity vanishes. */
START_TEST(max_overlap_with_a_dashpot)
{
    for (double zeta = 0.01; zeta < 3; zeta += 0.173) {
        double x = 0, v = 1, h = 1e-5;
        while (v > 0) { /* midpoint rule */
            double xm = x + 0.5 * h * v, vm = v - 0.5 * h * (2 * zeta * v + x);
            x += h * vm;
            v -= h * (2 * zeta * vm + xm);
        }
        assert_near(carom_calibration_overlap(zeta), x, 1e-9);
    }
}
END_TEST

TEST_MAIN("calibration", hertz_in_closed_form, viscoelastic_series,
          viscoelastic_with_strong_damping, max_overlap_with_a_dashpot,
          clamped_force_with_wrong_calibration, branches_meet_at_critical_damping,
          damping_inverts_restitution)
