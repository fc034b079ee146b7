/* A forward sweep made of what cuSPARSE has: a product with the upper triangle, and a solve with
 * the lower one. Opened at run time; nothing else needs cuSPARSE.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

typedef struct SeidelBenchCusparse SeidelBenchCusparse;

/* The matrix and the vectors on the device; NULL when it cannot be used, and then why says so. */
SeidelBenchCusparse *seidel_bench_cusparse_new (const SeidelCsr *csr,
                                                bool single,
                                                const double *b,
                                                const double *x,
                                                const char **why);
void seidel_bench_cusparse_free (SeidelBenchCusparse *cusparse);

/* Milliseconds of the analysis that the solve needs. */
double seidel_bench_cusparse_analysis_ms (const SeidelBenchCusparse *cusparse);

/* x ← one forward sweep from x; waits for it. Takes a SeidelBenchCusparse. */
void seidel_bench_cusparse_sweep (void *cusparse);

/* x as it is; free with g_free (). */
double *seidel_bench_cusparse_x (SeidelBenchCusparse *cusparse);

G_END_DECLS
