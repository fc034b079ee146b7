/* Patterns that are hard on a sweep, and how to plan one of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "engine/seidel-cpu-sweep-private.h"
#include "gallery/seidel-gallery.h"

#include "engine-rig.h"

static inline SeidelCsr *
patterns_diagonal (int n)
{
  g_autofree TestEntry *entries = g_new (TestEntry, n);

  for (int i = 0; i < n; i++)
    entries[i] = (TestEntry){ i, i, 1.0 + i % 7 };
  return test_csr_from_entries (n, n, entries, n);
}

/* A full row and a full column through one place, at the beginning, in the middle or at the end. */
static inline SeidelCsr *
patterns_row_or_column (int n, int place, bool with_row, bool with_column)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 3 * n);
  int count = 0;

  for (int i = 0; i < n; i++)
    {
      entries[count++] = (TestEntry){ i, i, i == place ? 2.0 * n : 3.0 + i % 5 };
      if (with_row && i != place)
        entries[count++] = (TestEntry){ place, i, (i % 3) - 1.5 };
      if (with_column && i != place)
        entries[count++] = (TestEntry){ i, place, (i % 5) - 2.0 };
    }
  return test_csr_from_entries (n, n, entries, count);
}

/* Blocks of full rows: each block of width w depends on all of the block before. */
static inline SeidelCsr *
patterns_blocks (int n_blocks, int width)
{
  int n = n_blocks * width;
  g_autofree TestEntry *entries = g_new (TestEntry, n * (width + 1));
  int count = 0;

  for (int row = 0; row < n; row++)
    {
      entries[count++] = (TestEntry){ row, row, 1.5 * width };
      for (int k = 0; k < width && row >= width; k++)
        entries[count++] = (TestEntry){ row, (row / width - 1) * width + k, (k % 4) / 3.0 - 0.5 };
    }
  return test_csr_from_entries (n, n, entries, count);
}

static inline SeidelCsr *
patterns_full (int n)
{
  g_autofree double *dense = test_random_vector (n * n, 5);

  for (int i = 0; i < n; i++)
    dense[i * n + i] = 1.1 * n;
  return test_csr_from_dense (n, n, dense);
}

static inline SeidelCsr *
patterns_gallery (const char *id, double size)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized (id, size);

  return g_steal_pointer (&matrix->csr);
}

/* A ring of rows in random order: few levels, rows of every shape that three entries can have. */
static inline SeidelCsr *
patterns_ring (int n)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 3 * n);
  g_autofree int *rows = g_new (int, n);
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  int count = 0;

  for (int i = 0; i < n; i++)
    {
      const int other = g_rand_int_range (random, 0, i + 1);

      rows[i] = rows[other];
      rows[other] = i;
    }
  for (int i = 0; i < n; i++)
    {
      entries[count++] = (TestEntry){ rows[i], rows[(i + n - 1) % n], -0.5 - i % 3 };
      entries[count++] = (TestEntry){ rows[i], rows[i], 4.0 + i % 5 };
      entries[count++] = (TestEntry){ rows[i], rows[(i + 1) % n], 0.75 - i % 2 };
    }
  return test_csr_from_entries (n, n, entries, count);
}

/* Whether some sweeps over it neither fail on a zero diagonal nor overflow. */
static inline bool
patterns_stay_bounded (const SeidelCsr *csr)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double diagonal = 0.0;
      double sum = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] == row)
          diagonal = fabs (csr->values[k]);
        else
          sum += fabs (csr->values[k]);
      if (diagonal == 0.0 || sum > 20.0 * diagonal)
        return false;
    }
  return true;
}

typedef struct
{
  const char *name;
  SeidelCsr *csr;
} Pattern;

static inline void
patterns_add (GArray *patterns, const char *name, SeidelCsr *csr)
{
  g_array_append_vals (patterns, &(Pattern){ name, csr }, 1);
}

static inline GArray *
patterns_new (void)
{
  GArray *patterns = g_array_new (FALSE, FALSE, sizeof (Pattern));
  size_t n_kinds;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n_kinds);

  patterns_add (patterns, "0 × 0", test_csr_from_dense (0, 0, NULL));
  patterns_add (patterns, "1 × 1", patterns_diagonal (1));
  for (size_t i = 0; i < n_kinds; i++)
    {
      g_autoptr (SeidelCsr) csr = patterns_gallery (kinds[i].id, 12);

      if (patterns_stay_bounded (csr))
        patterns_add (patterns, kinds[i].id, g_steal_pointer (&csr));
    }
  patterns_add (patterns, "wide grid", patterns_gallery ("poisson-5", 150));
  patterns_add (patterns, "wide cube", patterns_gallery ("poisson-27", 20));
  patterns_add (patterns, "long chain", patterns_gallery ("chain", 2500));
  patterns_add (patterns, "wide arrow", patterns_gallery ("arrow", 5000));
  patterns_add (patterns, "k-mers", patterns_gallery ("kmer-like", 20000));
  patterns_add (patterns, "ring", patterns_ring (20001));
  patterns_add (patterns, "diagonal", patterns_diagonal (5000));
  patterns_add (patterns, "first row", patterns_row_or_column (3000, 0, true, false));
  patterns_add (patterns, "middle row", patterns_row_or_column (3000, 1500, true, false));
  patterns_add (patterns, "last row", patterns_row_or_column (3000, 2999, true, false));
  patterns_add (patterns, "first column", patterns_row_or_column (3000, 0, false, true));
  patterns_add (patterns, "middle column", patterns_row_or_column (3000, 1500, false, true));
  patterns_add (patterns, "last column", patterns_row_or_column (3000, 2999, false, true));
  patterns_add (patterns, "cross", patterns_row_or_column (3000, 700, true, true));
  patterns_add (patterns, "blocks", patterns_blocks (20, 150));
  patterns_add (patterns, "full", patterns_full (120));
  patterns_add (patterns, "random, thin", test_csr_random (20000, 1, 1.2, 1));
  patterns_add (patterns, "random, 2", test_csr_random (5000, 2, 1.2, 2));
  patterns_add (patterns, "random, 5", test_csr_random (3000, 5, 1.2, 3));
  patterns_add (patterns, "random, small", test_csr_random (40, 4, 1.2, 4));
  return patterns;
}

static inline void
patterns_free (GArray *patterns)
{
  for (guint i = 0; i < patterns->len; i++)
    seidel_csr_free (g_array_index (patterns, Pattern, i).csr);
  g_array_unref (patterns);
}

static inline SeidelLevelsView
sweep_levels_of (const SeidelSchedule *schedule)
{
  return (SeidelLevelsView){ schedule->count, schedule->level_of_row, schedule->level_rows,
                             schedule->in_place_safe };
}

static inline int
sweep_find_strategy (const char *id)
{
  int strategy = seidel_engine_find_strategy (seidel_cpu_engine (), id);

  g_assert_cmpint (strategy, >=, 0);
  return strategy;
}

/* What a strategy is tried with, 0 at the end: where it makes a difference more threads than there
 * are cores, too. */
static inline const int *
sweep_thread_counts (int strategy)
{
  static const int one[] = { 2, 0 };
  static const int some[] = { 1, 2, 3, 8, 0 };

  return seidel_cpu_engine ()->strategies[strategy].needs_levels ? some : one;
}

/* Plans a sweep. Point to point goes by the levels on all threads even where the strategy would
 * leave it, for a matrix that is small, to a serial sweep. */
static inline SeidelSweep *
sweep_plan (Rig *rig,
            SeidelOperator *A,
            int strategy,
            SeidelDirection direction,
            const SeidelLevelsView *levels)
{
  SeidelContext *context = rig->session.context;
  SeidelSweep *sweep;

  if (strategy != SEIDEL_CPU_POINT_TO_POINT)
    return rig->engine.sweeps.create (context, A, strategy, direction, levels);
  sweep = rig->engine.sweeps.create (context, A, SEIDEL_CPU_SERIAL, direction, NULL);
  if (sweep == NULL
      || seidel_cpu_plan_point_to_point (context, sweep, levels, context->settings.threads))
    return sweep;
  rig->engine.sweeps.free (context, sweep);
  return NULL;
}
