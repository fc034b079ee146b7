/* Decompresses xz through liblzma: libarchive (3.6) crashes where liblzma has no memory to begin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <lzma.h>

#include "base/seidel-memory.h"
#include "io/bytes/seidel-filter-private.h"

/* The window of xz -9, and what else is needed. */
#define USUAL_BYTES (UINT64_C (128) << 20)

static int64_t
fail (const SeidelFilter *filter, lzma_ret status, GError **error)
{
  switch (status)
    {
    case LZMA_MEM_ERROR:
    case LZMA_MEMLIMIT_ERROR:
      return seidel_filter_fail_memory (filter, error);
    case LZMA_BUF_ERROR:
      return seidel_filter_fail_early (filter, error);
    case LZMA_FORMAT_ERROR:
      return seidel_filter_fail (filter, error, "something else follows them");
    case LZMA_OPTIONS_ERROR:
      return seidel_filter_fail (filter, error, "they need a newer version of xz");
    default:
      return seidel_filter_fail (filter, error, "a check sum or a code is wrong");
    }
}

/* A file may hold several streams. */
static bool
begin (SeidelFilter *filter, GError **error)
{
  lzma_stream *stream = filter->state = g_new0 (lzma_stream, 1);
  const lzma_ret status = lzma_stream_decoder (stream, USUAL_BYTES, LZMA_CONCATENATED);

  return status == LZMA_OK || fail (filter, status, error) >= 0;
}

/* A file may ask for windows of up to 4 GB: no more than is free. */
static lzma_ret
raise_limit (lzma_stream *stream)
{
  const uint64_t needed = lzma_memusage (stream);

  return (double) needed <= seidel_memory_available () ? lzma_memlimit_set (stream, needed)
                                                       : LZMA_MEMLIMIT_ERROR;
}

/* As far as the bytes that are left go; where there are none, those were the last. */
static lzma_ret
decode_some (SeidelFilter *filter)
{
  lzma_stream *stream = filter->state;
  lzma_ret status;

  stream->next_in = filter->next;
  stream->avail_in = filter->left;
  status = lzma_code (stream, filter->left == 0 ? LZMA_FINISH : LZMA_RUN);
  filter->next = stream->next_in;
  filter->left = stream->avail_in;
  return status == LZMA_MEMLIMIT_ERROR ? raise_limit (stream) : status;
}

static int64_t
read_some (SeidelFilter *filter, char *buffer, int64_t n, GError **error)
{
  lzma_stream *stream = filter->state;

  stream->next_out = (uint8_t *) buffer;
  stream->avail_out = (size_t) n;
  while (stream->avail_out > 0 && !filter->ended)
    {
      g_autoptr (GError) cause = NULL;
      lzma_ret status;

      if (filter->left == 0 && !seidel_filter_refill (filter, &cause) && cause != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return -1;
        }
      status = decode_some (filter);
      if (status != LZMA_OK && status != LZMA_STREAM_END)
        return fail (filter, status, error);
      filter->ended = status == LZMA_STREAM_END;
    }
  return n - (int64_t) stream->avail_out;
}

static void
end (SeidelFilter *filter)
{
  lzma_end (filter->state);
  g_free (filter->state);
}

const SeidelDecoder seidel_decoder_xz = { begin, read_some, end };
