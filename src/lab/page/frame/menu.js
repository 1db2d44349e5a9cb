// SPDX-License-Identifier: GPL-3.0-or-later
/** Menus: a button and a list that it opens above everything, beside the button. The browser closes
 * it by Escape or by a click elsewhere. */
import { element, spoken } from './dom.js';
import { icon } from './icons.js';

const GAP_PX = 4, EDGE_PX = 8, LEAST_PX = 240; // LEAST_PX: of a list below its button, which then scrolls

/** @param {string} id of the list @param {string} key label of the button
 * @param {HTMLElement} list its contents, which get a popover
 * @returns {HTMLButtonElement} */
export function menuButton(id, key, sign, list) {
    Object.assign(list, { id, popover: 'auto', className: 'menu' });
    const made = element('button', { type: 'button', popovertarget: id, 'aria-expanded': 'false',
        className: 'opens' }, icon(sign), spoken('span', key));
    list.addEventListener('toggle', (/** @type {any} */ { newState }) => {
        made.setAttribute('aria-expanded', `${newState === 'open'}`);
        if (newState === 'open') {
            const from = made.getBoundingClientRect(), { offsetHeight, offsetWidth, style } = list;
            const room = innerHeight - from.bottom - GAP_PX - EDGE_PX, below = room > LEAST_PX;
            style.maxHeight = below ? `${room}px` : '';
            style.left = `${Math.max(EDGE_PX, Math.min(from.right, innerWidth - EDGE_PX)
                - offsetWidth)}px`;
            style.top = `${Math.max(EDGE_PX, below ? from.bottom + GAP_PX
                : from.top - offsetHeight - GAP_PX)}px`;
        }
    });
    return made;
}
