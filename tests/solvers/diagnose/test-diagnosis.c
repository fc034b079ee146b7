/* Causes are named: of some fifty runs that were made to fail, each in a known way, all but a few;
 * and next steps are tried, not guessed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "failures-testing.h"
#include "plan/seidel-setting.h"

typedef struct
{
  const char *cause; /* the one that was made */
  SeidelMatrix *(*make) (double value);
  double value;
  const char *options; /* "key=value …" */
  const char *rhs;     /* NULL: A times ones */
} Failure;

#define FEW "max-iterations=100"

static const Failure failures[] = {
  { "small-diagonal", make_convection, 60.0, "method=gauss-seidel" },
  { "small-diagonal", make_convection, 60.0, "method=gauss-seidel-backward" },
  { "small-diagonal", make_convection, 30.0, "method=gauss-seidel-symmetric" },
  { "small-diagonal", make_convection, 60.0, "method=sor omega=1.3" },
  { "small-diagonal", make_convection, 60.0, "method=jacobi" },
  { "small-diagonal", make_convection, 60.0, "method=bicgstab preconditioner=ssor" },
  { "small-diagonal", make_vortex, 100.0, "method=sor omega=1.5" },
  { "small-diagonal", make_random, 0.02, "method=gauss-seidel" },
  { "unstable-factors", make_vortex, 60.0, "method=gmres preconditioner=ilu0 max-iterations=300" },
  { "unstable-factors", make_vortex, 200.0,
    "method=bicgstab preconditioner=ilu0 max-iterations=300" },
  { "indefinite", make_helmholtz, 0.7, "method=cg" },
  { "indefinite", make_helmholtz, 0.7, "method=cg preconditioner=ssor" },
  { "indefinite", make_helmholtz, 0.5, "method=gauss-seidel" },
  { "indefinite", make_helmholtz, 0.7, "method=cg preconditioner=multigrid" },
  { "indefinite", make_helmholtz, 0.7, "method=cg preconditioner=ic0" },
  { "indefinite", make_negative, 20.0, "method=cg" },
  { "indefinite", make_helmholtz, 0.9, "method=sor omega=1.5" },
  { "indefinite-preconditioner", make_saddle, 0.5, "method=minres preconditioner=jacobi" },
  { "indefinite-preconditioner", make_saddle, 0.5, "method=minres preconditioner=ssor" },
  { "zero-diagonal", make_saddle, 0.0, "method=gauss-seidel" },
  { "zero-diagonal", make_saddle, 0.0, "method=jacobi" },
  { "inconsistent", make_closed, 0.0, "method=cg", "ones" },
  { "inconsistent", make_closed, 0.0, "method=gauss-seidel max-iterations=2000", "random:3" },
  { "inconsistent", make_closed, 0.0, "method=umfpack", "random:3" },
  { "zero-rhs", make_floating, 1.0, "method=cg" },
  { "zero-rhs", make_floating, 3.0, "method=cg" },
  { "zero-rhs", make_floating, 2.0, "method=minres" },
  { "null-space", make_closed, 0.3, "method=gmres max-iterations=500", "random:3" },
  { "null-space", make_closed, 0.3, "method=gauss-seidel max-iterations=2000", "random:3" },
  { "precision", make_jumping, 1e5, "method=cg precision=single tolerance=1e-12" },
  { "precision", make_jumping, 1e4, "method=minres precision=single tolerance=1e-12" },
  { "relaxation", make_poisson, 20.0, "method=sor omega=1.99 " FEW },
  { "relaxation", make_poisson, 20.0, "method=sor omega=0.05 " FEW },
  { "relaxation", make_poisson, 20.0, "method=jacobi-weighted weight=1.9" },
  { "scaling", make_graded_both, 12.0, "method=cg scaling=none max-iterations=30" },
  { "scaling", make_graded_rows, 8.0, "method=gmres scaling=none " FEW },
  { "scaling", make_graded_rows, 9.0, "method=bicgstab scaling=none " FEW },
  { "restart", make_poisson, 40.0, "method=gmres restart=2 max-iterations=200" },
  { "restart", make_wide_convection, 0.1, "method=gmres restart=3 max-iterations=200" },
  { "limit", make_poisson, 30.0, "method=cg max-iterations=50" },
  { "limit", make_poisson, 10.0, "method=gauss-seidel max-iterations=90" },
  { "limit", make_poisson, 40.0, "method=multigrid max-iterations=6" },
  { "no-preconditioner", make_poisson, 100.0, "method=cg max-iterations=40" },
  { "no-preconditioner", make_poisson, 100.0, "method=bicgstab max-iterations=30" },
  { "slow", make_poisson, 60.0, "method=gauss-seidel max-iterations=300" },
  { "slow", make_poisson, 60.0, "method=jacobi max-iterations=300" },
  { "symmetry", make_convection, 0.5, "method=cg" },
  { "symmetry", make_convection, 0.5, "method=minres" },
  { "symmetry", make_half, 10.0, "method=cg" },
  { "both-signs", make_rolled, 1.0, "method=bicgstab max-iterations=60" },
  { "both-signs", make_rotations, 0.01, "method=tfqmr max-iterations=200" },
  { "slow", make_uneven_poisson, 1e7, "method=gauss-seidel max-iterations=200" },
  { "null-space", make_repeated, 0.3, "method=umfpack", "random:3" },
  { "null-space", make_repeated, 0.1, "method=gmres max-iterations=600", "random:3" },
  { "inconsistent", make_two_bodies, 0.0, "method=cg", "random:3" },
  { "inconsistent", make_two_bodies, 0.0, "method=minres", "ones" },
  { "zero-diagonal", make_shuffled, 250.0, "method=gauss-seidel" },
  { "zero-diagonal", make_shuffled, 40.0, "method=gmres preconditioner=ilu0" },
  { "numbers", make_not_finite, NAN, "method=gmres" },
  { "numbers", make_not_finite, INFINITY, "method=gauss-seidel" },
  { "shape", make_wide, 25.0, "method=gmres" },
  { "structure", make_lonely, 30.0, "method=umfpack", "random:3" },
  { "structure", make_lonely, 30.0, "method=gmres", "random:3" },
  { "near-null-space", make_blocks, 14.0, "method=cg preconditioner=multigrid max-iterations=4" },
};

static void
set_options (SeidelOptions *options, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (char **word = words; *word != NULL; word++)
    {
      g_auto (GStrv) parts = g_strsplit (*word, "=", 2);
      g_autoptr (GError) error = NULL;

      if ((*word)[0] == '\0')
        continue;
      g_assert_true (
        seidel_setting_set_text (seidel_setting_find (parts[0]), options, parts[1], &error));
      g_assert_no_error (error);
    }
}

/* A run that fails. */
typedef struct
{
  SeidelProblem *problem;
  SeidelOptions options;
  SeidelTrace *trace;
  SeidelOutcome *outcome;
  SeidelDiagnosisSubject subject;
} Run;

static void
run_init (Run *run, const Failure *failure)
{
  g_autoptr (SeidelMatrix) matrix = failure->make (failure->value);
  SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  g_autoptr (GError) error = NULL;

  *run = (Run){ .options = SEIDEL_OPTIONS_INIT, .trace = seidel_trace_new () };
  set_options (&run->options, failure->options);
  if (failure->rhs != NULL)
    g_assert_true (seidel_vector_spec_parse (failure->rhs, SEIDEL_VECTOR_ROLE_RHS, &rhs, &error));
  run->problem = seidel_problem_new_from_specs (matrix, &rhs, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  run->outcome = seidel_solve (run->problem, &run->options, run->trace, NULL, NULL, NULL);
  run->subject = (SeidelDiagnosisSubject){ run->problem, &run->options, run->outcome, run->trace };
}

static void
run_clear (Run *run)
{
  seidel_problem_unref (run->problem);
  seidel_trace_unref (run->trace);
  seidel_outcome_free (run->outcome);
}

/* The cause that was made is the one that is named first. */
static void
test_causes (void)
{
  int right = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      const Failure *failure = &failures[i];
      Run run;
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelDiagnosis) diagnosis = NULL;
      const char *named;

      run_init (&run, failure);
      if (run.outcome != NULL && run.outcome->converged)
        g_test_message ("%s, %s: it converged: %s", failure->cause, failure->options,
                        seidel_reason_id (run.outcome->reason));
      diagnosis = seidel_diagnose (&run.subject, NULL, &error);
      g_assert_no_error (error);
      named = diagnosis->n > 0 ? diagnosis->findings[0].cause->id : "nothing";
      right += g_str_equal (named, failure->cause);
      if (!g_str_equal (named, failure->cause))
        g_test_message ("%s (%g), %s: %s was named: %s", failure->cause, failure->value,
                        failure->options, named,
                        diagnosis->n > 0 ? diagnosis->findings[0].measured : "");
      run_clear (&run);
    }
  g_test_message ("%d of %d", right, (int) G_N_ELEMENTS (failures));
  g_assert_cmpint (10 * right, >=, 9 * (int) G_N_ELEMENTS (failures));
}

/* A step of the finding that converged, or NULL. */
static const SeidelNextStep *
find_cure (const SeidelFinding *finding)
{
  for (size_t k = 0; k < finding->n_steps; k++)
    if (finding->steps[k].tried && finding->steps[k].converged)
      return &finding->steps[k];
  return NULL;
}

/* What is said of a step is what the run of its options does. */
static void
test_steps (void)
{
  int cured = 0;
  int curable = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      const Failure *failure = &failures[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelDiagnosis) diagnosis = NULL;
      const SeidelNextStep *step;
      Run run;

      run_init (&run, failure);
      diagnosis = seidel_diagnose (&run.subject, NULL, &error);
      g_assert_true (seidel_diagnosis_try (diagnosis, &run.subject, 20.0, NULL, NULL, &error));
      g_assert_no_error (error);
      for (size_t f = 0; f < diagnosis->n; f++)
        for (size_t k = 0; k < diagnosis->findings[f].n_steps; k++)
          {
            const SeidelNextStep *steps = diagnosis->findings[f].steps;

            g_assert_true (steps[k].tried);
            g_assert_true (k == 0 || steps[k - 1].converged || !steps[k].converged);
          }
      curable += !g_str_equal (failure->cause, "numbers");
      step = diagnosis->n > 0 ? find_cure (&diagnosis->findings[0]) : NULL;
      cured += step != NULL;
      if (step == NULL)
        g_test_message ("%s, %s: no step converged", failure->cause, failure->options);
      else if (step->rhs == NULL && step->n_near_null == 0)
        {
          g_autoptr (SeidelTrace) trace = seidel_trace_new ();
          g_autoptr (SeidelOutcome) outcome =
            seidel_solve (run.problem, &step->options, trace, NULL, NULL, &error);

          g_assert_no_error (error);
          g_assert_true (outcome->converged || outcome->reason == SEIDEL_REASON_LEAST_SQUARES);
          g_assert_cmpint (outcome->iterations, ==, step->iterations);
        }
      run_clear (&run);
    }
  g_assert_cmpint (10 * cured, >=, 9 * curable);
}

/* Without being asked, a run says that its right-hand side is none, by every method. */
static void
test_rounded_rhs (void)
{
  static const char *const methods[] = { "method=cg", "method=gmres", "method=umfpack",
                                         "method=minres", "method=gauss-seidel" };

  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    for (int block = 1; block <= 3; block++)
      {
        const Failure failure = { NULL, make_floating, block, methods[i] };
        Run run;

        run_init (&run, &failure);
        g_assert_false (run.outcome->converged);
        g_assert_nonnull (strstr (run.outcome->message, "null space"));
        g_assert_null (seidel_outcome_next_step (run.outcome));
        run_clear (&run);
      }
}

/* A run that converged has no cause. */
static void
test_converged (void)
{
  const Failure good = { NULL, make_poisson, 10.0, "method=cg" };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelDiagnosis) diagnosis = NULL;
  Run run;

  run_init (&run, &good);
  g_assert_true (run.outcome->converged);
  diagnosis = seidel_diagnose (&run.subject, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (diagnosis->n, ==, 0);
  run_clear (&run);
}

/* Figures that are known: the matrix [4 −1; …] of a grid of two, and the row of the least diagonal.
 */
static void
test_figures (void)
{
  const Failure failure = { "small-diagonal", make_convection, 60.0, "method=gauss-seidel" };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelDiagnosis) diagnosis = NULL;
  Run run;

  run_init (&run, &failure);
  diagnosis = seidel_diagnose (&run.subject, NULL, &error);
  g_assert_cmpstr (diagnosis->findings[0].cause->id, ==, "small-diagonal");
  /* 4 beside 61 + 59 + 1 + 1, first where there are four neighbours: row 22 of 20 × 20. */
  g_assert_nonnull (strstr (diagnosis->findings[0].measured, "0.0328"));
  g_assert_nonnull (strstr (diagnosis->findings[0].measured, "row 22,"));
  run_clear (&run);
}

static void
test_cancelled (void)
{
  const Failure failure = { "slow", make_poisson, 30.0, "method=jacobi max-iterations=20" };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Run run;

  run_init (&run, &failure);
  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_diagnose (&run.subject, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  run_clear (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagnosis/causes", test_causes);
  g_test_add_func ("/diagnosis/steps", test_steps);
  g_test_add_func ("/diagnosis/converged", test_converged);
  g_test_add_func ("/diagnosis/rounded-rhs", test_rounded_rhs);
  g_test_add_func ("/diagnosis/figures", test_figures);
  g_test_add_func ("/diagnosis/cancelled", test_cancelled);
  return g_test_run ();
}
