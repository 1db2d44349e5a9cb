/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about files that are no mapping of keys, or have no usual lines: position, problem, fix.
 * Most messages are tested in tests/cases/faulty_files.case. */
#include "scenario/scenario.h"
#include "support.h"

/* A valid file of three lines. Tests add an invalid line, or replace one. */
#define C "carom: 1\n"
#define B "balls: [ { x_m: 1, y_m: 0.5 } ]\n"
#define S "solvers: [ { kind: impulse } ]\n"

typedef struct {
    const char *text;
    size_t line, column; /* of the first message by position */
    const char *says;
} bad_file;

static const bad_file table[] = {
    {"", 1, 1, "the file is empty"},
    {"# nothing\n", 1, 1, "the file is empty"},
    {"- 1\n- 2\n", 1, 1, "expected a scenario"},
    {"just a text\n", 1, 1, "expected a scenario"},
    {C "balls: [ { x_m: 1\n", 2, 10, "this '{' is not closed before line 3; expected '}'"},
    {C "\tx: 1\n", 2, 1, "a tab in the indentation; expected spaces"},
    {C "table:\n\twidth_m: 2\n", 3, 1, "a tab in the indentation; expected spaces"},
    {C "table:\n  \twidth_m: 2\n", 3, 3, "a tab in the indentation"},
    {C "duration_s 2\nseed: 1\n", 2, 1, "a colon is missing; expected 'duration_s: 2'"},
    {C "table:\n  width_m 2\n  height_m: 1\n", 3, 3, "a colon is missing; expected 'width_m: 2'"},
    {C "balls: [ { x_m: 1, y_m: 0.5 } ]\r\nseed 3\r\n" S, 3, 1, "expected 'seed: 3'"},
    {C "balls:\n  - { x_m: 1, y_m: 0.5\n  - { x_m: 1, y_m: 1 }\n" S, 3, 5,
     "this '{' is not closed"},
    {C "title: \"abc\n" B S, 2, 8, "the quote that opens here is not closed"},
    {C "title: \"abc\nsource: \"def\"\n" B S, 2, 8, "the quote that opens here is not closed"},
    {C "title: a: b\n" B S, 2, 9,
     "a second colon in one value; a text with ': ' in it needs quotes"},
    {C "title: \"a\" b\n" B S, 2, 12, "text after the end of a value"},
    {C "title: \"C:\\yz\"\n" B S, 2, 11, "a backslash in double quotes begins an escape"},
    {C " seed: 3\n" B S, 2, 2,
     "indented more than the line above, which is complete; expected column 1"},
    {C "balls:\n  - x_m: 1\n   y_m: 0.5\n" S, 4, 4,
     "begins in column 4; expected column 5, as line 3, or column 3, as the list of line 3"},
    {C "balls:\n  -{ x_m: 1, y_m: 0.5 }\n" S, 3, 3,
     "no space after the '-' of a list; expected '- {'"},
    {C "title: @x\n" B S, 2, 8, "a text cannot begin with '@'; expected quotes around it"},
    {C "title: !x y\n" B S, 2, 8, "needs quotes: \"!x\""},
    {C "title: *x\n" B S, 2, 8, "a text that begins with * needs quotes"},
    {"\x89PNG\r\n\x1a\n", 1, 1, "this is a PNG picture; expected a scenario"},
    {"t_s\tball\tx_m\n0\tball1\t1\n", 1, 1,
     "expected a scenario, a mapping that begins with 'carom: 1'"},
    {C B S "title: >\n  abc\n", 4, 8,
     "(a line end) after 3 bytes; expected plain text in one line: for > and | of YAML write >-"},
    {B S, 1, 1, "carom: missing"},
    {C B, 1, 1, "solvers: missing"},
    {"carom: 2\n" B S, 1, 8, "carom: found '2'; expected 1"},
    {"carom: one\n" B S, 1, 8, "carom: found 'one'"},
    {C B "solvers: []\n", 3, 10, "solvers: found 0 items"},
    {C B "solvers: [ { name: a } ]\n", 3, 12,
     "solvers[0].kind: missing; expected one of: impulse, penalty, stepped"},
    {C B "solvers: [ { name: a/b, kind: impulse } ]\n", 3, 20,
     "solvers[0].name: found 'a/b'; expected letters"},
    {C B "solvers: [ { name: a, kind: impulse }, { name: a, kind: impulse } ]\n", 3, 48,
     "two solvers have the name 'a'"},
    {C B "allow_energy_gain: true\nschedule: [ { at_s: 2, restitution: 0 } ]\nsolvers: [ { kind: "
         "penalty, stiffness_N_per_m: 1e5 } ]\n",
     4, 11,
     "schedule (solver penalty): must be above 2.5e-07 for a contact with a dashpot (got 0)"},
    {C "balls: [ { x_m: 1, y_m: 0.5, radius_m: 0.4 } ]\n" S
       "table: { shape: polygon, corners: [[0, 0], [2, 0], [0, 2]] }\n",
     2, 10,
     "'ball1' at (1, 0.5) m reaches 0.0464466 m beyond edge2 of the polygon; move it inside"},
    {C "balls: [ { x_m: 1.5, y_m: 1, radius_m: 0.1 } ]\n" S
       "table: { shape: polygon, corners: [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]] }\n",
     2, 10, "'ball1' at (1.5, 1) m reaches 0.1 m beyond edge3 of the polygon; move it inside"},
    {C B "solver: [ { kind: impulse } ]\n", 3, 1, "solver: unknown key; did you mean 'solvers'?"}};

enum { BAD_FILES = sizeof table / sizeof table[0] };

static const carom_message *first_message(const carom_messages *messages)
{
    const carom_message *first = &messages->item[0];
    for (size_t i = 1; i < messages->count; i++) {
        const carom_message *m = &messages->item[i];
        if (m->mark.line < first->mark.line ||
            (m->mark.line == first->mark.line && m->mark.column < first->mark.column)) {
            first = m;
        }
    }
    return first;
}

START_TEST(every_bad_file_gets_its_message)
{
    for (size_t i = 0; i < BAD_FILES; i++) {
        carom_scenario scenario;
        carom_messages messages = {0};
        const carom_message *first;
        assert_ok(carom_scenario_read(&scenario, table[i].text, strlen(table[i].text), NULL, 0,
                                      &messages));
        ck_assert_msg(messages.errors > 0, "no error in:\n%s", table[i].text);
        first = first_message(&messages);
        ck_assert_msg(strstr(first->text, table[i].says) != NULL, "got  %s\nwant %s\nin:\n%s",
                      first->text, table[i].says, table[i].text);
        ck_assert_msg(first->mark.line == table[i].line && first->mark.column == table[i].column,
                      "%zu:%zu, want %zu:%zu: %s\nin:\n%s", first->mark.line, first->mark.column,
                      table[i].line, table[i].column, first->text, table[i].text);
        carom_scenario_free(&scenario);
        carom_messages_free(&messages);
    }
}
END_TEST

/* All errors of a file are reported at once. */
START_TEST(all_errors_at_once)
{
    const char *text = C "duration_s: 0\nsamples: 1\nballs: [ { x_m: a, mass: 1 } ]\n"
                         "solvers: [ { kind: x }, { kind: penalty, contact_end: y } ]\n";
    carom_scenario scenario;
    carom_messages messages = {0};
    assert_ok(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_uint_eq(messages.errors, 8);
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}
END_TEST

TEST_MAIN("bad files", every_bad_file_gets_its_message, all_errors_at_once)
