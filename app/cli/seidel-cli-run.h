/* One run, for the commands solve, render and report.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-row.h"
#include "cli/seidel-cli-settings.h"
#include "diagnose/seidel-diagnosis.h"
#include "record/seidel-record.h"
#include "run/seidel-solution.h"
#include "solve/seidel-reuse.h"

G_BEGIN_DECLS

/* Worker parts. The analyses of the matrix are used where they are there; options without effect
 * are reported. */
SeidelProblem *seidel_cli_run_problem (const SeidelCliMatrix *matrix,
                                       SeidelCliSettings *settings,
                                       SeidelCliJob *job,
                                       GError **error);
SeidelOutcome *seidel_cli_run_solve (const SeidelCliMatrix *matrix,
                                     SeidelCliSettings *settings,
                                     SeidelCliJob *job,
                                     GError **error);
/* The same with what earlier runs left; reuse may be NULL. */
SeidelOutcome *seidel_cli_run_solve_reusing (const SeidelCliMatrix *matrix,
                                             SeidelCliSettings *settings,
                                             SeidelReuse *reuse,
                                             SeidelCliJob *job,
                                             GError **error);
/* The vectors of the solution that a run ended with; NULL with an error where it has computed none.
 */
SeidelSolution *seidel_cli_run_solution (const SeidelCliMatrix *matrix,
                                         SeidelCliSettings *settings,
                                         const SeidelOutcome *outcome,
                                         SeidelCliJob *job,
                                         GError **error);
/* The plan of the run; it may refuse for memory, any other refusal is an error. */
SeidelPlan *seidel_cli_run_plan (const SeidelCliMatrix *matrix,
                                 SeidelCliSettings *settings,
                                 SeidelCliJob *job,
                                 GError **error);

/* What is printed of a run beside its outcome. */
typedef struct
{
  const char *title;          /* heads what was run, "Run" or the like */
  char *rhs;                  /* where the right-hand side came from; owned */
  const SeidelMatrix *matrix; /* NULL for a run that was kept; borrowed */
  const char *ordering;
  bool complex_values;
  int64_t rows; /* of the matrix, which if complex is solved in another form */
  int64_t columns;
  SeidelTrace *trace;               /* of the run; NULL: its levels are not printed */
  SeidelSchedule *schedules[2];     /* of the matrix, by direction, where known; borrowed */
  const SeidelCliRow *row;          /* that is reported on besides; borrowed, or NULL */
  const SeidelDiagnosis *diagnosis; /* why it did not converge; borrowed, or NULL */
  const SeidelRank *ranks;          /* of a plan on a distributed engine; borrowed */
  size_t n_ranks;
} SeidelCliRunContext;

/* Of a run that is made now. Borrows the title and the matrix. */
SeidelCliRunContext seidel_cli_run_context (const char *title,
                                            const SeidelCliSettings *settings,
                                            const SeidelMatrix *matrix);
/* Of one that was kept. Borrows from the record. */
SeidelCliRunContext seidel_cli_run_context_of_record (const char *title,
                                                      const SeidelRecord *record);
void seidel_cli_run_context_clear (SeidelCliRunContext *context);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelCliRunContext, seidel_cli_run_context_clear)

/* "Gauss-Seidel, forward · CPU, 2 threads · levels" */
char *seidel_cli_run_title (const SeidelOutcome *outcome);

/* Draws the page about runs (SeidelSessionEntry) where the option --report says so. The matrix, of
 * all of them, and its levels may be NULL. */
bool seidel_cli_run_report (const SeidelCliCall *call,
                            GPtrArray *entries,
                            SeidelMatrix *matrix,
                            SeidelSchedule *forward,
                            GError **error);
/* What the user calls a run that was kept, or what was run; a new string. */
char *seidel_cli_run_name (const SeidelSessionEntry *entry);

/* The exit status of a run that ended this way. */
int seidel_cli_run_status (const SeidelOutcome *outcome);

/* What was run. */
void seidel_cli_run_describe_setup (const SeidelOutcome *outcome,
                                    const SeidelCliRunContext *context,
                                    SeidelCliSheet *sheet);
void seidel_cli_run_describe (const SeidelOutcome *outcome,
                              const SeidelCliRunContext *context,
                              SeidelCliSheet *sheet);
void seidel_cli_run_build_json (const SeidelOutcome *outcome,
                                const SeidelCliRunContext *context,
                                JsonBuilder *json);

/* Prints a plan, and a complaint where the memory is not there; returns the exit status. */
int seidel_cli_run_print_plan (const SeidelPlan *plan,
                               const SeidelCliRunContext *context,
                               bool as_json);

G_END_DECLS
