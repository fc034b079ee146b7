/* Small types that the library shares with the engines. Plain C: no GLib.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The order in which a sweep visits the rows. */
typedef enum
{
  SEIDEL_DIRECTION_FORWARD,  /* first row to last */
  SEIDEL_DIRECTION_BACKWARD, /* last row to first */
} SeidelDirection;

/* Floating-point precision of a run. Engines support the first two only: in mixed precision they
 * work in single, within an iterative refinement in double. */
typedef enum
{
  SEIDEL_PRECISION_SINGLE,
  SEIDEL_PRECISION_DOUBLE,
  SEIDEL_PRECISION_MIXED,
} SeidelPrecision;

/* How an engine stores a matrix. */
typedef enum
{
  SEIDEL_STORAGE_AUTO = -1, /* chosen by the plan; never passed to an engine */
  SEIDEL_STORAGE_CSR,
  SEIDEL_STORAGE_DIAGONALS, /* whole diagonals, zeros included */
  SEIDEL_STORAGE_DENSE,     /* every entry, row after row */
} SeidelStorage;

/* By what the rows and columns of a system are multiplied before it is solved: powers of two that
 * make their largest entries about 1 (matrix/seidel-equilibration.h). */
typedef enum
{
  SEIDEL_SCALE_AUTO = -1, /* chosen by the plan */
  SEIDEL_SCALE_NONE,
  SEIDEL_SCALE_ROWS,
  SEIDEL_SCALE_COLUMNS,
  SEIDEL_SCALE_BOTH,      /* rows, and then columns */
  SEIDEL_SCALE_SYMMETRIC, /* row and column i by the same */
} SeidelScale;

/* How the threads of a device share products with a dense matrix: powers of two; both 0: chosen by
 * the engine. */
typedef struct
{
  int rows_per_block;
  int threads_per_row;
} SeidelShape;

/* Arithmetic of sums; 0: every product and every addition is rounded separately. */
typedef enum
{
  SEIDEL_ARITHMETIC_FUSED = 1 << 0,       /* a product and its addition are rounded once */
  SEIDEL_ARITHMETIC_COMPENSATED = 1 << 1, /* Kahan's correction in every sum */
} SeidelArithmetic;

/* The translation of a text, or of the form of it that goes with n things; plural is NULL for texts
 * without forms. Static, as the text is; thread-safe. */
typedef const char *(*SeidelTranslator) (const char *text, const char *plural, unsigned long n);
