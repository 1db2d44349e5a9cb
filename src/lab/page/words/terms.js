// SPDX-License-Identifier: GPL-3.0-or-later
/** Glossary of the names that the scene on the screen has. */
import { element } from '../frame/dom.js';
import { fullName } from './solver.js';
import { say } from './words.js';

const labelOf = ({ label }) => label, springs = () => say('model.springs');
/** Of solvers: the key of the text, the name, and whether a solver with these parameters has it.
 * @type {[string, (solver: Solver) => string, (solver: Solver, of: Record<string, string | null>, hasEnd: (end: string) => boolean) => any][]} */
const OF_SOLVERS = [
    ['impulse', fullName, ({ kind }) => kind === 'impulse'],
    ['oracle', fullName, ({ kind }) => kind === 'oracle'],
    ['springs', springs, ({ soft }) => soft],
    ['euler', () => 'Euler', (solver, { integrator }) => integrator === 'euler'],
    ['heun', () => 'Heun', (solver, { integrator }) => integrator === 'heun'],
    ['damping', labelOf, (solver, of) => of.damping_Ns_per_m],
    ['force', labelOf, (solver, of, hasEnd) => of.contact_end === 'force' && hasEnd('overlap')],
    ['overlap', labelOf, (solver, of, hasEnd) => of.contact_end === 'overlap' && hasEnd('force')],
];
const OF_KEYS = { 'terms.e': /^restitution/, 'key.friction': /^friction\.ball_/, 'terms.k': /\.stiffness_N_per_m$/,
    'terms.h': /\.step_s$/, 'key.theta': /\.theta$/ }; // keys of names

/** @param {{scene: Scene, knobs: Row[]}} state @returns {string[][]} names and what they mean */
export function termsIn({ scene: { solvers }, knobs }) {
    const given = knobs.filter(({ value }) => value !== null);
    const parametersOf = ({ name }) => Object.fromEntries(given.filter(({ of }) => of === `solvers.${name}`)
        .map(({ key, value }) => [key, value]));
    const hasEnd = (end) => given.some(({ key, value }) => key === 'contact_end' && value === end);
    return [...OF_SOLVERS.flatMap(([key, nameOf, has]) => {
        const solver = solvers.find((one) => has(one, parametersOf(one), hasEnd));
        return solver ? [[nameOf(solver), say(`terms.${key}.is`)]] : [];
    }), [say('now.added'), say('now.added.is')],
    ...Object.entries(OF_KEYS).filter(([key, pattern]) => given.some(({ path, value }) =>
        pattern.test(path) && (key === 'terms.e' || Number(value) !== 0)))
        .map(([key]) => [say(key), say(`${key}.is`)])];
}

export function mount(place, model) {
    const list = element('dl');
    place.append(list);
    model.on('knobs language', () => model.scene && list.replaceChildren(...termsIn(model).flatMap(([name, text]) =>
        [element('dt', {}, name), element('dd', {}, text)])));
}
