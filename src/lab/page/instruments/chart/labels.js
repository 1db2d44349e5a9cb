// SPDX-License-Identifier: GPL-3.0-or-later
/** Finds free places for the names of curves inside a chart. Curves that coincide share a name. All
 * lengths are px. */

const STEP = 4; // between the places at which heights are compared
const AIR = 5; // around a name
const SAME = 1.5; // curves nearer than that coincide
const FAR = 60; // a name is not better off farther away from other curves
const LEAST_PART = 0.1; // of the width that a curve has to cross
const ENDS = 3; // places at which one of two equal curves may end
const GRID = 6; // between places that are tried

/** Heights of a curve at 0, STEP, 2 STEP, ...; NaN beside it.
 * @param {number[][]} points [x, y] in the order of x
 * @returns {number[]} */
export function heightsOf(points, width) {
    let k = 0;
    return Array.from({ length: Math.floor(width / STEP) + 1 }, (_, step) => {
        const x = step * STEP;
        while (k < points.length - 1 && points[k + 1][0] < x) {
            k++;
        }
        const [a, b] = [points[k], points[k + 1]];
        return !b || x < a[0] || x > b[0] ? NaN : a[1] + (x - a[0]) / (b[0] - a[0] || 1) * (b[1] - a[1]);
    });
}

/** True if two curves are at the same heights, except at their ends. */
const areSame = (one, other) => one.some((y, k) => Math.abs(y - other[k]) <= SAME)
    && one.filter((y, k) => !(Math.abs(y - other[k]) <= SAME)
        && !(Number.isNaN(y) && Number.isNaN(other[k]))).length <= ENDS;

/** Lists of curves that coincide. @param {number[][]} curves their heights @returns {number[][]} */
export const coinciding = (curves) => curves.reduce((groups, curve, k) => {
    const group = groups.find(([first]) => areSame(curves[first], curve));
    group?.push(k);
    return group ? groups : [...groups, [k]];
}, /** @type {number[][]} */ ([]));

/** True if no curve and no vertical line crosses a box. */
function isFree({ left, top, width, height }, { curves, marks, taken }) {
    const [right, bottom] = [left + width, top + height];
    const from = Math.max(0, Math.floor((left - AIR) / STEP)), to = Math.ceil((right + AIR) / STEP);
    const crosses = (curve) => curve.slice(from, to + 1).some((y, k) => {
        const next = curve[from + k + 1], [low, high] = [Math.min(y, next || y), Math.max(y, next || y)];
        return high > top - AIR && low < bottom + AIR;
    });
    return !marks.some((x) => x > left - AIR && x < right + AIR) && !curves.some(crosses)
        && !taken.some((box) => box.left < right + AIR && box.left + box.width > left - AIR
            && box.top < bottom && box.top + box.height > top);
}

/** Boxes for a name: beside a vertical line at `at`, or anywhere.
 * @param {{at?: number, width: number, height: number}} name */
function candidates({ at, width, height }, room) {
    const rows = Array.from({ length: Math.floor((room.height - height) / GRID) + 1 }, (_, k) => 1 + k * GRID);
    const columns = at !== undefined ? [at + AIR + 1, at - width - AIR - 1]
        : Array.from({ length: Math.floor((room.width - width) / GRID) + 1 }, (_, k) => AIR + k * GRID);
    return columns.filter((left) => left >= 0 && left + width <= room.width)
        .flatMap((left) => rows.map((top) => ({ left, top, width, height })));
}

/** Vertical distance of a box from a curve. */
function distance({ left, top, width, height }, curve) {
    const ys = curve.slice(Math.max(0, Math.floor(left / STEP)), Math.ceil((left + width) / STEP) + 1);
    return Math.min(...ys.filter(Number.isFinite).map((y) => Math.max(top - y, y - top - height)));
}

/** @param {{width: number, height: number, heights?: number[], at?: number}[]} names of curves or of
 *    vertical lines
 * @param {{width: number, height: number}} room of the chart
 * @returns {({left: number, top: number} | null)[] | null} places in the order of the names, null for a
 *    curve that is hardly in sight; null if there is no room for all */
export function placesOf(names, room) {
    const curves = names.flatMap(({ heights }) => heights ? [heights] : []);
    /** @type {{left: number, top: number, width: number, height: number}[]} */
    const taken = [], around = { curves, marks: names.flatMap(({ at }) => at ?? []), taken };
    const places = new Map();
    for (const name of [...names].sort((a, b) => Number(b.at !== undefined) - Number(a.at !== undefined))) {
        const { heights: own } = name, seen = own?.filter(Number.isFinite).length ?? Infinity;
        if (seen < LEAST_PART * room.width / STEP) {
            continue;
        }
        const others = curves.filter((curve) => curve !== own);
        const [best] = candidates(name, room).filter((box) => isFree(box, around)).map((box) => ({ box,
            score: Math.min(FAR, ...others.map((curve) => distance(box, curve)))
                - 2 * (own ? distance(box, own) : box.top) })).sort((a, b) => b.score - a.score);
        if (!best || best.score < -2 * FAR) {
            return null;
        }
        taken.push(best.box);
        places.set(name, best.box);
    }
    return names.map((name) => places.get(name) ?? null);
}
