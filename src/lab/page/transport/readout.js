// SPDX-License-Identifier: GPL-3.0-or-later
/** Numbers of the contact in slow motion: time in seconds and relative to the contact; overlap,
 * force and normal velocities by solver. All come from the contact tables. */
import { element } from '../frame/dom.js';
import { pretty } from '../instruments/chart/numbers.js';
import { table } from '../instruments/frame.js';
import { contactsIn, contactSampleAt } from '../table/contact.js';
import { focusOf } from '../table/draw/closeup.js';
import { pensOf } from '../table/draw/pen.js';
import { say } from '../words/words.js';

const VELOCITIES = ['va_n_mps', 'va_t_mps', 'vb_n_mps', 'vb_t_mps'];
const ROUNDING = 1e-12; // relative to the fastest of them

/** Velocities in a row of contact samples; those below rounding are 0. */
export function velocitiesOf(contactSamples, row) {
    const values = VELOCITIES.map((name) => contactSamples[name][row]);
    const fastest = Math.max(...values.map((value) => Math.abs(value)));
    return values.map((value) => Math.abs(value) < ROUNDING * fastest ? 0 : value);
}

/** Phase of a contact: before, a percentage of its duration, or after. */
function phaseOf({ t_s, contact_s, rigid }, time_s) {
    if (time_s < t_s) {
        return say('contact.before');
    }
    if (rigid || time_s > t_s + contact_s) {
        return say(rigid ? 'contact.struck' : 'contact.after');
    }
    return say('contact.part', { part: ((time_s - t_s) / contact_s).toFixed(2) });
}

function cellsOf(contact, time_s) {
    const row = contactSampleAt(contact, time_s), { contactSamples } = contact;
    const now = time_s >= contact.t_s && time_s <= contact.t_s + contact.contact_s;
    const during = (value) => now && !contact.rigid ? pretty(value) : '0';
    const push = contact.rigid ? say('contact.impulse', { J: pretty(contact.impulse_Ns) })
        : during(contactSamples.force_N[row]);
    return [phaseOf(contact, time_s), during(contactSamples.overlap_m[row] * 1e3), push,
        ...velocitiesOf(contactSamples, row).map((value) => pretty(value))];
}

const HEADS = ['solver', 'phase', 'overlap', 'force', 'va_n', 'va_t', 'vb_n', 'vb_t'];

export class Readout {
    /** @type {(Contact | null)[]} */ contacts = [];
    rows = [];
    box = element('div', { className: 'scroll', hidden: true });

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.model = model;
        place.prepend(this.box);
        model.on('slow', () => {
            this.contacts = model.slow ? contactsIn(model.slow) : [];
        });
        model.on('play language', () => this.#build());
        model.on('selection', () => this.#press());
        model.on('time', () => this.#fill());
    }

    /** Button that shows the whole contact of this solver on the table. */
    #chooser(pen) {
        const { model } = this;
        return element('button', { type: 'button', title: say('contact.choose'),
            style: { borderLeft: `0.4rem solid ${pen.colour}` },
            textContent: `${pen.letter} ${pen.label}`,
            onclick: () => model.select({ solver: pen.name }) });
    }

    #build() {
        const { model, contacts } = this, slow = model.shows === 'slow' ? model.slow : null;
        const there = contacts.find((contact) => contact !== null);
        this.box.hidden = !slow || !there;
        this.rows = [];
        if (!slow || !there) {
            return;
        }
        const { a, b } = there, pens = pensOf(slow.scene);
        this.rows = contacts.flatMap((contact, index) => contact ? [{ contact, index,
            button: this.#chooser(pens[index]),
            cells: HEADS.slice(1).map(() => element('span')) }] : []);
        this.box.replaceChildren(table(say('contact.caption', { a, b }),
            HEADS.map((key) => say(`contact.${key}`, { a, b })),
            this.rows.map(({ button, cells }) => [button, ...cells]), { className: 'readout' }));
        this.#press();
        this.#fill();
    }

    #press() {
        const { contacts, model: { selection, scene } } = this;
        const focus = focusOf(contacts, [...contacts.keys()],
            scene?.solvers.findIndex(({ name }) => name === selection.solver));
        this.rows.forEach(({ button, index }) =>
            button.setAttribute('aria-pressed', String(index === focus)));
    }

    #fill() {
        for (const { contact, cells } of this.rows) {
            cellsOf(contact, this.model.time).forEach((text, k) => {
                cells[k].textContent = text;
            });
        }
    }
}
