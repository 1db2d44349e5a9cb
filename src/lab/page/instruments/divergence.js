// SPDX-License-Identifier: GPL-3.0-or-later
/** How far each solver's balls are from the reference's, with the lag that no step makes smaller. */
import { say } from '../words/words.js';
import { decades } from './chart/axes.js';
import { Chart } from './chart/chart.js';
import { extent } from './chart/columns.js';
import { general, pretty, quantity } from './chart/numbers.js';
import { ALARM, GREY, styleOf } from './chart/style.js';
import { Figure, evenly, panel, table } from './frame.js';

const COLUMN = 'rms_m';
const NAME_PART = 0.16; // of the chart's height: a line of letters

export class Divergence {
    constructor(desk, open) {
        this.desk = desk;
        this.figure = new Figure(desk, { key: 'inst.divergence', charts: 1,
            tables: () => this.#tables() });
        this.figure.charts = [new Chart(this.figure.places[0], {
            log: true, height: 12, xName: () => say('inst.t'), xRange: () => desk.range,
            name: () => say('inst.rms', { reference: this.#name(desk.reference) }),
            yRange: () => this.#yRange(),
            lines: () => this.#lanes().map((lane) => desk.lineOf(lane)),
            data: () => this.#data(), under: (pen) => this.#drawBeside(pen),
            over: (pen) => this.#drawWords(pen), seek: (t) => desk.seek(t) })];
        this.root = panel('inst.divergence', open, this.figure.root);
    }

    #name(lane) {
        return this.desk.solvers[lane]?.name ?? '';
    }

    #lanes() {
        return this.desk.order.filter((lane) => lane !== this.desk.reference);
    }

    #data() {
        const { run } = this.desk;
        return [run.t.subarray(0, run.filled),
            ...this.#lanes().map((lane) => this.desk.values(lane, COLUMN, true))];
    }

    #extent() {
        return extent(this.#lanes().map((lane) => this.desk.values(lane, COLUMN, true)));
    }

    /** The lags are within, and their names above them. */
    #yRange() {
        const [least, most] = this.#extent();
        const lag = most > 0 ? Math.max(0, ...this.#lags().map(({ lag_m }) => lag_m)) : 0;
        const [low, high] = decades(least, Math.max(most, lag));
        let top = high;
        while (lag > 0 && Math.log10(top / lag) < NAME_PART * Math.log10(top / low)) {
            top *= 10;
        }
        return [low, top];
    }

    /** [{lane, lag_m, contact_s}] of solvers whose contacts last */
    #lags() {
        const lags = this.desk.judged('lag_m'), times = this.desk.judged('contact_s');
        return this.#lanes().map((lane) => ({ lane, lag_m: lags?.[lane] ?? 0,
            contact_s: times?.[lane] ?? NaN })).filter(({ lag_m }) => lag_m > 0);
    }

    #drawBeside(pen) {
        const { left, top, width, height } = pen.box;
        for (const { lane, lag_m } of this.#lags()) {
            const y = pen.y(lag_m), { colour } = styleOf(this.desk.solvers[lane]);
            pen.line([[left, y], [left + width, y]], { colour, dash: [1, 3], width: 1.5 });
        }
        const { mismatch } = this.desk;
        if (mismatch) {
            const x = pen.x(mismatch.t_s);
            pen.line([[x, top], [x, top + height]], { colour: ALARM, dash: [2, 3], width: 1.5 });
        }
    }

    #drawWords(pen) {
        const { left, top, width, height } = pen.box;
        if (!(this.#extent()[0] <= this.#extent()[1])) {
            pen.text(say('inst.together'), left + width / 2, top + height / 2, { align: 'center' });
        }
        this.#nameLags(pen, pen.box);
        const { mismatch } = this.desk;
        if (mismatch) {
            const x = pen.x(mismatch.t_s), late = x > left + width / 2;
            pen.text(say('inst.mismatch', { t: quantity(mismatch.t_s, 's', 4) }),
                x + (late ? -5 : 5), top + height - 0.8 * pen.rem,
                { align: late ? 'right' : 'left', colour: ALARM, cleared: true });
        }
    }

    /** Lags that cannot be told apart in the chart have one name. */
    #nameLags(pen, { left, width }) {
        let last = null;
        for (const { lag_m, lane } of this.#lags().sort((a, b) => b.lag_m - a.lag_m)) {
            const y = pen.y(lag_m);
            if (last === null || y - last > pen.rem) {
                const early = this.desk.mismatch && pen.x(this.desk.mismatch.t_s) < left + width / 2;
                pen.text(say('inst.lag', { solver: this.#name(lane), lag: quantity(lag_m, 'm') }),
                    early ? left + width - 4 : left + 4, y - 0.6 * pen.rem,
                    { align: early ? 'right' : 'left', colour: GREY });
                last = y;
            }
        }
    }

    update() {
        if (!this.root.open || !this.desk.hasSamples) {
            return [];
        }
        return this.figure.update(() => this.#lanes().length === 0 ? say('inst.alone')
            : this.#sentence());
    }

    #sentence() {
        const { desk } = this, { mismatch } = desk;
        const lags = this.#lags().map(({ lane, lag_m, contact_s }) => say('inst.lag.each', {
            solver: this.#name(lane), lag: quantity(lag_m, 'm'), time: quantity(contact_s, 's') }));
        return [
            say('inst.rms.says', { t: pretty(desk.run.reached_s, 4),
                reference: this.#name(desk.reference),
                values: desk.lastSaid(COLUMN, { log: true, lanes: this.#lanes() }) }),
            lags.length > 0 ? say('inst.lag.says', { lags: lags.join(', ') }) : '',
            desk.judged('first_mismatch_s') === null ? ''
                : mismatch ? say('inst.mismatch.says', { solver: this.#name(mismatch.lane),
                    t: quantity(mismatch.t_s, 's', 4) }) : say('inst.mismatch.none'),
        ].filter((part) => part !== '').join(' ');
    }

    #tables() {
        const { run, solvers } = this.desk, lanes = this.#lanes();
        return [table(`${this.desk.nameOf(COLUMN)}: ${this.desk.docOf(COLUMN)}`,
            [say('inst.t'), ...lanes.map((lane) => solvers[lane].name)],
            evenly(run.filled).map((k) => [general(run.t[k]),
                ...lanes.map((lane) => general(run.numbers[lane][COLUMN][k]))]))];
    }

    cursor(t) {
        this.figure.cursor(t);
    }
}
