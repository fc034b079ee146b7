/* Writing files: buffered, numbers in any locale alike, compressed where the name asks for it, and
 * nothing of an older file is lost before the new one is complete.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Room that a number in text takes at most. */
#define SEIDEL_NUMBER_LENGTH 32

/* Writes digits at p, without a terminator, and returns the place behind them. */
SEIDEL_API char *seidel_format_integer (char *p, int64_t value);

/* As few digits as read back to the same double, and never more than 17. */
SEIDEL_API char *seidel_format_number (char *p, double value);

typedef struct SeidelOutput SeidelOutput;

/* The path that means standard output. A file of this name is “./-”. */
#define SEIDEL_STANDARD_OUTPUT "-"

/* Whether something could be written there, as far as can be checked in advance: so that nobody
 * works for hours and learns then that a folder is missing. */
SEIDEL_API bool seidel_output_check (const char *path, GError **error);

/* Opens a file without a name in the folder of path, or of the file that path is a link to; a
 * device, a pipe or what standard output goes to is written to as it is. */
SEIDEL_API SeidelOutput *seidel_output_open (const char *path, GError **error);

/* For a library that writes the file itself, by the path returned, which is valid as long as the
 * caller, who closes it, holds *fd; named for a library that does not write to a file without a
 * name. Nothing else is then written to the output, and the caller verifies the file before it is
 * finished. NULL with an error, as for a device or a pipe. */
char *seidel_output_hand_over (SeidelOutput *output, bool named, int *fd, GError **error);

SEIDEL_API bool
seidel_output_write (SeidelOutput *output, const char *text, size_t length, GError **error);
SEIDEL_API bool seidel_output_printf (SeidelOutput *output, GError **error, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* Puts the file in its place, once all of it is on the disk. On failure an older file stays as it
 * is. */
SEIDEL_API bool seidel_output_finish (SeidelOutput *output, GError **error);

/* All of the above for a text in hand. */
SEIDEL_API bool
seidel_output_save (const char *path, const char *text, size_t length, GError **error);

/* Frees the output; what was not finished is gone. */
SEIDEL_API void seidel_output_close (SeidelOutput *output);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelOutput, seidel_output_close)

G_END_DECLS
