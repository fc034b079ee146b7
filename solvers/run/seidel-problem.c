/* Making right-hand sides and first guesses.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-problem.h"

#include <math.h>
#include <string.h>

#include "analysis/seidel-grid.h"
#include "analysis/seidel-modes.h"
#include "base/seidel-fail.h"
#include "base/seidel-threads.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-pending.h"
#include "matrix/seidel-permutation.h"
#include "base/seidel-translatable.h"

#define SEED_MARK ':'

/* The words, and where each is allowed. */
static const struct
{
  const char *text;
  SeidelVectorKind kind;
  bool for_rhs;
  bool for_guess;
} words[] = {
  { "solution-ones", SEIDEL_VECTOR_SOLUTION_ONES, true, false },
  { "solution-scaled", SEIDEL_VECTOR_SOLUTION_SCALED, true, false },
  { "filed", SEIDEL_VECTOR_FILED, true, false },
  { "zeros", SEIDEL_VECTOR_ZEROS, true, true },
  { "ones", SEIDEL_VECTOR_ONES, true, true },
  { "sine-source", SEIDEL_VECTOR_SINE_SOURCE, true, false },
  { "point", SEIDEL_VECTOR_POINT, true, true },
};

/* Those with a seed or the number of a mode, written behind a colon. */
static const struct
{
  const char *text;
  SeidelVectorKind kind;
} seeded[] = {
  { "random", SEIDEL_VECTOR_RANDOM },
  { "integers", SEIDEL_VECTOR_INTEGERS },
  { "thousands", SEIDEL_VECTOR_THOUSANDS },
  { "mode", SEIDEL_VECTOR_MODE },
  { "mix", SEIDEL_VECTOR_MIX },
};

/* Of a text "random:42" the index of "random", or −1. Without its number it is the same word, not a
 * file: that is "./random". */
static int
find_seeded (const char *text)
{
  const size_t length = strcspn (text, (const char[]){ SEED_MARK, '\0' });

  for (size_t i = 0; i < G_N_ELEMENTS (seeded); i++)
    if (strlen (seeded[i].text) == length && strncmp (text, seeded[i].text, length) == 0)
      return (int) i;
  return -1;
}

static bool
parse_seeded (const char *text, int index, SeidelVectorSpec *spec, GError **error)
{
  const char *name = seeded[index].text;
  const char *mark = strchr (text, SEED_MARK);
  guint64 seed;

  if (mark == NULL
      || !g_ascii_string_to_unsigned (mark + 1, 10,
                                      seidel_vector_kind_has_mode (seeded[index].kind) ? 1 : 0,
                                      G_MAXUINT64, &seed, NULL))
    return seidel_fail (
      error, SEIDEL_ERROR_INVALID,
      seidel_text ("“%s”: a whole number%s was expected after “%s:”, as in %s:42"), text,
      seidel_vector_kind_has_mode (seeded[index].kind) ? seidel_text (" from 1") : "", name, name);
  spec->kind = seeded[index].kind;
  spec->seed = seed;
  return true;
}

bool
seidel_vector_spec_parse (const char *text,
                          SeidelVectorRole role,
                          SeidelVectorSpec *spec,
                          GError **error)
{
  *spec = (SeidelVectorSpec){ 0 };
  if (text[0] == '\0')
    return seidel_fail (
      error, SEIDEL_ERROR_INVALID, "%s",
      role == SEIDEL_VECTOR_ROLE_RHS
        ? seidel_text (
          "the right-hand side is empty: solution-ones, solution-scaled, filed, "
          "ones, zeros, random:SEED, integers:SEED, thousands:SEED, sine-source, mode:K, mix:K, "
          "point or a file was expected")
        : seidel_text ("the first guess is empty: zeros, ones, random:SEED, integers:SEED, "
                       "thousands:SEED, mode:K, mix:K, point or a file was expected"));
  if (find_seeded (text) >= 0)
    return parse_seeded (text, find_seeded (text), spec, error);
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (text, words[i].text) == 0)
      {
        spec->kind = words[i].kind;
        if (role == SEIDEL_VECTOR_ROLE_RHS ? words[i].for_rhs : words[i].for_guess)
          return true;
        return seidel_fail (
          error, SEIDEL_ERROR_INVALID,
          seidel_text (
            "“%s” is a right-hand side, not a first guess: zeros, ones, random:SEED, "
            "integers:SEED, thousands:SEED, mode:K, mix:K, point or a file was expected"),
          text);
      }
  spec->kind = SEIDEL_VECTOR_FILE;
  spec->path = g_strdup (text);
  return true;
}

char *
seidel_vector_spec_to_text (const SeidelVectorSpec *spec)
{
  for (size_t i = 0; i < G_N_ELEMENTS (seeded); i++)
    if (seeded[i].kind == spec->kind)
      return g_strdup_printf ("%s%c%" G_GUINT64_FORMAT, seeded[i].text, SEED_MARK, spec->seed);
  if (spec->kind == SEIDEL_VECTOR_FILE)
    return g_strdup (spec->path);
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i].kind == spec->kind)
      return g_strdup (words[i].text);
  g_return_val_if_reached (NULL);
}

void
seidel_vector_spec_copy (SeidelVectorSpec *to, const SeidelVectorSpec *from)
{
  *to = *from;
  to->path = g_strdup (from->path);
}

void
seidel_vector_spec_clear (SeidelVectorSpec *spec)
{
  g_clear_pointer (&spec->path, g_free);
}

/* Ones, of complex numbers with zeros as the imaginary parts. */
static void
fill_ones (double *x, const SeidelMatrix *matrix, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    x[i] = matrix->interleaved && i % 2 != 0 ? 0.0 : 1.0;
}

/* Of values in (−1, 1): 0 … 99. */
static void
make_integers (double *x, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    x[i] = fmin (floor (50.0 * (x[i] + 1.0)), 99.0);
}

static void
fill_sine_source (double *x, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    {
      const double sine = sin (10.0 * G_PI * (double) i / (double) n);

      x[i] = -2.0 * (double) i * G_PI * G_PI * sine * sine;
    }
}

/* Of a complex system the real part of one line. */
static bool
fill_shape (double *x,
            const SeidelVectorSpec *spec,
            const SeidelMatrix *matrix,
            int64_t n,
            GError **error)
{
  const int64_t step = matrix->interleaved ? 2 : 1, points = n / step;
  const int64_t line = matrix->interleaved || n != matrix->csr->rows
                         ? 0
                         : seidel_grid_line_reordered (matrix->csr, matrix->permutation);
  const int64_t middle = line > 0 ? points / line / 2 * line + line / 2 : points / 2;
  const int64_t k = (int64_t) MIN (spec->seed, (uint64_t) G_MAXINT32);
  double *field = seidel_vector_new (points, error);

  if (field == NULL)
    return false;
  if (spec->kind == SEIDEL_VECTOR_POINT && points > 0)
    field[middle] = 1.0;
  if (spec->kind == SEIDEL_VECTOR_MIX)
    seidel_mode_add (field, points, line, 1, 1, 1.0);
  if (spec->kind != SEIDEL_VECTOR_POINT)
    seidel_mode_add (field, points, line, k, k, spec->kind == SEIDEL_VECTOR_MIX ? 0.5 : 1.0);
  for (int64_t i = 0; i < points; i++)
    x[i * step] = field[i];
  seidel_vector_free (field);
  return true;
}

/* A copy of what came with the matrix. */
static double *
copy_filed (const SeidelMatrix *matrix, GError **error)
{
  double *x;

  if (matrix->rhs == NULL)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("“filed” was asked for, but no right-hand side came with %s"),
                        matrix->name);
  x = seidel_vector_new (matrix->csr->rows, error);
  if (x != NULL && matrix->csr->rows > 0)
    memcpy (x, matrix->rhs, (size_t) matrix->csr->rows * sizeof *x);
  return x;
}

static double *
read_vector (const char *path,
             const SeidelMatrix *matrix,
             int64_t n,
             SeidelVectorReader read_file,
             GCancellable *cancellable,
             GError **error)
{
  return read_file (path, matrix->interleaved ? n / 2 : n, matrix->interleaved, cancellable, error);
}

/* A vector of n values as the spec says, in the original numbering; solution-ones is the caller's
 * to make. */
static double *
make_original (const SeidelVectorSpec *spec,
               const SeidelMatrix *matrix,
               int64_t n,
               SeidelVectorReader read_file,
               GCancellable *cancellable,
               GError **error)
{
  double *x;

  if (spec->kind == SEIDEL_VECTOR_FILED)
    return copy_filed (matrix, error);
  if (spec->kind == SEIDEL_VECTOR_FILE && read_file != NULL)
    return read_vector (spec->path, matrix, n, read_file, cancellable, error);
  if (spec->kind == SEIDEL_VECTOR_FILE)
    return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED,
                        seidel_text ("%s: vectors are not read from files here"), spec->path);
  x = seidel_vector_new (n, error);
  if (x == NULL)
    return NULL;
  if (spec->kind == SEIDEL_VECTOR_ONES)
    fill_ones (x, matrix, n);
  else if (seidel_vector_kind_has_seed (spec->kind))
    seidel_vector_fill_random (x, n, spec->seed);
  if (spec->kind == SEIDEL_VECTOR_INTEGERS)
    make_integers (x, n);
  else if (spec->kind == SEIDEL_VECTOR_THOUSANDS)
    for (int64_t i = 0; i < n; i++)
      x[i] *= 10000.0;
  else if (spec->kind == SEIDEL_VECTOR_SINE_SOURCE)
    fill_sine_source (x, n);
  else if ((spec->kind == SEIDEL_VECTOR_POINT || seidel_vector_kind_has_mode (spec->kind))
           && !fill_shape (x, spec, matrix, n, error))
    {
      seidel_vector_free (x);
      return NULL;
    }
  return x;
}

/* Brings x, which is taken over, from the original numbering into the order of the matrix. */
static double *
take_original (double *x, const SeidelMatrix *matrix, int64_t n, GError **error)
{
  if (x == NULL || matrix->permutation == NULL
      || seidel_permutation_apply (matrix->permutation, x, n, error))
    return x;
  seidel_vector_free (x);
  return NULL;
}

static bool
is_known (const SeidelVectorSpec *rhs)
{
  return rhs->kind == SEIDEL_VECTOR_SOLUTION_ONES || rhs->kind == SEIDEL_VECTOR_SOLUTION_SCALED;
}

/* The reciprocal of the largest magnitude in each column, of complex numbers of the larger part. x
 * is zero so far. */
static void
fill_scaled (double *x, const SeidelMatrix *matrix)
{
  const SeidelCsr *csr = matrix->csr;

  for (int64_t k = 0; k < seidel_csr_nonzeros (csr); k++)
    {
      const int32_t column = csr->column_indices[k];

      x[column] = MAX (x[column], fabs (csr->values[k]));
    }
  for (int64_t j = 0; j < csr->columns; j++)
    if (matrix->interleaved && j % 2 != 0)
      x[j] = 0.0;
    else
      x[j] = x[j] > 0.0 ? 1.0 / x[j] : 1.0;
}

/* b = A x* with the known solution x*. */
static bool
make_known_problem (SeidelProblem *problem,
                    SeidelVectorKind kind,
                    GCancellable *cancellable,
                    GError **error)
{
  const SeidelCsr *csr = problem->matrix->csr;

  problem->solution = seidel_vector_new (csr->columns, error);
  if (problem->solution == NULL)
    return false;
  problem->b = seidel_vector_new (csr->rows, error);
  if (problem->b == NULL)
    return false;
  if (kind == SEIDEL_VECTOR_SOLUTION_SCALED)
    fill_scaled (problem->solution, problem->matrix);
  else
    fill_ones (problem->solution, problem->matrix, csr->columns);
  if (seidel_csr_multiply (csr, problem->solution, problem->b, seidel_threads_processors (),
                           cancellable))
    return true;
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return false;
}

/* Of what is solved: of a complex matrix its real form. */
static SeidelProblem *
problem_alloc (SeidelMatrix *matrix, GCancellable *cancellable, GError **error)
{
  SeidelMatrix *solved;
  SeidelProblem *problem;

  seidel_matrix_complete (matrix);
  solved = seidel_matrix_real_form (matrix, cancellable, error);
  if (solved == NULL)
    return NULL;
  problem = g_new0 (SeidelProblem, 1);
  g_atomic_ref_count_init (&problem->references);
  problem->matrix = solved;
  return problem;
}

static double *
copy_vector (const double *values, int64_t n, GError **error)
{
  double *x = seidel_vector_new (n, error);

  if (x != NULL && values != NULL && n > 0)
    memcpy (x, values, (size_t) n * sizeof *x);
  return x;
}

SeidelProblem *
seidel_problem_new (SeidelMatrix *matrix, const double *b, const double *guess, GError **error)
{
  g_autoptr (SeidelProblem) problem = problem_alloc (matrix, NULL, error);
  int64_t rows;
  int64_t columns;

  if (problem == NULL)
    return NULL;
  matrix = problem->matrix;
  rows = matrix->csr->rows;
  columns = matrix->csr->columns;
  problem->b = take_original (copy_vector (b, rows, error), matrix, rows, error);
  if (problem->b == NULL)
    return NULL;
  seidel_complex_turn (matrix, problem->b);
  problem->guess = take_original (copy_vector (guess, columns, error), matrix, columns, error);
  return problem->guess != NULL ? g_steal_pointer (&problem) : NULL;
}

bool
seidel_problem_set_guess (SeidelProblem *problem, const double *guess, GError **error)
{
  const SeidelMatrix *matrix = problem->matrix;
  const int64_t columns = matrix->csr->columns;
  double *copy = take_original (copy_vector (guess, columns, error), matrix, columns, error);

  if (copy == NULL)
    return false;
  seidel_vector_free (problem->guess);
  problem->guess = copy;
  return true;
}

SeidelProblem *
seidel_problem_new_from_specs (SeidelMatrix *matrix,
                               const SeidelVectorSpec *rhs,
                               const SeidelVectorSpec *guess,
                               SeidelVectorReader read_file,
                               GCancellable *cancellable,
                               GError **error)
{
  static const SeidelVectorSpec zeros = { .kind = SEIDEL_VECTOR_ZEROS };
  g_autoptr (SeidelProblem) problem = NULL;
  int64_t rows;
  int64_t columns;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  problem = problem_alloc (matrix, cancellable, error);
  if (problem == NULL)
    return NULL;
  matrix = problem->matrix;
  rows = matrix->csr->rows;
  columns = matrix->csr->columns;
  if (is_known (rhs))
    {
      if (!make_known_problem (problem, rhs->kind, cancellable, error))
        return NULL;
    }
  else
    {
      problem->b = take_original (make_original (rhs, matrix, rows, read_file, cancellable, error),
                                  matrix, rows, error);
      if (problem->b == NULL)
        {
          g_prefix_error (error, "Right-hand side: ");
          return NULL;
        }
      seidel_complex_turn (matrix, problem->b);
    }
  problem->guess = take_original (make_original (guess != NULL ? guess : &zeros, matrix, columns,
                                                 read_file, cancellable, error),
                                  matrix, columns, error);
  if (problem->guess == NULL)
    {
      g_prefix_error (error, "First guess: ");
      return NULL;
    }
  return g_steal_pointer (&problem);
}

void
seidel_problem_set_analyses (SeidelProblem *problem,
                             SeidelStructure *structure,
                             SeidelSchedule *forward,
                             SeidelSchedule *backward)
{
  const int64_t rows = problem->matrix->csr->rows;
  SeidelSchedule *schedules[2] = {
    [SEIDEL_DIRECTION_FORWARD] = forward, [SEIDEL_DIRECTION_BACKWARD] = backward
  };

  if (structure != NULL && problem->structure == NULL && !structure->complex_values)
    problem->structure = seidel_structure_ref (structure);
  for (int direction = 0; direction < 2; direction++)
    if (schedules[direction] != NULL && problem->schedules[direction] == NULL
        && schedules[direction]->rows == rows)
      problem->schedules[direction] = seidel_schedule_ref (schedules[direction]);
}

SeidelProblem *
seidel_problem_ref (SeidelProblem *problem)
{
  g_atomic_ref_count_inc (&problem->references);
  return problem;
}

void
seidel_problem_unref (SeidelProblem *problem)
{
  if (!g_atomic_ref_count_dec (&problem->references))
    return;
  seidel_vector_free (problem->b);
  seidel_vector_free (problem->guess);
  seidel_vector_free (problem->solution);
  seidel_vector_free (problem->near_null);
  g_clear_pointer (&problem->structure, seidel_structure_unref);
  for (int direction = 0; direction < 2; direction++)
    g_clear_pointer (&problem->schedules[direction], seidel_schedule_unref);
  seidel_matrix_unref (problem->matrix);
  g_free (problem);
}
