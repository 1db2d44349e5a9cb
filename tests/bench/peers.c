/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time-stepping penalty solver and LAMMPS, alternately, from equal initial states: an
 * elastic gas of discs at packing fraction 0.5 in a periodic box, velocity Verlet, step of 1/50
 * of the contact time, one core. Frictionless discs use pair_style gran/hooke, frictional ones
 * gran/hooke/history. Only ratios within one run are meaningful.
 * usage: peers FOLDER [rough]; FOLDER receives the input and data files; rough: frictional discs
 * only */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

static const double stiffness = 1e5; /* unit discs, unit mass, T = 1 */

/* Friction coefficient, and ratio of tangential to normal stiffness: f/(1+f) for discs; a
 * sticking contact then reverses the slip. */
static const double friction = 0.5, tangential = 1 / 3.0;

/* Steps until each ball has had a collision: initially the gas is spread evenly and nothing is
 * in contact. */
enum { FIRST_STEPS = 1500 };

static void make_scene(carom_scenario *scenario, int n, bool rough)
{
    double side = sqrt(n * pi * 0.25 / 0.5);
    read_scene(scenario,
               "table: { width_m: %.17g, height_m: %.17g, boundary: periodic }\n"
               "friction: %g\n%s"
               "groups: [ { kind: gas, count: %d, radius_m: 0.5, mass_kg: 1, temperature_J: 1, "
               "inertia_factor: 0.5 } ]\n"
               "solvers: [ { kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: %g, "
               "theta: %.17g } ]\n",
               side, side, rough ? friction : 0, rough ? "tangential_restitution: 1\n" : "", n,
               stiffness, pi / 50);
}

static FILE *open_file(const char *folder, const char *name)
{
    char path[4096];
    FILE *file;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    if (file == NULL) {
        die("a file cannot be written");
    }
    return file;
}

static void write_data(const carom_problem *gas, const char *folder)
{
    FILE *data = open_file(folder, "start.data");
    fprintf(data,
            "gas\n\n%zu atoms\n1 atom types\n0 %.17g xlo xhi\n0 %.17g ylo yhi\n-0.5 0.5 zlo "
            "zhi\n\nAtoms\n\n",
            gas->count, gas->width_m, gas->height_m);
    for (size_t i = 0; i < gas->count; i++) { /* density of a sphere of mass 1 */
        fprintf(data, "%zu 1 1 %.17g %.17g %.17g 0\n", i + 1, 6 / pi, gas->ball[i].x_m,
                gas->ball[i].y_m);
    }
    fprintf(data, "\nVelocities\n\n");
    for (size_t i = 0; i < gas->count; i++) {
        fprintf(data, "%zu %.17g %.17g 0 0 0 0\n", i + 1, gas->ball[i].vx_mps, gas->ball[i].vy_mps);
    }
    fclose(data);
}

static void write_input(const char *folder, double h, long steps, bool rough)
{
    FILE *input = open_file(folder, "in.gas");
    char style[120];
    if (rough) {
        snprintf(style, sizeof style, "gran/hooke/history %.17g %.17g 0 0 %.17g 0", stiffness,
                 tangential * stiffness, friction);
    } else {
        snprintf(style, sizeof style, "gran/hooke %.17g NULL 0 NULL 0 0", stiffness);
    }
    fprintf(input,
            "units lj\ndimension 2\nboundary p p p\natom_style sphere\nnewton off\n"
            "comm_modify vel yes\nread_data %s/start.data\npair_style %s\n"
            "pair_coeff * *\n"
            "neighbor 0.3 bin\nneigh_modify delay 0 every 1 check yes\ntimestep %.17g\n"
            "fix 1 all nve/sphere disc\nfix 2 all enforce2d\nthermo 100000000\nrun %d\nrun %ld\n",
            folder, style, h, FIRST_STEPS, steps);
    fclose(input);
}

/* Reads the seconds from the last "Loop time of S on ...". */
static double run_lammps(const char *folder)
{
    char command[4200], line[512];
    double seconds = NAN;
    FILE *pipe;
    snprintf(command, sizeof command, "OMP_NUM_THREADS=1 lmp -log none -in %s/in.gas", folder);
    pipe = popen(command, "r");
    while (pipe != NULL && fgets(line, sizeof line, pipe) != NULL) {
        if (strncmp(line, "Loop time of ", 13) == 0) {
            seconds = strtod(line + 13, NULL);
        }
    }
    if (pipe == NULL || pclose(pipe) != 0 || isnan(seconds)) {
        die("LAMMPS did not run");
    }
    return seconds;
}

static double run_carom(const carom_scenario *scenario, double h, long steps)
{
    carom_solver *solver = new_solver(scenario, 0, (FIRST_STEPS + 0.5) * h);
    double seconds = seconds_until(solver, ((double)(FIRST_STEPS + steps) + 0.5) * h);
    carom_solver_free(solver);
    return seconds;
}

static void compare(const char *folder, bool rough, int most)
{
    printf("%-10s %26s %26s %8s\n", rough ? "rough, n" : "smooth, n", "carom (M ball-steps/s)",
           "LAMMPS (M ball-steps/s)", "ratio");
    for (int n = 1000; n <= most; n *= 10) {
        carom_scenario scenario;
        double h = pi / 50 / sqrt(stiffness / 0.5), own = INFINITY, peer = INFINITY;
        long steps = n < 100000 ? 40000000L / n : 30000000L / n;
        make_scene(&scenario, n, rough);
        write_data(&scenario.problem, folder);
        write_input(folder, h, steps, rough);
        /* alternately, because other processes share the machine */
        for (int round = 0; round < 3; round++) {
            own = fmin(own, run_carom(&scenario, h, steps));
            peer = fmin(peer, run_lammps(folder));
        }
        printf("%-10d %26.1f %26.1f %8.2f\n", n, 1e-6 * n * (double)steps / own,
               1e-6 * n * (double)steps / peer, peer / own);
        fflush(stdout);
        carom_scenario_free(&scenario);
    }
}

int main(int count, char **argument)
{
    const char *folder = count > 1 ? argument[1] : ".";
    if (count < 3) {
        compare(folder, false, 1000000);
    }
    compare(folder, true, 100000);
    return 0;
}
