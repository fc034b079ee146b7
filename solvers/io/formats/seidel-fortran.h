/* Numbers in columns, as Fortran's formats lay them out. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

G_BEGIN_DECLS

/* "(26I3)", "(1P,5E16.8)", "(4(1X,D19.12))" */
typedef struct
{
  char letter;    /* I, or E for all real ones */
  int64_t count;  /* fields on a line */
  int64_t indent; /* columns before the first of them */
  int64_t gap;    /* columns before each of them */
  int64_t width;  /* columns of each */
  int decimals;   /* behind a point that is not written */
  int scale;      /* of 1P: numbers without an exponent were written 10 ** scale times as large */
} SeidelFortran;

/* False for what is no such format; the text may have blanks around it. */
bool seidel_fortran_parse (SeidelFortran *format, const char *text, size_t length);

/* The place of the n-th field (from 0) in a line. */
static inline int64_t
seidel_fortran_column (const SeidelFortran *format, int64_t n)
{
  return format->indent + n * (format->gap + format->width) + format->gap;
}

/* The number in a field, between blanks; false when there is none. */
bool seidel_fortran_integer (const char *field, int64_t length, int64_t *value);
bool
seidel_fortran_real (const SeidelFortran *format, const char *field, int64_t length, double *value);

G_END_DECLS
