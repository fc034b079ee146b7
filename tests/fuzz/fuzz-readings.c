/* libFuzzer program for the readings of text: the first byte chooses one, which is asked for
 * whatever the text looks like; any bytes must give a valid matrix or an error, and nothing else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-file.h"
#include "io/seidel-preview.h"

static void
check_text (char *text)
{
  if (text != NULL && !g_utf8_validate (text, -1, NULL))
    g_error ("the preview is not valid UTF-8");
  g_free (text);
}

/* What the user may choose is a name, and gives a matrix or an error. */
static void
check_readings (const char *path, const char *asked)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelPreview) preview = seidel_preview_new (path, NULL, NULL, &error);
  const GPtrArray *readings = preview != NULL ? seidel_preview_readings (preview) : NULL;
  g_autoptr (SeidelReading) tried =
    preview != NULL ? seidel_preview_try (preview, asked, NULL) : NULL;

  fuzz_check_error (preview, error);
  if (preview != NULL)
    check_text (seidel_preview_text (preview, 8));
  for (int i = 0; preview != NULL && i < seidel_preview_columns (preview); i++)
    check_text (seidel_preview_heading (preview, i));
  if (tried != NULL)
    check_text (seidel_reading_describe_matrix (tried));
  for (guint i = 0; readings != NULL && i < readings->len; i++)
    {
      g_autofree char *name = seidel_reading_name (readings->pdata[i]);
      g_autofree char *matrix = seidel_reading_describe_matrix (readings->pdata[i]);
      g_autoptr (SeidelReading) again = seidel_readings_choose (NULL, name, NULL);

      if (again == NULL || *matrix == '\0')
        g_error ("“%s” is no name", name);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const options[] = { "",
                                         ",from-0",
                                         ",symmetric",
                                         ",decimal-comma",
                                         ",labels",
                                         ",columns=2:1:3",
                                         ",columns=1:2",
                                         ",hermitian",
                                         ",heading",
                                         ",columns=3:4:2",
                                         ",no-heading,no-labels",
                                         ",columns=1:3:4:2" };
  const int kind = size > 0 ? data[0] % SEIDEL_N_READINGS : 0;
  const size_t option = size > 0 ? data[0] / SEIDEL_N_READINGS % G_N_ELEMENTS (options) : 0;
  g_autofree char *name =
    g_strconcat (seidel_reading_id ((SeidelReadingKind) kind), options[option], NULL);
  const char *path = fuzz_file (data + (size > 0), size - (size > 0));
  const SeidelLoadOptions load = { .read_as = name };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_with (path, &load, NULL, NULL, &error);

  fuzz_check_error (matrix, error);
  if (matrix != NULL)
    fuzz_check_matrix (matrix);
  check_readings (path, name);
  return 0;
}
