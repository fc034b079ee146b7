/* What is remembered from one start to the next: a versioned dictionary in the user's settings.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SEIDEL_SAVED_STATE_VERSION 1

/* A dictionary (a{sv}), empty when there is none, when it cannot be read, or when it is of another
 * version. Keys that a reader does not know are to be ignored. */
GVariant *seidel_saved_state_load (void);

/* Replaces it; state is a dictionary, its floating reference is taken. The version is added here. A
 * failure is only logged: it must not keep a window from closing. */
void seidel_saved_state_save (GVariant *state);

/* Saves one key beside those that are there already. value's floating reference is taken. */
void seidel_saved_state_set (const char *key, GVariant *value);

G_END_DECLS
