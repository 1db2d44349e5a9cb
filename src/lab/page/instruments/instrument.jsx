// SPDX-License-Identifier: GPL-3.0-or-later
/** Instrument with charts, a sentence, and the charts' numbers as tables. */
import { render } from 'preact';
import { element, setText, spoken } from '../frame/dom.js';
import { say } from '../words/words.js';
import { Chart } from './chart/chart.jsx';
import { pretty } from './chart/numbers.js';
import { panel } from './frame.jsx';

export class Instrument {
    /** @type {Chart[]} */ charts = [];
    caption = element('figcaption');
    numbers = element('div', { className: 'across', tabIndex: 0 });
    data = element('details', { className: 'numbers', ontoggle: () => this.#fill() },
        spoken('summary', 'inst.data'), this.numbers);

    /** @param {Desk} desk @param {string} key of its name @param {Element[]} controls above its charts */
    constructor(desk, key, controls = []) {
        this.desk = desk;
        this.figure = element('figure', {}, ...controls, this.caption, this.data);
        this.root = panel(key, this.figure);
    }

    /** Adds a chart below the others, over the time of the run unless its spec says otherwise.
     * @param {Partial<ChartSpec>} spec */
    add(spec) {
        const { desk } = this, place = element('div', { className: 'plot' });
        this.caption.before(place);
        this.charts.push(new Chart(place, /** @type {ChartSpec} */ ({ xName: () => say('inst.t'),
            x: () => desk.t, xRange: () => desk.range, seek: (t) => desk.seek(t), ready: () => desk.hasSamples,
            margin_px: () => Math.max(...this.#visible.map((chart) => chart.margin_px)),
            at: (t) => `t = ${pretty(t, 4)} s`, zoom: (range) => {
                desk.zoom(range);
                this.charts.forEach((chart) => chart.update());
            }, ...spec })));
    }

    get #visible() {
        return this.charts.filter(({ visible }) => visible);
    }

    /** What the legends of the charts do not tell. @returns {string} */
    sentence() {
        return '';
    }

    #fill() {
        if (this.data.open) {
            render(this.#visible.filter(({ plot }) => plot).map((chart) => chart.table()), this.numbers); // drawn ones
        }
    }

    update() {
        if (this.desk.hasSamples) {
            this.charts.forEach((chart) => chart.update());
            this.#visible.slice(0, -1).forEach((chart) => chart.align()); // later ones may have wider numbers
            setText(this.caption, this.sentence());
            this.#fill();
        }
    }

    cursor(time_s) {
        if (this.desk.hasSamples) {
            this.charts.forEach((chart) => chart.cursor(time_s));
        }
    }
}
