// SPDX-License-Identifier: GPL-3.0-or-later
/** Knob of a parameter: name, control, description, and messages of the core. */
import { element, offer } from '../frame/dom.js';
import { quantity as measure } from '../instruments/chart/numbers.js';
import { cached } from '../model/search.js';
import { controlText, formatOf } from '../words/refusal.js';
import { ballName, language, languageOf, say, translated } from '../words/words.js';
import { controlOf } from './controls.js';
import { isChanged, otherwisePairs, resetPairs } from './edit/edits.js';
import { quantity } from './value/quantity.js';
import { gainOf, hintOf, pathsOf, plainName } from './value/rows.js';
import { guess } from './edit/suggest.js';

const BILLIARD_S = 2e-4, BILLIARD_M = [0.025, 0.032]; // contact time and radii of billiard balls
const LIKE = 1.5; // ratio of contact times that are alike

let count = 0;

/** Name of a parameter in the reader's language, or its key. */
export function nameOf(row) {
    // `ball_ball` of friction and of restitution differ
    const keys = [row.say ?? '', `key.${row.of}.${row.key}`, `key.${row.key}`];
    const name = keys.map((key) => say(key)).find((said, k) => said !== keys[k]) ?? plainName(row);
    const of = row.axis ?? (row.whose && ballName(row.whose));
    return of ? `${name}, ${of}` : name;
}

/** Formats a value with its unit. */
export const shownValue = (row, value) => row.type === 'number' && value !== ''
    ? quantity(Number(value), row.unit) : value;

function fallbackOf(row) {
    return row.fallback === null ? '' : row.fallback === '' ? say('knobs.optional')
        : say('knobs.fallback', { value: shownValue(row, row.fallback) });
}

/** Compares the first contact of a solver with springs with one of billiard balls; '' for other balls.
 * @param {Row} row @param {Run} run */
function softnessOf({ of }, { scene: { balls, solvers }, collisions }) {
    const { radius_m } = balls[0], [least_m, most_m] = BILLIARD_M;
    const time_s = collisions[solvers.findIndex(({ name }) => of === `solvers.${name}`)]?.column.contact_s[0];
    const times = time_s / BILLIARD_S;
    return radius_m < least_m || radius_m > most_m || !(times < 1 / LIKE || times > LIKE) ? ''
        : say('knobs.touch', { time: measure(time_s, 's', 2) });
}

export class Knob {
    label = element('label');
    help = element('p', { className: 'help', lang: 'en' });
    fallback = element('p', { className: 'help' });
    words = element('p', { className: 'complaint', lang: 'en', hidden: true });
    limit = element('small', { role: 'status' });
    softness = element('p', { className: 'hint' });
    reset = element('button', { type: 'button', className: 'reset', onclick: () => this.#reset() });
    otherwise = element('select', { className: 'otherwise', hidden: true,
        onchange: () => this.#useAlternative() });

    /** @param {Row} row @param {import('./panel.js').Panel} panel */
    constructor(row, panel) {
        this.row = row;
        this.panel = panel;
        this.family = [row];
        this.control = controlOf(row, {
            send: (text, how) =>
                panel.edit(row, row.pairsOf?.(text) ?? [[row.path, text]], how, text),
            refused: () => panel.model.messages.some(({ error }) => error),
            limited: (text) => { this.limit.textContent = text; },
            refuse: (text) => this.complain([{ text, error: true, own: true }]),
            hint: () => hintOf(row, gainOf(panel.model)),
            choices: row.key === 'reference' && row.of === ''
                ? () => panel.model.scene.solvers.map(({ name }) => name) : undefined,
        });
        const { control } = this, told = [this.help, this.fallback, this.words];
        [this.label, ...told, control.main].forEach((each) => {
            each.id = `knob-${++count}`;
        });
        this.label.htmlFor = control.main.id;
        control.elements.forEach((input) => input.setAttribute('aria-describedby',
            told.map(({ id }) => id).join(' ')));
        this.element = element('div',
            { className: `knob ${row.type}`, dataset: { path: row.path } },
            element('div', { className: 'line' }, element('span', { className: 'name' }, this.label,
                this.otherwise, ' ', this.limit), element('span', { className: 'controls' }, ...control.elements),
                this.reset),
            this.words, this.help, this.fallback, this.softness);
    }

    #reset() {
        const { row, panel } = this;
        this.control.main.focus(); // the pressed button disappears
        panel.edit(row, this.refused ? [] // restores the last valid value
            : resetPairs(panel.model, pathsOf(row)), {}, null);
    }

    /** Changes to an alternative key, starting from measured values. */
    #useAlternative() {
        const { panel, row } = this, { model } = panel;
        const other = this.family.find(({ key }) => key === this.otherwise.value) ?? row;
        const { value, also } = guess(model, other, panel.memory);
        panel.memory.set(row.path, row.value);
        panel.edit(other, otherwisePairs(model, other, value, also), {}, value);
    }

    /** @param row current row of the core @param family alternatives of rows.js */
    update(row, family = [row]) {
        const { model } = this.panel;
        Object.assign(this.row, row);
        this.family = family;
        if (!this.control.busy()) {
            this.control.show(row);
        }
        this.changed = pathsOf(row).some((path) => isChanged(model, path));
        this.reset.disabled = !this.changed;
        this.otherwise.hidden = family.length < 2;
        offer(this.otherwise, family.map((each) => [each.key, nameOf(each)]), row.key);
        this.compare();
        this.#speak();
    }

    /** Compares springs with billiard balls, after a run. */
    compare() {
        const { run } = this.panel.model;
        if (run?.done && this.row.path === 'leading.stiffness') {
            this.softness.textContent = softnessOf(this.row, run);
        }
    }

    /** Sets names in the chosen language. */
    #speak() {
        const { row } = this, name = nameOf(row);
        const spoken = [language(), name, this.family.length].join();
        if (spoken === this.spoken) {
            return;
        }
        this.spoken = spoken;
        this.label.textContent = name;
        this.label.className = this.family.length < 2 ? '' : 'unseen';
        this.help.textContent = this.label.title = translated(row.doc);
        this.help.lang = languageOf(row.doc);
        this.otherwise.setAttribute('aria-label', say('knobs.said_by', { name }));
        this.fallback.textContent = fallbackOf(row);
        this.fallback.lang = language();
        this.reset.title = say('knobs.reset.of', { name });
        this.reset.setAttribute('aria-label', this.reset.title);
        this.control.range?.setAttribute('aria-label', say('knobs.slider', { name }));
    }

    /** Forgets the last value, because the scene has changed. */
    forget() {
        this.control.forget?.();
        this.complain([]);
    }

    /** @param messages for this parameter; [] clears them */
    complain(messages) {
        const bad = messages.some(({ error }) => error);
        // solvers may have the same message with other numbers
        const texts = [...new Map(messages.map((each) => [formatOf(each), controlText(each)])).values()];
        const said = [bad, ...texts].join('\n');
        this.limit.textContent = '';
        this.refused = bad;
        this.reset.disabled = !bad && !this.changed;
        if (said === this.said) {
            return;
        }
        this.said = said;
        this.words.replaceChildren(...texts.map((text) => element('span', {}, text)));
        this.words.hidden = texts.length === 0;
        this.words.className = bad ? 'complaint' : 'advice';
        this.control.elements.forEach((input) => bad ? input.setAttribute('aria-invalid', 'true')
            : input.removeAttribute('aria-invalid'));
    }
}

/** Knob of a row from a map by path, updated. */
export function knobOf(knobs, row, panel, family) {
    const knob = cached(knobs, row.path, () => new Knob({ ...row }, panel));
    knob.update(row, family);
    return knob;
}
