/* Pictures to files. Everything is drawn into memory first; the file is replaced in one step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-export.h"

#include <math.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n.h>

#include "base/seidel-fail.h"
#include "base/seidel-threads.h"
#include "io/bytes/seidel-output.h"

/* Pango looks for fonts in threads of its own, and ends the program where it gets none. */
#define FONT_THREADS 8

/* cairo's own limit for image surfaces. */
#define MAX_PIXELS 32767

static const SeidelExportFormat formats[] = {
  { ".png", N_ ("PNG image"), "image/png" },
  { ".svg", N_ ("SVG drawing"), "image/svg+xml" },
  { ".pdf", N_ ("PDF document"), "application/pdf" },
};

const SeidelExportFormat *
seidel_export_formats (size_t *n_formats)
{
  *n_formats = G_N_ELEMENTS (formats);
  return formats;
}

const SeidelExportFormat *
seidel_export_format_find (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (lower, formats[i].suffix))
      return &formats[i];
  return NULL;
}

static cairo_status_t
append_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
new_surface (const SeidelExportFormat *format,
             GByteArray *bytes,
             double width,
             double height,
             double scale)
{
  cairo_surface_t *surface;

  if (g_str_equal (format->suffix, ".svg"))
    {
      surface = cairo_svg_surface_create_for_stream (append_cb, bytes, width, height);
      cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
    }
  else if (g_str_equal (format->suffix, ".pdf"))
    surface = cairo_pdf_surface_create_for_stream (append_cb, bytes, width, height);
  else
    {
      surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (width * scale),
                                            (int) ceil (height * scale));
      cairo_surface_set_device_scale (surface, scale, scale);
    }
  return surface;
}

static GBytes *
render (const SeidelExportFormat *format, const SeidelDrawing *drawing, GError **error)
{
  const double width = drawing->width, height = drawing->height, scale = drawing->scale;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface;
  cairo_status_t status;
  cairo_t *cr;

  if (!(width >= 1.0 && height >= 1.0 && scale > 0.0)
      || MAX (width, height) * MAX (scale, 1.0) > MAX_PIXELS)
    return seidel_fail (
      error, SEIDEL_ERROR_INVALID,
      _ ("A picture of %.0f × %.0f cannot be drawn: 1 … %d pixels each way were expected"),
      width * scale, height * scale, MAX_PIXELS);
  if (!seidel_threads_check (FONT_THREADS, error))
    return NULL;

  surface = new_surface (format, bytes, width, height, scale);
  cr = cairo_create (surface);
  drawing->draw (drawing->data, cr, width, height, drawing->theme);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS
      && cairo_surface_get_type (surface) == CAIRO_SURFACE_TYPE_IMAGE)
    status = cairo_surface_write_to_png_stream (surface, append_cb, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  /* The size was checked above: this is how a picture fails that finds no room for its parts. */
  if (status == CAIRO_STATUS_INVALID_SIZE)
    status = CAIRO_STATUS_NO_MEMORY;
  if (status != CAIRO_STATUS_SUCCESS)
    return seidel_fail (error, SEIDEL_ERROR_MEMORY,
                        _ ("A picture of %.0f × %.0f could not be drawn: %s"), width * scale,
                        height * scale, cairo_status_to_string (status));
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

bool
seidel_export_picture (const SeidelDrawing *drawing, const char *path, GError **error)
{
  const SeidelExportFormat *format = seidel_export_format_find (path);
  g_autoptr (GBytes) bytes = NULL;

  if (format == NULL)
    return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED,
                        _ ("“%s” has no extension of a picture: .png, .svg or .pdf"), path);
  bytes = render (format, drawing, error);
  return bytes != NULL
         && seidel_output_save (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                                error);
}

GBytes *
seidel_export_to_png (const SeidelDrawing *drawing, GError **error)
{
  return render (&formats[0], drawing, error);
}

GBytes *
seidel_export_to_svg (const SeidelDrawing *drawing, GError **error)
{
  return render (&formats[1], drawing, error);
}
