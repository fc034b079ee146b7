/* One matrix in every format: the same rows bit for bit, in any locale, from the file and from its
 * copy in the cache; and files that are cut, or promise more than there is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cache-testing.h"
#include "hdf5-testing.h"
#include "locale-testing.h"
#include "pack-testing.h"

#define N 5

/* Full, so that dense formats can hold it; with digits to the last one. */
static double
value_at (int row, int column)
{
  return (row * N + column - 7.3) / 3.0 * (row % 2 == 0 ? 1e-9 : 1e11);
}

static SeidelMatrix *
make_matrix (void)
{
  SeidelCsr *csr = seidel_csr_new (N, N, N * N, NULL);

  for (int row = 0; row < N; row++)
    {
      csr->row_offsets[row] = row * N;
      for (int column = 0; column < N; column++)
        {
          csr->column_indices[row * N + column] = column;
          csr->values[row * N + column] = value_at (row, column);
        }
    }
  return seidel_matrix_new ("made", csr);
}

static void
append_value (GString *text, const char *format, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, g_ascii_formatd (digits, sizeof digits, format, value));
}

/* Lines of numbers, or of entries with indices from base. */
static GString *
write_lines (const char *separator, const char *heading, bool dense, int base)
{
  GString *text = g_string_new (heading);

  for (int row = 0; row < N; row++)
    for (int column = 0; column < N; column++)
      {
        if (!dense)
          g_string_append_printf (text, "%d%s%d%s", row + base, separator, column + base,
                                  separator);
        append_value (text, "%.17g", value_at (row, column));
        g_string_append (text, dense && column < N - 1 ? separator : "\n");
      }
  return text;
}

static GString *
write_dense (void)
{
  return write_lines (" ", "# five by five\n", true, 0);
}

static GString *
write_table (void)
{
  return write_lines (",", "\"a\",\"b\",\"c\",\"d\",\"e\"\n", true, 0);
}

static GString *
write_list (void)
{
  return write_lines ("\t", "", false, 0);
}

static GString *
write_list_from_1 (void)
{
  return write_lines (";", "row;column;value\n", false, 1);
}

/* Every vertex has every other one as its neighbour; so a graph is no matrix of such values. */
static GString *
write_arcs (void)
{
  GString *text = g_string_new ("c five by five\np sp 5 25\n");

  for (int row = 0; row < N; row++)
    for (int column = 0; column < N; column++)
      {
        g_string_append_printf (text, "a %d %d ", row + 1, column + 1);
        append_value (text, "%.17g", value_at (row, column));
        g_string_append_c (text, '\n');
      }
  return text;
}

static GString *
write_view (void)
{
  GString *text = g_string_new ("Mat Object: 1 MPI process\n  type: seqaij\n");

  for (int row = 0; row < N; row++)
    {
      g_string_append_printf (text, "row %d:", row);
      for (int column = 0; column < N; column++)
        {
          g_string_append_printf (text, " (%d, ", column);
          append_value (text, "%.17g", value_at (row, column));
          g_string_append (text, ") ");
        }
      g_string_append_c (text, '\n');
    }
  return text;
}

static GString *
write_script (void)
{
  GString *lines = write_lines (" ", "% Size = 5 5\nzzz = zeros(25,3);\nzzz = [\n", false, 1);

  return g_string_append (lines, "];\n A = spconvert(zzz);\n");
}

static GString *
write_harwell (void)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%-72s%-8s\n%14d%14d%14d%14d%14d\n%-14s%14d%14d%14d%14d\n",
                          "By hand", "HAND", 1 + N + N * N, 1, N, N * N, 0, "RUA", N, N, N * N, 0);
  g_string_append_printf (text, "%-16s%-16s%-20s%-20s\n", "(6I5)", "(5I5)", "(1E25.17)", "");
  for (int column = 0; column <= N; column++)
    g_string_append_printf (text, "%5d%s", column * N + 1, column < N ? "" : "\n");
  for (int k = 0; k < N * N; k++)
    g_string_append_printf (text, "%5d%s", k % N + 1, k % N < N - 1 ? "" : "\n");
  for (int k = 0; k < N * N; k++)
    {
      append_value (text, "%25.17E", value_at (k % N, k / N));
      g_string_append_c (text, '\n');
    }
  return text;
}

static void
append_big (GString *bytes, uint64_t bits, int size)
{
  for (int i = size - 1; i >= 0; i--)
    g_string_append_c (bytes, (char) (bits >> (8 * i)));
}

static GString *
write_petsc (void)
{
  GString *bytes = g_string_new (NULL);

  append_big (bytes, 1211216, 4);
  append_big (bytes, N, 4);
  append_big (bytes, N, 4);
  append_big (bytes, N * N, 4);
  for (int row = 0; row < N; row++)
    append_big (bytes, N, 4);
  for (int k = 0; k < N * N; k++)
    append_big (bytes, (uint64_t) (k % N), 4);
  for (int k = 0; k < N * N; k++)
    {
      double value = value_at (k / N, k % N);
      uint64_t bits;

      memcpy (&bits, &value, sizeof bits);
      append_big (bytes, bits, 8);
    }
  return bytes;
}

static GString *
begin_array (const char *shape, bool by_columns)
{
  GString *bytes = g_string_new (NULL);
  g_autofree char *header =
    g_strdup_printf ("{'descr': '<f8', 'fortran_order': %s, 'shape': %s, }\n",
                     by_columns ? "True" : "False", shape);

  g_string_append_len (bytes, "\x93NUMPY\x01\x00", 8);
  g_string_append_c (bytes, (char) strlen (header));
  g_string_append_c (bytes, '\0');
  g_string_append (bytes, header);
  return bytes;
}

/* Row by row. */
static GString *
write_hdf5 (void)
{
  const hid_t options = H5Pcreate (H5P_FILE_ACCESS);
  GString *bytes = g_string_new (NULL);
  double values[N * N];
  hid_t file;

  for (int k = 0; k < N * N; k++)
    values[k] = value_at (k / N, k % N);
  H5Pset_fapl_core (options, 65536, false);
  file = H5Fcreate ("any.h5", H5F_ACC_TRUNC, H5P_DEFAULT, options);
  hdf5_testing_dataset (file, "A", H5T_NATIVE_DOUBLE, N, N, values);
  H5Fflush (file, H5F_SCOPE_GLOBAL);
  g_string_set_size (bytes, (gsize) H5Fget_file_image (file, NULL, 0));
  H5Fget_file_image (file, bytes->str, bytes->len);
  H5Fclose (file);
  H5Pclose (options);
  return bytes;
}

static GString *
write_array (void)
{
  GString *bytes = begin_array ("(5, 5)", true);

  for (int k = 0; k < N * N; k++)
    {
      double value = value_at (k % N, k / N);

      g_string_append_len (bytes, (const char *) &value, sizeof value);
    }
  return bytes;
}

/* What no function above writes is saved, or packed from one that is. */
static const struct
{
  const char *format; /* its id */
  const char *name;
  GString *(*write) (void);
  const char *packed; /* the file in the archive */
} samples[] = {
  { "matrix-market", "saved.mtx", NULL, NULL },
  { "matrix-market", "saved.mtx.gz", NULL, NULL },
  { "matrix-market", "saved.mtx.bz2", NULL, NULL },
  { "matrix-market", "saved.mtx.xz", NULL, NULL },
  { "matrix-market", "saved.mtx.zst", NULL, NULL },
  { "matlab", "saved.mat", NULL, NULL },
  { "hdf5", "dense.h5", write_hdf5, NULL },
  { "npz", "saved.npz", NULL, NULL },
  { "numpy", "array.npy", write_array, NULL },
  { "harwell-boeing", "harwell.rua", write_harwell, NULL },
  { "petsc", "binary.petsc", write_petsc, NULL },
  { "coordinate-text", "list.tsv", write_list, NULL },
  { "coordinate-text", "list.csv", write_list_from_1, NULL },
  { "dimacs", "arcs.gr", write_arcs, NULL },
  { "octave", "saved.octave", NULL, NULL },
  { "petsc-text", "view.txt", write_view, NULL },
  { "matlab-script", "script.m", write_script, NULL },
  { "dense-text", "dense.txt", write_dense, NULL },
  { "dense-text", "table.csv", write_table, NULL },
  { "archive", "packed.tar.gz", write_harwell, "packed/packed.rua" },
  { "archive", "packed.zip", write_list_from_1, "packed/list.csv" },
};

static char *
write_sample (size_t i)
{
  g_autoptr (GString) text = samples[i].write != NULL ? samples[i].write () : NULL;
  g_autoptr (SeidelMatrix) matrix = make_matrix ();
  g_autoptr (GError) error = NULL;
  const bool zip = g_str_has_suffix (samples[i].name, ".zip");
  const PackTestingMember member = { samples[i].packed, text != NULL ? text->str : NULL };
  char *path;

  if (samples[i].packed != NULL)
    return pack_testing_archive (samples[i].name,
                                 zip ? ARCHIVE_FORMAT_ZIP : ARCHIVE_FORMAT_TAR_USTAR,
                                 zip ? ARCHIVE_FILTER_NONE : ARCHIVE_FILTER_GZIP, &member, 1);
  if (text != NULL)
    return io_testing_write (samples[i].name, text->str, (gssize) text->len);
  path = io_testing_path (samples[i].name);
  g_assert_true (seidel_save_matrix (matrix, path, NULL, NULL, &error));
  g_assert_no_error (error);
  return path;
}

/* A format without a sample would go untested. */
static void
test_complete (void)
{
  size_t n;
  const SeidelFormat *formats = seidel_formats (&n);

  for (size_t f = 0; f < n; f++)
    {
      bool found = false;

      for (size_t i = 0; i < G_N_ELEMENTS (samples); i++)
        found = found || g_str_equal (samples[i].format, formats[f].id);
      /* The weights of its edges are symmetric (test-readings.c). */
      found = found || g_str_equal (formats[f].id, "metis");
      g_test_message ("%s", formats[f].id);
      g_assert_true (found);
    }
}

static void
check_same (void)
{
  g_autoptr (SeidelMatrix) made = make_matrix ();

  for (size_t i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = write_sample (i);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      g_test_message ("%s", samples[i].name);
      io_testing_assert_equal (made->csr, matrix->csr);
      g_assert_cmpint (matrix->origin.stored, ==, N * N);
      g_assert_cmpint (matrix->origin.duplicates, ==, 0);
      g_assert_cmpint (matrix->origin.symmetry, ==, SEIDEL_FILED_GENERAL);
    }
}

static void
test_locale (void)
{
  locale_testing_run (check_same);
}

static void
test_cached (void)
{
  g_autofree char *paths[G_N_ELEMENTS (samples)] = { NULL };

  cache_testing_clear ();
  for (size_t i = 0; i < G_N_ELEMENTS (samples); i++)
    paths[i] = write_sample (i);
  g_usleep (SETTLING_MICROSECONDS);
  for (size_t i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (SeidelMatrix) first = cache_testing_load (paths[i]);
      g_autoptr (SeidelMatrix) second = io_testing_load (paths[i]);

      g_test_message ("%s", samples[i].name);
      g_assert_false (cache_testing_is_cached (first));
      g_assert_true (cache_testing_is_cached (second));
      io_testing_assert_equal (first->csr, second->csr);
      cache_testing_assert_same_origin (first, second);
      g_clear_pointer (&paths[i], g_free);
    }
  cache_testing_clear ();
}

/* What is cut is refused, or is a matrix all the same where text ends between two lines. */
static void
test_cut (void)
{
  g_setenv ("SEIDEL_CACHE", "off", TRUE);
  for (size_t i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = write_sample (i);
      g_autofree char *content = NULL;
      size_t length = 0;

      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      for (size_t part = 1; part < 12; part++)
        {
          g_autofree char *cut =
            io_testing_write (samples[i].name, content, (gssize) (length * part / 12));
          g_autoptr (GError) error = NULL;
          g_autoptr (SeidelMatrix) matrix = seidel_load_matrix (cut, NULL, NULL, &error);

          g_test_message ("%s, %u of 12 parts", samples[i].name, (unsigned) part);
          g_assert_cmpint (matrix != NULL, ==, error == NULL);
          if (matrix == NULL)
            g_assert_true (g_str_has_prefix (error->message, samples[i].name));
          else
            g_assert_true (seidel_csr_validate (matrix->csr, NULL));
        }
    }
  g_unsetenv ("SEIDEL_CACHE");
}

/* Sizes of 2⁶⁰ cost nothing: they are refused by what the file has room for. */
static void
test_promises (void)
{
  static const char harwell[] =
    "Large                                                                   "
    "HAND    \n 3000000000000 1000000000000 1000000000000 1000000000000\n"
    "RUA               2000000000    2000000000 1000000000000             0\n"
    "(8I10)          (8I10)          (4E20.12)\n 1 2\n";
  g_autoptr (GString) array = begin_array ("(1073741824, 1073741824)", false);
  g_autoptr (GString) petsc = g_string_new (NULL);
  const struct
  {
    const char *name;
    const char *content;
    size_t length;
    const char *place;
  } files[] = {
    { "large.mtx",
      "%%MatrixMarket matrix coordinate real general\n2000000000 2000000000 1152921504606846976\n1 "
      "1 1\n",
      0, "large.mtx:2" },
    { "array.mtx", "%%MatrixMarket matrix array real general\n1073741824 1073741824\n1\n", 0,
      "array.mtx:2" },
    { "large.npy", array->str, array->len, "large.npy" },
    { "large.petsc", petsc->str, 32, "large.petsc" },
    { "large.rua", harwell, 0, "large.rua:4" },
    { "large.txt", "1000000000 1000000000\n1 2 3\n", 0, "large.txt:1" },
  };

  append_big (petsc, 1211216, 8);
  append_big (petsc, 1 << 30, 8);
  append_big (petsc, 1 << 30, 8);
  append_big (petsc, UINT64_C (1) << 60, 8);
  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      const char *content = i == 3 ? petsc->str : files[i].content;
      const size_t length = files[i].length > 0 ? files[i].length : strlen (content);
      g_autofree char *path = io_testing_write (files[i].name, content, (gssize) length);
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
      io_testing_assert_error (error, SEIDEL_ERROR_FORMAT, files[i].place);
    }
}

int
main (int argc, char **argv)
{
  int status;

  cache_testing_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/complete", test_complete);
  g_test_add_func ("/formats/same", check_same);
  g_test_add_func ("/formats/locale", test_locale);
  g_test_add_func ("/formats/cached", test_cached);
  g_test_add_func ("/formats/cut", test_cut);
  g_test_add_func ("/formats/promises", test_promises);
  status = g_test_run ();
  cache_testing_end ();
  return status;
}
