// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * A chart by uPlot: as wide as its place, one cursor for all, labels where curves end. It maps
 * numbers to pixels. What it shows it asks of its `spec` anew at each update:
 *
 *   log             whether the y axis is logarithmic
 *   height          rem, a number or a function of nothing
 *   name()          "quantity (unit)" of the y axis; xName() of the x axis
 *   xRange()        [from, to]
 *   yRange()        [low, high]
 *   lines()         [{stroke: {colour, dash, width}, label, faint}], in the order of drawing
 *   data()          [x, y of each line]: as long as x, null: a gap; lines may be none
 *   under(pen), over(pen)   what is drawn besides: see Pen
 *   ends            false: no labels at the ends of curves
 *   ticks           false: no numbers on the y axis; bare: none on the x axis
 *   seek(x)         somebody points at x
 */
import uPlot from 'uplot';
import { evenTicks, powersOfTen, saidEven, saidPowers } from './axes.js';
import { isolated, lastOf } from './columns.js';
import { fitted, spread } from './ends.js';
import { Pen } from './pen.js';
import { GREY, INK, PALE, faint } from './style.js';

const FONT = '"Liberation Sans", Arial, Helvetica, sans-serif';
const MOST_ROOM = 0.34; // of the width, for labels at the ends
const LEADER_REM = 0.9; // from the end of a curve to its label

const widths = new Map(), MOST_WIDTHS = 1000; // of texts that have been measured, px
let ruler = null;

/** px of 1 rem: larger on a projector. */
export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

export class Chart {
    /** @param {HTMLElement} place block of the page that is as wide as the chart may be */
    constructor(place, spec) {
        this.place = place;
        this.spec = spec;
        this.width = 0;
        this.plot = null;
        this.key = ''; // of what cannot be changed in a plot that is there
        this.at = null; // where the cursor stands
        this.watch = new ResizeObserver(([{ contentRect }]) => this.#resize(contentRect.width));
        this.watch.observe(place);
    }

    get visible() {
        return this.width > 0;
    }

    /** px of the canvas per px of the page */
    get ratio() {
        return uPlot.pxRatio;
    }

    get canvas() {
        return this.plot?.ctx.canvas ?? null;
    }

    #resize(width) {
        const whole = Math.floor(width);
        if (whole === this.width) {
            return;
        }
        this.width = whole;
        if (whole > 0) {
            this.update();
        }
    }

    get height() {
        const { height = 9 } = this.spec;
        return Math.round((typeof height === 'function' ? height() : height) * this.rem);
    }

    /** What is there now. */
    update() {
        if (!this.visible) {
            return;
        }
        this.rem = rem();
        this.lines = this.spec.lines?.() ?? [];
        const key = JSON.stringify([this.rem, this.ratio, this.spec.log,
            this.lines.map(({ stroke }) => stroke)]);
        const data = this.#data();
        if (this.plot === null || key !== this.key) {
            this.key = key;
            this.#build(data);
        } else {
            this.plot.batch(() => { // at once: who paces the charts counts what they take
                if (this.plot.width !== this.width || this.plot.height !== this.height) {
                    this.plot.setSize({ width: this.width, height: this.height });
                }
                this.plot.setData(data);
            });
        }
        this.cursor(this.at);
    }

    /** Without lines a chart has axes still: uPlot wants two points for them. */
    #data() {
        return this.lines.length > 0 ? this.spec.data() : [this.spec.xRange(), this.spec.yRange()];
    }

    #build(data) {
        this.plot?.destroy();
        this.place.replaceChildren();
        this.plot = new uPlot(this.#options(), data, this.place);
        this.mark = document.createElement('div');
        this.mark.className = 'cursor';
        this.plot.over.append(this.mark);
        if (this.spec.seek) {
            this.#hearPointer(this.plot.over);
        }
    }

    #options() {
        return {
            width: this.width,
            height: this.height,
            pxAlign: 0,
            padding: [Math.round(1.5 * this.rem), () => this.#room(), this.spec.bare ? 4 : 0, 0],
            legend: { show: false },
            cursor: { show: false },
            select: { show: false },
            scales: {
                x: { time: false, range: () => this.spec.xRange() },
                y: { distr: this.spec.log ? 3 : 1, log: 10, range: () => this.spec.yRange() },
            },
            axes: [this.#xAxis(), this.#yAxis()],
            series: [{}, ...this.#series()],
            hooks: { drawClear: [(u) => this.#draw(u, this.spec.under)],
                draw: [(u) => this.#draw(u, this.spec.over), (u) => this.#label(u)] },
        };
    }

    // ---- axes ----

    #axis() {
        return { font: `${0.75 * this.rem}px ${FONT}`, stroke: INK, gap: 0.25 * this.rem,
            ticks: { size: 4, stroke: GREY, width: 1 }, grid: { stroke: PALE, width: 1 },
            border: { show: true, stroke: GREY, width: 1 } };
    }

    #xAxis() {
        const most = () => Math.max(2, Math.floor(this.#inside / (4.5 * this.rem)));
        return { ...this.#axis(), size: this.spec.bare ? 5 : (this.spec.xName ? 2.7 : 1.6) * this.rem,
            splits: (u, k, low, high) => evenTicks(low, high, most()),
            values: (u, ticks) => this.spec.bare ? ticks.map(() => '') : saidEven(ticks) };
    }

    /** px between the axes, before uPlot knows */
    get #inside() {
        return this.width - 4.4 * this.rem - this.#room();
    }

    #yAxis() {
        const { log, ticks = true } = this.spec;
        const most = () => Math.max(2, Math.floor(this.height / (1.9 * this.rem)));
        if (!ticks) {
            return { ...this.#axis(), size: 4, splits: () => [], ticks: { show: false },
                values: () => [] };
        }
        return { ...this.#axis(), size: 3.9 * this.rem,
            splits: (u, k, low, high) => log ? powersOfTen(low, high, most())
                : evenTicks(low, high, most()),
            filter: (u, shown) => shown, // uPlot would leave out some of a log axis
            values: (u, shown) => {
                this.yTicks = shown; // drawn by the pen: exponents are raised
                return shown.map(() => '');
            } };
    }

    #sayTicks(pen, left) {
        const said = this.spec.log ? saidPowers(this.yTicks) : saidEven(this.yTicks);
        this.yTicks.forEach((tick, k) => pen.text(said[k], left - 4 - 0.25 * this.rem, pen.y(tick),
            { align: 'right' }));
    }

    // ---- curves ----

    #series() {
        if (this.lines.length === 0) {
            return [{ paths: () => null, points: { show: false } }];
        }
        return this.lines.map(({ stroke }, k) => ({
            stroke: () => this.lines[k]?.faint ? faint(stroke.colour) : stroke.colour,
            width: stroke.width,
            dash: stroke.dash,
            cap: 'butt',
            points: { show: Boolean(this.spec.log), size: Math.min(3, stroke.width + 1), width: 0,
                fill: () => stroke.colour, filter: (u, i) => isolated(u.data[i]) },
        }));
    }

    // ---- what is drawn besides ----

    #draw(u, draw) {
        if (draw) {
            new Pen(u, this.rem).within((pen) => draw.call(this.spec, pen));
        }
    }

    #measure(text) {
        const key = `${this.rem} ${text}`;
        if (!widths.has(key)) {
            if (widths.size > MOST_WIDTHS) {
                widths.clear();
            }
            ruler ??= document.createElement('canvas').getContext('2d');
            ruler.font = `${0.75 * this.rem}px ${FONT}`;
            widths.set(key, ruler.measureText(text).width);
        }
        return widths.get(key);
    }

    get #ends() {
        return this.spec.ends !== false && this.lines.length > 0;
    }

    /** px at the right, for the labels at the ends of curves */
    #room() {
        if (!this.#ends) {
            return 0.8 * this.rem;
        }
        const lead = (LEADER_REM + 0.5) * this.rem;
        const widest = Math.max(...this.lines.map(({ label }) => this.#measure(label)));
        return Math.ceil(Math.min(widest + lead, MOST_ROOM * this.width));
    }

    /** Names of the axes, and of the curves where they end. */
    #label(u) {
        const pen = new Pen(u, this.rem), { left, top, width, height } = pen.box;
        pen.text(this.spec.name(), 0.3 * this.rem, top - 0.9 * this.rem, { bold: true });
        if (!this.spec.bare && this.spec.xName) {
            pen.text(this.spec.xName(), left + width, top + height + 2.1 * this.rem,
                { align: 'right' });
        }
        if (this.spec.ticks !== false) {
            this.#sayTicks(pen, left);
        }
        if (this.#ends) {
            this.#labelEnds(u, pen, { left, top, width, height });
        }
    }

    #labelEnds(u, pen, { left, top, width, height }) {
        const ended = this.lines.map((line, k) => ({ ...line, y: lastOf(u.data[k + 1]) }))
            .filter(({ y }) => y !== null);
        const heights = ended.map(({ y }) => pen.y(y));
        const line = 1.0 * this.rem, lead = LEADER_REM * this.rem;
        const said = fitted(ended.map(({ label }) => label), (text) => this.#measure(text),
            this.#room() - lead - 0.3 * this.rem);
        const at = spread(heights, line, top + 0.2 * this.rem, top + height);
        ended.forEach(({ stroke }, k) => {
            const from = Math.min(Math.max(heights[k], top), top + height);
            pen.line([[left + width + 2, from], [left + width + lead, at[k]]],
                { ...stroke, width: Math.min(stroke.width, 2.5) });
            pen.text(said[k], left + width + lead + 0.25 * this.rem, at[k]);
        });
    }

    // ---- the cursor ----

    /** @param x where all charts of this kind have their cursor; null: nowhere */
    cursor(x) {
        this.at = x;
        if (!this.visible || !this.plot) {
            return;
        }
        const { min, max } = this.plot.scales.x;
        const inside = x !== null && min !== null && x >= min && x <= max;
        this.mark.style.display = inside ? '' : 'none';
        if (inside) {
            this.mark.style.transform = `translateX(${this.plot.valToPos(x, 'x').toFixed(1)}px)`;
        }
    }

    /** Click or drag: along the chart, not up and down, which scrolls the page. */
    #hearPointer(over) {
        const point = (event) => {
            const { left } = over.getBoundingClientRect();
            this.spec.seek(this.plot.posToVal(event.clientX - left, 'x'));
        };
        over.addEventListener('pointerdown', (event) => {
            if (event.isPrimary && event.button === 0) {
                over.setPointerCapture(event.pointerId);
                point(event);
            }
        });
        over.addEventListener('pointermove', (event) => {
            if (over.hasPointerCapture(event.pointerId)) {
                point(event);
            }
        });
    }
}
