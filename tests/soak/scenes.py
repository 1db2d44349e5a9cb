#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random scenes of one to six balls: rigid balls against the 128-bit reference, and the order of exact spring contacts.
usage: scenes.py CAROM COUNT [FIRST]; prints one line for each kind of test, and the scenes that fail"""
import csv, math, os, random, subprocess, sys, tempfile

carom, count, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
STEPS = 0.04, 0.02, 0.01, 0.005  # theta; the last one is the reference of the others
TABLES = ["{ width_m: 1, height_m: 0.8 }", "{ width_m: 1, height_m: 0.8, boundary: periodic }", "{ boundary: open }",
          "{ shape: circle, radius_m: 0.6 }", "{ shape: stadium, length_m: 0.6, radius_m: 0.4 }",
          "{ shape: polygon, corners: [[0, 0], [1.2, 0], [0.7, 0.9]] }",
          "{ shape: polygon, corners: [[0, 0], [1.2, 0], [1.2, 0.5], [0.5, 0.5], [0.5, 1], [0, 1]] }"]
ROOMS = [(0, 0, 1, 0.8), (0, 0, 1, 0.8), (0, 0, 1, 0.8), (0.2, 0.2, 0.8, 0.8), (0.4, 0, 0.6, 0.8), (0.35, 0, 0.5, 0.5), (0, 0, 1.2, 0.5)]


def scene(number, springs):
    r = random.Random(2 * number + springs)
    table = r.randrange(len(TABLES))
    x0, y0, wide, high = ROOMS[table]
    lines = ["carom: 1", "table: " + TABLES[table], f"restitution: {r.choice([1, 1, 0.9, 0.6, 0.3])}"]
    if r.random() < 0.4:
        lines += [f"friction: {r.choice([0.05, 0.2, 0.6])}", f"tangential_restitution: {r.choice([-1, 0, 0.5, 1])}"]
    if r.random() < 0.3 and table != 1:
        lines += [f"gravity_mps2: [{r.choice([0, 0.7])}, {-r.choice([1, 9.81])}]"]
    lines += [r.choice(["", "", f"rolling_resistance: {r.uniform(0.005, 0.05):.3f}", f"air_drag: {r.uniform(0.001, 0.02):.4f}"])]
    lines += [f"duration_s: {r.choice([0.3, 0.6, 1])}", "samples: 2", "balls:"]
    placed = []
    while len(placed) < r.choice([1, 2, 3, 6]) or not placed:
        radius = r.choice([0.02, 0.03, 0.05])
        x, y = r.uniform(x0 + 1.1 * radius, x0 + wide - 1.1 * radius), r.uniform(y0 + 1.1 * radius, y0 + high - 1.1 * radius)
        if all(math.hypot(x - a, y - b) > radius + c + 0.01 for a, b, c in placed):
            placed.append((x, y, radius))
            speed, angle = r.choice([0, 0.5, 1, 3]), r.uniform(0, 2 * math.pi)
            fixed = len(placed) > 1 and r.random() < 0.1
            motion = "fixed: true" if fixed else f"vx_mps: {speed * math.cos(angle):.6f}, vy_mps: {speed * math.sin(angle):.6f}"
            lines.append(f"  - {{ x_m: {x:.6f}, y_m: {y:.6f}, radius_m: {radius}, mass_kg: {r.choice([0.1, 0.17, 1])}, {motion} }}")
    lines.append("solvers:")
    if springs:
        method = r.choice(["rk4", "heun", "velocity_verlet"])
        lines += [f"  - {{ name: s{n}, kind: penalty, integrator: {method}, contacts: exact, stiffness_N_per_m: 2e5, theta: {theta} }}"
                  for n, theta in enumerate(STEPS)]
    else:
        lines += ["  - { name: s0, kind: impulse }", "  - { name: s1, kind: oracle }"]
    return "\n".join(lines) + "\n"


def last_rows(folder, n):
    """Positions and velocities at the end, and the number of collisions"""
    with open(f"{folder}/s{n}/trajectory.tsv") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    with open(f"{folder}/s{n}/collisions.tsv") as file:
        hits = len(file.readlines()) - 1
    end = [row for row in rows if row["t_s"] == rows[-1]["t_s"]]
    return float(rows[-1]["t_s"]), [float(row[c]) for row in end for c in ("x_m", "y_m", "vx_mps", "vy_mps")], hits


def error(a, b):
    return max(abs(p - q) for p, q in zip(a, b))


def try_scene(number, springs, work):
    """The fault of a scene; "": none; None: nothing to compare"""
    path = f"{work}/scene.yaml"
    with open(path, "w") as file:
        file.write(scene(number, springs))
    try:
        done = subprocess.run([carom, "compare", path, "--no-plots", "-q", "-o", f"{work}/out"], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "no end in 60 s"
    if done.returncode not in (0, 65):
        return f"status {done.returncode}: {done.stderr[:300]}"
    if done.returncode == 65 or "stopped" in done.stdout:
        return None
    ends = [last_rows(f"{work}/out", n) for n in range(len(STEPS) if springs else 2)]
    if len({hits for _, _, hits in ends}) > 1 and max(hits for _, _, hits in ends) < 12 and not springs:
        return f"collisions: {[hits for _, _, hits in ends]}"
    if max(hits for _, _, hits in ends) > 12:  # chaos
        return None
    errors = [error(end[1], ends[-1][1]) for end in ends[:-1]]
    if not springs:
        return "" if errors[0] < 1e-7 else f"off by {errors[0]:.3g}"
    # a ball that reverses under rolling resistance has an error of about one step times its acceleration
    grows = errors[2] > 1e-5 and errors[0] < 2 ** 1.5 * errors[2]
    return f"errors {' '.join(f'{e:.3g}' for e in errors)}" if grows else ""


def main():
    failed = 0
    for springs, kind in enumerate(("rigid balls as the reference", "exact contacts converge")):
        faults, none = [], 0
        with tempfile.TemporaryDirectory() as work:
            for number in range(first, first + count):
                fault = try_scene(number, springs, work)
                none += fault is None
                if fault:
                    faults.append(f"#   scene {number}: {fault}")
                    if os.environ.get("KEEP"):
                        with open(f"{os.environ['KEEP']}/{kind[:5]}{number}.yaml", "w") as file:
                            file.write(scene(number, springs))
        print(("not " if faults else "") + f"ok {kind}: {count - none} of {count} random scenes", *faults, sep="\n", flush=True)
        failed += bool(faults)
    sys.exit(failed > 0)


main()
