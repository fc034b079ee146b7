/* Compresses a stream of bytes, by the ending of the file's name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-packer.h"

#include <bzlib.h>
#include <lzma.h>
#include <stdint.h>
#include <zlib.h>
#include <zstd.h>

#define PIECE_BYTES ((size_t) 16384)

/* What each library's own program does by default. */
#define BZIP2_HUNDREDS_OF_KILOBYTES 9
#define GZIP_MEMORY_LEVEL           8

typedef enum
{
  FAILED,
  MORE, /* may come from what is left, or from what it keeps */
  DONE,
} Step;

/* A library; step () takes from what is left and fills the piece, as far as both go. */
typedef struct
{
  bool (*begin) (SeidelPacker *packer);
  Step (*step) (SeidelPacker *packer, bool last);
  void (*end) (SeidelPacker *packer);
} Encoder;

struct SeidelPacker
{
  const Encoder *encoder;
  bool begun; /* the encoder is to be ended */
  SeidelPut put;
  void *data;
  union
  {
    z_stream gzip;
    bz_stream bzip2;
    lzma_stream xz;
    ZSTD_CCtx *zstd;
  } state;
  const char *next; /* bytes to be compressed */
  size_t left;
  size_t room; /* at the end of the piece */
  char piece[PIECE_BYTES];
};

static char *
end_of_piece (SeidelPacker *packer)
{
  return packer->piece + PIECE_BYTES - packer->room;
}

/* 16 more than the largest window: with gzip's own header and check sum. */
static bool
begin_gzip (SeidelPacker *packer)
{
  return deflateInit2 (&packer->state.gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16,
                       GZIP_MEMORY_LEVEL, Z_DEFAULT_STRATEGY)
         == Z_OK;
}

static Step
step_gzip (SeidelPacker *packer, bool last)
{
  z_stream *stream = &packer->state.gzip;
  int status;

  stream->next_in = (Bytef *) packer->next;
  stream->avail_in = (uInt) packer->left;
  stream->next_out = (Bytef *) end_of_piece (packer);
  stream->avail_out = (uInt) packer->room;
  status = deflate (stream, last ? Z_FINISH : Z_NO_FLUSH);
  packer->next = (const char *) stream->next_in;
  packer->left = stream->avail_in;
  packer->room = stream->avail_out;
  return status == Z_STREAM_END ? DONE : status == Z_OK ? MORE : FAILED;
}

static void
end_gzip (SeidelPacker *packer)
{
  deflateEnd (&packer->state.gzip);
}

static bool
begin_bzip2 (SeidelPacker *packer)
{
  return BZ2_bzCompressInit (&packer->state.bzip2, BZIP2_HUNDREDS_OF_KILOBYTES, 0, 0) == BZ_OK;
}

static Step
step_bzip2 (SeidelPacker *packer, bool last)
{
  bz_stream *stream = &packer->state.bzip2;
  int status;

  stream->next_in = (char *) packer->next;
  stream->avail_in = (unsigned int) packer->left;
  stream->next_out = end_of_piece (packer);
  stream->avail_out = (unsigned int) packer->room;
  status = BZ2_bzCompress (stream, last ? BZ_FINISH : BZ_RUN);
  packer->next = stream->next_in;
  packer->left = stream->avail_in;
  packer->room = stream->avail_out;
  return status == BZ_STREAM_END ? DONE : status > 0 ? MORE : FAILED;
}

static void
end_bzip2 (SeidelPacker *packer)
{
  BZ2_bzCompressEnd (&packer->state.bzip2);
}

static bool
begin_xz (SeidelPacker *packer)
{
  return lzma_easy_encoder (&packer->state.xz, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) == LZMA_OK;
}

static Step
step_xz (SeidelPacker *packer, bool last)
{
  lzma_stream *stream = &packer->state.xz;
  lzma_ret status;

  stream->next_in = (const uint8_t *) packer->next;
  stream->avail_in = packer->left;
  stream->next_out = (uint8_t *) end_of_piece (packer);
  stream->avail_out = packer->room;
  status = lzma_code (stream, last ? LZMA_FINISH : LZMA_RUN);
  packer->next = (const char *) stream->next_in;
  packer->left = stream->avail_in;
  packer->room = stream->avail_out;
  return status == LZMA_STREAM_END ? DONE : status == LZMA_OK ? MORE : FAILED;
}

static void
end_xz (SeidelPacker *packer)
{
  lzma_end (&packer->state.xz);
}

static bool
begin_zstd (SeidelPacker *packer)
{
  packer->state.zstd = ZSTD_createCCtx ();
  return packer->state.zstd != NULL
         && !ZSTD_isError (ZSTD_CCtx_setParameter (packer->state.zstd, ZSTD_c_checksumFlag, 1));
}

/* Where all comes with the end, zstd writes another header: so the end comes alone, and the result
 * does not depend on how much is given at a time. */
static Step
step_zstd (SeidelPacker *packer, bool last)
{
  const ZSTD_EndDirective directive = last && packer->left == 0 ? ZSTD_e_end : ZSTD_e_continue;
  ZSTD_inBuffer in = { packer->next, packer->left, 0 };
  ZSTD_outBuffer out = { end_of_piece (packer), packer->room, 0 };
  const size_t kept = ZSTD_compressStream2 (packer->state.zstd, &out, &in, directive);

  packer->next += in.pos;
  packer->left -= in.pos;
  packer->room -= out.pos;
  return ZSTD_isError (kept) ? FAILED : directive == ZSTD_e_end && kept == 0 ? DONE : MORE;
}

static void
end_zstd (SeidelPacker *packer)
{
  ZSTD_freeCCtx (packer->state.zstd);
}

const char *const seidel_packer_endings[] = { ".gz", ".bz2", ".xz", ".zst", NULL };

/* In the order of the endings. */
static const Encoder encoders[] = {
  { begin_gzip, step_gzip, end_gzip },
  { begin_bzip2, step_bzip2, end_bzip2 },
  { begin_xz, step_xz, end_xz },
  { begin_zstd, step_zstd, end_zstd },
};

static const Encoder *
find_encoder (const char *name)
{
  for (size_t i = 0; i < G_N_ELEMENTS (encoders); i++)
    if (g_str_has_suffix (name, seidel_packer_endings[i]))
      return &encoders[i];
  return NULL;
}

bool
seidel_packer_has_ending (const char *name)
{
  return find_encoder (name) != NULL;
}

SeidelPacker *
seidel_packer_new (const char *name, SeidelPut put, void *data)
{
  g_autoptr (SeidelPacker) packer = g_try_new0 (SeidelPacker, 1);

  if (packer == NULL)
    return NULL;
  packer->encoder = find_encoder (name);
  packer->put = put;
  packer->data = data;
  packer->begun = packer->encoder->begin (packer);
  return packer->begun ? g_steal_pointer (&packer) : NULL;
}

void
seidel_packer_free (SeidelPacker *packer)
{
  if (packer == NULL)
    return;
  if (packer->begun)
    packer->encoder->end (packer);
  g_free (packer);
}

bool
seidel_packer_write (SeidelPacker *packer, const char *bytes, size_t n, bool last)
{
  Step step = MORE;

  packer->next = bytes;
  packer->left = n;
  while (last ? step != DONE : packer->left > 0)
    {
      packer->room = PIECE_BYTES;
      step = packer->encoder->step (packer, last);
      if (step == FAILED || !packer->put (packer->data, packer->piece, PIECE_BYTES - packer->room))
        return false;
    }
  return true;
}
