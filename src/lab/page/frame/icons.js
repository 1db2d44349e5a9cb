// SPDX-License-Identifier: GPL-3.0-or-later
/** Icons of buttons as SVG, because no font has all of them: 24 by 24, in the text's colour. */
import { drawing, element } from './dom.js';

const FILLED = {
    play: 'M7 4v16l13-8z',
    pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
    start: 'M5 4h3v16H5zM20 4v16L9 12z',
    end: 'M16 4h3v16h-3zM4 4v16l11-8z',
    back: 'M17 4v16L7 12zM4 11h2v2H4z',
    forth: 'M7 4v16l10-8zM18 11h2v2h-2z',
};
const LINES = {
    loop: 'M17 3l4 4-4 4M21 7H8a5 5 0 0 0-5 5M7 21l-4-4 4-4M3 17h13a5 5 0 0 0 5-5',
    undo: 'M9 5L4 10l5 5M4 10h11a5 5 0 0 1 0 10h-3',
    redo: 'M15 5l5 5-5 5M20 10H9a5 5 0 0 0 0 10h3',
    plus: 'M12 5v14M5 12h14',
    minus: 'M5 12h14',
    whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
    sound: 'M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12',
    contact: 'M8 12m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0M16 12m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0',
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
