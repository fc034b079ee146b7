/* A small system that is edited, as a picture: a table of A and b whose rows have the colours of
 * their levels, and beside it the dependency graph in the same colours.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-structure.h"
#include "draw/seidel-sweep-picture.h"
#include "io/seidel-small-system.h"

G_BEGIN_DECLS

/* Main thread. The members from cursor_row on may be set freely. */
typedef struct
{
  const SeidelSmallSystem *system; /* borrowed */
  /* What was found of it, owned. */
  SeidelMatrix *matrix;
  SeidelStructure *structure;
  SeidelSchedule *schedule; /* of a forward sweep */
  SeidelSweepPicture *graph;

  int cursor_row;
  int cursor_column; /* of A, or SEIDEL_SMALL_RHS */
  const char *typed; /* at the cursor, in place of the element; borrowed; NULL: nothing */
} SeidelEntriesPicture;

/* The system is borrowed; its size and elements may change between calls of update (). */
SeidelEntriesPicture *seidel_entries_picture_new (const SeidelSmallSystem *system);
void seidel_entries_picture_free (SeidelEntriesPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelEntriesPicture, seidel_entries_picture_free)

/* After a change of the system: its levels, graph and structure, in less than a millisecond. name:
 * of the matrix. False without memory; then what was known stays. */
bool
seidel_entries_picture_update (SeidelEntriesPicture *picture, const char *name, GError **error);

/* The table. */
void seidel_entries_picture_draw (const SeidelEntriesPicture *picture,
                                  cairo_t *cr,
                                  double width,
                                  double height,
                                  const SeidelTheme *theme);
/* The element at a point of the table; false: none. */
bool seidel_entries_picture_find (const SeidelEntriesPicture *picture,
                                  double width,
                                  double height,
                                  const SeidelTheme *theme,
                                  double x,
                                  double y,
                                  int *row,
                                  int *column);
/* The dependency graph. */
void seidel_entries_picture_draw_graph (const SeidelEntriesPicture *picture,
                                        cairo_t *cr,
                                        double width,
                                        double height,
                                        const SeidelTheme *theme);

/* "6 rows · 16 entries · 4 levels, the widest of 2 rows · symmetric" */
char *seidel_entries_picture_describe (const SeidelEntriesPicture *picture);
/* "row 2, column 3: −1 · level 2", of the element at the cursor. */
char *seidel_entries_picture_describe_cursor (const SeidelEntriesPicture *picture);

G_END_DECLS
