/* Reading MATLAB files of version 7.3, and other HDF5 files, in a separate process: what both ends
 * share. Private to solvers/io.
 *
 * libmatio and HDF5 support no cancellation and were not written for damaged files: they crash on
 * some and never return from others. So a disposable helper process, seidel-mat-reader, uses them:
 * it is started for one job, limited in memory, and killed when its result is no longer wanted. Its
 * output is checked like any file.
 *
 * The program is called
 *
 *   seidel-mat-reader PARENT MEMORY PART [NAME…]
 *
 * with the process that started it, the bytes of memory that it may take, the part of complex
 * numbers that is wanted (SeidelPart), and the arrays whose content is wanted. It reads the file
 * from its standard input, and writes to its standard output, in the machine's byte order, a
 * SeidelMatRecord for each array, and one of another kind at the end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <stdint.h>

G_BEGIN_DECLS

#define SEIDEL_MAT_PROGRAM "seidel-mat-reader"

typedef enum
{
  SEIDEL_MAT_RECORD_ARRAY = 1,
  SEIDEL_MAT_RECORD_END,
  SEIDEL_MAT_RECORD_ERROR,
} SeidelMatRecordKind;

/* The flags of an array. */
#define SEIDEL_MAT_FLAG_LOGICAL 1
#define SEIDEL_MAT_FLAG_COMPLEX 2
#define SEIDEL_MAT_FLAG_CONTENT 4
#define SEIDEL_MAT_FLAG_ROWS    8 /* row by row: offsets are of rows, and indices of columns */

/* An error with SEIDEL_ERROR_MEMORY has no text: the other end knows how much was allowed.
 *
 * Followed by the name or the text of the error and, where the flag is set, by the content: of a
 * sparse array entries row indices of 32 bits, columns + 1 offsets of 32 bits and entries values;
 * else rows × columns values. Both column by column, unless the flag says otherwise. */
typedef struct
{
  uint32_t kind;
  uint32_t code; /* SeidelError, of an error */
  uint32_t text_bytes;
  uint32_t mat_class; /* all that follows is of arrays */
  uint32_t flags;
  uint32_t element; /* SeidelElement, of the values */
  uint64_t rank;
  uint64_t rows;
  uint64_t columns;
  uint64_t entries;
} SeidelMatRecord;

/* The longest text. */
#define SEIDEL_MAT_RECORD_TEXT 65536

/* For tests: how many seconds of a processor the library may spend without progress. */
void seidel_mat_process_set_patience (double seconds);

G_END_DECLS
