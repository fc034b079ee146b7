/* Files of matrices and vectors, in every format of “seidel-cli formats”.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "api/seidel-handles.h"

G_BEGIN_DECLS

/* Reads a matrix, and its right-hand side if the file has one. The format is recognised by content.
 * variable (may be NULL) selects one of several, reading (may be NULL) how a text is understood
 * that does not say what it is, by a name of “seidel-cli info --read-as”. Errors name file, line
 * and what was expected. Stops within 100 ms of cancellation. Blocks. */
SEIDEL_API SeidelMatrix *seidel_matrix_read (const char *path,
                                             const char *variable,
                                             const char *reading,
                                             SeidelProgress *progress,
                                             GCancellable *cancellable,
                                             GError **error);

/* The ending of the name selects the format: .mtx, .mtx.gz, .mat, .npz and so on. The file has no
 * name until it is complete. Blocks. */
SEIDEL_API bool seidel_matrix_write (const SeidelMatrix *matrix,
                                     const char *path,
                                     SeidelProgress *progress,
                                     GCancellable *cancellable,
                                     GError **error);

/* The n numbers of a vector of any length; of complex ones 2 n doubles, which *is_complex says.
 * Free with seidel_numbers_free (). */
SEIDEL_API double *seidel_vector_read (const char *path,
                                       int64_t *n,
                                       bool *is_complex,
                                       GCancellable *cancellable,
                                       GError **error);
SEIDEL_API bool
seidel_vector_write (const double *x, int64_t n, bool is_complex, const char *path, GError **error);
SEIDEL_API void seidel_numbers_free (double *x);

/* A problem with vectors that are given as numbers or by names, those of --rhs and --guess of
 * “seidel-cli solve”: "ones", "random:3", a file. rhs counts where b is NULL, guess where x0 is;
 * where both are NULL, b is that of the file or that of the solution 1, and x0 is zero. Otherwise
 * as seidel_problem_new (). Blocks. */
SEIDEL_API SeidelProblem *seidel_problem_new_named (SeidelMatrix *matrix,
                                                    const double *b,
                                                    const char *rhs,
                                                    const double *x0,
                                                    const char *guess,
                                                    GCancellable *cancellable,
                                                    GError **error);

/* Adds vectors that the matrix nearly maps to zero, for multigrid: the columns of a matrix in a
 * file; path NULL: none. Before the problem is shared. */
SEIDEL_API bool seidel_problem_add_near_null (SeidelProblem *problem,
                                              const char *path,
                                              GCancellable *cancellable,
                                              GError **error);

G_END_DECLS
