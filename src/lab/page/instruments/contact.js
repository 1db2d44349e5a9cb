// SPDX-License-Identifier: GPL-3.0-or-later
/** A contact in slow motion: force or overlap versus time, one chart for each pair of balls that
 * touch in it. A vertical line is the impulse of rigid balls. */
import { contactsIn, largestOf } from '../table/contact.js';
import { modelOf } from '../words/solver.js';
import { ballName, say } from '../words/words.js';
import { evenRange } from './chart/axes.js';
import { pretty, quantity, unitFor } from './chart/numbers.js';
import { choice } from './frame.js';
import { Instrument } from './instrument.js';

const MOST_PAIRS = 4; // charts
const MARKED = 60; // more steps than this get no marks
const ROUNDING = 1e-9; // relative to the largest value
const UNITS = { force_N: 'N', overlap_m: 'm' };
const COLUMNS = Object.keys(UNITS);

/** Column of a contact; what differs from zero by rounding is zero. */
function columnOf({ contactSamples, first, end }, name) {
    const values = Array.from(contactSamples[name].slice(first, end));
    const least = ROUNDING * largestOf(values.map(Math.abs));
    return values.map((value) => Math.abs(value) < least ? 0 : value);
}

export class ContactChart extends Instrument {
    column = COLUMNS[0];
    /** @type {Run | null} in slow motion */ run = null;
    /** @type {(Contact & {index: number})[][]} by pair: of the solvers that have the contact */ pairs = [];
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
            name: () => `${say(`inst.contact.${this.column}`)} (${this.#unit.unit})${this.pairs.length === 1 ? ''
                : `: ${ballName(of()[0].a)}, ${ballName(of()[0].b)}`}`,
            xName: () => `${say('inst.contact.t_s')} (${this.#clock.unit})`,
            at: (x) => `${pretty(x)} ${this.#clock.unit}`,
            x: () => this.#xRange, xRange: () => this.zoomed ?? this.#xRange, yRange: () => this.#yRange,
            lines: () => this.#lines(of()), marks: () => this.#marks(of(), pair === 0),
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
            this.pairs = (slow?.pairs ?? []).map((pair) => contactsIn(/** @type {Run} */ (slow), pair)
                .flatMap((one, index) => one === null ? [] : [{ ...one, index }]))
                .filter((contacts) => contacts.length > 0).slice(0, MOST_PAIRS);
            this.origin_s = Math.min(...this.pairs.flat().map((one) => columnOf(one, 't_s')[0]));
        }
        const isEmpty = this.pairs.length === 0;
        this.select.hidden = this.data.hidden = isEmpty;
        this.charts.forEach(({ place }, k) => { place.hidden = k >= this.pairs.length; });
        if (isEmpty) {
            this.caption.textContent = say('inst.contact.none');
        } else {
            super.update();
        }
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
        return contacts.filter(({ rigid }) => !rigid)
            .sort((a, b) => order.indexOf(a.index) - order.indexOf(b.index))
            .map((one) => ({ ...this.desk.lineOf(one.index), points: one.end - one.first <= MARKED,
                x: columnOf(one, 't_s').map((time_s) => (time_s - this.origin_s) * clock),
                y: columnOf(one, this.column).map((value) => value * unit) }));
    }

    #marks(contacts, isNamed) {
        const all = contacts.filter(({ rigid }) => rigid).map((one) => {
            const { stroke } = this.desk.lineOf(one.index), solver = this.desk.solvers[one.index];
            return { at: (one.t_s - this.origin_s) * this.#clock.per, stroke: { ...stroke, dash: [6, 4], width: 2 },
                label: isNamed ? say('inst.at_once', { model: modelOf(solver) || solver.label,
                    impulse: quantity(one.impulse_Ns, 'N s') }) : '' };
        });
        return all.filter(({ label }, k) => all.findIndex((each) => each.label === label) === k);
    }

    // ---- words ----

    sentence() {
        const { column, run } = this, [contacts] = this.pairs, { a, b } = contacts[0];
        const { scene: { solvers }, collisions } = /** @type {Run} */ (run);
        const each = contacts.map((one) => {
            const said = { solver: solvers[one.index].full, impulse: quantity(one.impulse_Ns, 'N s') };
            return one.rigid ? column === 'force_N' && say('inst.rigid.says', said)
                : say(`inst.${column}.says`, { ...said, time: quantity(one.contact_s, 's'),
                    most: quantity(largestOf(columnOf(one, column)), UNITS[column]),
                    deep: quantity(collisions[one.index]?.column.max_overlap_m[one.row], 'm') });
        });
        return [say('inst.contact.says', { a, b, t: quantity(this.origin_s, 's', 4) }), ...each].filter(Boolean).join(' ');
    }

    cursor(time_s) {
        const isShown = this.desk.model.shows === 'slow' && this.pairs.length > 0;
        super.cursor(isShown ? (time_s - this.origin_s) * this.#clock.per : null);
    }
}
