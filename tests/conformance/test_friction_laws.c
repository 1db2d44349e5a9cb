/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conformance of friction laws; their exponential function; the law stored in a problem. */
#include "conformance/entry.h"
#include "contact/contact.h"
#include "scene/scene.h"
#include "support.h"
#include <float.h>

static carom_friction_law law_named(const char *name)
{
    carom_choice choice = choice_of(carom_interface_find(&carom_friction_laws, name));
    carom_friction_law law = carom_friction_law_chosen(&choice);
    choice_free(&choice);
    return law;
}

/* mu is finite, >= 0 and proportional to the nominal value (times 2 and 0 to the bit), and equal to
 * it unless it depends on the slip. */
START_TEST(friction_laws_are_factors)
{
    for (const carom_entry *const *entry = carom_friction_laws.entries; *entry != NULL; entry++) {
        carom_friction_law law = law_named((*entry)->name);
        bool nominal = true;
        for (double slip = 0; slip < 1e4; slip = 1e-6 + 3.7 * slip) {
            double mu = carom_friction_coefficient(&law, 0.3875, slip);
            ck_assert_msg(mu >= 0 && isfinite(mu), "%g at %g m/s", mu, slip);
            assert_same(carom_friction_coefficient(&law, 0.775, slip), 2 * mu);
            assert_same(carom_friction_coefficient(&law, 0, slip), 0);
            nominal = nominal && mu == 0.3875;
        }
        ck_assert_int_eq(nominal, !law.slip_dependent);
    }
}
END_TEST

/* Relative to exp() of the C library, accurate to an ulp. A rounding error of x changes the value
 * by x eps. The function does not increase. */
START_TEST(decay_is_the_exponential_function)
{
    double last = 1, worst = 0;
    assert_same(carom_exp_negative(0), 1);
    for (double x = 0; x <= 700; x += 1.0 / 1024 + x * 1e-5) {
        double got = carom_exp_negative(x);
        worst = fmax(worst, fabs(got / exp(-x) - 1));
        ck_assert_msg(got <= last, "rises at %.17g", x);
        last = got;
    }
    ck_assert_msg(worst < 4 * DBL_EPSILON, "off by %g", worst);
    ck_assert_double_gt(carom_exp_negative(744), 0);
    assert_same(carom_exp_negative(745.2), 0);
    assert_same(carom_exp_negative(INFINITY), 0);
    ck_assert(isnan(carom_exp_negative(NAN)));
}
END_TEST

/* Alciatore, TP A.14: mu = 0.00995 + 0.108 exp(-1.088 |g|). */
START_TEST(pool_balls_by_default)
{
    static const double slip[] = {0, 0.2235, 0.6705, 1.5645, 3.129};
    carom_friction_law law = law_named("exponential");
    for (size_t k = 0; k < sizeof slip / sizeof slip[0]; k++) {
        assert_near(carom_friction_coefficient(&law, 1, slip[k]),
                    0.00995 + 0.108 * exp(-1.088 * slip[k]), 4e-17);
    }
}
END_TEST

/* The law of a scene is constant by default, and a copy of a problem has its law. */
START_TEST(a_problem_has_its_law)
{
    carom_problem scene, copy;
    scene_init(&scene, CAROM_OPEN);
    assert_same(carom_problem_friction(&scene, 0.5, 0.25), 0.5);
    scene.friction_law = law_named("exponential");
    assert_ok(carom_problem_copy(&copy, &scene, NULL));
    assert_same(carom_problem_friction(&copy, 0.5, 0.25),
                carom_problem_friction(&scene, 0.5, 0.25));
    carom_problem_free(&scene);
    carom_problem_free(&copy);
}
END_TEST

TEST_MAIN("friction law conformance", friction_laws_are_factors, decay_is_the_exponential_function,
          pool_balls_by_default, a_problem_has_its_law)
