/* How two vectors differ, in print: for the commands compare and race.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>

#include "cli/seidel-cli-options.h"
#include "cli/seidel-cli-text.h"
#include "matrix/seidel-difference.h"

G_BEGIN_DECLS

/* Borrowed. Complex numbers are two values each; they are counted, and rows are, as one. */
typedef struct
{
  const SeidelDifference *difference;
  const double *x;
  const double *y;
  bool complex_numbers;
} SeidelCliDifference;

/* The option --threshold. */
#define SEIDEL_CLI_THRESHOLD_ROW                                                           \
  {                                                                                        \
    "threshold", "T", "Count the numbers that differ by more than this.", SEIDEL_CLI_REAL, \
      G_STRINGIFY (SEIDEL_DIFFERENCE_THRESHOLD), NULL, 0.0, INFINITY                       \
  }

/* Adds members to the object that is open. */
void seidel_cli_difference_build (const SeidelCliDifference *self, JsonBuilder *json);
/* Adds lines under the title that is there. */
void seidel_cli_difference_describe (const SeidelCliDifference *self, SeidelCliSheet *sheet);

G_END_DECLS
