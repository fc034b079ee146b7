/* Aggregates against a plain greedy choice, and the order of rows that it goes by.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "core-testing.h"

#include <math.h>
#include <stdlib.h>

#include "engine/seidel-root-order.h"
#include "matrix/seidel-csr.h"
#include "multigrid/seidel-aggregation.h"
#include "multigrid/seidel-smoothed-aggregation.h"

#define STRENGTH 0.25

typedef struct
{
  uint64_t key;
  int32_t row;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *first = a;
  const Place *second = b;

  return (first->key > second->key) - (first->key < second->key);
}

static SeidelRootLattice
lattice_of (const SeidelStrength *strength)
{
  const SeidelCsr *csr = strength->csr;
  SeidelRootSample sample = { .sampled = (int32_t) MIN (csr->rows, SEIDEL_ROOT_SAMPLES) };

  for (int64_t i = 0; i < sample.sampled; i++)
    {
      const int64_t row = seidel_root_sample_row (i, csr->rows);

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] > row && seidel_strength_is_strong (strength, row, k))
          seidel_root_sample_note (&sample, csr->column_indices[k] - (int32_t) row);
    }
  return seidel_root_lattice_find (&sample);
}

/* The strong neighbour that a row is coupled to most strongly, of those that are in an aggregate of
 * the first phase; −1: there is none. */
static int32_t
strongest_ref (const SeidelStrength *strength, const int32_t *roots, int32_t row)
{
  const SeidelCsr *csr = strength->csr;
  double strongest = 0.0;
  int32_t found = -1;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int32_t column = csr->column_indices[k];
      const double coupling = fabs (csr->values[k]) / strength->scale[column];

      if (seidel_strength_is_strong (strength, row, k) && roots[column] >= 0
          && coupling > strongest)
        {
          strongest = coupling;
          found = column;
        }
    }
  return found;
}

/* The row and its free strong neighbours become an aggregate, or, where whole is set, only if none
 * of them is in one. */
static void
begin_ref (const SeidelStrength *strength, int32_t *roots, int32_t row, bool whole)
{
  const SeidelCsr *csr = strength->csr;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (whole && seidel_strength_is_strong (strength, row, k) && roots[csr->column_indices[k]] >= 0)
      return;
  roots[row] = row;
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (seidel_strength_is_strong (strength, row, k) && roots[csr->column_indices[k]] == -2)
      roots[csr->column_indices[k]] = row;
}

/* For each row the one that begins its aggregate: −1 for a row without a strong coupling. */
static void
roots_ref (const SeidelStrength *strength, int32_t *roots)
{
  const int32_t n = (int32_t) strength->csr->rows;
  const SeidelRootLattice lattice = lattice_of (strength);
  g_autofree Place *places = g_new (Place, n);
  g_autofree int32_t *joined = g_new (int32_t, n);

  for (int32_t row = 0; row < n; row++)
    {
      places[row] = (Place){ seidel_root_key (&lattice, row), row };
      roots[row] = -1;
      for (int64_t k = strength->csr->row_offsets[row]; k < strength->csr->row_offsets[row + 1];
           k++)
        if (seidel_strength_is_strong (strength, row, k))
          roots[row] = -2;
    }
  qsort (places, (size_t) n, sizeof *places, compare_places);
  for (int32_t i = 0; i < n; i++)
    if (roots[places[i].row] == -2)
      begin_ref (strength, roots, places[i].row, true);
  for (int32_t row = 0; row < n; row++)
    joined[row] = roots[row] == -2 ? strongest_ref (strength, roots, row) : -1;
  for (int32_t row = 0; row < n; row++)
    if (joined[row] >= 0)
      roots[row] = roots[joined[row]];
  for (int32_t i = 0; i < n; i++)
    if (roots[places[i].row] == -2)
      begin_ref (strength, roots, places[i].row, false);
}

/* By one thread and by several, with the same result. */
static void
compare_with_ref (const SeidelCsr *csr, int threads)
{
  const SeidelWorkers workers = { .threads = threads };
  const int32_t n = (int32_t) csr->rows;
  g_autofree int32_t *aggregates = g_new (int32_t, n);
  g_autofree int32_t *roots = g_new (int32_t, n);
  g_autofree int32_t *numbers = g_new (int32_t, n);
  g_auto (SeidelStrength) strength = { 0 };
  int32_t count = 0;

  g_assert_true (seidel_strength_init (&strength, csr, STRENGTH, &workers, NULL));
  memset (aggregates, 0x55, (size_t) n * sizeof *aggregates);
  roots_ref (&strength, roots);
  for (int32_t row = 0; row < n; row++)
    numbers[row] = roots[row] == row ? count++ : -1;
  g_assert_cmpint (seidel_aggregate (&strength, aggregates, &workers, NULL), ==, count);
  for (int32_t row = 0; row < n; row++)
    g_assert_cmpint (aggregates[row], ==, roots[row] < 0 ? -1 : numbers[roots[row]]);
}

/* More rows than a tile has, too. */
static void
test_reference (void)
{
  static const struct
  {
    const char *kind;
    double size;
  } matrices[] = {
    { "poisson-5", 17 },           { "poisson-5", 150 },   { "poisson-7", 30 },
    { "poisson-anisotropic", 40 }, { "poisson-27", 14 },   { "random-graph", 5000 },
    { "poisson-5", 400 },          { "poisson-7", 50 },    { "wathen", 20 },
    { "random-dominant", 20000 },  { "kmer-like", 30000 },
  };

  for (size_t m = 0; m < G_N_ELEMENTS (matrices); m++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (matrices[m].kind, matrices[m].size);

      for (int threads = 1; threads <= 5; threads += 2)
        compare_with_ref (matrix->csr, threads);
    }
}

/* Whether no two points of the lattice share a neighbour: none of them waits for another. */
static void
test_lattices (void)
{
  static const struct
  {
    const char *kind;
    double size;
    int dimensions;
    int box;
    int neighbourhood; /* rows */
  } grids[] = {
    { "poisson-5", 40, 2, 0, 5 },
    { "poisson-7", 15, 3, 0, 7 },
    { "poisson-27", 15, 3, 1, 27 },
  };

  for (size_t g = 0; g < G_N_ELEMENTS (grids); g++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (grids[g].kind, grids[g].size);
      const SeidelCsr *csr = matrix->csr;
      const SeidelWorkers workers = { .threads = 1 };
      g_autofree int *points = g_new0 (int, csr->rows);
      g_auto (SeidelStrength) strength = { 0 };
      SeidelRootLattice lattice;
      int64_t n_points = 0;

      g_assert_true (seidel_strength_init (&strength, csr, STRENGTH, &workers, NULL));
      lattice = lattice_of (&strength);
      g_assert_cmpint (lattice.dimensions, ==, grids[g].dimensions);
      g_assert_cmpint (lattice.box, ==, grids[g].box);
      for (int32_t row = 0; row < csr->rows; row++)
        if (seidel_root_lattice_has (&lattice, row))
          {
            n_points++;
            for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
              g_assert_cmpint (points[csr->column_indices[k]]++, ==, 0);
          }
      g_assert_cmpint (n_points, >=, csr->rows / grids[g].neighbourhood);
    }
}

/* A graph whose rows are shuffled has no lattice, and no two rows have the same key. */
static void
test_no_lattice (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("random-dominant", 3000);
  const SeidelWorkers workers = { .threads = 1 };
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree gint64 *keys = g_new (gint64, 100000);
  g_auto (SeidelStrength) strength = { 0 };
  SeidelRootLattice lattice;

  g_assert_true (seidel_strength_init (&strength, matrix->csr, STRENGTH, &workers, NULL));
  lattice = lattice_of (&strength);
  g_assert_cmpint (lattice.dimensions, ==, 0);
  for (int32_t row = 0; row < 100000; row++)
    {
      keys[row] = (gint64) seidel_root_key (&lattice, row);
      g_assert_true (g_hash_table_add (seen, &keys[row]));
    }
}

static SeidelCsr *
copy_new (const SeidelCsr *csr)
{
  return seidel_csr_new_from_arrays (csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                                     csr->values, NULL);
}

static SeidelCsr *
multiple_new (const SeidelCsr *csr, double factor)
{
  SeidelCsr *multiple = copy_new (csr);

  for (int64_t k = 0; k < seidel_csr_nonzeros (csr); k++)
    multiple->values[k] *= factor;
  return multiple;
}

/* A multiple of a matrix has its aggregates, also where couplings are as strong as the threshold
 * asks for: those of Wathen's elements are, whose entries are multiples of each other. */
static void
test_multiples (void)
{
  static const double factors[] = { 2.0, 0.5, 3.0, 0.1, 7e80, 1.0 / 3e90 };
  static const char *const kinds[] = { "wathen", "poisson-27", "poisson-jumping" };
  const SeidelWorkers workers = { .threads = 1 };

  for (size_t m = 0; m < G_N_ELEMENTS (kinds); m++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kinds[m], 20);
      const int64_t n = matrix->csr->rows;
      const int64_t nonzeros = seidel_csr_nonzeros (matrix->csr);
      g_autoptr (SeidelAggregates) first =
        seidel_aggregates_new (matrix->csr, STRENGTH, &workers, NULL);

      for (size_t f = 0; f < G_N_ELEMENTS (factors); f++)
        {
          g_autoptr (SeidelCsr) multiple = multiple_new (matrix->csr, factors[f]);
          g_autoptr (SeidelAggregates) second =
            seidel_aggregates_new (multiple, STRENGTH, &workers, NULL);

          g_assert_cmpmem (first->strong, nonzeros, second->strong, nonzeros);
          g_assert_cmpmem (first->of_row, n * sizeof (int32_t), second->of_row,
                           n * sizeof (int32_t));
          g_assert_true (seidel_aggregates_serve (first, multiple, &workers));
        }
    }
}

/* Aggregates serve while no coupling crosses the threshold by more than a factor of 2, by one
 * thread and by several: every so many rows of the grid are coupled otherwise to the next one, or
 * one point is. */
static void
test_crossings (void)
{
  static const struct
  {
    const char *kind;
    int every; /* 0: one point */
    double factor;
    bool serve;
  } cases[] = {
    { "poisson-5", 20, 0.2, true },
    { "poisson-5", 1, 0.13, true },
    { "poisson-5", 20, 0.12, false },
    { "poisson-5", 0, 1e-3, false },
    { "poisson-5", 0, 0.0, false },
    /* Whose rows are coupled by a hundredth to the next ones. */
    { "poisson-anisotropic", 1, 40.0, true },
    { "poisson-anisotropic", 0, 60.0, false },
  };
  const int size = 60;

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (cases[i].kind, size);
      g_autoptr (SeidelCsr) changed = copy_new (matrix->csr);

      for (int64_t row = 0; row < changed->rows; row++)
        for (int64_t k = changed->row_offsets[row]; k < changed->row_offsets[row + 1]; k++)
          {
            const int64_t column = changed->column_indices[k];
            const int64_t first = MIN (row, column);

            if (ABS (column - row) == size
                && (cases[i].every == 0 ? first == 1000 : first / size % cases[i].every == 0))
              changed->values[k] *= cases[i].factor;
          }
      for (int threads = 1; threads <= 3; threads += 2)
        {
          const SeidelWorkers workers = { .threads = threads };
          g_autoptr (SeidelAggregates) aggregates =
            seidel_aggregates_new (matrix->csr, STRENGTH, &workers, NULL);

          g_test_message ("%s, every %d by %g", cases[i].kind, cases[i].every, cases[i].factor);
          g_assert_true (seidel_aggregates_serve (aggregates, changed, &workers) == cases[i].serve);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/aggregation/reference", test_reference);
  g_test_add_func ("/aggregation/lattices", test_lattices);
  g_test_add_func ("/aggregation/no-lattice", test_no_lattice);
  g_test_add_func ("/aggregation/multiples", test_multiples);
  g_test_add_func ("/aggregation/crossings", test_crossings);
  return g_test_run ();
}
