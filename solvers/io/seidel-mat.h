/* MATLAB's files, versions 4, 5 (to 7) and 7.3, through libmatio: in parts. Private to solvers/io.
 *
 * The library knows no cancellation, keeps state of its own (HDF5's) and believes what a file says:
 * so files are read in a process of its own (seidel-mat-process.h), written by one thread at a time
 * that may be left behind, and nothing that it returns is used before it was checked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <matio.h>

#include "io/seidel-arrays.h"

G_BEGIN_DECLS

/* --- the library: seidel-mat-library.c ----------------------------------------------------------
 */

/* What is done with the library. The data must not refer to anything of the caller's. */
typedef bool (*SeidelMatWork) (void *data, GError **error);

/* Does it in this process while nobody else uses the library. Once cancelled it is not waited for.
 * Takes the data. */
bool seidel_mat_run (SeidelMatWork work,
                     void *data,
                     GDestroyNotify free_data,
                     GCancellable *cancellable,
                     GError **error);

/* Has it print nothing. */
void seidel_mat_silence (void);

/* Whether the beginning of a file is one of MATLAB's. */
bool seidel_mat_recognise (const char *head, size_t length);

/* Whether all headers of a file promise what is there; to be asked before all that follows. */
bool seidel_mat_check (const char *path, const char *name, GError **error);

/* --- a file: seidel-mat-file.c; by one thread at a time -----------------------------------------
 */

typedef struct
{
  mat_t *mat;
  char *name;        /* for messages */
  GPtrArray *roots;  /* of matvar_t, the variables */
  GPtrArray *arrays; /* of SeidelArray, data: matvar_t */
  matvar_t *problem; /* the struct of the SuiteSparse Matrix Collection, or NULL */
} SeidelMatFile;

/* Opens it and looks at its variables; structs and cells are searched as well. */
bool seidel_mat_file_init (SeidelMatFile *file, const char *path, const char *name, GError **error);
void seidel_mat_file_clear (SeidelMatFile *file);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelMatFile, seidel_mat_file_clear)

/* "MATLAB 5, sparse double" */
char *seidel_mat_file_describe (const SeidelMatFile *file, const SeidelArray *array);

/* --- an array of it: seidel-mat-array.c; likewise -----------------------------------------------
 */

/* The matrix, or its transpose where *transposed is set. */
SeidelCsr *seidel_mat_array_read (const SeidelMatFile *file,
                                  const SeidelArray *array,
                                  bool *transposed,
                                  int64_t *inexact,
                                  GError **error);

/* The n numbers of an array, or of its first column. Free with g_free (). */
double *seidel_mat_array_read_vector (const SeidelMatFile *file,
                                      const SeidelArray *array,
                                      int64_t n,
                                      GError **error);

/* A text in a field of a struct, or NULL. */
char *seidel_mat_field_text (const SeidelMatFile *file, matvar_t *structure, const char *field);

/* --- the matrix: seidel-mat-matrix.c; likewise --------------------------------------------------
 */

/* What was found in a file, free of the library. */
typedef struct SeidelMatFound SeidelMatFound;

/* The matrix of a file: all that takes the library. name is that of the file, for messages;
 * variable as for seidel_load_variable (). */
SeidelMatFound *
seidel_mat_find (const char *path, const char *name, const char *variable, GError **error);
void seidel_mat_found_free (SeidelMatFound *found);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelMatFound, seidel_mat_found_free)

/* The rest, once: of its origin the file and the variable are left to be told. */
SeidelMatrix *seidel_mat_found_finish (SeidelMatFound *found, GError **error);

/* As SeidelReader has them. The vector: free with g_free (). */
GPtrArray *seidel_mat_list (const char *path, const char *name, GError **error);
double *seidel_mat_read_vector (const char *path, const char *name, int64_t n, GError **error);

/* --- writing: seidel-mat-write.c ----------------------------------------------------------------
 */

bool seidel_mat_write (const SeidelMatrix *matrix,
                       const char *path,
                       SeidelProgress *progress,
                       GCancellable *cancellable,
                       GError **error);

G_END_DECLS
