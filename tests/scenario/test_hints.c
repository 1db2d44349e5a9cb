/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys with units that are not SI: the message converts the value. */
#include "scenario/scenario.h"
#include "support.h"

#define C "carom: 1\n"
#define B "balls: [ { x_m: 1, y_m: 0.5 } ]\n"
#define S "solvers: [ { kind: impulse } ]\n"

#define BALL(key) C S "balls: [ { x_m: 1, y_m: 0.5, " key ": 1 } ]\n"
#define RUN(key) C B S key ": 1\n"
#define GAS(key) C S "groups: [ { kind: gas, count: 5, " key ": 1 } ]\n"
#define SPRING(key) C B "solvers: [ { kind: penalty, " key ": 1 } ]\n"

/* Keys, and the sizes of their units */
static const struct {
    const char *text;
    double size;
} units[] = {{BALL("vx_kmh"), 1000. / 3600},
             {BALL("vx_kmph"), 1000. / 3600},
             {BALL("vx_kph"), 1000. / 3600},
             {BALL("vy_km_h"), 1000. / 3600},
             {BALL("vx_cmps"), 0.01},
             {BALL("vx_cm_s"), 0.01},
             {BALL("vx_mmps"), 0.001},
             {BALL("vx_mph"), 1609.344 / 3600},
             {BALL("vx_m_s"), 1},
             {RUN("duration_ms"), 1e-3},
             {RUN("duration_us"), 1e-6},
             {RUN("duration_min"), 60},
             {RUN("duration_h"), 3600},
             {RUN("duration_sec"), 1},
             {RUN("duration_seconds"), 1},
             {BALL("x_cm"), 0.01},
             {BALL("radius_mm"), 0.001},
             {BALL("radius_um"), 1e-6},
             {BALL("x_km"), 1000},
             {BALL("radius_in"), 0.3048 / 12},
             {BALL("radius_inch"), 0.3048 / 12},
             {BALL("y_ft"), 0.3048},
             {BALL("mass_g"), 0.001},
             {BALL("mass_oz"), 0.45359237 / 16},
             {BALL("mass_lb"), 0.45359237},
             {GAS("temperature_mJ"), 0.001},
             {GAS("temperature_eV"), 1.602176634e-19},
             {SPRING("stiffness_N_per_mm"), 1000},
             {SPRING("stiffness_N_per_cm"), 100},
             {SPRING("stiffness_kN_per_m"), 1000},
             {RUN("g_cmps2"), 0.01}};

enum { UNITS = sizeof units / sizeof units[0] };

START_TEST(a_hint_converts_units_rightly)
{
    const char *how = NULL;
    double size = 1;
    carom_scenario scenario;
    carom_messages messages = {0};
    assert_ok(
        carom_scenario_read(&scenario, units[_i].text, strlen(units[_i].text), NULL, 0, &messages));
    for (size_t k = 0; k < messages.count && how == NULL; k++) {
        how = strstr(messages.item[k].text, ", the value ");
    }
    ck_assert_msg(how != NULL, "no conversion in:\n%s", units[_i].text);
    if (sscanf(how, ", the value divided by %lf", &size) == 1) {
        size = 1 / size;
    } else if (sscanf(how, ", the value times %lf", &size) != 1) {
        ck_assert_msg(strstr(how, "as it is") != NULL, "%s in:\n%s", how, units[_i].text);
    }
    ck_assert_msg(fabs(size / units[_i].size - 1) < 5e-6, "the unit is %.9g%s in:\n%s",
                  units[_i].size, how, units[_i].text);
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}
END_TEST

/* A loop test reports the number of a file. */
static void add_tests(TCase *tcase)
{
    tcase_add_loop_test(tcase, a_hint_converts_units_rightly, 0, UNITS);
}

TEST_SUITE("hints", add_tests)
