/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What carom help theory prints: the closed forms that checks, calibrate, explain and the experiments' texts use, each with its source.
 * A string per section: C17 promises no longer ones than 4095 bytes. */
#include "cli/topics.h"
#include <stddef.h>

static const char notation[] =
    "Symbols, SI throughout: m1, m2 masses; mu = m1 m2/(m1 + m2) the reduced mass (against a wall, or a\n"
    "fixed ball, mu = m); r radius, s = r1 + r2; delta = s - |p1 - p2| the overlap, > 0 in contact; n the\n"
    "unit vector from 1 to 2; v_n = (v1 - v2).n the approach speed, v_t the tangential one at touch; k\n"
    "stiffness (N/m); w0 = sqrt(k/mu) (1/s); h time step; theta = h w0; gamma dashpot (N s/m);\n"
    "zeta = gamma/(2 sqrt(k mu)) its damping ratio; e restitution, separation over approach speed.\n";

static const char contact[] =
    "Hooke's law without a dashpot, F = k delta: half an oscillation.\n"
    "  contact time      T = pi sqrt(mu/k)\n"
    "  deepest overlap   v_n sqrt(mu/k)      largest force   v_n sqrt(k mu)      e = 1\n"
    "  lag               the gap is v_n T behind the impulse model's, ball i (mu/m_i) v_n T\n"
    "  turn              the line of centres rotates meanwhile: an oblique contact falls short of the\n"
    "                    rigid scattering angle by (v_t/s) T to leading order\n"
    "T falls as k^(-1/2), so places and directions tend to the impulse model's as k^(-1/2), no faster.\n"
    "m1 = 1, m2 = 3, k = 1e4, v_n = 2: T = 0.02720699046, overlap 0.01732050808, gap lag 0.05441398093.\n"
    "mu = 0.5, speed 1, s = 2, impact parameter 1, k = 1e4: 2.08882343938408 rad, rigid 2 pi/3.\n"
    "With a constant load g (m/s^2) that presses onto a floor:\n"
    "  T = (2/w0)(pi - atan(v w0/g)), deepest overlap g/w0^2 + sqrt((g/w0^2)^2 + (v/w0)^2), e = 1\n"
    "[Landau and Lifshitz, Mechanics, 3rd ed., Pergamon 1976, sections 17, 18 and 21]\n";

static const char dashpot[] =
    "F = k delta + gamma d(delta)/dt. A contact can be over in two ways, which give different e:\n"
    "  contact_end: overlap   until delta is 0 again; the force may pull\n"
    "    e = exp(-pi zeta/sqrt(1 - zeta^2)), T = pi/(w0 sqrt(1 - zeta^2)),\n"
    "    zeta = -ln e/sqrt(pi^2 + ln^2 e); above e = 1 zeta < 0, a dashpot that drives\n"
    "  contact_end: force     until F is 0 again; the force never pulls\n"
    "    zeta < 1:  e = exp(-2 zeta acos(zeta)/sqrt(1 - zeta^2)),  w0 T = 2 acos(zeta)/sqrt(1 - zeta^2)\n"
    "    zeta = 1:  e = exp(-2),  w0 T = 2\n"
    "    zeta > 1:  e = exp(-2 zeta acosh(zeta)/sqrt(zeta^2 - 1)),  w0 T = 2 acosh(zeta)/sqrt(zeta^2 - 1)\n"
    "    zeta for a wanted e is found as a root\n"
    "To take zeta from the first and never to pull, as in the second, is a fault that engines ship: asked\n"
    "for e = 0.5 they give 0.550283169627, for 0.1 they give 0.252729379588.\n"
    "[Schwager and Poeschel, Coefficient of restitution and linear-dashpot model revisited,\n"
    " Granular Matter 9, 465 (2007)]\n";

static const char power[] =
    "F = K delta^a, K in N/m^a; Hertz (elastic spheres) a = 3/2.\n"
    "  delta_max = ((a + 1) mu v^2/(2 K))^(1/(a + 1)),  T = C_a delta_max/v,\n"
    "  C_a = 2 sqrt(pi) Gamma(1 + 1/(a + 1))/Gamma(1/2 + 1/(a + 1));  Hertz: C = 2.943275184324704657\n"
    "A damping that gives the same e at every speed, in units of the contact (x = 0, x' = 1 at touch):\n"
    "  x'' + c x^((a - 1)/2) x' + x^a = 0,  zeta = c/sqrt(2 (a + 1)), e(zeta) as for the dashpot above\n"
    "  with either end; end by overlap: c = sqrt(2 (a + 1)) (-ln e)/sqrt(pi^2 + ln^2 e)\n"
    "Viscoelastic spheres, material constant A (s): a restitution that falls with speed,\n"
    "  x'' + B sqrt(x) x' + x^(3/2) = 0,  B = (3/2) A (K/mu)^(2/5) v^(1/5),\n"
    "  e = 1 - C1 B + C2 B^2 - ...,  C1 = 1.1534488580952888, C2 = (3/5) C1^2\n"
    "[Hertz, Ueber die Beruehrung fester elastischer Koerper, J. reine angew. Math. 92, 156 (1882);\n"
    " Johnson, Contact Mechanics, Cambridge 1985, section 11.4; Tsuji, Tanaka and Ishida, Powder\n"
    " Technology 71, 239 (1992); Kuwabara and Kono, Jpn. J. Appl. Phys. 26, 1230 (1987); Brilliantov,\n"
    " Spahn, Hertzsch and Poeschel, Phys. Rev. E 53, 5382 (1996); Ramirez, Poeschel, Brilliantov and\n"
    " Schwager, Phys. Rev. E 60, 4465 (1999)]\n";

static const char integrators[] =
    "On the oscillator of a contact, without a dashpot, energy changes per step by the factor\n"
    "  Euler 1 + theta^2     Heun, midpoint 1 + theta^4/4     Runge-Kutta 4: 1 - theta^6/72 + theta^8/576\n"
    "Stable: symplectic Euler and velocity Verlet for theta < 2, Runge-Kutta 4 for theta < 2 sqrt(2);\n"
    "Euler and Heun never, they grow. Over a whole contact:\n"
    "  Euler, first seen at depth p v h, 0 < p <= 1: n = ceil((pi - atan(p theta))/atan theta) steps and\n"
    "    e = -sqrt(1 + p^2 theta^2) (1 + theta^2)^(n/2) cos(atan(p theta) + n atan theta),\n"
    "    about exp(pi theta/2): a contact under Euler makes energy, by about exp(pi theta)\n"
    "  Heun: e - 1 is (pi/8) theta^3 on average over p; single runs scatter by two to three decades\n"
    "  Runge-Kutta 4, touch and release located: e - 1 = -(pi/144) theta^5\n"
    "Touch and release fall between two steps. Where they are not located every method is of order 2 at\n"
    "most with Hooke's law, and of order 1 with a dashpot, whose force jumps at touch. Located, a step\n"
    "of one length would still be of order 1 + q where the force grows as t^q from the touch: 5/2 for\n"
    "Hertz, 5/4 with his dashpot, 3/2 for Kuwabara and Kono; parts of h (t/T)^(1 - 1/p) give a method its\n"
    "order p.\n"
    "What `max: theory` takes as the energy that N contacts may make or lose, relative to E(0):\n"
    "  Euler N (exp(pi theta) - 1); symplectic Euler N 2 theta; otherwise the interior of the contacts,\n"
    "  N pi theta^3/4 (Heun, midpoint), N theta^2/4 (Verlet), N pi theta^5/72 (Runge-Kutta), and on top,\n"
    "  where contacts are not located, N theta^2/2, with a dashpot N (theta^2 + 4 zeta theta), located\n"
    "  N 4 zeta theta^p, p the method's order; momentum 8 eps (collisions + steps + 1)\n"
    "[Hairer, Lubich and Wanner, Geometric Numerical Integration, 2nd ed., Springer 2006; Hairer, Norsett\n"
    " and Wanner, Solving Ordinary Differential Equations I, 2nd ed., Springer 1993, chapter II;\n"
    " Swope, Andersen, Berens and Wilson, J. Chem. Phys. 76, 637 (1982)]\n";

static const char impacts[] =
    "Two bodies: an impulse (1 + e) mu v_n along n takes (1 - e^2) mu v_n^2/2 of energy.\n"
    "  along n: v1' = (m1 v1 + m2 v2 - e m2 (v1 - v2))/(m1 + m2),\n"
    "           v2' = (m1 v1 + m2 v2 + e m1 (v1 - v2))/(m1 + m2)\n"
    "Time of impact, dx and dv relative place and velocity, p = dx.dv, c = |dx|^2 - s^2:\n"
    "  none for p >= 0 or p^2 - |dv|^2 c <= 0, else max(0, c/(-p + sqrt(p^2 - |dv|^2 c)))\n"
    "Several at once have no unique answer. A policy chooses:\n"
    "  sequential               one contact after the other: depends on the order\n"
    "  newton_lcp               all at once: lambda >= 0 and N_A^T v' + e N_A^T v >= 0, complementary\n"
    "  generalized_reflections  repeat with the set A of contacts that still approach, until none does:\n"
    "    0 <= lambda _|_ Q lambda + (1 + e) N_A^T v >= 0, Q = N_A^T M^-1 N_A, v <- v + M^-1 N_A lambda\n"
    "Equal masses, e = 1, a cue ball at speed 1 hits two touching balls, normals at +-30 degrees:\n"
    "  symmetric cue -1/5, balls (3/5, +-sqrt(3)/5); one after the other cue (-1/8, -sqrt(3)/8), balls\n"
    "  (3/4, sqrt(3)/4) and (3/8, -sqrt(3)/8), mirrored in the other order; Hooke springs tend to the\n"
    "  symmetric one as k^(-1/2), -0.19980706 at k = 1e6, m = 1, r = 1/2. At an offset, however small,\n"
    "  rigid balls meet one after the other; springs interpolate over offsets of about v sqrt(m/k).\n"
    "Three touching equal balls, one in at speed 1: reflections (0, 0, 1); newton_lcp (-1/3, 2/3, 2/3);\n"
    "  Hooke, any k, (-0.130261695064521, 0.150229569434774, 0.980032125629747); Hertz (-0.07095235365,\n"
    "  0.07640303907, 0.99454931458). A gap of 0.5 v sqrt(m/k) all but restores (0, 0, 1). Of a long\n"
    "  Hooke line the first ball leaves with J0(j_{2,1}) = -0.132279487396.\n"
    "A ball at rest before a wall, hit by one of M/m times its mass, e = 1: ceil(pi/atan(sqrt(m/M))) - 1\n"
    "collisions in all, those with the wall counted.\n"
    "[Smith, Kaufman, Vouga, Tamstorf and Grinspun, Reflections on Simultaneous Impact, ACM Trans. Graph.\n"
    " 31(4), 106 (2012); Pfeiffer and Glocker, Multibody Dynamics with Unilateral Contacts, Wiley 1996;\n"
    " Hinch and Saint-Jean, Proc. R. Soc. A 455, 3201 (1999); Galperin, Regular and Chaotic Dynamics\n"
    " 8, 375 (2003)]\n";

static const char collapse[] =
    "Infinitely many impacts in finite time: three equal balls on a line for e < 7 - 4 sqrt(3) = 0.07180;\n"
    "a ball dropped from H onto a floor, first touch sqrt(2 H/g), for every e < 1: all bounces over at\n"
    "  sqrt(2 H/g) (1 + e)/(1 - e)\n"
    "Remedy (`collapse: tc`): an impact within t_c of the body's last one loses nothing. t_c has a\n"
    "meaning here, the contact time of the spring (`tc_from`).\n"
    "[McNamara and Young, Phys. Fluids A 4, 496 (1992); Luding and McNamara, How to handle the inelastic\n"
    " collapse of a dissipative hard-sphere gas with the TC model, Granular Matter 1, 113 (1998)]\n";

static const char motion[] =
    "Without friction straight lines, with gravity parabolas. One ball in a box of length L, elastic:\n"
    "  x(t) = r + fold(x0 - r + v t; L - 2 r), fold a triangle wave: exact for ever\n"
    "Rolling resistance a = c_rr g (m/s^2) and drag b v^2, b = f_d/r (1/m), along the path, which stays\n"
    "straight. f_d = 3 rho_air c_d/(8 rho_ball), from (1/2) rho_air c_d pi r^2 v^2 over the mass of a\n"
    "sphere, (4/3) pi r^3 rho_ball; c_d is about 0.47 for a smooth sphere. With th0 = atan(v0 sqrt(b/a)):\n"
    "  v(t) = sqrt(a/b) tan(th0 - sqrt(a b) t),  s(t) = (1/b) ln(cos(th0 - sqrt(a b) t)/cos th0)\n"
    "  stops at t = th0/sqrt(a b), s = ln(1 + b v0^2/a)/(2 b); without drag v0/a and v0^2/(2 a)\n"
    "A pool ball in air (rho 1.2 and 1700 kg/m^3): f_d = 1.24e-4, and 2 m/s with c_rr = 0.01 end after\n"
    "18.77 m instead of 20.39 m.\n"
    "Rolling without slipping turns a ball by s/r about the axis across its way: a spot at the angles\n"
    "(phi, theta) goes, by delta = ds/r in the direction alpha, to\n"
    "  phi' = alpha + atan2(sin theta sin(phi - alpha),\n"
    "                       sin theta cos(phi - alpha) cos delta + cos theta sin delta)\n"
    "  cos theta' = -sin theta cos(phi - alpha) sin delta + cos theta cos delta\n"
    "Loudness of an impact: min(v_max, v_n)/v_max.\n"
    "[the integrals are elementary; c_d: Hoerner, Fluid-Dynamic Drag, 1965, chapter 3]\n";

static const char gas[] =
    "N discs of diameter d on an area A: n = N/A, eta = n pi d^2/4; T (J) is the mean kinetic energy.\n"
    "  chi = (1 - 7 eta/16)/(1 - eta)^2, the pair distribution at contact\n"
    "  collisions per disc and second  w = 2 sqrt(pi) n d chi sqrt(T/m)\n"
    "  mean free path  sqrt(pi T/(2 m))/w      pressure (N/m)  p = n T (1 + 2 eta chi)\n"
    "  virial coefficients B_n/B_2^(n-1), n = 3..10: 0.7820044, 0.5322318, 0.33355604, 0.1988425,\n"
    "  0.1148728, 0.0649930, 0.0362193, 0.0199537\n"
    "  speeds: Maxwell's in two dimensions, density (m v/T) exp(-m v^2/(2 T))\n"
    "Cooling, e < 1 (Haff): T = T0/(1 + t/tau)^2, 1/tau = ((1 - e^2)/2) sqrt(pi) n d chi sqrt(T0/m).\n"
    "Good to 1-2 % for e >= 0.9 and the first 6 collisions per disc; later the discs cluster.\n"
    "Springs are rigid discs of a smaller diameter, d - sqrt(pi T/(2 k)) erf(d sqrt(k/(2 T))).\n"
    "A method whose contacts have e, not 1, heats: ln(E/E0) = c (e^2 - 1)/2 after c collisions per disc.\n"
    "[Henderson, A simple equation of state for hard discs, Mol. Phys. 30, 971 (1975); Clisby and McCoy,\n"
    " J. Stat. Phys. 122, 15 (2006); Haff, Grain flow as a fluid-mechanical phenomenon, J. Fluid Mech.\n"
    " 134, 401 (1983); Barker and Henderson, J. Chem. Phys. 47, 4714 (1967); Chapman and Cowling, The\n"
    " Mathematical Theory of Non-uniform Gases, 3rd ed., Cambridge 1970, chapters 5 and 16]\n";

static const char chaos[] =
    "A collision multiplies a small separation by about 2 l/d, l the free path, d the diameter; l is\n"
    "taken as A/(2 sqrt(2) N d) where it has not been measured. On a pool table double precision is gone\n"
    "after some 9 to 18 collisions per ball: two right solvers agree path by path until then, and in the\n"
    "mean after it.\n"
    "So a distance between solvers means something only beside a control: the same solver, started one\n"
    "unit in the last place away.\n"
    "[Krylov, Works on the Foundations of Statistical Physics, Princeton 1979; Dellago, Posch and Hoover,\n"
    " Lyapunov instability in a system of hard disks, Phys. Rev. E 53, 1485 (1996)]\n";

const cli_section cli_theory_sections[] = {{"notation", notation},
                                           {"contact", contact},
                                           {"dashpot", dashpot},
                                           {"power laws", power},
                                           {"integrators", integrators},
                                           {"impacts", impacts},
                                           {"collapse", collapse},
                                           {"motion", motion},
                                           {"gas", gas},
                                           {"chaos", chaos},
                                           {NULL, NULL}};
