/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conformance of friction laws; their exponential function; the law stored in a problem. */
#include "conformance/entry.h"
#include "contact/contact.h"
#include "scene/scene.h"
#include "support.h"
#include <float.h>

/* mu is finite, >= 0 and proportional to the nominal value (times 2 and 0 to the bit), and equal to
 * it only if the law is `nominal`. */
START_TEST(friction_laws_are_factors)
{
    for_each_entry(carom_friction_laws, carom_friction_law, law)
    {
        carom_choice choice = choice_of(&law->about);
        bool nominal = true;
        for (double slip = 0; slip < 1e4; slip = 1e-6 + 3.7 * slip) {
            double mu = law->coefficient(choice.options, 0.3875, slip);
            ck_assert_msg(mu >= 0 && isfinite(mu), "%g at %g m/s", mu, slip);
            assert_same(law->coefficient(choice.options, 0.775, slip), 2 * mu);
            assert_same(law->coefficient(choice.options, 0, slip), 0);
            nominal = nominal && mu == 0.3875;
        }
        ck_assert_msg(nominal == law->nominal, "nominal is %s", law->nominal ? "true" : "false");
        choice_free(&choice);
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
    carom_choice choice = choice_of(&carom_friction_law_exponential.about);
    for (size_t k = 0; k < sizeof slip / sizeof slip[0]; k++) {
        assert_near(carom_friction_coefficient(&choice, 1, slip[k]),
                    0.00995 + 0.108 * exp(-1.088 * slip[k]), 4e-17);
    }
    choice_free(&choice);
}
END_TEST

/* A problem and its copy have separate laws; a constant law is stored as none. */
START_TEST(a_problem_copies_its_law)
{
    carom_choice choice = choice_of(&carom_friction_law_exponential.about);
    const carom_choice constant = {&carom_friction_law_constant.about, NULL};
    carom_problem scene, copy;
    double mu = carom_friction_coefficient(&choice, 0.5, 0.25);
    scene_init(&scene, CAROM_OPEN);
    assert_same(carom_problem_friction(&scene, 0.5, 0.25), 0.5);
    assert_ok(carom_problem_set_friction_law(&scene, &choice, NULL));
    choice_free(&choice);
    assert_ok(carom_problem_copy(&copy, &scene, NULL));
    assert_ok(carom_problem_set_friction_law(&scene, &constant, NULL));
    ck_assert(scene.friction_law.entry == NULL);
    assert_same(carom_problem_friction(&scene, 0.5, 0.25), 0.5);
    carom_problem_free(&scene);
    assert_same(carom_problem_friction(&copy, 0.5, 0.25), mu);
    carom_problem_free(&copy);
    ck_assert(copy.friction_law.entry == NULL);
}
END_TEST

TEST_MAIN("friction law conformance", friction_laws_are_factors, decay_is_the_exponential_function,
          pool_balls_by_default, a_problem_copies_its_law)
