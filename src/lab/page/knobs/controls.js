// SPDX-License-Identifier: GPL-3.0-or-later
/** Controls for parameters, by type. A control has `elements`, `main` (the labelled element),
 * `show(row)`, and `busy()` during input. It calls send(text, {merge}) with values in the syntax of
 * --set, and refuse(text) for invalid input. */
import { element, offer } from '../frame/dom.js';
import { say } from '../words/words.js';
import { quantity, readQuantity, shownUnit, written } from './value/quantity.js';
import { shownWord } from './value/rows.js';
import { fits, nearestAccepted, placeOf, scaleOf, valueAt } from './value/scale.js';

const SHOWN_DIGITS = 4;

/** Field for a number with its unit: "10 µs". Enter or leaving the field sends it, or the nearest value that the
 * parameter can have, and then calls limited(text). */
function numberField(row, { send, refuse, limited }, nearest) {
    const field = element('input', { type: 'text', inputMode: 'decimal', autocomplete: 'off',
        spellcheck: false, className: 'number' });
    let shown = '';
    field.onchange = async () => {
        if (field.value === shown) {
            return;
        }
        shown = field.value; // keeps the core's message visible
        const value = readQuantity(field.value, row.unit), near = nearest(value);
        if (Number.isNaN(value)) {
            refuse(say('knobs.not_read', { text: field.value,
                unit: row.unit === '' ? '' : ` in ${shownUnit(row.unit)}` }));
        } else if (await send(written(near), {}) && near !== value) {
            show(near);
            limited(say(near < value ? 'knobs.most' : 'knobs.least', { value: quantity(near, row.unit, SHOWN_DIGITS) }));
        }
    };
    field.onkeydown = (event) => {
        if (event.key === 'Escape') {
            field.value = shown;
        }
    };
    const busy = () => document.activeElement === field && field.value !== shown;
    const show = (value) => {
        shown = value === null ? '' : quantity(value, row.unit, SHOWN_DIGITS);
        Object.assign(field, { value: shown, title: value === null ? '' : String(value),
            placeholder: value === null ? say('knobs.unsaid') : '' });
    };
    return { field, busy, show };
}

/** Slider whose scale follows the value. Moves of a drag merge into a single edit. */
function slider(row, hint, send, move, refused) {
    const range = element('input', { type: 'range', min: 0, step: 1 });
    let scale = null, first = null, sent = null, asked = 0; // number of unanswered edits
    let good = 0; // the last accepted place
    const tell = (value) => {
        const text = written(value);
        range.setAttribute('aria-valuetext', quantity(value, row.unit, 3));
        move(value);
        sent = text;
        return send(text, { merge: true });
    };
    const turn = range.oninput = async () => {
        asked++; // an answer to an older edit does not move the slider back
        const place = Number(range.value);
        if (await tell(valueAt(scale, place))) {
            good = place;
        } else if (asked === 1 && refused()) { // stops where the core accepts it
            good = await nearestAccepted(good, place, (at) => tell(valueAt(scale, at)));
            range.value = `${good}`;
            await tell(valueAt(scale, good));
        }
        asked--;
    };
    range.onchange = () => {
        const text = written(valueAt(scale, Number(range.value)));
        if (text !== sent) {
            send(text, {});
        }
    };
    return {
        range,
        busy: () => asked > 0,
        show(value) {
            first ??= scaleOf(row, value, hint());
            if (scale === null || !fits(scale, value)
                || (fits(first, value) && document.activeElement !== range)) { // not while it is dragged
                scale = fits(first, value) ? first : scaleOf(row, value, hint());
                range.max = `${scale.places}`;
            }
            good = placeOf(scale, value);
            range.value = `${good}`;
            range.setAttribute('aria-valuetext', quantity(value, row.unit, 3));
        },
        /** Handles the arrow keys of its field. */
        key(event) {
            const way = { ArrowUp: 'stepUp', ArrowDown: 'stepDown' }[event.key];
            if (way && scale !== null && !range.disabled) {
                event.preventDefault();
                range[way]();
                turn();
            }
        },
        /** The value, or the nearest that the parameter can have. */
        nearest(value) {
            const { lowest, highest } = row, low = lowest ?? -Infinity;
            return scale?.log && value <= low ? scale.low
                : Math.min(Math.max(value, low), highest ?? Infinity, hint().end ?? Infinity);
        },
        /** Discards the scale, because bounds or values belong to another scene. */
        forget() {
            scale = first = null;
        },
    };
}

const numberOf = (text) => text === null || text === '' ? null : Number(text);

function numberControl(row, ctx) {
    const { hint, send, refused = () => false } = ctx, number = numberField(row, ctx, (value) => slide.nearest(value));
    const slide = slider(row, hint, send, (value) => number.show(value), refused);
    number.field.addEventListener('keydown', (event) => slide.key(event));
    return {
        elements: [slide.range, number.field],
        main: number.field,
        range: slide.range,
        busy: () => slide.busy() || number.busy(),
        show({ value }) {
            number.show(numberOf(value));
            slide.range.disabled = value === null;
            if (value !== null) {
                slide.show(Number(value));
            }
        },
        forget: slide.forget,
    };
}

/** Control of one element. */
const single = (main, show, busy = () => false) => ({ elements: [main], main, show, busy });

function countControl(row, { send }) {
    const field = element('input', { type: 'number', step: 1, min: row.lowest ?? '',
        max: row.highest ?? '', className: 'number' });
    field.oninput = () => field.value !== '' && send(field.value, { merge: true });
    return single(field, ({ value }) => {
        field.value = value ?? '';
    }, () => document.activeElement === field && field.value === '');
}

/** Menu of the words of a row; `choices()` returns others. */
function choiceControl(row, { send, choices }) {
    const select = element('select');
    select.onchange = () => send(select.value, {});
    return single(select, ({ value, words }) => {
        const none = value === null ? [['', say('knobs.unsaid')]] : [];
        offer(select, [...none, ...(choices?.() ?? words).map((word) =>
            [word, shownWord(row.key, word)])], value ?? '');
    });
}

function flagControl(row, { send }) {
    const box = element('input', { type: 'checkbox' });
    box.onchange = () => send(String(box.checked), {});
    return single(box, ({ value }) => {
        box.checked = value === 'true';
    });
}

function textControl(row, { send }) {
    const field = element('input', { type: 'text', autocomplete: 'off' });
    field.onchange = () => send(JSON.stringify(field.value), {});
    return single(field, ({ value }) => {
        field.value = value ?? '';
        field.placeholder = value === null ? say('knobs.unsaid') : '';
    }, () => document.activeElement === field);
}

const CONTROLS = { number: numberControl, count: countControl, flag: flagControl,
    word: choiceControl, kind: choiceControl, text: textControl };

/** `ctx` is {send, refuse, hint(): of rows.js, choices: () => string[] | undefined}.
 * @param {Row} row
 * @returns {any} */
export const controlOf = (row, ctx) =>
    (ctx.choices ? choiceControl : CONTROLS[row.type] ?? textControl)(row, ctx);
