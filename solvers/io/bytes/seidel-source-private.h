/* The members of a source, for the sources that implement it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdatomic.h>

#include "io/bytes/seidel-filter.h"
#include "io/bytes/seidel-source.h"

G_BEGIN_DECLS

struct SeidelSource
{
  char *path;
  char *name;
  int fd;              /* −1 for a part */
  SeidelSource *whole; /* of a part; borrowed */
  SeidelSupply supply; /* of a part */
  uint64_t file_bytes;
  uint64_t text_read;
  SeidelProgress *progress;
  GCancellable *cancellable;

  const SeidelCompression *compression; /* or NULL */
  SeidelFilter *filter;                 /* when compressed */

  /* The bytes as they come from the file or the supply. */
  uint64_t raw_read;
  char raw_head[SEIDEL_COMPRESSION_HEAD]; /* read ahead from the supply */
  uint64_t raw_head_length;

  /* Of memory; those of the whole count for its parts. */
  double allowed; /* beyond the usual */
  _Atomic int64_t taken;
  SeidelScratch *scratch; /* in place of memory, or NULL */

  /* Of complex numbers; those of the whole count for its parts. */
  SeidelPart part;
  bool complex_numbers; /* some were met */
  bool wants_complex;

  bool takes_vectors;

  struct SeidelReading *reading; /* or NULL */
  GDestroyNotify free_reading;

  /* All but plain files: bytes of text that have come so far, and the first of them. */
  uint64_t streamed;
  char *kept;
};

/* The source itself, or that which it is a part of. */
SeidelSource *seidel_source_whole (const SeidelSource *source);

G_END_DECLS
