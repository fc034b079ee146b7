/* Runs by ranks, for tests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib/gstdio.h>
#include <sys/stat.h>

#include "cluster-start.h"
#include "run-testing.h"

/* Looks for the program of the build, and gives jobs a folder of their own. Before the list of
 * engines is read. */
static inline void
cluster_testing_begin (void)
{
  g_autofree char *folder = g_dir_make_tmp ("seidel-cluster-XXXXXX", NULL);

  cluster_testing_find_worker ();
  g_setenv ("XDG_CACHE_HOME", folder, TRUE);
}

/* Files of jobs that are still there, −1 if there never were any. */
static inline int
cluster_testing_count_jobs (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "seidel", "jobs", NULL);
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  int count = 0;

  if (files == NULL)
    return -1;
  while (g_dir_read_name (files) != NULL)
    count++;
  return count;
}

/* How long a run took to end after a moment; that it is soon is asserted of many runs, by the test
 * cli-cluster. */
static inline void
cluster_testing_report_end (int64_t moment)
{
  g_test_message ("it took %.2f s to end",
                  (double) (g_get_monotonic_time () - moment) / G_USEC_PER_SEC);
}

static inline SeidelOptions
cluster_testing_options (const char *method, int ranks)
{
  SeidelOptions options = test_options (method);

  options.engine = "petsc";
  options.ranks = ranks;
  return options;
}

/* A gallery matrix; sizes of a kind as its first parameter. */
static inline SeidelProblem *
cluster_testing_problem (const char *kind, double size)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kind, size);

  return test_problem_of (matrix);
}
