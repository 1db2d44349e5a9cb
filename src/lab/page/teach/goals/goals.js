// SPDX-License-Identifier: GPL-3.0-or-later
/** Goals of a challenge are checks of the scenario, as for `carom check`. This file creates and
 * counts them; the core evaluates them. */
import { flow, flowList, itemsOf, quoted } from '../../knobs/edit/flow.js';
import { wholly } from '../../knobs/edit/edits.js';

export const goalsOf = (scene) => itemsOf(scene.yaml, 'checks');

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

/** Goal: a column of series.tsv within bounds, over all samples or at a time. @param over
 * end|max|min|largest|start
 * @param {{min, max, equals, within}} bounds null ones do not apply */
export function columnGoal({ column, over = 'end', at_s = null, solver = '', bounds }) {
    const held = Object.entries(bounds).filter(([, value]) => value !== null);
    return flow([['kind', 'column'], ['file', 'series'], ['column', column],
        ...at_s === null ? [['over', over]] : when(at_s), ...ofSolver(solver),
        ...held.map(([key, value]) => [key, `${value}`])]);
}

/** Pairs for model.edit that replace the scenario's goals. */
export const goalPairs = (sets, goals) => wholly(sets, 'checks', flowList(goals));

/** @param verdicts of the core: [{verdict: 'pass'|'fail'|'skip', name, text}]
 * @returns {{held, missed, skipped, all: boolean}} all: there are goals and all are met */
export function tally(verdicts) {
    const count = (wanted) => verdicts.filter(({ verdict }) => verdict === wanted).length;
    const held = count('pass'), missed = count('fail'), skipped = count('skip');
    return { held, missed, skipped, all: held > 0 && missed === 0 && skipped === 0 };
}
