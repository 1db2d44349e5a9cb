// SPDX-License-Identifier: GPL-3.0-or-later
/** Building blocks of instruments: panels, tables, menus. */
import { element, spoken } from '../frame/dom.js';
import { say } from '../words/words.js';

/** Creates a part of the menu of charts (access/layout.js). */
export const panel = (key, ...children) =>
    element('section', { className: 'instrument', dataset: { part: key, sayLabel: key } }, ...children);

/** Table with caption, column headers, and row headers in the first column.
 * @param {{caption, head, rows, groups?: string[]}} given texts or elements; groups: headers above all columns but the
 *    first, each of the same number of columns */
export const Table = ({ caption, head, rows, groups = [] }) => <table>
    <caption><span>{caption}</span></caption>
    <thead>
        {groups.length > 0 && <tr>
            <td />{groups.map((text) => <th scope="colgroup" colSpan={(head.length - 1) / groups.length}>{text}</th>)}
        </tr>}
        <tr>{head.map((cell) => <th scope="col">{cell}</th>)}</tr>
    </thead>
    <tbody>{rows.map(([first, ...cells]) => <tr><th scope="row">{first}</th>{cells.map((cell) => <td>{cell}</td>)}</tr>)}</tbody>
</table>;

/** Creates a menu of texts. @param keys of texts; the value is the index */
export const choice = (labelKey, keys, onchange) => element('select', {
    'data-say-label': labelKey, 'aria-label': say(labelKey), // of its own, before a translation
    onchange: ({ target }) => onchange(Number(target.value)) },
...keys.map((key, k) => spoken('option', key, { value: `${k}` })));
