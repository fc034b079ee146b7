/* Experiments for the tests of this folder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-result.h"
#include "experiment/seidel-experiment-run.h"

/* Two methods on three grids, two runs of each. */
#define TEST_EXPERIMENT                                                                          \
  "{\"schema\": \"seidel-experiment/1\", \"id\": \"sweeps\", \"title\": \"Sweeps\","             \
  " \"hold\": {\"matrix\": \"poisson-5 --ny 7\", \"tolerance\": 1e-6, \"threads\": 1},"          \
  " \"vary\": [{\"name\": \"Points\", \"vary\": \"size\", \"values\": [5, 8, 13]},"              \
  "  {\"name\": \"Method\", \"vary\": \"method\", \"values\": [\"gauss-seidel\", \"jacobi\"]}]," \
  " \"measures\": [\"iterations\", \"residual-2\", \"error-inf\", \"levels\", \"solve\"],"       \
  " \"repeats\": 2, \"warm-up\": 1, \"alternate\": true, \"baseline\": \"jacobi\","              \
  " \"published\": [{\"measure\": \"iterations\", \"source\": \"nowhere\","                      \
  "  \"values\": [[10, 20], [null, 30], [40, null]]}]}"

static inline SeidelExperiment *
test_experiment_parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  SeidelExperiment *experiment = seidel_experiment_parse (text, "test", &error);

  g_assert_no_error (error);
  g_assert_nonnull (experiment);
  return experiment;
}

/* A file that does not exist in a folder of its own; both are removed by test_remove_file (). */
static inline char *
test_make_path (void)
{
  g_autofree char *folder = g_dir_make_tmp ("seidel-experiment-XXXXXX", NULL);

  return g_build_filename (folder, "result.json", NULL);
}
