// SPDX-License-Identifier: GPL-3.0-or-later
/** Goals of a challenge are checks of the scenario with a `goal:` text. Checks with the same text
 * are one goal. This file creates and counts them; the core evaluates them. */
import { flow, flowList, itemsOf, quoted, valueOf } from '../../knobs/edit/flow.js';
import { wholly } from '../../knobs/edit/edits.js';

/** All checks of a scene, goals included. */
export const checksOf = (scene) => itemsOf(scene.yaml, 'checks');

/** Text of a check's goal, or undefined. */
export const goalOf = (check) => valueOf(check, 'goal');

/** Texts of a scene's goals. */
export const goalsOf = (scene) => [...new Set(checksOf(scene).map(goalOf).filter(Boolean))];

/** Makes checks a goal. */
export const asGoal = (checks, text) =>
    checks.map((check) => check.replace(/ }$/, `, goal: ${quoted(text)} }`));

/** Key for one solver; none for '' (every solver). */
const ofSolver = (solver) => solver === '' ? [] : [['solver', quoted(solver)]];
const when = (at_s) => at_s === null ? [['over', 'end']] : [['at_s', `${at_s}`]];

/** Goal: a ball is within `within_m` of a position at the end or at a time, in x and in y (two
 * checks). */
export function placeGoals({ ball, x_m, y_m, within_m, at_s = null, solver = '' }) {
    return [['x_m', x_m], ['y_m', y_m]].map(([column, at]) => flow([['kind', 'column'],
        ['file', 'trajectory'], ['column', column], ['ball', quoted(ball)], ...when(at_s),
        ...ofSolver(solver), ['equals', `${at}`], ['within', `${within_m}`]]));
}

/** Goal: a number of collisions. */
export const collisionGoal = ({ count, solver = '' }) => flow([['kind', 'summary'],
    ['quantity', 'collisions'], ...ofSolver(solver), ['equals', `${count}`], ['within', '0']]);

/** Goal: the energy error stays below a fraction of the initial energy. */
export const energyGoal = ({ most, solver = '' }) => flow([['kind', 'summary'],
    ['quantity', 'energy_residual_rel'], ...ofSolver(solver), ['max', `${most}`]]);

/** Goal: a column of series.tsv within bounds, over all samples or at a time. `over` is
 * end|max|min|largest|start; bounds min, max, equals and within that are null do not apply. */
export function columnGoal({ column, over = 'end', at_s = null, solver = '', bounds }) {
    const held = Object.entries(bounds).filter(([, value]) => value !== null);
    return flow([['kind', 'column'], ['file', 'series'], ['column', column],
        ...at_s === null ? [['over', over]] : when(at_s), ...ofSolver(solver),
        ...held.map(([key, value]) => [key, `${value}`])]);
}

/** Pairs for model.edit that replace the scenario's checks. */
export const checkPairs = (sets, checks) => wholly(sets, 'checks', flowList(checks));

/** Goals with their verdict: fail if one of their checks fails, else skip if one is skipped.
 * @param {Verdict[]} verdicts
 * @returns {{text: string, verdict: string, items: Verdict[]}[]} */
export function goalVerdicts(verdicts) {
    const texts = new Set(verdicts.flatMap(({ goal }) => goal ? [goal] : []));
    return [...texts].map((text) => {
        const items = verdicts.filter(({ goal }) => goal === text);
        const verdict = ['fail', 'skip'].find((each) => items.some((one) => one.verdict === each));
        return { text, items, verdict: verdict ?? 'pass' };
    });
}

/** @returns {{held, all: boolean}} number of goals that are met; all: there are goals, all met */
export function tally(goals) {
    const held = goals.filter(({ verdict }) => verdict === 'pass').length;
    return { held, all: held > 0 && held === goals.length };
}
