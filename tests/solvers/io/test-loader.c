/* Reading matrices: good files against CSR written by hand, bad files against the text of their
 * error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <math.h>

#include "io-testing.h"

#define MM "%%MatrixMarket matrix "

/* A file and what must come of it. */
typedef struct
{
  const char *name;
  const char *text;
  int64_t rows;
  int64_t columns;
  const char *entries; /* "row,column=value" in CSR order, 0-based */
  const char *format;
  const char *note;
  SeidelField field;
  SeidelFiledSymmetry symmetry;
  int64_t stored;
  int64_t duplicates;
} GoodFile;

static const GoodFile good_files[] = {
  { "general", MM "coordinate real general\n2 3 3\n1 1 1.5\n2 3 -2e1\n1 3 4\n", 2, 3,
    "0,0=1.5 0,2=4 1,2=-20", "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL,
    SEIDEL_FILED_GENERAL, 3, 0 },
  { "symmetric", MM "coordinate real symmetric\n3 3 4\n1 1 1\n3 1 2\n2 2 3\n3 3 4\n", 3, 3,
    "0,0=1 0,2=2 1,1=3 2,0=2 2,2=4", "Matrix Market, coordinate real symmetric", NULL,
    SEIDEL_FIELD_REAL, SEIDEL_FILED_SYMMETRIC, 4, 0 },
  { "skew", MM "coordinate real skew-symmetric\n3 3 3\n2 1 5\n3 2 -1\n3 3 0\n", 3, 3,
    "0,1=-5 1,0=5 1,2=1 2,1=-1 2,2=0", "Matrix Market, coordinate real skew-symmetric", NULL,
    SEIDEL_FIELD_REAL, SEIDEL_FILED_SKEW_SYMMETRIC, 3, 0 },
  { "hermitian", MM "coordinate real hermitian\n2 2 2\n1 1 1\n2 1 2\n", 2, 2, "0,0=1 0,1=2 1,0=2",
    "Matrix Market, coordinate real hermitian", NULL, SEIDEL_FIELD_REAL, SEIDEL_FILED_HERMITIAN, 2,
    0 },
  { "pattern", MM "coordinate pattern symmetric\n2 2 2\n2 1\n2 2\n", 2, 2, "0,1=1 1,0=1 1,1=1",
    "Matrix Market, coordinate pattern symmetric", NULL, SEIDEL_FIELD_PATTERN,
    SEIDEL_FILED_SYMMETRIC, 2, 0 },
  { "integer", MM "coordinate integer general\n2 2 2\n1 2 -7\n2 1 12\n", 2, 2, "0,1=-7 1,0=12",
    "Matrix Market, coordinate integer general", NULL, SEIDEL_FIELD_INTEGER, SEIDEL_FILED_GENERAL,
    2, 0 },
  { "array", MM "array real general\n2 3\n1\n2\n0\n4\n5\n6\n", 2, 3,
    "0,0=1 0,2=5 1,0=2 1,1=4 1,2=6", "Matrix Market, array real general",
    "1 of 6 values in the array are zero and were not stored.", SEIDEL_FIELD_REAL,
    SEIDEL_FILED_GENERAL, 6, 0 },
  { "array-symmetric", MM "array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n", 3, 3,
    "0,0=1 0,1=2 0,2=3 1,0=2 1,1=4 1,2=5 2,0=3 2,1=5 2,2=6", "Matrix Market, array real symmetric",
    NULL, SEIDEL_FIELD_REAL, SEIDEL_FILED_SYMMETRIC, 6, 0 },
  { "array-skew", MM "array integer skew-symmetric\n3 3\n1\n2\n3\n", 3, 3,
    "0,1=-1 0,2=-2 1,0=1 1,2=-3 2,0=2 2,1=3", "Matrix Market, array integer skew-symmetric", NULL,
    SEIDEL_FIELD_INTEGER, SEIDEL_FILED_SKEW_SYMMETRIC, 3, 0 },
  { "array-skew-1", MM "array real skew-symmetric\n1 1\n", 1, 1, "",
    "Matrix Market, array real skew-symmetric", NULL, SEIDEL_FIELD_REAL,
    SEIDEL_FILED_SKEW_SYMMETRIC, 0, 0 },
  { "duplicates", MM "coordinate real general\n2 2 5\n2 2 1\n1 1 1\n2 2 10\n1 1 2\n2 2 100\n", 2, 2,
    "0,0=3 1,1=111", "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL,
    SEIDEL_FILED_GENERAL, 5, 3 },
  { "duplicates-symmetric",
    MM "coordinate real symmetric\n2 2 6\n1 1 1\n2 1 2\n2 1 3\n1 1 4\n2 1 5\n2 2 6\n", 2, 2,
    "0,0=5 0,1=10 1,0=10 1,1=6", "Matrix Market, coordinate real symmetric", NULL,
    SEIDEL_FIELD_REAL, SEIDEL_FILED_SYMMETRIC, 6, 3 },
  /* 1e16 + 1 − 1e16 is 0 in this order, and 1 in another. */
  { "duplicates-in-order", MM "coordinate real general\n1 1 3\n1 1 1e16\n1 1 1\n1 1 -1e16\n", 1, 1,
    "0,0=0", "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL,
    SEIDEL_FILED_GENERAL, 3, 2 },
  { "explicit-zeros", MM "coordinate real general\n2 2 2\n1 1 0\n2 1 -0.0\n", 2, 2, "0,0=0 1,0=-0",
    "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL, SEIDEL_FILED_GENERAL, 2, 0 },
  { "non-finite", MM "coordinate real general\n1 3 3\n1 1 nan\n1 2 inf\n1 3 -Infinity\n", 1, 3,
    "0,0=nan 0,1=inf 0,2=-inf", "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL,
    SEIDEL_FILED_GENERAL, 3, 0 },
  { "fortran", MM "coordinate real general\n1 2 2\n1 1 1.5D+02\n1 2 -.25d-1\n", 1, 2,
    "0,0=150 0,1=-0.025", "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL,
    SEIDEL_FILED_GENERAL, 2, 0 },
  { "numbers",
    MM "coordinate real general\n1 6 6\n1 1 +3\n1 2 .5\n1 3 5.\n1 4 007\n1 5 1E+2\n1 6 "
       "00000000000000000000000000000000012345678901234567890e-10\n",
    1, 6, "0,0=3 0,1=0.5 0,2=5 0,3=7 0,4=100 0,5=1234567890.1234567890",
    "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL, SEIDEL_FILED_GENERAL, 6, 0 },
  { "crlf", MM "coordinate real general\r\n% comment\r\n\r\n2 2 2\r\n1 1 1\r\n\r\n2 2 2\r\n", 2, 2,
    "0,0=1 1,1=2", "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL,
    SEIDEL_FILED_GENERAL, 2, 0 },
  { "crlf-pattern", MM "coordinate pattern general\r\n2 2 2\r\n1 1\r\n2 2", 2, 2, "0,0=1 1,1=1",
    "Matrix Market, coordinate pattern general", NULL, SEIDEL_FIELD_PATTERN, SEIDEL_FILED_GENERAL,
    2, 0 },
  { "no-final-newline", MM "coordinate real general\n2 2 2\n1 1 1\n2 2 25", 2, 2, "0,0=1 1,1=25",
    "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL, SEIDEL_FILED_GENERAL, 2, 0 },
  { "final-cr", MM "coordinate real general\n1 1 1\n1 1 25\r", 1, 1, "0,0=25",
    "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL, SEIDEL_FILED_GENERAL, 1, 0 },
  { "blanks",
    "%%matrixMARKET  MATRIX\tCoordinate REAL   General  \n%\n  % indented\n \t\n 2\t2  2 \n\n"
    "\t1 1\t1 \n% between\n  2  2   2\t\n\n\n",
    2, 2, "0,0=1 1,1=2", "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL,
    SEIDEL_FILED_GENERAL, 2, 0 },
  { "byte-order-mark", "\xef\xbb\xbf" MM "coordinate real general\n1 1 1\n1 1 2\n", 1, 1, "0,0=2",
    "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL, SEIDEL_FILED_GENERAL, 1, 0 },
  { "empty-0", MM "coordinate real general\n0 0 0\n", 0, 0, "",
    "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL, SEIDEL_FILED_GENERAL, 0, 0 },
  { "empty-rows", MM "coordinate real general\n3 2 0", 3, 2, "",
    "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL, SEIDEL_FILED_GENERAL, 0, 0 },
  { "single", MM "array real general\n1 1\n-3\n", 1, 1, "0,0=-3",
    "Matrix Market, array real general", NULL, SEIDEL_FIELD_REAL, SEIDEL_FILED_GENERAL, 1, 0 },
  { "column", MM "coordinate real general\n4 1 2\n4 1 1\n2 1 2\n", 4, 1, "1,0=2 3,0=1",
    "Matrix Market, coordinate real general", NULL, SEIDEL_FIELD_REAL, SEIDEL_FILED_GENERAL, 2, 0 },
  { "bare", "3 3 3\n1 1 1\n2 1 0.5\n3 3 2\n", 3, 3, "0,0=1 1,0=0.5 2,2=2",
    "Matrix Market without a banner, coordinate general",
    "No banner: the first line was read as the size line of a general coordinate matrix.",
    SEIDEL_FIELD_REAL, SEIDEL_FILED_GENERAL, 3, 0 },
  { "bare-short", "3 3 4\n1 1 1\n2 1 0.5\n3 3 2\n", 3, 3, "0,0=1 1,0=0.5 2,2=2",
    "Matrix Market without a banner, coordinate general",
    "No banner: the first line was read as the size line of a general coordinate matrix. The "
    "size line declares 4 entries, the file has 3.",
    SEIDEL_FIELD_REAL, SEIDEL_FILED_GENERAL, 3, 0 },
  { "bare-pattern", "2 2 2\n1 1\n2 1\n", 2, 2, "0,0=1 1,0=1",
    "Matrix Market without a banner, coordinate general",
    "No banner: the first line was read as the size line of a general coordinate matrix.",
    SEIDEL_FIELD_PATTERN, SEIDEL_FILED_GENERAL, 2, 0 },
};

static void
assert_entries (const SeidelCsr *csr, const char *entries)
{
  g_auto (GStrv) words = g_strsplit (entries, " ", -1);
  int64_t n = *entries == '\0' ? 0 : g_strv_length (words);
  int64_t k = 0;

  g_assert_cmpint (seidel_csr_nonzeros (csr), ==, n);
  for (int64_t row = 0; row < csr->rows; row++)
    for (; k < csr->row_offsets[row + 1]; k++)
      {
        char *rest;
        double value;

        g_assert_cmpint (g_ascii_strtoll (words[k], &rest, 10), ==, row);
        g_assert_cmpint (g_ascii_strtoll (rest + 1, &rest, 10), ==, csr->column_indices[k]);
        value = g_ascii_strtod (rest + 1, NULL);
        if (isnan (value))
          g_assert_true (isnan (csr->values[k]));
        else
          g_assert_cmpmem (&value, sizeof value, &csr->values[k], sizeof value);
      }
}

static void
assert_good (const GoodFile *file, const char *path, const char *name)
{
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

  g_assert_cmpint (matrix->csr->rows, ==, file->rows);
  g_assert_cmpint (matrix->csr->columns, ==, file->columns);
  assert_entries (matrix->csr, file->entries);
  g_assert_cmpstr (matrix->name, ==, name);
  g_assert_cmpstr (matrix->origin.path, ==, path);
  g_assert_cmpstr (matrix->origin.format, ==, file->format);
  g_assert_cmpstr (matrix->origin.note, ==, file->note);
  g_assert_cmpint (matrix->origin.field, ==, file->field);
  g_assert_cmpint (matrix->origin.symmetry, ==, file->symmetry);
  g_assert_cmpint (matrix->origin.stored, ==, file->stored);
  g_assert_cmpint (matrix->origin.duplicates, ==, file->duplicates);
  g_assert_cmpfloat (matrix->origin.load_seconds, >=, 0.0);
  g_assert_cmpuint (matrix->origin.file_bytes, >, 0);
}

static void
test_good (gconstpointer data)
{
  const GoodFile *file = data;
  g_autofree char *plain_name = g_strconcat (file->name, ".mtx", NULL);
  g_autofree char *gz_name = g_strconcat (file->name, ".mtx.gz", NULL);
  g_autofree char *plain = io_testing_write (plain_name, file->text, -1);
  g_autofree char *gz = io_testing_write_gz (gz_name, file->text, strlen (file->text));

  assert_good (file, plain, file->name);
  assert_good (file, gz, file->name);
}

typedef struct
{
  const char *name;
  const char *text;
  int code;
  const char *place; /* behind "NAME.mtx" */
} BadFile;

#define REAL MM "coordinate real general\n"

static const BadFile bad_files[] = {
  { "empty", "", SEIDEL_ERROR_FORMAT, "" },
  { "prose", "Hello, world\n", SEIDEL_ERROR_FORMAT, "" },
  { "binary",
    "\x7f"
    "ELF\x02\x01\x01",
    SEIDEL_ERROR_FORMAT, "" },
  { "latin", "Gau\xdf\n", SEIDEL_ERROR_FORMAT, "" },
  { "blanks", " \n\t\r\n\n", SEIDEL_ERROR_FORMAT, "" },
  { "blanks-first", "\n  \nHello\n", SEIDEL_ERROR_FORMAT, "" },
  { "misspelt", "%%MatrixMarkt matrix coordinate real general\n1 1 1\n1 1 1\n", SEIDEL_ERROR_FORMAT,
    ":1" },
  { "banner-short", "%%MatrixMarket matrix coordinate real\n1 1 1\n1 1 1\n", SEIDEL_ERROR_FORMAT,
    ":1" },
  { "object", "%%MatrixMarket tensor coordinate real general\n1 1\n", SEIDEL_ERROR_UNSUPPORTED,
    ":1" },
  { "format", MM "dense real general\n1 1\n1\n", SEIDEL_ERROR_FORMAT, ":1" },
  { "field", MM "coordinate float general\n1 1 1\n1 1 1\n", SEIDEL_ERROR_FORMAT, ":1" },
  { "complex", MM "coordinate complex general\n1 1 1\n1 1 1\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "symmetry", MM "coordinate real symetric\n1 1 1\n1 1 1\n", SEIDEL_ERROR_FORMAT, ":1" },
  { "pattern-array", MM "array pattern general\n1 1\n1\n", SEIDEL_ERROR_FORMAT, ":1" },
  { "pattern-skew", MM "coordinate pattern skew-symmetric\n1 1 0\n", SEIDEL_ERROR_FORMAT, ":1" },
  { "no-size", MM "coordinate real general\n% only\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "size-words", REAL "% c\n2 2\n1 1 1\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "size-array", MM "array real general\n2 2 4\n1\n", SEIDEL_ERROR_FORMAT, ":2" },
  { "size-negative", REAL "2 -2 1\n1 1 1\n", SEIDEL_ERROR_FORMAT, ":2" },
  { "size-fraction", REAL "2 2 1.0\n1 1 1\n", SEIDEL_ERROR_FORMAT, ":2" },
  { "not-square", MM "coordinate real symmetric\n3 4 1\n1 1 1\n", SEIDEL_ERROR_FORMAT, ":2" },
  { "too-many-rows", REAL "2147483648 2 1\n1 1 1\n", SEIDEL_ERROR_UNSUPPORTED, ":2" },
  { "promise", REAL "5 5 1152921504606846976\n1 1 1\n", SEIDEL_ERROR_FORMAT, ":2" },
  { "promise-array", MM "array real general\n2000000000 2000000000\n1\n", SEIDEL_ERROR_FORMAT,
    ":2" },
  { "promise-huge", REAL "5 5 99999999999999999999999999\n1 1 1\n", SEIDEL_ERROR_FORMAT, ":2" },
  { "column-high", REAL "% c\n10 10 1\n\n1 12 1\n", SEIDEL_ERROR_FORMAT, ":5" },
  { "row-high", REAL "10 10 1\n11 1 1\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "row-zero", REAL "10 10 1\n0 1 1\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "column-negative", REAL "10 10 1\n1 -1 1\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "index-overflow", REAL "10 10 1\n18446744073709551617 1 1\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "index-fraction", REAL "10 10 1\n1.0 1 1\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "index-word", REAL "10 10 1\n1 x 1\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "value-word", REAL "10 10 1\n1 1 abc\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "value-tail", REAL "10 10 1\n1 1 1.5x\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "value-exponent", REAL "10 10 1\n1 1 1e\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "value-comma", REAL "10 10 1\n1 1 1,5\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "value-hex", REAL "10 10 1\n1 1 0x10\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "value-sign", REAL "10 10 1\n1 1 -\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "not-integer", MM "coordinate integer general\n2 2 1\n1 1 1.5\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "missing-value", REAL "2 2 2\n1 1\n2 2 1\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "one-field", REAL "2 2 1\n1            \n", SEIDEL_ERROR_FORMAT, ":3" },
  { "four-fields", REAL "2 2 2\n1 1 2\n2 2 2 3\n", SEIDEL_ERROR_FORMAT, ":4" },
  { "pattern-word", MM "coordinate pattern general\n2 2 1\n1 1 a\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "array-two", MM "array real general\n2 2\n1 2\n3 4\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "array-word", MM "array real general\n1 1\none\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "above", MM "coordinate real symmetric\n3 3 2\n3 1 1\n1 3 2\n", SEIDEL_ERROR_FORMAT, ":4" },
  { "skew-diagonal", MM "coordinate real skew-symmetric\n3 3 2\n2 1 1\n2 2 4\n",
    SEIDEL_ERROR_FORMAT, ":4" },
  { "fewer", REAL "2 2 3\n1 1 1\n2 2 1\n     \n", SEIDEL_ERROR_FORMAT, "" },
  { "fewer-array", MM "array real general\n1 2\n1\n%%%%\n", SEIDEL_ERROR_FORMAT, "" },
  { "more", REAL "2 2 1\n1 1 1\n\n% c\n2 2 1\n", SEIDEL_ERROR_FORMAT, ":6" },
  { "more-words", REAL "2 2 1\n1 1 1\nthe end\n", SEIDEL_ERROR_FORMAT, ":4" },
  { "more-array", MM "array real general\n1 2\n1\n2\n3\n", SEIDEL_ERROR_FORMAT, ":5" },
  { "none", REAL "2 2 0\n1 1 1\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "bare-two-missing", "3 3 4\n1 1 1\n2 1 0.5\n            \n", SEIDEL_ERROR_FORMAT, "" },
  { "cr-only", REAL "1 1 1\n1 1 1\r2 2 2\r\n", SEIDEL_ERROR_FORMAT, ":3" },
};

static void
test_bad (gconstpointer data)
{
  const BadFile *file = data;
  g_autofree char *name = g_strconcat (file->name, ".mtx", NULL);
  g_autofree char *path = io_testing_write (name, file->text, -1);
  g_autofree char *place = g_strconcat (name, file->place, NULL);

  io_testing_assert_bad (path, file->code, place);
}

/* What is known and not read is named; anything else is quoted, in one line. */
static void
test_known_formats (void)
{
  static const struct
  {
    const char *content;
    size_t length; /* 0: it is text */
    const char *word;
  } files[] = {
    { "Hello, world\n", 0, "“Hello, world”" },
    { "PAR1\x15\x04\x15\0", 8, "Parquet" },
    { "ARROW1\0\0\xff", 9, "Arrow" },
    { "CDF\x01\0\0\0\0", 8, "NetCDF" },
    { "SIMPLE  =                    T", 0, "FITS" },
    { "%PDF-1.7\n%\xe2\xe3", 0, "PDF" },
    { "\x89PNG\r\n\x1a\n\0\0", 10, "picture" },
    { "\x80\x04\x95\x10\0\0", 6, "pickle" },
    { "RDX3\nX\n\0\0", 9, "workspace of R" },
    { "Octave-1-L\0", 11, "binary file of Octave" },
    { "DMIG,K,0,6,1,0,,3\nDMIG,K,1,1,,1,1,4.5\n", 0, "DMIG" },
    { "$ a comment\nDMIG    K       0       6       1       0\n", 0, "DMIG" },
    { "*Vertices 3\n1 \"a\"\n*Edges\n1 2\n", 0, "Pajek" },
    { "<?xml version=\"1.0\"?>\n<graphml>\n", 0, "GraphML" },
    { "<!DOCTYPE html>\n<html>\n", 0, "web page" },
    { "graph [\n  node [ id 1 ]\n", 0, "GML" },
    { "digraph G {\n a -> b;\n}\n", 0, "DOT" },
    { "# vtk DataFile Version 3.0\nx\n", 0, "VTK" },
    { "StructMatrix\n\nSymmetric: 0\n", 0, "hypre" },
    { "[[ 4. -1.]\n [-1.  4.]]\n", 0, "Python prints" },
    { "[4, -1]\n[-1, 4]\n", 0, "Python prints" },
    { "A = array([[ 4., -1.],\n       [-1.,  4.]])\n", 0, "Python prints" },
    { "tensor([[ 4., -1.],\n        [-1.,  4.]])\n", 0, "Python prints" },
    { "  (0, 0)\t4.0\n  (1, 1)\t4.5\n", 0, "SciPy or MATLAB prints" },
    { "<2x2 sparse matrix of type '<class 'numpy.float64'>'\n  (0, 0)\t4.0\n", 0, "SciPy" },
    { "<Compressed Sparse Row sparse array of dtype 'float64'\n\twith 2", 0, "SciPy" },
    { "  Coords\tValues\n  (0, 0)\t4.0\n", 0, "SciPy" },
    { "     [,1] [,2]\n[1,]    4   -1\n[2,]   -1    4\n", 0, "R prints" },
    { "2 x 2 sparse Matrix of class \"dgCMatrix\"\n          \n[1,]  4 .\n", 0, "R prints" },
    { "[1] 1 2 3 4 5\n[6] 6 7 8 9 0\n", 0, "R prints" },
    { "2×2 Matrix{Float64}:\n  4.0  -1.0\n -1.0   4.0\n", 0, "Julia prints" },
    { "2×2 SparseMatrixCSC{Float64, Int64} with 2 stored entries:\n 4.0   ⋅\n", 0, "Julia" },
    { "  [1, 1]  =  4.0\n  [2, 2]  =  4.0\n", 0, "Julia prints" },
    { "sparse([1, 2], [1, 2], [4.0, 4.0], 2, 2)\n", 0, "Julia prints" },
    { "   1.0e+03 *\n\n    4.0000   -1.0000\n", 0, "MATLAB or Octave prints" },
    { "Compressed Column Sparse (rows = 2, cols = 2, nnz = 2 [50%])\n", 0, "Octave prints" },
    { "     0    1\n0  4.0 -1.0\n\n[2 rows x 2 columns]\n", 0, "pandas prints" },
    { "0. 1. 2. ... 7. 8. 9.\n1. 2. 3. ... 8. 9. 9.\n", 0, "left out" },
    { "{{4., -1.}, {-1., 4.}}\n", 0, "Mathematica" },
    { "{{1, 1} -> 4, {2, 2} -> 4}\n", 0, "Mathematica" },
    { "double A[2][2] = { { 4, -1 }, { -1, 4 } };\n", 0, "braces" },
    { "4*^3\t-1.5*^-3\n", 0, "Mathematica" },
    { "[4 -1; -1 4]\n", 0, "without a name" },
    { "A(1,1) = 4\nA(2,2) = 4\n", 0, "assignments" },
    { "A[0][0] = 4\nA[1][1] = 4\n", 0, "assignments" },
    { "| a | b |\n|---|---|\n| 4 | -1 |\n", 0, "Markdown" },
    { "4 & -1 \\\\\n-1 & 4 \\\\\n", 0, "LaTeX" },
    { "A =\n\n   4  -1\n  -1   4\n\n", 0, "MATLAB or Octave prints" },
    { "1 1:0.5 3:2\n-1 2:0.25\n", 0, "LIBSVM" },
    { "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", 0, "Git LFS" },
    { "{\"rows\": 3}\n", 0, "JSON" },
    { "SparseArray[{{1, 1} -> 4}]\n", 0, "Mathematica" },
    { "\x01\x02\x03\x04", 0, "binary data" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      const size_t length = files[i].length > 0 ? files[i].length : strlen (files[i].content);

      g_autofree char *path = io_testing_write ("known", files[i].content, (gssize) length);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", files[i].word);
      g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
      io_testing_assert_error (error, SEIDEL_ERROR_FORMAT, "known");
      if (strstr (error->message, files[i].word) == NULL)
        g_error ("“%s” does not name %s", error->message, files[i].word);
      g_assert_null (strchr (error->message, '\n'));
      g_assert_cmpuint (strlen (error->message), <, 160);
    }
}

static void
test_not_files (void)
{
  g_autofree char *missing = io_testing_path ("missing.mtx");
  g_autofree char *folder = g_path_get_basename (io_testing_folder);

  io_testing_assert_bad (missing, SEIDEL_ERROR_IO, "missing.mtx");
  io_testing_assert_bad (io_testing_folder, SEIDEL_ERROR_IO, folder);
  io_testing_assert_bad ("/dev/null", SEIDEL_ERROR_IO, "null");
}

static void
test_nul_bytes (void)
{
  const char text[] = REAL "1 1 1\n1 1 \0001\n";
  const char behind[] = REAL "1 1 1\n1 1 1\0\n";
  g_autofree char *path = io_testing_write ("nul.mtx", text, sizeof text - 1);
  g_autofree char *path_behind = io_testing_write ("behind.mtx", behind, sizeof behind - 1);

  io_testing_assert_bad (path, SEIDEL_ERROR_FORMAT, "nul.mtx:3");
  io_testing_assert_bad (path_behind, SEIDEL_ERROR_FORMAT, "behind.mtx:3");
}

static void
test_long_comments (void)
{
  g_autofree char *comment = g_strnfill (1023, '%');
  g_autoptr (GString) text = g_string_new (REAL);
  g_autofree char *path = NULL;

  for (int i = 0; i < 1024; i++)
    g_string_append_printf (text, "%s\n", comment);
  g_string_append (text, "1 1 1\n1 1 1\n");
  path = io_testing_write ("comments.mtx", text->str, (gssize) text->len);
  io_testing_assert_bad (path, SEIDEL_ERROR_FORMAT, "comments.mtx:1025");
}

/* Text that fills several blocks, in an order far from sorted. */
static char *
large_text (int64_t rows, int64_t entries, const char *bad_line)
{
  GString *text = g_string_new (MM "coordinate real general\n% large\n");

  g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
                          rows, rows, entries);
  for (int64_t k = 0; k < entries; k++)
    {
      int64_t row = k * 7919 % rows;
      int64_t column = k * 104729 / 3 % rows;

      if (bad_line != NULL && k == entries - 10)
        g_string_append (text, bad_line);
      else if (k % 1000 == 999)
        g_string_append (text, "% a comment\n\n");
      g_string_append_printf (text,
                              "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".25\n",
                              row + 1, column + 1, k % 1000);
    }
  return g_string_free (text, FALSE);
}

/* Coordinates the plain way, as a twin. */
static SeidelCsr *
large_ref (int64_t rows, int64_t entries, int64_t *duplicates)
{
  g_autofree int32_t *row_indices = g_new (int32_t, entries);
  g_autofree int32_t *column_indices = g_new (int32_t, entries);
  g_autofree double *values = g_new (double, entries);
  SeidelCoordinates coordinates = { rows, rows, entries, row_indices, column_indices, values };

  for (int64_t k = 0; k < entries; k++)
    {
      row_indices[k] = (int32_t) (k * 7919 % rows);
      column_indices[k] = (int32_t) (k * 104729 / 3 % rows);
      values[k] = (double) (k % 1000) + 0.25;
    }
  return seidel_csr_from_coordinates (&coordinates, duplicates, NULL, NULL);
}

#define LARGE_ROWS    3001
#define LARGE_ENTRIES 600000

static void
test_large (void)
{
  g_autofree char *text = large_text (LARGE_ROWS, LARGE_ENTRIES, NULL);
  g_autofree char *plain = io_testing_write ("large.mtx", text, -1);
  g_autofree char *gz = io_testing_write_gz ("large.mtx.gz", text, strlen (text));
  g_autoptr (SeidelMatrix) matrix = io_testing_load (plain);
  g_autoptr (SeidelMatrix) inflated = io_testing_load (gz);
  int64_t duplicates = -1;
  g_autoptr (SeidelCsr) expected = large_ref (LARGE_ROWS, LARGE_ENTRIES, &duplicates);

  g_assert_cmpuint (strlen (text), >, 8 << 20);
  io_testing_assert_equal (matrix->csr, expected);
  io_testing_assert_equal (inflated->csr, expected);
  g_assert_cmpint (matrix->origin.duplicates, ==, duplicates);
  g_assert_cmpint (inflated->origin.stored, ==, LARGE_ENTRIES);
}

/* The number of the line is right in the last of several blocks. */
static void
test_large_bad (void)
{
  g_autofree char *text = large_text (LARGE_ROWS, LARGE_ENTRIES, "7 wrong 1\n");
  int64_t line = 1;
  g_autofree char *plain = io_testing_write ("large-bad.mtx", text, -1);
  g_autofree char *gz = io_testing_write_gz ("large-bad.mtx.gz", text, strlen (text));
  g_autofree char *place = NULL;
  g_autofree char *place_gz = NULL;
  const char *bad;

  bad = strstr (text, "7 wrong 1");
  for (const char *p = text; p < bad; p++)
    line += *p == '\n';
  place = g_strdup_printf ("large-bad.mtx:%" G_GINT64_FORMAT, line);
  place_gz = g_strdup_printf ("large-bad.mtx.gz:%" G_GINT64_FORMAT, line);
  io_testing_assert_bad (plain, SEIDEL_ERROR_FORMAT, place);
  io_testing_assert_bad (gz, SEIDEL_ERROR_FORMAT, place_gz);
}

static void
test_endless_line (void)
{
  g_autoptr (GString) text = g_string_new (REAL "1 1 1\n% ");
  g_autofree char *path = NULL;

  for (int i = 0; i < 5 << 20; i++)
    g_string_append_c (text, 'x');
  path = io_testing_write ("endless.mtx", text->str, -1);
  io_testing_assert_bad (path, SEIDEL_ERROR_FORMAT, "endless.mtx:3");
}

static void
test_damaged_gz (void)
{
  g_autofree char *text = large_text (LARGE_ROWS, 10000, NULL);
  g_autofree char *whole = io_testing_write_gz ("whole.mtx.gz", text, strlen (text));
  g_autofree char *content = NULL;
  g_autofree char *cut = NULL;
  g_autofree char *flipped = NULL;
  g_autoptr (GError) error = NULL;
  size_t length;

  g_assert_true (g_file_get_contents (whole, &content, &length, NULL));
  cut = io_testing_write ("cut.mtx.gz", content, (gssize) length / 2);
  io_testing_assert_bad (cut, SEIDEL_ERROR_IO, "cut.mtx.gz");
  content[length / 2] ^= 0x55;
  flipped = io_testing_write ("flipped.mtx.gz", content, (gssize) length);
  g_assert_null (seidel_load_matrix (flipped, NULL, NULL, &error));
  g_assert_nonnull (error);
}

/* Recognised by content: a plain file may be called .gz, and a compressed one may not. */
static void
test_misnamed (void)
{
  const char *text = REAL "1 1 1\n1 1 7\n";
  g_autofree char *plain = io_testing_write ("plain.gz", text, -1);
  g_autofree char *gz = io_testing_write_gz ("packed.txt", text, strlen (text));
  g_autoptr (SeidelMatrix) from_plain = io_testing_load (plain);
  g_autoptr (SeidelMatrix) from_gz = io_testing_load (gz);

  g_assert_cmpstr (from_plain->name, ==, "plain");
  g_assert_cmpstr (from_gz->name, ==, "packed.txt");
  io_testing_assert_equal (from_plain->csr, from_gz->csr);
}

static void
test_formats (void)
{
  size_t n_formats;
  const SeidelFormat *formats = seidel_formats (&n_formats);

  g_assert_cmpuint (n_formats, >=, 1);
  g_assert_cmpstr (formats[0].id, ==, "matrix-market");
  g_assert_true (g_strv_contains (formats[0].suffixes, ".mtx"));
}

static void
test_cancel_before (void)
{
  g_autofree char *path = io_testing_write ("cancel.mtx", REAL "1 1 1\n1 1 7\n", -1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_load_matrix (path, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static gpointer
cancel_thread (gpointer data)
{
  gpointer *both = data;
  SeidelProgress *progress = both[0];

  while (seidel_progress_permille (progress) <= 0)
    g_usleep (20);
  g_cancellable_cancel (both[1]);
  return NULL;
}

static void
test_cancel_within (void)
{
  g_autofree char *text = large_text (LARGE_ROWS, LARGE_ENTRIES, NULL);
  g_autofree char *path = io_testing_write ("cancel-within.mtx", text, -1);
  SeidelProgress progress = SEIDEL_PROGRESS_INIT;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  gpointer both[] = { &progress, cancellable };
  GThread *thread = g_thread_new ("cancel", cancel_thread, both);
  SeidelMatrix *matrix = seidel_load_matrix (path, &progress, cancellable, &error);

  /* Should all be read before the other thread has run, it must end all the same. */
  seidel_progress_set (&progress, 1.0);
  g_thread_join (thread);
  if (matrix == NULL)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  else
    seidel_matrix_unref (matrix);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  for (size_t i = 0; i < G_N_ELEMENTS (good_files); i++)
    {
      g_autofree char *path = g_strconcat ("/loader/good/", good_files[i].name, NULL);

      g_test_add_data_func (path, &good_files[i], test_good);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (bad_files); i++)
    {
      g_autofree char *path = g_strconcat ("/loader/bad/", bad_files[i].name, NULL);

      g_test_add_data_func (path, &bad_files[i], test_bad);
    }
  g_test_add_func ("/loader/not-files", test_not_files);
  g_test_add_func ("/loader/known-formats", test_known_formats);
  g_test_add_func ("/loader/nul-bytes", test_nul_bytes);
  g_test_add_func ("/loader/long-comments", test_long_comments);
  g_test_add_func ("/loader/large", test_large);
  g_test_add_func ("/loader/large-bad", test_large_bad);
  g_test_add_func ("/loader/endless-line", test_endless_line);
  g_test_add_func ("/loader/damaged-gz", test_damaged_gz);
  g_test_add_func ("/loader/misnamed", test_misnamed);
  g_test_add_func ("/loader/formats", test_formats);
  g_test_add_func ("/loader/cancel-before", test_cancel_before);
  g_test_add_func ("/loader/cancel-within", test_cancel_within);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
