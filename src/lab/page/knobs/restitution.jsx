// SPDX-License-Identifier: GPL-3.0-or-later
/** Changes restitution during playback. Each move of the slider adds a change to the schedule at
 * the current time, and playback continues in the new run. */
import { Component } from 'preact';
import { refusalText } from '../words/refusal.js';
import { say } from '../words/words.js';
import { restitutionAt, withChange, without, writtenTime } from './edit/schedule.js';
import { withUnit } from './value/quantity.js';
import { gainOf } from './value/rows.js';

const EACH_MS = 100; // minimum interval between changes of a slider move
const STEP = 0.01, MOST = 1, MOST_WITH_GAIN = 1.5;
const SURFACES = { both: ['ball_ball', 'ball_wall'], ball_ball: ['ball_ball'], ball_wall: ['ball_wall'] };

export class Restitution extends Component {
    asked = 0;
    last = /** @type {any} */ (null); // {at_s, began_ms} of the latest change
    wanted = /** @type {any} */ (null); // unanswered changes
    turned = 0; // restitution of the latest change
    /** @type {any} */ range = null;

    componentDidMount() {
        this.props.model.on('time', () => this.forceUpdate());
    }

    get changes() {
        return this.wanted ?? this.props.model.scene.keys.schedule ?? [];
    }

    get surface() {
        const { state: { surface = 'both' }, props: { model: { scene } } } = this;
        return scene.table.boundary === 'walls' ? surface : 'ball_ball';
    }

    /** Restitution of the surface at the current time, including an unanswered change. */
    get #held() {
        const { model } = this.props, key = this.surface === 'ball_wall' ? 'ball_wall' : 'ball_ball';
        const first = Object.fromEntries(model.knobs.filter(({ of }) => of === 'restitution')
            .map((row) => [row.key, Number(row.value)]));
        return restitutionAt(this.changes, first, writtenTime(model.time))[key] ?? 1;
    }

    async #edit(changes, how = {}) {
        const number = ++this.asked;
        this.wanted = changes;
        await this.props.model.edit([['schedule', changes.length > 0 ? JSON.stringify(changes) : null]], how);
        if (number === this.asked) {
            this.wanted = null;
            this.forceUpdate();
        }
    }

    turn(e) {
        const now_ms = performance.now();
        if (!this.last || now_ms - this.last.began_ms > EACH_MS) {
            this.last = { at_s: writtenTime(this.props.model.time), began_ms: now_ms };
        }
        this.turned = e;
        const restitution = Object.fromEntries(SURFACES[this.surface].map((key) => [key, e]));
        this.#edit(withChange(this.changes, this.last.at_s, restitution), { merge: true });
        this.forceUpdate();
    }

    /** Removes changes and keeps the focus in this part, because the pressed button disappears. */
    leave(changes) {
        this.range.focus();
        this.#edit(changes);
    }

    list() {
        const { changes } = this;
        return <ul class="changes">
            {changes.length === 0 && <li>{say('turn.none')}</li>}
            {changes.map(({ at_s, restitution }, k) => {
                const t = withUnit(at_s, 's', 4);
                const value = Object.entries(restitution).map(([key, e]) => say(`turn.item.${key}`, { e: withUnit(e) })).join(', ');
                return <li key={at_s}>{say('turn.item', { t, value })} <button type="button" class="small"
                    aria-label={say('turn.remove', { t })} onClick={() => this.leave(without(changes, k))}>×</button></li>;
            })}
        </ul>;
    }

    render({ model }) {
        const e = this.wanted === null ? this.#held : this.turned;
        const about = model.messages.filter(({ origin, text }) => /^schedule\b/.test(origin) || /^schedule\b/.test(text));
        return <fieldset class="knobs turn">
            <legend>{say('turn.title')}</legend>
            <p class="hint" id="turn-help">{say('turn.help')}</p>
            <p>
                <label for="turn-surface">{say('turn.surface')}</label>
                {' '}<select id="turn-surface" value={this.surface} disabled={model.scene.table.boundary !== 'walls'}
                    onChange={({ currentTarget }) => this.setState({ surface: currentTarget.value })}>
                    {Object.keys(SURFACES).map((key) => <option key={key} value={key}>{say(key === 'ball_wall' ? 'turn.wall' : `turn.${key}`)}</option>)}
                </select>
            </p>
            <p class="line">
                <label for="turn-value">{say('turn.value')}</label>
                {' '}<input type="range" min={0} step={STEP} max={gainOf(model) ? MOST_WITH_GAIN : MOST} id="turn-value" value={e}
                    aria-describedby="turn-help turn-words" ref={(range) => { this.range = range; }}
                    onInput={({ currentTarget }) => this.turn(Number(currentTarget.value))} />
                <output for="turn-value">{withUnit(e, '', 3)}</output>
            </p>
            <p class="complaint" id="turn-words" lang="en" hidden={about.length === 0}>{about.map(refusalText).join(' ')}</p>
            <p class="hint">{say('turn.changes')}</p>
            {this.list()}
        </fieldset>;
    }
}
