/* Work in a child process: what it writes arrives, and however it ends, the parent goes on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/seidel-error.h"
#include "io/bytes/seidel-child.h"

/* More than a pipe holds. */
#define MANY_BYTES ((size_t) 3 << 20)

typedef struct
{
  GByteArray *taken;
  bool refuse;
  GCancellable *cancellable; /* cancelled by the first bytes */
} Parent;

static bool
write_many (int fd, void *data)
{
  char piece[4096];

  for (size_t done = 0; done < MANY_BYTES; done += sizeof piece)
    {
      memset (piece, (int) (done / sizeof piece % 251), sizeof piece);
      if (write (fd, piece, sizeof piece) != (ssize_t) sizeof piece)
        return false;
    }
  return true;
}

static bool
fail (int fd, void *data)
{
  return false;
}

static bool
crash (int fd, void *data)
{
  return raise (SIGSEGV) == 0;
}

static bool
write_and_sleep (int fd, void *data)
{
  return write (fd, "x", 1) == 1 && sleep (600) == 0;
}

static bool
take (void *data, const char *bytes, size_t n, GError **error)
{
  Parent *parent = data;

  if (parent->cancellable != NULL)
    g_cancellable_cancel (parent->cancellable);
  if (parent->refuse)
    g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY, "refused");
  else
    g_byte_array_append (parent->taken, (const guint8 *) bytes, (guint) n);
  return !parent->refuse;
}

static void
assert_fails (SeidelChildWork work, Parent *parent, GQuark domain, int code)
{
  const SeidelChild child = { work, take, parent, .library = "a library", .failure = "it failed" };
  g_autoptr (GError) error = NULL;

  g_assert_false (seidel_child_run (&child, parent->cancellable, &error));
  g_assert_error (error, domain, code);
  /* It was waited for: there is no child any more. */
  g_assert_cmpint (waitpid (-1, NULL, WNOHANG), ==, -1);
}

static void
test_bytes (void)
{
  g_autoptr (GByteArray) taken = g_byte_array_new ();
  Parent parent = { .taken = taken };
  const SeidelChild child = { write_many, take, &parent, "a library", "it failed" };
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_child_run (&child, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (taken->len, ==, MANY_BYTES);
  for (guint i = 0; i < taken->len; i += 4096)
    g_assert_cmpuint (taken->data[i], ==, i / 4096 % 251);
}

static void
test_ends (void)
{
  g_autoptr (GByteArray) taken = g_byte_array_new ();
  Parent parent = { .taken = taken };

  assert_fails (fail, &parent, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  assert_fails (crash, &parent, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  g_assert_cmpuint (taken->len, ==, 0);
}

static void
test_refused (void)
{
  Parent parent = { .refuse = true };

  assert_fails (write_many, &parent, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
  assert_fails (write_and_sleep, &parent, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
}

static void
test_cancelled (void)
{
  g_autoptr (GByteArray) taken = g_byte_array_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Parent parent = { .taken = taken, .cancellable = cancellable };
  const gint64 begin = g_get_monotonic_time ();

  assert_fails (write_and_sleep, &parent, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 60 * G_USEC_PER_SEC);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/child/bytes", test_bytes);
  g_test_add_func ("/child/ends", test_ends);
  g_test_add_func ("/child/refused", test_refused);
  g_test_add_func ("/child/cancelled", test_cancelled);
  return g_test_run ();
}
