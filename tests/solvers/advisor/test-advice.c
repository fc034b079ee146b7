/* What the advisor proposes for structures that are made up, and that its lists hold what they
 * promise for every one of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "advisor/seidel-advice.h"

#include <string.h>

#include "base/seidel-memory.h"
#include "method/seidel-preconditioner.h"

#include "../base/translator-testing.h"
#include "golden-testing.h"
#include "core-testing.h"

/* A structure report with what the advisor looks at; the rest is as in a grid of 100 × 100. */
static SeidelStructure
grid (void)
{
  return (SeidelStructure){
    .rows = 10000,
    .columns = 10000,
    .stored = 49600,
    .nonzeros = 49600,
    .longest_row = 5,
    .bandwidth = 100,
    .lower_bandwidth = 100,
    .upper_bandwidth = 100,
    .diagonals = 5,
    .pattern_symmetric = true,
    .value_symmetric = true,
    .diagonal_full = true,
    .least_dominance = 1.0,
    .usual_dominance = 1.0,
    .largest_magnitude = 4.0,
    .smallest_magnitude = 1.0,
    .finite = true,
  };
}

static void
assert_candidate (const SeidelAdvice *advice,
                  size_t i,
                  const char *method,
                  const char *preconditioner)
{
  g_assert_cmpuint (advice->n_candidates, >, i);
  g_assert_cmpstr (advice->candidates[i].method, ==, method);
  g_assert_cmpstr (advice->candidates[i].preconditioner, ==, preconditioner);
}

static SeidelAdvice *
advise (const SeidelStructure *structure)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  return seidel_advise (structure, &options);
}

static void
assert_first (const SeidelStructure *structure, const char *method, const char *preconditioner)
{
  g_autoptr (SeidelAdvice) advice = advise (structure);

  assert_candidate (advice, 0, method, preconditioner);
}

/* Sparse Cholesky, after a few steps that show whether it is worth while. */
static void
assert_probe_and_cholmod (const SeidelAdvice *advice, const char *preconditioner)
{
  assert_candidate (advice, 0, "cg", preconditioner);
  assert_candidate (advice, 1, "cholmod", "none");
  g_assert_cmpint (advice->candidates[0].patience, >, 0);
  g_assert_cmpint (advice->candidates[1].patience, ==, 0);
}

static void
test_positive (void)
{
  SeidelStructure structure = grid ();
  g_autoptr (SeidelAdvice) even = advise (&structure);
  g_autoptr (SeidelAdvice) uneven = NULL;
  g_autoptr (SeidelAdvice) shallow = NULL;
  g_autoptr (SeidelAdvice) deep = NULL;
  g_autoptr (SeidelAdvice) rounded = NULL;
  g_autoptr (SeidelAdvice) dominant = NULL;
  g_autoptr (SeidelAdvice) usual = NULL;

  assert_candidate (even, 0, "cg", "ick");
  assert_candidate (even, 1, "cg", "jacobi");
  assert_candidate (even, 2, "cholmod", "none");
  assert_candidate (even, 3, "ldlt", "none");
  assert_candidate (even, 4, "minres", "none");
  assert_candidate (even, 5, "umfpack", "none");
  g_assert_cmpint (even->candidates[0].patience, >, 0);
  g_assert_cmpint (even->candidates[2].patience, ==, 0);
  test_assert_wording (even->summary);

  structure.largest_magnitude = 1e7;
  uneven = advise (&structure);
  assert_probe_and_cholmod (uneven, "ick");

  /* A grid in space has fewer layers, and factors with more fill. */
  structure.rows = structure.columns = 27000;
  structure.bandwidth = structure.lower_bandwidth = structure.upper_bandwidth = 900;
  structure.nonzeros = 183600;
  shallow = advise (&structure);
  assert_candidate (shallow, 0, "cg", "jacobi");
  assert_candidate (shallow, 1, "cg", "ic0");
  assert_candidate (shallow, 2, "cholmod", "none");

  /* A narrow grid has hardly any fill, but more layers than conjugate gradients may take. */
  structure = grid ();
  structure.bandwidth = structure.lower_bandwidth = structure.upper_bandwidth = 20;
  deep = advise (&structure);
  assert_probe_and_cholmod (deep, "jacobi");
  assert_candidate (deep, 2, "cg", "ick");
  /* Dominance by a rounding error, as of a Laplacian whose coefficients are no binary fractions,
   * changes nothing. */
  structure.row_dominant = true;
  structure.least_dominance = 1.0 + 1e-15;
  structure.usual_dominance = 1.0 + 1e-15;
  rounded = advise (&structure);
  assert_probe_and_cholmod (rounded, "jacobi");
  structure.least_dominance = 1.01;
  dominant = advise (&structure);
  assert_candidate (dominant, 0, "cg", "jacobi");
  assert_candidate (dominant, 1, "cholmod", "none");
  /* A few rows that are not dominant, as those of a boundary, change nothing. */
  structure.least_dominance = 0.0;
  structure.usual_dominance = 2.0;
  usual = advise (&structure);
  assert_candidate (usual, 0, "cg", "jacobi");
  assert_candidate (usual, 1, "cholmod", "none");
}

/* Multigrid comes between a few steps without it and what else would take long: on large plane
 * grids whose entries are of about the same size. GMRES has it where they are not positive
 * definite. */
static void
test_multigrid (void)
{
  SeidelStructure structure = grid ();
  g_autoptr (SeidelAdvice) large = NULL;
  g_autoptr (SeidelAdvice) smaller = NULL;
  g_autoptr (SeidelAdvice) narrow = NULL;
  g_autoptr (SeidelAdvice) uneven = NULL;
  g_autoptr (SeidelAdvice) steep = NULL;
  g_autoptr (SeidelAdvice) on_device = NULL;
  g_autoptr (SeidelAdvice) slow_flow = NULL;
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  bool found = false;

  structure.rows = structure.columns = 1000000;
  structure.nonzeros = structure.stored = 4996000;
  structure.bandwidth = structure.lower_bandwidth = structure.upper_bandwidth = 1000;
  large = advise (&structure);
  assert_candidate (large, 0, "cg", "jacobi");
  assert_candidate (large, 1, "cg", "multigrid");
  assert_candidate (large, 2, "cholmod", "none");
  g_assert_cmpint (large->candidates[1].patience, >=, 10);
  g_assert_cmpint (large->candidates[1].patience, <=, 100);
  assert_candidate (large, 3, "cg", "ick");
  assert_candidate (large, 4, "gmres-flexible", "multigrid");

  /* Entries of different sizes slow it down as little as the others, … */
  structure.largest_magnitude = 1e7;
  uneven = advise (&structure);
  assert_candidate (uneven, 0, "cg", "multigrid");
  assert_candidate (uneven, 1, "cholmod", "none");
  /* … but where rows differ, each of them is to be met: by more digits. */
  structure.largest_row = 1e300;
  structure.smallest_row = 1.0;
  steep = advise (&structure);
  assert_probe_and_cholmod (steep, "ick");
  structure.largest_row = structure.smallest_row = structure.largest_magnitude = 4.0;

  /* Neither Cholesky nor conjugate gradients alone are expected to take less than a second. */
  structure.rows = structure.columns = 250000;
  structure.nonzeros = structure.stored = 1248000;
  structure.bandwidth = structure.lower_bandwidth = structure.upper_bandwidth = 500;
  smaller = advise (&structure);
  assert_candidate (smaller, 0, "cg", "multigrid");
  assert_candidate (smaller, 1, "cg", "ick");
  structure.rows = structure.columns = 1000000;
  structure.nonzeros = structure.stored = 4996000;

  /* Multigrid takes longer than Cholesky here, and than LDLᵀ, which comes where that fails. */
  structure.rows = structure.columns = 30000;
  structure.nonzeros = structure.stored = 149200;
  structure.bandwidth = structure.lower_bandwidth = structure.upper_bandwidth = 100;
  narrow = advise (&structure);
  assert_candidate (narrow, 0, "cg", "jacobi");
  assert_candidate (narrow, 1, "cholmod", "none");
  for (size_t i = 0; i < narrow->n_candidates; i++)
    found = found
            || (g_str_equal (narrow->candidates[i].method, "gmres-flexible")
                && g_str_equal (narrow->candidates[i].preconditioner, "multigrid"));
  g_assert_false (found);
  structure.rows = structure.columns = 1000000;
  structure.nonzeros = structure.stored = 4996000;
  structure.bandwidth = structure.lower_bandwidth = structure.upper_bandwidth = 1000;

  options.engine = "cuda";
  on_device = seidel_advise (&structure, &options);
  for (size_t i = 0; i < on_device->n_candidates; i++)
    g_assert_cmpstr (on_device->candidates[i].preconditioner, !=, "multigrid");

  /* A slow flow hardly changes the matrix; a faster one is swept. */
  structure.rows = structure.columns = 250000;
  structure.nonzeros = structure.stored = 1248000;
  structure.bandwidth = structure.lower_bandwidth = structure.upper_bandwidth = 500;
  structure.largest_magnitude = 4.0;
  structure.value_symmetric = false;
  structure.nearly_symmetric = true;
  slow_flow = advise (&structure);
  assert_candidate (slow_flow, 0, "bicgstab", "multigrid");
  assert_candidate (slow_flow, 1, "gauss-seidel", "none");
  g_assert_cmpint (slow_flow->candidates[0].patience, >=, 10);
  structure.nearly_symmetric = false;
  assert_first (&structure, "gauss-seidel", "none");
}

static void
test_signs (void)
{
  SeidelStructure structure = grid ();

  structure.diagonal_negative = structure.rows;
  assert_first (&structure, "gmres", "ilu0");
  structure.diagonal_negative = 3;
  assert_first (&structure, "minres", "none");
  structure.diagonal_full = false;
  structure.diagonal_zero = 10;
  structure.diagonal_first_zero = 5;
  assert_first (&structure, "idr", "iluk");
  /* LDLᵀ takes half of what LU does, until its factors have too few supernodes. */
  structure.diagonal_full = true;
  structure.diagonal_zero = 0;
  structure.bandwidth = 20;
  assert_first (&structure, "ldlt", "none");
  structure.bandwidth = 100;
  structure.diagonal_full = false;
  structure.diagonal_zero = 10;
  /* The same where factors cost next to nothing. */
  structure.rows = structure.columns = 1000000;
  structure.nonzeros = structure.stored = 300000000;
  structure.bandwidth = 150;
  assert_first (&structure, "umfpack", "none");
}

static void
test_unsymmetric (void)
{
  SeidelStructure structure = grid ();
  g_autoptr (SeidelAdvice) full = NULL;
  g_autoptr (SeidelAdvice) gaps = NULL;

  structure.value_symmetric = false;
  full = advise (&structure);
  assert_candidate (full, 4, "gmres", "ilu0");
  assert_candidate (full, 5, "umfpack", "none");
  structure.diagonal_full = false;
  structure.diagonal_missing = 1;
  structure.diagonal_first_missing = 7;
  gaps = advise (&structure);
  assert_candidate (gaps, 0, "umfpack", "none");
  structure.rows = structure.columns = 300;
  assert_first (&structure, "lu", "none");
}

/* COCG before a factorisation, and no sweeps as of a flow. */
static void
test_complex_symmetric (void)
{
  SeidelStructure structure = grid ();
  g_autoptr (SeidelAdvice) waves = NULL;

  structure.value_symmetric = false;
  structure.complex_values = true;
  structure.complex_symmetric = true;
  waves = advise (&structure);
  assert_candidate (waves, 0, "cocg", "ssor");
  assert_candidate (waves, 1, "gmres", "ilu0");
  assert_candidate (waves, 2, "umfpack", "none");
  g_assert_cmpint (waves->candidates[0].patience, >, 0);
  g_assert_nonnull (strstr (waves->summary, "complex symmetric"));
  structure.value_symmetric = true;
  assert_first (&structure, "cg", "ick");
  structure.value_symmetric = false;
  structure.rows = structure.columns = 300;
  structure.nonzeros = 1500;
  assert_first (&structure, "cocg", "jacobi");
}

static void
test_shapes (void)
{
  SeidelStructure structure = grid ();

  structure.bandwidth = 2;
  assert_first (&structure, "cholmod", "none");
  structure.value_symmetric = false;
  assert_first (&structure, "umfpack", "none");
  structure.lower_triangular = true;
  assert_first (&structure, "gauss-seidel", "none");
  structure.lower_triangular = false;
  structure.upper_triangular = true;
  assert_first (&structure, "gauss-seidel-backward", "none");
  structure = grid ();
  structure.rows = structure.columns = 40;
  assert_first (&structure, "lu", "none");
  structure = grid ();
  structure.bandwidth = 1;
  assert_first (&structure, "cg", "ick");
  structure.bandwidth = 0;
  assert_first (&structure, "jacobi", "none");
  structure.bandwidth = 1;
  structure.value_symmetric = false;
  assert_first (&structure, "umfpack", "none");
  structure = grid ();
  structure.rows = structure.columns = 1000;
  structure.nonzeros = 600000;
  structure.value_symmetric = false;
  assert_first (&structure, "lu", "none");
}

/* Too large to be factored by anybody: multigrid, and then an iterative method without a limit. */
static void
test_beyond_memory (void)
{
  SeidelStructure structure = grid ();
  g_autoptr (SeidelAdvice) positive = NULL;
  g_autoptr (SeidelAdvice) unsymmetric = NULL;

  structure.rows = structure.columns = 2000000000;
  structure.bandwidth = 1000000;
  structure.nonzeros = structure.stored = 10000000000;
  positive = advise (&structure);
  assert_candidate (positive, 0, "cg", "multigrid");
  g_assert_cmpint (positive->candidates[0].patience, >, 0);
  assert_candidate (positive, 1, "cg", "ssor");
  g_assert_cmpint (positive->candidates[1].patience, ==, 0);
  structure.value_symmetric = false;
  unsymmetric = advise (&structure);
  assert_candidate (unsymmetric, 0, "gauss-seidel", "none");
  assert_candidate (unsymmetric, 2, "sor", "none");
  assert_candidate (unsymmetric, 3, "gmres", "ilu0");
  for (size_t i = 0; i <= 3; i++)
    g_assert_cmpint (unsymmetric->candidates[i].patience, >, 0);
  assert_candidate (unsymmetric, 4, "bicgstab", "ilu0");
  g_assert_cmpint (unsymmetric->candidates[4].patience, ==, 0);
  assert_candidate (unsymmetric, 5, "gmres", "none");
}

static bool
proposes (const SeidelStructure *structure, const char *preconditioner)
{
  g_autoptr (SeidelAdvice) advice = advise (structure);

  for (size_t i = 0; i < advice->n_candidates; i++)
    if (g_str_equal (advice->candidates[i].preconditioner, preconditioner))
      return true;
  return false;
}

/* An incomplete factor takes a fraction of the memory of a whole one, and is proposed where only
 * the whole one does not fit. */
static void
test_incomplete_beyond_memory (void)
{
  SeidelStructure structure = grid ();
  double entries = 1e6;

  structure.smallest_magnitude = 1e-6 * structure.largest_magnitude;
  while (seidel_memory_is_free (30.0 * entries))
    entries *= 2.0;
  for (int much = 0; much < 2; much++)
    {
      structure.nonzeros = structure.stored = (int64_t) (much ? 2.0 * entries : entries / 4.0);
      structure.rows = structure.columns = structure.nonzeros / 5;
      structure.bandwidth = structure.rows / 4;
      g_assert_cmpint (proposes (&structure, "ick"), ==, !much);
      g_assert_true (proposes (&structure, "jacobi") || !much);
    }
}

static void
test_rectangular (void)
{
  SeidelStructure structure = grid ();
  g_autoptr (SeidelAdvice) advice = NULL;

  structure.columns = 9999;
  structure.value_symmetric = false;
  advice = advise (&structure);
  test_assert_wording (advice->summary);
  g_assert_cmpuint (advice->n_candidates, ==, 3);
  assert_candidate (advice, 0, "lsmr", "none");
  g_assert_cmpint (advice->candidates[0].patience, >, 0);
  assert_candidate (advice, 1, "qr", "none");
  assert_candidate (advice, 2, "lsmr", "none");
  g_assert_cmpint (advice->candidates[2].patience, ==, 0);
}

/* Diagonals where they are few and nothing but products is wanted. */
static void
test_hints (void)
{
  SeidelStructure structure = grid ();
  g_autoptr (SeidelAdvice) near = NULL;
  g_autoptr (SeidelAdvice) far = NULL;

  structure.value_symmetric = false;
  near = advise (&structure);
  assert_candidate (near, 0, "gauss-seidel", "none");
  assert_candidate (near, 1, "gauss-seidel-backward", "none");
  assert_candidate (near, 2, "sor", "none");
  assert_candidate (near, 3, "bicgstab", "ssor");
  assert_candidate (near, 4, "gmres", "ilu0");
  assert_candidate (near, 5, "umfpack", "none");
  g_assert_null (near->candidates[4].ordering);
  structure.bandwidth = 9000;
  far = advise (&structure);
  g_assert_cmpstr (far->candidates[4].ordering, ==, "rcm");
  test_assert_wording (far->candidates[4].ordering_why);
}

/* Host-only methods run on the CPU, the others on the selected engine. */
static void
test_engine (void)
{
  SeidelStructure structure = grid ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelOptions applied;
  g_autoptr (SeidelAdvice) advice = NULL;

  options.engine = "cuda";
  options.tolerance = 1e-5;
  advice = seidel_advise (&structure, &options);
  for (size_t i = 0; i < advice->n_candidates; i++)
    g_assert_cmpstr (advice->candidates[i].engine, ==,
                     seidel_method_find (advice->candidates[i].method)->on_host ? "cpu" : "cuda");
  applied = seidel_candidate_apply (&advice->candidates[0], &options);
  g_assert_cmpstr (applied.method, ==, "cg");
  g_assert_cmpstr (applied.preconditioner, ==, "jacobi");
  g_assert_cmpfloat (applied.tolerance, ==, 1e-5);
}

static void
assert_sentence (const char *text)
{
  g_assert_nonnull (text);
  g_assert_true (g_str_has_suffix (text, "."));
}

static void
check_candidate (const SeidelAdvice *advice,
                 size_t i,
                 const SeidelStructure *structure,
                 const SeidelOptions *options)
{
  const SeidelCandidate *candidate = &advice->candidates[i];
  const SeidelMethod *method = seidel_method_find (candidate->method);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (candidate->preconditioner);

  g_assert_nonnull (method);
  g_assert_nonnull (kind);
  g_assert_true (seidel_method_applies (method, structure, NULL, NULL));
  g_assert_true (seidel_method_computes_in (method, options->precision, NULL));
  g_assert_true (seidel_preconditioner_applies (kind, method, structure, NULL, NULL));
  g_assert_false (method->demonstration);
  assert_sentence (candidate->method_why);
  /* The place in the list is the list's to show. */
  g_assert_true (i + 1 == advice->n_candidates
                 || strstr (candidate->method_why, "last resort") == NULL);
  g_assert_cmpint (candidate->patience, >=, 0);
  /* What was limited at first may be there once more, without a limit. */
  for (size_t other = 0; other < i; other++)
    g_assert_false (
      g_str_equal (advice->candidates[other].method, candidate->method)
      && g_str_equal (advice->candidates[other].preconditioner, candidate->preconditioner)
      && (advice->candidates[other].patience == 0 || candidate->patience != 0));
}

/* bits choose the properties. */
static SeidelStructure
make_up (unsigned int bits)
{
  SeidelStructure structure = grid ();

  structure.value_symmetric = bits & 1;
  structure.lower_triangular = (bits & 2) != 0 && !structure.value_symmetric;
  structure.upper_triangular = (bits & 4) != 0 && !structure.value_symmetric;
  structure.diagonal_full = bits & 8;
  structure.diagonal_missing = structure.diagonal_full ? 0 : 1;
  structure.diagonal_negative = bits & 16 ? structure.rows : bits & 32 ? 1 : 0;
  structure.largest_magnitude = bits & 64 ? 1e12 : 4.0;
  structure.bandwidth = bits & 128 ? 9999 : bits & 256 ? 3 : 100;
  if (bits & 512)
    structure.rows = structure.columns = structure.nonzeros = bits & 1024 ? 1 : 300;
  return structure;
}

static void
test_every (void)
{
  for (unsigned int bits = 0; bits < 2048; bits++)
    for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_MIXED; precision++)
      {
        SeidelStructure structure = make_up (bits);
        SeidelOptions options = SEIDEL_OPTIONS_INIT;
        g_autoptr (SeidelAdvice) advice = NULL;
        bool sure = false;

        options.precision = (SeidelPrecision) precision;
        advice = seidel_advise (&structure, &options);
        assert_sentence (advice->summary);
        for (size_t i = 0; i < advice->n_candidates; i++)
          {
            check_candidate (advice, i, &structure, &options);
            sure = sure || g_str_equal (advice->candidates[i].method, "umfpack")
                   || g_str_equal (advice->candidates[i].method, "lu");
          }
        g_assert_true (sure);
      }
}

/* The window shows the advice as it is. */
static void
test_translated (void)
{
  SeidelStructure structure = grid ();
  g_autoptr (SeidelAdvice) advice = NULL;

  seidel_set_translator (test_translate_cb);
  advice = advise (&structure);
  seidel_set_translator (NULL);
  g_assert_true (g_str_has_prefix (advice->summary, "‹‹10,000 rows›, ‹symmetric"));
  g_assert_cmpuint (advice->n_candidates, >, 1);
  for (size_t i = 0; i < advice->n_candidates; i++)
    {
      g_assert_true (g_str_has_prefix (advice->candidates[i].method_why, "‹"));
      if (advice->candidates[i].preconditioner_why != NULL)
        g_assert_true (g_str_has_prefix (advice->candidates[i].preconditioner_why, "‹"));
    }
}

/* Multigrid needs no factors: it is proposed for grids so large that those of no direct method fit,
 * first of all, and given up where it takes longer than other conjugate gradients would. */
static void
test_too_large_to_factor (void)
{
  for (int side = 1000; side <= 32000; side *= 2)
    for (int cube = 0; cube < 2; cube++)
      {
        SeidelStructure structure = grid ();
        g_autoptr (SeidelAdvice) advice = NULL;

        structure.rows = cube ? (int64_t) side * side * side : (int64_t) 64 * side * side;
        structure.columns = structure.rows;
        structure.nonzeros = (cube ? 27 : 5) * structure.rows;
        structure.bandwidth = cube ? (int64_t) side * side : 8 * side;
        advice = advise (&structure);
        g_assert_cmpuint (advice->n_candidates, >, 1);
        for (size_t i = 0; i < advice->n_candidates && cube; i++)
          g_assert_cmpstr (advice->candidates[i].method, !=, "umfpack");
        if (cube)
          assert_candidate (advice, 0, "cg", "multigrid");
        for (size_t i = 0; i < advice->n_candidates; i++)
          if (g_str_equal (advice->candidates[i].preconditioner, "multigrid"))
            {
              g_assert_cmpint (advice->candidates[i].patience, >, 0);
              break;
            }
          else
            g_assert_cmpuint (i + 1, <, advice->n_candidates);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/positive", test_positive);
  g_test_add_func ("/advice/multigrid", test_multigrid);
  g_test_add_func ("/advice/signs", test_signs);
  g_test_add_func ("/advice/unsymmetric", test_unsymmetric);
  g_test_add_func ("/advice/complex-symmetric", test_complex_symmetric);
  g_test_add_func ("/advice/shapes", test_shapes);
  g_test_add_func ("/advice/beyond-memory", test_beyond_memory);
  g_test_add_func ("/advice/incomplete-beyond-memory", test_incomplete_beyond_memory);
  g_test_add_func ("/advice/rectangular", test_rectangular);
  g_test_add_func ("/advice/hints", test_hints);
  g_test_add_func ("/advice/engine", test_engine);
  g_test_add_func ("/advice/every-structure", test_every);
  g_test_add_func ("/advice/translated", test_translated);
  g_test_add_func ("/advice/too-large-to-factor", test_too_large_to_factor);
  return g_test_run ();
}
