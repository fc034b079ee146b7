/* GIF: a palette by frequency, frames as what has changed, LZW.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-gif.h"

#include <stdlib.h>
#include <string.h>

#define BINS       (1 << 15) /* 5 bits of red, green and blue */
#define CLEAR      256       /* codes of LZW for 8 bits */
#define END        257
#define FIRST_CODE 258
#define MOST_CODES 4096
#define FIRST_BITS 9

static inline int
bin_of (uint32_t pixel)
{
  return (int) ((pixel >> 9 & 0x7c00) | (pixel >> 6 & 0x3e0) | (pixel >> 3 & 0x1f));
}

/* Of the pixels with the same upper bits: how many, and the sums of their parts. */
typedef struct
{
  int bin;
  uint64_t count, red, green, blue;
} Bin;

static int
compare_bins (gconstpointer a, gconstpointer b)
{
  const Bin *one = a, *other = b;

  return one->count < other->count ? 1 : one->count > other->count ? -1 : one->bin - other->bin;
}

static int
distance (uint32_t color, int bin)
{
  const int red = (int) (color >> 16 & 255) - (bin >> 7 & 0xf8) - 4;
  const int green = (int) (color >> 8 & 255) - (bin >> 2 & 0xf8) - 4;
  const int blue = (int) (color & 255) - (bin << 3 & 0xf8) - 4;

  return 3 * red * red + 6 * green * green + blue * blue;
}

static void
choose_colors (SeidelGif *gif, const uint32_t *pixels, size_t n)
{
  g_autofree Bin *bins = g_new0 (Bin, BINS);

  for (int bin = 0; bin < BINS; bin++)
    bins[bin].bin = bin;
  for (size_t i = 0; i < n; i++)
    {
      Bin *bin = &bins[bin_of (pixels[i])];

      bin->count++;
      bin->red += pixels[i] >> 16 & 255;
      bin->green += pixels[i] >> 8 & 255;
      bin->blue += pixels[i] & 255;
    }
  qsort (bins, BINS, sizeof *bins, compare_bins);
  for (int i = 0; i < SEIDEL_GIF_COLORS && bins[i].count > 0; i++)
    gif->colors[i] =
      (uint32_t) (bins[i].red / bins[i].count << 16 | bins[i].green / bins[i].count << 8
                  | bins[i].blue / bins[i].count);
  for (int bin = 0; bin < BINS; bin++)
    for (int i = 1; i < SEIDEL_GIF_COLORS; i++)
      if (distance (gif->colors[i], bin) < distance (gif->colors[gif->nearest[bin]], bin))
        gif->nearest[bin] = (uint8_t) i;
  /* Their own colours, whatever is nearer to the middle of the bin. */
  for (int i = 0; i < SEIDEL_GIF_COLORS && bins[i].count > 0; i++)
    gif->nearest[bins[i].bin] = (uint8_t) i;
}

static void
append (SeidelGif *gif, const void *data, size_t n)
{
  g_byte_array_append (gif->bytes, data, (guint) n);
}

static void
append_short (SeidelGif *gif, int value)
{
  const uint8_t bytes[] = { (uint8_t) (value & 255), (uint8_t) (value >> 8 & 255) };

  append (gif, bytes, sizeof bytes);
}

void
seidel_gif_init (SeidelGif *gif, int width, int height, const uint32_t *pixels, size_t n)
{
  static const uint8_t global_table[] = { 0xf7, 0, 0 }; /* of 256 colours; background; square */
  static const uint8_t loop[] = "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00";

  memset (gif, 0, sizeof *gif);
  gif->width = width;
  gif->height = height;
  gif->bytes = g_byte_array_new ();
  choose_colors (gif, pixels, n);
  append (gif, "GIF89a", 6);
  append_short (gif, width);
  append_short (gif, height);
  append (gif, global_table, sizeof global_table);
  for (int i = 0; i <= SEIDEL_GIF_COLORS; i++)
    {
      const uint32_t color = i < SEIDEL_GIF_COLORS ? gif->colors[i] : 0;
      const uint8_t parts[] = { (uint8_t) (color >> 16), (uint8_t) (color >> 8), (uint8_t) color };

      append (gif, parts, sizeof parts);
    }
  append (gif, loop, sizeof loop);
}

void
seidel_gif_clear (SeidelGif *gif)
{
  g_clear_pointer (&gif->bytes, g_byte_array_unref);
  g_clear_pointer (&gif->shown, g_free);
}

/* Codes on their way into blocks of up to 255 bytes. */
typedef struct
{
  SeidelGif *gif;
  uint8_t block[255];
  int length;
  uint32_t held;
  int bits;
} Writer;

static void
flush (Writer *writer)
{
  const uint8_t length = (uint8_t) writer->length;

  if (length == 0)
    return;
  append (writer->gif, &length, 1);
  append (writer->gif, writer->block, length);
  writer->length = 0;
}

static void
put_byte (Writer *writer)
{
  writer->block[writer->length++] = (uint8_t) (writer->held & 255);
  writer->held >>= 8;
  writer->bits -= 8;
  if (writer->length == (int) sizeof writer->block)
    flush (writer);
}

static void
put_code (Writer *writer, int code, int bits)
{
  writer->held |= (uint32_t) code << writer->bits;
  writer->bits += bits;
  while (writer->bits >= 8)
    put_byte (writer);
}

/* The pixels of a rectangle of the frame. children[code][pixel] is the code of a string with one
 * pixel more. */
static void
compress (SeidelGif *gif, const uint8_t *pixels, int left, int top, int width, int height)
{
  static const uint8_t first_bits = 8, end_of_data = 0;
  uint16_t (*children)[256] = g_malloc0_n (MOST_CODES, sizeof *children);
  Writer writer = { .gif = gif };
  int next = FIRST_CODE, bits = FIRST_BITS, code = -1;

  append (gif, &first_bits, 1);
  put_code (&writer, CLEAR, bits);
  for (int y = top; y < top + height; y++)
    for (int x = left; x < left + width; x++)
      {
        const uint8_t pixel = pixels[(size_t) y * (size_t) gif->width + (size_t) x];

        if (code < 0)
          {
            code = pixel;
            continue;
          }
        if (children[code][pixel] != 0)
          {
            code = children[code][pixel];
            continue;
          }
        put_code (&writer, code, bits);
        children[code][pixel] = (uint16_t) next;
        if (next == 1 << bits)
          bits++;
        if (++next == MOST_CODES)
          {
            put_code (&writer, CLEAR, bits);
            memset (children, 0, MOST_CODES * sizeof *children);
            next = FIRST_CODE;
            bits = FIRST_BITS;
          }
        code = pixel;
      }
  put_code (&writer, code, bits);
  put_code (&writer, END, bits);
  if (writer.bits > 0)
    put_byte (&writer);
  flush (&writer);
  append (gif, &end_of_data, 1);
  g_free (children);
}

/* The rectangle outside of which all pixels stay; of one pixel where all do. */
static void
find_change (const SeidelGif *gif, const uint8_t *pixels, int box[4])
{
  int left = gif->width, top = gif->height, right = -1, bottom = -1;

  for (int y = 0; y < gif->height; y++)
    for (int x = 0; x < gif->width; x++)
      if (pixels[(size_t) y * (size_t) gif->width + (size_t) x] != SEIDEL_GIF_SAME)
        {
          left = MIN (left, x);
          right = MAX (right, x);
          top = MIN (top, y);
          bottom = y;
        }
  box[0] = right < 0 ? 0 : left;
  box[1] = right < 0 ? 0 : top;
  box[2] = MAX (right, box[0]) - box[0] + 1;
  box[3] = MAX (bottom, box[1]) - box[1] + 1;
}

void
seidel_gif_add (SeidelGif *gif, const uint32_t *pixels, int hundredths)
{
  const size_t n = (size_t) gif->width * (size_t) gif->height;
  static const uint8_t control[] = { 0x21, 0xf9, 4, 0x05 }; /* keep the frame; a colour is clear */
  static const uint8_t end_of_control[] = { SEIDEL_GIF_SAME, 0 };
  static const uint8_t separator = 0x2c, no_table = 0;
  g_autofree uint8_t *frame = g_malloc0 (n + 1);
  const gboolean first = gif->shown == NULL;
  int box[4];

  if (first)
    gif->shown = g_malloc0 (n + 1);
  for (size_t i = 0; i < n; i++)
    {
      const uint8_t color = gif->nearest[bin_of (pixels[i])];

      frame[i] = !first && color == gif->shown[i] ? SEIDEL_GIF_SAME : color;
      gif->shown[i] = color;
    }
  find_change (gif, frame, box);
  append (gif, control, sizeof control);
  append_short (gif, hundredths);
  append (gif, end_of_control, sizeof end_of_control);
  append (gif, &separator, 1);
  for (int i = 0; i < 4; i++)
    append_short (gif, box[i]);
  append (gif, &no_table, 1);
  compress (gif, frame, box[0], box[1], box[2], box[3]);
}

void
seidel_gif_end (SeidelGif *gif)
{
  append (gif, ";", 1);
}
