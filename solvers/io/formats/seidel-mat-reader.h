/* seidel-mat-reader: what its two readers share, of MATLAB files of version 7.3 and of other HDF5
 * files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stddef.h>

#include "io/bytes/seidel-source.h"
#include "io/formats/seidel-mat-process.h"

G_BEGIN_DECLS

/* The standard input, as a file that can be opened by name. */
#define SEIDEL_MAT_INPUT "/proc/self/fd/0"

typedef struct
{
  SeidelPart part; /* of complex numbers */
  char **wanted;   /* NULL-terminated */
  double memory;   /* bytes that it may take */
  int arrays;      /* that were found */
} SeidelMatReader;

/* Write to the other end. The last one ends the program. */
void seidel_mat_put (const void *data, size_t length);
void seidel_mat_put_record (SeidelMatRecord *record, const char *text);
void seidel_mat_put_error (int code, const char *text);

/* "NAME is damaged: WHAT", as an error. */
void seidel_mat_put_damage (const char *name, const char *what);

/* The matrices of an HDF5 file: groups that hold compressed rows or columns, and datasets of
 * numbers. */
void seidel_hdf5_read_all (SeidelMatReader *reader);

G_END_DECLS
