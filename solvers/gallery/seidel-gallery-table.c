/* The table of gallery kinds: the only list of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-rows.h"

#define MOST_ROWS  2147483647.0
#define MOST_SIDE  1000000.0
#define MOST_VALUE 1e9

#define ROWS(initial, most)                            \
  {                                                    \
    "size", "Rows and columns", initial, 1, most, true \
  }
#define NX(sentence, initial, most)          \
  {                                          \
    "size", sentence, initial, 1, most, true \
  }
#define NY(sentence)                                    \
  {                                                     \
    "ny", sentence, 0, 0, MOST_SIDE, true, "as along x" \
  }
#define NZ(initial)                                                        \
  {                                                                        \
    "nz", "Grid points along z", initial, 0, MOST_SIDE, true, "as along x" \
  }
#define SEED                                                       \
  {                                                                \
    "seed", "Seed of the random numbers", 1, 0, 4294967295.0, true \
  }
#define SHIFT                                                                                 \
  {                                                                                           \
    "shift", "Added to the diagonal; 0 leaves the matrix singular", 0.1, 0, MOST_VALUE, false \
  }

static const SeidelGalleryKind kinds[] = {
  { .id = "poisson-5",
    .name = "Poisson, 5-point",
    .sentence = "The Laplacian on a grid of two dimensions (4 on the diagonal, −1 for each "
                "neighbour): symmetric positive definite, the first example of every textbook; as "
                "many levels as the grid has diagonals.",
    .parameters = { NX ("Grid points along x", 100, 46340), NY ("Grid points along y") },
    .preview = 8,
    .featured = true,
    .symmetric = true,
    .make_rows = seidel_gallery_poisson_5 },
  { .id = "poisson-7",
    .name = "Poisson, 7-point",
    .sentence = "The Laplacian on a grid of three dimensions (6 on the diagonal): as poisson-5, "
                "with levels that widen to planes.",
    .parameters = { NX ("Grid points along x", 40, 1290), NY ("Grid points along y"), NZ (0) },
    .preview = 4,
    .symmetric = true,
    .make_rows = seidel_gallery_poisson_7 },
  { .id = "poisson-27",
    .name = "Poisson, 27-point",
    .sentence = "Every point of a grid of three dimensions coupled with its 26 neighbours (26 on "
                "the diagonal), the matrix of the HPCG benchmark: good for measuring sweeps.",
    .parameters = { NX ("Grid points along x", 32, 1290), NY ("Grid points along y"), NZ (0) },
    .preview = 4,
    .featured = true,
    .symmetric = true,
    .make_rows = seidel_gallery_poisson_27 },
  { .id = "poisson-anisotropic",
    .name = "Poisson, anisotropic",
    .sentence = "The Laplacian with weaker or stronger coupling along y and z than along x: "
                "symmetric positive definite, and the order of the unknowns decides how fast "
                "Gauss-Seidel is.",
    .parameters = { NX ("Grid points along x", 100, 46340),
                    NY ("Grid points along y"),
                    NZ (1),
                    { "coupling-y", "Coupling along y, that along x being 1", 0.01, 1e-9,
                      MOST_VALUE, false },
                    { "coupling-z", "Coupling along z, that along x being 1", 0.01, 1e-9,
                      MOST_VALUE, false } },
    .preview = 8,
    .symmetric = true,
    .make_rows = seidel_gallery_anisotropic },
  { .id = "poisson-jumping",
    .name = "Poisson, jumping coefficients",
    .sentence = "Diffusion through random blocks of two materials: symmetric positive definite, "
                "and the worse conditioned the greater the contrast, as in flow through rock; a "
                "test for preconditioners.",
    .parameters = { NX ("Cells along x", 100, 46340),
                    NY ("Cells along y"),
                    NZ (1),
                    { "block", "Cells along each side of a block of one material", 10, 1, MOST_SIDE,
                      true },
                    { "contrast", "Conductivity of one material, that of the other being 1", 1000,
                      1e-9, MOST_VALUE, false },
                    SEED },
    .preview = 8,
    .symmetric = true,
    .make_rows = seidel_gallery_jumping },
  { .id = "convection-diffusion",
    .name = "Convection and diffusion",
    .sentence = "Upwind differences of diffusion with a wind across a grid of two dimensions: not "
                "symmetric, and Gauss-Seidel with the wind is far faster than against it.",
    .parameters = { NX ("Grid points along x", 100, 46340),
                    NY ("Grid points along y"),
                    { "peclet",
                      "Strength of the wind against diffusion in one cell; negative: "
                      "against the order of the rows",
                      10, -1e6, 1e6, false } },
    .preview = 8,
    .featured = true,
    .make_rows = seidel_gallery_convection },
  { .id = "wathen",
    .name = "Wathen",
    .sentence = "The mass matrix of a finite element with random densities: symmetric positive "
                "definite with known eigenvalue bounds once scaled by its diagonal.",
    .parameters = { NX ("Elements along x", 30, 26754), NY ("Elements along y"), SEED },
    .preview = 4,
    .symmetric = true,
    .make_rows = seidel_gallery_wathen },
  { .id = "tridiagonal",
    .name = "Tridiagonal",
    .sentence = "The Laplacian on a line (−1, 2, −1): every row waits for the one before, so "
                "nothing is parallel, and its eigenvalues are known.",
    .parameters = { ROWS (1000, MOST_ROWS) },
    .preview = 24,
    .featured = true,
    .symmetric = true,
    .make_rows = seidel_gallery_tridiagonal },
  { .id = "diagonals",
    .name = "A few diagonals",
    .sentence = "Random values on a few diagonals, the main one dominant: the artificial matrices "
                "on which sparse solvers that store diagonals are measured, from 100 to 3,000,000 "
                "rows.",
    .parameters = { ROWS (10000, MOST_ROWS),
                    { "diagonals", "Diagonals, the main one included", 9, 1, 99, true },
                    { "spacing", "Rows between one pair of diagonals and the next", 0, 0, MOST_ROWS,
                      true, "the root of the size" },
                    { "dominance", "Diagonal over the absolute sum of the rest of its row", 1.1, 0,
                      1e6, false },
                    { "cyclic", "1: diagonals go on at the other side where they leave the matrix",
                      0, 0, 1, true },
                    SEED },
    .preview = 64,
    .make_rows = seidel_gallery_diagonals },
  { .id = "chain",
    .name = "Chains",
    .sentence = "A lower triangle of chains side by side (2 on the diagonal, one −1 to its left): "
                "as many rows on each level as there are chains, and a single one is the worst "
                "case of level scheduling; one forward sweep solves it.",
    .parameters = { ROWS (1000, MOST_ROWS),
                    { "width", "Chains side by side", 1, 1, MOST_ROWS, true } },
    .preview = 24,
    .make_rows = seidel_gallery_chain },
  { .id = "arrow",
    .name = "Arrow",
    .sentence = "A diagonal with a full last row and column: two levels, one of them a single row "
                "that holds a third of the entries, which tests how work is shared.",
    .parameters = { ROWS (1000, 10000000) },
    .preview = 24,
    .symmetric = true,
    .make_rows = seidel_gallery_arrow },
  { .id = "random-dense",
    .name = "Random, dense",
    .sentence =
      "Every entry random, from −1 to 1: nothing to count on but that it is regular, so a "
      "matrix for the direct methods; what the stationary ones do with it is instructive.",
    .parameters = { ROWS (500, 46340), SEED },
    .preview = 24,
    .make_rows = seidel_gallery_random_dense },
  { .id = "random-dominant",
    .name = "Random with a dominant diagonal",
    .sentence = "Rows of random entries in random columns, the diagonal dominance times their "
                "absolute sum: above 1 every method here converges, below 1 one can watch them "
                "fail.",
    .parameters = { ROWS (10000, MOST_ROWS),
                    { "degree", "Entries off the diagonal in each row", 8, 0, 1000, true },
                    { "dominance", "Diagonal over the absolute sum of the rest of its row", 1.1, 0,
                      1e6, false },
                    SEED },
    .preview = 64,
    .featured = true,
    .make_rows = seidel_gallery_random_dominant },
  { .id = "random-graph",
    .name = "Random graph",
    .sentence = "The Laplacian of a random graph: symmetric positive semidefinite, few levels and "
                "wide ones, no good order to be found; factors fill in completely.",
    .parameters = { ROWS (10000, MOST_ROWS),
                    { "degree", "Mean number of links at a node", 6, 1, 64, true },
                    SHIFT,
                    SEED },
    .preview = 64,
    .symmetric = true,
    .make_rows = seidel_gallery_random_graph },
  { .id = "small-world",
    .name = "Small world",
    .sentence = "The Laplacian of a ring with a few random short cuts (Watts and Strogatz): local "
                "as a band, but information crosses it in a few steps; short cuts make levels few "
                "and iterations fast.",
    .parameters = { ROWS (10000, MOST_ROWS),
                    { "neighbours", "Links to each side along the ring", 3, 1, 64, true },
                    { "rewired", "Share of the links that become short cuts", 0.1, 0, 1, false },
                    SHIFT,
                    SEED },
    .preview = 64,
    .symmetric = true,
    .make_rows = seidel_gallery_small_world },
  { .id = "road-like",
    .name = "Road network",
    .sentence = "The Laplacian of a planar network of roads with few links at each crossing and "
                "long ways round: symmetric positive semidefinite, slow for every iteration, easy "
                "for a direct method.",
    .parameters = { NX ("Crossings along x", 200, 46340),
                    NY ("Crossings along y"),
                    { "loops", "Share of the links beyond a tree, which would have no way round",
                      0.2, 0, 1, false },
                    SHIFT,
                    SEED },
    .preview = 8,
    .symmetric = true,
    .make_rows = seidel_gallery_roads },
  { .id = "kmer-like",
    .name = "Chains of k-mers",
    .sentence = "Randomly numbered chains and stars, lower triangular: two entries a row, 91 "
                "levels, the widest a third of all rows, rows of up to 36 dependencies. Shaped "
                "like the genome graph kmer_V4a, at any size.",
    .parameters = { ROWS (100000, MOST_ROWS), SEED },
    .preview = 200,
    .featured = true,
    .make_rows = seidel_gallery_kmer },
};

const SeidelGalleryKind *
seidel_gallery_kinds (size_t *n_kinds)
{
  *n_kinds = G_N_ELEMENTS (kinds);
  return kinds;
}

const SeidelGalleryKind *
seidel_gallery_find (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].id, id))
      return &kinds[i];
  return NULL;
}
