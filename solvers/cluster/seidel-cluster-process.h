/* The processes of a run: the launcher, which is a child of this one, and the ranks that it starts,
 * on this machine and on others. Private to solvers/cluster.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/types.h>

G_BEGIN_DECLS

typedef struct
{
  pid_t launcher; /* 0 once it was waited for */
  int status;     /* as waitpid () reports it */
  int watch;      /* becomes readable when the launcher has ended; −1 once it was waited for */
  int input;      /* to rank 0; −1 once closed */
  int output;     /* from all ranks; non-blocking; −1 once it has ended */
  int errors;     /* likewise what they complain of */
  GArray *ranks;  /* int: descriptors of ranks on this machine, −1 of those that have ended */
} SeidelClusterProcess;

/* Starts the words of the launcher followed by those of the program, with one thread in each rank
 * unless the environment says otherwise. plain: with the default launcher, which
 * outside of a batch job starts all ranks on this machine. */
bool seidel_cluster_process_start (SeidelClusterProcess *self,
                                   char *const *arguments,
                                   bool plain,
                                   GError **error);

/* Watches a rank of this machine from now on. False when it has ended already. */
bool seidel_cluster_process_add (SeidelClusterProcess *self, pid_t pid);

/* Asks rank 0 to end the run. */
void seidel_cluster_process_stop (SeidelClusterProcess *self);

/* Whether the launcher has ended; waits for it if so. */
bool seidel_cluster_process_reap (SeidelClusterProcess *self);

/* Whether a rank of this machine has ended since it was added; *rank is its place in the order of
 * adding. */
bool seidel_cluster_process_find_ended (SeidelClusterProcess *self, guint *rank);

/* Ends what is left and releases everything. A launcher is given some time to end the ranks of
 * other machines. */
void seidel_cluster_process_clear (SeidelClusterProcess *self);

G_END_DECLS
