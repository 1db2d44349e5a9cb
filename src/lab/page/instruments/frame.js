// SPDX-License-Identifier: GPL-3.0-or-later
/** Building blocks of instruments: panels, figures with text and numbers, tables. */
import { button, element, setText, spoken } from '../frame/dom.js';
import { say } from '../words/words.js';
import { Chart } from './chart/chart.js';
import { general } from './chart/numbers.js';
import { savePicture } from './chart/picture.js';

const ROWS = 11; // rows of a chart's table

/** Creates a panel with a heading. @returns {HTMLDetailsElement} */
export function panel(key, open, ...children) {
    return element('details', { className: 'instrument', open, dataset: { part: key } },
        element('summary', {}, spoken('h2', key)), ...children);
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
    /** @type {Chart[]} */ charts = [];
    caption = element('figcaption');
    numbers = element('div', { className: 'across', tabIndex: 0 });
    data = element('details', { className: 'numbers', ontoggle: () => this.#fill() },
        spoken('summary', 'inst.data'), this.numbers);

    /** @param {Desk} desk @param {string} key of its name @param {() => Element[]} tables its data
     * @param {Element[]} controls above its charts */
    constructor(desk, key, tables, controls = []) {
        this.desk = desk;
        this.key = key;
        this.tables = tables;
        const picture = button('inst.picture', () => savePicture(this), {
            className: 'small', 'data-say-title': 'inst.picture.title' });
        this.root = element('figure', {}, ...controls, this.caption,
            element('div', { className: 'below' }, this.data, picture));
    }

    /** Adds a chart below the others.
     * @param {ChartSpec} spec */
    add(spec) {
        const place = element('div', { className: 'plot' });
        this.caption.before(place);
        this.charts.push(new Chart(place, spec));
    }

    /** @param sentence what the charts show, with its numbers */
    say(sentence) {
        setText(this.caption, sentence);
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

/** Instrument of one figure; `tables()` and `sentence()` return its texts. */
export class FigurePanel {
    /** @param {Desk} desk */
    constructor(desk, key, open, controls = []) {
        this.desk = desk;
        this.figure = new Figure(desk, key, () => this.tables(), controls);
        this.root = panel(key, open, this.figure.root);
    }

    /** Adds a chart over the time of the run.
     * @param {Partial<ChartSpec>} spec */
    addOverTime(spec) {
        const { desk } = this;
        this.figure.add(/** @type {ChartSpec} */ ({ xName: () => say('inst.t'),
            xRange: () => desk.range, seek: (t) => desk.seek(t), ...spec }));
    }

    /** Table of a column of these solvers at evenly spaced times. */
    columnTable(caption, column, indices) {
        const { run, solvers } = this.desk;
        return table(caption, [say('inst.t'), ...indices.map((index) => solvers[index].label)],
            evenly(run.filled).map((k) => [general(run.t[k]),
                ...indices.map((index) => general(run.numbers[index][column][k]))]));
    }

    /** @returns {Element[]} */
    tables() {
        return [];
    }

    sentence() {
        return '';
    }

    /** @returns {(() => void)[]} steps of the update */
    update() {
        return this.root.open && this.desk.hasSamples
            ? this.figure.update(() => this.sentence()) : [];
    }

    /** The text follows the time shown. */
    cursor(t) {
        this.figure.cursor(t);
        if (this.root.open && this.desk.hasSamples && this.root.checkVisibility()) {
            setText(this.figure.caption, this.sentence());
        }
    }
}

/** Creates a menu of texts. @param keys of texts; the value is the index */
export function choice(labelKey, keys, onchange) {
    const select = element('select', { 'data-say-label': labelKey, 'aria-label': say(labelKey) },
        ...keys.map((key, k) => spoken('option', key, { value: `${k}` })));
    select.onchange = () => onchange(Number(select.value));
    return select;
}
