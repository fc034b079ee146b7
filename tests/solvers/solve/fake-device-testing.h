/* Opens the device of fake-device.c as the CUDA engine, before anything asks for the list of
 * engines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <gmodule.h>

#include "engine/seidel-engines.h"
#include "fake-device.h"

/* The module is found where it was built; the list of engines is made once. */
static FakeDevice *
fake_device_open (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_BUILT, "solvers", "solve", NULL);
  g_autofree char *path = g_build_filename (folder, "libseidel-cuda.so", NULL);
  GModule *module;
  gpointer symbol = NULL;

  g_setenv ("SEIDEL_MODULE_DIR", folder, TRUE);
  g_assert_true (seidel_engines_find ("cuda")->available);
  module = g_module_open (path, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);
  g_assert_nonnull (module);
  g_module_make_resident (module);
  g_assert_true (g_module_symbol (module, "fake_device", &symbol));
  return symbol;
}
