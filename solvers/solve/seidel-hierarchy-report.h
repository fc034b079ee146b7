/* What multigrid makes of a matrix, to be looked at: its levels, and what one cycle does to an
 * error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-structure.h"
#include "matrix/seidel-matrix.h"
#include "run/seidel-options.h"
#include "run/seidel-problem.h"

G_BEGIN_DECLS

/* The error x − x* of the finest level in a cycle. */
typedef enum
{
  SEIDEL_ERROR_STAGE_BEGIN,     /* 1 plus a random number in [−1, 1) */
  SEIDEL_ERROR_STAGE_SMOOTHED,  /* after the smoother */
  SEIDEL_ERROR_STAGE_CORRECTED, /* after the correction by the coarser levels */
  SEIDEL_ERROR_STAGE_END,       /* after the smoother that follows it */
  SEIDEL_N_ERROR_STAGES,
} SeidelErrorStage;

SEIDEL_API const char *seidel_error_stage_id (SeidelErrorStage stage); /* "smoothed" */

/* A level of the hierarchy, the finest first. */
typedef struct
{
  SeidelMatrix *matrix; /* the first is what is solved: of a complex matrix its real form */
  int64_t rows;
  int64_t nonzeros;
  int64_t prolongation; /* stored entries of the prolongation to this level; 0 on the last */
} SeidelReportLevel;

/* Reference-counted, read-only after construction, safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  SeidelOptions options;       /* whose parameters made the hierarchy */
  SeidelCoarsening coarsening; /* “auto” resolved */
  int n_levels;
  SeidelReportLevel *levels;
  bool direct; /* the last level is solved directly, and not only smoothed */
  /* Rows, and stored entries, of all levels over those of the first. */
  double grid_complexity;
  double operator_complexity;
  /* Points of a line of the grid if the rows are those of a plane grid, else 0. */
  int64_t line;
  /* By stage, rows elements each, in the order of the rows of the matrix; NULL with one level,
   * where there is no cycle. */
  double *errors[SEIDEL_N_ERROR_STAGES];
  double largest[SEIDEL_N_ERROR_STAGES]; /* ‖e‖∞; NaN without errors, as the next two */
  double norms[SEIDEL_N_ERROR_STAGES];   /* ‖e‖₂ over that at the beginning */
  /* √(eᵀ A e) likewise, in which rough errors count more than smooth ones; NaN where A is not
   * definite. */
  double energies[SEIDEL_N_ERROR_STAGES];
} SeidelHierarchyReport;

/* Carries out one cycle of the multigrid method with the options' parameters and threads, for b = 0
 * from a guess that is smooth and rough, in double precision on the CPU. Takes a reference to the
 * matrix; structure may be NULL, and without a file of the near null space read_file, which is as
 * for seidel_problem_read_near_null (), too. Blocks. Fails with SEIDEL_ERROR_INVALID for a matrix
 * that multigrid does not support, with SEIDEL_ERROR_MEMORY or G_IO_ERROR_CANCELLED. */
SEIDEL_API SeidelHierarchyReport *seidel_hierarchy_report_new (SeidelMatrix *matrix,
                                                               SeidelStructure *structure,
                                                               const SeidelOptions *options,
                                                               SeidelMatrixReader read_file,
                                                               GCancellable *cancellable,
                                                               GError **error);
SEIDEL_API SeidelHierarchyReport *seidel_hierarchy_report_ref (SeidelHierarchyReport *report);
SEIDEL_API void seidel_hierarchy_report_unref (SeidelHierarchyReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelHierarchyReport, seidel_hierarchy_report_unref)

/* Whether a run with these options uses multigrid, as method or preconditioner. */
SEIDEL_API bool seidel_options_use_multigrid (const SeidelOptions *options);

G_END_DECLS
