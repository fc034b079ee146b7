/* Partitions: who has which rows, and what crosses, counted again by a plain loop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-partition.h"

#include <string.h>

#include "analysis/seidel-ordering.h"
#include "base/seidel-error.h"

#include "core-testing.h"

static const SeidelPartitioning ways[] = { SEIDEL_PARTITIONING_ENTRIES, SEIDEL_PARTITIONING_ROWS,
                                           SEIDEL_PARTITIONING_METIS };

static SeidelPartition *
divide (const SeidelCsr *csr, SeidelPartitioning how, int ranks)
{
  g_autoptr (GError) error = NULL;
  SeidelPartition *partition = seidel_partition_new (how, csr, ranks, NULL, NULL, &error);

  g_assert_no_error (error);
  return partition;
}

/* The rank of every row. */
static int *
owners_of (const SeidelPartition *partition)
{
  int *owners = g_new (int, partition->rows);

  memset (owners, -1, (size_t) partition->rows * sizeof *owners);
  for (int rank = 0; rank < partition->ranks; rank++)
    for (int64_t place = partition->first[rank]; place < partition->first[rank + 1]; place++)
      {
        const int64_t row = seidel_partition_row (partition, place);

        g_assert_cmpint (owners[row], ==, -1);
        owners[row] = rank;
        if (place > partition->first[rank])
          g_assert_cmpint (row, >, seidel_partition_row (partition, place - 1));
      }
  for (int64_t row = 0; row < partition->rows; row++)
    g_assert_cmpint (owners[row], >=, 0);
  return owners;
}

static void
measure_ref (const SeidelPartition *partition,
             const SeidelCsr *csr,
             int rank,
             SeidelPartitionShare *share)
{
  g_autofree int *owners = owners_of (partition);
  g_autofree bool *needed = g_new0 (bool, csr->columns);

  *share = (SeidelPartitionShare){ 0 };
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; owners[row] == rank && k < csr->row_offsets[row + 1];
         k++)
      {
        share->entries++;
        share->crossing += owners[csr->column_indices[k]] != rank;
        needed[csr->column_indices[k]] |= owners[csr->column_indices[k]] != rank;
      }
  for (int64_t row = 0; row < csr->rows; row++)
    {
      share->rows += owners[row] == rank;
      share->halo += needed[row];
    }
}

static void
check (const SeidelCsr *csr, SeidelPartitioning how, int ranks)
{
  g_autoptr (SeidelPartition) partition = divide (csr, how, ranks);
  g_autofree SeidelPartitionShare *shares = seidel_partition_measure (partition, csr, NULL, NULL);
  g_autofree int32_t *places = seidel_partition_places (partition, NULL);

  for (int rank = 0; rank < ranks; rank++)
    {
      SeidelPartitionShare expected;

      measure_ref (partition, csr, rank, &expected);
      g_assert_cmpmem (&shares[rank], sizeof *shares, &expected, sizeof expected);
    }
  for (int64_t place = 0; place < csr->rows; place++)
    g_assert_cmpint (places[seidel_partition_row (partition, place)], ==, place);
}

static void
test_shares (void)
{
  static const struct
  {
    const char *kind;
    double size;
  } cases[] = { { "poisson-5", 20 }, { "arrow", 40 }, { "random-dominant", 300 }, { "chain", 3 } };

  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (cases[c].kind, cases[c].size);

      for (size_t w = 0; w < G_N_ELEMENTS (ways); w++)
        for (int ranks = 1; ranks <= 7; ranks++)
          check (matrix->csr, ways[w], ranks);
    }
}

/* Rows differ by one at most; entries by the longest row. */
static void
test_balance (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("random-dominant", 1000);
  const SeidelCsr *csr = matrix->csr;
  g_autoptr (SeidelPartition) rows = divide (csr, SEIDEL_PARTITIONING_ROWS, 7);
  g_autoptr (SeidelPartition) entries = divide (csr, SEIDEL_PARTITIONING_ENTRIES, 7);
  g_autofree SeidelPartitionShare *shares = seidel_partition_measure (entries, csr, NULL, NULL);
  int64_t longest = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    longest = MAX (longest, csr->row_offsets[row + 1] - csr->row_offsets[row]);
  for (int rank = 0; rank < 7; rank++)
    {
      const int64_t n = rows->first[rank + 1] - rows->first[rank];

      g_assert_true (n == 142 || n == 143);
      g_assert_cmpint (ABS (shares[rank].entries * 7 - seidel_csr_nonzeros (csr)), <=,
                       14 * longest);
    }
}

static int64_t
count_crossing (const SeidelCsr *csr, SeidelPartitioning how, int ranks)
{
  g_autoptr (SeidelPartition) partition = divide (csr, how, ranks);
  g_autofree SeidelPartitionShare *shares = seidel_partition_measure (partition, csr, NULL, NULL);
  int64_t crossing = 0;

  for (int rank = 0; rank < ranks; rank++)
    crossing += shares[rank].crossing;
  return crossing;
}

/* Squares of a grid have shorter borders than strips, and parts of a shuffled one are found again;
 * the same parts each time. */
static void
test_metis (void)
{
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-5", 60);
  SeidelOrderingSpec spec;
  g_autoptr (SeidelMatrix) shuffled = NULL;
  g_autoptr (SeidelPartition) one = divide (grid->csr, SEIDEL_PARTITIONING_METIS, 16);
  g_autoptr (SeidelPartition) other = divide (grid->csr, SEIDEL_PARTITIONING_METIS, 16);

  g_assert_true (seidel_ordering_spec_parse ("random:3", &spec, NULL));
  shuffled = seidel_ordering_apply (&spec, grid, NULL, NULL, NULL);
  g_assert_cmpint (2 * count_crossing (grid->csr, SEIDEL_PARTITIONING_METIS, 16), <,
                   count_crossing (grid->csr, SEIDEL_PARTITIONING_ROWS, 16));
  g_assert_cmpint (10 * count_crossing (shuffled->csr, SEIDEL_PARTITIONING_METIS, 4), <,
                   count_crossing (shuffled->csr, SEIDEL_PARTITIONING_ROWS, 4));
  g_assert_cmpmem (one->order, 3600 * sizeof (int32_t), other->order, 3600 * sizeof (int32_t));
}

static void
test_errors (void)
{
  const double dense[] = { 1, 2, 3, 4, 5, 6 };
  g_autoptr (SeidelMatrix) rectangular =
    seidel_matrix_new ("rectangular", test_csr_from_dense (2, 3, dense));
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelPartition) partition = divide (grid->csr, SEIDEL_PARTITIONING_ROWS, 3);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (
    seidel_partition_new (SEIDEL_PARTITIONING_ROWS, rectangular->csr, 2, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_clear_error (&error);
  g_cancellable_cancel (cancelled);
  g_assert_null (
    seidel_partition_new (SEIDEL_PARTITIONING_METIS, grid->csr, 3, NULL, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (seidel_partition_measure (partition, grid->csr, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/partition/shares", test_shares);
  g_test_add_func ("/partition/balance", test_balance);
  g_test_add_func ("/partition/metis", test_metis);
  g_test_add_func ("/partition/errors", test_errors);
  return g_test_run ();
}
