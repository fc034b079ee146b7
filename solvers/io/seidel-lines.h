/* The lines of a text, one after the other, with their numbers. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/seidel-source.h"
#include "base/seidel-progress.h"

G_BEGIN_DECLS

typedef struct
{
  SeidelSource *source; /* borrowed */
  SeidelProgress *progress;
  double share; /* of the progress that reading is */
  GCancellable *cancellable;
  char *buffer;
  int64_t at; /* in the buffer: the line that comes next */
  int64_t filled;
  bool ended;     /* nothing comes behind the buffer */
  int64_t number; /* of the line in hand, from 1 */
  const char *line;
  int64_t length; /* without what ends it */
} SeidelLines;

void seidel_lines_init (SeidelLines *lines,
                        SeidelSource *source,
                        SeidelProgress *progress,
                        double share,
                        GCancellable *cancellable);
void seidel_lines_clear (SeidelLines *lines);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelLines, seidel_lines_clear)

/* Steps to the next line, whose bytes stay until the next step; SEIDEL_TEXT_PADDING more are
 * readable. False at the end, where number counts on, and on error. Looks at the cancellable now
 * and then. */
bool seidel_lines_next (SeidelLines *lines, GError **error);

/* Sets a SEIDEL_ERROR_FORMAT that names the line in hand. Always false. */
bool seidel_lines_fail (const SeidelLines *lines, GError **error, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

G_END_DECLS
