/* Starting, watching and ending the processes of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cluster/seidel-cluster-process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/seidel-fail.h"

/* A launcher that was asked to end has so long to end the ranks of other machines before it is
 * killed; those of this machine do not wait for it. */
#define END_MILLISECONDS  700
#define TICK_MILLISECONDS 10

/* In the child: signals of the terminal are for the program, which then stops the run; a program
 * that dies takes the launcher with it. */
static void
set_up_child (void *data)
{
  setpgid (0, 0);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

/* Batch systems set one of these; their launchers know other machines. */
static bool
is_batch_job (void)
{
  static const char *const variables[] = { "SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID" };

  for (size_t i = 0; i < G_N_ELEMENTS (variables); i++)
    if (g_getenv (variables[i]) != NULL)
      return true;
  return false;
}

/* Ranks compute with one thread each. Open MPI refuses more ranks than processors, and root,
 * unless these settings allow them; on one machine it need not look for fast networks, which takes
 * a third of its start. hwloc, which it asks for the processors, would look for graphics cards
 * through every X server of the machine, and takes the launcher down when one of them ends
 * meanwhile. What the launcher has started on other machines notices within seconds, not minutes,
 * that it cannot be reached any more. Since Open MPI 5 the launcher is PRRTE, whose settings have
 * other names. */
static char **
make_environment (bool on_this_machine)
{
  static const struct
  {
    const char *name;
    const char *value;
    bool for_root;
    bool for_this_machine;
  } settings[] = {
    { "OMP_NUM_THREADS", "1", false, false },
    { "OPENBLAS_NUM_THREADS", "1", false, false },
    { "HWLOC_COMPONENTS", "-gl", false, false },
    { "OMPI_MCA_rmaps_base_oversubscribe", "1", false, false },
    { "OMPI_MCA_oob_tcp_keepalive_time", "1", false, false },
    { "OMPI_MCA_oob_tcp_keepalive_intvl", "1", false, false },
    { "OMPI_MCA_oob_tcp_keepalive_probes", "2", false, false },
    { "PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe", false, false },
    { "PRTE_MCA_oob_tcp_keepalive_time", "1", false, false },
    { "PRTE_MCA_oob_tcp_keepalive_intvl", "1", false, false },
    { "PRTE_MCA_oob_tcp_keepalive_probes", "2", false, false },
    { "OMPI_ALLOW_RUN_AS_ROOT", "1", true, false },
    { "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", true, false },
    { "OMPI_MCA_pml", "ob1", false, true },
    { "OMPI_MCA_btl", "self,vader,tcp", false, true },
  };
  char **environment = g_get_environ ();

  for (size_t i = 0; i < G_N_ELEMENTS (settings); i++)
    if ((!settings[i].for_root || geteuid () == 0)
        && (!settings[i].for_this_machine || on_this_machine))
      environment = g_environ_setenv (environment, settings[i].name, settings[i].value, FALSE);
  return environment;
}

bool
seidel_cluster_process_start (SeidelClusterProcess *self,
                              char *const *arguments,
                              bool plain,
                              GError **error)
{
  g_auto (GStrv) environment = make_environment (plain && !is_batch_job ());
  g_autoptr (GError) cause = NULL;
  GPid pid = 0;

  *self = (SeidelClusterProcess){ .watch = -1, .input = -1, .output = -1, .errors = -1 };
  if (!g_spawn_async_with_pipes (NULL, (char **) arguments, environment,
                                 G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, set_up_child,
                                 NULL, &pid, &self->input, &self->output, &self->errors, &cause))
    return seidel_fail (
      error, SEIDEL_ERROR_UNAVAILABLE,
      "the ranks could not be started: %s. The Debian package openmpi-bin has mpirun; "
      "another command can be set as the launcher",
      cause->message);
  self->launcher = pid;
  self->watch = pidfd_open (pid, 0);
  self->ranks = g_array_new (FALSE, FALSE, sizeof (SeidelClusterRank));
  fcntl (self->output, F_SETFL, O_NONBLOCK);
  fcntl (self->errors, F_SETFL, O_NONBLOCK);
  fcntl (self->input, F_SETFL, O_NONBLOCK);
  return true;
}

static const SeidelClusterRank *
rank_at (const SeidelClusterProcess *self, guint place)
{
  return &g_array_index (self->ranks, SeidelClusterRank, place);
}

void
seidel_cluster_process_add (SeidelClusterProcess *self, pid_t pid)
{
  SeidelClusterRank rank = { pid, -1 };

  for (guint i = 0; i < self->ranks->len; i++)
    if (rank_at (self, i)->pid == pid)
      return;
  rank.watch = pidfd_open (pid, 0);
  g_array_append_val (self->ranks, rank);
}

static bool
has_name (pid_t pid, const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/comm", (int) pid);
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && strcmp (g_strchomp (text), name) == 0;
}

/* Appends the children of all threads of a process. */
static void
find_children (GArray *pids, pid_t parent)
{
  g_autofree char *folder = g_strdup_printf ("/proc/%d/task", (int) parent);
  g_autoptr (GDir) threads = g_dir_open (folder, 0, NULL);
  const char *thread;

  while (threads != NULL && (thread = g_dir_read_name (threads)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, thread, "children", NULL);
      g_autofree char *text = NULL;

      if (!g_file_get_contents (path, &text, NULL, NULL))
        continue;
      for (char *end = text, *word = text;; word = end)
        {
          const pid_t pid = (pid_t) g_ascii_strtoll (word, &end, 10);

          if (end == word)
            break;
          g_array_append_val (pids, pid);
        }
    }
}

void
seidel_cluster_process_add_started (SeidelClusterProcess *self, const char *name)
{
  g_autoptr (GArray) pids = g_array_new (FALSE, FALSE, sizeof (pid_t));

  if (self->launcher != 0)
    find_children (pids, self->launcher);
  for (guint i = 0; i < pids->len; i++)
    {
      const pid_t pid = g_array_index (pids, pid_t, i);

      if (has_name (pid, name))
        seidel_cluster_process_add (self, pid);
      else
        find_children (pids, pid);
    }
}

/* The pipe holds the line, whatever rank 0 is doing. A launcher that has just ended does not read
 * it any more: the signal of that, which would end this program, is held back and taken. */
void
seidel_cluster_process_send (SeidelClusterProcess *self, const char *line)
{
  const struct timespec now = { 0 };
  sigset_t signals;
  sigset_t before;

  if (self->input < 0)
    return;
  sigemptyset (&signals);
  sigaddset (&signals, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &signals, &before);
  if (write (self->input, line, strlen (line)) < 0)
    {
      if (errno == EPIPE && sigismember (&before, SIGPIPE) == 0)
        sigtimedwait (&signals, NULL, &now);
      close (self->input);
      self->input = -1;
    }
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

bool
seidel_cluster_process_reap (SeidelClusterProcess *self)
{
  if (self->launcher == 0)
    return true;
  if (waitpid (self->launcher, &self->status, WNOHANG) == 0)
    return false;
  self->launcher = 0;
  if (self->watch >= 0)
    close (self->watch);
  self->watch = -1;
  return true;
}

static bool
has_ended (int fd)
{
  struct pollfd wait = { fd, POLLIN, 0 };

  return fd < 0 || poll (&wait, 1, 0) > 0;
}

pid_t
seidel_cluster_process_find_ended (const SeidelClusterProcess *self)
{
  for (guint i = 0; i < self->ranks->len; i++)
    if (has_ended (rank_at (self, i)->watch))
      return rank_at (self, i)->pid;
  return 0;
}

static bool
all_ended (SeidelClusterProcess *self)
{
  for (guint i = 0; i < self->ranks->len; i++)
    if (!has_ended (rank_at (self, i)->watch))
      return false;
  return seidel_cluster_process_reap (self);
}

static void
signal_ranks (SeidelClusterProcess *self, int signal_number)
{
  for (guint i = 0; i < self->ranks->len; i++)
    if (rank_at (self, i)->watch >= 0)
      pidfd_send_signal (rank_at (self, i)->watch, signal_number, NULL, 0);
}

static void
close_pipe (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

/* Ranks of this machine and the launcher; a launcher ends those of others before itself. */
static void
end_all (SeidelClusterProcess *self)
{
  signal_ranks (self, SIGKILL);
  if (self->launcher != 0)
    kill (self->launcher, SIGTERM);
  for (int waited = 0; waited < END_MILLISECONDS && !all_ended (self); waited += TICK_MILLISECONDS)
    g_usleep (TICK_MILLISECONDS * 1000);
  if (self->launcher == 0)
    return;
  kill (self->launcher, SIGKILL);
  waitpid (self->launcher, &self->status, 0);
  self->launcher = 0;
}

void
seidel_cluster_process_clear (SeidelClusterProcess *self)
{
  if (self->ranks == NULL)
    return;
  close_pipe (&self->input);
  if (!all_ended (self))
    end_all (self);
  close_pipe (&self->output);
  close_pipe (&self->errors);
  close_pipe (&self->watch);
  for (guint i = 0; i < self->ranks->len; i++)
    close_pipe (&g_array_index (self->ranks, SeidelClusterRank, i).watch);
  g_clear_pointer (&self->ranks, g_array_unref);
}
