/* Unknowns of a node, from the pattern alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-nodes.h"

#include "core-testing.h"

/* A grid of points that couple to their neighbours, diagonal ones too, with blocks of so many
 * unknowns; some of the entries between directions are left out. */
static SeidelCsr *
make_grid (int side, int lines, int unknowns, double kept)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (TestEntry));
  g_autofree double *random = test_random_vector (side * lines * unknowns * unknowns * 9, 5);
  int used = 0;

  for (int point = 0; point < side * lines; point++)
    for (int i = 0; i < unknowns; i++)
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          for (int j = 0; j < unknowns; j++, used++)
            {
              const int x = point % side + dx;
              const int y = point / side + dy;
              const TestEntry entry = { point * unknowns + i, (y * side + x) * unknowns + j, 1.0 };

              if (x < 0 || x >= side || y < 0 || y >= lines
                  || (i != j && 0.5 * (random[used] + 1.0) > kept))
                continue;
              g_array_append_val (entries, entry);
            }
  return test_csr_from_entries (side * lines * unknowns, side * lines * unknowns,
                                (const TestEntry *) (void *) entries->data, (int) entries->len);
}

static void
test_grids (void)
{
  for (int unknowns = 1; unknowns <= SEIDEL_NODES_MOST; unknowns++)
    for (int side = 8; side <= 13; side++)
      {
        g_autoptr (SeidelCsr) full = make_grid (side, side, unknowns, 2.0);
        g_autoptr (SeidelCsr) half = make_grid (side, side, unknowns, 0.6);

        g_test_message ("%d unknowns, %d points a side", unknowns, side);
        g_assert_cmpint (seidel_csr_node_unknowns (full), ==, unknowns);
        g_assert_cmpint (seidel_csr_node_unknowns (half), ==, unknowns);
      }
}

/* Lines of a grid that are as long as a thousandth of it, or a part of that: what is looked at is
 * not always where a line begins. */
static void
test_long_strip (void)
{
  for (int unknowns = 1; unknowns <= 3; unknowns++)
    {
      g_autoptr (SeidelCsr) strip = make_grid (20, 2000, unknowns, 2.0);

      g_assert_cmpint (seidel_csr_node_unknowns (strip), ==, unknowns);
    }
}

/* What has no nodes: stencils, bands, everything. */
static void
test_without (void)
{
  static const struct
  {
    const char *kind;
    double size;
  } samples[] = { { "poisson-5", 24 },   { "poisson-7", 12 },        { "poisson-27", 12 },
                  { "tridiagonal", 60 }, { "random-dense", 60 },     { "wathen", 6 },
                  { "trefethen", 120 },  { "random-dominant", 120 }, { "kmer-like", 600 } };
  g_autofree double *band = g_new0 (double, 60 * 60);
  g_autoptr (SeidelCsr) banded = NULL;

  for (size_t i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (samples[i].kind, samples[i].size);

      g_test_message ("%s", samples[i].kind);
      g_assert_cmpint (seidel_csr_node_unknowns (matrix->csr), ==, 1);
    }
  for (int i = 0; i < 60; i++)
    for (int j = MAX (i - 20, 0); j < MIN (i + 21, 60); j++)
      band[i * 60 + j] = 1.0;
  banded = test_csr_from_dense (60, 60, band);
  g_assert_cmpint (seidel_csr_node_unknowns (banded), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nodes/grids", test_grids);
  g_test_add_func ("/nodes/long-strip", test_long_strip);
  g_test_add_func ("/nodes/without", test_without);
  return g_test_run ();
}
