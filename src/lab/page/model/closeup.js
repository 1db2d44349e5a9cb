// SPDX-License-Identifier: GPL-3.0-or-later
/** Contact of the close-up: the next one of a run, and the same one in an edited run. */
import { nextRow, windowOf } from '../table/contact.js';

const SAME_S = 1e-9; // contacts at once

/** Solver whose contacts are stepped through: the reference, or the first with contacts; -1: none. */
function solverOf(run) {
    const has = (index) => run.collisions[index]?.rows > 0, { reference } = run.scene;
    return has(reference) ? reference : run.solvers.findIndex((name, index) => has(index));
}

const pairOf = ({ column }, row) => `${column.a[row]},${column.b[row]}`;

/** @typedef {{index: number, row: number, solver: string, pair: string, nth: number}} Choice row of a
 *    solver's collisions: contact number `nth` of the pair */

/** @returns {Choice} */
export function choiceOf(run, index, row) {
    const table = run.collisions[index], pair = pairOf(table, row);
    const nth = Array.from({ length: row }, (_, k) => k).filter((k) => pairOf(table, k) === pair).length;
    return { index, row, solver: run.solvers[index], pair, nth };
}

/** Contact after another one or, from the whole run, after a time. The first one again, where fewer solvers
 * have the next one than the first: the runs differ by then.
 * @param {Choice | null} after @returns {Choice | null} null: there are no contacts */
export function nextChoice(run, after, time_s) {
    const had = after ? run.solvers.indexOf(after.solver) : -1;
    const index = run.collisions[had]?.rows > 0 ? had : solverOf(run);
    if (index < 0) {
        return null;
    }
    const table = run.collisions[index], from_s = after ? windowOf(run, index, after.row).last_s : time_s;
    const next = nextRow(table, after ? from_s + Number.EPSILON * from_s : from_s);
    const solvers = (row) => windowOf(run, index, row).rows.filter((each) => each >= 0).length;
    const is = next > 0 && next < table.rows && solvers(next) >= solvers(0);
    return choiceOf(run, index, is ? next : 0);
}

/** The same contact in another run. @param {Choice | null} choice null: the first contact
 * @returns {Choice | null} null: the pair does not meet */
export function sameChoice(run, choice) {
    const had = choice ? run.solvers.indexOf(choice.solver) : -1;
    const index = run.collisions[had]?.rows > 0 ? had : solverOf(run);
    if (index < 0) {
        return null;
    }
    const table = run.collisions[index];
    const rows = Array.from({ length: table.rows }, (_, k) => k)
        .filter((row) => !choice || pairOf(table, row) === choice.pair);
    const { t_s, a } = table.column, rank = (k) => run.balls.indexOf(a[k]);
    const row = choice ? rows[choice.nth] ?? rows[0] // of contacts at once that of the first ball, which has the knobs
        : rows.filter((k) => t_s[k] - t_s[0] < SAME_S).sort((one, other) => rank(one) - rank(other))[0];
    return row === undefined ? null : choiceOf(run, index, row);
}
