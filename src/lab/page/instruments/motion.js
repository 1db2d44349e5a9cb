// SPDX-License-Identifier: GPL-3.0-or-later
/** Velocity or position versus time of two balls: first the one that the reader has chosen. */
import { ballName, say } from '../words/words.js';
import { evenRange } from './chart/axes.js';
import { MOTIONS } from './desk.js';
import { choice } from './frame.jsx';
import { Instrument } from './instrument.jsx';

const MOST = 2; // charts

export class Motion extends Instrument {
    shown = 0;

    /** @param {Desk} desk */
    constructor(desk) {
        super(desk, 'inst.motion', [choice('inst.shown', MOTIONS, (k) => {
            this.shown = k;
            this.update();
        })]);
        for (let k = 0; k < MOST; k++) {
            this.add({ height: 11, ready: () => desk.hasSamples && k < this.#balls.length,
                name: () => `${ballName(this.#balls[k].name)}: ${say(MOTIONS[this.shown])}`,
                lines: () => desk.motion(this.#balls[k].name, this.shown), yRange: () => this.#range });
            this.charts[k].place.dataset.pair = `${k}`; // shown in all views
        }
    }

    get #balls() {
        const { scene: { balls }, model: { selection: { ball } } } = this.desk;
        return balls.filter(({ fixed }) => !fixed).sort((a, b) => Number(b.name === ball) - Number(a.name === ball)).slice(0, MOST);
    }

    /** The same for all charts, so that they can be compared. */
    get #range() {
        const [low, high] = this.desk.extent(this.#balls.flatMap(({ name }) => this.desk.motion(name, this.shown)));
        return low <= high ? evenRange(low, high) : [0, 1];
    }

    update() {
        this.charts.forEach(({ place }, k) => { place.hidden = this.desk.hasSamples && k >= this.#balls.length; });
        super.update();
    }
}
