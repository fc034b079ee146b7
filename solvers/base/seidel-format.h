/* Numbers for axes, legends and read-outs, and for files.
 *
 * Nothing here depends on the locale: thousands are set apart by ',', decimals by '.'.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdint.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* What a number counts. */
typedef enum
{
  SEIDEL_UNIT_NONE,
  SEIDEL_UNIT_SECONDS, /* shown as ns, µs, ms or s */
  SEIDEL_UNIT_PERCENT, /* the value is in percent already */
} SeidelUnit;

/* All of these return new text; free it with g_free (). */

/* "63,454" */
SEIDEL_API char *seidel_format_count (int64_t value);
/* As many significant digits as asked, without useless zeros: "12.5", "63,454"; where plain digits
 * would be long, "1.3×10⁻⁸". "∞", "−∞" and "not a number" where it is none. */
SEIDEL_API char *seidel_format_value (double value, int digits);
/* In as few characters as there are: "−1.25e6". */
SEIDEL_API char *seidel_format_compact (double value, int digits);
/* "12.3 ms" */
SEIDEL_API char *seidel_format_seconds (double seconds, int digits);
/* "4.2 MB" */
SEIDEL_API char *seidel_format_bytes (double bytes);
/* "1.2 GB in 12.3 ms, 97.6 GB/s" */
SEIDEL_API char *seidel_format_transfer (double bytes, double seconds);
/* By the unit, one of the above or "12.5 %". */
SEIDEL_API char *seidel_format_unit (double value, SeidelUnit unit, int digits);
/* "10⁻⁸" */
SEIDEL_API char *seidel_format_power (int exponent);
/* value / scale with a fixed number of decimals and thousands set apart. */
SEIDEL_API char *seidel_format_decimals (double value, int decimals);

/* 1, 1e-3, 1e-6 or 1e-9: the unit in which this many seconds read best, and its name. */
SEIDEL_API double seidel_format_second_scale (double seconds, const char **name);

/* What json-glib wrote, with its numbers mended: it puts ".0" behind every double without a point,
 * so that 1e+20 becomes 1e+20.0, which is not a number in JSON. It leaves out an integer for which
 * it finds no memory, which ends the program as where GLib finds none. */
SEIDEL_API char *seidel_format_mend_json (const char *json);

/* Appends the shortest text that reads back as the same double; "" for one that is not finite. */
SEIDEL_API void seidel_format_append_csv (GString *csv, double value);
/* The same for a time that was measured: no more digits than the clock has. */
SEIDEL_API void seidel_format_append_csv_seconds (GString *csv, double seconds);

G_END_DECLS
