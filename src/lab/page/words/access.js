// SPDX-License-Identifier: GPL-3.0-or-later
/** What lists, keyboard and live region say. */

const en = {
    'access.panels': 'Parameters, lesson, lists',
    'access.now': 'Numbers at this time',
    'access.chart': 'Chart',
    'access.keys': 'Space plays and pauses, Home and End go to the start and the end. Page down and '
        + 'page up choose a ball; then arrow keys move it by 1 cm, with Shift by 1 mm, at t = 0, '
        + 'where it begins. Without a ball the left and right arrows go by samples. Escape leaves '
        + 'slow motion, and then the ball. All can be done with the fields of the lists too.',
    'access.chosen': '{ball} is chosen; at t = 0 x = {x} m, y = {y} m.',
    'access.balls': 'Balls',
    'access.balls.at': 'At t = {t} s, by {solver}',
    'access.more_balls': 'The first {n} of {all} balls. The others can be chosen above and are in '
        + 'trajectory.tsv.',
    'access.start': 'Where a ball begins (t = 0)',
    'access.ball': 'Ball',
    'access.none': '(none)',
    'access.name': 'ball',
    'access.x_m': 'x (m)',
    'access.y_m': 'y (m)',
    'access.vx_mps': 'vx (m/s)',
    'access.vy_mps': 'vy (m/s)',
    'access.spin_radps': 'spin (rad/s)',
    'access.events': 'Collisions',
    'access.event': '{a} meets {b} at {t} s, {v} m/s',
    'access.event.wall': '{a} meets the wall {b} at {t} s, {v} m/s',
    'access.no_events': 'No collision happens.',
    'access.all_events': '{n} by {solver}. The speed is that of approach. Each leads to its time.',
    'access.some_events': '{from} to {to} of {n} by {solver}. The speed is that of approach. Each '
        + 'leads to its time.',
    'access.earlier': 'Earlier ones',
    'access.later': 'Later ones',
    'access.slowly': 'Slowly',
    'access.slowly.of': 'Slowly: {event}',
    'access.ran': 'Run to {t} s; collisions: {n}.',
    'access.failed': '{solver} has stopped: {why}.',
    'access.passed': '{n} collisions.',
    'access.ended': 'The end, {t} s.',
    'access.held': 'All checks hold ({n}).',
    'access.missed': 'Checks that do not hold, {n} of {all}: {names}.',
};

const de = {
    'access.panels': 'Parameter, Lektion, Listen',
    'access.now': 'Zahlen zu dieser Zeit',
    'access.chart': 'Diagramm',
    'access.keys': 'Die Leertaste spielt ab und hält an, Pos1 und Ende gehen zum Anfang und zum '
        + 'Ende. Bild ab und Bild auf wählen eine Kugel; Pfeiltasten rücken sie um 1 cm, mit '
        + 'Umschalttaste um 1 mm, und zwar bei t = 0, wo sie beginnt. Ohne Kugel gehen die Pfeile '
        + 'nach links und rechts um Abtastwerte. Escape verlässt die Zeitlupe und dann die Kugel. '
        + 'All das geht auch mit den Feldern der Listen.',
    'access.chosen': '{ball} ist gewählt; bei t = 0 x = {x} m, y = {y} m.',
    'access.balls': 'Kugeln',
    'access.balls.at': 'Bei t = {t} s, nach {solver}',
    'access.more_balls': 'Die ersten {n} von {all} Kugeln. Die anderen lassen sich oben wählen und '
        + 'stehen in trajectory.tsv.',
    'access.start': 'Wo eine Kugel beginnt (t = 0)',
    'access.ball': 'Kugel',
    'access.none': '(keine)',
    'access.name': 'Kugel',
    'access.x_m': 'x (m)',
    'access.y_m': 'y (m)',
    'access.vx_mps': 'vx (m/s)',
    'access.vy_mps': 'vy (m/s)',
    'access.spin_radps': 'Drehung (rad/s)',
    'access.events': 'Stöße',
    'access.event': '{a} trifft {b} bei {t} s mit {v} m/s',
    'access.event.wall': '{a} trifft die Wand {b} bei {t} s mit {v} m/s',
    'access.no_events': 'Es gibt keinen Stoß.',
    'access.all_events': '{n} nach {solver}. Die Geschwindigkeit ist die der Annäherung. Jeder '
        + 'führt zu seiner Zeit.',
    'access.some_events': '{from} bis {to} von {n} nach {solver}. Die Geschwindigkeit ist die der '
        + 'Annäherung. Jeder führt zu seiner Zeit.',
    'access.earlier': 'Frühere',
    'access.later': 'Spätere',
    'access.slowly': 'Langsam',
    'access.slowly.of': 'Langsam: {event}',
    'access.ran': 'Gerechnet bis {t} s; Stöße: {n}.',
    'access.failed': '{solver} hat aufgehört: {why}.',
    'access.passed': '{n} Stöße.',
    'access.ended': 'Das Ende, {t} s.',
    'access.held': 'Alle Prüfungen sind bestanden ({n}).',
    'access.missed': 'Nicht bestandene Prüfungen, {n} von {all}: {names}.',
};

export default { en, de };
