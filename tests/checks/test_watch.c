/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of a run without records: they take its numbers from memory. */
#include "checks/checks.h"
#include "support.h"

/* Two equal discs, 0.24 m apart: at 0.24 s the first one stops, the other one moves on. */
static const char scene[] =
    "carom: 1\n"
    "table: { boundary: open }\n"
    "duration_s: 0.5\n"
    "samples: 2\n"
    "balls:\n"
    "  - { name: a, x_m: 0.2, y_m: 0, vx_mps: 1, radius_m: 0.03, mass_kg: 0.4 }\n"
    "  - { name: b, x_m: 0.5, y_m: 0, radius_m: 0.03, mass_kg: 0.4 }\n"
    "solvers:\n"
    "  - { name: rigid, kind: impulse }\n"
    "  - { name: soft, kind: penalty, integrator: rk4, contacts: located, stiffness_N_per_m: 1e9,\n"
    "      theta: 0.1 }\n"
    "reference: rigid\n"
    "checks:\n"
    "  - { quantity: collisions, solver: rigid, equals: 1, within: 0 }\n"
    "  - { kind: column, file: trajectory, column: x_m, ball: b, solver: rigid, equals: 0.76,\n"
    "      within: 1e-12 }\n"
    "  - { kind: column, file: trajectory, column: vx_mps, ball: a, at_s: 0, solver: rigid,\n"
    "      equals: 1, within: 0 }\n"
    "  - { kind: column, file: series, column: kinetic_J, over: min, solver: rigid, equals: 0.2,\n"
    "      within: 1e-12 }\n"
    "  - { kind: column, file: collisions, column: approach_mps, ball: b, solver: rigid,\n"
    "      equals: 1, within: 1e-12 }\n"
    "  - { kind: column, file: divergence, column: rms_m, over: max, solver: soft, max: 1e-4 }\n"
    "  - { kind: sequence, solver: soft, as: rigid }\n"
    "  - { quantity: restitution_ball, solver: soft, equals: 1, within: 1e-4 }\n"
    "  - { kind: column, file: series, column: kinetic_J, over: max, solver: rigid, min: 1 }\n";

START_TEST(checks_take_numbers_of_a_run_from_memory)
{
    static const double want[] = {1, 0.76, 1, 0.2, 1, 0, 0, 1};
    carom_scenario scenario;
    carom_messages messages = {.item = NULL};
    carom_verdicts verdicts = {.item = NULL};
    carom_run run = {.request = NULL};
    carom_check_watch watch;
    carom_error error = {0};
    assert_ok(carom_scenario_read(&scenario, scene, strlen(scene), NULL, 0, &messages));
    ck_assert_msg(messages.errors == 0, "%s", messages.count > 0 ? messages.item[0].text : "");
    carom_check_watch_init(&watch, &run, scenario.checks.items, scenario.checks.count);
    const carom_request request = {.scenario = &scenario,
                                   .name = "scene",
                                   .compare = true,
                                   .threads = 1,
                                   .recorder = &watch.recorder};
    const carom_study study = {.scenario = &scenario, .text = scene, .length = strlen(scene)};
    assert_ok(carom_run_scenario(&run, &request, &error));
    assert_ok(carom_checks_run(&(carom_check_context){&study, "no folder", false, &watch},
                               &verdicts, &error));
    ck_assert_uint_eq(verdicts.count, 9);
    for (size_t k = 0; k < 8; k++) {
        const carom_verdict *v = &verdicts.item[k];
        ck_assert_msg(v->kind == CAROM_PASS && fabs(v->value - want[k]) < 1e-4, "%s: %s, want %g",
                      v->name, v->text, want[k]);
    }
    ck_assert_msg(verdicts.item[8].kind == CAROM_FAIL && fabs(verdicts.item[8].value - 0.2) < 1e-12,
                  "%s", verdicts.item[8].text);
    carom_verdicts_free(&verdicts);
    carom_check_watch_free(&watch);
    carom_run_close(&run);
    carom_messages_free(&messages);
    carom_scenario_free(&scenario);
}
END_TEST

TEST_MAIN("checks of runs", checks_take_numbers_of_a_run_from_memory)
