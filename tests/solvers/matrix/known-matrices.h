/* Matrices of which much is known: small ones of the gallery, and those of public collections that
 * the folder $SEIDEL_TEST_MATRICES holds. Tests go through all that are at hand; where a file is
 * missing, a matrix of the gallery with the same figures may take its place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

typedef enum
{
  TEST_SYMMETRY_NONE,
  TEST_SYMMETRY_PATTERN, /* of the pattern alone */
  TEST_SYMMETRY_VALUES,
  TEST_SYMMETRY_SKEW,
} TestSymmetry;

/* What the entries do not show. */
typedef enum
{
  TEST_POSITIVE_DEFINITE = 1 << 0,
  TEST_SINGULAR = 1 << 1,
  TEST_SLOW_SWEEPS =
    1 << 2, /* sweeps converge by theory, but not within the iterations of a test */
} TestTraits;

/* A figure that is not published is −1. */
typedef struct
{
  const char *name;  /* of the file; generated: kind and leading parameters, "poisson-5 20 15" */
  const char *filed; /* initials of field and symmetry in the file, "rs"; NULL: generated */
  int64_t rows;
  int64_t columns;
  int64_t stored; /* before a symmetric file is expanded */
  int64_t nonzeros;
  int64_t explicit_zeros;
  int64_t diagonal; /* entries on it that are not zero */
  int64_t dominant; /* rows, strictly */
  int64_t lower;    /* bandwidths */
  int64_t upper;
  int64_t diagonals;
  int64_t levels; /* forward */
  TestSymmetry symmetry;
  unsigned int traits;
  const char *instead_of; /* used only if this file is missing */
} KnownMatrix;

/* Those at hand, ending with NULL. */
const KnownMatrix *const *known_matrices (void);
/* The first of them with this name, or kind; NULL if its file is missing, or present instead. */
const KnownMatrix *known_matrix_find (const char *name);

SeidelMatrix *known_matrix_load (const KnownMatrix *matrix);

/* The path of a file in the folder, or NULL; free with g_free (). */
char *known_matrix_path (const KnownMatrix *matrix);
char *test_published_path (const char *file);

/* Adds a test for each that is at hand, or for each square one, as prefix/name; its data is the
 * KnownMatrix. */
void test_add_for_known (const char *prefix, bool square, GTestDataFunc test);
