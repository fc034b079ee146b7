/* What is shown of multigrid: the levels against the hierarchy itself, the errors against plain
 * sweeps and what a coarse correction leaves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-hierarchy-report.h"

#include "base/seidel-error.h"
#include "core-testing.h"
#include "multigrid/seidel-hierarchy.h"
#include "run-testing.h"

static SeidelOptions
make_options (SeidelCoarsening coarsening)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.parameters[SEIDEL_PARAMETER_COARSENING] = coarsening;
  options.parameters[SEIDEL_PARAMETER_SMOOTHING] = 1.0;
  options.threads = 1;
  return options;
}

/* A sweep of A x = 0. */
static void
sweep_ref (const SeidelCsr *A, bool backward, double *x)
{
  for (int64_t i = 0; i < A->rows; i++)
    {
      const int64_t row = backward ? A->rows - 1 - i : i;
      double sum = 0.0;
      double diagonal = NAN;

      for (int64_t k = A->row_offsets[row]; k < A->row_offsets[row + 1]; k++)
        if (A->column_indices[k] == row)
          diagonal = A->values[k];
        else
          sum -= A->values[k] * x[A->column_indices[k]];
      x[row] = sum / diagonal;
    }
}

static double
norm_ref (const double *x, int64_t n)
{
  double square = 0.0;

  for (int64_t i = 0; i < n; i++)
    square += x[i] * x[i];
  return sqrt (square);
}

static double
energy_ref (const SeidelCsr *A, const double *x)
{
  double energy = 0.0;

  for (int64_t row = 0; row < A->rows; row++)
    for (int64_t k = A->row_offsets[row]; k < A->row_offsets[row + 1]; k++)
      energy += x[row] * A->values[k] * x[A->column_indices[k]];
  return sqrt (energy);
}

static void
assert_levels (const SeidelHierarchyReport *report, const SeidelHierarchy *hierarchy)
{
  double rows = 0.0;
  double nonzeros = 0.0;

  g_assert_cmpint (report->n_levels, ==, hierarchy->n_levels);
  g_assert_cmpint (report->n_levels, >=, 2);
  g_assert_cmpint (report->coarsening, ==, hierarchy->coarsening);
  g_assert_true (report->direct == (hierarchy->inverse != NULL));
  for (int l = 0; l < hierarchy->n_levels; l++)
    {
      const SeidelHierarchyLevel *source = &hierarchy->levels[l];
      const SeidelReportLevel *level = &report->levels[l];
      const int64_t entries = source->A->row_offsets[source->A->rows];

      g_assert_cmpint (level->rows, ==, source->A->rows);
      g_assert_cmpint (level->nonzeros, ==, entries);
      g_assert_cmpint (level->prolongation, ==,
                       source->P != NULL ? source->P->row_offsets[source->P->rows] : 0);
      test_assert_same_bits (level->matrix->csr->values, source->A->values, entries);
      rows += (double) source->A->rows;
      nonzeros += (double) entries;
    }
  g_assert_cmpfloat (report->grid_complexity, ==, rows / (double) report->levels[0].rows);
  g_assert_cmpfloat (report->operator_complexity, ==,
                     nonzeros / (double) report->levels[0].nonzeros);
}

/* A coarse level that is solved directly leaves no error that it could represent: Pᵀ A e = 0. */
static void
assert_corrected (const SeidelCsr *A, const SeidelCsr *P, const double *smoothed, const double *e)
{
  g_autofree double *before = g_new0 (double, P->columns);
  g_autofree double *after = g_new0 (double, P->columns);

  for (int64_t row = 0; row < A->rows; row++)
    for (int64_t k = A->row_offsets[row]; k < A->row_offsets[row + 1]; k++)
      for (int64_t l = P->row_offsets[row]; l < P->row_offsets[row + 1]; l++)
        {
          const double weight = P->values[l] * A->values[k];

          before[P->column_indices[l]] += weight * smoothed[A->column_indices[k]];
          after[P->column_indices[l]] += weight * e[A->column_indices[k]];
        }
  g_assert_cmpfloat (norm_ref (before, P->columns), >, 1e-3);
  g_assert_cmpfloat (norm_ref (after, P->columns), <, 1e-10 * norm_ref (before, P->columns));
}

/* Points along a grid of which each coarsening makes two levels. */
static int
side_of_two_levels (SeidelCoarsening coarsening)
{
  return coarsening == SEIDEL_COARSENING_CLASSICAL   ? 27
         : coarsening == SEIDEL_COARSENING_GEOMETRIC ? 39
                                                     : 44;
}

static void
test_two_levels (gconstpointer data)
{
  const SeidelCoarsening coarsening = (SeidelCoarsening) GPOINTER_TO_INT (data);
  const SeidelOptions options = make_options (coarsening);
  const SeidelWorkers workers = { .threads = 1 };
  g_autoptr (SeidelMatrix) matrix =
    test_gallery_sized ("poisson-5", side_of_two_levels (coarsening));
  const SeidelCsr *A = matrix->csr;
  g_autoptr (SeidelHierarchy) hierarchy =
    seidel_hierarchy_new (A, coarsening, options.parameters[SEIDEL_PARAMETER_STRENGTH], NULL,
                          &workers, NULL);
  g_autoptr (SeidelHierarchyReport) report =
    seidel_hierarchy_report_new (matrix, NULL, &options, NULL, NULL, NULL);
  g_autofree double *expected = NULL;

  g_assert_nonnull (report);
  g_assert_cmpint (hierarchy->n_levels, ==, 2);
  assert_levels (report, hierarchy);
  g_assert_cmpint (report->line, ==, side_of_two_levels (coarsening));
  expected =
    g_memdup2 (report->errors[SEIDEL_ERROR_STAGE_BEGIN], (gsize) A->rows * sizeof *expected);
  sweep_ref (A, false, expected);
  test_assert_close (report->errors[SEIDEL_ERROR_STAGE_SMOOTHED], expected, A->rows, 1e-12);
  assert_corrected (A, hierarchy->levels[0].P, expected,
                    report->errors[SEIDEL_ERROR_STAGE_CORRECTED]);
  memcpy (expected, report->errors[SEIDEL_ERROR_STAGE_CORRECTED],
          (size_t) A->rows * sizeof *expected);
  sweep_ref (A, true, expected);
  test_assert_close (report->errors[SEIDEL_ERROR_STAGE_END], expected, A->rows, 1e-12);
  for (int stage = 0; stage < SEIDEL_N_ERROR_STAGES; stage++)
    {
      const double norm =
        norm_ref (report->errors[stage], A->rows) / norm_ref (report->errors[0], A->rows);
      const double energy =
        energy_ref (A, report->errors[stage]) / energy_ref (A, report->errors[0]);

      g_assert_cmpfloat_with_epsilon (report->norms[stage], norm, 1e-12);
      g_assert_cmpfloat_with_epsilon (report->energies[stage], energy, 1e-12);
      g_assert_true (stage == 0 || report->energies[stage] < report->energies[stage - 1]);
    }
}

/* Three levels, which only the first cycle passes through. */
static void
test_three_levels (void)
{
  const SeidelOptions options = make_options (SEIDEL_COARSENING_AUTO);
  const SeidelWorkers workers = { .threads = 1 };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 70);
  g_autoptr (SeidelHierarchy) hierarchy =
    seidel_hierarchy_new (matrix->csr, SEIDEL_COARSENING_AUTO,
                          options.parameters[SEIDEL_PARAMETER_STRENGTH], NULL, &workers, NULL);
  g_autoptr (SeidelHierarchyReport) report =
    seidel_hierarchy_report_new (matrix, NULL, &options, NULL, NULL, NULL);

  g_assert_nonnull (report);
  g_assert_cmpint (report->n_levels, ==, 3);
  assert_levels (report, hierarchy);
  g_assert_cmpfloat (report->norms[SEIDEL_ERROR_STAGE_END], <, 0.3);
}

/* A matrix that is its own coarsest level has no cycle. */
static void
test_one_level (void)
{
  const SeidelOptions options = make_options (SEIDEL_COARSENING_AUTO);
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 10);
  g_autoptr (SeidelHierarchyReport) report =
    seidel_hierarchy_report_new (matrix, NULL, &options, NULL, NULL, NULL);

  g_assert_nonnull (report);
  g_assert_cmpint (report->n_levels, ==, 1);
  g_assert_true (report->direct);
  g_assert_null (report->errors[0]);
  g_assert_true (isnan (report->norms[0]));
  g_assert_cmpfloat (report->operator_complexity, ==, 1.0);
}

static void
test_failures (void)
{
  static const double no_diagonal[] = { 0, 1, 1, 0 };
  static const double wide[] = { 1, 0, 0, 0, 1, 0 };
  const SeidelOptions options = make_options (SEIDEL_COARSENING_AUTO);
  g_autoptr (SeidelMatrix) singular =
    seidel_matrix_new ("no diagonal", test_csr_from_dense (2, 2, no_diagonal));
  g_autoptr (SeidelMatrix) rectangle = seidel_matrix_new ("wide", test_csr_from_dense (2, 3, wide));
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-5", 45);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_hierarchy_report_new (singular, NULL, &options, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (seidel_hierarchy_report_new (rectangle, NULL, &options, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_hierarchy_report_new (grid, NULL, &options, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/hierarchy-report/aggregation",
                        GINT_TO_POINTER (SEIDEL_COARSENING_AGGREGATION), test_two_levels);
  g_test_add_data_func ("/hierarchy-report/classical",
                        GINT_TO_POINTER (SEIDEL_COARSENING_CLASSICAL), test_two_levels);
  g_test_add_data_func ("/hierarchy-report/geometric",
                        GINT_TO_POINTER (SEIDEL_COARSENING_GEOMETRIC), test_two_levels);
  g_test_add_func ("/hierarchy-report/three-levels", test_three_levels);
  g_test_add_func ("/hierarchy-report/one-level", test_one_level);
  g_test_add_func ("/hierarchy-report/failures", test_failures);
  return g_test_run ();
}
