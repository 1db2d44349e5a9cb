// SPDX-License-Identifier: GPL-3.0-or-later
/** One contact in slow motion: force, overlap and spring energy versus time, and rate versus
 * overlap. Marks show the steps of soft solvers, a vertical line the impulse of rigid balls. */
import { element } from '../../frame/dom.js';
import { say } from '../../words/words.js';
import { evenRange } from '../chart/axes.js';
import { extent } from '../chart/columns.js';
import { general, quantity, unitFor } from '../chart/numbers.js';
import { shapeOf } from '../chart/pen.js';
import { GREY, styleOf } from '../chart/style.js';
import { Figure, evenly, panel, table } from '../frame.js';
import { finite, largest, tracesOf } from './traces.js';

const ROOM = 0.3, HEADROOM = 0.12; // margins: right of a phase portrait, above a peak
const MARKED = 60; // more steps than this get no marks
const FIGURES = [
    { key: 'inst.force', x: 't_s', y: 'force_N', height: 13 },
    { key: 'inst.overlap', x: 't_s', y: 'overlap_m', height: 10 },
    { key: 'inst.spring', x: 't_s', y: 'elastic_J', height: 10 },
    { key: 'inst.phase', x: 'overlap_m', y: 'rate_mps', height: 13 },
];
const UNITS = { t_s: 's', force_N: 'N', overlap_m: 'm', elastic_J: 'J', rate_mps: 'm/s' };

export class Contact {
    /** @type {Trace[]} */ traces = [];
    origin_s = 0; // first contact onset
    /** @type {Run} in slow motion */ run = /** @type {any} */ (null);

    /** @param {Desk} desk */
    constructor(desk, open) {
        this.desk = desk;
        this.message = element('p', { className: 'state' });
        this.figures = FIGURES.map((how) => this.#figure(how));
        this.place = element('div', { className: 'contact', hidden: true },
            ...this.figures.map(({ figure }) => figure.root));
        this.root = panel('inst.contact', open, this.message, this.place);
    }

    #figure({ key, x, y, height }) {
        const figure = new Figure(this.desk, key, () => this.#tables(x, y));
        const over_t = x === 't_s', how = { figure, x, y };
        figure.add({ height, ends: false, name: () => this.#name(y), xName: () => this.#name(x),
            xRange: () => over_t ? this.#window() : this.#withRoom(this.#range(x), ROOM),
            yRange: () => y === 'force_N' ? this.#withRoom(this.#range(y), HEADROOM)
                : this.#range(y),
            over: (pen) => this.#draw(pen, how),
            seek: over_t ? (at) => this.desk.seek(this.origin_s + at / this.#scale('t_s').per)
                : undefined });
        return how;
    }

    // ---- what is shown ----

    update() {
        const run = /** @type {any} */ (this.desk.model.slow);
        if (this.run !== run) {
            this.run = run; // all charts draw this run until the next update
            this.traces = run ? tracesOf(run) : [];
            this.origin_s = Math.min(...this.traces.map(({ onset_s }) => onset_s));
            this.root.open ||= this.traces.length > 0;
        }
        this.place.hidden = this.traces.length === 0;
        this.message.textContent = this.traces.length > 0 ? this.#sentence()
            : say('inst.contact.none');
        if (!this.root.open || this.traces.length === 0) {
            return [];
        }
        return this.figures.flatMap(({ figure, y }) => figure.update(() => this.#says(y)));
    }

    /** Unit of a column, by its largest number. */
    #scale(column) {
        const most = column === 't_s' ? this.run.to_s - this.run.from_s
            : largest(this.traces, column);
        return unitFor(most, UNITS[column]);
    }

    #name(column) {
        return `${say(`inst.contact.${column}`)} (${this.#scale(column).unit})`;
    }

    #window() {
        const { per } = this.#scale('t_s');
        return [(this.run.from_s - this.origin_s) * per, (this.run.to_s - this.origin_s) * per];
    }

    /** Extends a range for labels.
     * @param {number[]} range */
    #withRoom([low, high], part) {
        return [low, high + part * (high - low)];
    }

    #range(column) {
        const { per } = this.#scale(column);
        const [least, most] = extent(this.traces.map(({ column: of }) => finite(of[column])));
        return evenRange(Math.min(0, least) * per, Math.max(0, most) * per, 0);
    }

    // ---- drawing ----

    #draw(pen, { x, y }) {
        pen.across(pen.y(0), { colour: GREY, width: 1 });
        let named = 0;
        for (const index of this.desk.order) {
            const mine = this.traces.filter((trace) => trace.index === index);
            mine.forEach((trace) => trace.rigid ? this.#drawRigid(pen, trace, x, y)
                : this.#drawSoft(pen, trace, x, y));
            if (mine[0]?.rigid && y === 'force_N') {
                this.#nameImpulse(pen, mine[0]);
            }
            if (mine.length > 0) {
                this.#drawName(pen, index, named++);
            }
        }
    }

    #points(pen, { column }, x, y) {
        const across = this.#scale(x).per, up = this.#scale(y).per;
        const from = x === 't_s' ? this.origin_s : 0;
        return Array.from(column[x], (value, k) =>
            [pen.x((value - from) * across), pen.y(column[y][k] * up)]);
    }

    #drawSoft(pen, trace, x, y) {
        const solver = this.desk.solvers[trace.index], style = styleOf(solver);
        const alpha = this.desk.isFaint(trace.index) ? 0.3 : 1;
        const points = this.#points(pen, trace, x, y);
        pen.line(points, { ...style, alpha });
        if (points.length <= MARKED) {
            points.forEach(([px, py]) => pen.mark(px, py, style.colour, shapeOf(solver),
                0.4 * pen.rem, alpha));
        }
    }

    /** Draws the impulse of rigid balls: a vertical line; in the phase portrait two separate
     * points. */
    #drawRigid(pen, trace, x, y) {
        const solver = this.desk.solvers[trace.index], { colour } = styleOf(solver);
        if (x === 't_s') {
            pen.upright(pen.x((trace.onset_s - this.origin_s) * this.#scale('t_s').per),
                { colour, width: 2.5 });
        } else {
            this.#points(pen, trace, x, y).forEach(([px, py]) =>
                pen.mark(px, py, colour, shapeOf(solver), 0.55 * pen.rem));
        }
    }

    #nameImpulse(pen, { onset_s, impulse_Ns }) {
        const { top } = pen.box;
        pen.text(say('inst.at_once', { impulse: quantity(impulse_Ns, 'N s') }),
            pen.x((onset_s - this.origin_s) * this.#scale('t_s').per) + 5, top + 0.7 * pen.rem);
    }

    /** Draws the legend at the upper right, where contacts have ended. */
    #drawName(pen, index, row) {
        const { left, top, width } = pen.box, y = top + (0.7 + 1.1 * row) * pen.rem;
        const right = left + width - 0.3 * pen.rem;
        const long = pen.text(this.desk.solvers[index].label, right, y, { align: 'right' });
        const end = right - long - 5;
        pen.line([[end - 28, y], [end, y]], styleOf(this.desk.solvers[index]));
    }

    // ---- words ----

    #sentence() {
        const { a, b } = this.traces[0];
        return say('inst.contact.says', { a, b, from: quantity(this.run.from_s, 's', 5),
            to: quantity(this.run.to_s, 's', 5) });
    }

    #says(y) {
        const { solvers } = this.run.scene;
        const one = this.traces.filter((trace, k) =>
            this.traces.findIndex(({ index }) => index === trace.index) === k);
        return one.map((trace) => {
            const name = solvers[trace.index].text;
            return trace.rigid
                ? y !== 'force_N' ? '' : say('inst.rigid.says', { solver: name,
                    impulse: quantity(trace.impulse_Ns, 'N s') })
                : say(`inst.${y}.says`, { solver: name,
                    most: quantity(largest([trace], y), UNITS[y]),
                    time: quantity(trace.contact_s, 's'),
                    deep: quantity(trace.max_overlap_m, 'm'),
                    impulse: quantity(trace.impulse_Ns, 'N s'),
                    lost: quantity(trace.dissipated_J, 'J') });
        }).filter((part) => part !== '').join(' ');
    }

    #tables(x, y) {
        return this.traces.map(({ index, column }) => table(this.run.scene.solvers[index].text,
            [x, y].map((name) => `${name === 't_s' ? say('inst.t')
                : `${say(`inst.contact.${name}`)} (${UNITS[name]})`}`),
            evenly(column[x].length).map((k) =>
                [general(column[x][k], 6), general(column[y][k])])));
    }

    cursor(time_s) {
        if (!this.root.open || this.traces.length === 0) {
            return;
        }
        const at = this.desk.model.shows === 'slow'
            ? (time_s - this.origin_s) * this.#scale('t_s').per : null;
        this.figures.forEach(({ figure, x }) => figure.cursor(x === 't_s' ? at : null));
    }
}
