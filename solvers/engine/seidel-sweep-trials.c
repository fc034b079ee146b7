/* The trials of sweeps that a program knows, and their file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-sweep-trials.h"

#include <stdio.h>
#include <string.h>
#include <glib/gstdio.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/seidel-threads.h"
#include "base/seidel-version.h"

/* Some matrices of a day's work, of some hundred bytes a trial; and a file of which no more is
 * read. */
#define MOST_TRIALS 256
#define MOST_BYTES  65536

/* All below with the mutex. The trial that was used last is the last. */
static GMutex mutex;
static SeidelTrial trials[MOST_TRIALS];
static int n_trials;
static SeidelTrial merged[2 * MOST_TRIALS];
static bool is_read;    /* the file */
static bool has_news;   /* that the file has not */
static char *kept_file; /* or NULL */

uint64_t
seidel_sweep_trials_pattern (int64_t rows, const int64_t *offsets, const int32_t *columns)
{
  const uint64_t of_rows = XXH3_64bits (offsets, (size_t) (rows + 1) * sizeof *offsets);

  return XXH3_64bits_withSeed (columns, (size_t) offsets[rows] * sizeof *columns, of_rows);
}

static bool
are_equal (const SeidelTrialKey *a, const SeidelTrialKey *b)
{
  return a->pattern == b->pattern && a->threads == b->threads && a->precision == b->precision
         && a->direction == b->direction && a->mode == b->mode;
}

static int
find (const SeidelTrialKey *key)
{
  int i = n_trials - 1;

  while (i >= 0 && !are_equal (&trials[i].key, key))
    i--;
  return i;
}

static void
take_out (int i)
{
  n_trials--;
  memmove (&trials[i], &trials[i + 1], (size_t) (n_trials - i) * sizeof *trials);
}

static void
put_last (const SeidelTrial *trial)
{
  const int i = find (&trial->key);

  if (i >= 0)
    take_out (i);
  else if (n_trials == MOST_TRIALS)
    take_out (0);
  trials[n_trials++] = *trial;
}

/* What has to be the same for times to hold: the first line of the file. */
static char *
header (void)
{
  g_autofree char *processor = seidel_threads_processor_name ();

  return g_strdup_printf ("seidel trials %s, %d threads, %s", seidel_version (),
                          seidel_threads_processors (), processor);
}

static bool
read_line (const char *line, SeidelTrial *trial)
{
  SeidelTrialKey *key = &trial->key;
  char end;

  return sscanf (line,
                 "%16" G_GINT64_MODIFIER "x %d %d %d %d %19" G_GINT64_MODIFIER
                 "d %19" G_GINT64_MODIFIER "d %19" G_GINT64_MODIFIER "d %19" G_GINT64_MODIFIER
                 "d%c",
                 &key->pattern, &key->threads, &key->precision, &key->direction, &key->mode,
                 &trial->least[0], &trial->least[1], &trial->least[2], &trial->sweeps, &end)
           == 9
         && trial->least[0] >= 0 && trial->least[1] >= 0 && trial->least[2] > 0
         && trial->sweeps >= 0;
}

/* The trials of a file, oldest first, as far as they can be read. */
static int
read_file (const char *file, SeidelTrial found[MOST_TRIALS])
{
  g_autofree char *expected = header ();
  g_auto (GStrv) lines = NULL;
  g_autofree char *text = NULL;
  GStatBuf status;
  int n = 0;

  if (g_stat (file, &status) != 0 || status.st_size > MOST_BYTES
      || !g_file_get_contents (file, &text, NULL, NULL))
    return 0;
  lines = g_strsplit (text, "\n", MOST_TRIALS + 2);
  if (g_strcmp0 (lines[0], expected) != 0)
    return 0;
  for (char **line = lines + 1; *line != NULL && n < MOST_TRIALS; line++)
    if (read_line (*line, &found[n]))
      n++;
  return n;
}

/* What the file has and the program does not know, as older than what it knows. */
static void
merge_file (void)
{
  int n;

  if (kept_file == NULL)
    return;
  n = read_file (kept_file, merged);
  memcpy (merged + n, trials, (size_t) n_trials * sizeof *trials);
  n += n_trials;
  n_trials = 0;
  for (int i = 0; i < n; i++)
    put_last (&merged[i]);
}

static void
read_once (void)
{
  if (!is_read)
    merge_file ();
  is_read = true;
}

bool
seidel_sweep_trials_find (const SeidelTrialKey *key, SeidelTrial *trial)
{
  int i;

  g_mutex_lock (&mutex);
  read_once ();
  i = find (key);
  if (i >= 0)
    {
      *trial = trials[i];
      put_last (trial);
    }
  g_mutex_unlock (&mutex);
  return i >= 0;
}

void
seidel_sweep_trials_note (const SeidelTrial *trial)
{
  g_mutex_lock (&mutex);
  put_last (trial);
  has_news = true;
  g_mutex_unlock (&mutex);
}

void
seidel_sweep_trials_keep_in (const char *file)
{
  g_mutex_lock (&mutex);
  g_free (kept_file);
  kept_file = g_strdup (file);
  is_read = false;
  g_mutex_unlock (&mutex);
}

static char *
write_text (void)
{
  g_autofree char *first = header ();
  GString *text = g_string_new (first);

  g_string_append_c (text, '\n');
  for (const SeidelTrial *trial = trials; trial < trials + n_trials; trial++)
    g_string_append_printf (text,
                            "%" G_GINT64_MODIFIER "x %d %d %d %d %" G_GINT64_FORMAT
                            " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
                            trial->key.pattern, trial->key.threads, trial->key.precision,
                            trial->key.direction, trial->key.mode, trial->least[0], trial->least[1],
                            trial->least[2], trial->sweeps);
  return g_string_free (text, FALSE);
}

void
seidel_sweep_trials_finish (void)
{
  g_mutex_lock (&mutex);
  if (has_news && kept_file != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (kept_file);
      g_autofree char *text = NULL;

      merge_file ();
      text = write_text ();
      g_mkdir_with_parents (folder, 0700);
      /* A damaged file is as good as none. */
      g_file_set_contents_full (kept_file, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL);
      has_news = false;
    }
  g_mutex_unlock (&mutex);
}

void
seidel_sweep_trials_forget (void)
{
  g_mutex_lock (&mutex);
  n_trials = 0;
  is_read = false;
  has_news = false;
  g_mutex_unlock (&mutex);
}
