// SPDX-License-Identifier: GPL-3.0-or-later
/** Notices of the core about the last action: rejected, failed or slow. The live region announces
 * them at a lower rate. */
import { render } from 'preact';
import { say } from '../words/words.js';
import { refusalText, stopsOf, worded } from '../words/refusal.js';

/** @type {[string, number][]} */
const UNITS = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];

/** Formats a duration with at most two digits. */
export function duration(seconds) {
    const [unit, size] = UNITS.find(([, each]) => seconds >= 2 * each) ?? UNITS[3];
    const n = seconds / size;
    return say(`unit.${unit}`, { n: n < 10 ? Number(n.toPrecision(1)) : Math.round(n) });
}

const SHORT_S = 2; // a shorter rest is only seen in the line of progress

/** Messages at the controls that they concern; others stand in the notices. */
const TOLD = '.complaint:not([hidden])';

/** @param {Model} model */
function refused(model) {
    const errors = model.messages.filter(({ error }) => error);
    const told = [...document.querySelectorAll(TOLD)].some((each) => each.checkVisibility());
    return errors.length > 0 && !told && <div class="notice">
        <p>{say('notice.refused')}</p>
        <ul>{errors.map((message) => <li lang={worded(message) ? null : 'en'}>{refusalText(message)}</li>)}</ul>
    </div>;
}

/** @param {Model} model */
function failed({ error, run }) {
    return [...(error === null ? [] : [say('notice.error', { text: refusalText(error) })]), ...stopsOf(run)]
        .map((text) => <p class="notice">{text}</p>);
}

/** @param {Model} model */
function costs(model) {
    const { cost, run } = model;
    if (cost === null || (!cost.held && (cost.left_s ?? Infinity) < SHORT_S)) {
        return null;
    }
    const { total_s, left_s, held } = cost, known = (held ? total_s : left_s) !== null;
    const values = known ? { total: duration(total_s), left: duration(left_s),
        t: (run && !run.done ? run.reached_s : 0).toPrecision(2) } : {};
    const key = held ? (known ? 'cost.held' : 'cost.stopped') : known ? 'cost.estimate' : 'cost.unknown';
    return <p class="notice waiting" role="status">
        {say(key, values)} <button type="button" onClick={() => held ? model.go() : model.stop()}>{say(held ? 'cost.go' : 'cost.stop')}</button>
    </p>;
}

/** @param {HTMLElement} place @param {Model} model */
export function mount(place, model) {
    const draw = () => {
        const { run, cost } = model, part = !run || run.done || cost?.held ? 1 : run.filled / run.samples;
        render(<>
            <progress max={1} value={part} class={part < 1 ? 'going' : ''} aria-hidden="true" />
            <div>{refused(model)}{failed(model)}{costs(model)}</div>
        </>, place);
    };
    model.on('messages', () => setTimeout(draw)); // after the controls
    model.on('error cost language run sample done', draw);
    draw();
}
