// SPDX-License-Identifier: GPL-3.0-or-later
/** Names of solvers for readers: the model first, then the method, as in "Springs: Euler". */
import { say } from './words.js';

const RIGID = ['impulse', 'oracle']; // kinds of solvers

/** What the balls of a solver are, or '' where its label tells it. @param {Solver} solver */
export function modelOf({ soft, kind, label }) {
    const key = soft ? 'springs' : RIGID.includes(kind) ? 'rigid' : '';
    const said = key && say(`model.${key}`);
    return label.toLowerCase().includes(said.toLowerCase()) ? '' : said;
}

/** @param {Solver} solver */
export const fullName = (solver) => [modelOf(solver), solver.label].filter(Boolean).join(': ');

/** Full names of solvers by model: lines
 * "Rigid balls: Impulse", "Springs: Euler, Heun".
 * @param {Solver[]} solvers @param most letters of labels; more have lines of their own */
export function fullNames(solvers, most = Infinity) {
    const models = [...new Set(solvers.map(modelOf))];
    return models.flatMap((model) => {
        const labels = solvers.filter((one) => modelOf(one) === model).map(({ label }) => label);
        const isLong = labels.length > 1 && labels.join(', ').length > most;
        return isLong ? [model && `${model}:`, ...labels].filter(Boolean)
            : [model, labels.join(', ')].filter(Boolean).join(': ');
    });
}
