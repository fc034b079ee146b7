/* The functions behind the rows of the table of preconditioners. Private to solvers/method.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method-run.h"
#include "method/seidel-preconditioner.h"

G_BEGIN_DECLS

/* A prepared preconditioner; plain data. */
struct SeidelPreconditioner
{
  const SeidelPreconditionerKind *kind;
  gpointer state; /* made by prepare (), freed by clear () */
};

/* Uploads L + D and D + U, which are taken over, to the engine; their transposes too where the
 * method uses them. */
SeidelReason seidel_preconditioner_factors_keep (SeidelMethodRun *run,
                                                 SeidelPreconditioner *self,
                                                 SeidelCsr *lower,
                                                 SeidelCsr *upper);

/* The same of factors whose pattern is not that of A. */
SeidelReason seidel_preconditioner_factors_keep_filled (SeidelMethodRun *run,
                                                        SeidelPreconditioner *self,
                                                        SeidelCsr *lower,
                                                        SeidelCsr *upper);

/* The same of factors that the engine made of run->A, in one matrix; taken over, or NULL after a
 * failure. */
SeidelReason seidel_preconditioner_factors_take (SeidelMethodRun *run,
                                                 SeidelPreconditioner *self,
                                                 SeidelOperator *factors);

SeidelPreconditionerPrepare seidel_preconditioner_ssor_prepare;
SeidelPreconditionerApply seidel_preconditioner_ssor_apply;
SeidelPreconditionerClear seidel_preconditioner_ssor_clear;

SeidelPreconditionerPrepare seidel_preconditioner_ilu_prepare;
SeidelPreconditionerPrepare seidel_preconditioner_ic_prepare;
SeidelPreconditionerPrepare seidel_preconditioner_ilu_filled_prepare;
SeidelPreconditionerPrepare seidel_preconditioner_ic_filled_prepare;
SeidelPreconditionerPrepare seidel_preconditioner_ilut_prepare;
/* By the blocks of nodes. */
void seidel_preconditioner_block_place (SeidelMethodRun *run, SeidelPreconditioner *self);
void seidel_preconditioner_block_apply_dot (SeidelMethodRun *run,
                                            SeidelPreconditioner *self,
                                            const SeidelVector *r,
                                            SeidelVector *z,
                                            SeidelScalar out);
SeidelPreconditionerPrepare seidel_preconditioner_block_prepare;
SeidelPreconditionerApply seidel_preconditioner_block_apply;
SeidelPreconditionerClear seidel_preconditioner_block_clear;
double seidel_preconditioner_block_memory (const SeidelStructure *structure,
                                           SeidelPrecision precision);

SeidelPreconditionerApply seidel_preconditioner_factors_apply;
SeidelPreconditionerClear seidel_preconditioner_factors_clear;

SeidelPreconditionerPrepare seidel_preconditioner_multigrid_prepare;
SeidelPreconditionerApply seidel_preconditioner_multigrid_apply;
void seidel_preconditioner_multigrid_apply_dot (SeidelMethodRun *run,
                                                SeidelPreconditioner *self,
                                                const SeidelVector *r,
                                                SeidelVector *z,
                                                SeidelScalar out);
/* As seidel_multigrid_leave_pattern (), so that prepare () for the next matrix has less to do, and
 * seidel_multigrid_updated () after that. */
bool seidel_preconditioner_multigrid_leave (SeidelMethodRun *run,
                                            SeidelPreconditioner *self,
                                            const SeidelCsr *next);
bool seidel_preconditioner_multigrid_updated (const SeidelPreconditioner *self);
SeidelPreconditionerClear seidel_preconditioner_multigrid_clear;

/* Of rows that name an engine: the preconditioner of their id in its library. */
SeidelPreconditionerPrepare seidel_preconditioner_library_prepare;
SeidelPreconditionerApply seidel_preconditioner_library_apply;
SeidelPreconditionerClear seidel_preconditioner_library_clear;

G_END_DECLS
