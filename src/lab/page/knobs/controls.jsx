// SPDX-License-Identifier: GPL-3.0-or-later
/** Controls for parameters, by type. They send values in the syntax of --set. */
import { Component } from 'preact';
import { say } from '../words/words.js';
import { withUnit, readQuantity, shownUnit, written } from './value/quantity.js';
import { shownWord } from './value/rows.js';
import { fits, nearestAccepted, placeOf, scaleOf, valueAt } from './value/scale.js';

const SHOWN_DIGITS = 4;

/** Sends a value of a row. @param {any} props of its control @returns {Promise<boolean>} true if the core accepts it */
const send = ({ panel, row }, text, how = {}) =>
    panel.edit(row, row.pairsOf?.(text) ?? [[row.path, text]], how, text);

/** The value of a field, or what the reader types into it. */
const unlessTyped = ({ id }, value) => document.activeElement?.id === id ? undefined : value;

/** Slider, and a field for the number with its unit: "10 µs". The scale of the slider follows the value, and the moves
 * of a drag merge into a single edit. Enter or leaving the field sends its number, or the nearest that the parameter can
 * have. */
class NumberControl extends Component {
    scale = /** @type {any} */ (null);
    first = /** @type {any} */ (null); // the scale of the first value
    good = 0; // the last accepted place
    sent = ''; // by the slider
    asked = 0; // number of unanswered moves
    /** @type {string | null} */ typed = null; // text of the field, unless it is that of the value
    isTyping = false; // the field has not been sent yet
    /** @type {number | null} */ moved = null; // value of the slider, unless it is that of the row
    /** @type {any} */ range = null;

    // ---- the slider ----

    #follow(value) {
        const { row, hint } = this.props;
        this.first ??= scaleOf(row, value, hint);
        if (this.scale === null || !fits(this.scale, value)
            || (fits(this.first, value) && document.activeElement !== this.range)) { // not while it is dragged
            this.scale = fits(this.first, value) ? this.first : scaleOf(row, value, hint);
        }
        this.good = placeOf(this.scale, value);
    }

    #move(value) {
        this.moved = value;
        this.typed = null;
        this.isTyping = false;
        this.forceUpdate();
        this.sent = written(value);
        return send(this.props, this.sent, { merge: true });
    }

    async turn() {
        const { scale, range, props: { panel } } = this, place = Number(range.value);
        this.asked++; // an answer to an older edit does not move the slider back
        if (await this.#move(valueAt(scale, place))) {
            this.good = place;
        } else if (this.asked === 1 && panel.model.messages.some(({ error }) => error)) { // stops where the core accepts it
            this.good = await nearestAccepted(this.good, place, (at) => this.#move(valueAt(scale, at)));
            await this.#move(valueAt(scale, this.good));
        }
        this.asked--;
        if (this.asked === 0) {
            this.moved = null;
            this.forceUpdate();
        }
    }

    /** Sends the place at which the slider is released, unless it has been sent. */
    release() {
        const text = written(valueAt(this.scale, Number(this.range.value)));
        if (text !== this.sent) {
            send(this.props, text);
        }
    }

    // ---- the field ----

    async enter(text) {
        const { panel, row, row: { unit, value: old } } = this.props;
        if (!this.isTyping) {
            return;
        }
        this.isTyping = false; // the text stays until the core accepts it
        const value = readQuantity(text, unit), near = this.#nearest(value);
        if (Number.isNaN(value)) {
            panel.refuse(row, say('knobs.not_read', { text, unit: unit === '' ? '' : ` in ${shownUnit(unit)}` }));
        } else if (text !== this.#textOf(old) && await send(this.props, written(near)) && near !== value) {
            panel.restrict(row, say(near < value ? 'knobs.most' : 'knobs.least', { value: withUnit(near, unit, SHOWN_DIGITS) }));
        }
    }

    #nearest(value) {
        const { row: { lowest, highest }, hint } = this.props, low = lowest ?? -Infinity;
        return this.scale?.log && value <= low ? this.scale.low
            : Math.min(Math.max(value, low), highest ?? Infinity, hint.end ?? Infinity);
    }

    /** Arrow keys move the slider, and Escape forgets the text. */
    press(event) {
        const way = { ArrowUp: 'stepUp', ArrowDown: 'stepDown' }[event.key];
        if (event.key === 'Escape') {
            this.typed = null;
            this.isTyping = false;
            this.forceUpdate();
        } else if (way && !this.range.disabled) {
            event.preventDefault();
            this.range[way]();
            this.turn();
        }
    }

    #textOf(value) {
        return value === null || value === '' ? '' : withUnit(Number(value), this.props.row.unit, SHOWN_DIGITS);
    }

    componentWillReceiveProps({ edits }) {
        if (edits !== this.props.edits && !this.isTyping) {
            this.typed = null;
        }
    }

    render({ row, own, slider }) {
        const isThere = row.value !== null && row.value !== '', value = this.moved ?? Number(row.value);
        if (isThere && this.moved === null) {
            this.#follow(value);
        }
        const { scale, moved } = this, text = this.#textOf(moved ?? row.value);
        return <>
            <input type="range" min={0} step={1} max={scale?.places} value={moved === null ? this.good : placeOf(scale, moved)}
                disabled={!isThere} aria-label={slider} aria-valuetext={isThere ? withUnit(value, row.unit, 3) : null}
                aria-describedby={own['aria-describedby']} aria-invalid={own['aria-invalid']} ref={(range) => { this.range = range; }}
                onInput={() => this.turn()} onChange={() => this.release()} />
            <input {...own} type="text" inputMode="decimal" autocomplete="off" spellcheck={false} class="number"
                value={this.typed ?? text} title={isThere ? `${value}` : ''} placeholder={isThere ? '' : say('knobs.unsaid')}
                onInput={({ currentTarget }) => {
                    this.typed = currentTarget.value;
                    this.isTyping = true;
                }} onChange={({ currentTarget }) => this.enter(currentTarget.value)} onKeyDown={(event) => this.press(event)} />
        </>;
    }
}

/** @param {any} given */
const CountControl = ({ own, ...props }) => <input {...own} type="number" step={1} min={props.row.lowest} max={props.row.highest}
    class="number" value={unlessTyped(own, props.row.value ?? '')}
    onInput={({ currentTarget: { value } }) => value !== '' && send(props, value, { merge: true })} />;

/** Menu of the words of a row, or of the names of the solvers.
 * @param {any} given */
function ChoiceControl({ own, ...props }) {
    const { row: { key, of, value, words }, panel: { model } } = props;
    const choices = key === 'reference' && of === '' ? model.scene.solvers.map(({ name }) => name) : words;
    return <select {...own} value={value ?? ''} onChange={({ currentTarget }) => send(props, currentTarget.value)}>
        {value === null && <option value="">{say('knobs.unsaid')}</option>}
        {choices.map((word) => <option key={word} value={word}>{shownWord(key, word)}</option>)}
    </select>;
}

/** @param {any} given */
const FlagControl = ({ own, ...props }) => <input {...own} type="checkbox" checked={props.row.value === 'true'}
    onChange={({ currentTarget }) => send(props, `${currentTarget.checked}`)} />;

/** @param {any} given */
const TextControl = ({ own, ...props }) => <input {...own} type="text" autocomplete="off"
    value={unlessTyped(own, props.row.value ?? '')} placeholder={props.row.value === null ? say('knobs.unsaid') : ''}
    onChange={({ currentTarget }) => send(props, JSON.stringify(currentTarget.value))} />;

const CONTROLS = { number: NumberControl, count: CountControl, flag: FlagControl, word: ChoiceControl, kind: ChoiceControl };

/** @param {{panel, row: Row, edits: number, hint, own, slider: string}} given edits: renewed with each state; hint: of
 *    rows.js; own: attributes of the labelled element; slider: label of the other one */
export function Control(given) {
    const { key, of, type } = given.row, Kind = key === 'reference' && of === '' ? ChoiceControl : CONTROLS[type] ?? TextControl;
    return <Kind {...given} />;
}
