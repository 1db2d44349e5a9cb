/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What carom help sources prints: the sources of the scenes, what each describes, where it is
 * wrong, in which numbers, and what runs it. A string per section: C17 promises no longer ones than
 * 4095 bytes. tests/cli/topics.bats holds every name in them. */
#include "cli/help/help.h"
#include <stddef.h>

static const char reading[] = "`kind: published` is a source's own loop, step for step, with its "
                              "faults; `frame_s` is the time of\n"
                              "a frame or step. Each fault has a key that puts this one right by "
                              "itself. Beside it stand the same\n"
                              "scene's `impulse` or `penalty`, which have it right. u, n: unit "
                              "vector along the line of centres; e\n"
                              "restitution; ma, mb and va, vb masses and normal velocities; "
                              "formulas are in carom help theory.\n";

static const char lecture[] =
    "CS 4, lecture 19, 3 April 2006. Balls as springs that only push, F = k delta along the line "
    "of\n"
    "centres, bumpers alike; Euler or Heun. And from energy and momentum, along u,\n"
    "  w1 = (m1 v1 + m2 (2 v2 - v1))/(m1 + m2)\n"
    "never for balls that move apart; a bumper reverses the normal velocity.\n"
    "Wrong: the sign. d = |p1 - p2| - (r1 + r2) is called the interpenetration, and F = -k d for d "
    ">= 0.\n"
    "As printed, balls that are *apart* push each other away, the harder the farther they are, and "
    "balls\n"
    "that overlap do not feel each other. Two at rest, 0.3 m between them, k = 2 N/m, 0.5 kg each: "
    "the\n"
    "gap is 0.3 cosh(t sqrt(k/mu)), 2.546690 m after 1 s. Put right by `interpenetration_sign: "
    "right`.\n"
    "And the bumper tests the ball's centre: a table larger by r on every side. `bumper: surface`, "
    "or\n"
    "for other solvers `wall_contact: surface`.\n"
    "  as published   source: lecture_2006   15-as-published/sign, 03-bumper (the bumper)\n"
    "  put right      01-head-on, 02-oblique-unequal, 05-time-step\n";

static const char blog_impacts[] =
    "Billiard simulation, parts 2 to 4, 2013. The time of the next impact with a side, and by a\n"
    "quadratic of two balls; all balls move there, it is resolved, and on. Restitution of balls "
    "and of\n"
    "sides. That the result should not depend on the order of the balls is left open for one ball "
    "that\n"
    "hits two.\n"
    "Wrong: the clock. A time of exactly 0 counts as none, so balls that touch and approach sink "
    "into\n"
    "each other until the next search. And for approaching balls a test is always true, so that\n"
    "overlapping ones get a negative time, earlier than all: they collide where they are, and the "
    "frame\n"
    "gets longer by it. A table of 2 m x 1 m, radii 0.25 m, a striker at 1.15 m with 1 m/s touches "
    "a\n"
    "ball at rest, e = 1, 2 s asked: with frames of 1/60 s 16.67 mm deep and 2.016667 s simulated, "
    "with\n"
    "0.1 s 0.1 m and 2.2 s, with 0.5 s the striker passes 0.4 m into the other and turns at the "
    "wall\n"
    "before the pair is seen, and 2.4 s are simulated. Put right by `clock: right`.\n"
    "Wrong before that, by the source's own account: without the test whether balls approach they "
    "stick\n"
    "or bounce inside each other. `guard: without` runs that; it need not end, so it is given up "
    "and\n"
    "says so.\n"
    "Order: the ball that hits two leaves at (-1/8, -+sqrt(3)/8), symmetric would be (-1/5, 0).\n"
    "  as published   source: blog_2013   15-as-published/clock, 15-as-published/order\n"
    "  put right      04-break, 08-one-hits-two, 09-cradle\n";

static const char blog_friction[] =
    "Part 5. Rolling resistance a = c_rr g and air drag f_d v^2/r, f_d = 3 rho_air c_d/(8 "
    "rho_ball), to\n"
    "first order: an update's motion is straight, then v -= (a + f_d v^2/r) dt; a ball that would\n"
    "reverse stops.\n"
    "Wrong to first order in the frame: a ball that rolls to a stop goes too far by\n"
    "dt (sqrt(a/b) th0 - v0/2), b = f_d/r, th0 = atan(v0 sqrt(b/a)). All balls are of one density, "
    "so\n"
    "masses go as r^3 (key `density_kgpm3`).\n"
    "  as published   source: blog_2013   10-friction\n"
    "  put right      10-friction (keys `rolling_resistance`, `g_mps2`, `air_drag` or `drag`)\n";

static const char blog_rolling[] =
    "Part 6. Rolling: a spot on the ball at the angles (phi, theta), carried by a roll of delta = "
    "ds/r\n"
    "about the axis across the motion. Right as it stands; only as exact as the way ds of part 5.\n"
    "  `orientation: true`, then carom animate   10-friction\n";

static const char blog_sound[] = "Part 7. Sound: the volume grows with the normal approach speed, "
                                 "min(v_max, v_n)/v_max, one sample\n"
                                 "for ball on ball and one for ball on side. Right as it stands.\n"
                                 "  carom sound out/04-break   04-break\n";

static const char book[] =
    "The chapter on n-t axes of a book on game programming. Fixed steps, a test of overlap, "
    "velocities\n"
    "along n replaced, those along t kept; e is turned while it runs, above 1 too; the total "
    "kinetic\n"
    "energy is shown.\n"
    "Wrong: the second ball.\n"
    "  printed (ma va (e+1) - vb (ma - e mb))/(ma + mb)\n"
    "  right   (ma va (e+1) + vb (mb - e ma))/(ma + mb)\n"
    "Off by -(1 - e) vb, momentum by -(1 - e) mb vb, which cannot be seen for e = 1 or vb = 0.\n"
    "ma = 2, va = 3, mb = 1, vb = 1, e = 1/2: (2, 5/2) instead of (2, 3). The comments above the "
    "listing\n"
    "have a third, (e+1) ma va + vb (ma - e mb)/(ma + mb). `second_formula: right` (or comment).\n"
    "Wrong: the distance. Balls collide within 0.75 of the sum of the radii. `contact_factor: 1`.\n"
    "Wrong: no test whether balls approach. Parting pairs that still overlap are turned back, and "
    "stick.\n"
    "`approach_test: with`. It is hidden by another: after an impact both are moved once more at "
    "once,\n"
    "which costs v dt a collision. `extra_move: without`. Head-on pairs of equal balls stick, over "
    "the\n"
    "phase of the frame at touch, with probability max(0, 1 - 2 e) with the right formula, never "
    "with\n"
    "the printed one, and without the move 1 - e with the right and (1 - e)/2 with the printed "
    "one.\n"
    "  as published   source: book   15-as-published, 15-as-published/sticking,\n"
    "                                18-interactive-restitution\n"
    "  put right      15-as-published, 18-interactive-restitution, 07-restitution\n";

static const char pool[] =
    "A 2D pool game, part 1, 2017. Fixed steps, equal masses, elastic: normal components are "
    "exchanged,\n"
    "tangential ones kept; walls mirror.\n"
    "Wrong: that the total momentum is constant because the system is closed: every edge changes "
    "it, and\n"
    "the ledger says by how much. Between edges the rule is right. As printed it divides by zero "
    "for\n"
    "x1 = x0.\n"
    "What no formula shows: at 6 m/s a frame of 1/60 s is 0.1 m, almost two diameters.\n"
    "  as published   source: pool_2017   15-as-published/pool\n"
    "  put right      04-break\n";

const cli_section cli_source_sections[] = {{"how to read this", reading},
                                           {"lecture 2006", lecture},
                                           {"blog 2013, impacts", blog_impacts},
                                           {"blog 2013, friction", blog_friction},
                                           {"blog 2013, rolling", blog_rolling},
                                           {"blog 2013, sound", blog_sound},
                                           {"book", book},
                                           {"pool 2017", pool},
                                           {NULL, NULL}};
