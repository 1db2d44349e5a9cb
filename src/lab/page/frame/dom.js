// SPDX-License-Identifier: GPL-3.0-or-later
/** Creates elements in one call. */
import { say } from '../words/words.js';

/** @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} given properties; `dataset`, `style`, and attributes without a
 *    property (aria-..., role) by name
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]} */
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

/** @param {HTMLCanvasElement} canvas @returns {CanvasRenderingContext2D} */
export const contextOf = (canvas) => /** @type {any} */ (canvas.getContext('2d'));

/** Writes a text only if it changes, which live regions announce. */
export function setText(place, text) {
    if (place.textContent !== text) {
        place.textContent = text;
    }
}

/** Returns a function that acts once after the event that calls it, however often that does: parts that draw
 * with it show the same time in a frame. */
export function once(act) {
    let isDue = false;
    return () => {
        if (!isDue) {
            isDue = true;
            queueMicrotask(() => {
                isDue = false;
                act();
            });
        }
    };
}

const listed = new WeakMap(); // options of menus

/** Fills a menu with [value, text] pairs if they change, because an open menu stays open; selects
 * a value. */
export function offer(select, options, value) {
    const key = JSON.stringify(options);
    if (listed.get(select) !== key) {
        listed.set(select, key);
        select.replaceChildren(...options.map(([each, text]) =>
            element('option', { value: each, textContent: text })));
    }
    select.value = value;
}

/** Creates an element of SVG with these attributes and this style. */
export function drawing(tag, { style = {}, ...given }, ...children) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
    Object.entries(given).forEach(([name, value]) => made.setAttribute(name, value));
    Object.assign(made.style, style);
    made.append(...children);
    return made;
}

/** Creates an element with text `key` in the chosen language.
 * @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {string} key */
export const spoken = (tag, key, given = {}) =>
    element(tag, { ...given, dataset: { say: key } }, say(key));

/** A field with an id, after its label. */
export const labelled = (key, field) => [spoken('label', key, { htmlFor: field.id }), ' ', field];

/** Creates a button labelled with text `key`. */
export const button = (key, onclick, given = {}) =>
    spoken('button', key, { type: 'button', onclick, ...given });
