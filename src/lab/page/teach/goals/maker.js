// SPDX-License-Identifier: GPL-3.0-or-later
/** Form that adds a goal to the scenario's checks. */
import { button, element, labelled, offer } from '../../frame/dom.js';
import { readQuantity } from '../../knobs/value/quantity.js';
import { refusalTexts } from '../../words/refusal.js';
import { languageOf, say, translated } from '../../words/words.js';
import { asGoal, checkPairs, checksOf, collisionGoal, columnGoal, energyGoal, placeGoals }
    from './goals.js';

const OVER = ['end', 'max', 'min', 'largest', 'start'];
const BOUNDS = ['max', 'min', 'equals', 'within'];
const OWN = 'rms_m'; // column of divergence.tsv, not of series.tsv

const MOST_TEXT = 90; // characters; in UTF-8 they fit into the core's 199 bytes

/** Line with a labelled field. */
const line = (key, input) =>
    element('p', {}, ...labelled(key, Object.assign(input, { id: key.replaceAll('.', '-') })));

/** Keeps the chosen value if it still exists. */
const choices = (select, values, named = (value) => value) => offer(select,
    values.map((value) => [value, named(value)]),
    values.includes(select.value) ? select.value : values[0] ?? '');

const number = (value = '') => element('input', { type: 'text', inputMode: 'decimal',
    className: 'number', value });

export class Maker {
    kind = element('select', { onchange: () => this.#choose() });
    solver = element('select');
    ball = element('select');
    column = element('select', { onchange: () => this.#explain() });
    over = element('select');
    x = number();
    y = number();
    within = number('0.01');
    count = number('1');
    most = number('1e-6');
    text = element('input', { type: 'text', maxLength: MOST_TEXT });
    bounds = Object.fromEntries(BOUNDS.map((key) => [key, number()]));
    said = element('p', { className: 'complaint', role: 'alert', hidden: true, lang: 'en' });
    help = element('p', { className: 'hint', lang: 'en' });
    parts = {
        place: element('div', {}, line('goal.ball', this.ball), line('goal.x', this.x),
            line('goal.y', this.y), button('goal.here', () => this.#here()),
            line('goal.within', this.within)),
        collisions: element('div', {}, line('goal.count', this.count)),
        energy: element('div', {}, line('goal.most', this.most)),
        column: element('div', {}, line('goal.column', this.column), this.help,
            line('goal.over', this.over), ...BOUNDS.map((key) =>
                line(`goal.bound.${key}`, this.bounds[key]))),
    };

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.model = model;
        place.append(line('goal.kind', this.kind), ...Object.values(this.parts),
            line('goal.solver', this.solver), line('goal.text', this.text), this.said,
            element('p', {}, button('goal.add', () => this.#add())));
        model.on('scene language', () => model.scene && this.update());
    }

    update() {
        const { scene } = this.model;
        choices(this.kind, Object.keys(this.parts), (kind) => say(`goal.kind.${kind}`));
        choices(this.solver, ['', ...scene.solvers.map(({ name }) => name)], (name) =>
            name === '' ? say('goal.each') : name);
        choices(this.ball, scene.balls.filter(({ fixed }) => !fixed).map(({ name }) => name));
        choices(this.column, scene.columns.map(({ name }) => name).filter((name) => name !== OWN));
        choices(this.over, OVER, (over) => say(`goal.over.${over}`));
        this.#choose();
    }

    #choose() {
        Object.entries(this.parts).forEach(([kind, part]) => {
            part.hidden = kind !== this.kind.value;
        });
        this.#explain();
    }

    #explain() {
        const { doc, unit } = this.model.scene.columns.find(({ name }) =>
            name === this.column.value) ?? { doc: '', unit: '' };
        const text = translated(doc);
        this.help.textContent = unit === '' ? text : `${text} (${unit})`;
        this.help.lang = languageOf(doc);
    }

    /** Fills in the ball's current position by the chosen solver. */
    #here() {
        const { run, time } = this.model;
        const ball = run?.balls.indexOf(this.ball.value) ?? -1;
        if (run && ball >= 0) {
            const named = run.solvers.indexOf(this.solver.value);
            const index = named < 0 ? run.scene.reference : named;
            const [x, y] = run.place(index, ball, run.nearest(time));
            this.x.value = `${Number(x.toFixed(4))}`;
            this.y.value = `${Number(y.toFixed(4))}`;
        }
    }

    /** @returns {string[]|null} null if a number is missing */
    #goals() {
        const [solver, ball, column, over] = [this.solver, this.ball, this.column, this.over]
            .map(({ value }) => value);
        const read = (unit, ...fields) => fields.map(({ value }) => readQuantity(value, unit));
        const [x_m, y_m, within_m] = read('m', this.x, this.y, this.within);
        const [count, most] = read('', this.count, this.most);
        const bounds = Object.fromEntries(this.#given.map((key) =>
            [key, readQuantity(this.bounds[key].value)]));
        const [numbers, make] = {
            place: [[x_m, y_m, within_m], () => placeGoals({ ball, x_m, y_m, within_m, solver })],
            collisions: [[count], () => [collisionGoal({ count, solver })]],
            energy: [[most], () => [energyGoal({ most, solver })]],
            column: [Object.values(bounds), () => [columnGoal({ column, over, solver, bounds })]],
        }[this.kind.value];
        return numbers.length === 0 || numbers.some(Number.isNaN) ? null : make();
    }

    /** Bounds with a number. */
    get #given() {
        return BOUNDS.filter((key) => this.bounds[key].value.trim() !== '');
    }

    /** The author's text of the goal, or one made of its form. */
    #text() {
        const [ball, x, y, within, count, most, column, solver] = [this.ball, this.x, this.y,
            this.within, this.count, this.most, this.column, this.solver].map(({ value }) => value);
        const bounds = this.#given.map((key) =>
            `${say(`goal.bound.${key}`)} ${this.bounds[key].value}`).join(', ');
        const made = say(`goal.text.${this.kind.value}`, { ball, x, y, within, count, most, column,
            over: say(`goal.over.${this.over.value}`), bounds });
        return this.text.value.trim() || (solver === '' ? made : `${made} (${solver})`);
    }

    async #add() {
        const { model } = this, goals = this.#goals();
        if (goals === null) {
            this.#say(say('goal.incomplete'));
            return;
        }
        const done = await model.edit(checkPairs(model.sets,
            [...checksOf(model.scene), ...asGoal(goals, this.#text())]));
        this.#say(done ? '' : refusalTexts(model.messages).join(' '));
    }

    #say(text) {
        this.said.textContent = text;
        this.said.hidden = text === '';
    }
}
