/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of a scenario's document by the paths of --set. */
#include "scenario/scenario.h"
#include "support.h"

static const char text[] = "carom: 1\n"
                           "restitution: 0.85\n"
                           "gravity_mps2: [0.5, -2.385]\n"
                           "friction: { ball_wall: 0.2, ball_ball: 0.1 }\n"
                           "balls:\n"
                           "  - { x_m: 1.125 }\n"
                           "  - { name: a.b, x_m: 2.25 }\n"
                           "solvers:\n"
                           "  - { kind: impulse }\n"
                           "  - { kind: penalty, step_s: 3e-5 }\n";

START_TEST(paths_lead_to_values)
{
    static const char *const wanted[][2] = {{"carom", "1"},
                                            {"balls.ball1.x_m", "1.125"},
                                            {"balls.0.x_m", "1.125"},
                                            {"balls.a.b.x_m", "2.25"},
                                            {"solvers.penalty.step_s", "3e-5"},
                                            {"solvers.*.step_s", "3e-5"},
                                            {"gravity_mps2.1", "-2.385"},
                                            {"restitution.ball_wall", "0.85"},
                                            {"restitution", "0.85"},
                                            {"friction", "0.2"},
                                            {"balls.c.x_m", NULL},
                                            {"balls.*.mass_kg", NULL},
                                            {"balls.0.mass_kg", NULL},
                                            {"duration_s", NULL}};
    carom_document document;
    carom_messages messages = {0};
    assert_ok(carom_scenario_parse(&document, text, strlen(text), &messages));
    for (size_t k = 0; k < sizeof wanted / sizeof wanted[0]; k++) {
        carom_node node = carom_document_find(document.root, wanted[k][0]);
        ck_assert_msg((node.id == 0) == (wanted[k][1] == NULL), "%s", wanted[k][0]);
        if (node.id != 0) {
            ck_assert_str_eq(carom_node_scalar(node), wanted[k][1]);
        }
    }
    carom_messages_free(&messages);
    carom_document_close(&document);
}
END_TEST

TEST_MAIN("values of a document", paths_lead_to_values)
