/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lab interface: topics and their contents, results that do not depend on the samples, and
 * agreement with the program's records. */
#define _XOPEN_SOURCE 700
#include "lab/page_calls.h"
#include "records/records.h"
#include "scratch_folder.h"

enum { TOPICS = CAROM_LAB_ERROR + 1 };

/* Received messages: number, total bytes, and the last of each topic. */
typedef struct {
    size_t times[TOPICS], bytes[TOPICS];
    char *last[TOPICS];
} received;

static void store_message(void *context, int topic, const void *bytes, size_t size)
{
    received *h = context;
    ck_assert_int_ge(topic, 0);
    ck_assert_int_lt(topic, TOPICS);
    h->times[topic]++;
    h->bytes[topic] += size;
    free(h->last[topic]);
    h->last[topic] = malloc(size + 1);
    memcpy(h->last[topic], bytes, size);
    h->last[topic][size] = '\0';
}

static void forget(received *h)
{
    for (size_t i = 0; i < TOPICS; i++) {
        free(h->last[i]);
    }
    *h = (received){.times = {0}};
}

static const char scene[] =
    "carom: 1\n"
    "title: \"a \\\"scene\\\"\"\n"
    "balls:\n"
    "  - { name: cue, x_m: 0.5013, y_m: 0.6, vx_mps: 2.385 }\n"
    "  - { name: eight, x_m: 1.1, y_m: 0.617 }\n"
    "solvers:\n"
    "  - { name: impulse, kind: impulse }\n"
    "  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e6, step_s: 1e-5 }\n"
    "duration_s: 0.6\n"
    "checks:\n"
    "  - { quantity: energy_residual_rel, solver: impulse, max: 1e-12 }\n"
    "  - { quantity: collisions, solver: impulse, max: 0 }\n";

static carom_lab *open_scene(received *h, const char *sets)
{
    carom_lab *lab = carom_lab_new(store_message, h);
    ck_assert_ptr_nonnull(lab);
    ck_assert_int_eq(carom_lab_open(lab, scene, strlen(scene), sets), CAROM_OK);
    return lab;
}

/* Signature of a solver in CAROM_LAB_END. */
static void read_signature(const received *h, const char *solver, char signature[17])
{
    char key[80];
    const char *at;
    snprintf(key, sizeof key, "\"solver\": \"%s\"", solver);
    at = strstr(h->last[CAROM_LAB_END], key);
    ck_assert_ptr_nonnull(at);
    at = strstr(at, "\"seal\": \"");
    ck_assert_ptr_nonnull(at);
    snprintf(signature, 17, "%s", at + 9);
}

START_TEST(opening_sends_scene_and_knobs)
{
    received h = {.times = {0}};
    carom_lab *lab = open_scene(&h, "");
    ck_assert_uint_eq(h.times[CAROM_LAB_SCENE], 1);
    ck_assert_uint_eq(h.times[CAROM_LAB_KNOBS], 1);
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_SCENE], "\"title\": \"a \\\"scene\\\"\""));
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_KNOBS], "\"path\": \"solvers.heun.step_s\""));
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_KNOBS], "\"path\": \"restitution.ball_ball\""));
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_KNOBS], "\"path\": \"balls.cue.vx_mps\""));
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

START_TEST(a_view_is_sent)
{
    received h = {.times = {0}};
    carom_lab *lab = open_scene(&h, "");
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_SCENE],
                                 "\"view\": {\"chart\": \"energy\", \"trails\": false, "
                                 "\"zoom\": 1, \"knobs\": []}"));
    ck_assert_ptr_null(strstr(h.last[CAROM_LAB_SCENE], "view:"));
    carom_lab_free(lab);
    lab = open_scene(&h, "view={chart: raster, trails: true, zoom: 2.5, knobs: [step, gap]}\n");
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_SCENE],
                                 "\"view\": {\"chart\": \"raster\", \"trails\": true, "
                                 "\"zoom\": 2.5, \"knobs\": [\"step\", \"gap\"]}"));
    ck_assert_ptr_nonnull(
        strstr(h.last[CAROM_LAB_SCENE], "view: { chart: raster, trails: true, zoom: 2.5, "));
    ck_assert_ptr_null(strstr(h.last[CAROM_LAB_KNOBS], "\"view."));
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

/* A solver is named by its method as soon as its name or label is false, unless it gets a label. */
START_TEST(a_changed_method_changes_the_label)
{
    static const struct {
        const char *sets, *label, *text;
    } cases[] = {
        {"solvers.heun.step_s=3e-6", "Heun", "Heun"},
        {"solvers.heun.integrator=velocity_verlet", "Velocity Verlet", "Velocity Verlet"},
        {"solvers.heun.integrator=rk4\nsolvers.heun.label=\"mine, 2\"", "mine, 2", "Mine (2)"},
        {"solvers.heun={name: heun, kind: penalty, label: soft, integrator: rk4, contact_time_s: "
         "1e-3, "
         "step_s: 1e-5}",
         "RK4", "RK4"},
        {"solvers=[{name: euler, kind: penalty, integrator: euler, contact_time_s: 1e-3, step_s: "
         "1e-5}, {name: heun, kind: penalty, integrator: heun, contact_time_s: 1e-3, step_s: "
         "2e-5}]\nsolvers.heun.integrator=euler",
         "Euler, h = 20 µs", "Euler (h = 20 µs)"},
        {"solvers=[{name: euler, kind: penalty, integrator: euler, contact_time_s: 1e-3, step_s: "
         "1e-5}, {name: heun, kind: penalty, integrator: heun, contact_time_s: 1e-3, step_s: "
         "1e-5}]\nsolvers.heun.integrator=euler\nreference=euler",
         "Euler (2)", "Euler (2)"},
        /* by position, for every solver, and under an earlier name */
        {"solvers.1.integrator=rk4", "RK4", "RK4"},
        {"solvers.1.label=mine\nsolvers.heun.integrator=rk4", "mine", "Mine"},
        {"solvers.*.integrator=velocity_verlet", "Velocity Verlet", "Velocity Verlet"},
        {"solvers.1.name=x\nsolvers.x.integrator=rk4\nsolvers.x.name=heun", "RK4", "RK4"},
        {"solvers.1.name=x\nsolvers.x.integrator=rk4\nsolvers.x.name=\"heun\"", "RK4", "RK4"},
        {"solvers.1.name='x'\nsolvers.x.integrator=rk4\nsolvers.x.name='heun'", "RK4", "RK4"},
        {"solvers.1.name=\"x\"\nsolvers.x.label=mine\nsolvers.x.name=\"heun\"", "mine", "Mine"},
        {"solvers.heun.label=soft\nsolvers.0.name=1\nsolvers.1.impact_policy=newton_lcp", "soft",
         "Soft"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char wanted[200], sets[600];
        received h = {.times = {0}};
        carom_lab *lab;
        snprintf(sets, sizeof sets, "checks=[]\n%s", cases[i].sets);
        lab = open_scene(&h, sets);
        snprintf(wanted, sizeof wanted, "\"name\": \"heun\", \"label\": \"%s\", \"text\": \"%s\"",
                 cases[i].label, cases[i].text);
        ck_assert_msg(strstr(h.last[CAROM_LAB_SCENE], wanted) != NULL, "%s: want %s in %s",
                      cases[i].sets, wanted, strstr(h.last[CAROM_LAB_SCENE], "\"solvers\""));
        carom_lab_free(lab);
        forget(&h);
    }
}
END_TEST

/* Dragging a ball of a rack sets keys in `balls`, and its knobs show them. */
START_TEST(a_ball_of_a_group_is_dragged)
{
    received h = {.times = {0}};
    carom_lab *lab = open_scene(&h, "groups=[{kind: row, x_m: 1.5, y_m: 0.3, count: 3}]\n"
                                    "balls.row2.y_m=0.9123\nballs.row2.vx_mps=2.385\n");
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_SCENE], "\"y_m\": 0.9123"));
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_KNOBS], "\"path\": \"balls.row2.y_m\""));
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_KNOBS], "\"value\": \"2.385\""));
    ck_assert_ptr_null(strstr(h.last[CAROM_LAB_KNOBS], "\"path\": \"groups."));
    carom_lab_free(lab);
    forget(&h);
    h = (received){.times = {0}}; /* no listed ball: the group stays */
    lab = open_scene(&h, "groups=[{kind: row, x_m: 1.5, y_m: 0.3, count: 3}]\n");
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_KNOBS], "\"path\": \"groups.0.count\""));
    ck_assert_int_eq(carom_lab_open(lab, scene, strlen(scene), "balls.row2.y_m=0.9123\n"),
                     CAROM_INVALID);
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_MESSAGES], "no item 'row2'"));
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

/* Names that the parser of KEY=VALUE would misread. */
START_TEST(a_name_that_is_no_key_is_reached_by_position)
{
    static const char odd[] = "carom: 1\nballs: [ { name: \"*\", x_m: 0.3, y_m: 0.3 }, "
                              "{ name: a=b, x_m: 0.5, y_m: 0.3 }, { x_m: 0.7, y_m: 0.3 } ]\n"
                              "solvers: [ { kind: impulse } ]\n";
    received h = {.times = {0}};
    carom_lab *lab = carom_lab_new(store_message, &h);
    ck_assert_int_eq(carom_lab_open(lab, odd, strlen(odd),
                                    "balls.0.x_m=0.4\nballs.1.x_m=0.6\nballs.ball3.x_m=0.8"),
                     CAROM_OK);
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_KNOBS], "\"path\": \"balls.0.x_m\""));
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_KNOBS], "\"path\": \"balls.1.x_m\""));
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_KNOBS], "\"path\": \"balls.ball3.x_m\""));
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

/* Latin-1, a truncated character, an overlong form, half a surrogate pair: the output is still
 * valid JSON. */
START_TEST(messages_are_utf8)
{
    received h = {.times = {0}};
    carom_lab *lab = carom_lab_new(store_message, &h);
    ck_assert_int_eq(
        carom_lab_open(lab, scene, strlen(scene),
                       "title=\"gr\xf6\xdf\xe4 \xe2\x80 \xc0\xaf \xed\xa0\x80 \xc3\xb6\""),
        CAROM_INVALID);
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_MESSAGES],
                                 "gr\\ufffd\\ufffd\\ufffd \\ufffd\\ufffd \\ufffd\\ufffd "
                                 "\\ufffd\\ufffd\\ufffd \xc3\xb6"));
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

START_TEST(rejected_scenario_is_reported_and_closed)
{
    received h = {.times = {0}};
    carom_lab *lab = open_scene(&h, "");
    const carom_lab_run_args all = {2, 0, NAN, ""};
    ck_assert_int_eq(carom_lab_open(lab, scene, strlen(scene), "balls.cue.x_m=1.09\n"),
                     CAROM_INVALID);
    ck_assert_uint_eq(h.times[CAROM_LAB_MESSAGES], 1);
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_MESSAGES], "overlap"));
    ck_assert_int_eq(carom_lab_run(lab, &all), CAROM_INVALID);
    ck_assert_uint_eq(h.times[CAROM_LAB_ERROR], 1);
    ck_assert_int_eq(carom_lab_open(lab, scene, strlen(scene), "no key\n"), CAROM_INVALID);
    ck_assert_str_eq(h.last[CAROM_LAB_ERROR], "found 'no key'; expected KEY=VALUE");
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

/* t, then for each of two solvers the columns of series.tsv without t_s, and rms_m; floats x, y,
 * vx, vy of 2 x 2 balls. */
START_TEST(every_sample_is_sent)
{
    received h = {.times = {0}};
    carom_lab *lab = open_scene(&h, "");
    const carom_lab_run_args all = {101, 0, NAN, ""};
    const carom_problem smooth = {.count = 0};
    double t;
    size_t columns = 0; /* with t_s, in whose place rms_m is */
    while (carom_series_columns(&smooth)[columns].name != NULL) {
        columns++;
    }
    ck_assert_int_eq(carom_lab_run(lab, &all), CAROM_OK);
    ck_assert_uint_eq(h.times[CAROM_LAB_NUMBERS], 101);
    ck_assert_uint_eq(h.bytes[CAROM_LAB_NUMBERS], 101 * (1 + 2 * columns) * sizeof(double));
    ck_assert_uint_eq(h.bytes[CAROM_LAB_POSITIONS], 101 * 2 * 2 * 4 * sizeof(float));
    memcpy(&t, h.last[CAROM_LAB_NUMBERS], sizeof t);
    ck_assert_double_eq(t, 0.6);
    ck_assert_uint_eq(h.times[CAROM_LAB_COLLISIONS], 2);
    ck_assert_uint_eq(h.times[CAROM_LAB_CONTACTS], 0);
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_BALANCES], "\"a\": \"cue\", \"b\": \"eight\""));
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

/* Spinning balls have two more floats: spin and angle, here before and after the collision, whose
 * time the sample interval of 6 ms blurs. */
START_TEST(spinning_balls_have_spin_and_angle)
{
    received h = {.times = {0}};
    carom_lab *lab = open_scene(&h, "friction=0.1\nballs.cue.spin_radps=3\n");
    const carom_lab_run_args all = {101, 0, NAN, ""};
    const double r = 0.028575, dx = 1.1 - 0.5013, dy = 0.017;
    const double t = (dx - sqrt(4 * r * r - dy * dy)) / 2.385;
    float cue[6];
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_SCENE], "\"spins\": true"));
    ck_assert_int_eq(carom_lab_run(lab, &all), CAROM_OK);
    ck_assert_uint_eq(h.bytes[CAROM_LAB_POSITIONS], 101 * 2 * 2 * 6 * sizeof(float));
    memcpy(cue, h.last[CAROM_LAB_POSITIONS], sizeof cue);
    ck_assert_float_gt(fabsf(cue[4] - 3), 1);
    assert_near(remainder(cue[5] - 3 * t - cue[4] * (0.6 - t), 2 * PI), 0,
                0.003 * fabs(cue[4] - 3.0) + 1e-5);
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

/* The final state and its signature do not depend on the samples. */
START_TEST(samples_change_no_bit)
{
    received h = {.times = {0}};
    carom_lab *lab = open_scene(&h, "");
    const carom_lab_run_args invalid_args[] = {{2, 0, NAN, ""},
                                               {137, 0, NAN, ""},
                                               {50, 0.23, 0.6, "cue,eight"},
                                               {50, 0.1, 0.6, "cue,left"}};
    char first[17], signature[17];
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(carom_lab_run(lab, &invalid_args[i]), CAROM_OK);
        read_signature(&h, "heun", signature);
        if (i == 0) {
            memcpy(first, signature, sizeof first);
        }
        ck_assert_str_eq(signature, first);
    }
    ck_assert_uint_eq(h.times[CAROM_LAB_CONTACTS], 4);
    read_signature(&h, "impulse", signature);
    ck_assert_str_ne(signature, first);
    carom_lab_free(lab);
    lab = open_scene(&h, "balls.cue.vx_mps=2.3850000000000003\n");
    ck_assert_int_eq(carom_lab_run(lab, &invalid_args[0]), CAROM_OK);
    read_signature(&h, "heun", signature);
    ck_assert_str_ne(signature, first); /* differs by 1 ulp */
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

/* FNV-1a of 32 bytes by its definition, for a free ball: x = 0.25 + 0.5 t is exact. */
START_TEST(signature_is_fnv1a_of_the_bits)
{
    static const char alone[] = "carom: 1\n"
                                "balls:\n  - { x_m: 0.25, y_m: 0.5, vx_mps: 0.5 }\n"
                                "solvers:\n  - { kind: impulse }\n"
                                "duration_s: 1\n";
    const double end[4] = {0.75, 0.5, 0.5, 0};
    const carom_lab_run_args all = {2, 0, NAN, ""};
    received h = {.times = {0}};
    carom_lab *lab = carom_lab_new(store_message, &h);
    uint64_t hash = 14695981039346656037U;
    char wanted[17], signature[17];
    for (size_t i = 0; i < 4; i++) {
        unsigned char byte[8];
        memcpy(byte, &end[i], sizeof byte); /* little-endian machines */
        for (size_t k = 0; k < 8; k++) {
            hash = (hash ^ byte[k]) * 1099511628211U;
        }
    }
    snprintf(wanted, sizeof wanted, "%016llx", (unsigned long long)hash);
    ck_assert_int_eq(carom_lab_open(lab, alone, strlen(alone), ""), CAROM_OK);
    ck_assert_int_eq(carom_lab_run(lab, &all), CAROM_OK);
    read_signature(&h, "impulse", signature);
    ck_assert_str_eq(signature, wanted);
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

START_TEST(invalid_run_args_are_rejected)
{
    received h = {.times = {0}};
    carom_lab *lab = open_scene(&h, "");
    const carom_lab_run_args invalid_args[] = {
        {1, 0, NAN, ""},    {2, -1, NAN, ""},          {2, 0.5, 0.5, ""},    {2, 0, INFINITY, ""},
        {2, 0, NAN, "cue"}, {2, 0, NAN, "cue,nobody"}, {2, 0, NAN, "x,cue"}, {2, NAN, NAN, ""}};
    for (size_t i = 0; i < sizeof invalid_args / sizeof invalid_args[0]; i++) {
        ck_assert_int_eq(carom_lab_run(lab, &invalid_args[i]), CAROM_INVALID);
        ck_assert_uint_eq(h.times[CAROM_LAB_ERROR], i + 1);
    }
    ck_assert_uint_eq(h.times[CAROM_LAB_NUMBERS], 0);
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

START_TEST(records_are_left_and_checks_held)
{
    received h = {.times = {0}};
    carom_lab *lab = open_scene(&h, "");
    char text[200];
    make_folder();
    ck_assert_int_eq(carom_lab_record(lab, folder), CAROM_OK);
    ck_assert_ptr_nonnull(
        strstr(h.last[CAROM_LAB_SUMMARY], "\"label\": \"energy residual / E(0)\""));
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_VERDICTS], "{\"verdict\": \"pass\""));
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_VERDICTS], "{\"verdict\": \"fail\""));
    read_back("heun/series.tsv", text, sizeof text);
    ck_assert_ptr_eq(strstr(text, "t_s\tkinetic_J\t"), text);
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

/* Notes of compare, and errors of checks as verdicts. */
START_TEST(records_send_notes_and_errors)
{
    received h = {.times = {0}};
    carom_lab *lab = open_scene(&h, "solvers.heun.stiffness_N_per_m=1e3\n"
                                    "checks=[{ quantity: steps, solver: impulse, max: theory }]\n");
    make_folder();
    ck_assert_int_eq(carom_lab_record(lab, folder), CAROM_OK);
    ck_assert_ptr_nonnull(strstr(h.last[CAROM_LAB_SUMMARY],
                                 "\"remarks\": [{\"solver\": \"heun\", \"text\": \"The largest "
                                 "overlap is "));
    ck_assert_uint_eq(h.times[CAROM_LAB_VERDICTS], 0);
    ck_assert_uint_eq(h.times[CAROM_LAB_MESSAGES], 1);
    ck_assert_ptr_nonnull(
        strstr(h.last[CAROM_LAB_MESSAGES], "no theory gives steps of solver 'impulse'"));
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

START_TEST(distance_is_to_the_nearest_image)
{
    received h = {.times = {0}};
    carom_lab *lab = carom_lab_new(store_message, &h);
    ck_assert(isnan(carom_lab_distance(lab, 0, 0, 1, 1)));
    carom_lab_free(lab);
    lab = open_scene(&h, "");
    ck_assert_double_eq(carom_lab_distance(lab, 0.1, 0.1, 2.5, 0.1), 2.4);
    carom_lab_free(lab);
    lab = open_scene(&h, "table.boundary=periodic\n");
    ck_assert_double_eq_tol(carom_lab_distance(lab, 0.1, 0.1, 2.5, 0.1), 0.14, 1e-15);
    carom_lab_free(lab);
    forget(&h);
}
END_TEST

TEST_MAIN("lab", opening_sends_scene_and_knobs, a_view_is_sent, a_changed_method_changes_the_label,
          a_ball_of_a_group_is_dragged, a_name_that_is_no_key_is_reached_by_position,
          messages_are_utf8, rejected_scenario_is_reported_and_closed, every_sample_is_sent,
          spinning_balls_have_spin_and_angle, samples_change_no_bit, signature_is_fnv1a_of_the_bits,
          invalid_run_args_are_rejected, records_are_left_and_checks_held,
          records_send_notes_and_errors, distance_is_to_the_nearest_image)
