/* Numbers of every machine type, as binary files hold them, on their way into a matrix: made
 * doubles or indices, whatever their byte order. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_ELEMENT_INT8,
  SEIDEL_ELEMENT_UINT8, /* booleans as well */
  SEIDEL_ELEMENT_INT16,
  SEIDEL_ELEMENT_UINT16,
  SEIDEL_ELEMENT_INT32,
  SEIDEL_ELEMENT_UINT32,
  SEIDEL_ELEMENT_INT64,
  SEIDEL_ELEMENT_UINT64,
  SEIDEL_ELEMENT_FLOAT,
  SEIDEL_ELEMENT_DOUBLE,
} SeidelElement;

size_t seidel_element_size (SeidelElement element);
bool seidel_element_is_integer (SeidelElement element);

/* The n numbers at from, which need not be aligned; swapped: in the other byte order than this
 * machine's. Returns how many were whole numbers too large for a double to hold exactly. */
int64_t seidel_elements_to_doubles (SeidelElement element,
                                    bool swapped,
                                    const void *from,
                                    int64_t n,
                                    double *to);

/* As above, for whole numbers alone; what does not fit comes back as −1. */
void seidel_elements_to_integers (SeidelElement element,
                                  bool swapped,
                                  const void *from,
                                  int64_t n,
                                  int64_t *to);

/* A matrix from the numbers of a dense one, row by row or column by column, which pass by twice:
 * first they are counted, then put in place. Zeros are not stored: what is written densely says
 * nothing about a pattern. */
typedef struct
{
  int64_t rows;
  int64_t columns;
  bool by_columns; /* the order of the numbers */
  int64_t row;     /* of the next number */
  int64_t column;
  int64_t *next; /* rows + 1: how many a row has, then where its next entry goes */
  SeidelCsr *csr;
  bool surplus; /* the second pass brought more than the first */
} SeidelDense;

bool seidel_dense_init (SeidelDense *dense,
                        int64_t rows,
                        int64_t columns,
                        bool by_columns,
                        GError **error);
void seidel_dense_clear (SeidelDense *dense);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelDense, seidel_dense_clear)

/* Takes the next n numbers: counts them before seidel_dense_turn (), places them after it. No more
 * than rows × columns in each pass. */
void seidel_dense_take (SeidelDense *dense, const double *values, int64_t n);

/* Between the passes: makes room. */
bool seidel_dense_turn (SeidelDense *dense, GError **error);

/* The matrix, once all numbers were placed. Fails when these were not the same in both passes, as
 * when somebody writes the file at the same time; file is for the message. */
SeidelCsr *seidel_dense_steal (SeidelDense *dense, const char *file, GError **error);

/* "12 of 16 numbers are zero and were not stored.", or NULL when there are none. */
char *seidel_dense_note (const SeidelCsr *csr);

G_END_DECLS
