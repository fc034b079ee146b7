/* What the benchmarks of the interface share: a window whose frames are counted, waiting, rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "matrix/seidel-matrix.h"
#include "views/seidel-sparsity-view.h"

G_BEGIN_DECLS

/* What is painted, and when. All zero at first. */
typedef struct
{
  GtkWidget *window;
  int frames;
  double painted;           /* milliseconds; end of the last frame */
  SeidelSparsityView *view; /* or NULL */
  double sharp;             /* end of the first frame with the sharp picture; 0: not yet */
} SeidelBenchScreen;

/* Counts the frames of a window, which it presents, from the third on. */
void seidel_bench_screen_watch (SeidelBenchScreen *screen, GtkWidget *window);
/* The same with a window of 1280 × 800 around a page. */
void seidel_bench_screen_open (SeidelBenchScreen *screen, GtkWidget *page);
/* Destroys the window. */
void seidel_bench_screen_close (SeidelBenchScreen *screen);

void seidel_bench_wait_for_frame (SeidelBenchScreen *screen);
void seidel_bench_wait_until_sharp (SeidelBenchScreen *screen);
void seidel_bench_wait (int milliseconds);

/* Of the gallery; ends the program where it cannot be made. */
SeidelMatrix *seidel_bench_make_matrix (const char *kind, double size);

/* A row that is judged by its value alone. */
void seidel_bench_add_value (const char *what,
                             double value,
                             const char *unit,
                             double must,
                             bool smaller_is_better);

/* Of seidel-bench-window.c: frames while so many curves of so many points are zoomed; how long the
 * main loop is kept while a run over size² unknowns is watched on each page; frames of a window in
 * which nothing happens. */
void seidel_bench_overlay (int n_runs, int64_t points);
void seidel_bench_live_pages (int size);
void seidel_bench_idle_pages (void);

G_END_DECLS
