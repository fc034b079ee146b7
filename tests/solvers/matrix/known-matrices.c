/* The table of known matrices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "known-matrices.h"

#include <string.h>

#include "core-testing.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"

/* Symmetry and traits. */
#define NONE         TEST_SYMMETRY_NONE, 0
#define PATTERN      TEST_SYMMETRY_PATTERN, 0
#define PATTERN_SLOW TEST_SYMMETRY_PATTERN, TEST_SLOW_SWEEPS
#define SKEW         TEST_SYMMETRY_SKEW, 0
#define SYMMETRIC    TEST_SYMMETRY_VALUES, 0
#define SINGULAR     TEST_SYMMETRY_VALUES, TEST_SINGULAR
#define SPD          TEST_SYMMETRY_VALUES, TEST_POSITIVE_DEFINITE
#define SPD_SLOW     TEST_SYMMETRY_VALUES, TEST_POSITIVE_DEFINITE | TEST_SLOW_SWEEPS

/* A square matrix of the gallery; rows, nonzeros, and the figures from the diagonal on. */
#define MADE(name, rows, nonzeros, ...)                        \
  {                                                            \
    name, NULL, rows, rows, nonzeros, nonzeros, 0, __VA_ARGS__ \
  }

static const KnownMatrix known[] = {
  MADE ("poisson-5 20 15", 300, 1430, 300, 66, 20, 20, 5, 34, SPD),
  MADE ("poisson-27 7 6 5", 210, 3952, 210, 150, 50, 50, 27, 33, SPD),
  MADE ("poisson-jumping 16 16 1 4", 256, 1216, 256, 60, 16, 16, 5, 31, SPD),
  MADE ("convection-diffusion 20 15 10", 300, 1430, 300, 66, 20, 20, 5, 34, PATTERN),
  MADE ("helmholtz 13 12 2", 156, 730, 156, 46, 13, 13, 5, 24, SYMMETRIC),
  MADE ("stokes-cavity 6 5", 78, 397, 49, 8, 54, 54, 23, 10, SYMMETRIC),
  MADE ("truss 12 2", 72, 542, 72, -1, 9, 9, 19, 26, SPD),
  MADE ("tridiagonal 150", 150, 448, 150, 2, 1, 1, 3, 150, SPD),
  MADE ("random-dominant 400 8 1.5 7", 400, 3600, 400, 400, 391, 395, 707, 17, NONE),
  MADE ("random-dense 40 3", 40, 1600, 40, 0, 39, 39, 79, 40, PATTERN),
  MADE ("hypercube 8", 256, 2304, 256, 0, 128, 128, 17, 9, SINGULAR),
  MADE ("mycielskian 7", 95, 1510, 0, 0, 89, 89, 178, 12, SYMMETRIC),
  MADE ("kmer-like 500 3", 500, 998, 500, 500, 495, 0, 219, 91, NONE),
  /* These are, or have the pattern of, matrices of the collection, whose figures they have. */
  MADE ("obstacle 200", 40000, 197608, 40000, 40000, 200, 200, 5, 397, SPD, "obstclae"),
  MADE ("minimal-surface 200", 40806, 203622, 40806, 40806, 202, 202, 7, 505, SPD, "minsurfo"),
  MADE ("wathen 100", 30401, 471601, 30401, 0, 304, 304, 221, 801, SPD, "wathen100"),
  MADE ("poisson-5 100", 10000, 49600, 10000, 396, 100, 100, 5, 199, SPD_SLOW, "lap2D_5pt_n100"),
  MADE ("trefethen 19 2", 19, 147, 19, 16, 16, 16, 11, 19, SPD, "Trefethen_20b"),
  /* Public collections: figures by the collections and by independent readers. */
  { "494_bus", "rs", 494, 494, 1080, 1666, 0, 494, 145, 428, 428, 465, 11, SPD_SLOW },
  { "add20", "rg", 2395, 2395, 17319, 17319, 4168, 2395, 2364, 2313, 2313, 2825, 136, PATTERN },
  { "ani1_amd_chol", "rg", 36, 36, 183, 183, 0, 36, 24, 30, 0, 29, 20, NONE },
  { "ash219", "pg", 219, 85, 438, 438, 0, -1, -1, 135, 26, 144, -1, NONE },
  { "bcspwr06", "ps", 1454, 1454, 3377, 5300, 0, 1454, 0, 1341, 1341, 517, 14, SINGULAR },
  { "bcsstk01", "rs", 48, 48, 224, 400, 0, 48, 24, 35, 35, 49, 13, SPD },
  { "bcsstk09", "rs", 1083, 1083, 9760, 18437, 0, 1083, 4, 62, 62, 31, 91, SPD_SLOW },
  { "bcsstk14", "rs", 1806, 1806, 32630, 63454, 0, 1806, 567, 161, 161, 323, 392, SPD_SLOW },
  { "bcsstm22", "rs", 138, 138, 138, 138, 0, 138, 138, 0, 0, 1, 1, SPD },
  { "cage5", "rg", 37, 37, 233, 233, 0, 37, 28, 23, 23, 39, 10, PATTERN },
  { "dw4096", "rg", 8192, 8192, 41746, 41746, 0, 8192, 872, 4160, 4097, 11, 129, NONE },
  { "ex1", "rg", 216, 216, 4374, 4374, 35, 181, 98, 64, 64, 127, 89, SYMMETRIC },
  { "fs_183_1", "rg", 183, 183, 1069, 1069, 71, 183, 75, 181, 151, 304, 8, NONE },
  { "gr_30_30", "rs", 900, 900, 4322, 7744, 0, 900, -1, 31, 31, 9, 88, SPD },
  { "jpwh_991", "ig", 991, 991, 6027, 6027, 0, 991, -1, 197, 197, 317, 37, NONE },
  { "karate", "ps", 34, 34, 78, 156, 0, 0, 0, 31, 31, 56, 7, SINGULAR },
  { "lap2D_5pt_n100", "rs", 10000, 10000, 29800, 49600, 0, 10000, -1, 100, 100, 5, 199, SPD_SLOW },
  { "LFAT5", "rs", 14, 14, 30, 46, 0, 14, 6, 5, 5, 11, 5, SPD },
  { "mcca", "rg", 180, 180, 2659, 2659, 0, 180, 85, 42, 65, 107, 77, NONE },
  { "minsurfo", "rs", 40806, 40806, 122214, 203622, 0, 40806, 40806, 202, 202, 7, 505, SPD },
  { "nos4", "rs", 100, 100, 347, 594, 0, 100, 7, 13, 13, 19, 32, SPD },
  { "obstclae", "rs", 40000, 40000, 118804, 197608, 0, 40000, 40000, 200, 200, 5, 397, SPD },
  { "orsirr_1", "rg", 1030, 1030, 6858, 6858, 0, 1030, 1030, 554, 554, 407, 27, PATTERN_SLOW },
  { "pde900", "rg", 900, 900, 4380, 4380, 0, 900, 116, 30, 30, 5, 59, PATTERN },
  { "plskz362", "rk", 362, 362, 880, 1760, 0, 0, 0, 248, 248, 74, 3, SKEW },
  { "sherman1", "rs", 1000, 1000, 2375, 3750, 0, 1000, 525, 100, 100, 7, 28, SYMMETRIC },
  /* Published without its stored zeros: lower bandwidth 144. */
  { "steam1", "rg", 240, 240, 3762, 3762, 1514, 240, 160, 146, 146, 111, 6, PATTERN },
  { "Trefethen_20b", "is", 19, 19, 83, 147, 0, 19, 16, 16, 16, 11, 19, SPD },
  { "wathen100", "rs", 30401, 30401, 251001, 471601, 0, 30401, 0, 304, 304, 221, 801, SPD },
  { "west0479", "rg", 479, 479, 1910, 1910, 22, 8, 2, 388, 337, 413, 16, NONE },
};

char *
test_published_path (const char *file)
{
  const char *folder = g_getenv ("SEIDEL_TEST_MATRICES");
  g_autofree char *path = g_build_filename (folder != NULL ? folder : "", file, NULL);

  return folder != NULL && g_file_test (path, G_FILE_TEST_EXISTS) ? g_steal_pointer (&path) : NULL;
}

char *
known_matrix_path (const KnownMatrix *matrix)
{
  g_autofree char *file = g_strconcat (matrix->name, ".mtx", NULL);

  return matrix->filed != NULL ? test_published_path (file) : NULL;
}

static bool
is_at_hand (const KnownMatrix *matrix)
{
  bool generated = matrix->filed == NULL;
  const char *published = generated ? matrix->instead_of : matrix->name;
  g_autofree char *file = g_strdup_printf ("%s.mtx", published != NULL ? published : "");
  g_autofree char *path = test_published_path (file);

  return (path == NULL) == generated;
}

const KnownMatrix *const *
known_matrices (void)
{
  static const KnownMatrix *at_hand[G_N_ELEMENTS (known) + 1];

  if (at_hand[0] == NULL)
    for (size_t i = 0, n = 0; i < G_N_ELEMENTS (known); i++)
      if (is_at_hand (&known[i]))
        at_hand[n++] = &known[i];
  return at_hand;
}

static bool
has_name (const KnownMatrix *matrix, const char *name)
{
  size_t length = strlen (name);

  return strncmp (matrix->name, name, length) == 0
         && (matrix->name[length] == '\0' || matrix->name[length] == ' ');
}

const KnownMatrix *
known_matrix_find (const char *name)
{
  for (const KnownMatrix *const *matrix = known_matrices (); *matrix != NULL; matrix++)
    if (has_name (*matrix, name))
      return *matrix;
  for (size_t i = 0; i < G_N_ELEMENTS (known); i++)
    if (has_name (&known[i], name))
      return NULL;
  g_error ("%s is not a known matrix", name);
}

/* From the kind and its leading parameters. */
static SeidelMatrix *
generate (const char *name)
{
  g_auto (GStrv) words = g_strsplit (name, " ", -1);
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  int n = 0;

  for (; words[n + 1] != NULL; n++)
    values[n] = g_ascii_strtod (words[n + 1], NULL);
  return test_gallery (words[0], n, values);
}

SeidelMatrix *
known_matrix_load (const KnownMatrix *matrix)
{
  g_autofree char *path = known_matrix_path (matrix);
  g_autoptr (GError) error = NULL;
  SeidelMatrix *loaded;

  g_test_message ("%s", matrix->name);
  if (path == NULL)
    return generate (matrix->name);
  loaded = seidel_load_matrix (path, NULL, NULL, &error);
  g_assert_no_error (error);
  return loaded;
}

void
test_add_for_known (const char *prefix, bool square, GTestDataFunc test)
{
  for (const KnownMatrix *const *matrix = known_matrices (); *matrix != NULL; matrix++)
    if (!square || (*matrix)->rows == (*matrix)->columns)
      {
        g_autofree char *path = g_build_path ("/", prefix, (*matrix)->name, NULL);

        g_test_add_data_func (g_strdelimit (path, " ", '-'), *matrix, test);
      }
}
