/* Pictures to files: PNG, SVG and PDF by the same drawing functions as the screen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <cairo.h>
#include <gio/gio.h>

#include "draw/seidel-theme.h"

G_BEGIN_DECLS

typedef struct
{
  const char *suffix; /* ".png" */
  const char *name;   /* "PNG image", for file choosers */
  const char *mime_type;
} SeidelExportFormat;

/* The formats there are. */
const SeidelExportFormat *seidel_export_formats (size_t *n_formats);
/* By the suffix of a path, whatever its case; NULL when it is none of them. */
const SeidelExportFormat *seidel_export_format_find (const char *path);

/* A picture, its style and its size; everything is borrowed. */
typedef struct
{
  SeidelDraw *draw;
  gconstpointer data;
  const SeidelTheme *theme;
  double width; /* pixels; points in SVG and PDF */
  double height;
  double scale; /* multiplies the pixels of a PNG, 2 for a high-resolution screen */
} SeidelDrawing;

/* Writes a picture. The file appears whole or not at all: one that was there before stays as it was
 * when anything fails. SEIDEL_ERROR_UNSUPPORTED for another suffix, SEIDEL_ERROR_INVALID for a size
 * that cannot be drawn, SEIDEL_ERROR_IO when it cannot be written. */
bool seidel_export_picture (const SeidelDrawing *drawing, const char *path, GError **error);

/* The picture as a PNG file in memory, for the clipboard. */
GBytes *seidel_export_to_png (const SeidelDrawing *drawing, GError **error);
/* The same as an SVG drawing. */
GBytes *seidel_export_to_svg (const SeidelDrawing *drawing, GError **error);

G_END_DECLS
