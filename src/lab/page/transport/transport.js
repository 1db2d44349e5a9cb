// SPDX-License-Identifier: GPL-3.0-or-later
/** Time controls: play, slow motion, slider (arrow keys step), speed. */
import { button, element, spoken } from '../frame/dom.js';
import { icon, iconButton } from '../frame/icons.js';
import { recall } from '../model/memory.js';
import { decimalsFor, fixed, unitFor } from '../instruments/chart/numbers.js';
import { onsetOf } from '../table/contact.js';
import { digitsOf } from '../table/describe.js';
import { tables } from '../table/table.js';
import { say } from '../words/words.js';
import { rateOf } from './speeds.js';

const SPOKEN_MS = 500; // interval of slider announcements during playback

/** The time shown: in a close-up from the first contact onset on, as in its chart. */
function timeText({ shows, slow, shown, time }) {
    const onset_s = shows === 'slow' ? onsetOf(slow) : Infinity;
    if (onset_s === Infinity) {
        return say('transport.t', { t: time.toFixed(digitsOf(shown)) });
    }
    const { unit, per } = unitFor(slow.to_s - slow.from_s, 's'), decimals = decimalsFor((slow.to_s - slow.from_s) * per, 3);
    return say('transport.since', { t: `${fixed((time - onset_s) * per, decimals)} ${unit}` });
}

/** Slider over samples; an arrow key moves by one. @returns the slider and the time as text */
function mountTime(model) {
    const input = element('input', { type: 'range', min: 0, step: 1, value: 0, className: 'time',
        'data-say-label': 'transport.time', oninput: () => {
            const run = model.shown, k = Number(input.value);
            model.seek(k < run?.filled ? run.t[k] : run?.reached_s ?? 0);
        } });
    const clock = element('output', { className: 'clock' });
    let spoken_ms = 0;
    model.on('time sample run play language', () => {
        const { shown: run, time, playing } = model;
        if (!run || run.filled === 0) {
            return;
        }
        const t = timeText(model), now_ms = performance.now();
        input.max = `${run.samples - 1}`;
        input.value = `${run.sampleAt(time).k}`;
        clock.textContent = t;
        if (!playing || now_ms - spoken_ms > SPOKEN_MS) {
            spoken_ms = now_ms;
            input.setAttribute('aria-valuetext', t);
        }
    });
    return [input, clock];
}

/** Plays or pauses the picture on the table. */
function mountPlay(model) {
    const made = element('button', { type: 'button', className: 'play', onclick: () => model.toggle() });
    const update = () => {
        const sign = model.playing ? 'pause' : 'play';
        if (made.dataset.now !== `${sign} ${model.language}`) {
            made.dataset.now = `${sign} ${model.language}`;
            made.replaceChildren(icon(sign), spoken('span', `transport.${sign}`));
        }
    };
    model.on('play language', update);
    update();
    return made;
}

/** Both pictures, of which one is lit: the whole table, or slow motion with its rate, or the part of its run that is
 * computed; and the button of the next contact. */
function mountPictures(model) {
    const rate = element('small');
    const whole = button('transport.whole', () => tables.get(model)?.whole());
    const slow = element('button', { type: 'button', id: 'slow-motion', onclick: () => model.choose('slow') },
        spoken('span', 'transport.slow'), ' ', rate);
    const next = iconButton('skip', 'transport.next', () => model.nextContact());
    const update = () => {
        const { shows, run, due } = model, isSlow = shows === 'slow', chosen = (due ?? model).shows;
        document.documentElement.classList.toggle('slow', isSlow);
        slow.setAttribute('aria-pressed', `${chosen === 'slow'}`);
        whole.setAttribute('aria-pressed', `${chosen === 'run' && !tables.get(model)?.camera.zoomed}`);
        const contacts = run?.done ? Math.max(...run.collisions.map((table) => table?.rows ?? 0)) : 0;
        slow.disabled = !isSlow && Boolean(run?.done) && contacts === 0 && !model.has('slow');
        next.hidden = !isSlow || contacts < 2;
        rate.textContent = slow.disabled ? say('transport.slow.none') : isSlow ? rateOf(model) : chosen === 'slow' && run ? `${Math.floor(100 * run.filled / run.samples)} %` : '';
    };
    model.on('play run sample done slow language paint', update);
    update();
    return [element('div', { className: 'views', role: 'group',
        'data-say-label': 'transport.pictures' }, whole, slow), next];
}

export function mount(place, model) {
    place.append(element('div', { className: 'row' }, mountPlay(model), ...mountPictures(model),
        element('span', { className: 'line' }, ...mountTime(model)), element('span', { id: 'show' })));
    model.setSpeed(recall('speed') ?? model.runSpeed);
    // a slider that is released ends an edit, which plays the picture again
    document.addEventListener('change', ({ target }) => {
        if (/** @type {Element} */ (target).matches('#knobs .knob :is([type=range], [type=number])')) {
            model.act('changed');
        }
    });
}
