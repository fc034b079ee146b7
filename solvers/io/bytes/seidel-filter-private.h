/* What a filter and its decoders share. Private to seidel-filter*.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-filter.h"

G_BEGIN_DECLS

/* A library that decompresses. */
struct SeidelDecoder
{
  bool (*begin) (SeidelFilter *filter, GError **error);
  /* Up to n bytes; fewer only at the end, where it sets ended. −1 on error. */
  int64_t (*read) (SeidelFilter *filter, char *buffer, int64_t n, GError **error);
  /* Also after begin () has failed. */
  void (*end) (SeidelFilter *filter);
};

struct SeidelFilter
{
  const SeidelCompression *compression;
  char *name; /* for messages */
  SeidelPull pull;
  void *data;
  unsigned char *buffer;     /* SEIDEL_PULL_BYTES: compressed bytes */
  const unsigned char *next; /* the first of them that was not decoded yet, and how many they are */
  size_t left;
  bool ended;  /* nothing more will come */
  void *state; /* of the decoder */

  /* The first bytes that were decoded, to recognise text in UTF-16, which text then decodes. */
  bool looked;
  char ahead[SEIDEL_COMPRESSION_HEAD];
  int64_t n_ahead;
  int64_t at_ahead;
  SeidelFilter *text;
};

extern const SeidelDecoder seidel_decoder_gzip;
extern const SeidelDecoder seidel_decoder_xz;
extern const SeidelDecoder seidel_decoder_archive;
extern const SeidelDecoder seidel_decoder_utf16;

/* Gets more compressed bytes behind those that are left. False on error and at the end. */
bool seidel_filter_refill (SeidelFilter *filter, GError **error);

/* The failures that all decoders know; −1. */
int64_t seidel_filter_fail (const SeidelFilter *filter, GError **error, const char *why);
int64_t seidel_filter_fail_early (const SeidelFilter *filter, GError **error);
int64_t seidel_filter_fail_memory (const SeidelFilter *filter, GError **error);

G_END_DECLS
