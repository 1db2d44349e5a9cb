// SPDX-License-Identifier: GPL-3.0-or-later
/** Creates elements in one call. */
import { say } from '../words/words.js';

/** @param {string} tag
 * @param {object} given properties; `dataset`, `style`, and attributes without a property
 *    (aria-..., role) by name
 * @param children elements and texts */
export function element(tag, given = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(given)) {
        if (name === 'dataset' || name === 'style') {
            Object.assign(made[name], value);
        } else if (name in made) {
            made[name] = value;
        } else {
            made.setAttribute(name, value);
        }
    }
    made.append(...children);
    return made;
}

/** Creates a button labelled with text `key` in the chosen language. */
export function button(key, onclick, given = {}) {
    return element('button', { type: 'button', onclick, textContent: say(key), ...given,
        dataset: { say: key, ...given.dataset } });
}
