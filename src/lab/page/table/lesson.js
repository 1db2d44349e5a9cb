// SPDX-License-Identifier: GPL-3.0-or-later
/** Sentence about a contact in slow motion: what rigid balls do, how long the contact of springs lasts, and how
 * far from the rigid ball theirs ends. All numbers come from the samples of the window. */
import { quantity } from '../instruments/chart/numbers.js';
import { say } from '../words/words.js';

const DIGITS = 2, SAME = 1e-6; // relative, of speeds
const APART = 0.1; // of the approach: springs that separate balls which rigid ones do not
const TOGETHER = 2e-3; // relative to the approach; the page's least restitution is 1e-3
const STRAIGHT = 0.2; // a larger part across the motion is not "behind"
const FAR = 2; // ratio of numbers that need names
const LEAST = 1e-3; // distances below this part of the radius are not told, and not seen

/** True if the balls of a rigid contact exchange their velocities. */
function swaps({ contactSamples: of, first, end }) {
    const last = end - 1, [a, b] = [of.va_n_mps, of.vb_n_mps];
    const scale = Math.max(Math.abs(a[first]), Math.abs(b[first]));
    const equal = (one, other) => Math.abs(one - other) <= SAME * scale;
    return equal(a[first], b[last]) && equal(b[first], a[last])
        && [of.va_t_mps, of.vb_t_mps].every((v) => equal(v[first], 0) && equal(v[last], 0));
}

/** Speed at which the balls of a contact part, m/s, and the same relative to the approach. */
function partingOf({ contactSamples: of, first, end }) {
    const gap = (row) => Math.abs(of.va_n_mps[row] - of.vb_n_mps[row]);
    return { v_mps: gap(end - 1), e: gap(end - 1) / gap(first) };
}

/** True if the balls of a rigid contact have one velocity along the normal after it. */
const joins = (one) => partingOf(one).e <= TOGETHER;

/** The fastest rigid ball after contacts and those linked with them. @returns {number} index of the ball */
function moverOf(run, rigid, contacts) {
    const speedOf = (ball) => Math.hypot(...run.place(rigid, ball, run.filled - 1).subarray(2, 4));
    return contacts.flatMap((one) => one?.balls ?? []).map((name) => run.balls.indexOf(name))
        .sort((one, other) => speedOf(other) - speedOf(one))[0];
}

/** Distance of a soft solver's ball from the rigid one in a sample; 0 where it is too small to be told.
 * @returns {{away_m: number, behind: boolean}} */
export function gapAt(run, { rigid, soft, ball }, k) {
    const [x, y, vx, vy] = run.place(rigid, ball, k), [sx, sy] = run.place(soft, ball, k);
    const speed = Math.hypot(vx, vy), away_m = Math.hypot(sx - x, sy - y);
    const along_m = ((sx - x) * vx + (sy - y) * vy) / speed;
    const across_m = ((sy - y) * vx - (sx - x) * vy) / speed;
    return { away_m: away_m > LEAST * run.scene.balls[ball].radius_m ? away_m : 0,
        behind: along_m < 0 && Math.abs(across_m) < STRAIGHT * away_m };
}

/** Pairs of a rigid and a soft solver with a contact, and the ball at which they are compared.
 * @param {Run} run in slow motion @param {(Contact | null)[]} contacts by solver
 * @returns {{rigid: number, soft: number, ball: number}[]} none without a rigid solver */
export function pairsIn(run, contacts) {
    const rigid = contacts.findIndex((one, k) => one?.rigid && !run.scene.solvers[k].stepped);
    const ball = rigid < 0 ? -1 : moverOf(run, rigid, contacts);
    return ball < 0 ? [] : [...contacts.keys()].filter((k) => (contacts[k]?.contact_s ?? 0) > 0)
        .map((soft) => ({ rigid, soft, ball }));
}

/** Labels of springs, or what they share: "k = 10 kN/m". */
function namesOf(labels) {
    const ends = new Set(labels.map((label) => label.split(', ').at(-1)));
    return [...ends.size < labels.length ? ends : labels].join(', ').replace('Springs, ', '');
}

/** "9.2 ms", "0.79 ms to 0.94 ms", or "0.9 ms (stiff) to 9.2 ms (soft)" where they differ much. */
function rangeOf(values, unit, solvers) {
    const texts = values.map((value) => quantity(value, unit, DIGITS));
    const from = Math.min(...values), to = Math.max(...values), ends = [from, to].map((value) => texts[values.indexOf(value)]);
    const named = (text) => to < FAR * from ? text : `${text} (${namesOf(solvers.filter((one, k) => texts[k] === text).map(({ label }) => label))})`;
    return ends[0] === ends[1] ? ends[0] : say('lesson.range', { from: named(ends[0]), to: named(ends[1]) });
}

/** "the eight ball", "ball b2", "the fastest ball" of a group. @param {Ball} ball */
const named = ({ name, of_group }) => say(of_group ? 'lesson.fastest' : name === 'ball' ? 'lesson.ball'
    : /^(one|two|three|.|.*\d)$/.test(name) ? 'lesson.numbered' : 'lesson.the', { ball: name });

/** @param {Run} run in slow motion @param {(Contact | null)[]} contacts by solver
 * @returns {string} '' without contacts */
export function lessonIn(run, contacts) {
    const { solvers } = run.scene, there = contacts.flatMap((one) => one ?? []);
    const rigid = contacts.find((one, k) => one?.rigid && !solvers[k].stepped);
    const soft = there.filter(({ contact_s }) => contact_s > 0);
    const owners = solvers.filter((one, k) => (contacts[k]?.contact_s ?? 0) > 0);
    const first = !rigid ? '' : say(there.some(({ balls }) => balls.length > 2) ? 'lesson.rigid'
        : rigid.wall ? joins(rigid) ? 'lesson.rigid' : 'lesson.wall'
            : joins(rigid) ? 'lesson.together' : swaps(rigid) ? 'lesson.swap' : 'lesson.rigid');
    if (soft.length === 0) {
        return first;
    }
    const [fastest] = soft.map((one, k) => ({ ...partingOf(one), of: owners[k].label })).sort((a, b) => b.v_mps - a.v_mps);
    if (rigid && joins(rigid) && fastest.e > APART) {
        return `${first} ${say('lesson.apart', { solver: namesOf([fastest.of]), v: quantity(fastest.v_mps, 'm/s', DIGITS) })}`;
    }
    const n = soft[0].balls.length, isOne = n <= 2 || soft.some(({ balls }) => balls.length !== n);
    const time = rangeOf(soft.map((one) => isOne ? one.contact_s : one.to_s - one.from_s), 's', owners);
    const pairs = pairsIn(run, contacts), lags = pairs.map((pair) => gapAt(run, pair, run.filled - 1));
    const far = lags.length > 0 && lags.every(({ away_m }) => away_m > 0);
    const lasts = say(isOne ? 'lesson.springs' : 'lesson.many', { time, n });
    const second = !far ? `${lasts}.` : say(lags.every(({ behind }) => behind) ? 'lesson.behind' : 'lesson.away',
        { lasts, ball: named(run.scene.balls[pairs[0].ball]), distance: rangeOf(lags.map(({ away_m }) => away_m), 'm', owners) });
    return [first, second].filter(Boolean).join(' ');
}
