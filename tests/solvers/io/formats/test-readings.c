/* Text that does not say what it is: what it is read as, the matrix, and where the user is asked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "../io-testing.h"
#include "io/seidel-preview.h"
#include "matrix/seidel-vector.h"

/* A matrix of 4 × 4, with its entries from 1 and from 0, and its lower triangle. */
#define A "4.5 -1 . . / -1.5 4.25 -1 . / . -0.5 5 2 / . . -2 6"
#define FROM_1 \
  "1 1 4.5\n1 2 -1\n2 1 -1.5\n2 2 4.25\n2 3 -1\n3 2 -0.5\n3 3 5\n3 4 2\n4 3 -2\n4 4 6\n"
#define FROM_0 \
  "0 0 4.5\n0 1 -1\n1 0 -1.5\n1 1 4.25\n1 2 -1\n2 1 -0.5\n2 2 5\n2 3 2\n3 2 -2\n3 3 6\n"
#define COMMAS \
  "1,1,4.5\n1,2,-1\n2,1,-1.5\n2,2,4.25\n2,3,-1\n3,2,-0.5\n3,3,5\n3,4,2\n4,3,-2\n4,4,6\n"
#define SEMICOLONS \
  "0;0;4.5\n0;1;-1\n1;0;-1.5\n1;1;4.25\n1;2;-1\n2;1;-0.5\n2;2;5\n2;3;2\n3;2;-2\n3;3;6\n"
#define FLOATS                                                                                    \
  "1.0e+00 1.0e+00 4.5\n1.0e+00 2.0e+00 -1\n2.0e+00 1.0e+00 -1.5\n2.0e+00 2.0e+00 4.25\n2.0e+00 " \
  "3.0e+00 -1\n3.0e+00 2.0e+00 -0.5\n3.0e+00 3.0e+00 5\n3.0e+00 4.0e+00 2\n4.0e+00 3.0e+00 -2\n"  \
  "4.0e+00 4.0e+00 6\n"
#define FLOATS_FROM_0                                                                            \
  "0.,0.,4.5\n0.,1.,-1\n1.,0.,-1.5\n1.,1.,4.25\n1.,2.,-1\n2.,1.,-0.5\n2.,2.,5\n2.,3.,2\n3.,2.,-" \
  "2\n"                                                                                          \
  "3.,3.,6\n"
#define TRIANGLE "1 1 4\n2 1 -1.5\n2 2 4\n3 2 -1\n3 3 4\n"
#define LOWER    "4 . . / -1.5 4 . / . -1 4"
#define FULL     "4 -1.5 . / -1.5 4 -1 / . -1 4"
#define RING     ". 1 . . 1 / 1 . 1 . . / . 1 . 1 . / . . 1 . 1 / 1 . . 1 ."

static const struct
{
  const char *name;
  const char *text;
  const char *reading; /* NULL: what is recognised otherwise */
  const char *matrix;  /* row by row, “.” where nothing is stored */
} good[] = {
  /* The size behind something else. */
  { "size-first.mtx", "4 4 10\n" FROM_1, "sized-entries,from-1", A },
  { "size-from-0.mtx", "4 4 10\n" FROM_0, "sized-entries,from-0", A },
  { "percent.mtx", "% a comment\n%\n  4   4  10\n" FROM_1, "sized-entries,from-1", A },
  { "percent-from-0.mtx", "% a comment\n4 4 10\n" FROM_0, "sized-entries,from-0", A },
  { "percent-wide.mtx", "% a\n4 6 10\n" FROM_1, "sized-entries,from-1",
    "4.5 -1 . . . . / -1.5 4.25 -1 . . . / . -0.5 5 2 . . / . . -2 6 . ." },
  { "percent-triangle.mtx", "% a\n3 3 5\n" TRIANGLE, "sized-entries,from-1", LOWER },
  { "percent-pattern.mtx", "% a\n3 3 4\n1 1\n2 1\n2 2\n3 3\n", "sized-entries,from-1",
    "1 . . / 1 1 . / . . 1" },
  { "hash.mtx", "# a comment\n4 4 10\n" FROM_1, "sized-entries,from-1", A },
  { "blank-line.mtx", "\n4 4 10\n" FROM_1, "sized-entries,from-1", A },
  { "tail.mtx", "4 4 10 % rows columns entries\n" FROM_1, "sized-entries,from-1", A },
  { "tail-hash.mtx", "4 4 10 # size\n" FROM_1, "sized-entries,from-1", A },
  { "float-size.txt", "4.0 4.0 10.0\n" FROM_1, "sized-entries,from-1", A },
  { "float-all.txt", "4.0 4.0 10.0\n" FLOATS, "sized-entries,from-1", A },
  { "comma-size.csv", "4,4,10\n" COMMAS, "sized-entries,from-1", A },
  { "semicolon-size.csv", "4;4;10\n" SEMICOLONS, "sized-entries,from-0", A },
  { "headed-size.txt", "rows cols nnz\n4 4 10\n" FROM_1, "sized-entries,from-1", A },
  { "comments-behind.mtx", "4 4 10\n% a comment\n" FROM_1, "sized-entries,from-1", A },
  { "mark-size.mtx", "\xef\xbb\xbf% a\r\n4 4 10\r\n" FROM_1, "sized-entries,from-1", A },
  { "complex-size.mtx", "# a\n2 2 3\n1 1 1.5 0\n2 1 3 4\n2 2 1 0\n",
    "sized-entries,from-1,columns=1:2:3:4", "1.5 . / 5 1" },

  /* A comment that mentions Matrix Market is no banner. */
  { "prose.mtx", "% a file in MatrixMarket format\n4 4 10\n" FROM_1, "sized-entries,from-1", A },
  { "prose-begins.mtx", "% MatrixMarket, by hand\n4 4 10\n" FROM_1, "sized-entries,from-1", A },
  { "prose-divided.mtx", "%% Matrix Market\n4 4 10\n" FROM_1, "sized-entries,from-1", A },
  { "prose-hash.mtx", "# once %%MatrixMarket\n4 4 10\n" FROM_1, "sized-entries,from-1", A },
  { "prose-lines.mtx", "\n% a file\n% of MatrixMarket\n4 4 10\n" FROM_1, "sized-entries,from-1",
    A },
  { "prose-general.mtx", "% from %%MatrixMarket matrix coordinate real general\n4 4 10\n" FROM_1,
    "sized-entries,from-1", A },
  { "prose-list.txt", "# not %%MatrixMarket\n" FROM_1, "entries,from-1", A },
  { "two-percent.txt", "%% a cell of MATLAB\n1.5 2\n3 4\n", "table", "1.5 2 / 3 4" },

  /* One number a line behind the size is an array of Matrix Market. */
  { "array.mtx", "2 2\n1.5\n2.5\n3.5\n4.5\n", "array", "1.5 3.5 / 2.5 4.5" },
  { "array-wide.mtx", "% a\n2 3\n1\n2\n3\n4\n5\n6\n", "array", "1 3 5 / 2 4 6" },
  { "rows.txt", "3 3\n1.5 2.5 2\n3.5 4.5 1\n0 0 6\n", "sized-table",
    "1.5 2.5 2 / 3.5 4.5 1 / . . 6" },
  { "pairs.txt", "2 2\n1.5 2.5\n3.5 4.5\n", "sized-table", "1.5 2.5 / 3.5 4.5" },
  { "rows-sized.csv", "2,3\n1.5,2.5,2\n3.5,4.5,1\n", "sized-table", "1.5 2.5 2 / 3.5 4.5 1" },

  /* Indices as floating-point numbers. */
  { "savetxt.txt", FLOATS, "entries,from-1", A },
  { "headed-floats.csv", "row,col,value\n" FLOATS_FROM_0, "entries,from-0", A },
  { "floats.csv", FLOATS_FROM_0, "entries,from-0", A },
  { "large-first.txt", "2 2 3.0\n1 1 4.5\n3 1 2.5\n3 3 1.5\n", "entries,from-1",
    "4.5 . . / . 3 . / 2.5 . 1.5" },
  { "headed-order.csv", "value;i;j\n4.5;1;1\n-1;2;1\n3;2;2\n", "entries,from-1,columns=2:3:1",
    "4.5 . / -1 3" },
  { "headed-more.csv", "id,source,target,weight\n7,0,1,2.5\n8,1,0,3.5\n",
    "entries,from-0,columns=2:3:4", ". 2.5 / 3.5 ." },
  { "frame.csv", ",row,col,value\n0,0,0,4.5\n1,1,1,3\n", "entries,from-0,columns=2:3:4",
    "4.5 . / . 3" },
  { "spconvert.txt", "1 1 4.5 0\n1 2 -3 4\n2 1 -3 -4\n2 2 4.25 0\n3 3 1.5 0\n",
    "entries,from-1,columns=1:2:3:4", "4.5 5 . / 5 4.25 . / . . 1.5" },

  /* CHOLMOD. */
  { "general.tri", "3 3 5 0\n" TRIANGLE, "cholmod,from-1", LOWER },
  { "lower.tri", "3 3 5 -1\n" TRIANGLE, "cholmod,from-1,symmetric", FULL },
  { "upper.tri", "3 3 5 1\n0 0 4\n0 1 -1.5\n1 1 4\n1 2 -1\n2 2 4\n", "cholmod,from-0,symmetric",
    FULL },
  { "lower.txt", "3 3 5 -1\n" TRIANGLE, "cholmod,from-1,symmetric", FULL },
  { "inferred.tri", "3 3 5\n" TRIANGLE, "cholmod,from-1,symmetric", FULL },
  { "inferred-general.tri", "2 2 3\n0 0 1.5\n0 1 2\n1 0 3\n", "cholmod,from-0", "1.5 2 / 3 ." },
  { "pattern.tri", "3 3 4 -1\n1 1\n2 1\n2 2\n3 3\n", "cholmod,from-1,symmetric",
    "1 1 . / 1 1 . / . . 1" },

  /* Solvers' dumps. */
  { "IJ.00000", "0 3 0 3\n" FROM_0, "hypre,from-0", A },
  { "IJ-from-1.00000", "1 4 1 4\n" FROM_1, "hypre,from-1", A },
  { "vector.00000", "0 2\n0 1.5\n1 2.5\n2 3.5\n", "indexed-vector", "1.5 / 2.5 / 3.5" },
  { "csr.txt", "3\n1\n3\n4\n6\n1\n2\n2\n2\n3\n4.5\n-1\n4\n-0.5\n6\n", "csr",
    "4.5 -1 . / . 4 . / . -0.5 6" },
  { "csr-from-0.txt", "2\n0\n1\n3\n0\n0\n1\n4.5\n-1\n4\n", "csr", "4.5 . / -1 4" },
  { "job_STIF1.mtx",
    "  1, 1,  1, 1,  4.5e+00\n  3, 1,  1, 1, -1.0e+00\n  3, 1,  3, 1, 4.25e+00\n  3, 2,  3, 1, "
    "2.0e+00\n  3, 2,  3, 2, 6.0e+00\n",
    "abaqus", NULL },
  { "morse.txt",
    "# Sparse Matrix (Morse)  0x1\n# first line: n m (is symmetic) nbcoef \n# after for each "
    "nonzero "
    "coefficient:   i j a_ij where (i,j) \\in  {1,...,n}x{1,...,m} \n4 4 0  10\n" FROM_1,
    "freefem,from-1", A },
  { "morse-symmetric.txt", "# Sparse Matrix (Morse)  0x1\n3 3 1  5\n" TRIANGLE,
    "freefem,from-1,symmetric", FULL },
  { "hash-matrix.txt",
    "#  HashMatrix Matrix (COO) 0x1\n#    n       m        nnz     half     fortran   state  \n4 4 "
    "10 0 0 0 0 \n" FROM_0,
    "freefem,from-0", A },

  /* Graphs. */
  { "ring.graph", "5 5\n5 2\n1 3\n2 4\n3 5\n4 1\n", "graph", RING },
  { "ring.txt", "5 5\n5 2\n1 3\n2 4\n3 5\n4 1\n", "graph", RING },
  { "isolated.txt", "% two vertices without edges\n5 2\n3\n\n1 5\n\n3\n", "graph",
    ". . 1 . . / . . . . . / 1 . . . 1 / . . . . . / . . 1 . ." },
  { "weights.graph", "3 2 11 2\n7 8 2 5\n7 8 1 5 3 6\n7 8 2 6\n", "graph",
    ". 5 . / 5 . 6 / . 6 ." },
  { "edge-weights.graph", "3 2 001\n2 5\n1 5 3 6\n2 6\n", "graph", ". 5 . / 5 . 6 / . 6 ." },
  { "paths.gr", "c roads\nc\np sp 3 3\na 1 2 2.5\na 2 3 3\na 3 1 4\n", NULL,
    ". 2.5 . / . . 3 / 4 . ." },
  { "colours.col", "c graph\np edge 3 3\ne 1 2\ne 3 2\ne 2 1\n", NULL, ". 1 . / 1 . 1 / . 1 ." },

  { "edges.graph", "4 3\n4 2\n2 3\n1 4\n", "sized-edges,from-1,symmetric",
    ". . . 1 / . . 1 1 / . 1 . . / 1 1 . ." },

  /* Tables with something besides numbers. */
  { "labels.csv", ",0,1,2\n0,4.5,-1.0,0.0\n1,-1.0,4.5,-1.0\n2,0.0,-1.0,4.5\n", "table,labels",
    "4.5 -1 . / -1 4.5 -1 / . -1 4.5" },
  { "r.csv", "\"\",\"V1\",\"V2\"\n\"1\",4,-1\n\"row 2\",-1,4\n", "table,labels", "4 -1 / -1 4" },
  { "r.txt", "\"V1\" \"V2\"\n\"a\" 4 -1\n\"b\" -1 4\n", "table,labels", "4 -1 / -1 4" },
  { "frame-printed.txt", "     0    1\n0  4.5 -1.0\n1 -1.0  4.5\n", "table,labels",
    "4.5 -1 / -1 4.5" },
  { "heads.mtx", "% a\nx y\n4 6\n4 0\n", "table", "4 6 / 4 ." },
  { "frame-narrow.txt", "     0\n0  4.5\n1 -1.0\n", "table,labels", "4.5 / -1" },
  { "frame-whole.csv", ",0,1\n0,0,5\n1,3,3\n2,2,3\n", "table,labels", ". 5 / 3 3 / 2 3" },
  { "distances.csv", "0,1,2\n1,0,1\n2,1,0\n", "table", ". 1 2 / 1 . 1 / 2 1 ." },
  { "matlab-whole.txt", "6 6 5;\n5 1 0;\n6 4 0;\n0 6 0;\n", "table",
    "6 6 5 / 5 1 . / 6 4 . / . 6 ." },
  { "matlab-size.txt", "6 2 3;\n", "table", "6 2 3" },
  { "ones.txt", "1.0e+00 1.0e+00\n1.0e+00 1.0e+00\n", "table", "1 1 / 1 1" },
  { "ordered.txt", "1 1 4\n1 2 7\n2 1 2\n2 3 5\n3 2 6\n3 3 5\n", "entries,from-1",
    "4 7 . / 2 . 5 / . 6 5" },
  { "few.ijv", "2 1 7\n1 2 5\n", "entries,from-1", ". 5 / 7 ." },
  { "rows.csv", "a,4.5,-1\nb,-1,4\n", "table,labels", "4.5 -1 / -1 4" },
  { "rows.tsv", "north west\t4\t-1.5\nb\t-1\t4\n", "table,labels", "4 -1.5 / -1 4" },
  { "quoted.csv", "name,row,col,value\n\"a, b\",1,1,4.5\nc d,2,2,3\n",
    "entries,from-1,columns=2:3:4", "4.5 . / . 3" },
  { "text-between.csv", "row;kind;col;value\n0;one way;1;2.5\n1;two;0;3\n",
    "entries,from-0,columns=1:3:4", ". 2.5 / 3 ." },
  { "counted.csv", "0,1,2\n4.5,-1.0,0.0\n-1.0,4.5,-1.0\n", "table", "4.5 -1 . / -1 4.5 -1" },
  { "not-counted.csv", "0,1,2\n1,0,1\n2,1,0\n", "table", ". 1 2 / 1 . 1 / 2 1 ." },
  { "zeros.txt", "0 0\n0 0\n0 0\n", "table", ". . / . . / . ." },
  { "textbook.txt", "5 2 0\n2 5 2\n0 2 5\n", "table", "5 2 . / 2 5 2 / . 2 5" },
  { "textbook.csv", "6,1,3\n1,4,1\n3,1,4.5\n", "table", "6 1 3 / 1 4 1 / 3 1 4.5" },
  { "far-out.txt", "2 3 4\n5 6 7\n8 9 11\n", "table", "2 3 4 / 5 6 7 / 8 9 11" },
  { "no-heads.txt", "0 1\n0.75 1\n", "table", ". 1 / 0.75 1" },
  { "in-order.txt", "1 1 4.5\n1 2 2\n2 1 3\n2 4 6\n", "entries,from-1",
    "4.5 2 . . / 3 . . 6 / . . . . / . . . ." },
  { "apart.txt", "3 1 4.5\n1 5 -2.25\n5 3 3.0\n1 1 0.5\n", "entries,from-1",
    "0.5 . . . -2.25 / . . . . . / 4.5 . . . . / . . . . . / . . 3 . ." },
  { "one-by-one.txt", "1 1 4\n2 2 5.5\n3 2 1\n3 3 2\n", "entries,from-1",
    "4 . . / . 5.5 . / . 1 2" },
  { "behind-comment.txt", "# a comment\n1 1 3\n1 2 3\n2 1 9.5\n2 2 3\n", "entries,from-1",
    "3 3 / 9.5 3" },
  { "matlab.txt", "4 -1 0;\n-1 4 -1;\n0 -1 4;\n", "table", "4 -1 . / -1 4 -1 / . -1 4" },
  { "dense.txt", "4 1 0.5 0\n1 4 0.5 0\n0 1 4 -1.5\n2 0 1 3\n", "table",
    "4 1 0.5 . / 1 4 0.5 . / . 1 4 -1.5 / 2 . 1 3" },
};

static void
test_good (gconstpointer data)
{
  const size_t i = GPOINTER_TO_SIZE (data);
  g_autofree char *path = io_testing_write (good[i].name, good[i].text, -1);
  g_autofree char *gz_name = g_strconcat (good[i].name, ".gz", NULL);
  g_autofree char *gz = io_testing_write_gz (gz_name, good[i].text, strlen (good[i].text));
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
  g_autoptr (SeidelMatrix) packed = io_testing_load (gz);
  g_autofree char *found = io_testing_text (matrix->csr);

  if (good[i].matrix != NULL)
    g_assert_cmpstr (found, ==, good[i].matrix);
  g_assert_cmpstr (matrix->origin.reading, ==, good[i].reading);
  g_assert_cmpint (matrix->origin.evidence != NULL, ==, good[i].reading != NULL);
  io_testing_assert_equal (matrix->csr, packed->csr);
}

/* Rows and columns of degrees of freedom are ordered by their nodes; the other triangle follows. */
static void
test_abaqus (void)
{
  static const char text[] = "7, 1, 7, 1, 4.5\n7, 1, 2, 2, -1.5\n2, 2, 2, 2, 3\n"
                             "2, 1, 2, 1, 1.0e+0\n7, 1, 2, 1, 0.25\n";
  static const char whole[] = "1, 1, 1, 1, 4.5\n1, 2, 1, 1, -1.5\n1, 1, 1, 2, -2.5\n"
                              "1, 2, 1, 2, 1.0e+0\n";
  g_autofree char *path = io_testing_write ("nodes.txt", text, -1);
  g_autofree char *other_path = io_testing_write ("other_STIF1.mtx", whole, -1);
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelMatrix) other = io_testing_load (other_path);
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;
  g_autofree char *other_found = io_testing_text (other->csr);

  /* Five lines of five numbers may be a table, too. */
  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_AMBIGUOUS, "nodes.txt");
  g_clear_error (&error);
  matrix = seidel_load_with (path, &(SeidelLoadOptions){ .read_as = "abaqus" }, NULL, NULL, &error);
  g_assert_no_error (error);
  found = io_testing_text (matrix->csr);
  g_assert_cmpstr (found, ==, "1 . 0.25 / . 3 -1.5 / 0.25 -1.5 4.5");
  g_assert_cmpstr (other_found, ==, "4.5 -2.5 / -1.5 1");
}

static void
assert_parts (const char *name, const char *text, const double *parts, size_t n)
{
  g_autofree char *path = io_testing_write (name, text, -1);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

  g_assert_cmpint (2 * seidel_csr_nonzeros (matrix->csr), ==, (int64_t) n);
  for (size_t k = 0; k < n; k++)
    g_assert_cmpfloat (matrix->parts[k], ==, parts[k]);
}

/* Of a complex matrix with one triangle CHOLMOD means the hermitian one. */
static void
test_complex (void)
{
  const double hermitian[] = { 1, 0, 2, 1, 2, -1, 5, 0 };
  const double general[] = { 1.5, 0, 3, 4, 1, -2 };
  const double freefem[] = { 4, 0.5, -1, 0 };

  assert_parts ("c.tri", "2 2 3 -1\n1 1 1. 0.\n2 1 2. -1.\n2 2 5. 0.\n", hermitian,
                G_N_ELEMENTS (hermitian));
  assert_parts ("c.mtx", "% a\n2 2 3\n1 1 1.5 0\n2 1 3 4\n2 2 1 -2\n", general,
                G_N_ELEMENTS (general));
  assert_parts (
    "f.txt",
    "# Sparse Matrix (Morse)  0x1\n2 2 0  2\n        1         1 (4,0.5)\n        2      "
    "   2 (-1,0)\n",
    freefem, G_N_ELEMENTS (freefem));
}

/* Both readings are named, and either can be asked for. */
static const struct
{
  const char *text;
  const char *names[2];
  const char *matrices[2];
} doubtful[] = {
  { "1 1 2.5\n2 2 3.5\n3 3 1.5\n",
    { "entries", "table" },
    { "2.5 . . / . 3.5 . / . . 1.5", "1 1 2.5 / 2 2 3.5 / 3 3 1.5" } },
  { "% a list, or a size and its entries that are cut\n3 3 4\n1 1 1\n2 2 1\n3 1 1\n",
    { "entries", "entries,from-1" },
    { "1 . . / . 1 . / 1 . 4", "1 . . / . 1 . / 1 . 4" } },
  { "3 4 2\n1 2 5\n3 1 4\n",
    { "sized-entries", "table" },
    { ". 5 . . / . . . . / 4 . . .", "3 4 2 / 1 2 5 / 3 1 4" } },
  { "2 2 2\n0 0 6\n1 1 5\n",
    { "sized-entries", "table" },
    { "6 . / . 5", "2 2 2 / . . 6 / 1 1 5" } },
  { "1 0 1\n1 2 3\n1 2 1\n3 3 4\n",
    { "entries", "table" },
    { ". . . . / 1 . 4 . / . . . . / . . . 4", "1 . 1 / 1 2 3 / 1 2 1 / 3 3 4" } },
  /* Few whole numbers, and nothing that speaks for either. */
  { "2 2\n0 1\n1 0\n", { "sized-table", "table" }, { ". 1 / 1 .", "2 2 / . 1 / 1 ." } },
  { "3 2\n1 2\n3 4\n5 6\n",
    { "sized-table", "table" },
    { "1 2 / 3 4 / 5 6", "3 2 / 1 2 / 3 4 / 5 6" } },
  { "2 2\n1 2\n2 1\n", { "sized-edges", "sized-table" }, { ". 2 / 2 .", "1 2 / 2 1" } },
  { "2\n1\n3\n4\n5\n", { "sized-table", "table" }, { "1 3 / 4 5", "2 / 1 / 3 / 4 / 5" } },
  { "3\n1\n2\n5\n", { "sized-table", "table" }, { "1 / 2 / 5", "3 / 1 / 2 / 5" } },
  { "1\n0\n1\n0\n5\n", { "csr", "table" }, { "5", "1 / . / 1 / . / 5" } },
  { "3 3\n2 3\n1 3\n1 2\n",
    { "graph", "table" },
    { ". 1 1 / 1 . 1 / 1 1 .", "3 3 / 2 3 / 1 3 / 1 2" } },
  { "3 3 3\n1 2 3\n2 1 1\n3 2 2\n",
    { "sized-entries", "table" },
    { ". 3 . / 1 . . / . 2 .", "3 3 3 / 1 2 3 / 2 1 1 / 3 2 2" } },
  { "# a comment\n3 3 3\n1 2 3\n2 1 1\n3 2 2\n",
    { "sized-entries", "table" },
    { ". 3 . / 1 . . / . 2 .", "3 3 3 / 1 2 3 / 2 1 1 / 3 2 2" } },
  { "4 4 8\n1 3 6\n3 2 9\n3 4 6\n4 1 1\n1 4 1\n2 3 1\n2 4 9\n3 3 6\n",
    { "sized-entries", "entries" },
    { ". . 6 1 / . . 1 9 / . 9 6 6 / 1 . . .", ". . 6 1 / . . 1 9 / . 9 6 6 / 1 . . 8" } },
  { "3 3 5\n2 1 6\n1 3 3\n3 1 6\n2 2 7\n",
    { "sized-entries", "entries" },
    { NULL, ". . 3 / 6 7 . / 6 . 5" } },
  { "4,3,4\n4,3,3\n2,3,3\n4,3,1\n2,2,4\n",
    { "sized-entries", "table" },
    { NULL, "4 3 4 / 4 3 3 / 2 3 3 / 4 3 1 / 2 2 4" } },
  { "3 3 0 0\n", { "cholmod", "table" }, { NULL, "3 3 . ." } },
  { "3 0 0\n", { "sized-entries", "table" }, { NULL, "3 . ." } },
  { "1 1 5\n2 2 6\n3 3 7\n",
    { "entries", "table" },
    { "5 . . / . 6 . / . . 7", "1 1 5 / 2 2 6 / 3 3 7" } },
  { "% a comment\n3 2 3\n3 1 2\n2 3 3\n3 4 1\n",
    { "entries", "table" },
    { NULL, "3 2 3 / 3 1 2 / 2 3 3 / 3 4 1" } },
  { "1.0 3.0 2.0\n2.0 2.0 1.0\n3.0 1.0 3.0\n1.0 2.0 2.0\n3.0 3.0 1.0\n1.0 1.0 1.0\n",
    { "entries", "table" },
    { "1 2 2 / . 1 . / 3 . 1", NULL } },
  { "3 3 4 0\n1 1 2 0\n2 2 1 0\n3 3 5 0\n3 1 1 0\n",
    { "cholmod", "table" },
    { "2 . . / . 1 . / 1 . 5", "3 3 4 . / 1 1 2 . / 2 2 1 . / 3 3 5 . / 3 1 1 ." } },
  { "u,v,w\n3,2,3\n3,1,2\n2,3,3\n3,4,1\n", { "entries", "table" }, { NULL, NULL } },
  /* Numbers behind a size that may be in the order of columns. */
  { "2 3\n1 2.5\n3 4\n5 6\n",
    { "array", "sized-table" },
    { "1 3 5 / 2.5 4 6", "1 2.5 3 / 4 5 6" } },
  { "2 3\n4\n1 5 1\n4 1\n", { "array", "sized-table" }, { "4 5 4 / 1 1 1", "4 1 5 / 1 4 1" } },
  { "2 2\n1.5 2 3 4\n", { "array", "sized-table" }, { "1.5 3 / 2 4", "1.5 2 / 3 4" } },
  { "3,2,3\n3,1,2\n2,3,3\n3,4,1\n",
    { "entries", "table" },
    { ". . . . / . . 3 . / 2 3 . 1 / . . . .", "3 2 3 / 3 1 2 / 2 3 3 / 3 4 1" } },
  { "2 5\n6 6\n6 4\n4 4\n", { "entries", "table" }, { NULL, "2 5 / 6 6 / 6 4 / 4 4" } },
  { "1 5\n2 7\n3 1\n4 9\n", { "table", "entries" }, { "1 5 / 2 7 / 3 1 / 4 9", NULL } },
  { "0 0 3\n0 2 9\n1 2 9\n",
    { "entries", "table" },
    { "3 . 9 / . . 9 / . . .", ". . 3 / . 2 9 / 1 2 9" } },
  { "1 1 4 0\n1 2 7 0\n2 1 2 0\n3 3 5 0\n2 3 5 0\n",
    { "table", "entries,columns=1:2:3" },
    { "1 1 4 . / 1 2 7 . / 2 1 2 . / 3 3 5 . / 2 3 5 .", "4 7 . / 2 . 5 / . . 5" } },
  { "1 1 1.5\n", { "entries", "table" }, { "1.5", "1 1 1.5" } },
  { "1 2 0.5\n", { "entries", "table" }, { ". 0.5 / . .", "1 2 0.5" } },
  { "2,3,7\n", { "entries", "table" }, { ". . . / . . 7 / . . .", "2 3 7" } },
  /* Three entries, or as many rows. */
  { "2 2 1\n1 2 1\n1 1 2\n", { "entries", "table" }, { "2 1 / . 1", "2 2 1 / 1 2 1 / 1 1 2" } },
  { "0;2;3\n0;0;4\n0;1;6\n",
    { "entries", "table" },
    { "4 6 3 / . . . / . . .", ". 2 3 / . . 4 / . 1 6" } },
  { "3, 2, -4\n1, 1, 2\n2, 3, 5\n",
    { "entries", "table" },
    { "2 . . / . . 5 / . -4 .", "3 2 -4 / 1 1 2 / 2 3 5" } },
  { "1.0e+00 2.0e+00 3.0e+00\n5.0e+00 2.0e+00 1.0e+00\n3.0e+00 1.0e+00 6.0e+00\n",
    { "entries", "table" },
    { NULL, "1 2 3 / 5 2 1 / 3 1 6" } },
  { "2,8,4\n7,1,4\n3,6,5\n", { "entries", "table" }, { NULL, "2 8 4 / 7 1 4 / 3 6 5" } },
  { "9,8,1.5,2\n4,6,2,-1\n6,1,1,4\n",
    { "entries,columns=1:2:3:4", "table" },
    { NULL, "9 8 1.5 2 / 4 6 2 -1 / 6 1 1 4" } },
  { "a b c\n6 4 2\n1 3 1\n1 2 4\n",
    { "sized-entries", "table" },
    { NULL, "6 4 2 / 1 3 1 / 1 2 4" } },
  { "1 1\n1 0.54\n", { "indexed-vector", "table" }, { NULL, "1 1 / 1 0.54" } },
  { "2,5,3,2,4.25\n", { "abaqus", "table" }, { NULL, "2 5 3 2 4.25" } },
  { "0,1\n0.75,1\n", { "table,no-heading", "table,heading" }, { ". 1 / 0.75 1", "0.75 1" } },
  { "% a list, or a matrix of MATLAB's\n3 1 0.5\n1 3 2\n2 2 2\n",
    { "entries", "table" },
    { NULL, "3 1 0.5 / 1 3 2 / 2 2 2" } },
  { "9 4 0.5\n2 9 1.5\n7 7 1\n", { "entries", "table" }, { NULL, "9 4 0.5 / 2 9 1.5 / 7 7 1" } },
  { "2 1 0.5\n1 3 2.5\n",
    { "entries", "table" },
    { ". . 2.5 / 0.5 . . / . . .", "2 1 0.5 / 1 3 2.5" } },
  { "1 1 4.5 0\n2 2 1 -1.5\n", { "entries", "table" }, { NULL, "1 1 4.5 . / 2 2 1 -1.5" } },
  /* A size, or the first of two rows. */
  { "1 2\n3 4\n", { "sized-table", "table" }, { "3 4", "1 2 / 3 4" } },
  { "1 2\n-0.5 2.25\n", { "sized-table", "table" }, { "-0.5 2.25", "1 2 / -0.5 2.25" } },
  { "2 1\n0.75 3.25\n", { "sized-table", "table" }, { "0.75 / 3.25", "2 1 / 0.75 3.25" } },
  { "3, 2\n1.5, 2.5\n3.5, 4.5\n5.5, 0.5\n",
    { "sized-table", "table" },
    { "1.5 2.5 / 3.5 4.5 / 5.5 0.5", "3 2 / 1.5 2.5 / 3.5 4.5 / 5.5 0.5" } },
  { "2 2\n1.5 2.5\n3.5 4\n",
    { "sized-table", "table" },
    { "1.5 2.5 / 3.5 4", "2 2 / 1.5 2.5 / 3.5 4" } },
  { "2,2\n1.75,2\n3.5,3\n",
    { "sized-table", "table" },
    { "1.75 2 / 3.5 3", "2 2 / 1.75 2 / 3.5 3" } },
  { "4\t2\n-0.5\t1\n2\t7.25\n3\t0\n8\t1\n",
    { "sized-table", "table" },
    { "-0.5 1 / 2 7.25 / 3 . / 8 1", "4 2 / -0.5 1 / 2 7.25 / 3 . / 8 1" } },
  /* A size that cannot be that of what follows, or of nothing. */
  { "2 8 2\n3 5 5\n", { "entries", "table" }, { NULL, "2 8 2 / 3 5 5" } },
  { "1 1 3\n", { "entries", "table" }, { "3", "1 1 3" } },
  { "4 5 1\n6 0 0\n", { "entries", "table" }, { NULL, "4 5 1 / 6 . ." } },
  /* Rows, or entries far from one another. */
  { "32,33,7\n", { "entries", "table" }, { NULL, "32 33 7" } },
  { "9 9 1\n42 42 1\n46 46 1\n", { "entries", "table" }, { NULL, "9 9 1 / 42 42 1 / 46 46 1" } },
  { "1.2e+01 1.2e+01 1.5e-01\n3.4e+01 3.3e+01 7.5e+00\n",
    { "entries", "table" },
    { NULL, "12 12 0.15 / 34 33 7.5" } },
  /* A matrix of three rows that is a list counted from 0. */
  { "1, 0, 1\n0, 1, 1\n0, 0, 1\n",
    { "entries", "table" },
    { "1 1 / 1 .", "1 . 1 / . 1 1 / . . 1" } },
  { "1 0 -0.5\n0 1 -0.25\n1 1 -2.5\n",
    { "entries", "table" },
    { ". -0.25 / -0.5 -2.5", "1 . -0.5 / . 1 -0.25 / 1 1 -2.5" } },
  { "2 5 1\n0 8 6\n4 1 6.75\n2 7 5\n",
    { "entries", "table" },
    { NULL, "2 5 1 / . 8 6 / 4 1 6.75 / 2 7 5" } },
  { "5 0\n\n", { "entries", "table" }, { NULL, "5 ." } },
  { "3,3\n5,5\n", { "entries", "table" }, { NULL, "3 3 / 5 5" } },
  { "5,6\n7,99\n", { "table", "table,decimal-comma" }, { "5 6 / 7 99", "5.6 / 7.99" } },
  { "4.0\t2.0\t5.0\n1.0\t2.0\t3.0\n3.0\t4.0\t0.0\n4.0\t4.0\t3.0\n4.0\t3.0\t1.0\n0.0\t1.0\t5.25\n",
    { "entries", "table" },
    { NULL, "4 2 5 / 1 2 3 / 3 4 . / 4 4 3 / 4 3 1 / . 1 5.25" } },
  { "1.0 4.0 3.0\n1.0 2.0 -4.25\n1.0 1.0 2.5\n1.0 3.0 2.5\n",
    { "sized-entries", "entries" },
    { "2.5 -4.25 2.5 .", "2.5 -4.25 2.5 3 / . . . . / . . . . / . . . ." } },
  { "u,v,w,p\n1,5,1,1.75\n", { "entries", "table" }, { NULL, "1 5 1 1.75" } },
  { "1 1\n2 2\n", { "entries", "table" }, { "1 . / . 1", "1 1 / 2 2" } },
  /* One column of pandas, or one that begins with 0. */
  { "0\n8.0\n1.25\n", { "table,no-heading", "table,heading" }, { ". / 8 / 1.25", "8 / 1.25" } },
  /* Two columns, or numbers with decimal commas. */
  { "-9,01\n3,42\n", { "table", "table,decimal-comma" }, { "-9 1 / 3 42", "-9.01 / 3.42" } },
  { "2,51\n1,35\n1,67\n8,18\n",
    { "table", "table,decimal-comma" },
    { "2 51 / 1 35 / 1 67 / 8 18", "2.51 / 1.35 / 1.67 / 8.18" } },
  /* A graph without edges, or a row. */
  { "1 0\n\n", { "graph", "table" }, { ".", "1 ." } },
  { "2 0\n\n", { "graph", "table" }, { ". . / . .", "2 ." } },
  { "3 0\n\n\n\n", { "graph", "table" }, { ". . . / . . . / . . .", "3 ." } },
  { "2 1 3\n1 2 2.5\n1 1 1\n", { "entries", "table" }, { "1 2.5 / 3 .", NULL } },
  { "1;1;3\n1;0;2\n0;0;1\n", { "entries", "table" }, { "1 . / 2 3", NULL } },
  { "1.0 1.0 3.5\n1.0 2.0 0.5\n",
    { "entries", "table" },
    { "3.5 0.5 / . .", "1 1 3.5 / 1 2 0.5" } },
  { "0,0,4\n", { "entries", "table" }, { "4", ". . 4" } },
  { "rate,1,2\n3,4,5\n6,7,8.5\n", { "entries", "table" }, { NULL, "3 4 5 / 6 7 8.5" } },
  { "a,b\n6,2\n5,3\n1,5\n", { "entries", "table" }, { NULL, "6 2 / 5 3 / 1 5" } },
  { "5 6 4\n4 4 6\n0 0 6\n2 4 0\n4 1 5\n",
    { "sized-entries", "table" },
    { NULL, "5 6 4 / 4 4 6 / . . 6 / 2 4 . / 4 1 5" } },
  { "4,4,1\n3,3,2\n", { "sized-entries", "table" }, { NULL, "4 4 1 / 3 3 2" } },
  /* Columns that are counted are headings, or a row. */
  { "0,1,2,3\n6,5,3,1\n6,5,6,2\n",
    { "table,no-heading", "table,heading" },
    { ". 1 2 3 / 6 5 3 1 / 6 5 6 2", "6 5 3 1 / 6 5 6 2" } },
  /* Two rows are symmetric by chance. */
  { "0,1\n1,6\n", { "table,no-heading", "table,heading" }, { ". 1 / 1 6", "1 6" } },
  { "r,1,2\ns,2,3\n",
    { "table,labels,no-heading", "table,labels,heading" },
    { "1 2 / 2 3", "2 3" } },
  /* Years are headings, other whole numbers are none. */
  { "a,2001,2003\nb,4,3\nc,1,2\n",
    { "table,labels,no-heading", "table,labels,heading" },
    { "2001 2003 / 4 3 / 1 2", "4 3 / 1 2" } },
  { "2 1\n2\n1\n", { "graph", "table" }, { ". 1 / 1 .", "2 / 1" } },
  /* A comment may be about another file, or about this one. */
  { "% from %%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1.5\n2 1 2.5\n",
    { "sized-entries", "sized-entries,symmetric" },
    { "1.5 . / 2.5 .", "1.5 2.5 / 2.5 ." } },
  { "%%NVAMG 2 2 sorted\n4 4 4\n1 1 1.5\n2 2 2.5\n3 3 1\n4 4 1\n",
    { "sized-entries", "table" },
    { "1.5 . . . / . 2.5 . . / . . 1 . / . . . 1", NULL } },
  { "1.0 9.0 2.5\n2.0 8.0 3.5\n3.0 7.0 1.5\n4.0 6.0 1\n",
    { "table", "entries,from-1,columns=1:2" },
    { "1 9 2.5 / 2 8 3.5 / 3 7 1.5 / 4 6 1", NULL } },
};

static void
test_doubtful (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (doubtful); i++)
    {
      g_autofree char *path = io_testing_write ("doubtful.txt", doubtful[i].text, -1);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", doubtful[i].text);
      g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
      io_testing_assert_error (error, SEIDEL_ERROR_AMBIGUOUS, "doubtful.txt");
      g_assert_nonnull (strstr (error->message, doubtful[i].names[0]));
      for (int k = 0; k < 2; k++)
        {
          const SeidelLoadOptions options = { .read_as = doubtful[i].names[k] };
          g_autoptr (GError) failure = NULL;
          g_autoptr (SeidelMatrix) matrix = seidel_load_with (path, &options, NULL, NULL, &failure);
          g_autofree char *found = matrix != NULL ? io_testing_text (matrix->csr) : NULL;

          if (doubtful[i].matrices[k] == NULL)
            continue;
          g_assert_no_error (failure);
          g_assert_cmpstr (found, ==, doubtful[i].matrices[k]);
        }
    }
}

static const struct
{
  const char *name;
  const char *text;
  int code;
  const char *place;
} bad[] = {
  { "half.graph", "3 2\n2\n1 3\n1\n", SEIDEL_ERROR_FORMAT, "half.graph" },
  { "short.graph", "4 3\n2\n1 3\n", SEIDEL_ERROR_FORMAT, "short.graph:4" },
  { "word.gr", "c\np sp 2 1\na 1 x 3\n", SEIDEL_ERROR_FORMAT, "word.gr:3" },
  { "flow.gr", "c\np max 2 1\na 1 2 3\n", SEIDEL_ERROR_FORMAT, "flow.gr:2" },
  { "few.gr", "p sp 2 2\na 1 2 3\n", SEIDEL_ERROR_FORMAT, "few.gr" },
  { "beyond.tri", "3 3 3 0\n1 1 2\n4 1 2\n2 2 2\n", SEIDEL_ERROR_FORMAT, "beyond.tri:3" },
  { "more.tri", "3 3 2 0\n1 1 2\n2 1 2\n2 2 2\n", SEIDEL_ERROR_FORMAT, "more.tri:4" },
  { "part.00001", "10 12 10 12\n10 10 1.5\n11 11 2\n12 12 2.5\n", SEIDEL_ERROR_UNSUPPORTED,
    "part.00001" },
  { "cells.csv", "1,2,#N/A\n2,3,#DIV/0!\n", SEIDEL_ERROR_FORMAT, "cells.csv" },
  { "cell.csv", "1,2\n3,4\n#VALUE!,5\n", SEIDEL_ERROR_FORMAT, "cell.csv:3" },
  { "values.csv", "row,col,value\n1,1,2\n2,2,#N/A\n", SEIDEL_ERROR_FORMAT, "values.csv:3" },
  { "totals.csv", "a,b\n1,2\n3,4\ntotal,6\n", SEIDEL_ERROR_AMBIGUOUS, "totals.csv" },
  { "commas.txt", "1 1 4,5\n1 2 -1,25\n2 1 -1,5\n2 2 5,75\n", SEIDEL_ERROR_AMBIGUOUS,
    "commas.txt" },
};

static void
test_bad (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = io_testing_write (bad[i].name, bad[i].text, -1);

      g_test_message ("%s", bad[i].name);
      io_testing_assert_bad (path, bad[i].code, bad[i].place);
    }
}

/* Who is asked sees what there is to choose, and the matrix that each gives. */
static void
test_message (void)
{
  static const struct
  {
    const char *text;
    const char *parts[4];
  } files[] = {
    { "1 1 4\n1 2 -1\n2 2 3\n", { "2 × 2", "(entries)", "3 × 3", "(table)" } },
    { "0,1,2\n1,5,6\n2,7,8\n",
      { "3 × 3 (table,no-heading)", "2 × 3 (table,heading)", "(entries)" } },
    { "3\n1\n2\n3\n4\n1\n2\n3\n5\n6\n7\n", { "3 × 3, 3 entries", "(csr)", "11 × 1 (table)" } },
    { "1;2,5;3\n4;5;6\n", { "2 × 3 (table,decimal-comma)" } },
    { ";1;2\nnorth;1,5;2\nsouth;3;4,25\n", { "2 × 2 (table,labels,decimal-comma)" } },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = io_testing_write ("asked.txt", files[i].text, -1);
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
      io_testing_assert_error (error, SEIDEL_ERROR_AMBIGUOUS, "asked.txt");
      for (size_t k = 0; k < G_N_ELEMENTS (files[i].parts) && files[i].parts[k] != NULL; k++)
        g_assert_nonnull (strstr (error->message, files[i].parts[k]));
    }
}

/* Text in UTF-16, with its mark or without, and bytes behind the end. */
static void
test_encodings (void)
{
  static const char text[] =
    "%%MatrixMarket matrix coordinate real general\r\n2 2 2\r\n1 1 4\r\n2 2 5\r\n";
  static const char *const tails[] = { "\x1a", "\x1a\r\n", "\x1a\x1a\x1a" };
  static const char zeros[1000] = { 0 };

  for (int way = 0; way < 4; way++)
    {
      g_autoptr (GString) wide = g_string_new (NULL);
      g_autofree char *path = NULL;
      g_autoptr (SeidelMatrix) matrix = NULL;
      g_autofree char *found = NULL;

      if (way < 2)
        g_string_append_len (wide, way == 0 ? "\xff\xfe" : "\xfe\xff", 2);
      for (const char *p = text; *p != '\0'; p++)
        {
          const char pair[] = { way % 2 == 0 ? *p : '\0', way % 2 == 0 ? '\0' : *p };

          g_string_append_len (wide, pair, 2);
        }
      path = io_testing_write ("wide.mtx", wide->str, (gssize) wide->len);
      matrix = io_testing_load (path);
      found = io_testing_text (matrix->csr);
      g_assert_cmpstr (found, ==, "4 . / . 5");
    }
  for (size_t i = 0; i <= G_N_ELEMENTS (tails); i++)
    {
      const bool zero = i == G_N_ELEMENTS (tails);
      g_autoptr (GString) list = g_string_new ("1,1,4.5\n2,2,5\n1,2,3\n2,1,1\n");
      g_autoptr (GString) market = g_string_new (text);

      for (int k = 0; k < 2; k++)
        {
          GString *content = k == 0 ? list : market;
          g_autofree char *path = NULL;
          g_autofree char *gz = NULL;
          g_autoptr (SeidelMatrix) matrix = NULL;
          g_autoptr (SeidelMatrix) packed = NULL;

          if (zero)
            g_string_append_len (content, zeros, sizeof zeros);
          else
            g_string_append (content, tails[i]);
          path = io_testing_write ("tail.txt", content->str, (gssize) content->len);
          gz = io_testing_write_gz ("tail.gz", content->str, content->len);
          matrix = io_testing_load (path);
          packed = io_testing_load (gz);
          g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, k == 0 ? 4 : 2);
          io_testing_assert_equal (matrix->csr, packed->csr);
        }
    }
}

/* Columns of words beside those of a list, whose headings do not say which they are. */
#define TEXTS "name,kind,p,q,cost\nx,road a,1,2,4.5\ny,\"rail, fast\",2,1,1.5\n"

/* What a name asks for. */
static void
test_asked (void)
{
  static const struct
  {
    const char *text;
    const char *read_as;
    const char *matrix; /* NULL: it cannot be had */
  } files[] = {
    { "1 1 4,5\n1 2 -1,25\n2 1 -1,5\n2 2 5,75\n", "entries,decimal-comma",
      "4.5 -1.25 / -1.5 5.75" },
    { "4,5 1\n1 4,5\n", "table,decimal-comma", "4.5 1 / 1 4.5" },
    { "1 2 3\n2 3 4\n", "table", "1 2 3 / 2 3 4" },
    { "0 1\n1.5 2\n", "table,no-heading", ". 1 / 1.5 2" },
    { "5 1\n1.5 2\n", "table,heading", "1.5 2" },
    { "1 2 3\n2 1 4\n", "entries,from-0", ". . . / . . 3 / . 4 ." },
    { "1 2 3\n2 1 4\n", "entries,symmetric", ". 7 / 7 ." },
    { "1 2 3\n2 1 4\n", "entries,columns=3:2", ". . . . / . . . . / . 1 . . / 1 . . ." },
    { "1 2 3\n2 1 4\n", "entries,columns=3:4", NULL },
    { TEXTS, "entries", ". 4.5 / 1.5 ." },
    { TEXTS, "entries,columns=3:4:5", ". 4.5 / 1.5 ." },
    { TEXTS, "entries,columns=4:3", ". 1 / 1 ." },
    { TEXTS, "entries,columns=3:4:2", NULL },
    { TEXTS, "entries,columns=3:4:6", NULL },
    { TEXTS, "table", NULL },
    { "a,b\n1,2\n3,4\n", "table,no-heading", NULL },
    { ",a,b\n1,2,3\n2,4,5\n", "table,no-labels", "1 2 3 / 2 4 5" },
    { "1,2,3\n2,4,5\n", "table,labels,no-heading", "2 3 / 4 5" },
    { "2 2\n1.5\n2.5\n3.5\n4.5\n", "table", "1.5 2.5 / 3.5 4.5" },
    { "2 2\n1.5\n2.5\n3.5\n4.5\n", "graph", NULL },
    { "2 2\n1.5\n2.5\n3.5\n4.5\n", "pear", NULL },
    { "1,1 4\n2,2 5\n", "abaqus", NULL },
    { "1 1,4\n2 2 5\n", "indexed-vector", NULL },
    { "%%MatrixMarket matrix array real general\n1 1\n1\n", "table", NULL },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = io_testing_write ("asked.txt", files[i].text, -1);
      const SeidelLoadOptions options = { .read_as = files[i].read_as };
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelMatrix) matrix = seidel_load_with (path, &options, NULL, NULL, &error);
      g_autofree char *found = matrix != NULL ? io_testing_text (matrix->csr) : NULL;

      g_test_message ("%s %s", files[i].read_as, error != NULL ? error->message : "");
      g_assert_cmpint (error != NULL, ==, files[i].matrix == NULL);
      g_assert_true (error == NULL || strstr (error->message, "(null)") == NULL);
      g_assert_cmpstr (found, ==, files[i].matrix);
    }
}

/* What the dialog shows before a reading is chosen. */
static void
test_preview (void)
{
  g_autofree char *path = io_testing_write ("texts.csv", TEXTS, -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelPreview) preview = seidel_preview_new (path, NULL, NULL, &error);
  g_autoptr (SeidelReading) tried = NULL;
  g_autoptr (SeidelReading) words = NULL;
  g_autofree char *text = NULL;
  g_autofree char *heading = NULL;
  g_autofree char *matrix = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (seidel_preview_columns (preview), ==, 5);
  heading = seidel_preview_heading (preview, 3);
  g_assert_cmpstr (heading, ==, "q");
  g_assert_null (seidel_preview_heading (preview, 5));
  text = seidel_preview_text (preview, 2);
  g_assert_cmpstr (text, ==, "name,kind,p,q,cost\nx,road a,1,2,4.5");
  g_assert_cmpint (seidel_preview_readings (preview)->len, ==, 1);
  tried = seidel_preview_try (preview, "entries,from-0,columns=4:3:5", &error);
  g_assert_no_error (error);
  matrix = seidel_reading_describe_matrix (tried);
  g_assert_cmpstr (matrix, ==, "3 × 3, 2 entries in the file");
  words = seidel_preview_try (preview, "entries,columns=1:3:5", &error);
  g_assert_cmpint (words->certainty, ==, SEIDEL_CERTAINTY_IMPOSSIBLE);
  g_assert_null (seidel_preview_try (preview, "pear", NULL));
}

/* The name of each reading that is offered is one, also where the indices begin elsewhere. */
static void
test_names_offered (void)
{
  g_autofree char *path = io_testing_write ("part.txt", "2 4 2 4\n2 2 1.5\n3 3 2\n4 4 2.5\n", -1);
  g_autoptr (SeidelPreview) preview = seidel_preview_new (path, NULL, NULL, NULL);
  const GPtrArray *readings = seidel_preview_readings (preview);

  g_assert_cmpint (readings->len, >, 0);
  for (guint i = 0; i < readings->len; i++)
    {
      g_autofree char *name = seidel_reading_name (readings->pdata[i]);

      g_assert_true (seidel_reading_check (name, NULL));
    }
}

/* Names are read back. */
static void
test_names (void)
{
  static const char *const names[] = { "table,labels,heading",         "table,no-labels,no-heading",
                                       "entries,columns=1:2,heading",  "entries",
                                       "entries,from-0,columns=2:3:1", "sized-entries",
                                       "cholmod,from-1,symmetric",     "table,labels",
                                       "entries,from-1,decimal-comma" };
  static const char *const none[] = { "",
                                      "entries,",
                                      "entries,from-2",
                                      "entries,columns=1",
                                      "table,1",
                                      "entries,columns=1:1",
                                      "entries,columns=0:1" };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelReading) reading = seidel_readings_choose (NULL, names[i], &error);
      g_autofree char *name = NULL;

      g_assert_no_error (error);
      name = seidel_reading_name (reading);
      g_assert_cmpstr (name, ==, names[i]);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (seidel_reading_check (none[i], &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
    }
}

/* A vector of hypre, and lists of numbers that are no such thing. */
static void
test_vectors (void)
{
  g_autofree char *path = io_testing_write ("b.00000", "0 2\n0 1.5\n1 2.5\n2 3.5\n", -1);
  g_autofree char *plain = io_testing_write ("b.txt", "0 2\n0 1.5\n1 2.5\n2 3.5\n", -1);
  g_autoptr (GError) error = NULL;
  double *x = seidel_load_vector (path, 3, false, NULL, &error);
  double *all = seidel_load_vector (plain, 8, false, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (x[0], ==, 1.5);
  g_assert_cmpfloat (x[2], ==, 3.5);
  g_assert_cmpfloat (all[1], ==, 2.0);
  g_assert_cmpfloat (all[7], ==, 3.5);
  seidel_vector_free (x);
  seidel_vector_free (all);
}

/* A graph, a list with its size and an array that reach beyond what is looked at. */
static void
test_large (void)
{
  const int n = 30000;
  g_autoptr (GString) graph = g_string_new (NULL);
  g_autoptr (GString) list = g_string_new ("% a comment\n");
  g_autoptr (GString) floats = g_string_new (NULL);
  const char *const names[] = { "large.metis", "large.mtx", "large.txt" };
  const char *const readings[] = { "graph", "sized-entries,from-1", "entries,from-1" };

  g_string_append_printf (graph, "%d %d\n", n, n);
  g_string_append_printf (list, "%d %d %d\n", n, n, 2 * n);
  for (int i = 0; i < n; i++)
    {
      const int before = (i + n - 1) % n + 1;
      const int behind = (i + 1) % n + 1;

      g_string_append_printf (graph, "%d %d\n", before, behind);
      g_string_append_printf (list, "%d %d 1\n%d %d 1\n", i + 1, before, i + 1, behind);
      g_string_append_printf (floats, "%d.0 %d.0 1\n%d.0 %d.0 1\n", i + 1, before, i + 1, behind);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const GString *const texts[] = { graph, list, floats };
      g_autofree char *path = io_testing_write (names[i], texts[i]->str, (gssize) texts[i]->len);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      g_assert_cmpstr (matrix->origin.reading, ==, readings[i]);
      g_assert_cmpint (matrix->csr->rows, ==, n);
      g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 2 * n);
      g_assert_cmpint (seidel_csr_find (matrix->csr, 0, n - 1), >=, 0);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  for (size_t i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *path = g_strconcat ("/readings/good/", good[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_good);
    }
  g_test_add_func ("/readings/abaqus", test_abaqus);
  g_test_add_func ("/readings/complex", test_complex);
  g_test_add_func ("/readings/doubtful", test_doubtful);
  g_test_add_func ("/readings/bad", test_bad);
  g_test_add_func ("/readings/message", test_message);
  g_test_add_func ("/readings/encodings", test_encodings);
  g_test_add_func ("/readings/asked", test_asked);
  g_test_add_func ("/readings/names", test_names);
  g_test_add_func ("/readings/preview", test_preview);
  g_test_add_func ("/readings/names-offered", test_names_offered);
  g_test_add_func ("/readings/vectors", test_vectors);
  g_test_add_func ("/readings/large", test_large);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
