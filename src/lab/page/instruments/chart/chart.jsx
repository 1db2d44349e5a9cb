// SPDX-License-Identifier: GPL-3.0-or-later
/** Chart of uPlot below its name and a legend with the values at the pointer, or at the time shown. The
 * pointer moves in all charts of a time at once, a drag zooms them, and a click seeks. At each update a chart reads its `spec`. */
import { render } from 'preact';
import UPlot from 'uplot';
import { element } from '../../frame/dom.js';
import { countWhile } from '../../model/search.js';
import { FONT, segment } from '../../table/draw/arrows.js';
import { Table } from '../frame.jsx';
import { evenly, powersOfTen } from './axes.js';
import { powerTexts, pretty, tickTexts } from './numbers.js';
import { Stroke } from './stroke.jsx';
import { GREY, INK, PALE } from './style.js';

const LETTERS = 0.875, TICK = 0.25, X_SPACE = 4.5, Y_SPACE = 1.9; // rem
const LEAST_DRAG = 6; // px; a shorter one is a click
const LEAST_HEIGHT = 0.6; // of the height that a chart wants; it gets less where the window ends

/** Size of 1 rem in px; larger on a projector. */
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

const isGap = (value) => value === null || value === undefined;

/** Indices of values between two gaps, to which no line leads.
 * @param {ArrayLike<any>} values */
export const isolated = (values) => Array.from(values, (_, k) => k).filter((k) =>
    !isGap(values[k]) && isGap(values[k - 1]) && isGap(values[k + 1]));

export class Chart {
    /** @type {any} */ plot = null;
    built = ''; // what the plot has been built for
    /** @type {number | null} */ at = null; // x shown
    margin_px = 0; // that the numbers of its y axis need
    head = element('div'); // name and legend
    room = element('div', { className: 'room' });
    line = element('div', { className: 'moment', hidden: true });
    /** @type {ChartLine[]} */ lines = [];

    /** @param {HTMLElement} place block as wide as the chart may be
     * @param {ChartSpec} spec */
    constructor(place, spec) {
        this.spec = spec;
        this.place = place;
        place.append(this.head, this.room);
    }

    get visible() {
        return this.room.clientWidth > 0;
    }

    /** Draws the current data; waits until it has room and there are samples. */
    update() {
        const { spec } = this;
        if (!this.visible || !spec.ready()) {
            return;
        }
        const lines = this.lines = spec.lines(), em = rem();
        const data = lines.length === 0 ? [spec.x()] : UPlot.join(lines.map(({ x = spec.x(), y }) => [x, y]));
        const built = JSON.stringify([em, INK, spec.xName(), devicePixelRatio, this.#below.length > 0,
            lines.map(({ label, stroke }) => [label, stroke])]);
        this.#tell(); // the legend determines the height
        if (built !== this.built) {
            this.built = built;
            this.#build(lines, em, data);
        } else {
            this.plot.setSize(this.#size(em));
            this.plot.setData(data);
        }
        this.cursor(this.at);
    }

    /** Gives the y axis the place that it has in the other charts. */
    align() {
        this.plot?.setSize(this.#size(rem()));
    }

    /** Charts below, which share the axis and the window with this one. */
    get #below() {
        const all = [...this.place.parentElement?.querySelectorAll(':scope > .plot') ?? []];
        return all.slice(all.indexOf(this.place) + 1).filter((each) => each.checkVisibility());
    }

    /** Size in px; beside the table charts end in the window. */
    #size(em) {
        const { spec, room, place } = this, n = this.#below.length;
        const tall = em * (typeof spec.height === 'function' ? spec.height() : spec.height);
        const side = room.closest('#side'), { top } = room.getBoundingClientRect();
        const left = innerHeight - top - (side?.scrollTop ?? 0) - em - n * (top - place.getBoundingClientRect().top + em / 2);
        const most = matchMedia('(min-width: 1000px)').matches ? Math.max(left / (n + 1), LEAST_HEIGHT * tall) : tall;
        return { width: room.clientWidth, height: Math.round(Math.min(tall, most)) };
    }

    // ---- uPlot ----

    #build(lines, em, data) {
        const { spec } = this;
        this.plot?.destroy();
        this.plot = new UPlot({ ...this.#size(em), ...this.#axes(em), legend: { show: false },
            padding: [0.5 * em, em, 0, spec.ticks === false ? 0.5 * em : 0], cursor: this.#pointer(em),
            scales: { x: { time: false, range: () => spec.xRange() },
                y: { distr: spec.log ? 3 : 1, range: () => spec.yRange(this.lines) } },
            series: [{}, ...lines.map((line) => this.#series(line))],
            hooks: { draw: [() => this.#draw(em)], setCursor: [() => this.#tell()],
                setSelect: [() => this.#zoom()] } }, data, this.room);
        this.plot.over.append(this.line);
        this.plot.over.addEventListener('click', ({ clientX }) => {
            const { left } = this.plot.over.getBoundingClientRect();
            spec.seek(this.plot.posToVal(clientX - left, 'x'));
        });
    }

    #axes(em) {
        const { spec } = this, font = `${Math.round(LETTERS * em)}px ${FONT}`;
        const both = { stroke: INK, font, labelFont: font, gap: TICK * em, labelSize: 1.3 * em,
            grid: { stroke: PALE, width: 1 }, border: { show: true, stroke: GREY, width: 1 },
            ticks: { stroke: GREY, width: 1, size: TICK * em } };
        const widest = (plot, texts) => {
            plot.ctx.font = font;
            return Math.max(0, ...texts.map((text) => plot.ctx.measureText(text).width));
        };
        return { axes: [
            { ...both, space: X_SPACE * em, size: 1.7 * em, label: this.#below.length > 0 ? null : spec.xName(),
                values: (plot, ticks) => tickTexts(ticks) },
            { ...both, show: spec.ticks !== false, space: Y_SPACE * em,
                size: (plot, texts) => {
                    this.margin_px = Math.ceil(widest(plot, texts ?? []) + 3 * TICK * em);
                    return Math.max(this.margin_px, spec.margin_px());
                },
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

    #series({ stroke: { colour, width, dash = [] }, points, isHidden }) {
        const { log } = this.spec;
        return { stroke: colour, width,
            dash: dash.map((part) => part * devicePixelRatio), pxAlign: 0, show: !isHidden,
            points: { ...(points ? { fill: colour } : { show: false }), size: 5,
                filter: log ? (plot, at) => isolated(plot.data[at]) : null } };
    }

    /** Draws marks, the drawings of the instrument, and why there is no curve, in px of the page and clipped to
     * the axes. */
    #draw(em) {
        const { plot, spec, lines } = this, { ctx, bbox } = plot, ratio = devicePixelRatio;
        const box = { left: bbox.left / ratio, top: bbox.top / ratio, width: bbox.width / ratio,
            height: bbox.height / ratio };
        const x = (value) => box.left + plot.valToPos(value, 'x'), y = (value) => box.top + plot.valToPos(value, 'y');
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
        ctx.clip();
        ctx.scale(ratio, ratio);
        (spec.marks?.() ?? []).forEach(({ at, stroke }) =>
            segment(ctx, { x: x(at), y: box.top }, { x: x(at), y: box.top + box.height }, stroke.colour, stroke.width,
                stroke.dash));
        spec.over?.({ ctx, box, em, x, y });
        Object.assign(ctx, { fillStyle: INK, textAlign: 'center', font: `${LETTERS * em}px ${FONT}` });
        ctx.fillText(spec.empty?.(lines) ?? '', box.left + box.width / 2, box.top + box.height / 2);
        ctx.restore();
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

    /** Text of a line at index k of x: the latest of its own values.
     * @param {ChartLine} line */
    #textOf({ value, index }, of, k) {
        const values = this.plot.data[of + 1] ?? []; // not of these lines yet
        const at = values.findLastIndex((each, i) => i <= k && each !== undefined);
        return value === null || index === Infinity || at < 0 ? '' : value?.(at) ?? pretty(values[at] ?? NaN);
    }

    /** Writes name and legend, with the values at the pointer, and its x, or else at the time shown: lines in the
     * order of the scenario, then marks. */
    #tell() {
        const { plot, at, lines, spec } = this, [xs] = plot?.data ?? [[]];
        const k = plot?.cursor.idx ?? (at === null ? -1 : countWhile(xs.length, (i) => xs[i] <= at) - 1);
        const items = /** @type {any[]} */ ([...lines.map((line, of) => ({ ...line, text: k < 0 ? '' : this.#textOf(line, of, k) }))
            .sort((a, b) => a.index - b.index), ...spec.marks?.() ?? []]).filter(({ label }) => label);
        render(<>
            <h3>{spec.name()} <span class="at">{k < 0 || plot.cursor.idx === null ? '' : spec.at(xs[k])}</span></h3>
            <ul class="keys">
                {items.map(({ label, stroke, text }) => <li>
                    <Stroke {...stroke} /><span>{label}</span> {text !== undefined && <span class="value">{text}</span>}
                </li>)}
            </ul>
        </>, this.head);
    }

    /** Table of the values at evenly spaced x. */
    table() {
        const shown = this.lines.map((line, of) => ({ line, of })).filter(({ line }) => line.index < Infinity);
        const [xs] = this.plot.data;
        return <Table caption={this.spec.name()} head={[this.spec.xName(), ...shown.map(({ line }) => line.label)]}
            rows={evenly(xs.length).map((k) => [pretty(xs[k], 4), ...shown.map(({ line, of }) => this.#textOf(line, of, k))])} />;
    }
}
