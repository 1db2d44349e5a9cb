#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times of impact of slowed balls to 50 digits, by mpmath: the data of rolling_cases.h.

Written independently of src/scene/rolling.c: distances by the textbook's formulas in 60-digit
arithmetic, the first root by dense sampling (4000 points) and bisection.
Run: python3 tests/scene/rolling_cases.py > tests/scene/rolling_cases.h
"""
from mpmath import mp, mpf, atan, cos, log, sqrt
import random

mp.dps = 60


def stop(a, b, v):
    if v == 0 or a == 0:
        return mpf(0) if v == 0 else mpf("inf")
    return v / a if b == 0 else atan(v * sqrt(b / a)) / sqrt(a * b)


def way(a, b, v, t):
    t = min(t, stop(a, b, v))
    if v == 0:
        return mpf(0)
    if a == 0 and b == 0:
        return v * t
    if b == 0:
        return v * t - a * t * t / 2
    if a == 0:
        return log(1 + b * v * t) / b
    th0 = atan(v * sqrt(b / a))
    return log(cos(th0 - sqrt(a * b) * t) / cos(th0)) / b


def gap(case, t):
    (x1, v1, a1, b1), (x2, v2, a2, b2), reach = case
    s1, s2 = way(a1, b1, v1[0], t), way(a2, b2, v2[0], t)
    dx = x2[0] + v2[1] * s2 - x1[0] - v1[1] * s1
    dy = x2[1] + v2[2] * s2 - x1[1] - v1[2] * s1
    return dx * dx + dy * dy - reach * reach


def first_root(case, end):
    """The first sign change on a grid that is far finer than a graze, then bisection."""
    n = 4000
    for i in range(n):
        low, high = end * i / n, end * (i + 1) / n
        if gap(case, low) > 0 >= gap(case, high):
            for _ in range(190):
                middle = (low + high) / 2
                if gap(case, middle) > 0:
                    low = middle
                else:
                    high = middle
            return low
    return None


def q(x):
    """A multiple of 2^-12: the same number in double and in 60 digits."""
    return mpf(round(x * 4096)) / 4096


directions = [(1, 0), (0, 1), (-1, 0), (mpf(3) / 5, mpf(4) / 5), (mpf(4) / 5, mpf(-3) / 5),
              (mpf(-3) / 5, mpf(4) / 5), (mpf(5) / 13, mpf(12) / 13), (mpf(-12) / 13, mpf(-5) / 13),
              (mpf(24) / 25, mpf(7) / 25), (mpf(-24) / 25, mpf(7) / 25)]
random.seed(2013)
cases = []
while len(cases) < 20:
    balls = []
    for x in (0, 0.4 + random.random()):
        u = random.choice(directions)
        a = q(random.choice([0, 0.1, 0.5]) * (0.5 + random.random()))
        b = q(random.choice([0, 0.2, 1.0]) * (0.5 + random.random()))
        v = q(random.choice([0, 1, 1, 1]) * 3 * random.random())
        balls.append(((q(x), q(random.random() * 0.6 if x else 0)), (v, mpf(u[0]), mpf(u[1])), a, b))
    case = (balls[0], balls[1], q(0.3))
    slowed = any(ball[2] + ball[3] > 0 and ball[1][0] > 0 for ball in balls)
    root = first_root(case, mpf(4)) if slowed and gap(case, mpf(0)) > 0 else None
    if root is not None:
        cases.append((case, root))

print("/* SPDX-License-Identifier: GPL-3.0-or-later */")
print("/* Written by rolling_cases.py (mpmath, 60 digits): x, y, speed, ux, uy, a, b of both balls, the")
print(" * time of their impact at distance 0.3 rounded to a multiple of 2^-12. */")
for case, root in cases:
    numbers = []
    for (x, v, a, b) in case[:2]:
        numbers += [x[0], x[1], v[0], v[1], v[2], a, b]
    print("{{" + ", ".join(mp.nstr(n, 20) for n in numbers) + "},")
    print(" " + mp.nstr(root, 50, strip_zeros=False) + "L},")
