/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests colors, dash patterns and labels of solvers, which depend only on the scenario. */
#include "plot/plot.h"
#include "support.h"

static const char families[] =
    "carom: 1\n"
    "balls: [ { x_m: 1, y_m: 0.5 } ]\n"
    "solvers:\n"
    "  - { name: rk4, kind: penalty, integrator: rk4, stiffness_N_per_m: 1e4, theta: 0.05 }\n"
    "  - { name: impulse, kind: impulse }\n"
    "  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1e-5 }\n"
    "  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1e4, step_s: 1e-5 }\n"
    "  - { name: hard, kind: penalty, integrator: rk4, stiffness_N_per_m: 2.5e6, theta: 0.05 }\n"
    "  - { name: oracle, kind: oracle }\n"
    "  - { name: one, label: one by one, kind: impulse }\n"
    "  - { name: verlet, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e4,\n"
    "      step_s: 2e-7 }\n"
    "  - { name: hardest, kind: penalty, integrator: rk4, stiffness_N_per_m: 1e12, theta: 0.1 }\n";

/* Styles and labels of solvers, in another order than in the scenario. */
static const struct {
    const char *name;
    int style;
    const char *label;
} wanted[] = {{"impulse", 1, "Impulse"},
              {"euler", 2, "Euler, h = 10 µs, k = 10 kN/m"},
              {"heun", 3, "Heun, h = 10 µs, k = 10 kN/m"},
              {"hardest", 25, "hardest, θ = 0.1, k = 1 TN/m"},
              {"hard", 15, "hard, θ = 0.05, k = 2.5 MN/m"},
              {"rk4", 5, "RK4, θ = 0.05, k = 10 kN/m"},
              {"oracle", 9, "128-bit impulse"},
              {"verlet", 4, "Verlet, h = 200 ns, k = 10 kN/m"},
              {"one", 11, "one by one"},
              {"nobody", 6, "nobody"}};
enum { WANTED = sizeof wanted / sizeof wanted[0] };

static void read(carom_scenario *scenario, const char *text)
{
    carom_messages messages = {0};
    assert_ok(carom_scenario_read(scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_msg(messages.errors == 0, "%s", messages.count > 0 ? messages.item[0].text : "");
    carom_messages_free(&messages);
}

START_TEST(a_family_has_a_color_and_a_variant_a_dash)
{
    carom_scenario scenario;
    read(&scenario, families);
    for (size_t i = 0; i < WANTED; i++) {
        int style = carom_solver_line_style(&scenario, wanted[i].name);
        ck_assert_msg(style == wanted[i].style, "%s: got %d, want %d", wanted[i].name, style,
                      wanted[i].style);
    }
    carom_scenario_free(&scenario);
}
END_TEST

START_TEST(a_label_contains_differing_parameters)
{
    carom_scenario scenario;
    read(&scenario, families);
    for (size_t i = 0; i < WANTED; i++) {
        char label[200];
        carom_solver_label(&scenario, wanted[i].name, label, sizeof label);
        ck_assert_str_eq(label, wanted[i].label);
    }
    carom_scenario_free(&scenario);
}
END_TEST

START_TEST(a_text_label_has_parameters_in_parentheses)
{
    char text[200];
    carom_label_in_text("euler, h = 10 µs, k = 10 kN/m", text, sizeof text);
    ck_assert_str_eq(text, "Euler (h = 10 µs, k = 10 kN/m)");
    carom_label_in_text("one by one", text, sizeof text);
    ck_assert_str_eq(text, "One by one");
}
END_TEST

START_TEST(a_label_omits_common_parameters)
{
    carom_scenario scenario;
    char label[200];
    read(&scenario, "carom: 1\n"
                    "balls: [ { x_m: 1, y_m: 0.5 } ]\n"
                    "solvers:\n"
                    "  - { kind: impulse }\n"
                    "  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, "
                    "step_s: 1e-6 }\n"
                    "  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1e4, "
                    "step_s: 1e-6 }\n");
    carom_solver_label(&scenario, "heun", label, sizeof label);
    ck_assert_str_eq(label, "Heun");
    carom_scenario_free(&scenario);
}
END_TEST

/* Methods without a color share two; the third family is a variant of the first. */
START_TEST(other_methods_share_two_colors)
{
    carom_scenario scenario;
    const char *const name[] = {"a", "b", "c", "e", "g"};
    const int want[] = {6, 9, 7, 5, 16};
    read(
        &scenario,
        "carom: 1\n"
        "balls: [ { x_m: 1, y_m: 0.5 } ]\n"
        "solvers:\n"
        "  - { name: a, kind: penalty, integrator: symplectic_euler, stiffness_N_per_m: 1e4, "
        "step_s: 1e-6 }\n"
        "  - { name: b, kind: oracle }\n"
        "  - { name: c, kind: stepped, step_s: 1e-6 }\n"
        "  - { name: e, kind: penalty, integrator: gsl_rkf45, stiffness_N_per_m: 1e4, step_s: 1e-6 "
        "}\n"
        "  - { name: g, kind: penalty, integrator: symplectic_euler, stiffness_N_per_m: 1e5, "
        "step_s: 1e-6 }\n");
    for (size_t i = 0; i < sizeof name / sizeof name[0]; i++) {
        int style = carom_solver_line_style(&scenario, name[i]);
        ck_assert_msg(style == want[i], "%s: got %d, want %d", name[i], style, want[i]);
    }
    carom_scenario_free(&scenario);
}
END_TEST

TEST_MAIN("style", a_family_has_a_color_and_a_variant_a_dash, a_label_contains_differing_parameters,
          a_text_label_has_parameters_in_parentheses, a_label_omits_common_parameters,
          other_methods_share_two_colors)
