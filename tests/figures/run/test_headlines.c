/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests headlines: their sentences for given statistics, and statistics of small recorded tables
 * with known numbers. */
#define _XOPEN_SOURCE 700
#include "figures/run/run_figures.h"
#include "scratch_folder.h"

/* ---- sentences ---- */

static carom_solver_statistics kept(const char *name, double energy_error_max_rel)
{
    return (carom_solver_statistics){.name = name,
                                     .end_s = 3,
                                     .energy_error_end_rel = 0.5 * energy_error_max_rel,
                                     .energy_error_max_rel = energy_error_max_rel,
                                     .max_distance_m = NAN,
                                     .final_distance_m = NAN,
                                     .contact_delay_m = NAN,
                                     .restitution = NAN,
                                     .drift_power = NAN,
                                     .energy_unit = 1,
                                     .mismatch = {.t_s = NAN}};
}

static carom_solver_statistics gaining(const char *name, double part)
{
    carom_solver_statistics fact = kept(name, fabs(part));
    fact.energy_error_end_rel = part;
    return fact;
}

static carom_run_statistics of(carom_solver_statistics *fact, size_t count)
{
    return (carom_run_statistics){.of = fact, .count = count, .compared = true, .logged = true};
}

static void expect(carom_panel panel, const carom_run_statistics *statistics, const char *text)
{
    ck_assert_str_eq(carom_panel_headline(panel, statistics).text, text);
}

START_TEST(energy_headline_separates_errors_from_conservation)
{
    carom_solver_statistics three[] = {kept("impulse", 3.2e-15), gaining("euler", 0.0453),
                                       kept("heun", 2e-7)};
    carom_run_statistics statistics = of(three, 3);
    expect(
        CAROM_PANEL_ENERGY, &statistics,
        "euler gains 4.5 % of the energy; impulse conserves it within rounding, heun within 1e-7 "
        "at the end");
    three[1] = gaining("euler", -0.0453);
    three[2] = kept("heun", 3.4e-15); /* the same digit */
    expect(CAROM_PANEL_ENERGY, &statistics,
           "euler loses 4.5 % of the energy; impulse and heun conserve it within rounding");
    three[1] = kept("euler", 9.9e-4); /* below a thousandth: conserved */
    expect(CAROM_PANEL_ENERGY, &statistics,
           "All 3 solvers conserve the energy within 5e-4 at the end");
}
END_TEST

/* Number and order come from the final samples, whatever happened during contacts. */
START_TEST(energy_headline_has_the_order_of_the_table)
{
    carom_solver_statistics three[] = {kept("impulse", 1.48e-16), kept("heun", 7e-5),
                                       kept("stiff", 9e-6)};
    carom_run_statistics statistics = of(three, 3);
    three[1].energy_error_end_rel = -3.068e-7;
    three[2].energy_error_end_rel = 4.918e-6;
    expect(CAROM_PANEL_ENERGY, &statistics,
           "All 3 solvers conserve the energy within 5e-6 at the end");
    statistics.count = 2;
    expect(CAROM_PANEL_ENERGY, &statistics,
           "impulse conserves the energy within rounding, heun within 3e-7 at the end");
    three[1].energy_error_end_rel = 9.61e-7; /* not 1e-6 */
    expect(CAROM_PANEL_ENERGY, &statistics,
           "impulse conserves the energy within rounding, heun within 9.6e-7 at the end");
    three[1].energy_error_end_rel = 9.98e-7;
    expect(CAROM_PANEL_ENERGY, &statistics,
           "impulse conserves the energy within rounding, heun within 9.9e-7 at the end");
}
END_TEST

START_TEST(exact_conservation_is_called_exact)
{
    carom_solver_statistics four[] = {kept("impulse", 0), kept("heun", 2e-7), kept("verlet", 0),
                                      kept("leap", 0)};
    carom_run_statistics statistics = of(four, 2);
    expect(CAROM_PANEL_ENERGY, &statistics,
           "impulse conserves the energy exactly, heun within 1e-7 at the end");
    four[1].energy_error_max_rel = 3e-17; /* zero at the end, not in between */
    four[1].energy_error_end_rel = 0;
    expect(CAROM_PANEL_ENERGY, &statistics,
           "impulse conserves the energy exactly, heun within rounding");
    four[1].energy_error_max_rel = 0;
    statistics.count = 4;
    expect(CAROM_PANEL_ENERGY, &statistics, "All 4 solvers conserve the energy exactly");
    expect(CAROM_PANEL_MOMENTUM, &statistics, "Nothing changes the momentum; its error is 0");
    four[1].momentum_error_max_rel = 3e-15;
    expect(CAROM_PANEL_MOMENTUM, &statistics,
           "Nothing changes the momentum; its error is rounding");
}
END_TEST

START_TEST(paths_headline_reports_conserved_angular_momentum)
{
    carom_solver_statistics two[] = {kept("impulse", 0), kept("heun", 0)};
    carom_run_statistics statistics = of(two, 2);
    two[0].collisions = two[1].collisions = 30;
    two[0].angular_momentum_range_rel = 3e-14;
    expect(CAROM_PANEL_PATHS, &statistics, "Both solvers count 30 collisions"); /* no wall */
    two[0].walls = two[1].walls = 30;
    expect(CAROM_PANEL_PATHS, &statistics,
           "Both solvers count 30 collisions; angular momentum is conserved within rounding");
    two[1].angular_momentum_range_rel = 1.5;
    expect(CAROM_PANEL_PATHS, &statistics, "Both solvers count 30 collisions");
    two[1].angular_momentum_range_rel = NAN; /* a periodic table */
    expect(CAROM_PANEL_PATHS, &statistics, "Both solvers count 30 collisions");
    two[0].collisions = two[1].collisions = 0;
    expect(CAROM_PANEL_SPACE_TIME, &statistics, "No collision in 3 s");
}
END_TEST

START_TEST(energy_headline_separates_dissipation_from_errors)
{
    carom_solver_statistics many[] = {kept("a", 1e-15), kept("b", 1e-9), kept("c", 1e-6),
                                      kept("d", 2e-5), gaining("e", 12.5)};
    carom_run_statistics statistics = of(many, 4);
    expect(CAROM_PANEL_ENERGY, &statistics,
           "All 4 solvers conserve the energy within 1e-5 at the end");
    many[0].dissipated_rel = 0.19;
    expect(CAROM_PANEL_ENERGY, &statistics,
           "Dissipation takes 19 % of the energy; all 4 solvers balance the energy budget within "
           "1e-5 at the end");
    statistics.gravity = statistics.in_joules = true;
    for (size_t i = 0; i < 5; i++) {
        many[i].energy_unit = 38.2;
    }
    statistics.count = 5;
    expect(CAROM_PANEL_ENERGY, &statistics,
           "Dissipation takes 7.3 J; e adds 478 J; the other 4 balance the energy "
           "budget");
    many[0].dissipated_rel = 0; /* "it" would have no noun */
    statistics.count = 2;
    statistics.of[1].energy_error_end_rel = 2.4e-8;
    statistics.of[1].energy_error_max_rel = 2.4e-8;
    expect(CAROM_PANEL_ENERGY, &statistics,
           "a conserves the energy within rounding, b within 0.9 µJ at the end");
    expect(CAROM_PANEL_WATERFALL, &statistics, "Walls take 0 J");
    statistics.of[1].energy_error_end_rel = 0.02;
    expect(CAROM_PANEL_ENERGY, &statistics,
           "b gains 0.76 J; a conserves the energy within rounding");
    statistics.count = 5;
    many[0].dissipated_rel = 0.19;
    ck_assert_int_gt(carom_panel_headline(CAROM_PANEL_ENERGY, &statistics).weight,
                     carom_panel_headline(CAROM_PANEL_DIVERGENCE, &statistics).weight);
    statistics = of(&many[4], 1);
    statistics.in_joules = true;
    many[4].energy_unit = 2e-6;
    expect(CAROM_PANEL_ENERGY, &statistics, "e adds 25 µJ");
}
END_TEST

START_TEST(divergence_headline_counts_contact_delays_until_a_mismatch)
{
    carom_solver_statistics three[] = {kept("impulse", 0), kept("euler", 0), kept("heun", 0)};
    carom_run_statistics statistics = of(three, 3);
    expect(CAROM_PANEL_DIVERGENCE, &statistics, "No distance from the reference was computed");
    three[0].max_distance_m = 0;
    three[1].max_distance_m = 0.0312;
    three[1].contact_delay_m = three[2].contact_delay_m = 5e-4;
    three[2].max_distance_m = 6e-4;
    expect(CAROM_PANEL_DIVERGENCE, &statistics, "euler is at most 31 mm from impulse, heun 0.6 mm");
    three[2].max_distance_m = 0.02;
    statistics.distance_rounding_m = 1e-12 * 3; /* a table of 3 m */
    expect(CAROM_PANEL_DIVERGENCE, &statistics,
           "euler is at most 31 mm from impulse, 62 times the contact delay");
    ck_assert_int_eq(carom_panel_headline(CAROM_PANEL_DIVERGENCE, &statistics).weight,
                     CAROM_HEADLINE_DIFFERENT);
    statistics.distance_rounding_m = 1e-12 * 0.3; /* a table of 0.3 m */
    ck_assert_int_eq(carom_panel_headline(CAROM_PANEL_DIVERGENCE, &statistics).weight,
                     CAROM_HEADLINE_PARTED);
    three[1].mismatch.t_s = 1.2345;
    three[1].max_distance_after_mismatch_m = 0.021; /* after the mismatch; 31 mm is before it */
    expect(CAROM_PANEL_DIVERGENCE, &statistics,
           "euler parts from impulse at 1.23 s; their distance reaches 21 mm");
    ck_assert_int_eq(carom_panel_headline(CAROM_PANEL_DIVERGENCE, &statistics).weight,
                     CAROM_HEADLINE_PARTED);
    three[1].energy_error_end_rel = 0.05; /* its energy is wrong, so chaos is not the reason */
    ck_assert_int_eq(carom_panel_headline(CAROM_PANEL_DIVERGENCE, &statistics).weight,
                     CAROM_HEADLINE_DIFFERENT);
}
END_TEST

START_TEST(momentum_headline_reports_the_error)
{
    carom_solver_statistics two[] = {kept("impulse", 0), kept("book", 0)};
    carom_run_statistics statistics = of(two, 2);
    two[1].momentum_error_max_rel = 3e-15;
    expect(CAROM_PANEL_MOMENTUM, &statistics,
           "Nothing changes the momentum; its error is rounding");
    two[1].momentum_error_max_rel = 3e-9;
    expect(CAROM_PANEL_MOMENTUM, &statistics,
           "Nothing changes the momentum; its error is at most 3e-9 of Σ|m v|");
    two[1].momentum_error_max_rel = 3e-15;
    two[0].walls = 14;
    expect(CAROM_PANEL_MOMENTUM, &statistics,
           "14 collisions with fixed bodies change the momentum; its error is rounding");
    statistics.gravity = true;
    two[0].walls = 1;
    expect(CAROM_PANEL_MOMENTUM, &statistics,
           "Gravity and 1 collision with fixed bodies change the momentum; its error is rounding");
    two[1].momentum_error_max_rel = 0.35;
    expect(CAROM_PANEL_MOMENTUM, &statistics, "The momentum error of book reaches 35 % of Σ|m v|");
}
END_TEST

START_TEST(raster_headline_names_the_parting_solver)
{
    carom_solver_statistics three[] = {kept("impulse", 0), kept("euler", 0), kept("heun", 0)};
    carom_run_statistics statistics = of(three, 3);
    three[0].collisions = three[1].collisions = three[2].collisions = 31;
    expect(CAROM_PANEL_RASTER, &statistics, "All 3 solvers count 31 collisions, the same ones");
    statistics.compared = false; /* unknown without a comparison */
    expect(CAROM_PANEL_RASTER, &statistics, "All 3 solvers count 31 collisions");
    statistics.compared = true;
    three[1].collisions = 29;
    expect(CAROM_PANEL_SPACE_TIME, &statistics, "29 collisions in euler, 31 in impulse and heun");
    three[1].mismatch = (carom_first_mismatch){1.2, "cue", "top", true, 17};
    three[2].mismatch = (carom_first_mismatch){1.1, "cue", "eight", false, 16};
    expect(CAROM_PANEL_RASTER, &statistics,
           "heun parts from impulse at 1.1 s, after 16 equal collisions");
    three[2].energy_error_end_rel = 0.05; /* a solver that conserves the energy is named first */
    expect(CAROM_PANEL_RASTER, &statistics,
           "euler parts from impulse at 1.2 s, after 17 equal collisions");
    three[1].mismatch = (carom_first_mismatch){1.1, "cue", "eight", true, 0};
    expect(CAROM_PANEL_RASTER, &statistics,
           "euler parts from impulse at 1.1 s, at the first collision");
    three[1].mismatch.a = NULL; /* no log */
    expect(CAROM_PANEL_RASTER, &statistics, "euler parts from impulse at 1.1 s");
}
END_TEST

START_TEST(space_time_headline_prefers_restitution_and_speeds)
{
    carom_solver_statistics four[] = {kept("impulse", 0), kept("euler", 0), kept("heun", 0),
                                      kept("rk4", 0)};
    carom_run_statistics statistics = of(four, 4);
    statistics.ball = "third";
    statistics.top_mps = 1.5;
    for (size_t i = 0; i < 4; i++) {
        four[i].collisions = i + 1;
        four[i].final_mps = 1.21;
        four[i].restitution = 0.5;
    }
    expect(CAROM_PANEL_SPACE_TIME, &statistics, "1 collision in impulse, 4 in rk4");
    four[1].final_mps = 1e-17; /* rounding */
    expect(CAROM_PANEL_SPACE_TIME, &statistics,
           "At 3 s ball third moves at 0 m/s in euler, 1.2 in impulse");
    four[2].restitution = 0.551;
    expect(CAROM_PANEL_SPACE_TIME, &statistics,
           "The coefficient of restitution is 0.50 in impulse, 0.55 in heun");
    four[0].restitution = NAN; /* several collisions */
    expect(CAROM_PANEL_SPACE_TIME, &statistics,
           "At 3 s ball third moves at 0 m/s in euler, 1.2 in impulse");
}
END_TEST

START_TEST(agreement_is_stated_with_its_distance)
{
    carom_solver_statistics three[] = {kept("impulse", 0), kept("oracle", 0), kept("heun", 0)};
    carom_run_statistics statistics = of(three, 2);
    statistics.distance_rounding_m = 3e-12;
    ck_assert(!carom_solvers_agree(&statistics)); /* no distances */
    three[0].max_distance_m = 0;
    three[1].max_distance_m = 2.36e-15;
    ck_assert(carom_solvers_agree(&statistics));
    ck_assert_str_eq(carom_agreement_headline(&statistics).text,
                     "impulse and oracle agree within 2.4e-15 m at every sample");
    three[1].max_distance_m = 0;
    ck_assert_str_eq(carom_agreement_headline(&statistics).text,
                     "impulse and oracle agree exactly at every sample");
    statistics.count = 3;
    three[2].max_distance_m = 2e-12;
    ck_assert_str_eq(carom_agreement_headline(&statistics).text,
                     "All 3 solvers agree within 2e-12 m at every sample");
    three[2].max_distance_m = 4e-12;
    ck_assert(!carom_solvers_agree(&statistics));
}
END_TEST

START_TEST(drift_headline_classifies_the_growth)
{
    carom_solver_statistics four[] = {kept("impulse", 0), kept("euler", 0.1), kept("heun", 0.1),
                                      kept("rk4", 0.1)};
    carom_run_statistics statistics = of(four, 4);
    expect(CAROM_PANEL_DRIFT, &statistics, "Every solver conserves the energy within rounding");
    four[1].drift_power = four[2].drift_power = 1.04;
    four[3].drift_power = 0.05;
    expect(CAROM_PANEL_DRIFT, &statistics,
           "The energy error of euler and heun grows as n, of rk4 stays bounded");
    four[2].drift_power = 0.46;
    four[3].drift_power = 0.72;
    expect(CAROM_PANEL_DRIFT, &statistics,
           "The energy error of euler grows as n, of rk4 grows as n^0.7, of heun grows as √n");
}
END_TEST

/* ---- statistics ---- */

static const char logs[] = "t_s\tkind\ta\tb\tnormal_x\tnormal_y\tapproach_mps\tseparation_mps\t"
                           "impulse_Ns\tcontact_s\tmax_overlap_m\tdissipated_J\n";
static const char states[] = "t_s\tball\tx_m\ty_m\tvx_mps\tvy_mps\n";
static const char sums[] =
    "t_s\tkinetic_J\telastic_J\tpotential_J\tdissipated_J\tenergy_residual_J\tpx_kgmps\tpy_kgmps\t"
    "momentum_residual_kgmps\tangular_momentum_kgm2ps\n";

static void write_tables(const char *solver, const char *series, const char *collisions,
                         const char *trajectory)
{
    char name[100], text[2000];
    snprintf(name, sizeof name, "%s/%s", folder, solver);
    mkdir(name, 0777);
    snprintf(name, sizeof name, "%s/series.tsv", solver);
    snprintf(text, sizeof text, "%s%s", sums, series);
    write_file(name, text);
    snprintf(name, sizeof name, "%s/collisions.tsv", solver);
    snprintf(text, sizeof text, "%s%s", logs, collisions);
    write_file(name, text);
    snprintf(name, sizeof name, "%s/trajectory.tsv", solver);
    snprintf(text, sizeof text, "%s%s", states, trajectory);
    write_file(name, text);
}

/* A ball of 2 kg hits a fixed post at 3 m/s and then a wall behind its start. The rigid run has
 * both collisions, the soft one only the first. */
static void write_two(void)
{
    make_folder();
    write_tables("rigid",
                 "0\t9\t0\t0\t0\t0\t6\t0\t0\t4\n1\t4\t0\t0\t5\t1e-16\t-4\t0\t0\t4\n"
                 "2\t4\t0\t0\t5\t-2e-16\t4\t0\t0\t4\n",
                 "0.5\tball\tball\tpost\t1\t0\t3\t2\t10\t0\t0\t5\n"
                 "1.25\twall\tball\tleft\t-1\t0\t2\t2\t8\t0\t0\t0\n",
                 "0\tball\t1\t1\t3\t0\n0\tpost\t3\t1\t0\t0\n1\tball\t1\t1\t-2\t0\n"
                 "1\tpost\t3\t1\t0\t0\n2\tball\t2\t1\t2\t0\n2\tpost\t3\t1\t0\t0\n");
    write_tables("soft",
                 "0\t9\t0\t0\t0\t0\t6\t0\t0\t4\n1\t4.5\t0\t0\t5\t0.5\t-4\t0\t0\t-5\n"
                 "2\t4.5\t0\t0\t5\t0.5\t-4.5\t0\t0.75\t-5\n",
                 "0.5\tball\tball\tpost\t1\t0\t3\t2\t10\t0.01\t0.02\t5\n",
                 "0\tball\t1\t1\t3\t0\n0\tpost\t3\t1\t0\t0\n1\tball\t1.01\t1\t-2.25\t0\n"
                 "1\tpost\t3\t1\t0\t0\n2\tball\t1.5\t1\t-2.25\t0\n2\tpost\t3\t1\t0\t0\n");
    write_file("divergence.tsv", "t_s\tsolver\treference\trms_m\n0\trigid\trigid\t0\n0\tsoft\trigid"
                                 "\t0\n1\trigid\trigid\t0\n1\tsoft\trigid\t0.75\n2\trigid\trigid\t"
                                 "0\n2\tsoft\trigid\t0.5\n");
}

static carom_figure_solver solvers[2] = {{.name = "rigid",
                                          .label = "rigid",
                                          .style = 1,
                                          .first_mismatch_s = NAN,
                                          .contact_delay_m = NAN},
                                         {.name = "soft",
                                          .label = "soft",
                                          .style = 3,
                                          .first_mismatch_s = 1.25,
                                          .contact_delay_m = 0.03}};

static carom_figure_data two_solvers(void)
{
    carom_figure_data data = {
        .solver = solvers, .solvers = 2, .compared = true, .energy_J = 9, .momentum_kgmps = 6};
    carom_error error = {0};
    carom_problem_init(&data.scenario.problem);
    assert_ok(carom_problem_add(&data.scenario.problem,
                                &(carom_ball){.x_m = 1,
                                              .y_m = 1,
                                              .vx_mps = 3,
                                              .radius_m = 0.5,
                                              .mass_kg = 2,
                                              .name = "ball",
                                              .rolling_resistance = NAN,
                                              .air_drag = NAN},
                                &error));
    assert_ok(carom_problem_add(&data.scenario.problem,
                                &(carom_ball){.x_m = 3,
                                              .y_m = 1,
                                              .radius_m = 0.5,
                                              .mass_kg = 1,
                                              .name = "post",
                                              .fixed = true,
                                              .rolling_resistance = NAN,
                                              .air_drag = NAN},
                                &error));
    data.scenario.duration_s = 2;
    return data;
}

START_TEST(statistics_match_the_tables)
{
    carom_run_records run = {.data = two_solvers()};
    carom_error error = {0};
    write_two();
    assert_ok(carom_recorded_read(&run.recorded, &run.data, folder, &error));
    assert_ok(carom_run_statistics_compute(&run.statistics, &run, &error));
    assert_near(run.statistics.of[1].energy_error_end_rel, 0.5 / 9, 1e-16);
    assert_near(run.statistics.of[0].energy_error_max_rel, 2e-16 / 9, 1e-30);
    assert_near(run.statistics.of[0].energy_error_end_rel, -2e-16 / 9, 1e-30);
    assert_near(run.statistics.of[0].dissipated_rel, 5.0 / 9, 1e-16);
    assert_near(run.statistics.of[1].momentum_error_max_rel, 0.125, 0);
    assert_near(run.statistics.of[0].angular_momentum_range_rel, 0, 0);
    assert_near(run.statistics.of[1].angular_momentum_range_rel, 9.0 / 5, 1e-15);
    assert_near(run.statistics.of[1].max_distance_m, 0.75, 0); /* not the last */
    assert_near(run.statistics.of[1].final_distance_m, 0.5, 0);
    assert_near(run.statistics.of[1].max_distance_after_mismatch_m, 0.5, 0); /* from 1.25 s on */
    ck_assert_uint_eq(run.statistics.of[0].collisions, 2);
    ck_assert_uint_eq(run.statistics.of[0].walls, 2); /* a post gives momentum as a wall does */
    assert_near(run.recorded.solver[0].impact[0].edge_impulse_kgmps[0], -10, 0);
    assert_near(run.recorded.solver[0].impact[1].edge_impulse_kgmps[0], 8, 0);
    ck_assert_str_eq(run.statistics.ball, "ball");
    assert_near(run.statistics.of[1].final_mps, 2.25, 0);
    assert_near(run.statistics.top_mps, 3, 0);
    ck_assert(isnan(run.statistics.of[0].restitution)); /* two collisions */
    assert_near(run.statistics.of[1].restitution, 2.0 / 3, 1e-15);
    /* the budget adds up to the ledger: 9 J = 4 J + 5 J, and 0.5 J that nothing explains */
    assert_near(run.statistics.of[0].lost_J[CAROM_LOSS_BALLS], 5, 0);
    assert_near(run.statistics.of[0].lost_J[CAROM_LOSS_WALLS], 0, 0);
    assert_near(run.statistics.of[0].lost_J[CAROM_LOSS_OTHER], 0, 0);
    assert_near(run.statistics.of[1].energy_start_J -
                    run.statistics.of[1].lost_J[CAROM_LOSS_BALLS] + 0.5,
                run.statistics.of[1].energy_end_J, 0);
    ck_assert_str_eq(run.statistics.of[1].mismatch.b,
                     "left"); /* of the rigid run, at the time of the mismatch */
    ck_assert(!run.statistics.of[1].mismatch.own && run.statistics.of[1].mismatch.before == 1);
    expect(CAROM_PANEL_RASTER, &run.statistics,
           "soft parts from rigid at 1.25 s, after 1 equal collision");
    ck_assert(carom_space_time_applies(&run));
    carom_run_statistics_free(&run.statistics);
    carom_recorded_free(&run.recorded);
    carom_problem_free(&run.data.scenario.problem);
}
END_TEST

START_TEST(informative_panels_are_chosen)
{
    carom_panel chosen[CAROM_MAX_PANELS];
    carom_scenario_panel named[] = {{CAROM_PANEL_PATHS}, {CAROM_PANEL_DIVERGENCE}};
    carom_run_records run = {.data = two_solvers()};
    carom_error error = {0};
    write_two();
    assert_ok(carom_recorded_read(&run.recorded, &run.data, folder, &error));
    assert_ok(carom_run_statistics_compute(&run.statistics, &run, &error));
    /* the momentum error first, without the energy, which fails with it; paths along one line are
     * not chosen, nor is the distance of a solver with an error */
    ck_assert_uint_eq(carom_panels_choose(chosen, &run), 3);
    ck_assert_int_eq(chosen[0], CAROM_PANEL_MOMENTUM);
    ck_assert_int_eq(chosen[1], CAROM_PANEL_SPACE_TIME);
    ck_assert_int_eq(chosen[2], CAROM_PANEL_RASTER);
    /* with an error of the energy alone: its curve, and the budget */
    run.statistics.of[1].momentum_error_max_rel = 1e-15;
    ck_assert_uint_eq(carom_panels_choose(chosen, &run), 4);
    ck_assert_int_eq(chosen[0], CAROM_PANEL_ENERGY);
    ck_assert_int_eq(chosen[1], CAROM_PANEL_WATERFALL);
    /* without errors and differences: the motion */
    run.statistics.of[1].energy_error_max_rel = run.statistics.of[1].energy_error_end_rel = 1e-15;
    run.statistics.of[1].max_distance_m = 1e-15;
    run.statistics.of[1].mismatch = (carom_first_mismatch){.t_s = NAN};
    for (size_t k = 0; k < 3; k++) {
        run.recorded.solver[1].series[CAROM_SERIES_ENERGY][k] =
            run.recorded.solver[0].series[CAROM_SERIES_ENERGY][k];
    }
    run.statistics.of[1].final_mps = run.statistics.of[0].final_mps;
    run.statistics.of[1].energy_end_J = run.statistics.of[0].energy_end_J;
    ck_assert_uint_eq(carom_panels_choose(chosen, &run), 1);
    ck_assert_int_eq(chosen[0], CAROM_PANEL_SPACE_TIME);
    /* the specified panels, without those that cannot be drawn */
    run.data.scenario.figures = (carom_list){.items = named, .count = 2};
    ck_assert_uint_eq(carom_panels_choose(chosen, &run), 1);
    ck_assert_int_eq(chosen[0], CAROM_PANEL_PATHS);
    carom_run_statistics_free(&run.statistics);
    carom_recorded_free(&run.recorded);
    carom_problem_free(&run.data.scenario.problem);
}
END_TEST

TEST_MAIN("findings", energy_headline_separates_errors_from_conservation,
          energy_headline_has_the_order_of_the_table, exact_conservation_is_called_exact,
          paths_headline_reports_conserved_angular_momentum,
          energy_headline_separates_dissipation_from_errors,
          divergence_headline_counts_contact_delays_until_a_mismatch,
          momentum_headline_reports_the_error, raster_headline_names_the_parting_solver,
          space_time_headline_prefers_restitution_and_speeds, agreement_is_stated_with_its_distance,
          drift_headline_classifies_the_growth, statistics_match_the_tables,
          informative_panels_are_chosen)
