/* Ways to hold a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-storage.h"
#include "base/seidel-translatable.h"

static const SeidelStorageInfo storages[] = {
  [SEIDEL_STORAGE_CSR] = { "csr", N_ ("Rows"),
                           N_ ("Compressed sparse rows: every entry with its column. Suits every "
                               "pattern.") },
  [SEIDEL_STORAGE_DIAGONALS] = { "dia", N_ ("Diagonals"),
                                 N_ ("Whole diagonals, zeros included, without any column: less to "
                                     "read if the entries are on few diagonals.") },
  [SEIDEL_STORAGE_DENSE] = { "dense", N_ ("Dense"),
                             N_ (
                               "Every entry, zeros included, row after row: for matrices that are "
                               "small or nearly full.") },
};

const SeidelStorageInfo *
seidel_storages (size_t *n)
{
  *n = G_N_ELEMENTS (storages);
  return storages;
}

const char *
seidel_storage_id (SeidelStorage storage)
{
  return storage >= 0 && (size_t) storage < G_N_ELEMENTS (storages) ? storages[storage].id : "auto";
}

bool
seidel_storage_parse (const char *text, SeidelStorage *storage)
{
  for (size_t i = 0; i < G_N_ELEMENTS (storages); i++)
    if (g_strcmp0 (text, storages[i].id) == 0)
      {
        *storage = (SeidelStorage) i;
        return true;
      }
  return false;
}

double
seidel_storage_bytes (SeidelStorage storage,
                      const SeidelStorageShape *shape,
                      SeidelPrecision precision)
{
  double number = precision == SEIDEL_PRECISION_DOUBLE ? sizeof (double) : sizeof (float);
  double rows = (double) shape->rows;

  switch (storage)
    {
    case SEIDEL_STORAGE_DIAGONALS:
      return (double) shape->diagonals * (rows * number + sizeof (int64_t));
    case SEIDEL_STORAGE_DENSE:
      return rows * (double) shape->columns * number;
    case SEIDEL_STORAGE_CSR:
    default:
      return (rows + 1.0) * sizeof (int64_t)
             + (double) shape->nonzeros * (sizeof (int32_t) + number);
    }
}

SeidelStorage
seidel_storage_propose (const SeidelStorageShape *shape, SeidelPrecision precision, uint32_t among)
{
  SeidelStorage best = SEIDEL_STORAGE_CSR;

  for (size_t i = 0; i < G_N_ELEMENTS (storages); i++)
    if ((among & 1u << i) != 0
        && seidel_storage_bytes ((SeidelStorage) i, shape, precision)
             < seidel_storage_bytes (best, shape, precision))
      best = (SeidelStorage) i;
  return best;
}
