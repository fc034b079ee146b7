/* The threads on which runs of the window are solved.
 *
 * A thread holds references to plain data only. It reports through a GTask at default priority: an
 * idle would starve while a live chart redraws every frame.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-document.h"
#include "record/seidel-record.h"
#include "run/seidel-problem.h"
#include "solve/seidel-reuse.h"

G_BEGIN_DECLS

/* What a run is about. The jobs of a race share one: the first that gets there makes the problem
 * and the others wait for it, so that they begin together and its vectors are in memory once. */
typedef struct SeidelRunStart SeidelRunStart;

/* Copies the specs. */
SeidelRunStart *seidel_run_start_new (SeidelDocument *document,
                                      const SeidelVectorSpec *rhs,
                                      const SeidelVectorSpec *guess);
/* Begins at the x of a run that ended, in place of the guess; that of the record. Before the jobs.
 */
void seidel_run_start_set_resumed (SeidelRunStart *start, SeidelRecord *record);
void seidel_run_start_unref (SeidelRunStart *start);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelRunStart, seidel_run_start_unref)

/* The main thread's view of a run in progress. */
typedef struct SeidelRunJob SeidelRunJob;

/* Called on the main thread once the record can be taken without waiting. */
typedef void (*SeidelRunJobEnded) (SeidelRunJob *job, gpointer data);

/* Takes references to the start and to what earlier runs left, which may be NULL. stop and
 * skip_verification are as for seidel_solve (). */
SeidelRunJob *seidel_run_job_new (SeidelRunStart *start,
                                  const SeidelOptions *options,
                                  SeidelReuse *reuse,
                                  GCancellable *stop,
                                  GCancellable *skip_verification);
/* Starts the thread. FALSE: there is none, and nothing will be called. */
gboolean seidel_run_job_begin (SeidelRunJob *job,
                               SeidelTrace *trace,
                               SeidelRunJobEnded ended,
                               gpointer data,
                               GError **error);
/* Waits for the thread, and frees the job. What it has left to report is not called any more. */
SeidelRecord *seidel_run_job_end (SeidelRunJob *job);
/* One that was not begun. */
void seidel_run_job_unref (SeidelRunJob *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelRunJob, seidel_run_job_unref)

G_END_DECLS
