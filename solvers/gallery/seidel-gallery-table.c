/* The table of gallery kinds: the only list of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-rows.h"
#include "base/seidel-translatable.h"

#define MOST_ROWS  2147483647.0
#define MOST_SIDE  1000000.0
#define MOST_VALUE 1e9

#define SIZE(sentence, initial, minimum, maximum)     \
  {                                                   \
    "size", sentence, initial, minimum, maximum, true \
  }
#define ROWS(initial, maximum)         SIZE (N_ ("Rows and columns"), initial, 1, maximum)
#define NX(sentence, initial, maximum) SIZE (sentence, initial, 1, maximum)
#define NY(sentence)                                         \
  {                                                          \
    "ny", sentence, 0, 0, MOST_SIDE, true, N_ ("as along x") \
  }
#define NZ(sentence, initial)                                      \
  {                                                                \
    "nz", sentence, initial, 0, MOST_SIDE, true, N_ ("as along x") \
  }
#define POINTS_Y     NY (N_ ("Grid points along y"))
#define POINTS_Z(nz) NZ (N_ ("Grid points along z"), nz)
#define SEED                                                            \
  {                                                                     \
    "seed", N_ ("Seed of the random numbers"), 1, 0, 4294967295.0, true \
  }
#define SHIFT                                                                                     \
  {                                                                                               \
    "shift", N_ ("Added to the diagonal; 0 makes the matrix singular"), 0.1, 0, MOST_VALUE, false \
  }

static const SeidelGalleryKind kinds[] = {
  { .id = "poisson-5",
    .name = N_ ("Poisson, 5-point"),
    .sentence =
      N_ ("The Laplacian on a two-dimensional grid: 4 on the diagonal, −1 for each "
          "neighbour. Symmetric positive definite, the standard test problem, with one level "
          "per diagonal of the grid."),
    .parameters = { NX (N_ ("Grid points along x"), 100, 46340), POINTS_Y },
    .preview = 8,
    .featured = true,
    .symmetric = true,
    .make_rows = seidel_gallery_poisson_5 },
  { .id = "poisson-7",
    .name = N_ ("Poisson, 7-point"),
    .sentence = N_ (
      "The Laplacian on a three-dimensional grid: 6 on the diagonal, −1 for each neighbour. "
      "Symmetric positive definite, with levels that are planes, wider than those of poisson-5."),
    .parameters = { NX (N_ ("Grid points along x"), 40, 1290), POINTS_Y, POINTS_Z (0) },
    .preview = 4,
    .symmetric = true,
    .make_rows = seidel_gallery_poisson_7 },
  { .id = "poisson-27",
    .name = N_ ("Poisson, 27-point"),
    .sentence =
      N_ ("Each point of a three-dimensional grid coupled to its 26 neighbours, 26 on the "
          "diagonal: the matrix of the HPCG benchmark, for measuring sweeps."),
    .source = "Dongarra, Heroux, Luszczek: High-performance conjugate-gradient benchmark, 2016",
    .parameters = { NX (N_ ("Grid points along x"), 32, 1290), POINTS_Y, POINTS_Z (0) },
    .preview = 4,
    .featured = true,
    .symmetric = true,
    .make_rows = seidel_gallery_poisson_27 },
  { .id = "poisson-anisotropic",
    .name = N_ ("Poisson, anisotropic"),
    .sentence =
      N_ ("The Laplacian with a different coupling along y and z than along x: symmetric positive "
          "definite; the convergence of Gauss-Seidel depends on the order of the unknowns."),
    .parameters = { NX (N_ ("Grid points along x"), 100, 46340),
                    POINTS_Y,
                    POINTS_Z (1),
                    { "coupling-y", N_ ("Coupling along y relative to x"), 0.01, 1e-9, MOST_VALUE,
                      false },
                    { "coupling-z", N_ ("Coupling along z relative to x"), 0.01, 1e-9, MOST_VALUE,
                      false } },
    .preview = 8,
    .symmetric = true,
    .make_rows = seidel_gallery_anisotropic },
  { .id = "poisson-jumping",
    .name = N_ ("Poisson, jumping coefficients"),
    .sentence =
      N_ ("Diffusion through random blocks of two materials, as in flow through rock: "
          "symmetric positive definite; the condition number grows with the contrast. A test "
          "for preconditioners."),
    .source = "Patankar: Numerical Heat Transfer and Fluid Flow, 1980, section 4.2-3",
    .parameters = { NX (N_ ("Cells along x"), 100, 46340),
                    NY (N_ ("Cells along y")),
                    NZ (N_ ("Cells along z"), 1),
                    { "block", N_ ("Cells along each side of a block"), 10, 1, MOST_SIDE, true },
                    { "contrast", N_ ("Ratio of the two conductivities"), 1000, 1e-9, MOST_VALUE,
                      false },
                    SEED },
    .preview = 8,
    .symmetric = true,
    .make_rows = seidel_gallery_jumping },
  { .id = "poisson-neumann",
    .name = N_ ("Poisson, Neumann boundary"),
    .sentence =
      N_ ("The Laplacian of the graph of a grid, as the pressure equation of a closed flow: "
          "symmetric positive semidefinite and singular, since its rows sum to 0. Consistent "
          "if b sums to 0; for testing solvers on singular systems."),
    .source = "LeVeque: Finite Difference Methods, 2007, sections 2.12 and 2.13",
    .parameters = { NX (N_ ("Grid points along x"), 100, 46340), POINTS_Y, POINTS_Z (1) },
    .preview = 8,
    .symmetric = true,
    .make_rows = seidel_gallery_neumann },
  { .id = "helmholtz",
    .name = N_ ("Helmholtz"),
    .sentence =
      N_ ("−Δu − k²u on a two-dimensional grid, waves in a closed cavity: symmetric, and "
          "indefinite for more than 0.7 wavelengths in a square. Sweeps and CG fail; MINRES, "
          "GMRES and direct methods solve it."),
    .source = "Ernst, Gander: Why it is difficult to solve Helmholtz problems with classical "
              "iterative methods, 2012",
    .parameters = { NX (N_ ("Grid points along x"), 100, 46340),
                    POINTS_Y,
                    { "waves", N_ ("Wavelengths along x"), 5, 0, MOST_SIDE, false } },
    .preview = 8,
    .symmetric = true,
    .make_rows = seidel_gallery_helmholtz },
  { .id = "convection-diffusion",
    .name = N_ ("Convection and diffusion"),
    .sentence = N_ (
      "Upwind differences of diffusion with a wind across a two-dimensional grid: nonsymmetric; a "
      "Gauss-Seidel sweep in the direction of the wind converges much faster than one against it."),
    .parameters = { NX (N_ ("Grid points along x"), 100, 46340),
                    POINTS_Y,
                    { "peclet",
                      N_ (
                        "Convection over diffusion in one cell; negative: against the order of the "
                        "rows"),
                      10, -1e6, 1e6, false } },
    .preview = 8,
    .featured = true,
    .make_rows = seidel_gallery_convection },
  { .id = "stokes-cavity",
    .name = N_ ("Stokes flow in a cavity"),
    .sentence =
      N_ ("Velocities and pressures of a viscous flow in a closed box on a staggered grid: a "
          "saddle-point system, symmetric and indefinite with a zero block on the diagonal. "
          "For MINRES, GMRES and direct methods; sweeps cannot start."),
    .source = "Harlow, Welch: Numerical calculation of time-dependent viscous incompressible flow, "
              "Phys. Fluids 8, 1965",
    .parameters = { SIZE (N_ ("Cells along x"), 40, 2, 26754), NY (N_ ("Cells along y")) },
    .preview = 6,
    .symmetric = true,
    .make_rows = seidel_gallery_cavity },
  { .id = "obstacle",
    .name = N_ ("Obstacle problem"),
    .sentence =
      N_ ("The Hessian of a membrane stretched over an obstacle: symmetric positive definite "
          "and well conditioned, so CG takes a few dozen iterations. Size 200 is "
          "GHS_psdef/obstclae of the SuiteSparse Collection."),
    .source = "CUTE, problem OBSTCLAE; Dembo, Tulowitzki, 1983",
    .parameters = { SIZE (N_ ("Grid points along x and y"), 200, 3, 46340) },
    .preview = 8,
    .symmetric = true,
    .make_rows = seidel_gallery_obstacle },
  { .id = "minimal-surface",
    .name = N_ ("Minimal surface"),
    .sentence =
      N_ ("The Hessian of a surface of minimal area above an obstacle: symmetric positive "
          "definite, with a quarter more levels than a 5-point grid of that size. Size 200 "
          "is GHS_psdef/minsurfo of the SuiteSparse Collection."),
    .source = "CUTE, problem MINSURFO; Dolan, Moré: COPS 2.0, 2000, problem 17",
    .parameters = { SIZE (N_ ("Inner grid points along x and y"), 200, 1, 46338) },
    .preview = 6,
    .symmetric = true,
    .make_rows = seidel_gallery_minimal_surface },
  { .id = "wathen",
    .name = N_ ("Wathen"),
    .sentence =
      N_ ("The mass matrix of finite elements with random densities: symmetric positive "
          "definite, with known eigenvalue bounds once scaled by its diagonal. Size 100 has "
          "the pattern of GHS_psdef/wathen100."),
    .source = "Wathen: Realistic eigenvalue bounds for the Galerkin mass matrix, IMA J. Numer. "
              "Anal. 7, 1987",
    .parameters = { NX (N_ ("Elements along x"), 30, 26754), NY (N_ ("Elements along y")), SEED },
    .preview = 4,
    .symmetric = true,
    .make_rows = seidel_gallery_wathen },
  { .id = "truss",
    .name = N_ ("Truss"),
    .sentence =
      N_ ("The stiffness matrix of a plane girder of pin-jointed bars clamped at one end: "
          "symmetric positive definite, and the longer the girder, the worse conditioned. "
          "Hard for iterations, easy for CHOLMOD."),
    .source = "McGuire, Gallagher, Ziemian: Matrix Structural Analysis, 2000, chapters 2 and 3",
    .parameters = { SIZE (N_ ("Bays"), 60, 1, 1000000),
                    { "ny", N_ ("Storeys"), 2, 0, MOST_SIDE, true, N_ ("as many as bays") },
                    { "width", N_ ("Width of a bay over the height of a storey"), 1, 1e-3, 1e3,
                      false } },
    .preview = 8,
    .symmetric = true,
    .make_rows = seidel_gallery_truss },
  { .id = "tridiagonal",
    .name = N_ ("Tridiagonal"),
    .sentence = N_ ("The Laplacian on a line (−1, 2, −1): each row depends on the one before, so "
                    "nothing is parallel; its eigenvalues are known."),
    .parameters = { ROWS (1000, MOST_ROWS) },
    .preview = 24,
    .featured = true,
    .symmetric = true,
    .make_rows = seidel_gallery_tridiagonal },
  { .id = "diagonals",
    .name = N_ ("A few diagonals"),
    .sentence = N_ (
      "Random values on a few diagonals with a dominant main diagonal: the artificial matrices on "
      "which solvers with diagonal storage have been measured, with 100 to 3,000,000 rows."),
    .source = "Jost, Contassot-Vivier, Vialle: An efficient multi-algorithms sparse linear solver "
              "for GPUs, 2009",
    .parameters = { ROWS (10000, MOST_ROWS),
                    { "diagonals", N_ ("Diagonals, including the main one"), 9, 1, 99, true },
                    { "spacing", N_ ("Distance between pairs of diagonals"), 0, 0, MOST_ROWS, true,
                      N_ ("the square root of the size") },
                    { "dominance", N_ ("Diagonal over the absolute sum of the rest of its row"),
                      1.1, 0, 1e6, false },
                    { "cyclic", N_ ("Diagonals wrap around: 1 for yes, 0 for no"), 0, 0, 1, true },
                    SEED },
    .preview = 64,
    .make_rows = seidel_gallery_diagonals },
  { .id = "chain",
    .name = N_ ("Chains"),
    .sentence =
      N_ ("A lower triangle of parallel chains (2 on the diagonal, one −1 to its left): as "
          "many rows per level as chains. A single chain is the worst case for level "
          "scheduling; one forward sweep solves it."),
    .parameters = { ROWS (1000, MOST_ROWS),
                    { "width", N_ ("Number of chains"), 1, 1, MOST_ROWS, true } },
    .preview = 24,
    .make_rows = seidel_gallery_chain },
  { .id = "arrow",
    .name = N_ ("Arrow"),
    .sentence =
      N_ ("A diagonal with a full last row and column: two levels, one of them a single row "
          "with a third of all entries. Tests load balancing."),
    .parameters = { ROWS (1000, 10000000) },
    .preview = 24,
    .symmetric = true,
    .make_rows = seidel_gallery_arrow },
  { .id = "hilbert",
    .name = N_ ("Hilbert"),
    .sentence =
      N_ ("1 / (i + j − 1), dense: symmetric positive definite, with a condition number "
          "above 10¹⁶ from 12 rows on. Shows what a small residual says about the error."),
    .source = "Todd: The condition of the finite segments of the Hilbert matrix, 1954; Higham: "
              "Accuracy and Stability of Numerical Algorithms, section 28.1",
    .parameters = { ROWS (12, 46340) },
    .preview = 24,
    .symmetric = true,
    .make_rows = seidel_gallery_hilbert },
  { .id = "trefethen",
    .name = N_ ("Trefethen’s primes"),
    .sentence = N_ (
      "Primes on the diagonal, ones where |i − j| is a power of 2: symmetric positive definite; "
      "Jacobi-preconditioned CG converges in a few iterations. Sizes 20, 2000, 20000 are those of "
      "JGD_Trefethen; Trefethen_20b is size 19 from the second prime on."),
    .source = "Trefethen: A hundred-dollar, hundred-digit challenge, SIAM News 35, 2002, problem 7",
    .parameters = { ROWS (2000, 1000000),
                    { "first", N_ ("Number of the first prime: 1 is 2, 2 is 3"), 1, 1, 1000000,
                      true } },
    .preview = 64,
    .symmetric = true,
    .make_rows = seidel_gallery_trefethen },
  { .id = "random-dense",
    .name = N_ ("Random, dense"),
    .sentence =
      N_ ("All entries random in −1 … 1: nonsingular, without any other useful property. For "
          "the direct methods; stationary methods diverge."),
    .parameters = { ROWS (500, 46340), SEED },
    .preview = 24,
    .make_rows = seidel_gallery_random_dense },
  { .id = "random-dominant",
    .name = N_ ("Random, dominant diagonal"),
    .sentence =
      N_ ("Random entries in random columns; the diagonal is their absolute sum times the "
          "dominance. Above 1 all methods converge; below 1 they begin to fail."),
    .parameters = { ROWS (10000, MOST_ROWS),
                    { "degree", N_ ("Off-diagonal entries per row"), 8, 0, 1000, true },
                    { "dominance", N_ ("Diagonal over the absolute sum of the rest of its row"),
                      1.1, 0, 1e6, false },
                    SEED },
    .preview = 64,
    .featured = true,
    .make_rows = seidel_gallery_random_dominant },
  { .id = "random-graph",
    .name = N_ ("Random graph"),
    .sentence =
      N_ ("The Laplacian of a random graph: symmetric positive semidefinite, with few and "
          "wide levels in any order; its factors fill in completely."),
    .source = "Erdős, Rényi: On random graphs I, 1959",
    .parameters = { ROWS (10000, MOST_ROWS),
                    { "degree", N_ ("Mean number of links per node"), 6, 1, 64, true },
                    SHIFT,
                    SEED },
    .preview = 64,
    .symmetric = true,
    .make_rows = seidel_gallery_random_graph },
  { .id = "small-world",
    .name = N_ ("Small world"),
    .sentence = N_ (
      "The Laplacian of a ring with a few random shortcuts: almost banded, but any two nodes are a "
      "few links apart, so there are few levels and iterations converge fast."),
    .source = "Watts, Strogatz: Collective dynamics of small-world networks, Nature 393, 1998",
    .parameters = { ROWS (10000, MOST_ROWS),
                    { "neighbours", N_ ("Links to each side along the ring"), 3, 1, 64, true },
                    { "rewired", N_ ("Share of links that become shortcuts"), 0.1, 0, 1, false },
                    SHIFT,
                    SEED },
    .preview = 64,
    .symmetric = true,
    .make_rows = seidel_gallery_small_world },
  { .id = "road-like",
    .name = N_ ("Road network"),
    .sentence =
      N_ ("The Laplacian of a planar graph with few links per node and long detours: symmetric "
          "positive semidefinite, slow for all iterations, easy for a direct method."),
    .source = "Shaped like DIMACS10/europe_osm and road_usa of the SuiteSparse Collection",
    .parameters = { NX (N_ ("Crossings along x"), 200, 46340),
                    NY (N_ ("Crossings along y")),
                    { "loops", N_ ("Share of the links that are not in the spanning tree"), 0.2, 0,
                      1, false },
                    SHIFT,
                    SEED },
    .preview = 8,
    .symmetric = true,
    .make_rows = seidel_gallery_roads },
  { .id = "hypercube",
    .name = N_ ("Graph Laplacian of a hypercube"),
    .sentence = N_ (
      "All numbers of a given number of bits, linked where they differ in one bit: singular, with "
      "the constant null vector, and consistent if b sums to 0. It has d nonzero eigenvalues, so "
      "CG needs at most d iterations; the level widths are binomial coefficients."),
    .source = "Chung: Spectral Graph Theory, 1997, example 1.6",
    .parameters = { SIZE (N_ ("Dimensions d; 2ᵈ rows"), 12, 1, 30) },
    .preview = 6,
    .symmetric = true,
    .make_rows = seidel_gallery_hypercube },
  { .id = "mycielskian",
    .name = N_ ("Mycielskian graph"),
    .sentence =
      N_ ("The adjacency matrix of a graph without triangles whose chromatic number is the "
          "size: symmetric, indefinite, with an empty diagonal. Rows of very different "
          "length and a self-similar pattern; group Mycielski of the SuiteSparse Collection."),
    .source = "Mycielski: Sur le coloriage des graphes, Colloq. Math. 3, 1955",
    .parameters = { SIZE (N_ ("Chromatic number k; 3 · 2ᵏ⁻² − 1 rows"), 11, 2, 20) },
    .preview = 7,
    .symmetric = true,
    .make_rows = seidel_gallery_mycielskian },
  { .id = "kmer-like",
    .name = N_ ("Chains of k-mers"),
    .sentence = N_ (
      "Randomly numbered chains and stars, lower triangular: two entries per row, 91 levels, the "
      "widest with a third of all rows. Shaped like the genome graph kmer_V4a, at any size."),
    .source = "Fiorentini: Implementation of Gauss-Seidel algorithm for sparse matrices on Nvidia "
              "GPU device, 2022, section 3.1",
    .parameters = { ROWS (100000, MOST_ROWS),
                    SEED,
                    { "generic", N_ ("Random values: 1 for yes, 0 for −1 beside a whole diagonal"),
                      0, 0, 1, true } },
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
