/* Rutherford-Boeing and Harwell-Boeing files, and the fixed columns of Fortran's formats.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "base/seidel-memory.h"
#include "../io-testing.h"
#include "io/formats/seidel-fortran.h"
#include "../locale-testing.h"
#include "matrix/seidel-vector.h"

static void
test_formats (void)
{
  static const struct
  {
    const char *text;
    SeidelFortran format; /* letter 0: none */
  } cases[] = {
    { "(26I3)", { 'I', 26, 0, 0, 3, 0, 0 } },
    { " (5E15.8) ", { 'E', 5, 0, 0, 15, 8, 0 } },
    { "(4d20.13)", { 'E', 4, 0, 0, 20, 13, 0 } },
    { "(1P,5E16.8)", { 'E', 5, 0, 0, 16, 8, 1 } },
    { "(1P5E16.8)", { 'E', 5, 0, 0, 16, 8, 1 } },
    { "(-2P,5F8.1)", { 'E', 5, 0, 0, 8, 1, -2 } },
    { "(10F7.1)", { 'E', 10, 0, 0, 7, 1, 0 } },
    { "(3E26.18E3)", { 'E', 3, 0, 0, 26, 18, 0 } },
    { "(1P,3ES24.16)", { 'E', 3, 0, 0, 24, 16, 1 } },
    { "(G25.16)", { 'E', 1, 0, 0, 25, 16, 0 } },
    { "(2X,4(1X,E19.12))", { 'E', 4, 2, 1, 19, 12, 0 } },
    { "(I14)", { 'I', 1, 0, 0, 14, 0, 0 } },
    { "", { 0 } },
    { "26I3", { 0 } },
    { "(26I3", { 0 } },
    { "(26I)", { 0 } },
    { "(0I3)", { 0 } },
    { "(26A3)", { 0 } },
    { "(26I3) x", { 0 } },
    { "(99999999999999999999I3)", { 0 } },
    { "(2I999)", { 0 } },
    { "(2(2(2I3)))", { 0 } },
    { "(5E15.8E)", { 0 } },
    { "(-5I3)", { 0 } },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SeidelFortran format;
      bool known = seidel_fortran_parse (&format, cases[i].text, strlen (cases[i].text));
      const SeidelFortran *expected = &cases[i].format;

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (known, ==, expected->letter != 0);
      if (!known)
        continue;
      g_assert_cmpint (format.letter, ==, expected->letter);
      g_assert_cmpint (format.count, ==, expected->count);
      g_assert_cmpint (format.indent, ==, expected->indent);
      g_assert_cmpint (format.gap, ==, expected->gap);
      g_assert_cmpint (format.width, ==, expected->width);
      g_assert_cmpint (format.decimals, ==, expected->decimals);
      g_assert_cmpint (format.scale, ==, expected->scale);
    }
}

static void
test_reals (void)
{
  static const struct
  {
    const char *format;
    const char *field;
    double value; /* NaN: none */
  } cases[] = {
    { "(5E15.8)", " 0.12345678E+02", 12.345678 },
    { "(5E15.8)", "-1.5D-03", -1.5e-3 },
    { "(5E15.8)", "1.234-103", 1.234e-103 },
    { "(5E15.8)", "1.234+103", 1.234e103 },
    { "(5E15.8)", "  .5  ", 0.5 },
    { "(5E15.8)", "3.", 3.0 },
    { "(5E15.8)", "1.5E 03", 1500.0 },
    { "(5E15.8)", "1 2.5", NAN },
    { "(5F8.2)", "  12345", 123.45 },
    { "(5F8.2)", " -12345", -123.45 },
    { "(5F8.2)", "1.5", 1.5 },
    { "(1P,5E16.8)", "1.5E+00", 1.5 },
    { "(1P,5F8.3)", "15.0", 1.5 }, /* written ten times as large, as no exponent says */
    { "(-1P,5F8.3)", "0.15", 1.5 },
    { "(5I4)", "-12", -12.0 },
    { "(5E15.8)", "4.9406564584124654E-324", 4.9406564584124654e-324 },
    { "(5E15.8)", "", NAN },
    { "(5E15.8)", "      ", NAN },
    { "(5E15.8)", "*******", NAN },
    { "(5E15.8)", "1.5x", NAN },
    { "(5E15.8)", "1.5+310", NAN },
    { "(5E15.8)", "-15.E308", NAN },
    { "(5E15.8)", "1.5E", NAN },
    { "(5E15.8)", "1.5.2", NAN },
    { "(5E15.8)", "1,5", NAN },
    { "(5E15.8)", "-", NAN },
    { "(5E15.8)", ".", NAN },
    { "(5E15.8)", "1\t2", NAN },
    { "(5E15.8)", "1.5E+0x2", NAN },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SeidelFortran format;
      double value = 7e77;
      bool found;

      g_test_message ("%s %s", cases[i].format, cases[i].field);
      g_assert_true (seidel_fortran_parse (&format, cases[i].format, strlen (cases[i].format)));
      found =
        seidel_fortran_real (&format, cases[i].field, (int64_t) strlen (cases[i].field), &value);
      g_assert_cmpint (found, ==, !isnan (cases[i].value));
      if (found)
        g_assert_cmpmem (&value, sizeof value, &cases[i].value, sizeof value);
    }
}

static void
test_integers (void)
{
  int64_t value = 77;

  g_assert_true (seidel_fortran_integer ("  12", 4, &value));
  g_assert_cmpint (value, ==, 12);
  g_assert_true (seidel_fortran_integer ("-3x", 2, &value));
  g_assert_cmpint (value, ==, -3);
  g_assert_false (seidel_fortran_integer ("    ", 4, &value));
  g_assert_false (seidel_fortran_integer ("1.0", 3, &value));
  g_assert_false (seidel_fortran_integer ("-", 1, &value));
  g_assert_false (seidel_fortran_integer ("1\0002", 3, &value));
}

/* A file: its header in the columns that it must have, and what follows. */
typedef struct
{
  const char *type;
  int rows;
  int columns;
  int entries;
  const char *formats[4];
  int rhs_lines; /* −1: Rutherford-Boeing, which has no such number */
  const char *body;
} File;

static char *
make_text (const File *file)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%-72s%-8s\n", "A matrix, written by hand", "HAND");
  g_string_append_printf (text, "%14d%14d%14d%14d", 3, 1, 1, 1);
  if (file->rhs_lines >= 0)
    g_string_append_printf (text, "%14d", file->rhs_lines);
  g_string_append_printf (text, "\n%-14s%14d%14d%14d%14d\n", file->type, file->rows, file->columns,
                          file->entries, 0);
  g_string_append_printf (text, "%-16s%-16s%-20s%-20s\n", file->formats[0], file->formats[1],
                          file->formats[2], file->formats[3] != NULL ? file->formats[3] : "");
  g_string_append (text, file->body);
  return g_string_free (text, FALSE);
}

#define MM "%%MatrixMarket matrix coordinate "

static const struct
{
  File file;
  const char *market; /* the same matrix */
  const char *format;
} good_files[] = {
  { { "RUA",
      3,
      3,
      4,
      { "(4I3)", "(4I3)", "(3F6.2)" },
      0,
      "  1  3  4  5\n  1  3  2  3\n  4.00 -1.50  5.00\n  6.00\n" },
    MM "real general\n3 3 4\n1 1 4\n2 2 5\n3 3 6\n3 1 -1.5\n",
    "Harwell-Boeing, real unsymmetric" },
  /* Fields that touch, lines that wrap, small letters, an order that is none. */
  { { "rua",
      12,
      2,
      4,
      { "(2I2)", "(3I2)", "(1P,2E9.2)" },
      -1,
      " 1 3\n 5\n12 1 3\n 2\n 1.00E+00-2.00E+00\n 3.00-100 4.00D+00\n" },
    MM "real general\n12 2 4\n12 1 1\n1 1 -2\n3 2 3e-100\n2 2 4\n",
    "Rutherford-Boeing, real rectangular" },
  { { "RSA",
      3,
      3,
      4,
      { "(4I3)", "(4I3)", "(4E11.3)" },
      0,
      "  1  3  4  5\n  1  3  2  3\n  4.000E+00 -1.500E+00  5.000E+00  6.000E+00\n" },
    MM "real symmetric\n3 3 4\n1 1 4\n2 2 5\n3 3 6\n3 1 -1.5\n",
    "Harwell-Boeing, real symmetric" },
  /* The upper triangle is not what the rules say, but as good. */
  { { "RSA",
      3,
      3,
      4,
      { "(4I3)", "(4I3)", "(4F5.1)" },
      0,
      "  1  2  3  5\n  1  2  1  3\n  4.0  5.0 -1.5  6.0\n" },
    MM "real symmetric\n3 3 4\n1 1 4\n2 2 5\n3 3 6\n3 1 -1.5\n",
    "Harwell-Boeing, real symmetric" },
  { { "RZA", 2, 2, 1, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, "  1  2  2\n  2\n -1.5\n" },
    MM "real skew-symmetric\n2 2 1\n2 1 -1.5\n",
    "Rutherford-Boeing, real skew-symmetric" },
  { { "PSA", 3, 3, 3, { "(4I3)", "(4I3)", "" }, -1, "  1  3  4  4\n  1  3  2\n" },
    MM "pattern symmetric\n3 3 3\n1 1\n3 1\n2 2\n",
    "Rutherford-Boeing, pattern symmetric" },
  { { "IRA", 2, 3, 2, { "(4I3)", "(4I3)", "(4I4)" }, -1, "  1  2  2  3\n  2  1\n -12   7\n" },
    MM "integer general\n2 3 2\n2 1 -12\n1 3 7\n",
    "Rutherford-Boeing, integer rectangular" },
  /* Windows' ends of lines, no last newline. */
  { { "RUA", 1, 1, 1, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, "  1  2\r\n  1\r\n  2.5" },
    MM "real general\n1 1 1\n1 1 2.5\n",
    "Rutherford-Boeing, real unsymmetric" },
  /* A place that occurs twice is summed. */
  { { "RUA",
      2,
      2,
      3,
      { "(4I3)", "(4I3)", "(4F5.1)" },
      -1,
      "  1  3  4\n  1  1  2\n  1.5  2.0  1.0\n" },
    MM "real general\n2 2 3\n1 1 1.5\n1 1 2\n2 2 1\n",
    "Rutherford-Boeing, real unsymmetric" },
  { { "RUA", 2, 2, 0, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, "  1  1  1\n" },
    MM "real general\n2 2 0\n",
    "Rutherford-Boeing, real unsymmetric" },
};

static void
test_good (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (good_files); i++)
    {
      g_autofree char *text = make_text (&good_files[i].file);
      g_autofree char *path = io_testing_write ("good.rb", text, -1);
      g_autofree char *gz = io_testing_write_gz ("good.rua.gz", text, strlen (text));
      g_autofree char *market_path = io_testing_write ("good.mtx", good_files[i].market, -1);
      g_autoptr (SeidelMatrix) market = io_testing_load (market_path);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
      g_autoptr (SeidelMatrix) from_gz = io_testing_load (gz);

      io_testing_assert_equal (market->csr, matrix->csr);
      io_testing_assert_equal (market->csr, from_gz->csr);
      g_assert_cmpstr (matrix->name, ==, "good");
      g_assert_cmpstr (from_gz->name, ==, "good");
      g_assert_cmpstr (matrix->origin.path, ==, path);
      g_assert_cmpstr (matrix->origin.format, ==, good_files[i].format);
      g_assert_null (matrix->origin.note);
      g_assert_cmpint (matrix->origin.field, ==, market->origin.field);
      g_assert_cmpint (matrix->origin.symmetry, ==, market->origin.symmetry);
      g_assert_cmpint (matrix->origin.stored, ==, market->origin.stored);
      g_assert_cmpint (matrix->origin.duplicates, ==, market->origin.duplicates);
      g_assert_cmpuint (matrix->origin.file_bytes, ==, strlen (text));
    }
}

#define TWO_BY_TWO "  1  2  3\n  1  2\n  1.5  2.5\n"

static const struct
{
  const char *body;
  double rhs[2]; /* 0 0: none */
  const char *note;
} sides[] = {
  { "FGX                        1             0\n  7.0  8.0\n  9.0  9.0\n  9.0  9.0\n",
    { 7, 8 },
    "The right-hand side is the one in the file." },
  { "F                          3             0\n  7.0  8.0  1.0  1.0\n  2.0  2.0\n",
    { 7, 8 },
    "The right-hand side is the first of 3 in the file." },
  { "M                          1             1\n  1  2\n  1\n  7.0\n",
    { 0, 0 },
    "The right-hand sides in the file are sparse and were not used." },
};

static void
test_sides (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      const char *line_end = strchr (sides[i].body, '\n') + 1;
      g_autofree char *type_line = g_strndup (sides[i].body, (gsize) (line_end - sides[i].body));
      g_autofree char *body = g_strconcat (type_line, TWO_BY_TWO, line_end, NULL);
      const File file = { "RUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)", "(4F5.1)" }, 2, body };
      g_autofree char *text = make_text (&file);
      g_autofree char *path = io_testing_write ("sides.rua", text, -1);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
      g_autoptr (GError) error = NULL;
      double *x;

      g_assert_cmpstr (matrix->origin.note, ==, sides[i].note);
      g_assert_cmpint (matrix->rhs != NULL, ==, sides[i].rhs[0] != 0.0);
      x = seidel_load_vector (path, 2, false, NULL, &error);
      g_assert_cmpint (x != NULL, ==, sides[i].rhs[0] != 0.0);
      if (x == NULL)
        {
          io_testing_assert_error (error, SEIDEL_ERROR_INVALID, "sides.rua");
          continue;
        }
      g_assert_cmpmem (matrix->rhs, 2 * sizeof (double), sides[i].rhs, 2 * sizeof (double));
      g_assert_cmpmem (x, 2 * sizeof (double), sides[i].rhs, 2 * sizeof (double));
      seidel_vector_free (x);
    }
}

/* As SciPy writes them: columns of 24 where the header says 25. */
static void
test_misplaced (void)
{
  const File file = {
    "RUA",
    2,
    2,
    3,
    { "(4I3)", "(4I3)", "(3E25.16)" },
    0,
    "  1  3  4\n  1  2  2\n"
    "  1.0000000000000000E+00 -3.7500000000000000E-02 -3.5000000000000000E-01\n"
  };
  g_autofree char *text = make_text (&file);
  g_autofree char *path = io_testing_write ("misplaced.hb", text, -1);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

  g_assert_cmpfloat (matrix->csr->values[0], ==, 1.0);
  g_assert_cmpfloat (matrix->csr->values[1], ==, -0.0375);
  g_assert_cmpfloat (matrix->csr->values[2], ==, -0.35);
  g_assert_cmpstr (matrix->origin.note, ==,
                   "Some numbers are not in the columns that the header names; they were read "
                   "between blanks.");
}

static void
test_column (void)
{
  const File file = {
    "RRA", 3, 1, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, "  1  3\n  3  1\n  1.5  2.5\n"
  };
  g_autofree char *text = make_text (&file);
  g_autofree char *path = io_testing_write ("column.rb", text, -1);
  g_autoptr (GError) error = NULL;
  double *x = seidel_load_vector (path, 3, false, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (x[0], ==, 2.5);
  g_assert_cmpfloat (x[1], ==, 0.0);
  g_assert_cmpfloat (x[2], ==, 1.5);
  seidel_vector_free (x);
}

static const struct
{
  File file;
  int code;
  const char *place; /* behind "bad.rb" */
} bad_files[] = {
  { { "CUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, TWO_BY_TWO },
    SEIDEL_ERROR_FORMAT,
    ":7" },
  { { "RSE", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, TWO_BY_TWO },
    SEIDEL_ERROR_UNSUPPORTED,
    ":3" },
  { { "QUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, TWO_BY_TWO },
    SEIDEL_ERROR_UNSUPPORTED,
    ":3" },
  { { "PZA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, TWO_BY_TWO },
    SEIDEL_ERROR_FORMAT,
    ":3" },
  { { "RSA", 2, 3, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, TWO_BY_TWO },
    SEIDEL_ERROR_FORMAT,
    ":3" },
  { { "RUA", 2, 2, -2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, TWO_BY_TWO },
    SEIDEL_ERROR_FORMAT,
    ":3" },
  { { "RUA", 2, 2, 2, { "(4I3)", "(4J3)", "(4F5.1)" }, -1, TWO_BY_TWO },
    SEIDEL_ERROR_FORMAT,
    ":4" },
  { { "RUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1" }, -1, TWO_BY_TWO }, SEIDEL_ERROR_FORMAT, ":4" },
  { { "RUA", 2, 2, 2000000000, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, TWO_BY_TWO },
    SEIDEL_ERROR_FORMAT,
    ":4" },
  { { "RUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, "  0  2  3\n  1  2\n  1.5  2.5\n" },
    SEIDEL_ERROR_FORMAT,
    ":5" },
  { { "RUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, "  1  4  3\n  1  2\n  1.5  2.5\n" },
    SEIDEL_ERROR_FORMAT,
    ":5" },
  { { "RUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, "  1  2  2\n  1  2\n  1.5  2.5\n" },
    SEIDEL_ERROR_FORMAT,
    ":5" },
  { { "RUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, "  1  2  3\n  1  3\n  1.5  2.5\n" },
    SEIDEL_ERROR_FORMAT,
    ":6" },
  { { "RUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, "  1  2  3\n  1\n  2\n  1.5  2.5\n" },
    SEIDEL_ERROR_FORMAT,
    ":6" },
  { { "RUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, "  1  2  3\n  1  2\n  1.5  2,5\n" },
    SEIDEL_ERROR_FORMAT,
    ":7" },
  { { "RUA", 2, 2, 2, { "(4I3)", "(4I3)", "(1F5.1)" }, -1, "  1  2  3\n  1  2\n  1.5\n" },
    SEIDEL_ERROR_FORMAT,
    ":8" },
  { { "RUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, "" }, SEIDEL_ERROR_FORMAT, ":5" },
  { { "RSA", 3, 3, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, "  1  2  3  3\n  2  1\n  1.5  2.5\n" },
    SEIDEL_ERROR_FORMAT,
    "" },
  { { "RZA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, TWO_BY_TWO }, SEIDEL_ERROR_FORMAT, "" },
  { { "RUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)", "(4F5.1)" }, 1, TWO_BY_TWO },
    SEIDEL_ERROR_FORMAT,
    ":5" },
};

static void
assert_bad (const char *text, int code, const char *place)
{
  g_autofree char *path = io_testing_write ("bad.rb", text, -1);
  g_autofree char *full = g_strconcat ("bad.rb", place, NULL);

  io_testing_assert_bad (path, code, full);
}

static void
test_bad (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (bad_files); i++)
    {
      g_autofree char *text = make_text (&bad_files[i].file);

      assert_bad (text, bad_files[i].code, bad_files[i].place);
    }
}

/* Where the counts are not in their columns. */
static void
test_bad_header (void)
{
  const File file = { "RUA", 2, 2, 2, { "(4I3)", "(4I3)", "(4F5.1)" }, -1, TWO_BY_TWO };
  g_autofree char *text = make_text (&file);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *broken = NULL;
  g_autofree char *large = NULL;

  g_free (lines[1]);
  lines[1] = g_strdup ("3 1 1 1");
  broken = g_strjoinv ("\n", lines);
  assert_bad (broken, SEIDEL_ERROR_FORMAT, ":2");
  g_free (lines[1]);
  lines[1] = g_strdup ("             3");
  g_free (lines[2]);
  lines[2] = g_strdup ("RUA               2147483648             2             2             0");
  large = g_strjoinv ("\n", lines);
  assert_bad (large, SEIDEL_ERROR_UNSUPPORTED, ":3");
}

/* Rows that no entry needs cost a file nothing, and so may cost no memory before it is found bad,
 * even if the user has agreed to the size. */
static void
test_large_side (void)
{
  const File file = { "RUA",
                      2000000000,
                      2,
                      2,
                      { "(4I3)", "(4I3)", "(4F5.1)", "(4F5.1)" },
                      1,
                      "F                          1             0\n" TWO_BY_TWO "  7.0\n" };
  g_autofree char *text = make_text (&file);
  g_autofree char *path = io_testing_write ("side.rb", text, -1);
  g_autoptr (GError) error = NULL;

  seidel_memory_pretend_total (1e15);
  seidel_memory_pretend_available (1e15);
  g_assert_null (seidel_load_any_size (path, NULL, NULL, NULL, &error));
  seidel_memory_pretend_total (0.0);
  seidel_memory_pretend_available (NAN);
  io_testing_assert_error (error, SEIDEL_ERROR_FORMAT, "side.rb:9");
}

static void
check_in_german (void)
{
  test_reals ();
  test_good ();
}

static void
test_locale (void)
{
  locale_testing_run (check_in_german);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/harwell/formats", test_formats);
  g_test_add_func ("/harwell/reals", test_reals);
  g_test_add_func ("/harwell/integers", test_integers);
  g_test_add_func ("/harwell/good", test_good);
  g_test_add_func ("/harwell/sides", test_sides);
  g_test_add_func ("/harwell/misplaced", test_misplaced);
  g_test_add_func ("/harwell/column", test_column);
  g_test_add_func ("/harwell/bad", test_bad);
  g_test_add_func ("/harwell/bad-header", test_bad_header);
  g_test_add_func ("/harwell/large-side", test_large_side);
  g_test_add_func ("/harwell/locale", test_locale);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
