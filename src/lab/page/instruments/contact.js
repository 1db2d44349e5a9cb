// SPDX-License-Identifier: GPL-3.0-or-later
/** One contact in slow motion: force, overlap or spring energy versus time, or rate versus overlap.
 * A vertical line is the impulse of rigid balls. */
import { polyline, disc } from '../table/draw/arrows.js';
import { contactsIn, largestOf } from '../table/contact.js';
import { modelOf } from '../words/solver.js';
import { say } from '../words/words.js';
import { evenRange } from './chart/axes.js';
import { joined } from './chart/chart.js';
import { pretty, quantity, unitFor } from './chart/numbers.js';
import { choice, evenly, table } from './frame.js';
import { Instrument } from './instrument.js';

const TALL_PX = 950; // a window with room for a higher chart
const MARKED = 60; // more steps than this get no marks
const ROUNDING = 1e-9; // relative to the largest value
const UNITS = { t_s: 's', force_N: 'N', overlap_m: 'm', elastic_J: 'J', rate_mps: 'm/s' };
const CHOICES = [
    { key: 'inst.force', x: 't_s', y: 'force_N' },
    { key: 'inst.overlap', x: 't_s', y: 'overlap_m' },
    { key: 'inst.spring', x: 't_s', y: 'elastic_J' },
    { key: 'inst.phase', x: 'overlap_m', y: 'rate_mps' },
];

/** Column of a contact; what differs from zero by rounding is zero. */
function columnOf({ contactSamples, first, end }, name) {
    const values = Array.from(contactSamples[name].slice(first, end));
    const least = ROUNDING * largestOf(values.map(Math.abs));
    return values.map((value) => Math.abs(value) < least ? 0 : value);
}

/** Largest magnitude in a column of contacts. */
const largest = (contacts, name) => largestOf(contacts.flatMap((one) =>
    columnOf(one, name).map(Math.abs)));

export class ContactChart extends Instrument {
    chosen = CHOICES[0];
    /** @type {Run | null} in slow motion */ run = null;
    contacts = []; // of the solvers that have one, each with its index
    origin_s = 0; // first contact onset
    /** @type {number[] | null} */ zoomed = null; // range of the x axis that the reader has chosen

    /** @param {Desk} desk */
    constructor(desk, open) {
        const select = choice('inst.shown', CHOICES.map(({ key }) => key), (k) => {
            this.chosen = CHOICES[k];
            this.zoomed = null;
            this.update();
        });
        super(desk, 'inst.contact', open, [select]);
        this.select = select;
        this.add({ height: () => innerHeight > TALL_PX ? 22 : 16, name: () => this.#name(this.chosen.y),
            xName: () => this.#name(this.chosen.x), ready: () => this.contacts.length > 0,
            xRange: () => this.zoomed ?? this.#range(this.chosen.x),
            yRange: () => this.#range(this.chosen.y),
            lines: () => this.#soft().map((one) => this.#line(one)), marks: () => this.#marks(),
            data: () => this.#data(), over: (pen) => this.#isPhase && this.#drawPhase(pen),
            seek: (x) => this.#isPhase
                || desk.seek(this.origin_s + x / this.#scale('t_s').per),
            zoom: (range) => {
                this.zoomed = range;
                this.charts[0].update();
            } });
    }

    get #isPhase() {
        return this.chosen.x !== 't_s';
    }

    update() {
        const { slow } = this.desk.model;
        if (this.run !== slow) {
            this.run = slow; // the chart draws this run until the next update
            this.zoomed = null;
            this.contacts = slow ? contactsIn(slow).flatMap((one, index) =>
                one === null ? [] : [{ ...one, index }]) : [];
            this.origin_s = Math.min(...this.contacts.map((one) => columnOf(one, 't_s')[0]));
            this.root.open ||= this.contacts.length > 0;
        }
        const empty = this.contacts.length === 0;
        this.select.hidden = this.charts[0].place.hidden = this.data.hidden = empty;
        if (empty) {
            this.caption.textContent = say('inst.contact.none');
        } else {
            super.update();
        }
    }

    // ---- numbers in the units of the chart ----

    /** Unit of a column, by its largest number. */
    #scale(column) {
        const { from_s, to_s } = /** @type {Run} */ (this.run);
        return unitFor(column === 't_s' ? to_s - from_s : largest(this.contacts, column),
            UNITS[column]);
    }

    #name(column) {
        return `${say(`inst.contact.${column}`)} (${this.#scale(column).unit})`;
    }

    #range(column) {
        const { from_s, to_s } = /** @type {Run} */ (this.run), { per } = this.#scale(column);
        if (column === 't_s') {
            return [from_s, to_s].map((time_s) => (time_s - this.origin_s) * per);
        }
        const all = this.contacts.flatMap((one) => columnOf(one, column)).filter(Number.isFinite);
        return evenRange(Math.min(0, ...all) * per, Math.max(0, ...all) * per);
    }

    /** Column of a contact in the unit of the chart; time since contact onset. */
    #scaled(one, column) {
        const { per } = this.#scale(column), from = column === 't_s' ? this.origin_s : 0;
        return columnOf(one, column).map((value) => (value - from) * per);
    }

    #soft() {
        const { order } = this.desk;
        return this.contacts.filter(({ rigid }) => this.#isPhase || !rigid)
            .sort((a, b) => order.indexOf(a.index) - order.indexOf(b.index));
    }

    #data() {
        const soft = this.#soft(), { x, y } = this.chosen;
        return this.#isPhase || soft.length === 0 ? [this.#range(x), ...soft.map(() => [null, null])]
            : joined(soft.map((one) => [this.#scaled(one, x), this.#scaled(one, y)]));
    }

    #line(one) {
        const values = (k) => this.charts[0].latest(this.#soft().indexOf(one), k);
        return { ...this.desk.lineOf(one.index), points: one.end - one.first <= MARKED,
            value: this.#isPhase ? null : (k) => pretty(values(k)) };
    }

    #marks() {
        const { per } = this.#scale('t_s');
        const all = this.#isPhase ? [] : this.contacts.filter(({ rigid }) => rigid).map((one) => {
            const { solver, stroke } = this.desk.lineOf(one.index);
            return { at: (one.t_s - this.origin_s) * per, stroke: { ...stroke, dash: [6, 4], width: 2 },
                label: say('inst.at_once', { model: modelOf(solver) || solver.label,
                    impulse: quantity(one.impulse_Ns, 'N s') }) };
        });
        return all.filter(({ label }, k) => all.findIndex((each) => each.label === label) === k);
    }

    /** The phase portrait: loops, and two points for rigid balls. */
    #drawPhase({ ctx, x, y, size }) {
        for (const one of this.#soft()) {
            const { stroke: { colour, dash, width } } = this.desk.lineOf(one.index);
            const rates = this.#scaled(one, 'rate_mps');
            const points = this.#scaled(one, 'overlap_m').map((deep, k) => [x(deep), y(rates[k])]);
            ctx.beginPath();
            polyline(ctx, one.rigid ? [] : points);
            Object.assign(ctx, { strokeStyle: colour, lineWidth: width * size });
            ctx.setLineDash(dash.map((part) => part * size));
            ctx.stroke();
            if (one.rigid || points.length <= MARKED) {
                points.forEach(([px, py]) => disc(ctx, px, py, 3 * size, colour));
            }
        }
    }

    // ---- words ----

    sentence() {
        const { a, b } = this.contacts[0], { y } = this.chosen;
        const { scene: { solvers } } = /** @type {Run} */ (this.run);
        const each = this.contacts.map((one) => {
            const name = solvers[one.index].full, impulse = quantity(one.impulse_Ns, 'N s');
            const found = (column) => this.run?.collisions[one.index]?.column[column][one.row];
            return one.rigid ? y === 'force_N' && say('inst.rigid.says', { solver: name, impulse })
                : say(`inst.${y}.says`, { solver: name, impulse,
                    most: quantity(largest([one], y), UNITS[y]),
                    time: quantity(one.contact_s, 's'),
                    deep: quantity(found('max_overlap_m'), 'm'),
                    lost: quantity(found('dissipated_J'), 'J') });
        });
        return [say('inst.contact.says', { a, b, t: quantity(this.origin_s, 's', 4) }), ...each].filter(Boolean).join(' ');
    }

    tables() {
        const names = [this.chosen.x, this.chosen.y];
        return this.contacts.map((one) => {
            const columns = names.map((name) => columnOf(one, name));
            return table(this.desk.solvers[one.index].full, names.map((name) => name === 't_s'
                ? say('inst.t') : `${say(`inst.contact.${name}`)} (${UNITS[name]})`),
            evenly(columns[0].length).map((k) => [pretty(columns[0][k], 6), pretty(columns[1][k], 4)]));
        });
    }

    cursor(time_s) {
        if (this.contacts.length > 0) {
            const isShown = this.desk.model.shows === 'slow' && !this.#isPhase;
            this.charts[0].cursor(isShown ? (time_s - this.origin_s) * this.#scale('t_s').per
                : null);
        }
    }
}
