/* The machine that something is measured on, as far as it matters for its figures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-machine.h"

#include <math.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/seidel-format.h"
#include "base/seidel-threads.h"
#include "config.h"
#include "engine/seidel-engines.h"

/* That of the maker, or else the engine's. */
static char *
name_device (const SeidelEngineEntryInfo *info, int device)
{
  SeidelDeviceCapacity capacity = { 0 };

  if (info->engine->device.capacity != NULL && info->engine->device.capacity (device, &capacity)
      && capacity.name[0] != '\0')
    return g_strdup (capacity.name);
  return g_strdup_printf ("%s device", info->name);
}

/* Tasks that are ready to run, on average over the last minute; NaN if it is not known. */
static double
read_load (void)
{
  double load = NAN;

  return getloadavg (&load, 1) == 1 ? load : NAN;
}

static void
append_device (GString *devices, const SeidelEngineEntryInfo *info, int device)
{
  int64_t free_bytes = 0;
  int64_t total_bytes = 0;

  if (!info->engine->device.memory (device, &free_bytes, &total_bytes))
    return;
  g_autofree char *memory = seidel_format_bytes ((double) total_bytes);
  g_autofree char *name = name_device (info, device);
  g_string_append_printf (devices, "%s%s with %s", devices->len > 0 ? ", " : "", name, memory);
}

/* "NVIDIA H200 with 150 GB" of each device of each engine with a memory of its own. */
static char *
read_devices (void)
{
  size_t n = 0;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n);
  GString *devices = g_string_new (NULL);

  for (size_t i = 0; i < n; i++)
    {
      const int n_devices = engines[i].available && engines[i].engine->device.memory != NULL
                              ? engines[i].engine->device.count ()
                              : 0;

      for (int device = 0; device < n_devices; device++)
        append_device (devices, &engines[i], device);
    }
  return g_string_free (devices, FALSE);
}

SeidelExperimentMachine
seidel_experiment_machine_new (void)
{
  struct utsname system;
  const bool known = uname (&system) == 0;

  return (SeidelExperimentMachine){
    .processor = seidel_threads_processor_name (),
    .processors = seidel_threads_processors (),
    .memory = (double) sysconf (_SC_PHYS_PAGES) * (double) sysconf (_SC_PAGESIZE),
    .devices = read_devices (),
    .system = known ? g_strdup_printf ("%s %s", system.sysname, system.release) : g_strdup (""),
    .version = g_strdup (SEIDEL_VERSION),
    .load = read_load (),
  };
}

void
seidel_experiment_machine_clear (SeidelExperimentMachine *machine)
{
  g_free (machine->processor);
  g_free (machine->devices);
  g_free (machine->system);
  g_free (machine->version);
}

char *
seidel_experiment_machine_describe (const SeidelExperimentMachine *machine)
{
  g_autofree char *memory = seidel_format_bytes (machine->memory);

  return g_strdup_printf ("%s, %d %s, %s%s%s",
                          machine->processor[0] != '\0' ? machine->processor : "a processor",
                          machine->processors, machine->processors == 1 ? "thread" : "threads",
                          memory, machine->devices[0] != '\0' ? "; " : "", machine->devices);
}
