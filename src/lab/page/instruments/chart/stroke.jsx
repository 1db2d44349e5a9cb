// SPDX-License-Identifier: GPL-3.0-or-later
/** Samples of lines for legends. */
import { colourOf, styleOf } from './style.js';

export const Stroke = ({ dash = [], width, colour }) => <svg viewBox="0 0 36 8" class="stroke" aria-hidden="true">
    <line x1="0" x2="36" y1="4" y2="4" stroke-width={width} stroke-dasharray={dash.join(' ')} style={{ stroke: colour }} />
</svg>;

/** Sample of a solver. */
export const Swatch = ({ solver }) => <Stroke {...styleOf(solver)} colour={colourOf(solver)} />;
