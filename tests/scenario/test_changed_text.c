/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a changed scenario: its keys and values in their order, without comments. */
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

static const char alias[] =
    "carom: 1\n"
    "balls: [ { name: a, x_m: 0.5, y_m: &y 0.5 }, { name: b, x_m: 1, y_m: *y } ]\n"
    "solvers: [ { kind: impulse } ] # comment\n";

/* Apply changes: KEY=VALUE, KEY+=ITEM, or KEY, which is removed. @param canonical  receives the
 * canonical form of the changed scenario */
static char *edit(const char *text, const char *const *changes, char **canonical)
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
    *canonical = carom_scenario_text(&scenario);
    carom_messages_free(&messages);
    carom_scenario_free(&scenario);
    return edited;
}

static const struct {
    const char *text, *changes[3], *line; /* a line of the changed text */
} cases[] = {
    {block,
     {"balls.cue.x_m=0.5013"},
     "  - { name: cue, x_m: 0.5013, y_m: 0.635, vx_mps: 2.385 }\n"},
    {block, {"title='a: \"b\", \\c'"}, "title: \"a: \\\"b\\\", \\\\c\"\n"},
    {block,
     {"balls.Größe.vx_mps=-1e-3"},
     "  - { name: \"Größe\", x_m: 1.2, y_m: 0.64, vx_mps: -1e-3 }\n"},
    {block, {"balls.cue.vx_mps"}, "  - { name: cue, x_m: 0.6, y_m: 0.635 }\n"},
    {block, {"restitution.ball_ball=0.5"}, "restitution: { ball_ball: 0.5, ball_wall: 0.9 }\n"},
    {block, {"solvers+={ name: again, kind: impulse }"}, "  - { name: again, kind: impulse }\n"},
    {block, {"checks.1", "checks.0"}, "checks: []\n"},
    {block, {"seed=7"}, "duration_s: 0.7\nseed: 7\n"},
    {block,
     {"groups+={kind: row, x_m: 1.5, y_m: 0.3, count: 3}"},
     "groups:\n  - { kind: row, x_m: 1.5, y_m: 0.3, count: 3 }\n"},
    {crlf, {"table.height_m=1.5"}, "table: { width_m: 2, height_m: 1.5 }\n"},
    {crlf, {"gravity_mps2=[0, -1]"}, "gravity_mps2: [0, -1]\n"},
    {flow, {"solvers.impulse"}, "solvers:\n  - { name: again, kind: impulse }\n"},
    {alias,
     {"balls.b.y_m=0.7"},
     "  - { name: a, x_m: 0.5, y_m: 0.5 }\n  - { name: b, x_m: 1, y_m: 0.7 }\n"},
};

START_TEST(a_changed_text_has_the_keys_and_values_of_the_scenario)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *want, *got_form, *same_form;
        char *got = edit(cases[i].text, cases[i].changes, &want);
        char *same = edit(got, (const char *const[]){NULL}, &got_form);
        ck_assert_msg(strstr(got, cases[i].line) != NULL, "%s: got\n%s", cases[i].changes[0], got);
        ck_assert_msg(strcmp(got_form, want) == 0, "%s: got\n%s\nwant\n%s", got, got_form, want);
        ck_assert_str_eq(got, same);
        free(same);
        same = edit(got, (const char *const[]){"carom=1", NULL}, &same_form);
        ck_assert_str_eq(got, same); /* writing again changes nothing */
        free(same_form);
        free(got_form);
        free(same);
        free(want);
        free(got);
    }
}
END_TEST

START_TEST(a_text_without_changes_is_that_of_the_author)
{
    char *form, *got = edit(block, (const char *const[]){NULL}, &form);
    ck_assert_str_eq(got, block);
    free(form);
    free(got);
}
END_TEST

TEST_MAIN("text of a changed scenario", a_changed_text_has_the_keys_and_values_of_the_scenario,
          a_text_without_changes_is_that_of_the_author)
