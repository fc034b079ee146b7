/* The rules of the contextual solver.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "advisor/seidel-advice-private.h"

#include "base/seidel-threads.h"
#include "base/seidel-translatable.h"

/* Parts of the time of a factorisation. */
#define UNLIMITED 0.0
#define AS_LONG   1.0
#define A_PROBE   0.25
#define AS_QR     4.0 /* a sparse QR, see seidel-estimate.c */

/* To find the levels of a matrix and to look at them takes as long as 50 sweeps, measured on
 * matrices of 200 to 2,400 rows, and one thread gains by them half of a sweep at most. */
#define SWEEPS_OF_LEVELS 100

static bool
is_damped_and_quick (const SeidelAdviceFacts *facts)
{
  return facts->damped && facts->quick_qr && facts->fits;
}

static bool
is_damped (const SeidelAdviceFacts *facts)
{
  return facts->damped;
}

static bool
is_damped_and_fits (const SeidelAdviceFacts *facts)
{
  return facts->damped && facts->fits;
}

static bool
is_rectangular_and_quick (const SeidelAdviceFacts *facts)
{
  return !facts->square && !facts->damped && facts->quick_qr && facts->fits;
}

static bool
is_rectangular (const SeidelAdviceFacts *facts)
{
  return !facts->square && !facts->damped;
}

static bool
is_rectangular_and_fits (const SeidelAdviceFacts *facts)
{
  return !facts->square && !facts->damped && facts->fits;
}

static bool
solved_forward (const SeidelAdviceFacts *facts)
{
  return facts->lower && facts->full_diagonal;
}

static bool
solved_backward (const SeidelAdviceFacts *facts)
{
  return facts->upper && facts->full_diagonal;
}

static bool
is_diagonal (const SeidelAdviceFacts *facts)
{
  return facts->diagonal && facts->full_diagonal;
}

static bool
is_tiny (const SeidelAdviceFacts *facts)
{
  return facts->tiny;
}

static bool
is_full_and_unsymmetric (const SeidelAdviceFacts *facts)
{
  return facts->square && facts->full && !facts->symmetric && facts->fits_dense;
}

/* Its sweeps have as many levels as rows, for which a device takes long. */
static bool
is_tridiagonal_and_positive (const SeidelAdviceFacts *facts)
{
  return facts->tridiagonal && facts->positive && facts->sweeps;
}

static bool
is_narrow_and_positive (const SeidelAdviceFacts *facts)
{
  return facts->narrow && facts->positive;
}

static bool
is_narrow (const SeidelAdviceFacts *facts)
{
  return facts->narrow;
}

static bool
is_small_without_diagonal (const SeidelAdviceFacts *facts)
{
  return facts->small && !facts->full_diagonal;
}

/* The size of entries says nothing of an elastic body. */
static bool
is_positive_and_uneven (const SeidelAdviceFacts *facts)
{
  return facts->positive && (!facts->even || facts->nodes);
}

static bool
is_positive_uneven_and_quick (const SeidelAdviceFacts *facts)
{
  return is_positive_and_uneven (facts) && facts->quick && facts->fits;
}

static bool
is_positive_uneven_and_fills (const SeidelAdviceFacts *facts)
{
  return is_positive_and_uneven (facts) && facts->fills && facts->fits_fill;
}

static bool
is_positive_uneven_slow_and_fills (const SeidelAdviceFacts *facts)
{
  return is_positive_uneven_and_fills (facts) && facts->slow && facts->fits
         && (facts->nodes || !facts->coarsens);
}

static bool
is_positive_by_diagonal (const SeidelAdviceFacts *facts)
{
  return facts->positive && !is_positive_uneven_and_fills (facts);
}

static bool
is_positive_by_diagonal_and_slow (const SeidelAdviceFacts *facts)
{
  return is_positive_by_diagonal (facts) && facts->slow && facts->fits;
}

static bool
is_positive_even_deep_and_fills (const SeidelAdviceFacts *facts)
{
  return facts->positive && facts->even && facts->deep && facts->fills && facts->fits_fill;
}

static bool
is_positive_even_and_deep (const SeidelAdviceFacts *facts)
{
  return facts->positive && facts->even && facts->deep && !is_positive_even_deep_and_fills (facts);
}

static bool
is_positive_and_coarsens (const SeidelAdviceFacts *facts)
{
  return facts->positive && facts->coarsens;
}

static bool
is_positive_of_nodes_and_coarsens (const SeidelAdviceFacts *facts)
{
  return facts->positive && !facts->even && facts->nodes && facts->coarsens;
}

/* What comes after conjugate gradients and Cholesky have found it not to be positive definite. */
static bool
is_even_and_coarsens_indefinite (const SeidelAdviceFacts *facts)
{
  return facts->positive && facts->even && facts->coarsens_indefinite && !facts->small;
}

static bool
is_positive_and_slow (const SeidelAdviceFacts *facts)
{
  return facts->positive && facts->slow && facts->fits;
}

static bool
is_positive_without_fill (const SeidelAdviceFacts *facts)
{
  return facts->positive && !(facts->fills && facts->fits_fill);
}

static bool
is_positive_and_fits (const SeidelAdviceFacts *facts)
{
  return facts->positive && facts->fits;
}

static bool
is_negative (const SeidelAdviceFacts *facts)
{
  return facts->negative;
}

static bool
is_negative_and_fits (const SeidelAdviceFacts *facts)
{
  return facts->negative && facts->fits;
}

static bool
is_indefinite_and_cheap (const SeidelAdviceFacts *facts)
{
  return facts->symmetric && !facts->positive && facts->cheap && facts->fits;
}

static bool
is_halved (const SeidelAdviceFacts *facts)
{
  return facts->halved && facts->fits;
}

/* Where conjugate gradients have failed, MINRES is no hope. */
static bool
is_halved_and_cheap (const SeidelAdviceFacts *facts)
{
  return is_halved (facts) && (facts->cheap || facts->positive);
}

static bool
is_symmetric_without_diagonal_and_fills (const SeidelAdviceFacts *facts)
{
  return facts->symmetric && !facts->full_diagonal && facts->fills && facts->fits;
}

static bool
is_symmetric (const SeidelAdviceFacts *facts)
{
  return facts->symmetric;
}

static bool
is_unsymmetric (const SeidelAdviceFacts *facts)
{
  return !facts->symmetric;
}

static bool
is_unsymmetric_and_fits (const SeidelAdviceFacts *facts)
{
  return facts->square && !facts->damped && !facts->symmetric && facts->fits;
}

static bool
is_symmetric_and_fits_qr (const SeidelAdviceFacts *facts)
{
  return facts->square && !facts->damped && facts->symmetric && facts->fits_qr;
}

static bool
is_unsymmetric_with_diagonal (const SeidelAdviceFacts *facts)
{
  return !facts->symmetric && facts->full_diagonal;
}

static bool
is_worth_a_glance (const SeidelAdviceFacts *facts)
{
  return !facts->symmetric && !facts->complex_symmetric && facts->full_diagonal && facts->sweeps
         && facts->glances;
}

static bool
is_swept_easily (const SeidelAdviceFacts *facts)
{
  return is_worth_a_glance (facts) && facts->fits;
}

static bool
is_complex_symmetric_and_swept (const SeidelAdviceFacts *facts)
{
  return facts->complex_symmetric && facts->full_diagonal && facts->sweeps;
}

static bool
is_complex_symmetric (const SeidelAdviceFacts *facts)
{
  return facts->complex_symmetric && facts->full_diagonal && !facts->sweeps;
}

static bool
is_unsymmetric_and_brief (const SeidelAdviceFacts *facts)
{
  return !facts->symmetric && facts->full_diagonal && (!facts->glances || facts->dominant)
         && facts->fits;
}

static bool
is_nearly_symmetric_and_coarsens (const SeidelAdviceFacts *facts)
{
  return !facts->symmetric && facts->coarsens;
}

static bool
is_without_diagonal_and_fits (const SeidelAdviceFacts *facts)
{
  return !facts->full_diagonal && facts->fits;
}

static bool
is_too_large_to_factor (const SeidelAdviceFacts *facts)
{
  return !facts->fits && facts->full_diagonal;
}

static bool
does_fit (const SeidelAdviceFacts *facts)
{
  return facts->fits;
}

static bool
does_fit_dense (const SeidelAdviceFacts *facts)
{
  return facts->fits_dense;
}

static bool
always (const SeidelAdviceFacts *facts)
{
  (void) facts;
  return true;
}

/* Every rule that applies gives a candidate, in this order; a pair that is there already without a
 * limit is left out, and so is what the tables of methods and preconditioners say cannot be used.
 */
static const SeidelAdviceRule rules[] = {
  { is_damped_and_quick, "qr", "none", UNLIMITED,
    N_ ("With damping, x is the least-squares solution of a system with λ times the identity below "
        "the matrix, which is so small that its sparse QR factorisation takes a moment."),
    NULL },
  { is_damped, "lsmr", "none", 1.0,
    N_ ("With damping, x is a least-squares solution: LSMR finds it by products alone, and the "
        "faster the larger λ is."),
    NULL },
  { is_damped_and_fits, "qr", "none", UNLIMITED,
    N_ ("LSMR converges slowly where λ is small and the matrix is ill-conditioned; a sparse QR "
        "factorisation with λ times the identity below the matrix does not mind."),
    NULL },
  { is_damped, "lsmr", "none", UNLIMITED,
    N_ ("If the factors of a sparse QR do not fit: LSMR asks for products only."), NULL },
  { is_rectangular_and_quick, "qr", "none", UNLIMITED,
    N_ ("Not square, and so small that a sparse QR factorisation takes a moment: it gives the "
        "least-squares solution of smallest norm to full accuracy, whatever the rank."),
    NULL },
  { is_rectangular, "lsmr", "none", 1.0,
    N_ ("Not square: LSMR finds the least-squares solution of smallest norm by products alone."),
    NULL },
  { is_rectangular_and_fits, "qr", "none", UNLIMITED,
    N_ ("LSMR converges slowly where the matrix is ill-conditioned; a sparse QR factorisation does "
        "not "
        "mind."),
    NULL },
  { is_rectangular, "lsmr", "none", UNLIMITED,
    N_ ("If the factors of a sparse QR do not fit: LSMR asks for products only."), NULL },
  { is_diagonal, "jacobi", "none", UNLIMITED,
    N_ ("The matrix is diagonal: one division for each row solves it exactly."), NULL },
  { solved_forward, "gauss-seidel", "none", UNLIMITED,
    N_ ("The matrix is lower triangular: one forward sweep solves it exactly."), NULL },
  { solved_backward, "gauss-seidel-backward", "none", UNLIMITED,
    N_ ("The matrix is upper triangular: one backward sweep solves it exactly."), NULL },
  { is_tiny, "lu", "none", UNLIMITED,
    N_ ("It is so small that a dense LU with pivoting takes next to no time and is sure."), NULL },
  { is_full_and_unsymmetric, "lu", "none", UNLIMITED,
    N_ ("Hardly any entry is zero: a dense LU with pivoting takes less than the iterations of most "
        "methods, and is sure."),
    NULL },
  { is_tridiagonal_and_positive, "cg", "ick", A_PROBE,
    N_ ("Tridiagonal with a positive diagonal: one iteration, if its preconditioner is exact."),
    N_ ("The factor of a tridiagonal matrix has no fill: IC(k) is the whole of it.") },
  { is_narrow_and_positive, "cholmod", "none", UNLIMITED,
    N_ ("Symmetric with a positive diagonal, and in so narrow a band that factors have next to no "
        "fill: sparse Cholesky is fastest and surest."),
    NULL },
  { is_positive_uneven_and_quick, "cholmod", "none", UNLIMITED,
    N_ ("Symmetric with a positive diagonal, of entries that differ much in size or of an elastic "
        "body, and so small that sparse Cholesky takes a moment."),
    NULL },
  { is_narrow, "umfpack", "none", UNLIMITED,
    N_ (
      "The band is so narrow that factors have next to no fill: sparse LU is fastest and surest."),
    NULL },
  { is_small_without_diagonal, "lu", "none", UNLIMITED,
    N_ ("Entries of the diagonal are missing or zero, where most iterative methods fail, and it is "
        "small enough for a dense LU with pivoting."),
    NULL },
  { is_positive_of_nodes_and_coarsens, "cg", "multigrid", A_PROBE,
    N_ (
      "Symmetric with a positive diagonal and several unknowns a node, as of an elastic body, and "
      "so large that sparse Cholesky and other conjugate gradients take several times as long as "
      "with multigrid."),
    N_ ("Multigrid is made from the near null space, or from the constants of each unknown of a "
        "node: its iterations hardly grow with the number of layers.") },
  { is_positive_uneven_slow_and_fills, "cg", "ick", A_PROBE,
    N_ ("Symmetric with a positive diagonal: a few steps of conjugate gradients show whether they "
        "are "
        "fast, or the matrix is not positive definite."),
    N_ ("Some fill makes an incomplete Cholesky factor of so few entries a row, or of an elastic "
        "body, much better than the diagonal.") },
  { is_positive_by_diagonal_and_slow, "cg", "jacobi", A_PROBE,
    N_ ("Symmetric with a positive diagonal: a few steps of conjugate gradients show whether the "
        "matrix "
        "is well-conditioned, or not positive definite."),
    N_ ("Dividing by the diagonal costs next to nothing.") },
  { is_positive_and_coarsens, "cg", "multigrid", A_PROBE,
    N_ ("Symmetric with a positive diagonal, and so large that sparse Cholesky and other conjugate "
        "gradients take several times as long as with multigrid, if the matrix is that of an "
        "elliptic "
        "problem."),
    N_ ("The iterations with multigrid hardly grow with the number of layers.") },
  { is_positive_and_slow, "cholmod", "none", UNLIMITED,
    N_ ("Symmetric with a positive diagonal, and of so many layers that conjugate gradients are "
        "expected to take longer than sparse Cholesky."),
    NULL },
  { is_positive_even_deep_and_fills, "cg", "ick", AS_LONG,
    N_ (
      "Symmetric with a positive diagonal, so probably positive definite: conjugate gradients need "
      "the fewest operations."),
    N_ ("The matrix has many layers of unknowns and few entries a row: an incomplete Cholesky "
        "factor with some fill carries corrections through them in the fewest iterations.") },
  { is_positive_even_and_deep, "cg", "ssor", AS_LONG,
    N_ (
      "Symmetric with a positive diagonal, so probably positive definite: conjugate gradients need "
      "the fewest operations."),
    N_ ("The matrix has many layers of unknowns, through which SSOR carries corrections in fewer "
        "iterations than the diagonal would.") },
  { is_positive_uneven_and_fills, "cg", "ick", AS_LONG,
    N_ (
      "Symmetric with a positive diagonal, so probably positive definite: conjugate gradients need "
      "the fewest operations."),
    N_ ("Some fill makes an incomplete Cholesky factor of so few entries a row, or of an elastic "
        "body, much better than the diagonal.") },
  { is_positive_by_diagonal, "cg", "jacobi", AS_LONG,
    N_ (
      "Symmetric with a positive diagonal, so probably positive definite: conjugate gradients need "
      "the fewest operations."),
    N_ ("Dividing by the diagonal evens out the sizes of rows and costs next to nothing.") },
  { is_positive_without_fill, "cg", "ic0", AS_LONG,
    N_ (
      "Symmetric with a positive diagonal, so probably positive definite: conjugate gradients need "
      "the fewest operations."),
    N_ (
      "Where dividing by the diagonal is not enough: an incomplete Cholesky factor takes far fewer "
      "iterations.") },
  { is_positive_and_fits, "cholmod", "none", UNLIMITED,
    N_ ("Sparse Cholesky solves every positive definite system, however ill-conditioned, and shows "
        "at "
        "once when one is not."),
    NULL },
  { is_even_and_coarsens_indefinite, "gmres-flexible", "multigrid", A_PROBE,
    N_ (
      "Symmetric with a positive diagonal, and perhaps not quite positive definite: GMRES does not "
      "ask for that."),
    N_ ("The iterations with multigrid hardly grow with the number of layers.") },
  { is_negative, "gmres", "ilu0", AS_LONG,
    N_ ("Symmetric with a negative diagonal: its negative is probably positive definite, which "
        "conjugate gradients do not take as it is; GMRES does."),
    N_ ("An incomplete LU factorisation does not ask for signs.") },
  { is_negative_and_fits, "ldlt", "none", UNLIMITED,
    N_ (
      "Symmetric with a negative diagonal: a sparse LDLᵀ, which takes half of what LU does, needs "
      "no exchange of rows if the matrix is negative definite."),
    NULL },
  { is_halved_and_cheap, "ldlt", "none", UNLIMITED,
    N_ ("For a symmetric matrix that is not positive definite: a sparse LDLᵀ takes half of what LU "
        "does, if no pivot is too small."),
    NULL },
  { is_symmetric_without_diagonal_and_fills, "idr", "iluk", AS_LONG,
    N_ (
      "Symmetric with gaps in the diagonal, as of a saddle point: IDR(s) needs few vectors and no "
      "definite preconditioner."),
    N_ ("The fill of ILU(k) gives pivots to rows without a diagonal entry.") },
  { is_indefinite_and_cheap, "umfpack", "none", UNLIMITED,
    N_ ("Symmetric, but not positive definite, and a sparse LU costs no more than the iterations "
        "that "
        "MINRES usually takes."),
    NULL },
  { is_symmetric, "minres", "none", A_PROBE,
    N_ ("Symmetric: MINRES lets the residual fall in every iteration, even where the matrix is "
        "indefinite."),
    N_ ("Its preconditioners have to be positive definite, which nothing here promises.") },
  { is_halved, "ldlt", "none", UNLIMITED,
    N_ ("For a symmetric matrix that is not positive definite: a sparse LDLᵀ takes half of what LU "
        "does, if no pivot is too small."),
    NULL },
  { is_nearly_symmetric_and_coarsens, "bicgstab", "multigrid", A_PROBE,
    N_ ("Nearly symmetric, and so large that sparse LU and other iterations take several times as "
        "long "
        "as with multigrid, if the matrix is that of an elliptic problem with a slow flow."),
    N_ ("The iterations with multigrid hardly grow with the number of layers.") },
  { is_complex_symmetric_and_swept, "cocg", "ssor", AS_LONG,
    N_ (
      "Complex symmetric, as of waves or alternating currents: COCG takes one product an iteration "
      "and keeps few vectors."),
    N_ (
      "Sweeps of the matrix itself keep its symmetry, and take about a third of the iterations.") },
  { is_complex_symmetric, "cocg", "jacobi", AS_LONG,
    N_ (
      "Complex symmetric, as of waves or alternating currents: COCG takes one product an iteration "
      "and keeps few vectors."),
    N_ ("Dividing by the diagonal costs next to nothing.") },
  { is_unsymmetric_and_brief, "bicgstab", "jacobi", A_PROBE,
    N_ (
      "Not symmetric, and dominated by its diagonal or so small that what a method takes to begin "
      "counts: BiCGStab needs few vectors."),
    N_ ("Dividing by the diagonal costs next to nothing.") },
  { is_worth_a_glance, "gauss-seidel", "none", SEIDEL_ADVICE_GLANCE,
    N_ ("Not symmetric: a few sweeps show whether information moves in the direction of the "
        "numbering, "
        "as in a flow, where Gauss-Seidel is fastest."),
    NULL },
  { is_worth_a_glance, "gauss-seidel-backward", "none", SEIDEL_ADVICE_GLANCE,
    N_ ("Not symmetric: information may as well move against the direction of the numbering."),
    NULL },
  { is_worth_a_glance, "sor", "none", SEIDEL_ADVICE_GLANCE,
    N_ (
      "Not symmetric: where information spreads about as fast as it moves, relaxed sweeps need far "
      "fewer."),
    NULL },
  { is_swept_easily, "bicgstab", "ssor", A_PROBE,
    N_ ("Not symmetric: BiCGStab needs few vectors, so that its iterations are cheap."),
    N_ ("Sweeps of the matrix itself need no factors.") },
  { is_unsymmetric_with_diagonal, "gmres", "ilu0", A_PROBE,
    N_ ("Not symmetric: GMRES makes the residual as small as it can be in every cycle and does not "
        "break down."),
    N_ ("The diagonal is full, so that ILU(0) exists; it reduces the iterations most.") },
  { is_without_diagonal_and_fits, "umfpack", "none", UNLIMITED,
    N_ ("Entries of the diagonal are missing or zero, where most iterative methods fail: sparse LU "
        "finds other pivots."),
    NULL },
  { is_too_large_to_factor, "bicgstab", "ilu0", UNLIMITED,
    N_ ("The factors of a direct method would not fit: BiCGStab needs few vectors and no restart."),
    N_ ("The diagonal is full, so that ILU(0) exists.") },
  { does_fit, "umfpack", "none", UNLIMITED,
    N_ ("Sparse LU solves every system that is not singular."), NULL },
  { does_fit_dense, "lu", "none", UNLIMITED,
    N_ ("Dense LU with pivoting solves every system that is not singular."), NULL },
  { is_symmetric_and_fits_qr, "minres-qlp", "none", AS_QR,
    N_ ("If the matrix is singular: MINRES-QLP finds the x of smallest norm, whether there is a "
        "solution or not."),
    NULL },
  { is_symmetric_and_fits_qr, "qr", "none", UNLIMITED,
    N_ ("If the matrix is singular and MINRES-QLP takes longer than factors: sparse QR finds the "
        "solution of smallest norm, or shows that there is none."),
    NULL },
  { is_symmetric, "minres-qlp", "none", UNLIMITED,
    N_ ("If the matrix is singular: MINRES-QLP finds the x of smallest norm, whether there is a "
        "solution or not."),
    NULL },
  { is_unsymmetric_and_fits, "qr", "none", UNLIMITED,
    N_ ("If the matrix is singular: sparse QR finds the solution of smallest norm, or shows that "
        "there "
        "is none."),
    NULL },
  { is_unsymmetric, "gmres", "none", UNLIMITED,
    N_ ("If the matrix is singular: GMRES asks for nothing but products."), NULL },
  { always, "gmres", "none", UNLIMITED,
    N_ ("Neither sparse nor dense factors would fit: GMRES asks for nothing but products."), NULL },
};

SeidelAdvice *
seidel_advise (const SeidelStructure *structure, const SeidelOptions *options)
{
  SeidelAdvice *advice = g_new0 (SeidelAdvice, 1);
  SeidelAdviceFacts facts = seidel_advice_look_at (structure, options);

  advice->summary = seidel_advice_summarise (structure, &facts);
  advice->candidates = g_new0 (SeidelCandidate, G_N_ELEMENTS (rules));
  for (size_t rule = 0; rule < G_N_ELEMENTS (rules); rule++)
    if (rules[rule].when != always || !seidel_advice_ends_with_direct (advice))
      seidel_advice_add (advice, &rules[rule], &facts, structure, options);
  if (!facts.fits)
    seidel_advice_limit_by_next (advice, structure, options);
  if (advice->n_candidates == 0)
    {
      g_free (advice->summary);
      advice->summary =
        g_strdup_printf (seidel_text ("No method for a matrix of this shape supports %s precision"),
                         seidel_precision_id (options->precision));
    }
  return advice;
}

void
seidel_advice_free (SeidelAdvice *advice)
{
  if (advice == NULL)
    return;
  g_free (advice->candidates);
  g_free (advice->summary);
  g_free (advice);
}

/* With one thread, levels gain so little that a candidate which is tried for a moment sweeps row by
 * row before they are known. The iterates are the same. */
static bool
sweeps_at_once (const SeidelCandidate *candidate, const SeidelOptions *options)
{
  return g_strcmp0 (candidate->engine, seidel_cpu_engine ()->id) == 0
         && g_strcmp0 (options->strategy, SEIDEL_STRATEGY_AUTO) == 0
         && seidel_threads_allowed (options->threads) < 2 && candidate->patience > 0
         && candidate->patience <= SWEEPS_OF_LEVELS;
}

SeidelOptions
seidel_candidate_apply (const SeidelCandidate *candidate, const SeidelOptions *options)
{
  SeidelOptions applied = *options;

  applied.method = candidate->method;
  applied.preconditioner = candidate->preconditioner;
  applied.engine = candidate->engine;
  if (sweeps_at_once (candidate, options))
    applied.strategy = seidel_cpu_engine ()->strategies[0].id;
  return applied;
}
