/* BLAS, LAPACK, UMFPACK, CHOLMOD and SuiteSparseQR, opened when a direct method first runs. Private
 * to solvers/method.
 *
 * OpenBLAS reserves 128 MiB of addresses for each processor as soon as it is loaded, and tries
 * again without end where it gets none. Programs that were linked with it would not start under a
 * limit.
 *
 * To use another function, add it to a list below.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cblas.h>
#include <suitesparse/SuiteSparseQR_C.h>
#include <suitesparse/cholmod.h>
#include <suitesparse/umfpack.h>

#include "method/seidel-method-run.h"

G_BEGIN_DECLS

/* No header declares these: xGETRF and xLASWP. */
#define SEIDEL_BLAS_DECLARE(real, letter)                                                     \
  extern void letter##getrf_ (const int *m, const int *n, real *a, const int *lda, int *ipiv, \
                              int *info);                                                     \
  extern void letter##laswp_ (const int *n, real *a, const int *lda, const int *first,        \
                              const int *last, const int *ipiv, const int *step)
SEIDEL_BLAS_DECLARE (float, s);
SEIDEL_BLAS_DECLARE (double, d);

#define SEIDEL_BLAS_FUNCTIONS(FUNCTION) \
  FUNCTION (openblas_set_num_threads)   \
  FUNCTION (sgetrf_)                    \
  FUNCTION (dgetrf_)                    \
  FUNCTION (slaswp_)                    \
  FUNCTION (dlaswp_)                    \
  FUNCTION (cblas_sgemm)                \
  FUNCTION (cblas_dgemm)                \
  FUNCTION (cblas_sgemv)                \
  FUNCTION (cblas_dgemv)                \
  FUNCTION (cblas_strsm)                \
  FUNCTION (cblas_dtrsm)                \
  FUNCTION (cblas_strsv)                \
  FUNCTION (cblas_dtrsv)

/* Where SuiteSparse gets its memory: a struct, which version 6 replaced by functions. */
#if SUITESPARSE_MAIN_VERSION < 6
#define SEIDEL_SUITESPARSE_SYMBOLS(FUNCTION) FUNCTION (SuiteSparse_config)
#else
#define SEIDEL_SUITESPARSE_SYMBOLS(FUNCTION)     \
  FUNCTION (SuiteSparse_config_malloc_func_set)  \
  FUNCTION (SuiteSparse_config_calloc_func_set)  \
  FUNCTION (SuiteSparse_config_realloc_func_set) \
  FUNCTION (SuiteSparse_config_free_func_set)
#endif

#define SEIDEL_UMFPACK_FUNCTIONS(FUNCTION) \
  SEIDEL_SUITESPARSE_SYMBOLS (FUNCTION)    \
  FUNCTION (umfpack_dl_defaults)           \
  FUNCTION (umfpack_dl_symbolic)           \
  FUNCTION (umfpack_dl_numeric)            \
  FUNCTION (umfpack_dl_wsolve)             \
  FUNCTION (umfpack_dl_get_numeric)        \
  FUNCTION (umfpack_dl_free_symbolic)      \
  FUNCTION (umfpack_dl_free_numeric)

#define SEIDEL_CHOLMOD_FUNCTIONS(FUNCTION) \
  FUNCTION (cholmod_l_start)               \
  FUNCTION (cholmod_l_analyze)             \
  FUNCTION (cholmod_l_factorize)           \
  FUNCTION (cholmod_l_allocate_dense)      \
  FUNCTION (cholmod_l_solve2)              \
  FUNCTION (cholmod_l_free_dense)          \
  FUNCTION (cholmod_l_free_factor)         \
  FUNCTION (cholmod_l_factor_to_sparse)    \
  FUNCTION (cholmod_l_free_sparse)         \
  FUNCTION (cholmod_l_transpose)           \
  FUNCTION (cholmod_l_finish)

#define SEIDEL_SPQR_FUNCTIONS(FUNCTION) \
  FUNCTION (SuiteSparseQR_C_symbolic)   \
  FUNCTION (SuiteSparseQR_C_factorize)  \
  FUNCTION (SuiteSparseQR_C_qmult)      \
  FUNCTION (SuiteSparseQR_C_solve)      \
  FUNCTION (SuiteSparseQR_C_free)

/* By the names of the libraries. */
typedef struct
{
#define SEIDEL_BLAS_MEMBER(name) __typeof__ (name) *name;
  SEIDEL_BLAS_FUNCTIONS (SEIDEL_BLAS_MEMBER)
  SEIDEL_UMFPACK_FUNCTIONS (SEIDEL_BLAS_MEMBER)
  SEIDEL_CHOLMOD_FUNCTIONS (SEIDEL_BLAS_MEMBER)
  SEIDEL_SPQR_FUNCTIONS (SEIDEL_BLAS_MEMBER)
#undef SEIDEL_BLAS_MEMBER
} SeidelBlas;

/* Set once seidel_blas_open () has succeeded. */
extern SeidelBlas seidel_blas;

/* Opens the libraries for the threads of the run. False, with the reason and a message in the run,
 * if there is no room for them or they are missing. Thread-safe. */
bool seidel_blas_open (SeidelMethodRun *run, SeidelReason *reason);

/* OpenBLAS keeps its number of threads in one place for the whole program: from the first of these
 * until the second it is that of the caller, and others wait. For one piece of work at a time;
 * thread-safe. */
void seidel_blas_begin (int threads);
void seidel_blas_end (void);

G_END_DECLS
