// SPDX-License-Identifier: GPL-3.0-or-later
/** Velocity circle of two balls in contact. Each has an axis for its √m v_n. The energy along the
 * normal is a circle around the origin, the momentum a line. */
import { drawing, element, spoken } from '../../frame/dom.js';
import { say } from '../../words/words.js';
import { general } from '../chart/numbers.js';
import { colourOf } from '../chart/style.js';

const SIDE = 130, RADIUS = 84; // half the side, and the largest distance of a state, px
const MARKS = [7, 5.5, 4.5, 3.5]; // px; different radii keep equal states visible
const SAME = 1e-3; // circles that differ by less are drawn once

/** @param {(Balance | null)[]} found contact of each solver @param {number} index solver shown
 * @param {boolean[]} shared a ball is in another contact, too
 * @returns {{a, b, roots: number[], states}|null} states by solver: before, after, part of the
 *    energy, e; null for a wall, a fixed ball or a shared contact */
export function circleOf(found, index, balls, shared) {
    const one = found[index];
    const roots = [one?.a, one?.b].map((name) => {
        const ball = balls.find((each) => each.name === name);
        return ball && !ball.fixed ? Math.sqrt(ball.mass_kg) : NaN;
    });
    if (!one || one.wall || shared[index] || roots.some(Number.isNaN)) {
        return null;
    }
    const states = found.map((of, k) => {
        if (!of || shared[k]) {
            return null;
        }
        const sides = of.a === one.a ? ['a', 'b'] : ['b', 'a'], sign = of.a === one.a ? 1 : -1;
        const at = (part) => sides.map((side) => sign * of[`${side}_${part}`].v_n_mps);
        const [v, w] = [at('before'), at('after')];
        const [before, after] = [v, w].map((each) => each.map((speed, i) => roots[i] * speed));
        return { before, after, part: (Math.hypot(...after) / Math.hypot(...before)) ** 2,
            e: (w[1] - w[0]) / (v[0] - v[1]) };
    });
    return { a: one.a, b: one.b, roots, states };
}

/** @param {number[]} state @param {number[]} roots
 * @returns {number[][]} ends of the line of constant momentum in the circle: the state, and its
 *    mirror image */
export function chordOf([x, y], [r, s]) {
    const momentum = 2 * (r * x + s * y) / (r * r + s * s);
    return [[x, y], [momentum * r - x, momentum * s - y]];
}

/** Folded drawing of the circle below the table of a contact. */
export class Newton {
    drawn = element('div');
    root = element('details', { className: 'newton', hidden: true },
        spoken('summary', 'inst.newton'), this.drawn);

    /** @param circle of circleOf @param solvers of the scene @param index solver shown */
    show(circle, solvers, index) {
        this.root.hidden = circle === null;
        if (circle !== null) {
            this.drawn.replaceChildren(this.#drawing(circle, solvers, index),
                element('p', {}, say('inst.newton.help', circle)),
                element('ul', {}, ...circle.states.flatMap((state, k) => state === null ? []
                    : [element('li', {}, dot(solvers[k]), say('inst.newton.says', {
                        solver: solvers[k].text, part: general(100 * state.part, 5),
                        e: general(state.e, 4) }))])));
        }
    }

    #drawing({ a, b, roots, states }, solvers, index) {
        const all = states.filter(Boolean).flatMap(({ before, after }) => [before, after]);
        const scale = RADIUS / Math.max(...all.map((state) => Math.hypot(...state)));
        /** @param {number[]} at */
        const on = ([x, y]) => [x * scale, -y * scale];
        const line = (name, from, to) => drawing('line',
            { class: name, x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
        const own = states[index], sizes = [own, ...states].filter(Boolean)
            .map(({ before }) => Math.hypot(...before) * scale);
        const chord = chordOf(own.before, roots).map(on);
        /** @param {string} key @param {number[]} at */
        const text = (key, [x, y], values = {}) => drawing('text', { x, y,
            'text-anchor': x < 0 ? 'start' : 'end' }, say(key, values));
        /** @param {number[]} at */
        const beyond = ([x, y]) => [x + (x < 0 ? -1 : 1) * 40, y + (y < 0 ? -10 : 18)];
        return drawing('svg', { viewBox: [-SIDE, -SIDE, 2 * SIDE, 2 * SIDE].join(' '), role: 'img',
            'aria-label': say('inst.newton.label', { a, b }) },
        line('axis', [-SIDE, 0], [SIDE, 0]), line('axis', [0, SIDE], [0, -SIDE]),
        ...sizes.filter((r, k) => sizes.findIndex((other) => Math.abs(other - r) <= SAME * r) === k)
            .map((r) => drawing('circle', { class: 'energy', r })),
        line('momentum', chord[0], chord[1]),
        text('inst.newton.across', [SIDE - 2, SIDE - 6], { ball: a }),
        text('inst.newton.up', [2 - SIDE, 14 - SIDE], { ball: b }),
        text('inst.before_contact', beyond(chord[0])),
        text('inst.after_contact', beyond(on(own.after))),
        ...states.flatMap((state, k) => [state?.before, state?.after].filter(Boolean).map((at) => {
            const [cx, cy] = on(at);
            return mark(solvers[k], { cx, cy, r: MARKS[k % MARKS.length] });
        })));
    }
}

const mark = (solver, at) => drawing('circle', { ...at, style: { fill: colourOf(solver) } });

/** Mark of a solver for the list. */
const dot = (solver) => drawing('svg',
    { viewBox: '-6 -6 12 12', class: 'dot', 'aria-hidden': 'true' }, mark(solver, { r: 5 }));
