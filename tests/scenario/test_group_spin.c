/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `spin_radps` in groups: only the spins change. */
#include "scenario/scenario.h"
#include "support.h"

static const char *const kinds[] = {"gas, count: 5, seed: 7, radius_m: 0.05",
                                    "rack, x_m: 0.5, y_m: 0.5, rows: 2",
                                    "row, x_m: 0.5, y_m: 0.5, count: 3, moving: 1, vx_mps: 2.385",
                                    "lattice, x_m: 0.5, y_m: 0.5, count: 4"};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void read_group(carom_scenario *scenario, const char *kind, const char *keys)
{
    char text[500];
    carom_messages messages = {0};
    snprintf(text, sizeof text,
             "carom: 1\ngroups: [ { name: g, kind: %s%s } ]\nsolvers: [ { kind: impulse } ]\n",
             kind, keys);
    assert_ok(carom_scenario_read(scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_msg(messages.errors == 0, "%s: %s", text,
                  messages.count > 0 ? messages.item[0].text : "");
    carom_messages_free(&messages);
}

START_TEST(a_group_spins_and_its_positions_stay)
{
    carom_scenario smooth, spinning;
    read_group(&smooth, kinds[_i], "");
    read_group(&spinning, kinds[_i], ", spin_radps: 12.385");
    ck_assert_uint_eq(smooth.problem.count, spinning.problem.count);
    for (size_t i = 0; i < smooth.problem.count; i++) {
        const carom_ball *a = &smooth.problem.ball[i], *b = &spinning.problem.ball[i];
        assert_same(a->x_m, b->x_m);
        assert_same(a->y_m, b->y_m);
        assert_same(a->vx_mps, b->vx_mps);
        assert_same(a->vy_mps, b->vy_mps);
        assert_same(a->spin_radps, 0);
        assert_same(b->spin_radps, 12.385);
    }
    carom_scenario_free(&smooth);
    carom_scenario_free(&spinning);
}
END_TEST

static void add_tests(TCase *tcase)
{
    tcase_add_loop_test(tcase, a_group_spins_and_its_positions_stay, 0, KINDS);
}

TEST_SUITE("group spin", add_tests)
