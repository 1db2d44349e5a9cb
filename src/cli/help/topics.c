/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom help TOPIC: what one should know besides the commands. What can be listed from the tables
 * is. */
#include "cli/help/topics.h"
#include <string.h>

typedef struct {
    const char *name, *summary, *text;
    const char *lists;           /**< what `carom list` shows after it; NULL: nothing */
    const cli_section *sections; /**< what follows the text; NULL: nothing */
} topic;

static const topic topics[] = {
    {"sources",
     "the lecture, book and blogs behind the scenes, and where they are wrong, in numbers", "",
     NULL, cli_source_sections},
    {"theory", "the formulas of checks, calibrate, explain and the texts, with their literature",
     "", NULL, cli_theory_sections},
    {"models", "soft and rigid balls, and what each is right about",
     "penalty: balls are springs. Overlapping balls push each other apart, a contact lasts\n"
     "  T = pi sqrt(mu/k)    (mu the reduced mass; against a wall the mass)\n"
     "and gets v sqrt(mu/k) deep. An integrator carries the motion in steps of h; theta = h "
     "sqrt(k/mu).\n"
     "impulse: balls are rigid. The next collision's time is solved for, the velocities follow "
     "from\n"
     "momentum and restitution; a collision lasts no time.\n"
     "The two differ by a known lag and turn: after a head-on collision ball i is (mu/m_i) v T "
     "behind,\n"
     "after an oblique one its direction is off by (v_t/s) T. Both fall as k^(-1/2), no faster, "
     "and no step\n"
     "takes them away ('carom converge'). Rigid balls are right where contacts are short against "
     "the time\n"
     "between them; springs where three or more meet within a contact ('carom fan', "
     "08-one-hits-two).\n"
     "stepped: rigid balls in fixed steps, as games do it.\n"
     "published: a lecture's, a book's and two blogs' own loops, faults included, each of which "
     "can be put right.\n"
     "oracle: the rigid model in arbitrary precision, for few balls.\n",
     "solvers", NULL},
    {"integrators", "orders, stability, and why a contact spoils both",
     "On the oscillator of a contact the energy changes per step by the factor\n"
     "  Euler 1 + theta^2, Heun 1 + theta^4/4, Runge-Kutta 1 - theta^6/72;\n"
     "symplectic Euler and velocity Verlet keep it on average and are stable below theta = 2, "
     "Runge-Kutta\n"
     "below 2.83, Euler and Heun never. Because touch and release fall between two steps every "
     "method is\n"
     "of order 2 at most, with a dashpot of order 1; `contacts: located` splits the step there and "
     "gives each\n"
     "its own order back; where the force has a root of the overlap (hertz, viscoelastic), by "
     "parts that get finer\n"
     "towards both ends, p times as many for order p. 'carom calibrate' says which step a wanted "
     "error needs.\n",
     "integrators", NULL},
    {"ledger", "where energy and momentum are, where they went, what is missing",
     "energy_residual_J = kinetic + elastic + potential + dissipated - (the same at t = 0)\n"
     "dissipated is what restitution, dashpots, resistance and drag are known to have taken. The "
     "momentum\n"
     "residual is |P(t) - P(0) - impulse of walls, fixed balls, gravity and resistance|; angular "
     "momentum is\n"
     "about the table's centre, and nan on a periodic table, where the potential of gravity is "
     "that of the way\n"
     "unfolded: a ball that falls through the bottom has gone on falling. So conservation is a "
     "number in every\n"
     "scenario: for the impulse solver rounding, for the penalty solver the method's error. `_rel` "
     "divides by\n"
     "the initial energy, or the sum of |m v|.\n",
     NULL, NULL},
    {"divergence", "how solvers part, and until when it means anything",
     "divergence.tsv: root mean square over the balls of the distance to the reference's at the "
     "same time.\n"
     "'carom diverge' takes it apart:\n"
     "  raw = model + method        method: from a converged run of the same springs to the run\n"
     "  model = lag + turn + rest   lag and turn of every contact by itself, carried on by the "
     "linearised\n"
     "                              dynamics of hard discs, for the balls that tell the same "
     "story\n"
     "A collision multiplies a small difference by about 2 l/d, so after some ten collisions per "
     "ball nothing is\n"
     "left of double precision. The control, a solver against itself from one unit in the last "
     "place away, says\n"
     "when; the oracle confirms it. After that only statistics compare ('carom statistics').\n",
     NULL, NULL},
    {"checks", "what carom check can hold a run to",
     "Bounds: max (of the magnitude), min, equals with within. `theory` instead of a number is "
     "computed from\n"
     "events, rounding, step, order and stiffness; the formula is printed.\n",
     "checks", NULL},
    {"keys", "every key of a scenario file", "", "keys", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

void cli_topics(FILE *stream)
{
    fputs("\ntopics, 'carom help TOPIC':\n", stream);
    for (const topic *t = topics; t->name != NULL; t++) {
        fprintf(stream, "  %-20s %s\n", t->name, t->summary);
    }
}

bool cli_topic_help(const char *name)
{
    const topic *t = topics;
    while (t->name != NULL && strcmp(t->name, name) != 0) {
        t++;
    }
    if (t->name == NULL) {
        return false;
    }
    printf("%s: %s\n\n%s", t->name, t->summary, t->text);
    for (const cli_section *s = t->sections; s != NULL && s->name != NULL; s++) {
        printf("%s%s\n\n%s", s == t->sections ? "" : "\n", s->name, s->text);
    }
    if (t->lists == NULL) {
        return true;
    }
    carom_error error = {0};
    putchar('\n');
    return cli_list(t->lists, "", &error) == CAROM_OK;
}
