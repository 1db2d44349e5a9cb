// SPDX-License-Identifier: GPL-3.0-or-later
/** Legend: ball, dash and letter of each solver. A click highlights the solver everywhere; its box
 * hides it on the table. */
import { button, drawing, element } from '../frame/dom.js';
import { say } from '../words/words.js';
import { styleOf } from '../instruments/chart/style.js';
import { pale, pensOf } from './draw/pen.js';

/** Draws a ball and a line as on the table.
 * @param {SolverPen} pen */
const sampleOf = ({ colour, dash, filled }) => drawing('svg',
    { viewBox: '0 0 58 18', class: 'pen', 'aria-hidden': 'true' },
    drawing('circle', { cx: 9, cy: 9, r: 7, fill: filled ? pale(colour, 0.22) : 'none',
        stroke: colour, 'stroke-width': 2, 'stroke-dasharray': dash.join(' ') }),
    drawing('line', { x1: 20, y1: 9, x2: 58, y2: 9, stroke: colour, 'stroke-width': 2.5,
        'stroke-dasharray': dash.join(' ') }));

/** Draws a recorded ball.
 * @param {Track} track */
const crossed = (track) => drawing('svg', { viewBox: '0 0 18 18', width: '1.1rem',
    'aria-hidden': 'true' }, drawing('path', {
    d: 'M2 9a7 7 0 1 0 14 0a7 7 0 1 0-14 0M4 4l10 10M4 14L14 4',
    fill: 'none', stroke: styleOf(track).colour, 'stroke-width': 1.5 }));

/** @param {HTMLElement} place @param {Model} model
 * @param {Set<string>} hidden names, modified @param changed called after a change */
export function mountLegend(place, model, hidden, changed) {
    const list = element('ul', { className: 'legend', 'data-say-label': 'table.solvers' });
    const toggle = (name) => {
        const { solvers } = model.scene, all = solvers.filter((solver) => !hidden.has(solver.name));
        if (!hidden.delete(name) && (all.length > 1 || all[0].name !== name)) {
            hidden.add(name);
        }
        changed();
    };
    const boxOf = ({ name, label }) => {
        const box = element('input', { type: 'checkbox', checked: !hidden.has(name),
            title: say('table.solver.title'), 'aria-label': say('table.solver', { name: label }),
            onchange: () => {
                toggle(name);
                box.checked = !hidden.has(name);
            } });
        return box;
    };
    const recorded = (track) => element('li', {}, boxOf(track), element('span', {
        className: 'recorded' }, crossed(track), ` ${track.label}`,
    element('small', {}, ` ${say('table.recorded')}`)));
    const item = (pen) => {
        const chosen = () => model.selection.solver === pen.name;
        return element('li', {}, boxOf(pen), element('button', { type: 'button',
            onclick: () => model.select({ solver: chosen() ? null : pen.name }),
            'aria-pressed': String(chosen()) }, sampleOf(pen),
        element('b', { style: { color: pen.colour } }, pen.letter), ` ${pen.label}`,
        ...(pen.filled ? [element('small', {}, ` ${say('table.reference')}`)] : [])));
    };
    const update = () => {
        const { scene, origin } = model, focused = [...list.querySelectorAll('button')]
            .findIndex((each) => each === document.activeElement);
        list.replaceChildren(element('li', {}, button('table.by', null, { className: 'terms',
            popovertarget: 'terms', 'aria-label': `${say('table.by')}: ${say('page.terms')}` })),
            ...(scene ? pensOf(scene) : []).map(item),
            ...(origin?.track ? [recorded(origin.track)] : []));
        list.querySelectorAll('button')[focused]?.focus();
    };
    model.on('scene language selection', update);
    place.append(list);
}
