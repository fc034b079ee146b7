/* Errors of the library: one GError domain, texts that name the place and what was expected.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

#define SEIDEL_ERROR (seidel_error_quark ())

typedef enum
{
  SEIDEL_ERROR_IO,          /* the file could not be opened, read or written */
  SEIDEL_ERROR_FORMAT,      /* the file is not what its format says */
  SEIDEL_ERROR_UNSUPPORTED, /* well-formed, but beyond what Seidel does (complex numbers, say) */
  SEIDEL_ERROR_INVALID,     /* an argument or a matrix does not fit the request */
  SEIDEL_ERROR_MEMORY,      /* it would not fit; the text gives the figure */
  SEIDEL_ERROR_UNAVAILABLE, /* the engine or device is not there */
  SEIDEL_ERROR_CHOICE,      /* a file holds several matrices; the text names them */
  SEIDEL_ERROR_OPTIONS,     /* choices of a run contradict each other, whatever the matrix */
  SEIDEL_ERROR_LARGE,       /* far more memory than the size of the file suggests: ask the user */
  SEIDEL_ERROR_AMBIGUOUS,   /* a text may be read in several ways; the text names them: ask */
} SeidelError;

SEIDEL_API GQuark seidel_error_quark (void);

/* Cancellation is reported as G_IO_ERROR_CANCELLED, as everywhere in GIO. */

G_END_DECLS
