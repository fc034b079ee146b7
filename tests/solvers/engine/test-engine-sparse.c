/* Sparse factors of engines: every kind of matrix in every precision with the engine's own library,
 * against known solutions and the condition numbers of UMFPACK; what is singular; and how soon a
 * run stops. Skipped where an engine, or the library, is not there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "engine/seidel-sparse-operations.h"
#include "gallery/seidel-gallery.h"
#include "matrix/seidel-complex.h"

#include "run-testing.h"

/* What a run that is to stop may take, from then on. */
#define STOP_SECONDS 0.5

typedef struct
{
  const char *name;
  SeidelMatrix *(*make) (void);
  const char *message; /* a part of what the run says, or NULL */
} Case;

static SeidelMatrix *
make_gallery (const char *text)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  g_autoptr (GError) error = NULL;
  const SeidelGalleryKind *kind = seidel_gallery_parse (text, values, &error);
  SeidelMatrix *matrix;

  g_assert_no_error (error);
  matrix = seidel_gallery_make (kind, values, NULL, NULL, &error);
  g_assert_no_error (error);
  return matrix;
}

static SeidelMatrix *
make_positive (void)
{
  return make_gallery ("poisson-7 --size 20");
}

static SeidelMatrix *
make_general (void)
{
  return make_gallery ("convection-diffusion --size 60");
}

static SeidelCsr *
copy (const SeidelCsr *csr)
{
  g_autoptr (GError) error = NULL;
  SeidelCsr *copied = seidel_csr_new_from_arrays (csr->rows, csr->columns, csr->row_offsets,
                                                  csr->column_indices, csr->values, &error);

  g_assert_no_error (error);
  return copied;
}

/* A copy with so much less on the diagonal, and with the factor. */
static SeidelMatrix *
make_shifted (double factor, double shift)
{
  g_autoptr (SeidelMatrix) matrix = make_gallery ("poisson-5 --size 60");
  SeidelCsr *csr = copy (matrix->csr);

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      csr->values[k] = factor * (csr->values[k] - (csr->column_indices[k] == row ? shift : 0.0));
  return seidel_matrix_new ("shifted", csr);
}

static SeidelMatrix *
make_negative (void)
{
  return make_shifted (-1.0, 0.0);
}

static SeidelMatrix *
make_indefinite (void)
{
  return make_shifted (1.0, 1.03);
}

/* With an imaginary part of the same pattern: symmetric, or of opposite signs on both sides. */
static SeidelMatrix *
make_complex (bool hermitian)
{
  g_autoptr (SeidelMatrix) grid = make_gallery ("poisson-5 --size 40");
  SeidelCsr *csr = copy (grid->csr);
  SeidelMatrix *matrix;

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const int64_t column = csr->column_indices[k];

        csr->values[k] = !hermitian      ? 0.1 + 0.01 * (double) (column % 7)
                         : column == row ? 0.0
                                         : (column > row ? 0.3 : -0.3);
      }
  matrix = seidel_matrix_new ("complex", copy (grid->csr));
  g_assert_true (seidel_matrix_add_imaginary (matrix, csr, NULL, NULL));
  seidel_csr_free (csr);
  return matrix;
}

static SeidelMatrix *
make_hermitian (void)
{
  return make_complex (true);
}

static SeidelMatrix *
make_complex_general (void)
{
  return make_complex (false);
}

static const Case cases[] = {
  { "positive", make_positive, NULL },          { "general", make_general, NULL },
  { "negative", make_negative, "eigenvalues" }, { "indefinite", make_indefinite, "eigenvalues" },
  { "hermitian", make_hermitian, NULL },        { "complex", make_complex_general, NULL },
};

/* NULL with a skip where there is none. */
static const SeidelEngine *
find_engine (void)
{
  const SeidelEngineEntryInfo *info = seidel_engines_find ("cuda");
  char why[400] = "";

  if (!info->available)
    g_test_skip (info->why_not);
  else if (info->engine->sparse == NULL)
    g_test_skip ("The engine makes no sparse factors.");
  else if (!info->engine->sparse->available (why, sizeof why))
    g_test_skip (why);
  else
    return info->engine;
  return NULL;
}

static SeidelOptions
options_in (SeidelPrecision precision)
{
  SeidelOptions options = test_options ("cudss");

  options.engine = "cuda";
  options.precision = precision;
  options.tolerance = precision == SEIDEL_PRECISION_SINGLE ? 1e-5 : 1e-12;
  return options;
}

/* What an inner run of a refinement says is not passed on. */
static void
check_message (const Case *checked, const SeidelOutcome *outcome)
{
  g_test_message ("%s: %d iterations, error %g, condition %g, bytes %g, %s", checked->name,
                  (int) outcome->iterations, outcome->error_inf, outcome->condition,
                  outcome->factor_bytes, outcome->message != NULL ? outcome->message : "");
  if (checked->message == NULL || outcome->precision == SEIDEL_PRECISION_MIXED)
    return;
  g_assert_nonnull (outcome->message);
  g_assert_nonnull (strstr (outcome->message, checked->message));
}

static void
check_phases (const SeidelOutcome *outcome)
{
  g_assert_cmpfloat (outcome->device.ordering_seconds, >, 0.0);
  g_assert_cmpfloat (outcome->device.symbolic_seconds, >, 0.0);
  g_assert_cmpfloat (outcome->device.factor_seconds, >, 0.0);
  g_assert_cmpfloat (outcome->factor_bytes, >, 0.0);
}

static void
test_case (gconstpointer data)
{
  static const SeidelPrecision precisions[] = { SEIDEL_PRECISION_DOUBLE, SEIDEL_PRECISION_MIXED,
                                                SEIDEL_PRECISION_SINGLE };
  const Case *checked = data;

  for (size_t i = 0; find_engine () != NULL && i < G_N_ELEMENTS (precisions); i++)
    {
      g_autoptr (SeidelMatrix) matrix = checked->make ();
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      const SeidelOptions options = options_in (precisions[i]);
      g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

      check_message (checked, outcome);
      g_assert_true (outcome->converged);
      g_assert_cmpfloat (outcome->error_inf, <,
                         precisions[i] == SEIDEL_PRECISION_SINGLE ? 1e-1 : 1e-8);
      check_phases (outcome);
    }
}

/* By solves with the transpose, where the matrix is not symmetric. */
static void
test_condition (void)
{
  static SeidelMatrix *(*const makers[]) (void) = { make_positive, make_general, make_indefinite };

  for (size_t i = 0; find_engine () != NULL && i < G_N_ELEMENTS (makers); i++)
    {
      g_autoptr (SeidelMatrix) matrix = makers[i]();
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      const SeidelOptions options = options_in (SEIDEL_PRECISION_DOUBLE);
      SeidelOptions host = test_options ("umfpack");
      g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);
      g_autoptr (SeidelOutcome) other = NULL;
      const double of_both[] = { isnan (outcome->condition) ? outcome->condition_least
                                                            : outcome->condition,
                                 0.0 };

      host.tolerance = options.tolerance;
      other = test_solve (problem, &host, NULL);
      g_test_message ("condition %g, of UMFPACK %g, at least %g", of_both[0], other->condition,
                      other->condition_least);
      g_assert_cmpfloat (of_both[0], >, 1.0);
      if (!isnan (outcome->condition) && !isnan (other->condition))
        g_assert_cmpfloat_with_epsilon (outcome->condition, other->condition,
                                        0.01 * other->condition);
    }
}

/* The periodic or Neumann problem: b is not in its range, and nothing is claimed. */
static void
test_singular (void)
{
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;
  const SeidelOptions options = options_in (SEIDEL_PRECISION_DOUBLE);
  g_autoptr (GError) error = NULL;
  g_autofree double *b = NULL;

  if (find_engine () == NULL)
    return;
  matrix = make_gallery ("poisson-neumann --size 30");
  b = g_new0 (double, matrix->csr->rows);
  b[0] = 1.0;
  problem = seidel_problem_new (matrix, b, NULL, &error);
  g_assert_no_error (error);
  outcome = test_solve (problem, &options, NULL);
  g_test_message ("%s: %s", seidel_reason_id (outcome->reason),
                  outcome->message != NULL ? outcome->message : "");
  g_assert_false (outcome->converged);
}

static gpointer
cancel_thread (gpointer cancellable)
{
  g_usleep (300000);
  g_cancellable_cancel (cancellable);
  return GINT_TO_POINTER ((int) (g_get_monotonic_time () / 1000));
}

/* Within the ordering, which takes seconds on the host. */
static void
test_stop (void)
{
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const SeidelOptions options = options_in (SEIDEL_PRECISION_DOUBLE);
  GThread *thread;
  int stopped;
  double seconds;

  if (find_engine () == NULL)
    return;
  matrix = make_gallery ("poisson-7 --size 80");
  problem = test_problem_of (matrix);
  thread = g_thread_new ("cancel", cancel_thread, cancellable);
  outcome = seidel_solve (problem, &options, trace, cancellable, NULL, NULL);
  stopped = (int) (g_get_monotonic_time () / 1000);
  seconds = 1e-3 * (stopped - GPOINTER_TO_INT (g_thread_join (thread)));
  g_test_message ("it ended %.3f s after it was to stop", seconds);
  g_assert_nonnull (outcome);
  test_assert_reason (outcome, SEIDEL_REASON_CANCELLED);
  g_assert_cmpfloat (seconds, <, STOP_SECONDS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine-sparse/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/engine-sparse/condition", test_condition);
  g_test_add_func ("/engine-sparse/singular", test_singular);
  g_test_add_func ("/engine-sparse/stop", test_stop);
  return g_test_run ();
}
