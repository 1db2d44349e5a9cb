// SPDX-License-Identifier: GPL-3.0-or-later
/** Instrument with charts, a sentence about the time shown, the charts' numbers as tables, and a
 * picture. Subclasses return `sentence()` and `tables()`. */
import { button, element, setText, spoken } from '../frame/dom.js';
import { say } from '../words/words.js';
import { Chart } from './chart/chart.js';
import { pretty } from './chart/numbers.js';
import { savePicture } from './chart/picture.js';
import { evenly, panel, table } from './frame.js';

export class Instrument {
    /** @type {Chart[]} */ charts = [];
    caption = element('figcaption');
    numbers = element('div', { className: 'across', tabIndex: 0 });
    data = element('details', { className: 'numbers', ontoggle: () => this.#fill() },
        spoken('summary', 'inst.data'), this.numbers);

    /** @param {Desk} desk @param {string} key of its name @param {boolean} open
     * @param {Element[]} controls above its charts */
    constructor(desk, key, open, controls = []) {
        this.desk = desk;
        this.key = key;
        const picture = button('inst.picture', () => savePicture(this), {
            className: 'small', 'data-say-title': 'inst.picture.title' });
        this.figure = element('figure', {}, ...controls, this.caption,
            element('div', { className: 'below' }, this.data, picture));
        this.root = panel(key, open, this.figure);
    }

    /** Adds a chart below the others, over the time of the run unless its spec says otherwise.
     * @param {Partial<ChartSpec>} spec */
    add(spec) {
        const { desk } = this, place = element('div', { className: 'plot' });
        this.caption.before(place);
        this.charts.push(new Chart(place, /** @type {ChartSpec} */ ({ xName: () => say('inst.t'),
            xRange: () => desk.range, seek: (t) => desk.seek(t), ready: () => desk.hasSamples,
            zoom: (range) => {
                desk.zoom(range);
                this.charts.forEach((chart) => chart.update());
            }, ...spec })));
    }

    /** @returns {string} */
    sentence() {
        return '';
    }

    /** @returns {Element[]} */
    tables() {
        return [];
    }

    /** Table of a column of these solvers at evenly spaced times. */
    columnTable(caption, column, indices) {
        const { run, solvers } = this.desk;
        return table(caption, [say('inst.t'), ...indices.map((index) => solvers[index].full)],
            evenly(run.filled).map((k) => [pretty(run.t[k], 4),
                ...indices.map((index) => pretty(run.numbers[index][column][k], 4))]));
    }

    #fill() {
        if (this.data.open) {
            this.numbers.replaceChildren(...this.tables());
        }
    }

    update() {
        if (this.root.open && this.desk.hasSamples) {
            this.charts.forEach((chart) => chart.update());
            setText(this.caption, this.sentence());
            this.#fill();
        }
    }

    cursor(time_s) {
        if (this.root.open && this.desk.hasSamples && this.root.checkVisibility()) {
            this.charts.forEach((chart) => chart.cursor(time_s));
            setText(this.caption, this.sentence());
        }
    }
}
