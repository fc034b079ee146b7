/* Unknowns of a node, from the pattern alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

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

/* The bars of a lattice of joints in a plane or in space, along the axes and along the diagonals in
 * as many directions as given: a bar in the direction d couples i and j of its ends where neither
 * d_i nor d_j is zero; of a joint itself, only equal directions. */
static SeidelCsr *
make_truss (int side, int unknowns, int most)
{
  const int joints = unknowns == 2 ? side * side : side * side * side;
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (TestEntry));

  for (int joint = 0; joint < joints; joint++)
    for (int code = 0; code < (unknowns == 2 ? 9 : 27); code++)
      {
        const int d[] = { code % 3 - 1, code / 3 % 3 - 1, unknowns == 2 ? 0 : code / 9 - 1 };
        const int at[] = { joint % side + d[0], joint / side % side + d[1],
                           joint / side / side + d[2] };
        const int directions = abs (d[0]) + abs (d[1]) + abs (d[2]);
        bool inside = directions <= most;

        for (int k = 0; k < unknowns; k++)
          inside = inside && at[k] >= 0 && at[k] < side;
        for (int i = 0; inside && i < unknowns; i++)
          for (int j = 0; j < unknowns; j++)
            {
              const int other = at[0] + side * (at[1] + side * at[2]);
              const TestEntry entry = { joint * unknowns + i, other * unknowns + j, 1.0 };

              if (directions == 0 ? i == j : d[i] != 0 && d[j] != 0)
                g_array_append_val (entries, entry);
            }
      }
  return test_csr_from_entries (joints * unknowns, joints * unknowns,
                                (const TestEntry *) (void *) entries->data, (int) entries->len);
}

static void
test_trusses (void)
{
  for (int side = 7; side <= 9; side++)
    for (int unknowns = 2; unknowns <= 3; unknowns++)
      for (int most = 2; most <= unknowns; most++)
        {
          g_autoptr (SeidelCsr) truss = make_truss (side, unknowns, most);
          g_autoptr (SeidelMatrix) gallery = test_gallery_sized ("truss", 2 * side);

          g_test_message ("%d unknowns, %d joints a side, bars in %d directions", unknowns, side,
                          most);
          g_assert_cmpint (seidel_csr_node_unknowns (truss), ==, unknowns);
          g_assert_cmpint (seidel_csr_node_unknowns (gallery->csr), ==, 2);
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
                  { "trefethen", 120 },  { "random-dominant", 120 }, { "kmer-like", 600 },
                  { "hypercube", 8 },    { "random-graph", 300 },    { "small-world", 300 },
                  { "road-like", 20 },   { "mycielskian", 7 },       { "helmholtz", 20 } };
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
  g_test_add_func ("/nodes/trusses", test_trusses);
  g_test_add_func ("/nodes/long-strip", test_long_strip);
  g_test_add_func ("/nodes/without", test_without);
  return g_test_run ();
}
