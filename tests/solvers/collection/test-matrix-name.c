/* Names of matrices: which is a file, which is made, and what errors say.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "base/seidel-error.h"
#include "collection/seidel-matrix-name.h"
#include "golden-testing.h"

static void
assert_gallery (const char *text, const char *id, double first, double second)
{
  g_auto (SeidelMatrixName) name = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_matrix_name_parse (&name, text, &error));
  g_assert_no_error (error);
  g_assert_nonnull (name.kind);
  g_assert_cmpstr (name.kind->id, ==, id);
  g_assert_cmpfloat (name.values[0], ==, first);
  g_assert_cmpfloat (name.values[1], ==, second);
  g_assert_null (name.path);
}

static void
assert_file (const char *text, const char *ending)
{
  g_auto (SeidelMatrixName) name = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_matrix_name_parse (&name, text, &error));
  g_assert_no_error (error);
  g_assert_null (name.kind);
  g_assert_true (g_str_has_suffix (name.path, ending));
}

static void
assert_bad (const char *text, int code, const char *part)
{
  g_auto (SeidelMatrixName) name = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (seidel_matrix_name_parse (&name, text, &error));
  g_assert_error (error, SEIDEL_ERROR, code);
  g_assert_nonnull (strstr (error->message, part));
  test_assert_wording (error->message);
}

static void
test_gallery (void)
{
  assert_gallery ("poisson-5 --size 7 --ny 9", "poisson-5", 7.0, 9.0);
  assert_gallery ("gallery:poisson-5 --size 7 --ny 9", "poisson-5", 7.0, 9.0);
  assert_gallery ("poisson-5", "poisson-5", 100.0, 0.0);
  assert_bad ("gallery:nothing", SEIDEL_ERROR_INVALID, "“nothing”");
  assert_bad ("poisson-5 --width 7", SEIDEL_ERROR_INVALID, "--width");
  assert_bad ("poisson-5 --size seven", SEIDEL_ERROR_INVALID, "--size");
  assert_bad ("poisson-5 --size", SEIDEL_ERROR_INVALID, "--size");
}

static void
test_files (void)
{
  assert_file ("folder/poisson-5.mtx", "folder/poisson-5.mtx");
  assert_file ("poisson-55", "poisson-55");
  assert_file ("sample:cavity", "cavity.mat");
  assert_bad ("sample:nothing", SEIDEL_ERROR_IO, "“nothing”");
  assert_bad ("collection:HB/nothing", SEIDEL_ERROR_IO, "HB/nothing");
}

/* A file is not hidden by a kind of its name. */
static void
test_same_name (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("seidel-XXXXXX", &error);
  g_autofree char *before = g_get_current_dir ();

  g_assert_no_error (error);
  g_assert_cmpint (g_chdir (folder), ==, 0);
  assert_gallery ("truss", "truss", 60.0, 2.0);
  g_file_set_contents ("truss", "1", 1, &error);
  g_assert_no_error (error);
  assert_file ("truss", "truss");
  assert_gallery ("gallery:truss", "truss", 60.0, 2.0);
  g_assert_cmpint (g_unlink ("truss"), ==, 0);
  g_assert_cmpint (g_chdir (before), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matrix-name/gallery", test_gallery);
  g_test_add_func ("/matrix-name/files", test_files);
  g_test_add_func ("/matrix-name/same-name", test_same_name);
  return g_test_run ();
}
