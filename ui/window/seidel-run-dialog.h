/* A dialog for the name of a run, and the note on it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "model/seidel-run-item.h"

G_BEGIN_DECLS

void seidel_run_dialog_present (GtkWindow *window, SeidelRunItem *run);

G_END_DECLS
