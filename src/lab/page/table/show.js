// SPDX-License-Identifier: GPL-3.0-or-later
/** Menu of what the table shows: trails, arrows, names, solvers; speed. */
import { element, offer } from '../frame/dom.js';
import { menuButton } from '../frame/menu.js';
import { remember } from '../model/memory.js';
import { say } from '../words/words.js';
import { speedsFor, speedText } from '../transport/speeds.js';
import { tables } from './table.js';

/** A box with a text. @param {string} text */
function box(text, checked, turn) {
    const input = element('input', { type: 'checkbox', checked,
        onchange: () => turn(input.checked) });
    return element('label', {}, input, ' ', text);
}

/** Menu of playback speeds, with the current one added if it is missing. */
function speedMenu(model) {
    const known = speedsFor(model.run?.to_s ?? 1), now = model.runSpeed;
    const select = element('select', { 'aria-label': say('transport.speed'), onchange: () => {
        model.choose();
        model.setSpeed(Number(select.value));
        remember('speed', model.runSpeed);
    } });
    offer(select, [...new Set([...known, now])].sort((a, b) => a - b).map((speed) =>
        [speed, say('transport.times', { speed: speedText(speed) })]), `${now}`);
    return select;
}

export function mount(place, model) {
    const table = tables.get(model), list = element('div');
    const { options, hidden } = table;
    const keep = () => remember('show', { options, hidden: [...hidden] });
    const update = () => {
        const shown = [...(model.scene?.solvers ?? []), ...[model.origin?.track].filter(Boolean)];
        list.replaceChildren(
            ...Object.keys(options).map((name) => box(say(`table.${name}`), options[name] ?? table[name], (on) => {
                options[name] = on;
                keep();
                table.ask();
            })),
            element('hr'),
            ...shown.map(({ name, label, full = label }) => box(say('table.solver', { name: full }),
                !hidden.has(name), () => {
                    table.toggle(name);
                    keep();
                    update();
                })),
            element('hr'),
            speedMenu(model));
    };
    list.addEventListener('beforetoggle', update);
    place.append(menuButton('show-menu', 'table.show', 'eye', list), list);
}
