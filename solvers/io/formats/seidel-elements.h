/* Numbers of every machine type and byte order, as binary files hold them, converted to doubles or
 * indices; dense matrices; and the sentences about both. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-source.h"
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

/* The n numbers at from, which need not be aligned; swapped: in the byte order opposite to this
 * machine's. Returns how many were integers too large to be exact in a double. */
int64_t seidel_elements_to_doubles (SeidelElement element,
                                    bool swapped,
                                    const void *from,
                                    int64_t n,
                                    double *to);

/* As above, for integers only; what does not fit becomes −1. */
void seidel_elements_to_integers (SeidelElement element,
                                  bool swapped,
                                  const void *from,
                                  int64_t n,
                                  int64_t *to);

/* As above; what does not fit becomes the smallest number, which is no index. */
void seidel_elements_to_indices (SeidelElement element,
                                 bool swapped,
                                 const void *from,
                                 int64_t n,
                                 int32_t *to);

/* A matrix from the values of a dense one, row by row or column by column. Zeros are not stored:
 * dense storage says nothing about a pattern. */
SeidelCsr *seidel_csr_from_dense (const double *values,
                                  int64_t rows,
                                  int64_t columns,
                                  bool by_columns,
                                  SeidelSource *source,
                                  GError **error);

/* "12 of 16 numbers are zero and were not stored.", or NULL when there are none. */
char *seidel_dense_note (const SeidelCsr *csr);

/* "999 whole numbers were rounded …", or NULL when there are none. */
char *seidel_inexact_note (int64_t inexact);

/* Two sentences, either of which may be NULL; NULL when both are. */
char *seidel_join_notes (const char *first, const char *second);

G_END_DECLS
