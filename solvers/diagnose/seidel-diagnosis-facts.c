/* Measures what the rules read.
 *
 * Source of the matching: Duff, "On algorithms for obtaining a maximum transversal" (1981).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <math.h>

#include "base/seidel-fail.h"
#include "diagnose/seidel-diagnosis-private.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-preconditioner.h"
#include "base/seidel-translatable.h"

/* Beyond these a matrix is not factorised for its condition number, nor are its rows matched. */
#define MOST_ROWS      200000
#define MOST_ENTRIES   3000000
#define DIRECT_SECONDS 10.0

/* A row that adds up to less than this part of its entries adds up to zero. */
#define CANCELLED (64.0 * DBL_EPSILON)

/* Groups of rows that need not have equal columns, of the whole. */
#define ODD_GROUPS 0.02

/* Points of a history from which there is a rate. */
#define LEAST_POINTS 6

static bool
is_square (const SeidelFacts *facts)
{
  return facts->csr->rows == facts->csr->columns && facts->csr->rows > 0;
}

static void
measure_diagonal (SeidelFacts *facts)
{
  const SeidelCsr *csr = facts->csr;

  facts->diagonal = INFINITY;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double diagonal = 0.0;
      double rest = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] == row)
          diagonal = fabs (csr->values[k]);
        else
          rest += fabs (csr->values[k]);
      if (rest == 0.0)
        continue;
      facts->diagonal_few += diagonal < SEIDEL_SMALL_DIAGONAL * rest;
      if (diagonal / rest < facts->diagonal)
        {
          facts->diagonal = diagonal / rest;
          facts->diagonal_row = row;
        }
    }
}

/* One step of the search for an augmenting path. */
typedef struct
{
  int64_t row;
  int64_t k;
} Step;

/* Finds a column for a row, moving others to other columns. */
static bool
augment (const SeidelCsr *csr, int64_t start, int64_t *row_of, int64_t *seen, Step *path)
{
  int64_t depth = 0;

  path[0] = (Step){ start, csr->row_offsets[start] };
  while (depth >= 0)
    {
      Step *top = &path[depth];
      int64_t column;

      if (top->k >= csr->row_offsets[top->row + 1])
        {
          depth--;
          continue;
        }
      column = csr->column_indices[top->k++];
      if (seen[column] == start || csr->values[top->k - 1] == 0.0)
        continue;
      seen[column] = start;
      if (row_of[column] < 0)
        {
          for (; depth >= 0; depth--)
            row_of[csr->column_indices[path[depth].k - 1]] = path[depth].row;
          return true;
        }
      path[++depth] = (Step){ row_of[column], csr->row_offsets[row_of[column]] };
    }
  return false;
}

/* Rows that no permutation brings to the diagonal. */
static void
match_rows (SeidelFacts *facts, GCancellable *cancellable)
{
  const SeidelCsr *csr = facts->csr;
  int64_t *row_of = g_try_new (int64_t, csr->columns);
  int64_t *seen = g_try_new (int64_t, csr->columns);
  Step *path = g_try_new (Step, csr->rows + 1);

  if (row_of != NULL && seen != NULL && path != NULL && csr->row_offsets[csr->rows] <= MOST_ENTRIES)
    {
      for (int64_t j = 0; j < csr->columns; j++)
        row_of[j] = seen[j] = -1;
      for (int64_t row = 0; row < csr->rows && !g_cancellable_is_cancelled (cancellable); row++)
        if (!augment (csr, row, row_of, seen, path) && facts->structural++ == 0)
          facts->first_lonely = row;
    }
  g_free (row_of);
  g_free (seen);
  g_free (path);
}

/* How nearly A maps the constants of each of so many unknowns of a node to zero: the least over
 * them, as a part of what would be added up without signs. */
static double
measure_constants (const SeidelCsr *csr, int block)
{
  double worst[SEIDEL_DIAGNOSIS_MOST_BLOCK] = { 0.0 };
  bool met[SEIDEL_DIAGNOSIS_MOST_BLOCK] = { false };
  double best = INFINITY;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      double sums[SEIDEL_DIAGNOSIS_MOST_BLOCK] = { 0.0 };
      double size = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          sums[csr->column_indices[k] % block] += csr->values[k];
          met[csr->column_indices[k] % block] |= csr->values[k] != 0.0;
          size += fabs (csr->values[k]);
        }
      for (int c = 0; c < block && size > 0.0; c++)
        worst[c] = fmax (worst[c], fabs (sums[c]) / size);
    }
  for (int c = 0; c < block; c++)
    if (met[c])
      best = fmin (best, worst[c]);
  return best;
}

/* The part of b along the constants of one of the unknowns of a node. */
static double
measure_along (const double *b, int64_t n, int block)
{
  const double norm = seidel_vector_norm_2 (b, n);
  double most = 0.0;

  for (int c = 0; c < block; c++)
    {
      double sum = 0.0;

      for (int64_t i = c; i < n; i += block)
        sum += b[i];
      most = fmax (most, fabs (sum) / sqrt ((double) n / block));
    }
  return norm > 0.0 ? most / norm : 0.0;
}

static void
find_null_vector (SeidelFacts *facts)
{
  const double *b = facts->subject->problem->b;
  const int64_t n = facts->csr->rows;

  for (int block = 1; block <= SEIDEL_DIAGNOSIS_MOST_BLOCK && facts->null_block == 0; block++)
    {
      const double residual = n % block == 0 ? measure_constants (facts->csr, block) : INFINITY;

      if (!(residual <= CANCELLED))
        continue;
      facts->null_block = block;
      facts->null_residual = residual;
      if (facts->structure->value_symmetric)
        facts->rhs_part = measure_along (b, n, block);
    }
  facts->rhs_size = seidel_vector_norm_inf (b, n) / facts->norm_A;
}

/* Whether rows of a group have the columns of its first row, in whole groups. */
static bool
is_group (const SeidelCsr *csr, int64_t first, int block)
{
  const int64_t begin = csr->row_offsets[first];
  const int64_t length = csr->row_offsets[first + 1] - begin;

  for (int i = 1; i < block; i++)
    if (csr->row_offsets[first + i + 1] - csr->row_offsets[first + i] != length
        || memcmp (&csr->column_indices[csr->row_offsets[first + i]], &csr->column_indices[begin],
                   (size_t) length * sizeof *csr->column_indices)
             != 0)
      return false;
  for (int64_t k = 0; k < length; k++)
    if (csr->column_indices[begin + k] % block != k % block)
      return false;
  return length % block == 0;
}

static void
find_block (SeidelFacts *facts)
{
  const SeidelCsr *csr = facts->csr;

  facts->block = 1;
  for (int block = 2; block <= SEIDEL_DIAGNOSIS_MOST_BLOCK; block++)
    {
      const int64_t groups = csr->rows / block;
      int64_t odd = 0;

      if (csr->rows % block != 0 || groups < 4)
        continue;
      for (int64_t g = 0; g < groups && (double) odd <= ODD_GROUPS * (double) groups; g++)
        odd += !is_group (csr, g * block, block);
      if ((double) odd <= ODD_GROUPS * (double) groups)
        facts->block = block;
    }
}

/* The condition number, by a sparse direct run. */
static void
factorise (SeidelFacts *facts, GCancellable *cancellable)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (facts->csr->rows > MOST_ROWS || facts->csr->row_offsets[facts->csr->rows] > MOST_ENTRIES
      || facts->structural > 0 || !facts->structure->finite)
    return;
  options.method = "umfpack";
  options.time_limit = DIRECT_SECONDS;
  outcome = seidel_solve (facts->subject->problem, &options, trace, cancellable, cancellable, NULL);
  if (outcome == NULL)
    return;
  facts->condition = outcome->condition;
  facts->singular =
    outcome->reason == SEIDEL_REASON_BREAKDOWN || outcome->reason == SEIDEL_REASON_LEAST_SQUARES;
}

static double
decisive_at (SeidelTrace *trace, size_t i)
{
  const SeidelTracePoint point = seidel_trace_point (trace, i);

  return seidel_trace_decisive (trace, &point);
}

static void
measure_rate (SeidelFacts *facts)
{
  SeidelTrace *trace = facts->subject->trace;
  const size_t n = trace != NULL ? seidel_trace_n_points (trace) : 0;
  const size_t half = n / 2;
  double middle;
  double iterations;

  if (n == 0)
    return;
  facts->relative = decisive_at (trace, n - 1);
  if (n < LEAST_POINTS)
    return;
  middle = decisive_at (trace, half);
  iterations = (double) (seidel_trace_point (trace, n - 1).iteration
                         - seidel_trace_point (trace, half).iteration);
  if (!(facts->relative > 0.0) || !(middle > 0.0) || !(iterations > 0.0))
    return;
  facts->rate = log10 (middle / facts->relative) / iterations;
  if (facts->rate > 0.0 && facts->options.tolerance > 0.0)
    facts->needed = (double) seidel_trace_point (trace, n - 1).iteration
                    + log10 (facts->relative / facts->options.tolerance) / facts->rate;
}

/* The iterations of methods and of preconditioners. */
static const struct
{
  const char *method; /* or NULL */
  const char *preconditioner;
  SeidelGrowthKind kind;
  int parameter; /* its index; −1: 1 */
} iterations[] = {
  { "jacobi", NULL, SEIDEL_GROWTH_JACOBI, -1 },
  { "jacobi-weighted", NULL, SEIDEL_GROWTH_JACOBI, SEIDEL_PARAMETER_WEIGHT },
  { "gauss-seidel", NULL, SEIDEL_GROWTH_SOR, -1 },
  { "gauss-seidel-block", NULL, SEIDEL_GROWTH_SOR, -1 },
  { "gauss-seidel-multicolor", NULL, SEIDEL_GROWTH_SOR, -1 },
  { "gauss-seidel-backward", NULL, SEIDEL_GROWTH_BACKWARD, -1 },
  { "gauss-seidel-symmetric", NULL, SEIDEL_GROWTH_SYMMETRIC, -1 },
  { "symgs-reference", NULL, SEIDEL_GROWTH_SYMMETRIC, -1 },
  { "sor", NULL, SEIDEL_GROWTH_SOR, SEIDEL_PARAMETER_OMEGA },
  { "ssor", NULL, SEIDEL_GROWTH_SYMMETRIC, SEIDEL_PARAMETER_OMEGA },
  { NULL, "ssor", SEIDEL_GROWTH_SYMMETRIC, SEIDEL_PARAMETER_PRECONDITIONER_OMEGA },
};

/* With which a Jacobi step smooths best on grids, and converges for positive definite matrices
 * whose other extreme is up to three times the diagonal. */
#define COMMON_WEIGHT (2.0 / 3.0)

/* Where an iteration of Jacobi grows, it does so along the largest eigenvalue λ of D⁻¹ A: by
 * |1 − w λ|. */
static double
safe_weight (double weight, double growth)
{
  const double largest = (1.0 + growth) / weight;

  return growth > 1.0 && isfinite (growth) ? fmin (COMMON_WEIGHT, 2.0 * COMMON_WEIGHT / largest)
                                           : COMMON_WEIGHT;
}

static void
measure_growth (SeidelFacts *facts, GCancellable *cancellable)
{
  for (size_t i = 0; i < G_N_ELEMENTS (iterations) && facts->structure->diagonal_full; i++)
    {
      const int index = iterations[i].parameter;
      const double parameter = index >= 0 ? facts->options.parameters[index] : 1.0;

      if (iterations[i].method != NULL
            ? g_strcmp0 (iterations[i].method, facts->method->id) != 0
            : facts->method->family == SEIDEL_FAMILY_STATIONARY
                || g_strcmp0 (iterations[i].preconditioner, facts->kind->id) != 0)
        continue;
      facts->growth = seidel_facts_growth (facts->csr, iterations[i].kind, parameter, cancellable);
      facts->plain_parameter =
        iterations[i].kind == SEIDEL_GROWTH_JACOBI ? safe_weight (parameter, facts->growth) : 1.0;
      facts->plain_growth =
        seidel_facts_growth (facts->csr, iterations[i].kind, facts->plain_parameter, cancellable);
    }
}

static void
clear_figures (SeidelFacts *facts)
{
  facts->diagonal_row = facts->first_lonely = facts->pivot_row = -1;
  facts->growth = facts->plain_growth = facts->plain_parameter = NAN;
  facts->lowest = facts->highest = NAN;
  facts->pivot = facts->element_growth = facts->inverse = NAN;
  facts->null_residual = facts->rhs_part = facts->condition = NAN;
  facts->rate = facts->needed = facts->relative = facts->reach = NAN;
  facts->block = 1;
}

/* What needs a square matrix of finite numbers. */
static void
measure_matrix (SeidelFacts *facts, GCancellable *cancellable)
{
  measure_diagonal (facts);
  match_rows (facts, cancellable);
  find_null_vector (facts);
  find_block (facts);
  measure_growth (facts, cancellable);
  if (g_str_equal (facts->kind->id, "ilu0") || g_str_equal (facts->kind->id, "ic0"))
    seidel_facts_factors (facts, cancellable);
  seidel_facts_spectrum (facts->csr, &facts->lowest, &facts->highest, cancellable);
  factorise (facts, cancellable);
}

bool
seidel_facts_init (SeidelFacts *facts,
                   const SeidelDiagnosisSubject *subject,
                   GCancellable *cancellable,
                   GError **error)
{
  const SeidelMatrix *matrix = subject->problem->matrix;
  const SeidelOutcome *outcome = subject->outcome;

  *facts = (SeidelFacts){ .subject = subject, .csr = matrix->csr };
  clear_figures (facts);
  facts->options = outcome != NULL ? outcome->options : *subject->options;
  facts->method = seidel_method_find (facts->options.method);
  facts->kind = seidel_preconditioner_find (facts->options.preconditioner);
  facts->reason = outcome != NULL ? outcome->reason : SEIDEL_REASON_NONE;
  facts->structure = seidel_structure_new (matrix, NULL, cancellable, error);
  if (facts->structure == NULL)
    return false;
  if (facts->method == NULL || facts->kind == NULL)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("There is no run of one method to find the cause of"));
  facts->norm_A = seidel_csr_norm_inf (facts->csr);
  measure_rate (facts);
  if (outcome != NULL && outcome->x != NULL)
    facts->reach = DBL_EPSILON * facts->norm_A * seidel_vector_norm_inf (outcome->x, outcome->n)
                   / seidel_vector_norm_inf (subject->problem->b, facts->csr->rows);
  if (is_square (facts) && facts->structure->finite)
    measure_matrix (facts, cancellable);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

void
seidel_facts_clear (SeidelFacts *facts)
{
  g_clear_pointer (&facts->structure, seidel_structure_unref);
}
