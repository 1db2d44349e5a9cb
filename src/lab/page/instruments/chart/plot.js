// SPDX-License-Identifier: GPL-3.0-or-later
/** Canvas with two axes: maps values to px and back, and draws curves of many points. */
import { contextOf, element } from '../../frame/dom.js';
import { stroke } from '../../table/draw/arrows.js';

/** Returns a scale from [low, high] to px [from, to]. */
function scaleOf([low, high], from, to, log) {
    const position = log ? Math.log10 : (value) => value;
    const start = position(low), long = (to - from) / (position(high) - start);
    return (value) => from + (position(value) - start) * long;
}

export class Plot {
    canvas = element('canvas');
    context = contextOf(this.canvas);
    over = element('div', { className: 'over' });
    width = 0;
    height = 0;
    box = { left: 0, top: 0, width: 1, height: 1 }; // between the axes
    sharp = 0; // px of the canvas per px of the page, if not the screen's
    ratio = 1;
    xRange = [0, 1];
    x = scaleOf([0, 1], 0, 1, false); // position in px of a value
    y = this.x;

    /** @param {HTMLElement} place receives a canvas and an overlay for pointer events */
    constructor(place) {
        place.replaceChildren(this.canvas, this.over);
    }

    /** @param {Record<'left' | 'top' | 'right' | 'bottom', number>} room around the axes, px */
    resize(width, height, room) {
        this.ratio = this.sharp || devicePixelRatio || 1;
        const wide = Math.round(width * this.ratio), high = Math.round(height * this.ratio);
        if (this.canvas.width !== wide || this.canvas.height !== high) {
            Object.assign(this.canvas, { width: wide, height: high });
            Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
        }
        const { left, top, right, bottom } = room;
        this.width = width;
        this.height = height;
        this.box = { left, top, width: Math.max(1, width - left - right),
            height: Math.max(1, height - top - bottom) };
        for (const side of ['left', 'top', 'width', 'height']) {
            this.over.style[side] = `${this.box[side]}px`;
        }
    }

    /** Sets the ranges of the axes: [low, high] each. */
    scale(xRange, yRange, log) {
        const { left, top, width, height } = this.box;
        this.xRange = xRange;
        this.x = scaleOf(xRange, left, left + width, false);
        this.y = scaleOf(yRange, top + height, top, log);
    }

    /** Value at a horizontal position of the pointer, px. */
    valueAt(clientX) {
        const { left, width } = this.over.getBoundingClientRect(), [low, high] = this.xRange;
        return low + (high - low) * (clientX - left) / width;
    }

    clear() {
        this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
        this.context.clearRect(0, 0, this.width, this.height);
    }

    /** Draws clipped to the axes. */
    within(draw) {
        const { left, top, width, height } = this.box;
        this.context.save();
        this.context.beginPath();
        this.context.rect(left, top, width, height);
        this.context.clip();
        draw();
        this.context.restore();
    }

    /** Draws a curve. Points in the same pixel column reduce to the first, the extremes and the
     * last.
     * @param {ArrayLike<number>} xs ascending @param {ArrayLike<any>} ys null: a gap
     * @param {Stroke} stroke */
    curve(xs, ys, { colour, width, dash }) {
        const { context } = this;
        Object.assign(context, { lineJoin: 'round', globalAlpha: 1 });
        context.beginPath();
        for (let k = 0; k < ys.length;) {
            k = ys[k] === null ? k + 1 : this.#piece(xs, ys, k);
        }
        stroke(context, colour, width, dash);
    }

    /** Draws up to the next gap. @returns {number} index of the gap */
    #piece(xs, ys, from) {
        const { context, ratio } = this;
        let at = from;
        for (let first = true; at < ys.length && ys[at] !== null; first = false) {
            const x = this.x(xs[at]), column = Math.floor(x * ratio);
            const entry = ys[at];
            let low = entry, high = entry, last = entry;
            while (++at < ys.length && ys[at] !== null
                && Math.floor(this.x(xs[at]) * ratio) === column) {
                last = ys[at];
                low = Math.min(low, last);
                high = Math.max(high, last);
            }
            context[first ? 'moveTo' : 'lineTo'](x, this.y(entry));
            if (low < high) {
                context.lineTo(x, this.y(low));
                context.lineTo(x, this.y(high));
                context.lineTo(x, this.y(last));
            }
        }
        return at;
    }
}
