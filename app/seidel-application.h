/* The application: windows, the files it is asked to open, the commands that belong to no window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SEIDEL_TYPE_APPLICATION (seidel_application_get_type ())
G_DECLARE_FINAL_TYPE (SeidelApplication, seidel_application, SEIDEL, APPLICATION, AdwApplication)

SeidelApplication *seidel_application_new (void);

G_END_DECLS
