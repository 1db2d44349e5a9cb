// SPDX-License-Identifier: GPL-3.0-or-later
/** Building blocks of instruments: panels, tables, menus. */
import { element, spoken } from '../frame/dom.js';
import { say } from '../words/words.js';

/** Creates a part of the menu of charts (access/layout.js). */
export const panel = (key, ...children) =>
    element('section', { className: 'instrument', dataset: { part: key, sayLabel: key } }, ...children);

/** Creates a table with caption, column headers, and row headers in the first column.
 * @param head texts, or elements
 * @param rows lists of texts, {text, title, lang} or elements
 * @param groups headers above all columns but the first, each of the same number of columns */
export function table(caption, head, rows, groups = []) {
    const cellOf = (tag, cell, more = {}) => {
        const { text = cell, ...own } = typeof cell === 'object' && !(cell instanceof Node) ? cell
            : { text: cell };
        return element(tag, { ...more, ...own }, text);
    };
    const above = groups.map((text) => element('th', { scope: 'colgroup',
        colSpan: (head.length - 1) / groups.length }, text));
    return element('table', {},
        element('caption', {}, element('span', {}, caption)),
        element('thead', {}, ...(above.length > 0 ? [element('tr', {}, element('td'), ...above)]
            : []), element('tr', {}, ...head.map((cell) => cell === '' ? element('td')
            : cellOf('th', cell, { scope: 'col' })))),
        element('tbody', {}, ...rows.map(([first, ...cells]) => element('tr', {},
            cellOf('th', first, { scope: 'row' }), ...cells.map((cell) => cellOf('td', cell))))));
}

/** Indices of about `rows` evenly spaced samples, the last included. */
export function evenly(count, rows = 11) {
    const shown = Math.min(count, rows);
    return Array.from({ length: shown }, (_, k) =>
        Math.round(k * (count - 1) / Math.max(1, shown - 1)));
}

/** Creates a menu of texts. @param keys of texts; the value is the index */
export const choice = (labelKey, keys, onchange) => element('select', {
    'data-say-label': labelKey, 'aria-label': say(labelKey), // of its own, before a translation
    onchange: ({ target }) => onchange(Number(target.value)) },
...keys.map((key, k) => spoken('option', key, { value: `${k}` })));
