// SPDX-License-Identifier: GPL-3.0-or-later
/** Limits updates that follow the time: once a second during playback, and at each pause. */
const OFTEN_MS = 1000, STILL_MS = 150;

/** @returns {function()} requests an update; `act` runs at the limited rate */
export function calm(model, act) {
    let timer = null, last_ms = -Infinity;
    return () => {
        if (timer !== null && model.playing) {
            return;
        }
        clearTimeout(timer);
        const wait_ms = model.playing ? Math.max(last_ms + OFTEN_MS - performance.now(), STILL_MS)
            : STILL_MS;
        timer = setTimeout(() => {
            timer = null;
            last_ms = performance.now();
            act();
        }, wait_ms);
    };
}
