/* Reads the list of sample matrices, a key file with one group per sample.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-samples.h"

#include "config.h"

#define SAMPLE_LIST "samples.ini"

/* An absent or incomplete entry means a damaged installation: the sample is not offered. */
static gboolean
read_sample (GKeyFile *list, const char *folder, const char *file, SeidelSample *sample)
{
  const struct
  {
    const char *key;
    const char **text;
  } texts[] = {
    { "Title", &sample->title },
    { "Sentence", &sample->sentence },
    { "Recipe", &sample->recipe },
  };

  *sample = (SeidelSample){ .file = file, .path = g_build_filename (folder, file, NULL) };
  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      *texts[i].text = g_key_file_get_string (list, file, texts[i].key, NULL);
      if (*texts[i].text == NULL)
        return FALSE;
    }
  return g_file_test (sample->path, G_FILE_TEST_IS_REGULAR);
}

/* The result lives as long as the program. */
static GArray *
read_samples (void)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (SeidelSample));
  g_autoptr (GKeyFile) list = g_key_file_new ();
  const char *chosen = g_getenv ("SEIDEL_SAMPLES_DIR");
  g_autofree char *folder =
    g_canonicalize_filename (chosen != NULL ? chosen : SEIDEL_SAMPLES_DIR, NULL);
  g_autofree char *path = g_build_filename (folder, SAMPLE_LIST, NULL);
  char **files;

  if (!g_key_file_load_from_file (list, path, G_KEY_FILE_NONE, NULL))
    return samples;
  files = g_key_file_get_groups (list, NULL);
  for (char **file = files; *file != NULL; file++)
    {
      SeidelSample sample;

      if (read_sample (list, folder, *file, &sample))
        g_array_append_val (samples, sample);
    }
  g_free (files); /* its strings are the names in the list */
  return samples;
}

const SeidelSample *
seidel_samples (size_t *n_samples)
{
  static GArray *samples;

  if (g_once_init_enter (&samples))
    g_once_init_leave (&samples, read_samples ());
  *n_samples = samples->len;
  return (const SeidelSample *) (void *) samples->data;
}
