/* Partitions of the rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-partition.h"

#include <inttypes.h>

#include "analysis/seidel-ordering-process.h"
#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "base/seidel-translatable.h"

/* Parts of fewer rows than this on average are not worth a graph. */
#define LEAST_ROWS 2

void
seidel_partition_free (SeidelPartition *partition)
{
  if (partition == NULL)
    return;
  g_free (partition->first);
  g_free (partition->order);
  g_free (partition);
}

/* The first row with at least as many entries before it. */
static int64_t
find_row (const SeidelCsr *csr, int64_t entries)
{
  int64_t low = 0;
  int64_t high = csr->rows;

  while (low < high)
    {
      const int64_t middle = low + (high - low) / 2;

      if (csr->row_offsets[middle] < entries)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
divide_in_order (SeidelPartition *self, SeidelPartitioning how, const SeidelCsr *csr)
{
  const double entries = (double) seidel_csr_nonzeros (csr);

  for (int rank = 1; rank < self->ranks; rank++)
    self->first[rank] = how == SEIDEL_PARTITIONING_ROWS
                          ? csr->rows / self->ranks * rank + MIN (rank, csr->rows % self->ranks)
                          : find_row (csr, (int64_t) (entries / self->ranks * rank));
  self->first[self->ranks] = csr->rows;
}

/* Sorts the rows by their parts. */
static void
take_parts (SeidelPartition *self, const int32_t *part)
{
  g_autofree int64_t *next = g_new0 (int64_t, self->ranks);

  for (int64_t row = 0; row < self->rows; row++)
    self->first[part[row] + 1]++;
  for (int rank = 0; rank < self->ranks; rank++)
    {
      next[rank] = self->first[rank];
      self->first[rank + 1] += self->first[rank];
    }
  for (int64_t row = 0; row < self->rows; row++)
    self->order[next[part[row]]++] = (int32_t) row;
}

static bool
divide_by_graph (SeidelPartition *self,
                 const SeidelCsr *csr,
                 SeidelProgress *progress,
                 GCancellable *cancellable,
                 GError **error)
{
  const size_t bytes = (size_t) csr->rows * sizeof (int32_t);
  g_autofree int32_t *part = seidel_memory_try (bytes, "The parts of the rows", error);

  if (part == NULL
      || !seidel_partition_process (csr, self->ranks, part, progress, cancellable, error))
    return false;
  self->order = seidel_memory_try (bytes, "The rows by parts", error);
  if (self->order == NULL)
    return false;
  take_parts (self, part);
  return true;
}

SeidelPartition *
seidel_partition_new (SeidelPartitioning how,
                      const SeidelCsr *csr,
                      int ranks,
                      SeidelProgress *progress,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (SeidelPartition) self = g_new0 (SeidelPartition, 1);

  if (csr->rows != csr->columns)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("Ranks need a square matrix: this one is %" PRId64
                                     " × %" PRId64),
                        csr->rows, csr->columns);
  self->ranks = ranks;
  self->rows = csr->rows;
  self->first = g_new0 (int64_t, ranks + 1);
  if (how == SEIDEL_PARTITIONING_METIS && ranks > 1 && csr->rows / ranks >= LEAST_ROWS)
    {
      if (!divide_by_graph (self, csr, progress, cancellable, error))
        return NULL;
    }
  else
    divide_in_order (self, how, csr);
  return g_steal_pointer (&self);
}

int32_t *
seidel_partition_places (const SeidelPartition *partition, GError **error)
{
  int32_t *places = seidel_memory_try ((size_t) MAX (partition->rows, 1) * sizeof *places,
                                       "The places of the rows", error);

  for (int64_t place = 0; places != NULL && place < partition->rows; place++)
    places[seidel_partition_row (partition, place)] = (int32_t) place;
  return places;
}

/* The columns of other ranks; seen has the latest rank, from 1, that each was counted for. */
static void
measure_row (SeidelPartitionShare *share,
             const SeidelCsr *csr,
             int64_t row,
             const int64_t own[2],
             const int32_t *places,
             int32_t *seen,
             int32_t mark)
{
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int32_t column = csr->column_indices[k];
      const int64_t place = places != NULL ? places[column] : column;

      if (place >= own[0] && place < own[1])
        continue;
      share->crossing++;
      share->halo += seen[column] != mark;
      seen[column] = mark;
    }
  share->rows++;
  share->entries += csr->row_offsets[row + 1] - csr->row_offsets[row];
}

SeidelPartitionShare *
seidel_partition_measure (const SeidelPartition *partition,
                          const SeidelCsr *csr,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autofree SeidelPartitionShare *shares = g_new0 (SeidelPartitionShare, partition->ranks);
  g_autofree int32_t *seen =
    seidel_memory_try0 ((size_t) MAX (csr->rows, 1) * sizeof *seen, "What crosses", error);
  g_autofree int32_t *places = NULL;

  if (seen == NULL)
    return NULL;
  if (partition->order != NULL && (places = seidel_partition_places (partition, error)) == NULL)
    return NULL;
  for (int rank = 0; rank < partition->ranks; rank++)
    for (int64_t place = partition->first[rank]; place < partition->first[rank + 1]; place++)
      {
        if (seidel_poll (place, cancellable, error))
          return NULL;
        measure_row (&shares[rank], csr, seidel_partition_row (partition, place),
                     &partition->first[rank], places, seen, rank + 1);
      }
  return g_steal_pointer (&shares);
}
