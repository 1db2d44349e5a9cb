// SPDX-License-Identifier: GPL-3.0-or-later
/** Numbers of each solver at the current time, large enough for the last row. */
import { element, setText } from '../frame/dom.js';
import { say, translated } from '../words/words.js';
import { decimalsFor, fixed, pretty, unitFor } from './chart/numbers.js';
import { swatch } from './chart/style.js';
import { panel } from './frame.js';

const SHOWN = ['kinetic_J', 'px_kgmps', 'py_kgmps', 'collisions', 'max_overlap_m'];
/** Columns with equal decimals, for comparison. */
const ALIKE = { px_kgmps: ['px_kgmps', 'py_kgmps'], py_kgmps: ['px_kgmps', 'py_kgmps'] };
const TINY = 1e-4; // smaller numbers get a power of ten
const SCALED = ['max_overlap_m', 'track_m']; // in mm or µm; others keep the unit of their charts

export class Now {
    tiles = [];
    of = ''; // solvers and language of the tiles

    /** @param {Desk} desk */
    constructor(desk, open) {
        this.desk = desk;
        this.run = null;
        this.place = element('div', { className: 'tiles', 'aria-live': 'off' });
        this.root = panel('inst.now', open, this.place);
    }

    /** Rebuilds the tiles for other solvers or another language. */
    #build() {
        const { solvers, track } = this.desk;
        this.tiles = (track ? ['track_m', ...SHOWN.slice(0, -1)] : SHOWN).map((column) => {
            const name = element('h3', { title: translated(this.desk.docOf(column)) });
            const values = solvers.map(() => element('span', { className: 'value' }));
            const list = element('ul', {}, ...solvers.map((solver, index) => element('li', {},
                swatch(solver), element('span', { className: 'who' }, solver.label),
                values[index])));
            return { column, name, values, root: element('section', { className: 'tile' }, name,
                list) };
        });
        this.place.replaceChildren(...this.tiles.map(({ root }) => root));
    }

    update() {
        if (!this.root.open || !this.desk.hasSamples) {
            return;
        }
        const key = JSON.stringify([this.desk.solvers.map(({ label, hue, variant }) =>
            [label, hue, variant]), this.desk.track?.label, this.desk.model.language]);
        if (key !== this.of) {
            this.of = key;
            this.#build();
        }
        this.tiles.forEach((tile) => this.#scale(tile));
        this.run = this.desk.run; // run of the tiles
        this.cursor(this.desk.model.time);
    }

    /** Unit and decimals by the largest number of the run; they stay constant during it. */
    #scale(tile) {
        const { desk } = this, columns = ALIKE[tile.column] ?? [tile.column];
        const ends = columns.flatMap((column) => desk.extent(column));
        const most = Math.max(0, ...ends.filter(Number.isFinite).map(Math.abs));
        const known = desk.unitOf(tile.column);
        const { unit, per } = SCALED.includes(tile.column) ? unitFor(most, known)
            : { unit: known, per: 1 };
        const whole = tile.column === 'collisions' || most === 0;
        Object.assign(tile, { per, tiny: !whole && most * per < TINY,
            decimals: whole ? 0 : decimalsFor(most * per) });
        setText(tile.name, desk.nameOf(tile.column, unit));
    }

    /** Tiles of an older run wait for the next update. */
    cursor(time_s) {
        const { run } = this.desk;
        if (!this.root.open || !this.desk.hasSamples || run !== this.run) {
            return;
        }
        const { k } = run.sampleAt(time_s);
        for (const { column, values, per, decimals, tiny } of this.tiles) {
            values.forEach((value, index) => {
                const number = run.numbers[index][column][k] * per;
                setText(value, tiny ? pretty(number, 4) : fixed(number, decimals));
            });
        }
    }
}
