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

static received heard;
static carom_lab *lab;

static void begin(void)
{
    test_clear_subject();
    heard = (received){.times = {0}};
    lab = carom_lab_new(store_message, &heard);
    ck_assert_ptr_nonnull(lab);
}

static void end(void)
{
    carom_lab_free(lab);
    for (size_t i = 0; i < TOPICS; i++) {
        free(heard.last[i]);
    }
}

static const char scene[] =
    "carom: 1\n"
    "title: \"a \\\"scene\\\"\"\n"
    "balls:\n"
    "  - { name: cue, x_m: 0.5013, y_m: 0.6, vx_mps: 2.385 } # moves\n"
    "  - { name: eight, x_m: 1.1, y_m: 0.617 }\n"
    "solvers:\n"
    "  - { name: impulse, kind: impulse }\n"
    "  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e6, step_s: 1e-5 }\n"
    "duration_s: 0.6\n"
    "checks:\n"
    "  - { quantity: energy_residual_rel, solver: impulse, max: 1e-12 }\n"
    "  - { quantity: collisions, solver: impulse, max: 0, goal: none }\n";

static carom_status open_text(const char *text, const char *sets)
{
    return carom_lab_open(lab, text, strlen(text), sets);
}

static void open_scene(const char *sets)
{
    ck_assert_int_eq(open_text(scene, sets), CAROM_OK);
}

/* Arguments of a run. */
typedef struct {
    double samples, from_s, to_s;
    const char *bodies;
} run_args;

static carom_status run(const run_args *args)
{
    return carom_lab_run(lab, args->samples, args->from_s, args->to_s, args->bodies);
}

static bool has(int topic, const char *text)
{
    return heard.last[topic] != NULL && strstr(heard.last[topic], text) != NULL;
}

#define ASSERT_HAS(topic, text)                                                                    \
    ck_assert_msg(has(topic, text), "want %s in %s", text, heard.last[topic])

/* Signature of a solver in CAROM_LAB_END. */
static void read_signature(const char *solver, char signature[17])
{
    char key[80];
    const char *at;
    snprintf(key, sizeof key, "\"solver\": \"%s\"", solver);
    ASSERT_HAS(CAROM_LAB_END, key);
    at = strstr(strstr(heard.last[CAROM_LAB_END], key), "\"seal\": \"");
    ck_assert_ptr_nonnull(at);
    snprintf(signature, 17, "%s", at + 9);
}

/* Names that the parser of KEY=VALUE would misread are positions. */
static const char odd[] = "carom: 1\nballs: [ { name: \"*\", x_m: 0.3, y_m: 0.3 }, "
                          "{ name: a=b, x_m: 0.5, y_m: 0.3 }, { x_m: 0.7, y_m: 0.3 } ]\n"
                          "solvers: [ { kind: impulse } ]\n";

#define GROUP "groups=[{kind: row, x_m: 1.5, y_m: 0.3, count: 3}]\n"

/* Texts in the scene and its knobs, with these changes; after `!` a text that must be absent. */
static const struct {
    const char *text, *sets, *texts[4];
} openings[] = {
    {scene,
     "",
     {"\"title\": \"a \\\"scene\\\"\"", "\"path\": \"solvers.heun.step_s\"",
      "\"path\": \"restitution.ball_ball\"", "\"path\": \"balls.cue.vx_mps\""}},
    {scene, "", {"\"own\": 2,", "!\"view", "\"goal\": \"none\"", "\"text\": \"carom: 1\\ntitle"}},
    {scene,
     "view={chart: raster, trails: true, zoom: 2.5, knobs: [step, gap]}\n",
     {"\"chart\": \"raster\", \"trails\": true, \"zoom\": 2.5, \"knobs\": [\"step\", \"gap\"] }",
      "!\"view."}},
    {scene, GROUP, {"\"path\": \"groups.0.count\"", "\"name\": \"row3\"", "\"own\": 2,"}},
    /* removed, appended and changed, in this order; what is not given need not be removed */
    {scene,
     "balls.eight\nballs+={ name: nine, x_m: 2, y_m: 0.3 }\nballs.nine.y_m=0.9123\nseed\n"
     "solvers.nobody.step_s\n",
     {"\"value\": \"0.9123\"", "{ name: nine, x_m: 2, y_m: 0.9123 }", "!\"name\": \"eight\"",
      "vx_mps: 2.385 }\\n"}},
    {odd,
     "balls.0.x_m=0.4\nballs.1.x_m=0.6\nballs.ball3.x_m=0.8",
     {"\"path\": \"balls.0.x_m\"", "\"path\": \"balls.1.x_m\"", "\"path\": \"balls.ball3.x_m\""}},
};

START_TEST(opening_sends_scene_and_knobs)
{
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        ck_assert_int_eq(open_text(openings[i].text, openings[i].sets), CAROM_OK);
        ck_assert_uint_eq(heard.times[CAROM_LAB_SCENE], i + 1);
        for (size_t k = 0; k < 4 && openings[i].texts[k] != NULL; k++) {
            const char *text = openings[i].texts[k];
            bool absent = text[0] == '!';
            bool found = has(CAROM_LAB_SCENE, text + absent) || has(CAROM_LAB_KNOBS, text + absent);
            ck_assert_msg(found == !absent, "%s: want %s in %s %s", openings[i].sets, text,
                          heard.last[CAROM_LAB_SCENE], heard.last[CAROM_LAB_KNOBS]);
        }
    }
}
END_TEST

/* Rejected changes, and their messages. Latin-1, a truncated character, an overlong form and half
 * a surrogate pair still give valid JSON. */
START_TEST(rejected_scenario_is_reported_and_closed)
{
    static const struct {
        const char *sets;
        int topic;
        const char *text;
    } rejected[] = {
        {"balls.row2.y_m=0.9123\n", CAROM_LAB_MESSAGES, "no item 'row2'"},
        {GROUP "balls.row2.y_m=0.9123\n", CAROM_LAB_MESSAGES, "is a ball of a group"},
        {"balls.cue.x_m=1.09\n", CAROM_LAB_MESSAGES, "overlap"},
        {"title=\"gr\xf6\xdf\xe4 \xe2\x80 \xc0\xaf \xed\xa0\x80 \xc3\xb6\"", CAROM_LAB_MESSAGES,
         "gr\\ufffd\\ufffd\\ufffd \\ufffd\\ufffd \\ufffd\\ufffd \\ufffd\\ufffd\\ufffd \xc3\xb6"},
    };
    const run_args all = {2, 0, NAN, ""};
    for (size_t i = 0; i < sizeof rejected / sizeof rejected[0]; i++) {
        open_scene("");
        ck_assert_int_eq(open_text(scene, rejected[i].sets), CAROM_INVALID);
        ASSERT_HAS(rejected[i].topic, rejected[i].text);
        ck_assert_int_eq(run(&all), CAROM_INVALID);
    }
}
END_TEST

/* A solver without a label is named by its method if its name is that of another. */
START_TEST(a_false_name_is_replaced_by_the_method)
{
#define EULER                                                                                      \
    "solvers=[{name: euler, kind: penalty, integrator: euler, contact_time_s: 1e-3, step_s: "      \
    "1e-5}, {name: heun, kind: penalty, integrator: heun, contact_time_s: 1e-3, step_s: "
    static const struct {
        const char *sets, *label, *text;
    } cases[] = {
        {"solvers.heun.step_s=3e-6", "Heun", "Heun"},
        {"solvers.heun.integrator=velocity_verlet", "Velocity Verlet", "Velocity Verlet"},
        {"solvers.heun.integrator=rk4\nsolvers.heun.label=\"mine, 2\"", "mine, 2", "Mine (2)"},
        {"solvers.heun={name: soft, kind: penalty, integrator: rk4, "
         "contact_time_s: 1e-3, step_s: 1e-5}",
         "soft", "Soft"},
        {EULER "2e-5}]\nsolvers.heun.integrator=euler", "Euler, h = 20 µs", "Euler (h = 20 µs)"},
        {EULER "1e-5}]\nsolvers.heun.integrator=euler\nreference=euler", "Euler (2)", "Euler (2)"},
        {"solvers.heun={name: heun, kind: published, source: lecture_2006, frame_s: 1e-3, "
         "stiffness_N_per_m: 2}",
         "Heun", "Heun"},
        {"solvers.*.integrator=velocity_verlet", "Velocity Verlet", "Velocity Verlet"},
        {"solvers.1.name=velocity_verlet\nsolvers.velocity_verlet.integrator=velocity_verlet",
         "Velocity Verlet", "Velocity Verlet"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char wanted[200], sets[600];
        snprintf(sets, sizeof sets, "checks=[]\n%s", cases[i].sets);
        open_scene(sets);
        snprintf(wanted, sizeof wanted, "{\"label\": \"%s\", \"text\": \"%s\"", cases[i].label,
                 cases[i].text);
        ASSERT_HAS(CAROM_LAB_SCENE, wanted);
    }
}
END_TEST

/* t, then for each of two solvers the columns of series.tsv without t_s, and rms_m; floats x, y,
 * vx, vy of 2 x 2 balls. The first numbers of a solver are its kinetic energy. */
START_TEST(every_sample_is_sent)
{
    const run_args all = {101, 0, NAN, ""};
    const carom_problem smooth = {.count = 0};
    const float cue[4] = {0.5013F, 0.6F, 2.385F, 0};
    double numbers[2];
    float last[4];
    size_t columns = 0; /* with t_s, in whose place rms_m is */
    while (carom_series_columns(&smooth)[columns].name != NULL) {
        columns++;
    }
    open_scene("balls.cue.x_m=0.5013\nballs.eight.y_m=0.9\n");
    ck_assert_int_eq(run(&all), CAROM_OK);
    ck_assert_uint_eq(heard.times[CAROM_LAB_NUMBERS], 101);
    ck_assert_uint_eq(heard.bytes[CAROM_LAB_NUMBERS], 101 * (1 + 2 * columns) * sizeof(double));
    ck_assert_uint_eq(heard.bytes[CAROM_LAB_POSITIONS], 101 * 2 * 2 * 4 * sizeof(float));
    memcpy(numbers, heard.last[CAROM_LAB_NUMBERS], sizeof numbers);
    ck_assert_double_eq(numbers[0], 0.6);
    ck_assert_double_eq_tol(numbers[1], 0.5 * 0.17 * 2.385 * 2.385, 1e-15);
    memcpy(last, heard.last[CAROM_LAB_POSITIONS], sizeof last);
    ck_assert_float_eq_tol(last[0], cue[0] + 0.6F * cue[2], 1e-6F);
    for (size_t i = 1; i < 4; i++) {
        ck_assert_float_eq(last[i], cue[i]);
    }
    ck_assert_uint_eq(heard.times[CAROM_LAB_COLLISIONS], 2);
    ck_assert_uint_eq(heard.times[CAROM_LAB_CONTACTS], 0);
}
END_TEST

/* Spinning balls have two more floats: spin and angle, here before and after the collision, whose
 * time the sample interval of 6 ms blurs. */
START_TEST(spinning_balls_have_spin_and_angle)
{
    const run_args all = {101, 0, NAN, ""};
    const double r = 0.028575, dx = 1.1 - 0.5013, dy = 0.017;
    const double t = (dx - sqrt(4 * r * r - dy * dy)) / 2.385;
    float cue[6];
    open_scene("friction=0.1\nballs.cue.spin_radps=3\n");
    ASSERT_HAS(CAROM_LAB_SCENE, "\"spins\": true");
    ck_assert_int_eq(run(&all), CAROM_OK);
    ASSERT_HAS(CAROM_LAB_BALANCES, "\"a\": \"cue\", \"b\": \"eight\"");
    ck_assert_uint_eq(heard.bytes[CAROM_LAB_POSITIONS], 101 * 2 * 2 * 6 * sizeof(float));
    memcpy(cue, heard.last[CAROM_LAB_POSITIONS], sizeof cue);
    ck_assert_float_gt(fabsf(cue[4] - 3), 1);
    assert_near(remainder(cue[5] - 3 * t - cue[4] * (0.6 - t), 2 * PI), 0,
                0.003 * fabs(cue[4] - 3.0) + 1e-5);
}
END_TEST

/* The final state and its signature do not depend on the samples. */
START_TEST(samples_change_no_bit)
{
    const run_args runs[] = {{2, 0, NAN, ""},
                             {137, 0, NAN, ""},
                             {50, 0.23, 0.6, "cue,eight"},
                             {50, 0.1, 0.6, "cue,left"}};
    char first[17] = "", signature[17];
    open_scene("");
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(run(&runs[i]), CAROM_OK);
        read_signature("heun", signature);
        memcpy(first, i == 0 ? signature : first, sizeof first);
        ck_assert_str_eq(signature, first);
    }
    ck_assert_uint_eq(heard.times[CAROM_LAB_CONTACTS], 4);
    read_signature("impulse", signature);
    ck_assert_str_ne(signature, first);
    open_scene("balls.cue.vx_mps=2.3850000000000003\n");
    ck_assert_int_eq(run(&runs[0]), CAROM_OK);
    read_signature("heun", signature);
    ck_assert_str_ne(signature, first); /* differs by 1 ulp */
}
END_TEST

/* FNV-1a of 32 bytes by its definition, for a free ball: x = 0.25 + 0.5 t is exact. */
START_TEST(signature_is_fnv1a_of_the_bits)
{
    static const char alone[] = "carom: 1\n"
                                "balls:\n  - { x_m: 0.25, y_m: 0.5, vx_mps: 0.5 }\n"
                                "solvers:\n  - { kind: impulse }\n"
                                "duration_s: 1\n";
    const double state[4] = {0.75, 0.5, 0.5, 0};
    const run_args all = {2, 0, NAN, ""};
    unsigned char bytes[sizeof state];
    uint64_t hash = 14695981039346656037U;
    char wanted[17], signature[17];
    memcpy(bytes, state, sizeof state); /* little-endian machines */
    for (size_t k = 0; k < sizeof bytes; k++) {
        hash = (hash ^ bytes[k]) * 1099511628211U;
    }
    snprintf(wanted, sizeof wanted, "%016llx", (unsigned long long)hash);
    ck_assert_int_eq(open_text(alone, ""), CAROM_OK);
    ck_assert_int_eq(run(&all), CAROM_OK);
    read_signature("impulse", signature);
    ck_assert_str_eq(signature, wanted);
}
END_TEST

START_TEST(invalid_run_args_are_rejected)
{
    const run_args invalid_args[] = {
        {1, 0, NAN, ""},        {2, -1, NAN, ""},   {2, 0.5, 0.5, ""},
        {2, 0, INFINITY, ""},   {2, 0, NAN, "cue"}, {2, 0, NAN, "cue,nobody"},
        {2, 0, NAN, "cue,cue"}, {NAN, 0, NAN, ""},  {1e300, 0, NAN, ""},
        {2, 0, NAN, "x,cue"},   {2, NAN, NAN, ""}};
    open_scene("");
    for (size_t i = 0; i < sizeof invalid_args / sizeof invalid_args[0]; i++) {
        ck_assert_int_eq(run(&invalid_args[i]), CAROM_INVALID);
        ck_assert_uint_eq(heard.times[CAROM_LAB_ERROR], i + 1);
    }
    ck_assert_uint_eq(heard.times[CAROM_LAB_NUMBERS], 0);
}
END_TEST

/* Files, the table of compare with its notes, and verdicts of checks or their errors. */
START_TEST(records_send_table_notes_and_verdicts)
{
    char text[200];
    make_folder();
    open_scene("");
    ck_assert_int_eq(carom_lab_record(lab, folder), CAROM_OK);
    ASSERT_HAS(CAROM_LAB_SUMMARY, "\"label\": \"energy error / E(0)\"");
    ASSERT_HAS(CAROM_LAB_VERDICTS, "{\"verdict\": \"pass\"");
    ASSERT_HAS(CAROM_LAB_VERDICTS, "{\"verdict\": \"fail\"");
    read_back("heun/series.tsv", text, sizeof text);
    ck_assert_ptr_eq(strstr(text, "t_s\tkinetic_J\t"), text);
    open_scene("solvers.heun.stiffness_N_per_m=1e3\n"
               "checks=[{ quantity: steps, solver: impulse, max: theory }]\n");
    ck_assert_int_eq(carom_lab_record(lab, folder), CAROM_OK);
    ASSERT_HAS(CAROM_LAB_SUMMARY,
               "\"remarks\": [{\"solver\": \"heun\", \"text\": \"The largest overlap is ");
    ck_assert_uint_eq(heard.times[CAROM_LAB_VERDICTS], 1);
    ASSERT_HAS(CAROM_LAB_MESSAGES, "no theory gives this value of solver 'impulse'");
}
END_TEST

static void add_tests(TCase *tcase)
{
    const TTest *const tests[] = {
        opening_sends_scene_and_knobs,          rejected_scenario_is_reported_and_closed,
        a_false_name_is_replaced_by_the_method, every_sample_is_sent,
        spinning_balls_have_spin_and_angle,     samples_change_no_bit,
        signature_is_fnv1a_of_the_bits,         invalid_run_args_are_rejected,
        records_send_table_notes_and_verdicts};
    tcase_add_checked_fixture(tcase, begin, end);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        tcase_add_test(tcase, tests[i]);
    }
}
TEST_SUITE("lab", add_tests)
