// SPDX-License-Identifier: GPL-3.0-or-later
/** Legend over the table: a chip for each solver, which highlights it everywhere. */
import { drawing, element } from '../frame/dom.js';
import { MIST, ON_CLOTH } from '../frame/palette.js';
import { say } from '../words/words.js';
import { pensOf } from './draw/pen.js';

/** Draws a ball as on the table. @param {SolverPen} pen */
const sampleOf = ({ colour, dash, filled }) => drawing('svg',
    { viewBox: '0 0 18 18', class: 'pen', 'aria-hidden': 'true' },
    drawing('circle', { cx: 9, cy: 9, r: 7, fill: filled ? colour : 'none',
        stroke: colour, 'stroke-width': 2.5,
        'stroke-dasharray': dash.map((px) => px / 3).join(' ') }));

/** Draws a recorded ball. @param {Track} track */
const crossed = (track) => drawing('svg', { viewBox: '0 0 18 18', class: 'pen',
    'aria-hidden': 'true' }, drawing('path', {
    d: 'M2 9a7 7 0 1 0 14 0a7 7 0 1 0-14 0M4 4l10 10M4 14L14 4',
    fill: 'none', stroke: ON_CLOTH[track.hue - 1] ?? MIST, 'stroke-width': 1.5 }));

/** @param {HTMLElement} place @param {Model} model @param {Set<string>} hidden names of solvers */
export function mountLegend(place, model, hidden) {
    const list = element('ul', { className: 'legend', 'data-say-label': 'table.solvers' });
    const item = (pen) => {
        const chosen = model.selection.solver === pen.name;
        return element('li', {}, element('button', { type: 'button',
            className: hidden.has(pen.name) ? 'off' : '', 'aria-pressed': `${chosen}`,
            onclick: () => model.select({ solver: chosen ? null : pen.name }) },
        sampleOf(pen), pen.label));
    };
    const update = () => {
        const { scene, origin } = model, focused = [...list.querySelectorAll('button')]
            .findIndex((each) => each === document.activeElement);
        list.replaceChildren(...(scene ? pensOf(scene) : []).map(item),
            ...(origin?.track ? [element('li', {}, element('span', { className: 'recorded' },
                crossed(origin.track), `${origin.track.label} ${say('table.recorded')}`))] : []));
        list.querySelectorAll('button')[focused]?.focus();
    };
    model.on('scene language selection hidden', update);
    place.append(list);
}
