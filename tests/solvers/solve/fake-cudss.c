/* A library with the functions of cuDSS that are used, which computes on the host: dense
 * elimination without exchanges of rows, or with them for general matrices. Its arrays are the
 * host's.
 *
 * Variables of the environment change what it does: FAKE_CUDSS_VERSION is its major version,
 * FAKE_CUDSS_FAILS the phase (a bit) that fails with an internal error, FAKE_CUDSS_PEAK the bytes
 * that it expects to take.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "factor/seidel-cuda-cudss-library.h"

#define EXPORT __attribute__ ((visibility ("default")))

#define INVALID_VALUE  3
#define INTERNAL_ERROR 6
#define LEAST_PIVOT    1e-13

typedef double complex Number;

typedef struct
{
  int64_t n;
  const int32_t *row_offsets;
  const int32_t *column_indices;
  void *values;
  int type;
  int kind;
  int view;
} Matrix;

typedef struct
{
  int refinements;
  int mode;
  int threads;
} Config;

typedef struct
{
  int64_t n;
  Number *table; /* L and U, or L D Lᴴ by its U */
  int64_t *rows; /* the row that took the place of each */
  int done;      /* phases */
  int info;
  int replaced;
  int inertia[2];
  const volatile int32_t *interrupt;
} Data;

static int
number_of (const char *name, int otherwise)
{
  const char *text = getenv (name);

  return text != NULL ? atoi (text) : otherwise;
}

static Number
read_number (const Matrix *matrix, int64_t k)
{
  switch (matrix->type)
    {
    case SEIDEL_CUDSS_FLOAT:
      return ((const float *) matrix->values)[k];
    case SEIDEL_CUDSS_DOUBLE:
      return ((const double *) matrix->values)[k];
    case SEIDEL_CUDSS_COMPLEX_FLOAT:
      return ((const float complex *) matrix->values)[k];
    default:
      return ((const double complex *) matrix->values)[k];
    }
}

static void
write_number (const Matrix *matrix, int64_t k, Number number)
{
  switch (matrix->type)
    {
    case SEIDEL_CUDSS_FLOAT:
      ((float *) matrix->values)[k] = (float) creal (number);
      break;
    case SEIDEL_CUDSS_DOUBLE:
      ((double *) matrix->values)[k] = creal (number);
      break;
    case SEIDEL_CUDSS_COMPLEX_FLOAT:
      ((float complex *) matrix->values)[k] = (float complex) number;
      break;
    default:
      ((double complex *) matrix->values)[k] = number;
    }
}

EXPORT int
cudssGetProperty (int property, int *value)
{
  *value = property == 0 ? number_of ("FAKE_CUDSS_VERSION", 1) : 0;
  return 0;
}

EXPORT int
cudssCreate (void **handle)
{
  *handle = calloc (1, 1);
  return 0;
}

EXPORT int
cudssDestroy (void *handle)
{
  free (handle);
  return 0;
}

EXPORT int
cudssSetStream (void *handle, void *stream)
{
  return handle != NULL ? 0 : INVALID_VALUE;
}

EXPORT int
cudssSetThreadingLayer (void *handle, const char *file)
{
  return file != NULL ? 0 : INVALID_VALUE;
}

EXPORT int
cudssConfigCreate (void **config)
{
  *config = calloc (1, sizeof (Config));
  return 0;
}

EXPORT int
cudssConfigDestroy (void *config)
{
  free (config);
  return 0;
}

EXPORT int
cudssConfigSet (void *config, int parameter, const void *value, size_t size)
{
  Config *self = config;

  if (size != sizeof (int))
    return INVALID_VALUE;
  switch (parameter)
    {
    case SEIDEL_CUDSS_CONFIG_REFINEMENTS:
      self->refinements = *(const int *) value;
      return 0;
    case SEIDEL_CUDSS_CONFIG_SOLVE_MODE:
      self->mode = *(const int *) value;
      return 0;
    case SEIDEL_CUDSS_CONFIG_THREADS:
      self->threads = *(const int *) value;
      return 0;
    default:
      return INVALID_VALUE;
    }
}

EXPORT int
cudssDataCreate (void *handle, void **data)
{
  *data = calloc (1, sizeof (Data));
  return handle != NULL ? 0 : INVALID_VALUE;
}

EXPORT int
cudssDataDestroy (void *handle, void *data)
{
  Data *self = data;

  free (self->table);
  free (self->rows);
  free (self);
  return 0;
}

EXPORT int
cudssDataSet (void *handle, void *data, int parameter, const void *value, size_t size)
{
  if (parameter != SEIDEL_CUDSS_DATA_INTERRUPT || size != sizeof (int32_t))
    return INVALID_VALUE;
  ((Data *) data)->interrupt = value;
  return 0;
}

static int
give (void *value, size_t size, size_t *written, const void *from, size_t bytes)
{
  if (size < bytes)
    return INVALID_VALUE;
  memcpy (value, from, bytes);
  *written = bytes;
  return 0;
}

EXPORT int
cudssDataGet (void *handle, void *data, int parameter, void *value, size_t size, size_t *written)
{
  Data *self = data;
  const int64_t entries = self->n * self->n;
  int64_t memory[SEIDEL_CUDSS_ESTIMATES] = { 0 };

  switch (parameter)
    {
    case SEIDEL_CUDSS_DATA_INFO:
      return give (value, size, written, &self->info, sizeof self->info);
    case SEIDEL_CUDSS_DATA_ENTRIES:
      return give (value, size, written, &entries, sizeof entries);
    case SEIDEL_CUDSS_DATA_REPLACED:
      return give (value, size, written, &self->replaced, sizeof self->replaced);
    case SEIDEL_CUDSS_DATA_INERTIA:
      return give (value, size, written, self->inertia, sizeof self->inertia);
    case SEIDEL_CUDSS_DATA_MEMORY:
      memory[SEIDEL_CUDSS_PEAK_ESTIMATE] = number_of ("FAKE_CUDSS_PEAK", (int) (16 * entries));
      return give (value, size, written, memory, sizeof memory);
    default:
      return INVALID_VALUE;
    }
}

EXPORT int
cudssMatrixCreateCsr (void **matrix,
                      int64_t rows,
                      int64_t columns,
                      int64_t nonzeros,
                      const void *row_starts,
                      const void *row_ends,
                      const void *column_indices,
                      const void *values,
                      int offset_type,
                      int index_type,
                      int value_type,
                      int kind,
                      int view,
                      int base)
{
  Matrix *self = calloc (1, sizeof *self);

  *matrix = self;
  *self = (Matrix){ rows, row_starts, column_indices, (void *) values, value_type, kind, view };
  return rows == columns && row_ends == NULL && offset_type == SEIDEL_CUDSS_INT32
             && index_type == SEIDEL_CUDSS_INT32 && base == SEIDEL_CUDSS_ZERO_BASED
             && nonzeros == self->row_offsets[rows]
           ? 0
           : INVALID_VALUE;
}

EXPORT int
cudssMatrixCreateDn (void **matrix,
                     int64_t rows,
                     int64_t columns,
                     int64_t stride,
                     const void *values,
                     int value_type,
                     int layout)
{
  Matrix *self = calloc (1, sizeof *self);

  *matrix = self;
  *self = (Matrix){ .n = rows, .values = (void *) values, .type = value_type };
  return columns == 1 && stride >= rows && layout == SEIDEL_CUDSS_BY_COLUMNS ? 0 : INVALID_VALUE;
}

EXPORT int
cudssMatrixSetValues (void *matrix, const void *values)
{
  ((Matrix *) matrix)->values = (void *) values;
  return 0;
}

EXPORT int
cudssMatrixDestroy (void *matrix)
{
  free (matrix);
  return 0;
}

/* All entries of the matrix, the lower triangle of a symmetric one from the upper. */
static void
fill (const Matrix *matrix, Number *table)
{
  const int64_t n = matrix->n;
  const bool conjugates =
    matrix->kind == SEIDEL_CUDSS_HERMITIAN || matrix->kind == SEIDEL_CUDSS_HERMITIAN_POSITIVE;

  for (int64_t i = 0; i < n; i++)
    for (int32_t k = matrix->row_offsets[i]; k < matrix->row_offsets[i + 1]; k++)
      {
        const int64_t j = matrix->column_indices[k];
        const Number number = read_number (matrix, k);

        table[i * n + j] = number;
        if (matrix->view == SEIDEL_CUDSS_VIEW_UPPER && j != i)
          table[j * n + i] = conjugates ? conj (number) : number;
      }
}

static void
exchange (Data *data, int64_t k)
{
  const int64_t n = data->n;
  int64_t best = k;

  for (int64_t i = k + 1; i < n; i++)
    if (cabs (data->table[i * n + k]) > cabs (data->table[best * n + k]))
      best = i;
  data->rows[k] = best;
  for (int64_t j = 0; j < n && best != k; j++)
    {
      const Number number = data->table[k * n + j];

      data->table[k * n + j] = data->table[best * n + j];
      data->table[best * n + j] = number;
    }
}

/* A pivot that is too small is replaced; of a positive kind, one that is not positive ends it. */
static bool
take_pivot (Data *data, const Matrix *matrix, int64_t k)
{
  Number *pivot = &data->table[k * data->n + k];
  const bool positive =
    matrix->kind == SEIDEL_CUDSS_POSITIVE || matrix->kind == SEIDEL_CUDSS_HERMITIAN_POSITIVE;

  if (positive && !(creal (*pivot) > 0.0))
    {
      data->info = (int) k + 1;
      return false;
    }
  if (cabs (*pivot) < LEAST_PIVOT)
    {
      *pivot = LEAST_PIVOT;
      data->replaced++;
    }
  data->inertia[creal (*pivot) > 0.0 ? 0 : 1]++;
  return true;
}

static void
factor (Data *data, const Matrix *matrix)
{
  const int64_t n = data->n;

  memset (data->table, 0, (size_t) (n * n) * sizeof *data->table);
  fill (matrix, data->table);
  for (int64_t k = 0; k < n; k++)
    {
      data->rows[k] = k;
      if (matrix->kind == SEIDEL_CUDSS_GENERAL)
        exchange (data, k);
      if (!take_pivot (data, matrix, k))
        return;
      for (int64_t i = k + 1; i < n; i++)
        {
          const Number part = data->table[i * n + k] / data->table[k * n + k];

          data->table[i * n + k] = part;
          for (int64_t j = k + 1; j < n; j++)
            data->table[i * n + j] -= part * data->table[k * n + j];
        }
    }
}

static Number
entry (const Data *data, const Config *config, int64_t i, int64_t j)
{
  const Number number = config->mode == SEIDEL_CUDSS_MODE_NORMAL ? data->table[i * data->n + j]
                                                                 : data->table[j * data->n + i];

  return config->mode == SEIDEL_CUDSS_MODE_ADJOINT ? conj (number) : number;
}

static void
exchange_numbers (Number *x, int64_t i, int64_t j)
{
  const Number number = x[i];

  x[i] = x[j];
  x[j] = number;
}

/* P A = L U: x ← U⁻¹ L⁻¹ P x, and x ← Pᵀ L⁻ᵀ U⁻ᵀ x of the transpose. */
static void
solve (const Data *data, const Config *config, Number *x)
{
  const int64_t n = data->n;
  const bool normal = config->mode == SEIDEL_CUDSS_MODE_NORMAL;

  for (int64_t k = 0; k < n && normal; k++)
    exchange_numbers (x, k, data->rows[k]);
  for (int64_t i = 0; i < n; i++)
    {
      for (int64_t j = 0; j < i; j++)
        x[i] -= entry (data, config, i, j) * x[j];
      if (!normal)
        x[i] /= entry (data, config, i, i);
    }
  for (int64_t i = n; i-- > 0;)
    {
      for (int64_t j = i + 1; j < n; j++)
        x[i] -= entry (data, config, i, j) * x[j];
      if (normal)
        x[i] /= entry (data, config, i, i);
    }
  for (int64_t k = n; k-- > 0 && !normal;)
    exchange_numbers (x, k, data->rows[k]);
}

static int
solve_system (const Data *data, const Config *config, const Matrix *x, const Matrix *b)
{
  Number *numbers = calloc ((size_t) data->n, sizeof *numbers);

  for (int64_t i = 0; i < data->n; i++)
    numbers[i] = read_number (b, i);
  solve (data, config, numbers);
  for (int64_t i = 0; i < data->n; i++)
    write_number (x, i, numbers[i]);
  free (numbers);
  return 0;
}

EXPORT int
cudssExecute (void *handle, int phase, void *config, void *data, void *matrix, void *x, void *b)
{
  static const int before[] = { [SEIDEL_CUDSS_PHASE_ORDER] = 0,
                                [SEIDEL_CUDSS_PHASE_SYMBOLIC] = SEIDEL_CUDSS_PHASE_ORDER,
                                [SEIDEL_CUDSS_PHASE_FACTOR] = SEIDEL_CUDSS_PHASE_SYMBOLIC };
  const struct timespec moment = { 0, 1000000 };
  Data *self = data;

  if ((phase & number_of ("FAKE_CUDSS_FAILS", 0)) != 0
      || (self->interrupt != NULL && *self->interrupt != 0))
    return INTERNAL_ERROR;
  if (phase == SEIDEL_CUDSS_PHASE_SOLVE)
    return (self->done & SEIDEL_CUDSS_PHASE_FACTOR) != 0 ? solve_system (self, config, x, b)
                                                         : INVALID_VALUE;
  if (phase > SEIDEL_CUDSS_PHASE_FACTOR || (self->done & before[phase]) != before[phase])
    return INVALID_VALUE;
  nanosleep (&moment, NULL); /* so that each phase takes time */
  if (phase == SEIDEL_CUDSS_PHASE_ORDER)
    {
      self->n = ((const Matrix *) matrix)->n;
      self->table = calloc ((size_t) (self->n * self->n), sizeof *self->table);
      self->rows = calloc ((size_t) self->n, sizeof *self->rows);
    }
  if (phase == SEIDEL_CUDSS_PHASE_FACTOR)
    factor (self, matrix);
  self->done |= phase;
  return 0;
}
