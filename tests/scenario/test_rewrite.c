/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of a scenario's text: comments, order and layout of the rest stay. */
#include "scenario/scenario.h"
#include "support.h"

static const char block[] = "# a shot\n"
                            "carom: 1\n"
                            "title: \"Stoß: 1\" # on the table\n"
                            "restitution: 0.9\n"
                            "balls: # two\n"
                            "  # the first\n"
                            "  - { name: cue, x_m: 0.6, y_m: 0.635, vx_mps: 2.385 } # moves\n"
                            "  - name: Größe\n"
                            "    x_m: 1.2 # m\n"
                            "    y_m: 0.64\n"
                            "\n"
                            "solvers:\n"
                            "- kind: impulse\n"
                            "- { name: heun, kind: penalty, integrator: heun,\n"
                            "    stiffness_N_per_m: 1e6, step_s: 1e-5 } # springs\n"
                            "checks:\n"
                            "  - { quantity: collisions, solver: heun, max: 3 }\n"
                            "  - { quantity: steps, solver: heun, max: 1e6 }\n"
                            "duration_s: 0.7";

static const char crlf[] = "carom: 1 # \xc3\xbc\r\n"
                           "title: >-\r\n"
                           "  folded\r\n"
                           "  text\r\n"
                           "table: # of slate\r\n"
                           "  # in m\r\n"
                           "  width_m: 2\r\n"
                           "  height_m: 1\r\n"
                           "balls:\r\n"
                           "- x_m: 0.5\r\n"
                           "  y_m: 0.5\r\n"
                           "solvers: [{kind: impulse}]\r\n"
                           "...\r\n";

static const char flow[] = "{ carom: 1, balls: [ { x_m: 0.5, y_m: 0.5 } ], # one\n"
                           "  solvers: [{kind: impulse}, {name: again, kind: impulse}] }\n";

/* Apply changes: KEY=VALUE, KEY+=ITEM, or KEY, which is removed. */
static char *edit(const char *text, const char *const *changes)
{
    carom_override overrides[8];
    char keys[8][100];
    size_t count = 0;
    carom_scenario scenario;
    carom_messages messages = {.item = NULL};
    char *edited;
    for (; count < 8 && changes[count] != NULL; count++) {
        const char *equals = strchr(changes[count], '=');
        snprintf(keys[count], sizeof keys[count], "%.*s",
                 (int)(equals == NULL ? strlen(changes[count]) : (size_t)(equals - changes[count])),
                 changes[count]);
        overrides[count] = (carom_override){changes[count], keys[count],
                                            equals == NULL ? NULL : equals + 1};
    }
    ck_assert_int_eq(
        carom_scenario_edit(&scenario, text, strlen(text), overrides, count, &messages, &edited),
        CAROM_OK);
    ck_assert_msg(messages.errors == 0, "%s: %s", changes[0],
                  messages.count > 0 ? messages.item[0].text : "");
    carom_messages_free(&messages);
    carom_scenario_free(&scenario);
    return edited;
}

/* The text with @p from replaced by @p to. */
static char *with(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    size_t size = strlen(text) + strlen(to) + 1;
    char *changed = malloc(size);
    ck_assert_msg(at != NULL, "no %s", from);
    snprintf(changed, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return changed;
}

static const struct {
    const char *text, *changes[3], *from, *to;
} cases[] = {
    {block, {"balls.cue.x_m=0.5013"}, "x_m: 0.6,", "x_m: 0.5013,"},
    {block, {"title='a: \"b\", c'"}, "\"Stoß: 1\"", "\"a: \\\"b\\\", c\""},
    {block,
     {"balls.Größe.y_m=0.7", "balls.Größe.vx_mps=1e-3"},
     "y_m: 0.64\n",
     "y_m: 0.7\n    vx_mps: 1e-3\n"},
    {block, {"balls.cue.spin_radps=3"}, "2.385 }", "2.385, spin_radps: 3 }"},
    {block, {"balls.cue.vx_mps"}, ", vx_mps: 2.385", ""},
    {block, {"solvers.heun.label=springs"}, "step_s: 1e-5 }", "step_s: 1e-5, label: springs }"},
    {block, {"restitution.ball_ball=0.5"}, "0.9", "{ ball_ball: 0.5, ball_wall: 0.9 }"},
    {block, {"restitution=0.5"}, "0.9", "0.5"},
    {block,
     {"balls+={ name: third, x_m: 2, y_m: 0.2 }"},
     "0.64\n",
     "0.64\n  - { name: third, x_m: 2, y_m: 0.2 }\n"},
    {block,
     {"solvers+={ name: again, kind: impulse }"},
     " # springs\n",
     " # springs\n- { name: again, kind: impulse }\n"},
    {block, {"balls.cue"}, "  - { name: cue, x_m: 0.6, y_m: 0.635, vx_mps: 2.385 } # moves\n", ""},
    {block, {"balls.Größe"}, "  - name: Größe\n    x_m: 1.2 # m\n    y_m: 0.64\n", ""},
    {block,
     {"solvers.impulse.name=rigid"},
     "- kind: impulse\n",
     "- kind: impulse\n  name: rigid\n"},
    {block, {"balls.1.name"}, "name: Größe\n    ", ""},
    {block,
     {"checks.1", "checks.0"},
     "checks:\n"
     "  - { quantity: collisions, solver: heun, max: 3 }\n"
     "  - { quantity: steps, solver: heun, max: 1e6 }\n",
     "checks: []\n"},
    {block,
     {"checks.1", "checks+={quantity: steps, max: 9}"},
     "  - { quantity: steps, solver: heun, max: 1e6 }\n",
     "  - { quantity: steps, max: 9 }\n"},
    {block,
     {"checks=[{quantity: steps, max: 9}]"},
     "checks:\n"
     "  - { quantity: collisions, solver: heun, max: 3 }\n"
     "  - { quantity: steps, solver: heun, max: 1e6 }\n",
     "checks: [{ quantity: steps, max: 9 }]\n"},
    {block,
     {"checks"},
     "checks:\n"
     "  - { quantity: collisions, solver: heun, max: 3 }\n"
     "  - { quantity: steps, solver: heun, max: 1e6 }\n",
     ""},
    {block, {"seed=7"}, "duration_s: 0.7", "duration_s: 0.7\nseed: 7"},
    {block,
     {"groups+={kind: row, x_m: 1.5, y_m: 0.3, count: 3}"},
     "duration_s: 0.7",
     "duration_s: 0.7\ngroups: [{ kind: row, x_m: 1.5, y_m: 0.3, count: 3 }]"},
    {crlf, {"table.height_m=1.5"}, "height_m: 1\r", "height_m: 1.5\r"},
    {crlf, {"title=plain"}, ">-\r\n  folded\r\n  text\r", "plain\r"},
    {crlf,
     {"table={ width_m: 3, height_m: 1 }"},
     " # of slate\r\n  # in m\r\n  width_m: 2\r\n  height_m: 1\r",
     " { width_m: 3, height_m: 1 }\r"},
    {crlf, {"balls.0.vx_mps=1"}, "  y_m: 0.5\r\n", "  y_m: 0.5\r\n  vx_mps: 1\n"},
    {crlf, {"seed=3"}, "impulse}]\r\n", "impulse}]\r\nseed: 3\n"},
    {flow, {"balls.0.x_m=0.4"}, "x_m: 0.5", "x_m: 0.4"},
    {flow, {"seed=2"}, "impulse}] }", "impulse}], seed: 2 }"},
    {flow, {"balls+={x_m: 1, y_m: 1}"}, "0.5 } ]", "0.5 }, { x_m: 1, y_m: 1 } ]"},
    {flow, {"solvers.impulse"}, "{kind: impulse}, ", ""},
    {flow, {"solvers.again"}, ", {name: again, kind: impulse}", ""},
};

START_TEST(a_change_keeps_the_rest_of_the_text)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *got = edit(cases[i].text, cases[i].changes);
        char *want = with(cases[i].text, cases[i].from, cases[i].to);
        ck_assert_msg(strcmp(got, want) == 0, "%s: got\n%s\nwant\n%s", cases[i].changes[0], got,
                      want);
        free(got);
        free(want);
    }
}
END_TEST

/* Texts in which a change has no place of its own are written anew, with the same values. */
START_TEST(a_change_without_a_place_gives_the_canonical_text)
{
    static const char alias[] =
        "carom: 1\n"
        "balls: [ { name: a, x_m: 0.5, y_m: &y 0.5 }, { name: b, x_m: 1, y_m: *y } ]\n"
        "solvers: [ { kind: impulse } ] # comment\n";
    char *got = edit(alias, (const char *const[]){"balls.b.y_m=0.7", NULL});
    ck_assert_msg(strstr(got, "name: \"a\", x_m: 0.5, y_m: 0.5") != NULL, "%s", got);
    ck_assert_msg(strstr(got, "name: \"b\", x_m: 1, y_m: 0.7") != NULL, "%s", got);
    ck_assert_ptr_null(strstr(got, "# comment"));
    free(got);
}
END_TEST

TEST_MAIN("changes of the text of a scenario", a_change_keeps_the_rest_of_the_text,
          a_change_without_a_place_gives_the_canonical_text)
