/* Rows that are looked at for the fill of all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-fill-count.h"

#include <math.h>

/* Rows that are looked at, and entries in all of them. */
#define MOST_ROWS    256
#define MOST_ENTRIES 400000

/* Where the golden ratio leads, so that rows are not at the distance of the lines of a grid. */
#define GOLDEN_RATIO 0.6180339887498949

/* Paths from a row that are as long as the edges followed so far: by vertex, the smallest number
 * that the largest vertex in between can have. */
typedef struct
{
  const SeidelCsr *csr;
  int64_t row;
  GHashTable *here; /* vertex + 1, and largest vertex in between + 1 */
  GHashTable *next;
  GHashTable *found; /* columns + 1 of the row of the factors */
  int64_t work;
} Search;

/* Follows the edges of a vertex, which is between its neighbours and the row from now on; largest:
 * of the vertices up to it, −1: it is the row itself. */
static void
follow (Search *search, int64_t vertex, int64_t largest)
{
  const SeidelCsr *csr = search->csr;

  for (int64_t k = csr->row_offsets[vertex]; k < csr->row_offsets[vertex + 1]; k++)
    {
      const int64_t column = csr->column_indices[k];
      const gpointer key = GSIZE_TO_POINTER (column + 1);
      gpointer known;

      if (column == search->row)
        continue;
      if (largest < MIN (column, search->row))
        g_hash_table_add (search->found, key);
      if (column < search->row
          && (!g_hash_table_lookup_extended (search->next, key, NULL, &known)
              || (int64_t) GPOINTER_TO_SIZE (known) > largest + 1))
        g_hash_table_insert (search->next, key, GSIZE_TO_POINTER (largest + 1));
    }
  search->work += csr->row_offsets[vertex + 1] - csr->row_offsets[vertex];
}

/* Entries of a row of both factors beside the diagonal. */
static int64_t
count_row (Search *search, int64_t row, int most)
{
  search->row = row;
  g_hash_table_remove_all (search->found);
  g_hash_table_remove_all (search->next);
  follow (search, row, -1);
  for (int level = 0; level < most; level++)
    {
      GHashTable *spare = search->here;
      GHashTableIter iter;
      gpointer vertex;
      gpointer largest;

      search->here = search->next;
      search->next = spare;
      g_hash_table_remove_all (search->next);
      g_hash_table_iter_init (&iter, search->here);
      while (g_hash_table_iter_next (&iter, &vertex, &largest))
        follow (search, (int64_t) GPOINTER_TO_SIZE (vertex) - 1,
                MAX ((int64_t) GPOINTER_TO_SIZE (vertex), (int64_t) GPOINTER_TO_SIZE (largest))
                  - 1);
    }
  return g_hash_table_size (search->found);
}

/* Entries of a row of both factors beside the diagonal, on average. */
static double
mean_row (const SeidelCsr *csr, int most)
{
  Search search = { .csr = csr,
                    .here = g_hash_table_new (NULL, NULL),
                    .next = g_hash_table_new (NULL, NULL),
                    .found = g_hash_table_new (NULL, NULL) };
  const int64_t rows = MIN (csr->rows, MOST_ROWS);
  double entries = 0.0;
  int64_t done = 0;

  for (; done < rows && search.work < MOST_ENTRIES; done++)
    {
      const double place = fmod ((double) (done + 1) * GOLDEN_RATIO, 1.0) * (double) csr->rows;

      entries += (double) count_row (&search, rows == csr->rows ? done : (int64_t) place, most);
    }
  g_hash_table_unref (search.here);
  g_hash_table_unref (search.next);
  g_hash_table_unref (search.found);
  return done > 0 ? entries / (double) done : 0.0;
}

double
seidel_fill_count (const SeidelPreconditionerKind *kind,
                   const SeidelCsr *csr,
                   const double *parameters)
{
  const double rows = (double) csr->rows;
  const double stored = (double) seidel_csr_nonzeros (csr) + rows;

  if ((kind->parameters & 1u << SEIDEL_PARAMETER_FILL_LEVEL) != 0)
    return rows * (mean_row (csr, (int) parameters[SEIDEL_PARAMETER_FILL_LEVEL]) + 2.0);
  if ((kind->parameters & 1u << SEIDEL_PARAMETER_ROW_FILL) != 0)
    return fmin (stored + 2.0 * rows * parameters[SEIDEL_PARAMETER_ROW_FILL], rows * (rows + 1.0));
  return 0.0;
}
