/* The HTML file of a sweep: small, complete in itself, with all rows, entries and values; refused
 * where it would be too large.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "analysis/seidel-grid.h"
#include "base/seidel-error.h"
#include "draw/seidel-sweep-html.h"

#include "test-matrices.h"

#define MOST_BYTES 300000

static SeidelSweepPicture *
picture_of (int side, SeidelPlayMode mode)
{
  const double value = side;
  g_autoptr (SeidelMatrix) matrix = test_gallery ("poisson-5", 1, &value);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, &error);
  g_autoptr (SeidelPlayback) playback =
    seidel_playback_new (matrix->csr, schedule, mode, 1, &error);

  g_assert_no_error (error);
  return seidel_sweep_picture_new (matrix, playback, NULL, seidel_grid_line (matrix->csr));
}

static int
count (const char *text, const char *part)
{
  int n = 0;

  for (const char *at = text; (at = strstr (at, part)) != NULL; at += strlen (part))
    n++;
  return n;
}

/* The part of the data with this name, up to the end of its line. */
static char *
data_of (const char *html, const char *name)
{
  g_autofree char *begin = g_strdup_printf ("\n%s:", name);
  const char *at = strstr (html, begin);

  g_assert_nonnull (at);
  at += strlen (begin);
  return g_strndup (at, strcspn (at, "\n"));
}

static void
test_modes (void)
{
  for (int mode = 0; mode < SEIDEL_N_PLAY_MODES; mode++)
    {
      g_autoptr (SeidelSweepPicture) picture = picture_of (8, (SeidelPlayMode) mode);
      g_autoptr (GError) error = NULL;
      g_autofree char *html = seidel_sweep_picture_to_html (picture, "en", &error);
      g_autofree char *rows = NULL, *changes = NULL, *at = NULL;

      g_assert_no_error (error);
      g_assert_cmpuint (strlen (html), <=, MOST_BYTES);
      g_assert_true (g_utf8_validate (html, -1, NULL));
      g_assert_null (strstr (html, "http://www.w3.org/1999"));
      g_assert_null (strstr (html, "src="));
      g_assert_null (strstr (html, "href="));
      at = data_of (html, "at");
      g_assert_cmpint (count (at, ","), ==, 64); /* one behind the list */
      rows = data_of (html, "rows");
      g_assert_cmpint (count (rows, ",4]"), ==, 64);
      g_assert_cmpint (count (rows, ",-1]"), ==, 224);
      changes = data_of (html, "changes");
      /* Row after row is computed once; what passes and races change again comes besides. */
      if (mode == SEIDEL_PLAY_ROWS)
        g_assert_cmpint (count (changes, "],["), ==, picture->playback->steps - 1);
    }
}

static void
test_texts (void)
{
  g_autoptr (SeidelSweepPicture) picture = picture_of (3, SEIDEL_PLAY_LEVELS);
  g_autoptr (GError) error = NULL;
  g_autofree char *html = NULL;

  g_free (picture->matrix->name);
  picture->matrix->name = g_strdup ("a<b>&\"c\"");
  seidel_sweep_picture_set_step (picture, 2);
  html = seidel_sweep_picture_to_html (picture, "it", &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (html, "<html lang=\"it\">"));
  g_assert_nonnull (strstr (html, "<title>A sweep of a&lt;b&gt;&amp;&quot;c&quot;</title>"));
  g_assert_nonnull (strstr (html, "steps:5,step:2,line:3,forward:true,passes:false,race:false,"));
  g_assert_cmpint (count (html, "<script>"), ==, 1);
}

static void
test_refused (void)
{
  g_autoptr (SeidelSweepPicture) most = picture_of (20, SEIDEL_PLAY_LEVELS);
  g_autoptr (SeidelSweepPicture) more = picture_of (21, SEIDEL_PLAY_LEVELS);
  g_autoptr (GError) error = NULL;
  g_autofree char *html = seidel_sweep_picture_to_html (most, "en", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strlen (html), <=, MOST_BYTES);
  g_assert_null (seidel_sweep_picture_to_html (more, "en", &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep-html/modes", test_modes);
  g_test_add_func ("/sweep-html/texts", test_texts);
  g_test_add_func ("/sweep-html/refused", test_refused);
  return g_test_run ();
}
