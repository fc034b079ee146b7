/* What the tests of matrices by diagonals and dense ones share: matrices of all kinds, and systems
 * made of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine-rig.h"

#include "engine/seidel-cpu-private.h"

enum
{
  OUT
};

#define STORAGE_TESTING_THREADS 3

static const SeidelStorage storage_testing_storages[] = { SEIDEL_STORAGE_DIAGONALS,
                                                          SEIDEL_STORAGE_DENSE };

/* Diagonals near and far, in blocks and across them, some cut short, none where there is none. */
static inline SeidelCsr *
storage_testing_banded (int n, const int *offsets, int n_offsets)
{
  g_autofree TestEntry *entries = g_new (TestEntry, (gsize) n * (gsize) (n_offsets + 1) + 1);
  int count = 0;

  for (int i = 0; i < n; i++)
    {
      entries[count++] = (TestEntry){ i, i, 4.0 + 2 * n_offsets };
      for (int k = 0; k < n_offsets; k++)
        if (i + offsets[k] >= 0 && i + offsets[k] < n && (i * 7 + k) % 11 != 0)
          entries[count++] =
            (TestEntry){ i, i + offsets[k], 1.0 / (1 + (i * 13 + k * 5) % 17) - 0.4 };
    }
  return test_csr_from_entries (n, n, entries, count);
}

static inline SeidelCsr *
storage_testing_rectangular (int rows, int columns)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 3 * rows + 1);
  int count = 0;

  for (int i = 0; i < rows; i++)
    for (int k = 0; k < 3 && k < columns; k++)
      entries[count++] = (TestEntry){ i, (i * 7 + k * (columns / 3)) % columns, 1.0 + i + 0.1 * k };
  return test_csr_from_entries (rows, columns, entries, count);
}

#define STORAGE_TESTING_SQUARES 10

static inline SeidelCsr *
storage_testing_square (int which)
{
  static const int near[] = { -5, -1, 1, 2, 3, 60, 63, 64, 65 };
  static const int far[] = { -2100, -1024, -1023, -300, -64, -63, -1, 90, 1023, 1024, 1025, 2500 };

  switch (which)
    {
    case 0:
      return test_csr_random (1, 0, 1.2, 1);
    case 1:
      return test_csr_random (2, 1, 1.2, 2);
    case 2:
      return test_csr_random (63, 5, 1.2, 3);
    case 3:
      return test_csr_random (300, 8, 1.2, 4);
    case 4:
      return storage_testing_banded (SEIDEL_CPU_ARRAY_ROWS, near, G_N_ELEMENTS (near));
    case 5:
      return storage_testing_banded (SEIDEL_CPU_ARRAY_ROWS + 1, near, G_N_ELEMENTS (near));
    case 6:
      return storage_testing_banded (3000, far, G_N_ELEMENTS (far));
    case 7:
      return storage_testing_banded (130, NULL, 0);
    case 8:
      return test_csr_random (1300, 3, 1.2, 5);
    default:
      return storage_testing_banded (7, near, G_N_ELEMENTS (near));
    }
}

static inline SeidelOperator *
storage_testing_system (Rig *rig, const SeidelCsr *csr, SeidelStorage storage)
{
  SeidelCsrView view = rig_view (csr);
  SeidelOperator *A = rig->engine.operators.create (rig->session.context, &view, storage);

  rig_assert_ok (rig);
  g_assert_nonnull (A);
  return A;
}

static inline double *
storage_testing_vector (const Rig *rig, int64_t n, uint64_t seed)
{
  double *values = test_random_vector (n, seed);

  for (int64_t i = 0; i < n; i++)
    values[i] = rig_round (rig, values[i]);
  return values;
}
