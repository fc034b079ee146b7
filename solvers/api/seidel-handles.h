/* The objects of the library. Programs hold them by pointers: what is inside is no part of the
 * interface, and may be another thing in the next version.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <gio/gio.h>

#include "base/seidel-api.h"
#include "base/seidel-error.h"

G_BEGIN_DECLS

/* The library itself knows these structs: api/seidel-handles-inside.h. */
#ifndef SEIDEL_HANDLES_INSIDE
typedef struct SeidelProgress SeidelProgress; /* of reading, ordering and the like */
typedef struct SeidelMatrix SeidelMatrix;
typedef struct SeidelProblem SeidelProblem; /* A x = b with an initial guess */
typedef struct SeidelOptions SeidelOptions; /* of a run */
typedef struct SeidelTrace SeidelTrace;     /* the history of a run, while it grows */
typedef struct SeidelOutcome SeidelOutcome; /* how a run ended */
#endif
typedef struct SeidelReuse SeidelReuse;     /* what a run leaves to the next */
typedef struct SeidelLevels SeidelLevels;   /* which rows of a sweep can be computed together */
typedef struct SeidelSweeper SeidelSweeper; /* sweeps, planned once */
typedef struct SeidelPreconditioner SeidelPreconditioner; /* a preconditioner, made once */

/* The order in which rows are swept. */
typedef enum
{
  SEIDEL_SWEEP_FORWARD = 0,   /* first row to last */
  SEIDEL_SWEEP_BACKWARD = 1,  /* last row to first */
  SEIDEL_SWEEP_SYMMETRIC = 2, /* forward, then backward */
} SeidelSweepOrder;

/* The numbers in an array. */
typedef enum
{
  SEIDEL_NUMBERS_INT32 = 1,
  SEIDEL_NUMBERS_INT64 = 2,
  SEIDEL_NUMBERS_FLOAT = 3,
  SEIDEL_NUMBERS_DOUBLE = 4,
  SEIDEL_NUMBERS_COMPLEX = 5, /* pairs of doubles: real part, imaginary part */
} SeidelNumbers;

/* Where an array is. */
typedef enum
{
  SEIDEL_MEMORY_HOST = 0,
  SEIDEL_MEMORY_CUDA = 1, /* of the current CUDA device */
} SeidelMemory;

/* In errors and messages rows and columns have numbers from first on, 1 by default, as in files; 0
 * for programs that count from 0, which the texts then say. For the whole process; any thread. */
SEIDEL_API void seidel_count_from (int first);

G_END_DECLS
