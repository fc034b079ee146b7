/* Walks over MATLAB files of versions 4 and 5: what their parts share. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <zlib.h>

#include "io/formats/seidel-mat.h"

G_BEGIN_DECLS

#define SEIDEL_MAT_TAG_BYTES      8
#define SEIDEL_MAT_HEADER_4_BYTES 20

#define SEIDEL_MAT_PIECE_BYTES 16384

/* The types of elements. */
enum
{
  SEIDEL_MAT_TYPE_INT8 = 1,
  SEIDEL_MAT_TYPE_UINT8 = 2,
  SEIDEL_MAT_TYPE_INT32 = 5,
  SEIDEL_MAT_TYPE_UINT32 = 6,
  SEIDEL_MAT_TYPE_DOUBLE = 9,
  SEIDEL_MAT_TYPE_MATRIX = 14,
  SEIDEL_MAT_TYPE_COMPRESSED = 15,
};

typedef struct
{
  SeidelMatInput input;
  GPtrArray *arrays; /* of SeidelMatArray */
  const char *const *wanted;
  bool big;       /* endian */
  bool verifying; /* decompress every element to its end, which verifies its sum */
  bool used;      /* content of the current variable was read */

  uint64_t workspace; /* where the header says that the data of objects begin, or 0 */
  bool at_workspace;

  unsigned char small[4]; /* the content of an element that is in its tag */
  size_t small_left;

  /* Inside a compressed element. */
  bool packed;
  bool packed_ended;
  z_stream z;
  int64_t packed_left; /* bytes of it still to be read */
  unsigned char piece[SEIDEL_MAT_PIECE_BYTES];
} SeidelMatWalk;

/* The head of an element. */
typedef struct
{
  uint32_t type;
  int64_t bytes;
  int64_t padding; /* that follow */
} SeidelMatTag;

/* A word in the byte order of the file. */
uint32_t seidel_mat_walk_word (const SeidelMatWalk *walk, const unsigned char *p);

/* Decompresses up to n bytes; fewer only at the end. −1 on error. */
int64_t seidel_mat_walk_inflate (SeidelMatWalk *walk, void *to, size_t n, GError **error);

/* The next n bytes, of a SeidelMatWalk, decompressed. */
bool seidel_mat_walk_take (void *data, void *to, size_t n, GError **error);

/* Passes over n bytes. */
bool seidel_mat_walk_skip (SeidelMatWalk *walk, int64_t n, GError **error);

/* Reads a tag, and subtracts it and the content it declares, padding included, from what is left.
 */
bool
seidel_mat_walk_take_tag (SeidelMatWalk *walk, SeidelMatTag *tag, int64_t *left, GError **error);

/* The content of a short element. */
bool seidel_mat_walk_take_content (SeidelMatWalk *walk,
                                   const SeidelMatTag *tag,
                                   void *to,
                                   int64_t most,
                                   GError **error);

/* The content of a short element of characters, or NULL. */
char *seidel_mat_walk_take_name (SeidelMatWalk *walk, int64_t *left, GError **error);

/* Whether an element has at least count numbers, and of what kind they are. */
bool seidel_mat_walk_find_numbers (const SeidelMatTag *tag, int64_t count, SeidelElement *element);

/* Whether the second of two elements, or columns, has the numbers that are to be read. */
bool seidel_mat_walk_wants_imaginary (const SeidelMatWalk *walk, const SeidelMatArray *array);

/* The first count of the stored numbers of an array, whose imaginary parts are an element of their
 * own. */
double *seidel_mat_walk_take_values (SeidelMatWalk *walk,
                                     SeidelMatArray *array,
                                     int64_t count,
                                     int64_t stored,
                                     int64_t *left,
                                     GError **error);

/* The indices of an element, at least least of them. */
int32_t *seidel_mat_walk_take_indices (SeidelMatWalk *walk,
                                       int64_t least,
                                       int64_t *count,
                                       int64_t *left,
                                       GError **error);

/* Adds an array; true if its content is to be read. */
bool seidel_mat_walk_add (SeidelMatWalk *walk, SeidelMatArray *array);

/* Whether a variable can extend so far, which is unknown in compressed files. */
bool seidel_mat_walk_can_end_at (const SeidelMatWalk *walk, double end);

/* A variable of version 4, whose first SEIDEL_MAT_HEADER_4_BYTES were read. */
bool seidel_mat_walk_read_4 (SeidelMatWalk *walk, const unsigned char *bytes, GError **error);

/* Whether a file begins with such a variable. */
bool seidel_mat_walk_is_4 (const SeidelMatWalk *walk, const char *head, size_t length);

G_END_DECLS
