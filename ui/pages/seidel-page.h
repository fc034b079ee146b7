/* What the window asks of a page: to draw itself for export, to give its numbers, to zoom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/seidel-animation.h"
#include "draw/seidel-theme.h"

G_BEGIN_DECLS

/* A page is a GtkWidget with the read-write object properties "document" (SeidelDocument or NULL),
 * "runs" (SeidelRunList) and "selection" (SeidelSelection, of that document); pages that do not
 * need one of them do not have it. Page types: SeidelMatrixPage, SeidelLevelsPage,
 * SeidelConvergencePage, SeidelTimingPage, SeidelExperimentsPage, SeidelSweepPage, each with
 * seidel_…_page_new ().
 */
#define SEIDEL_TYPE_PAGE (seidel_page_get_type ())
G_DECLARE_INTERFACE (SeidelPage, seidel_page, SEIDEL, PAGE, GtkWidget)

struct _SeidelPageInterface
{
  GTypeInterface parent;

  /* Draws what the page shows now (same zoom, same choices) into width × height at the origin. */
  void (
    *draw) (SeidelPage *self, cairo_t *cr, double width, double height, const SeidelTheme *theme);
  /* The numbers behind the picture, comma-separated with one header line; NULL when there are none.
   */
  char *(*to_csv) (SeidelPage *self);
  /* What the page plays as one HTML file for a browser, where it has a script of its own for that;
   * free with g_free (). NULL, also without an error: seidel_page_to_html () does. */
  char *(*to_html) (SeidelPage *self, GError **error);
  /* What the page plays as frames, all but their size and theme, with a picture of its own; FALSE:
   * there is nothing to play now. NULL: no page of this kind plays anything. */
  gboolean (*to_animation) (SeidelPage *self, SeidelAnimation *animation);
  /* A file name without suffix, "bcsstk14-sparsity"; free with g_free (). */
  char *(*get_export_name) (SeidelPage *self);
  void (*zoom) (SeidelPage *self, double factor); /* > 1: closer; about the middle */
  void (*fit) (SeidelPage *self);
  /* Starts or pauses what the page plays; FALSE, or NULL: it plays nothing. */
  gboolean (*play) (SeidelPage *self);
  /* Holds back what would give the answer to a question away: totals, counts, colour bars, numbers
   * at axes; NULL: the page has nothing of that kind. */
  void (*withhold) (SeidelPage *self, gboolean withheld);
  /* Makes one of its choices, by the key and the place of the value in seidel-lesson-views.h; NULL:
   * it has none. */
  void (*choose) (SeidelPage *self, const char *key, int value);
};

SeidelDraw seidel_page_draw;
char *seidel_page_to_csv (SeidelPage *self);
gboolean seidel_page_to_animation (SeidelPage *self, SeidelAnimation *animation);
/* What the page shows or plays as one HTML file for a browser; free with g_free (). */
char *seidel_page_to_html (SeidelPage *self, GError **error);
char *seidel_page_get_export_name (SeidelPage *self);
void seidel_page_zoom (SeidelPage *self, double factor);
void seidel_page_fit (SeidelPage *self);
/* FALSE: the page plays nothing. */
gboolean seidel_page_play (SeidelPage *self);
void seidel_page_withhold (SeidelPage *self, gboolean withheld);
void seidel_page_choose (SeidelPage *self, const char *key, int value);

G_END_DECLS
