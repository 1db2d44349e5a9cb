// SPDX-License-Identifier: GPL-3.0-or-later
/** Table of ball positions by the reference solver, and fields for the properties of the chosen
 * ball. They make every action on the canvas available from the keyboard. */
import { render } from 'preact';
import { button, element, labelled, offer, spoken } from '../frame/dom.js';
import { fixed } from '../instruments/chart/numbers.js';
import { Table } from '../instruments/frame.jsx';
import { copyBall, removeBallPairs } from '../knobs/edit/balls.js';
import { readQuantity, unitOf } from '../knobs/value/quantity.js';
import { MOST_MPS } from '../knobs/value/rows.js';
import { errorTexts } from '../words/refusal.js';
import { ballName, local, say } from '../words/words.js';
import { clamped } from '../table/clamp.js';
import { rounded } from '../table/drag.js';
import { digitsOf } from '../table/describe.js';
import { calm } from './calm.js';

const MOST = 200; // rows; a longer table slows the page
const DIGITS = 6; // that a field has room for
const FIELDS = ['x_m', 'y_m', 'vx_mps', 'vy_mps'];
const PROPERTIES = [...FIELDS, 'spin_radps', 'mass_kg', 'radius_m', 'fixed'];

/** Columns of the table: position, velocity, and spin where balls can spin. */
const told = (run) => [...FIELDS, ...run.spin_at ? ['spin_radps'] : []];

/** Card in place of the leading parameters: properties of the chosen ball, and buttons that copy and
 * remove it. */
class BallFields {
    /** @param {Model} model */
    constructor(model) {
        this.model = model;
        this.asked = this.typed = null; // the field whose edit the core has not answered yet; that the reader types in
        this.choice = element('select', { id: 'card-choice',
            onchange: () => model.select({ ball: this.choice.value || null }) });
        this.fields = new Map(PROPERTIES.map((key) => [key, element('input', {
            type: key === 'fixed' ? 'checkbox' : 'text', inputMode: 'decimal', id: `card-${key}`,
            'aria-describedby': 'card-why', oninput: ({ target }) => { this.typed = target; },
            onchange: ({ target }) => this.#edit(key, target) })]));
        this.why = element('p', { id: 'card-why', className: 'complaint', lang: 'en',
            hidden: true });
        this.copy = button('access.copy', () => this.#copy());
        this.remove = button('access.remove', () => this.#remove());
        this.element = element('fieldset', { className: 'start card' }, spoken('legend', 'access.start'),
            element('p', {}, ...labelled('access.ball', this.choice)),
            element('div', { className: 'fields' }, ...[...this.fields].map(([key, field]) =>
                element('p', {}, ...labelled(`access.${key}`, field)))),
            element('p', { className: 'actions' }, this.copy, this.remove,
                button('access.done', () => model.select({ ball: null }), { className: 'main' })), this.why);
    }

    get ball() {
        const { scene, selection } = this.model;
        return scene.balls.find(({ name }) => name === selection.ball);
    }

    async #edit(key, field) {
        const { model, ball } = this, value = field.type === 'checkbox' ? field.checked : readQuantity(field.value, unitOf(key));
        this.typed = null;
        if (field.value === '' || !ball) {
            this.update();
        } else if (Number.isNaN(value)) {
            this.#complain(field, say('knobs.not_read', { text: field.value, unit: '' }));
        } else {
            const nearest = this.#nearest(key, value);
            this.asked = field;
            model.pause();
            const done = await model.edit(Object.entries(nearest).map(([name, near]) => [`balls.${ball.name}.${name}`, `${near}`]));
            if (this.asked === field) {
                this.asked = null;
                this.#complain(done ? null : field, done ? nearest[key] === value ? '' : say('access.nearest') : undefined);
            }
        }
    }

    /** The nearest values that the ball can have, as when it is dragged. */
    #nearest(key, value) {
        const { name, x_m: x, y_m: y } = /** @type {Ball} */ (this.ball), { scene } = this.model, axis = key[0];
        const at = axis === 'x' || axis === 'y' ? clamped(scene, name, { x, y, [axis]: value }, { x, y }) : null;
        return at ? { x_m: rounded(at.x), y_m: rounded(at.y) }
            : { [key]: axis === 'v' ? Math.min(Math.max(value, -MOST_MPS), MOST_MPS) : value };
    }

    async #copy() {
        const { model, ball } = this, made = copyBall(model, ball);
        if (!made) {
            this.#complain(null, say('access.no_room'));
        } else if (await model.edit(made.pairs)) {
            model.select({ ball: made.name });
        } else {
            this.#complain(null);
        }
    }

    async #remove() {
        const { model } = this, pairs = removeBallPairs(model, model.selection.ball);
        this.choice.focus(); // the pressed button is disabled
        this.#complain(null, await model.edit(pairs) ? '' : undefined);
    }

    /** Keeps a rejected value in its field and shows the core's message, or another text. */
    #complain(wrong, text = errorTexts(this.model.messages)[0] ?? '') {
        const refused = text !== '';
        this.fields.forEach((field) => field.setAttribute('aria-invalid',
            `${refused && field === wrong}`));
        this.why.textContent = text;
        this.why.hidden = !refused;
    }

    update() {
        const { model: { scene }, ball } = this;
        offer(this.choice, [['', say('access.none')],
            ...scene.balls.map(({ name }) => [name, ballName(name)])], ball?.name ?? '');
        this.copy.disabled = !ball;
        this.remove.disabled = !ball || ball.of_group || scene.balls.length < 2;
        this.fields.forEach((field, key) => {
            const busy = field === this.typed || field.getAttribute('aria-invalid') === 'true';
            field.disabled = !ball;
            if (field.type === 'checkbox') {
                field.checked = ball?.fixed ?? false;
            } else if (!busy || !ball) {
                field.value = ball ? local(`${Number(ball[key].toPrecision(DIGITS))}`) : '';
                field.title = ball ? `${ball[key]}` : '';
            }
        });
    }

    /** Shows the values of a new scene and clears error messages. */
    renew() {
        this.#complain(null, '');
        this.update();
    }
}

/** Table of the positions and velocities at the time shown; a button in each row chooses its ball.
 * @param {HTMLElement} place @param {Model} model */
export function mount(place, model) {
    const box = element('div', { className: 'scroll', tabIndex: 0, role: 'region',
        dataset: { sayLabel: 'access.balls' } }), more = element('p');
    const choose = (name) => <button type="button" aria-pressed={name === model.selection.ball}
        onClick={() => model.select({ ball: model.selection.ball === name ? null : name })}>{ballName(name)}</button>;
    const update = () => {
        const run = model.shown;
        if (!fold.open || !run || run.filled === 0) {
            return;
        }
        const { scene: { reference }, balls, labels } = run, k = run.nearest(model.time), columns = told(run);
        render(<Table caption={say('access.balls.at', { t: fixed(model.time, digitsOf(run)), solver: labels[reference] })}
            head={['name', ...columns].map((name) => say(`access.${name}`))} rows={balls.slice(0, MOST).map((name, ball) =>
                [choose(name), ...columns.map((_, i) => fixed(run.place(reference, ball, k)[i], 3))])} />, box);
        more.textContent = balls.length > MOST ? say('access.more_balls', { n: MOST, all: balls.length }) : '';
    };
    const fold = element('details', { className: 'fold', ontoggle: update },
        spoken('summary', 'access.balls'), box, more);
    place.append(fold);
    model.on('time play done sample scene', calm(model, update));
    model.on('selection language', update);
}

/** Shows the card while a ball is chosen. */
export function mountCard(place, model) {
    const card = new BallFields(model);
    model.on('knobs', () => card.element.isConnected || place.querySelector('.leading').before(card.element));
    const update = () => {
        card.element.hidden = model.selection.ball === null;
        if (model.scene && !card.element.hidden) {
            card.update();
        }
    };
    model.on('scene', () => card.renew());
    model.on('scene selection language', update);
    update();
}
