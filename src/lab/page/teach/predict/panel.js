// SPDX-License-Identifier: GPL-3.0-or-later
/** Prediction panel: ball, time, position, error, and earlier predictions. */
import { element } from '../../frame/dom.js';
import { quantity, readQuantity } from '../../knobs/value/quantity.js';
import { say } from '../../words/words.js';
import { nearest } from './predict.js';

/** Parts of the page that would reveal the answer. */
const HIDES = ['instruments', 'now', 'lists', 'goal-verdicts'];
const STEP_M = 0.01;

const said = (key, tag = 'span') => element(tag, { dataset: { say: key } }, say(key));

export class PredictPanel {
    constructor(place, model, prediction) {
        Object.assign(this, { model, prediction });
        this.#build(place);
        model.on('prediction scene run done language', () => model.scene && this.update());
    }

    #build(place) {
        const { prediction } = this;
        this.on = element('input', { type: 'checkbox', id: 'predict-on',
            onchange: () => this.on.checked ? prediction.begin() : prediction.end() });
        this.ball = element('select', { id: 'predict-ball',
            onchange: () => prediction.begin({ ...prediction.now, ball: this.ball.value }) });
        this.time = element('input', { type: 'text', inputMode: 'decimal', id: 'predict-time',
            className: 'number', onchange: () => this.#setTime() });
        [this.x, this.y] = ['x', 'y'].map((axis) => element('input', { type: 'number', step: STEP_M,
            id: `predict-${axis}`, className: 'number', oninput: () => this.#put() }));
        this.what = element('p', { id: 'predict-what' });
        this.result = element('div', { className: 'result' });
        this.tries = element('div');
        const field = (id, key, ...inputs) => element('p', {}, element('label', { htmlFor: id },
            said(key)), ' ', ...inputs);
        this.body = element('div', {}, field('predict-ball', 'predict.ball', this.ball),
            field('predict-time', 'predict.time', this.time), this.what,
            element('p', { className: 'place' },
                element('label', { htmlFor: 'predict-x' }, 'x (m)'), ' ', this.x, ' ',
                element('label', { htmlFor: 'predict-y' }, 'y (m)'), ' ', this.y),
            this.result);
        place.append(element('p', {}, element('label', {}, this.on, ' ', said('predict.on'))),
            this.body, this.tries);
    }

    #setTime() {
        const text = this.time.value.trim(), time_s = readQuantity(text, 's');
        this.prediction.begin({ ...this.prediction.now,
            time_s: text === '' || !(time_s > 0) ? null : time_s });
    }

    #put() {
        const [x, y] = this.prediction.ghost;
        const value = (field, old) => field.value === '' ? old : Number(field.value);
        this.prediction.setPosition(value(this.x, x), value(this.y, y));
    }

    // ---- what is shown ----

    update() {
        const { now } = this.prediction;
        this.on.checked = now !== null;
        this.body.hidden = now === null;
        this.#hide(now?.locked ?? false);
        if (now !== null) {
            this.#updateBody(now);
        }
        this.#updateTries();
    }

    /** Hides the parts that would reveal the answer. */
    #hide(locked) {
        document.documentElement.classList.toggle('predicting', locked);
        for (const id of HIDES) {
            const part = document.getElementById(id);
            if (part && locked) {
                part.dataset.hidden = say('predict.hidden');
            } else if (part) {
                delete part.dataset.hidden;
            }
        }
    }

    #updateBody(now) {
        const { model, prediction } = this, [x, y] = prediction.ghost;
        const names = model.scene.balls.filter(({ fixed }) => !fixed).map(({ name }) => name);
        if (this.names !== names.join()) {
            this.names = names.join();
            this.ball.replaceChildren(...names.map((name) => element('option', { value: name },
                name)));
        }
        this.ball.value = now.ball;
        const when = model.run ? quantity(prediction.time_s, 's', 4) : '';
        if (document.activeElement !== this.time) {
            this.time.value = now.time_s === null ? '' : when;
        }
        this.time.placeholder = when;
        this.what.textContent = say(now.locked ? now.place ? 'predict.ready' : 'predict.what'
            : 'predict.running', { ball: now.ball, t: when });
        [[this.x, x], [this.y, y]].forEach(([field, value]) => {
            field.disabled = !now.locked;
            if (document.activeElement !== field || Number(field.value) !== value) {
                field.value = Number(value.toFixed(4));
            }
        });
        this.#updateResult(now);
    }

    #updateResult({ distances, ball, time_s }) {
        const best = distances && nearest(distances), key = `${JSON.stringify(distances)}`
            + `${ball}${time_s}${this.model.language}`;
        if (key === this.shown) {
            return; // announce once
        }
        this.shown = key;
        this.result.replaceChildren(...!distances ? [] : [
            element('p', { className: 'verdict' }, best ? say('predict.off', { ball,
                d: quantity(best.distance_m, 'm', 3), solver: best.label }) : say('predict.none')),
            element('ul', {}, ...distances.map(({ label, distance_m }) => element('li', {},
                `${label}: ${this.#distance(distance_m)}`)))]);
    }

    #distance(distance_m) {
        return Number.isFinite(distance_m) ? quantity(distance_m, 'm', 3) : say('predict.nowhere');
    }

    #updateTries() {
        const { tries } = this.prediction, key = `${tries.length}${this.model.language}`;
        if (key === this.listed) {
            return;
        }
        this.listed = key;
        const rows = tries.map((each, k) => element('tr', {},
            element('th', { scope: 'row' }, `${k + 1}`), element('td', {}, each.ball),
            element('td', {}, quantity(each.time_s, 's', 4)),
            element('td', {}, each.place.map((at) => quantity(at, 'm', 4)).join(', ')),
            element('td', {}, each.distances.map(({ label, distance_m }) =>
                `${label} ${this.#distance(distance_m)}`).join(', '))));
        const heads = ['number', 'ball', 'time', 'place', 'distance'].map((name) =>
            element('th', { scope: 'col' }, say(`predict.tries.${name}`)));
        this.tries.replaceChildren(...tries.length === 0 ? [] : [element('div',
            { className: 'wide' }, element('table', { className: 'tries' },
                element('caption', {}, say('predict.tries')),
                element('thead', {}, element('tr', {}, ...heads)),
                element('tbody', {}, ...rows)))]);
    }
}
