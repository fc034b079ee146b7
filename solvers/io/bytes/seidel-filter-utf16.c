/* Decodes text in UTF-16, as some programs of Windows save it, into UTF-8.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-filter-private.h"

#include <string.h>

#define HIGH_SURROGATE(unit) ((unit) >= 0xd800 && (unit) < 0xdc00)
#define LOW_SURROGATE(unit)  ((unit) >= 0xdc00 && (unit) < 0xe000)

#define REPLACEMENT 0xfffd

typedef struct
{
  bool known; /* the byte order */
  bool big;
  gunichar high;   /* the first half of a pair, or 0 */
  char pending[8]; /* of a character that the last buffer had no room for */
  int n_pending;
} Decoder;

static bool
begin (SeidelFilter *filter, GError **error)
{
  filter->state = g_new0 (Decoder, 1);
  return true;
}

/* Without a mark the zero byte of the first character shows the order. */
static void
find_order (SeidelFilter *filter, Decoder *decoder)
{
  const unsigned char *next = filter->next;

  decoder->known = true;
  decoder->big = next[0] == 0xfe || next[0] == 0;
  if ((next[0] == 0xfe && next[1] == 0xff) || (next[0] == 0xff && next[1] == 0xfe))
    {
      filter->next += 2;
      filter->left -= 2;
    }
}

/* A whole character, or half of a pair, which is nothing yet: then 0. */
static gunichar
take_unit (SeidelFilter *filter, Decoder *decoder)
{
  const unsigned char *next = filter->next;
  const gunichar unit =
    decoder->big ? (gunichar) next[0] << 8 | next[1] : (gunichar) next[1] << 8 | next[0];
  gunichar character = unit;

  filter->next += 2;
  filter->left -= 2;
  if (HIGH_SURROGATE (unit))
    {
      decoder->high = unit;
      return 0;
    }
  if (LOW_SURROGATE (unit))
    character = decoder->high != 0 ? 0x10000 + ((decoder->high - 0xd800) << 10) + (unit - 0xdc00)
                                   : REPLACEMENT;
  decoder->high = 0;
  return character;
}

static int64_t
read_some (SeidelFilter *filter, char *buffer, int64_t n, GError **error)
{
  Decoder *decoder = filter->state;
  int64_t got = 0;

  while (got < n)
    {
      g_autoptr (GError) cause = NULL;
      const bool whole = decoder->n_pending == 0;
      const int64_t step = MIN (n - got, decoder->n_pending);

      memcpy (buffer + got, decoder->pending, (size_t) step);
      decoder->n_pending -= (int) step;
      memmove (decoder->pending, decoder->pending + step, (size_t) decoder->n_pending);
      got += step;
      if (!whole)
        continue;
      while (filter->left < 2 && seidel_filter_refill (filter, &cause))
        ;
      if (cause != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return -1;
        }
      if (filter->left < 2)
        {
          filter->ended = true;
          return got;
        }
      if (!decoder->known)
        find_order (filter, decoder);
      else
        {
          const gunichar character = take_unit (filter, decoder);

          if (character != 0)
            decoder->n_pending = g_unichar_to_utf8 (character, decoder->pending);
        }
    }
  return got;
}

static void
end (SeidelFilter *filter)
{
  g_free (filter->state);
}

const SeidelDecoder seidel_decoder_utf16 = { begin, read_some, end };
