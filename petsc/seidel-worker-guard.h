/* Ending what Open MPI's launcher has started on another machine of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

/* From now on, if this process is the first rank that Open MPI's daemon has started on its machine:
 * a daemon that is still there one second after the process has ended, as one that waits for a
 * machine it cannot reach, is killed, and its other ranks with it. Before MPI is started. */
void seidel_worker_guard_begin (void);
