// SPDX-License-Identifier: GPL-3.0-or-later
/** Chart as wide as its container, with a common cursor and labels at the ends of curves. It maps
 * numbers to pixels. At each update it reads its `spec`. */
import { element } from '../../frame/dom.js';
import { countWhile } from '../../model/search.js';
import { evenTicks, powersOfTen, formatEven, formatPowers } from './axes.js';
import { isolated, lastOf } from './columns.js';
import { fitted, spread } from './ends.js';
import { pretty } from './numbers.js';
import { Pen } from './pen.js';
import { GREY, PALE, faint } from './style.js';

const MOST_ROOM = 0.34; // fraction of the width for end labels
const LEADER_REM = 0.9; // distance of a label from the end of its curve
const MOST_VALUES = 4; // lines whose values have room
const AXIS_REM = 3.9, TICK = 4; // width of the y axis numbers; px

/** Size of 1 rem in px; larger on a projector. */
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

export class Chart {
    width = 0;
    /** @type {number | null} */ at = null; // position of the cursor
    asked = false;
    rem = 16;
    lines = [];
    ended = []; // lines with labels at their ends
    yRange = [0, 1];
    mark = element('div', { className: 'cursor', style: { display: 'none' } });
    values = element('div', { className: 'values', 'aria-hidden': 'true' });

    /** @param {HTMLElement} place block as wide as the chart may be
     * @param {ChartSpec} spec */
    constructor(place, spec) {
        this.spec = spec;
        this.pen = new Pen(place);
        this.pen.over.append(this.mark);
        place.append(this.values);
        if (spec.seek) {
            this.#handlePointer(this.pen.over, spec.seek);
        }
        new ResizeObserver(([{ contentRect }]) => this.#resize(contentRect.width)).observe(place);
    }

    get visible() {
        return this.width > 0;
    }

    #resize(width) {
        const whole = Math.floor(width);
        if (whole !== this.width) {
            this.width = whole;
            if (this.asked) {
                this.update();
            }
        }
    }

    /** Draws the current data; waits until there are samples. */
    update() {
        this.asked = true;
        if (!this.visible) {
            return;
        }
        this.rem = this.pen.rem = rem();
        this.lines = this.spec.lines?.() ?? [];
        const { height } = this.spec, tall = typeof height === 'function' ? height() : height;
        this.pen.resize(this.width, Math.round(tall * this.rem), this.#room());
        this.pen.scale(this.spec.xRange(), this.yRange = this.spec.yRange(), this.spec.log);
        this.#draw();
        this.cursor(this.at);
    }

    /** Draws with a higher resolution during `use`. */
    sharply(ratio, use) {
        this.pen.sharp = ratio;
        this.update();
        try {
            return use(this.pen.canvas);
        } finally {
            this.pen.sharp = 0;
            this.update();
        }
    }

    // ---- room ----

    get #hasEnds() {
        return this.spec.ends !== false && this.lines.length > 0;
    }

    get #beside() {
        return this.spec.beside?.() ?? [];
    }

    /** margins around the axes in px */
    #room() {
        const { bare, xName, ticks = true } = this.spec;
        return { left: ticks ? AXIS_REM * this.rem : TICK, top: 1.5 * this.rem,
            right: this.#roomForEnds(), bottom: bare ? 9 : (xName ? 2.7 : 1.6) * this.rem };
    }

    #roomForEnds() {
        if (!this.#hasEnds) {
            return 0.8 * this.rem;
        }
        const lead = (LEADER_REM + 0.5) * this.rem;
        const widest = Math.max(...[...this.lines, ...this.#beside].map(({ label }) =>
            this.pen.measure(label)));
        return Math.ceil(Math.min(widest + lead, MOST_ROOM * this.width));
    }

    // ---- drawing ----

    #draw() {
        const { pen, spec } = this, { left, top, width, height } = pen.box;
        pen.clear();
        this.#drawAxes();
        pen.within(() => {
            spec.under?.(pen);
            this.#drawCurves();
            spec.over?.(pen);
        });
        pen.line([[left, top], [left, top + height], [left + width, top + height]],
            { colour: GREY, width: 1.2 });
        pen.text(spec.name(), 0.3 * this.rem, top - 0.9 * this.rem, { bold: true });
        this.#labelEnds();
    }

    /** Draws grid, ticks and their labels. */
    #drawAxes() {
        const { pen, spec } = this, { left, top, width, height } = this.pen.box;
        const foot = top + height;
        const most = Math.max(2, Math.floor(width / (4.5 * this.rem)));
        const xs = evenTicks(...this.pen.xRange, most), said = formatEven(xs);
        xs.forEach((value, k) => {
            const x = pen.x(value);
            const sharp = Math.round(x) + 0.5; // centres a 1 px line on a pixel
            pen.upright(sharp, { colour: PALE });
            pen.line([[x, foot], [x, foot + TICK]], { colour: GREY });
            if (!spec.bare) {
                pen.text(said[k], x, foot + TICK + 0.7 * this.rem, { align: 'center' });
            }
        });
        if (spec.xName && !spec.bare) {
            pen.text(spec.xName(), left + width, foot + 2.2 * this.rem, { align: 'right' });
        }
        if (spec.ticks !== false) {
            this.#drawYAxis();
        }
    }

    #drawYAxis() {
        const { pen, spec } = this, { left } = pen.box;
        const most = Math.max(2, Math.floor(pen.height / (1.9 * this.rem)));
        const ticks = (spec.log ? powersOfTen : evenTicks)(...this.yRange, most);
        const said = (spec.log ? formatPowers : formatEven)(ticks);
        ticks.forEach((value, k) => {
            const y = pen.y(value);
            const sharp = Math.round(y) + 0.5;
            pen.across(sharp, { colour: PALE });
            pen.line([[left - TICK, y], [left, y]], { colour: GREY });
            pen.text(said[k], left - TICK - 0.25 * this.rem, y, { align: 'right' });
        });
    }

    #drawCurves() {
        this.ended = [];
        if (this.lines.length === 0) {
            return;
        }
        const [xs, ...columns] = this.spec.data?.() ?? [];
        this.lines.forEach(({ stroke, faint: isFaint }, k) => {
            const colour = isFaint ? faint(stroke.colour) : stroke.colour;
            this.pen.curve(xs, columns[k], { ...stroke, colour });
            if (this.spec.log) { // a point between two gaps gets a dot
                isolated(columns[k]).forEach((i) => this.pen.mark(this.pen.x(xs[i]),
                    this.pen.y(columns[k][i]), colour, 'circle', Math.min(3, stroke.width + 1)));
            }
        });
        if (this.#hasEnds) {
            this.ended = [...this.lines.map((line, k) => ({ ...line, y: lastOf(columns[k]) })),
                ...this.#beside].filter(({ y }) => y !== null);
        }
    }

    /** Draws labels to the right of the axes, each at the height of its curve's end. */
    #labelEnds() {
        const { pen } = this, { left, top, width, height } = this.pen.box;
        const heights = this.ended.map(({ y }) => pen.y(y)), lead = LEADER_REM * this.rem;
        const said = fitted(this.ended.map(({ label }) => label), (text) => pen.measure(text),
            this.#roomForEnds() - lead - 0.3 * this.rem);
        const at = spread(heights, this.rem, top + 0.2 * this.rem, top + height);
        this.ended.forEach(({ stroke }, k) => {
            const from = Math.min(Math.max(heights[k], top), top + height);
            pen.line([[left + width + 2, from], [left + width + lead, at[k]]],
                { ...stroke, width: Math.min(stroke.width, 2.5) });
            pen.text(said[k], left + width + lead + 0.25 * this.rem, at[k]);
        });
    }

    // ---- the cursor ----

    /** @param x cursor position of all charts of this kind; null hides it */
    cursor(x) {
        this.at = x;
        const [low, high] = this.pen.xRange, inside = x !== null && x >= low && x <= high;
        this.mark.style.display = inside ? '' : 'none';
        if (inside) {
            const from_left = this.pen.x(x) - this.pen.box.left;
            this.mark.style.transform = `translateX(${from_left.toFixed(1)}px)`;
        }
        this.#tell(inside ? x : null);
    }

    /** Writes the values of the curves at a position above them, in their colours. */
    #tell(x) {
        const told = x !== null && this.visible && this.lines.length <= MOST_VALUES;
        const [xs, ...columns] = told ? this.spec.data?.() ?? [] : [];
        const k = xs ? countWhile(xs.length, (at) => xs[at] <= Number(x)) - 1 : -1;
        this.values.replaceChildren(...k < 0 ? [] : this.lines.map(({ stroke }, of) =>
            element('span', { style: { color: stroke.colour } },
                Number.isFinite(columns[of]?.[k]) ? pretty(columns[of][k]) : '')));
    }

    /** Handles clicks and horizontal drags; vertical drags scroll the page. */
    #handlePointer(over, seek) {
        const point = ({ clientX }) => seek(this.pen.valueAt(clientX));
        over.addEventListener('pointerleave', () => this.cursor(this.at));
        over.addEventListener('pointerdown', (event) => {
            if (event.isPrimary && event.button === 0) {
                over.setPointerCapture(event.pointerId);
                point(event);
            }
        });
        over.addEventListener('pointermove', (event) => {
            if (over.hasPointerCapture(event.pointerId)) {
                point(event);
            } else {
                this.#tell(this.pen.valueAt(event.clientX));
            }
        });
    }
}
