// SPDX-License-Identifier: GPL-3.0-or-later
/** The next contact, slowly: which one it is, and the run once more, looked at finely around it. */
import { say } from '../words/words.js';
import { nextRow, windowOf } from '../table/contact.js';

const STILLS = 18; // of the 361 samples of a window

const withoutMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

class SlowMotion {
    constructor(model) {
        this.model = model;
        this.shown = null; // {run, row}: what was looked at last
    }

    /** The solver whose collisions are gone through: the reference, or the first that has any. */
    get lane() {
        const { run } = this.model, some = (lane) => run.collisions[lane]?.rows > 0;
        const { reference } = run.scene;
        return some(reference) ? reference : run.lanes.findIndex((name, lane) => some(lane));
    }

    get possible() {
        return Boolean(this.model.run?.done) && this.lane >= 0;
    }

    /** While one is shown, the one behind it; else the next after the time; after the last the
     *  first. @returns {number} row */
    #next() {
        const { model, lane, shown } = this, table = model.run.collisions[lane];
        const going = model.shows === 'slow' && shown?.run === model.run;
        const row = going ? shown.row + 1 : nextRow(table, model.time);
        return row >= 0 && row < table.rows ? row : 0;
    }

    /** @returns {Promise<string|null>} what is to be said of it; null: something else came first */
    next() {
        return this.possible ? this.show(this.#next(), this.lane) : Promise.resolve(null);
    }

    /** The contact that is the row of a solver's collisions. @returns as next() */
    async show(row, lane) {
        const { model } = this, { run } = model, view = windowOf(run, lane, row);
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
        const without = run.lanes.filter((name, k) => view.rows[k] < 0);
        return say(without.length > 0 ? 'transport.contact.without' : 'transport.contact',
            { a: view.a, b: view.b, n: row + 1, solvers: without.join(', ') });
    }
}

const known = new WeakMap();

/** The one of a model: which contact comes next depends on which was shown. */
export function slowOf(model) {
    known.set(model, known.get(model) ?? new SlowMotion(model));
    return known.get(model);
}

/** Samples of a step: who wants no motion goes through a contact in some twenty pictures. */
export const strideOf = (model) => model.shows === 'slow' && withoutMotion() ? STILLS : 1;
