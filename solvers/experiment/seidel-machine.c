/* The constants of machines: kept in a file, stored for some devices, interpolated.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-machine.h"

#include <math.h>
#include <string.h>
#include <glib/gstdio.h>

#include "base/seidel-threads.h"
#include "engine/seidel-sweep-trials.h"
#include "io/cache/seidel-cache.h"

#define GROUP "machine"

/* Incremented when the constants are measured in another way. */
#define FORMAT 2

/* The members that are numbers, as they are called in the file. */
static const struct
{
  const char *key;
  size_t offset;
  size_t n;
} numbers[] = {
#define NUMBERS(member, n)                             \
  {                                                    \
#member, G_STRUCT_OFFSET(SeidelMachine, member), n \
  }
  NUMBERS (row, SEIDEL_MACHINE_N_LENGTHS),
  NUMBERS (sliced_row, SEIDEL_MACHINE_N_LENGTHS),
  NUMBERS (step, 1),
  NUMBERS (misprediction, 1),
  NUMBERS (level, 1),
  NUMBERS (gather, SEIDEL_MACHINE_N_SIZES),
  NUMBERS (bandwidth, 2 * SEIDEL_MACHINE_N_SIZES),
  NUMBERS (meeting, 1),
#undef NUMBERS
};

char *
seidel_machine_file (void)
{
  return g_build_filename (g_get_user_cache_dir (), "seidel", "machine.ini", NULL);
}

/* All numbers are positive, but for differences, which may be zero. */
static bool
are_valid (const double *values, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!isfinite (values[i]) || values[i] < 0.0)
      return false;
  return true;
}

bool
seidel_machine_load (SeidelMachine *machine, const char *file)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *processor = seidel_threads_processor_name ();
  g_autofree char *name = NULL;

  if (!g_key_file_load_from_file (keys, file, G_KEY_FILE_NONE, NULL)
      || g_key_file_get_integer (keys, GROUP, "format", NULL) != FORMAT)
    return false;
  name = g_key_file_get_string (keys, GROUP, "name", NULL);
  *machine = (SeidelMachine){ .threads = g_key_file_get_integer (keys, GROUP, "threads", NULL) };
  if (g_strcmp0 (name, processor) != 0 || machine->threads != seidel_threads_processors ())
    return false;
  g_strlcpy (machine->name, name, sizeof machine->name);
  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      gsize n = 0;
      g_autofree double *values =
        g_key_file_get_double_list (keys, GROUP, numbers[i].key, &n, NULL);

      if (n != numbers[i].n || !are_valid (values, n))
        return false;
      memcpy ((char *) machine + numbers[i].offset, values, n * sizeof *values);
    }
  return true;
}

bool
seidel_machine_save (const SeidelMachine *machine, const char *file, GError **error)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *folder = g_path_get_dirname (file);

  g_key_file_set_integer (keys, GROUP, "format", FORMAT);
  g_key_file_set_string (keys, GROUP, "name", machine->name);
  g_key_file_set_integer (keys, GROUP, "threads", machine->threads);
  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      double values[2 * SEIDEL_MACHINE_N_SIZES];

      memcpy (values, (const char *) machine + numbers[i].offset, numbers[i].n * sizeof *values);
      g_key_file_set_double_list (keys, GROUP, numbers[i].key, values, numbers[i].n);
    }
  g_mkdir_with_parents (folder, 0700);
  return g_key_file_save_to_file (keys, file, error);
}

void
seidel_machine_keep_trials (void)
{
  g_autofree char *file =
    g_build_filename (g_get_user_cache_dir (), "seidel", "sweep-trials", NULL);

  if (seidel_cache_limit () > 0)
    seidel_sweep_trials_keep_in (file);
}

/* What this process knows of the machine; it is never freed, as plans may still have it. */
static GMutex known_mutex;
static const SeidelMachine *known;

void
seidel_machine_forget (void)
{
  g_autofree char *file = seidel_machine_file ();

  g_mutex_lock (&known_mutex);
  known = NULL;
  g_unlink (file);
  g_mutex_unlock (&known_mutex);
}

/* With the mutex. */
static bool
recall (void)
{
  g_autofree char *file = seidel_machine_file ();
  SeidelMachine machine;

  if (known != NULL && known->threads == seidel_threads_processors ())
    return true;
  known = NULL;
  if (seidel_cache_limit () > 0 && seidel_machine_load (&machine, file))
    known = g_memdup2 (&machine, sizeof machine);
  return known != NULL;
}

const SeidelMachine *
seidel_machine_known (void)
{
  const SeidelMachine *machine;

  /* While it is being measured it is not known. */
  if (!g_mutex_trylock (&known_mutex))
    return NULL;
  machine = recall () ? known : NULL;
  g_mutex_unlock (&known_mutex);
  return machine;
}

bool
seidel_machine_here (SeidelMachine *machine,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autofree char *file = seidel_machine_file ();
  bool measured = true;

  g_mutex_lock (&known_mutex);
  if (recall ())
    *machine = *known;
  else
    {
      measured = seidel_machine_measure (machine, progress, cancellable, error);
      if (measured)
        known = g_memdup2 (machine, sizeof *machine);
      /* Without the file it is measured again next time. */
      if (measured && seidel_cache_limit () > 0)
        seidel_machine_save (machine, file, NULL);
    }
  g_mutex_unlock (&known_mutex);
  return measured;
}
