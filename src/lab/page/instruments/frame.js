// SPDX-License-Identifier: GPL-3.0-or-later
/** Building blocks of instruments: panels, figures with text and numbers, tables. */
import { button, element } from '../frame/dom.js';
import { say } from '../words/words.js';
import { savePicture } from './chart/picture.js';

const ROWS = 11; // rows of a chart's table

/** Creates a panel with a heading. @returns {HTMLDetailsElement} */
export function panel(key, open, ...children) {
    const heading = element('h2', { dataset: { say: key } }, say(key));
    return element('details', { className: 'instrument', open, dataset: { part: key } },
        element('summary', {}, heading), ...children);
}

/** Creates a table with caption, column headers, and row headers in the first column.
 * @param head texts, or {text, title, lang}
 * @param rows lists of texts, {text, title, lang} or elements
 * @param groups headers above all columns but the first, each of the same number of columns */
export function table(caption, head, rows, given = {}, groups = []) {
    const content = (cell) => cell instanceof Node ? [cell] : [cell?.text ?? cell];
    const more = (cell) => ({ ...(cell?.title ? { title: cell.title } : {}),
        ...(cell?.lang ? { lang: cell.lang } : {}) });
    return element('table', given,
        element('caption', {}, element('span', {}, caption)),
        element('thead', {}, ...(groups.length > 0 ? [element('tr', {}, element('td'),
            ...groups.map((text) => element('th', { scope: 'colgroup',
                colSpan: (head.length - 1) / groups.length }, text)))] : []), element('tr', {},
            ...head.map((cell) => cell === '' ? element('td') : element('th',
                { scope: 'col', ...more(cell) }, ...content(cell))))),
        element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map((cell, k) =>
            element(k === 0 ? 'th' : 'td', { ...(k === 0 ? { scope: 'row' } : {}), ...more(cell) },
                ...content(cell)))))));
}

/** Indices of about `rows` evenly spaced samples, the last included. */
export function evenly(count, rows = ROWS) {
    if (count <= rows) {
        return Array.from({ length: count }, (_, k) => k);
    }
    return Array.from({ length: rows }, (_, k) => Math.round(k * (count - 1) / (rows - 1)));
}

/** Figure: controls, charts, a sentence, tables and a picture. */
export class Figure {
    /** @param desk
     * @param {{key, charts: number, controls, tables, title}} how key of its name; number of
     *    charts; elements above them; tables() returns its data */
    constructor(desk, { key, charts, controls = [], tables = () => [] }) {
        Object.assign(this, { desk, key, tables });
        this.places = Array.from({ length: charts }, () => element('div', { className: 'plot' }));
        this.caption = element('figcaption');
        this.numbers = element('div', { className: 'across', tabIndex: 0 });
        this.data = element('details', { className: 'numbers',
            ontoggle: () => this.#fill() },
        element('summary', { dataset: { say: 'inst.data' } }, say('inst.data')), this.numbers);
        const picture = button('inst.picture', () => savePicture(this), {
            className: 'small', 'data-say-title': 'inst.picture.title' });
        this.root = element('figure', {}, ...controls, ...this.places, this.caption,
            element('div', { className: 'below' }, this.data, picture));
        this.charts = []; // charts of chart.js, set by the owner
    }

    /** @param sentence what the charts show, with its numbers */
    say(sentence) {
        if (this.caption.textContent !== sentence) {
            this.caption.textContent = sentence;
        }
        this.#fill();
    }

    #fill() {
        if (this.data.open) {
            this.numbers.replaceChildren(...this.tables());
        }
    }

    /** @param sentence returns the text @returns steps of the update */
    update(sentence) {
        return [...this.charts.map((chart) => () => chart.update()), () => this.say(sentence())];
    }

    cursor(x) {
        this.charts.forEach((chart) => chart.cursor(x));
    }
}

/** Creates a menu of texts. @param keys of texts; the value is the index */
export function choice(labelKey, keys, onchange) {
    const select = element('select', { 'data-say-label': labelKey, 'aria-label': say(labelKey) },
        ...keys.map((key, k) => element('option', { value: `${k}`, dataset: { say: key } },
            say(key))));
    select.onchange = () => onchange(Number(select.value));
    return select;
}
