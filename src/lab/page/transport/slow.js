// SPDX-License-Identifier: GPL-3.0-or-later
/** Slow motion of the next contact: selects it and requests a run with fine samples around it. */
import { cached } from '../model/search.js';
import { say } from '../words/words.js';
import { nextRow, windowOf } from '../table/contact.js';

const STILLS = 18; // samples per step, of 361 in a window

const withoutMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

class SlowMotion {
    constructor(model) {
        this.model = model;
        this.shown = null; // {run, row} shown last
    }

    /** Solver whose collisions are stepped through: the reference, or the first with collisions. */
    get index() {
        const { run } = this.model, some = (index) => run.collisions[index]?.rows > 0;
        const { reference } = run.scene;
        return some(reference) ? reference : run.solvers.findIndex((name, index) => some(index));
    }

    get possible() {
        return Boolean(this.model.run?.done) && this.index >= 0;
    }

    /** Row after the contact shown, else after the current time; the first follows the last.
     * @returns {number} row */
    #next() {
        const { model, index, shown } = this, table = model.run.collisions[index];
        const row = model.shows === 'slow' && shown && shown.run === model.run ? shown.row + 1
            : nextRow(table, model.time);
        return row >= 0 && row < table.rows ? row : 0;
    }

    /** @returns {Promise<string|null>} announcement; null if another request superseded it */
    next() {
        return this.possible ? this.show(this.#next(), this.index) : Promise.resolve(null);
    }

    /** Shows the contact in a row of a solver's collisions. @returns as next() */
    async show(row, index) {
        const { model } = this, { run } = model, view = windowOf(run, index, row);
        model.pause();
        const slow = await model.look(view);
        if (!slow) {
            return null;
        }
        this.shown = { run, row };
        model.seek(slow.from_s);
        if (!withoutMotion()) {
            model.play();
        }
        const without = run.labels.filter((label, k) => view.rows[k] < 0);
        return say(without.length > 0 ? 'transport.contact.without' : 'transport.contact',
            { a: view.a, b: view.b, n: row + 1, solvers: without.join(', ') });
    }
}

const known = new WeakMap();

/** Slow motion of a model; shared, because the next contact depends on the last one shown. */
export const slowOf = (model) => cached(known, model, () => new SlowMotion(model));

/** Samples per step; about 20 steps through a contact for readers who prefer reduced motion. */
export const strideOf = (model) => model.shows === 'slow' && withoutMotion() ? STILLS : 1;
