/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about invalid scenario files: position, key, value found, value expected. */
#include "scenario/scenario.h"
#include "support.h"

/* A valid file of three lines. Tests add an invalid line, or replace one. */
#define C "carom: 1\n"
#define B "balls: [ { x_m: 1, y_m: 0.5 } ]\n"
#define S "solvers: [ { kind: impulse } ]\n"
#define P(more) "solvers: [ { kind: penalty, stiffness_N_per_m: 1e5" more " } ]\n"

typedef struct {
    const char *text;
    size_t line, column; /* of the first message by position */
    const char *says;
} bad_file;

static const bad_file table[] = {
    /* the file as a whole */
    {"", 1, 1, "the file is empty"},
    {"# nothing\n", 1, 1, "the file is empty"},
    {"- 1\n- 2\n", 1, 1, "expected a scenario"},
    {"just a text\n", 1, 1, "expected a scenario"},
    {C "balls: [ { x_m: 1\n", 2, 10, "this '{' is not closed before line 3; expected '}'"},
    {C "\tx: 1\n", 2, 1, "a tab in the indentation; expected spaces"},
    {C B S "---\ncarom: 1\n", 4, 1, "a second document"},
    {C B S "? [a, b]\n: 1\n", 4, 3, "a key must be a plain word"},
    {C B S "title: *nobody\n", 4, 8, "an alias"},
    {C B S "title: \"a\\0b\"\n", 4, 8, "NUL"},
    /* YAML syntax */
    {C "table:\n\twidth_m: 2\n", 3, 1, "a tab in the indentation; expected spaces"},
    {C "table:\n  \twidth_m: 2\n", 3, 3, "a tab in the indentation"},
    {C "duration_s 2\nseed: 1\n", 2, 1, "a colon is missing; expected 'duration_s: 2'"},
    {C "table:\n  width_m 2\n  height_m: 1\n", 3, 3, "a colon is missing; expected 'width_m: 2'"},
    {C B S "seed 1\n", 4, 1, "a colon is missing; expected 'seed: 1'"},
    {C "balls: [ { x_m: 1, y_m: 0.5 } ]\r\nseed 3\r\n" S, 3, 1, "expected 'seed: 3'"},
    {C "balls: [ { x_m 1, y_m: 0.5 } ]\n" S, 2, 12,
     "balls[0].x_m 1: a colon is missing; expected 'x_m: 1'"},
    {C B S "seed:1\n", 4, 1, "no space after the colon; expected 'seed: 1'"},
    {C "balls: [ { x_m:1, y_m: 0.5 } ]\n" S, 2, 12, "no space after the colon; expected 'x_m: 1'"},
    {C B S "seed = 3\n", 4, 1, "'=' where a colon belongs; expected 'seed: 3'"},
    {C "balls: [ { x_m=1, y_m: 0.5 } ]\n" S, 2, 12, "'=' where a colon belongs; expected 'x_m: 1'"},
    {C "balls: [ { x_m: 0,3, y_m: 0.5 } ]\n" S, 2, 19,
     "if '0,3' is meant as one number, write the decimal point: x_m: 0.3"},
    {C B S "duration_s: 0,3\n", 4, 13, "write the decimal point: 0.3"},
    {C B S "duration_s: 1.000.000\n", 4, 13, "without thousands separators: 1000000"},
    {C B S "duration_s: 1/3\n", 4, 13,
     "carom does not calculate, write the value: 0.333333333333333"},
    {C B S "duration_s: 2*3\n", 4, 13, "carom does not calculate"},
    {C B S "duration_s: 1e5s\n", 4, 13, "write the number alone, in s"},
    {C B S "duration_s: \xe2\x88\x92"
           "1\n",
     4, 13, "the minus is the character U+2212, write '-'"},
    {C B S "duration_s: 3 // s\n", 4, 13, "a comment begins with a space and '#'"},
    {C B S "restitution: 90%\n", 4, 14, "write the fraction: 0.9"},
    {C B P(", allow_unstable: yes"), 3, 69, "expected true or false; write true"},
    {C "balls: [ { x_m: 1, y_m: 0.5, vx_kmh: 3 } ]\n" S, 2, 30,
     "km/h is not an SI unit; expected 'vx_mps' (m/s), the value divided by 3.6"},
    {C "balls: [ { x_cm: 100, y_m: 0.5 } ]\n" S, 2, 12,
     "expected 'x_m' (m), the value divided by 100"},
    {C "balls: [ { x_m: 1, y_m: 0.5, mass_g: 170 } ]\n" S, 2, 30,
     "expected 'mass_kg' (kg), the value divided by 1000"},
    {C B S "table:\nwidth_m: 3\n", 4, 7, "table: found nothing"},
    {C B S "width_m: 3\n", 4, 1, "it belongs below 'table'"},
    {C "balls: [ { x_m: 1, y_m: 0.5 }\n" S, 2, 8,
     "this '[' is not closed before line 3; expected ']'"},
    {C "balls: [ { x_m: 1, y_m: 0.5 ]\n" S, 2, 29,
     "the '{' of line 2, column 10 is closed by ']'; expected '}'"},
    {C "balls: [ { x_m: 1, y_m: 0.5 } ] ]\n" S, 2, 33, "a ']' without a '[' before it"},
    {C "balls:\n  - { x_m: 1, y_m: 0.5\n  - { x_m: 1, y_m: 1 }\n" S, 3, 5,
     "this '{' is not closed"},
    {C "balls: [ { x_m: 1 y_m: 0.5 } ]\n" S, 2, 19, "no comma before this"},
    {C "balls: [ { x_m: 1; y_m: 0.5 } ]\n" S, 2, 18, "';' between two values; expected ','"},
    /* columns count letters, not bytes */
    {C "balls: [ { name: \xc3\xa4\xc3\xb6\xc3\xbc; y_m: 0.5 } ]\n" S, 2, 21,
     "';' between two values; expected ','"},
    {C "balls: [ { x_m: 1, y_m: 0.5 } { x_m: 2, y_m: 0.5 } ]\n" S, 2, 31,
     "no comma before this; expected ',' between two values, or ']'"},
    {C "title: \"abc\n" B S, 2, 8, "the quote that opens here is not closed"},
    {C "title: \"abc\nsource: \"def\"\n" B S, 2, 8, "the quote that opens here is not closed"},
    {C "title: a: b\n" B S, 2, 9,
     "a second colon in one value; a text with ': ' in it needs quotes"},
    {C "title: \"a\" b\n" B S, 2, 12, "text after the end of a value"},
    {C "title: \"C:\\yz\"\n" B S, 2, 11, "a backslash in double quotes begins an escape"},
    {C " seed: 3\n" B S, 2, 2,
     "indented more than the line above, which is complete; expected column "
     "1"},
    {C "balls:\n  - x_m: 1\n   y_m: 0.5\n" S, 4, 4,
     "begins in column 4; expected column 5, as line 3, or column 3, as the list of line 3"},
    {C "balls:\n  -{ x_m: 1, y_m: 0.5 }\n" S, 3, 3,
     "no space after the '-' of a list; expected '- {'"},
    {C "balls: - x_m: 1\n" S, 2, 8, "expected '- ' on the next line"},
    {C "title: @x\n" B S, 2, 8, "a text cannot begin with '@'; expected quotes around it"},
    {C "title: !x y\n" B S, 2, 8, "needs quotes: \"!x\""},
    {C "title: *x\n" B S, 2, 8, "a text that begins with * needs quotes"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, material: &teel } ]\n", 3, 40, "needs quotes: \"&teel\""},
    {C B S "title: l\xe4nge\n", 4, 9, "byte 0xe4 is not UTF-8, as in a file saved as Latin-1"},
    {"\x89PNG\r\n\x1a\n", 1, 1, "this is a PNG picture; expected a scenario"},
    {"t_s\tball\tx_m\n0\tball1\t1\n", 1, 1,
     "expected a scenario, a mapping that begins with 'carom: 1'"},
    {C B S "title: \"\\x1b[31m\"\n", 4, 8, "title: a text with a control character after 0 bytes"},
    {C B S "title: \"a\\u202eb\"\n", 4, 8, "title: a text with a control character after 1 bytes"},
    {C B S "title: >\n  abc\n", 4, 8,
     "(a line end) after 3 bytes; expected plain text in one line: for > and | of YAML write >-"},
    {C B S "duration_s: \"\\x1b[31m\"\n", 4, 13, "found '?[31m'"},
    /* pairs */
    {C S "balls: [ { x_m: 1, y_m: 0.5, material: ivory } ]\npairs: [ { a: ivory, b: wall, "
         "restitution: 0.5 }, { a: wall, b: ivory, restitution: 0.6 } ]\n",
     4, 51, "pairs[1]: the same two materials as pairs[0] in line 4"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, material: ivory } ]\npairs: [ { a: ivroy, b: wall } ]\n", 4,
     15,
     "found 'ivroy'; expected the material of a ball or group, or wall: ivory, wall; did you mean "
     "'ivory'?"},
    {C B S "pairs: [ { a: wall, b: wall } ]\n", 4, 10, "two walls cannot collide"},
    {C B S "pairs: [ { a: '', b: wall } ]\n", 4, 15, "pairs[0].a: found nothing; expected a text"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, material: wall } ]\n", 3, 10,
     "'wall' is the name of the walls in pairs"},
    /* trace */
    {C B S "trace: { contacts: 0 }\n", 4, 20,
     "trace.contacts: found '0'; expected a number of contacts, from 1 to 1000000, or pairs of "
     "bodies: [[cue, "
     "eight], [cue, left]]"},
    {C B S "trace: { contacts: [2.5] }\n", 4, 21, "found '2.5'; expected a number of contacts"},
    {C B S "trace: { contacts: { a: b } }\n", 4, 20,
     "found a mapping; expected one value, or a list"},
    {C B S "trace: { contacts: [[ball1, left], [ball1, lft]] }\n", 4, 44,
     "trace.contacts[1]: found 'lft'; expected a ball, or a part of the wall: ball1, left, right, "
     "bottom, top; did you mean 'left'?"},
    {C B S "trace: { contacts: [[ball1, ball1]] }\n", 4, 21,
     "'ball1' and 'ball1' cannot collide; expected two balls, or a ball and a part of the wall"},
    {C B S "trace: { contacts: [[top, left]] }\n", 4, 21, "'top' and 'left' cannot collide"},
    {C B S "trace: { contacts: [[ball1, top, left]] }\n", 4, 21,
     "trace.contacts[0]: found 3 items; expected 1 to 2"},
    {C B S "table: { boundary: open }\ntrace: { contacts: [[ball1, left]] }\n", 5, 29,
     "found 'left'; expected a ball, or a part of the wall: ball1"},
    {C B S "trace: { contact: 3 }\n", 4, 10, "unknown key; did you mean 'contacts'?"},
/* values that wrap, overflow or lose all increments */
#define G "{ key: seed, from: 1, to: 2, count: 65536 }"
    {C B S "sweep: { parameters: [ " G ", " G ", " G ", " G " ] }\n", 4, 22,
     "the grid has 1.845e+19 points; expected at most 10000000"},
    {C S "table: { boundary: open }\nsamples: 10000000\ngroups: [ { kind: lattice, count: 10000, "
         "x_m: 0, y_m: 0 } ]\n",
     4, 10, "are 1e+11 rows of trajectory.tsv, 10 TB; expected at most 1000000 samples"},
    {C B "solvers: [ { kind: penalty, stiffness_N_per_m: 1e5, step_s: 1e-30 } ]\n", 3, 61,
     "is about 2e+30 steps of 1e-30 s"},
    {C B "solvers: [ { kind: penalty, stiffness_N_per_m: 1e5, theta: 1e-30 } ]\n", 3, 60,
     "more than a double counts"},
    {C B "solvers: [ { kind: penalty, stiffness_N_per_m: 1e35 } ]\n", 3, 12,
     "more than a double counts"},
    {C B "solvers: [ { kind: stepped, step_s: 1e-300 } ]\n", 3, 37,
     "is about 2e+300 steps of 1e-300 s"},
    {C B S "duration_s: 1e300\n", 4, 13, "found 1e+300; expected at most 1e+09 s"},
    {C B S "convergence: { thetas: 1000, factors: 1000, phases: 10000 }\n", 4, 14,
     "are 1e+10 runs of each solver"},
    {C S "table: { boundary: open }\nstatistics: { seeds: 1000000 }\ngroups: [ { kind: row, count: "
         "1000, x_m: 0, y_m: 0 } ]\n",
     4, 13,
     "1000000 seeds of 1000 balls are too many speeds to store, 1e+09; expected at most 130000 "
     "seeds"},
    {C S
     "groups: [ { kind: rack, rows: 1000 }, { kind: lattice, count: 999999, x_m: 0, y_m: 0 } ]\n",
     3, 39, "999999 balls and the 500500 others make 1500499; expected at most 1000000 in total"},
    {C S "groups: [ { kind: row, count: 10, x_m: 0, y_m: 0, gap_m: 1e308 } ]\n", 3, 11,
     "the position of ball 1 overflows"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, radius_m: 1e308 } ]\n", 3, 10,
     "radius_m: found 1e+308; expected a magnitude of at most 1e+100"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, mass_kg: 1e-300 } ]\n", 3, 10,
     "mass_kg: found 1e-300; expected a magnitude of at least 1e-100"},
    {C B S "table: { width_m: 1e300 }\n", 4, 8, "table.width_m: found 1e+300"},
    /* keys */
    {B S, 1, 1, "carom: missing"},
    {C S, 1, 1, "balls: there is no ball"},
    {C B, 1, 1, "solvers: missing"},
    {"carom: 2\n" B S, 1, 8, "carom: found '2'; expected 1"},
    {"carom: one\n" B S, 1, 8, "carom: found 'one'"},
    {C B S "duration: 3\n", 4, 1, "duration: unknown key; did you mean 'duration_s'?"},
    {C B S "tabel: { width_m: 1 }\n", 4, 1, "did you mean 'table'?"},
    {C B S "xyzzy: 3\n", 4, 1, "xyzzy: unknown key; expected one of: carom, title"},
    {C B S "seed: 1\nseed: 2\n", 5, 1, "seed: given twice; the first is in line 4"},
    {C B S "table: { width_m: 2, width_m: 3 }\n", 4, 22, "width_m: given twice"},
    /* types and ranges */
    {C B S "duration_s: fast\n", 4, 13, "duration_s: found 'fast'; expected a number > 0 (s)"},
    {C B S "duration_s: 0\n", 4, 13, "duration_s: found '0'"},
    {C B S "duration_s: inf\n", 4, 13, "duration_s: found 'inf'"},
    {C B S "duration_s: .nan\n", 4, 13, "duration_s: found '.nan'"},
    {C B S "duration_s: 1,5\n", 4, 13, "duration_s: found '1,5'"},
    {C B S "duration_s: 1e999\n", 4, 13, "duration_s: found '1e999'"},
    {C B S "duration_s: 2 s\n", 4, 13, "duration_s: found '2 s'"},
    {C B S "duration_s:\n", 4, 12, "duration_s: found nothing"},
    {C B S "duration_s: [1]\n", 4, 13, "duration_s: found a list"},
    {C B S "duration_s: { a: 1 }\n", 4, 13, "duration_s: found a mapping"},
    {C B S "samples: 1\n", 4, 10, "samples: found '1'; expected a whole number from 2"},
    {C B S "samples: 2.5\n", 4, 10, "samples: found '2.5'"},
    {C B S "seed: -1\n", 4, 7, "seed: found '-1'"},
    {C B S "allow_energy_gain: yes\n", 4, 20, "expected true or false"},
    {C B S "wall_contact: edge\n", 4, 15,
     "wall_contact: found 'edge'; expected one of: surface, centre"},
    {C B S "gravity_mps2: 9.8\n", 4, 15, "gravity_mps2: found '9.8'; expected two numbers"},
    {C B S "gravity_mps2: [0]\n", 4, 15, "gravity_mps2: found a list"},
    {C B S "gravity_mps2: [0, down]\n", 4, 19, "gravity_mps2: found 'down'"},
    {C B S "table: wide\n", 4, 8, "table: found 'wide'; expected a mapping"},
    {C B S "table: { width_m: -1 }\n", 4, 19,
     "table.width_m: found '-1'; expected a number > 0 (m)"},
    {C B S "table: { boundary: soft }\n", 4, 20,
     "table.boundary: found 'soft'; expected one of: walls, periodic, open"},
    {C B S "table: { width: 2 }\n", 4, 10, "table.width: unknown key; did you mean 'width_m'?"},
    {C B S "rolling_resistance: -0.1\n", 4, 21, "rolling_resistance: found '-0.1'"},
    {C B P(", flight: leap") "rolling_resistance: 0.01\n", 3, 61,
     "leap has no closed form for rolling resistance and drag"},
    {C B S "air_drag: 0.01\ngravity_mps2: [0, -1]\n", 5, 15,
     "cannot be combined with rolling resistance or drag"},
    {C B S "restitution: bouncy\n", 4, 14, "restitution: found 'bouncy'"},
    {C B S "restitution: -0.5\n", 4, 14, "restitution: found '-0.5'"},
    {C B S "restitution: 1.2\n", 4, 14, "allow_energy_gain"},
    {C B S "restitution: { ball_ball: 1.2 }\n", 4, 27,
     "restitution.ball_ball: found 1.2; expected a number from 0 to 1"},
    {C B S "restitution: { ball: 1 }\n", 4, 16, "restitution.ball: unknown key"},
    /* balls */
    {C S "balls: { x_m: 1 }\n", 3, 8, "balls: found a mapping; expected a list"},
    {C S "balls: [ 7 ]\n", 3, 10, "balls[0]: found '7'; expected a mapping"},
    {C S "balls: [ { x_m: 1 } ]\n", 3, 10, "balls[0].y_m: missing; expected a number (m)"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, mass_kg: 0 } ]\n", 3, 39,
     "balls[0].mass_kg: found '0'; expected a number > 0 (kg)"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, radius_m: -1 } ]\n", 3, 40, "balls[0].radius_m: found '-1'"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, vx: 1 } ]\n", 3, 30,
     "balls[0].vx: unknown key; did you mean 'vx_mps'?"},
    {C S "balls:\n  - { name: a, x_m: 1, y_m: 0.5 }\n  - { name: b, x_m: 1.05, y_m: 0.5 }\n", 5, 5,
     "'a' and 'b' overlap by 0.00715 m"},
    {C S "balls:\n  - { name: a, x_m: 1, y_m: 0.5 }\n  - { name: b, x_m: 1, y_m: 0.5 }\n", 5, 5,
     "'a' and 'b' overlap by 0.05715 m"},
    {C S "balls:\n  - { name: a, x_m: 0.02, y_m: 0.5 }\n", 4, 5,
     "'a' reaches 0.008575 m beyond the left wall"},
    {C S "balls:\n  - { name: a, x_m: 1, y_m: 1.25 }\n", 4, 5,
     "beyond the top wall; expected y_m from 0.028575 to 1.241425 m"},
    {C S "balls:\n  - { name: a, x_m: 1, y_m: 0.5 }\n  - { name: a, x_m: 2, y_m: 0.5 }\n", 5, 5,
     "two balls have the name 'a'"},
    {C S "balls: [ { name: \"a\\tb\", x_m: 1, y_m: 0.5 } ]\n", 3, 18,
     "control character (a tab) after 1 bytes"},
    {C S "balls: [ { name: 1234567890123456789012345678901234567890123456789012345678901234, x_m: "
         "1, y_m: 0.5 } ]\n",
     3, 18, "at most 63"},
    /* groups */
    {C S "groups: [ { kind: rock, x_m: 1 } ]\n", 3, 19,
     "groups[0].kind: found 'rock'; expected one of: rack, row, lattice, gas"},
    {C S "groups: [ { rows: 5 } ]\n", 3, 11, "groups[0].kind: missing"},
    {C S "groups: [ { kind: rack, count: 5 } ]\n", 3, 25, "belongs to 'kind: row'"},
    {C S "groups: [ { kind: row, x_m: 1, y_m: 0.5 } ]\n", 3, 11, "groups[0].count: missing"},
    {C S "groups: [ { kind: row, x_m: 1, y_m: 0.5, count: 2, moving: 3 } ]\n", 3, 11,
     "groups[0].moving: found 3; expected at most 2, the count"},
    {C S "groups: [ { kind: rack, rows: 1000 }, { kind: row, x_m: 0, y_m: 0, count: 900000 } ]\n",
     3, 39,
     "groups[1].count: 900000 balls and the 500500 others make 1400500; expected at most 1000000 "
     "in "
     "total"},
    {C S "groups: [ { kind: rack, gap_m: -0.1 } ]\n", 3, 32, "groups[0].gap_m: found '-0.1'"},
    {C S "groups: [ { kind: rack, x_m: 2.5 } ]\n", 3, 11, "beyond the right wall"},
    {C S "groups: [ { kind: gas, count: 10, packing_fraction: 0.9 } ]\n", 3, 53,
     "packing_fraction: found '0.9'; expected a number > 0 and <= 0.8"},
    {C S "groups: [ { kind: gas, count: 10, packing_fraction: 0.5, radius_m: 0.01 } ]\n", 3, 53,
     "given together with 'radius_m'"},
    {C S "groups: [ { kind: gas, count: 100, radius_m: 0.1 } ]\n", 3, 11,
     "100 balls of radius 0.1 m do not fit"},
    {C S "groups: [ { kind: gas, count: 1 } ]\n", 3, 11,
     "the total momentum is zero, so a single ball is at rest"},
    /* solvers */
    {C B "solvers: []\n", 3, 10, "solvers: found 0 items"},
    {C B "solvers: [ { name: a } ]\n", 3, 12,
     "solvers[0].kind: missing; expected one of: impulse, penalty, stepped"},
    {C B "solvers: [ { kind: magic } ]\n", 3, 20,
     "solvers[0].kind: found 'magic'; expected one of: impulse, penalty, stepped"},
    {C B "solvers: [ { kind: penalty } ]\n", 3, 12,
     "solvers[0].stiffness_N_per_m: missing; expected a number > 0 (N/m)"},
    {C B "solvers: [ { kind: penalty, law: hertz } ]\n", 3, 12,
     "stiffness_N_per_m1p5 (solver penalty): missing; give it"},
    {C B "solvers: [ { kind: penalty, max_overlap_m: 1e-3 } ]\n", 3, 12,
     "at_speed_mps (solver penalty): missing"},
    {C B "solvers: [ { kind: penalty, max_overlap_m: 1, contact_time_s: 1, at_speed_mps: 1 } ]\n",
     3, 44, "contact_time_s and max_overlap_m"},
    {C B P(", contact_time_s: 1"), 3, 69,
     "contact_time_s: given together with 'stiffness_N_per_m'"},
    {C B P(", at_speed_mps: 1"), 3, 67, "has no effect, as the contact is specified at any speed"},
    {C B "solvers: [ { kind: penalty, contact_time_s: 1e-3, damping_Ns_per_m: 1 } ]\n", 3, 69,
     "given without stiffness_N_per_m"},
    {C B "solvers: [ { kind: impulse, step_s: 1e-5 } ]\n", 3, 29,
     "step_s: belongs to 'kind: penalty'"},
    {C B P(", integrator: verlet"), 3, 65,
     "solvers[0].integrator: found 'verlet'; expected one of: euler, symplectic_euler, heun"},
    {C B P(", step_s: 1e-5, theta: 0.1"), 3, 61, "solvers[0].step_s: given together with 'theta'"},
    {C B P(", step_s: 0"), 3, 61, "solvers[0].step_s: found '0'; expected a number > 0 (s)"},
    {C B P(", step_s: 0.01"), 3, 61, "stability limit of heun"},
    {C B P(", theta: 2.5"), 3, 60, "stability limit of heun"},
    {C B P("") "restitution: 0\n", 4, 14, "for a contact with a dashpot (got 0)"},
    {C B "solvers: [ { kind: impulse, impact_policy: random } ]\n", 3, 44,
     "impact_policy: found 'random'; expected one of: generalized_reflections, newton_lcp"},
    {C B "solvers: [ { kind: impulse, impact_law: table } ]\n", 3, 12,
     "solvers[0].points: missing"},
    {C B "solvers: [ { kind: impulse, impact_law: table, points: [ { approach_mps: 1, restitution: "
         "1 }, { approach_mps: 1, restitution: 1 }, { approach_mps: 2, restitution: 1 } ] } ]\n",
     3, 56, "approach_mps must increase (got 1 after 1)"},
    {C B "solvers: [ { kind: impulse, impact_law: table, points: [ { approach_mps: 1, restitution: "
         "1.5 }, { approach_mps: 2, restitution: 1 } , { approach_mps: 3, restitution: 1 } ] } ]\n",
     3, 90, "solvers[0].points[0].restitution: found '1.5'; expected a number from 0 to 1"},
    {C B "solvers: [ { kind: impulse, collapse: stop } ]\n", 3, 39,
     "collapse: found 'stop'; expected one of: error, tc, rest"},
    {C B "solvers: [ { kind: impulse, collapse: rest } ]\n", 3, 39, "rest needs rest_speed_mps"},
    {C B "solvers: [ { kind: impulse, collapse: tc } ]\n", 3, 39, "tc needs tc_s"},
    {C B "solvers: [ { kind: impulse, tc_s: 1e-3 } ]\n", 3, 35,
     "has no effect without collapse: tc"},
    {C B "solvers: [ { kind: impulse, collapse: tc, tc_from: x } ]\n", 3, 12,
     "tc_from: found 'x'; expected the name of a solver"},
    {C B "solvers: [ { name: a/b, kind: impulse } ]\n", 3, 20,
     "solvers[0].name: found 'a/b'; expected letters"},
    {C B "solvers: [ { name: a, kind: impulse }, { name: a, kind: impulse } ]\n", 3, 48,
     "two solvers have the name 'a'"},
    {C B "solvers: [ { kind: impulse, cluster_gap_rel: 0.5 } ]\n", 3, 46,
     "cluster_gap_rel: found '0.5'; expected a number from 0 to 0.1"},
    {C B "solvers: [ { kind: published, source: blog_2013 } ]\n", 3, 12,
     "frame_s: missing; expected a number > 0 (s)"},
    {C B "solvers: [ { kind: published, source: film, frame_s: 1 } ]\n", 3, 39,
     "found 'film'; expected one of: lecture_2006, book, blog_2013, pool_2017"},
    {C B "table: { boundary: open }\nsolvers: [ { kind: published, source: book, frame_s: 1, "
         "guard: without } ]\n",
     4, 64, "without does not apply to source: book; use source: blog_2013"},
    {C B "solvers: [ { kind: published, source: blog_2013, frame_s: 1, contact_factor: 1 } ]\n", 3,
     78, "1 does not apply to source: blog_2013; use source: book"},
    {C B "solvers: [ { kind: published, source: blog_2013, frame_s: 1, guard: without, clock: "
         "right } ]\n",
     3, 69, "includes the guard; change one of the two"},
    {C B "solvers: [ { kind: published, source: book, frame_s: 1 } ]\n", 3, 12,
     "source: book does not support boundary: walls; use periodic or open"},
    {C B "solvers: [ { kind: published, source: lecture_2006, frame_s: 1 } ]\n", 3, 12,
     "stiffness_N_per_m (solver published): missing; source: lecture_2006 needs the stiffness"},
    {C B "gravity_mps2: [0, 1]\nsolvers: [ { kind: published, source: pool_2017, frame_s: 1 } ]\n",
     3, 15, "does not support gravity in the plane"},
    {C B
     "rolling_resistance: 0.01\nsolvers: [ { kind: published, source: pool_2017, frame_s: 1 } ]\n",
     3, 21, "does not support rolling resistance; use 0 or source: blog_2013"},
    {C B "restitution: 0.5\nsolvers: [ { kind: published, source: pool_2017, frame_s: 1 } ]\n", 3,
     14, "supports elastic collisions only; use 1"},
    /* obstacles and materials */
    {C S "balls: [ { name: post, x_m: 1, y_m: 0.5, vx_mps: 1, fixed: true } ]\n", 3, 10,
     "'post' is fixed and has a velocity of (1, 0) m/s"},
    {C S "balls: [ { name: post, x_m: 1, y_m: 0.5, spin_radps: 7, fixed: true } ]\n", 3, 10,
     "'post' is fixed and spins at 7 rad/s; expected spin_radps 0"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, fixed: 1 } ]\n", 3, 37,
     "fixed: found '1'; expected true or false"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, material: a stainless steel } ]\n", 3, 40,
     "material: found a text of 17 bytes; expected at most 15"},
    {C B S "schedule: [ { restitution: 0.5 } ]\n", 4, 13, "schedule[0].at_s: missing"},
    {C B S "schedule: [ { at_s: 2, restitution: 0.5 }, { at_s: 1, restitution: 1 } ]\n", 4, 44,
     "schedule[1].at_s: found 1 s after 2 s; expected increasing times"},
    {C B S "schedule: [ { at_s: 2, restitution: { ball_wall: 1.5 } } ]\n", 4, 13,
     "schedule[0].restitution: found 1.5; expected a number from 0 to 1"},
    {C B S "schedule: [ { at_s: 2, restitution: -1 } ]\n", 4, 37, "restitution: found '-1'"},
    {C B S "schedule: [ { at_s: 2, stiffness: 1 } ]\n", 4, 24,
     "stiffness: unknown key; expected one of: at_s, restitution"},
    {C B "allow_energy_gain: true\nschedule: [ { at_s: 2, restitution: 0 } ]\n" P(""), 4, 11,
     "schedule (solver penalty): must be above 2.5e-07 for a contact with a dashpot (got 0)"},
    {C B S "pairs: [ { a: steel, b: wall, restitution: 0.5 } ]\n", 4, 15,
     "pairs[0].a: found 'steel'; expected the material of a ball or group, or wall"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, material: ivory } ]\npairs: [ { a: ivory, b: wall, "
         "restitution: 1.5 } ]\n",
     4, 44, "pairs[0].restitution: found 1.5; expected a number from 0 to 1"},
    {C B S "pairs: [ { a: wall } ]\n", 4, 10, "pairs[0].b: missing"},
    {C B S "reference: nobody\n", 4, 12,
     "reference: found 'nobody'; expected the name of a solver: impulse"},
    {C B S "table: { width_m: 0.15, boundary: periodic }\n", 4, 35, "must be at least"},
    /* tables of other shapes */
    {C B S "table: { shape: oval }\n", 4, 17,
     "table.shape: found 'oval'; expected one of: rectangle, circle, stadium, polygon"},
    {C B S "table: { shape: circle, radius_m: 0 }\n", 4, 35,
     "table.radius_m: found '0'; expected a number > 0 (m)"},
    {C B S "table: { shape: circle }\n", 4, 8,
     "table.radius_m: missing; expected a number > 0 (m)"},
    {C B S "table: { shape: stadium, radius_m: 1 }\n", 4, 8,
     "table.length_m: missing; expected a number > 0 (m)"},
    {C B S "table: { shape: stadium, length_m: 0, radius_m: 1 }\n", 4, 36,
     "table.length_m: found '0'; expected a number > 0 (m)"},
    {C B S "table: { shape: circle, radius_m: 2, width_m: 1 }\n", 4, 38,
     "table.width_m: belongs to 'shape: rectangle'"},
    {C B S "table: { width_m: 2, radius_m: 1 }\n", 4, 22,
     "table.radius_m: belongs to 'shape: circle'"},
    {C B S "table: { shape: polygon }\n", 4, 8, "table.corners: missing"},
    {C B S "table: { shape: polygon, corners: [[0, 0], [1, 1]] }\n", 4, 35,
     "table.corners: found 2 items; expected 3 to 1000"},
    {C B S "table: { shape: polygon, corners: [[0, 0], [2], [1, 0]] }\n", 4, 44,
     "table.corners[1]: found a list; expected two numbers [x, y], each >= 0 (m)"},
    {C B S "table: { shape: polygon, corners: [[0, 0], [2, -1], [1, 0]] }\n", 4, 48,
     "table.corners[1]: found '-1'; expected a number >= 0 (m)"},
    {C B S "table: { shape: polygon, corners: [[0, 0], [2, 2], [2, 0], [0, 2]] }\n", 4, 35,
     "edge 1, from corner 1 to 2, crosses or touches edge 3, from corner 3 to 4; expected edges "
     "that meet at corners only"},
    {C B S "table: { shape: polygon, corners: [[1, 1], [2, 1], [2, 2]] }\n", 4, 35,
     "the lowest x is 1 m and the lowest y is 1 m; expected 0 and 0"},
    {C B S "table: { shape: polygon, corners: [[0, 0], [0, 0], [2, 2]] }\n", 4, 35,
     "corners 1 and 2 are equal; expected different corners"},
    {C B S "table: { shape: polygon, corners: [[0, 0], [2, 0], [1, 0], [2, 2]] }\n", 4, 35,
     "edge 2 lies on edge 1; expected a polygon without overlapping edges"},
    {C B S "table: { shape: circle, radius_m: 2, boundary: periodic }\n", 4, 48,
     "table.boundary: a circle has walls; expected 'walls', or shape: rectangle"},
    {C B S "table: { shape: stadium, length_m: 1, radius_m: 2, boundary: open }\n", 4, 62,
     "table.boundary: a stadium has walls; expected 'walls', or shape: rectangle"},
    {C B S "table: { shape: circle, radius_m: 0.4 }\n", 2, 10,
     "'ball1' at (1, 0.5) m is outside the circle; move it inside"},
    {C "balls: [ { x_m: 1, y_m: 0.5, radius_m: 0.4 } ]\n" S
       "table: { shape: polygon, corners: [[0, 0], [2, 0], [0, 2]] }\n",
     2, 10,
     "'ball1' at (1, 0.5) m reaches 0.0464466 m beyond edge2 of the polygon; move it inside"},
    {C "balls: [ { x_m: 1.5, y_m: 1, radius_m: 0.1 } ]\n" S /* on the line of an edge */
       "table: { shape: polygon, corners: [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]] }\n",
     2, 10, "'ball1' at (1.5, 1) m reaches 0.1 m beyond edge3 of the polygon; move it inside"},
    {C S "table: { shape: circle, radius_m: 1 }\n"
         "groups: [ { kind: lattice, count: 50, x_m: 0.02, y_m: 1 } ]\n",
     4, 11, "is outside the circle; move it inside (and 4 more of its group)"},
    {C S "table: { shape: circle, radius_m: 1 }\n"
         "groups: [ { kind: gas, count: 5000 } ]\n",
     4, 11, "5000 balls of radius 0.028575 m do not fit onto the table; expected a radius below"},
    {C B "table: { shape: circle, radius_m: 1 }\ngravity_mps2: [0, -1]\n"
         "solvers: [ { kind: oracle } ]\n",
     4, 15, "(solver oracle): oracle does not support gravity with arcs or inward corners"},
    {C B "table: { shape: circle, radius_m: 1 }\n"
         "solvers: [ { kind: published, source: blog_2013, frame_s: 0.1 } ]\n",
     3, 17, "(solver published): 'circle' is not supported by blog_2013"},
    /* checks and sweeps */
    {C B S "checks: [ { quantity: beauty, max: 1 } ]\n", 4, 23,
     "checks[0].quantity: found 'beauty'; expected one of: energy_residual_rel"},
    {C B S "checks: [ { kind: colum, min: 0 } ]\n", 4, 19,
     "checks[0].kind: found 'colum'; expected one of: summary, column, order, sequence, "
     "renumbering"},
    {C B S "checks: [ { kind: column, min: 0 } ]\n", 4, 11, "checks[0].column: "},
    {C B S "checks: [ { quantity: collisions, min: theory } ]\n", 4, 40,
     "checks[0].min: found 'theory'; expected a number"},
    {C B S "sweep: { parameters: [ { key: seed, scale: seeds, from: -1, count: 3 } ] }\n", 4, 24,
     "sweep.parameters[0]: seeds from -1; expected a whole number >= 0"},
    {C B S "convergence: { phases: 0 }\n", 4, 24,
     "convergence.phases: found '0'; expected a whole number from 1"},
    {C B S "divergence: { horizon_rel: -1 }\n", 4, 28,
     "divergence.horizon_rel: found '-1'; expected a number > 0"},
    {C B S "statistics: { seed: 3 }\n", 4, 15,
     "statistics.seed: unknown key; did you mean 'seeds'?"},
    {C B S "checks: [ { quantity: collisions } ]\n", 4, 11, "checks[0]: no bound"},
    {C B S "checks: [ { quantity: collisions, solver: x, max: 1 } ]\n", 4, 43,
     "checks[0].solver: found 'x'"},
    {C B S "sweep: { parameters: [ { key: seed, values: [1] } ], collect: [beauty] }\n", 4, 64,
     "sweep.collect[0]: found 'beauty'; expected one of 'carom list quantities', or a ball's "
     "position"},
    {C B S "sweep: { parameters: [ { key: seed } ] }\n", 4, 24, "expected either values"},
    {C B S "sweep: { parameters: [ { key: seed, from: 0, to: 2, scale: log } ] }\n", 4, 24,
     "a log scale"},
    {C B S "sweep: { parameters: [ { key: seed, values: [[1]] } ] }\n", 4, 46, "found a list"}};

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
    ck_assert_int_ge(BAD_FILES, 60);
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
