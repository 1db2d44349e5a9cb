// SPDX-License-Identifier: GPL-3.0-or-later
/** Glossary of the names that the scene on the screen has. */
import { element } from '../frame/dom.js';
import { fullName } from './solver.js';
import { say } from './words.js';

const labelOf = ({ label }) => label, springs = () => say('model.springs');
/** Of solvers: the key of the text, the name, and whether a solver with these parameters has it. Solvers share a text.
 * @type {[string, (solver: Solver) => string, (solver: Solver, of: Record<string, string | null>, has: (key: string, value: string) => boolean) => any][]} */
const OF_SOLVERS = [
    ['impulse', () => say('model.rigid'), ({ kind }) => kind === 'impulse'],
    ['rest', labelOf, (solver, { collapse }, has) => collapse === 'rest' && has('collapse', 'tc')],
    ['tc', labelOf, (solver, { collapse }) => collapse === 'tc'],
    ['policy', labelOf, ({ kind }, of, has) => kind === 'impulse' && has('impact_policy', 'newton_lcp')],
    ['table', labelOf, (solver, { impact_law }) => impact_law === 'table'],
    ['oracle', fullName, ({ kind }) => kind === 'oracle'],
    ['springs', springs, ({ soft }) => soft],
    ['euler', () => 'Euler', ({ soft }, { integrator }) => soft && integrator === 'euler'],
    ['heun', () => 'Heun', ({ soft }, { integrator }) => soft && integrator === 'heun'],
    ['verlet', () => 'Verlet', ({ label }) => /Verlet/.test(label)],
    ['rk4', () => 'RK4', ({ label }) => /RK4/.test(label)],
    ['exact', labelOf, (solver, { contacts }, has) => contacts === 'exact' && has('contacts', 'grid')],
    ['hertz', labelOf, (solver, { law }) => law === 'hertz'],
    ['viscoelastic', labelOf, (solver, { law }) => law === 'viscoelastic'],
    ['damping', labelOf, (solver, of) => of.damping_Ns_per_m],
    ['force', labelOf, (solver, of, has) => of.contact_end === 'force' && !of.damping_Ns_per_m && has('contact_end', 'overlap')],
    ['overlap', labelOf, (solver, of, has) => of.contact_end === 'overlap' && has('contact_end', 'force')],
    ['published', labelOf, ({ kind }) => kind === 'published'],
];
const OF_KEYS = { 'key.restitution': /^restitution/, 'key.friction': /^friction\.ball_/, 'terms.k': /\.stiffness_N_per_m$/,
    'terms.h': /\.step_s$/, 'key.theta': /\.theta$/ }; // keys of names

/** @param {{scene: Scene, knobs: Row[]}} state @returns {string[][]} names and what they mean */
export function termsIn({ scene: { solvers }, knobs }) {
    const given = knobs.filter(({ value }) => value !== null);
    const parametersOf = ({ name }) => Object.fromEntries(given.filter(({ of }) => of === `solvers.${name}`)
        .map(({ key, value }) => [key, value]));
    const has = (wanted, word) => given.some(({ key, value }) => key === wanted && value === word);
    return [...OF_SOLVERS.flatMap(([key, nameOf, isMeant]) => {
        const names = solvers.filter((one) => isMeant(one, parametersOf(one), has)).map(nameOf);
        return names.length > 0 ? [[[...new Set(names)].join(', '), say(`terms.${key}.is`)]] : [];
    }), [say('now.added'), say('now.added.is')],
    ...Object.entries(OF_KEYS).filter(([key, pattern]) => given.some(({ path, value }) =>
        pattern.test(path) && (key === 'key.restitution' || Number(value) !== 0)))
        .map(([key]) => [say(key), say(`${key}.is`)])];
}

export function mount(place, model) {
    const list = element('dl');
    place.append(list);
    model.on('knobs language', () => model.scene && list.replaceChildren(...termsIn(model).flatMap(([name, text]) =>
        [element('dt', {}, name), element('dd', {}, text)])));
}
