// SPDX-License-Identifier: GPL-3.0-or-later
/** Time controls: play, slow motion, steps in slow motion, slider, speed. */
import { element, offer, spoken } from '../frame/dom.js';
import { icon, iconButton } from '../frame/icons.js';
import { remember, recall } from '../model/memory.js';
import { digitsOf } from '../table/describe.js';
import { say } from '../words/words.js';
import { Readout } from './readout.js';
import { slowOf, strideOf } from './slow.js';
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

/** Button that plays, and pauses while `active()`. */
function playButton(model, key, sign, act, active, className) {
    const made = element('button', { type: 'button', className, onclick: act });
    const update = () => {
        const now = active() ? 'transport.pause' : key;
        if (made.dataset.now !== `${now} ${model.language}`) {
            made.dataset.now = `${now} ${model.language}`;
            made.replaceChildren(icon(active() ? 'pause' : sign), say(now));
        }
    };
    model.on('play language', update);
    update();
    return made;
}

/** Play shows the run at its speed; from slow motion it starts again. */
function mountPlay(model) {
    const active = () => model.playing && model.shows === 'run';
    return playButton(model, 'transport.play', 'play', () => {
        if (model.shows === 'slow' && !model.locked) {
            model.show('run');
            model.seek(0);
            model.play();
        } else {
            model.toggle();
        }
    }, active, 'play');
}

/** Slow motion of the next contact, or once more of the one shown; and buttons that it needs. */
function mountSlow(model) {
    const slow = slowOf(model), active = () => model.playing && model.shows === 'slow';
    const made = playButton(model, 'transport.slow', 'slow', () => {
        if (model.shows === 'slow' && model.slow?.scene === model.scene) {
            model.toggle();
        } else {
            slow.next();
        }
    }, active, 'next');
    made.id = 'next-contact';
    const more = element('span', { className: 'steps', hidden: true },
        iconButton('back', 'transport.step_back', () => model.step(-strideOf(model))),
        iconButton('forth', 'transport.step', () => model.step(strideOf(model))),
        element('button', { type: 'button', onclick: () => slow.next() }, icon('skip'),
            spoken('span', 'transport.next')));
    const update = () => {
        more.hidden = model.shows !== 'slow';
        document.documentElement.classList.toggle('slow', !more.hidden);
        made.disabled = !slow.possible;
        made.setAttribute('aria-pressed', `${model.shows === 'slow'}`);
    };
    model.on('play run done slow', update);
    update();
    return [made, more];
}

export function mount(place, model) {
    place.append(element('div', { className: 'row' }, mountPlay(model), ...mountSlow(model),
        element('span', { className: 'line' }, ...mountTime(model)), mountSpeed(model),
        element('span', { id: 'show' })));
    new Readout(document.getElementById('lists'), model);
}
