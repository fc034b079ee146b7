/* Arrays on a device: read once for plans on the host, and lent to the engine that works there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "api/seidel-handles-inside.h"

#include <stdlib.h>

#include "api/seidel-api-lent.h"
#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "engine/seidel-engines.h"
#include "matrix/seidel-pending.h"
#include "method/seidel-method.h"

static const SeidelEngine *
find_device (GError **error)
{
  const SeidelEngineEntryInfo *found = seidel_engines_find ("cuda");

  if (found != NULL && found->available && found->engine->lent.fetch != NULL)
    return found->engine;
  return seidel_fail (error, SEIDEL_ERROR_UNAVAILABLE, "there is no device: %s",
                      found != NULL && found->why_not != NULL ? found->why_not
                                                              : "the CUDA engine is not installed");
}

/* An array of the device, on the host; NULL with an error. */
static void *
fetch (const SeidelEngine *engine,
       const SeidelArrays *arrays,
       const void *from,
       int64_t count,
       size_t size,
       GError **error)
{
  const size_t bytes = (size_t) MAX (count, 0) * size;
  char why[240] = "";
  void *to = seidel_memory_alloc (MAX (bytes, 1));

  if (to == NULL)
    {
      seidel_memory_fail (error, (double) bytes, "the matrix");
      return NULL;
    }
  if (bytes == 0 || engine->lent.fetch (to, from, bytes, arrays->stream, why, sizeof why))
    return to;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "the arrays of the matrix: %s", why);
  free (to);
  return NULL;
}

static size_t
size_of (SeidelNumbers numbers)
{
  return numbers == SEIDEL_NUMBERS_INT32 || numbers == SEIDEL_NUMBERS_FLOAT ? 4
         : numbers == SEIDEL_NUMBERS_COMPLEX                                ? 16
                                                                            : 8;
}

void
seidel_arrays_free_host (SeidelArrays *host)
{
  free ((void *) host->row_offsets);
  free ((void *) host->column_indices);
  free ((void *) host->values);
}

bool
seidel_arrays_fetch (const SeidelArrays *arrays, SeidelArrays *host, GError **error)
{
  const SeidelEngine *engine = find_device (error);
  int64_t n;

  *host = *arrays;
  host->memory = SEIDEL_MEMORY_HOST;
  host->row_offsets = host->column_indices = host->values = NULL;
  if (engine == NULL)
    return false;
  host->row_offsets = fetch (engine, arrays, arrays->row_offsets, arrays->rows + 1,
                             size_of (arrays->offset_numbers), error);
  if (host->row_offsets == NULL)
    return false;
  n = arrays->offset_numbers == SEIDEL_NUMBERS_INT32
        ? ((const int32_t *) host->row_offsets)[arrays->rows]
        : ((const int64_t *) host->row_offsets)[arrays->rows];
  n = MAX (n - arrays->first, 0);
  host->column_indices = fetch (engine, arrays, arrays->column_indices, n, sizeof (int32_t), error);
  if (host->column_indices != NULL && arrays->values != NULL)
    host->values =
      fetch (engine, arrays, arrays->values, n, size_of (arrays->value_numbers), error);
  if (host->column_indices != NULL && (host->values != NULL || arrays->values == NULL))
    return true;
  seidel_arrays_free_host (host);
  return false;
}

/* What the engine is lent of them: only what it can read as it is. */
static bool
lend (const SeidelArrays *arrays, SeidelLentArrays *lent, GError **error)
{
  *lent = (SeidelLentArrays){
    .row_offsets = arrays->row_offsets,
    .column_indices = arrays->column_indices,
    .values = arrays->values,
    .wide = arrays->offset_numbers == SEIDEL_NUMBERS_INT64,
    .precision = arrays->value_numbers == SEIDEL_NUMBERS_FLOAT ? SEIDEL_PRECISION_SINGLE
                                                               : SEIDEL_PRECISION_DOUBLE,
    .stream = arrays->stream,
  };
  if (arrays->first == 0 && arrays->values != NULL
      && arrays->value_numbers != SEIDEL_NUMBERS_COMPLEX)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED,
                      "on a device real matrices are expected, of values that are there, with "
                      "offsets and columns that count from 0");
}

/* The matrix of the arrays, or a reference to the one that is given; *lent: what the engine is
 * lent, *on_device: where it is. NULL with an error. */
static SeidelMatrix *
take_matrix (SeidelMatrix *matrix,
             const SeidelArrays *arrays,
             SeidelLentArrays *lent,
             bool *on_device,
             GError **error)
{
  *on_device = arrays != NULL && arrays->memory == SEIDEL_MEMORY_CUDA;
  if (*on_device && !lend (arrays, lent, error))
    return NULL;
  matrix = arrays != NULL ? seidel_matrix_new_from_arrays ("A", arrays, error)
                          : seidel_matrix_ref (matrix);
  if (matrix != NULL)
    seidel_matrix_complete (matrix);
  return matrix;
}

SeidelPrepared *
seidel_prepared_new_from_api (SeidelMatrix *matrix,
                              const SeidelArrays *arrays,
                              const char *preconditioner,
                              const SeidelOptions *options,
                              GCancellable *cancellable,
                              GError **error)
{
  SeidelOptions chosen = options != NULL ? *options : seidel_options_default ();
  SeidelLentArrays lent = { 0 };
  bool on_device;
  g_autoptr (SeidelMatrix) own = take_matrix (matrix, arrays, &lent, &on_device, error);

  if (own == NULL)
    return NULL;
  chosen.method = SEIDEL_METHOD_AUTO;
  chosen.preconditioner = g_intern_string (preconditioner != NULL ? preconditioner : "none");
  if (on_device)
    chosen.engine = "cuda";
  return seidel_prepared_new (own, &chosen, on_device ? &lent : NULL, cancellable, error);
}

bool
seidel_prepared_update_from_api (SeidelPrepared *prepared,
                                 SeidelMatrix *matrix,
                                 const SeidelArrays *arrays,
                                 GCancellable *cancellable,
                                 GError **error)
{
  SeidelLentArrays lent = { 0 };
  bool on_device;
  g_autoptr (SeidelMatrix) own = take_matrix (matrix, arrays, &lent, &on_device, error);

  return own != NULL
         && seidel_prepared_update (prepared, own, on_device ? &lent : NULL, cancellable, error);
}
