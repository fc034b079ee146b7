/* A connection from rank 0 to a rank of each other machine, on which both ends send a byte from
 * time to time. The kernel of the other end acknowledges it, however busy its ranks are; a byte
 * that is not acknowledged in time breaks the connection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-worker-watch.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "seidel-petsc.h"

#define MOST_ADDRESSES 16
#define HOST_BYTES     64

/* A byte is sent so often, and acknowledged within the second number or not at all. */
#define TICK_MILLISECONDS    100
#define SILENCE_MILLISECONDS 1000

/* For a connection, at the start. */
#define CONNECT_MILLISECONDS 500

/* Where rank 0 listens. */
typedef struct
{
  uint64_t token; /* of whoever may connect */
  uint16_t port;  /* in the order of the network; 0: rank 0 cannot listen */
  int32_t n;
  struct in_addr addresses[MOST_ADDRESSES];
} Offer;

/* The other end of a connection. */
typedef struct
{
  int socket;
  char host[HOST_BYTES];
} Peer;

static struct
{
  GThread *thread; /* NULL: nothing is watched */
  atomic_bool end;
  GArray *peers;
  int rank;
  int n_processes;
  pid_t *processes; /* of the ranks on this machine */
} watch;

static int
listen_anywhere (Offer *offer)
{
  struct sockaddr_in address = { .sin_family = AF_INET };
  socklen_t length = sizeof address;
  int listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

  if (listener >= 0 && bind (listener, (struct sockaddr *) &address, sizeof address) == 0
      && listen (listener, SOMAXCONN) == 0
      && getsockname (listener, (struct sockaddr *) &address, &length) == 0)
    offer->port = address.sin_port;
  return listener;
}

/* Of all networks but that of the machine itself. */
static void
find_addresses (Offer *offer)
{
  struct ifaddrs *all = NULL;

  if (getifaddrs (&all) != 0)
    return;
  for (struct ifaddrs *one = all; one != NULL && offer->n < MOST_ADDRESSES; one = one->ifa_next)
    if (one->ifa_addr != NULL && one->ifa_addr->sa_family == AF_INET
        && (one->ifa_flags & IFF_UP) != 0 && (one->ifa_flags & IFF_LOOPBACK) == 0)
      offer->addresses[offer->n++] =
        ((const struct sockaddr_in *) (const void *) one->ifa_addr)->sin_addr;
  freeifaddrs (all);
}

static bool
wait_until_ready (int fd, short events, int64_t deadline)
{
  struct pollfd wait = { fd, events, 0 };
  const int64_t left = (deadline - g_get_monotonic_time ()) / 1000;

  return left > 0 && poll (&wait, 1, (int) left) > 0;
}

static void
set_up_socket (int fd)
{
  const int on = 1;
  const unsigned int silence = SILENCE_MILLISECONDS;

  fcntl (fd, F_SETFL, O_NONBLOCK);
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt (fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence, sizeof silence);
}

/* −1 where none of the addresses can be reached. */
static int
connect_to (const Offer *offer)
{
  const int64_t deadline = g_get_monotonic_time () + CONNECT_MILLISECONDS * 1000;

  for (int i = 0; i < offer->n && offer->port != 0; i++)
    {
      const struct sockaddr_in address = { .sin_family = AF_INET,
                                           .sin_port = offer->port,
                                           .sin_addr = offer->addresses[i] };
      const int64_t share =
        deadline - (offer->n - 1 - i) * (CONNECT_MILLISECONDS * 1000 / offer->n);
      int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
      int failure = 0;
      socklen_t length = sizeof failure;

      if ((connect (fd, (const struct sockaddr *) &address, sizeof address) == 0
           || errno == EINPROGRESS)
          && wait_until_ready (fd, POLLOUT, share)
          && getsockopt (fd, SOL_SOCKET, SO_ERROR, &failure, &length) == 0 && failure == 0
          && send (fd, &offer->token, sizeof offer->token, MSG_NOSIGNAL) == sizeof offer->token)
        return fd;
      if (fd >= 0)
        close (fd);
    }
  return -1;
}

/* The connections that ranks of other machines have opened; each sends the token and its name. */
static void
accept_peers (int listener, const Offer *offer, int expected)
{
  const int64_t deadline = g_get_monotonic_time () + 2 * CONNECT_MILLISECONDS * 1000;
  const struct timeval longest = { .tv_usec = CONNECT_MILLISECONDS * 1000 };

  while ((int) watch.peers->len < expected && wait_until_ready (listener, POLLIN, deadline))
    {
      Peer peer = { .socket = accept (listener, NULL, NULL) };
      uint64_t token = 0;

      if (peer.socket < 0)
        continue;
      setsockopt (peer.socket, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
      if (wait_until_ready (peer.socket, POLLIN, deadline)
          && recv (peer.socket, &token, sizeof token, MSG_WAITALL) == sizeof token
          && token == offer->token
          && recv (peer.socket, peer.host, sizeof peer.host, MSG_WAITALL) == sizeof peer.host)
        {
          peer.host[HOST_BYTES - 1] = '\0';
          set_up_socket (peer.socket);
          g_array_append_val (watch.peers, peer);
        }
      else
        close (peer.socket);
    }
}

/* Sends a byte, and takes what has come. */
static bool
is_reachable (const Peer *peer)
{
  char bytes[64];
  ssize_t n;

  if (send (peer->socket, "", 1, MSG_NOSIGNAL) < 0 && errno != EAGAIN)
    return false;
  while ((n = recv (peer->socket, bytes, sizeof bytes, 0)) > 0)
    continue;
  return n < 0 && errno == EAGAIN;
}

/* Rank 0 reports it; the ranks of another machine can only end. */
static void
lose (const Peer *peer)
{
  g_autofree char *message = NULL;

  if (watch.rank == 0)
    {
      message =
        g_strdup_printf ("%s cannot be reached any more, or its rank has ended.", peer->host);
      seidel_petsc_abort (SEIDEL_REASON_RANK_LOST, message);
    }
  for (int i = 0; i < watch.n_processes; i++)
    if (watch.processes[i] != getpid ())
      kill (watch.processes[i], SIGKILL);
  _exit (1);
}

static gpointer
watch_thread (gpointer data)
{
  while (!atomic_load (&watch.end))
    {
      for (guint i = 0; i < watch.peers->len; i++)
        {
          const Peer *peer = &g_array_index (watch.peers, Peer, i);

          if (!is_reachable (peer) && !atomic_load (&watch.end))
            lose (peer);
        }
      g_usleep (TICK_MILLISECONDS * 1000);
    }
  return NULL;
}

static void
gather_processes (MPI_Comm machine)
{
  const pid_t own = getpid ();

  MPI_Comm_size (machine, &watch.n_processes);
  watch.processes = g_new0 (pid_t, watch.n_processes);
  MPI_Allgather (&own, sizeof own, MPI_BYTE, watch.processes, sizeof own, MPI_BYTE, machine);
}

/* The first rank of each other machine connects to rank 0. */
static void
connect_machines (bool first)
{
  Offer offer = { 0 };
  int listener = -1;
  int connected = 0;
  int expected = 0;

  if (watch.rank == 0)
    {
      offer.token = ((uint64_t) g_random_int () << 32) | g_random_int ();
      listener = listen_anywhere (&offer);
      find_addresses (&offer);
    }
  MPI_Bcast (&offer, sizeof offer, MPI_BYTE, 0, MPI_COMM_WORLD);
  if (watch.rank != 0 && first)
    {
      Peer peer = { .socket = connect_to (&offer) };

      g_strlcpy (peer.host, g_get_host_name (), sizeof peer.host);
      connected = peer.socket >= 0
                  && send (peer.socket, peer.host, sizeof peer.host, MSG_NOSIGNAL) == HOST_BYTES;
      if (connected != 0)
        {
          set_up_socket (peer.socket);
          g_array_append_val (watch.peers, peer);
        }
    }
  MPI_Reduce (&connected, &expected, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (watch.rank == 0)
    accept_peers (listener, &offer, expected);
  if (listener >= 0)
    close (listener);
}

void
seidel_worker_watch_begin (void)
{
  MPI_Comm machine;
  int ranks;
  int least; /* rank of this machine */
  bool first;

  MPI_Comm_rank (MPI_COMM_WORLD, &watch.rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  watch.peers = g_array_new (FALSE, FALSE, sizeof (Peer));
  MPI_Comm_split_type (MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  gather_processes (machine);
  MPI_Allreduce (&watch.rank, &least, 1, MPI_INT, MPI_MIN, machine);
  MPI_Comm_free (&machine);
  first = least == watch.rank;
  /* Some machine has not all of them: then none has. */
  if (watch.n_processes < ranks)
    connect_machines (first);
  if (watch.peers->len > 0)
    watch.thread = g_thread_new ("watch", watch_thread, NULL);
}

void
seidel_worker_watch_end (void)
{
  atomic_store (&watch.end, true);
  /* No end closes its connection before the other knows that it may. */
  MPI_Barrier (MPI_COMM_WORLD);
  if (watch.thread != NULL)
    g_thread_join (watch.thread);
  for (guint i = 0; i < watch.peers->len; i++)
    close (g_array_index (watch.peers, Peer, i).socket);
  g_clear_pointer (&watch.peers, g_array_unref);
  g_clear_pointer (&watch.processes, g_free);
}
