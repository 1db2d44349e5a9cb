// SPDX-License-Identifier: GPL-3.0-or-later
/** Solvers: a frame of knobs for each, and a menu that adds one. */
import { Swatch } from '../instruments/chart/stroke.jsx';
import { say } from '../words/words.js';
import { addPairs, removePairs } from './edit/edits.js';
import { knobsOf } from './knob.jsx';
import { shownWord } from './value/rows.js';

async function ask(model, pairs, key, name) {
    if (await model.edit(pairs)) {
        model.emit('said', say(key, { name }));
    }
}

/** Moves the focus to the menu, because the removed frame loses it. */
function remove(model, name) {
    document.getElementById('knobs-add').focus();
    ask(model, removePairs(model, name), 'knobs.removed', name);
}

export function SolverFrame({ panel, of, rows }) {
    const { model } = panel, { solvers } = model.scene, [, ...parts] = of.split('.');
    const solver = solvers.find(({ name }) => name === parts.join('.')) ?? solvers[Number(parts[0])];
    if (!solver) {
        return null;
    }
    return <fieldset class="knobs">
        <legend>
            <Swatch solver={solver} /> {solver.full}
            {' '}<button type="button" class="small" hidden={solvers.length < 2} aria-label={say('knobs.remove.of', { name: solver.text })}
                onClick={() => remove(model, solver.name)}>{say('knobs.remove')}</button>
        </legend>
        {knobsOf(panel, rows)}
    </fieldset>;
}

/** Menu "Add a solver": every integrator that the core names, with the existing springs, and rigid balls. */
export function AddSolver({ model }) {
    const { knobs, scene } = model;
    const springs = knobs.find(({ key, of }) => key === 'integrator' && scene.solvers.some(
        (each) => of === `solvers.${each.name}` && each.kind === 'penalty'));
    const methods = springs?.words ?? ['euler', 'heun', 'velocity_verlet', 'rk4']; // without springs it names none
    const solver = scene.solvers.find(({ name }) => springs?.of === `solvers.${name}`)?.text;
    const add = ({ currentTarget: select }) => {
        const name = select.value, isMethod = methods.includes(name);
        select.value = '';
        ask(model, addPairs(model, isMethod ? { integrator: name } : { kind: name }), 'knobs.added', name);
    };
    return <p class="add">
        <label for="knobs-add">{say('knobs.add')}</label>
        {' '}<select id="knobs-add" value="" onChange={add}>
            <option value="">{say('knobs.add.choose')}</option>
            {methods.map((name) => <option key={name} value={name}>{say(springs ? 'knobs.add.springs' : 'knobs.add.new',
                { name: shownWord('integrator', name), solver })}</option>)}
            <option value="impulse">{say('knobs.add.kind', { name: 'impulse' })}</option>
        </select>
    </p>;
}
