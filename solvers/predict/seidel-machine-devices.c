/* Devices whose constants were measured once: a table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "predict/seidel-machine.h"

/* Fitted to sweeps of the CUDA engine over grids and random graphs by the strategy that it chooses:
 * step and meeting from matrices of few entries and many levels, the rest from large ones. */
static const SeidelMachineDevice devices[] = {
  { "h200",
    {
      .name = "NVIDIA H200",
      .device = true,
      .step = 0.5e-6,
      .gather = { 0.0, 0.0, 2e-12, 8e-12 },
      .bandwidth = { { 0.5e12, 1.5e12, 3.5e12, 4.0e12 }, { 0.5e12, 1.5e12, 3.5e12, 4.0e12 } },
      .meeting = 5e-6,
    } },
};

const SeidelMachineDevice *
seidel_machine_devices (size_t *n_devices)
{
  *n_devices = G_N_ELEMENTS (devices);
  return devices;
}
