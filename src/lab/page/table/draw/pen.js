// SPDX-License-Identifier: GPL-3.0-or-later
/** Appearance of solvers on the cloth: hue and dash as in every figure. */
import { MIST, ON_CLOTH } from '../../frame/palette.js';
import { styleOf } from '../../instruments/chart/style.js';

export { CLOTH, CUSHION, MARK as FOCUS, MIST as GREY, CHALK as INK, RAIL,
    SHADE as PAPER } from '../../frame/palette.js';

/** Colours of balls: the cue ball, then the numbers of pool; and their names, which balls can have. */
const BALLS = ['#f4ecd8', '#f0b92d', '#2f6fd0', '#d23b33', '#7a49b8', '#ec7d2b', '#2f9e58',
    '#9c3b32', '#2b3036'];
const NAMES = ['cue white weiß weiss weisse', 'yellow gelb gelbe', 'blue blau blaue', 'red rot rote', 'purple violet lila violett',
    'orange', 'green grün gruen', 'maroon brown braun', 'eight black schwarz'].map((words) => words.split(' '));

export function ballColour({ name }, ball) {
    const named = NAMES.findIndex((words) => words.includes(name.toLowerCase().replace(/[-_ \d]+$/, '')));
    return BALLS[named >= 0 ? named : ball === 0 ? 0 : 1 + (ball - 1) % (BALLS.length - 2)];
}

/** @returns {{name, label, colour, dash, filled, soft}[]} by solver; the reference's balls
 *    are filled */
export function pensOf({ solvers, reference }) {
    return solvers.map((solver, index) => ({ name: solver.name, label: solver.label,
        soft: solver.soft, ...styleOf(solver), colour: ON_CLOTH[solver.hue - 1] ?? MIST,
        filled: index === (reference ?? 0) }));
}

/** Drawing order that keeps coinciding solvers visible: the reference, then solid lines, then
 * dashed ones. @returns {number[]} indices of solvers */
export function orderOf(pens) {
    const rank = (index) => pens[index].filled ? 0 : pens[index].dash.length === 0 ? 1 : 2;
    return [...pens.keys()].sort((a, b) => rank(a) - rank(b) || a - b);
}
