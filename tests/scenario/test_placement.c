/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `place`, and --set balls.NAME.KEY for a ball of a group: results and messages. */
#include "scenario/scenario.h"
#include "scene/scene.h"
#include "support.h"

#define HEAD "carom: 1\n"
#define IMPULSE "solvers: [ { kind: impulse } ]\n"
#define CUE "balls: [ { name: cue, x_m: 0.635, y_m: 0.6353, vx_mps: 6 } ]\n"
#define RACK "groups: [ { kind: rack, x_m: 1.905, y_m: 0.635, rows: 5 } ]\n"
#define F HEAD CUE RACK IMPULSE

typedef struct {
    carom_scenario scenario;
    carom_messages messages;
} reading;

/* @param sets  "KEY=VALUE", NULL-terminated */
static reading read_with(const char *text, const char *const *sets)
{
    reading r = {.messages = {0}};
    carom_override overrides[8] = {{NULL, NULL, NULL}};
    char said[8][200], key[8][100];
    size_t count = 0;
    for (; sets != NULL && sets[count] != NULL; count++) {
        snprintf(said[count], sizeof said[count], "--set %s", sets[count]);
        snprintf(key[count], sizeof key[count], "%.*s", (int)strcspn(sets[count], "="),
                 sets[count]);
        overrides[count] = (carom_override){said[count], key[count], strchr(sets[count], '=') + 1};
    }
    assert_ok(carom_scenario_read(&r.scenario, text, strlen(text), overrides, count, &r.messages));
    return r;
}

static reading read_good(const char *text, const char *const *sets)
{
    reading r = read_with(text, sets);
    ck_assert_msg(r.messages.errors == 0, "%s\n%s", text,
                  r.messages.count > 0 ? r.messages.item[0].text : "");
    return r;
}

static void reading_free(reading *r)
{
    carom_scenario_free(&r->scenario);
    carom_messages_free(&r->messages);
}

static const carom_ball *ball_called(const reading *r, const char *name)
{
    const carom_problem *p = &r->scenario.problem;
    size_t ball = carom_problem_ball_called(p, name);
    ck_assert_msg(ball < p->count, "no ball %s", name);
    return &p->ball[ball];
}

static void assert_same_balls(const carom_problem *got, const carom_problem *want)
{
    ck_assert_uint_eq(got->count, want->count);
    for (size_t i = 0; i < want->count; i++) {
        const carom_ball *a = &got->ball[i], *b = &want->ball[i];
        ck_assert_str_eq(a->name, b->name);
        ck_assert_str_eq(a->material, b->material);
        assert_same(a->x_m, b->x_m);
        assert_same(a->y_m, b->y_m);
        assert_same(a->vx_mps, b->vx_mps);
        assert_same(a->vy_mps, b->vy_mps);
        assert_same(a->radius_m, b->radius_m);
        assert_same(a->mass_kg, b->mass_kg);
        assert_same(a->air_drag, b->air_drag);
        assert_same(a->rolling_resistance, b->rolling_resistance);
    }
}

/* ---- results ---- */

START_TEST(missing_keys_are_those_of_the_group)
{
    reading plain = read_good(F, NULL);
    reading r = read_good(F "place:\n  - { ball: rack7, x_m: 1.3, y_m: 0.2385 }\n"
                            "  - { ball: rack1, vx_mps: -2.385, vy_mps: 0.7 }\n",
                          NULL);
    for (size_t i = 0; i < r.scenario.problem.count; i++) {
        carom_ball want = plain.scenario.problem.ball[i];
        const carom_ball *got = &r.scenario.problem.ball[i];
        bool seventh = strcmp(want.name, "rack7") == 0, first = strcmp(want.name, "rack1") == 0;
        assert_same(got->x_m, seventh ? 1.3 : want.x_m);
        assert_same(got->y_m, seventh ? 0.2385 : want.y_m);
        assert_same(got->vx_mps, first ? -2.385 : want.vx_mps);
        assert_same(got->vy_mps, first ? 0.7 : want.vy_mps);
        assert_same(got->radius_m, want.radius_m);
        assert_same(got->mass_kg, want.mass_kg);
        ck_assert_str_eq(got->name, want.name);
    }
    reading_free(&plain);
    reading_free(&r);
}
END_TEST

/* Prefixes that begin with other prefixes, in an order that can mislead a search. */
START_TEST(a_name_belongs_to_its_group)
{
    reading r = read_good(
        HEAD "groups:\n  - { kind: row, name: a, x_m: 0.2, y_m: 0.2, count: 3, gap_m: 0.01 }\n"
             "  - { kind: row, name: a0, x_m: 0.2, y_m: 0.4, count: 3, gap_m: 0.01 }\n"
             "  - { kind: row, name: ab, x_m: 0.2, y_m: 0.6, count: 12, gap_m: 0.01 }\n" IMPULSE
             "place: [ { ball: ab12, y_m: 1.1 }, { ball: a02, y_m: 0.9 }, { ball: a2, y_m: 0.8 } "
             "]\n",
        NULL);
    assert_same(ball_called(&r, "ab12")->y_m, 1.1);
    assert_same(ball_called(&r, "a02")->y_m, 0.9);
    assert_same(ball_called(&r, "a2")->y_m, 0.8);
    assert_same(ball_called(&r, "ab1")->y_m, 0.6);
    /* place.0 is the first item of the file */
    ck_assert_str_eq(((carom_placement *)r.scenario.place.items)[0].ball, "ab12");
    reading_free(&r);
}
END_TEST

static void assert_shown_reads_back(const reading *r)
{
    char *first = carom_scenario_text(&r->scenario), *second;
    reading again = read_good(first, NULL);
    assert_same_balls(&again.scenario.problem, &r->scenario.problem);
    second = carom_scenario_text(&again.scenario);
    ck_assert_str_eq(first, second);
    ck_assert_ptr_null(strstr(first, "place:"));
    free(first);
    free(second);
    reading_free(&again);
}

static const char rich[] = HEAD
    "table: { width_m: 2.3, height_m: 1.3 }\ndrag: { air_kgpm3: 1.2 }\n" CUE "groups:\n"
    "  - { kind: gas, count: 20, radius_m: 0.03, density_kgpm3: 1700, temperature_J: 0.03, "
    "material: ivory }\n"
    "  - { kind: row, name: far, x_m: 0.1, y_m: 1.25, count: 2 }\n" IMPULSE;

/* Drag, mass and material come from the group; the seed of the gas does not move a placed ball. */
START_TEST(written_is_the_same)
{
    const char *const sets[] = {"table.boundary=open", "balls.gas3.x_m=-0.7123456789012345",
                                "balls.gas3.vy_mps=1e-3", "balls.far2.y_m=3.1", NULL};
    reading r = read_good(rich, sets);
    assert_same(ball_called(&r, "gas3")->x_m, -0.7123456789012345);
    assert_shown_reads_back(&r);
    reading_free(&r);
}
END_TEST

START_TEST(a_placed_ball_on_a_periodic_table_is_folded)
{
    reading r = read_good(HEAD "table: { width_m: 2, height_m: 1, boundary: periodic }\n"
                               "groups: [ { kind: row, x_m: 0.2, y_m: 0.2, count: 2 } ]\n" IMPULSE
                               "place: [ { ball: row2, x_m: 3.25, y_m: -0.5 } ]\n",
                          NULL);
    assert_same(ball_called(&r, "row2")->x_m, 1.25);
    assert_same(ball_called(&r, "row2")->y_m, 0.5);
    assert_shown_reads_back(&r);
    reading_free(&r);
}
END_TEST

/* In the file, on the command line, mixed, and in other orders: the same problem. */
START_TEST(a_set_adds_an_item_of_place)
{
    static const char item[] = F
        "place: [ { ball: rack7, x_m: 1.3, vy_mps: 0.2385 }, { ball: rack15, y_m: 1.1 } ]\n";
    static const char part[] = F
        "place: [ { ball: rack15, y_m: 1.1 }, { ball: rack7, x_m: 0.9 } ]\n";
    const char *const alone[] = {"balls.rack15.y_m=1.1", "balls.rack7.vy_mps=0.2385",
                                 "balls.rack7.x_m=1.3", NULL};
    const char *const rest[] = {"balls.rack7.x_m=1.3", "balls.rack7.vy_mps=0.2385", NULL};
    const char *const whole[] = {"balls.rack7={ x_m: 1.3, vy_mps: 0.2385 }", NULL};
    const char *const later[] = {"groups.0.name=b", "balls.b7.x_m=1.3", "balls.b7.vy_mps=0.2385",
                                 "balls.b15.y_m=1.1", NULL};
    reading want = read_good(item, NULL), a = read_good(F, alone), b = read_good(part, rest),
            c = read_good(part, whole), d = read_good(F, later);
    assert_same(ball_called(&want, "rack7")->x_m, 1.3);
    assert_same(ball_called(&want, "rack15")->y_m, 1.1);
    assert_same_balls(&a.scenario.problem, &want.scenario.problem);
    assert_same_balls(&b.scenario.problem, &want.scenario.problem);
    assert_same_balls(&c.scenario.problem, &want.scenario.problem);
    assert_same(ball_called(&d, "b7")->vy_mps, 0.2385);
    assert_same(ball_called(&d, "b15")->y_m, 1.1);
    reading_free(&want);
    reading_free(&a);
    reading_free(&b);
    reading_free(&c);
    reading_free(&d);
}
END_TEST

/* Without `balls`; by the kind if the group has no name; an item of `balls` takes precedence. */
START_TEST(a_set_finds_balls_before_groups)
{
    const char *const gas[] = {"balls.gas3.vx_mps=2.385", NULL};
    const char *const written[] = {"balls.rack7.vx_mps=2.385", NULL};
    const char *const every[] = {"balls.*.vx_mps=2.385", NULL};
    reading r = read_good(HEAD "groups: [ { kind: gas, count: 5 } ]\n" IMPULSE, gas), shown;
    char *text;
    assert_same(ball_called(&r, "gas3")->vx_mps, 2.385);
    reading_free(&r);
    r = read_good(F, every); /* the override that sets it */
    assert_same(ball_called(&r, "cue")->vx_mps, 2.385);
    assert_same(ball_called(&r, "rack7")->vx_mps, 0);
    text = carom_scenario_text(&r.scenario);
    shown = read_good(text, written);
    assert_same(ball_called(&shown, "rack7")->vx_mps, 2.385);
    ck_assert_uint_eq(shown.scenario.place.count, 0);
    free(text);
    reading_free(&r);
    reading_free(&shown);
}
END_TEST

START_TEST(another_seed_keeps_what_is_placed)
{
    const char *const here[] = {"balls.gas3.x_m=2.2", "balls.gas3.y_m=1.2",
                                "balls.gas4.vx_mps=2.385", "seed=1", NULL};
    const char *const there[] = {"balls.gas3.x_m=2.2", "balls.gas3.y_m=1.2",
                                 "balls.gas4.vx_mps=2.385", "seed=2385", NULL};
    char text[sizeof rich + 20];
    reading r, other;
    carom_scenario copy;
    snprintf(text, sizeof text, "%s", rich);
    memcpy(strstr(text, "width_m: 2.3"), "width_m: 9.3", 12);
    r = read_with(text, here);
    other = read_with(text, there);
    ck_assert_msg(r.messages.errors == 0 && other.messages.errors == 0, "%s",
                  r.messages.count > 0 ? r.messages.item[0].text : "");
    assert_ok(carom_scenario_copy_of_seed(&copy, &r.scenario, 2385, NULL));
    ck_assert(ball_called(&r, "gas5")->x_m != ball_called(&other, "gas5")->x_m);
    assert_same(copy.problem.ball[3].x_m, 2.2);
    assert_same_balls(&copy.problem, &other.scenario.problem);
    carom_scenario_free(&copy);
    reading_free(&r);
    reading_free(&other);
}
END_TEST

/* ---- runs ---- */

static void assert_same_run(const carom_problem *one, const carom_problem *two, const size_t *of)
{
    static const carom_setting heun[] = {
        {"integrator", "heun"}, {"stiffness_N_per_m", "1e6"}, {"step_s", "1e-5"}, {NULL, NULL}};
    for (int k = 0; k < 2; k++) {
        const char *kind = k == 0 ? "impulse" : "penalty";
        outcome a = run_scene(one, kind, k == 0 ? NULL : heun, 0.35),
                b = run_scene(two, kind, k == 0 ? NULL : heun, 0.35);
        ck_assert_uint_eq(a.log.count, b.log.count);
        ck_assert_uint_gt(a.log.count, 10);
        for (size_t i = 0; i < one->count; i++) {
            carom_flight p = carom_flight_from_sample(&a.sample, i),
                         q = carom_flight_from_sample(&b.sample, of == NULL ? i : of[i]);
            assert_same(p.at.x, q.at.x);
            assert_same(p.at.y, q.at.y);
            assert_same(p.v.x, q.v.x);
            assert_same(p.v.y, q.v.y);
        }
        outcome_free(&a);
        outcome_free(&b);
    }
}

/* The same bits as single balls, and as groups and items in reverse order. */
START_TEST(runs_equal_those_of_single_balls)
{
    static const char turned[] = HEAD
        "place: [ { ball: rack15, y_m: 1.1 }, { ball: rack7, x_m: 1.3, vy_mps: 0.2385 } ]\n"
        "groups:\n  - { kind: row, name: cue, x_m: 0.635, y_m: 0.6353, count: 1, moving: 1, "
        "vx_mps: 6 }\n  - { kind: rack, x_m: 1.905, y_m: 0.635, rows: 5 }\n" IMPULSE;
    reading r = read_good(F "place: [ { ball: rack7, x_m: 1.3, vy_mps: 0.2385 }, { ball: rack15, "
                            "y_m: 1.1 } ]\n",
                          NULL);
    char *text = carom_scenario_text(&r.scenario);
    reading written = read_good(text, NULL), other = read_good(turned, NULL);
    carom_problem back = r.scenario.problem;
    size_t n = back.count, of[16];
    carom_ball reversed[16];
    ck_assert_uint_eq(n, 16);
    for (size_t i = 0; i < n; i++) {
        reversed[n - 1 - i] = r.scenario.problem.ball[i];
        reversed[n - 1 - i].number = (uint32_t)(n - 1 - i);
        of[i] = n - 1 - i;
    }
    back.ball = reversed;
    assert_same_run(&r.scenario.problem, &written.scenario.problem, NULL);
    assert_same_run(&r.scenario.problem, &other.scenario.problem, NULL);
    assert_same_run(&r.scenario.problem, &back, of);
    free(text);
    reading_free(&r);
    reading_free(&written);
    reading_free(&other);
}
END_TEST

/* ---- messages ---- */

typedef struct {
    const char *text;
    size_t line, column;
    const char *says; /* the first message, complete */
} bad_file;

static const bad_file files[] = {
    {F "place: [ { ball: rack16, x_m: 1 } ]\n", 5, 18,
     "place[0].ball: found 'rack16'; expected a ball of a group: rack1 to rack15"},
    {F "place: [ { ball: rack0, x_m: 1 } ]\n", 5, 18,
     "place[0].ball: found 'rack0'; expected a ball of a group: rack1 to rack15"},
    {F "place: [ { ball: rack07, x_m: 1 } ]\n", 5, 18,
     "place[0].ball: found 'rack07'; expected a ball of a group: rack1 to rack15; did you mean "
     "'rack7'?"},
    {F "place: [ { ball: rak7, x_m: 1 } ]\n", 5, 18,
     "place[0].ball: found 'rak7'; expected a ball of a group: rack1 to rack15; did you mean "
     "'rack7'?"},
    {F "place: [ { ball: rack, x_m: 1 } ]\n", 5, 18,
     "place[0].ball: found 'rack'; expected a ball of a group: rack1 to rack15; did you mean "
     "'rack1'?"},
    {F "place: [ { ball: rack18446744073709551623, x_m: 1 } ]\n", 5, 18,
     "place[0].ball: found 'rack18446744073709551623'; expected a ball of a group: rack1 to "
     "rack15"},
    {F "place: [ { ball: cue, x_m: 1 } ]\n", 5, 18,
     "place[0].ball: found 'cue', a ball of `balls`; expected a ball of a group: "
     "rack1 to rack15"},
    {HEAD CUE IMPULSE "place: [ { ball: rack1, x_m: 1 } ]\n", 4, 18,
     "place[0].ball: found 'rack1'; expected a ball of a group: there are no groups"},
    {HEAD "groups: [ { kind: row, count: 1, x_m: 1, y_m: 1 }, { kind: gas, name: h, count: 30 } "
          "]\n" IMPULSE "place: [ { ball: hh7, x_m: 1 } ]\n",
     4, 18,
     "place[0].ball: found 'hh7'; expected a ball of a group: row1, h1 to h30; did you mean "
     "'h7'?"},
    {F "place: [ { x_m: 1.3 } ]\n", 5, 10, "place[0].ball: missing; expected a text"},
    {F "place: [ { ball: rack7 } ]\n", 5, 10,
     "place[0]: has no value; expected at least one of x_m, y_m, vx_mps, vy_mps "
     "and spin_radps"},
    {F "place:\n  - { ball: rack7, x_m: 1.3 }\n  - { ball: rack3, y_m: 1 }\n"
       "  - { ball: rack7, y_m: 0.3 }\n",
     8, 5, "place[2]: 'rack7' is placed by place[0] in line 6 too; expected each ball once"},
    {F "place: [ { ball: rack7, mass_kg: 1 , x_m: 1.3 } ]\n", 5, 25,
     "place[0].mass_kg: unknown key; expected one of: ball, x_m, y_m, vx_mps, vy_mps, spin_radps; "
     "radius, "
     "mass and all other keys are those of its group"},
    {F "place: [ { ball: rack7, vx: 1 } ]\n", 5, 25,
     "place[0].vx: unknown key; did you mean 'vx_mps'?"},
    {F "place: [ { ball: rack7, x_m: here } ]\n", 5, 30,
     "place[0].x_m: found 'here'; expected a number (m)"},
    {F "place: { rack7: { x_m: 1 } }\n", 5, 8,
     "place: found a mapping; expected a list, each item on its own '- '"},
    /* a message about a position refers to the item of place, even if the ball comes first */
    {F "place:\n  - { ball: rack15, x_m: 1.5 }\n  - { ball: rack7, y_m: 1.25 }\n", 7, 5,
     "balls: 'rack7' reaches 0.008575 m beyond the top wall; expected y_m from 0.028575 to "
     "1.241425 m"},
    {F "place: [ { ball: rack7, x_m: 0.63, y_m: 0.6353 } ]\n", 5, 10,
     "balls: 'cue' and 'rack7' overlap by 0.05215 m; expected their centres at least 0.05715 m "
     "apart"},
    {HEAD RACK "place: [ { ball: rack7, x_m: 0.63, y_m: 0.6353 } ]\n" IMPULSE
               "balls: [ { name: cue, x_m: 0.63, y_m: 0.6353 } ]\n",
     3, 10,
     "balls: 'cue' and 'rack7' overlap by 0.05715 m; expected their centres at least 0.05715 m "
     "apart"},
    {F "place: [ { ball: rack11, x_m: 1.3 }, { ball: rack1, x_m: 2.125, y_m: 0.528 } ]\n", 5, 38,
     "balls: 'rack1' and 'rack12' overlap by 0.00265052 m; expected their centres at least 0.05715 "
     "m apart"},
    {F "place: [ { ball: rack7, vx_mps: 1e101 } ]\n", 5, 10,
     "vx_mps: found 1e+101; expected a magnitude of at most 1e+100, whose square does not "
     "overflow"},
    /* a ball with a new velocity only keeps the position of its group */
    {HEAD "balls: [ { x_m: 1.85, y_m: 0.635 } ]\n" RACK IMPULSE
          "place: [ { ball: rack1, vx_mps: 1 } ]\n",
     3, 11,
     "balls: 'ball1' and 'rack1' overlap by 0.00215 m; expected their centres at least 0.05715 m "
     "apart"},
};

static void assert_says(const reading *r, const char *what, const char *says)
{
    ck_assert_msg(r->messages.errors == 1, "%zu errors in\n%s", r->messages.errors, what);
    ck_assert_msg(strcmp(r->messages.item[0].text, says) == 0, "%s\ngot  %s\nwant %s", what,
                  r->messages.item[0].text, says);
}

START_TEST(faults_of_files_are_reported)
{
    reading two = read_with(F "place: [ { ball: x, x_m: 1 }, { ball: x, x_m: 1 } ]\n", NULL);
    ck_assert_uint_eq(two.messages.errors, 2);
    reading_free(&two);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const bad_file *bad = &files[i];
        reading r = read_with(bad->text, NULL);
        assert_says(&r, bad->text, bad->says);
        ck_assert_msg(r.messages.item[0].mark.line == bad->line &&
                          r.messages.item[0].mark.column == bad->column,
                      "%s\ngot %zu:%zu, want %zu:%zu", bad->text, r.messages.item[0].mark.line,
                      r.messages.item[0].mark.column, bad->line, bad->column);
        ck_assert_str_eq(r.messages.item[0].origin, "");
        reading_free(&r);
    }
}
END_TEST

static const struct {
    const char *text, *set, *says;
} sets[] = {
    {F, "balls.rack16.x_m=1", "found 'rack16'; expected a ball of a group: rack1 to rack15"},
    {F, "balls.rak7.x_m=1",
     "balls.rak7.x_m: no item 'rak7'; expected a position from 0 to 0 or one of: cue, or a ball "
     "of a group: rack1, ...; did you mean 'rack7'?"},
    {F, "balls.ceu.x_m=1",
     "balls.ceu.x_m: no item 'ceu'; expected a position from 0 to 0 or one of: cue, or a ball of "
     "a group: rack1, ...; did you mean 'cue'?"},
    {F, "balls.rack.x_m=1",
     "balls.rack.x_m: no item 'rack'; expected a position from 0 to 0 or one of: cue, or a ball "
     "of a group: rack1, ...; did you mean 'rack1'?"},
    {HEAD RACK IMPULSE, "balls.cue.x_m=1",
     "balls.cue.x_m: no item 'cue'; expected a ball of a group: rack1, ..."},
    {F, "balls.rack7.mass_kg=1",
     "unknown key; expected one of: ball, x_m, y_m, vx_mps, vy_mps, spin_radps; radius, "
     "mass and all other keys are those of its group"},
    {F, "balls.rack7.x_m=here", "found 'here'; expected a number (m)"},
    {F, "balls.rack7=1", "found '1'; expected a mapping { key: value, ... }"},
    {F, "balls.rack7.y_m=1.25",
     "balls: 'rack7' reaches 0.008575 m beyond the top wall; expected y_m from 0.028575 to "
     "1.241425 m"},
    {HEAD CUE IMPULSE, "balls.rack7.x_m=1",
     "balls.rack7.x_m: no item 'rack7'; expected a position from 0 to 0 or one of: cue"},
};

START_TEST(faults_of_overrides_are_reported)
{
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        const char *const one[] = {sets[i].set, NULL};
        char origin[200];
        reading r = read_with(sets[i].text, one);
        snprintf(origin, sizeof origin, "--set %s", sets[i].set);
        assert_says(&r, origin, sets[i].says);
        ck_assert_str_eq(r.messages.item[0].origin, origin);
        reading_free(&r);
    }
}
END_TEST

/* A message refers to the item of place, or to the override that set the key later. */
START_TEST(the_override_at_fault_is_named)
{
    static const struct {
        const char *text, *sets[3], *origin;
    } table[] = {
        {F, {"balls.rack7.x_m=1.3", "balls.rack7.y_m=1.25"}, "--set balls.rack7.y_m=1.25"},
        {F, {"balls.rack7.y_m=1.25", "balls.rack7.vx_mps=1"}, "--set balls.rack7.y_m=1.25"},
        {F, {"balls.rack7.x_m=1.3", "balls.rack7.vx_mps=1e101"}, "--set balls.rack7.vx_mps=1e101"},
        {F "place: [ { ball: rack7, x_m: 1.3 } ]\n",
         {"balls.rack7.y_m=1.25"},
         "--set balls.rack7.y_m=1.25"},
        {F "place: [ { ball: rack7, y_m: 1.25 } ]\n", {"balls.rack7.vx_mps=1"}, ""}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        reading r = read_with(table[i].text, table[i].sets);
        ck_assert_uint_eq(r.messages.errors, 1);
        ck_assert_str_eq(r.messages.item[0].origin, table[i].origin);
        reading_free(&r);
    }
}
END_TEST

/* Trees that are not scenarios must not crash. */
START_TEST(a_set_survives_any_tree)
{
    static const char *const trees[] = {
        HEAD "groups: 1\n",
        HEAD "groups: []\n",
        HEAD "groups: [ 1, [2], { name: [x] }, { kind: { a: b } }, { name: x } ]\n",
        HEAD "groups: [ { name: x } ]\nplace: 3\n",
        HEAD "groups: [ { name: x } ]\nplace: { a: b }\n",
        HEAD "groups: [ { name: x } ]\nplace: [ 1, [], { ball: [x1] }, { ball: x1 } ]\n",
        HEAD "groups: [ { name: x } ]\nballs: 1\n",
        HEAD "groups: [ { name: x } ]\nballs: { x1: { x_m: 1 } }\n",
        HEAD "groups: [ { name: x } ]\nballs: []\n"};
    static const char *const keys[] = {"balls.x1.x_m=1",   "balls.x1=1",  "balls.x1.x_m.y=1",
                                       "balls.x1={a: b}",  "balls..x=1",  "balls.=1",
                                       "balls.x1.=1",      "balls.x1..=", "balls.x.x_m=1",
                                       "balls.*.vx_mps=1", "balls.0=1",   "place.0.x_m=1"};
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++) {
        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
            const char *const one[] = {keys[k], NULL};
            reading r = read_with(trees[i], one);
            ck_assert_msg(r.messages.errors > 0, "%s%s", trees[i], keys[k]);
            reading_free(&r);
        }
    }
}
END_TEST

TEST_MAIN("placement", missing_keys_are_those_of_the_group, a_name_belongs_to_its_group,
          written_is_the_same, a_placed_ball_on_a_periodic_table_is_folded,
          a_set_adds_an_item_of_place, a_set_finds_balls_before_groups,
          another_seed_keeps_what_is_placed, runs_equal_those_of_single_balls,
          faults_of_files_are_reported, faults_of_overrides_are_reported,
          the_override_at_fault_is_named, a_set_survives_any_tree)
