/* MATLAB files of version 7.3, and the program that reads them: however it ends is an error here,
 * it stops when it is not wanted any more, and its output is not trusted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/seidel-memory.h"
#include "io/formats/seidel-mat-process.h"
#include "io/formats/seidel-mat.h"
#include "../mat-testing.h"
#include "matrix/seidel-vector.h"

/* Readers that are started for each kind of damage. */
#define N_CUTS    20
#define N_CHANGES 80

static char *libexec;

static char *
write_several (const char *name)
{
  static double four[] = { 1, 2, 3, 4 };

  return mat_testing_write (name, MAT_FT_MAT73, mat_testing_sparse ("A"),
                            mat_testing_dense ("D", 2, 2, four), mat_testing_complex ("z"),
                            mat_testing_dense ("b", 3, 1, four), mat_testing_text ("t", "text"),
                            (matvar_t *) NULL);
}

static void
test_several (void)
{
  static const double rhs[] = { 1, 2, 3 };
  g_autofree char *path = write_several ("several.mat");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = seidel_list_variables (path, NULL, &error);
  g_autoptr (SeidelMatrix) matrix = NULL;
  const SeidelVariable *variable;

  g_assert_no_error (error);
  g_assert_cmpint (list->len, ==, 4);
  variable = list->pdata[0];
  g_assert_cmpstr (variable->name, ==, "A");
  g_assert_cmpstr (variable->description, ==, "3 × 3, sparse");
  g_assert_true (variable->usable);
  variable = list->pdata[3];
  g_assert_cmpstr (variable->name, ==, "z");
  g_assert_cmpstr (variable->description, ==, "1 × 1, complex double");
  g_assert_true (variable->usable);
  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_CHOICE, "several.mat");
  g_clear_error (&error);
  matrix = seidel_load_variable (path, "A", NULL, NULL, &error);
  g_assert_no_error (error);
  mat_testing_assert_good (matrix);
  g_assert_cmpmem (matrix->rhs, sizeof rhs, rhs, sizeof rhs);
  g_assert_cmpstr (matrix->origin.note, ==, "The right-hand side is b.");
  g_assert_cmpstr (matrix->origin.variable, ==, "A");
  g_assert_cmpstr (matrix->origin.path, ==, path);
  g_assert_cmpuint (matrix->origin.file_bytes, >, 0);
  g_assert_cmpstr (matrix->name, ==, "several, A");
}

static void
test_vector (void)
{
  static const double numbers[] = { 1, 2, 3 };
  g_autofree char *path = write_several ("vector.mat");
  g_autoptr (GError) error = NULL;
  double *x = seidel_load_vector (path, 3, false, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpmem (x, sizeof numbers, numbers, sizeof numbers);
  seidel_vector_free (x);
  g_assert_null (seidel_load_vector (path, 7, false, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_INVALID, "vector.mat");
}

/* (0 1; 0 0; 1 1), of ones alone. */
static void
test_logical (void)
{
  static const int64_t offsets[] = { 0, 1, 1, 3 };
  static const int32_t indices[] = { 1, 0, 1 };
  static const double ones[] = { 1, 1, 1 };
  static unsigned char bytes[] = { 1, 1, 1 };
  static mat_uint32_t rows[] = { 2, 0, 2 };
  static mat_uint32_t columns[] = { 0, 1, 3 };
  size_t dims[] = { 3, 2 };
  mat_sparse_t sparse = { 3, rows, 3, columns, 3, 3, bytes };
  g_autofree char *path = mat_testing_write ("logical.mat", MAT_FT_MAT73,
                                             Mat_VarCreate ("L", MAT_C_SPARSE, MAT_T_UINT8, 2, dims,
                                                            &sparse, MAT_F_LOGICAL),
                                             (matvar_t *) NULL);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

  g_assert_cmpstr (matrix->origin.format, ==, "MATLAB 7.3, sparse logical");
  g_assert_cmpint (matrix->csr->rows, ==, 3);
  g_assert_cmpint (matrix->csr->columns, ==, 2);
  g_assert_cmpmem (matrix->csr->row_offsets, sizeof offsets, offsets, sizeof offsets);
  g_assert_cmpmem (matrix->csr->column_indices, sizeof indices, indices, sizeof indices);
  g_assert_cmpmem (matrix->csr->values, sizeof ones, ones, sizeof ones);
}

static void
test_empty (void)
{
  g_autofree char *path =
    mat_testing_write ("empty.mat", MAT_FT_MAT73, mat_testing_dense ("E", 0, 3, NULL),
                       (matvar_t *) NULL);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

  g_assert_cmpint (matrix->csr->rows, ==, 0);
  g_assert_cmpint (matrix->csr->columns, ==, 3);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 0);
}

/* Numbers enough that they do not fit into the pipe at once. */
static void
test_large (void)
{
  const int n = 700;
  g_autofree double *values = g_new (double, (gsize) n *(gsize) n);
  g_autofree char *path = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;

  for (int i = 0; i < n * n; i++)
    values[i] = i + 1;
  path =
    mat_testing_write ("large.mat", MAT_FT_MAT73,
                       mat_testing_dense ("D", (size_t) n, (size_t) n, values), (matvar_t *) NULL);
  matrix = io_testing_load (path);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, n * n);
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++)
      g_assert_cmpfloat (matrix->csr->values[row * n + column], ==, column * n + row + 1);
}

static int
count_files (const char *folder)
{
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  int n = 0;

  while (g_dir_read_name (files) != NULL)
    n++;
  return n;
}

/* HDF5 asks for the name of what it reads: what was unpacked has one, and nothing of it stays. */
static void
test_unpacked (void)
{
  g_autofree char *path =
    mat_testing_write ("whole.mat", MAT_FT_MAT73, mat_testing_sparse ("S"), (matvar_t *) NULL);
  g_autofree char *content = NULL;
  g_autofree char *gz = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  gz = io_testing_write_gz ("whole.mat.gz", content, length);
  matrix = io_testing_load (gz);
  mat_testing_assert_good (matrix);
  g_assert_cmpstr (matrix->name, ==, "whole");
  g_assert_cmpint (count_files (g_get_tmp_dir ()), ==, 1);
}

static void
assert_bearable (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_matrix (path, NULL, NULL, &error);
  g_autofree char *name = g_path_get_basename (path);

  g_assert_true ((matrix == NULL) == (error != NULL));
  g_assert_true (matrix == NULL || seidel_csr_validate (matrix->csr, NULL));
  g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
  if (g_error_matches (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT))
    g_assert_true (g_str_has_prefix (error->message, name));
}

/* As after a broken download: cut anywhere, nothing is read of it. */
static void
test_cut (void)
{
  g_autofree char *path =
    mat_testing_write ("good.mat", MAT_FT_MAT73, mat_testing_problem (), (matvar_t *) NULL);
  g_autofree char *content = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  for (gsize i = 0; i < N_CUTS; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *cut = mat_testing_write_fast ("cut.mat", content, length * i / N_CUTS);

      g_assert_null (seidel_load_matrix (cut, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
    }
}

/* Up to four bytes changed anywhere: what the library makes of it is a matrix or an error. */
static void
test_changed (void)
{
  g_autofree char *path =
    mat_testing_write ("good.mat", MAT_FT_MAT73, mat_testing_problem (), (matvar_t *) NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (73);
  g_autofree char *content = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  seidel_memory_pretend_total (64e6);
  seidel_mat_process_set_patience (0.5);
  for (int i = 0; i < N_CHANGES; i++)
    {
      g_autofree char *changed = g_memdup2 (content, length);
      g_autofree char *file = NULL;

      for (int place = 0; place <= i % 4; place++)
        changed[g_rand_int_range (random, 512, (gint32) length)] =
          (char) g_rand_int_range (random, 0, 256);
      file = mat_testing_write_fast ("changed.mat", changed, length);
      assert_bearable (file);
    }
  seidel_mat_process_set_patience (20.0);
  seidel_memory_pretend_total (0.0);
}

static double
peak_bytes (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  return 1024.0 * (double) usage.ru_maxrss;
}

/* A few kilobytes that declare a thousand million entries, and so on: the reader ends with the size
 * that is allowed, and does not take more. */
static void
test_declared_sizes (void)
{
  static const char *const names[] = { "many-entries", "many-columns", "too-many-entries" };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path =
        g_test_build_filename (G_TEST_DIST, "fuzz", "seeds", "mat-process", names[i], NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
      /* matio 1.6 refuses such entries before they are asked for. */
      g_assert_true (g_error_matches (error, SEIDEL_ERROR, SEIDEL_ERROR_LARGE)
                     || g_error_matches (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT));
    }
#ifndef __SANITIZE_ADDRESS__
  g_assert_cmpfloat (peak_bytes (), <, 80e6);
#endif
}

/* Numbers that are there, but take far more than the file: read once the user has agreed. */
static void
test_any_size (void)
{
  const size_t n = 2600;
  g_autofree double *zeros = g_new0 (double, n *n);
  g_autofree char *path =
    mat_testing_write ("zeros.mat", MAT_FT_MAT73, mat_testing_dense ("D", n, n, zeros),
                       (matvar_t *) NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_matrix (path, NULL, NULL, &error);

  g_assert_null (matrix);
  io_testing_assert_error (error, SEIDEL_ERROR_LARGE, "zeros.mat");
  g_clear_error (&error);
  matrix = seidel_load_any_size (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (matrix->csr->rows, ==, n);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 0);
}

/* A script in the place of the reader; NULL for none at all. */
static void
pretend_reader (const char *script)
{
  g_autofree char *program = io_testing_path (SEIDEL_MAT_PROGRAM);
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\n%s\n", script);

  g_setenv ("SEIDEL_LIBEXEC_DIR", io_testing_folder, TRUE);
  g_remove (program);
  if (script == NULL)
    return;
  g_assert_true (
    g_file_set_contents_full (program, text, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
}

static void
back_to_reader (void)
{
  g_setenv ("SEIDEL_LIBEXEC_DIR", libexec, TRUE);
}

static void
assert_fails (const char *script, int code)
{
  g_autofree char *path =
    mat_testing_write ("any.mat", MAT_FT_MAT73, mat_testing_sparse ("S"), (matvar_t *) NULL);
  g_autoptr (GError) error = NULL;

  pretend_reader (script);
  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, code, "any.mat");
  back_to_reader ();
}

static void
test_missing (void)
{
  assert_fails (NULL, SEIDEL_ERROR_UNAVAILABLE);
}

static void
test_ended (void)
{
  assert_fails ("kill -SEGV $$", SEIDEL_ERROR_FORMAT);
  assert_fails ("printf '\\1\\2'; kill -ABRT $$", SEIDEL_ERROR_FORMAT);
  assert_fails ("printf '\\1\\3half'; exit 5", SEIDEL_ERROR_FORMAT);
  assert_fails ("exit 0", SEIDEL_ERROR_FORMAT);
  assert_fails ("kill -KILL $$", SEIDEL_ERROR_MEMORY);
}

/* One that computes for ever, one that sleeps, and one that has ended but left its output open. */
static void
test_no_progress (void)
{
  static const char *const scripts[] = { "while :; do :; done", "exec sleep 100",
                                         "sleep 100 & exit 0" };

  seidel_mat_process_set_patience (0.1);
  for (size_t i = 0; i < G_N_ELEMENTS (scripts); i++)
    assert_fails (scripts[i], SEIDEL_ERROR_FORMAT);
  seidel_mat_process_set_patience (20.0);
}

/* Whether a file is still read by a reader that makes this call first, and goes on where the call
 * fails. */
static bool
is_read_in_spite_of (const char *path, const char *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;

  g_setenv ("SEIDEL_TEST_CALL", call, TRUE);
  matrix = seidel_load_variable (path, "A", NULL, NULL, &error);
  if (matrix == NULL)
    io_testing_assert_error (error, SEIDEL_ERROR_FORMAT, "sandbox.mat");
  return matrix != NULL;
}

static void
test_sandbox (void)
{
  static const char *const forbidden[] = {
    "read another file", "write to the input",    "create a file",   "remove a file",
    "start a program",   "start a process",       "reach a network", "send a signal",
    "map code",          "change its own limits",
  };
  g_autofree char *path = write_several ("sandbox.mat");
  g_autofree char *kept = g_strdup (g_getenv ("LD_PRELOAD"));
  g_autofree char *preloaded = NULL;

  preloaded =
    g_strconcat (g_getenv ("SEIDEL_TEST_FORBIDDEN_CALLS"), kept != NULL ? ":" : NULL, kept, NULL);
  g_setenv ("LD_PRELOAD", preloaded, TRUE);
  g_setenv ("ASAN_OPTIONS", "verify_asan_link_order=0", FALSE);
  g_assert_false (is_read_in_spite_of (path, "getpid")); /* allowed: the calls are made */
  for (size_t i = 0; i < G_N_ELEMENTS (forbidden); i++)
    {
      g_test_message ("%s", forbidden[i]);
      g_assert_true (is_read_in_spite_of (path, forbidden[i]));
    }
  g_unsetenv ("SEIDEL_TEST_CALL");
  if (kept != NULL)
    g_setenv ("LD_PRELOAD", kept, TRUE);
  else
    g_unsetenv ("LD_PRELOAD");
}

/* Output of a reader: a record, its text and more. */
static void
assert_answer_fails (const SeidelMatRecord *record,
                     const char *text,
                     const void *content,
                     size_t bytes,
                     int code)
{
  g_autoptr (GByteArray) answer = g_byte_array_new ();
  g_autofree char *path = NULL;
  g_autofree char *script = NULL;

  g_byte_array_append (answer, (const guint8 *) record, sizeof *record);
  g_byte_array_append (answer, (const guint8 *) text, (guint) strlen (text));
  g_byte_array_append (answer, content, (guint) bytes);
  path = mat_testing_write_fast ("answer", (const char *) answer->data, answer->len);
  script = g_strdup_printf ("cat '%s'", path);
  assert_fails (script, code);
}

static void
test_records (void)
{
  static const struct
  {
    SeidelMatRecord record;
    const char *text;
    int code;
  } cases[] = {
    { { .kind = 0 }, "", SEIDEL_ERROR_FORMAT },
    { { .kind = 9 }, "", SEIDEL_ERROR_FORMAT },
    { { .kind = SEIDEL_MAT_RECORD_ARRAY, .text_bytes = 1 << 24 }, "", SEIDEL_ERROR_FORMAT },
    { { .kind = SEIDEL_MAT_RECORD_ARRAY, .text_bytes = 1 }, "\377", SEIDEL_ERROR_FORMAT },
    { { .kind = SEIDEL_MAT_RECORD_ARRAY, .rows = G_MAXUINT64 }, "", SEIDEL_ERROR_FORMAT },
    { { .kind = SEIDEL_MAT_RECORD_ERROR, .code = 255, .text_bytes = 1 }, "x", SEIDEL_ERROR_FORMAT },
    { { .kind = SEIDEL_MAT_RECORD_ERROR, .code = SEIDEL_ERROR_UNSUPPORTED, .text_bytes = 5 },
      "hello",
      SEIDEL_ERROR_UNSUPPORTED },
    /* No array at all. */
    { { .kind = SEIDEL_MAT_RECORD_END }, "", SEIDEL_ERROR_UNSUPPORTED },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_answer_fails (&cases[i].record, cases[i].text, "", 0, cases[i].code);
}

/* A sparse array of 2 × 2 that is none, and content that was not asked for or cannot be. */
static void
test_forged_content (void)
{
  static const SeidelMatRecord good = { .kind = SEIDEL_MAT_RECORD_ARRAY,
                                        .text_bytes = 1,
                                        .mat_class = SEIDEL_MAT_SPARSE,
                                        .flags = SEIDEL_MAT_FLAG_CONTENT,
                                        .element = SEIDEL_ELEMENT_UINT8,
                                        .rank = 2,
                                        .rows = 2,
                                        .columns = 2,
                                        .entries = 2 };
  static const int32_t wrong[][5] = {
    { 0, 2, 0, 1, 2 }, { -1, 1, 0, 1, 2 }, { 0, 1, 1, 1, 2 }, { 0, 1, 0, 3, 2 }, { 0, 1, 0, 1, 3 },
  };
  char content[5 * 4 + 2];
  SeidelMatRecord record;

  for (size_t i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      memcpy (content, wrong[i], 20);
      memset (content + 20, 1, 2);
      assert_answer_fails (&good, "A", content, sizeof content, SEIDEL_ERROR_FORMAT);
    }
  record = good;
  record.element = 99;
  assert_answer_fails (&record, "A", content, sizeof content, SEIDEL_ERROR_FORMAT);
  record = good;
  record.entries = UINT64_C (1) << 40;
  assert_answer_fails (&record, "A", content, sizeof content, SEIDEL_ERROR_FORMAT);
  record = good;
  record.columns = UINT64_C (1) << 40;
  assert_answer_fails (&record, "A", content, sizeof content, SEIDEL_ERROR_FORMAT);
  record = good;
  record.mat_class = SEIDEL_MAT_FUNCTION;
  assert_answer_fails (&record, "A", content, sizeof content, SEIDEL_ERROR_FORMAT);
}

static void *
cancel_thread (void *data)
{
  g_usleep (20000);
  g_cancellable_cancel (data);
  return NULL;
}

/* However it stands with a reader, it is not waited for; none of these would ever end. */
static void
test_cancelled (void)
{
  static const char *const scripts[] = {
    "exec sleep 100000",
    "while :; do :; done",
    "printf '\\1\\2\\3'; exec sleep 100000",
    "exec 1>&-; exec sleep 100000",
  };
  g_autofree char *path =
    mat_testing_write ("slow.mat", MAT_FT_MAT73, mat_testing_sparse ("S"), (matvar_t *) NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      GThread *thread;

      pretend_reader (scripts[i]);
      thread = g_thread_new ("cancel", cancel_thread, cancellable);
      g_assert_null (seidel_load_matrix (path, NULL, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_thread_join (thread);
    }
  back_to_reader ();
}

/* A reader that is blocked, because nobody listens, ends with the process that started it. */
static void
test_orphan (void)
{
  g_autofree char *path =
    mat_testing_write ("any.mat", MAT_FT_MAT73, mat_testing_sparse ("S"), (matvar_t *) NULL);
  g_autofree char *program = g_build_filename (libexec, SEIDEL_MAT_PROGRAM, NULL);
  int life[2];
  int words[2];
  char byte = 0;
  pid_t middle;

  g_assert_cmpint (pipe2 (life, O_CLOEXEC), ==, 0);
  g_assert_cmpint (pipe2 (words, O_CLOEXEC | O_NONBLOCK), ==, 0);
  while (write (words[1], &byte, 1) == 1)
    continue;
  fcntl (words[1], F_SETFL, 0);
  middle = fork ();
  if (middle == 0)
    {
      g_autofree char *parent = g_strdup_printf ("%ld", (long) getpid ());
      int file = open (path, O_RDONLY | O_CLOEXEC);

      if (fork () == 0)
        {
          dup2 (file, STDIN_FILENO);
          dup2 (words[1], STDOUT_FILENO);
          fcntl (life[1], F_SETFD, 0);
          execl (program, program, parent, "1e9", (char *) NULL);
          _exit (1);
        }
      /* By then it has come to its first record. */
      g_usleep (200000);
      _exit (0);
    }
  close (life[1]);
  g_assert_cmpint (waitpid (middle, NULL, 0), ==, middle);
  g_assert_cmpint (read (life[0], &byte, 1), ==, 0);
  close (life[0]);
  close (words[0]);
  close (words[1]);
}

static void
assert_exits (const char *parent, int status)
{
  g_autofree char *program = g_build_filename (libexec, SEIDEL_MAT_PROGRAM, NULL);
  const char *const arguments[] = { program, parent, parent != NULL ? "1e9" : NULL, "0", NULL };
  g_autofree char *output = NULL;
  int got = -1;

  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                               NULL, &output, NULL, &got, NULL));
  g_assert_true (WIFEXITED (got));
  g_assert_cmpint (WEXITSTATUS (got), ==, status);
  g_assert_cmpstr (output, ==, "");
}

/* It works for its parent only. */
static void
test_called (void)
{
  assert_exits ("0", 1);
  assert_exits (NULL, 2);
}

static void *
load_thread (void *data)
{
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (SeidelMatrix) matrix = seidel_load_variable (data, "A", NULL, NULL, NULL);

      g_assert_nonnull (matrix);
      mat_testing_assert_good (matrix);
    }
  return NULL;
}

static void
test_threads (void)
{
  g_autofree char *path = write_several ("threads.mat");
  GThread *threads[4];

  for (size_t i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("load", load_thread, path);
  for (size_t i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

/* The open files once no child is left, for which GLib waits in a thread of its own, by files. */
static int
count_open_files (int most)
{
  siginfo_t info;

  for (int tries = 0; tries < 1000 && waitid (P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
       tries++)
    g_usleep (10000);
  g_assert_cmpint (errno, ==, ECHILD);
  for (int tries = 0; tries < 1000 && count_files ("/proc/self/fd") > most; tries++)
    g_usleep (10000);
  return count_files ("/proc/self/fd");
}

/* After all that no file is open and no process left. */
static void
test_nothing_left (void)
{
  g_autofree char *path = write_several ("left.mat");
  int n;

  /* The first time GLib opens files for that thread. */
  load_thread (path);
  n = count_open_files (0);
  test_ended ();
  test_missing ();
  test_cancelled ();
  load_thread (path);
  g_assert_cmpint (count_open_files (n), ==, n);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  libexec = g_strdup (g_getenv ("SEIDEL_LIBEXEC_DIR"));
  /* Nobody else's files are in it. */
  folder = g_strdup_printf ("%s/seidel-tmp-XXXXXX",
                            g_getenv ("TMPDIR") != NULL ? g_getenv ("TMPDIR") : "/tmp");
  g_assert_nonnull (g_mkdtemp (folder));
  g_setenv ("TMPDIR", folder, TRUE);
  io_testing_begin ();
  g_test_add_func ("/mat-process/declared-sizes", test_declared_sizes);
  g_test_add_func ("/mat-process/several", test_several);
  g_test_add_func ("/mat-process/vector", test_vector);
  g_test_add_func ("/mat-process/logical", test_logical);
  g_test_add_func ("/mat-process/empty", test_empty);
  g_test_add_func ("/mat-process/large", test_large);
  g_test_add_func ("/mat-process/any-size", test_any_size);
  g_test_add_func ("/mat-process/unpacked", test_unpacked);
  g_test_add_func ("/mat-process/cut", test_cut);
  g_test_add_func ("/mat-process/changed", test_changed);
  g_test_add_func ("/mat-process/missing", test_missing);
  g_test_add_func ("/mat-process/ended", test_ended);
  g_test_add_func ("/mat-process/no-progress", test_no_progress);
  g_test_add_func ("/mat-process/sandbox", test_sandbox);
  g_test_add_func ("/mat-process/records", test_records);
  g_test_add_func ("/mat-process/forged-content", test_forged_content);
  g_test_add_func ("/mat-process/cancelled", test_cancelled);
  g_test_add_func ("/mat-process/orphan", test_orphan);
  g_test_add_func ("/mat-process/called", test_called);
  g_test_add_func ("/mat-process/threads", test_threads);
  g_test_add_func ("/mat-process/nothing-left", test_nothing_left);
  status = g_test_run ();
  io_testing_end ();
  g_rmdir (folder);
  g_free (libexec);
  return status;
}
