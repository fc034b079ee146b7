/* The list of engines, their tables, and the message when the CUDA module cannot be opened.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>
#include <glib/gstdio.h>

#include "../base/translator-testing.h"
#include "golden-testing.h"
#include "engine/seidel-engines.h"

static void
test_list (void)
{
  size_t n_engines;
  const SeidelEngineEntryInfo *list = seidel_engines (&n_engines);

  g_assert_true (seidel_engines (NULL) == list);
  g_assert_cmpuint (n_engines, >=, 2);
  g_assert_cmpstr (list[0].id, ==, "cpu");
  for (size_t i = 0; i < n_engines; i++)
    {
      const SeidelEngineEntryInfo *info = &list[i];

      g_assert_true (seidel_engines_find (info->id) == info);
      g_assert_cmpstr (info->name, !=, "");
      g_assert_cmpint (info->available, ==, info->why_not == NULL);
      if (info->available)
        g_assert_cmpuint (info->engine->abi, ==, SEIDEL_ENGINE_ABI);
      if (info->engine != NULL)
        g_assert_cmpstr (info->engine->id, ==, info->id);
    }
  g_assert_true (list[0].available);
  g_assert_true (list[0].engine == seidel_cpu_engine ());
  g_assert_null (seidel_engines_find ("abacus"));
  g_assert_null (seidel_engines_find (NULL));
}

static void
test_strategies (void)
{
  size_t n_engines;
  const SeidelEngineEntryInfo *list = seidel_engines (&n_engines);

  for (size_t e = 0; e < n_engines; e++)
    for (int i = 0; list[e].engine != NULL && i < list[e].engine->n_strategies; i++)
      {
        const SeidelStrategy *strategy = &list[e].engine->strategies[i];

        g_assert_cmpint (seidel_engine_find_strategy (list[e].engine, strategy->id), ==, i);
        g_assert_cmpstr (strategy->id, !=, "auto");
        g_assert_cmpstr (strategy->name, !=, "");
        g_assert_true (g_str_has_suffix (strategy->sentence, "."));
        /* Repeated passes are for teaching, on each engine. */
        g_assert_cmpint (strategy->waits == SEIDEL_WAITS_REPETITION, ==, strategy->demonstration);
        g_assert_cmpint (strategy->measures == SEIDEL_MEASURES_PASSES, ==, strategy->demonstration);
        g_assert_true (!strategy->needs_levels || strategy->order == SEIDEL_ORDER_LEVEL);
        g_assert_true (!strategy->shared || strategy->limited);
      }
  g_assert_cmpint (seidel_engine_find_strategy (seidel_cpu_engine (), "serial"), ==, 0);
  g_assert_cmpint (seidel_engine_find_strategy (seidel_cpu_engine (), "levels"), ==, 1);
  g_assert_cmpint (seidel_engine_find_strategy (seidel_cpu_engine (), "auto"), ==, -1);
  g_assert_cmpint (seidel_engine_find_strategy (seidel_cpu_engine (), NULL), ==, -1);

  g_assert_cmpstr (seidel_engines_strategy_name ("cpu", "serial"), ==,
                   seidel_cpu_engine ()->strategies[0].name);
  g_assert_null (seidel_engines_strategy_name ("cpu", "abacus"));
  g_assert_null (seidel_engines_strategy_name ("abacus", "serial"));
}

/* Whether all members of a group of pointers are set; fails where only some are. */
static bool
is_group_set (const void *group, size_t size)
{
  const size_t n = size / sizeof (void (*) (void));
  size_t set = 0;

  for (size_t i = 0; i < n; i++)
    {
      void (*member) (void);

      memcpy (&member, (const char *) group + i * sizeof member, sizeof member);
      set += member != NULL;
    }
  g_assert_true (set == 0 || set == n);
  return set > 0;
}

/* Optional groups are set as a whole or not at all; all others are complete. */
static void
test_groups (void)
{
  size_t n_engines;
  const SeidelEngineEntryInfo *list = seidel_engines (&n_engines);

  for (size_t e = 0; e < n_engines; e++)
    {
      const SeidelEngine *engine = list[e].engine;

      if (engine == NULL)
        continue;
      g_assert_true (is_group_set (&engine->contexts, sizeof engine->contexts));
      g_assert_true (is_group_set (&engine->operators, sizeof engine->operators));
      g_assert_true (is_group_set (&engine->scalars, sizeof engine->scalars));
      g_assert_true (is_group_set (&engine->vectors, sizeof engine->vectors));
      g_assert_true (is_group_set (&engine->products, sizeof engine->products));
      g_assert_true (is_group_set (&engine->sweeps, sizeof engine->sweeps));
      is_group_set (&engine->ahead, sizeof engine->ahead);
      is_group_set (&engine->device, sizeof engine->device);
      is_group_set (&engine->relaxations, sizeof engine->relaxations);
      is_group_set (&engine->incomplete, sizeof engine->incomplete);
      g_assert_cmpint (engine->factors.create != NULL, ==, engine->factors.kinds != 0);
      g_assert_cmpint (engine->factors.free != NULL, ==, engine->factors.kinds != 0);
      g_assert_cmpint (engine->factors.solve != NULL, ==, engine->factors.kinds != 0);
      g_assert_false (engine->strategies[0].demonstration);
    }
}

/* The list is made once a process, so each case runs in its own. */
static void
test_no_module (void)
{
  if (g_test_subprocess ())
    {
      g_setenv ("SEIDEL_MODULE_DIR", "/nowhere", TRUE);
      g_assert_false (seidel_engines_find ("cuda")->available);
      g_assert_null (seidel_engines_find ("cuda")->engine);
      test_assert_wording (seidel_engines_find ("cuda")->why_not);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

static void
test_cpu_alone (void)
{
  if (g_test_subprocess ())
    {
      const SeidelEngineEntryInfo *cpu;

      g_setenv ("SEIDEL_MODULE_DIR", "/nowhere", TRUE);
      cpu = seidel_engines_find ("cpu");
      g_assert_true (cpu->available);
      /* The next one of the list has not been tried. */
      g_assert_cmpstr (cpu[1].id, ==, "cuda");
      g_assert_null (cpu[1].why_not);
      g_assert_nonnull (seidel_engines (NULL)[1].why_not);
      g_assert_nonnull (cpu[1].why_not);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

static void
test_bad_module (void)
{
  if (g_test_subprocess ())
    {
      g_autofree char *folder = g_dir_make_tmp ("seidel-XXXXXX", NULL);
      g_autofree char *path = g_build_filename (folder, "libseidel-cuda.so", NULL);
      const char *why_not;

      g_assert_true (g_file_set_contents (path, "not a library", -1, NULL));
      g_setenv ("SEIDEL_MODULE_DIR", folder, TRUE);
      why_not = seidel_engines_find ("cuda")->why_not;
      g_assert_false (seidel_engines_find ("cuda")->available);
      g_assert_nonnull (strstr (why_not, path));
      g_assert_null (seidel_engines_find ("cuda")->engine);
      g_assert_cmpint (g_remove (path), ==, 0);
      g_assert_cmpint (g_rmdir (folder), ==, 0);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

/* In the user's language where the process has a translator. */
static void
test_translated (void)
{
  if (g_test_subprocess ())
    {
      g_setenv ("SEIDEL_MODULE_DIR", "/nowhere", TRUE);
      g_setenv ("SEIDEL_WORKER_DIR", "/nowhere", TRUE);
      seidel_set_translator (test_translate_cb);
      g_assert_true (g_str_has_prefix (seidel_engines_find ("cuda")->why_not, "‹"));
      g_assert_true (g_str_has_prefix (seidel_engines_find ("petsc")->why_not, "‹"));
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engines/list", test_list);
  g_test_add_func ("/engines/strategies", test_strategies);
  g_test_add_func ("/engines/groups", test_groups);
  g_test_add_func ("/engines/no-module", test_no_module);
  g_test_add_func ("/engines/bad-module", test_bad_module);
  g_test_add_func ("/engines/cpu-alone", test_cpu_alone);
  g_test_add_func ("/engines/translated", test_translated);
  return g_test_run ();
}
