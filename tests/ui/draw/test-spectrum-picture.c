/* The picture of a spectrum: which values it has, its words, and that it draws.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-spectrum-picture.h"
#include "solve/seidel-solve.h"

#include "core-testing.h"

#define WIDTH  400
#define HEIGHT 300

/* A run of the matrix (−1, 2, −1) of so many rows with a random b. */
static SeidelTrace *
run_restarted (const char *method, double size, double restart)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_RANDOM, .seed = 1 };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", size);
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &rhs, NULL, NULL, NULL, NULL);
  SeidelTrace *trace = seidel_trace_new ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.method = method;
  options.parameters[SEIDEL_PARAMETER_RESTART] = restart;
  outcome = seidel_solve (problem, &options, trace, NULL, NULL, NULL);
  g_assert_true (outcome->converged);
  return trace;
}

static SeidelTrace *
run (const char *method, double size)
{
  return run_restarted (method, size, 30);
}

/* Pixels that are not the background. */
static guint
draw (const SeidelSpectrumPicture *picture, bool dark)
{
  const SeidelTheme theme = seidel_theme_get (dark);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  const guint32 *pixels;
  guint found = 0;

  seidel_spectrum_picture_draw (picture, cr, WIDTH, HEIGHT, &theme);
  cairo_surface_flush (surface);
  pixels = (const guint32 *) (const void *) cairo_image_surface_get_data (surface);
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    found += pixels[i] != pixels[0];
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return found;
}

static guint
count_lines (const char *text)
{
  guint lines = 0;

  for (; *text != '\0'; text++)
    lines += *text == '\n';
  return lines;
}

/* All values after each of the steps, within the spectrum. */
static void
test_symmetric (void)
{
  g_autoptr (SeidelTrace) trace = run ("cg", 10);
  g_autoptr (SeidelSpectrumPicture) picture = seidel_spectrum_picture_new ();
  g_autofree char *csv = NULL;
  g_autofree char *text = NULL;
  guint steps;

  seidel_spectrum_picture_set_run (picture, "run", trace, 0);
  g_assert_true (seidel_spectrum_picture_update (picture, true));
  g_assert_false (seidel_spectrum_picture_update (picture, false));
  steps = (guint) picture->projection.steps;
  g_assert_cmpuint (picture->values->len, ==, steps * (steps + 1) / 2);
  for (guint i = 0; i < picture->values->len; i++)
    {
      const SeidelRitzPoint *point = &g_array_index (picture->values, SeidelRitzPoint, i);

      g_assert_cmpfloat (point->x, >, 0.0);
      g_assert_cmpfloat (point->x, <, 4.0);
    }
  g_assert_cmpuint (picture->bounds->len, ==, picture->residuals->len);
  csv = seidel_spectrum_picture_to_csv (picture);
  g_assert_cmpuint (count_lines (csv), ==, picture->values->len + 1);
  text = seidel_spectrum_picture_describe (picture);
  g_assert_true (g_str_has_prefix (text, "Ritz values from 0.08"));
  g_assert_cmpuint (draw (picture, false), >, 1000);
  g_assert_cmpuint (draw (picture, true), >, 1000);
  picture->logarithmic = true;
  seidel_spectrum_picture_update (picture, false);
  g_assert_true (picture->spectrum->x.logarithmic);
}

/* Of GMRES, those of the last step, in the plane. */
static void
test_plane (void)
{
  g_autoptr (SeidelTrace) trace = run ("gmres", 8);
  g_autoptr (SeidelSpectrumPicture) picture = seidel_spectrum_picture_new ();

  seidel_spectrum_picture_set_run (picture, "run", trace, 0);
  g_assert_true (seidel_spectrum_picture_update (picture, false));
  g_assert_cmpuint (picture->values->len, ==, picture->projection.steps);
  g_assert_cmpuint (picture->bounds->len, ==, 0);
  g_assert_cmpstr (picture->spectrum->title, ==, "Ritz values of M⁻¹ A in the complex plane");
  g_assert_cmpuint (draw (picture, false), >, 500);
}

/* Of GMRES that restarted, those of one part, which the title names. */
static void
test_part (void)
{
  g_autoptr (SeidelTrace) trace = run_restarted ("gmres", 8, 3);
  g_autoptr (SeidelSpectrumPicture) picture = seidel_spectrum_picture_new ();
  const size_t n = seidel_trace_n_points (trace);
  const int64_t all = seidel_trace_point (trace, n - 1).iteration;
  const SeidelProjection *part = &picture->projection;
  g_autofree char *ending = NULL;

  seidel_spectrum_picture_set_run (picture, "run", trace, 0);
  g_assert_true (seidel_spectrum_picture_update (picture, false));
  g_assert_cmpuint (part->steps, ==, 3);
  g_assert_cmpint (all, >, 3);
  ending = g_strdup_printf (": iterations %d to %d of %d", (int) part->first + 1,
                            (int) part->first + 3, (int) all);
  g_assert_true (g_str_has_suffix (picture->spectrum->title, ending));
}

/* A method that finds none, and no run at all. */
static void
test_none (void)
{
  g_autoptr (SeidelTrace) trace = run ("bicgstab", 6);
  g_autoptr (SeidelSpectrumPicture) picture = seidel_spectrum_picture_new ();
  g_autofree char *text = NULL;
  g_autofree char *empty = NULL;

  g_assert_false (seidel_spectrum_picture_update (picture, false));
  g_assert_null (seidel_spectrum_picture_to_csv (picture));
  text = seidel_spectrum_picture_describe (picture);
  seidel_spectrum_picture_set_run (picture, "run", trace, 0);
  g_assert_false (seidel_spectrum_picture_update (picture, false));
  empty = seidel_spectrum_picture_describe (picture);
  g_assert_cmpstr (text, !=, empty);
  g_assert_cmpuint (draw (picture, false), >, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spectrum-picture/symmetric", test_symmetric);
  g_test_add_func ("/spectrum-picture/plane", test_plane);
  g_test_add_func ("/spectrum-picture/part", test_part);
  g_test_add_func ("/spectrum-picture/none", test_none);
  return g_test_run ();
}
