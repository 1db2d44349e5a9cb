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
