/* Ways to hold a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-storage.h"

#include "base/seidel-error.h"

static const SeidelStorageInfo storages[] = {
  [SEIDEL_STORAGE_CSR] = { "csr", "Rows",
                           "Compressed sparse rows: every entry with its column. Suits every "
                           "pattern." },
  [SEIDEL_STORAGE_DIAGONALS] = { "dia", "Diagonals",
                                 "Whole diagonals, zeros included, without any column: less to "
                                 "read where the entries stand on few diagonals." },
  [SEIDEL_STORAGE_DENSE] = { "dense", "Dense",
                             "Every entry, zeros included, row after row: for matrices that are "
                             "small or nearly full." },
};

const SeidelStorageInfo *
seidel_storages (size_t *n)
{
  *n = G_N_ELEMENTS (storages);
  return storages;
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
seidel_storage_propose (const SeidelStorageShape *shape, SeidelPrecision precision)
{
  SeidelStorage best = SEIDEL_STORAGE_CSR;

  for (size_t i = 0; i < G_N_ELEMENTS (storages); i++)
    if (seidel_storage_bytes ((SeidelStorage) i, shape, precision)
        < seidel_storage_bytes (best, shape, precision))
      best = (SeidelStorage) i;
  return best;
}

/* In the unit that suits; sizes alike in all locales. */
static char *
format_bytes (double bytes)
{
  static const char *const units[] = { "kB", "MB", "GB", "TB" };
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  size_t unit = 0;

  bytes /= 1e3;
  while (bytes >= 999.95 && unit + 1 < G_N_ELEMENTS (units))
    {
      bytes /= 1e3;
      unit++;
    }
  g_ascii_formatd (number, sizeof number, "%.1f", bytes);
  return g_strdup_printf ("%s %s", number, units[unit]);
}

bool
seidel_storage_fits (SeidelStorage storage,
                     const SeidelStorageShape *shape,
                     SeidelPrecision precision,
                     double available,
                     GError **error)
{
  double needed = seidel_storage_bytes (storage, shape, precision);
  g_autofree char *name = NULL;
  g_autofree char *needed_text = NULL;
  g_autofree char *available_text = NULL;

  if (needed <= available)
    return true;
  name = g_utf8_strdown (storages[storage].name, -1);
  needed_text = format_bytes (needed);
  available_text = format_bytes (available);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
               "the matrix stored as “%s” would take %s; %s are free", name, needed_text,
               available_text);
  return false;
}
