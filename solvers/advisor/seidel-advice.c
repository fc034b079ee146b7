/* The rules of the contextual solver.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "advisor/seidel-advice.h"

#include <math.h>

#include "advisor/seidel-estimate.h"
#include "base/seidel-format.h"
#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"
#include "method/seidel-preconditioner.h"

#define TINY_ROWS        128  /* a dense LU takes a tenth of a millisecond */
#define SMALL_ROWS       400  /* a dense LU takes a millisecond or two */
#define NARROW_BAND      8    /* a factorisation has next to no fill */
#define FULL             0.5  /* part of the places that hold an entry … */
#define FULL_ROWS        3000 /* … up to where a dense LU takes as long as a hundred products */
#define COMPARABLE       1e3  /* between the largest and the smallest entry */
#define QR_ROWS          1000 /* of the shorter side: a sparse QR is quick even where it fills */
#define QR_OPERATIONS    1e8
#define DOMINANT         1.001 /* a diagonal that outweighs its rows by more than rounding */
#define CHEAP_ITERATIONS 500.0 /* a factorisation that costs no more than so many iterations */
#define MULTIGRID_MARGIN 1.5 /* multigrid is tried where Cholesky takes so many times as long … */
#define SWEPT_MARGIN     0.8 /* … and conjugate gradients with sweeps: theirs are less certain */
#define DEEP_LAYERS      100.0 /* the diagonal alone is no preconditioner for so many layers */

/* Parts of the time of a factorisation. */
#define UNLIMITED 0.0
#define AS_LONG   1.0
#define A_PROBE   0.25
#define A_GLANCE  0.05
#define AS_QR     4.0 /* a sparse QR, see seidel-estimate.c */

typedef struct
{
  bool square;
  bool damped;   /* what is wanted is the least ‖b − A x‖² + λ² ‖x‖² */
  bool quick_qr; /* a sparse QR factorisation takes a moment, however much it fills */
  bool tiny;
  bool small;
  bool full; /* hardly any place is empty, and a dense LU takes less than most methods */
  bool narrow;
  bool tridiagonal;
  bool lower;
  bool upper;
  bool full_diagonal;
  bool symmetric;
  bool nearly_symmetric;
  bool positive; /* symmetric, and every diagonal entry is positive */
  bool negative; /* symmetric, and every diagonal entry is negative */
  bool even;     /* entries of about the same size, or a diagonal that outweighs its rows */
  bool sweeps;   /* a sweep costs little more than a product */
  bool deep;     /* information takes many iterations from one end to the other */
  bool slow;     /* conjugate gradients would take longer than sparse Cholesky */
  bool coarsens; /* multigrid is expected to take less than Cholesky or conjugate gradients */
  bool coarsens_indefinite; /* … or less than LU, where these cannot be used */
  bool cheap;               /* a sparse factorisation costs no more than a few iterations */
  bool fits;                /* its factors fit into the memory that is free */
  bool fits_qr;             /* likewise those of a sparse QR */
  bool fits_dense;
  bool singular; /* for certain: a row is empty */
} Facts;

static bool
is_cheap (const SeidelStructure *structure, const SeidelOptions *options)
{
  const SeidelMethod *minres = seidel_method_find ("minres");
  double iteration =
    seidel_estimate_iteration_seconds (structure, minres, seidel_preconditioner_find ("none"),
                                       options);

  return seidel_estimate_direct_seconds (structure, false) <= CHEAP_ITERATIONS * iteration;
}

/* Iterations of the method that take as long as a sparse factorisation. */
static double
direct_iterations (const SeidelStructure *structure,
                   const SeidelMethod *method,
                   const SeidelPreconditionerKind *preconditioner,
                   const SeidelOptions *options)
{
  return seidel_estimate_direct_seconds (structure, structure->value_symmetric)
         / seidel_estimate_iteration_seconds (structure, method, preconditioner, options);
}

/* Conjugate gradients with two sweeps for a preconditioner take about an iteration for each layer,
 * and three where the entries differ much in size. */
static double
swept_iterations (const SeidelStructure *structure, bool even)
{
  return (even ? 1.0 : 3.0) * seidel_estimate_layers (structure);
}

static bool
is_slow (const SeidelStructure *structure, bool even, const SeidelOptions *options)
{
  return swept_iterations (structure, even)
         > direct_iterations (structure, seidel_method_find ("cg"),
                              seidel_preconditioner_find ("ssor"), options);
}

static double
swept_seconds (const SeidelStructure *structure, bool even, const SeidelOptions *options)
{
  return swept_iterations (structure, even)
         * seidel_estimate_iteration_seconds (structure, seidel_method_find ("cg"),
                                              seidel_preconditioner_find ("ssor"), options);
}

/* Only where much is to be gained: nothing in the report shows that the matrix is elliptic. */
static bool
is_worth_coarsening (const SeidelStructure *structure, bool even, const SeidelOptions *options)
{
  return seidel_estimate_multigrid_seconds (structure)
         <= fmin (seidel_estimate_direct_seconds (structure, structure->value_symmetric)
                    / MULTIGRID_MARGIN,
                  swept_seconds (structure, even, options) / SWEPT_MARGIN);
}

/* The same where neither Cholesky nor conjugate gradients can be used. */
static bool
is_worth_coarsening_indefinite (const SeidelStructure *structure)
{
  return seidel_estimate_multigrid_seconds (structure)
         <= seidel_estimate_direct_seconds (structure, false) / MULTIGRID_MARGIN;
}

static bool
is_quick_qr (const SeidelStructure *structure)
{
  int64_t shorter = MIN (structure->rows, structure->columns);

  return shorter <= QR_ROWS && (double) shorter * (double) structure->nonzeros <= QR_OPERATIONS;
}

static Facts
look_at (const SeidelStructure *structure, const SeidelOptions *options)
{
  double n = (double) structure->rows;
  bool symmetric = structure->value_symmetric;
  bool full = structure->diagonal_full;
  bool square = structure->rows == structure->columns;
  /* Rows that add up to zero may be dominant by a rounding error. */
  bool dominant = structure->least_dominance >= DOMINANT;
  bool even =
    dominant || structure->largest_magnitude <= COMPARABLE * structure->smallest_magnitude;

  /* A device gains more from the diagonal's parallelism than from fewer iterations. */
  bool on_cpu = g_strcmp0 (options->engine, seidel_cpu_engine ()->id) == 0
                || g_strcmp0 (options->engine, SEIDEL_ENGINE_AUTO) == 0;
  bool slow_to_spread = !dominant && on_cpu;

  return (Facts){
    .square = square,
    .damped = options->parameters[SEIDEL_PARAMETER_DAMP] > 0.0,
    .quick_qr = is_quick_qr (structure),
    .tiny = structure->rows <= TINY_ROWS,
    .small = structure->rows <= SMALL_ROWS,
    .full = structure->rows <= FULL_ROWS && (double) structure->nonzeros >= FULL * n * n,
    .narrow = structure->bandwidth <= NARROW_BAND,
    .tridiagonal = structure->bandwidth <= 1,
    .lower = structure->lower_triangular,
    .upper = structure->upper_triangular,
    .full_diagonal = full,
    .symmetric = symmetric,
    .nearly_symmetric = structure->nearly_symmetric,
    .positive = symmetric && full && structure->diagonal_negative == 0,
    .negative = symmetric && full && structure->diagonal_negative == structure->rows,
    .even = even,
    .sweeps = on_cpu && structure->rows > SMALL_ROWS,
    .deep = slow_to_spread && seidel_estimate_layers (structure) >= DEEP_LAYERS,
    .slow = slow_to_spread && is_slow (structure, even, options),
    .coarsens = slow_to_spread && is_worth_coarsening (structure, even, options),
    .coarsens_indefinite = slow_to_spread && is_worth_coarsening_indefinite (structure),
    .cheap = is_cheap (structure, options),
    .fits = seidel_memory_is_free (square && !(options->parameters[SEIDEL_PARAMETER_DAMP] > 0.0)
                                     ? seidel_estimate_direct_bytes (structure, symmetric)
                                     : seidel_estimate_qr_bytes (structure)),
    .fits_qr = seidel_memory_is_free (seidel_estimate_qr_bytes (structure)),
    .fits_dense = seidel_memory_is_free (2.0 * 8.0 * n * n),
    .singular = square && structure->empty_rows > 0,
  };
}

static bool
is_damped_and_quick (const Facts *facts)
{
  return facts->damped && facts->quick_qr && facts->fits;
}

static bool
is_damped (const Facts *facts)
{
  return facts->damped;
}

static bool
is_damped_and_fits (const Facts *facts)
{
  return facts->damped && facts->fits;
}

static bool
is_rectangular_and_quick (const Facts *facts)
{
  return !facts->square && !facts->damped && facts->quick_qr && facts->fits;
}

static bool
is_rectangular (const Facts *facts)
{
  return !facts->square && !facts->damped;
}

static bool
is_rectangular_and_fits (const Facts *facts)
{
  return !facts->square && !facts->damped && facts->fits;
}

static bool
solved_forward (const Facts *facts)
{
  return facts->lower && facts->full_diagonal;
}

static bool
solved_backward (const Facts *facts)
{
  return facts->upper && facts->full_diagonal;
}

static bool
is_tiny (const Facts *facts)
{
  return facts->tiny;
}

static bool
is_full_and_unsymmetric (const Facts *facts)
{
  return facts->square && facts->full && !facts->symmetric && facts->fits_dense;
}

/* Its sweeps have as many levels as rows, for which a device takes long. */
static bool
is_tridiagonal_and_positive (const Facts *facts)
{
  return facts->tridiagonal && facts->positive && facts->sweeps;
}

static bool
is_narrow_and_positive (const Facts *facts)
{
  return facts->narrow && facts->positive;
}

static bool
is_narrow (const Facts *facts)
{
  return facts->narrow;
}

static bool
is_small_without_diagonal (const Facts *facts)
{
  return facts->small && !facts->full_diagonal;
}

static bool
is_positive_and_even (const Facts *facts)
{
  return facts->positive && facts->even;
}

static bool
is_positive_even_and_deep (const Facts *facts)
{
  return facts->positive && facts->even && facts->deep;
}

static bool
is_positive_even_and_slow (const Facts *facts)
{
  return facts->positive && facts->even && facts->slow && facts->fits;
}

static bool
is_positive_even_and_coarsens (const Facts *facts)
{
  return facts->positive && facts->even && facts->coarsens;
}

/* What comes after conjugate gradients and Cholesky have found it not to be positive definite. */
static bool
is_even_and_coarsens_indefinite (const Facts *facts)
{
  return facts->positive && facts->even && facts->coarsens_indefinite && !facts->small;
}

static bool
is_positive_uneven_and_slow (const Facts *facts)
{
  return facts->positive && !facts->even && facts->slow && facts->fits;
}

static bool
is_positive_and_slow (const Facts *facts)
{
  return facts->positive && facts->slow && facts->fits;
}

static bool
is_positive (const Facts *facts)
{
  return facts->positive;
}

static bool
is_positive_and_fits (const Facts *facts)
{
  return facts->positive && facts->fits;
}

static bool
is_negative (const Facts *facts)
{
  return facts->negative;
}

static bool
is_indefinite_and_cheap (const Facts *facts)
{
  return facts->symmetric && !facts->positive && facts->cheap && facts->fits;
}

static bool
is_symmetric (const Facts *facts)
{
  return facts->symmetric;
}

static bool
is_unsymmetric (const Facts *facts)
{
  return !facts->symmetric;
}

static bool
is_unsymmetric_and_fits (const Facts *facts)
{
  return facts->square && !facts->damped && !facts->symmetric && facts->fits;
}

static bool
is_symmetric_and_fits_qr (const Facts *facts)
{
  return facts->square && !facts->damped && facts->symmetric && facts->fits_qr;
}

static bool
is_unsymmetric_with_diagonal (const Facts *facts)
{
  return !facts->symmetric && facts->full_diagonal;
}

static bool
is_swept_easily (const Facts *facts)
{
  return !facts->symmetric && facts->full_diagonal && facts->sweeps && facts->fits;
}

static bool
is_nearly_symmetric_and_coarsens (const Facts *facts)
{
  return !facts->symmetric && facts->nearly_symmetric && facts->full_diagonal && facts->coarsens;
}

static bool
is_without_diagonal_and_fits (const Facts *facts)
{
  return !facts->full_diagonal && facts->fits;
}

static bool
is_too_large_to_factor (const Facts *facts)
{
  return !facts->fits && facts->full_diagonal;
}

static bool
does_fit (const Facts *facts)
{
  return facts->fits;
}

static bool
does_fit_dense (const Facts *facts)
{
  return facts->fits_dense;
}

static bool
always (const Facts *facts)
{
  (void) facts;
  return true;
}

/* Every rule that applies gives a candidate, in this order; a pair that is there already without a
 * limit is left out, and so is what the tables of methods and preconditioners say cannot be used.
 */
static const struct
{
  bool (*when) (const Facts *facts);
  const char *method;
  const char *preconditioner;
  double worth; /* the part of the time of a factorisation that it is worth; 0: all that it takes */
  const char *method_why;
  const char *preconditioner_why;
} rules[] = {
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
  { is_tridiagonal_and_positive, "cg", "ic0", A_PROBE,
    N_ ("Tridiagonal with a positive diagonal: one iteration, if its preconditioner is exact."),
    N_ ("The factor of a tridiagonal matrix has no fill: IC(0) is the whole of it.") },
  { is_narrow_and_positive, "cholmod", "none", UNLIMITED,
    N_ ("Symmetric with a positive diagonal, and in so narrow a band that factors have next to no "
        "fill: sparse Cholesky is fastest and surest."),
    NULL },
  { is_narrow, "umfpack", "none", UNLIMITED,
    N_ (
      "The band is so narrow that factors have next to no fill: sparse LU is fastest and surest."),
    NULL },
  { is_small_without_diagonal, "lu", "none", UNLIMITED,
    N_ ("Entries of the diagonal are missing or zero, where most iterative methods fail, and it is "
        "small enough for a dense LU with pivoting."),
    NULL },
  { is_positive_uneven_and_slow, "cg", "ic0", A_PROBE,
    N_ ("Symmetric with a positive diagonal: a few steps of conjugate gradients show whether they "
        "are "
        "fast, or the matrix is not positive definite."),
    N_ ("The entries differ much in size: an incomplete Cholesky factor evens them out.") },
  { is_positive_even_and_slow, "cg", "jacobi", A_PROBE,
    N_ ("Symmetric with a positive diagonal: a few steps of conjugate gradients show whether the "
        "matrix "
        "is well-conditioned, or not positive definite."),
    N_ ("Dividing by the diagonal costs next to nothing.") },
  { is_positive_even_and_coarsens, "cg", "multigrid", A_PROBE,
    N_ ("Symmetric with a positive diagonal, and so large that sparse Cholesky and other conjugate "
        "gradients take several times as long as with multigrid, if the matrix is that of an "
        "elliptic "
        "problem."),
    N_ ("The iterations with multigrid hardly grow with the number of layers.") },
  { is_positive_and_slow, "cholmod", "none", UNLIMITED,
    N_ ("Symmetric with a positive diagonal, and of so many layers that conjugate gradients are "
        "expected to take longer than sparse Cholesky."),
    NULL },
  { is_positive_even_and_deep, "cg", "ssor", AS_LONG,
    N_ (
      "Symmetric with a positive diagonal, so probably positive definite: conjugate gradients need "
      "the fewest operations."),
    N_ ("The matrix has many layers of unknowns, through which SSOR carries corrections in fewer "
        "iterations than the diagonal would.") },
  { is_positive_and_even, "cg", "jacobi", AS_LONG,
    N_ (
      "Symmetric with a positive diagonal, so probably positive definite: conjugate gradients need "
      "the fewest operations."),
    N_ ("The entries are of about the same size, or the diagonal outweighs the rest of each row: "
        "dividing by it is enough, and costs next to nothing.") },
  { is_positive, "cg", "ic0", AS_LONG,
    N_ (
      "Symmetric with a positive diagonal, so probably positive definite: conjugate gradients need "
      "the fewest operations."),
    N_ (
      "The entries differ much in size: an incomplete Cholesky factor evens them out in far fewer "
      "iterations than the diagonal would.") },
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
  { is_indefinite_and_cheap, "umfpack", "none", UNLIMITED,
    N_ ("Symmetric, but not positive definite, and a sparse LU costs no more than the iterations "
        "that "
        "MINRES usually takes."),
    NULL },
  { is_symmetric, "minres", "none", A_PROBE,
    N_ ("Symmetric: MINRES lets the residual fall in every iteration, even where the matrix is "
        "indefinite."),
    N_ ("Its preconditioners have to be positive definite, which nothing here promises.") },
  { is_nearly_symmetric_and_coarsens, "bicgstab", "multigrid", A_PROBE,
    N_ ("Nearly symmetric, and so large that sparse LU and other iterations take several times as "
        "long "
        "as with multigrid, if the matrix is that of an elliptic problem with a slow flow."),
    N_ ("The iterations with multigrid hardly grow with the number of layers.") },
  { is_swept_easily, "gauss-seidel", "none", A_GLANCE,
    N_ ("Not symmetric: a few sweeps show whether information moves in the direction of the "
        "numbering, "
        "as in a flow, where Gauss-Seidel is fastest."),
    NULL },
  { is_swept_easily, "gauss-seidel-backward", "none", A_GLANCE,
    N_ ("Not symmetric: information may as well move against the direction of the numbering."),
    NULL },
  { is_swept_easily, "sor", "none", A_GLANCE,
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
    N_ ("The last resort: sparse LU solves every system that is not singular."), NULL },
  { does_fit_dense, "lu", "none", UNLIMITED,
    N_ ("The last resort: dense LU with pivoting solves every system that is not singular."),
    NULL },
  { is_symmetric_and_fits_qr, "minres", "none", AS_QR,
    N_ ("If the matrix is singular: MINRES solves every symmetric system that has a solution."),
    NULL },
  { is_symmetric_and_fits_qr, "qr", "none", UNLIMITED,
    N_ ("If the matrix is singular and MINRES takes longer than factors: sparse QR finds the "
        "solution of smallest norm, or shows that there is none."),
    NULL },
  { is_symmetric, "minres", "none", UNLIMITED,
    N_ ("If the matrix is singular: MINRES solves every symmetric system that has a solution."),
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

/* An incomplete factorisation keeps more of what it drops when neighbours are numbered closely. */
static void
hint_ordering (SeidelCandidate *candidate,
               const SeidelPreconditionerKind *preconditioner,
               const SeidelStructure *structure)
{
  if (!preconditioner->sweeps_factors || structure->bandwidth < structure->rows / 4
      || structure->rows <= SMALL_ROWS)
    return;
  candidate->ordering = "rcm";
  candidate->ordering_why =
    seidel_text ("The bandwidth is near the number of rows: reverse Cuthill-McKee would bring the "
                 "entries closer to the diagonal, which improves incomplete factors.");
}

/* Whether the advice has that pair already, with no less patience. */
static bool
is_there (const SeidelAdvice *advice, const SeidelCandidate *candidate)
{
  for (size_t i = 0; i < advice->n_candidates; i++)
    {
      const SeidelCandidate *other = &advice->candidates[i];

      if (g_strcmp0 (other->method, candidate->method) == 0
          && g_strcmp0 (other->preconditioner, candidate->preconditioner) == 0
          && (other->patience == 0 || candidate->patience != 0))
        return true;
    }
  return false;
}

/* A direct method that is no more than a bound ends the list. */
static bool
ends_with_direct (const SeidelAdvice *advice)
{
  for (size_t i = 0; i < advice->n_candidates; i++)
    if (g_strcmp0 (advice->candidates[i].method, "umfpack") == 0
        || g_strcmp0 (advice->candidates[i].method, "lu") == 0)
      return true;
  return false;
}

/* Iterations, of the method, that take as long as what would come next: a factorisation, or where
 * its factors do not fit, other iterations. */
static int64_t
patience_of (const Facts *facts,
             const SeidelStructure *structure,
             const SeidelMethod *method,
             const SeidelPreconditionerKind *preconditioner,
             const SeidelOptions *options,
             double worth)
{
  if (method->least_squares)
    return (int64_t) fmax (100.0,
                           ceil (seidel_estimate_qr_seconds (structure)
                                 / seidel_estimate_iteration_seconds (structure, method,
                                                                      preconditioner, options)));
  if (!facts->fits)
    return (int64_t) fmax (20.0,
                           ceil (swept_seconds (structure, facts->even, options)
                                 / seidel_estimate_iteration_seconds (structure, method,
                                                                      preconditioner, options)));
  return (
    int64_t) fmax (20.0,
                   ceil (worth * direct_iterations (structure, method, preconditioner, options)));
}

/* Damping is a parameter of some methods, and no other solves what is wanted then. A singular
 * matrix has no factors that solve with it. */
static bool
is_rule_for_others (const SeidelMethod *method, const Facts *facts)
{
  const bool direct =
    method->family == SEIDEL_FAMILY_DIRECT_SPARSE || method->family == SEIDEL_FAMILY_DIRECT_DENSE;

  if (facts->damped)
    return (method->parameters & (1u << SEIDEL_PARAMETER_DAMP)) == 0;
  return facts->singular && direct && !method->least_squares;
}

static bool
coarsens (const SeidelPreconditionerKind *preconditioner)
{
  return (preconditioner->parameters & (1u << SEIDEL_PARAMETER_CYCLE)) != 0;
}

static void
add (SeidelAdvice *advice,
     size_t rule,
     const Facts *facts,
     const SeidelStructure *structure,
     const SeidelOptions *options)
{
  const SeidelMethod *method = seidel_method_find (rules[rule].method);
  const SeidelPreconditionerKind *preconditioner =
    seidel_preconditioner_find (rules[rule].preconditioner);
  SeidelCandidate *candidate = &advice->candidates[advice->n_candidates];

  if (!rules[rule].when (facts) || is_rule_for_others (method, facts)
      || !seidel_method_applies (method, structure, NULL, NULL)
      || !seidel_method_computes_in (method, options->precision, NULL)
      || !seidel_preconditioner_applies (preconditioner, method, structure, NULL, NULL))
    return;
  *candidate = (SeidelCandidate){
    .method = method->id,
    .preconditioner = preconditioner->id,
    .engine = method->on_host ? seidel_cpu_engine ()->id : options->engine,
    .method_why = seidel_text (rules[rule].method_why),
    .preconditioner_why = seidel_text (rules[rule].preconditioner_why),
  };
  if (rules[rule].worth > 0.0 && (facts->fits || coarsens (preconditioner)))
    candidate->patience =
      patience_of (facts, structure, method, preconditioner, options, rules[rule].worth);
  hint_ordering (candidate, preconditioner, structure);
  if (!is_there (advice, candidate))
    advice->n_candidates++;
}

/* Where no factors would come next, a candidate that crawls is left for another method with the
 * same preconditioner, after as long as that is expected to take. One that is preconditioned less
 * is no hope where a better one crawls. */
static void
limit_by_next (SeidelAdvice *advice, const SeidelStructure *structure, const SeidelOptions *options)
{
  for (size_t i = 0; i + 1 < advice->n_candidates; i++)
    {
      SeidelCandidate *candidate = &advice->candidates[i];
      const SeidelCandidate *next = candidate + 1;
      const SeidelMethod *method = seidel_method_find (candidate->method);
      const SeidelMethod *other = seidel_method_find (next->method);
      const SeidelPreconditionerKind *kind = seidel_preconditioner_find (candidate->preconditioner);
      const SeidelPreconditionerKind *other_kind =
        seidel_preconditioner_find (next->preconditioner);

      if (candidate->patience > 0 || method->family != SEIDEL_FAMILY_KRYLOV || method->least_squares
          || g_str_equal (next->preconditioner, "none")
          || !g_str_equal (next->preconditioner, candidate->preconditioner))
        continue;
      candidate->patience = (int64_t) fmax (
        20.0, ceil (seidel_estimate_iterations (structure, other, other_kind, options)
                    * seidel_estimate_iteration_seconds (structure, other, other_kind, options)
                    / seidel_estimate_iteration_seconds (structure, method, kind, options)));
    }
}

/* Parts of the sentence about a square matrix. */
static const char *
describe_symmetry (const SeidelStructure *structure, const Facts *facts)
{
  if (facts->positive)
    return seidel_text ("symmetric with a positive diagonal");
  if (facts->negative)
    return seidel_text ("symmetric with a negative diagonal");
  if (facts->symmetric)
    return seidel_text ("symmetric, but not positive definite");
  if (structure->value_skew_symmetric)
    return seidel_text ("skew-symmetric");
  if (facts->lower)
    return seidel_text ("lower triangular");
  return facts->upper ? seidel_text ("upper triangular") : seidel_text ("not symmetric");
}

static const char *
describe_diagonal (const SeidelStructure *structure)
{
  if (!structure->diagonal_full)
    return seidel_text ("with gaps in the diagonal");
  return structure->row_dominant ? seidel_text ("diagonally dominant")
                                 : seidel_text ("not diagonally dominant");
}

static char *
summarise (const SeidelStructure *structure, const Facts *facts)
{
  const double entries = (double) structure->nonzeros / (double) MAX (structure->rows, 1);
  g_autofree char *rows = seidel_format_count (structure->rows);
  g_autofree char *columns = seidel_format_count (structure->columns);
  g_autofree char *bandwidth = seidel_format_count (structure->bandwidth);
  g_autofree char *height =
    g_strdup_printf (seidel_plural ("%s row", "%s rows", (unsigned long) structure->rows), rows);
  g_autofree char *width =
    g_strdup_printf (seidel_plural ("%s column", "%s columns", (unsigned long) structure->columns),
                     columns);

  if (!facts->square)
    return g_strdup_printf (
      structure->rows > structure->columns
        ? seidel_text ("%s, %s: more equations than unknowns, %.1f entries a row.")
        : seidel_text ("%s, %s: more unknowns than equations, %.1f entries a row."),
      height, width, entries);
  return g_strdup_printf (seidel_text ("%s, %s, %s, bandwidth %s, %.1f entries a row."), height,
                          describe_symmetry (structure, facts), describe_diagonal (structure),
                          bandwidth, entries);
}

SeidelAdvice *
seidel_advise (const SeidelStructure *structure, const SeidelOptions *options)
{
  SeidelAdvice *advice = g_new0 (SeidelAdvice, 1);
  Facts facts = look_at (structure, options);

  advice->summary = summarise (structure, &facts);
  advice->candidates = g_new0 (SeidelCandidate, G_N_ELEMENTS (rules));
  for (size_t rule = 0; rule < G_N_ELEMENTS (rules); rule++)
    if (rules[rule].when != always || !ends_with_direct (advice))
      add (advice, rule, &facts, structure, options);
  if (!facts.fits)
    limit_by_next (advice, structure, options);
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

SeidelOptions
seidel_candidate_apply (const SeidelCandidate *candidate, const SeidelOptions *options)
{
  SeidelOptions applied = *options;

  applied.method = candidate->method;
  applied.preconditioner = candidate->preconditioner;
  applied.engine = candidate->engine;
  return applied;
}
