// SPDX-License-Identifier: GPL-3.0-or-later
/** Describes the table in words for the canvas's label. */
import { shownAt } from '../model/track.js';
import { say, translated } from '../words/words.js';

const FEW = 6; // the label lists positions of at most so many balls

const placed = (run, index, ball, k) => {
    const [x, y] = run.place(index, ball, k);
    return Number.isNaN(x) ? say('table.gone', { ball: run.balls[ball] })
        : say('table.placed', { ball: run.balls[ball], x: x.toFixed(3), y: y.toFixed(3) });
};

/** @returns {string} description of the run at a time */
export function described(run, time_s, digits) {
    const { scene } = run, index = scene.reference ?? 0, { k } = run.sampleAt(time_s);
    const values = { title: translated(scene.title), balls: run.balls.length,
        solvers: run.labels.join(', '), reference: run.labels[index], t: time_s.toFixed(digits) };
    const balls = run.balls.length > FEW ? []
        : run.balls.map((name, b) => placed(run, index, b, k));
    const { track } = run, recorded = (track?.balls ?? []).slice(0, FEW).flatMap((ball) => {
        const at = shownAt(ball, time_s);
        return at < 0 ? [] : `${track.label}: ${say('table.placed', { ball: ball.name,
            x: ball.x_m[at].toFixed(3), y: ball.y_m[at].toFixed(3) })}`;
    });
    return [say('table.label', values), ...balls, ...recorded].join(' ');
}

/** Decimals that distinguish the samples of a run. */
export function digitsOf(run) {
    const step_s = run ? (run.to_s - run.from_s) / (run.samples - 1) : 1e-3;
    return Math.min(Math.max(Math.ceil(-Math.log10(step_s)), 0), 12);
}
