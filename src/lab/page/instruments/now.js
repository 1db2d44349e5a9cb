// SPDX-License-Identifier: GPL-3.0-or-later
/** Three numbers of each solver at the current time, in one row above the table. */
import { drawing, element, setText } from '../frame/dom.js';
import { say, translated } from '../words/words.js';
import { decimalsFor, fixed, pretty, unitFor } from './chart/numbers.js';
import { colourOf } from './chart/style.js';

const SHOWN = ['kinetic_J', 'px_kgmps', 'collisions'];
/** Columns with equal decimals, for comparison. */
const ALIKE = { px_kgmps: ['px_kgmps', 'py_kgmps'] };
const TINY = 1e-4; // smaller numbers get a power of ten
const MOST = 3; // more solvers than this: the first, or the one that the reader has chosen

const dot = (solver) => drawing('svg', { viewBox: '0 0 8 8', class: 'dot', 'aria-hidden': 'true' },
    drawing('circle', { cx: 4, cy: 4, r: 4, style: { fill: colourOf(solver) } }));

export class Now {
    tiles = [];
    of = ''; // solvers and language of the tiles

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
        this.tiles = (track ? ['track_m', ...SHOWN.slice(0, -1)] : SHOWN).map((column) => {
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
        const { solvers, track, model } = this.desk, some = this.#some;
        const key = JSON.stringify([some, solvers.map(({ label, hue }) => [label, hue]),
            track?.label, model.language]);
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
        const { desk } = this, columns = ALIKE[tile.column] ?? [tile.column];
        const ends = columns.flatMap((column) => desk.extent(column));
        const most = Math.max(0, ...ends.filter(Number.isFinite).map(Math.abs));
        const known = desk.unitOf(tile.column);
        const { unit, per } = tile.column === 'track_m' ? unitFor(most, known)
            : { unit: known, per: 1 };
        const whole = tile.column === 'collisions' || most === 0;
        Object.assign(tile, { per, tiny: !whole && most * per < TINY,
            decimals: whole ? 0 : decimalsFor(most * per) });
        setText(tile.name, desk.nameOf(tile.column, unit));
    }

    /** Tiles of an older run wait for the next update. */
    cursor(time_s) {
        const { run } = this.desk;
        if (!this.desk.hasSamples || run !== this.run) {
            return;
        }
        const { k } = run.sampleAt(time_s);
        for (const { column, values, per, decimals, tiny } of this.tiles) {
            values.forEach(({ index, text }) => {
                const number = run.numbers[index][column][k] * per;
                setText(text, tiny ? pretty(number, 4) : fixed(number, decimals));
            });
        }
    }
}
