/* The constants of machines: those of a usual one, and what lies between those that were measured.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cost/seidel-machine-constants.h"

#include <math.h>

const int seidel_machine_lengths[SEIDEL_MACHINE_N_LENGTHS] = { 3, 9, 27, 81 };
const double seidel_machine_sizes[SEIDEL_MACHINE_N_SIZES] = { 262144.0, 2097152.0, 16777216.0,
                                                              134217728.0 };

/* Rounded from two cores of a server of 2024, on which the choice between the strategies was
 * fitted. More threads have more of the memory, which is then not expected of them. */
static const SeidelMachine usual = {
  .name = "a usual processor",
  .threads = 2,
  .row = { 3.5e-9, 3.9e-9, 10e-9, 26.5e-9 },
  .sliced_row = { 0.9e-9, 1.7e-9, 5e-9, 16e-9 },
  .step = 7e-9,
  .misprediction = 4e-9,
  .level = 11e-9,
  .gather = { 0.3e-9, 1.2e-9, 2e-9, 8e-9 },
  .bandwidth = { { 150e9, 135e9, 100e9, 34e9 }, { 300e9, 270e9, 200e9, 45e9 } },
  .meeting = 80e-9,
};

/* Rounded from sweeps of the CUDA engine, by the strategy that it chose, over thirteen matrices
 * in seven orderings each: of 91 predictions 73 are then within a factor of 1.5. */
static const SeidelMachineDevice devices[] = {
  { "h200",
    {
      .name = "NVIDIA H200",
      .device = true,
      .row = { 0.68e-6, 1.3e-6, 2.1e-6, 3.5e-6 },
      .sliced_row = { 0.075e-6, 0.115e-6, 0.2e-6, 0.3e-6 },
      .gather = { 0.0, 25e-12, 25e-12, 25e-12 },
      .bandwidth = { { 1e12, 3e12, 4e12, 2.4e12 }, { 1e12, 3e12, 4e12, 2.4e12 } },
      .meeting = 8e-6,
    } },
};

const SeidelMachineDevice *
seidel_machine_devices (size_t *n_devices)
{
  *n_devices = G_N_ELEMENTS (devices);
  return devices;
}

const SeidelMachine *
seidel_machine_usual (void)
{
  return &usual;
}

/* Where value is among the n increasing places: the place before it, and the part of the way to the
 * next on a logarithmic scale; held at both ends. */
static int
find_place (double value, double first, double ratio, int n, double *part)
{
  const double place = CLAMP (log (MAX (value, first) / first) / log (ratio), 0.0, n - 1.0);
  const int index = MIN ((int) place, n - 2);

  *part = place - index;
  return index;
}

double
seidel_machine_row (const SeidelMachine *machine, double length, bool sliced)
{
  const double *row = sliced ? machine->sliced_row : machine->row;
  const int *lengths = seidel_machine_lengths;
  int i = 0;

  /* Linear, also beyond both ends: a row takes something beside its entries. */
  while (i < SEIDEL_MACHINE_N_LENGTHS - 2 && length > lengths[i + 1])
    i++;
  return MAX (row[i]
                + (row[i + 1] - row[i]) * (length - lengths[i]) / (lengths[i + 1] - lengths[i]),
              row[0] / lengths[0]);
}

double
seidel_machine_gather (const SeidelMachine *machine, double bytes)
{
  double part;
  const int i =
    find_place (bytes, seidel_machine_sizes[0], seidel_machine_sizes[1] / seidel_machine_sizes[0],
                SEIDEL_MACHINE_N_SIZES, &part);

  return machine->gather[i] + part * (machine->gather[i + 1] - machine->gather[i]);
}

double
seidel_machine_bandwidth (const SeidelMachine *machine, double bytes, int threads)
{
  double part;
  const int i =
    find_place (bytes, seidel_machine_sizes[0], seidel_machine_sizes[1] / seidel_machine_sizes[0],
                SEIDEL_MACHINE_N_SIZES, &part);
  const double one =
    machine->bandwidth[0][i] + part * (machine->bandwidth[0][i + 1] - machine->bandwidth[0][i]);
  const double all =
    machine->bandwidth[1][i] + part * (machine->bandwidth[1][i + 1] - machine->bandwidth[1][i]);

  return MIN (threads * one, MAX (one, all));
}
