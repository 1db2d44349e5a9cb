// SPDX-License-Identifier: GPL-3.0-or-later
/** Narrow windows and projectors: a phone shows the numbers first, a projector one chart. */
import { element, spoken } from '../frame/dom.js';

const NOW = 'inst.now';
const PHONE = '(max-width: 760px)', WIDE = '(min-width: 1000px)';

/** @returns {HTMLDetailsElement[]} */
const instruments = () => /** @type {any} */
    ([...document.querySelectorAll('.instruments > .instrument')]);

/** Mounts the menu that selects the chart of a projector; each scene has a first one. */
function mountChosen(place, model) {
    const select = element('select', { dataset: { sayLabel: 'access.chart' } });
    const show = () => instruments().forEach((each) => {
        const shown = each.dataset.part === select.value;
        each.classList.toggle('chosen', shown);
        each.open ||= shown;
    });
    const parts = instruments().map(({ dataset }) => dataset.part ?? '')
        .filter((key) => key !== NOW);
    select.append(...parts.map((key) => spoken('option', key, { value: key })));
    select.onchange = show;
    place.append(select);
    let viewed = '';
    model.on('scene', () => {
        const { title, view } = model.scene, { track } = model.origin ?? {};
        const chart = track ? 'recording' : view.chart === 'contact' ? 'balances' : view.chart;
        select.options[parts.indexOf('inst.recording')].hidden = !track;
        if (viewed !== `${title} ${chart}`) {
            viewed = `${title} ${chart}`;
            select.value = `inst.${chart}`;
            show();
            document.getElementById('instruments').prepend(...instruments().filter(({ dataset }) =>
                dataset.part === select.value));
        }
    });
}

/** Mounts the numbers below the table; wide windows keep them open. */
function mountNow(now) {
    const wide = matchMedia(WIDE), summary = now.querySelector('summary');
    const update = () => {
        now.open ||= wide.matches;
        summary.tabIndex = wide.matches ? -1 : 0;
    };
    wide.addEventListener('change', update);
    update();
    document.getElementById('now').append(now);
}

export function mount(place, model) {
    const now = instruments().find(({ dataset }) => dataset.part === NOW);
    if (now) {
        mountNow(now);
    }
    if (matchMedia(PHONE).matches) {
        instruments().forEach((each) => {
            each.open = each.dataset.part === NOW;
        });
    }
    mountChosen(place, model);
}
