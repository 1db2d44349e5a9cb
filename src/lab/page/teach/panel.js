// SPDX-License-Identifier: GPL-3.0-or-later
/** Lesson: worksheet, goals, and a link to them. A link's `teach` is {mode: ['challenge',
 * 'worksheet'], note, worksheet}. */
import { button, element, spoken } from '../frame/dom.js';
import { copyLink } from '../frame/share.js';
import { say } from '../words/words.js';
import { Challenge } from './goals.js';
import { MODES, read, written } from './lesson.js';
import { Worksheet } from './sheet/worksheet.js';

class Lesson {
    note = element('textarea', { id: 'teach-note', rows: 3, oninput: () => {
        this.challenge.note = this.note.value;
        this.challenge.update();
    } });

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.model = model;
        this.place = place;
        this.opened = null;
        const [challenge, worksheet, share] = [...MODES, 'share'].map((name) =>
            this.#section(name));
        this.challenge = new Challenge(challenge.inner, model);
        this.worksheet = new Worksheet(worksheet.inner, model,
            /** @type {any} */ (place.closest('details')));
        this.parts = { challenge, worksheet };
        worksheet.element.open = true;
        this.#buildShare(share.inner);
        place.append(...[worksheet, challenge, share].map(({ element: each }) => each));
        model.on('scene', () => this.#open());
    }

    #section(name) {
        const inner = element('div', { className: 'inner' });
        return { inner, element: element('details', { className: 'lesson', id: `teach-${name}` },
            spoken('summary', `teach.${name}`), inner) };
    }

    // ---- a link to the lesson ----

    #buildShare(place) {
        const said = element('span', { role: 'status' });
        place.append(element('p', {}, spoken('label', 'teach.note', { htmlFor: 'teach-note' })),
            this.note, element('p', {}, button('teach.copy', () => this.#copy(said)), ' ', said));
    }

    async #copy(said) {
        const { model } = this;
        const modes = MODES.filter((mode) => this.parts[mode].element.open);
        const teach = written({ modes, note: this.note.value, worksheet: this.worksheet.text });
        await copyLink(model, await model.link({ at: 0, teach }), said);
    }

    /** Opens the lesson of a link. */
    #open() {
        const { model } = this;
        if (model.opened === this.opened || !model.opened) {
            return;
        }
        this.opened = model.opened;
        const { modes, note, worksheet } = read(this.opened.teach);
        this.note.value = this.challenge.note = note;
        this.challenge.update();
        this.worksheet.give(worksheet);
        modes.forEach((mode) => { this.parts[mode].element.open = true; });
        /** @type {any} */ (this.place.closest('details')).open ||= modes.length > 0;
    }
}

export const mount = (place, model) => new Lesson(place, model);
