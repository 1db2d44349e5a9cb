// SPDX-License-Identifier: GPL-3.0-or-later
/** Converts metres to pixels and back. y points up on the table and down on the screen. */

const FAR = 3; // an open table shows balls within this many spans of the reference's

/** Bounding box in m, initially empty. */
export class Bounds {
    left = Infinity;
    right = -Infinity;
    bottom = Infinity;
    top = -Infinity;

    get empty() {
        return !(this.right >= this.left && this.top >= this.bottom);
    }

    get width() {
        return this.right - this.left;
    }

    get height() {
        return this.top - this.bottom;
    }

    /** Extends the box by a disc; ignores NaN. */
    add(x_m, y_m, radius_m = 0) {
        if (Number.isFinite(x_m) && Number.isFinite(y_m)) {
            this.left = Math.min(this.left, x_m - radius_m);
            this.right = Math.max(this.right, x_m + radius_m);
            this.bottom = Math.min(this.bottom, y_m - radius_m);
            this.top = Math.max(this.top, y_m + radius_m);
        }
        return this;
    }

    join(other) {
        return other.empty ? this : this.add(other.left, other.bottom).add(other.right, other.top);
    }

    /** Intersects with `other`, enlarged by `times` its span. */
    cut(other, times) {
        const reach = times * Math.max(this.width, this.height);
        return Object.assign(new Bounds(), {
            left: Math.max(other.left, this.left - reach),
            right: Math.min(other.right, this.right + reach),
            bottom: Math.max(other.bottom, this.bottom - reach),
            top: Math.min(other.top, this.top + reach) });
    }
}

/** Bounds of a solver's balls (all, or a list) in the samples first <= k < end. */
export function boundsOfSolver(run, index, first, end, balls = [...run.scene.balls.keys()]) {
    const bounds = new Bounds(), { positions, scene } = run;
    for (let k = first; k < end; k++) {
        for (const ball of balls) {
            const at = run.offset(index, ball, k);
            bounds.add(positions[at], positions[at + 1], scene.balls[ball].radius_m);
        }
    }
    return bounds;
}

/** Bounds of a run: its walls or, on an open table, all positions that balls reach. */
export function boundsOfRun(run) {
    const { scene } = run, bounds = new Bounds();
    scene.balls.forEach((ball) => bounds.add(ball.x_m, ball.y_m, ball.radius_m));
    if (scene.table.boundary !== 'open') {
        scene.table.outline.forEach(([x, y]) => bounds.add(x, y));
        return bounds;
    }
    run.track?.balls.forEach(({ x_m, y_m }) => x_m.forEach((x, k) => bounds.add(x, y_m[k])));
    bounds.join(boundsOfSolver(run, scene.reference ?? 0, 0, run.filled));
    const sight = new Bounds().join(bounds);
    scene.solvers.forEach((solver, index) =>
        sight.join(bounds.cut(boundsOfSolver(run, index, 0, run.filled), FAR)));
    return sight;
}

export class Camera {
    width = 1; // px
    height = 1;
    scale = 1; // px per m
    whole = 1; // the same for the whole view
    x_m = 0; // centre of the view
    y_m = 0;

    /** px */
    x(x_m) {
        return this.width / 2 + (x_m - this.x_m) * this.scale;
    }

    y(y_m) {
        return this.height / 2 - (y_m - this.y_m) * this.scale;
    }

    /** Position in m of a point in px. */
    metres({ x, y }) {
        return { x: this.x_m + (x - this.width / 2) / this.scale,
            y: this.y_m - (y - this.height / 2) / this.scale };
    }

    /** True if bounds are in sight. */
    sees({ left, right, bottom, top }) {
        return this.x(left) >= 0 && this.x(right) <= this.width && this.y(top) >= 0
            && this.y(bottom) <= this.height;
    }

    resize(width, height) {
        this.width = Math.max(width, 1);
        this.height = Math.max(height, 1);
    }

    /** Shows the whole bounds, centred, with a margin in px. */
    fit(bounds, edge_px) {
        if (bounds.empty) {
            return;
        }
        const across = Math.max(this.width - 2 * edge_px, 1);
        const down = Math.max(this.height - 2 * edge_px, 1);
        const least_m = 1e-9; // lower limit, because a point has no size
        this.scale = this.whole = Math.min(across / Math.max(bounds.width, least_m),
            down / Math.max(bounds.height, least_m));
        this.x_m = (bounds.left + bounds.right) / 2;
        this.y_m = (bounds.bottom + bounds.top) / 2;
    }

    /** Magnifies the view of `bounds` about the centre of a part, without passing its edges. */
    magnify(factor, part, bounds, edge_px) {
        this.scale *= factor;
        const middle = (from, to, low, high, span_px) => {
            const half = (span_px / 2 - edge_px) / this.scale, at = (from + to) / 2;
            return high - low <= 2 * half ? (low + high) / 2
                : Math.min(Math.max(at, low + half), high - half);
        };
        this.x_m = middle(part.left, part.right, bounds.left, bounds.right, this.width);
        this.y_m = middle(part.bottom, part.top, bounds.bottom, bounds.top, this.height);
    }

    get zoomed() {
        return this.scale !== this.whole;
    }
}
