/* Fuzzes the reader of JSON, as an experiment, as its result and as a lesson.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stddef.h>
#include <stdint.h>

#include "experiment/seidel-experiment-result.h"
#include "fuzz-file.h"
#include "lesson/seidel-lesson.h"

static void
check (const void *result, GError *error)
{
  g_autoptr (GError) own = error;

  fuzz_check_error (result, own);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path = fuzz_file (data, size);
  GError *experiment_error = NULL;
  GError *lesson_error = NULL;
  GError *result_error = NULL;
  g_autoptr (SeidelExperiment) experiment = seidel_experiment_load (path, &experiment_error);
  g_autoptr (SeidelLesson) lesson = seidel_lesson_load (path, &lesson_error);
  g_autoptr (SeidelExperimentResult) result = seidel_experiment_result_load (path, &result_error);

  check (experiment, experiment_error);
  check (lesson, lesson_error);
  check (result, result_error);
  if (result != NULL)
    {
      GString *csv = seidel_experiment_result_to_csv (result);

      g_string_free (csv, TRUE);
    }
  return 0;
}
