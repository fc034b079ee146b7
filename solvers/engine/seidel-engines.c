/* The list of engines: opening the CUDA module, and looking for the program of the distributed one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-engines.h"

#include <gmodule.h>

#include "base/seidel-translatable.h"
#include "config.h"
#include "engine/seidel-distributed.h"

#define CUDA_MODULE "seidel-cuda"

enum
{
  ENGINE_CPU,
  ENGINE_CUDA,
  ENGINE_DISTRIBUTED,
  N_ENGINES
};

static SeidelEngineEntryInfo engines[N_ENGINES] = {
  [ENGINE_CPU] = { .id = "cpu", .name = "CPU" },
  [ENGINE_CUDA] = { .id = "cuda", .name = "CUDA", .device = true },
  [ENGINE_DISTRIBUTED] = { .id = SEIDEL_DISTRIBUTED_ID, .name = "PETSc" },
};

/* SEIDEL_MODULE_DIR in the environment comes first, for programs run from the build tree. */
static char *
module_path (const char *name)
{
  const char *directory = g_getenv ("SEIDEL_MODULE_DIR");

  return g_strdup_printf ("%s/lib%s.so", directory != NULL ? directory : SEIDEL_MODULE_DIR, name);
}

static void
open_module (SeidelEngineEntryInfo *info, const char *name)
{
  g_autofree char *path = module_path (name);
  SeidelEngineEntry entry = NULL;
  char why[240] = "";
  GModule *module;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      info->why_not =
        g_strdup_printf (seidel_text ("The %s engine is not installed (%s is missing)."),
                         info->name, path);
      return;
    }
  module = g_module_open (path, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);
  if (module == NULL)
    {
      info->why_not = g_strdup_printf (seidel_text ("The %s engine could not be opened: %s."),
                                       info->name, g_module_error ());
      return;
    }
  /* A GPU library is never unloaded: it leaves threads and handlers behind. */
  g_module_make_resident (module);
  if (g_module_symbol (module, SEIDEL_ENGINE_ENTRY_POINT, (gpointer *) &entry) && entry != NULL)
    info->engine = entry (SEIDEL_ENGINE_ABI, seidel_get_translator ());
  if (info->engine == NULL || info->engine->abi != SEIDEL_ENGINE_ABI)
    {
      info->engine = NULL;
      info->why_not =
        g_strdup_printf (seidel_text ("The %s engine in %s belongs to another version of Seidel."),
                         info->name, path);
      return;
    }
  info->available = info->engine->available (why, sizeof why);
  if (!info->available)
    info->why_not = g_strdup (why);
}

static void
find_distributed (SeidelEngineEntryInfo *info)
{
  char why[512] = "";

  info->available = seidel_distributed_engine.available (why, sizeof why);
  if (info->available)
    info->engine = &seidel_distributed_engine;
  else
    info->why_not = g_strdup (why);
}

static gsize opened[N_ENGINES];

static void
open_engine (int index)
{
  if (!g_once_init_enter (&opened[index]))
    return;
  if (index == ENGINE_CUDA)
    open_module (&engines[ENGINE_CUDA], CUDA_MODULE);
  else if (index == ENGINE_DISTRIBUTED)
    find_distributed (&engines[ENGINE_DISTRIBUTED]);
  else
    {
      engines[ENGINE_CPU].engine = seidel_cpu_engine ();
      engines[ENGINE_CPU].available = true;
    }
  g_once_init_leave (&opened[index], 1);
}

const SeidelEngineEntryInfo *
seidel_engines (size_t *n_engines)
{
  for (int i = 0; i < N_ENGINES; i++)
    open_engine (i);
  if (n_engines != NULL)
    *n_engines = N_ENGINES;
  return engines;
}

const SeidelEngineEntryInfo *
seidel_engines_find (const char *id)
{
  for (int i = 0; i < N_ENGINES; i++)
    if (g_strcmp0 (engines[i].id, id) == 0)
      {
        open_engine (i);
        return &engines[i];
      }
  return NULL;
}

bool
seidel_engines_is_open (const char *id)
{
  for (int i = 0; i < N_ENGINES; i++)
    if (g_strcmp0 (engines[i].id, id) == 0)
      return g_atomic_pointer_get (&opened[i]) != 0;
  return false;
}

static SeidelDevices
list_devices (bool looks)
{
  SeidelDevices devices = { .known = true };

  for (int i = 0; i < N_ENGINES; i++)
    {
      const SeidelEngine *engine;

      if (!engines[i].device)
        continue;
      if (looks)
        open_engine (i);
      else if (!seidel_engines_is_open (engines[i].id))
        return (SeidelDevices){ .known = false };
      engine = engines[i].engine;
      devices.items[devices.n].info = &engines[i];
      devices.items[devices.n++].awake =
        engine != NULL && engine->device.awake != NULL && engine->device.awake ();
    }
  return devices;
}

SeidelDevices
seidel_devices_find (void)
{
  return list_devices (true);
}

SeidelDevices
seidel_devices_found (void)
{
  return list_devices (false);
}

bool
seidel_engine_is_distributed (const SeidelEngine *engine)
{
  return engine == &seidel_distributed_engine;
}

int
seidel_engine_find_strategy (const SeidelEngine *engine, const char *id)
{
  for (int i = 0; i < engine->n_strategies; i++)
    if (g_strcmp0 (engine->strategies[i].id, id) == 0)
      return i;
  return -1;
}

const char *
seidel_engines_strategy_name (const char *engine, const char *strategy)
{
  const SeidelEngineEntryInfo *entry = seidel_engines_find (engine);
  const int index = entry != NULL && entry->engine != NULL
                      ? seidel_engine_find_strategy (entry->engine, strategy)
                      : -1;

  return index >= 0 ? entry->engine->strategies[index].name : NULL;
}
