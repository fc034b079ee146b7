/* Rutherford-Boeing and Harwell-Boeing files: columns, one after the other, in fixed fields.
 * Private to solvers/io.
 *
 * Source: I. S. Duff, R. G. Grimes, J. G. Lewis, "Users' Guide for the Harwell-Boeing Sparse Matrix
 * Collection", RAL-92-086 (1992), and "The Rutherford-Boeing Sparse Matrix Collection",
 * RAL-TR-97-031 (1997).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-blocks.h"
#include "io/formats/seidel-fortran.h"
#include "io/formats/seidel-reader.h"

G_BEGIN_DECLS

/* Everything before the numbers. */
typedef struct
{
  SeidelField field;
  SeidelFiledSymmetry symmetry;
  SeidelFiledSymmetry mirrors; /* as those of SeidelMarketHeader */
  SeidelPart part;
  bool boeing; /* Harwell-Boeing: right-hand sides may follow */
  int64_t rows;
  int64_t columns;
  int64_t entries;
  SeidelFortran pointers;
  SeidelFortran indices;
  SeidelFortran values;

  int64_t rhs_lines; /* 0: none of the following */
  bool rhs_full;     /* not compressed like the matrix */
  int64_t rhs_count;
  SeidelFortran rhs;
} SeidelHarwellHeader;

/* Reals that a number takes. */
static inline int
seidel_harwell_reals (const SeidelHarwellHeader *header)
{
  return header->field == SEIDEL_FIELD_COMPLEX ? 2 : 1;
}

bool seidel_harwell_recognise (const char *head, size_t length);

/* Reads the header from the first lines. */
bool seidel_harwell_header_read (SeidelHarwellHeader *header, SeidelLines *lines, GError **error);

/* "Rutherford-Boeing, real symmetric" */
char *seidel_harwell_header_describe (const SeidelHarwellHeader *header);

SeidelMatrixWriter seidel_harwell_write;

G_END_DECLS
