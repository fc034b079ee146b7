/* The memory that reading a file may take, by its size and by what is free.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-source-private.h"

#include <math.h>

#include "base/seidel-format.h"
#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"

/* Memory that reading a file takes without a question: so many bytes, and so many for each byte of
 * the file. The program itself has as many again. */
#define USUAL_BYTES    32e6
#define USUAL_PER_BYTE 50.0

/* For each row or column of a matrix: its offsets, and the analysis. */
#define BYTES_PER_ROW 32.0

/* For each entry of a complex matrix, beside a real one: that of the other part, and both. */
#define BYTES_PER_COMPLEX 28.0

/* What is smaller is taken without a look at what is free, which takes a while. */
#define SMALL_BYTES 16e6

void
seidel_source_allow (SeidelSource *source, double bytes)
{
  seidel_source_whole (source)->allowed += bytes;
}

/* Bytes that may be taken without another question; whole: of a whole file. */
static double
allowed_memory (const SeidelSource *whole)
{
  return USUAL_BYTES + USUAL_PER_BYTE * (double) whole->file_bytes + whole->allowed;
}

static double
free_memory (void)
{
  return MIN (seidel_memory_available (), seidel_memory_total ());
}

/* Whether that many bytes are allowed, and so many more are free. what: “a matrix of …”. */
static bool
check_memory (SeidelSource *source, double bytes, double more, const char *what, GError **error)
{
  SeidelSource *whole = seidel_source_whole (source);
  const double available = more > SMALL_BYTES ? free_memory () : seidel_memory_total ();
  g_autofree char *needed = NULL;
  g_autofree char *limit = NULL;

  if (more <= available && bytes <= allowed_memory (whole))
    return true;
  needed = seidel_format_bytes (more > available ? more : bytes);
  if (more > available)
    {
      limit = seidel_format_bytes (available);
      return seidel_source_fail (source, SEIDEL_ERROR_MEMORY, error, "%s takes %s; %s are free",
                                 what, needed, limit);
    }
  limit = seidel_format_bytes ((double) whole->file_bytes);
  return seidel_source_fail (source, SEIDEL_ERROR_LARGE, error,
                             "%s takes %s of memory, which is much for a file of %s", what, needed,
                             limit);
}

/* more: of the bytes those that must be free. */
static bool
take (SeidelSource *source, double bytes, double more, GError **error)
{
  SeidelSource *whole = seidel_source_whole (source);
  const double taken = (double) atomic_fetch_add (&whole->taken, (int64_t) bytes) + bytes;

  if (check_memory (source, taken, more, "what was read so far", error))
    return true;
  seidel_source_return_memory (source, bytes);
  return false;
}

bool
seidel_source_take_memory (SeidelSource *source, double bytes, GError **error)
{
  return take (source, bytes, bytes, error);
}

bool
seidel_source_take_disk (SeidelSource *source, double bytes, GError **error)
{
  return take (source, bytes, 0.0, error);
}

void
seidel_source_return_memory (SeidelSource *source, double bytes)
{
  atomic_fetch_sub (&seidel_source_whole (source)->taken, (int64_t) bytes);
}

double
seidel_source_memory_left (SeidelSource *source)
{
  SeidelSource *whole = seidel_source_whole (source);
  const double taken = (double) atomic_load (&whole->taken);

  return MAX (MIN (allowed_memory (whole) - taken, free_memory ()), 0.0);
}

bool
seidel_source_fail_memory (SeidelSource *source, double bytes, GError **error)
{
  SeidelSource *whole = seidel_source_whole (source);
  g_autofree char *limit = seidel_format_bytes (bytes);
  g_autofree char *file = seidel_format_bytes ((double) whole->file_bytes);

  if (isinf (whole->allowed))
    return seidel_source_fail (source, SEIDEL_ERROR_MEMORY, error,
                               "reading it takes more than the %s that are free", limit);
  return seidel_source_fail (
    source, SEIDEL_ERROR_LARGE, error,
    "reading it takes more than %s of memory, which is much for a file of %s", limit, file);
}

bool
seidel_source_check_matrix (SeidelSource *source,
                            double rows,
                            double columns,
                            double entries,
                            GError **error)
{
  const double most = MAX (rows, columns);
  const double by_rows = BYTES_PER_ROW * most;
  const double bytes = seidel_memory_of_matrix (0.0, entries) + by_rows
                       + (seidel_source_is_complex (source) ? BYTES_PER_COMPLEX * entries : 0.0);
  const double taken = (double) atomic_load (&seidel_source_whole (source)->taken);
  g_autofree char *what =
    g_strdup_printf (seidel_text ("a matrix of %.0f × %.0f with %.0f %s"), rows, columns, entries,
                     entries == 1.0 ? seidel_text ("entry") : seidel_text ("entries"));

  return check_memory (source, taken + bytes,
                       seidel_source_scratch (source) != NULL ? by_rows : bytes, what, error);
}
