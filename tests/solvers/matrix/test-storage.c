/* The table of storages and the memory that each takes, by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "base/seidel-error.h"
#include "matrix/seidel-storage.h"

static void
test_table (void)
{
  size_t n;
  const SeidelStorageInfo *infos = seidel_storages (&n);

  g_assert_cmpint (n, ==, SEIDEL_STORAGE_DENSE + 1);
  for (size_t i = 0; i < n; i++)
    {
      SeidelStorage found = (SeidelStorage) ((i + 1) % n);

      g_assert_true (seidel_storage_parse (infos[i].id, &found));
      g_assert_cmpint (found, ==, i);
      g_assert_cmpint (g_utf8_strlen (infos[i].name, -1), >, 0);
      g_assert_true (g_str_has_suffix (infos[i].sentence, "."));
    }
}

static void
test_parse_unknown (void)
{
  SeidelStorage storage = SEIDEL_STORAGE_DENSE;

  g_assert_false (seidel_storage_parse ("ellpack", &storage));
  g_assert_false (seidel_storage_parse (NULL, &storage));
  g_assert_cmpint (storage, ==, SEIDEL_STORAGE_DENSE);
}

static void
test_bytes (void)
{
  const SeidelStorageShape shape = { 10, 7, 25, 3 };

  g_assert_cmpfloat (seidel_storage_bytes (SEIDEL_STORAGE_CSR, &shape, SEIDEL_PRECISION_DOUBLE), ==,
                     11 * 8 + 25 * 12);
  g_assert_cmpfloat (seidel_storage_bytes (SEIDEL_STORAGE_CSR, &shape, SEIDEL_PRECISION_SINGLE), ==,
                     11 * 8 + 25 * 8);
  g_assert_cmpfloat (seidel_storage_bytes (SEIDEL_STORAGE_DIAGONALS, &shape,
                                           SEIDEL_PRECISION_DOUBLE),
                     ==, 3 * (10 * 8 + 8));
  g_assert_cmpfloat (seidel_storage_bytes (SEIDEL_STORAGE_DENSE, &shape, SEIDEL_PRECISION_DOUBLE),
                     ==, 560);
  g_assert_cmpfloat (seidel_storage_bytes (SEIDEL_STORAGE_DENSE, &shape, SEIDEL_PRECISION_MIXED),
                     ==, 280);
}

static void
test_propose (void)
{
  /* Five full diagonals: no columns to keep. */
  const SeidelStorageShape grid = { 10000, 10000, 49600, 5 };
  /* The same entries anywhere. */
  const SeidelStorageShape scattered = { 10000, 10000, 49600, 15000 };
  const SeidelStorageShape full = { 100, 100, 10000, 199 };
  const SeidelStorageShape empty = { 0, 0, 0, 0 };

  g_assert_cmpint (seidel_storage_propose (&grid, SEIDEL_PRECISION_DOUBLE, ~0u), ==,
                   SEIDEL_STORAGE_DIAGONALS);
  g_assert_cmpint (seidel_storage_propose (&scattered, SEIDEL_PRECISION_DOUBLE, ~0u), ==,
                   SEIDEL_STORAGE_CSR);
  g_assert_cmpint (seidel_storage_propose (&full, SEIDEL_PRECISION_DOUBLE, ~0u), ==,
                   SEIDEL_STORAGE_DENSE);
  /* Of those that an engine has. */
  g_assert_cmpint (seidel_storage_propose (&full, SEIDEL_PRECISION_DOUBLE,
                                           1u << SEIDEL_STORAGE_DIAGONALS),
                   ==, SEIDEL_STORAGE_CSR);
  g_assert_cmpfloat (seidel_storage_bytes (seidel_storage_propose (&empty, SEIDEL_PRECISION_DOUBLE,
                                                                   ~0u),
                                           &empty, SEIDEL_PRECISION_DOUBLE),
                     ==, 0.0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/storage/table", test_table);
  g_test_add_func ("/storage/parse-unknown", test_parse_unknown);
  g_test_add_func ("/storage/bytes", test_bytes);
  g_test_add_func ("/storage/propose", test_propose);
  return g_test_run ();
}
