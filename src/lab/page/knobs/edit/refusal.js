// SPDX-License-Identifier: GPL-3.0-or-later
/** Finds the parameter that a message of the core concerns. */

/** Converts "solvers[2].step_s" to the path of --set, with the name of the solver or ball. */
export function pathOf(said, scene) {
    return said.replace(/^(\w+)\[(\d+)\]/, (all, list, k) => {
        const item = list === 'groups' ? undefined : scene[list]?.[Number(k)];
        return `${list}.${item?.name ?? k}`;
    });
}

/** Path at the start of a message: "solvers[2].step_s: ..." or "step_s (solver heun): ...". */
function pathInMessage(text, scene) {
    const of = /^(\w+) \(solver ([^)]+)\):/.exec(text);
    if (of) {
        return `solvers.${of[2]}.${of[1]}`;
    }
    const path = /^([\w.[\]]+):/.exec(text);
    return path ? pathOf(path[1], scene) : null;
}

/** Paths of the parameters that a message concerns.
 * @param {{origin, text}} message
 * @param {Set<string>} known existing paths
 * @param {string|null} pending parameter of the last unanswered edit
 * @returns {string[]} one path, the paths below it (restitution -> both surfaces), or none */
export function concerned({ origin, text }, scene, known, pending = null) {
    const set = origin.includes('=') ? origin.slice(0, origin.indexOf('=')) : null;
    for (const path of [pathInMessage(text, scene), set, pending]) {
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

/** Groups messages by path. If no message concerns the last edit, all of them do: the edit
 * conflicts with another parameter.
 * @returns {Map<string, object[]>} */
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
