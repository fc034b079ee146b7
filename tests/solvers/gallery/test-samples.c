/* The sample files: all listed, and with the values that the gallery and their makers give.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-loader.h"
#include "io/seidel-samples.h"

#include "gallery-testing.h"

/* Makes what a recipe, the arguments of seidel-cli generate, stands for. */
static SeidelMatrix *
make_recipe (const char *recipe)
{
  g_auto (GStrv) words = g_strsplit (recipe, " ", -1);
  const SeidelGalleryKind *kind = seidel_gallery_find (words[0]);
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  g_autoptr (GError) error = NULL;
  SeidelMatrix *matrix;

  gallery_values (kind, 0, NULL, values);
  for (char **word = words + 1; *word != NULL; word += 2)
    {
      int p = 0;

      g_assert_true (g_str_has_prefix (*word, "--") && word[1] != NULL);
      while (g_strcmp0 (kind->parameters[p].id, *word + 2) != 0)
        g_assert_cmpint (++p, <, SEIDEL_GALLERY_MAX_PARAMETERS);
      values[p] = g_ascii_strtod (word[1], NULL);
    }
  matrix = seidel_gallery_make (kind, values, NULL, NULL, &error);
  g_assert_no_error (error);
  return matrix;
}

/* The load h² on the inner points of a grid. */
static double
constant_force (int64_t n, int64_t row)
{
  int64_t side = (int64_t) round (sqrt ((double) n));
  double h = 1.0 / (double) (side - 1);
  bool inner = MIN (row % side, row / side) > 0 && MAX (row % side, row / side) < side - 1;

  return inner ? h * h : 0.0;
}

/* The lid over the last row of u of a square cavity, half a cell away: 2 h² / h². */
static double
sliding_lid (int64_t n, int64_t row)
{
  int64_t side = 1;

  while (3 * side * side - 2 * side - 1 < n)
    side++;
  return row >= (side - 1) * (side - 1) && row < (side - 1) * side ? 2.0 : 0.0;
}

static double
end_load (int64_t n, int64_t row)
{
  return row == n - 1 ? -1.0 : 0.0;
}

static const struct
{
  const char *file;
  double (*element) (int64_t n, int64_t row);
} right_hand_sides[] = {
  { "obstacle.tar.gz", constant_force },
  { "cavity.mat", sliding_lid },
  { "truss.rsa", end_load },
};

/* The right-hand side that a sample comes with, if any, bit for bit. */
static bool
check_rhs (const char *file, const SeidelMatrix *matrix)
{
  for (size_t r = 0; r < G_N_ELEMENTS (right_hand_sides); r++)
    if (g_str_equal (right_hand_sides[r].file, file))
      {
        g_assert_nonnull (matrix->rhs);
        for (int64_t row = 0; row < matrix->csr->rows; row++)
          g_assert_cmpfloat (matrix->rhs[row], ==,
                             right_hand_sides[r].element (matrix->csr->rows, row));
        return true;
      }
  g_assert_null (matrix->rhs);
  return false;
}

static void
test_files (void)
{
  size_t n;
  size_t n_rhs = 0;
  const SeidelSample *samples = seidel_samples (&n);

  g_assert_cmpuint (n, ==, 6);
  for (size_t i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelMatrix) read = seidel_load_matrix (samples[i].path, NULL, NULL, &error);
      g_autoptr (SeidelMatrix) made = make_recipe (samples[i].recipe);

      g_test_message ("%s", samples[i].file);
      g_assert_no_error (error);
      assert_same_csr (read->csr, made->csr);
      n_rhs += check_rhs (samples[i].file, read);
    }
  g_assert_cmpuint (n_rhs, ==, G_N_ELEMENTS (right_hand_sides));
}

/* Every file of the folder is listed, is small, and differs from the others in its format. */
static void
test_list (void)
{
  const char *folder = g_getenv ("SEIDEL_SAMPLES_DIR");
  g_autoptr (GHashTable) listed = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) formats = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GDir) names = g_dir_open (folder, 0, NULL);
  const char *name;
  size_t n;
  const SeidelSample *samples = seidel_samples (&n);

  for (size_t i = 0; i < n; i++)
    {
      g_autoptr (SeidelMatrix) read = seidel_load_matrix (samples[i].path, NULL, NULL, NULL);
      g_autofree char *text = NULL;
      gsize length;

      g_assert_true (g_path_is_absolute (samples[i].path));
      g_assert_true (g_str_has_suffix (samples[i].sentence, "."));
      g_assert_true (g_file_get_contents (samples[i].path, &text, &length, NULL));
      g_assert_cmpuint (length, <=, 100000);
      g_assert_true (g_hash_table_add (listed, (char *) samples[i].file));
      g_assert_true (g_hash_table_add (formats, g_strdup (read->origin.format)));
    }
  while ((name = g_dir_read_name (names)) != NULL)
    if (!g_str_has_prefix (name, ".") && !g_str_has_suffix (name, ".ini")
        && !g_str_has_suffix (name, ".build") && !g_str_has_suffix (name, ".py"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        g_assert_true (g_file_test (path, G_FILE_TEST_IS_DIR)
                       || g_hash_table_contains (listed, name));
      }
}

/* For the window every text is in the user's language; what the command line prints stays English.
 */
static void
test_languages (void)
{
  size_t n;
  const SeidelSample *samples = seidel_samples (&n);

  for (size_t i = 0; i < n; i++)
    {
      g_assert_cmpstr (samples[i].own_title, !=, samples[i].title);
      g_assert_cmpstr (samples[i].own_sentence, !=, samples[i].sentence);
      g_assert_true (g_str_has_suffix (samples[i].own_sentence, "."));
    }
  g_assert_cmpstr (samples[0].title, ==, "Poisson equation");
  g_assert_cmpstr (samples[0].own_title, ==, "Equazione di Poisson");
}

int
main (int argc, char **argv)
{
  /* Before the list is read, which happens once. */
  g_setenv ("LC_ALL", "it_IT.UTF-8", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/samples/files", test_files);
  g_test_add_func ("/samples/list", test_list);
  g_test_add_func ("/samples/languages", test_languages);
  return g_test_run ();
}
