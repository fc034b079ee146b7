/* Encoding GIF. Private to ui/draw.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdint.h>
#include <glib.h>

G_BEGIN_DECLS

/* Colours of an animation; one more stands for pixels that stay as they are. */
#define SEIDEL_GIF_COLORS 255
#define SEIDEL_GIF_SAME   SEIDEL_GIF_COLORS

/* Pixels are 0xRRGGBB, row by row. */
typedef struct
{
  int width, height;
  GByteArray *bytes;                  /* the file so far */
  uint32_t colors[SEIDEL_GIF_COLORS]; /* the palette */
  uint8_t nearest[1 << 15];           /* of each colour with 5 bits a part the one of them */
  uint8_t *shown;                     /* of the frame before, width × height; NULL: none yet */
} SeidelGif;

/* The palette has the colours that are the most frequent in these pixels. */
void seidel_gif_init (SeidelGif *gif, int width, int height, const uint32_t *pixels, size_t n);
void seidel_gif_clear (SeidelGif *gif);
/* A frame that is shown for some hundredths of a second. */
void seidel_gif_add (SeidelGif *gif, const uint32_t *pixels, int hundredths);
/* Ends the file. */
void seidel_gif_end (SeidelGif *gif);

G_END_DECLS
