// SPDX-License-Identifier: GPL-3.0-or-later
/** Knob of a parameter: name, control, description, and messages of the core. */
import { quantity } from '../instruments/chart/numbers.js';
import { controlText, formatOf } from '../words/refusal.js';
import { language, languageOf, say, translated } from '../words/words.js';
import { Control } from './controls.jsx';
import { isChanged, otherwisePairs, resetPairs } from './edit/edits.js';
import { guess } from './edit/suggest.js';
import { gainOf, hintOf, nameOf, pathsOf, shownValue } from './value/rows.js';

const BILLIARD_S = 2e-4, BILLIARD_M = [0.025, 0.032]; // contact time and radii of billiard balls
const LIKE = 1.5; // ratio of contact times that are alike

function fallbackOf(row) {
    return row.fallback === null ? '' : row.fallback === '' ? say('knobs.optional')
        : say('knobs.fallback', { value: shownValue(row, row.fallback) });
}

/** Compares the first contact of a solver with springs with one of billiard balls; '' for other balls.
 * @param {Row} row @param {Run} run */
export function softnessOf({ of }, { scene: { balls, solvers }, collisions }) {
    const { radius_m } = balls[0], [least_m, most_m] = BILLIARD_M;
    const at = solvers.findIndex(({ name }) => of === `solvers.${name}`), time_s = collisions[at]?.column.contact_s[0];
    const times = time_s / BILLIARD_S;
    return radius_m < least_m || radius_m > most_m || !(times < 1 / LIKE || times > LIKE) ? ''
        : say('knobs.touch', { solver: solvers[at].full, time: quantity(time_s, 's', 2) });
}

/** Menu of the keys that can give a parameter; changes to another one, starting from measured values. */
function Alternatives({ panel, row, family, name }) {
    const change = ({ currentTarget }) => {
        const { model } = panel, other = family.find(({ key }) => key === currentTarget.value) ?? row;
        const { value, also } = guess(model, other, panel.memory);
        panel.memory.set(row.path, row.value);
        panel.edit(other, otherwisePairs(model, other, value, also), {}, value);
    };
    return <select class="otherwise" aria-label={say('knobs.said_by', { name })} value={row.key} onChange={change}>
        {family.map((each) => <option key={each.key} value={each.key}>{nameOf(each)}</option>)}
    </select>;
}

/** @param {{panel: import('./panel.jsx').Panel, row: Row, family?: Row[], place?: string}} given family: alternatives
 *    of rows.js; place: where the knob stands, if it stands in several places */
export function Knob({ panel, row, family = [row], place = 'knob' }) {
    const { model, found, limit } = panel, name = nameOf(row), doc = row.say ? say(`${row.say}.is`) : translated(row.doc);
    const messages = pathsOf(row).flatMap((path) => found.get(path) ?? []);
    const isRefused = messages.some(({ error }) => error);
    const changed = pathsOf(row).filter((path) => isChanged(model, path));
    // solvers may have the same message with other numbers
    const texts = [...new Map(messages.map((each) => [formatOf(each), controlText(each)])).values()];
    const id = `${place}-${encodeURIComponent(row.path)}`, told = ['help', 'fallback', 'words'].map((part) => `${id}-${part}`);
    const reset = () => {
        document.getElementById(id).focus(); // the pressed button disappears
        panel.edit(row, isRefused ? [] : resetPairs(model, pathsOf(row)), {}, null); // []: the last valid value
    };
    return <div class={`knob ${row.type}`} data-path={row.path}>
        <div class="line">
            <span class="name">
                <label for={id} class={family.length > 1 ? 'unseen' : ''} title={doc}>{name}</label>
                {family.length > 1 && <Alternatives panel={panel} row={row} family={family} name={name} />}
                {' '}<small role="status">{limit?.path === row.path ? limit.text : ''}</small>
            </span>
            <span class="controls">
                <Control key={`${row.path} ${panel.loads}`} panel={panel} row={row} edits={panel.edits}
                    hint={hintOf(row, gainOf(model))} slider={say('knobs.slider', { name })}
                    own={{ id, 'aria-describedby': told.join(' '), 'aria-invalid': isRefused || null }} />
            </span>
            <button type="button" class="reset" title={say('knobs.reset.of', { name })} aria-label={say('knobs.reset.of', { name })}
                disabled={!isRefused && changed.length === 0} onClick={reset} />
        </div>
        <p id={told[2]} class={isRefused ? 'complaint' : 'advice'} lang="en" hidden={texts.length === 0}>
            {texts.map((text) => <span key={text}>{text}</span>)}
        </p>
        <p id={told[0]} class="help" lang={row.say ? language() : languageOf(row.doc)}>{doc}</p>
        <p id={told[1]} class="help" lang={language()}>{fallbackOf(row)}</p>
        {row.path === 'leading.stiffness' && <p class="hint">{panel.softness}</p>}
    </div>;
}

/** Knobs of rows. An alternative takes the place of the row that it replaces, and keeps the focus. */
export const knobsOf = (panel, rows) => rows.map((row) => {
    const family = panel.family(row);
    return <Knob key={family.length > 1 ? `${row.of}.${family[0].key}` : row.path} panel={panel} row={row} family={family} />;
});
