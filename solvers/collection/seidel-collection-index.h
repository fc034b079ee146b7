/* The index of the SuiteSparse Matrix Collection: what it holds, as plain structs.
 *
 * The collection publishes it as files/ssstats.csv: a line with the number of matrices, a line with
 * the date, then a line for each matrix: group, name, rows, columns, nonzeros, is real, is binary,
 * is of a 2D or 3D problem, is positive definite, pattern symmetry, numerical symmetry, kind and,
 * since 2021, the number of pattern entries (nonzeros and explicit zeros).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* A property that may be unknown. */
typedef enum
{
  SEIDEL_KNOWN_NO,
  SEIDEL_KNOWN_YES,
  SEIDEL_NOT_KNOWN,
} SeidelKnown;

typedef struct
{
  const char *group; /* "HB"; safe as the name of a folder */
  const char *name;  /* "bcsstk14"; safe as the name of a file */
  int64_t rows;
  int64_t columns;
  int64_t nonzeros;
  int64_t entries;  /* nonzeros and explicit zeros; as many as nonzeros where the index is silent */
  bool real;        /* otherwise complex */
  bool binary;      /* all values are one */
  bool discretised; /* of a 2D or 3D problem */
  SeidelKnown positive_definite;
  double pattern_symmetry;   /* 0 … 1, or NaN where it is not known; 0 for a rectangle */
  double numerical_symmetry; /* the same */
  const char *kind;          /* "structural problem" */
} SeidelCollectionEntry;

typedef struct SeidelCollectionIndex SeidelCollectionIndex;

/* Parses the whole text or fails: SEIDEL_ERROR_FORMAT names file (used in the message only), line,
 * what was expected and what was found. */
SEIDEL_API SeidelCollectionIndex *
seidel_collection_index_parse (const char *text, size_t length, const char *file, GError **error);
SEIDEL_API SeidelCollectionIndex *seidel_collection_index_ref (SeidelCollectionIndex *self);
SEIDEL_API void seidel_collection_index_unref (SeidelCollectionIndex *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelCollectionIndex, seidel_collection_index_unref)

/* In the order of the collection; they live as long as the index. */
SEIDEL_API const SeidelCollectionEntry *
seidel_collection_index_entries (const SeidelCollectionIndex *self, size_t *n_entries);
/* "20-Jul-2018 14:33:25", as the collection writes it. */
SEIDEL_API const char *seidel_collection_index_date (const SeidelCollectionIndex *self);
/* NULL if there is no such matrix. */
SEIDEL_API const SeidelCollectionEntry *
seidel_collection_index_find (const SeidelCollectionIndex *self,
                              const char *group,
                              const char *name);

/* Whether a group or a name can be a part of a path and of an address without leading anywhere
 * else: UTF-8, 1 … 127 bytes, no slash of either kind, no control character, no dot in front. */
SEIDEL_API bool seidel_collection_name_is_safe (const char *name);

typedef struct
{
  char **words; /* each is in group, name or kind, in whatever case; NULL: any */
  bool square;
  bool symmetric; /* in its values */
  bool positive_definite;
  int64_t min_rows; /* bounds, both ends included; max: INT64_MAX for none */
  int64_t max_rows;
  int64_t min_nonzeros;
  int64_t max_nonzeros;
} SeidelCollectionFilter;

#define SEIDEL_COLLECTION_FILTER_INIT                       \
  {                                                         \
    NULL, false, false, false, 0, G_MAXINT64, 0, G_MAXINT64 \
  }

/* Splits a text into case-folded words for the filter; free with g_strfreev (). */
SEIDEL_API char **seidel_collection_words (const char *text);
SEIDEL_API bool seidel_collection_filter_takes (const SeidelCollectionFilter *filter,
                                                const SeidelCollectionEntry *entry);
/* Parses a bound: "5000", "5,000", "5k", "2.5M", "1e6". An empty text gives nothing; so does one
 * that is not a number, with false. */
SEIDEL_API bool seidel_collection_parse_bound (const char *text, int64_t nothing, int64_t *bound);

G_END_DECLS
