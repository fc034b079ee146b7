/* Watching the way to the other machines of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From now on a machine that cannot be reached any more ends all ranks within about a second: MPI
 * itself waits for minutes. Nothing is watched where all ranks are on one machine, or where a
 * machine does not let rank 0 connect. All ranks call it. */
void seidel_worker_watch_begin (void);

/* Before the ranks end. All of them call it. */
void seidel_worker_watch_end (void);

G_END_DECLS
