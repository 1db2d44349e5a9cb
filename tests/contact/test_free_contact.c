/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Free contact from onset to separation: closed forms against published numbers, and numerical
 * solutions against closed forms. */
#include "contacts.h"

/* Rounding error after some hundred operations. */
static const double rounding = 4e-15;

/* Simpson's rule over the stored states. */
static double area(const carom_free_contact *c)
{
    double sum = 0, h = c->contact_s / (CAROM_CONTACT_STATES - 1);
    for (int i = 0; i < CAROM_CONTACT_STATES - 1; i += 2) {
        sum += c->state[i].force_N + 4 * c->state[i + 1].force_N + c->state[i + 2].force_N;
    }
    return sum * h / 3;
}

/* 'carom help theory', contact: m1 = 1, m2 = 3, k = 1e4, v = 2. */
START_TEST(undamped_spring)
{
    carom_free_contact c;
    carom_contact contact = hooke(0.75, 1e4, 0, CAROM_END_FORCE);
    carom_free_contact_solve(&c, &carom_force_law_hooke, &contact, 2, 0);
    ck_assert(c.closed);
    assert_near(c.contact_s / 0.0272069904635132678, 1, rounding);
    assert_near(c.overlap_m / 0.0173205080756887729, 1, rounding);
    assert_near(c.force_N / 173.205080756887729, 1,
                1e-12); /* v sqrt(k m_red), found as a maximum */
    assert_near(c.restitution, 1, rounding);
    assert_near(c.impulse_Ns / 3, 1, rounding); /* 2 m_red v */
    assert_near(area(&c) / 3, 1, 1e-9);         /* (pi/400)^4/180 */
    assert_near(c.state[400].dissipated_J, 0, 2 * rounding);
    for (int i = 0; i < CAROM_CONTACT_STATES; i++) {
        double phase = PI * i / (CAROM_CONTACT_STATES - 1);
        assert_near(c.state[i].overlap_m / 0.0173205080756887729, sin(phase), rounding);
        assert_near(c.state[i].rate_mps / 2, cos(phase), rounding);
        assert_near(c.state[i].elastic_J, 1.5 * sin(phase) * sin(phase), rounding);
    }
}
END_TEST

/* 'carom help theory', dashpot: both ends of a contact, under, at and above critical damping. */
START_TEST(dashpots_with_both_contact_ends)
{
    static const double zeta[] = {0.02, 0.21545376, 0.6, 0.999999999, 1, 1.5};
    for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
        for (size_t i = 0; i < sizeof zeta / sizeof zeta[0]; i++) {
            carom_free_contact c;
            carom_contact contact = hooke(0.31, 2.7e4, zeta[i], end);
            double w = sqrt(2.7e4 / 0.31), e = carom_calibration_restitution(end, zeta[i]);
            carom_free_contact_solve(&c, &carom_force_law_hooke, &contact, 1.385, 0);
            if (end == CAROM_END_OVERLAP && zeta[i] > 0.99) {
                ck_assert(isinf(c.contact_s)); /* or e is below exp(-1e4) */
                continue;
            }
            assert_near(c.restitution, e, 1e-13);
            assert_near(c.contact_s * w / carom_calibration_duration(end, zeta[i]), 1, 1e-12);
            assert_near(c.overlap_m * w / 1.385, carom_calibration_overlap(zeta[i]), 1e-14);
            assert_near((c.state[400].dissipated_J + c.state[400].elastic_J) /
                            (0.5 * 0.31 * 1.385 * 1.385),
                        1 - e * e, 1e-13);
            assert_near(area(&c) / c.impulse_Ns, 1, 1e-8);
        }
    }
}
END_TEST

/* t_c = (2/w0)(pi - atan(v w0/g)), overlap g/w0^2 + sqrt((g/w0^2)^2 + (v/w0)^2), e = 1. */
START_TEST(constant_preload)
{
    for (double g = 0.3; g < 3e4; g *= 10) {
        carom_free_contact c;
        carom_contact contact = hooke(0.17, 4e4, 0, CAROM_END_FORCE);
        double v = 0.385, w = sqrt(4e4 / 0.17), rest = g / (w * w);
        carom_free_contact_solve(&c, &carom_force_law_hooke, &contact, v, g);
        assert_near(c.contact_s * w / (2 * (PI - atan(v * w / g))), 1, 1e-12);
        assert_near(c.overlap_m / (rest + sqrt(rest * rest + v * v / (w * w))), 1, rounding);
        assert_near(c.restitution, 1, 1e-12);
        assert_near(c.impulse_Ns / (0.17 * (2 * v + g * c.contact_s)), 1, 1e-12);
    }
}
END_TEST

/* Numerical solutions agree with independent results. */
START_TEST(numerical_solution_converges)
{
    carom_force_law stepped = carom_force_law_hooke;
    stepped.linear = false;
    for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
        carom_free_contact closed, c;
        carom_contact contact = hooke(0.31, 2.7e4, 0.37, end);
        carom_free_contact_solve(&closed, &carom_force_law_hooke, &contact, 1.385, 11);
        carom_free_contact_solve(&c, &stepped, &contact, 1.385, 11);
        ck_assert(!c.closed);
        assert_near(c.contact_s / closed.contact_s, 1, 1e-12);
        assert_near(c.restitution, closed.restitution, 1e-12);
        assert_near(c.force_N / closed.force_N, 1, 1e-12);
        for (int i = 0; i < CAROM_CONTACT_STATES; i++) {
            assert_near(c.state[i].overlap_m / closed.overlap_m,
                        closed.state[i].overlap_m / closed.overlap_m, 1e-12);
        }
    }
}
END_TEST

/* Power laws: against quadrature (Hertz) and against an adaptive method of order 8
 * (viscoelastic). */
START_TEST(laws_without_a_closed_form)
{
    static const carom_force_law *const law[] = {&carom_force_law_hertz,
                                                 &carom_force_law_viscoelastic};
    for (int i = 0; i < 2; i++) {
        for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
            carom_free_contact c;
            carom_contact contact = {.reduced_mass_kg = 0.085, .stiffness = 3e8, .end = end};
            contact.damping = i == 0 ? 0.2 : 1e-5; /* zeta; A in s */
            contact.viscosity = i == 0 ? sqrt(5.0) * 0.2 * sqrt(3e8 * 0.085) : 1.5 * 1e-5 * 3e8;
            carom_contact_outcome want = law[i]->outcome(&contact, 1.385);
            carom_free_contact_solve(&c, law[i], &contact, 1.385, 0);
            ck_assert(!c.closed);
            /* within the precision of the references */
            assert_near(c.contact_s / want.contact_s, 1, 1e-10);
            assert_near(c.restitution, want.restitution, 1e-10);
            assert_near(c.overlap_m / want.overlap_m, 1, 1e-10);
        }
    }
}
END_TEST

TEST_MAIN("free_contact", undamped_spring, dashpots_with_both_contact_ends, constant_preload,
          numerical_solution_converges, laws_without_a_closed_form)
