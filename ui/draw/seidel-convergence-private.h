/* A run in a picture of residual and error curves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-convergence-picture.h"

G_BEGIN_DECLS

typedef struct
{
  SeidelConvergenceSamples samples;
  char *title;     /* in the CSV; NULL: the name of the series */
  const char *end; /* why it ended, an id; NULL: it has not, or that is not known */
  size_t n_marks;  /* events of the trace that are marked */
  size_t most;     /* samples to show */
} SeidelConvergenceRun;

G_END_DECLS
