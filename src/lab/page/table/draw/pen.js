// SPDX-License-Identifier: GPL-3.0-or-later
/** How a solver is told apart: hue and dash of plots/style.gp, and a letter beside the ball. */

export const HUES = { 1: '#000000', 2: '#d55e00', 3: '#0072b2', 4: '#009e73', 5: '#aa3377',
    6: '#7a5c00', 7: '#5b5bd6', 8: '#808080' };
export const ALARM = '#c00000', INK = '#202020';

/** plots/lines.gp: of a hue, and of its further variants. */
const DASHES = { 1: [], 2: [10, 5], 3: [6, 4], 4: [12, 4, 3, 4], 5: [8, 3, 2, 3, 2, 3], 6: [6, 6],
    7: [3, 5], 8: [2, 4] };
const VARIANTS = [[], [2, 3], [2, 3, 2, 9], [4, 8]]; // the 1st, 2nd, ...

/** @returns {number[]} px, as CanvasRenderingContext2D.setLineDash takes them */
export function dashOf(hue, variant) {
    if (!variant) {
        return DASHES[hue] ?? [];
    }
    return hue === 1 && variant === 1 ? DASHES[2] : VARIANTS[(variant - 1) % VARIANTS.length];
}

/** First letters where they differ, numbers where not. */
export function lettersOf(names) {
    const first = names.map((name) => (name.match(/[a-z]/i)?.[0] ?? '').toUpperCase());
    const apart = new Set(first).size === names.length && !first.includes('');
    return apart ? first : names.map((name, k) => `${k + 1}`);
}

/** @returns {{name, label, colour, dash, letter, filled, soft}[]} by solver; the reference's balls
 *  are filled */
export function pensOf({ solvers, reference }) {
    const letters = lettersOf(solvers.map(({ name }) => name));
    return solvers.map(({ name, label, hue, variant, soft }, lane) => ({ name, label,
        colour: HUES[hue] ?? HUES[8], dash: dashOf(hue, variant), letter: letters[lane],
        filled: lane === (reference ?? 0), soft }));
}

/** In which order solvers are drawn, so that all can be seen where they coincide: the reference,
 *  then solid lines, then dashed ones. @returns {number[]} solvers */
export function orderOf(pens) {
    const rank = (lane) => pens[lane].filled ? 0 : pens[lane].dash.length === 0 ? 1 : 2;
    return [...pens.keys()].sort((a, b) => rank(a) - rank(b) || a - b);
}

/** The colour on white, as if so much of it were there. */
export function pale(colour, part) {
    const mixed = [1, 3, 5].map((at) => {
        const value = parseInt(colour.slice(at, at + 2), 16);
        return Math.round(255 - (255 - value) * part).toString(16).padStart(2, '0');
    });
    return `#${mixed.join('')}`;
}
