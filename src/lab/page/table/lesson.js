// SPDX-License-Identifier: GPL-3.0-or-later
/** Sentence about a contact in slow motion: what rigid balls do, how long springs take, and how far
 * from the rigid ball theirs ends. All numbers come from the samples of the window. */
import { quantity } from '../instruments/chart/numbers.js';
import { say } from '../words/words.js';

const DIGITS = 2, SAME = 1e-6; // relative, of speeds
const STRAIGHT = 0.2; // a larger part across the motion is not "behind"
const LEAST = 1e-3; // distances below this part of the radius are not told

/** True if the balls of a rigid contact exchange their velocities. */
function swaps({ contactSamples: of, first, end }) {
    const last = end - 1, [a, b] = [of.va_n_mps, of.vb_n_mps];
    const scale = Math.max(Math.abs(a[first]), Math.abs(b[first]));
    const equal = (one, other) => Math.abs(one - other) <= SAME * scale;
    return equal(a[first], b[last]) && equal(b[first], a[last])
        && [of.va_t_mps, of.vb_t_mps].every((v) => equal(v[first], 0) && equal(v[last], 0));
}

/** Distance of a soft solver's ball from the rigid one at the end of the window, for the faster of
 * both balls: {away_m, behind: boolean}. */
function lagOf(run, rigid, soft, { a, b, wall }) {
    const k = run.filled - 1, both = wall ? [a] : [a, b];
    const speedOf = (ball) => Math.hypot(...run.place(rigid, ball, k).subarray(2, 4));
    const [ball] = both.map((name) => run.balls.indexOf(name))
        .sort((one, other) => speedOf(other) - speedOf(one));
    const [x, y, vx, vy] = run.place(rigid, ball, k), [sx, sy] = run.place(soft, ball, k);
    const speed = Math.hypot(vx, vy), away_m = Math.hypot(sx - x, sy - y);
    const along_m = ((sx - x) * vx + (sy - y) * vy) / speed;
    const across_m = ((sy - y) * vx - (sx - x) * vy) / speed;
    return { away_m: away_m > LEAST * run.scene.balls[ball].radius_m ? away_m : 0,
        behind: along_m < 0 && Math.abs(across_m) < STRAIGHT * away_m };
}

/** "9.2 ms", or "0.9 ms to 9.2 ms". */
function rangeOf(values, unit) {
    const [least, most] = [Math.min(...values), Math.max(...values)].map((value) =>
        quantity(value, unit, DIGITS));
    return least === most ? most : say('lesson.range', { from: least, to: most });
}

/** @param {Run} run in slow motion @param {(Contact | null)[]} contacts by solver
 * @returns {string} '' without contacts */
export function lessonIn(run, contacts) {
    const { solvers } = run.scene, all = [...contacts.keys()].filter((k) => contacts[k] !== null);
    const rigid = all.find((k) => contacts[k]?.rigid && !solvers[k].stepped);
    const soft = all.filter((k) => (contacts[k]?.contact_s ?? 0) > 0);
    const one = rigid === undefined ? null : contacts[rigid];
    const first = !one ? '' : say(one.wall ? 'lesson.wall'
        : swaps(one) ? 'lesson.swap' : 'lesson.rigid');
    if (soft.length === 0) {
        return first;
    }
    const time = rangeOf(soft.map((k) => contacts[k]?.contact_s ?? 0), 's');
    const lags = one ? soft.map((k) => lagOf(run, rigid ?? 0, k, one)) : [];
    const far = lags.length > 0 && lags.every(({ away_m }) => away_m > 0);
    const second = !far ? say('lesson.springs', { time })
        : say(lags.every(({ behind }) => behind) ? 'lesson.behind' : 'lesson.away', { time,
            distance: rangeOf(lags.map(({ away_m }) => away_m), 'm') });
    return `${first} ${second}`.trim();
}
