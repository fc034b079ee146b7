/* NumPy arrays (.npy, NEP 1, versions 1 to 3) and zip archives of them (.npz), which SciPy keeps
 * sparse matrices in: in parts. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/seidel-arrays.h"
#include "io/seidel-elements.h"
#include "io/seidel-source.h"

G_BEGIN_DECLS

/* --- one array: seidel-numpy-array.c ------------------------------------------------------------
 */

/* Bytes that come one after the other: of a file, or of a member of an archive. */
typedef struct SeidelNumpyStream
{
  /* Up to n bytes; fewer only at the end; −1 on error. */
  int64_t (*read) (struct SeidelNumpyStream *stream, char *buffer, int64_t n, GError **error);
  void *data;
  char *name;  /* for messages: "x.npz, indices.npy"; owned */
  double most; /* bytes there can be at most, those of the header included */
  int64_t consumed;
} SeidelNumpyStream;

typedef struct
{
  SeidelElement element;
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

/* Reads the header and checks that there is room in the stream for the numbers it promises. */
bool
seidel_numpy_header_read (SeidelNumpyHeader *header, SeidelNumpyStream *stream, GError **error);
void seidel_numpy_header_clear (SeidelNumpyHeader *header);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelNumpyHeader, seidel_numpy_header_clear)

/* Where the numbers of an array go, piece by piece: n numbers as they lie in the file. */
typedef bool (*SeidelNumpyTake) (const SeidelNumpyHeader *header,
                                 const void *numbers,
                                 int64_t n,
                                 void *data,
                                 GError **error);

/* Hands over the numbers of an array whose header was just read; the progress goes from begin to
 * end. */
bool seidel_numpy_pass (const SeidelNumpyHeader *header,
                        SeidelNumpyStream *stream,
                        SeidelNumpyTake take,
                        void *data,
                        double begin,
                        double end,
                        SeidelProgress *progress,
                        GCancellable *cancellable,
                        GError **error);

/* All of them, after a look at the memory; inexact receives how many had to be rounded. Free with
 * free (). */
double *seidel_numpy_read_doubles (const SeidelNumpyHeader *header,
                                   SeidelNumpyStream *stream,
                                   int64_t *inexact,
                                   SeidelProgress *progress,
                                   GCancellable *cancellable,
                                   GError **error);
int64_t *seidel_numpy_read_integers (const SeidelNumpyHeader *header,
                                     SeidelNumpyStream *stream,
                                     GCancellable *cancellable,
                                     GError **error);

/* A short text, or NULL without an error where there is none. */
char *seidel_numpy_read_text (const SeidelNumpyHeader *header, SeidelNumpyStream *stream);

/* What is known of it. Adds it to the arrays. */
SeidelArray *
seidel_numpy_describe (const SeidelNumpyHeader *header, GPtrArray *arrays, const char *name);

/* A dense matrix from an array that is opened twice: the function opens it anew, at its header. */
typedef bool (*SeidelNumpyOpen) (void *data, SeidelNumpyStream *stream, GError **error);

SeidelCsr *seidel_numpy_read_dense (SeidelNumpyOpen open,
                                    void *data,
                                    int64_t *inexact,
                                    SeidelProgress *progress,
                                    GCancellable *cancellable,
                                    GError **error);

/* --- archives: seidel-numpy-zip.c ---------------------------------------------------------------
 */

/* One array of an archive. */
typedef struct
{
  char *name; /* without .npy */
  SeidelNumpyHeader header;
} SeidelNumpyMember;

typedef struct
{
  SeidelSource *source; /* borrowed */
  GPtrArray *members;   /* of SeidelNumpyMember */
} SeidelNumpyZip;

bool seidel_numpy_zip_recognise (const char *head, size_t length);

/* Reads the headers of all members that are arrays. */
bool seidel_numpy_zip_init (SeidelNumpyZip *zip,
                            SeidelSource *source,
                            GCancellable *cancellable,
                            GError **error);
void seidel_numpy_zip_clear (SeidelNumpyZip *zip);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelNumpyZip, seidel_numpy_zip_clear)

const SeidelNumpyMember *seidel_numpy_zip_find (const SeidelNumpyZip *zip, const char *name);

/* A member that is being read. */
typedef struct
{
  SeidelNumpyStream stream;
  void *archive;
} SeidelNumpyPart;

/* Opens a member, at the beginning of its header. */
bool seidel_numpy_part_open (SeidelNumpyPart *part,
                             const SeidelNumpyZip *zip,
                             const char *name,
                             GError **error);
void seidel_numpy_part_clear (SeidelNumpyPart *part);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelNumpyPart, seidel_numpy_part_clear)

/* --- sparse matrices: seidel-numpy-sparse.c -----------------------------------------------------
 */

/* Whether an archive is a SciPy sparse matrix. */
bool seidel_numpy_is_sparse (const SeidelNumpyZip *zip);

/* The origin receives the format, what was stored and what was summed, and inexact how many numbers
 * were rounded. */
SeidelCsr *seidel_numpy_read_sparse (const SeidelNumpyZip *zip,
                                     SeidelOrigin *origin,
                                     int64_t *inexact,
                                     SeidelProgress *progress,
                                     GCancellable *cancellable,
                                     GError **error);

/* --- writing: seidel-numpy-write.c --------------------------------------------------------------
 */

/* As SciPy's save_npz () does, rows compressed. */
bool seidel_numpy_write_sparse (const SeidelMatrix *matrix,
                                const char *path,
                                SeidelProgress *progress,
                                GCancellable *cancellable,
                                GError **error);
bool seidel_numpy_write_vector (const double *x, int64_t n, const char *path, GError **error);

G_END_DECLS
