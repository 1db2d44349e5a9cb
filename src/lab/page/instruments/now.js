// SPDX-License-Identifier: GPL-3.0-or-later
/** Three numbers of each solver at the current time, in one row above the table. */
import { drawing, element, setText } from '../frame/dom.js';
import { contactSampleAt, contactsIn, largestOf } from '../table/contact.js';
import { during } from '../table/draw/closeup.js';
import { say, translated } from '../words/words.js';
import { decimalsFor, fixed, pretty, unitFor } from './chart/numbers.js';
import { colourOf } from './chart/style.js';

const SHOWN = ['kinetic_J', 'px_kgmps', 'collisions'];
const IN_CONTACT = { force_N: 'N', overlap_m: 'm' }; // columns of contacts, in slow motion
/** Columns with equal decimals, for comparison. */
const ALIKE = { px_kgmps: ['px_kgmps', 'py_kgmps'] };
const TINY = 1e-4, HUGE = 1e6; // other numbers get a power of ten
const NOISE = 1e-12; // relative to the momenta of all balls
const MOST = 3; // more solvers than this: the first, or the one that the reader has chosen

const dot = (solver) => drawing('svg', { viewBox: '0 0 8 8', class: 'dot', 'aria-hidden': 'true' },
    drawing('circle', { cx: 4, cy: 4, r: 4, style: { fill: colourOf(solver) } }));

export class Now {
    tiles = [];
    root = element('div', { className: 'tiles', 'aria-live': 'off' });
    /** @type {(Contact | null)[]} in slow motion, by solver */ contacts = [];
    /** @type {Run | null} of the tiles */ run = null;

    /** @param {Desk} desk */
    constructor(desk) {
        this.desk = desk;
    }

    update() {
        if (!this.desk.hasSamples) {
            return;
        }
        const { solvers, track, model, run } = this.desk;
        this.run = run;
        this.contacts = run === model.slow ? contactsIn(run) : [];
        const columns = this.contacts.length > 0 ? [SHOWN[0], ...Object.keys(IN_CONTACT)]
            : track ? ['track_m', ...SHOWN.slice(0, -1)] : SHOWN;
        this.tiles = columns.map((column) => ({ column, ...this.#scaleOf(column),
            values: this.#some.map((index) => ({ index, text: element('span') })) }));
        this.root.replaceChildren(...this.tiles.map(({ column, name, values }) =>
            element('div', { className: 'tile' },
                element('h3', { title: translated(this.desk.docOf(column)) }, name),
                element('ul', {}, ...values.map(({ index, text }) => element('li',
                    { title: solvers[index].label }, dot(solvers[index]), element('span',
                        { className: 'unseen' }, `${solvers[index].label} `), text))))));
        this.cursor(model.time);
    }

    /** Solvers that have room: the first ones, and the chosen one. */
    get #some() {
        const { solvers, model: { selection } } = this.desk;
        const all = [...solvers.keys()], chosen = all.filter((k) =>
            k >= MOST && solvers[k].name === selection.solver);
        return [...all.slice(0, MOST - chosen.length), ...chosen];
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

    /** Tiles of an older run wait for the next update. */
    cursor(time_s) {
        const { run } = this.desk;
        if (!this.desk.hasSamples || run !== this.run) {
            return;
        }
        const { k } = run.sampleAt(time_s);
        for (const { column, values, per, decimals, isFar } of this.tiles) {
            values.forEach(({ index, text }) => {
                const number = this.#numberOf(column, index, k, time_s) * per;
                setText(text, isFar ? pretty(number) : fixed(number, decimals));
            });
        }
    }
}
