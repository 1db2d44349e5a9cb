// SPDX-License-Identifier: GPL-3.0-or-later
/** Which parameter a message of the core is about. */

/** "solvers[2].step_s" as --set takes it: by the solver's (the ball's) name. */
export function pathOf(said, scene) {
    return said.replace(/^(\w+)\[(\d+)\]/, (all, list, k) => {
        const item = list === 'groups' ? undefined : scene[list]?.[Number(k)];
        return `${list}.${item?.name ?? k}`;
    });
}

/** What a message begins with: "solvers[2].step_s: ..." or "step_s (solver heun): ...". */
function saidPath(text, scene) {
    const of = /^(\w+) \(solver ([^)]+)\):/.exec(text);
    if (of) {
        return `solvers.${of[2]}.${of[1]}`;
    }
    const path = /^([\w.[\]]+):/.exec(text);
    return path ? pathOf(path[1], scene) : null;
}

/**
 * The paths of parameters that a message concerns.
 * @param {{origin, text}} message
 * @param {Set<string>} known paths that there are
 * @param {string|null} pending what was turned last and is not answered yet
 * @returns {string[]} one, those below it (restitution -> both surfaces), or none
 */
export function concerned({ origin, text }, scene, known, pending = null) {
    const set = origin.includes('=') ? origin.slice(0, origin.indexOf('=')) : null;
    for (const path of [saidPath(text, scene), set, pending]) {
        if (path === null) {
            continue;
        }
        if (known.has(path)) {
            return [path];
        }
        const below = [...known].filter((each) => each.startsWith(`${path}.`));
        if (below.length > 0 && below.length <= 2) {
            return pending !== null && below.includes(pending) ? [pending] : below;
        }
    }
    return [];
}

/** Messages by the path that they concern. What was turned last has all of them where none is its
 * own: it was its turn that another parameter does not go with.
 *  @returns {Map<string, object[]>} */
export function byPath(messages, scene, known, pending) {
    const found = new Map();
    for (const message of messages) {
        for (const path of concerned(message, scene, known, pending)) {
            found.set(path, [...found.get(path) ?? [], message]);
        }
    }
    if (messages.length > 0 && known.has(pending) && !found.has(pending)) {
        found.set(pending, messages);
    }
    return found;
}
