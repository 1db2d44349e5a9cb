// SPDX-License-Identifier: GPL-3.0-or-later
/** Prediction panel: ball, time, position and error. */
import { element, labelled, offer, spoken } from '../../frame/dom.js';
import { quantity, readQuantity } from '../../knobs/value/quantity.js';
import { ballName, say } from '../../words/words.js';
import { nearest } from './predict.js';

/** Parts of the page that would reveal the answer. */
const HIDES = '#instruments, #now, #lists, #goal-verdicts';
const STEP_M = 0.01;

export class PredictPanel {
    on = element('input', { type: 'checkbox', id: 'predict-on',
        onchange: () => this.on.checked ? this.prediction.begin() : this.prediction.end() });
    ball = element('select', { id: 'predict-ball', onchange: () =>
        this.prediction.begin({ ...this.prediction.now, ball: this.ball.value }) });
    time = element('input', { type: 'text', inputMode: 'decimal', id: 'predict-time',
        className: 'number', onchange: () => this.#setTime() });
    fields = ['x', 'y'].map((axis) => element('input', { type: 'number', step: STEP_M,
        id: `predict-${axis}`, className: 'number', oninput: () => this.#put() }));
    what = element('p', { id: 'predict-what' });
    result = element('div', { className: 'result' });

    /** @param {HTMLElement} place @param {Model} model @param {Prediction} prediction */
    constructor(place, model, prediction) {
        this.model = model;
        this.prediction = prediction;
        this.body = element('div', {}, element('p', {}, ...labelled('predict.ball', this.ball)),
            element('p', {}, ...labelled('predict.time', this.time)), this.what,
            element('p', { className: 'place' }, ...this.fields.flatMap((each, k) => [' ',
                element('label', { htmlFor: each.id }, ['x (m)', 'y (m)'][k]), ' ', each])),
            this.result);
        place.append(element('p', {}, element('label', {}, this.on, ' ',
            spoken('span', 'predict.on'))), this.body);
        model.on('prediction scene run done language', () => model.scene && this.update());
    }

    #setTime() {
        const text = this.time.value.trim(), time_s = readQuantity(text, 's');
        this.prediction.begin({ ...this.prediction.now,
            time_s: text === '' || !(time_s > 0) ? null : time_s });
    }

    #put() {
        const [x, y] = this.prediction.ghost.map((old, k) =>
            this.fields[k].value === '' ? old : Number(this.fields[k].value));
        this.prediction.setPosition(x, y);
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
    }

    /** Hides the parts that would reveal the answer. */
    #hide(locked) {
        document.documentElement.classList.toggle('predicting', locked);
        document.querySelectorAll(HIDES).forEach((part) => locked
            ? part.setAttribute('data-hidden', say('predict.hidden'))
            : part.removeAttribute('data-hidden'));
    }

    #updateBody(now) {
        const { model, prediction } = this;
        const names = model.scene.balls.filter(({ fixed }) => !fixed).map(({ name }) => name);
        offer(this.ball, names.map((name) => [name, ballName(name)]), now.ball);
        const when = model.run ? quantity(prediction.time_s, 's', 4) : '';
        if (document.activeElement !== this.time) {
            this.time.value = now.time_s === null ? '' : when;
        }
        this.time.placeholder = when;
        this.what.textContent = say(now.locked ? now.place ? 'predict.ready' : 'predict.what'
            : 'predict.running', { ball: now.ball, t: when });
        prediction.ghost.forEach((value, k) => {
            const field = this.fields[k];
            field.disabled = !now.locked;
            if (document.activeElement !== field || Number(field.value) !== value) {
                field.value = `${Number(value.toFixed(4))}`;
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
}
