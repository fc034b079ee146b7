/* Makes a matrix from a row of the table, or predicts its size.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery.h"

#include <math.h>
#include <string.h>

#include "gallery/seidel-gallery-rows.h"
#include "base/seidel-memory.h"
#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"

/* How the format of a generated matrix begins. */
#define GENERATED "generated: "

static bool
has_parameter (const SeidelGalleryKind *kind, int i)
{
  return i < SEIDEL_GALLERY_MAX_PARAMETERS && kind->parameters[i].id != NULL;
}

/* The shortest decimal text that reads back to the same number. */
static void
append_number (GString *text, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.15g", value);
  if (g_ascii_strtod (buffer, NULL) != value)
    g_ascii_dtostr (buffer, sizeof buffer, value);
  g_string_append (text, buffer);
}

static bool
check_parameter (const SeidelGalleryKind *kind,
                 const SeidelGalleryParameter *parameter,
                 double value,
                 GError **error)
{
  g_autoptr (GString) bounds = NULL;

  if (value >= parameter->minimum && value <= parameter->maximum
      && (!parameter->integral || value == floor (value)))
    return true;

  bounds = g_string_new (parameter->integral ? "a whole number from " : "a number from ");
  append_number (bounds, parameter->minimum);
  g_string_append (bounds, " to ");
  append_number (bounds, parameter->maximum);
  g_string_append (bounds, ", not ");
  append_number (bounds, value);
  return seidel_fail (error, SEIDEL_ERROR_INVALID, seidel_text ("%s: %s must be %s"), kind->id,
                      parameter->id, bounds->str);
}

bool
seidel_gallery_rows_init (SeidelGalleryRows *rows,
                          const SeidelGalleryKind *kind,
                          const double *values,
                          GError **error)
{
  for (int i = 0; has_parameter (kind, i); i++)
    if (!check_parameter (kind, &kind->parameters[i], values[i], error))
      return false;
  kind->make_rows (values, rows);
  if (rows->rows <= G_MAXINT32)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      seidel_text ("%s: %.0f rows are more than the %d that a matrix can have"),
                      kind->id, rows->rows, G_MAXINT32);
}

bool
seidel_gallery_measure (const SeidelGalleryKind *kind,
                        const double *values,
                        SeidelGallerySize *size,
                        GError **error)
{
  g_auto (SeidelGalleryRows) rows = { 0 };

  if (!seidel_gallery_rows_init (&rows, kind, values, error))
    return false;
  size->rows = (int64_t) rows.rows;
  size->entries = rows.entries;
  size->exact = rows.exact;
  size->bytes = (double) sizeof (int64_t) * (rows.rows + 1.0)
                + (double) (sizeof (int32_t) + sizeof (double)) * rows.entries;
  return true;
}

bool
seidel_gallery_fits (const SeidelGallerySize *size, GError **error)
{
  return seidel_memory_check_matrix ((double) size->rows, size->entries, error);
}

void
seidel_gallery_preview (const SeidelGalleryKind *kind,
                        const double *values,
                        double preview[SEIDEL_GALLERY_MAX_PARAMETERS])
{
  for (int i = 0; has_parameter (kind, i); i++)
    {
      const char *id = kind->parameters[i].id;
      bool along = i == 0 || g_str_equal (id, "ny") || g_str_equal (id, "nz");

      preview[i] = along ? MIN (values[i], kind->preview) : values[i];
    }
}

/* Names all sides of a grid but nz = 1; for other kinds the size. */
char *
seidel_gallery_describe (const SeidelGalleryKind *kind, const double *values)
{
  GString *name = g_string_new (kind->id);

  g_string_append_c (name, ' ');
  append_number (name, values[0]);
  for (int i = 1; has_parameter (kind, i); i++)
    {
      bool y = g_str_equal (kind->parameters[i].id, "ny");
      double side = seidel_gallery_side (values[i], values[0]);

      if (!y && (!g_str_equal (kind->parameters[i].id, "nz") || values[i] == 1.0))
        continue;
      g_string_append (name, "×");
      append_number (name, side);
    }
  return g_string_free (name, FALSE);
}

/* The index of an option "--ny" among the parameters, or −1. */
static int
find_parameter (const SeidelGalleryKind *kind, const char *option)
{
  if (!g_str_has_prefix (option, "--"))
    return -1;
  for (int p = 0; has_parameter (kind, p); p++)
    if (strcmp (option + 2, kind->parameters[p].id) == 0)
      return p;
  return -1;
}

/* The parameters from the words "--size", "100", …; the defaults for those not named. */
static bool
read_parameters (const SeidelGalleryKind *kind, char **words, double *values, GError **error)
{
  for (int p = 0; p < SEIDEL_GALLERY_MAX_PARAMETERS; p++)
    values[p] = has_parameter (kind, p) ? kind->parameters[p].initial : 0.0;
  for (; words[0] != NULL; words += 2)
    {
      const int p = find_parameter (kind, words[0]);
      char *end = NULL;

      if (p >= 0 && words[1] != NULL)
        values[p] = g_ascii_strtod (words[1], &end);
      if (end == NULL || end == words[1] || *end != '\0')
        return seidel_fail (error, SEIDEL_ERROR_INVALID,
                            seidel_text ("%s: a parameter and its value were expected at “%s”"),
                            kind->id, words[0]);
    }
  return true;
}

const SeidelGalleryKind *
seidel_gallery_parse (const char *text, double *values, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  const SeidelGalleryKind *kind = words[0] != NULL ? seidel_gallery_find (words[0]) : NULL;

  return kind != NULL && read_parameters (kind, words + 1, values, error) ? kind : NULL;
}

/* The arguments of seidel-cli generate that make the matrix; zeros that mean “as along x” and the
 * like are left out where they are what an argument that is left out means. */
static char *
describe_format (const SeidelGalleryKind *kind, const double *values)
{
  GString *format = g_string_new (GENERATED);

  g_string_append (format, kind->id);
  for (int i = 0; has_parameter (kind, i); i++)
    if (values[i] != 0.0 || kind->parameters[i].zero == NULL || kind->parameters[i].initial != 0.0)
      {
        g_string_append_printf (format, " --%s ", kind->parameters[i].id);
        append_number (format, values[i]);
      }
  return g_string_free (format, FALSE);
}

const char *
seidel_gallery_text (const char *format)
{
  return format != NULL && g_str_has_prefix (format, GENERATED) ? format + strlen (GENERATED)
                                                                : NULL;
}

SeidelMatrix *
seidel_gallery_make (const SeidelGalleryKind *kind,
                     const double *values,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  gint64 begin = g_get_monotonic_time ();
  g_auto (SeidelGalleryRows) rows = { 0 };
  g_autofree char *name = NULL;
  SeidelMatrix *matrix;
  SeidelCsr *csr;

  if (!seidel_gallery_rows_init (&rows, kind, values, error)
      || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  csr = seidel_gallery_rows_fill (&rows, progress, cancellable, error);
  if (csr == NULL)
    return NULL;

  name = seidel_gallery_describe (kind, values);
  matrix = seidel_matrix_new (name, csr);
  matrix->origin.format = describe_format (kind, values);
  matrix->origin.field = SEIDEL_FIELD_REAL;
  matrix->origin.symmetry = kind->symmetric ? SEIDEL_FILED_SYMMETRIC : SEIDEL_FILED_GENERAL;
  matrix->origin.stored = seidel_csr_nonzeros (csr);
  matrix->origin.load_seconds = (double) (g_get_monotonic_time () - begin) / 1e6;
  return matrix;
}
