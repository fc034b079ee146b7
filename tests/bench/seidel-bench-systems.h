/* Matrices of the gallery on which the automatic choice is judged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

/* A kind and its first parameters. The rest are as the kind begins. */
typedef struct
{
  const char *kind;
  int n_values;
  double values[5];
} SeidelBenchSystem;

/* A static table: systems of 100,000 to 3 million rows, or those of fewer. */
const SeidelBenchSystem *seidel_bench_systems (bool of_many_rows, size_t *n_systems);

G_END_DECLS
