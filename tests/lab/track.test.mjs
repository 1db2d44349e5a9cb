// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded samples beside a run: when they are shown, and distances from a bouncing ball in closed form.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { positionAt, shownAt } from '../../src/lab/page/model/track.js';
import { near, PROGRAM, ROOT, runOf, textOf } from './node.mjs';

const G = 9.81, E = 0.8, RADIUS = 0.008, START = { x: 0.2, y: 0.06, vx: 0.1 };
const FILM = join(ROOT, 'experiments/27-measured/film');

/** Position of a rigid ball that falls on the floor. */
function bouncing(t) {
    let speed = Math.sqrt(2 * G * (START.y - RADIUS)), since = t - speed / G;
    const x = START.x + START.vx * t;
    if (since < 0) {
        return [x, START.y - G * t * t / 2];
    }
    for (speed *= E; since > 2 * speed / G; speed *= E) {
        since -= 2 * speed / G;
    }
    return [x, RADIUS + speed * since - G * since * since / 2];
}

/** The scenario without the recording, which the core does not run, and its check. */
const SCENE = textOf('27-measured/film').split('\n')
    .filter((line) => !/kind: recorded|solver: film/.test(line)).join('\n');

const film = (look, balls, sets = []) => runOf(SCENE, look, { track: { name: 'film', balls }, sets });

/** Samples of the shipped film. */
function marble() {
    const rows = rowsOf(readFileSync(`${FILM}.tsv`, 'utf8'));
    const [t_s, , x_m, y_m] = [0, 1, 2, 3].map((c) => rows.map((row) => Number(row[c])));
    return { name: 'marble', t_s, x_m, y_m };
}

const rowsOf = (text) => text.trim().split('\n').slice(1).map((row) => row.split('\t'));
const skip = existsSync(PROGRAM) ? false : 'build/carom is not there';

test('track: a sample is shown until the next one, not before the first, after the last or in a gap', () => {
    const ball = { t_s: [0.1, 0.2, 0.3, 0.7, 0.8, 0.9] };
    for (const [t, k] of [[0, -1], [0.0999, -1], [0.1, 0], [0.1999, 0], [0.2, 1], [0.3, 2],
        [0.449, 2], [0.451, -1], [0.6999, -1], [0.7, 3], [0.899, 4], [0.9, 5], [0.9001, -1]]) {
        assert.equal(shownAt(ball, t), k, `t = ${t}`);
    }
    assert.equal(shownAt({ t_s: [] }, 0), -1);
    assert.deepEqual([0, 0.1].map((t) => shownAt({ t_s: [0] }, t)), [0, -1]);
});

test('track: positions between samples of a run follow the bounces', () => {
    const run = film({ samples: 721 }, []);
    let x = 0.3;
    for (let n = 0; n < 2000; n++) {
        x = (x * 9301.49297 + 0.2333) % 1;
        const t = 0.5 * x, { k, part } = run.sampleAt(t);
        const got = positionAt(run, 0, 0, part > 0 ? k + 1 : k, t), want = bouncing(t);
        // 24 bits of position and velocity; without a previous interval g dt^2/8 = 6e-7 m
        near(Math.hypot(got[0] - want[0], got[1] - want[1]), 0, 7e-7, `t = ${t}`);
    }
});

test('track: distances of a known offset, of each ball that is shown', () => {
    const t_s = Array.from({ length: 41 }, (_, k) => 0.0123 * k).filter((t) => t < 0.2 || t > 0.3);
    const at = t_s.map(bouncing), run = film({ samples: 721 }, [
        { name: 'marble', t_s, x_m: at.map(([x]) => x + 0.003), y_m: at.map(([, y]) => y - 0.004) },
        { name: 'removed', t_s: [0], x_m: [0], y_m: [0] }]);
    const { distances, numbers: [{ track_m }], t } = run;
    assert.equal(distances.count, t_s.length);
    near(Math.sqrt(distances.squares[0] / distances.count), 0.005, 1e-6, 'rms');
    t.forEach((time, k) => {
        const known = time <= 0.1968 + 1.5 * 0.0123 || (time >= 0.3075 && time <= 0.492);
        near(known ? track_m[k] : 0.005, 0.005, 1e-6, `t = ${time}`);
        assert.equal(Number.isNaN(track_m[k]), !known, `t = ${time}`);
    });
});

test('track: chi-square of fitted values equals that of carom fit', { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'fit-'));
    execFileSync(PROGRAM, ['fit', `${FILM}.yaml`, '--no-plots', '-o', join(folder, 'out')], { stdio: 'ignore' });
    const fits = rowsOf(readFileSync(join(folder, 'out/fit.tsv'), 'utf8'));
    rmSync(folder, { recursive: true });
    ['impulse', 'springs'].forEach((solver, index) => {
        const own = fits.filter(([name]) => name === solver), want = Number(own[0][5]);
        const run = film({ samples: 721 }, [marble()], own.map(([, key, value]) => `${key}=${value}`));
        // chi-square of 242 coordinates, each within 7e-7 m (by the Cauchy-Schwarz inequality)
        near(run.distances.squares[index] / 0.0005 ** 2, want, 2 * Math.sqrt(242 * want) * 7e-7 / 5e-4, solver);
    });
});

test('track: a window of slow motion counts its own samples only', () => {
    const t_s = [0, 0.1, 0.2, 0.21, 0.3], run = film({ samples: 11, from_s: 0.15, to_s: 0.25 },
        [{ name: 'marble', t_s, x_m: t_s.map(() => 0.2), y_m: t_s.map(() => 0.06) }]);
    assert.equal(run.distances.count, 2);
    assert.deepEqual([0, 4, 5, 10].map((k) => Number.isNaN(run.numbers[0].track_m[k])),
        [true, true, false, false]);
});

test('track: on a periodic table distances are shortest', () => {
    const text = SCENE.replace('height_m: 0.5', 'height_m: 0.5, boundary: periodic')
        .replace('gravity_mps2: [0, -9.81]', 'gravity_mps2: [0, 0]').replace('x_m: 0.2', 'x_m: 0.995')
        .replace(/checks:(\n {2}-.*)+/, '').replace(/fit:.*/, '').replace(/view:.*/, '');
    const ball = { name: 'marble', t_s: [0, 0.1, 0.2], x_m: [0.02, 0.02, 0.02], y_m: [0.06, 0.06, 0.06] };
    const run = runOf(text, { samples: 61 }, { track: { balls: [ball] } });
    ball.t_s.forEach((t) => near(run.numbers[0].track_m[run.nearest(t)],
        Math.abs(1.02 - 0.995 - 0.1 * t), 1e-6, `t = ${t}`));
});
