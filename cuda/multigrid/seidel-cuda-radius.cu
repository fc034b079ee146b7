/* The spectral radius of D⁻¹ A on the device: estimated as seidel_csr_estimate_radius () does, and
 * taken over from a matrix with the same pattern and other values.
 *
 * Of an estimate the vector x of its last step is kept, in 16 bits for each row. Where the Rayleigh
 * quotient of x is near the one before, the estimates change as it does: to first order that is
 * what a change of the matrix does to an eigenvalue, and it takes one product.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "base/seidel-random.h"
#include "seidel-cuda-coarsening.h"
#include "device/seidel-cuda-sums.cuh"
#include "matrix/seidel-cuda-entries.cuh"

#define WHAT SEIDEL_CUDA_COARSENING

/* The largest relative change of the quotient with which the estimates are taken over: half of what
 * they are enlarged by. */
#define NEAR 0.05

/* x_i ← a random number */
struct Randomise
{
  double *x;

  __device__ void
  begin ()
  {
  }

  __device__ void
  take (int64_t i)
  {
    x[i] = seidel_random_at (0, (uint64_t) i);
  }
};

/* x · y and x · D x */
struct Rayleigh
{
  const double *x;
  const double *y;
  const double *diagonal;

  __device__ void
  begin ()
  {
  }

  __device__ int
  n_sums ()
  {
    return 2;
  }

  template <typename Sums>
  __device__ void
  take (int64_t i, Sums *sums)
  {
    sums[0].add (x[i] * y[i]);
    sums[1].add (diagonal[i] * x[i] * x[i]);
  }
};

/* x ← D⁻¹ y / norm */
struct NextVector
{
  double *x;
  const double *y;
  const double *diagonal;
  double norm;

  __device__ void
  begin ()
  {
  }

  __device__ void
  take (int64_t i)
  {
    x[i] = y[i] / diagonal[i] / norm;
  }
};

/* kept ← x: the upper halves of numbers in single precision, rounded. */
struct KeepVector
{
  uint16_t *kept;
  const double *x;

  __device__ void
  begin ()
  {
  }

  __device__ void
  take (int64_t i)
  {
    kept[i] = (uint16_t) ((__float_as_uint ((float) x[i]) + 0x8000) >> 16);
  }
};

struct RecallVector
{
  double *x;
  const uint16_t *kept;

  __device__ void
  begin ()
  {
  }

  __device__ void
  take (int64_t i)
  {
    x[i] = __uint_as_float ((unsigned int) kept[i] << 16);
  }
};

void
seidel_cuda_radii_clear (SeidelContext *context, SeidelCudaRadii *radii)
{
  seidel_cuda_queued_free (context, radii->vector);
  *radii = {};
}

/* Keeps x, whose quotient is the estimate. */
static void
keep_vector (SeidelContext *context,
             const double *x,
             int64_t n,
             double estimate,
             SeidelCudaRadii *radii)
{
  if (radii->vector == NULL)
    radii->vector = (uint16_t *) seidel_cuda_queued_new (context, (size_t) n * sizeof (uint16_t));
  radii->quotient = estimate;
  if (radii->vector != NULL)
    launch_plain (context, KeepVector{ radii->vector, x }, n, WHAT);
}

/* The quotient x · A x / x · D x. */
static bool
find_quotient (SeidelContext *context,
               SeidelOperator *A,
               const double *diagonal,
               SeidelVector *x,
               SeidelVector *y,
               SeidelScalar room,
               double *quotient,
               double *square)
{
  const double *const sums = context->host_scalars + room;

  seidel_cuda_multiply (context, A, x, y);
  launch_sums<2> (context, Rayleigh{ (double *) x->elements, (double *) y->elements, diagonal },
                  A->rows, room, WHAT);
  if (!seidel_cuda_wait (context, WHAT))
    return false;
  *square = sums[1];
  *quotient = sums[0] / sums[1];
  return true;
}

static bool
vectors_new (SeidelContext *context, int64_t n, SeidelCudaPieces *pieces, SeidelVector vectors[2])
{
  for (int i = 0; i < 2; i++)
    vectors[i] = { n, seidel_cuda_piece (context, pieces, (size_t) n * sizeof (double)) };
  return vectors[1].elements != NULL;
}

double
seidel_cuda_enlarged (const SeidelAggregationSettings *how, double estimate, double bound)
{
  return estimate > 0.0 && how->margin * estimate < bound ? how->margin * estimate : bound;
}

bool
seidel_cuda_estimate_radius (SeidelContext *context,
                             SeidelOperator *A,
                             const double *diagonal,
                             const SeidelAggregationSettings *how,
                             SeidelCudaRadii *radii,
                             double *estimate)
{
  SeidelCudaPieces pieces = {};
  SeidelVector vectors[2];
  bool done = vectors_new (context, A->rows, &pieces, vectors);
  double *const x = (double *) vectors[0].elements;
  double square;

  *estimate = 0.0;
  if (done)
    launch_plain (context, Randomise{ x }, A->rows, WHAT);
  for (int step = 0; done && step < how->power_steps; step++)
    {
      if (step > 0)
        launch_plain (context,
                      NextVector{ x, (double *) vectors[1].elements, diagonal,
                                  sqrt (fabs (square)) },
                      A->rows, WHAT);
      done = find_quotient (context, A, diagonal, &vectors[0], &vectors[1], how->room, estimate,
                            &square);
    }
  if (done && radii != NULL)
    keep_vector (context, x, A->rows, *estimate, radii);
  seidel_cuda_pieces_free (context, &pieces);
  return done && seidel_cuda_ready (context);
}

/* The diagonal, and the largest Σ_j |a_ij| / |a_ii|. Some lanes share a row. */
static __global__ void
diagonal_kernel (SeidelOperator A, double *diagonal, unsigned long long *bound)
{
  const int lanes = A.product_lanes;
  const int64_t thread = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = thread / lanes;
  const int64_t end = row < A.rows ? row_start (A, row + 1) : 0;
  double sum = 0.0;
  double own = 0.0;

  for (int64_t k = row < A.rows ? row_start (A, row) + thread % lanes : 0; k < end; k += lanes)
    {
      const double value = ((const double *) A.values)[k];

      own += A.column_indices[k] == row ? value : 0.0;
      sum += fabs (value);
    }
  for (int half = lanes / 2; half > 0; half /= 2)
    {
      own += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, own, half);
      sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
    }
  if (row < A.rows && thread % lanes == 0)
    diagonal[row] = own;
  keep_greatest (row < A.rows ? __double_as_longlong (fmax (1.0, sum / fabs (own))) : 0, bound);
}

/* diagonal: room for that of A. */
static bool
find_diagonal (SeidelContext *context, const SeidelOperator *A, double *diagonal, double *bound)
{
  SeidelCudaPieces pieces = {};
  unsigned long long *const word =
    (unsigned long long *) seidel_cuda_piece (context, &pieces, sizeof *word);
  bool done =
    word != NULL
    && seidel_cuda_check (context, cudaMemsetAsync (word, 0, sizeof *word, context->stream), WHAT);

  if (done)
    {
      diagonal_kernel<<<seidel_cuda_grid (A->rows * A->product_lanes), SEIDEL_CUDA_BLOCK, 0,
                        context->stream>>> (*A, diagonal, word);
      done = seidel_cuda_check (context, cudaGetLastError (), WHAT)
             && seidel_cuda_read (context, bound, word, sizeof *bound);
    }
  seidel_cuda_pieces_free (context, &pieces);
  return done;
}

/* The quotient of the vector that is kept, of other values. */
static bool
find_next_quotient (SeidelContext *context,
                    SeidelOperator *A,
                    const double *diagonal,
                    SeidelScalar room,
                    const SeidelCudaRadii *radii,
                    double *quotient)
{
  SeidelCudaPieces pieces = {};
  SeidelVector vectors[2];
  bool done = vectors_new (context, A->rows, &pieces, vectors);
  double square;

  if (done)
    {
      launch_plain (context, RecallVector{ (double *) vectors[0].elements, radii->vector }, A->rows,
                    WHAT);
      done =
        find_quotient (context, A, diagonal, &vectors[0], &vectors[1], room, quotient, &square);
    }
  seidel_cuda_pieces_free (context, &pieces);
  return done;
}

bool
seidel_cuda_update_radii (SeidelContext *context,
                          SeidelCudaCouplings *couplings,
                          const SeidelAggregationSettings *how,
                          SeidelCudaRadii *radii)
{
  SeidelOperator *const A = &couplings->A;
  const double *diagonal = couplings->diagonal;
  double quotient = NAN;

  radii->bound = couplings->bound;
  if (radii->of_smoother && !radii->all_strong)
    {
      /* What the scale was needed for is done. */
      if (!find_diagonal (context, A, couplings->scale, &radii->bound))
        return false;
      diagonal = couplings->scale;
    }
  if (radii->vector != NULL
      && !find_next_quotient (context, A, diagonal, how->room, radii, &quotient))
    return false;
  radii->factor = quotient / radii->quotient;
  radii->follows = fabs (radii->factor - 1.0) <= NEAR;
  if (!radii->follows)
    {
      radii->of_smoother = false;
      radii->factor = 1.0;
      return seidel_cuda_estimate_radius (context, A, couplings->diagonal, how, radii,
                                          &radii->prolongation);
    }
  return true;
}

/* That of a smoother, where the estimates of a matrix before it were taken over; once. */
static bool
take_over (const SeidelAggregationSettings *how, SeidelCudaRadii *radii, double *radius)
{
  const bool follows = radii != NULL && radii->follows && radii->of_smoother;

  if (follows)
    *radius = seidel_cuda_enlarged (how, radii->factor * radii->smoothing, radii->bound);
  if (radii != NULL)
    radii->follows = false;
  return follows;
}

bool
seidel_cuda_smoothing_radius (SeidelContext *context,
                              SeidelOperator *A,
                              const SeidelAggregationSettings *how,
                              SeidelOperator *P,
                              double *radius)
{
  SeidelCudaKept *const kept = P != NULL ? seidel_cuda_kept_of (P) : NULL;
  SeidelCudaRadii *const radii = kept != NULL ? &kept->radii : NULL;
  SeidelCudaPieces pieces = {};
  double *diagonal;
  double estimate = 0.0;
  double bound = 1.0;
  bool done;

  if (seidel_cuda_ready (context) && take_over (how, radii, radius))
    return true;
  A = seidel_cuda_rows_if_fit (context, A);
  if (A == NULL)
    return false;
  diagonal = (double *) seidel_cuda_piece (context, &pieces, (size_t) A->rows * sizeof *diagonal);
  done = diagonal != NULL && find_diagonal (context, A, diagonal, &bound)
         && seidel_cuda_estimate_radius (context, A, diagonal, how, radii, &estimate);
  seidel_cuda_pieces_free (context, &pieces);
  if (done)
    *radius = seidel_cuda_enlarged (how, estimate, bound);
  if (done && radii != NULL)
    {
      radii->of_smoother = true;
      radii->smoothing = estimate;
    }
  return done;
}
