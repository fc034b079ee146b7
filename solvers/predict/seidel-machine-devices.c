/* Devices whose constants were measured once: a table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "predict/seidel-machine.h"

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
