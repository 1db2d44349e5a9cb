// SPDX-License-Identifier: GPL-3.0-or-later
/** Goals are checks of the scenario with a `goal:` text; checks with the same text are one goal. The
 * core evaluates them. A goal is met only by a change: the scene differs from the one that was
 * opened, and the number is nearer to what is wanted, or the goal has been missed in between. */
import { cached } from '../../model/search.js';

/** Values of a state. The texts of a scene may differ although a slider has come back.
 * @param {Described} state */
const valuesOf = ({ knobs, scene: { balls } }) => JSON.stringify([balls, knobs.map(({ path, type, value }) =>
    [path, type === 'number' && value !== null ? Number(value) : value])]);

/** Larger is better.
 * @param {Verdict} verdict
 * @returns {number} */
function scoreOf({ value, max, min, equals }) {
    const number = value ?? Infinity; // what never happens, such as a mismatch
    return typeof equals === 'number' ? -Math.abs(number - equals)
        : typeof max === 'number' ? -number : typeof min === 'number' ? number : NaN;
}

/** Goals with their state: fail, skip, open (the scene is as it was opened), kept (holds, but no
 * change was towards it), pass.
 * @param {Verdict[]} verdicts @param {Verdict[] | null} first those of the scene as it was opened
 * @param {{changed: boolean, missed: Set<string>}} how missed: goals that were missed meanwhile
 * @returns {Goal[]} */
export function goalsIn(verdicts, first, { changed, missed }) {
    const texts = new Set(verdicts.flatMap(({ goal }) => goal ? [goal] : []));
    return [...texts].map((text) => {
        const items = verdicts.filter(({ goal }) => goal === text);
        const before = items.map(({ name }) => first?.find((one) => one.name === name && one.goal));
        const bad = ['fail', 'skip'].find((each) => items.some((one) => one.verdict === each));
        const gains = items.map((one, k) => {
            const [now, then] = [one, before[k] ?? one].map(scoreOf);
            return now === then ? 0 : now - then;
        });
        const moved = missed.has(text) || before.some((one) => one?.verdict === 'fail')
            || gains.some((gain) => gain > 0);
        const isMet = moved && gains.every((gain) => gain >= 0);
        const state = /** @type {Goal['state']} */
            (bad ?? (!changed ? 'open' : isMet ? 'pass' : 'kept'));
        return { text, state, items, before };
    });
}

/** @param {Goal[]} goals @returns {{held, all: boolean}} number of goals that are met; all: there
 *    are goals, all met */
export function tally(goals) {
    const held = goals.filter(({ state }) => state === 'pass').length;
    return { held, all: held > 0 && held === goals.length };
}

/** Follows the goals of a model's scene. */
class Goals {
    /** @type {Verdict[] | null} of the scene as it was opened */ first = null;
    missed = new Set();
    opened = null;
    origin = null;

    /** @param {Model} model */
    constructor(model) {
        this.model = model;
        model.on('scene', () => this.#renew());
        model.on('verdicts', () => model.stale || this.#judge());
    }

    get changed() {
        return valuesOf(this.model.start) !== valuesOf(this.model);
    }

    /** @returns {Goal[]} none before the run is checked */
    get list() {
        const { model } = this;
        return model.stale ? [] : goalsIn(model.verdicts, this.first, this);
    }

    #renew() {
        const { opened, origin } = this.model;
        if (this.opened !== opened || this.origin !== origin) {
            Object.assign(this, { opened, origin, first: null });
            this.missed.clear();
        }
    }

    #judge() {
        const { model } = this;
        if (!this.changed) {
            this.first = model.verdicts;
        } else if (!this.first && model.verdicts.some(({ goal }) => goal)) {
            this.#askFirst(); // a link opens a changed scene
        }
        model.verdicts.forEach(({ goal, verdict }) => verdict === 'fail' && this.missed.add(goal));
    }

    async #askFirst() {
        const { model } = this, { text } = model.origin ?? model.history.states[0], { origin } = this;
        await model.client.ask({ text, sets: [], kind: 'record' }, { receive: (topic, value) => {
            if (topic === 'verdicts' && this.origin === origin) {
                this.first = value;
                model.emit('verdicts');
            }
        } });
    }
}

const known = new WeakMap();

/** Goals of a model, shared by panel and live region. @returns {Goals} */
export const goalsOf = (model) => cached(known, model, () => new Goals(model));
