#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Coverage of the standard errors of `carom fit`: of FILMS synthetic films with known values and noise, 60 to 76 % of the fitted values
must lie within one standard error of the true ones, as a mean over the keys of each of six kinds of film, and within three standard
deviations of 68 % for each key. Every fit must have a result.
usage: fit_coverage.py CAROM FOLDER [FILMS] [KIND...]"""
import math, os, random, subprocess, sys

def ball(name, x, y, vx=0.0, vy=0.0, r=0.03):
    return f"  - {{ name: {name}, x_m: {x!r}, y_m: {y!r}, vx_mps: {vx!r}, vy_mps: {vy!r}, radius_m: {r}, mass_kg: 0.05 }}\n"

def bounce(rng):
    """A ball that bounces: e, g, and its velocity"""
    e, g, vx = rng.uniform(0.7, 0.9), rng.uniform(9, 10), rng.uniform(0.2, 0.4)
    text = lambda v: (f"table: {{ width_m: 2, height_m: 2 }}\ngravity_mps2: [0, {-v[1]!r}]\nrestitution: {v[0]!r}\nduration_s: 1\n"
                      "samples: 241\nballs:\n" + ball("b", 0.2, 0.5, v[2]))
    return text, [e, g, vx], [0.8, 9.5, 0.3], ["restitution", "gravity_mps2.1", "balls.b.vx_mps"], [1, -1, 1], "impulse", 3e-4, 0

def pair(rng):
    """Two balls collide obliquely: e and the start"""
    true = [rng.uniform(0.8, 0.95), rng.uniform(0.5, 0.7), rng.uniform(0.1, 0.2), rng.uniform(0.68, 0.72), rng.uniform(0.98, 1.02)]
    text = lambda v: (f"table: {{ width_m: 2, height_m: 2 }}\nrestitution: {v[0]!r}\nduration_s: 0.8\nsamples: 193\nballs:\n"
                      + ball("a", v[3], 0.93, v[1], v[2]) + ball("b", v[4], 1.0))
    return (text, true, [0.9, 0.6, 0.15, 0.7, 1.0], ["restitution", "balls.a.vx_mps", "balls.a.vy_mps", "balls.a.x_m", "balls.b.x_m"],
            [1] * 5, "impulse", 5e-4, 0)

def soft(rng):
    """Springs: a contact of 20 ms lasts five frames"""
    true = [rng.uniform(0.015, 0.025), rng.uniform(9.5, 10), rng.uniform(1.15, 1.25)]
    text = lambda v: (f"table: {{ width_m: 1, height_m: 3 }}\ngravity_mps2: [0, {-v[1]!r}]\nrestitution: 0.8\nduration_s: 1\nsamples: 241\n"
                      f"balls:\n" + ball("b", 0.5, v[2], r=0.12))
    return (text, true, [0.02, 9.8, 1.2], ["solvers.s.contact_time_s", "gravity_mps2.1", "balls.b.y_m"], [1, -1, 1], "springs", 5e-4, 0)

def pixels(rng):
    """The pair in whole pixels of 1 mm, with a tracking noise of 0.4 pixels before rounding"""
    text, true, start, keys, signs, kind, _, _ = pair(rng)
    return text, true, start, keys, signs, kind, 4e-4, 1e-3

def whole(rng):
    """The pair in whole pixels of 1 mm without noise, whose errors depend on each other"""
    return (*pair(rng)[:6], 0, 1e-3)

def rolling(rng):
    """Two balls that roll and slow down"""
    true = [rng.uniform(0.02, 0.04), rng.uniform(0.8, 0.95), rng.uniform(0.8, 1.0)]
    text = lambda v: (f"table: {{ width_m: 2, height_m: 2 }}\nrestitution: {v[1]!r}\nrolling_resistance: {v[0]!r}\nduration_s: 1\nsamples: 121\n"
                      "balls:\n" + ball("a", 0.535, 1.03, v[2]) + ball("b", 1.0, 1.0))
    return text, true, [0.03, 0.9, 0.9], ["rolling_resistance", "restitution", "balls.a.vx_mps"], [1] * 3, "impulse", 3e-4, 0

KINDS = {f.__name__: f for f in (bounce, pair, soft, pixels, whole, rolling)}

def solver(kind, values):
    if kind == "impulse": return "  - { name: s, kind: impulse }\n"
    return f"  - {{ name: s, kind: penalty, integrator: rk4, contact_time_s: {values[0]!r}, theta: 0.05, contacts: exact }}\n"

def call(carom, folder, *arguments):
    return subprocess.run([carom, *arguments], cwd=folder, capture_output=True, text=True)

def table(path):
    head, *rows = [line.rstrip("\n").split("\t") for line in open(path)]
    return [dict(zip(head, row)) for row in rows]

def film(carom, folder, kind, rng):
    """@return per key: (fitted - true) / error, and the note; None: no result"""
    text, true, start, keys, signs, solves, noise, pixel = KINDS[kind](rng)
    os.makedirs(folder, exist_ok=True)
    head = "carom: 1\n"
    open(f"{folder}/true.yaml", "w").write(head + text(true) + "solvers:\n" + solver(solves, true))
    made = call(carom, folder, "run", "true.yaml", "-o", "true")
    if made.returncode: sys.exit(made.stderr)
    lines = ["t_s\tball\tx_m\ty_m"]
    for row in table(f"{folder}/true/s/trajectory.tsv"):
        at = [float(row[c]) + rng.gauss(0, 1) * noise for c in ("x_m", "y_m")]
        at = [pixel * round(v / pixel) if pixel else v for v in at]
        lines.append(f"{row['t_s']}\t{row['ball']}\t" + "\t".join(f"{v:.3f}" if pixel else f"{v:.6f}" for v in at))
    open(f"{folder}/film.tsv", "w").write("\n".join(lines) + "\n")
    sigma = f", sigma_m: {math.hypot(noise, pixel / math.sqrt(12))}"
    open(f"{folder}/fit.yaml", "w").write(head + text(start) + "solvers:\n" + solver(solves, start)
        + f"  - {{ name: film, kind: recorded, file: film.tsv{sigma} }}\nfit: {{ by: [{', '.join(keys)}] }}\n")
    done = call(carom, folder, "fit", "fit.yaml", "-o", "fit", "--no-plots")
    if done.returncode: return None, done.stdout + done.stderr
    rows = table(f"{folder}/fit/fit.tsv")
    return [(sign * float(row["value"]) - t) / float(row["error"]) for row, t, sign in zip(rows, true, signs)], rows[0]["note"]

def main():
    carom, out = os.path.abspath(sys.argv[1]), sys.argv[2]
    films, kinds = int(sys.argv[3]) if len(sys.argv) > 3 else 100, sys.argv[4:] or KINDS
    failed = 0
    for kind in kinds:
        pulls, notes, lost = [], 0, []
        for seed in range(films):
            pull, note = film(carom, os.path.join(out, f"{kind}-{seed}"), kind, random.Random(f"{kind} {seed}"))
            notes += bool(note)
            if pull is None: lost.append(f"{seed}: {note.strip().splitlines()[0]}")
            else: pulls.append(pull)
        inside = [sum(abs(p[k]) < 1 for p in pulls) / max(1, len(pulls)) for k in range(len(pulls[0]) if pulls else 0)]
        mean, scatter = sum(inside) / max(1, len(inside)), math.sqrt(0.22 / films)
        ok = not lost and 0.60 <= mean <= 0.76 and all(abs(share - 0.68) < 3 * scatter for share in inside)
        failed += not ok
        print(f"{'ok' if ok else 'not ok'} fit/{kind}: {len(pulls)} of {films} films have a result, {notes} with a note; within one standard error {100 * mean:.0f} %: "
              + " ".join(f"{100 * share:.0f} %" for share in inside), *["# " + text for text in lost[:5]], sep="\n", flush=True)
    sys.exit(failed > 0)

main()
