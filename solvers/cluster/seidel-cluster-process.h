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
  GArray *ranks;  /* SeidelClusterRank: those on this machine */
} SeidelClusterProcess;

typedef struct
{
  pid_t pid;
  int watch; /* becomes readable when it has ended; −1 if it had when it was added */
} SeidelClusterRank;

/* Starts the words of the launcher followed by those of the program, with one thread in each rank
 * unless the environment says otherwise. plain: with the default launcher, which
 * outside of a batch job starts all ranks on this machine. */
bool seidel_cluster_process_start (SeidelClusterProcess *self,
                                   char *const *arguments,
                                   bool plain,
                                   GError **error);

/* Watches a rank of this machine from now on. */
void seidel_cluster_process_add (SeidelClusterProcess *self, pid_t pid);

/* The same for each process of this name that descends from the launcher: ranks that have not come
 * so far as to report. */
void seidel_cluster_process_add_started (SeidelClusterProcess *self, const char *name);

/* A line to rank 0; "\n" at its end. */
void seidel_cluster_process_send (SeidelClusterProcess *self, const char *line);

/* Whether the launcher has ended; waits for it if so. */
bool seidel_cluster_process_reap (SeidelClusterProcess *self);

/* A rank of this machine that has ended; 0: none has. */
pid_t seidel_cluster_process_find_ended (const SeidelClusterProcess *self);

/* Ends what is left and releases everything. A launcher is given some time to end the ranks of
 * other machines. */
void seidel_cluster_process_clear (SeidelClusterProcess *self);

G_END_DECLS
