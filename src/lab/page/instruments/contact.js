// SPDX-License-Identifier: GPL-3.0-or-later
/** A contact in slow motion: force or overlap versus time, one chart for each pair of balls that
 * touch in it. A vertical line is the impulse of rigid balls. */
import { allIn, columnOf, curveOf, isOf, largestOf, onsetOf } from '../table/contact.js';
import { modelOf } from '../words/solver.js';
import { ballName, say } from '../words/words.js';
import { chartsIn, evenRange } from './chart/axes.js';
import { pretty, quantity, unitFor } from './chart/numbers.js';
import { choice } from './frame.jsx';
import { Instrument } from './instrument.jsx';

const MOST_PAIRS = 4; // charts
const CHART_REM = 7.7, ROW_REM = 1.3, AXIS_REM = 3.6; // least height of one, of a row of its legend, and below all
const MARKED = 60; // more steps than this get no marks
const SAME = 1e-9; // positions of two marks
const UNITS = { force_N: 'N', overlap_m: 'm' };
const COLUMNS = Object.keys(UNITS);

export class ContactChart extends Instrument {
    column = COLUMNS[0];
    /** @type {Run | null} in slow motion */ run = null;
    /** @type {Contact[][]} by pair, that of the close-up first */ all = [];
    pairs = this.all; // that have charts
    origin_s = 0; // first contact onset
    /** @type {number[] | null} */ zoomed = null; // range of the x axis that the reader has chosen

    /** @param {Desk} desk */
    constructor(desk) {
        const select = choice('inst.shown', ['inst.force', 'inst.overlap'], (k) => {
            this.column = COLUMNS[k];
            this.update();
        });
        super(desk, 'inst.contact', [select]);
        this.select = select;
        for (let k = 0; k < MOST_PAIRS; k++) {
            this.#addPair(k);
            this.charts[k].place.dataset.pair = `${k}`; // shown in all views
        }
    }

    #addPair(pair) {
        const of = () => this.pairs[pair];
        this.add({ height: () => Math.max(16 / this.pairs.length, 9), ready: () => pair < this.pairs.length,
            name: () => `${say(`inst.contact.${this.column}`)} (${this.#unit.unit})${this.all.length === 1 ? ''
                : `: ${ballName(of()[0].a)}, ${ballName(of()[0].b)}`}`,
            xName: () => `${say('inst.contact.t_s')} (${this.#clock.unit})`,
            at: (x) => `${pretty(x)} ${this.#clock.unit}`,
            x: () => this.#xRange, xRange: () => this.zoomed ?? this.#xRange, yRange: () => this.#yRange,
            lines: () => this.#lines(of()), empty: (lines) => lines.length > 0 ? '' : say('inst.contact.rigid'), marks: () => this.#marks(of(), pair === 0),
            seek: (x) => this.desk.seek(this.origin_s + x / this.#clock.per),
            zoom: (range) => {
                this.zoomed = range;
                this.charts.forEach((chart) => chart.update());
            } });
    }

    update() {
        const { slow } = this.desk.model;
        if (this.run !== slow) {
            this.run = slow; // the charts draw this run until the next update
            this.zoomed = null;
            this.all = (slow?.pairs ?? []).map((pair) => allIn(/** @type {Run} */ (slow)).filter((one) => isOf(pair, one)))
                .filter((contacts) => contacts.length > 0);
            this.origin_s = slow ? onsetOf(slow) : 0;
        }
        this.pairs = this.all.slice(0, this.#most);
        const isEmpty = this.pairs.length === 0;
        this.select.hidden = this.data.hidden = isEmpty;
        this.charts.forEach(({ place }, k) => { place.hidden = k >= this.pairs.length; });
        if (isEmpty) {
            this.caption.textContent = say('inst.contact.none');
        } else {
            super.update();
        }
    }

    /** Number of charts: beside the table as many as the window has room for. */
    get #most() {
        const side = this.figure.closest('#side'), { top } = this.figure.getBoundingClientRect();
        const soft = this.desk.solvers.filter((one) => one.soft).length;
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
        return matchMedia('(min-width: 1000px)').matches
            ? chartsIn(innerHeight - top - (side?.scrollTop ?? 0) - AXIS_REM * rem, (CHART_REM + ROW_REM * soft) * rem, MOST_PAIRS) : MOST_PAIRS;
    }

    // ---- numbers in the units of the charts ----

    /** Unit of the times since contact onset. */
    get #clock() {
        const { from_s, to_s } = /** @type {Run} */ (this.run);
        return unitFor(to_s - from_s, 's');
    }

    get #unit() {
        return unitFor(largestOf(this.#values.map(Math.abs)), UNITS[this.column]);
    }

    get #values() {
        return this.pairs.flat().flatMap((one) => columnOf(one, this.column)).filter(Number.isFinite);
    }

    get #xRange() {
        const { from_s, to_s } = /** @type {Run} */ (this.run);
        return [from_s, to_s].map((time_s) => (time_s - this.origin_s) * this.#clock.per);
    }

    get #yRange() {
        const { per } = this.#unit;
        return evenRange(Math.min(0, ...this.#values) * per, Math.max(0, ...this.#values) * per);
    }

    #lines(contacts) {
        const { order } = this.desk, unit = this.#unit.per, clock = this.#clock.per;
        const after = this.column === 'force_N' ? [0] : []; // also where a damper pulls until the end
        return order.map((index) => contacts.filter((one) => one.index === index && !one.rigid))
            .filter((own) => own.length > 0).map((own) => ({ ...this.desk.lineOf(own[0].index),
                points: own.every((one) => one.end - one.first <= MARKED),
                x: [...curveOf(own, 't_s', (last, next) => (last + next) / 2), ...after.map(() => columnOf(own.at(-1), 't_s').at(-1))]
                    .map((time_s) => (time_s - this.origin_s) * clock),
                y: [...curveOf(own, this.column, () => null), ...after].map((value) => value === null ? null : value * unit) }));
    }

    #marks(contacts, isNamed) {
        const all = contacts.filter(({ rigid }) => rigid).map((one) => {
            const { stroke } = this.desk.lineOf(one.index), solver = this.desk.solvers[one.index];
            return { at: (one.t_s - this.origin_s) * this.#clock.per, stroke: { ...stroke, dash: [6, 4], width: 2 },
                label: say('inst.at_once', { model: modelOf(solver) || solver.label, impulse: quantity(one.impulse_Ns, 'N s') }) };
        });
        const isFirst = ({ label, at }, k) => all.findIndex((each) => each.label === label && Math.abs(each.at - at) < SAME) === k;
        return all.filter(isFirst).map((one, k) => isNamed && k === 0 ? one : { ...one, label: '' });
    }

    // ---- words ----

    sentence() {
        const { column, run } = this, [contacts] = this.pairs, { a, b } = contacts[0];
        const { scene: { solvers }, collisions } = /** @type {Run} */ (run);
        const first = contacts.filter((one, k) => contacts.findIndex(({ index }) => index === one.index) === k);
        const each = first.map((one) => {
            const said = { solver: solvers[one.index].full, impulse: quantity(one.impulse_Ns, 'N s') };
            return one.rigid ? column === 'force_N' && say('inst.rigid.says', said)
                : say(`inst.${column}.says`, { ...said, time: quantity(one.contact_s, 's'),
                    most: quantity(largestOf(columnOf(one, column)), UNITS[column]),
                    deep: quantity(collisions[one.index]?.column.max_overlap_m[one.row], 'm') });
        });
        return [say('inst.contact.says', { a, b, t: quantity(Math.min(...first.map(({ t_s }) => t_s)), 's', 4) }), ...each].filter(Boolean).join(' ');
    }

    cursor(time_s) {
        const isShown = this.desk.model.shows === 'slow' && this.pairs.length > 0;
        super.cursor(isShown ? (time_s - this.origin_s) * this.#clock.per : null);
    }
}
