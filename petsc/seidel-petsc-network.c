/* What messages cost: latency and bandwidth between ranks, and the time that products spend in
 * them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-petsc.h"

#include <math.h>
#include <petsclog.h>

#include "base/seidel-clock.h"

#define TAG 17

/* Ranks that exchange messages with rank 0, at most. */
#define MOST_PEERS 8

#define SMALL_BYTES 8
#define LARGE_BYTES (256 * 1024)

/* There and back: until so many trips, or so many nanoseconds after the fewest of them. */
#define FEWEST_TRIPS 4
#define MOST_TRIPS   64
#define LONGEST_TIME 1000000

/* One direction, in seconds: half of the fastest trip. Rank 0 decides when it is enough, and says
 * so in the first byte. */
static double
lead_trips (MPI_Comm comm, int peer, char *message, int bytes)
{
  const int64_t begun = seidel_clock_now ();
  int64_t fastest = INT64_MAX;

  for (int trip = 0; trip < MOST_TRIPS; trip++)
    {
      const int64_t left = seidel_clock_now ();
      const bool last =
        trip == MOST_TRIPS - 1 || (trip >= FEWEST_TRIPS && left - begun > LONGEST_TIME);

      message[0] = last;
      MPI_Send (message, bytes, MPI_BYTE, peer, TAG, comm);
      MPI_Recv (message, bytes, MPI_BYTE, peer, TAG, comm, MPI_STATUS_IGNORE);
      fastest = MIN (fastest, seidel_clock_now () - left);
      if (last)
        break;
    }
  return 0.5e-9 * (double) fastest;
}

static void
answer_trips (MPI_Comm comm, char *message, int bytes)
{
  bool last = false;

  while (!last)
    {
      MPI_Recv (message, bytes, MPI_BYTE, 0, TAG, comm, MPI_STATUS_IGNORE);
      last = message[0] != 0;
      MPI_Send (message, bytes, MPI_BYTE, 0, TAG, comm);
    }
}

/* Rank 0 measures both and sends them to the peer. */
static void
measure_peer (SeidelPetsc *self, int peer, char *message)
{
  double found[2] = { NAN, NAN };

  if (self->rank == 0)
    {
      found[0] = lead_trips (self->comm, peer, message, SMALL_BYTES);
      found[1] = LARGE_BYTES / lead_trips (self->comm, peer, message, LARGE_BYTES);
      MPI_Send (found, 2, MPI_DOUBLE, peer, TAG, self->comm);
    }
  else if (self->rank == peer)
    {
      answer_trips (self->comm, message, SMALL_BYTES);
      answer_trips (self->comm, message, LARGE_BYTES);
      MPI_Recv (found, 2, MPI_DOUBLE, 0, TAG, self->comm, MPI_STATUS_IGNORE);
      self->latency = found[0];
      self->bandwidth = found[1];
    }
}

void
seidel_petsc_measure_network (SeidelPetsc *self)
{
  const int peers = MIN (self->ranks - 1, MOST_PEERS);
  g_autofree char *message = g_try_malloc0 (LARGE_BYTES);

  self->latency = NAN;
  self->bandwidth = NAN;
  if (message == NULL)
    seidel_petsc_abort (SEIDEL_REASON_OUT_OF_MEMORY, "There is no memory for a message.");
  for (int k = 1; k <= peers; k++)
    measure_peer (self, (int) ((int64_t) k * (self->ranks - 1) / peers), message);
}

double
seidel_petsc_exchange_seconds (void)
{
  /* Some versions of PETSc pad the names. */
  static const char *const names[] = { "VecScatterBegin", "VecScatterEnd", "VecScatterEnd  " };
  double seconds = 0.0;

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      PetscEventPerfInfo info = { 0 };
      PetscLogEvent event = -1;

      if (PetscLogEventGetId (names[i], &event) == 0 && event >= 0
          && PetscLogEventGetPerfInfo (0, event, &info) == 0)
        seconds += info.time;
    }
  return seconds;
}
