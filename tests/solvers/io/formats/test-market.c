/* Matrix Market files as they are found: banners that are nearly right, blanks and comments in all
 * places, numbers in all spellings; and those that must be refused, with their place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "../io-testing.h"

#define WORDS   "MatrixMarket matrix coordinate real general"
#define BANNER  "%%" WORDS "\n"
#define SIZE    "3 3 4\n"
#define ENTRIES "1 1 1\n2 2 2\n3 2 3\n3 3 4\n"
#define BODY    SIZE ENTRIES
#define MATRIX  "1 . . / . 2 . / . 3 4"
#define ARRAY   "%%MatrixMarket matrix array real "
#define COORD   "%%MatrixMarket matrix coordinate "
#define VECTOR  "%%MatrixMarket vector "

/* Text and the matrix that it is, row by row, “.” where nothing is stored. */
static const struct
{
  const char *name;
  const char *text;
  const char *matrix;
} good[] = {
  /* The banner, and what is wrong with it. */
  { "banner", BANNER BODY, MATRIX },
  { "one-percent", "%" WORDS "\n" BODY, MATRIX },
  { "three-percent", "%%%" WORDS "\n" BODY, MATRIX },
  { "no-percent", WORDS "\n" BODY, MATRIX },
  { "blank-behind-percent", "%% " WORDS "\n" BODY, MATRIX },
  { "blank-behind-one-percent", "% " WORDS "\n" BODY, MATRIX },
  { "blank-between-percent", "% %" WORDS "\n" BODY, MATRIX },
  { "tab-behind-percent", "%%\t" WORDS "\n" BODY, MATRIX },
  { "leading-blank", " %%" WORDS "\n" BODY, MATRIX },
  { "leading-blanks", "    %%" WORDS "\n" BODY, MATRIX },
  { "leading-tab", "\t%%" WORDS "\n" BODY, MATRIX },
  { "leading-blank-one-percent", " %" WORDS "\n" BODY, MATRIX },
  { "leading-blank-no-percent", "  " WORDS "\n" BODY, MATRIX },
  { "trailing-blanks", "%%" WORDS "   \n" BODY, MATRIX },
  { "trailing-tab", "%%" WORDS "\t\n" BODY, MATRIX },
  { "many-blanks", "%%MatrixMarket   matrix  coordinate    real   general\n" BODY, MATRIX },
  { "tabs", "%%MatrixMarket\tmatrix\tcoordinate\treal\tgeneral\n" BODY, MATRIX },
  { "lower-case", "%%matrixmarket matrix coordinate real general\n" BODY, MATRIX },
  { "upper-case", "%%MATRIXMARKET MATRIX COORDINATE REAL GENERAL\n" BODY, MATRIX },
  { "mixed-case", "%%Matrixmarket Matrix Coordinate Real General\n" BODY, MATRIX },
  { "hash", "#" WORDS "\n" BODY, MATRIX },
  { "hash-and-percent", "#%%" WORDS "\n" BODY, MATRIX },
  { "quoted", "\"%%" WORDS "\n" BODY, MATRIX },
  { "mark", "\xef\xbb\xbf%%" WORDS "\n" BODY, MATRIX },
  { "mark-and-blank", "\xef\xbb\xbf %%" WORDS "\n" BODY, MATRIX },
  { "mark-and-one-percent", "\xef\xbb\xbf%" WORDS "\n" BODY, MATRIX },
  { "double", "%%MatrixMarket matrix coordinate double general\n" BODY, MATRIX },
  { "integer", COORD "integer general\n" BODY, MATRIX },
  { "unsigned-integer", COORD "unsigned-integer general\n" BODY, MATRIX },

  /* Lines before it. */
  { "empty-line-before", "\n" BANNER BODY, MATRIX },
  { "empty-lines-before", "\n\n\n" BANNER BODY, MATRIX },
  { "blank-line-before", "   \n" BANNER BODY, MATRIX },
  { "tab-line-before", "\t\n" BANNER BODY, MATRIX },
  { "crlf-line-before", "\r\n" BANNER BODY, MATRIX },
  { "comment-before", "% a comment\n" BANNER BODY, MATRIX },
  { "comments-before", "% a comment\n%\n% and 3 3 4\n" BANNER BODY, MATRIX },
  { "hash-comment-before", "# a comment\n" BANNER BODY, MATRIX },
  { "indented-comment-before", "  % a comment\n" BANNER BODY, MATRIX },
  { "comment-and-empty-line-before", "% a comment\n\n" BANNER BODY, MATRIX },
  { "numbers-in-comment-before", "% 3 3 4\n" BANNER BODY, MATRIX },
  { "comment-before-one-percent", "% a comment\n%" WORDS "\n" BODY, MATRIX },
  { "comment-before-indented", "% a comment\n  %%" WORDS "\n" BODY, MATRIX },
  { "mark-and-comment-before", "\xef\xbb\xbf% a comment\n" BANNER BODY, MATRIX },

  /* Between the banner and the entries. */
  { "comment", BANNER "% a comment\n" BODY, MATRIX },
  { "comments", BANNER "% one\n%\n%%\n% two\n" BODY, MATRIX },
  { "indented-comment", BANNER "   % a comment\n" BODY, MATRIX },
  { "comment-of-banner", BANNER "% was: " WORDS "\n" BODY, MATRIX },
  { "prose-before-banner", "% %%MatrixMarket?\n" COORD "real symmetric\n2 2 1\n2 1 5\n",
    ". 5 / 5 ." },
  { "second-banner-as-comment", BANNER "%%MatrixMarket matrix array complex hermitian\n" BODY,
    MATRIX },
  { "empty-line", BANNER "\n" BODY, MATRIX },
  { "blank-line", BANNER " \t \n" BODY, MATRIX },
  { "empty-lines-and-comments", BANNER "\n% one\n\n% two\n\n" BODY, MATRIX },
  { "indented-size", BANNER "   " SIZE ENTRIES, MATRIX },
  { "tab-before-size", BANNER "\t" SIZE ENTRIES, MATRIX },
  { "tabs-in-size", BANNER "3\t3\t4\n" ENTRIES, MATRIX },
  { "blanks-in-size", BANNER "3   3    4   \n" ENTRIES, MATRIX },
  { "zeros-in-size", BANNER "003 03 4\n" ENTRIES, MATRIX },
  { "comment-behind-size", BANNER SIZE "% a comment\n" ENTRIES, MATRIX },
  { "empty-line-behind-size", BANNER SIZE "\n\n" ENTRIES, MATRIX },

  /* The entries. */
  { "indented", BANNER SIZE "  1 1 1\n   2 2 2\n\t3 2 3\n 3 3 4\n", MATRIX },
  { "all-indented", "  %%" WORDS "\n  3 3 4\n  1 1 1\n  2 2 2\n  3 2 3\n  3 3 4\n", MATRIX },
  { "tabs-between", BANNER SIZE "1\t1\t1\n2\t2\t2\n3\t2\t3\n3\t3\t4\n", MATRIX },
  { "blanks-between", BANNER SIZE "1  1   1\n2   2 2\n3 2      3\n3 3  4\n", MATRIX },
  { "blanks-behind", BANNER SIZE "1 1 1 \n2 2 2  \n3 2 3\t\n3 3 4 \t \n", MATRIX },
  { "empty-lines-between", BANNER SIZE "1 1 1\n\n2 2 2\n\n\n3 2 3\n3 3 4\n", MATRIX },
  { "blank-lines-between", BANNER SIZE "1 1 1\n  \n2 2 2\n\t\n3 2 3\n3 3 4\n", MATRIX },
  { "comments-between", BANNER SIZE "1 1 1\n% a\n2 2 2\n3 2 3\n  % b\n3 3 4\n", MATRIX },
  { "empty-lines-behind", BANNER BODY "\n\n  \n", MATRIX },
  { "comment-at-end", BANNER BODY "% the end\n", MATRIX },
  { "no-last-newline", BANNER SIZE "1 1 1\n2 2 2\n3 2 3\n3 3 4", MATRIX },
  { "blank-at-end", BANNER SIZE "1 1 1\n2 2 2\n3 2 3\n3 3 4 ", MATRIX },
  { "crlf", "%%" WORDS "\r\n3 3 4\r\n1 1 1\r\n2 2 2\r\n3 2 3\r\n3 3 4\r\n", MATRIX },
  { "crlf-one-percent", "%" WORDS "\r\n3 3 4\r\n1 1 1\r\n2 2 2\r\n3 2 3\r\n3 3 4\r\n", MATRIX },
  { "crlf-empty-lines", "%%" WORDS "\r\n\r\n3 3 4\r\n\r\n1 1 1\r\n2 2 2\r\n3 2 3\r\n3 3 4\r\n\r\n",
    MATRIX },
  { "mixed-ends", BANNER "3 3 4\r\n1 1 1\n2 2 2\r\n3 2 3\n3 3 4\r\n", MATRIX },
  { "any-order", BANNER SIZE "3 3 4\n1 1 1\n3 2 3\n2 2 2\n", MATRIX },
  { "leading-zeros", BANNER SIZE "01 001 1\n02 2 2\n3 0002 3\n3 3 4\n", MATRIX },
  { "points", BANNER SIZE "1 1 1.\n2 2 2.0\n3 2 3.000\n3 3 4.\n", MATRIX },
  { "plus", BANNER SIZE "1 1 +1\n2 2 +2.0\n3 2 +3e0\n3 3 4\n", MATRIX },
  { "exponents", BANNER SIZE "1 1 1e0\n2 2 0.2E1\n3 2 3e+00\n3 3 400.e-2\n", MATRIX },
  { "fortran-exponents", BANNER SIZE "1 1 1d0\n2 2 0.2D1\n3 2 3D+00\n3 3 4\n", MATRIX },
  { "no-whole-part", BANNER "1 1 1\n1 1 .5\n", "0.5" },
  { "negative", BANNER "2 2 2\n1 1 -1\n2 2 -.5\n", "-1 . / . -0.5" },
  { "many-digits", BANNER "1 1 1\n1 1 0.1000000000000000055511151231257827021181583404541015625\n",
    "0.1" },
  { "tiny", BANNER "1 1 1\n1 1 1e-300\n", "1e-300" },
  { "infinite", BANNER "2 2 2\n1 1 inf\n2 2 -Infinity\n", "inf . / . -inf" },
  { "nan", BANNER "1 1 1\n1 1 NaN\n", "nan" },
  { "zero", BANNER "2 2 2\n1 1 0\n2 2 -0.0\n", "0 . / . -0" },
  { "duplicates", BANNER "2 2 3\n1 1 1\n1 1 2\n2 2 4\n", "3 . / . 4" },
  { "no-entries", BANNER "2 2 0\n", ". . / . ." },
  { "nothing", BANNER "0 0 0\n", "" },
  { "no-rows", BANNER "0 3 0\n", "" },
  { "row", BANNER "1 4 2\n1 2 5\n1 4 6\n", ". 5 . 6" },
  { "column", BANNER "3 1 2\n1 1 5\n3 1 6\n", "5 / . / 6" },
  { "wide", BANNER "2 3 2\n1 3 5\n2 1 6\n", ". . 5 / 6 . ." },
  { "tall", BANNER "3 2 2\n3 1 5\n1 2 6\n", ". 6 / . . / 5 ." },

  /* Fields and symmetries. */
  { "pattern", COORD "pattern general\n2 2 2\n1 2\n2 1\n", ". 1 / 1 ." },
  { "pattern-symmetric", COORD "pattern symmetric\n2 2 2\n1 1\n2 1\n", "1 1 / 1 ." },
  { "symmetric", COORD "real symmetric\n2 2 2\n1 1 3\n2 1 5\n", "3 5 / 5 ." },
  { "skew", COORD "real skew-symmetric\n2 2 1\n2 1 5\n", ". -5 / 5 ." },
  { "skew-zero-diagonal", COORD "real skew-symmetric\n2 2 2\n1 1 0\n2 1 5\n", "0 -5 / 5 ." },
  { "skew-integer", COORD "integer skew-symmetric\n2 2 1\n2 1 5\n", ". -5 / 5 ." },
  { "hermitian-real", COORD "real hermitian\n2 2 2\n1 1 3\n2 1 5\n", "3 5 / 5 ." },
  { "symmetric-one-percent", "%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 5\n",
    ". 5 / 5 ." },
  { "symmetric-comment-before",
    "%\n%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 5\n", ". 5 / 5 ." },
  { "pattern-one-percent", "%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n",
    ". . / 1 ." },
  { "array", ARRAY "general\n2 2\n1\n2\n3\n4\n", "1 3 / 2 4" },
  { "array-one-percent", "%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n",
    "1 3 / 2 4" },
  { "array-indented", ARRAY "general\n 2 2\n  1\n\t2\n 3\n4\n", "1 3 / 2 4" },
  { "array-comments", ARRAY "general\n% a\n2 2\n1\n% b\n2\n\n3\n4\n", "1 3 / 2 4" },
  { "array-comment-before", "% a\n" ARRAY "general\n2 2\n1\n2\n3\n4\n", "1 3 / 2 4" },
  { "array-symmetric", ARRAY "symmetric\n2 2\n1\n2\n3\n", "1 2 / 2 3" },
  { "array-skew", ARRAY "skew-symmetric\n2 2\n5\n", ". -5 / 5 ." },
  { "array-integer", "%%MatrixMarket matrix array integer general\n2 1\n1\n2\n", "1 / 2" },
  { "array-zeros", ARRAY "general\n2 2\n0\n2\n0\n4\n", ". . / 2 4" },
  { "array-row", ARRAY "general\n1 3\n1\n2\n3\n", "1 2 3" },
  { "array-no-last-newline", ARRAY "general\n2 1\n1\n2", "1 / 2" },

  /* Columns that the banner does not know. */
  { "superfluous-of-pattern", COORD "pattern symmetric\n2 2 2\n1 1 7\n2 1 8\n", "1 1 / 1 ." },
  { "superfluous-two", COORD "pattern general\n2 2 1\n\n% a\n2 1 7 -1.5e3\n", ". . / 1 ." },
  { "superfluous-of-real", BANNER "2 2 2\n1 1 4.5 7\r\n2 1 8 0\n", "4.5 . / 8 ." },

  /* By the report a symmetric matrix is stored by its lower triangle; others are met, too. */
  { "symmetric-upper", COORD "real symmetric\n2 2 2\n1 1 3\n1 2 5\n", "3 5 / 5 ." },
  { "symmetric-mixed", COORD "real symmetric\n3 3 2\n1 2 5\n3 1 4\n", ". 5 4 / 5 . . / 4 . ." },
  { "skew-upper", COORD "real skew-symmetric\n2 2 1\n1 2 5\n", ". 5 / -5 ." },
  { "pattern-mixed", COORD "pattern symmetric\n3 3 3\n1 1\n2 1\n2 3\n", "1 1 . / 1 . 1 / . 1 ." },
  { "symmetric-twice", COORD "real symmetric\n2 2 2\n2 1 5\n2 1 5\n", ". 10 / 10 ." },

  /* Vectors, which the report does not have. */
  { "vector", VECTOR "coordinate real general\n4 3\n1 101\n2 22\n4 44\n", "101 / 22 / . / 44" },
  { "vector-array", VECTOR "array real general\n3\n1\n0\n-3\n", "1 / . / -3" },
  { "vector-one-percent", "%MatrixMarket vector array real general\n1\n5\n", "5" },
  { "vector-pattern", VECTOR "coordinate pattern general\n3 2\n1\n3\n", "1 / . / 1" },
  { "vector-integer", VECTOR "coordinate integer general\n2 1\n2 7\n", ". / 7" },
  { "vector-crlf", VECTOR "coordinate real general\r\n\r\n2 1\r\n 2  7 \r\n", ". / 7" },
  { "vector-upper-case", "%%MatrixMarket VECTOR Array Real General\n2\n5\n6\n", "5 / 6" },

  { "bare", BODY, MATRIX },
  { "bare-pattern", "3 3 4\n1 1\n2 2\n3 2\n3 3\n", "1 . . / . 1 . / . 1 1" },
};

/* Text, and the error with its line; 0: no line of the file. */
static const struct
{
  const char *name;
  const char *text;
  int code;
  int line;
} bad[] = {
  /* Banners that are none. */
  { "one-word", "%%MatrixMarket\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "two-words", "%%MatrixMarket matrix\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "three-words", "%%MatrixMarket matrix coordinate\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "four-words", "%%MatrixMarket matrix coordinate real\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "four-words-one-percent", "%MatrixMarket matrix coordinate real\n" BODY, SEIDEL_ERROR_FORMAT,
    1 },
  { "six-words", "%%" WORDS " more\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "joined-words", "%%MatrixMarketmatrix coordinate real general\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "longer-name", "%%MatrixMarket2 matrix coordinate real general\n" BODY, SEIDEL_ERROR_FORMAT,
    1 },
  { "commas", "%%MatrixMarket,matrix,coordinate,real,general\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "divided", "%%Matrix Market matrix coordinate real general\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "divided-one-percent", "% Matrix Market matrix coordinate real general\n" BODY,
    SEIDEL_ERROR_FORMAT, 1 },
  { "hyphen", "%%Matrix-Market matrix coordinate real general\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "underscore", "%%Matrix_Market matrix coordinate real general\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "word-before", "%%NIST MatrixMarket matrix coordinate real general\n" BODY, SEIDEL_ERROR_FORMAT,
    1 },
  { "carriage-returns", "%%" WORDS "\r3 3 1\r1 1 1\r", SEIDEL_ERROR_FORMAT, 1 },
  { "size-in-banner", "%%" WORDS " 3 3 4\n" ENTRIES, SEIDEL_ERROR_FORMAT, 1 },
  { "bad-line-3", "\n% a\n%%MatrixMarket matrix coordinate\n" BODY, SEIDEL_ERROR_FORMAT, 3 },
  { "object", "%%MatrixMarket tensor coordinate real general\n" BODY, SEIDEL_ERROR_UNSUPPORTED, 1 },
  { "vector-symmetric", VECTOR "coordinate real symmetric\n3 1\n1 5\n", SEIDEL_ERROR_FORMAT, 1 },
  { "format", "%%MatrixMarket matrix sparse real general\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "field", "%%MatrixMarket matrix coordinate quaternion general\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "field-one-percent", "%MatrixMarket matrix coordinate quaternion general\n" BODY,
    SEIDEL_ERROR_FORMAT, 1 },
  { "complex", COORD "complex general\n1 1 1\n1 1 1\n", SEIDEL_ERROR_FORMAT, 3 },
  { "complex-one-percent", "%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1\n",
    SEIDEL_ERROR_FORMAT, 3 },
  { "complex-line-2", "\n" COORD "complex general\n1 1 1\n1 1 1\n", SEIDEL_ERROR_FORMAT, 4 },
  { "symmetry", COORD "real diagonal\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "swapped-words", COORD "general real\n" BODY, SEIDEL_ERROR_FORMAT, 1 },
  { "pattern-array", "%%MatrixMarket matrix array pattern general\n1 1\n1\n", SEIDEL_ERROR_FORMAT,
    1 },
  { "pattern-skew", COORD "pattern skew-symmetric\n2 2 1\n2 1\n", SEIDEL_ERROR_FORMAT, 1 },

  /* Sizes. */
  { "no-size", BANNER, SEIDEL_ERROR_FORMAT, 2 },
  { "comments-only", BANNER "% a\n\n% b\n", SEIDEL_ERROR_FORMAT, 5 },
  { "banner-only", "%%" WORDS, SEIDEL_ERROR_FORMAT, 2 },
  { "hash-comment", BANNER "# a comment\n" BODY, SEIDEL_ERROR_FORMAT, 2 },
  { "size-of-two", BANNER "3 3\n" ENTRIES, SEIDEL_ERROR_FORMAT, 2 },
  { "size-of-four", BANNER "3 3 4 4\n" ENTRIES, SEIDEL_ERROR_FORMAT, 2 },
  { "size-of-array", ARRAY "general\n2 2 4\n1\n2\n3\n4\n", SEIDEL_ERROR_FORMAT, 2 },
  { "size-negative", BANNER "-3 3 4\n" ENTRIES, SEIDEL_ERROR_FORMAT, 2 },
  { "entries-negative", BANNER "3 3 -4\n" ENTRIES, SEIDEL_ERROR_FORMAT, 2 },
  { "size-plus", BANNER "+3 3 4\n" ENTRIES, SEIDEL_ERROR_FORMAT, 2 },
  { "size-point", BANNER "3.0 3.0 4\n" ENTRIES, SEIDEL_ERROR_FORMAT, 2 },
  { "size-exponent", BANNER "3e0 3 4\n" ENTRIES, SEIDEL_ERROR_FORMAT, 2 },
  { "size-words", BANNER "three 3 4\n" ENTRIES, SEIDEL_ERROR_FORMAT, 2 },
  { "size-commas", BANNER "3,3,4\n" ENTRIES, SEIDEL_ERROR_FORMAT, 2 },
  { "size-comment", BANNER "3 3 4 % size\n" ENTRIES, SEIDEL_ERROR_FORMAT, 2 },
  { "rows-beyond", BANNER "2147483648 3 4\n" ENTRIES, SEIDEL_ERROR_UNSUPPORTED, 2 },
  { "columns-beyond", BANNER "3 99999999999999999999999999 4\n" ENTRIES, SEIDEL_ERROR_UNSUPPORTED,
    2 },
  { "entries-beyond", BANNER "3 3 99999999999999999999999999\n" ENTRIES, SEIDEL_ERROR_FORMAT, 2 },
  { "entries-beyond-file", BANNER "3 3 1000000\n" ENTRIES, SEIDEL_ERROR_FORMAT, 2 },
  { "array-beyond-file", ARRAY "general\n1000000 1000000\n1\n", SEIDEL_ERROR_FORMAT, 2 },
  { "not-square", COORD "real symmetric\n3 2 1\n2 1 5\n", SEIDEL_ERROR_FORMAT, 2 },
  { "size-on-line-6", "\n% a\n" BANNER "% b\n\n3 3\n" ENTRIES, SEIDEL_ERROR_FORMAT, 6 },

  /* Entries. */
  { "too-few", BANNER "3 3 4\n1 1 1\n2 2 2\n3 2 3\n", SEIDEL_ERROR_FORMAT, 0 },
  { "none", BANNER "3 3 1\n\n\n\n", SEIDEL_ERROR_FORMAT, 0 },
  { "too-many", BANNER "3 3 3\n" ENTRIES, SEIDEL_ERROR_FORMAT, 6 },
  { "more-than-none", BANNER "3 3 0\n1 1 1\n", SEIDEL_ERROR_FORMAT, 3 },
  { "row-0", BANNER "3 3 1\n0 1 1\n", SEIDEL_ERROR_FORMAT, 3 },
  { "column-0", BANNER "3 3 1\n1 0 1\n", SEIDEL_ERROR_FORMAT, 3 },
  { "row-4", BANNER "3 3 1\n4 1 1\n", SEIDEL_ERROR_FORMAT, 3 },
  { "column-4", BANNER "3 3 1\n1 4 1\n", SEIDEL_ERROR_FORMAT, 3 },
  { "row-negative", BANNER "3 3 1\n-1 1 1\n", SEIDEL_ERROR_FORMAT, 3 },
  { "row-beyond", BANNER "3 3 1\n99999999999999999999 1 1\n", SEIDEL_ERROR_FORMAT, 3 },
  { "row-point", BANNER "3 3 1\n1.0 1 1\n", SEIDEL_ERROR_FORMAT, 3 },
  { "no-value", BANNER "3 3 1\n1 1\n", SEIDEL_ERROR_FORMAT, 3 },
  { "two-values-once", BANNER "3 3 2\n1 1 1\n2 2 1 0\n", SEIDEL_ERROR_FORMAT, 4 },
  { "one-value-once", BANNER "3 3 2\n1 1 1 0\n2 2 1\n", SEIDEL_ERROR_FORMAT, 4 },
  { "word-of-pattern", COORD "pattern general\n3 3 1\n1 1 one\n", SEIDEL_ERROR_FORMAT, 3 },
  { "value-of-pattern-once", COORD "pattern general\n3 3 2\n1 1\n2 2 1\n", SEIDEL_ERROR_FORMAT, 4 },
  { "word", BANNER "3 3 1\n1 1 one\n", SEIDEL_ERROR_FORMAT, 3 },
  { "half-number", BANNER "3 3 1\n1 1 1.5x\n", SEIDEL_ERROR_FORMAT, 3 },
  { "comma", BANNER "3 3 1\n1 1 1,5\n", SEIDEL_ERROR_FORMAT, 3 },
  { "commas-between", BANNER "3 3 1\n1,1,1\n", SEIDEL_ERROR_FORMAT, 3 },
  { "hex", BANNER "3 3 1\n1 1 0x1p3\n", SEIDEL_ERROR_FORMAT, 3 },
  { "comment-behind-entry", BANNER "3 3 1\n1 1 1 % one\n", SEIDEL_ERROR_FORMAT, 3 },
  { "fraction-of-integer", COORD "integer general\n3 3 1\n1 1 1.5\n", SEIDEL_ERROR_FORMAT, 3 },
  { "both-triangles", COORD "real symmetric\n2 2 2\n2 1 5\n1 2 5\n", SEIDEL_ERROR_FORMAT, 4 },
  { "both-triangles-of-pattern", COORD "pattern symmetric\n2 2 3\n1 2\n1 1\n2 1\n",
    SEIDEL_ERROR_FORMAT, 3 },
  { "overflow", BANNER "3 3 1\n1 1 1e310\n", SEIDEL_ERROR_FORMAT, 3 },
  { "overflow-negative", BANNER "3 3 1\n1 1 -.5e310\n", SEIDEL_ERROR_FORMAT, 3 },
  { "overflow-of-complex", COORD "complex general\n1 1 1\n1 1 1 1E9999\n", SEIDEL_ERROR_FORMAT, 3 },
  { "overflow-of-digits",
    BANNER "3 3 1\n1 1 1000000000000000000000000000000000000000000000000000000000000000000000000"
           "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
           "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
           "00000000000000000000000000000000000000000000000000000000000000000000000\n",
    SEIDEL_ERROR_FORMAT, 3 },
  { "diagonal-of-hermitian", COORD "complex hermitian\n3 3 2\n2 1 1 1\n3 3 30 3\n",
    SEIDEL_ERROR_FORMAT, 4 },
  { "diagonal-of-skew", COORD "real skew-symmetric\n3 3 1\n1 1 5\n", SEIDEL_ERROR_FORMAT, 3 },
  { "array-two-on-a-line", ARRAY "general\n2 1\n1 2\n", SEIDEL_ERROR_FORMAT, 3 },
  { "array-too-few", ARRAY "general\n2 2\n10\n20\n30\n", SEIDEL_ERROR_FORMAT, 0 },
  { "array-too-many", ARRAY "general\n2 1\n1\n2\n3\n", SEIDEL_ERROR_FORMAT, 5 },
  { "array-overflow", ARRAY "general\n2 1\n1\n1e400\n", SEIDEL_ERROR_FORMAT, 4 },

  /* Vectors. */
  { "vector-size-of-two", VECTOR "array real general\n3 1\n1\n2\n3\n", SEIDEL_ERROR_FORMAT, 2 },
  { "vector-size-of-three", VECTOR "coordinate real general\n3 1 1\n1 5\n", SEIDEL_ERROR_FORMAT,
    2 },
  { "vector-negative", VECTOR "coordinate real general\n-4 1\n1 5\n", SEIDEL_ERROR_FORMAT, 2 },
  { "vector-beyond", VECTOR "array real general\n2147483648\n1\n", SEIDEL_ERROR_UNSUPPORTED, 2 },
  { "vector-row-0", VECTOR "coordinate real general\n4 2\n1 5\n0 6\n", SEIDEL_ERROR_FORMAT, 4 },
  { "vector-row-5", VECTOR "coordinate real general\n4 2\n1 5\n5 6\n", SEIDEL_ERROR_FORMAT, 4 },
  { "vector-no-value", VECTOR "coordinate real general\n4 2\n1 5\n2\n", SEIDEL_ERROR_FORMAT, 4 },
  { "vector-column", VECTOR "coordinate real general\n4 1\n1 1 5\n", SEIDEL_ERROR_FORMAT, 3 },
  { "vector-word", VECTOR "array real general\n2\n1\ntwo\n", SEIDEL_ERROR_FORMAT, 4 },
  { "vector-too-many", VECTOR "array real general\n2\n1\n2\n3\n", SEIDEL_ERROR_FORMAT, 5 },
  { "vector-too-few", VECTOR "array real general\n3\n10\n20\n", SEIDEL_ERROR_FORMAT, 0 },

  { "line-behind-comments", "\n% a\n" BANNER "% b\n3 3 2\n\n% c\n1 1 1\n4 4 4\n",
    SEIDEL_ERROR_FORMAT, 9 },

  /* Other texts. */
  { "utf-16", "\xff\xfe%\0%\0M\0a\0", SEIDEL_ERROR_FORMAT, 0 },
};

/* "1 . / . 2" */
static char *
to_text (const SeidelCsr *csr)
{
  GString *text = g_string_new (NULL);

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t column = 0; column < csr->columns; column++)
      {
        int64_t place = seidel_csr_find (csr, row, column);

        g_string_append (text, column > 0 ? " " : row > 0 ? " / " : "");
        if (place < 0)
          g_string_append_c (text, '.');
        else
          g_string_append_printf (text, "%.15g", csr->values[place]);
      }
  return g_string_free (text, FALSE);
}

static void
assert_good (const char *path, const char *expected)
{
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
  g_autofree char *found = to_text (matrix->csr);

  g_assert_cmpstr (found, ==, expected);
  g_assert_true (g_str_has_prefix (matrix->origin.format, "Matrix Market"));
}

static void
test_good (gconstpointer data)
{
  const size_t i = GPOINTER_TO_SIZE (data);
  g_autofree char *path = io_testing_write ("good.mtx", good[i].text, -1);
  g_autofree char *gz = io_testing_write_gz ("good.mtx.gz", good[i].text, strlen (good[i].text));
  g_autofree char *other = io_testing_write ("good.txt", good[i].text, -1);

  assert_good (path, good[i].matrix);
  assert_good (gz, good[i].matrix);
  assert_good (other, good[i].matrix);
}

static void
test_bad (gconstpointer data)
{
  const size_t i = GPOINTER_TO_SIZE (data);
  g_autofree char *path = io_testing_write ("bad.mtx", bad[i].text, -1);
  g_autofree char *place =
    bad[i].line > 0 ? g_strdup_printf ("bad.mtx:%d", bad[i].line) : g_strdup ("bad.mtx");

  io_testing_assert_bad (path, bad[i].code, place);
}

/* A banner behind more comments than are examined to recognise a format. */
static void
test_long_comments (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autofree char *list = NULL;

  for (int i = 0; i < 1000; i++)
    g_string_append (text, "% 3 3 4 is in this comment\n");
  list = g_strconcat (text->str, ENTRIES, NULL);
  g_string_append (text, BANNER BODY);
  path = io_testing_write ("commented.mtx", text->str, -1);
  assert_good (path, MATRIX);
  g_free (path);
  path = io_testing_write ("list.mtx", list, -1);
  io_testing_assert_bad (path, SEIDEL_ERROR_FORMAT, "list.mtx:1001");
}

static void
assert_vector (const char *text)
{
  g_autofree char *path = io_testing_write ("vector.txt", text, -1);
  g_autoptr (GError) error = NULL;
  double *x = seidel_load_vector (path, 3, false, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (x[0] == 7.0 && x[1] == 8.0 && x[2] == 9.0);
  free (x);
}

/* The same banners before the numbers of a vector. */
static void
test_vectors (void)
{
  static const char *const marks[] = { "%%", "%", "  %%", "% a comment\n%%", "\n\n%" };

  for (size_t i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      g_autofree char *matrix =
        g_strconcat (marks[i], "MatrixMarket matrix array real general\n3 1\n7\n8\n9\n", NULL);
      g_autofree char *vector =
        g_strconcat (marks[i], "MatrixMarket vector array real general\n3\n7\n8\n9\n", NULL);

      assert_vector (matrix);
      assert_vector (vector);
    }
}

/* In the upper triangle of a hermitian matrix: the mirror image is the conjugate. */
static void
test_upper_hermitian (void)
{
  g_autofree char *path =
    io_testing_write ("upper.mtx", COORD "complex hermitian\n2 2 2\n1 1 3 0\n1 2 5 7\n", -1);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
  const double expected[] = { 3.0, 0.0, 5.0, 7.0, 5.0, -7.0 };

  g_assert_nonnull (matrix->origin.note);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 3);
  g_assert_cmpmem (matrix->parts, 3 * 2 * sizeof *matrix->parts, expected, sizeof expected);
}

/* Whole numbers that no double holds are noted with the first line that has one. */
static void
test_rounded (void)
{
  static const struct
  {
    const char *text;
    const char *note; /* a part of it; NULL: there is none */
  } files[] = {
    { COORD "integer general\n2 2 3\n1 1 9007199254740993\n1 2 5\n2 2 -9007199254740995\n",
      "2 whole numbers above 2^53 were rounded, the first on line 3." },
    { BANNER "2 2 2\n1 1 9007199254740992\n2 2 0018014398509481985\n",
      "1 whole number above 2^53 was rounded, the first on line 4." },
    { ARRAY "general\n2 1\n% a\n1\n123456789012345678901\n", "the first on line 5." },
    { COORD "complex general\n1 1 1\n1 1 9007199254740993 0\n", "the first on line 3." },
    { BANNER "2 2 3\n1 1 9007199254740994\n1 2 1e300\n2 2 9007199254740993.5\n", NULL },
    { "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n", NULL },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = io_testing_write ("large.mtx", files[i].text, -1);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      g_test_message ("%s", matrix->origin.note != NULL ? matrix->origin.note : "no note");
      if (files[i].note == NULL)
        g_assert_true (matrix->origin.note == NULL
                       || strstr (matrix->origin.note, "rounded") == NULL);
      else
        g_assert_nonnull (strstr (matrix->origin.note, files[i].note));
    }
}

/* Right-hand sides behind the entries, in files of AMGX. */
static void
test_amgx (void)
{
  static const struct
  {
    const char *text;
    const char *place; /* of an error, or NULL */
  } files[] = {
    { BANNER "%%AMGX 1 1 sorted rhs\n3 3 4\n" ENTRIES "7\n8\n9\n", NULL },
    { BANNER "%%AMGX rhs\n3 3 4\n" ENTRIES "3\n7\n8\n9", NULL },
    { BANNER "%%NVAMG rhs solution\n3 3 4\n" ENTRIES "% b\n 7 \r\n8\n9\n1\n2\n3\n", NULL },
    { "%%MatrixMarket matrix coordinate real general symmetric\n%%AMGX rhs\n3 3 4\n" ENTRIES
      "7\n8\n9\n",
      NULL },
    { BANNER "%%AMGX rhs\n3 3 4\n" ENTRIES "7\n8\n", "amgx.mtx" },
    { BANNER "%%AMGX rhs\n3 3 4\n" ENTRIES "7\n8\nnine\n", "amgx.mtx:10" },
    { BANNER "%%AMGX 1 1\n3 3 4\n" ENTRIES "7\n8\n9\n", "amgx.mtx:8" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = io_testing_write ("amgx.mtx", files[i].text, -1);
      g_autofree char *gz =
        io_testing_write_gz ("amgx.mtx.gz", files[i].text, strlen (files[i].text));
      const char *const paths[] = { path, gz };

      if (files[i].place != NULL)
        io_testing_assert_bad (path, SEIDEL_ERROR_FORMAT, files[i].place);
      for (size_t k = 0; files[i].place == NULL && k < G_N_ELEMENTS (paths); k++)
        {
          g_autoptr (SeidelMatrix) matrix = io_testing_load (paths[k]);

          assert_good (paths[k], MATRIX);
          g_assert_true (matrix->rhs[0] == 7.0 && matrix->rhs[1] == 8.0 && matrix->rhs[2] == 9.0);
        }
    }
}

/* So many entries that the vector is in another block, and other blocks were read ahead. */
static void
test_large_amgx (void)
{
  const int n = 60000;
  g_autoptr (GString) text = g_string_new (BANNER "%%AMGX rhs\n");
  g_autofree char *path = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;

  g_string_append_printf (text, "%d %d %d\n", n, n, n);
  for (int i = 1; i <= n; i++)
    g_string_append_printf (text, "%d %d %d.000000000000000\n", i, i, i);
  for (int i = 1; i <= n; i++)
    g_string_append_printf (text, "%d.50000000000000000000000000000000000\n", i);
  path = io_testing_write ("amgx.mtx", text->str, (gssize) text->len);
  matrix = io_testing_load (path);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, n);
  for (int i = 0; i < n; i++)
    g_assert_cmpfloat (matrix->rhs[i], ==, i + 1.5);
}

static void
test_unread_amgx (void)
{
  static const char *const comments[] = { "%%AMGX 2 2 sorted", "%%AMGX diagonal", "%%AMGX base0" };

  for (size_t i = 0; i < G_N_ELEMENTS (comments); i++)
    {
      g_autofree char *text = g_strconcat (BANNER, comments[i], "\n", BODY, NULL);
      g_autofree char *path = io_testing_write ("amgx.mtx", text, -1);

      io_testing_assert_bad (path, SEIDEL_ERROR_UNSUPPORTED, "amgx.mtx:2");
    }
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  for (size_t i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *path = g_strconcat ("/market/good/", good[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_good);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_strconcat ("/market/bad/", bad[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_bad);
    }
  g_test_add_func ("/market/long-comments", test_long_comments);
  g_test_add_func ("/market/vectors", test_vectors);
  g_test_add_func ("/market/rounded", test_rounded);
  g_test_add_func ("/market/amgx", test_amgx);
  g_test_add_func ("/market/amgx/large", test_large_amgx);
  g_test_add_func ("/market/amgx/unread", test_unread_amgx);
  g_test_add_func ("/market/upper-hermitian", test_upper_hermitian);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
