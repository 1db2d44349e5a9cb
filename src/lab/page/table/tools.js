// SPDX-License-Identifier: GPL-3.0-or-later
/** Buttons below the table: trails, arrows, centre of mass, names, zoom. */
import { button, element } from '../frame/dom.js';
import { iconButton } from '../frame/icons.js';

const ZOOM = 1.6; // factor per click

/** @param {import('./table.js').Table} table
 * @returns {function()} shows the options of the table, after they have changed */
export function mountTools(place, table) {
    const { options } = table, names = Object.keys(options), toggles = names.map((name) =>
        button(`table.${name}`, () => {
            options[name] = !options[name];
            show();
            table.ask();
        }));
    const show = () => toggles.forEach((each, k) =>
        each.setAttribute('aria-pressed', `${options[names[k]]}`));
    show();
    place.append(element('div', { className: 'tools' }, ...toggles,
        element('span', { className: 'spring' }),
        iconButton('minus', 'table.farther', () => table.zoom(1 / ZOOM)),
        iconButton('plus', 'table.nearer', () => table.zoom(ZOOM)),
        iconButton('whole', 'table.whole', () => table.fit())));
    return show;
}
