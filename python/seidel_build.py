#!/usr/bin/python3
"""Writes the C source of the module seidel._seidel, which calls libseidel and libseidel-io: seidel_build.py OUTPUT.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import sys

from cffi import FFI

# Structs end with dots where the compiler is to find out the rest; most are known by name alone.
DECLARATIONS = '''
typedef struct { int code; char *message; ...; } GError;
typedef struct _GCancellable GCancellable;
void g_error_free (GError *error);
void g_free (void *memory);
GCancellable *g_cancellable_new (void);
void g_cancellable_cancel (GCancellable *cancellable);
void g_object_unref (void *object);

const char *seidel_version (void);

typedef struct { int64_t rows; int64_t columns; int64_t *row_offsets; int32_t *column_indices; double *values; ...; } SeidelCsr;
SeidelCsr *seidel_csr_borrow (int64_t rows, int64_t columns, const int64_t *row_offsets, const int32_t *column_indices,
                              const double *values, bool valid, void (*release) (void *), void *data, GError **error);
SeidelCsr *seidel_csr_borrow_short (int64_t rows, int64_t columns, const int32_t *row_offsets, const int32_t *column_indices,
                                    const double *values, bool valid, void (*release) (void *), void *data, GError **error);

typedef struct { char *path; char *format; char *note; ...; } SeidelOrigin;
typedef struct { char *name; SeidelCsr *csr; double *parts; double *rhs; SeidelOrigin origin; ...; } SeidelMatrix;
SeidelMatrix *seidel_matrix_new (const char *name, SeidelCsr *csr);
void seidel_matrix_unref (SeidelMatrix *matrix);
SeidelMatrix *seidel_load_any_size (const char *path, const char *variable, void *progress, GCancellable *cancellable, GError **error);
bool seidel_save_matrix (const SeidelMatrix *matrix, const char *path, void *progress, GCancellable *cancellable, GError **error);
double *seidel_load_any_vector (const char *path, int64_t *n, bool *complex_numbers, GCancellable *cancellable, GError **error);
bool seidel_save_vector (const double *x, int64_t n, bool complex_numbers, const char *path, GError **error);
void seidel_vector_free (double *x);
SeidelMatrix *seidel_python_generate (const char *text, GCancellable *cancellable, GError **error);

typedef struct SeidelProblem SeidelProblem;
SeidelProblem *seidel_problem_new (SeidelMatrix *matrix, const double *b, const double *guess, GError **error);
SeidelProblem *seidel_python_problem (SeidelMatrix *matrix, const double *b, const char *rhs, const double *x0, const char *guess,
                                      GCancellable *cancellable, GError **error);
bool seidel_python_read_near_null (SeidelProblem *problem, const char *path, GCancellable *cancellable, GError **error);
SeidelMatrix *seidel_python_order (SeidelMatrix *matrix, const char *ordering, GCancellable *cancellable, GError **error);
void seidel_problem_unref (SeidelProblem *problem);

typedef struct SeidelOptions SeidelOptions;
SeidelOptions *seidel_options_new (void);
void seidel_options_free (SeidelOptions *options);
bool seidel_options_set (SeidelOptions *options, const char *id, const char *text, GError **error);
char *seidel_options_get (const SeidelOptions *options, const char *id, GError **error);
const char *seidel_python_option (size_t i, const char **sentence);

typedef struct SeidelTrace SeidelTrace;
SeidelTrace *seidel_trace_new (void);
void seidel_trace_unref (SeidelTrace *trace);
size_t seidel_trace_n_points (SeidelTrace *trace);
void seidel_python_points (SeidelTrace *trace, size_t n, double *points);

typedef struct SeidelOutcome SeidelOutcome;
SeidelOutcome *seidel_solve (SeidelProblem *problem, const SeidelOptions *options, SeidelTrace *trace, GCancellable *cancellable,
                             GCancellable *skip_verification, GError **error);
typedef struct SeidelReuse SeidelReuse;
SeidelReuse *seidel_reuse_new (void);
void seidel_reuse_unref (SeidelReuse *reuse);
SeidelOutcome *seidel_solve_reusing (SeidelReuse *reuse, SeidelProblem *problem, const SeidelOptions *options, SeidelTrace *trace,
                                     GCancellable *cancellable, GCancellable *skip_verification, GError **error);
void seidel_outcome_free (SeidelOutcome *outcome);
const char *const *seidel_outcome_names (void);
double seidel_outcome_value (const SeidelOutcome *outcome, const char *name);
char *seidel_outcome_text (const SeidelOutcome *outcome, const char *name);
const double *seidel_outcome_x (const SeidelOutcome *outcome, int64_t *n);
const char *seidel_python_reason (const SeidelOutcome *outcome);

typedef struct { int64_t rows; int32_t count; int32_t *level_of_row; int64_t *level_rows; int64_t *level_nonzeros; int64_t widest;
                 int64_t narrowest; int64_t dependencies; ...; } SeidelSchedule;
SeidelSchedule *seidel_schedule_new (const SeidelCsr *csr, int direction, void *progress, GCancellable *cancellable, GError **error);
void seidel_schedule_unref (SeidelSchedule *schedule);

typedef struct SeidelPrepared SeidelPrepared;
SeidelPrepared *seidel_prepared_new (SeidelMatrix *matrix, const SeidelOptions *options, GCancellable *cancellable, GError **error);
void seidel_prepared_free (SeidelPrepared *prepared);
const char *seidel_prepared_strategy (const SeidelPrepared *prepared);
bool seidel_prepared_precondition (SeidelPrepared *prepared, const double *r, double *z, GError **error);
bool seidel_prepared_sweep (SeidelPrepared *prepared, int direction, double omega, const double *b, double *x, GError **error);
'''

SOURCE = '''
#include <seidel-io.h>

static SeidelMatrix *
seidel_python_generate (const char *text, GCancellable *cancellable, GError **error)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  const SeidelGalleryKind *kind = seidel_gallery_parse (text, values, error);

  if (kind != NULL)
    return seidel_gallery_make (kind, values, NULL, cancellable, error);
  if (error != NULL && *error == NULL)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "there is no matrix “%s” in the gallery", text);
  return NULL;
}

/* A right-hand side that is named: NULL is that of the file, otherwise that of x = 1. */
static SeidelProblem *
seidel_python_named_problem (SeidelMatrix *matrix, const char *rhs, const char *guess, GCancellable *cancellable, GError **error)
{
  const char *usual = matrix->rhs != NULL ? "filed" : "solution-ones";
  SeidelVectorSpec specs[2];
  SeidelProblem *problem = NULL;

  if (!seidel_vector_spec_parse (rhs != NULL ? rhs : usual, SEIDEL_VECTOR_ROLE_RHS, &specs[0], error))
    return NULL;
  if (seidel_vector_spec_parse (guess != NULL ? guess : "zeros", SEIDEL_VECTOR_ROLE_GUESS, &specs[1], error))
    {
      problem = seidel_problem_new_from_specs (matrix, &specs[0], &specs[1], seidel_load_vector, cancellable, error);
      seidel_vector_spec_clear (&specs[1]);
    }
  seidel_vector_spec_clear (&specs[0]);
  return problem;
}

/* In the numbering of the file, as is what is given in place of names. */
static void
seidel_python_set (const SeidelProblem *problem, double *vector, const double *x, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    vector[i] = x[problem->matrix->permutation != NULL ? problem->matrix->permutation[i] : i];
}

/* b and x0: given as they are, or by their names. */
static SeidelProblem *
seidel_python_problem (SeidelMatrix *matrix, const double *b, const char *rhs, const double *x0, const char *guess,
                       GCancellable *cancellable, GError **error)
{
  SeidelProblem *problem;

  if (b != NULL && guess == NULL)
    return seidel_problem_new (matrix, b, x0, error);
  problem = seidel_python_named_problem (matrix, b != NULL ? "zeros" : rhs, guess, cancellable, error);
  if (problem != NULL && x0 != NULL)
    seidel_python_set (problem, problem->guess, x0, problem->matrix->csr->columns);
  if (problem != NULL && b != NULL)
    {
      /* b of a complex system is turned as its rows are: from a problem that takes it. */
      SeidelProblem *given = seidel_problem_new (matrix, b, NULL, error);

      if (given != NULL)
        memcpy (problem->b, given->b, (size_t) given->matrix->csr->rows * sizeof *b);
      else
        g_clear_pointer (&problem, seidel_problem_unref);
      g_clear_pointer (&given, seidel_problem_unref);
    }
  return problem;
}

static bool
seidel_python_read_near_null (SeidelProblem *problem, const char *path, GCancellable *cancellable, GError **error)
{
  return seidel_problem_read_near_null (problem, path, seidel_load_matrix, cancellable, error);
}

static SeidelMatrix *
seidel_python_order (SeidelMatrix *matrix, const char *ordering, GCancellable *cancellable, GError **error)
{
  SeidelOrderingSpec spec;

  return seidel_ordering_spec_parse (ordering, &spec, error) ? seidel_ordering_apply (&spec, matrix, NULL, cancellable, error) : NULL;
}

static const char *
seidel_python_option (size_t i, const char **sentence)
{
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  *sentence = i < n ? settings[i].sentence : NULL;
  return i < n ? settings[i].id : NULL;
}

/* A row of five for each point: iteration, seconds, residual, relative residual, error. */
static void
seidel_python_points (SeidelTrace *trace, size_t n, double *points)
{
  for (size_t i = 0; i < n; i++)
    {
      const SeidelTracePoint point = seidel_trace_point (trace, i);

      *points++ = (double) point.iteration;
      *points++ = point.seconds;
      *points++ = point.residual;
      *points++ = seidel_trace_relative (trace, point.residual);
      *points++ = point.error;
    }
}

static const char *
seidel_python_reason (const SeidelOutcome *outcome)
{
  return seidel_reason_sentence (outcome->reason);
}
'''


def main():
    ffi = FFI()
    ffi.cdef(DECLARATIONS)
    ffi.set_source('seidel._seidel', SOURCE)
    ffi.emit_c_code(sys.argv[1])


if __name__ == '__main__':
    main()
