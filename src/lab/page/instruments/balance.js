// SPDX-License-Identifier: GPL-3.0-or-later
/** Numbers of a contact before it and after it, as carom compare prints them. */
import { largestOf } from '../table/contact.js';
import { pretty } from './chart/numbers.js';

const DIGITS = 4;
const DEGREE = Math.PI / 180;
const COLUMNS = ['v_n_mps', 'v_t_mps', 'p_n_kgmps', 'p_t_kgmps', 'kinetic_J'];
const VELOCITIES = ['v_n_mps', 'v_t_mps'], ALONG_T = ['v_t_mps', 'p_t_kgmps'];
export const NONE = '-'; // cell of a solver that lacks this contact

/** Rows of the table: both bodies and the sum.
 * @param {(Balance | null)[]} found by solver @param {number} index solver of the contact shown
 * @param {Ball[]} balls
 * @param {(x: number, most: number) => string} write number; most: the largest of its row
 * @returns [{name, column, before, after}]: name of a body, or null for the sum; before and after
 *    for each solver */
export function rowsOf(found, index, balls, write = (x) => pretty(x, DIGITS)) {
    const one = /** @type {Balance} */ (found[index]);
    const moves = (name) => !balls.find((ball) => ball.name === name)?.fixed;
    const a = moves(one.a), b = !one.wall && moves(one.b);
    const share = (name, of) => COLUMNS.filter((column) => (one.oblique
        || !ALONG_T.includes(column)) && !(of === 'sum' && VELOCITIES.includes(column)))
        .map((column) => {
            const valueOf = (balance, part) => balance[`${of}_${part}`][column] ?? NaN; // JSON has no NaN
            const most = largestOf(found.flatMap((each) => each === null ? []
                : ['before', 'after'].map((part) => Math.abs(valueOf(each, part)))));
            const all = (part) => found.map((balance) => balance === null ? NONE : write(valueOf(balance, part), most));
            return { name, column, before: all('before'), after: all('after') };
        });
    return [...(a ? share(one.a, 'a') : []), ...(b ? share(one.b, 'b') : []),
        ...(a && b ? share(null, 'sum') : [])];
}

/** Readings of a contact of two balls: separation over approach speed, and the angle to the line of centres, in
 * degrees, at which the ball leaves that was slower before.
 * @type {Record<string, (of: any) => number>} of a Balance */
export const READINGS = {
    e: ({ a_before, b_before, a_after, b_after }) =>
        (b_after.v_n_mps - a_after.v_n_mps) / (a_before.v_n_mps - b_before.v_n_mps),
    angle: ({ a_before, b_before, a_after, b_after }) => {
        const [a, b] = [a_before, b_before].map(({ v_n_mps, v_t_mps = 0 }) => Math.hypot(v_n_mps, v_t_mps));
        const { v_n_mps, v_t_mps = 0 } = a < b ? a_after : b_after;
        return Math.atan2(Math.abs(v_t_mps), Math.abs(v_n_mps)) / DEGREE;
    },
};

/** Reading that a scene shows: of two balls that lose energy, or in the close-up of friction; or undefined.
 * @param {Run} run @param {boolean} isSlow */
export function readingOf({ scene: { balls, spins }, numbers }, isSlow) {
    const isLossy = numbers.some(({ dissipated_J: lost }) => lost?.some((value) => value > 0));
    return !isLossy ? undefined : spins ? isSlow && 'angle' || undefined
        : balls.filter(({ fixed }) => !fixed).length === 2 ? 'e' : undefined;
}

/** The latest contact of two balls of a solver that has ended, in slow motion that of the close-up; or undefined.
 * @returns {Balance | undefined} */
export const endedIn = ({ run, slow, shows, time }, index) => run.balances[index]?.findLast(({ contact, wall, t_s }) =>
    !wall && t_s + (run.collisions[index].column.contact_s?.[contact - 1] || 0) <= time
        && (shows !== 'slow' || contact === slow.rows[index] + 1));
