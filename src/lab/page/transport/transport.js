// SPDX-License-Identifier: GPL-3.0-or-later
/** Time controls: play, steps, slider, speed, slow motion, sound. */
import { button, element, offer } from '../frame/dom.js';
import { icon, iconButton } from '../frame/icons.js';
import { digitsOf } from '../table/describe.js';
import { say } from '../words/words.js';
import { Readout } from './readout.js';
import { slowOf, strideOf } from './slow.js';
import { Sound } from './sound.js';
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
    const select = element('select', { onchange: () => model.setSpeed(Number(select.value)) });
    select.dataset.sayLabel = 'transport.speed';
    const update = () => {
        const known = speedsFor(model.run?.to_s ?? 1), now = model.speed;
        const all = known.includes(now) ? known : [...known, now].sort((a, b) => a - b);
        offer(select, all.map((speed) => [speed, say('transport.times',
            { speed: speedText(speed) })]), `${now}`);
    };
    model.on('play run language', update);
    update();
    return select;
}

function mountPlay(model) {
    const made = iconButton('play', 'transport.play', () => model.toggle(),
        { className: 'icon play' });
    const update = () => {
        const key = model.playing ? 'transport.pause' : 'transport.play';
        if (made.dataset.sayLabel !== key || made.title === '') {
            made.dataset.sayLabel = made.dataset.sayTitle = key;
            made.setAttribute('aria-label', say(key));
            made.title = say(key);
            made.replaceChildren(icon(model.playing ? 'pause' : 'play'));
        }
    };
    model.on('play', update);
    return made;
}

const mountSwitch = (name, key, turn) => iconButton(name, key, ({ currentTarget: made }) => {
    const now = made.getAttribute('aria-pressed') !== 'true';
    made.setAttribute('aria-pressed', `${now}`);
    turn(now);
}, { 'aria-pressed': 'false' });

function mountSlow(model) {
    const slow = slowOf(model), said = element('p', { role: 'status', className: 'hint' });
    const next = button('transport.next', async () => {
        said.textContent = '';
        said.textContent = await slow.next() ?? '';
    }, { className: 'next', id: 'next-contact' });
    const back = button('transport.back', () => {
        model.show('run');
        next.focus(); // this button disappears
    }, { hidden: true });
    const update = () => {
        back.hidden = model.shows !== 'slow';
        next.disabled = !slow.possible;
    };
    model.on('play run done slow', update);
    model.on('scene', () => {
        said.textContent = '';
    });
    update();
    return { next, back, said };
}

export function mount(place, model) {
    const sound = new Sound(model), { next, back, said } = mountSlow(model);
    place.append(
        element('div', { className: 'row' },
            iconButton('start', 'transport.start', () => model.seek(model.shown?.from_s ?? 0)),
            iconButton('back', 'transport.step_back', () => model.step(-strideOf(model))),
            mountPlay(model),
            iconButton('forth', 'transport.step', () => model.step(strideOf(model))),
            iconButton('end', 'transport.end', () => model.seek(model.shown?.reached_s ?? 0)),
            ...mountTime(model)),
        element('div', { className: 'row' },
            mountSpeed(model),
            mountSwitch('loop', 'transport.loop', (on) => model.setLoop(on)),
            mountSwitch('sound', 'transport.sound', (on) => sound.turn(on)),
            next, back),
        said);
    new Readout(place, model);
}
