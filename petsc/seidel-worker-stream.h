/* Between rank 0 and the program that started the ranks: what it asks for on standard input, and
 * what it reports on standard output while the run goes on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdatomic.h>

#include "cluster/seidel-cluster-stream.h"

G_BEGIN_DECLS

/* Rank 0: sets stop when it is asked to; ends all ranks when its standard input has ended, and
 * removes the file of the job. */
void seidel_worker_listen (atomic_bool *stop, const char *job_path);

/* Rank 0: reports what is new in the trace from now on, some times a second, until _end (). */
void seidel_worker_report_begin (SeidelTrace *trace);
/* All that is still to be reported, and no more. */
void seidel_worker_report_end (void);

/* Rank 0, after the end of the run was reported: until it is known to have come, or for some
 * seconds with a launcher that passes nothing on. */
void seidel_worker_wait_until_received (void);

G_END_DECLS
