/* The table of formats that are known and not read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-signatures.h"

#include <stdbool.h>
#include <string.h>

#define CONVERT "; convert it to Matrix Market, .npz or .mat"

typedef struct
{
  const char *start; /* what the file begins with; NULL: see line and finds */
  size_t length;     /* of start, where it has zeros; 0: as far as it goes */
  const char *line;  /* what one of its first lines begins with, or NULL */
  bool (*finds) (const char *head, size_t length);
  const char *sentence;
} Signature;

static const char *
skip_blanks (const char *text)
{
  return text + strspn (text, " \t\r\n");
}

/* The text that 124 bytes of a MATLAB file begin with, and no more than a part of them. */
static bool
is_cut_matlab (const char *head, size_t length)
{
  return length < 124 && g_str_has_prefix (head, "MATLAB ");
}

/* The rest of the first line with something on it. */
static const char *
find_first (const char *head, const char **end)
{
  const char *at = skip_blanks (head);

  *end = at + strcspn (at, "\r\n");
  return at;
}

static bool
has_text (const char *at, const char *end, const char *text)
{
  return g_strstr_len (at, end - at, text) != NULL;
}

/* Behind “A = ”, where there is one. */
static const char *
skip_assignment (const char *at)
{
  const char *name = at;

  while (g_ascii_isalnum (*at) || *at == '_')
    at++;
  at += strspn (at, " ");
  return at > name && *at == '=' ? at + 1 + strspn (at + 1, " ") : name;
}

/* "[[ 4. -1.]", “A = array([[4., -1.],”, “tensor([[4., -1.]])”, and “[4., -1.],” for each row */
static bool
is_printed_array (const char *head, size_t length)
{
  static const char *const calls[] = { "array(", "matrix(", "tensor(", "Matrix(" };
  const char *end;
  const char *at = skip_assignment (find_first (head, &end));
  bool called = false;

  for (size_t i = 0; i < G_N_ELEMENTS (calls) && !called; i++)
    {
      called = g_str_has_prefix (at, calls[i]);
      at += called ? strlen (calls[i]) : 0;
    }
  if (g_str_has_prefix (at, "[["))
    return at[2 + strspn (at + 2, " -+.0123456789enaifNI")] != '"';
  /* One row on each line; “[1] 4 -1” is R. */
  at += *at == '[';
  at += strspn (at, " -+.0123456789eE,");
  return !called && *skip_blanks (head) == '[' && *at == ']'
         && (at[1 + strspn (at + 1, ", \r")] == '\n' || at[1 + strspn (at + 1, ", \r")] == '\0')
         && (has_text (skip_blanks (head), end, ".") || has_text (skip_blanks (head), end, ","));
}

/* "  (0, 0)\t4.0", and what SciPy prints above it. */
static bool
is_printed_sparse (const char *head, size_t length)
{
  const char *end;
  const char *at = find_first (head, &end);

  if (*at == '<' && (has_text (at, end, " sparse ") || has_text (at, end, " Sparse ")))
    return true;
  if (g_str_has_prefix (at, "Coords\tValues") || g_str_has_prefix (at, "{("))
    return true;
  if (*at != '(' || !g_ascii_isdigit (at[1]))
    return false;
  at += 1 + strspn (at + 1, "0123456789");
  return *at == ',' && strchr (at, ')') != NULL;
}

/* "A =" and an empty line, “Columns 1 through 8”, “1.0e+03 *”, “Compressed Column Sparse (rows …”
 */
static bool
is_printed_by_matlab (const char *head, size_t length)
{
  const char *end;
  const char *at = find_first (head, &end);
  const char *name = at;

  if (g_str_has_prefix (at, "Columns ") || g_str_has_prefix (at, "Compressed Column Sparse (")
      || (g_ascii_isdigit (*at) && end > at && end[-1] == '*'
          && at + strspn (at, "0123456789.eE+- *") == end))
    return true;
  while (g_ascii_isalnum (*at) || *at == '_')
    at++;
  return at > name && g_ascii_isalpha (*name) && g_str_has_prefix (at, " =")
         && (at[2] == '\n' || at[2] == '\r');
}

/* “[,1] [,2]”, “[1,] 4 -1”, “[1] 4 -1”, “3 x 3 sparse Matrix of class …” */
static bool
is_printed_by_r (const char *head, size_t length)
{
  const char *end;
  const char *at = find_first (head, &end);

  if (has_text (at, end, "sparse Matrix of class"))
    return true;
  return g_str_has_prefix (at, "[,1]") || g_str_has_prefix (at, "[1,]")
         || (g_str_has_prefix (at, "[1] ") && end > at + 4);
}

/* “3×3 Matrix{Float64}:”, “3×3 SparseMatrixCSC{Float64, Int64} with …”, “[1, 1]  =  4.0”,
 * “sparse([1, 2], [1, 2], [4.0, 4.0], 2, 2)” */
static bool
is_printed_by_julia (const char *head, size_t length)
{
  const char *end;
  const char *at = skip_assignment (find_first (head, &end));
  const char *digits = at + strspn (at, "0123456789");

  if (g_str_has_prefix (at, "sparse([")
      || (digits > at && (has_text (at, end, "Matrix{") || has_text (at, end, "SparseMatrixCSC"))))
    return true;
  if (*at != '[' || !g_ascii_isdigit (at[1]))
    return false;
  at += 1 + strspn (at + 1, "0123456789, ");
  return *at == ']' && at[1 + strspn (at + 1, " ")] == '=';
}

/* Numbers between which some are left out: “1.0  2.0  ...  9.0”, “…” or “⋯” */
static bool
is_elided (const char *head, size_t length)
{
  static const char *const marks[] = { " ... ", " … ", "⋯", "⋮" };
  const char *end;
  const char *at = find_first (head, &end);

  at += strspn (at, " -+.0123456789eE");
  for (size_t i = 0; i < G_N_ELEMENTS (marks); i++)
    if (g_str_has_prefix (at, marks[i]) || g_str_has_prefix (at - (at > head), marks[i])
        || (g_ascii_isdigit (*skip_blanks (head)) && has_text (skip_blanks (head), end, marks[i])))
      return true;
  return false;
}

/* What pandas prints below a table. */
static bool
is_printed_by_pandas (const char *head, size_t length)
{
  const char *at = strstr (head, " rows x ");

  return at != NULL && strstr (at, " columns]") != NULL;
}

/* “{{4, -1}, {-1, 4}}”, “{{1, 1} -> 4, …}”, “double A[2][2] = {”, “4*^3” */
static bool
is_in_braces (const char *head, size_t length)
{
  const char *end;
  const char *at = find_first (head, &end);
  const char *brace = memchr (at, '{', (size_t) (end - at));

  if (at + strspn (at, "-.0123456789") < end
      && g_str_has_prefix (at + strspn (at, "-.0123456789"), "*^"))
    return true;
  if (brace == NULL || !(brace == at || (brace > at + 1 && has_text (at, brace, "="))))
    return false;
  at = skip_blanks (brace + 1);
  return *at == '{' || *at == '-' || *at == '.' || g_ascii_isdigit (*at);
}

/* “[4 -1; -1 4]” */
static bool
is_bare_script (const char *head, size_t length)
{
  const char *end;
  const char *at = find_first (head, &end);

  return *at == '[' && has_text (at, end, ";")
         && at[1 + strspn (at + 1, " -+.0123456789eE,")] == ';';
}

/* “A(1,1) = 4”, “A[0][0] = 4” */
static bool
is_assigned (const char *head, size_t length)
{
  const char *at = skip_blanks (head);
  const char *name = at;

  while (g_ascii_isalnum (*at) || *at == '_')
    at++;
  if (at == name || !g_ascii_isalpha (*name) || (*at != '(' && *at != '[')
      || !g_ascii_isdigit (at[1]))
    return false;
  at += strspn (at, "()[]0123456789, ");
  return *at == '=';
}

/* “| 4 | -1 |” and “4 & -1 \\” */
static bool
is_marked_up (const char *head, size_t length)
{
  const char *end;
  const char *at = find_first (head, &end);

  return (*at == '|' && memchr (at + 1, '|', (size_t) (end - at - 1)) != NULL)
         || (end - at > 2 && g_str_has_prefix (end - 2, "\\\\") && has_text (at, end, " & "));
}

/* “1 1:0.5 3:2” */
static bool
is_libsvm (const char *head, size_t length)
{
  const char *at = head + strspn (head, "-+.0123456789eE");

  if (at == head || *at != ' ')
    return false;
  at += strspn (at, " ");
  at += strspn (at, "0123456789");
  return *at == ':' && (g_ascii_isdigit (at[1]) || at[1] == '-' || at[1] == '.');
}

/* A record of Fortran that names the program. */
static bool
is_op2 (const char *head, size_t length)
{
  return length > 64
         && (g_strstr_len (head + 4, 60, "NASTRAN FORT TAPE") != NULL
             || (memcmp (head, "\x04\0\0\0\x03\0\0\0\x04\0\0\0", 12) == 0));
}

#define BYTES(text) text, sizeof text - 1, NULL, NULL
#define LINE(text)  NULL, 0, text, NULL
#define FOUND(by)   NULL, 0, NULL, by

/* clang-format off */
static const Signature signatures[] = {
  { BYTES ("\x89HDF\r\n\x1a\n"), "is an HDF5 file without a matrix that is known" CONVERT },
  { BYTES ("PAR1"), "is a Parquet file, which is not read; write its columns as text with the headings row,col,value" },
  { BYTES ("ARROW1"), "is an Arrow file, which is not read; write its columns as text with the headings row,col,value" },
  { BYTES ("FEA1"), "is a Feather file, which is not read; write its columns as text with the headings row,col,value" },
  { BYTES ("CDF\x01"), "is a NetCDF file, which is not read" CONVERT },
  { BYTES ("CDF\x02"), "is a NetCDF file, which is not read" CONVERT },
  { BYTES ("SIMPLE  ="), "is a FITS file, which is not read" CONVERT },
  { BYTES ("SQLite format 3"), "is an SQLite database, which is not read as a matrix" },
  { BYTES ("%PDF-"), "is a PDF document, which is not read" },
  { BYTES ("\x89PNG"), "is a picture, which is not read" },
  { BYTES ("\xff\xd8\xff"), "is a picture, which is not read" },
  { BYTES ("GIF8"), "is a picture, which is not read" },
  { BYTES ("\x7f" "ELF"), "is a program, which is not read" },
  { BYTES ("\xd0\xcf\x11\xe0"), "is a document of Excel or another office program, which is not read; save it as CSV" },
  { BYTES ("\x80\x02"), "is a pickle of Python, which is not read; write the matrix with scipy.sparse.save_npz ()" },
  { BYTES ("\x80\x03"), "is a pickle of Python, which is not read; write the matrix with scipy.sparse.save_npz ()" },
  { BYTES ("\x80\x04"), "is a pickle of Python, which is not read; write the matrix with scipy.sparse.save_npz ()" },
  { BYTES ("\x80\x05"), "is a pickle of Python, which is not read; write the matrix with scipy.sparse.save_npz ()" },
  { BYTES ("RDX2\n"), "is a workspace of R, which is not read; write the matrix with Matrix::writeMM ()" },
  { BYTES ("RDX3\n"), "is a workspace of R, which is not read; write the matrix with Matrix::writeMM ()" },
  { BYTES ("X\n\0\0"), "is an object of R, which is not read; write the matrix with Matrix::writeMM ()" },
  { FOUND (is_cut_matlab), "begins as a MATLAB file and ends within its header" },
  { BYTES ("Octave-1-"), "is a binary file of Octave, which is not read; save it with “save -text” or “save -v7”" },
  { BYTES ("Ginkgo"), "is a binary file of Ginkgo, which is not read" CONVERT },
  { BYTES ("GINKGO"), "is a binary file of Ginkgo, which is not read" CONVERT },
  { BYTES ("%%MatrixMarketBinary"), "is a binary file of FreeFem, which is not read; write it as text" },
  { BYTES ("%%NVAMGBinary"), "is a binary file of AMGX, which is not read; write it as text" },
  { FOUND (is_op2), "is an OP2 file of Nastran, which is not read" CONVERT },
  { LINE ("DMIG"), "holds DMIG cards of Nastran, which are not read" CONVERT },
  { LINE ("BEGIN BULK"), "is a bulk data file of Nastran, which is not read" CONVERT },
  { LINE ("*Vertices"), "is a graph of Pajek, which is not read; export it as a list of edges" },
  { LINE ("*vertices"), "is a graph of Pajek, which is not read; export it as a list of edges" },
  { LINE ("*Network"), "is a graph of Pajek, which is not read; export it as a list of edges" },
  { LINE ("<graphml"), "is a GraphML file, which is not read; export it as a list of edges" },
  { LINE ("<gexf"), "is a GEXF file, which is not read; export it as a list of edges" },
  { LINE ("<VTKFile"), "is a VTK file, which is not read" CONVERT },
  { LINE ("# vtk DataFile"), "is a VTK file, which is not read" CONVERT },
  { LINE ("graph ["), "is a GML graph, which is not read; export it as a list of edges" },
  { LINE ("Creator \""), "is a GML graph, which is not read; export it as a list of edges" },
  { LINE ("digraph "), "is a DOT graph, which is not read; export it as a list of edges" },
  { LINE ("strict "), "is a DOT graph, which is not read; export it as a list of edges" },
  { LINE ("StructMatrix"), "is a structured matrix of hypre, which is not read; write it as an IJ matrix" },
  { LINE ("SStructMatrix"), "is a semi-structured matrix of hypre, which is not read; write it as an IJ matrix" },
  { LINE ("StructVector"), "is a structured vector of hypre, which is not read; write it as an IJ vector" },
  { LINE ("SparseArray["), "is an expression of Mathematica, which is not read; export it as Matrix Market" },
  { LINE ("(* Content"), "is a notebook of Mathematica, which is not read; export it as Matrix Market" },
  { LINE ("*HEADING"), "is an input file of Abaqus, which is not read; have it write *MATRIX OUTPUT, FORMAT=MATRIX INPUT" },
  { LINE ("*Heading"), "is an input file of Abaqus, which is not read; have it write *MATRIX OUTPUT, FORMAT=MATRIX INPUT" },
  { LINE ("$MeshFormat"), "is a mesh of Gmsh, which holds no matrix" },
  { LINE ("<?xml"), "is an XML file, which is not read" CONVERT },
  { LINE ("<html"), "is a web page, not a matrix; the download may have failed" },
  { LINE ("<!DOCTYPE"), "is a web page, not a matrix; the download may have failed" },
  { LINE ("version https://git-lfs"), "is a pointer of Git LFS, not the file; fetch it with “git lfs pull”" },
  { LINE ("\\begin{"), "is LaTeX, which is not read" },
  { FOUND (is_printed_by_r), "is a matrix as R prints it, which is not read; write it with Matrix::writeMM () or write.table ()" },
  { FOUND (is_printed_by_julia), "is a matrix as Julia prints it, which is not read; write it with MatrixMarket.mmwrite () or DelimitedFiles.writedlm ()" },
  { FOUND (is_printed_array), "is a matrix as Python prints it, which is not read; write it with numpy.savetxt ()" },
  { FOUND (is_printed_sparse), "is a sparse matrix as SciPy or MATLAB prints it, which is not read; write it with scipy.io.mmwrite () or save" },
  { FOUND (is_printed_by_matlab), "is a matrix as MATLAB or Octave prints it, which is not read; write it with save" },
  { FOUND (is_printed_by_pandas), "is a table as pandas prints it, which is not read; write it with to_csv ()" },
  { FOUND (is_elided), "is a matrix as it is printed, with numbers left out, which is not read" CONVERT },
  { FOUND (is_in_braces), "is a list in braces, as Mathematica or C has it, which is not read; export it as Matrix Market" },
  { FOUND (is_bare_script), "is a matrix in brackets without a name; write “A = ” before it" },
  { FOUND (is_assigned), "is a list of assignments, which is not read; write a row, a column and a value on each line" },
  { FOUND (is_marked_up), "is a table in Markdown or LaTeX, which is not read; save it as CSV" },
  { FOUND (is_libsvm), "is a LIBSVM file, which is not read" CONVERT },
  { BYTES ("{"), "is a JSON file, which is not read" CONVERT },
};
/* clang-format on */

/* How many lines are looked at. */
#define LINES 40

static bool
has_line (const char *head, const char *begin)
{
  const char *at = head;

  for (int i = 0; i < LINES && at != NULL; i++)
    {
      at += strspn (at, " \t\r");
      if (g_str_has_prefix (at, begin))
        return true;
      at = strchr (at, '\n');
      at = at != NULL ? at + 1 : NULL;
    }
  return false;
}

const char *
seidel_signature_explain (const char *head, size_t length)
{
  for (size_t i = 0; i < G_N_ELEMENTS (signatures); i++)
    {
      const Signature *signature = &signatures[i];

      if (signature->start != NULL
            ? length >= signature->length && memcmp (head, signature->start, signature->length) == 0
          : signature->line != NULL ? has_line (head, signature->line)
                                    : signature->finds (head, length))
        return signature->sentence;
    }
  return NULL;
}
