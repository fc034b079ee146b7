/* Reading what was compressed: every compression gives what the plain file gives, damaged data are
 * reported, and a promise that is not kept costs nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <sys/resource.h>

#include <unistd.h>

#include "base/seidel-memory.h"
#include "io/bytes/seidel-blocks.h"
#include "io/bytes/seidel-source.h"
#include "../pack-testing.h"
#include "../../base/translator-testing.h"

#define REAL "%%MatrixMarket matrix coordinate real general\n"

/* Some blocks of text, in an order that is far from sorted. */
static char *
large_text (int n, const char *last_line)
{
  GString *text = g_string_new (REAL);

  g_string_append_printf (text, "%d %d %d\n", n, n, n);
  for (int k = 0; k < n - 1; k++)
    g_string_append_printf (text, "%d %d %d.%d\n", k * 7 % n + 1, k * 11 % n + 1, k % 1000, k % 9);
  g_string_append (text, last_line);
  return g_string_free (text, FALSE);
}

static void
test_all_compressions (void)
{
  g_autofree char *text = large_text (100000, "1 1 -7.5\n");
  g_autofree char *plain_path = io_testing_write ("plain.mtx", text, -1);
  g_autoptr (SeidelMatrix) plain = io_testing_load (plain_path);

  for (size_t i = 0; i < G_N_ELEMENTS (pack_testing_filters); i++)
    {
      const PackTestingFilter *filter = &pack_testing_filters[i];
      g_autofree char *name = g_strconcat ("packed.mtx", filter->suffix, NULL);
      g_autofree char *path = pack_testing_compress (name, filter->filter, text, strlen (text));
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
      g_autofree char *content = NULL;
      size_t length;

      io_testing_assert_equal (plain->csr, matrix->csr);
      g_assert_cmpstr (matrix->name, ==, "packed");
      g_assert_cmpstr (matrix->origin.path, ==, path);
      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      g_assert_cmpuint (matrix->origin.file_bytes, ==, length);
      g_assert_cmpuint (length, <, strlen (text));
    }
}

/* Recognised by content: the name says nothing. */
static void
test_misnamed (void)
{
  const char *text = REAL "1 1 1\n1 1 7\n";
  g_autofree char *path =
    pack_testing_compress ("misnamed.gz", ARCHIVE_FILTER_XZ, text, strlen (text));
  g_autofree char *plain = io_testing_write ("plain.mtx.xz", text, -1);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
  g_autoptr (SeidelMatrix) from_plain = io_testing_load (plain);

  io_testing_assert_equal (matrix->csr, from_plain->csr);
  g_assert_cmpfloat (matrix->csr->values[0], ==, 7.0);
}

static void
test_lines (void)
{
  g_autofree char *text = large_text (100000, "1 x 1\n");

  for (size_t i = 0; i < G_N_ELEMENTS (pack_testing_filters); i++)
    {
      const PackTestingFilter *filter = &pack_testing_filters[i];
      g_autofree char *name = g_strconcat ("bad.mtx", filter->suffix, NULL);
      g_autofree char *path = pack_testing_compress (name, filter->filter, text, strlen (text));
      g_autofree char *place = g_strconcat (name, ":100002", NULL);

      io_testing_assert_bad (path, SEIDEL_ERROR_FORMAT, place);
    }
}

/* Where a format has no word for its end, what is missing is the matrix' to notice. Of lz4
 * libarchive says nothing when its first block is not complete. */
static void
test_truncated (void)
{
  g_autofree char *text = large_text (100000, "1 1 1\n");

  for (size_t i = 0; i < G_N_ELEMENTS (pack_testing_filters); i++)
    {
      const PackTestingFilter *filter = &pack_testing_filters[i];
      g_autofree char *name = g_strconcat ("cut.mtx", filter->suffix, NULL);
      g_autofree char *whole = pack_testing_compress (name, filter->filter, text, strlen (text));
      g_autofree char *content = NULL;
      g_autofree char *path = NULL;
      g_autoptr (GError) error = NULL;
      size_t length;

      g_assert_true (g_file_get_contents (whole, &content, &length, NULL));
      path = io_testing_write (name, content, (gssize) (length / 2));
      if (filter->filter != ARCHIVE_FILTER_COMPRESS)
        {
          io_testing_assert_bad (path, SEIDEL_ERROR_IO, name);
          continue;
        }
      g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
      g_assert_nonnull (error);
    }
}

/* A bit that has changed is found by check sums, where there are some: compress has none, and
 * libarchive writes none for zstd. */
static void
test_flipped (void)
{
  g_autofree char *text = large_text (100000, "1 1 1\n");

  for (size_t i = 0; i < G_N_ELEMENTS (pack_testing_filters); i++)
    {
      const PackTestingFilter *filter = &pack_testing_filters[i];
      g_autofree char *name = g_strconcat ("flipped.mtx", filter->suffix, NULL);
      g_autofree char *whole = pack_testing_compress (name, filter->filter, text, strlen (text));
      g_autofree char *content = NULL;
      g_autofree char *path = NULL;
      g_autoptr (GError) error = NULL;
      size_t length;

      if (filter->filter == ARCHIVE_FILTER_COMPRESS || filter->filter == ARCHIVE_FILTER_ZSTD)
        continue;
      g_assert_true (g_file_get_contents (whole, &content, &length, NULL));
      /* Eight bytes before the end gzip has its sum. */
      content[filter->filter == ARCHIVE_FILTER_GZIP ? length - 8 : length / 2] ^= 0x10;
      path = io_testing_write (name, content, (gssize) length);
      g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
      g_assert_nonnull (error);
      if (filter->filter == ARCHIVE_FILTER_GZIP)
        io_testing_assert_error (error, SEIDEL_ERROR_IO, name);
    }
}

/* Two compressed files, one behind the other, as one gets from cat a.gz b.gz; and a tail. */
static char *
join_parts (int filter, const char *first, const char *second, const char *tail, size_t length)
{
  g_autofree char *a = pack_testing_compress ("a", filter, first, strlen (first));
  g_autofree char *b = pack_testing_compress ("b", filter, second, strlen (second));
  g_autofree char *a_bytes = NULL;
  g_autofree char *b_bytes = NULL;
  g_autoptr (GString) both = g_string_new (NULL);
  size_t a_length;
  size_t b_length;

  g_assert_true (g_file_get_contents (a, &a_bytes, &a_length, NULL));
  g_assert_true (g_file_get_contents (b, &b_bytes, &b_length, NULL));
  g_string_append_len (both, a_bytes, (gssize) a_length);
  g_string_append_len (both, b_bytes, (gssize) b_length);
  g_string_append_len (both, tail, (gssize) length);
  return io_testing_write ("both.mtx", both->str, (gssize) both->len);
}

/* What follows gzip and is none is left alone; xz says that it is none. */
static void
test_parts (void)
{
  static const int filters[] = { ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_XZ };
  const char *first = REAL "2 2 2\n1 1 3";
  const char *second = ".5\n2 2 4\n";
  g_autofree char *trailed = NULL;

  for (size_t i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      const bool gzip = filters[i] == ARCHIVE_FILTER_GZIP;
      g_autofree char *path = join_parts (filters[i], first, second, "\0\0\0tail", gzip ? 7 : 0);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      g_assert_cmpfloat (matrix->csr->values[0], ==, 3.5);
      g_assert_cmpfloat (matrix->csr->values[1], ==, 4.0);
    }
  trailed = join_parts (ARCHIVE_FILTER_XZ, first, second, "tail", strlen ("tail"));
  io_testing_assert_bad (trailed, SEIDEL_ERROR_IO, "both.mtx");
}

/* A line that was compressed with a window of 192 MB, and what is free. */
static void
test_window (void)
{
  static const unsigned char packed[] = {
    0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x01, 0x69, 0x22, 0xde, 0x36, 0x02, 0x00, 0x21, 0x01,
    0x1f, 0x00, 0x00, 0x00, 0xfe, 0x60, 0xed, 0xde, 0xe0, 0x00, 0x39, 0x00, 0x35, 0x5d, 0x00, 0x12,
    0x89, 0x46, 0x27, 0xaa, 0x39, 0xfe, 0xb8, 0xf7, 0x39, 0xda, 0x1b, 0xe9, 0x9f, 0xed, 0x52, 0x49,
    0x57, 0x19, 0x83, 0xcf, 0x18, 0xa1, 0x32, 0xfc, 0xfe, 0x84, 0xd6, 0xe8, 0x61, 0xc7, 0xff, 0xd6,
    0x61, 0xf8, 0x9c, 0xd2, 0xf2, 0xc3, 0x3c, 0x95, 0x24, 0x85, 0x9b, 0x7e, 0x49, 0x52, 0xf3, 0xd7,
    0xfe, 0x12, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xfa, 0xda, 0xc4, 0xdd, 0x00, 0x01, 0x4d, 0x3a,
    0xd1, 0x5d, 0x5d, 0xa3, 0x90, 0x42, 0x99, 0x0d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x01, 0x59, 0x5a,
  };
  g_autofree char *path = io_testing_write ("w.mtx.xz", (const char *) packed, sizeof packed);
  g_autoptr (SeidelMatrix) matrix = NULL;

  seidel_memory_pretend_available (100e6);
  io_testing_assert_bad (path, SEIDEL_ERROR_MEMORY, "w.mtx.xz");
  seidel_memory_pretend_available (1e9);
  matrix = io_testing_load (path);
  seidel_memory_pretend_available (NAN);
  g_assert_cmpfloat (matrix->csr->values[0], ==, 7.0);
}

static void
test_empty (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (pack_testing_filters); i++)
    {
      const PackTestingFilter *filter = &pack_testing_filters[i];
      g_autofree char *name = g_strconcat ("empty.mtx", filter->suffix, NULL);
      /* libarchive (3.6) cannot write nothing as lz4: this is what lz4 itself writes. */
      g_autofree char *path =
        filter->filter == ARCHIVE_FILTER_LZ4
          ? io_testing_write (name, "\x04\x22\x4d\x18\x64\x40\xa7\0\0\0\0\x05\x5d\xcc\x02", 15)
          : pack_testing_compress (name, filter->filter, "", 0);
      /* Those of libarchive begin with a byte. */
      const bool own = filter->filter == ARCHIVE_FILTER_GZIP || filter->filter == ARCHIVE_FILTER_XZ;

      /* Nor as compress. */
      if (filter->filter != ARCHIVE_FILTER_COMPRESS)
        io_testing_assert_bad (path, own ? SEIDEL_ERROR_FORMAT : SEIDEL_ERROR_IO, name);
    }
}

/* What is wrong with a file is said in the language of the window, with its name and its line. */
static void
test_translated (void)
{
  static const char *const texts[][2] = {
    { "", ": ‹the file is empty›" },
    { REAL "2 2 2\n1 1 1\n", "‹the size line promises " },
    { REAL "2 2 1\n3 1 1\n", "‹row 3 is out of bounds" },
  };

  seidel_set_translator (test_translate_cb);
  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = io_testing_write ("refused.mtx", texts[i][0], -1);
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
      g_assert_nonnull (strstr (error->message, texts[i][1]));
    }
  seidel_set_translator (NULL);
}

/* A size line that promises 2⁶⁰ entries is refused in whatever it is wrapped. */
static void
test_promise (void)
{
  const char *text = REAL "2000000000 2000000000 1152921504606846976\n1 1 1\n";

  for (size_t i = 0; i < G_N_ELEMENTS (pack_testing_filters); i++)
    {
      const PackTestingFilter *filter = &pack_testing_filters[i];
      g_autofree char *name = g_strconcat ("promise.mtx", filter->suffix, NULL);
      g_autofree char *path = pack_testing_compress (name, filter->filter, text, strlen (text));
      g_autofree char *place = g_strconcat (name, ":2", NULL);

      io_testing_assert_bad (path, SEIDEL_ERROR_FORMAT, place);
    }
}

static int64_t
most_memory (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  return usage.ru_maxrss;
}

/* A few bytes that become many: blanks, and a promise that they might keep. Neither takes memory:
 * what is made room for has really come. */
static void
test_bombs (void)
{
  const size_t length = 64 << 20;
  g_autofree char *text = g_malloc (length);
  const char *head = REAL "10 10 16000000\n1 1 1\n";
  int64_t before;

  memset (text, '\n', length);
  memcpy (text, head, strlen (head));
  before = most_memory ();
  for (size_t i = 0; i < G_N_ELEMENTS (pack_testing_filters); i++)
    {
      const PackTestingFilter *filter = &pack_testing_filters[i];
      g_autofree char *name = g_strconcat ("bomb.mtx", filter->suffix, NULL);
      g_autofree char *path = pack_testing_compress (name, filter->filter, text, length);
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_load_any_size (path, NULL, NULL, NULL, &error));
      io_testing_assert_error (error, SEIDEL_ERROR_FORMAT, name);
    }
  /* Sixteen million entries would be 256,000 kB; reading ahead takes some MB a thread. */
  g_assert_cmpint (most_memory () - before, <, 200000);
}

/* Text that goes on and on with what a reader keeps: it ends with what the machine has. Last, for
 * the machine stays small. */
static void
test_endless (void)
{
  static const char *const lines[] = { "1 2\n", "1,2\n" };
  const size_t length = 8 << 20;
  g_autofree char *text = g_malloc (length + 1);

  seidel_memory_pretend_total (1e6);
  for (size_t i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *path = NULL;
      g_autoptr (GError) error = NULL;

      for (size_t at = 0; at < length; at += strlen (lines[i]))
        memcpy (text + at, lines[i], strlen (lines[i]));
      /* So that the first is a table and no list. */
      text[0] = i == 0 ? '-' : text[0];
      text[1] = i == 0 ? '1' : text[1];
      path = pack_testing_compress ("endless", ARCHIVE_FILTER_BZIP2, text, length);
      g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
    }
}

static void
test_rewind (void)
{
  g_autofree char *text = large_text (60000, "1 1 1\n");
  const int64_t length = (int64_t) strlen (text);
  g_autofree char *buffer = g_malloc ((gsize) length + 1);
  static const int64_t first_steps[] = { 1, 4096, 8192, 8193, 300000 };

  for (size_t i = 0; i < G_N_ELEMENTS (pack_testing_filters); i++)
    {
      const PackTestingFilter *filter = &pack_testing_filters[i];
      g_autofree char *path =
        pack_testing_compress ("rewind", filter->filter, text, (size_t) length);
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelSource) source = seidel_source_open (path, &error);

      g_assert_no_error (error);
      g_assert_true (seidel_source_is_compressed (source));
      g_assert_false (seidel_source_seek (source, 0));
      g_assert_cmpuint (seidel_source_most_text (source), >=, (uint64_t) length);
      for (size_t k = 0; k < G_N_ELEMENTS (first_steps); k++)
        {
          memset (buffer, 0x55, (size_t) length);
          g_assert_cmpint (seidel_source_read (source, buffer, first_steps[k], &error), ==,
                           first_steps[k]);
          g_assert_cmpmem (buffer, (size_t) first_steps[k], text, (size_t) first_steps[k]);
          g_assert_true (seidel_source_rewind (source, &error));
          memset (buffer, 0x55, (size_t) length);
          g_assert_cmpint (seidel_source_read (source, buffer, 3, &error), ==, 3);
          g_assert_cmpint (seidel_source_read (source, buffer + 3, length - 2, &error), ==,
                           length - 3);
          g_assert_cmpmem (buffer, (size_t) length, text, (size_t) length);
          g_assert_cmpfloat (seidel_source_fraction (source), >, 0.9);
          g_assert_cmpfloat (seidel_source_fraction (source), <=, 1.0);
          g_assert_true (seidel_source_rewind (source, &error));
        }
      g_assert_cmpint (seidel_source_line_at (source, (uint64_t) length - 2), ==, 60002);
    }
}

static void
test_plain (void)
{
  g_autofree char *path = io_testing_write ("plain", "0123456789", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelSource) source = seidel_source_open (path, &error);
  char buffer[16] = { 0 };

  g_assert_no_error (error);
  g_assert_false (seidel_source_is_compressed (source));
  g_assert_cmpuint (seidel_source_most_text (source), ==, 10);
  g_assert_true (seidel_source_seek (source, 7));
  g_assert_cmpint (seidel_source_read (source, buffer, 16, &error), ==, 3);
  g_assert_cmpstr (buffer, ==, "789");
  g_assert_cmpfloat (seidel_source_fraction (source), ==, 1.0);
  g_assert_false (seidel_source_seek (source, 11));
}

static void
test_cancelled (void)
{
  g_autofree char *text = large_text (60000, "1 1 1\n");
  g_autofree char *path =
    pack_testing_compress ("cancelled", ARCHIVE_FILTER_BZIP2, text, strlen (text));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelSource) source = seidel_source_open (path, &error);
  char buffer[16];

  g_assert_no_error (error);
  seidel_source_set_job (source, NULL, cancellable);
  g_assert_cmpint (seidel_source_read (source, buffer, 16, &error), ==, 16);
  g_cancellable_cancel (cancellable);
  g_assert_cmpint (seidel_source_read (source, buffer, 16, &error), ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A file that becomes shorter while it is read, at the search for the end of a block. */
static void
test_cut_meanwhile (void)
{
  g_autofree char *text = large_text (200000, "1 1 -7.5\n");
  g_autofree char *path = io_testing_write ("cut.mtx", text, -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelSource) source = seidel_source_open (path, NULL);
  g_auto (SeidelBlocks) blocks = { 0 };
  SeidelBlock block;

  g_assert_cmpuint (strlen (text), >, 2 * SEIDEL_BLOCK_BYTES);
  seidel_blocks_init (&blocks, source, false);
  seidel_block_init (&block);
  g_assert_true (seidel_blocks_next (&blocks, &block, NULL));
  g_assert_cmpint (truncate (path, SEIDEL_BLOCK_BYTES + 10), ==, 0);
  g_assert_false (seidel_blocks_next (&blocks, &block, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_IO, "cut.mtx");
  seidel_block_clear (&block);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/source/plain", test_plain);
  g_test_add_func ("/source/all-compressions", test_all_compressions);
  g_test_add_func ("/source/misnamed", test_misnamed);
  g_test_add_func ("/source/lines", test_lines);
  g_test_add_func ("/source/truncated", test_truncated);
  g_test_add_func ("/source/flipped", test_flipped);
  g_test_add_func ("/source/parts", test_parts);
  g_test_add_func ("/source/window", test_window);
  g_test_add_func ("/source/empty", test_empty);
  g_test_add_func ("/source/translated", test_translated);
  g_test_add_func ("/source/promise", test_promise);
  g_test_add_func ("/source/bombs", test_bombs);
  g_test_add_func ("/source/rewind", test_rewind);
  g_test_add_func ("/source/cancelled", test_cancelled);
  g_test_add_func ("/source/endless", test_endless);
  g_test_add_func ("/source/cut-meanwhile", test_cut_meanwhile);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
