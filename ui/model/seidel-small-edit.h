/* A small system with what was done to it, to be undone and done again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "io/seidel-small-system.h"

G_BEGIN_DECLS

/* Changes that can be undone; earlier ones are forgotten. A state takes 15 kB. */
#define SEIDEL_SMALL_EDIT_MOST 200

typedef struct
{
  SeidelSmallSystem now; /* changed freely after begin () */
  GPtrArray *before;     /* SeidelSmallSystem, the latest last */
  GPtrArray *after;      /* what was undone, the latest last */
  int place;             /* of the last change, or −1 */
} SeidelSmallEdit;

SeidelSmallEdit *seidel_small_edit_new (int n);
void seidel_small_edit_free (SeidelSmallEdit *edit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSmallEdit, seidel_small_edit_free)

/* Remembers the state before a change. place: changes at the same place are one, unless it is −1.
 */
void seidel_small_edit_begin (SeidelSmallEdit *edit, int place);
/* The change that was begun did not happen. */
void seidel_small_edit_cancel (SeidelSmallEdit *edit);
/* False where there is nothing to undo, or to do again. */
bool seidel_small_edit_undo (SeidelSmallEdit *edit);
bool seidel_small_edit_redo (SeidelSmallEdit *edit);

G_END_DECLS
