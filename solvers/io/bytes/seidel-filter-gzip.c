/* Decompresses gzip through zlib, which looks at the check sums; libarchive (3.6) does not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <zlib.h>

#include "io/bytes/seidel-filter-private.h"

typedef struct
{
  z_stream stream;
  bool begun; /* the stream is to be ended */
} Inflater;

/* 16 more than the largest window: with gzip's own header and check sums. */
static bool
begin (SeidelFilter *filter, GError **error)
{
  Inflater *inflater = filter->state = g_new0 (Inflater, 1);

  inflater->begun = inflateInit2 (&inflater->stream, MAX_WBITS + 16) == Z_OK;
  return inflater->begun || seidel_filter_fail_memory (filter, error) >= 0;
}

/* A gzip file may hold several parts; what else follows is left alone, as gzip itself does. */
static bool
begin_next_part (SeidelFilter *filter, GError **error)
{
  Inflater *inflater = filter->state;
  g_autoptr (GError) cause = NULL;

  while (filter->left < 2 && seidel_filter_refill (filter, &cause))
    ;
  if (cause != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return false;
    }
  filter->ended = !filter->compression->recognise (filter->next, filter->left);
  return filter->ended || inflateReset (&inflater->stream) == Z_OK;
}

/* As far as the bytes that are left go. */
static int
inflate_some (SeidelFilter *filter)
{
  z_stream *stream = &((Inflater *) filter->state)->stream;
  int status;

  stream->next_in = (Bytef *) filter->next;
  stream->avail_in = (uInt) filter->left;
  status = inflate (stream, Z_NO_FLUSH);
  filter->next = stream->next_in;
  filter->left = stream->avail_in;
  return status;
}

static int64_t
read_some (SeidelFilter *filter, char *buffer, int64_t n, GError **error)
{
  z_stream *stream = &((Inflater *) filter->state)->stream;

  stream->next_out = (Bytef *) buffer;
  stream->avail_out = (uInt) n;
  while (stream->avail_out > 0 && !filter->ended)
    {
      g_autoptr (GError) cause = NULL;
      int status;

      if (filter->left == 0 && !seidel_filter_refill (filter, &cause))
        {
          if (cause == NULL)
            return seidel_filter_fail_early (filter, error);
          g_propagate_error (error, g_steal_pointer (&cause));
          return -1;
        }
      status = inflate_some (filter);
      if (status == Z_STREAM_END && !begin_next_part (filter, error))
        return -1;
      if (status == Z_MEM_ERROR)
        return seidel_filter_fail_memory (filter, error);
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
        return seidel_filter_fail (filter, error,
                                   stream->msg != NULL ? stream->msg : zError (status));
    }
  return n - (int64_t) stream->avail_out;
}

static void
end (SeidelFilter *filter)
{
  Inflater *inflater = filter->state;

  if (inflater->begun)
    inflateEnd (&inflater->stream);
  g_free (inflater);
}

const SeidelDecoder seidel_decoder_gzip = { begin, read_some, end };
