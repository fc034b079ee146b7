/* A factorisation by cuDSS, see seidel-cuda-cudss.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "factor/seidel-cuda-cudss.h"

#include <stdio.h>
#include <stdlib.h>

struct SeidelCudss
{
  const SeidelCudssLibrary *library;
  SeidelSparseKind kind;
  bool complex_numbers;
  void *handle;
  void *config;
  void *data;
  void *matrix;
  void *x;
  void *b;
  int mode;
  volatile int32_t interrupt; /* read by the library */
};

const char *
seidel_cudss_phase_text (SeidelCudssPhase phase)
{
  static const char *const texts[] = {
    [SEIDEL_CUDSS_ORDER] = "the ordering",
    [SEIDEL_CUDSS_SYMBOLIC] = "the symbolic factorisation",
    [SEIDEL_CUDSS_FACTOR] = "the factorisation",
  };

  return texts[phase];
}

static int
type_of_values (const SeidelCudssMatrix *matrix)
{
  if (matrix->complex_numbers)
    return matrix->single ? SEIDEL_CUDSS_COMPLEX_FLOAT : SEIDEL_CUDSS_COMPLEX_DOUBLE;
  return matrix->single ? SEIDEL_CUDSS_FLOAT : SEIDEL_CUDSS_DOUBLE;
}

static int
type_of_matrix (const SeidelCudssMatrix *matrix)
{
  switch (matrix->kind)
    {
    case SEIDEL_SPARSE_SYMMETRIC:
      return matrix->complex_numbers ? SEIDEL_CUDSS_HERMITIAN : SEIDEL_CUDSS_SYMMETRIC;
    case SEIDEL_SPARSE_POSITIVE:
      return matrix->complex_numbers ? SEIDEL_CUDSS_HERMITIAN_POSITIVE : SEIDEL_CUDSS_POSITIVE;
    default:
      return SEIDEL_CUDSS_GENERAL;
    }
}

static bool
succeeds (int status, const char *what, char *why, size_t size)
{
  if (status == SEIDEL_CUDSS_SUCCESS)
    return true;
  snprintf (why, size, "cuDSS failed in %s: %s", what, seidel_cudss_status_text (status));
  return false;
}

static int
set_number (SeidelCudss *self, int parameter, int number)
{
  return self->library->config_set (self->config, parameter, &number, sizeof number);
}

/* Refinement is for the run to see. Threads and an end at once are not needed: where they cannot be
 * had, it goes on without. */
static bool
configure (SeidelCudss *self, const SeidelCudssMatrix *matrix, char *why, size_t size)
{
  const SeidelCudssLibrary *library = self->library;

  if (matrix->threads > 1 && library->threading_layer[0] != '\0'
      && library->set_threading_layer (self->handle, library->threading_layer)
           == SEIDEL_CUDSS_SUCCESS)
    (void) set_number (self, SEIDEL_CUDSS_CONFIG_THREADS, matrix->threads);
  (void) library->data_set (self->handle, self->data, SEIDEL_CUDSS_DATA_INTERRUPT,
                            (const void *) &self->interrupt, sizeof self->interrupt);
  return succeeds (set_number (self, SEIDEL_CUDSS_CONFIG_REFINEMENTS, 0), "a setting", why, size);
}

static bool
describe (SeidelCudss *self,
          const SeidelCudssMatrix *matrix,
          void *x,
          void *b,
          char *why,
          size_t size)
{
  const SeidelCudssLibrary *library = self->library;
  const int type = type_of_values (matrix);
  const int64_t n = matrix->n;

  return succeeds (library->matrix_create_csr (&self->matrix, n, n, matrix->nonzeros,
                                               matrix->row_offsets, NULL, matrix->column_indices,
                                               matrix->values, SEIDEL_CUDSS_INT32,
                                               SEIDEL_CUDSS_INT32, type, type_of_matrix (matrix),
                                               matrix->kind == SEIDEL_SPARSE_GENERAL
                                                 ? SEIDEL_CUDSS_VIEW_FULL
                                                 : SEIDEL_CUDSS_VIEW_UPPER,
                                               SEIDEL_CUDSS_ZERO_BASED),
                   "describing the matrix", why, size)
         && succeeds (library->matrix_create_dense (&self->x, n, 1, n, x, type,
                                                    SEIDEL_CUDSS_BY_COLUMNS),
                      "describing x", why, size)
         && succeeds (library->matrix_create_dense (&self->b, n, 1, n, b, type,
                                                    SEIDEL_CUDSS_BY_COLUMNS),
                      "describing b", why, size);
}

SeidelCudss *
seidel_cudss_new (const SeidelCudssLibrary *library,
                  void *stream,
                  const SeidelCudssMatrix *matrix,
                  void *x,
                  void *b,
                  char *why,
                  size_t size)
{
  SeidelCudss *self = (SeidelCudss *) calloc (1, sizeof *self);

  if (self == NULL)
    {
      snprintf (why, size, "there is no memory left");
      return NULL;
    }
  self->library = library;
  self->kind = matrix->kind;
  self->complex_numbers = matrix->complex_numbers;
  self->mode = SEIDEL_CUDSS_MODE_NORMAL;
  if (succeeds (library->create (&self->handle), "starting", why, size)
      && succeeds (library->set_stream (self->handle, stream), "taking a stream", why, size)
      && succeeds (library->config_create (&self->config), "starting", why, size)
      && succeeds (library->data_create (self->handle, &self->data), "starting", why, size)
      && configure (self, matrix, why, size) && describe (self, matrix, x, b, why, size))
    return self;
  seidel_cudss_free (self);
  return NULL;
}

void
seidel_cudss_free (SeidelCudss *self)
{
  void *matrices[3];

  if (self == NULL)
    return;
  matrices[0] = self->matrix;
  matrices[1] = self->x;
  matrices[2] = self->b;
  for (int i = 0; i < 3; i++)
    if (matrices[i] != NULL)
      self->library->matrix_destroy (matrices[i]);
  if (self->data != NULL)
    self->library->data_destroy (self->handle, self->data);
  if (self->config != NULL)
    self->library->config_destroy (self->config);
  if (self->handle != NULL)
    self->library->destroy (self->handle);
  free (self);
}

void
seidel_cudss_interrupt (SeidelCudss *self)
{
  self->interrupt = 1;
}

int
seidel_cudss_execute (SeidelCudss *self, SeidelCudssPhase phase)
{
  static const int phases[] = {
    [SEIDEL_CUDSS_ORDER] = SEIDEL_CUDSS_PHASE_ORDER,
    [SEIDEL_CUDSS_SYMBOLIC] = SEIDEL_CUDSS_PHASE_SYMBOLIC,
    [SEIDEL_CUDSS_FACTOR] = SEIDEL_CUDSS_PHASE_FACTOR,
  };

  return self->library->execute (self->handle, phases[phase], self->config, self->data,
                                 self->matrix, self->x, self->b);
}

/* The first of n integers of 4 or 8 bytes, or −1: their size depends on the version. */
static bool
get_integers (SeidelCudss *self, int parameter, int64_t *integers, int n)
{
  int32_t narrow[SEIDEL_CUDSS_ESTIMATES] = { 0 };
  size_t written = 0;
  const int status = self->library->data_get (self->handle, self->data, parameter, narrow,
                                              (size_t) n * sizeof *narrow, &written);

  if (status == SEIDEL_CUDSS_SUCCESS && written <= (size_t) n * sizeof *narrow)
    {
      for (int i = 0; i < n; i++)
        integers[i] = narrow[i];
      return true;
    }
  return self->library->data_get (self->handle, self->data, parameter, integers,
                                  (size_t) n * sizeof *integers, &written)
         == SEIDEL_CUDSS_SUCCESS;
}

static int64_t
get_wide (SeidelCudss *self, int parameter, int n, int which)
{
  int64_t numbers[SEIDEL_CUDSS_ESTIMATES] = { 0 };
  size_t written = 0;

  return self->library->data_get (self->handle, self->data, parameter, numbers,
                                  (size_t) n * sizeof *numbers, &written)
             == SEIDEL_CUDSS_SUCCESS
           ? numbers[which]
           : -1;
}

static bool
report_factors (SeidelCudss *self, SeidelSparseReport *report)
{
  int64_t numbers[2] = { -1, -1 };
  int64_t info = 0;

  if (!get_integers (self, SEIDEL_CUDSS_DATA_INFO, &info, 1))
    info = 0;
  if (info != 0)
    {
      report->indefinite = self->kind == SEIDEL_SPARSE_POSITIVE;
      return false;
    }
  report->replaced = get_integers (self, SEIDEL_CUDSS_DATA_REPLACED, numbers, 1) ? numbers[0] : -1;
  if (self->kind == SEIDEL_SPARSE_SYMMETRIC
      && get_integers (self, SEIDEL_CUDSS_DATA_INERTIA, numbers, 2))
    {
      report->positive = numbers[0];
      report->negative = numbers[1];
    }
  return true;
}

bool
seidel_cudss_report (SeidelCudss *self, SeidelCudssPhase phase, SeidelSparseReport *report)
{
  if (phase == SEIDEL_CUDSS_FACTOR)
    return report_factors (self, report);
  if (phase == SEIDEL_CUDSS_SYMBOLIC)
    {
      report->entries = get_wide (self, SEIDEL_CUDSS_DATA_ENTRIES, 1, 0);
      report->bytes = get_wide (self, SEIDEL_CUDSS_DATA_MEMORY, SEIDEL_CUDSS_ESTIMATES,
                                SEIDEL_CUDSS_PEAK_ESTIMATE);
    }
  return true;
}

/* A symmetric matrix is its own transpose, a Hermitian one its own adjoint. */
int
seidel_cudss_solve (SeidelCudss *self, bool transposed, void *x, const void *b)
{
  const int mode =
    !transposed || self->kind != SEIDEL_SPARSE_GENERAL
      ? SEIDEL_CUDSS_MODE_NORMAL
      : (self->complex_numbers ? SEIDEL_CUDSS_MODE_ADJOINT : SEIDEL_CUDSS_MODE_TRANSPOSED);
  int status = SEIDEL_CUDSS_SUCCESS;

  if (mode != self->mode)
    status = set_number (self, SEIDEL_CUDSS_CONFIG_SOLVE_MODE, mode);
  if (status == SEIDEL_CUDSS_SUCCESS)
    {
      self->mode = mode;
      status = self->library->matrix_set_values (self->x, x);
    }
  if (status == SEIDEL_CUDSS_SUCCESS)
    status = self->library->matrix_set_values (self->b, b);
  if (status == SEIDEL_CUDSS_SUCCESS)
    status = self->library->execute (self->handle, SEIDEL_CUDSS_PHASE_SOLVE, self->config,
                                     self->data, self->matrix, self->x, self->b);
  return status;
}
