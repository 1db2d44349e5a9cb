// SPDX-License-Identifier: GPL-3.0-or-later
/** Notices of the core about the last action: rejected, failed or slow. The live region announces
 * them at a lower rate. */
import { say } from '../words/words.js';
import { refusalText, worded } from '../words/refusal.js';
import { button, element } from './dom.js';

/** @type {[string, number][]} */
const UNITS = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];

/** Formats a duration with at most two digits. */
export function duration(seconds) {
    const [unit, size] = UNITS.find(([, each]) => seconds >= 2 * each) ?? UNITS[3];
    const n = seconds / size;
    return say(`unit.${unit}`, { n: n < 10 ? Number(n.toPrecision(1)) : Math.round(n) });
}

/** Messages at the controls that they concern; others stand in the notices. */
const TOLD = '.complaint:not([hidden])';

/** @param {Model} model */
function refused(model) {
    const errors = model.messages.filter(({ error }) => error);
    const told = [...document.querySelectorAll(TOLD)].some((each) => each.checkVisibility());
    return errors.length === 0 || told ? [] : [element('div', { className: 'notice' },
        element('p', {}, say('notice.refused')),
        element('ul', {}, ...errors.map((message) =>
            element('li', worded(message) ? {} : { lang: 'en' }, refusalText(message)))))];
}

/** @param {Model} model */
function failed(model) {
    const stopped = (model.run?.end ?? []).filter(({ failure }) => failure);
    return [...(model.error === null ? [] : [say('notice.error',
        { text: refusalText(model.error) })]),
        ...stopped.map(({ label, failure, said }) => say('inst.failed',
            { solver: label, why: refusalText({ text: failure, said }) }))]
        .map((text) => element('p', { className: 'notice' }, text));
}

function costs(model) {
    const { cost } = model;
    if (cost === null) {
        return [];
    }
    const known = cost.total_s !== null;
    const { run } = model, values = known ? { total: duration(cost.total_s), left: duration(cost.left_s),
        t: (run && !run.done ? run.reached_s : 0).toPrecision(2) } : {};
    const key = cost.held ? (known ? 'cost.held' : 'cost.stopped')
        : known ? 'cost.estimate' : 'cost.unknown';
    return [element('p', { className: 'notice waiting', role: 'status' }, `${say(key, values)} `,
        cost.held ? button('cost.go', () => model.go()) : button('cost.stop', () => model.stop()))];
}

/** @param {HTMLElement} place @param {Model} model */
export function mount(place, model) {
    const bar = element('progress', { max: 1, 'aria-hidden': 'true' });
    const words = element('div');
    const update = () =>
        words.replaceChildren(...[refused, failed, costs].flatMap((of) => of(model)));
    const move = () => {
        const { run, cost } = model;
        bar.value = !run || run.done || cost?.held ? 1 : run.filled / run.samples;
        bar.classList.toggle('going', bar.value < 1);
    };
    model.on('messages', () => setTimeout(update)); // after the controls
    model.on('error cost language run done', update);
    model.on('run sample cost done', move);
    move();
    place.append(bar, words);
}
