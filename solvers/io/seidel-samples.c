/* Reads the list of sample matrices, a key file with one group per sample.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-samples.h"

#include <string.h>

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
  sample->own_title = g_key_file_get_locale_string (list, file, "Title", NULL, NULL);
  sample->own_sentence = g_key_file_get_locale_string (list, file, "Sentence", NULL, NULL);
  return g_file_test (sample->path, G_FILE_TEST_IS_REGULAR);
}

/* A list without the file has no groups. */
static char *
load_list (GKeyFile *list)
{
  const char *chosen = g_getenv ("SEIDEL_SAMPLES_DIR");
  const char *const *data = g_get_system_data_dirs ();
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (folders,
                   g_canonicalize_filename (chosen != NULL ? chosen : SEIDEL_SAMPLES_DIR, NULL));
  for (size_t i = 0; chosen == NULL && data[i] != NULL; i++)
    g_ptr_array_add (folders, g_build_filename (data[i], "seidel", "samples", NULL));
  for (guint i = 0; i < folders->len; i++)
    {
      g_autofree char *path = g_build_filename (folders->pdata[i], SAMPLE_LIST, NULL);

      if (g_key_file_load_from_file (list, path, G_KEY_FILE_NONE, NULL))
        return g_strdup (folders->pdata[i]);
    }
  return NULL;
}

/* The result lives as long as the program. */
static GArray *
read_samples (void)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (SeidelSample));
  g_autoptr (GKeyFile) list = g_key_file_new ();
  g_autofree char *folder = load_list (list);
  char **files = g_key_file_get_groups (list, NULL);

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
    {
      GArray *read = read_samples ();

      g_once_init_leave (&samples, read);
    }
  *n_samples = samples->len;
  return (const SeidelSample *) (void *) samples->data;
}

const SeidelSample *
seidel_sample_find (const char *name)
{
  size_t n = 0;
  const SeidelSample *samples = seidel_samples (&n);

  for (size_t i = 0; i < n; i++)
    {
      const size_t stem = strcspn (samples[i].file, ".");

      if (strcmp (samples[i].file, name) == 0
          || (strlen (name) == stem && strncmp (samples[i].file, name, stem) == 0))
        return &samples[i];
    }
  return NULL;
}
