/* A matrix as a person has it: its entries, its name and where it came from.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* What the file said of itself; a generated matrix has SEIDEL_FIELD_REAL, general. */
typedef enum
{
  SEIDEL_FIELD_REAL,
  SEIDEL_FIELD_INTEGER,
  SEIDEL_FIELD_PATTERN,
} SeidelField;

typedef enum
{
  SEIDEL_FILED_GENERAL,
  SEIDEL_FILED_SYMMETRIC,
  SEIDEL_FILED_SKEW_SYMMETRIC,
  SEIDEL_FILED_HERMITIAN,
} SeidelFiledSymmetry;

typedef struct
{
  char *path; /* the file, or NULL when generated */
  char
    *format; /* "Matrix Market, coordinate real symmetric", "generated: poisson-5 --size 100", … */
  char *note; /* what the loader had to say beyond that (no banner, entries missing, …), or NULL */
  SeidelField field;
  SeidelFiledSymmetry symmetry;
  int64_t stored;     /* entries in the file, before expansion and before duplicates were summed */
  int64_t duplicates; /* entries that were summed into another one */
  double load_seconds;
  uint64_t file_bytes; /* size on disk, 0 when generated */
} SeidelOrigin;

/* Reference-counted and read-only once made: safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  char *name; /* "bcsstk14", for titles */
  SeidelCsr *csr;
  SeidelOrigin origin;
} SeidelMatrix;

/* Takes the csr; copies the name. The origin is all zero: the caller fills it before sharing. */
SeidelMatrix *seidel_matrix_new (const char *name, SeidelCsr *csr);
SeidelMatrix *seidel_matrix_ref (SeidelMatrix *matrix);
void seidel_matrix_unref (SeidelMatrix *matrix);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelMatrix, seidel_matrix_unref)

G_END_DECLS
