// SPDX-License-Identifier: GPL-3.0-or-later
/** Rounds dragged values to steps that fit the screen. */

export const PLACE_M = 1e-3, SPEED_MPS = 1e-2; // steps
const FINE = 100; // with Shift
const MOST_PX = 3; // maximum length of a step on the screen, except the coarsest

/** @returns {number} decimals of a step: 3 for 0.001 */
export const decimalsOf = (step) => Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));

/** Nearest multiple of the step, without binary rounding residue. */
export function snap(value, step) {
    const snapped = Number((Math.round(value / step) * step).toFixed(decimalsOf(step)));
    return snapped === 0 ? 0 : snapped; // not -0
}

/** Step for the current zoom, not coarser than a pixel requires.
 * @param per_px size of a pixel, in the unit of the step */
export function stepFor(coarsest, per_px, fine = false) {
    const of_pixel = 10 ** Math.floor(Math.log10(MOST_PX * per_px));
    return Math.min(coarsest, of_pixel) / (fine ? FINE : 1);
}
