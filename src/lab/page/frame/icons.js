// SPDX-License-Identifier: GPL-3.0-or-later
/** Icons of buttons as SVG, because no font has all of them: 24 by 24, in the text's colour. */
import { drawing, element } from './dom.js';

const FILLED = {
    play: 'M7 4v16l13-8z',
    pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
    skip: 'M4 4v16l11-8zM16 4h3v16h-3z',
};
const LINES = {
    undo: 'M9 5L4 10l5 5M4 10h11a5 5 0 0 1 0 10h-3',
    redo: 'M15 5l5 5-5 5M20 10H9a5 5 0 0 0 0 10h3',
    reset: 'M4 4v6h6M4.5 10a8 8 0 1 1-.5 5',
    eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
    bars: 'M4 6h16M4 12h16M4 18h16',
};

/** @returns {SVGElement} without a label, which its button has */
export function icon(name) {
    const [fill, stroke] = name in LINES ? ['none', 'currentColor'] : ['currentColor', 'none'];
    return drawing('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'sign' },
        drawing('path', { d: LINES[name] ?? FILLED[name], fill, stroke, 'stroke-width': 2,
            'stroke-linejoin': 'round' }));
}

/** Creates a button with an icon; `key` is its label. */
export function iconButton(name, key, onclick, given = {}) {
    const made = element('button', { type: 'button', onclick, className: 'icon', ...given });
    made.dataset.sayLabel = made.dataset.sayTitle = key;
    made.append(icon(name));
    return made;
}
