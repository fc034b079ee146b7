/* The method table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method.h"

#include "engine/seidel-distributed.h"
#include "method/seidel-multigrid.h"
#include "base/seidel-translatable.h"

#define NEEDS_DIAGONAL_SYSTEM (SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_DIAGONAL)
#define NEEDS_SPD             (SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_SYMMETRIC | SEIDEL_NEEDS_POSITIVE_DIAGONAL)

static const SeidelMethod methods[] = {
  {
    .id = "jacobi",
    .name = "Jacobi",
    .sentence =
      N_ ("Updates every unknown from the previous iterate: fully parallel, slow to converge. "
          "Converges if the matrix is strictly diagonally dominant."),
    .source = "Saad, Iterative Methods for Sparse Linear Systems (2003), 4.1",
    .family = SEIDEL_FAMILY_STATIONARY,
    .products = 1,
    .needs = NEEDS_DIAGONAL_SYSTEM,
    .vectors = { 1 },
    .divides_diagonal = true,
    .monotone = true,
    .solve = seidel_method_jacobi,
  },
  {
    .id = "jacobi-weighted",
    .name = N_ ("Jacobi, weighted"),
    .sentence =
      N_ ("Jacobi's method with every step scaled by a weight: a weight below 1 damps the "
          "oscillating errors, which makes it a smoother."),
    .source = "Saad, Iterative Methods for Sparse Linear Systems (2003), 13.2",
    .family = SEIDEL_FAMILY_STATIONARY,
    .products = 1,
    .needs = NEEDS_DIAGONAL_SYSTEM,
    .parameters = 1 << SEIDEL_PARAMETER_WEIGHT,
    .vectors = { 1 },
    .divides_diagonal = true,
    .monotone = true,
    .solve = seidel_method_jacobi_weighted,
  },
  {
    .id = "gauss-seidel",
    .name = N_ ("Gauss-Seidel, forward"),
    .sentence =
      N_ ("Updates the unknowns from first to last, each from the newest values. Converges if the "
          "matrix is strictly diagonally dominant, or symmetric and positive definite."),
    .source = "Saad, Iterative Methods for Sparse Linear Systems (2003), 4.1",
    .family = SEIDEL_FAMILY_STATIONARY,
    .needs = NEEDS_DIAGONAL_SYSTEM,
    .sweeps = SEIDEL_SWEEPS_FORWARD,
    .vectors = { 1 },
    .monotone = true,
    .solve = seidel_method_gauss_seidel,
  },
  {
    .id = "gauss-seidel-backward",
    .name = N_ ("Gauss-Seidel, backward"),
    .sentence =
      N_ ("Updates the unknowns from last to first. On an upper triangular matrix a single "
          "sweep solves the system."),
    .source = "Saad, Iterative Methods for Sparse Linear Systems (2003), 4.1",
    .family = SEIDEL_FAMILY_STATIONARY,
    .needs = NEEDS_DIAGONAL_SYSTEM,
    .sweeps = SEIDEL_SWEEPS_BACKWARD,
    .vectors = { 1 },
    .monotone = true,
    .solve = seidel_method_gauss_seidel,
  },
  {
    .id = "gauss-seidel-symmetric",
    .name = N_ ("Gauss-Seidel, symmetric"),
    .sentence = N_ ("A forward and a backward sweep in every iteration: a symmetric operator, as "
                    "smoothers and preconditioners of symmetric systems need it."),
    .source = "Saad, Iterative Methods for Sparse Linear Systems (2003), 4.1",
    .family = SEIDEL_FAMILY_STATIONARY,
    .needs = NEEDS_DIAGONAL_SYSTEM,
    .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
    .vectors = { 1 },
    .monotone = true,
    .solve = seidel_method_gauss_seidel,
  },
  {
    .id = "gauss-seidel-multicolor",
    .name = N_ ("Gauss-Seidel, multicolour"),
    .sentence =
      N_ ("Gauss-Seidel in the order of a colouring: rows of one colour are updated in "
          "parallel, so there are only as many levels as colours. Not the same method as the "
          "sweep in row order: it often takes more iterations."),
    .source = "Saad, Iterative Methods for Sparse Linear Systems (2003), 12.4",
    .family = SEIDEL_FAMILY_STATIONARY,
    .needs = NEEDS_DIAGONAL_SYSTEM,
    .sweeps = SEIDEL_SWEEPS_FORWARD,
    .by_colors = true,
    .vectors = { 1 },
    .monotone = true,
    .solve = seidel_method_gauss_seidel,
  },
  {
    .id = "gauss-seidel-block",
    .name = N_ ("Gauss-Seidel, block"),
    .sentence =
      N_ ("Gauss-Seidel within each rank's block of rows, from the previous iterate of the "
          "others: Jacobi between the blocks. On one process there is one block, and it is "
          "the forward sweep."),
    .source = "Saad, Iterative Methods for Sparse Linear Systems (2003), 4.1.1",
    .family = SEIDEL_FAMILY_STATIONARY,
    .needs = NEEDS_DIAGONAL_SYSTEM,
    .sweeps = SEIDEL_SWEEPS_FORWARD,
    .by_blocks = true,
    .vectors = { 1 },
    .monotone = true,
    .solve = seidel_method_gauss_seidel,
  },
  {
    .id = "symgs-reference",
    .name = N_ ("symgs smoother (reference)"),
    .sentence =
      N_ ("A forward and a backward sweep in single precision whose right-hand side is the "
          "incoming x, bit for bit as in a course on GPU programming: a reference for other "
          "implementations. It does not solve A x = b."),
    .source = "F. Galbiati, Implementazione CUDA/C++ dell'algoritmo symgs smoother (2022), 1.1",
    .family = SEIDEL_FAMILY_STATIONARY,
    .needs = NEEDS_DIAGONAL_SYSTEM,
    .precisions = 1 << SEIDEL_PRECISION_SINGLE,
    .on_host = true,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED,
    .demonstration = true,
    .vectors = { 1 },
    .monotone = true,
    .solve = seidel_method_symgs,
  },
  {
    .id = "symgs-forward",
    .name = N_ ("symgs smoother, forward (reference)"),
    .sentence =
      N_ ("The forward sweep of that smoother alone, with the same bits: a reference for forward "
          "sweeps whose right-hand side is the incoming x. It does not solve A x = b."),
    .source =
      "R. Fiorentini, Implementation of Gauss-Seidel algorithm for sparse matrices on Nvidia "
      "GPU device (2022), listing 1",
    .family = SEIDEL_FAMILY_STATIONARY,
    .needs = NEEDS_DIAGONAL_SYSTEM,
    .precisions = 1 << SEIDEL_PRECISION_SINGLE,
    .on_host = true,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED,
    .demonstration = true,
    .vectors = { 1 },
    .monotone = true,
    .solve = seidel_method_symgs_forward,
  },
  {
    .id = "sor",
    .name = "SOR",
    .sentence =
      N_ ("Forward Gauss-Seidel with over-relaxation: a good ω reduces the iterations on fine "
          "grids by an order of magnitude. Converges for 0 < ω < 2 if the matrix is symmetric "
          "and positive definite."),
    .source = "Young, Iterative Methods for Solving Partial Difference Equations of Elliptic Type "
              "(1950); Saad (2003), 4.1",
    .family = SEIDEL_FAMILY_STATIONARY,
    .needs = NEEDS_DIAGONAL_SYSTEM,
    .sweeps = SEIDEL_SWEEPS_FORWARD,
    .parameters = 1 << SEIDEL_PARAMETER_OMEGA,
    .vectors = { 1 },
    .monotone = true,
    .solve = seidel_method_sor,
  },
  {
    .id = "ssor",
    .name = "SSOR",
    .sentence = N_ ("A forward and a backward sweep of SOR in every iteration: symmetric, and less "
                    "sensitive to ω."),
    .source = "Sheldon (1955); Saad, Iterative Methods for Sparse Linear Systems (2003), 4.1",
    .family = SEIDEL_FAMILY_STATIONARY,
    .needs = NEEDS_DIAGONAL_SYSTEM,
    .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
    .parameters = 1 << SEIDEL_PARAMETER_OMEGA,
    .vectors = { 1 },
    .monotone = true,
    .solve = seidel_method_sor,
  },
  {
    .id = "multigrid",
    .name = N_ ("Multigrid"),
    .sentence =
      N_ ("Repeats cycles of smoothing and of corrections on coarser matrices: on elliptic "
          "problems the iterations hardly grow with the grid. As a preconditioner it "
          "converges faster and more often."),
    .source = "Vaněk, Mandel and Brezina (1996); Trottenberg, Oosterlee and Schüller, Multigrid "
              "(2001), 2.4",
    .family = SEIDEL_FAMILY_STATIONARY,
    .needs = NEEDS_DIAGONAL_SYSTEM,
    .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
    .parameters = SEIDEL_MULTIGRID_PARAMETERS,
    .vectors = { 3 },
    .divides_diagonal = true,
    .monotone = true,
    .memory = seidel_multigrid_memory,
    .solve = seidel_method_multigrid,
  },
  {
    .id = "cg",
    .name = N_ ("Conjugate gradients"),
    .sentence = N_ ("The method of choice for symmetric positive definite matrices: far fewer "
                    "iterations than any sweep, with one matrix-vector product each."),
    .source = "Hestenes and Stiefel (1952); Saad (2003), algorithms 6.18 and 9.1",
    .family = SEIDEL_FAMILY_KRYLOV,
    .needs = NEEDS_SPD,
    .preconditioning = SEIDEL_PRECONDITIONING_SYMMETRIC,
    .products = 1,
    .vectors = { 3, 4 },
    .runs_ahead = true,
    .solve = seidel_method_cg,
  },
  {
    .id = "cg-flexible",
    .name = N_ ("Conjugate gradients, flexible"),
    .sentence = N_ ("Conjugate gradients that tolerate a slightly nonsymmetric or varying "
                    "preconditioner, at the cost of one more dot product."),
    .source = "Golub and Ye (1999); Notay, Flexible conjugate gradients (2000)",
    .family = SEIDEL_FAMILY_KRYLOV,
    .needs = NEEDS_SPD,
    .preconditioning = SEIDEL_PRECONDITIONING_ANY,
    .products = 1,
    .flexible = true,
    .vectors = { 3, 4 },
    .solve = seidel_method_cg_flexible,
  },
  {
    .id = "minres",
    .name = "MINRES",
    .sentence = N_ ("For symmetric matrices, definite or not: minimizes the residual in every "
                    "iteration, with one matrix-vector product each."),
    .source = "Paige and Saunders, Sparse indefinite systems of linear equations (1975)",
    .family = SEIDEL_FAMILY_KRYLOV,
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_SYMMETRIC,
    .preconditioning = SEIDEL_PRECONDITIONING_SYMMETRIC,
    .products = 1,
    .vectors = { 6, 9 },
    .solve = seidel_method_minres,
  },
  {
    .id = "minres-qlp",
    .name = N_ ("MINRES-QLP"),
    .sentence =
      N_ ("For symmetric matrices that are singular, or nearly so: where there are several "
          "solutions, or none, it ends with the x of smallest norm that makes the residual "
          "smallest. Some more vectors than MINRES."),
    .source = "Choi, Paige and Saunders, MINRES-QLP (2011)",
    .family = SEIDEL_FAMILY_KRYLOV,
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_SYMMETRIC,
    .preconditioning = SEIDEL_PRECONDITIONING_NONE,
    .products = 1,
    .vectors = { 9 },
    .solve = seidel_method_minres_qlp,
  },
  {
    .id = "cocg",
    .name = N_ ("COCG"),
    .sentence = N_ (
      "Conjugate gradients for complex symmetric matrices, as those of waves and of alternating "
      "currents: one product per iteration. The residual may oscillate."),
    .source = "van der Vorst and Melissen, A Petrov-Galerkin type method for solving Ax = b, where "
              "A is symmetric complex (1990)",
    .family = SEIDEL_FAMILY_KRYLOV,
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_COMPLEX_SYMMETRIC,
    .preconditioning = SEIDEL_PRECONDITIONING_COMPLEX,
    .products = 1,
    .vectors = { 6, 7 },
    .solve = seidel_method_cocg,
  },
  {
    .id = "bicg",
    .name = "BiCG",
    .sentence = N_ ("For any square matrix: conjugate gradients with a second sequence on the "
                    "transpose. Two products per iteration; the residual may oscillate."),
    .source = "Fletcher (1976); Jost, Contassot-Vivier and Vialle (2009), 3.1",
    .family = SEIDEL_FAMILY_KRYLOV,
    .needs = SEIDEL_NEEDS_SQUARE,
    .preconditioning = SEIDEL_PRECONDITIONING_TRANSPOSED,
    .products = 2,
    .vectors = { 6, 8 },
    .solve = seidel_method_bicg,
  },
  {
    .id = "bicgstab",
    .name = "BiCGStab",
    .sentence =
      N_ ("For any square matrix: a smoothed BiCG without the transpose. Two products per "
          "iteration, little memory."),
    .source = "van der Vorst, Bi-CGSTAB (1992); Saad (2003), algorithm 7.7",
    .family = SEIDEL_FAMILY_KRYLOV,
    .needs = SEIDEL_NEEDS_SQUARE,
    .preconditioning = SEIDEL_PRECONDITIONING_ANY,
    .products = 2,
    .flexible = true,
    .vectors = { 5, 7 },
    .solve = seidel_method_bicgstab,
  },
  {
    .id = "gmres",
    .name = "GMRES",
    .sentence =
      N_ ("For any square matrix: the residual never grows, with one product per iteration. "
          "Stores one vector per iteration since the last restart."),
    .source = "Saad and Schultz (1986); Saad (2003), algorithms 6.9 and 9.5",
    .family = SEIDEL_FAMILY_KRYLOV,
    .needs = SEIDEL_NEEDS_SQUARE,
    .preconditioning = SEIDEL_PRECONDITIONING_ANY,
    .products = 1,
    .parameters = 1 << SEIDEL_PARAMETER_RESTART,
    .vectors = { 1, 2 },
    .kept_vectors = { 1, 1 },
    .kept_by = SEIDEL_PARAMETER_RESTART,
    .solve = seidel_method_gmres,
  },
  {
    .id = "gmres-flexible",
    .name = N_ ("GMRES, flexible"),
    .sentence =
      N_ ("GMRES for a preconditioner that may vary from iteration to iteration: stores the "
          "preconditioned vectors too, which doubles the memory."),
    .source = "Saad (1993); Saad (2003), algorithm 9.6",
    .family = SEIDEL_FAMILY_KRYLOV,
    .needs = SEIDEL_NEEDS_SQUARE,
    .preconditioning = SEIDEL_PRECONDITIONING_ANY,
    .products = 1,
    .flexible = true,
    .parameters = 1 << SEIDEL_PARAMETER_RESTART,
    .vectors = { 1, 1 },
    .kept_vectors = { 1, 2 },
    .kept_by = SEIDEL_PARAMETER_RESTART,
    .solve = seidel_method_gmres_flexible,
  },
  {
    .id = "idr",
    .name = N_ ("IDR(s)"),
    .sentence =
      N_ ("For any square matrix without its transpose, in short recurrences: with s = 4 often "
          "nearly as few products as GMRES without restarts, at a fixed memory."),
    .source = "Sonneveld and van Gijzen (2008); van Gijzen and Sonneveld, Algorithm 913 (2011)",
    .family = SEIDEL_FAMILY_KRYLOV,
    .needs = SEIDEL_NEEDS_SQUARE,
    .preconditioning = SEIDEL_PRECONDITIONING_ANY,
    .products = 1,
    .parameters = 1 << SEIDEL_PARAMETER_SHADOWS,
    .vectors = { 3, 3 },
    .kept_vectors = { 3, 3 },
    .kept_by = SEIDEL_PARAMETER_SHADOWS,
    .solve = seidel_method_idr,
  },
  {
    .id = "tfqmr",
    .name = N_ ("TFQMR"),
    .sentence =
      N_ ("Quasi-minimal residuals without the transpose: CGS without its peaks. Two products per "
          "iteration; for any square matrix."),
    .source = "Freund (1993); Saad (2003), algorithm 7.8",
    .family = SEIDEL_FAMILY_KRYLOV,
    .needs = SEIDEL_NEEDS_SQUARE,
    .preconditioning = SEIDEL_PRECONDITIONING_ANY,
    .products = 2,
    .vectors = { 8, 9 },
    .solve = seidel_method_tfqmr,
  },
  {
    .id = "lsqr",
    .name = "LSQR",
    .sentence =
      N_ ("Least squares for a matrix of any shape: minimizes the residual, and among "
          "several solutions finds the one of smallest norm. Two products per iteration."),
    .source = "Paige and Saunders, LSQR (1982)",
    .family = SEIDEL_FAMILY_KRYLOV,
    .products = 2,
    .parameters = 1 << SEIDEL_PARAMETER_DAMP,
    .precisions = 1 << SEIDEL_PRECISION_SINGLE | 1 << SEIDEL_PRECISION_DOUBLE,
    .least_squares = true,
    .vectors = { 2, 2 },
    .column_vectors = { 3, 3 },
    .solve = seidel_method_lsqr,
  },
  {
    .id = "lsmr",
    .name = "LSMR",
    .sentence =
      N_ ("Least squares as by LSQR, but it minimizes the normal residual ‖Aᵀr‖, so that it "
          "can often be stopped earlier, for one vector more."),
    .source = "Fong and Saunders, LSMR (2011)",
    .family = SEIDEL_FAMILY_KRYLOV,
    .products = 2,
    .parameters = 1 << SEIDEL_PARAMETER_DAMP,
    .precisions = 1 << SEIDEL_PRECISION_SINGLE | 1 << SEIDEL_PRECISION_DOUBLE,
    .least_squares = true,
    .vectors = { 2, 2 },
    .column_vectors = { 4, 4 },
    .solve = seidel_method_lsmr,
  },
  {
    .id = "cgls",
    .name = "CGLS",
    .sentence =
      N_ ("Conjugate gradients for the normal equations of least squares: the iterates of "
          "LSQR with less work, less accurate if the matrix is ill-conditioned."),
    .source = "Björck, Numerical Methods for Least Squares Problems (1996), algorithm 7.4.1",
    .family = SEIDEL_FAMILY_KRYLOV,
    .products = 2,
    .parameters = 1 << SEIDEL_PARAMETER_DAMP,
    .precisions = 1 << SEIDEL_PRECISION_SINGLE | 1 << SEIDEL_PRECISION_DOUBLE,
    .least_squares = true,
    .vectors = { 2, 2 },
    .column_vectors = { 3, 3 },
    .solve = seidel_method_cgls,
  },
  {
    .id = "umfpack",
    .name = N_ ("Sparse LU (UMFPACK)"),
    .sentence =
      N_ ("Factors the matrix in an order that keeps the factors sparse: the solution to "
          "double precision of any nonsingular square matrix whose factors fit into memory."),
    .source = "Davis, Algorithm 832: UMFPACK V4.3 (2004)",
    .family = SEIDEL_FAMILY_DIRECT_SPARSE,
    .needs = SEIDEL_NEEDS_SQUARE,
    .precisions = 1 << SEIDEL_PRECISION_DOUBLE,
    .on_host = true,
    .vectors = { 1 },
    .monotone = true,
    .count = seidel_method_umfpack_count,
    .count_is_bound = true,
    .solve = seidel_method_umfpack,
  },
  {
    .id = "cholmod",
    .name = N_ ("Sparse Cholesky (CHOLMOD)"),
    .sentence =
      N_ ("Sparse factorization of symmetric positive definite matrices, with half the work "
          "and memory of LU; detects a matrix that is not positive definite."),
    .source = "Chen, Davis, Hager, Rajamanickam, Algorithm 887: CHOLMOD (2008)",
    .family = SEIDEL_FAMILY_DIRECT_SPARSE,
    .needs = NEEDS_SPD,
    .precisions = 1 << SEIDEL_PRECISION_DOUBLE,
    .on_host = true,
    .vectors = { 1 },
    .monotone = true,
    .count = seidel_method_cholmod_count,
    .solve = seidel_method_cholmod,
  },
  {
    .id = "ldlt",
    .name = N_ ("Sparse LDLᵀ (CHOLMOD)"),
    .sentence =
      N_ ("Sparse factorization of symmetric matrices, definite or not, with half the memory of LU "
          "and no exchange of rows: sure for negative definite and quasidefinite matrices; for "
          "others a pivot may be zero, or so small that accuracy is lost, which is then reported."),
    .source = "Vanderbei, Symmetric quasidefinite matrices (1995); Chen, Davis, Hager, "
              "Rajamanickam, CHOLMOD (2008)",
    .family = SEIDEL_FAMILY_DIRECT_SPARSE,
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_SYMMETRIC,
    .precisions = 1 << SEIDEL_PRECISION_DOUBLE,
    .on_host = true,
    .vectors = { 1 },
    .monotone = true,
    .count = seidel_method_ldlt_count,
    .solve = seidel_method_ldlt,
  },
  {
    .id = "qr",
    .name = N_ ("Sparse QR (SuiteSparseQR)"),
    .sentence = N_ ("Direct least squares for a matrix of any shape and rank, which it finds; of "
                    "several solutions, the one of smallest norm. More work and memory than LU."),
    .source = "Davis, Algorithm 915: SuiteSparseQR (2011)",
    .family = SEIDEL_FAMILY_DIRECT_SPARSE,
    .parameters = 1 << SEIDEL_PARAMETER_DAMP,
    .precisions = 1 << SEIDEL_PRECISION_DOUBLE,
    .on_host = true,
    .least_squares = true,
    .vectors = { 1 },
    .monotone = true,
    .memory = seidel_method_qr_memory,
    .count = seidel_method_qr_count,
    .count_is_bound = true,
    .solve = seidel_method_qr,
  },
  {
    .id = "cudss",
    .name = N_ ("Sparse LU or Cholesky (NVIDIA cuDSS)"),
    .sentence =
      N_ ("Factors the matrix on the device by NVIDIA's library, if that is installed: Cholesky or "
          "L D Lᵀ of a symmetric matrix, LU of any other. Complex ones are factored as such."),
    .source = "NVIDIA, cuDSS 1.0 (2026)",
    .family = SEIDEL_FAMILY_DIRECT_SPARSE,
    .needs = SEIDEL_NEEDS_SQUARE,
    .on_host = true,
    .sparse_factors = true,
    .engine = "cuda",
    .vectors = { 2 },
    .monotone = true,
    .solve = seidel_method_cudss,
  },
  {
    .id = "petsc-mumps",
    .name = N_ ("MUMPS (through PETSc)"),
    .sentence =
      N_ ("Sparse LU by the multifrontal method, spread over all ranks with its memory; any "
          "nonsingular square matrix."),
    .source = "Amestoy, Duff, Koster and L'Excellent, MUMPS (2001)",
    .family = SEIDEL_FAMILY_DIRECT_SPARSE,
    .needs = SEIDEL_NEEDS_SQUARE,
    .precisions = 1 << SEIDEL_PRECISION_DOUBLE,
    .engine = SEIDEL_DISTRIBUTED_ID,
    .vectors = { 2 },
    .monotone = true,
    .solve = seidel_method_library,
  },
  {
    .id = "petsc-superlu-dist",
    .name = N_ ("SuperLU_DIST (through PETSc)"),
    .sentence =
      N_ ("Sparse LU with pivots chosen in advance, spread over all ranks with its memory; "
          "any nonsingular square matrix."),
    .source = "Li and Demmel, SuperLU_DIST (2003)",
    .family = SEIDEL_FAMILY_DIRECT_SPARSE,
    .needs = SEIDEL_NEEDS_SQUARE,
    .precisions = 1 << SEIDEL_PRECISION_DOUBLE,
    .engine = SEIDEL_DISTRIBUTED_ID,
    .vectors = { 2 },
    .monotone = true,
    .solve = seidel_method_library,
  },
  {
    .id = "gauss-jordan",
    .name = N_ ("Gauss-Jordan, by the inverse"),
    .sentence =
      N_ ("Computes the inverse row by row, unblocked, for teaching. A zero pivot is repaired "
          "by adding another row; without row exchanges, small pivots lose digits."),
    .source = "A. Kucia, Linear Algebra Toolkit, 2.1",
    .family = SEIDEL_FAMILY_DIRECT_DENSE,
    .needs = SEIDEL_NEEDS_SQUARE,
    .on_host = true,
    .factors = 1 << SEIDEL_FACTORS_TEXTBOOK_INVERSE,
    .vectors = { 2 },
    .monotone = true,
    .memory = seidel_method_gauss_jordan_memory,
    .solve = seidel_method_gauss_jordan,
  },
  {
    .id = "gauss-jordan-pivoting",
    .name = N_ ("Gauss-Jordan, with pivoting"),
    .sentence =
      N_ ("Computes the inverse with partial pivoting, which keeps the accuracy. Three times "
          "the work of LU."),
    .source = "Higham, Accuracy and Stability of Numerical Algorithms (2002), 14.4",
    .family = SEIDEL_FAMILY_DIRECT_DENSE,
    .needs = SEIDEL_NEEDS_SQUARE,
    .on_host = true,
    .factors = 1 << SEIDEL_FACTORS_INVERSE,
    .vectors = { 2 },
    .monotone = true,
    .memory = seidel_method_gauss_jordan_memory,
    .solve = seidel_method_gauss_jordan_pivoting,
  },
  {
    .id = "lu-crout",
    .name = N_ ("LU by Crout"),
    .sentence =
      N_ ("Computes L and U in place, a column of L and a row of U in each step, unblocked, for "
          "teaching. A zero pivot is repaired by adding another row; without row exchanges, small "
          "pivots lose digits."),
    .source = "A. Kucia, Linear Algebra Toolkit, 2.2",
    .family = SEIDEL_FAMILY_DIRECT_DENSE,
    .needs = SEIDEL_NEEDS_SQUARE,
    .on_host = true,
    .factors = 1 << SEIDEL_FACTORS_TEXTBOOK_LU,
    .vectors = { 2 },
    .monotone = true,
    .memory = seidel_method_lu_memory,
    .solve = seidel_method_lu_crout,
  },
  {
    .id = "lu",
    .name = N_ ("LU with pivoting"),
    .sentence =
      N_ ("L and U with partial pivoting: the dense solver of choice for nonsingular matrices "
          "of up to some ten thousand rows."),
    .source = "Anderson et al., LAPACK Users' Guide (1999), xGETRF; Toledo (1997)",
    .family = SEIDEL_FAMILY_DIRECT_DENSE,
    .needs = SEIDEL_NEEDS_SQUARE,
    .on_host = true,
    .factors = 1 << SEIDEL_FACTORS_LU,
    .vectors = { 2 },
    .monotone = true,
    .memory = seidel_method_lu_memory,
    .solve = seidel_method_lu,
  },
};

const SeidelMethod *
seidel_methods (size_t *n_methods)
{
  *n_methods = G_N_ELEMENTS (methods);
  return methods;
}

const SeidelMethod *
seidel_method_find (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_strcmp0 (methods[i].id, id) == 0)
      return &methods[i];
  return NULL;
}
