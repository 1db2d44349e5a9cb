/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conformance test of all force laws in the list. */
#include "conformance/entry.h"
#include "support.h"
#include <float.h>

/* Damping for a restitution. @return false if the law rejects the restitution with a message, which
 * is not allowed for e = 1 */
static bool find_damping(const carom_force_law *law, const carom_choice *choice, int end, double e,
                         double *damping)
{
    carom_error error = {0};
    carom_status status = law->damping(choice->options, end, e, damping, &error);
    if (status == CAROM_OK) {
        return true;
    }
    ck_assert_msg(status == CAROM_INVALID && error.text[0] != '\0' && e != 1,
                  "no damping for the restitution %g: status %d, '%s'; expected CAROM_OK for "
                  "1, elsewhere CAROM_OK or "
                  "CAROM_INVALID with a message",
                  e, (int)status, error.text);
    return false;
}

/* Contact of balls with a reduced mass of 0.085 kg. @return false if the law rejects the
 * restitution; then the contact has e = 1 */
static bool find_contact(const carom_force_law *law, const carom_choice *choice, int end, double e,
                         carom_contact *contact)
{
    carom_surface surface = {.reduced_mass_kg = 0.085, .stiffness_factor = 1, .end = end};
    bool found = find_damping(law, choice, end, e, &surface.damping);
    if (!found) {
        find_damping(law, choice, end, 1, &surface.damping);
    }
    *contact = law->contact(choice->options, &surface);
    return found;
}

static carom_contact elastic_contact_of(const carom_force_law *law, const carom_choice *choice,
                                        int end)
{
    carom_contact contact;
    ck_assert(find_contact(law, choice, end, 1, &contact));
    return contact;
}

/* Energy is the integral of elastic_N (Simpson's rule), and the force is repulsive. */
START_TEST(energy_is_the_integral_of_the_force)
{
    for_each_entry(carom_force_laws, carom_force_law, law)
    {
        carom_choice choice = choice_of(&law->about);
        carom_contact contact = elastic_contact_of(law, &choice, CAROM_END_FORCE);
        enum { PANELS = 2000 };
        double deepest = 0.003, sum = 0;
        assert_same(law->energy(&contact, 0), 0);
        for (int i = 0; i < PANELS; i++) {
            double a = deepest * i / PANELS, b = deepest * (i + 1) / PANELS;
            double fa = law->force(&contact, a, 1).elastic_N;
            double fm = law->force(&contact, 0.5 * (a + b), 1).elastic_N;
            double fb = law->force(&contact, b, 1).elastic_N;
            ck_assert_double_gt(fb, 0);
            sum += (b - a) / 6 * (fa + 4 * fm + fb);
        }
        assert_near(sum / law->energy(&contact, deepest), 1, 1e-6);
        choice_free(&choice);
    }
}
END_TEST

/* A contact specified by its duration, or by its maximum overlap at a speed, has that duration or
 * overlap for any mass and both contact ends. */
START_TEST(contacts_by_duration_and_overlap)
{
    for_each_entry(carom_force_laws, carom_force_law, law)
    {
        for (int way = 0; way < 2; way++) {
            for (int k = 0; k < 12; k++) {
                carom_choice choice = {NULL, NULL};
                const char *key = way == 0 ? "contact_time_s" : "max_overlap_m";
                carom_surface surface = {
                    .reduced_mass_kg = 0.05 * (1 + k), .stiffness_factor = 1, .end = k % 2};
                carom_contact_outcome said;
                assert_ok(carom_choice_set(&choice, &law->about, NULL));
                if (law->about.params == NULL ||
                    carom_params_find(law->about.params, choice.options, key).row == NULL) {
                    choice_free(&choice);
                    continue;
                }
                assert_ok(carom_param_parse(
                    carom_params_find(law->about.params, choice.options, key), "0.00123", NULL));
                assert_ok(carom_param_parse(
                    carom_params_find(law->about.params, choice.options, "at_speed_mps"), "2.3",
                    NULL));
                if (!find_damping(law, &choice, k % 2, k < 6 ? 0.63 : 1, &surface.damping)) {
                    surface.damping = 0;
                }
                carom_contact contact = law->contact(choice.options, &surface);
                said = law->outcome(&contact, 2.3);
                assert_near(way == 0 ? said.contact_s : said.overlap_m, 0.00123, 1e-12);
                choice_free(&choice);
            }
        }
    }
}
END_TEST

/* rate_per_s and frequency_per_s agree with the slopes of the force at the maximum overlap. */
START_TEST(rates_agree_with_slopes)
{
    for_each_entry(carom_force_laws, carom_force_law, law)
    {
        carom_choice choice = choice_of(&law->about);
        carom_contact elastic = elastic_contact_of(law, &choice, CAROM_END_OVERLAP);
        double v = 1.7, x = law->outcome(&elastic, v).overlap_m, d = 1e-6 * x;
        double k = (law->force(&elastic, x + d, 0).total_N -
                    law->force(&elastic, x - d, 0).total_N) /
                   (2 * d);
        assert_near(law->frequency_per_s(&elastic, v) / sqrt(k / 0.085), 1, 1e-6);
        assert_near(law->rate_per_s(&elastic, v) / sqrt(k / 0.085), 1, 1e-6);
        choice_free(&choice);
    }
}
END_TEST

START_TEST(force_end_is_never_attractive)
{
    for_each_entry(carom_force_laws, carom_force_law, law)
    {
        carom_choice choice = choice_of(&law->about);
        carom_contact contact;
        if (find_contact(law, &choice, CAROM_END_FORCE, 0.5, &contact)) {
            ck_assert_double_gt(contact.damping, 0);
        }
        for (double rate = -5; rate <= 5; rate += 0.37) {
            for (double overlap = 1e-9; overlap < 0.01; overlap *= 7) {
                carom_force f = law->force(&contact, overlap, rate);
                ck_assert_double_ge(f.total_N, 0);
                /* dissipates energy */
                ck_assert_double_ge((f.total_N - f.elastic_N) * rate, 0);
            }
        }
        choice_free(&choice);
    }
}
END_TEST

/* Free contact with a reduced mass of 0.085 kg at time t (s): overlap (m), rate (m/s), deceleration
 * (m/s^2), and maximum overlap so far (m). */
typedef struct {
    double t, x, v, a, deepest;
} flight;

static double deceleration(const carom_force_law *law, const carom_contact *contact, double x,
                           double v)
{
    return law->force(contact, x, v).total_N / 0.085;
}

/* One step h of the classical Runge-Kutta method. */
static flight rk4_step(const carom_force_law *law, const carom_contact *contact, flight f, double h)
{
    double v2 = f.v - 0.5 * h * f.a;
    double a2 = deceleration(law, contact, f.x + 0.5 * h * f.v, v2);
    double v3 = f.v - 0.5 * h * a2;
    double a3 = deceleration(law, contact, f.x + 0.5 * h * v2, v3);
    double v4 = f.v - h * a3;
    double a4 = deceleration(law, contact, f.x + h * v3, v4);
    double x = f.x + h / 6 * (f.v + 2 * v2 + 2 * v3 + v4);
    double v = f.v - h / 6 * (f.a + 2 * a2 + 2 * a3 + a4);
    return (flight){f.t + h, x, v, deceleration(law, contact, x, v), fmax(f.deepest, x)};
}

static bool has_ended(const carom_contact *contact, flight f, double T)
{
    return f.t > 0.5 * T && (f.x <= 0 || (contact->end == CAROM_END_FORCE && f.a <= 0));
}

/* Integrates a contact from onset to separation. Steps grow from the onset, where a dashpot may
 * contain a root of the overlap, and shrink towards the separation. */
static flight integrate_contact(const carom_force_law *law, const carom_contact *contact,
                                double speed, double T)
{
    flight f = {0, 0, speed, deceleration(law, contact, 0, speed), 0};
    for (double h = T / 4000; h > 1e-9 * T && f.t < 2 * T;) {
        flight next = rk4_step(law, contact, f, fmin(h, 1e-9 * T + f.t / 16));
        if (has_ended(contact, next, T)) {
            h /= 8;
        } else {
            f = next;
        }
    }
    return f;
}

/* `outcome` and the specified restitution, against a fine integration of the law. */
START_TEST(damping_gives_the_restitution)
{
    for_each_entry(carom_force_laws, carom_force_law, law)
    {
        carom_choice choice = choice_of(&law->about);
        for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
            for (double e = 0.1; e < 2; e += 0.2) {
                carom_contact contact;
                if (!find_contact(law, &choice, end, e, &contact)) {
                    /* built-in laws accept all e up to 1 */
                    ck_assert(e > 1 || strcmp(law->about.name, "mine") == 0);
                    continue;
                }
                /* a viscoelastic law has the scenario's restitution at 1 m/s */
                for (double speed = 1; speed < 5; speed += 2.7) {
                    carom_contact_outcome said = law->outcome(&contact, speed);
                    flight found = integrate_contact(law, &contact, speed, said.contact_s);
                    assert_near(-found.v / speed, said.restitution, 1e-4);
                    assert_near(found.t / said.contact_s, 1, 1e-4);
                    assert_near(found.deepest / said.overlap_m, 1, 1e-6);
                    assert_near(said.restitution, speed == 1 ? e : said.restitution, 1e-10);
                }
            }
        }
        choice_free(&choice);
    }
}
END_TEST

START_TEST(damping_rejects_impossible_restitutions)
{
    const double bad[] = {0, -0.1, INFINITY, NAN};
    for_each_entry(carom_force_laws, carom_force_law, law)
    {
        carom_choice choice = choice_of(&law->about);
        double damping;
        carom_error error = {0};
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            ck_assert_int_eq(
                law->damping(choice.options, CAROM_END_FORCE, bad[i], &damping, &error),
                CAROM_INVALID);
            ck_assert_ptr_nonnull(strstr(error.text, "restitution"));
        }
        assert_ok(law->damping(choice.options, CAROM_END_FORCE, 1, &damping, &error));
        assert_same(damping, 0);
        choice_free(&choice);
    }
}
END_TEST

TEST_MAIN("force law conformance", energy_is_the_integral_of_the_force,
          force_end_is_never_attractive, contacts_by_duration_and_overlap, rates_agree_with_slopes,
          damping_gives_the_restitution, damping_rejects_impossible_restitutions)
