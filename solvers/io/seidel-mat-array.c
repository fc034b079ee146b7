/* The numbers of a MATLAB array, checked before they are believed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-mat.h"

#include <string.h>

#include "io/seidel-elements.h"
#include "base/seidel-memory.h"
#include "base/seidel-error.h"

/* Characters of the longest text that is asked for. */
#define LONGEST_TEXT 1000

static bool
fail (const SeidelMatFile *file, const SeidelArray *array, const char *what, GError **error)
{
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, "%s: %s is damaged: %s", file->name,
               array->name, what);
  return false;
}

static bool
find_element (enum matio_types type, SeidelElement *element)
{
  static const struct
  {
    enum matio_types type;
    SeidelElement element;
  } types[] = {
    { MAT_T_INT8, SEIDEL_ELEMENT_INT8 },    { MAT_T_UINT8, SEIDEL_ELEMENT_UINT8 },
    { MAT_T_INT16, SEIDEL_ELEMENT_INT16 },  { MAT_T_UINT16, SEIDEL_ELEMENT_UINT16 },
    { MAT_T_INT32, SEIDEL_ELEMENT_INT32 },  { MAT_T_UINT32, SEIDEL_ELEMENT_UINT32 },
    { MAT_T_INT64, SEIDEL_ELEMENT_INT64 },  { MAT_T_UINT64, SEIDEL_ELEMENT_UINT64 },
    { MAT_T_SINGLE, SEIDEL_ELEMENT_FLOAT }, { MAT_T_DOUBLE, SEIDEL_ELEMENT_DOUBLE },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].type == type)
      {
        *element = types[i].element;
        return true;
      }
  return false;
}

/* Lets the library read the numbers of a variable, unless these are known not to fit. */
static bool
read_data (const SeidelMatFile *file, const SeidelArray *array, GError **error)
{
  matvar_t *variable = array->data;
  const bool sparse = variable->class_type == MAT_C_SPARSE;
  const double numbers = (double) array->rows * (double) array->columns;

  if (!seidel_memory_check ((double) MAX (array->rows, array->columns), sparse ? 0.0 : numbers,
                            error))
    {
      g_prefix_error (error, "%s: %s: ", file->name, array->name);
      return false;
    }
  if (variable->data == NULL && Mat_VarReadDataAll (file->mat, variable) != 0)
    return fail (file, array, "its numbers cannot be read", error);
  /* The library looks at the dimensions again. */
  if (variable->rank != 2 || (int64_t) variable->dims[0] != array->rows
      || (int64_t) variable->dims[1] != array->columns || variable->isComplex
      || (variable->class_type == MAT_C_SPARSE) != sparse)
    return fail (file, array, "its numbers are not what its header says", error);
  return true;
}

/* --- sparse --------------------------------------------------------------------------------------
 */

static bool
check_sparse (const SeidelMatFile *file,
              const SeidelArray *array,
              const mat_sparse_t *sparse,
              GError **error)
{
  const int64_t columns = array->columns;
  int64_t nonzeros;

  if (sparse == NULL)
    return fail (file, array, "its entries cannot be read", error);
  /* An empty matrix may come without any arrays. */
  if (columns == 0 && sparse->njc == 0)
    return true;
  if (sparse->jc == NULL || (int64_t) sparse->njc < columns + 1)
    return fail (file, array, "the offsets of its columns are incomplete", error);
  if (sparse->jc[0] != 0)
    return fail (file, array, "the offsets of its columns do not begin with 0", error);
  for (int64_t j = 0; j < columns; j++)
    if (sparse->jc[j + 1] < sparse->jc[j])
      return fail (file, array, "the offsets of its columns decrease", error);
  nonzeros = sparse->jc[columns];
  if (nonzeros > 0
      && (sparse->ir == NULL || (int64_t) sparse->nir < nonzeros || sparse->data == NULL
          || (int64_t) sparse->ndata < nonzeros))
    return fail (file, array, "it has fewer entries than it promises", error);
  for (int64_t k = 0; k < nonzeros; k++)
    if ((int64_t) sparse->ir[k] >= array->rows)
      return fail (file, array, "the row of an entry is out of bounds", error);
  return true;
}

/* The columns as rows. */
static SeidelCsr *
read_sparse (const SeidelMatFile *file, const SeidelArray *array, int64_t *inexact, GError **error)
{
  const matvar_t *variable = array->data;
  const mat_sparse_t *sparse = variable->data;
  SeidelElement element = SEIDEL_ELEMENT_DOUBLE;
  int64_t nonzeros;
  SeidelCsr *csr;

  if (!check_sparse (file, array, sparse, error))
    return NULL;
  nonzeros = array->columns > 0 ? sparse->jc[array->columns] : 0;
  if (nonzeros > 0 && !find_element (variable->data_type, &element))
    {
      fail (file, array, "the type of its numbers is not known", error);
      return NULL;
    }
  if (!seidel_memory_check ((double) MAX (array->rows, array->columns), (double) nonzeros, error))
    return NULL;
  csr = seidel_csr_new (array->columns, array->rows, nonzeros, error);
  if (csr == NULL)
    return NULL;
  for (int64_t j = 0; j < array->columns; j++)
    csr->row_offsets[j] = sparse->jc[j];
  for (int64_t k = 0; k < nonzeros; k++)
    csr->column_indices[k] = (int32_t) sparse->ir[k];
  if (nonzeros > 0)
    *inexact = seidel_elements_to_doubles (element, false, sparse->data, nonzeros, csr->values);
  return csr;
}

/* --- dense ---------------------------------------------------------------------------------------
 */

/* The numbers lie column by column. */
static bool
check_dense (const SeidelMatFile *file,
             const SeidelArray *array,
             SeidelElement *element,
             GError **error)
{
  const matvar_t *variable = array->data;
  const size_t numbers = (size_t) array->rows * (size_t) array->columns;

  if (numbers == 0)
    return true;
  if (!find_element (variable->data_type, element)
      || (size_t) variable->data_size != seidel_element_size (*element))
    return fail (file, array, "the type of its numbers is not known", error);
  if (variable->data == NULL || variable->nbytes / seidel_element_size (*element) < numbers)
    return fail (file, array, "it has fewer numbers than it promises", error);
  return true;
}

static SeidelCsr *
read_dense (const SeidelMatFile *file, const SeidelArray *array, int64_t *inexact, GError **error)
{
  const matvar_t *variable = array->data;
  const int64_t numbers = array->rows * array->columns;
  SeidelElement element = SEIDEL_ELEMENT_DOUBLE;
  g_autofree double *values = NULL;

  if (!check_dense (file, array, &element, error))
    return NULL;
  values = g_try_new (double, (gsize) MAX (numbers, 1));
  if (values == NULL)
    {
      seidel_memory_fail (0.0, (double) numbers, error);
      return NULL;
    }
  *inexact = seidel_elements_to_doubles (element, false, variable->data, numbers, values);
  return seidel_csr_from_dense (values, array->rows, array->columns, true, NULL, error);
}

SeidelCsr *
seidel_mat_array_read (const SeidelMatFile *file,
                       const SeidelArray *array,
                       bool *transposed,
                       int64_t *inexact,
                       GError **error)
{
  const matvar_t *variable = array->data;

  *inexact = 0;
  *transposed = variable->class_type == MAT_C_SPARSE;
  if (!read_data (file, array, error))
    return NULL;
  return *transposed ? read_sparse (file, array, inexact, error)
                     : read_dense (file, array, inexact, error);
}

double *
seidel_mat_array_read_vector (const SeidelMatFile *file,
                              const SeidelArray *array,
                              int64_t n,
                              GError **error)
{
  const matvar_t *variable = array->data;
  const mat_sparse_t *sparse;
  SeidelElement element = SEIDEL_ELEMENT_DOUBLE;
  double *x = NULL;

  if (!read_data (file, array, error))
    return NULL;
  sparse = variable->data;
  if (!(variable->class_type == MAT_C_SPARSE ? check_sparse (file, array, sparse, error)
                                             : check_dense (file, array, &element, error)))
    return NULL;
  x = g_try_new0 (double, (gsize) MAX (n, 1));
  if (x == NULL)
    {
      seidel_memory_fail (0.0, (double) n, error);
      return NULL;
    }
  if (variable->class_type != MAT_C_SPARSE)
    {
      if (array->rows * array->columns > 0)
        seidel_elements_to_doubles (element, false, variable->data, n, x);
      return x;
    }
  if (!find_element (variable->data_type, &element))
    return x;
  for (int64_t j = 0; j < (array->rows == n ? MIN (array->columns, 1) : array->columns); j++)
    for (int64_t k = sparse->jc[j]; k < (int64_t) sparse->jc[j + 1]; k++)
      seidel_elements_to_doubles (element, false,
                                  (const char *) sparse->data
                                    + k * (int64_t) seidel_element_size (element),
                                  1, &x[array->rows == n ? (int64_t) sparse->ir[k] : j]);
  return x;
}

char *
seidel_mat_field_text (const SeidelMatFile *file, matvar_t *structure, const char *field)
{
  matvar_t *text = Mat_VarGetStructFieldByName (structure, field, 0);
  GString *result;
  size_t length;

  if (text == NULL || text->class_type != MAT_C_CHAR || text->rank != 2 || text->dims[0] != 1
      || text->dims[1] > LONGEST_TEXT
      || (text->data == NULL && Mat_VarReadDataAll (file->mat, text) != 0) || text->data == NULL
      || text->rank != 2 || text->data_size < 1 || text->data_size > 2)
    return NULL;
  length = MIN (text->dims[1], text->nbytes / (size_t) text->data_size);
  result = g_string_new (NULL);
  for (size_t i = 0; i < length; i++)
    {
      const unsigned char *p = (const unsigned char *) text->data + i * (size_t) text->data_size;

      /* Names and titles are plain letters; what is not, is left out. */
      if (g_ascii_isprint (*p) && (text->data_size == 1 || p[1] == 0))
        g_string_append_c (result, (char) *p);
    }
  return g_string_free (result, FALSE);
}
