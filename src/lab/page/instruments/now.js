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
    of = ''; // solvers and language of the tiles
    /** @type {(Contact | null)[]} in slow motion, by solver */ contacts = [];

    /** @param {Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.run = null;
        this.root = element('div', { className: 'tiles', 'aria-live': 'off' });
    }

    /** Solvers that have room: the first ones, and the chosen one. */
    get #some() {
        const { solvers, model: { selection } } = this.desk;
        const all = [...solvers.keys()], chosen = all.filter((k) =>
            k >= MOST && solvers[k].name === selection.solver);
        return [...all.slice(0, MOST - chosen.length), ...chosen];
    }

    /** Rebuilds the tiles for other solvers or another language. */
    #build(some) {
        const { solvers, track } = this.desk;
        const shown = this.contacts.length > 0 ? [SHOWN[0], ...Object.keys(IN_CONTACT)]
            : track ? ['track_m', ...SHOWN.slice(0, -1)] : SHOWN;
        this.tiles = shown.map((column) => {
            const name = element('h3', { title: translated(this.desk.docOf(column)) });
            const values = some.map((index) => ({ index, text: element('span') }));
            const list = element('ul', {}, ...values.map(({ index, text }) => element('li',
                { title: solvers[index].label }, dot(solvers[index]), element('span',
                    { className: 'unseen' }, `${solvers[index].label} `), text)));
            return { column, name, values, root: element('div', { className: 'tile' }, name,
                list) };
        });
        this.root.replaceChildren(...this.tiles.map(({ root }) => root));
    }

    update() {
        if (!this.desk.hasSamples) {
            return;
        }
        const { solvers, track, model, run } = this.desk, some = this.#some;
        this.contacts = run === model.slow ? contactsIn(run) : [];
        const key = JSON.stringify([some, this.contacts.length, track?.label, model.language,
            solvers.map(({ label, hue }) => [label, hue])]);
        if (key !== this.of) {
            this.of = key;
            this.#build(some);
        }
        this.tiles.forEach((tile) => this.#scale(tile));
        this.run = this.desk.run; // run of the tiles
        this.cursor(model.time);
    }

    /** Unit and decimals by the largest number of the run; they stay constant during it. */
    #scale(tile) {
        if (tile.column in IN_CONTACT) {
            this.#scaleContact(tile);
            return;
        }
        const { desk } = this, columns = ALIKE[tile.column] ?? [tile.column];
        const ends = columns.flatMap((column) => desk.extent(column));
        const noise = ALIKE[tile.column] ? NOISE * desk.scene.balls.reduce((sum, ball) => sum
            + ball.mass_kg * Math.hypot(ball.vx_mps, ball.vy_mps), 0) : 0;
        const largest = Math.max(0, ...ends.filter(Number.isFinite).map(Math.abs));
        const most = largest > noise ? largest : 0;
        const known = desk.unitOf(tile.column);
        const { unit, per } = tile.column === 'track_m' ? unitFor(most, known)
            : { unit: known, per: 1 };
        const whole = tile.column === 'collisions' || most === 0;
        Object.assign(tile, { per, far: !whole && (most * per < TINY || most * per >= HUGE),
            decimals: whole ? 0 : decimalsFor(most * per) });
        setText(tile.name, desk.nameOf(tile.column, unit));
    }

    #scaleContact(tile) {
        const { column } = tile, most = largestOf(this.contacts.flatMap((one) => one === null ? []
            : Array.from(one.contactSamples[column].slice(one.first, one.end))));
        const { unit, per } = unitFor(most, IN_CONTACT[column]);
        Object.assign(tile, { per, far: false, decimals: decimalsFor(most * per, 3) });
        setText(tile.name, `${say(`inst.contact.${column}`)} (${unit})`);
    }

    /** Number of a solver at a sample; in a contact NaN for rigid balls, which have no force. */
    #numberOf(column, index, k, time_s) {
        const contact = this.contacts[index];
        return !(column in IN_CONTACT) ? this.desk.run.numbers[index][column][k]
            : !contact || contact.rigid ? NaN
                : !during(contact, time_s) ? 0
                    : contact.contactSamples[column][contactSampleAt(contact, time_s)];
    }

    /** Tiles of an older run wait for the next update. */
    cursor(time_s) {
        const { run } = this.desk;
        if (!this.desk.hasSamples || run !== this.run) {
            return;
        }
        const { k } = run.sampleAt(time_s);
        for (const { column, values, per, decimals, far } of this.tiles) {
            values.forEach(({ index, text }) => {
                const number = this.#numberOf(column, index, k, time_s) * per;
                setText(text, far ? pretty(number) : fixed(number, decimals));
            });
        }
    }
}
