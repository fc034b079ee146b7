/* Matrix Market (Boisvert, Pozo, Remington: "The Matrix Market exchange formats", NISTIR 5935,
 * 1996), in parts: the header, the lines of entries, and what was read. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-entries.h"
#include "io/formats/seidel-reader.h"

G_BEGIN_DECLS

/* Everything before the entries. */
typedef struct
{
  bool
    banner; /* false: a bare size line (SEIDEL_READING_SIZED), as the course file kmer_V4a has it */
  bool array;
  bool vector; /* the object is a vector, read as a matrix of one column; no entry names it */
  SeidelField field;
  SeidelFiledSymmetry symmetry; /* as filed; hermitian and real is symmetric in effect */
  SeidelFiledSymmetry mirrors;  /* of the numbers that are read: of the imaginary parts of a
                                   hermitian matrix skew-symmetric */
  SeidelPart part;              /* of complex numbers */
  int64_t rows;
  int64_t columns;
  int64_t entries; /* that must follow: for an array the numbers stored */
  bool rhs;        /* vectors follow the entries, as the comment of AMGX says */
  bool solution;
  int superfluous;   /* numbers behind each entry that belong to nothing, as the first line of
                        entries has them */
  int64_t size_line; /* 1-based, for messages */
  int64_t length;    /* bytes of text, up to where the entries begin */
} SeidelMarketHeader;

/* Whether the beginning of a text is such a header. A line before the first numbers that begins as
 * a banner does is taken for one, and one that cannot be read as such is an error: a file with a
 * slightly wrong banner is never a list of entries whose first is the size. */
bool seidel_market_has_banner (const char *head, size_t length);
bool seidel_market_recognise (const char *head, size_t length);

/* Whether a comment that is no banner mentions the format, or begins as banners do, and names a
 * form in which the same numbers are another matrix: nobody can say whether it is about this file.
 */
bool seidel_market_mentions_form (const char *line, size_t length);

/* Reads the header from a text whose lines are complete, which is the whole file or its beginning.
 */
bool seidel_market_header_parse (SeidelMarketHeader *header,
                                 SeidelSource *source,
                                 const char *text,
                                 int64_t length,
                                 bool whole,
                                 GError **error);

/* Bytes that a line of the file takes at least, its newline included. */
int seidel_market_shortest_line (const SeidelMarketHeader *header);

/* "Matrix Market, coordinate real symmetric" */
char *seidel_market_header_describe (const SeidelMarketHeader *header);

/* Text to read entries from, and what came of it. */
typedef struct
{
  const char *begin; /* of a line */
  const char *end;   /* behind a newline */
  SeidelEntry *entries;
  int64_t capacity;         /* of entries */
  int64_t count;            /* read */
  const char *bad_line;     /* the first that could not be read, or NULL */
  const char *upper_line;   /* the first whose entry was above the diagonal of a matrix that is not
                               general, or NULL */
  const char *rounded_line; /* the first with a whole number that a double cannot hold, or NULL */
  int64_t rounded;          /* entries of such lines */
} SeidelMarketSpan;

/* Reads the lines of a span, up to the first bad one. For an array only the values are set. By the
 * rules what is not general holds the lower triangle; an entry of the upper one becomes its mirror
 * image. May run in any thread. */
void seidel_market_scan (const SeidelMarketHeader *header, SeidelMarketSpan *span);

/* The line that holds the n-th entry (from 0) of a span that has as many. */
const char *seidel_market_span_line (const SeidelMarketSpan *span, int64_t n);

/* What is wrong with a line: "row 12 is out of bounds: …". Free with g_free(). */
char *seidel_market_explain (const SeidelMarketHeader *header, const char *line);

SeidelMatrixWriter seidel_market_write;
SeidelColumnsWriter seidel_market_write_columns;
SeidelVectorWriter seidel_market_write_vector;

/* A piece of a file, safe to show: quoted, escaped, cut to a bearable length. */
char *seidel_quote (const char *text, size_t length);

G_END_DECLS
