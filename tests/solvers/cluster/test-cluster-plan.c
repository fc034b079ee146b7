/* What the plan says of a distributed run. No rank is started: a file takes the place of the
 * program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-threads.h"

#include "cluster-testing.h"

static void
assert_verdict (const SeidelOptions *options, SeidelPlanItem item, SeidelVerdictKind kind)
{
  const SeidelPlanFacts facts = { .options = options };
  g_autoptr (SeidelPlan) plan = seidel_plan_new (&facts);

  g_test_message ("%s, %s: %s: %s", options->method, options->engine, seidel_plan_item_id (item),
                  plan->verdicts[item].sentence);
  g_assert_cmpint (plan->verdicts[item].kind, ==, kind);
  if (kind == SEIDEL_VERDICT_REFUSED)
    g_assert_cmpint (seidel_plan_refused (plan), ==, item);
}

static void
test_methods (void)
{
  static const struct
  {
    const char *method;
    bool works;
  } cases[] = {
    { "jacobi", true },
    { "jacobi-weighted", true },
    { "gauss-seidel-block", true },
    { "gauss-seidel-multicolor", true },
    { "cg", true },
    { "cg-flexible", true },
    { "minres", true },
    { "bicg", true },
    { "bicgstab", true },
    { "gmres", true },
    { "gmres-flexible", true },
    { "gauss-seidel", false },
    { "gauss-seidel-backward", false },
    { "gauss-seidel-symmetric", false },
    { "sor", false },
    { "ssor", false },
    { "lsqr", false },
    { "umfpack", false },
    { "lu", false },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SeidelOptions options = cluster_testing_options (cases[i].method, 2);

      assert_verdict (&options, SEIDEL_PLAN_ENGINE,
                      cases[i].works ? SEIDEL_VERDICT_WORKS : SEIDEL_VERDICT_REFUSED);
    }
}

static void
test_choices (void)
{
  SeidelOptions options = cluster_testing_options ("cg", 2);

  options.preconditioner = "jacobi";
  assert_verdict (&options, SEIDEL_PLAN_PRECONDITIONER, SEIDEL_VERDICT_WORKS);
  options.preconditioner = "ssor";
  assert_verdict (&options, SEIDEL_PLAN_PRECONDITIONER, SEIDEL_VERDICT_REFUSED);
  options = cluster_testing_options ("cg", 2);
  options.precision = SEIDEL_PRECISION_SINGLE;
  assert_verdict (&options, SEIDEL_PLAN_PRECISION, SEIDEL_VERDICT_REFUSED);
  options = cluster_testing_options ("cg", 2);
  options.storage = SEIDEL_STORAGE_DIAGONALS;
  assert_verdict (&options, SEIDEL_PLAN_STORAGE, SEIDEL_VERDICT_REFUSED);
  options.storage = SEIDEL_STORAGE_DENSE;
  assert_verdict (&options, SEIDEL_PLAN_STORAGE, SEIDEL_VERDICT_WORKS);
  options = cluster_testing_options ("cg", 2);
  options.launcher = "mpirun 'n";
  assert_verdict (&options, SEIDEL_PLAN_LAUNCHER, SEIDEL_VERDICT_REFUSED);
  options = cluster_testing_options ("cg", -1);
  assert_verdict (&options, SEIDEL_PLAN_RANKS, SEIDEL_VERDICT_REFUSED);
  options = cluster_testing_options ("cg", 3);
  assert_verdict (&options, SEIDEL_PLAN_THREADS, SEIDEL_VERDICT_NO_EFFECT);
  options.engine = "cpu";
  options.launcher = "srun";
  assert_verdict (&options, SEIDEL_PLAN_RANKS, SEIDEL_VERDICT_NO_EFFECT);
  assert_verdict (&options, SEIDEL_PLAN_LAUNCHER, SEIDEL_VERDICT_NO_EFFECT);
}

/* 0 is one for each processor, and each takes its part. */
static void
test_ranks (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-7", 30);
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  SeidelOptions options = cluster_testing_options ("cg", 0);
  SeidelPlanFacts facts = { .options = &options, .matrix = matrix, .structure = structure };
  g_autoptr (SeidelPlan) automatic = seidel_plan_new (&facts);
  g_autoptr (SeidelPlan) one = NULL;
  g_autoptr (SeidelPlan) four = NULL;
  const double bytes = 12.0 * (double) structure->nonzeros;

  g_assert_cmpint (automatic->options.ranks, ==, seidel_threads_processors ());
  options.ranks = 1;
  one = seidel_plan_new (&facts);
  options.ranks = 4;
  four = seidel_plan_new (&facts);
  g_assert_cmpfloat (one->need.rank - four->need.rank, >, 0.75 * bytes);
  g_assert_cmpfloat (one->need.rank, >, four->need.rank);
  g_assert_cmpfloat (four->need.host, >=, 4.0 * four->need.rank);
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("seidel-plan-XXXXXX", NULL);
  g_autofree char *program = g_build_filename (folder, "seidel-worker", NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  g_assert_true (g_file_set_contents (program, "", -1, NULL));
  g_assert_cmpint (g_chmod (program, 0755), ==, 0);
  g_setenv ("SEIDEL_WORKER_DIR", folder, TRUE);
  g_test_add_func ("/cluster-plan/methods", test_methods);
  g_test_add_func ("/cluster-plan/choices", test_choices);
  g_test_add_func ("/cluster-plan/ranks", test_ranks);
  status = g_test_run ();
  g_unlink (program);
  g_rmdir (folder);
  return status;
}
