// SPDX-License-Identifier: GPL-3.0-or-later
/** Legend and numbers above the table: a row for each solver, with three numbers at the time shown. */
import { drawing, element, setText } from '../frame/dom.js';
import { MIST, ON_CLOTH } from '../frame/palette.js';
import { contactSampleAt, contactsIn, largestOf } from '../table/contact.js';
import { during } from '../table/draw/closeup.js';
import { pensOf } from '../table/draw/pen.js';
import { tables } from '../table/table.js';
import { say, translated } from '../words/words.js';
import { decimalsFor, fixed, pretty, unitFor } from './chart/numbers.js';
import { Desk } from './desk.js';

const SHOWN = ['kinetic_J', 'px_kgmps', 'collisions'];
const IN_CONTACT = { force_N: 'N', overlap_m: 'm' }; // columns of contacts, in slow motion
/** Columns with equal decimals, for comparison. */
const ALIKE = { px_kgmps: ['px_kgmps', 'py_kgmps'] };
const RIGID = ['impulse', 'oracle']; // kinds of solvers
const TINY = 1e-4, HUGE = 1e6; // other numbers get a power of ten
const NOISE = 1e-12; // relative to the momenta of all balls

/** Draws a ball as on the table. @param {SolverPen} pen */
const ballOf = ({ colour, dash, filled }) => drawing('svg',
    { viewBox: '0 0 18 18', class: 'pen', 'aria-hidden': 'true' },
    drawing('circle', { cx: 9, cy: 9, r: 7, fill: filled ? colour : 'none',
        stroke: colour, 'stroke-width': 3, 'stroke-dasharray': dash.map((px) => px / 3).join(' ') }));

/** Draws a recorded ball. @param {Track} track */
const crossed = (track) => drawing('svg', { viewBox: '0 0 18 18', class: 'pen',
    'aria-hidden': 'true' }, drawing('path', {
    d: 'M2 9a7 7 0 1 0 14 0a7 7 0 1 0-14 0M4 4l10 10M4 14L14 4',
    fill: 'none', stroke: ON_CLOTH[track.hue - 1] ?? MIST, 'stroke-width': 1.5 }));

/** What the balls of a solver are: rigid, or springs; '' where its label says so. */
function kindOf({ soft, kind, label }) {
    const key = soft ? 'springs' : RIGID.includes(kind) ? 'rigid' : '';
    const said = key && say(`inst.kind.${key}`);
    return label.toLowerCase().includes(said.toLowerCase()) ? '' : said;
}

class Now {
    columns = [];
    /** @type {{index: number, pen: SolverPen, cells: HTMLElement[]}[]} */ rows = [];
    /** @type {(Contact | null)[]} in slow motion, by solver */ contacts = [];
    /** @type {Run | null} of the rows */ run = null;

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.desk = new Desk(model);
        this.model = model;
        this.table = element('table', { 'aria-live': 'off' });
        this.hidden = tables.get(model)?.hidden ?? new Set();
        place.append(this.table);
        model.on('run done slow play language hidden', () => this.update());
        model.on('time', () => this.cursor());
    }

    update() {
        const { desk: { scene, track, run, hasSamples }, model } = this;
        if (!hasSamples) {
            return;
        }
        this.run = run;
        this.contacts = run === model.slow ? contactsIn(run) : [];
        const columns = this.contacts.some((one) => one) ? [SHOWN[0], ...Object.keys(IN_CONTACT)]
            : track ? ['track_m', ...SHOWN.slice(0, -1)] : SHOWN;
        this.columns = columns.map((column) => ({ column, ...this.#scaleOf(column) }));
        const heads = this.columns.map(({ column, name }) => element('th', { scope: 'col',
            title: translated(this.desk.docOf(column)) }, name));
        const head = (sample, label, className = '', kind = '') => element('th', { scope: 'row',
            className }, element('span', {}, sample, label, ' ', element('small', {}, kind)));
        this.rows = pensOf(scene).map((pen, index) => ({ index, pen,
            cells: columns.map(() => element('td')) }));
        this.table.replaceChildren(element('tr', {}, element('td'), ...heads),
            ...this.rows.map(({ pen, index, cells }) => element('tr', {}, head(ballOf(pen), pen.label,
                this.hidden.has(pen.name) ? 'off' : '', kindOf(scene.solvers[index])), ...cells)),
            ...track ? [element('tr', {}, head(crossed(track),
                `${track.label} ${say('table.recorded')}`), ...columns.map(() => element('td')))] : []);
        this.cursor();
    }

    /** Name, unit and decimals by the largest number of the run; they stay constant during it. */
    #scaleOf(column) {
        const { desk } = this;
        if (column in IN_CONTACT) {
            const most = largestOf(this.contacts.flatMap((one) => one === null ? []
                : Array.from(one.contactSamples[column].slice(one.first, one.end))));
            const { unit, per } = unitFor(most, IN_CONTACT[column]);
            return { name: `${say(`inst.contact.${column}`)} (${unit})`, per, isFar: false,
                decimals: decimalsFor(most * per, 3) };
        }
        const ends = (ALIKE[column] ?? [column]).flatMap((each) => desk.extent(each));
        const noise = ALIKE[column] ? NOISE * desk.scene.balls.reduce((sum, ball) => sum
            + ball.mass_kg * Math.hypot(ball.vx_mps, ball.vy_mps), 0) : 0;
        const largest = Math.max(0, ...ends.filter(Number.isFinite).map(Math.abs));
        const most = largest > noise ? largest : 0, known = desk.unitOf(column);
        const { unit, per } = column === 'track_m' ? unitFor(most, known) : { unit: known, per: 1 };
        const isWhole = column === 'collisions' || most === 0;
        return { name: desk.nameOf(column, unit), per, decimals: isWhole ? 0 : decimalsFor(most * per),
            isFar: !isWhole && (most * per < TINY || most * per >= HUGE) };
    }

    /** Number of a solver at a sample; in a contact NaN for rigid balls, which have no force. */
    #numberOf(column, index, k, time_s) {
        const contact = this.contacts[index];
        if (!(column in IN_CONTACT)) {
            return this.desk.run.numbers[index][column][k];
        }
        return !contact || contact.rigid ? NaN : !during(contact, time_s) ? 0
            : contact.contactSamples[column][contactSampleAt(contact, time_s)];
    }

    /** Rows of an older run wait for the next update. */
    cursor() {
        const { run } = this.desk, { time } = this.model;
        if (!this.desk.hasSamples || run !== this.run) {
            return;
        }
        const { k } = run.sampleAt(time);
        for (const { index, cells } of this.rows) {
            this.columns.forEach(({ column, per, decimals, isFar }, at) => {
                const number = this.#numberOf(column, index, k, time) * per;
                setText(cells[at], isFar ? pretty(number) : fixed(number, decimals));
            });
        }
    }
}

export const mount = (place, model) => new Now(place, model);
