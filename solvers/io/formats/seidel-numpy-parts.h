/* The arrays of a sparse matrix in an archive, and the layouts that they may have. Private to
 * solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-numpy.h"

G_BEGIN_DECLS

/* The arrays of an archive, each read whole; which of them there are depends on the layout. */
typedef struct
{
  const SeidelNumpyZip *zip;
  const SeidelNumpyGroup *group;
  int64_t rows; /* −1: not stored */
  int64_t columns;
  int64_t *indptr;
  bool vector;      /* of one dimension, which is read as a column */
  int32_t *indices; /* or the rows of coordinates, or the offsets of diagonals */
  int32_t *others;  /* the columns of coordinates */
  double *data;
  int64_t n_indptr;
  int64_t n_indices;
  int64_t n_others;
  int64_t n_data;
  int64_t data_shape[3];
  int data_rank;
} SeidelNumpyParts;

#define SEIDEL_NUMPY_FAIL(parts, error, ...) \
  seidel_source_fail ((parts)->zip->source, SEIDEL_ERROR_FORMAT, error, __VA_ARGS__)

const SeidelNumpyMember *seidel_numpy_parts_find (const SeidelNumpyParts *parts, const char *role);

/* Reads an array of whole numbers; false if it is none, or not there. */
bool seidel_numpy_parts_read (const SeidelNumpyParts *parts,
                              const char *name,
                              int64_t **array,
                              int64_t *count,
                              GError **error);
/* The same as 32-bit numbers. */
bool seidel_numpy_parts_read_indices (const SeidelNumpyParts *parts,
                                      const char *name,
                                      int32_t **array,
                                      int64_t *count,
                                      GError **error);

typedef struct
{
  const char *name;
  int rank; /* of the array "data" */
  SeidelCsr *(*read) (SeidelNumpyParts *parts, int64_t *duplicates, GError **error);
} SeidelNumpyLayout;

/* The layout of this name; an error where it is not known. */
const SeidelNumpyLayout *
seidel_numpy_find_layout (const SeidelNumpyParts *parts, const char *name, GError **error);

G_END_DECLS
