// SPDX-License-Identifier: GPL-3.0-or-later
/** Shows one chart at a time: the scene's, in slow motion that of the contact, or the one that the
 * reader has chosen in the menu. */
import { element, spoken } from '../frame/dom.js';

const IN_SLOW_MOTION = 'inst.contact';

export function mount(place, model) {
    const instruments = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#instruments > .instrument')]);
    const parts = instruments.map(({ dataset }) => dataset.part ?? '');
    const select = element('select', { dataset: { sayLabel: 'access.chart' } });
    let own = '', viewed = '', first = parts[0]; // chosen by the reader; of the scene
    const show = () => {
        select.value = own || (model.shows === 'slow' ? IN_SLOW_MOTION : first);
        instruments.forEach((each) => each.classList.toggle('chosen', each.dataset.part === select.value));
    };
    select.append(...parts.map((key) => spoken('option', key, { value: key })));
    select.onchange = () => {
        own = select.value;
        show();
    };
    place.append(select);
    model.on('scene', () => {
        const { title, view } = model.scene, { track } = model.origin ?? {};
        const chart = track ? 'recording' : view.chart === 'contact' ? 'balances' : view.chart;
        select.options[parts.indexOf('inst.recording')].hidden = !track;
        if (viewed !== `${title} ${chart}`) {
            viewed = `${title} ${chart}`;
            own = '';
            first = `inst.${chart}`;
            show();
        }
    });
    model.on('play', show);
    show();
}
