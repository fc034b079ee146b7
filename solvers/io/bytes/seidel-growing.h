/* Arrays that grow as their numbers come, so that what a file promises takes no memory. Private to
 * solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#include "io/bytes/seidel-source.h"

G_BEGIN_DECLS

typedef struct
{
  void *data;           /* malloc ()ed */
  size_t size;          /* of one number */
  SeidelSource *source; /* whose memory it takes */
  int64_t capacity;
} SeidelGrowing;

/* Makes room for count numbers, at most numbers at the very most. Fails with SEIDEL_ERROR_MEMORY
 * when the machine cannot hold them. */
bool seidel_growing_reserve (SeidelGrowing *array, int64_t count, int64_t most, GError **error);

/* Hands out the array, to be freed with free (); never NULL, even when nothing was reserved. */
void *seidel_growing_steal (SeidelGrowing *array, GError **error);

void seidel_growing_clear (SeidelGrowing *array);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelGrowing, seidel_growing_clear)

G_END_DECLS
