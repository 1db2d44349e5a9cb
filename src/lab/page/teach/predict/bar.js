// SPDX-License-Identifier: GPL-3.0-or-later
/** Prediction bar at the table: question, start button, result. On a phone the lesson's panel is
 * out of sight. */
import { button, element } from '../../frame/dom.js';
import { quantity } from '../../knobs/value/quantity.js';
import { say } from '../../words/words.js';
import { nearest } from './predict.js';

export class PredictBar {
    words = element('span');

    /** @param {HTMLElement} place the table's section @param {Model} model
     * @param {Prediction} prediction */
    constructor(place, model, prediction) {
        this.model = model;
        this.prediction = prediction;
        this.go = button('predict.go', () => {
            prediction.go();
            this.again.focus();
        }, { className: 'main' });
        this.again = button('predict.again', () => {
            prediction.begin({ ...prediction.now });
            document.getElementById('ghost').focus({ preventScroll: true });
        });
        this.bar = element('p', { className: 'predict-bar', hidden: true }, this.words, ' ',
            this.go, this.again);
        place.append(this.bar);
        model.on('prediction run done language', () => this.update());
        model.on('locked', () => this.#remind());
    }

    /** Asks for the prediction after an attempt to start the run. */
    #remind() {
        this.bar.classList.toggle('urgent', !this.prediction.now?.place);
        this.model.emit('said', say('predict.first'));
    }

    #text({ ball, place, locked, distances }) {
        const t = this.model.run ? quantity(this.prediction.time_s, 's', 4) : '';
        const best = distances && nearest(distances);
        if (best) {
            return say('predict.off', { ball, solver: best.label,
                d: quantity(best.distance_m, 'm', 3) });
        }
        return say(!locked ? 'predict.running' : place ? 'predict.ready' : 'predict.short',
            { ball, t });
    }

    update() {
        const { model, prediction: { now } } = this;
        this.bar.hidden = now === null;
        if (now === null) {
            return;
        }
        this.words.textContent = this.#text(now);
        if (now.distances && now.distances !== this.said) {
            this.said = now.distances;
            model.emit('said', this.words.textContent);
        }
        this.go.hidden = !now.locked;
        this.go.disabled = !now.place;
        this.again.hidden = now.locked;
        if (now.place) {
            this.bar.classList.remove('urgent');
        }
    }
}
