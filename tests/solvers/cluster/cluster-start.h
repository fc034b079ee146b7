/* Whether tests can start ranks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-engines.h"

/* Looks for the program of the ranks in the build tree: before the list of engines is read. */
static inline void
cluster_testing_find_worker (void)
{
  g_setenv ("SEIDEL_WORKER_DIR", g_getenv ("SEIDEL_TEST_WORKER_DIR"), TRUE);
}

/* Whether ranks can be started here; marks the test as skipped otherwise. */
static inline bool
cluster_testing_can_start (void)
{
  const SeidelEngineEntryInfo *info = seidel_engines_find ("petsc");
  g_autofree char *mpirun = g_find_program_in_path ("mpirun");

  if (info->available && mpirun != NULL)
    return true;
  g_test_skip (info->available ? "there is no mpirun" : info->why_not);
  return false;
}
