// SPDX-License-Identifier: GPL-3.0-or-later
/** Numbers of the contact in slow motion: the clock in seconds and in parts of the contact, and by
 *  solver overlap, force and what the two do along the normal. All are of the table of contacts. */
import { element } from '../frame/dom.js';
import { contactsIn, momentAt } from '../table/contact.js';
import { pensOf } from '../table/draw/pen.js';
import { say } from '../words/words.js';

/** Three figures, and no more noughts than one can count. */
export function figures(value) {
    if (!Number.isFinite(value)) {
        return '–';
    }
    const size = Math.abs(value);
    return value === 0 ? '0' : size >= 1e-3 && size < 1e4 ? `${Number(value.toPrecision(3))}`
        : value.toExponential(2);
}

/** Before, so many hundredths of its duration, after. */
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
    const row = momentAt(contact, time_s), { moments } = contact;
    const now = time_s >= contact.t_s && time_s <= contact.t_s + contact.contact_s;
    const during = (value) => now && !contact.rigid ? figures(value) : '0';
    const push = contact.rigid ? say('contact.impulse', { J: figures(contact.impulse_Ns) })
        : during(moments.force_N[row]);
    return [phaseOf(contact, time_s), during(moments.overlap_m[row] * 1e3), push,
        ...['va_n_mps', 'va_t_mps', 'vb_n_mps', 'vb_t_mps'].map((name) =>
            figures(moments[name][row]))];
}

const HEADS = ['solver', 'phase', 'overlap', 'force', 'va_n', 'va_t', 'vb_n', 'vb_t'];

export function mountReadout(place, model) {
    const head = element('tr'), body = element('tbody'), caption = element('caption');
    const table = element('table', { className: 'readout', hidden: true }, caption,
        element('thead', {}, head), body);
    let contacts = [];
    const update = () => {
        const slow = model.shows === 'slow' ? model.slow : null;
        const there = contacts.filter((contact) => contact !== null);
        table.hidden = !slow || there.length === 0;
        if (table.hidden) {
            return;
        }
        const pens = pensOf(slow.scene), [{ a, b }] = there;
        caption.textContent = say('contact.caption', { a, b });
        head.replaceChildren(...HEADS.map((key) => element('th', { scope: 'col' },
            say(`contact.${key}`, { a, b }))));
        body.replaceChildren(...contacts.flatMap((contact, lane) => contact === null ? [] : [
            element('tr', {}, element('th', { scope: 'row', style: { color: pens[lane].colour } },
                `${pens[lane].letter} ${pens[lane].name}`),
            ...cellsOf(contact, model.time).map((text) => element('td', {}, text)))]));
    };
    model.on('slow', () => {
        contacts = model.slow ? contactsIn(model.slow) : [];
    });
    ['time', 'play', 'language'].forEach((name) => model.on(name, update));
    place.append(table);
}
