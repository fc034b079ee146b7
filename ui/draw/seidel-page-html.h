/* Any picture as one HTML file that needs nothing else: a browser on any system shows it in its own
 * light or dark style, zooms and moves in it, and has its numbers as a table; what is played is
 * played.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-animation.h"
#include "draw/seidel-export.h"

G_BEGIN_DECLS

/* Lines of the table that are written; the file has all numbers, up to so many bytes, to be saved
 * as CSV. */
#define SEIDEL_PAGE_HTML_LINES 200
#define SEIDEL_PAGE_HTML_CSV   2000000
/* Frames of what is played. */
#define SEIDEL_PAGE_HTML_FRAMES 60

/* A plain value; everything is borrowed. */
typedef struct
{
  const char *title;
  const char *language; /* of the texts, "it" */
  SeidelDraw *draw;
  gconstpointer picture;
  double width, height;             /* pixels */
  const char *csv;                  /* its numbers, with a header line; NULL: it has none */
  const SeidelAnimation *animation; /* in place of the picture; NULL: nothing is played */
} SeidelPageHtml;

/* Free with g_free (). Errors as of seidel_export_picture (). */
char *seidel_page_html (const SeidelPageHtml *page, GError **error);

G_END_DECLS
