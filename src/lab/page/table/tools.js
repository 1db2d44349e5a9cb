// SPDX-License-Identifier: GPL-3.0-or-later
/** Buttons below the table: trails, arrows, centre of mass, names, zoom. */
import { button, element } from '../frame/dom.js';
import { iconButton } from '../frame/icons.js';

const ZOOM = 1.6; // factor per click

function toggle(table, option) {
    const made = button(`table.${option}`, () => {
        table.options[option] = !table.options[option];
        made.setAttribute('aria-pressed', table.options[option]);
        table.ask();
    }, { 'aria-pressed': String(table.options[option]) });
    return made;
}

export function mountTools(place, table) {
    place.append(element('div', { className: 'tools' },
        ...['trails', 'velocities', 'momenta', 'centre', 'names'].map((each) =>
            toggle(table, each)),
        element('span', { className: 'spring' }),
        iconButton('minus', 'table.farther', () => table.zoom(1 / ZOOM)),
        iconButton('plus', 'table.nearer', () => table.zoom(ZOOM)),
        iconButton('whole', 'table.whole', () => table.fit())));
}
