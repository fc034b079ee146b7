/* What cuBLAS and cuSOLVER do with a dense matrix. Opened at run time; nothing else needs cuSOLVER.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct SeidelBenchCusolver SeidelBenchCusolver;

/* n × n doubles on the device; NULL when it cannot be used, and then why says so. */
SeidelBenchCusolver *seidel_bench_cusolver_new (int64_t n, const double *values, const char **why);
void seidel_bench_cusolver_free (SeidelBenchCusolver *cusolver);

/* Milliseconds, with everything on the device already: L and U; L and U and the inverse made of
 * them; one of some products with a vector. NaN: it failed. */
double seidel_bench_cusolver_lu (SeidelBenchCusolver *cusolver);
double seidel_bench_cusolver_inverse (SeidelBenchCusolver *cusolver);
double seidel_bench_cusolver_product (SeidelBenchCusolver *cusolver, bool transposed, int repeats);

/* Milliseconds to create the context of a device in this process. */
double seidel_bench_cuda_context_ms (void);

G_END_DECLS
