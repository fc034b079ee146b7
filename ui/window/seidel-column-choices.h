/* Which columns of a text are rows, columns and values, whether its first line holds headings and
 * its first column labels of rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "io/seidel-preview.h"

G_BEGIN_DECLS

/* Signal: changed () */
#define SEIDEL_TYPE_COLUMN_CHOICES (seidel_column_choices_get_type ())
G_DECLARE_FINAL_TYPE (SeidelColumnChoices, seidel_column_choices, SEIDEL, COLUMN_CHOICES, AdwBin)

/* The text whose columns these are; takes a reference. */
void seidel_column_choices_set_preview (SeidelColumnChoices *self, SeidelPreview *preview);

/* Shows a list of entries or a table as it is read; emits “changed”. */
void seidel_column_choices_set_reading (SeidelColumnChoices *self, const SeidelReading *reading);

/* The reading with what was chosen, as seidel_readings_choose () takes it; NULL where rows and
 * columns are in the same column. Free with g_free (). */
char *seidel_column_choices_get_name (SeidelColumnChoices *self);

G_END_DECLS
