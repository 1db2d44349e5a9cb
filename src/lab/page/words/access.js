// SPDX-License-Identifier: GPL-3.0-or-later
/** Texts of the lists, the keyboard help and the live region. */

const en = {
    'access.panels': 'Parameters, lesson, lists',
    'access.now': 'Numbers at this time',
    'access.chart': 'Chart',
    'access.keys': 'Space plays and pauses. Home and End go to the start and the end. Page down '
        + 'and page up choose a ball. The arrow keys then move its initial position by 1 cm, with '
        + 'Shift by 1 mm. Without a chosen ball the left and right arrows step by one sample. '
        + 'Escape ends slow motion, then deselects the ball. The fields of the lists do the same.',
    'access.chosen': '{ball} is chosen; at t = 0 x = {x} m, y = {y} m.',
    'access.balls': 'Balls',
    'access.balls.at': 'At t = {t} s, solver {solver}',
    'access.more_balls': 'The first {n} of {all} balls. Choose others above; trajectory.tsv lists '
        + 'all.',
    'access.start': 'Ball at t = 0',
    'access.copy': 'Copy',
    'access.remove': 'Remove',
    'access.no_room': 'There is no free position near this ball.',
    'access.mass_kg': 'mass (kg)',
    'access.radius_m': 'radius (m)',
    'access.fixed': 'fixed',
    'access.ball': 'Ball',
    'access.none': '(none)',
    'access.name': 'ball',
    'access.x_m': 'x (m)',
    'access.y_m': 'y (m)',
    'access.vx_mps': 'vx (m/s)',
    'access.vy_mps': 'vy (m/s)',
    'access.spin_radps': 'spin (rad/s)',
    'access.events': 'Collisions',
    'access.event': '{a} hits {b} at {t} s, {v} m/s',
    'access.event.wall': '{a} hits the wall {b} at {t} s, {v} m/s',
    'access.no_events': 'The run has no collisions.',
    'access.all_events': '{n} in {solver}. Speeds are approach speeds. Click a collision to go '
        + 'to its time.',
    'access.some_events': '{from} to {to} of {n} in {solver}. Speeds are approach speeds. Click a '
        + 'collision to go to its time.',
    'access.earlier': 'Earlier',
    'access.later': 'Later',
    'access.slowly': 'Slow motion',
    'access.slowly.of': 'Slow motion: {event}',
    'access.ran': 'Computed up to {t} s; collisions: {n}.',
    'access.failed': '{solver} stopped: {why}.',
    'access.passed': '{n} collisions.',
    'access.ended': 'End of the run, {t} s.',
    'access.held': 'All goals are met ({n}).',
    'access.missed': '{n} of {all} goals are not met: {names}.',
};

const de = {
    'access.panels': 'Parameter, Lektion, Listen',
    'access.now': 'Zahlen zu dieser Zeit',
    'access.chart': 'Diagramm',
    'access.keys': 'Die Leertaste spielt ab und hält an. Pos1 und Ende springen zum Anfang und '
        + 'zum Ende. Bild ab und Bild auf wählen eine Kugel. Die Pfeiltasten verschieben dann '
        + 'ihren Anfangsort um 1 cm, mit Umschalttaste um 1 mm. Ohne gewählte Kugel gehen die '
        + 'Pfeile nach links und rechts um einen Abtastwert weiter. Escape beendet die '
        + 'Zeitlupe und hebt dann die Wahl der Kugel auf. Die Felder der Listen leisten dasselbe.',
    'access.chosen': '{ball} ist gewählt; bei t = 0 x = {x} m, y = {y} m.',
    'access.balls': 'Kugeln',
    'access.balls.at': 'Bei t = {t} s, Löser {solver}',
    'access.more_balls': 'Die ersten {n} von {all} Kugeln. Andere lassen sich oben wählen; '
        + 'trajectory.tsv enthält alle.',
    'access.start': 'Kugel bei t = 0',
    'access.copy': 'Kopieren',
    'access.remove': 'Entfernen',
    'access.no_room': 'Neben dieser Kugel ist kein Platz.',
    'access.mass_kg': 'Masse (kg)',
    'access.radius_m': 'Radius (m)',
    'access.fixed': 'fest',
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
    'access.no_events': 'Der Lauf hat keine Stöße.',
    'access.all_events': '{n} in {solver}. Angegeben ist die Annäherungsgeschwindigkeit. Ein '
        + 'Klick auf einen Stoß springt zu seiner Zeit.',
    'access.some_events': '{from} bis {to} von {n} in {solver}. Angegeben ist die '
        + 'Annäherungsgeschwindigkeit. Ein Klick auf einen Stoß springt zu seiner Zeit.',
    'access.earlier': 'Frühere',
    'access.later': 'Spätere',
    'access.slowly': 'Zeitlupe',
    'access.slowly.of': 'Zeitlupe: {event}',
    'access.ran': 'Gerechnet bis {t} s; Stöße: {n}.',
    'access.failed': '{solver} ist stehen geblieben: {why}.',
    'access.passed': '{n} Stöße.',
    'access.ended': 'Ende des Laufs, {t} s.',
    'access.held': 'Alle Ziele sind erreicht ({n}).',
    'access.missed': '{n} von {all} Zielen sind nicht erreicht: {names}.',
};

export default { en, de };
