// SPDX-License-Identifier: GPL-3.0-or-later
/** What follows the time is done when it stands, and at most once a second while it goes. */
const OFTEN_MS = 1000, STILL_MS = 150;

/** @returns {function()} to be called whenever something is new; `act` hears of it, not as often */
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

/** Whether a panel's content is to be seen: what is not is not kept up. */
export const isOpen = (place) => place.closest('details')?.open ?? true;
