// SPDX-License-Identifier: GPL-3.0-or-later
/** Time controls: play, slow motion, slider (arrow keys step), speed. */
import { element, offer, spoken } from '../frame/dom.js';
import { icon } from '../frame/icons.js';
import { remember, recall } from '../model/memory.js';
import { digitsOf } from '../table/describe.js';
import { say } from '../words/words.js';
import { slowOf } from './slow.js';
import { speedsFor, speedText } from './speeds.js';

const SPOKEN_MS = 500; // interval of slider announcements during playback

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
        const t = time.toFixed(digitsOf(run)), now_ms = performance.now();
        input.max = `${run.samples - 1}`;
        input.value = `${run.sampleAt(time).k}`;
        clock.textContent = say('transport.clock', { t });
        if (!playing || now_ms - spoken_ms > SPOKEN_MS) {
            spoken_ms = now_ms;
            input.setAttribute('aria-valuetext', say('transport.t', { t }));
        }
    });
    return [input, clock];
}

/** Menu of speeds, with the current one added if it is missing. */
function mountSpeed(model) {
    const select = element('select', { onchange: () => {
        model.setSpeed(Number(select.value));
        if (model.shows === 'run') {
            remember('speed', model.speed);
        }
    } });
    select.dataset.sayLabel = 'transport.speed';
    const update = () => {
        const known = speedsFor(model.run?.to_s ?? 1), now = model.speed;
        const all = known.includes(now) ? known : [...known, now].sort((a, b) => a - b);
        offer(select, all.map((speed) => [speed, say('transport.times',
            { speed: speedText(speed) })]), `${now}`);
    };
    model.on('play run language', update);
    model.setSpeed(recall('speed') ?? model.speed);
    update();
    return select;
}

/** Plays or pauses what is on the table. After slow motion it shows the whole run. */
function mountPlay(model) {
    const made = element('button', { type: 'button', className: 'play', onclick: () => {
        if (!model.playing && model.shows === 'slow' && model.time >= model.slow.to_s) {
            model.show('run');
            model.seek(0);
        }
        model.toggle();
    } });
    const update = () => {
        const sign = model.playing ? 'pause' : 'play';
        if (made.dataset.now !== `${sign} ${model.language}`) {
            made.dataset.now = `${sign} ${model.language}`;
            made.replaceChildren(icon(sign), say(`transport.${sign}`));
        }
    };
    model.on('play language', update);
    update();
    return made;
}

/** Slow motion of a contact, and the button of the next one. */
function mountSlow(model) {
    const slow = slowOf(model);
    const made = element('button', { type: 'button', className: 'next', id: 'next-contact',
        onclick: () => slow.again() }, icon('slow'), spoken('span', 'transport.slow'));
    const next = element('button', { type: 'button', className: 'quiet', hidden: true,
        onclick: () => slow.next() }, icon('skip'), spoken('span', 'transport.next'));
    const update = () => {
        next.hidden = model.shows !== 'slow';
        document.documentElement.classList.toggle('slow', !next.hidden);
        made.disabled = !slow.possible;
    };
    model.on('play run done slow', update);
    update();
    return [made, next];
}

export function mount(place, model) {
    place.append(element('div', { className: 'row' }, mountPlay(model), ...mountSlow(model),
        element('span', { className: 'line' }, ...mountTime(model)), mountSpeed(model),
        element('span', { id: 'show' })));
}
