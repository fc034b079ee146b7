/* The table of gallery kinds, and making a matrix from a row of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery.h"

#include <math.h>

#include "gallery/seidel-gallery-fill.h"
#include "matrix/seidel-error.h"

#define ROWS_PARAMETER(initial, most)                  \
  {                                                    \
    "size", "Rows and columns", initial, 1, most, true \
  }
#define SEED_PARAMETER                                                      \
  {                                                                         \
    "seed", "The same seed gives the same matrix", 1, 0, 4294967295.0, true \
  }

static const SeidelGalleryKind kinds[] = {
  { "poisson-5",
    "Poisson, 5-point",
    "The Laplacian on a square grid (4 on the diagonal, −1 for each neighbour): symmetric positive "
    "definite, the first example of every textbook; 2 size − 1 levels.",
    { { "size", "Grid points along each side", 100, 1, 46340, true } },
    seidel_gallery_poisson_5 },
  { "poisson-7",
    "Poisson, 7-point",
    "The Laplacian on a cubic grid (6 on the diagonal): as poisson-5, with levels that widen to "
    "planes.",
    { { "size", "Grid points along each side", 40, 1, 1290, true } },
    seidel_gallery_poisson_7 },
  { "poisson-27",
    "Poisson, 27-point",
    "Every point of a cubic grid coupled with its 26 neighbours (26 on the diagonal), the matrix "
    "of the HPCG benchmark: good for measuring sweeps.",
    { { "size", "Grid points along each side", 32, 1, 1290, true } },
    seidel_gallery_poisson_27 },
  { "convection-diffusion",
    "Convection and diffusion",
    "Upwind differences of diffusion with a wind across a square grid: not symmetric, and "
    "Gauss-Seidel with the wind is far faster than against it.",
    { { "size", "Grid points along each side", 100, 1, 46340, true },
      { "peclet", "Strength of the wind against diffusion in one cell", 10, 0, 1e6, false } },
    seidel_gallery_convection },
  { "tridiagonal",
    "Tridiagonal",
    "The Laplacian on a line (−1, 2, −1): every row waits for the one before, so nothing is "
    "parallel, and its eigenvalues are known.",
    { ROWS_PARAMETER (1000, 2147483647) },
    seidel_gallery_tridiagonal },
  { "chain",
    "Chain",
    "A lower bidiagonal (2 on the diagonal, −1 to its left): one row on each level, the worst case "
    "of level scheduling; one forward sweep solves it.",
    { ROWS_PARAMETER (1000, 2147483647) },
    seidel_gallery_chain },
  { "arrow",
    "Arrow",
    "A diagonal with a full last row and column: two levels, one of them a single row that holds a "
    "third of the entries, which tests how work is shared.",
    { ROWS_PARAMETER (1000, 10000000) },
    seidel_gallery_arrow },
  { "random-dominant",
    "Random with a dominant diagonal",
    "Rows of random entries in random columns, the diagonal dominance times their absolute sum: "
    "above 1 every method here converges, below 1 one can watch them fail.",
    { ROWS_PARAMETER (10000, 2147483647),
      { "degree", "Entries off the diagonal in each row", 8, 0, 1000, true },
      { "dominance", "Diagonal over the absolute sum of the rest of its row", 1.1, 0, 1e6, false },
      SEED_PARAMETER },
    seidel_gallery_random_dominant },
  { "kmer-like",
    "Chains of k-mers",
    "Randomly numbered chains, lower triangular: two entries a row, about 92 levels, the widest a "
    "third of all rows. Shaped like the genome graph kmer_V4a, at any size.",
    { ROWS_PARAMETER (100000, 2147483647), SEED_PARAMETER },
    seidel_gallery_kmer },
  { "wathen",
    "Wathen",
    "The mass matrix of a finite element with random densities: symmetric positive definite with "
    "known eigenvalue bounds once scaled by its diagonal.",
    { { "size", "Elements along each side", 30, 1, 26754, true }, SEED_PARAMETER },
    seidel_gallery_wathen },
};

const SeidelGalleryKind *
seidel_gallery_kinds (size_t *n_kinds)
{
  *n_kinds = G_N_ELEMENTS (kinds);
  return kinds;
}

const SeidelGalleryKind *
seidel_gallery_find (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].id, id))
      return &kinds[i];
  return NULL;
}

/* A number as a person would type it: shortest text that reads back the same. */
static void
append_number (GString *text, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.15g", value);
  if (g_ascii_strtod (buffer, NULL) != value)
    g_ascii_dtostr (buffer, sizeof buffer, value);
  g_string_append (text, buffer);
}

static bool
check_parameter (const SeidelGalleryKind *kind,
                 const SeidelGalleryParameter *parameter,
                 double value,
                 GError **error)
{
  g_autoptr (GString) bounds = NULL;

  if (value >= parameter->minimum && value <= parameter->maximum
      && (!parameter->integral || value == floor (value)))
    return true;

  bounds = g_string_new (parameter->integral ? "a whole number from " : "a number from ");
  append_number (bounds, parameter->minimum);
  g_string_append (bounds, " to ");
  append_number (bounds, parameter->maximum);
  g_string_append (bounds, ", not ");
  append_number (bounds, value);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "%s: %s must be %s", kind->id,
               parameter->id, bounds->str);
  return false;
}

/* "poisson-5 100×100": the size as often as the grid has dimensions. */
static char *
describe_name (const SeidelGalleryKind *kind, const double *values, int64_t rows)
{
  GString *name = g_string_new (kind->id);
  double size = values[0];

  g_string_append_c (name, ' ');
  append_number (name, size);
  for (double n = size; size > 1 && n < (double) rows && (double) rows >= n * size; n *= size)
    {
      g_string_append (name, "×");
      append_number (name, size);
    }
  return g_string_free (name, FALSE);
}

static char *
describe_format (const SeidelGalleryKind *kind, const double *values)
{
  GString *format = g_string_new ("generated: ");

  g_string_append (format, kind->id);
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS && kind->parameters[i].id != NULL; i++)
    {
      g_string_append_printf (format, " --%s ", kind->parameters[i].id);
      append_number (format, values[i]);
    }
  return g_string_free (format, FALSE);
}

SeidelMatrix *
seidel_gallery_make (const SeidelGalleryKind *kind,
                     const double *values,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  gint64 begin = g_get_monotonic_time ();
  g_autofree char *name = NULL;
  SeidelMatrix *matrix;
  SeidelCsr *csr;

  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS && kind->parameters[i].id != NULL; i++)
    if (!check_parameter (kind, &kind->parameters[i], values[i], error))
      return NULL;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  csr = kind->make (values, progress, cancellable, error);
  if (csr == NULL)
    return NULL;

  name = describe_name (kind, values, csr->rows);
  matrix = seidel_matrix_new (name, csr);
  matrix->origin.format = describe_format (kind, values);
  matrix->origin.field = SEIDEL_FIELD_REAL;
  matrix->origin.symmetry = SEIDEL_FILED_GENERAL;
  matrix->origin.stored = seidel_csr_nonzeros (csr);
  matrix->origin.load_seconds = (double) (g_get_monotonic_time () - begin) / 1e6;
  return matrix;
}
