/* Matrices from arrays of the caller, and the arrays of matrices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "api/seidel-handles-inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/seidel-ordering.h"
#include "api/seidel-api-lent.h"
#include "api/seidel-arrays.h"
#include "base/seidel-memory.h"
#include "gallery/seidel-gallery.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-counting.h"
#include "matrix/seidel-pending.h"

/* Elements from which on threads share a loop. */
#define LEAST_SHARED 100000

/* What a matrix on arrays of the caller gives back when it is freed, and what is converted when it
 * is used first. */
typedef struct
{
  void *own[4]; /* copies, for free () */
  const SeidelCsr *csr;
  SeidelArrays arrays;
  int64_t nonzeros;
  int64_t *offsets; /* own, to be filled; NULL: those of the caller */
  double *values;   /* likewise */
  GDestroyNotify release;
  gpointer data;
} Loan;

static void
loan_free (gpointer data)
{
  Loan *loan = data;

  seidel_pending_drop (loan->csr);
  for (size_t i = 0; i < G_N_ELEMENTS (loan->own); i++)
    free (loan->own[i]);
  if (loan->release != NULL)
    loan->release (loan->data);
  g_free (loan);
}

static void *
allocate (int64_t count, size_t size, GError **error)
{
  void *memory = seidel_memory_alloc ((size_t) MAX (count, 1) * size);

  if (memory == NULL)
    seidel_memory_fail (error, (double) count * (double) size, "the matrix");
  return memory;
}

static int64_t
offset_of (const SeidelArrays *arrays, int64_t row)
{
  return (arrays->offset_numbers == SEIDEL_NUMBERS_INT32
            ? ((const int32_t *) arrays->row_offsets)[row]
            : ((const int64_t *) arrays->row_offsets)[row])
         - arrays->first;
}

static void
fill_offsets (const SeidelArrays *arrays, int64_t *offsets)
{
#pragma omp parallel for schedule(static) if (arrays->rows > LEAST_SHARED)
  for (int64_t row = 0; row <= arrays->rows; row++)
    offsets[row] = offset_of (arrays, row);
}

static void
fill_values (const SeidelArrays *arrays, int64_t nonzeros, double *values)
{
  const bool is_short = arrays->value_numbers == SEIDEL_NUMBERS_FLOAT;
  const float *shorter = arrays->values;
  const double *longer = arrays->values;

#pragma omp parallel for schedule(static) if (nonzeros > LEAST_SHARED)
  for (int64_t k = 0; k < nonzeros; k++)
    values[k] = arrays->values == NULL ? 1.0 : is_short ? (double) shorter[k] : longer[k];
}

/* What is converted: at once, or when the matrix is used first. */
static void
fill (gpointer data)
{
  const Loan *loan = data;

  if (loan->offsets != NULL)
    fill_offsets (&loan->arrays, loan->offsets);
  if (loan->values != NULL)
    fill_values (&loan->arrays, loan->nonzeros, loan->values);
}

/* The offsets as the library reads them, NULL without memory. Those that are not the caller's are
 * the loan's, with the first and the last one in place. */
static const int64_t *
take_offsets (const SeidelArrays *arrays, Loan *loan, GError **error)
{
  if (arrays->offset_numbers == SEIDEL_NUMBERS_INT64 && arrays->borrow && arrays->first == 0)
    return arrays->row_offsets;
  loan->offsets = loan->own[0] = allocate (arrays->rows + 1, sizeof *loan->offsets, error);
  if (loan->offsets == NULL)
    return NULL;
  loan->offsets[0] = offset_of (arrays, 0);
  loan->offsets[arrays->rows] = offset_of (arrays, arrays->rows);
  return loan->offsets;
}

/* Likewise the values of a real matrix. */
static const double *
take_values (const SeidelArrays *arrays, Loan *loan, GError **error)
{
  if (arrays->value_numbers == SEIDEL_NUMBERS_DOUBLE && arrays->borrow && arrays->values != NULL)
    return arrays->values;
  return loan->values = loan->own[2] = allocate (loan->nonzeros, sizeof *loan->values, error);
}

/* The moduli of complex values, which are those of the rows; *parts receives the values. */
static const double *
take_complex (const SeidelArrays *arrays,
              int64_t nonzeros,
              Loan *loan,
              double **parts,
              GError **error)
{
  double *moduli = loan->own[2] = allocate (nonzeros, sizeof *moduli, error);

  *parts = (double *) arrays->values;
  if (moduli == NULL)
    return NULL;
  if (!arrays->borrow)
    {
      *parts = loan->own[3] = allocate (2 * nonzeros, sizeof **parts, error);
      if (*parts == NULL)
        return NULL;
      memcpy (*parts, arrays->values, (size_t) (2 * nonzeros) * sizeof **parts);
    }
  seidel_complex_moduli (*parts, moduli, nonzeros);
  return moduli;
}

static bool
check_arrays (const SeidelArrays *arrays, GError **error)
{
  const char *wrong = NULL;

  if (arrays->size < sizeof *arrays)
    wrong = "its size is not set: begin with SEIDEL_ARRAYS_INIT";
  else if (arrays->rows < 0 || arrays->columns < 0 || arrays->rows > INT32_MAX
           || arrays->columns > INT32_MAX)
    wrong = "rows and columns are from 0 to 2,147,483,647";
  else if (arrays->offset_numbers != SEIDEL_NUMBERS_INT32
           && arrays->offset_numbers != SEIDEL_NUMBERS_INT64)
    wrong = "row offsets are of 32 or 64 bits";
  else if (arrays->value_numbers != SEIDEL_NUMBERS_FLOAT
           && arrays->value_numbers != SEIDEL_NUMBERS_DOUBLE
           && arrays->value_numbers != SEIDEL_NUMBERS_COMPLEX)
    wrong = "values are float, double or complex";
  else if (arrays->value_numbers == SEIDEL_NUMBERS_COMPLEX && arrays->values == NULL)
    wrong = "there are no values";
  else if (arrays->first != 0 && arrays->first != 1)
    wrong = "they count from 0 or from 1";
  else if (arrays->row_offsets == NULL)
    wrong = "there are no row offsets";
  if (wrong != NULL)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "the arrays of a matrix: %s", wrong);
  return wrong == NULL;
}

/* Likewise the columns. */
static const int32_t *
take_columns (const SeidelArrays *arrays, int64_t nonzeros, void **own, GError **error)
{
  int32_t *columns;

  if (arrays->borrow && arrays->first == 0)
    return arrays->column_indices;
  columns = *own = allocate (nonzeros, sizeof *columns, error);
  if (columns == NULL)
    return NULL;
#pragma omp parallel for schedule(static) if (nonzeros > LEAST_SHARED)
  for (int64_t k = 0; k < nonzeros; k++)
    columns[k] = arrays->column_indices[k] - arrays->first;
  return columns;
}

/* Whether the offsets say what may be read of the other arrays. */
static bool
check_offsets (const SeidelArrays *arrays, const int64_t *offsets, GError **error)
{
  const SeidelCsr ends = { .rows = arrays->rows, .row_offsets = (int64_t *) offsets };

  for (int64_t row = 0; row < arrays->rows && !arrays->valid; row++)
    if (offsets[0] != 0 || offsets[row + 1] < offsets[row])
      return seidel_csr_validate_from (&ends, arrays->first, error);
  return true;
}

/* Whether all that is to be converted can wait until it is needed. */
static bool
can_wait (const SeidelArrays *arrays)
{
  return arrays->valid && arrays->borrow && arrays->first == 0
         && arrays->value_numbers != SEIDEL_NUMBERS_COMPLEX;
}

/* The three arrays in place or as copies, which the loan then owns; false with an error. */
static bool
take_arrays (const SeidelArrays *arrays, SeidelCsr *csr, double **parts, Loan *loan, GError **error)
{
  csr->rows = arrays->rows;
  csr->columns = arrays->columns;
  csr->row_offsets = (int64_t *) take_offsets (arrays, loan, error);
  if (csr->row_offsets == NULL)
    return false;
  if (loan->offsets != NULL && !can_wait (arrays))
    fill_offsets (arrays, loan->offsets);
  if (!check_offsets (arrays, csr->row_offsets, error))
    return false;
  loan->nonzeros = csr->row_offsets[csr->rows];
  csr->column_indices = (int32_t *) take_columns (arrays, loan->nonzeros, &loan->own[1], error);
  if (loan->nonzeros > 0 && csr->column_indices == NULL)
    return false;
  if (!arrays->valid && !seidel_csr_validate_from (csr, arrays->first, error))
    return false;
  csr->values = (double *) (arrays->value_numbers == SEIDEL_NUMBERS_COMPLEX
                              ? take_complex (arrays, loan->nonzeros, loan, parts, error)
                              : take_values (arrays, loan, error));
  if (loan->values != NULL && !can_wait (arrays))
    fill_values (arrays, loan->nonzeros, loan->values);
  return csr->values != NULL;
}

/* Of arrays on the host. */
static SeidelMatrix *
new_from_host (const char *name, const SeidelArrays *arrays, GError **error)
{
  SeidelCsr taken = { 0 };
  double *parts = NULL;
  Loan *loan = g_new0 (Loan, 1);
  SeidelCsr *csr;
  SeidelMatrix *matrix;

  loan->arrays = *arrays;
  csr = take_arrays (arrays, &taken, &parts, loan, error)
          ? seidel_csr_borrow (&taken, true, loan_free, loan, error)
          : NULL;
  if (csr == NULL)
    {
      loan_free (loan);
      return NULL;
    }
  loan->csr = csr;
  if ((loan->offsets != NULL || loan->values != NULL) && can_wait (arrays))
    seidel_pending_add (csr, fill, loan);
  /* From now on it is given back with the matrix. */
  if (arrays->borrow)
    {
      loan->release = arrays->release;
      loan->data = arrays->data;
    }
  matrix = seidel_matrix_new (name, csr);
  matrix->parts = parts;
  return matrix;
}

static void
free_fetched (gpointer host)
{
  seidel_arrays_free_host (host);
  g_free (host);
}

SeidelMatrix *
seidel_matrix_new_from_arrays (const char *name, const SeidelArrays *arrays, GError **error)
{
  SeidelArrays host;
  SeidelMatrix *matrix;

  if (!check_arrays (arrays, error))
    return NULL;
  if (arrays->memory == SEIDEL_MEMORY_HOST)
    return new_from_host (name, arrays, error);
  if (!seidel_arrays_fetch (arrays, &host, error))
    return NULL;
  host.borrow = true;
  host.release = free_fetched;
  host.data = g_memdup2 (&host, sizeof host);
  matrix = new_from_host (name, &host, error);
  if (matrix == NULL)
    free_fetched (host.data);
  return matrix;
}

SeidelMatrix *
seidel_matrix_generate (const char *text,
                        SeidelProgress *progress,
                        GCancellable *cancellable,
                        GError **error)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  GError *failure = NULL;
  const SeidelGalleryKind *kind = seidel_gallery_parse (text, values, &failure);

  if (kind != NULL)
    return seidel_gallery_make (kind, values, progress, cancellable, error);
  if (failure != NULL)
    g_propagate_error (error, failure);
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 "there is no matrix “%s” in the gallery", text);
  return NULL;
}

SeidelMatrix *
seidel_matrix_reorder (SeidelMatrix *matrix,
                       const char *ordering,
                       SeidelProgress *progress,
                       GCancellable *cancellable,
                       GError **error)
{
  SeidelOrderingSpec spec;

  seidel_matrix_complete (matrix);
  return seidel_ordering_spec_parse (ordering, &spec, error)
           ? seidel_ordering_apply (&spec, matrix, progress, cancellable, error)
           : NULL;
}

const char *
seidel_matrix_name (const SeidelMatrix *matrix)
{
  return matrix->name;
}

const char *
seidel_matrix_format (const SeidelMatrix *matrix)
{
  return matrix->origin.format;
}

int64_t
seidel_matrix_n_rows (const SeidelMatrix *matrix)
{
  return matrix->csr->rows;
}

int64_t
seidel_matrix_n_columns (const SeidelMatrix *matrix)
{
  return matrix->csr->columns;
}

int64_t
seidel_matrix_n_entries (const SeidelMatrix *matrix)
{
  return seidel_csr_nonzeros (matrix->csr);
}

bool
seidel_matrix_has_complex_values (const SeidelMatrix *matrix)
{
  return seidel_matrix_is_complex (matrix);
}

const int64_t *
seidel_matrix_row_offsets (const SeidelMatrix *matrix)
{
  seidel_matrix_complete (matrix);
  return matrix->csr->row_offsets;
}

const int32_t *
seidel_matrix_column_indices (const SeidelMatrix *matrix)
{
  return matrix->csr->column_indices;
}

const double *
seidel_matrix_values (const SeidelMatrix *matrix)
{
  seidel_matrix_complete (matrix);
  return matrix->parts != NULL ? matrix->parts : matrix->csr->values;
}

const double *
seidel_matrix_rhs (const SeidelMatrix *matrix)
{
  return matrix->rhs;
}

SeidelProgress *
seidel_progress_new (void)
{
  const SeidelProgress none = SEIDEL_PROGRESS_INIT;

  return g_memdup2 (&none, sizeof none);
}

double
seidel_progress_read (const SeidelProgress *progress, const char **activity)
{
  const int permille = seidel_progress_permille (progress);

  if (activity != NULL)
    *activity = seidel_progress_activity (progress);
  return permille >= 0 ? permille * 1e-3 : NAN;
}

void
seidel_progress_free (SeidelProgress *progress)
{
  g_free (progress);
}
