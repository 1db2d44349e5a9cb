// SPDX-License-Identifier: GPL-3.0-or-later
/** Line style of a solver: hue by family, dash by variant, as in plots/style.gp and plots/lines.gp.
 * Lower curves are thick and solid, upper ones dashed, so coinciding curves are both visible. */
import { ALARM, BESIDE, GREY, HUES, INK, PALE, PAPER } from '../../frame/palette.js';

const BESIDE_HUE = 8, REFERENCE_HUE = 9; // values for comparison; the 128-bit reference
export const THEORY_DASH = [4, 8];
const DASHES = [[], [18, 8], [10, 6], [20, 6, 4, 6], [14, 5, 4, 5, 4, 5], [10, 10], [5, 8]];
const VARIANT_DASHES = [[], [], [4, 6], [4, 6, 4, 16], [8, 14]]; // for every hue, from variant 1

export { ALARM, GREY, INK, PALE, PAPER };

/** @param {{hue, variant}} solver of the scene @returns {{colour, dash, width}} lengths in px */
export function styleOf({ hue, variant = 0 }) {
    const own = variant > 0 ? hue === 1 && variant === 1 ? DASHES[1]
        : VARIANT_DASHES[variant % VARIANT_DASHES.length] : null;
    if (hue >= BESIDE_HUE) {
        return { colour: BESIDE, width: 1.5,
            dash: own ?? (hue === REFERENCE_HUE ? [24, 7] : THEORY_DASH) };
    }
    const at = (hue - 1) % HUES.length, dash = own ?? DASHES[at];
    return { colour: HUES[at], dash, width: dash.length === 0 && variant === 0 ? 3.5 : 2 };
}

/** Indices of solvers in drawing order: solid lines first. */
export function drawingOrder(solvers) {
    const solid = (k) => styleOf(solvers[k]).dash.length === 0;
    return solvers.map((_, k) => k).sort((a, b) => Number(solid(b)) - Number(solid(a)) || a - b);
}

/** Colour of a solver for a style sheet. */
export const colourOf = ({ hue }) =>
    `var(--${hue >= BESIDE_HUE ? 'beside' : `hue-${(hue - 1) % HUES.length + 1}`})`;
