#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the audit of `carom check --records` to records of an independent simulator: right ones of random scenes with 6, 9 and 17
digits must pass, and each seeded fault must fail with its sentence.
usage: audit.py CAROM FOLDER [SCENES]"""
import copy, math, os, random, re, struct, subprocess, sys

class Ball:
    def __init__(self, name, x, y, vx, vy, m, r):
        self.name, self.x, self.y, self.vx, self.vy, self.w, self.m, self.r = name, x, y, vx, vy, 0.0, m, r
        self.I = 0.4 * m * r * r

class Scene:
    """Discs in a box: restitution e, Coulomb friction mu with tangential restitution beta, gravity g along -y."""
    def __init__(self, seed, friction=False, gravity=False):
        rng = random.Random(seed)
        self.W, self.H, self.T, self.samples = 1.2 + rng.random(), 1.0 + rng.random(), 3.0, rng.choice([31, 101, 271])
        self.e, self.e_wall = rng.uniform(0.7, 1), rng.uniform(0.7, 1)
        self.mu, self.beta = (rng.uniform(0.05, 0.6), rng.uniform(-0.9, 0.9)) if friction else (0.0, 0.0)
        self.g, self.balls = (rng.uniform(0.5, 3) if gravity else 0.0), []
        for name in "abcdefgh"[:rng.randint(1, 5)]:
            while True:
                r = rng.uniform(0.04, 0.09)
                b = Ball(name, rng.uniform(r, self.W - r), rng.uniform(r, self.H - r), rng.uniform(-1, 1), rng.uniform(-1, 1),
                         rng.uniform(0.1, 0.5), r)
                if all(math.hypot(b.x - o.x, b.y - o.y) > b.r + o.r + 1e-3 for o in self.balls): break
            self.balls.append(b)

    def yaml(self):
        balls = "".join(f"  - {{ name: {b.name}, x_m: {b.x!r}, y_m: {b.y!r}, vx_mps: {b.vx!r}, vy_mps: {b.vy!r}, mass_kg: {b.m!r}, radius_m: {b.r!r} }}\n"
                        for b in self.balls)
        return (f"carom: 1\ntable: {{ width_m: {self.W!r}, height_m: {self.H!r} }}\nduration_s: {self.T}\nsamples: 31\n"
                f"restitution: {{ ball_ball: {self.e!r}, ball_wall: {self.e_wall!r} }}\n"
                + (f"friction: {self.mu!r}\ntangential_restitution: {self.beta!r}\n" if self.mu else "")
                + (f"gravity_mps2: [0, {-self.g!r}]\n" if self.g else "")
                + f"balls:\n{balls}solvers:\n  - {{ name: mine, kind: impulse }}\n")

class Simulator:
    """Event-driven. `fault`: hooks that make it wrong."""
    def __init__(self, scene, fault=None):
        self.s, self.t, self.b, self.log = scene, 0.0, copy.deepcopy(scene.balls), []
        self.fault = fault or (lambda *what: None)

    def move(self, dt):
        for b in self.b:
            b.x += b.vx * dt; b.y += b.vy * dt - 0.5 * self.s.g * dt * dt; b.vy -= self.s.g * dt
        self.t += dt

    def walls(self, b):
        """(time, name, normal) of the walls ahead"""
        s, found = self.s, []
        if b.vx < 0: found.append(((b.r - b.x) / b.vx, "left", (-1, 0)))
        if b.vx > 0: found.append(((s.W - b.r - b.x) / b.vx, "right", (1, 0)))
        for line, name, sign in ((b.r, "bottom", -1), (s.H - b.r, "top", 1)):
            d = line - b.y  # d = vy t - g t^2/2, at a time when the ball moves towards the wall
            if s.g == 0:
                times = [d / b.vy] if b.vy * sign > 0 else []
            else:
                root = b.vy * b.vy - 2 * s.g * d
                times = [(b.vy + k * math.sqrt(root)) / s.g for k in (-1, 1)] if root > 0 else []
            times = [t for t in times if t > -1e-12 and (b.vy - s.g * t) * sign > 1e-12]
            if times: found.append((min(times), name, (0, sign)))
        return [(max(t, 0), name, n) for t, name, n in found]

    def meeting(self, a, b):
        dx, dy, ux, uy = b.x - a.x, b.y - a.y, b.vx - a.vx, b.vy - a.vy
        p, u2, R = dx * ux + dy * uy, ux * ux + uy * uy, a.r + b.r
        disc = p * p - u2 * (dx * dx + dy * dy - R * R)
        return (dx * dx + dy * dy - R * R) / (-p + math.sqrt(disc)) if p < 0 and disc > 0 else math.inf

    def collide(self, a, b, n, name):
        """Impulses along n and t; b None: a wall"""
        s, t = self.s, (-n[1], n[0])
        ux, uy = (b.vx - a.vx, b.vy - a.vy) if b else (-a.vx, -a.vy)
        un, slip = ux * n[0] + uy * n[1], ux * t[0] + uy * t[1] - a.w * a.r - (b.w * b.r if b else 0)
        inverse, tangential = 1 / a.m + (1 / b.m if b else 0), 1 / a.m + a.r**2 / a.I + (1 / b.m + b.r**2 / b.I if b else 0)
        e = s.e if b else s.e_wall
        J = -(1 + e) * un / inverse
        Jt = math.copysign(min((1 + s.beta) * abs(slip) / tangential, s.mu * J), -slip) if s.mu else 0.0
        J, Jt, n2 = self.fault("impulse", self, a, b, J, Jt, n) or (J, Jt, n)
        t2 = (-n2[1], n2[0])
        jx, jy = J * n2[0] + Jt * t2[0], J * n2[1] + Jt * t2[1]
        a.vx -= jx / a.m; a.vy -= jy / a.m; a.w -= Jt * a.r / a.I
        if b: b.vx += jx / b.m; b.vy += jy / b.m; b.w -= Jt * b.r / b.I
        ux, uy = (b.vx - a.vx, b.vy - a.vy) if b else (-a.vx, -a.vy)
        self.log.append([self.t, "ball" if b else "wall", a.name, name, -un, ux * n[0] + uy * n[1], 0.0])

    def next_event(self):
        best = (math.inf, None)
        for i, a in enumerate(self.b):
            for dt, name, n in self.walls(a): best = min(best, (dt, (a, None, n, name)), key=lambda e: e[0])
            for b in self.b[i + 1:]:
                best = min(best, (self.meeting(a, b), (a, b, None, b.name)), key=lambda e: e[0])
        return best

    def run(self, events=()):
        """Rows at the samples; events: only at collisions, "before", "after" or both"""
        rows, s = [], self.s
        now = lambda t: [[t, b.name, b.x, b.y, b.vx, b.vy] + ([b.w] if s.mu else []) for b in self.b]
        for k in range(s.samples):
            end = s.T * k / (s.samples - 1)
            while True:
                dt, what = self.next_event()
                if self.t + dt > end: break
                self.move(dt)
                a, b, n, name = what
                if b:
                    d = math.hypot(b.x - a.x, b.y - a.y)
                    n = ((b.x - a.x) / d, (b.y - a.y) / d)
                if self.fault("skip", self, a, b): continue
                late = self.fault("late", self, a, b)
                if late: self.move(min(late, end - self.t))
                if "before" in events: rows += now(self.t)
                self.collide(a, b, n, name)
                if "after" in events: rows += now(self.t)
                same = [row for row in self.log[-6:] if row[2:4] == self.log[-1][2:4]]
                if len(same) > 4 and same[-1][0] - same[0][0] < 0.05: raise RuntimeError("endless bounces")
            self.move(end - self.t)
            self.t = end
            if not events or k in (0, s.samples - 1): rows += now(end)
        return rows, self.log

def write(folder, scene, rows, log, digits=17, fixed=False, single=False, series=None, times=None):
    number = lambda v: v if isinstance(v, str) else (f"%.{digits}f" if fixed else f"%.{digits}g") % v
    if times: rows = [[times % r[0]] + r[1:] for r in rows]
    place = folder if single else os.path.join(folder, "mine")
    os.makedirs(place, exist_ok=True)
    open(os.path.join(folder, "scene.yaml"), "w").write(scene.yaml())
    sep, ending = (",", "csv") if single else ("\t", "tsv")
    table = lambda name, head, lines: open(os.path.join(place, f"{name}.{ending}"), "w").write(
        sep.join(head) + "\n" + "".join(sep.join(map(number, line)) + "\n" for line in lines))
    table("trajectory", ["t_s", "ball", "x_m", "y_m", "vx_mps", "vy_mps"] + (["spin_radps"] if scene.mu else []), rows)
    if log is not None:
        table("collisions", ["t_s", "kind", "a", "b", "approach_mps", "separation_mps", "contact_s"], log)
    if series: table("series", series[0], series[1])

def check(carom, folder, *options):
    done = subprocess.run([carom, "check", os.path.join(folder, "scene.yaml"), "--records", folder, *options], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr

def main():
    carom, out, scenes = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 20
    failed = count = 0
    def verdict(ok, name, text):
        nonlocal failed, count
        count += 1
        failed += not ok
        print(("ok " if ok else "not ok ") + name + ("" if ok else "\n# " + text.replace("\n", "\n# ")))
    right = 0
    for seed in sorted({*range(scenes), 17, 30, 77, 90, 129, 133, 146, 273, 482, 733}):  # those past the range have contacts at nearly one time
        scene = Scene(seed, friction=seed % 3 == 1, gravity=seed % 4 == 2)
        try: rows, log = Simulator(scene).run()
        except RuntimeError: continue
        for digits, fixed in (*((d, False) for d in (3, 4, 5, 6, 9, 17)), (6, True)):
            folder = os.path.join(out, f"right-{seed}-{digits}{'f' if fixed else 'g'}")
            write(folder, scene, rows, log if seed % 2 else None, digits, fixed, single=seed % 5 == 0)
            status, text = check(carom, folder)
            right += status == 0
            if status != 0: verdict(False, f"audit: right records of scene {seed} with {digits} digits pass", text)
        short = lambda r: r[:2] + [struct.unpack("f", struct.pack("f", v))[0] for v in r[2:]]
        forms = [("times", rows, {"digits": 9, "times": "%.3f"}), ("single", [short(r) for r in rows], {"digits": 9})]
        for events in (("before",), ("after",), ("before", "after")):
            at_events = Simulator(scene).run(events)[0]
            forms += [("-".join(events) + f"-{d}", at_events, {"digits": d}) for d in (4, 6, 9, 17)]
        n = len(scene.balls)
        forms.append(("twice", [r for i in range(0, len(rows), n) for r in 2 * rows[i:i + n]], {"digits": 6}))
        fast = copy.deepcopy(scene)
        if not scene.g:
            for b in fast.balls: b.vx *= 10; b.vy *= 10
            fast.T = 0.3
            forms.append(("fast", Simulator(fast).run()[0], {"digits": 4, "fixed": True}))
        for name, lines, options in forms:
            folder = os.path.join(out, f"right-{seed}-{name}")
            write(folder, fast if name == "fast" else scene, lines, None, **options)
            status, text = check(carom, folder)
            right += status == 0
            if status != 0: verdict(False, f"audit: right records of scene {seed}, {name}, pass", text)
    scene, rows, log, _ = listed(lambda log: log)()
    write(os.path.join(out, "right-list"), scene, rows, log)
    status, text = check(carom, os.path.join(out, "right-list"))
    verdict(status == 0, "audit: right records of springs and their list pass", text)
    folder = os.path.join(out, "right-two-samples")
    scene = two()
    scene.T, scene.samples = 300.0, 2
    write(folder, scene, *Simulator(scene).run())
    status, text = check(carom, folder)
    verdict(status == 1 and "FAIL  collisions" in text and "take more samples (the first: of a between t = 0 and 300 s)" in text, "audit: records of two samples test nothing", text)
    scene = two()
    write(os.path.join(out, "right-times"), scene, *Simulator(scene).run(("before", "after")), 5)
    status, text = check(carom, os.path.join(out, "right-times"))
    verdict(status == 0 and "at best" not in text, "audit: right records with times of five digits pass", text)
    scene, rows = slow()
    heads, lines = energies(rows, 1)
    write(os.path.join(out, "right-series"), scene, rows, None, series=(heads, [[t, "%.3g" % K] for t, K in lines]))
    status, text = check(carom, os.path.join(out, "right-series"))
    verdict(status == 0, "audit: right energies of three digits pass", text)
    for digits in (3, 4, 5, 6, 9, 17):
        for name, records in (("a ball that comes to rest", bounces(0.3)), ("round velocities", slow())):
            write(os.path.join(out, "right-digits"), *records, None, digits)
            status, text = check(carom, os.path.join(out, "right-digits"))
            verdict(status == 0, f"audit: right records of {name} pass at {digits} digits", text)
    folder = os.path.join(out, "right-cradle")
    write(folder, *cradle(0.0, 0.0, 1.0)[:3], 9)
    status, text = check(carom, folder)
    verdict(status == 0, "audit: right records of a ball that hits two in contact pass", text)
    verdict(right > 0, f"audit: {right} right records of an independent simulator pass", "none was tried")
    for name, make, pattern, *digits in FAULTS:
        folder = os.path.join(out, "fault-" + re.sub(r"\W+", "-", name))
        scene, rows, log, series = make()
        write(folder, scene, rows, log, *digits, series=series)
        status, text = check(carom, folder)
        ok = status == 1 and re.search("FAIL.*" + pattern, text) is not None
        advice = re.search(r"--within (\S+)\)", text)
        if advice: ok = ok and check(carom, folder, "--within", advice[1])[0] == 0
        verdict(ok, f"audit: {name}", f"status {status}; expected {pattern}\n{text}")
    sys.exit(failed > 0)

# ---- seeded faults: a scene of two balls ----

def two(friction=False):
    scene = Scene(1)
    scene.W, scene.H, scene.samples, scene.e, scene.e_wall, scene.g = 1.2, 1.0, 31, 0.9, 0.9, 0.0
    scene.mu, scene.beta = (0.2, 0.5) if friction else (0.0, 0.0)
    scene.balls = [Ball("a", 0.3, 0.3, 0.9, 0.4, 0.2, 0.05), Ball("b", 0.8, 0.35, -0.3, 0.1, 0.3, 0.06)]
    return scene

def simulated(hook=None, change=None, friction=False, alter=None, series=None, gravity=0.0, events=()):
    def make():
        scene = two(friction)
        scene.g = gravity
        run = copy.deepcopy(scene)
        if alter: alter(run)
        rows, log = Simulator(run, hook).run(events)
        if change: rows, log = change(rows, log)
        return scene, rows, log, series(rows) if series else None
    return make

def on_impulse(f, wall=False, once=False):
    done = []
    def hook(what, sim, a, b, *rest):
        if what == "impulse" and (b is None) == wall and not (once and done):
            done.append(1)
            return f(sim, a, b, *rest)
    return hook

def on_first(f, wall=False): return on_impulse(f, wall, once=True)

def turned(angle):
    return lambda sim, a, b, J, Jt, n: (J, Jt, (n[0] * math.cos(angle) - n[1] * math.sin(angle), n[0] * math.sin(angle) + n[1] * math.cos(angle)))

def velocities(change, wall=None):
    """Changes the velocity of a after the impulse that the right law gives"""
    def f(sim, a, b, J, Jt, n):
        vx, vy = a.vx - J * n[0] / a.m, a.vy - J * n[1] / a.m
        if b: b.vx += J * n[0] / b.m; b.vy += J * n[1] / b.m
        a.vx, a.vy = change(vx, vy, n)
        return 0.0, 0.0, n
    return f

def skip(test):
    done = []
    def hook(what, sim, a, b, *rest):
        if what == "skip" and test(a, b) and not done:
            done.append(1)
            a.vx *= 1  # flies on: move past the event
            sim.move(0.25)
            return True
    return hook

def differences(first, last):
    """Velocities from the positions of samples k + first and k + last"""
    def change(rows, log):
        n, at = len(rows), lambda i: rows[min(max(i, i % 2), len(rows) - 2 + i % 2)]
        out = []
        for i, r in enumerate(rows):
            a, b = at(i + 2 * first), at(i + 2 * last)
            if a is b: a, b = at(i - 2), at(i + 2)
            out.append(r[:4] + [(b[k] - a[k]) / (b[0] - a[0]) for k in (2, 3)] + r[6:])
        return out, None
    return change

def tolerant(make, within):
    def made():
        scene, *rest = make()
        scene.T = rest[0][-1][0]
        yaml = scene.yaml() + f"audit: {{ within: {within} }}\n"
        scene.yaml = lambda: yaml
        return scene, *rest
    return made

def lasting(share, e=1.0):
    """Every collision leaves this share of the energy that it should leave the motion along the normal"""
    def hook(what, sim, a, b, J=0, Jt=0, n=0):
        if what == "impulse": return J * (1 + e * math.sqrt(share)) / (1 + e), Jt, n
    def make():
        scene = two()
        scene.e = scene.e_wall = e
        scene.T, scene.samples = 40.0, 801
        return scene, Simulator(scene, hook).run()[0], None, None
    return make

def time_steps(h):
    """Moves the balls by steps, and reverses those that overlap"""
    def make():
        scene = two()
        run = Simulator(scene)
        rows, s = [], scene
        for n in range(round(s.T / h) + 1):
            if n % 50 == 0: rows += [[n * h, b.name, b.x, b.y, b.vx, b.vy] for b in run.b]
            run.move(h)
            for b in run.b:
                for name, normal, inside in (("left", (-1, 0), b.x), ("right", (1, 0), s.W - b.x), ("bottom", (0, -1), b.y), ("top", (0, 1), s.H - b.y)):
                    if inside < b.r and b.vx * normal[0] + b.vy * normal[1] > 0: run.collide(b, None, normal, name)
            a, b = run.b
            x, y, d = b.x - a.x, b.y - a.y, math.hypot(b.x - a.x, b.y - a.y)
            if d < a.r + b.r and (b.vx - a.vx) * x + (b.vy - a.vy) * y < 0: run.collide(a, b, (x / d, y / d), b.name)
        return scene, rows, None, None
    return make

def cromer(rows, log):
    """Semi-implicit Euler with steps of 10 ms, until the first bounce"""
    s, out, h, g = two(), [], 0.01, 2.0
    for k in range(31):
        n = 10 * k
        for b in s.balls: out.append([n * h, b.name, b.x + b.vx * n * h, b.y + b.vy * n * h - g * h * h * n * (n + 1) / 2, b.vx, b.vy - g * n * h])
    return out, None

def springs(h, steps=3000, k=1e5, e=1.0, m=1.0, verlet=False):
    """Springs of k = 1e5 and e = 1, or other ones and m times the mass of a: explicit Euler (steps of 1 ms explode, those of 5 us gain a few percent),
    or Verlet"""
    def make():
        s, rows = two(), []
        s.e = s.e_wall = 1.0
        s.yaml = lambda: Scene.yaml(two_of(1.0)).replace("kind: impulse", "kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e5, theta: 0.05, contact_end: overlap")
        a, b = s.balls
        a.m *= m
        damping = 2 * math.log(1 / e) / math.hypot(math.pi, math.log(e))
        def kick(h):
            force = {c.name: [0.0, 0.0] for c in s.balls}
            for c in s.balls:
                for i, at, v, end in ((0, c.x, c.vx, s.W), (1, c.y, c.vy, s.H)):
                    for overlap, sign in ((c.r - at, 1), (at - end + c.r, -1)):
                        if overlap > 0: force[c.name][i] += sign * k * overlap - damping * math.sqrt(k * c.m) * v
            d = math.hypot(b.x - a.x, b.y - a.y)
            n, reduced = ((b.x - a.x) / d, (b.y - a.y) / d), a.m * b.m / (a.m + b.m)
            if 0 < d < a.r + b.r:
                for i in range(2):
                    f = (k * (a.r + b.r - d) - damping * math.sqrt(k * reduced) * ((b.vx - a.vx) * n[0] + (b.vy - a.vy) * n[1])) * n[i]
                    force["a"][i] -= f; force["b"][i] += f
            for c in s.balls: c.vx += h * force[c.name][0] / c.m; c.vy += h * force[c.name][1] / c.m
        def drift(h):
            for c in s.balls: c.x += h * c.vx; c.y += h * c.vy
        log, last = [], {}
        def follow(t):
            """The list: relative velocities along the normal in the first and the last step of a contact"""
            d = math.hypot(b.x - a.x, b.y - a.y)
            gaps = {("ball", "a", "b"): (d - a.r - b.r, ((b.vx - a.vx) * (b.x - a.x) + (b.vy - a.vy) * (b.y - a.y)) / d)}
            for c in s.balls:
                for wall, at, v in (("left", c.x, c.vx), ("right", s.W - c.x, -c.vx), ("bottom", c.y, c.vy), ("top", s.H - c.y, -c.vy)):
                    gaps["wall", c.name, wall] = at - c.r, v
            for key, (gap, v) in gaps.items():
                if gap < 0 and key not in last:
                    last[key] = [t, *key, -v, v, 0.0]
                    log.append(last[key])
                elif gap < 0: last[key][5] = v
                elif key in last: row = last.pop(key); row[6] = t - row[0]
        for n in range(steps + 1):
            if n % (steps // 30) == 0: rows += [[n * h, c.name, c.x, c.y, c.vx, c.vy] for c in s.balls]
            follow(n * h)
            if verlet: kick(h / 2); drift(h); kick(h / 2)
            else:
                old = [(c.vx, c.vy) for c in s.balls]
                kick(h)
                for c, v in zip(s.balls, old): c.x += h * v[0]; c.y += h * v[1]
        return s, rows, log if verlet else None, None
    return make

def two_of(e):
    s = two()
    s.e = s.e_wall = e
    return s

def listed(change):
    """Springs and a list of their collisions"""
    def make():
        scene, rows, log, _ = springs(5e-5, 60000, verlet=True)()
        return scene, rows, change(log), None
    return make

def post(change):
    """A fixed ball far from a moving one"""
    def make():
        s = two()
        s.balls = s.balls[:1]
        rows, _ = Simulator(s).run()
        yaml = s.yaml().replace("solvers:", "  - { name: post, x_m: 1.17, y_m: 0.03, radius_m: 0.02, fixed: true }\nsolvers:")
        s.yaml = lambda: yaml
        return s, change([r for row in rows for r in (row, [row[0], "post", 1.17, 0.03, 0.0, 0.0])]), None, None
    return make

def bounces(e):
    """A ball that falls 0.2 m and comes to rest, in closed form"""
    s, rows, y, v, start = two(), [], 0.25, 0.0, 0.0
    s.e_wall, s.g, s.T, s.balls = e, 9.81, 1.0, [Ball("a", 0.3, y, 0.1, 0.0, 0.2, 0.05)]
    for k in range(201):
        while True:
            hits = start + (v + math.sqrt(v * v + 2 * s.g * (y - 0.05))) / s.g
            if hits > k / 200 or v < 0: break
            v, y, start = e * (s.g * (hits - start) - v), 0.05, hits
            if v < 1e-10: v = -1.0
        t = k / 200 - start
        rows.append([k / 200, "a", 0.3 + 0.1 * k / 200, *((y + v * t - s.g / 2 * t * t, v - s.g * t) if v >= 0 else (0.05, 0.0))] )
        rows[-1] = rows[-1][:4] + [0.1] + rows[-1][4:]
    return s, rows

def slow():
    """Two balls whose velocities are round numbers, unlike their positions"""
    s = two()
    s.T, s.samples = 0.3, 31
    for b, v in zip(s.balls, (1.0, -0.5)): b.y, b.vx, b.vy = 0.5, v, 0.0
    return s, Simulator(s).run()[0]

def cradle(a, b, c):
    """The first of three balls in a row hits two that touch, as another one meets a wall; their velocities afterwards"""
    s, rows = two(), []
    s.e = s.e_wall = s.T = 1.0
    s.W, s.balls = 2.0, [Ball(name, x, y, v, 0.0, 0.2, 0.05) for name, x, y, v in (("a", 0.3, 0.5, 1.0), ("b", 0.8, 0.5, 0.0), ("c", 0.9, 0.5, 0.0), ("d", 1.55, 0.8, 1.0))]
    for t, after in ((0.0, 0), (0.2, 0), (0.4, 0), (0.4, 1), (0.5, 1), (1.0, 1)):
        for ball, v in zip(s.balls, (a, b, c, -1.0)):
            rows.append([t, ball.name, ball.x + ball.vx * min(t, 0.4) + v * max(t - 0.4, 0), ball.y, v if after else ball.vx, 0.0])
    return s, rows, None, None

def shift(rows, f): return [[r[0], r[1]] + f(r) for r in rows]

def energies(rows, times=3):
    s, lines = two(), []
    for k in range(0, len(rows), 2):
        K = sum(0.5 * s.balls[i].m * (rows[k + i][4]**2 + rows[k + i][5]**2) for i in range(2))
        lines.append([rows[k][0], times * K])
    return ["t_s", "kinetic_J"], lines

FAULTS = [
    ("v_y reversed at a frictionless wall", simulated(on_impulse(velocities(lambda vx, vy, n: (vx, -vy) if n[0] else (-vx, vy)), True)), "off the contact normal"),
    ("both components reversed at a wall", simulated(on_impulse(velocities(lambda vx, vy, n: (vx, -vy) if n[0] else (-vx, vy)), True, True)), "off the contact normal"),
    ("components swapped", simulated(on_first(velocities(lambda vx, vy, n: (vy, vx)))), "(momentum|off the contact normal)"),
    ("direction rotated by 0.05 rad", simulated(on_first(turned(0.05))), "2.86.* degrees off"),
    ("direction rotated by 57 degrees", simulated(on_first(turned(1.0))), "57.* degrees off"),
    ("energy gain of 1e-4", simulated(on_first(velocities(lambda vx, vy, n: (vx * 1.00005, vy * 1.00005)))), "momentum"),
    ("only one ball gets the impulse", simulated(on_first(lambda sim, a, b, J, Jt, n: setattr(a, "vx", a.vx - J * n[0] / a.m) or setattr(a, "vy", a.vy - J * n[1] / a.m) or (0, 0, n)), alter=lambda s: setattr(s, "samples", 61)), "b meets a at t = .* but moves on freely until"),
    ("a collision is missing", simulated(skip(lambda a, b: b)), "(moves on freely|overlap)"),
    ("a collision is doubled", simulated(on_first(lambda sim, a, b, J, Jt, n: (2 * J, Jt, n))), "restitution is 2.8; the scenario has 0.9; twice the right impulse"),
    ("a ball of 1.1 times the mass", simulated(alter=lambda s: setattr(s.balls[0], "m", 0.22)), "total momentum by"),
    ("an impulse of another direction for one ball", simulated(on_first(velocities(lambda vx, vy, n: (vx + 0.01, vy - 0.02)))), "total momentum by"),
    ("doubled in the list", simulated(change=lambda rows, log: (rows, log[:1] + log)), "collisions.tsv lists a and b"),
    ("missing in the list", simulated(change=lambda rows, log: (rows, log[1:])), "collisions.tsv lacks a and b"),
    ("late by 10 ms", simulated(lambda what, *rest: 0.01 if what == "late" else None), "too late"),
    ("late by one frame", simulated(lambda what, *rest: 1.0 if what == "late" else None), "(too late|overlap|beyond)"),
    ("no collisions at all", simulated(change=lambda rows, log: ([[r[0], r[1], b.x + b.vx * r[0], b.y + b.vy * r[0], b.vx, b.vy]
        for r in rows for b in two().balls if b.name == r[1]], [])), "(overlap|beyond the wall)"),
    ("radii of 80 %", simulated(alter=lambda s: [setattr(b, "r", 0.8 * b.r) for b in s.balls]), "collide at a distance of 0.088 m.*radii add up to 0.11 m"),
    ("radii of 120 %", simulated(alter=lambda s: [setattr(b, "r", 1.2 * b.r) for b in s.balls]), "collide at a distance of 0.132 m.*radii add up to 0.11 m"),
    ("a radius at walls", simulated(alter=lambda s: [setattr(s, "W", s.W - 0.01)]), "collide at a distance of 0.0[67] m.*the radius is"),
    ("positions in cm", simulated(change=lambda rows, log: (shift(rows, lambda r: [100 * r[2], 100 * r[3]] + r[4:]), log)), "positions seem to be in cm"),
    ("positions and velocities in mm", simulated(change=lambda rows, log: (shift(rows, lambda r: [1000 * v for v in r[2:]]), log)), "positions seem to be in mm"),
    ("velocities in km/h", simulated(change=lambda rows, log: (shift(rows, lambda r: r[2:4] + [3.6 * v for v in r[4:]]), log)), "velocities seem to be in km/h"),
    ("times in ms", simulated(change=lambda rows, log: ([[1000 * r[0]] + r[1:] for r in rows], log)), "times seem to be in ms"),
    ("velocities half a step late", simulated(gravity=2.0, change=lambda rows, log: (shift(rows, lambda r: r[2:5] + [r[5] - 2.0 * 0.005]), log)), "0.005 s later, as of half a step"),
    *((f"velocities by {name} differences, gravity {g}", simulated(gravity=g, alter=lambda s: setattr(s, "samples", 301), change=differences(*at)),
       rf"the velocities are differences of the positions(?s:(?!.*FAIL))") for name, at in (("forward", (0, 1)), ("backward", (-1, 0)), ("central", (-1, 1))) for g in (0.0, 2.0)),
    ("y downwards", simulated(change=lambda rows, log: (shift(rows, lambda r: [r[2], 1.0 - r[3], r[4], -r[5]]), None)), "y seems to point down from the top of the table"),
    ("vx and vy exchanged", simulated(change=lambda rows, log: (shift(rows, lambda r: r[2:4] + [r[5], r[4]]), None)), "; vx and vy seem to be exchanged"),
    ("one ball half a mm off at the start", simulated(alter=lambda s: setattr(s.balls[1], "x", 0.8005)), r"start .* is 0.8005; the scenario has 0.8\n"),
    *((f"springs and a list with {name}", listed(change), pattern) for name, change, pattern in (
        ("one row", lambda log: log[:1], "collisions.tsv lacks"), ("an invented row", lambda log: log + [[1.05, "ball", "a", "b", 1e-9, 1e-9, log[0][6]]], "collisions.tsv lists a and b at t = 1.05 s"), ("an approach of 2.2", lambda log: [log[0][:4] + [2.2] + log[0][5:]] + log[1:], "approach_mps of a and b .* is 2.2;"),
        ("three times the contact_s", lambda log: [r[:6] + [3 * r[6]] for r in log], "contact_s of a and b"))),
    ("vy downwards", simulated(change=lambda rows, log: (shift(rows, lambda r: r[2:5] + [-r[5]]), None)), "; vy seems to point down"),
    ("x and y exchanged", simulated(change=lambda rows, log: (shift(rows, lambda r: [r[3], r[2], r[5], r[4]]), None)), "start .*; v?x and v?y seem to be exchanged"),
    ("origin in the middle", simulated(change=lambda rows, log: (shift(rows, lambda r: [r[2] - 0.6, r[3] - 0.5] + r[4:]), None)), r"shifted by \(-0.6, -0.5\) m"),
    ("gravity of 9.81 for 2", simulated(gravity=2.0, alter=lambda s: setattr(s, "g", 9.81)), r"its acceleration is \(0, -9.81\) m/s\^2 instead of \(0, -2\)"),
    ("an overlap of 3 mm", simulated(change=lambda rows, log: (rows[:9] + [rows[9][:2] + [rows[8][2] + 0.107, rows[8][3]] + rows[9][4:]] + rows[10:], log)), "a and b overlap by 0.003 m at t ="),
    ("spin that changes in free flight", simulated(friction=True, change=lambda rows, log: (rows[:9] + [rows[9][:6] + [rows[9][6] + 0.1]] + rows[10:], log)), r"spin.* rad/s"),
    *((f"spin of {name}", simulated(friction=True, change=lambda rows, log, times=times: (shift(rows, lambda r: r[2:6] + [times * r[6]]), None)), pattern)
      for name, times, pattern in (("the other sign", -1, "; clockwise seems positive"), ("1.1", 1.1, r"spin of . is \S+ rad/s after it; friction gives [-.\d]+( \(and|\n)"))),
    ("spin in degrees", simulated(friction=True, change=lambda rows, log: (shift(rows, lambda r: r[2:6] + [math.degrees(r[6])]), None)), "it seems to be in degrees"),
    *((f"time steps of {h} s", time_steps(h), "collisions are late, all by at most .* as with smaller radii or time steps") for h in (1e-3, 1e-4)),
    ("Euler-Cromer in free fall", simulated(gravity=2.0, change=cromer), "0.005 s earlier, as of half a step"),
    ("restitution off by 3e-4 at 6 digits", simulated(on_impulse(lambda sim, a, b, J, Jt, n: (J * (1 + 0.9003) / 1.9, Jt, n))), "restitution is 0.900", 6),
    ("springs that explode", springs(1e-3), "the energy at .* expected at most"),
    ("both velocities negated", simulated(on_first(lambda sim, a, b, J, Jt, n: [setattr(x, k, -getattr(x, k)) for x in (a, b) for k in ("vx", "vy")] and (0.0, 0.0, n))), r"collisions \(mine\) +(?!.*moves on freely)"),
    ("1/2 missing in g t^2/2", simulated(gravity=2.0, change=lambda rows, log: (shift(rows, lambda r: [r[2], r[3] - 1.0 * r[0]**2 if r[0] < 0.3 else r[3]] + r[4:]), log)), r"free motion \(mine\) +(?!.*half a step)"),
    ("springs that gain a few percent", springs(5e-5, steps=60000), "restitution is 1.*; take shorter steps, or correct the force"),
    ("springs of 0.99 the restitution", springs(5e-5, 60000, e=0.99, verlet=True), "restitution is 0.99.*; expected 1.0"),
    ("springs of 1.3 times the stiffness", springs(5e-5, 60000, k=1.3e5, verlet=True), "their collision gives"),
    ("springs of a ball of twice the mass", springs(5e-5, 60000, m=2, verlet=True), "changes their total momentum(?s:(?!.*shorter steps))"),
    ("exchanged names", simulated(change=lambda rows, log: ([[r[0], "ba"[r[1] == "b"]] + r[2:] for r in rows], None)), r"start \(mine\)"),
    ("a clock 0.1 % fast in flight", simulated(change=lambda rows, log: (shift(rows, lambda r: r[2:4] + [v / 1.001 for v in r[4:]]), None), alter=lambda s: [setattr(b, k, getattr(b, k) * 1.001) for b in s.balls for k in ("vx", "vy")]), "free motion since the sample before"),
    ("wall restitution 0.5", simulated(alter=lambda s: setattr(s, "e_wall", 0.5)), "restitution is 0.5; the scenario has 0.9"),
    ("restitution of one collision 1 % off", simulated(on_first(lambda sim, a, b, J, Jt, n: (J * (1 + 0.909) / 1.9, Jt, n))), "restitution is 0.909"),
    ("separation is minus approach", simulated(change=lambda rows, log: (rows, [r[:5] + [-r[4]] + r[6:] for r in log])), "separation_mps"),
    ("normal of another direction", simulated(on_first(lambda sim, a, b, J, Jt, n: (J, Jt, (1, 0)))), "off the contact normal"),
    ("friction of the wrong sign", simulated(on_first(lambda sim, a, b, J, Jt, n: (J, -Jt, n)), friction=True), "tangential impulse"),
    ("spin not changed", simulated(lambda what, sim, *rest: [setattr(x, "I", 1e30) for x in sim.b] and None, friction=True), "tangential impulse|spin"),
    ("through a wall", simulated(skip(lambda a, b: b is None)), "(beyond the wall|moves on freely)"),
    ("the wrong ball in a row", simulated(change=lambda rows, log: ([r if r[0] != 0.5 else [r[0], "a"] + r[2:] for r in rows], log)), "appears twice"),
    ("the last row is lost", simulated(change=lambda rows, log: (rows[:-1], log)), "ball 'b' is missing at t = 3 s"),
    ("a cell is not a number", simulated(change=lambda rows, log: (rows[:9] + [rows[9][:3] + [math.nan] + rows[9][4:]] + rows[10:], log)), "not a finite number: 'nan' in column 'y_m'"),
    ("a constant offset in x", simulated(change=lambda rows, log: (shift(rows, lambda r: [r[2] + 1e-3] + r[3:]), log)), "x_m of a at t = 0 s is 0.301"),
    ("a clock 0.1 % fast", simulated(change=lambda rows, log: ([[r[0] * 1.001] + r[1:] for r in rows], log)), "expected 0 to duration_s"),
    ("kinetic energy tripled in series.tsv", simulated(series=energies), "series.tsv: kinetic_J"),
    ("dissipated energy of 0 in series.tsv", simulated(series=lambda rows: (["t_s", "dissipated_J", "energy_residual_J"], [[rows[k][0], 0.0, 0.0] for k in range(0, len(rows), 2)])), "series.tsv: dissipated_J"),
    ("a fixed ball jumps", post(lambda rows: [r[:2] + [r[2] + 1.0] + r[3:] if r[1] == "post" and r[0] > 1 else r for r in rows]), "x_m of post at t = 1.1 s is 2.17; it is fixed, with 1.17"),
    ("a fixed ball drifts", post(lambda rows: [r[:2] + [r[2] + 0.01 * r[0]] + r[3:] if r[1] == "post" else r for r in rows]), "x_m of post at t = 0.1 s is 1.171; it is fixed, with 1.17"),
    ("a fixed ball has a velocity", post(lambda rows: [r[:4] + [5.0] + r[5:] if r[1] == "post" else r for r in rows]), "vx_mps of post at t = 0 s is 5; it is fixed, with 0"),
    *((f"{name}, in rows before and after it at {digits} digits", simulated(hook, events=("before", "after"), friction="friction" in name), pattern, digits)
      for digits in (6, 17) for name, hook, pattern in (
        ("restitution 0.5 of balls", on_first(lambda sim, a, b, J, Jt, n: (J * 1.5 / 1.9, Jt, n)), r"restitution is 0.(5|49999\d); the scenario has 0.9"),
        ("restitution 0.5 of a wall", on_first(lambda sim, a, b, J, Jt, n: (J * 1.5 / 1.9, Jt, n), True), r"restitution is 0.(5|49999\d); the scenario has 0.9"),
        ("an impulse turned by 0.01 rad", on_first(turned(0.01)), "0.57.* degrees off the contact normal"),
        ("an energy gain of 1e-4", on_first(velocities(lambda vx, vy, n: (vx * 1.00005, vy * 1.00005))), "momentum"),
        ("friction of the wrong sign", on_first(lambda sim, a, b, J, Jt, n: (J, -Jt, n)), "tangential impulse"),
        ("friction that leaves the spin", lambda what, sim, *rest: [setattr(x, "I", 1e30) for x in sim.b] and None, "tangential impulse|spin"))),
    ("a ball turns round on the empty table", simulated(events=("before", "after"), change=lambda rows, log: (rows[:2] + [
        [0.1, *row] for v in ((0.9, 0.4), (-0.2, 0.1)) for row in (["a", 0.39, 0.34, *v], ["b", 0.77, 0.36, -0.3, 0.1])] + rows[2:], log)), "is -0.2; the row before, with nothing in reach, gives 0.9", 6),
    *((f"restitution 0.5 in rows {when} collisions", simulated(events=(when,), alter=lambda s: setattr(s, "e", 0.5)), pattern)
      for when, pattern in (("before", r"collisions \(mine\) .*vy_mps of a"), ("after", "restitution is 0.5"))),
    ("restitution 0.5 and a tolerance of 1e-3", tolerant(simulated(alter=lambda s: setattr(s, "e", 0.5)), 1e-3), "restitution is 0.5; the scenario has 0.9"),
    ("restitution 0.5 and a tolerance of 2e-2", tolerant(simulated(alter=lambda s: [setattr(s, "e", 0.5), setattr(s, "T", 0.6), setattr(s, "samples", 7)]), 0.02), "restitution is 0.5; the scenario has 0.9"),
    ("gravity of 1.99 for 2 at 4 digits", simulated(gravity=2.0, alter=lambda s: [setattr(s, "g", 1.99), setattr(s, "samples", 601)]), "free motion since t = ", 4, True),
    *((f"{word} of {part} of the energy in each collision, a tolerance of 1e-3, restitution {e}", tolerant(lasting(1 + sign * part, e), 1e-3), f"collisions until t = .* together leave .* J {more} than the laws")
      for word, sign, more in (("an ebb", -1, "less"), ("a gain", 1, "more")) for e, part in ((1.0, 0.001), (0.98, 0.003))),
    ("a gain of 3e-3 of the energy in each collision at 3 decimals", lasting(1.003, 0.95), "collisions until t = .* together leave .* J more than the laws", 3, True),
    ("three balls at once gain momentum", lambda: cradle(0.0, 0.0, 1.1), "the collisions of . and others between t = 0.4 and 0.4 s change their total momentum by 0.02 kg m/s", 9),
    ("a wrong velocity in the row after a wall, and right ones later", simulated(events=("before", "after"), change=lambda rows, log: (
        [r[:4] + [r[5], r[4]] if i == next(i for i in range(2, len(rows)) if rows[i - 2][:2] == rows[i][:2] == [log[1][0], log[1][2]]) else r for i, r in enumerate(rows)], log)),
        r"a and top at t = .*degrees off"),
    ("a tolerance of a metre", tolerant(simulated(alter=lambda s: setattr(s, "e", 0.5)), 1.0), "hides faults.*reduce --within or audit.within"),
    ("gravity upwards", simulated(gravity=2.0, alter=lambda s: setattr(s, "g", -2.0)), r"its acceleration is \(0, 2\) m/s\^2 instead of \(0, -2\)"),
    ("restitution 0.6 with friction", simulated(friction=True, alter=lambda s: setattr(s, "e", 0.6)), "restitution is 0.6; the scenario has 0.9"),
    ("velocities of the sample before", simulated(change=lambda rows, log: ([r[:4] + rows[max(i - 2, i % 2)][4:] for i, r in enumerate(rows)], log)), "FAIL|v[xy]_mps"),
]

main()
