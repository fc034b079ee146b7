/* What the tests of MATLAB files share: variables, and files that libmatio writes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <matio.h>

#include "io-testing.h"

/* (4 −1 0; −1 4 5; 0 0 0), column by column, the last entry of which is an explicit zero. */
static double mat_testing_values[] = { 4, -1, -1, 4, 5, 0 };
static mat_uint32_t mat_testing_rows[] = { 0, 1, 0, 1, 1, 2 };
static mat_uint32_t mat_testing_offsets[] = { 0, 2, 4, 6 };

static inline mat_sparse_t
mat_testing_sparse_data (void)
{
  return (mat_sparse_t){ 6, mat_testing_rows, 6, mat_testing_offsets, 4, 6, mat_testing_values };
}

static inline matvar_t *
mat_testing_sparse (const char *name)
{
  size_t dims[] = { 3, 3 };
  mat_sparse_t sparse = mat_testing_sparse_data ();

  return Mat_VarCreate (name, MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &sparse, 0);
}

static inline matvar_t *
mat_testing_dense (const char *name, size_t rows, size_t columns, double *values)
{
  size_t dims[] = { rows, columns };

  return Mat_VarCreate (name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, values, 0);
}

static inline matvar_t *
mat_testing_text (const char *name, const char *text)
{
  size_t dims[] = { 1, strlen (text) };

  return Mat_VarCreate (name, MAT_C_CHAR, MAT_T_UINT8, 2, dims, (char *) text, 0);
}

static inline matvar_t *
mat_testing_complex (const char *name)
{
  static double re[] = { 1 };
  static double im[] = { 2 };
  size_t dims[] = { 1, 1 };
  mat_complex_split_t split = { re, im };

  return Mat_VarCreate (name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, &split, MAT_F_COMPLEX);
}

/* The struct of the SuiteSparse Matrix Collection, with a right-hand side of two columns, and zeros
 * at (3, 1) and (1, 3). */
static double mat_testing_rhs[] = { 1, 2, 3, 10, 20, 30 };

/* One struct of these fields, which it takes; up to a NULL. Functions that create one by names
 * differ between versions of matio. */
static inline matvar_t *
mat_testing_struct (const char *name, matvar_t **fields)
{
  size_t one[] = { 1, 1 };

  return Mat_VarCreate (name, MAT_C_STRUCT, MAT_T_STRUCT, 2, one, fields, 0);
}

static inline matvar_t *
mat_testing_problem (void)
{
  static double ones[] = { 1, 1 };
  static mat_uint32_t rows[] = { 2, 0 };
  static mat_uint32_t offsets[] = { 0, 1, 1, 2 };
  size_t dims[] = { 3, 3 };
  mat_sparse_t zeros = { 2, rows, 2, offsets, 4, 2, ones };
  matvar_t *fields[] = {
    mat_testing_text ("title", "A SMALL ONE"),
    mat_testing_sparse ("A"),
    mat_testing_text ("name", "Group/small"),
    mat_testing_dense ("b", 3, 2, mat_testing_rhs),
    Mat_VarCreate ("Zeros", MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &zeros, 0),
    NULL,
  };

  return mat_testing_struct ("Problem", fields);
}

/* Takes the variables, up to a NULL. */
static inline char *
mat_testing_write (const char *name, enum mat_ft version, matvar_t *first, ...)
{
  char *path = io_testing_path (name);
  mat_t *mat = Mat_CreateVer (path, NULL, version);
  va_list variables;

  g_assert_nonnull (mat);
  va_start (variables, first);
  for (matvar_t *variable = first; variable != NULL; variable = va_arg (variables, matvar_t *))
    {
      /* libmatio gets the lengths of compressed structs wrong. */
      g_assert_cmpint (Mat_VarWrite (mat, variable,
                                     variable->class_type == MAT_C_STRUCT ? MAT_COMPRESSION_NONE
                                                                          : MAT_COMPRESSION_ZLIB),
                       ==, 0);
      Mat_VarFree (variable);
    }
  va_end (variables);
  Mat_Close (mat);
  return path;
}

/* Thousands of files need not reach the disk. */
static inline char *
mat_testing_write_fast (const char *name, const char *content, gsize length)
{
  char *path = io_testing_path (name);

  g_assert_true (g_file_set_contents_full (path, content, (gssize) length, G_FILE_SET_CONTENTS_NONE,
                                           0600, NULL));
  return path;
}

/* The matrix of mat_testing_sparse (). */
static inline void
mat_testing_assert_good (const SeidelMatrix *matrix)
{
  static const int64_t offsets[] = { 0, 2, 5, 6 };
  static const int32_t indices[] = { 0, 1, 0, 1, 2, 2 };
  static const double values[] = { 4, -1, -1, 4, 5, 0 };

  g_assert_cmpint (matrix->csr->rows, ==, 3);
  g_assert_cmpint (matrix->csr->columns, ==, 3);
  g_assert_cmpmem (matrix->csr->row_offsets, 4 * 8, offsets, sizeof offsets);
  g_assert_cmpmem (matrix->csr->column_indices, 6 * 4, indices, sizeof indices);
  g_assert_cmpmem (matrix->csr->values, 6 * 8, values, sizeof values);
}
