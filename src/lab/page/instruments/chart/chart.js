// SPDX-License-Identifier: GPL-3.0-or-later
/** Chart of uPlot below its name and a legend with the values at the pointer, or at the time shown. The
 * pointer moves in all charts of a time at once, a drag zooms them, and a click seeks. At each update a chart reads its `spec`. */
import UPlot from 'uplot';
import { element, setText } from '../../frame/dom.js';
import { countWhile } from '../../model/search.js';
import { FONT } from '../../table/draw/arrows.js';
import { powersOfTen } from './axes.js';
import { powerTexts, tickTexts } from './numbers.js';
import { GREY, INK, PALE, faint, sampleOf } from './style.js';

const LETTERS = 0.875, TICK = 0.25, X_SPACE = 4.5, Y_SPACE = 1.9; // rem
const LEAST_DRAG = 6; // px; a shorter one is a click

/** Size of 1 rem in px; larger on a projector. */
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Tables [x, y, ...] over the union of their x. */
export const joined = (tables) => UPlot.join(tables);

const isGap = (value) => value === null || value === undefined;

/** Indices of values between two gaps, to which no line leads.
 * @param {ArrayLike<any>} values */
export const isolated = (values) => Array.from(values, (_, k) => k).filter((k) =>
    !isGap(values[k]) && isGap(values[k - 1]) && isGap(values[k + 1]));

export class Chart {
    /** @type {any} */ plot = null;
    built = ''; // what the plot has been built for
    /** @type {number | null} */ at = null; // x shown
    name = element('h3');
    legend = element('ul', { className: 'keys', 'aria-hidden': 'true' }); // the text has the values
    room = element('div', { className: 'room' });
    line = element('div', { className: 'moment', hidden: true });
    lines = [];
    values = []; // elements of the legend, by line

    /** @param {HTMLElement} place block as wide as the chart may be
     * @param {ChartSpec} spec
     * @param {number} size of letters and lines, relative to those of the page */
    constructor(place, spec, size = 1) {
        this.spec = spec;
        this.size = size;
        this.place = place;
        place.append(this.name, this.legend, this.room);
    }

    get visible() {
        return this.room.clientWidth > 0;
    }

    /** Draws the current data; waits until it has room and there are samples. */
    update() {
        const { spec, room: { clientWidth: width } } = this;
        if (width === 0 || !spec.ready()) {
            return;
        }
        const lines = spec.lines(), marks = spec.marks?.() ?? [], em = rem() * this.size;
        const tall = typeof spec.height === 'function' ? spec.height() : spec.height;
        const size = { width, height: Math.round(tall * em) };
        const built = JSON.stringify([em, INK, spec.xName(), devicePixelRatio,
            lines.map(({ label, stroke, isFaint }) => [label, stroke, isFaint]),
            marks.map(({ label, stroke }) => [label, stroke])]);
        setText(this.name, spec.name());
        this.lines = lines;
        if (built !== this.built) {
            this.built = built;
            this.#build(lines, marks, em, size);
        } else if (this.plot.width !== width || this.plot.height !== size.height) {
            this.plot.setSize(size);
        }
        this.plot.setData(spec.data());
        this.cursor(this.at);
    }

    // ---- uPlot ----

    #build(lines, marks, em, size) {
        const { spec } = this;
        this.plot?.destroy();
        this.#buildLegend(lines, marks);
        this.plot = new UPlot({ ...size, ...this.#axes(em), legend: { show: false },
            padding: [0.5 * em, em, 0, spec.ticks === false ? 0.5 * em : 0], cursor: this.#pointer(em),
            scales: { x: { time: false, range: () => spec.xRange() },
                y: { distr: spec.log ? 3 : 1, range: () => spec.yRange() } },
            series: [{}, ...lines.map((line) => this.#series(line))],
            hooks: { draw: [() => this.#drawMarks(em), () => this.#paint(em, this.spec.over),
                    () => this.#paint(em, (pen) => this.#writeEmpty(pen))],
                setCursor: [() => this.#tell()], setSelect: [() => this.#zoom()] } },
        spec.data(), this.room);
        this.plot.over.append(this.line);
        this.plot.over.addEventListener('click', ({ clientX }) => {
            const { left } = this.plot.over.getBoundingClientRect();
            spec.seek(this.plot.posToVal(clientX - left, 'x'));
        });
    }

    /** Entries of the lines in the order of the scenario, then those of the marks. */
    #buildLegend(lines, marks) {
        this.values = lines.map(() => element('span', { className: 'value' }));
        const items = [...lines, ...marks].map(({ label, stroke, value }, k) => element('li', {},
            sampleOf(stroke), element('span', {}, label), ...(value ? [this.values[k]] : [])));
        const named = lines.map(({ index, label }, k) => ({ index, label, item: items[k] }))
            .sort((a, b) => a.index - b.index).filter(({ label }) => label);
        this.legend.replaceChildren(...named.map(({ item }) => item), ...items.slice(lines.length));
    }

    #axes(em) {
        const { spec } = this, font = `${Math.round(LETTERS * em)}px ${FONT}`;
        const both = { stroke: INK, font, labelFont: font, gap: TICK * em, labelSize: 1.3 * em,
            grid: { stroke: PALE, width: this.size }, border: { show: true, stroke: GREY, width: this.size },
            ticks: { stroke: GREY, width: this.size, size: TICK * em } };
        const widest = (plot, texts) => {
            plot.ctx.font = font;
            return Math.max(0, ...texts.map((text) => plot.ctx.measureText(text).width));
        };
        return { axes: [
            { ...both, space: X_SPACE * em, size: 1.7 * em, label: spec.xName(),
                values: (plot, ticks) => tickTexts(ticks) },
            { ...both, show: spec.ticks !== false, space: Y_SPACE * em,
                size: (plot, texts) => Math.ceil(widest(plot, texts ?? []) + 3 * TICK * em),
                filter: (plot, ticks) => ticks,
                ...(spec.log ? { splits: (plot, axis, low, high) => powersOfTen(low, high,
                    Math.max(2, plot.height / (Y_SPACE * em) - 1)) } : {}),
                values: (plot, ticks) => (spec.log ? powerTexts : tickTexts)(ticks) }] };
    }

    #pointer(em) {
        return { y: false, points: { size: 0.4 * em }, sync: { key: this.spec.xName() },
            drag: { x: true, y: false, setScale: false, dist: LEAST_DRAG },
            bind: { dblclick: () => () => this.spec.zoom(null) } };
    }

    #series({ stroke: { colour, width, dash = [] }, isFaint, points, isHidden }) {
        const { log } = this.spec, ratio = devicePixelRatio * this.size;
        return { stroke: isFaint ? faint(colour) : colour, width: width * this.size,
            dash: dash.map((part) => part * ratio), pxAlign: 0, show: !isHidden,
            points: { ...(points ? { fill: colour } : { show: false }), size: 5 * this.size,
                filter: log ? (plot, at) => isolated(plot.data[at]) : null } };
    }

    // ---- further drawings, and the picture ----

    /** Draws in px of the page, clipped to the axes. */
    #paint(em, draw) {
        const { plot } = this, { ctx, bbox } = plot, ratio = devicePixelRatio;
        const box = { left: bbox.left / ratio, top: bbox.top / ratio, width: bbox.width / ratio,
            height: bbox.height / ratio };
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
        ctx.clip();
        ctx.scale(ratio, ratio);
        draw?.({ ctx, box, em, size: this.size, x: (value) => box.left + plot.valToPos(value, 'x'),
            y: (value) => box.top + plot.valToPos(value, 'y') });
        ctx.restore();
    }

    #drawMarks(em) {
        this.#paint(em, ({ ctx, box, x }) => (this.spec.marks?.() ?? []).forEach(({ at, stroke }) => {
            Object.assign(ctx, { strokeStyle: stroke.colour, lineWidth: stroke.width * this.size });
            ctx.setLineDash((stroke.dash ?? []).map((part) => part * this.size));
            ctx.beginPath();
            ctx.moveTo(x(at), box.top);
            ctx.lineTo(x(at), box.top + box.height);
            ctx.stroke();
        }));
    }

    /** Tells why there is no curve. */
    #writeEmpty({ ctx, box, em }) {
        Object.assign(ctx, { fillStyle: INK, textAlign: 'center', font: `${LETTERS * em}px ${FONT}` });
        ctx.fillText(this.spec.empty?.() ?? '', box.left + box.width / 2, box.top + box.height / 2);
    }

    /** Canvas of the chart, larger by a factor. @returns {Promise<HTMLCanvasElement>} */
    async drawn(factor) {
        const place = element('div', { className: 'plot unseen',
            style: { width: `${this.room.clientWidth * factor}px` } });
        document.body.append(place);
        const chart = new Chart(place, this.spec, factor * this.size);
        chart.update();
        await new Promise(requestAnimationFrame); // uPlot draws in a microtask
        place.remove();
        return chart.plot.ctx.canvas;
    }

    // ---- pointer and time ----

    #zoom() {
        const { plot, spec } = this, { left, width } = plot.select;
        if (width > 0) {
            plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
            spec.zoom([plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]);
        }
    }

    /** @param {number | null} x shown by the line; null hides it */
    cursor(x) {
        this.at = x;
        if (!this.plot || !this.visible) {
            return;
        }
        const { min, max } = this.plot.scales.x, inside = x !== null && x >= min && x <= max;
        this.line.hidden = !inside;
        if (inside) {
            this.line.style.transform = `translateX(${this.plot.valToPos(x, 'x').toFixed(1)}px)`;
        }
        this.#tell();
    }

    /** Value of a line at the last of its own x up to index k. */
    latest(of, k) {
        const values = this.plot.data[of + 1];
        const at = values.findLastIndex((value, i) => i <= k && value !== undefined);
        return at < 0 ? NaN : values[at];
    }

    /** Writes the values at the pointer, or else at the time shown, into the legend. */
    #tell() {
        const { plot, at, lines } = this, [xs] = plot?.data ?? [];
        const k = plot?.cursor.idx ?? (at === null || !xs ? -1
            : countWhile(xs.length, (i) => xs[i] <= at) - 1);
        lines.forEach(({ value }, of) => setText(this.values[of], k < 0 ? '' : value?.(k) ?? ''));
    }
}
