/* Writes a gallery matrix to a file, row by row where the format allows it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-gallery-file.h"

#include <string.h>
#include <sys/statvfs.h>

#include "base/seidel-format.h"
#include "gallery/seidel-gallery-rows.h"
#include "io/formats/seidel-market-rows.h"
#include "io/seidel-loader.h"
#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"

static SeidelMarketRow
row_of_formula (const void *data, int64_t row, int32_t *columns, double *values)
{
  const SeidelGalleryRows *rows = data;

  return (SeidelMarketRow){ rows->fill (rows->formula, row, columns, values), columns, values };
}

/* A symmetric matrix is stored as its lower triangle. */
static double
entries_of_file (const SeidelGalleryKind *kind, const SeidelGalleryRows *rows)
{
  double diagonal = rows->rows - rows->no_diagonal;

  return kind->symmetric ? (rows->entries + diagonal) / 2.0 : rows->entries;
}

static SeidelMarketRows
market_rows (const SeidelGalleryKind *kind, const SeidelGalleryRows *rows)
{
  return (SeidelMarketRows){ .rows = (int64_t) rows->rows,
                             .columns = (int64_t) rows->rows,
                             .entries = (int64_t) rows->entries,
                             .written = (int64_t) entries_of_file (kind, rows),
                             .symmetric = kind->symmetric,
                             .room = (int64_t) rows->longest,
                             .row = row_of_formula,
                             .data = rows };
}

bool
seidel_gallery_streams (const char *path)
{
  bool compressed;

  return seidel_market_has_name (path, &compressed);
}

double
seidel_gallery_file_bytes (const SeidelGalleryKind *kind, const double *values)
{
  g_auto (SeidelGalleryRows) rows = { 0 };
  SeidelMarketRows market;

  if (!seidel_gallery_rows_init (&rows, kind, values, NULL))
    return 0.0;
  market = market_rows (kind, &rows);
  return seidel_market_estimate_bytes (&market);
}

/* Checks the free space for a file of so many bytes. If it is unknown, writing finds out. */
static bool
check_disk (const char *path, double bytes, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *needed = seidel_format_bytes (bytes);
  g_autofree char *available = NULL;
  struct statvfs disk;
  double room;

  if (statvfs (folder, &disk) != 0)
    return true;
  room = (double) disk.f_bavail * (double) disk.f_frsize;
  if (bytes <= room)
    return true;
  available = seidel_format_bytes (room);
  return seidel_fail (error, SEIDEL_ERROR_IO,
                      seidel_text ("%s: would take about %s; the disk has %s free"), name, needed,
                      available);
}

static bool
stream (const SeidelGalleryKind *kind,
        const double *values,
        const char *path,
        SeidelProgress *progress,
        GCancellable *cancellable,
        GError **error)
{
  g_auto (SeidelGalleryRows) rows = { 0 };
  g_autofree char *name = seidel_gallery_describe (kind, values);
  SeidelMarketRows market;
  bool compressed;

  if (!seidel_gallery_rows_init (&rows, kind, values, error))
    return false;
  market = market_rows (kind, &rows);
  /* The compressed size is not known in advance. */
  seidel_market_has_name (path, &compressed);
  if ((!compressed && !check_disk (path, seidel_market_estimate_bytes (&market), error))
      || !seidel_gallery_rows_count (&rows, progress, cancellable, error))
    return false;
  market = market_rows (kind, &rows);
  return seidel_market_write_rows (&market, name, path, progress, cancellable, error);
}

bool
seidel_gallery_save (const SeidelGalleryKind *kind,
                     const double *values,
                     const char *path,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (SeidelMatrix) matrix = NULL;

  if (seidel_gallery_streams (path))
    return stream (kind, values, path, progress, cancellable, error);
  matrix = seidel_gallery_make (kind, values, progress, cancellable, error);
  return matrix != NULL && seidel_save_matrix (matrix, path, progress, cancellable, error);
}
