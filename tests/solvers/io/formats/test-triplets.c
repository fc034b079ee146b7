/* Lists of entries in plain text, and which texts are none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "../io-testing.h"
#include "../locale-testing.h"

#define REAL    "%%MatrixMarket matrix coordinate real general\n"
#define PATTERN "%%MatrixMarket matrix coordinate pattern general\n"

#define VALUES  "Each line was read as the row, the column and the value of an entry; "
#define ONES    "Each line was read as the row and the column of an entry that is 1; "
#define HEADED  "the first as column headings; "
#define SIZE(n) "the largest index, " #n ", determines the size. "
#define FROM_0  "Indices start at 0."
#define FROM_1  "Indices were assumed to start at 1, because 0 does not occur."

static const struct
{
  const char *name;
  const char *text;
  const char *market; /* the same matrix */
  const char *separator;
  const char *note;
} good_files[] = {
  { "blanks.txt", "1 1 4.5\n1 2 -1.5\n3 3 2e1\n2 2 1.0\n",
    REAL "3 3 4\n1 1 4.5\n1 2 -1.5\n2 2 1\n3 3 20\n", "blanks", VALUES SIZE (3) FROM_1 },
  { "zero.edges", "0 1\n1 2\n2 0\n", PATTERN "3 3 3\n1 2\n2 3\n3 1\n", "blanks",
    ONES SIZE (2) FROM_0 },
  { "one.el", "1 2\n2 3\n3 1\n", PATTERN "3 3 3\n1 2\n2 3\n3 1\n", "blanks", ONES SIZE (3) FROM_1 },
  { "tabs.ijv", "0\t1\t1.5\n1\t0\t2.5\n", REAL "2 2 2\n1 2 1.5\n2 1 2.5\n", "tabs",
    VALUES SIZE (1) FROM_0 },
  { "commas.ijv", "1,2,1.5\n2, 1 ,2.5\r\n", REAL "2 2 2\n1 2 1.5\n2 1 2.5\n", "commas",
    VALUES SIZE (2) FROM_1 },
  { "semicolons.ijv", "1;2;1.5\n2 ; 1;2.5", REAL "2 2 2\n1 2 1.5\n2 1 2.5\n", "semicolons",
    VALUES SIZE (2) FROM_1 },
  { "headings.csv", "\"from\",\"to\",\"weight\"\n1,2,1.5\n2,1,2.5\n",
    REAL "2 2 2\n1 2 1.5\n2 1 2.5\n", "commas", VALUES HEADED SIZE (2) FROM_1 },
  { "words.txt", "source target\n0 1\n", PATTERN "2 2 1\n1 2\n", "blanks",
    ONES HEADED SIZE (1) FROM_0 },
  { "comments.el", "# a graph\n\n1 2 # the first\n3 1\n  # more\n2 3\n4 4\n",
    PATTERN "4 4 4\n1 2\n2 3\n3 1\n4 4\n", "blanks", ONES SIZE (4) FROM_1 },
  /* A comment from % and no banner: a graph of KONECT. */
  { "konect.txt", "% sym unweighted\n1 2\n2 1\n", PATTERN "2 2 2\n1 2\n2 1\n", "blanks",
    ONES SIZE (2) FROM_1 },
  { "mark.el",
    "\xef\xbb\xbf"
    "1,2\n2,2\n2,1\n",
    PATTERN "2 2 3\n1 2\n2 2\n2 1\n", "commas", ONES SIZE (2) FROM_1 },
  { "twice.ijv", "1,1,2\n1,1,3\n", REAL "1 1 2\n1 1 2\n1 1 3\n", "commas", VALUES SIZE (1) FROM_1 },
  { "one.csv", "row,col\n0,0\n", PATTERN "1 1 1\n1 1\n", "commas", ONES HEADED SIZE (0) FROM_0 },
  /* Whole values: the first line cannot be a size with what follows. */
  { "whole-zero.ijv", "0 1 5\n1 0 7\n", REAL "2 2 2\n1 2 5\n2 1 7\n", "blanks",
    VALUES SIZE (1) FROM_0 },
  { "whole-one.ijv", "1 2 7\n2 3 1\n3 4 9\n4 1 2\n", REAL "4 4 4\n1 2 7\n2 3 1\n3 4 9\n4 1 2\n",
    "blanks", VALUES SIZE (4) FROM_1 },
  { "whole-few.ijv", "5 6 2\n6 5 1\n1 1 1\n2 2 7\n3 9 3\n",
    REAL "9 9 5\n1 1 1\n2 2 7\n3 9 3\n5 6 2\n6 5 1\n", "blanks", VALUES SIZE (9) FROM_1 },
};

static void
test_good (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (good_files); i++)
    {
      g_autofree char *path = io_testing_write (good_files[i].name, good_files[i].text, -1);
      g_autofree char *gz_name = g_strconcat (good_files[i].name, ".gz", NULL);
      g_autofree char *gz =
        io_testing_write_gz (gz_name, good_files[i].text, strlen (good_files[i].text));
      g_autofree char *market_path = io_testing_write ("same.mtx", good_files[i].market, -1);
      g_autofree char *format =
        g_strconcat ("Coordinate list, parted by ", good_files[i].separator, NULL);
      g_autoptr (SeidelMatrix) market = io_testing_load (market_path);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
      g_autoptr (SeidelMatrix) from_gz = io_testing_load (gz);

      g_test_message ("%s", good_files[i].name);
      io_testing_assert_equal (market->csr, matrix->csr);
      io_testing_assert_equal (market->csr, from_gz->csr);
      g_assert_cmpstr (matrix->origin.format, ==, format);
      g_assert_cmpstr (matrix->origin.note, ==, good_files[i].note);
      g_assert_cmpstr (matrix->origin.path, ==, path);
      g_assert_cmpint (matrix->origin.field, ==, market->origin.field);
      g_assert_cmpint (matrix->origin.symmetry, ==, SEIDEL_FILED_GENERAL);
      g_assert_cmpint (matrix->origin.stored, ==, market->origin.stored);
      g_assert_cmpint (matrix->origin.duplicates, ==, market->origin.duplicates);
      g_assert_cmpuint (matrix->origin.file_bytes, ==, strlen (good_files[i].text));
    }
}

static void
test_names (void)
{
  static const char *const names[][2] = {
    { "graph.edges", "graph" }, { "graph.CSV", "graph" }, { "graph", "graph" }, { ".el", ".el" }
  };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path =
        io_testing_write (names[i][0], "1,2,1.5\n2,1,2.5\n1,1,0.5\n2,2,3.5\n", -1);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      g_assert_cmpstr (matrix->name, ==, names[i][1]);
    }
}

/* A list of many blocks, whose lines the buffer cuts everywhere. */
static void
test_large (void)
{
  const int n = 60000;
  g_autoptr (GString) list = g_string_new (NULL);
  g_autoptr (GString) market = g_string_new (REAL);
  g_autofree char *list_path = NULL;
  g_autofree char *market_path = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelMatrix) same = NULL;

  g_string_append_printf (market, "%d %d %d\n", n, n, n);
  for (int k = 0; k < n; k++)
    {
      int row = (int) ((int64_t) k * 7919 % n);
      int column = (int) ((int64_t) k * 104729 % n);

      g_string_append_printf (list, "%d\t%d %d.%d\n", row, column, k % 1000, k % 7);
      g_string_append_printf (market, "%d %d %d.%d\n", row + 1, column + 1, k % 1000, k % 7);
    }
  list_path = io_testing_write ("large.tsv", list->str, -1);
  market_path = io_testing_write ("large.mtx", market->str, -1);
  matrix = io_testing_load (list_path);
  same = io_testing_load (market_path);
  io_testing_assert_equal (same->csr, matrix->csr);
}

static const struct
{
  const char *text;
  const char *format; /* its beginning */
} others[] = {
  { "6 2\n3 4\n", "Dense text" },
  { "1 2 3\n4 5 6\n7 8 10\n", "Dense text" },
  { "1.5 2 0.5\n", "Dense text" },
  { "1.0 2\n2 3\n3 1\n", "Dense text" },
  { "-1 2\n2 3\n3 1\n", "Dense text" },
  { "1 2 3 4\n2 3 4 5\n", "Dense text" },
  { "1\n2\n3\n", "Dense text" },
  { "1.5,2\n3,4\n", "Dense text" },
  { "1,2,3\n4,5,6\n7,8,10\n", "Dense text" },
  { "a,b,c\n1,2,3\n4,5,6\n7,8,10\n", "Dense text" },
  { "1,2\n2,1\n-3,1\n", "Dense text" },
  { "1,2\n2,1\n3.5,1\n", "Dense text" },
  { "i,j,k\n-1.5,2,3\n4,5,6\n", "Dense text" },
  { "3 3 4\n1 1 1\n2 2 1\n3 3 1\n3 1 1\n", "Matrix Market without a banner" },
  /* One entry less than promised. */
  { "3 3 5\n1 1 1\n2 2 1\n3 3 1\n3 1 1\n", "Matrix Market without a banner" },
  { "2 2 2\n1 1\n2 1\n", "Matrix Market without a banner" },
};

static void
test_others (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *path = io_testing_write ("other.txt", others[i].text, -1);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      g_test_message ("%s", others[i].text);
      g_assert_true (g_str_has_prefix (matrix->origin.format, others[i].format));
    }
}

/* A mistake in a bare file stays one: it is not read as a list. */
static void
test_bare_mistakes (void)
{
  static const struct
  {
    const char *text;
    const char *place;
  } files[] = {
    { "3 3 4\n1 1 1\n2 2 1\n3 3 1\n3 4 1\n", "bare.txt:5" },
    { "3 3 2\n1 1 1\n2 2 1\n3 3 1\n1 2 1\n2 1 1\n3 1 1\n1 3 1\n", "bare.txt:4" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = io_testing_write ("bare.txt", files[i].text, -1);

      io_testing_assert_bad (path, SEIDEL_ERROR_FORMAT, files[i].place);
    }
}

static void
test_bad (void)
{
  static const struct
  {
    const char *text;
    int code;
    const char *place; /* behind "bad.csv" */
  } files[] = {
    { "1,2\n2,1\n3,x\n", SEIDEL_ERROR_FORMAT, ":3" },
    { "i,j\n1,2\n2,1\n-3,1\n", SEIDEL_ERROR_FORMAT, ":4" },
    { "row col val\n-1 2 3\n", SEIDEL_ERROR_FORMAT, ":2" },
    { "row,col,val\n1,1,2\n2,-1,3\n", SEIDEL_ERROR_FORMAT, ":3" },
    { "from to\n-1 2\n", SEIDEL_ERROR_FORMAT, ":2" },
    { "\"from\",\"to\"\n1,2\n2,1\n3.5,1\n", SEIDEL_ERROR_FORMAT, ":4" },
    { "1,2\n2,1\n3,,1\n", SEIDEL_ERROR_FORMAT, ":3" },
    { "1,2\n2,1\n3,\n", SEIDEL_ERROR_FORMAT, ":3" },
    { "1,2\n2,1\n3\n", SEIDEL_ERROR_FORMAT, ":3" },
    { "1,2,3\n2,1,4\n1,2,3,4,5\n", SEIDEL_ERROR_FORMAT, ":3" },
    { "1;2;3\n2;1;4\n\n3;1;1,5\n", SEIDEL_ERROR_AMBIGUOUS, "" },
    { "1,2,3\n2,1,4\n3,1,1.5x\n", SEIDEL_ERROR_FORMAT, ":3" },
    { "1,2,3\n2,1,4\n3,1,\n", SEIDEL_ERROR_FORMAT, ":3" },
    { "1,2,3\n2,1,4\n3,1,1e400\n", SEIDEL_ERROR_FORMAT, ":3" },
    { "1,2,1e400\n2,1,4\n3,1,1\n", SEIDEL_ERROR_FORMAT, ":1" },
    { "1,2,0.5\n2,1,1.0\n2147483648,1,1.0\n1,1,1.0\n", SEIDEL_ERROR_FORMAT, ":3" },
    { "1,2,1.5\n2,1,1.0\n99999999999999999999,1,1.0\n1,1,1.0\n", SEIDEL_ERROR_FORMAT, ":3" },
    { "0,2,1.5\n2,2147483647,1.0\n1,1,2.0\n0,0,1.0\n", SEIDEL_ERROR_UNSUPPORTED, "" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = io_testing_write ("bad.csv", files[i].text, -1);
      g_autofree char *place = g_strconcat ("bad.csv", files[i].place, NULL);

      io_testing_assert_bad (path, files[i].code, place);
    }
}

static void
check_in_german (void)
{
  test_good ();
  test_bad ();
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
  g_test_add_func ("/coordinates/good", test_good);
  g_test_add_func ("/coordinates/names", test_names);
  g_test_add_func ("/coordinates/large", test_large);
  g_test_add_func ("/coordinates/others", test_others);
  g_test_add_func ("/coordinates/bare-mistakes", test_bare_mistakes);
  g_test_add_func ("/coordinates/bad", test_bad);
  g_test_add_func ("/coordinates/locale", test_locale);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
