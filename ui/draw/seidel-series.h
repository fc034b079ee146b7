/* One curve or set of bars: where its samples come from and how it looks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <glib.h>

#include "draw/seidel-theme.h"

G_BEGIN_DECLS

/* A colour that is looked up in the theme when it is drawn, so that one plot serves light and dark.
 */
typedef enum
{
  SEIDEL_INK_SERIES, /* the theme's series colour of this index */
  SEIDEL_INK_FOREGROUND,
  SEIDEL_INK_DIM,
  SEIDEL_INK_ACCENT,
  SEIDEL_INK_LIT, /* of what is selected */
} SeidelInkRole;

typedef struct
{
  SeidelInkRole role;
  unsigned int index;
  double alpha;
} SeidelInk;

SeidelInk seidel_ink_series (unsigned int index);
SeidelColor seidel_ink_color (const SeidelInk *ink, const SeidelTheme *theme);

typedef enum
{
  SEIDEL_SERIES_LINE,
  SEIDEL_SERIES_MEANS, /* a line; where samples crowd, through their means: for what scatters */
  SEIDEL_SERIES_STEP,  /* each value holds until the next sample */
  SEIDEL_SERIES_BARS,  /* one bar a sample, bar_width wide; from the bottom of the axis */
  SEIDEL_SERIES_POINTS,
  SEIDEL_SERIES_SQUARES, /* hollow, around a dot of the same value */
} SeidelSeriesKind;

/* Returns sample i, 0 ≤ i < count. x must not decrease with i. Samples are read when drawn and
 * never copied. */
typedef void (*SeidelSampleFunc) (gconstpointer data, size_t i, double *x, double *y);

/* What SEIDEL_SERIES_BLOCK neighbouring samples have in common, so that millions of them can be
 * drawn in a frame. */
#define SEIDEL_SERIES_BLOCK 64

typedef struct
{
  double x_first, x_last;
  double first, last, least, greatest;
  double sum;
  bool least_last; /* the least value came after the greatest */
  bool finite;     /* all of them are */
} SeidelBlock;

typedef struct
{
  double x_low, x_high; /* of all samples */
  double y_low, y_high; /* of the finite ones */
  double y_positive;    /* the smallest above 0; ∞ when there is none */
  size_t counted;       /* samples processed so far */
} SeidelBounds;

typedef struct
{
  char *name;  /* for the legend; owned */
  char *brief; /* for the read-out, where space is scarce; owned; NULL: the name */
  char *tag;   /* at the end of the curve; owned; NULL: none */
  SeidelSeriesKind kind;
  SeidelInk ink;
  bool visible;
  bool in_legend;
  bool right;       /* measured on the right axis */
  double bar_width; /* in units of x */
  SeidelSampleFunc sample;
  gconstpointer data; /* borrowed: outlives the plot */
  gpointer owner;     /* what the curve shows (a run), for the handler of legend clicks; borrowed */
  size_t count;       /* samples to show now */
  SeidelBounds bounds; /* kept by seidel_series_update () */
  GArray *blocks;      /* SeidelBlock, one for each whole block of the samples counted; likewise */
} SeidelSeries;

/* A visible line without samples yet; the caller sets the rest. */
SeidelSeries *seidel_series_new (const char *name, SeidelSampleFunc sample, gconstpointer data);
void seidel_series_free (SeidelSeries *series);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSeries, seidel_series_free)

/* Takes notice of appended samples (count may only grow; with a smaller one everything is processed
 * again). */
void seidel_series_update (SeidelSeries *series, size_t count);
/* Takes what another series, of the same samples, knows of them: on a worker it was updated
 * meanwhile. */
void seidel_series_take (SeidelSeries *series, SeidelSeries *other);

/* The first sample whose x is at least x: 0 … count. */
size_t seidel_series_lower_bound (const SeidelSeries *series, double x);
/* The sample nearest to x; false when there is none. */
bool seidel_series_nearest (const SeidelSeries *series, double x, size_t *index);

G_END_DECLS
