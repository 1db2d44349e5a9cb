// SPDX-License-Identifier: GPL-3.0-or-later
/** Matches the contacts of solvers, selects the one for slow motion with its time window, and reads
 * its samples. */
import { cached, countWhile } from '../model/search.js';

const BEFORE = 0.3, AFTER = 0.5; // margins relative to the contacts: before the first onset, after the last end
const LINKED = 5; // durations of a contact in which others are linked with it
const SAME_S = 1e-11; // rounding of times
const RIGID_EDGE = 0.6; // margin for rigid balls: approach distance in radii
const MOST_PAIRS = 4; // traced at once
const FAR = 4; // in radii of approach: farther contacts of other solvers are not in the window

const isPair = ({ column }, row, a, b) => (column.a[row] === a && column.b[row] === b)
    || (column.a[row] === b && column.b[row] === a);

/** Contact duration in s; 0 for an open contact. */
const durationAt = ({ column }, row) => Number.isFinite(column.contact_s[row])
    ? column.contact_s[row] : 0;

/** Row of the first collision at or after a time, or -1. */
export function nextRow(table, time_s) {
    const rows = table?.rows ?? 0, row = countWhile(rows, (k) => table.column.t_s[k] < time_s);
    return row < rows ? row : -1;
}

/** Row of the latest collision that has begun at a time, or -1. */
export const latestRow = (table, time_s) => countWhile(table?.rows ?? 0, (k) => table.column.t_s[k] <= time_s) - 1;

/** Names of the balls of a collision. */
const ballsAt = ({ column: { a, b, kind } }, row) => kind[row] === 'wall' ? [a[row]] : [a[row], b[row]];

/** Contacts of a solver that are linked with one: each begins before another of them has ended, at one of its
 * balls, within some durations of the first. A cradle or a rack that is struck is one cluster.
 * @returns {{rows: number[], balls: string[], from_s: number, to_s: number}} */
export function clusterOf(table, row) {
    const { t_s } = table.column, end = (at) => t_s[at] + durationAt(table, at);
    const rows = new Set([row]), balls = new Set(ballsAt(table, row));
    const most_s = LINKED * durationAt(table, row) + SAME_S;
    let from_s = t_s[row], to_s = end(row);
    const near = Array.from({ length: table.rows }, (_, at) => at)
        .filter((at) => Math.abs(t_s[at] - t_s[row]) <= most_s);
    for (let before = 0; before < rows.size;) {
        before = rows.size;
        for (const at of near) {
            if (!rows.has(at) && t_s[at] <= to_s + SAME_S && end(at) >= from_s - SAME_S
                && ballsAt(table, at).some((name) => balls.has(name))) {
                rows.add(at);
                ballsAt(table, at).forEach((name) => balls.add(name));
                from_s = Math.min(from_s, t_s[at]);
                to_s = Math.max(to_s, end(at));
            }
        }
    }
    return { rows: [...rows], balls: [...balls], from_s, to_s };
}

/** True if a ball of a contact is in another contact of the same solver at the same time. */
export const isShared = (table, row) => clusterOf(table, row).rows.length > 1;

/** Time in s in which the pair approaches by a number of radii. */
function timeFor(radii, { scene }, { column }, row) {
    const ball = scene.balls.find(({ name }) => name === column.a[row]);
    return radii * ball.radius_m / Math.max(column.approach_mps[row], 1e-12);
}

/** Numbers of a solver's contacts: equal in two solvers if the pair and all earlier contacts of
 * both bodies are the same. @param known numbers by key, shared by the solvers of a run */
function numbersOf(table, known) {
    const last = new Map();
    return Array.from({ length: table?.rows ?? 0 }, (_, row) => {
        const { a, b, kind } = table.column, wall = kind[row] === 'wall';
        const bodies = wall ? [a[row]] : [a[row], b[row]].sort();
        const key = JSON.stringify([wall ? b[row] : null,
            ...bodies.map((name) => [name, last.get(name)])]);
        const number = cached(known, key, () => known.size);
        bodies.forEach((name) => last.set(name, number));
        return number;
    });
}

const numbered = new WeakMap(); // by run: numbers of the contacts of each solver

/** Matches a contact between solvers. The pair and all earlier contacts of both bodies are the
 * same, and no earlier contact is missing in one of the two solvers.
 * @returns {number[]} rows by solver; -1 if it lacks the contact */
export function matchesOf(run, index, row) {
    const numbers = cached(numbered, run, () => {
        const known = new Map();
        return run.collisions.map((table) => numbersOf(table, known));
    }), own = new Set(numbers[index]);
    const { a, b, t_s } = run.collisions[index].column;
    return numbers.map((other, k) => {
        const others = new Set(other), table = run.collisions[k];
        const begins = (of, at) => run.collisions[of]?.column.t_s[at] ?? Infinity;
        const mismatch_s = Math.min(
            begins(index, numbers[index].findIndex((one) => !others.has(one))),
            begins(k, other.findIndex((one) => !own.has(one))));
        const at = begins(index, row) <= mismatch_s ? other.indexOf(numbers[index][row]) : -1;
        // contacts that begin at once have any order
        return at < 0 && t_s[row] <= mismatch_s + SAME_S ? other.findIndex((_, each) =>
            Math.abs(begins(k, each) - t_s[row]) <= SAME_S && isPair(table, each, a[row], b[row])) : at;
    });
}

/** Time window that contains the contact of every solver that has it at about the same time.
 * @param index index of the solver whose collision table `row` refers to
 * @returns {{from_s, to_s, bodies, a, b, t_s, rows, last_s}} rows by solver; -1 if it lacks the contact;
 *    last_s: the end of the cluster of this solver */
export function windowOf(run, index, row) {
    const table = run.collisions[index], { column } = table;
    const a = column.a[row], b = column.b[row], t_s = column.t_s[row];
    const matches = matchesOf(run, index, row), has = (at) => at >= 0;
    const begins = (at, k) => has(at) ? run.collisions[k].column.t_s[at] : Infinity;
    const lasts = (at, k) => has(at) ? durationAt(run.collisions[k], at) : -Infinity;
    const within_s = Math.max(3 * Math.max(...matches.map(lasts)), timeFor(FAR, run, table, row));
    const rows = matches.map((at, k) => Math.abs(begins(at, k) - t_s) <= within_s ? at : -1);
    const clusters = rows.flatMap((at, k) => has(at) ? [{ ...clusterOf(run.collisions[k], at), of: run.collisions[k] }] : []);
    const pairs = [`${a},${b}`, ...clusters.flatMap(({ rows: all, of }) => all.sort((one, other) => one - other)
        .map((at) => [of.column.a[at], of.column.b[at]]).filter((two) => !isPair(table, row, ...two)).map(String))];
    const begin_s = Math.min(...clusters.map(({ from_s }) => from_s));
    const end_s = Math.max(...clusters.map(({ to_s }) => to_s));
    const long_s = end_s - begin_s, edge_s = long_s > SAME_S ? 0 : timeFor(RIGID_EDGE, run, table, row);
    return { from_s: Math.max(begin_s - BEFORE * long_s - edge_s, 0),
        to_s: Math.min(end_s + AFTER * long_s + edge_s, run.scene.duration_s),
        bodies: [...new Set(pairs)].slice(0, MOST_PAIRS).join(';'), a, b, t_s, rows, last_s: clusterOf(table, row).to_s };
}

/** End of the samples of a contact that ends at a time: balls can overlap longer than their springs push. */
const lastOf = (t_s, first, end, end_s) => Math.min(end, first + 1 + countWhile(end - first, (k) => t_s[first + k] < end_s));

/** Contacts of a solver that are traced and in the window.
 * @param {Run} slow @returns {Contact[]} in the order of their onsets */
function contactsOf(slow, index) {
    const table = /** @type {Table} */ (slow.collisions[index]), { column: contactSamples = {}, rows = 0 } = slow.contacts[index] ?? {};
    const found = [];
    for (let first = 0, end; first < rows; first = end) { // samples of a contact are adjacent
        const number = contactSamples.contact[first], row = number - 1;
        for (end = first; end < rows && contactSamples.contact[end] === number; end++);
        const t_s = table.column.t_s[row], contact_s = durationAt(table, row);
        const last = contact_s > 0 ? lastOf(contactSamples.t_s, first, end, t_s + contact_s) : end;
        if (t_s <= slow.to_s && t_s + contact_s >= slow.from_s) {
            const { balls, from_s, to_s } = clusterOf(table, row);
            found.push({ index, row, first, end: last, a: table.column.a[row], b: table.column.b[row], balls, from_s, to_s,
                wall: table.column.kind[row] === 'wall', rigid: !(table.column.contact_s[row] > 0),
                t_s, contact_s, impulse_Ns: table.column.impulse_Ns[row], contactSamples });
        }
    }
    return found.sort((one, other) => one.t_s - other.t_s);
}

const found = new WeakMap(); // by run

/** All traced contacts of a run in slow motion, solver by solver. @returns {Contact[]} */
export const allIn = (slow) => cached(found, slow, () => slow.solvers.flatMap((name, index) => contactsOf(slow, index)));

/** True if a contact is one of a pair: "cue,eight". */
export const isOf = (pair, { a, b }) => pair === `${a},${b}` || pair === `${b},${a}`;

/** The contact of the close-up by solver: that of its window, or else the first one of the pair.
 * @returns {(Contact | null)[]} */
export function contactsIn(slow) {
    const all = allIn(slow).filter((one) => isOf(slow.pairs[0], one));
    return slow.solvers.map((name, index) => all.find((one) => one.index === index && one.row === slow.rows[index])
        ?? all.find((one) => one.index === index) ?? null);
}

/** Zero of the clock of a close-up, its charts and its slider: the first onset in it, s. */
export const onsetOf = (slow) => Math.min(...allIn(slow).map(({ t_s }) => t_s).filter((t_s) => t_s >= slow.from_s));

/** Balls in the close-up, by name. */
export const ballsIn = (slow) => [...new Set(contactsIn(slow).flatMap((one) => one?.balls ?? []))];

/** Index of the last contact sample at or before a time, or the first. @returns {number} row */
export function contactSampleAt({ contactSamples, first, end }, time_s) {
    const passed = countWhile(end - first, (k) => contactSamples.t_s[first + k] <= time_s);
    return first + Math.max(passed - 1, 0);
}

/** Largest of these values; 0 if none is positive. */
export const largestOf = (values) => values.reduce((most, value) => value > most ? value : most, 0);

const ROUNDING = 1e-9; // relative to the largest value

/** Column of a contact, up to its end; what differs from zero by rounding is zero. */
export function columnOf({ contactSamples, first, end, t_s, contact_s }, name) {
    const values = Array.from(contactSamples[name].slice(first, end));
    if (name === 't_s' && contact_s > 0) {
        values[values.length - 1] = Math.min(values[values.length - 1], t_s + contact_s);
    }
    const least = ROUNDING * largestOf(values.map(Math.abs));
    return values.map((value) => Math.abs(value) < least ? 0 : value);
}

/** Column of contacts that follow each other. @param between (last, next) value between two of them; null: a gap */
export const curveOf = (contacts, name, between) => contacts.map((one) => columnOf(one, name)).reduce((all, own) =>
    [...all, between(all.at(-1), own[0]), ...own]);

/** Largest force of these contacts in N; 0 if none has a force. */
export const largestForce = (contacts) => largestOf(contacts.flatMap((one) => one === null ? []
    : Array.from(one.contactSamples.force_N.slice(one.first, one.end), Math.abs)));
