// SPDX-License-Identifier: GPL-3.0-or-later
/** Changes restitution during playback. Each move of the slider adds a change to the schedule at
 * the current time, and playback continues in the new run. Also shows the kinetic energy. */
import { button, element, labelled, offer, spoken } from '../frame/dom.js';
import { refusalTexts } from '../words/refusal.js';
import { say } from '../words/words.js';
import { quantity } from './value/quantity.js';
import { gainOf } from './value/rows.js';
import { restitutionAt, withChange, without, writtenTime } from './edit/schedule.js';

const EACH_MS = 100; // minimum interval between changes of a slider move
const STEP = 0.01, MOST = 1, MOST_WITH_GAIN = 1.5;
const SURFACES = { both: ['ball_ball', 'ball_wall'], ball_ball: ['ball_ball'],
    ball_wall: ['ball_wall'] };

export class RestitutionControl {
    asked = 0;
    range = element('input', { type: 'range', min: 0, step: STEP, id: 'turn-value',
        'aria-describedby': 'turn-help turn-words', oninput: () => this.#turn() });
    value = element('output', { htmlFor: 'turn-value' });
    surface = element('select', { id: 'turn-surface', onchange: () => this.#now() });
    words = element('p', { className: 'complaint', hidden: true, id: 'turn-words', lang: 'en' });
    list = element('ul', { className: 'changes' });

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.model = model;
        this.last = null; // {at_s, began_ms} of the latest change
        this.wanted = null; // unanswered changes
        place.append(element('fieldset', { className: 'knobs turn' },
            spoken('legend', 'turn.title'),
            spoken('p', 'turn.help', { className: 'hint', id: 'turn-help' }),
            element('p', {}, ...labelled('turn.surface', this.surface)),
            element('p', { className: 'line' }, ...labelled('turn.value', this.range), this.value),
            this.words, spoken('p', 'turn.changes', { className: 'hint' }), this.list));
        model.on('knobs', () => this.update());
        model.on('messages', () => this.#complain());
        model.on('time', () => this.#now());
        model.on('language', () => model.scene && this.update());
    }

    get changes() {
        return this.wanted ?? this.model.scene.keys.schedule ?? [];
    }

    /** Restitution at the current time, by surface, including an unanswered change. */
    #held() {
        const first = Object.fromEntries(this.model.knobs.filter(({ of }) => of === 'restitution')
            .map(({ key, value }) => [key, Number(value)]));
        return restitutionAt(this.changes, first, writtenTime(this.model.time));
    }

    async #edit(changes, how = {}) {
        const { model } = this, number = ++this.asked;
        this.wanted = changes;
        await model.edit([['schedule', changes.length > 0 ? JSON.stringify(changes) : null]], how);
        if (number === this.asked) {
            this.wanted = null;
            this.update();
        }
    }

    /** Removes changes and keeps the focus in this part, because the pressed button disappears. */
    #leave(changes) {
        this.range.focus();
        this.#edit(changes);
    }

    #turn() {
        const now_ms = performance.now(), { model } = this;
        if (!this.last || now_ms - this.last.began_ms > EACH_MS) {
            this.last = { at_s: writtenTime(model.time), began_ms: now_ms };
        }
        const e = Number(this.range.value);
        this.value.textContent = quantity(e, '', 3);
        const restitution = Object.fromEntries(SURFACES[this.surface.value || 'both']
            .map((key) => [key, e]));
        this.#edit(withChange(this.changes, this.last.at_s, restitution), { merge: true });
    }

    // ---- what is shown ----

    update() {
        const { model } = this, walls = model.scene.table.boundary === 'walls';
        const surface = this.surface.value || 'both';
        offer(this.surface, Object.keys(SURFACES).map((key) =>
            [key, say(key === 'ball_wall' ? 'turn.wall' : `turn.${key}`)]),
        walls ? surface : 'ball_ball');
        this.surface.disabled = !walls;
        this.range.max = `${gainOf(model) ? MOST_WITH_GAIN : MOST}`;
        this.#updateList();
        this.#now();
    }

    #updateList() {
        const { changes } = this;
        const items = changes.map(({ at_s, restitution }, k) => {
            const t = quantity(at_s, 's', 4), said = Object.entries(restitution).map(([key, e]) =>
                say(`turn.item.${key}`, { e: quantity(e) })).join(', ');
            return element('li', {}, `${say('turn.item', { t, value: said })} `,
                element('button', { type: 'button', className: 'small',
                    'aria-label': say('turn.remove', { t }),
                    onclick: () => this.#leave(without(this.changes, k)) }, '×'));
        });
        const clear = button('turn.clear', () => this.#leave([]), { className: 'small' });
        this.list.replaceChildren(...items.length === 0
            ? [element('li', {}, say('turn.none'))] : items,
        ...items.length > 1 ? [element('li', {}, clear)] : []);
    }

    /** Shows the restitution at the current time. */
    #now() {
        if (this.model.scene && this.wanted === null) {
            const key = this.surface.value === 'ball_wall' ? 'ball_wall' : 'ball_ball';
            const e = this.#held()[key] ?? 1;
            this.range.value = `${e}`;
            this.value.textContent = quantity(e, '', 3);
        }
    }

    #complain() {
        const about = this.model.messages.filter(({ origin, text }) =>
            /^schedule\b/.test(origin) || /^schedule\b/.test(text));
        this.words.textContent = refusalTexts(about).join(' ');
        this.words.hidden = about.length === 0;
    }
}
