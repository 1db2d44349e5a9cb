/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What carom help says of the models: who is right about what, and how that is measured. */
#include "cli/help/help.h"
#include <stddef.h>

static const char models[] =
    "penalty: balls are springs. Overlapping balls push each other apart, a contact lasts\n"
    "  T = pi sqrt(mu/k)    (mu the reduced mass; against a wall the mass)\n"
    "and gets v sqrt(mu/k) deep. An integrator carries the motion in steps of h, where\n"
    "theta = h sqrt(k/mu).\n"
    "impulse: balls are rigid. The next collision's time is solved for, the velocities follow\n"
    "from momentum and restitution; a collision lasts no time.\n"
    "\n"
    "The two differ by a known lag and turn: after a head-on collision ball i is (mu/m_i) v T\n"
    "behind, after an oblique one its direction is off by (v_t/s) T. Both fall as T does: as\n"
    "k^(-1/2) with Hooke's law, as K^(-2/5) with Hertz's. No step takes them away ('carom\n"
    "converge'). Rigid balls are right where contacts are short against the time between them;\n"
    "springs where three or more meet within a contact ('carom fan', 08-one-hits-two).\n"
    "\n"
    "Surfaces that rub: the penalty solver has a spring along the tangent, of key\n"
    "tangential_stiffness_ratio or of the scenario's tangential_restitution by calibration, under\n"
    "Coulomb's limit. At one ratio it is the impulse at every angle, at others it cannot be: what\n"
    "sticks slides as it comes off ('carom help theory', rubbing springs; 'carom calibrate').\n"
    "flight: leap does not leap over balls that friction of the table slows down.\n"
    "\n"
    "stepped: rigid balls in fixed steps, as games do it.\n"
    "All rigid solvers know friction between surfaces, and spin: keys friction,\n"
    "tangential_restitution, spin_radps, inertia_factor ('carom help theory', rubbing). Where a\n"
    "ball is struck at several places at once nobody has said how friction shares itself out:\n"
    "impact_policy sequential_speed and sequential_index take one contact after the other, the\n"
    "others and the oracle refuse ('carom list impact-policies').\n"
    "published: a lecture's, a book's and two blogs' own loops, faults included, each of which\n"
    "can be put right ('carom help sources').\n"
    "oracle: the rigid model in arbitrary precision, for up to 200 balls: how many digits a run\n"
    "has cost, and which collisions doubles get wrong. It has friction between surfaces, every\n"
    "shape of table, and gravity. It refuses gravity beside arcs, inward corners and fixed balls\n"
    "(roots of degree 4), and rolling resistance and drag (paths with logarithms).\n";

static const char engines[] =
    "Engines that many people use stand behind the same seam: kind: lammps, chipmunk, ode and\n"
    "mujoco run a scenario through LAMMPS, Chipmunk2D, the Open Dynamics Engine and MuJoCo, with\n"
    "keys under the engine's own names and defaults. They are plug-ins, and nothing of carom\n"
    "needs them: 'make setup-engines' installs their packages, 'make engines' builds a plug-in\n"
    "for each that is there into build/engines/, and 'carom list solvers' says which, of which\n"
    "version. CAROM_ENGINES, a list of folders with colons, is looked in first. A plug-in is\n"
    "loaded only from a whole regular file that no other user can change.\n"
    "\n"
    "Each engine runs in a process of its own: where it exits or crashes, its solver stops with a\n"
    "sentence, and the other solvers and their records go on. Between its steps balls fly on as\n"
    "they were. Collisions are what the engine tells of its contacts, or what can be seen from\n"
    "outside: the table of a run and run.json say which, and what is not told is nan. The ledger\n"
    "books what the asked restitution takes, what walls push, and weight; energy or momentum that\n"
    "an engine makes or loses beside that is the residual. What an engine cannot be asked for is\n"
    "refused.\n"
    "\n"
    "lammps has springs, with the keys of the penalty solver: there the ledger books what carom's\n"
    "law says at LAMMPS's places. Without dashpots it is integrator: velocity_verlet to rounding,\n"
    "with dashpots verlet_half_step, which takes their velocity half a step late as LAMMPS does. "
    "A\n"
    "wall of LAMMPS's acts from overlap 0 on, carom's above: a ball that begins exactly at one is\n"
    "braked a step earlier.\n"
    "\n"
    "Engines get frictionless balls and refuse friction between surfaces. For lammps the reason "
    "is\n"
    "the arm. LAMMPS's tangential force acts at the full radius. Springs of carom act at the\n"
    "contact point, r (1 - overlap/(r_1 + r_2)), and keep the angular momentum of a pair.\n"
    "Published spins after sliding contacts assume the full radius too. Springs of carom give "
    "less,\n"
    "by a fraction below overlap/r (overlap: the largest of the contact). Without a dashpot "
    "Hooke's\n"
    "law gives (pi/4) overlap/r at a wall, half of it between equal balls. Rigid balls have the\n"
    "full radius.\n"
    "\n"
    "A plug-in of your own is a shared object NAME.so that exports what carom/engine.h says;\n"
    "src/engines/engines.h does most of it for an engine that goes in fixed steps.\n";

static const char integrators[] =
    "On the oscillator of a contact the energy changes per step by the factor\n"
    "  Euler 1 + theta^2, Heun 1 + theta^4/4, Runge-Kutta 1 - theta^6/72;\n"
    "symplectic Euler and velocity Verlet keep it on average and are stable below theta = 2,\n"
    "Runge-Kutta below 2.83, Euler and Heun never. Because touch and release fall between two\n"
    "steps every method is of order 2 at most, with a dashpot of order 1; `contacts: located`\n"
    "splits the step there and gives each its own order back; where the force has a root of the\n"
    "overlap (hertz, viscoelastic), by parts that get finer towards both ends, p times as many\n"
    "for order p. 'carom calibrate' says which step a wanted error needs.\n";

static const char ledger[] =
    "energy_residual_J = kinetic_J + spin_J + elastic_J + potential_J + dissipated_J\n"
    "                    - (the same at t = 0)\n"
    "kinetic_J is translation; spin_J is rotation about the vertical, where balls can spin.\n"
    "dissipated_J is what restitution, dashpots, friction, resistance and drag have taken. The\n"
    "momentum residual is |P(t) - P(0) - impulse of walls, fixed balls, gravity and\n"
    "resistance|; angular momentum is about the table's centre, and nan on a periodic table,\n"
    "where the potential of gravity is that of the way unfolded: a ball that falls through the\n"
    "bottom has gone on falling. So conservation is a number in every scenario: for the impulse\n"
    "solver rounding, for the penalty solver the method's error. `_rel` divides by the initial\n"
    "energy, or the sum of |m v|.\n";

static const char divergence[] =
    "divergence.tsv: root mean square over the balls of the distance to the reference's at the\n"
    "same time. 'carom diverge' takes it apart: it runs every solver, each of them again from\n"
    "one unit in the last place away, and springs once more with the method converged.\n"
    "  raw = model + method        method: from a converged run of the same springs to the run\n"
    "  model = lag + turn + restitution + rest\n"
    "                              contact delay, rotation of the contact normal, and another\n"
    "                              restitution than the rigid one, of every contact by itself,\n"
    "                              carried on by the linearised dynamics of hard discs, for the\n"
    "                              balls that tell the same story, and are in no contact\n"
    "A collision of one run is the same as one of another where the same two bodies collide, and\n"
    "all before it of both is the same too; what independent balls do may come in either order.\n"
    "The first mismatch is the first collision that the other run does not have, the last ones\n"
    "before the end aside: it is earlier than the end by the longest contact and by the largest\n"
    "offset of collisions that are the same.\n"
    "A collision multiplies a small difference by about 2 l/d, so after some ten collisions per\n"
    "ball nothing is left of double precision. The control, a solver against itself from one\n"
    "unit in the last place away, says when; the oracle confirms it. After that only statistics\n"
    "compare ('carom statistics').\n";

const cli_section cli_model_sections[] = {{"", models}, {NULL, NULL}};

const cli_section cli_engine_sections[] = {{"", engines}, {NULL, NULL}};

const cli_section cli_integrator_sections[] = {{"", integrators}, {NULL, NULL}};

const cli_section cli_ledger_sections[] = {{"", ledger}, {NULL, NULL}};

const cli_section cli_divergence_sections[] = {{"", divergence}, {NULL, NULL}};
