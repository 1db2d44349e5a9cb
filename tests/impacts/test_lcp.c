/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear complementarity problem. */
#include "impacts/impacts.h"
#include "support.h"

static void check_solution(carom_lcp *lcp, const double *q, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double residual = b[i];
        for (size_t j = 0; j < n; j++) {
            residual += q[i * n + j] * lcp->lambda[j];
        }
        ck_assert_double_ge(lcp->lambda[i], 0);
        /* the smallest accepted pivot is 1e-11, so the solution is accurate to 1e-16/1e-11 times
         * numbers of order 10 */
        ck_assert_msg(residual >= -1e-9, "residual %g of %zu", residual, i);
        assert_near(residual * lcp->lambda[i], 0, 1e-8);
    }
}

/* Q = A^T A with n - redundant rows in A: singular problems, as for a cluster of touching balls. */
static void random_problem(uint64_t seed, size_t n, size_t redundant)
{
    stream s = {seed};
    size_t rows = n - redundant;
    double a[400], q[400], b[20], x[20];
    carom_lcp lcp = {0};
    for (size_t i = 0; i < rows * n; i++) {
        a[i] = 2 * next_number(&s) - 1;
    }
    for (size_t i = 0; i < rows; i++) {
        x[i] = 2 * next_number(&s) - 1;
    }
    carom_lcp_resize(&lcp, n);
    for (size_t i = 0; i < n; i++) {
        b[i] = 0; /* b is in the range of A^T, as N^T v is, so a solution exists */
        for (size_t r = 0; r < rows; r++) {
            b[i] += a[r * n + i] * x[r];
        }
        for (size_t j = 0; j < n; j++) {
            q[i * n + j] = 0;
            for (size_t r = 0; r < rows; r++) {
                q[i * n + j] += a[r * n + i] * a[r * n + j];
            }
            lcp.q[i * n + j] = q[i * n + j];
        }
        lcp.b[i] = b[i];
    }
    assert_ok(carom_lcp_solve(&lcp, NULL));
    check_solution(&lcp, q, b, n);
    carom_lcp_free(&lcp);
}

START_TEST(lcp_meets_its_conditions)
{
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        size_t n = 1 + seed % 17;
        random_problem(seed, n, 0);
        random_problem(seed, n, n / 4);
        random_problem(seed, n, n / 2);
    }
}
END_TEST

START_TEST(lcp_in_numbers)
{
    carom_lcp lcp = {0};
    carom_lcp_resize(&lcp, 2);
    memcpy(lcp.q, (const double[]){2, 1, 1, 2}, 4 * sizeof(double));
    memcpy(lcp.b, (const double[]){-3, -1}, 2 * sizeof(double));
    assert_ok(carom_lcp_solve(&lcp, NULL)); /* the second would be -1/3 and is fixed at zero */
    assert_near(lcp.lambda[0], 1.5, 1e-15);
    assert_same(lcp.lambda[1], 0);
    carom_lcp_free(&lcp);
}
END_TEST

TEST_MAIN("lcp", lcp_meets_its_conditions, lcp_in_numbers)
