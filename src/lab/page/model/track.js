// SPDX-License-Identifier: GPL-3.0-or-later
/** Recorded samples of a scene, and the distances of a run from them. */
import { cached, countWhile } from './search.js';

const HELD = 1.5; // a sample is shown for at most this many median intervals
const held = new WeakMap(); // s, by ball

/** @param {RecordedBall} ball @returns {number} */
const heldOf = (ball) => cached(held, ball, () => {
    const steps = ball.t_s.slice(1).map((t, k) => t - ball.t_s[k]).sort((a, b) => a - b);
    return HELD * (steps[steps.length >> 1] ?? 0);
});

/** Number of samples of a ball until a time.
 * @param {RecordedBall} ball
 * @param {number} time_s */
export const countUntil = ({ t_s }, time_s) => countWhile(t_s.length, (k) => t_s[k] <= time_s);

/** Index of the sample shown at a time: the latest one, if it is not too old; -1: none, as before
 * the first, after the last, and while the ball was not tracked.
 * @param {RecordedBall} ball
 * @param {number} time_s */
export function shownAt(ball, time_s) {
    const k = countUntil(ball, time_s) - 1, { t_s } = ball;
    return k >= 0 && time_s <= t_s[t_s.length - 1] && time_s - t_s[k] <= heldOf(ball) ? k : -1;
}

const nearest = (length, period) => length - period * Math.floor(length / period + 0.5);

/** Shortest displacement on a table, m. */
export function shortest({ boundary, width_m, height_m }, dx, dy) {
    return boundary === 'periodic' ? [nearest(dx, width_m), nearest(dy, height_m)] : [dx, dy];
}

/** Position of a ball at a time between samples k - 1 and k of a run: the parabolas from both, with
 * a change where they are closest. The acceleration is the smaller one of the last two intervals,
 * because the other may contain a collision.
 * @param {import('./run.js').Run} run */
export function positionAt(run, index, ball, k, time_s) {
    const [x, y, vx, vy] = run.place(index, ball, k);
    if (k === 0 || time_s === run.t[k]) {
        return [x, y];
    }
    const [x0, y0, vx0, vy0] = run.place(index, ball, k - 1);
    const step_s = run.t[k] - run.t[k - 1], after_s = time_s - run.t[k - 1];
    const [, , vx1, vy1] = run.place(index, ball, Math.max(k - 2, 0));
    const [ax, ay] = [[vx - vx0, vy - vy0], [vx0 - vx1, vy0 - vy1]].map(([dvx, dvy]) =>
        [dvx / step_s, dvy / step_s]).reduce((a, b) => Math.hypot(...b) < Math.hypot(...a) ? b : a);
    const [dx, dy] = shortest(run.scene.table, x - x0, y - y0);
    // the later parabola, seen from the earlier one: (ex, ey) + (wx, wy) t
    const ex = dx - vx * step_s + ax * step_s * step_s / 2, wx = vx - vx0 - ax * step_s;
    const ey = dy - vy * step_s + ay * step_s * step_s / 2, wy = vy - vy0 - ay * step_s;
    const turns = after_s * (wx * wx + wy * wy) > -(ex * wx + ey * wy);
    const fallen = after_s * after_s / 2;
    return [x0 + vx0 * after_s + ax * fallen + (turns ? ex + wx * after_s : 0),
        y0 + vy0 * after_s + ay * fallen + (turns ? ey + wy * after_s : 0)];
}

/** Distances of the solvers of a run from a track, extended with the run. */
export class Distances {
    count = 0; // samples compared
    filled = 0; // samples of the run

    /** @param {import('./run.js').Run} run
     * @param {Track} track */
    constructor(run, track) {
        const none = () => run.solvers.map(() => NaN);
        this.run = run;
        this.balls = track.balls.map((ball) => ({ ball, b: run.balls.indexOf(ball.name), next: 0,
            latest_m: none() })).filter(({ b }) => b >= 0);
        this.columns = run.solvers.map(() => new Float64Array(run.samples).fill(NaN)); // m
        this.squares = run.solvers.map(() => 0); // m^2, summed over samples of the track
    }

    extend() {
        const { run } = this;
        for (; this.filled < run.filled; this.filled++) {
            const k = this.filled;
            this.balls.forEach((one) => this.#compare(one, k));
            const shown = this.balls.filter(({ ball }) => shownAt(ball, run.t[k]) >= 0);
            this.columns.forEach((column, index) => {
                column[k] = Math.sqrt(shown.reduce((sum, { latest_m }) =>
                    sum + latest_m[index] ** 2, 0) / shown.length); // NaN if none is shown
            });
        }
    }

    /** Compares the samples of a ball until sample k of the run. */
    #compare(one, k) {
        const { run } = this, { ball: { t_s, x_m, y_m }, b } = one;
        for (; one.next < t_s.length && t_s[one.next] <= run.t[k]; one.next++) {
            if (t_s[one.next] >= run.from_s) {
                run.solvers.forEach((_, index) => {
                    const [x, y] = positionAt(run, index, b, k, t_s[one.next]);
                    one.latest_m[index] = Math.hypot(...shortest(run.scene.table,
                        x - x_m[one.next], y - y_m[one.next]));
                    this.squares[index] += one.latest_m[index] ** 2;
                });
                this.count++;
            }
        }
    }
}
