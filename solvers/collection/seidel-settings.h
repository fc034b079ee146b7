/* The user's settings, which the window and seidel-cli share:
 * resources/org.seidel.Workbench.gschema.xml.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Borrowed; one for the process. NULL when the schema is neither where GLib looks for schemas nor
 * where this build installs it: then everything is as by default, and nothing is kept. */
SEIDEL_API GSettings *seidel_settings_get (void);

/* A string that was set to something; NULL when it is empty. Free with g_free (). */
SEIDEL_API char *seidel_settings_get_string (const char *key);

/* Takes over what an earlier version kept in seidel/collection.ini of the user's configuration,
 * which is renamed to collection.ini.imported. For a program that runs in a desktop session, where
 * settings can be written. */
SEIDEL_API void seidel_settings_import (void);

G_END_DECLS
