/* Long work of a command: on a worker thread, with a progress line, cancelled by Ctrl+C.
 *
 * The first SIGINT cancels the work, the second also gives up the verification of a run, the third
 * exits at once. SIGTERM and SIGHUP give up both, and exit when they come again. The progress line
 * appears only when stderr is a terminal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "base/seidel-progress.h"
#include "run/seidel-trace.h"

G_BEGIN_DECLS

typedef struct
{
  GCancellable *cancellable;
  GCancellable *skip_verification;
  SeidelProgress progress;
  SeidelTrace *trace; /* of the run, if the work comes to one; (atomic) */
  GPtrArray *traces;  /* of the runs before it */
  bool tells_rest;    /* the progress line estimates the time left, from the progress so far */
  int64_t begun;      /* when the work began, monotonic, and its progress then */
  int begun_permille;
  int n_interrupts; /* SIGINT so far */
  bool terminated;
} SeidelCliJob;

SeidelCliJob *seidel_cli_job_new (void);
void seidel_cli_job_free (SeidelCliJob *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelCliJob, seidel_cli_job_free)

/* The run that follows has another trace, of which it takes a reference; those before it live as
 * long as the job. For the worker. */
void seidel_cli_job_set_trace (SeidelCliJob *job, SeidelTrace *trace);

/* Called on the worker thread. */
typedef bool (*SeidelCliWork) (SeidelCliJob *job, void *data, GError **error);

/* Returns when the work is over; main thread only. Can be called again. */
bool seidel_cli_job_run (SeidelCliJob *job, SeidelCliWork work, void *data, GError **error);

G_END_DECLS
