/* Fuzzes the reader of sessions: whatever a file holds gives runs whose texts can be shown, or an
 * error; and nothing of its schema computes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "fuzz-file.h"
#include "record/seidel-session.h"

/* One file for all inputs, which has a name, as SQLite asks for. */
static const char *
write_file (const uint8_t *data, size_t size)
{
  static char *path;
  static int file;

  if (path == NULL)
    {
      path = g_build_filename (g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm"
                                                                            : g_get_tmp_dir (),
                               "seidel-fuzz-XXXXXX", NULL);
      file = g_mkstemp_full (path, O_RDWR | O_CLOEXEC, 0600);
    }
  if (ftruncate (file, (off_t) size) != 0 || pwrite (file, data, size, 0) != (ssize_t) size)
    g_error ("the input cannot be written");
  return path;
}

static void
check_text (const char *text)
{
  if (text != NULL && !g_utf8_validate (text, -1, NULL))
    g_error ("a text is not valid UTF-8");
}

static void
check_entry (const SeidelSessionEntry *entry)
{
  const SeidelRecord *record = entry->record;

  check_text (entry->label.name);
  check_text (entry->label.note);
  check_text (record->matrix.name);
  check_text (record->rhs);
  check_text (record->error);
  if (record->outcome != NULL)
    {
      check_text (record->outcome->strategy);
      for (int64_t i = 0; record->outcome->x != NULL && i < record->outcome->n; i++)
        ((volatile double *) record->outcome->x)[i];
    }
  for (size_t i = 0; i < seidel_trace_n_events (record->trace); i++)
    check_text (seidel_trace_event (record->trace, i).text);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path = write_file (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = seidel_session_read (path, NULL, &error);
  SeidelSessionGlance glance = { 0 };

  if ((entries == NULL) != (error != NULL))
    g_error ("runs and an error, or neither");
  if (error != NULL)
    check_text (error->message);
  for (guint i = 0; entries != NULL && i < entries->len; i++)
    check_entry (entries->pdata[i]);
  if (seidel_session_glance (path, &glance, NULL))
    check_text (glance.matrix);
  seidel_session_glance_clear (&glance);
  return 0;
}
