// SPDX-License-Identifier: GPL-3.0-or-later
/** Buttons below the table: trails, arrows, centre of mass, names, zoom. */
import { button, element } from '../frame/dom.js';
import { iconButton } from '../frame/icons.js';

const ZOOM = 1.6; // factor per click

/** @param {import('./table.js').Table} table */
function toggle(table, option) {
    const root = button(`table.${option}`, () => {
        table.options[option] = !table.options[option];
        show();
        table.ask();
    });
    const show = () => root.setAttribute('aria-pressed', `${table.options[option]}`);
    show();
    return { root, show };
}

/** @returns {function()} shows the options of the table, after they have changed */
export function mountTools(place, table) {
    const toggles = ['trails', 'velocities', 'momenta', 'centre', 'names'].map((option) => toggle(table, option));
    place.append(element('div', { className: 'tools' },
        ...toggles.map(({ root }) => root),
        element('span', { className: 'spring' }),
        iconButton('minus', 'table.farther', () => table.zoom(1 / ZOOM)),
        iconButton('plus', 'table.nearer', () => table.zoom(ZOOM)),
        iconButton('whole', 'table.whole', () => table.fit())));
    return () => toggles.forEach(({ show }) => show());
}
