/* NumPy arrays (.npy, NEP 1, versions 1 to 3) and zip archives of them (.npz), in which SciPy
 * stores sparse matrices. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-archive.h"
#include "io/formats/seidel-arrays.h"
#include "io/formats/seidel-elements.h"
#include "io/formats/seidel-reader.h"

G_BEGIN_DECLS

/* One array: seidel-numpy-array.c. */

typedef struct
{
  SeidelElement element; /* of complex numbers that of their parts */
  bool complex_numbers;
  bool swapped;
  bool by_columns;  /* Fortran order */
  int rank;         /* 0 for a single number, up to 3; more have a problem */
  int64_t shape[3]; /* 1 where the rank is lower */
  int64_t count;    /* of numbers */
  char *type;       /* "<f8" */
  char *problem;    /* why the numbers cannot be used, or NULL */
  char text_kind;   /* 'S' or 'U' for a text of text_length characters (bytes or UTF-32), or '\0' */
  int64_t text_length;
} SeidelNumpyHeader;

bool seidel_numpy_recognise (const char *head, size_t length);

/* Reads the header, and checks that the source may hold the numbers it declares. */
bool seidel_numpy_header_read (SeidelNumpyHeader *header, SeidelSource *source, GError **error);
void seidel_numpy_header_clear (SeidelNumpyHeader *header);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelNumpyHeader, seidel_numpy_header_clear)

/* The numbers of an array whose header was just read, of complex ones the part that the source is
 * at; inexact receives how many had to be rounded. Free with g_free (). */
double *seidel_numpy_read_doubles (const SeidelNumpyHeader *header,
                                   SeidelSource *source,
                                   int64_t *inexact,
                                   GError **error);
int64_t *
seidel_numpy_read_integers (const SeidelNumpyHeader *header, SeidelSource *source, GError **error);

/* As 32 bits; what does not fit is the smallest number. */
int32_t *
seidel_numpy_read_indices (const SeidelNumpyHeader *header, SeidelSource *source, GError **error);

/* A short text, or NULL without an error where there is none. */
char *seidel_numpy_read_text (const SeidelNumpyHeader *header, SeidelSource *source);

/* Adds what is known of an array to the list. */
SeidelArray *
seidel_numpy_describe (const SeidelNumpyHeader *header, GPtrArray *arrays, const char *name);

/* The arrays of an archive: seidel-numpy.c. */

typedef struct
{
  SeidelMember *member;
  char *name; /* without .npy */
  SeidelNumpyHeader header;
} SeidelNumpyMember;

typedef struct
{
  SeidelSource *source; /* borrowed */
  SeidelWalk *walk;
  GPtrArray *members; /* of SeidelNumpyMember */
} SeidelNumpyZip;

const SeidelNumpyMember *seidel_numpy_zip_find (const SeidelNumpyZip *zip, const char *name);

/* Opens a member and reads its header; one at a time. */
SeidelSource *seidel_numpy_zip_open (const SeidelNumpyZip *zip,
                                     const SeidelNumpyMember *member,
                                     SeidelNumpyHeader *header,
                                     GError **error);

/* Sparse matrices: seidel-numpy-groups.c and seidel-numpy-sparse.c. */

/* Arrays of an archive that make up a sparse matrix: they share a prefix, behind which their names
 * are those of SciPy's attributes ("A_data", "A_indices", "A_indptr", "A_shape"). */
typedef struct
{
  char *prefix;
  char *name;  /* the prefix without its separator, or "data" where there is none */
  bool tagged; /* with the name of its layout */
} SeidelNumpyGroup;

/* The sparse matrices of an archive, a GPtrArray of SeidelNumpyGroup that frees them. */
GPtrArray *seidel_numpy_find_groups (const SeidelNumpyZip *zip);

/* The array of a group called so behind its prefix, or NULL. */
const SeidelNumpyMember *seidel_numpy_group_find (const SeidelNumpyZip *zip,
                                                  const SeidelNumpyGroup *group,
                                                  const char *role);

/* The groups and all arrays that are part of none, as a list of SeidelArray whose data are the
 * SeidelNumpyGroup or the SeidelNumpyMember. */
GPtrArray *seidel_numpy_describe_all (const SeidelNumpyZip *zip, const GPtrArray *groups);

/* The origin receives format, field, stored, duplicates and a note, and inexact how many numbers
 * were rounded. */
SeidelCsr *seidel_numpy_read_sparse (const SeidelNumpyZip *zip,
                                     const SeidelNumpyGroup *group,
                                     SeidelOrigin *origin,
                                     int64_t *inexact,
                                     GError **error);

/* Writing: seidel-numpy-write.c. */

/* As SciPy's save_npz () does, rows compressed. */
SeidelMatrixWriter seidel_numpy_write_sparse;
SeidelColumnsWriter seidel_numpy_write_columns;
SeidelVectorWriter seidel_numpy_write_vector;

G_END_DECLS
