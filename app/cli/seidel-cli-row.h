/* The option --row: a row of the matrix on its own, for people and for scripts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-matrix.h"
#include "run/seidel-problem.h"
#include "run/seidel-row-report.h"

G_BEGIN_DECLS

/* The group with the option, for those that have no more. */
extern const SeidelCliGroup seidel_cli_row_group;

/* What is printed of a row: its report, and for the real form of a complex matrix that of the
 * imaginary part as well. */
typedef struct
{
  SeidelRowReport *reports[2]; /* NULL: none */
} SeidelCliRow;

void seidel_cli_row_clear (SeidelCliRow *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelCliRow, seidel_cli_row_clear)

/* Worker part: reports on the row that --row names, with what is known of the matrix; nothing
 * without the option. problem and x, its solution in the original numbering, from which its
 * equation is made, may be NULL. scale is the scaling of the run; SEIDEL_SCALE_AUTO: what the sizes
 * of rows and columns ask for. */
bool seidel_cli_row_make (SeidelCliRow *self,
                          const SeidelCliMatrix *matrix,
                          const SeidelProblem *problem,
                          const double *x,
                          SeidelScale scale,
                          SeidelCliJob *job,
                          GError **error);
/* Nothing without a report. */
void seidel_cli_row_describe (const SeidelCliRow *self, SeidelCliSheet *sheet);
/* The member "row", and "imaginary_row". */
void seidel_cli_row_build (const SeidelCliRow *self, JsonBuilder *json);

G_END_DECLS
