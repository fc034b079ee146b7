/* The sparsity picture on image surfaces, as vectors, in words and as numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <math.h>
#include <string.h>
#include <cairo-svg.h>

#include "golden-testing.h"
#include "base/seidel-format.h"
#include "draw/seidel-sparsity-draw.h"
#include "draw/seidel-sparsity-text.h"
#include "ui/draw/test-matrices.h"

static SeidelSparsityPicture *
new_picture (SeidelMatrix *matrix)
{
  SeidelSparsityPicture *picture = seidel_sparsity_picture_new (matrix);

  if (matrix->csr->rows == matrix->csr->columns)
    {
      g_autoptr (SeidelSchedule) schedule =
        seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);

      seidel_sparsity_picture_set_schedule (picture, schedule);
    }
  return picture;
}

static cairo_surface_t *
draw (const SeidelSparsityPicture *picture, int width, int height, const SeidelTheme *theme)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);

  seidel_sparsity_picture_draw (picture, cr, width, height, theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static uint32_t
pixel_at (cairo_surface_t *image, double x, double y)
{
  unsigned char *data = cairo_image_surface_get_data (image);
  uint32_t pixel;

  memcpy (&pixel, data + (size_t) y * cairo_image_surface_get_stride (image) + 4 * (size_t) (int) x,
          4);
  return pixel;
}

static uint32_t
to_pixel (SeidelColor color)
{
  const double channels[] = { color.red, color.green, color.blue };
  uint32_t pixel = 0xff;

  for (gsize i = 0; i < G_N_ELEMENTS (channels); i++)
    pixel = pixel << 8 | (uint32_t) (channels[i] * 255.0 + 0.5);
  return pixel;
}

/* Entries of a small matrix become cells of the full tone; a stored zero is hollow; nothing is
 * where nothing is. */
static void
test_cells (void)
{
  const TestEntry entries[] = { { 0, 0, 2.0 }, { 1, 1, 0.0 }, { 2, 0, -1.0 } };
  g_autoptr (SeidelMatrix) matrix = test_matrix_of (3, 3, entries, 3);

  for (int dark = 0; dark < 2; dark++)
    {
      SeidelTheme theme = seidel_theme_get (dark);
      g_autoptr (SeidelSparsityPicture) picture = new_picture (matrix);
      SeidelSparsityLayout layout = seidel_sparsity_picture_layout (picture, 700, 500, &theme);
      SeidelCellMap map = seidel_sparsity_picture_map (picture, &layout);
      cairo_surface_t *image = draw (picture, 700, 500, &theme);
      uint32_t tone = to_pixel (seidel_theme_entry (&theme));
      uint32_t paper = to_pixel (theme.background);

      /* A quarter into the cell, where no value is written. */
#define CELL(row, column)                                     \
  pixel_at (image, seidel_cell_map_x (&map, (column) + 0.25), \
            seidel_cell_map_y (&map, (row) + 0.25))
      g_assert_cmphex (CELL (0, 0), ==, tone);
      g_assert_cmphex (CELL (2, 0), ==, tone);
      g_assert_cmphex (CELL (1, 1), ==, paper);
      g_assert_cmphex (CELL (0, 1), ==, paper);
      /* The outline of the stored zero. */
      g_assert_cmphex (pixel_at (image, round (seidel_cell_map_x (&map, 1.0)),
                                 seidel_cell_map_y (&map, 1.5)),
                       ==, tone);
      g_assert_cmphex (pixel_at (image, 698.0, 498.0), ==, paper);
      cairo_surface_destroy (image);
      picture->mode = SEIDEL_SPARSITY_LEVEL;
      image = draw (picture, 700, 500, &theme);
      /* Two levels: the third row waits for the first. */
      g_assert_cmphex (CELL (0, 0), ==, to_pixel (seidel_theme_level (&theme, 0.0)));
      g_assert_cmphex (CELL (2, 0), ==, to_pixel (seidel_theme_level (&theme, 1.0)));
#undef CELL
      cairo_surface_destroy (image);
    }
}

/* The same colour but for rounding. */
static void
assert_near (uint32_t one, uint32_t other)
{
  for (int shift = 0; shift < 24; shift += 8)
    g_assert_cmpint (ABS ((int) (one >> shift & 0xff) - (int) (other >> shift & 0xff)), <=, 2);
}

/* The colours of the values: magnitudes on a logarithmic scale, signs, and pale where it is 0. */
static void
test_values (void)
{
  const TestEntry entries[] = { { 0, 0, 1e-4 }, { 0, 2, 1.0 }, { 1, 1, 1.0 }, { 2, 2, -1e4 } };
  g_autoptr (SeidelMatrix) matrix = test_matrix_of (3, 3, entries, 4);

  for (int dark = 0; dark < 2; dark++)
    {
      g_autoptr (SeidelSparsityPicture) picture = seidel_sparsity_picture_new (matrix);
      SeidelTheme theme = seidel_theme_get (dark != 0);
      SeidelSparsityLayout layout = seidel_sparsity_picture_layout (picture, 700, 500, &theme);
      SeidelCellMap map = seidel_sparsity_picture_map (picture, &layout);
      cairo_surface_t *image;

#define CELL(row, column)                                     \
  pixel_at (image, seidel_cell_map_x (&map, (column) + 0.25), \
            seidel_cell_map_y (&map, (row) + 0.25))
      picture->mode = SEIDEL_SPARSITY_MAGNITUDE;
      image = draw (picture, 700, 500, &theme);
      g_assert_cmphex (CELL (0, 0), ==, to_pixel (seidel_theme_level (&theme, 0.0)));
      assert_near (CELL (1, 1), to_pixel (seidel_theme_level (&theme, 0.5)));
      assert_near (CELL (0, 2), to_pixel (seidel_theme_level (&theme, 0.5)));
      g_assert_cmphex (CELL (2, 2), ==, to_pixel (seidel_theme_level (&theme, 1.0)));
      cairo_surface_destroy (image);
      picture->mode = SEIDEL_SPARSITY_SIGN;
      image = draw (picture, 700, 500, &theme);
      g_assert_cmphex (CELL (0, 0), ==, to_pixel (seidel_theme_series (&theme, 1)));
      g_assert_cmphex (CELL (2, 2), ==, to_pixel (seidel_theme_series (&theme, 0)));
      g_assert_cmphex (CELL (0, 1), ==, to_pixel (theme.background));
#undef CELL
      cairo_surface_destroy (image);
    }
}

/* Values of the whole range, none between 0 and infinity, and those that are no numbers. */
static void
test_extreme_values (void)
{
  const TestEntry spread[] = {
    { 0, 0, 1e-300 }, { 0, 2, 1.0 }, { 1, 1, -1.0 }, { 2, 0, NAN }, { 2, 2, 1e300 }
  };
  const TestEntry few[] = { { 0, 0, 1e-300 }, { 0, 2, 1.0 }, { 1, 1, 10.0 }, { 2, 2, 100.0 } };
  const TestEntry zeros[] = { { 0, 0, 0.0 }, { 2, 2, -0.0 } };
  const TestEntry large[] = { { 0, 0, DBL_MAX }, { 1, 1, INFINITY }, { 2, 2, 1e292 } };
  const struct
  {
    const TestEntry *entries;
    size_t n;
    double positions[3]; /* on the diagonal; −1: hollow */
  } cases[] = { { spread, 5, { 0.0, 0.5, 1.0 } },
                { few, 4, { 0.0, 15.0 / 16.0, 1.0 } },
                { zeros, 2, { -1.0, -1.0, -1.0 } },
                { large, 3, { 1.0, 1.0, 0.0 } } };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_matrix_of (3, 3, cases[i].entries, cases[i].n);
      g_autoptr (SeidelSparsityPicture) picture = seidel_sparsity_picture_new (matrix);
      SeidelTheme theme = seidel_theme_get (false);
      SeidelSparsityLayout layout = seidel_sparsity_picture_layout (picture, 700, 500, &theme);
      SeidelCellMap map = seidel_sparsity_picture_map (picture, &layout);
      cairo_surface_t *image;

      picture->mode = SEIDEL_SPARSITY_MAGNITUDE;
      image = draw (picture, 700, 500, &theme);
#define CELL(row, column)                                     \
  pixel_at (image, seidel_cell_map_x (&map, (column) + 0.25), \
            seidel_cell_map_y (&map, (row) + 0.25))
      for (int k = 0; k < 3; k++)
        assert_near (CELL (k, k),
                     cases[i].positions[k] < 0.0
                       ? to_pixel (theme.background)
                       : to_pixel (seidel_theme_level (&theme, cases[i].positions[k])));
      if (cases[i].entries == spread)
        g_assert_cmphex (CELL (2, 0), ==, to_pixel (theme.dim));
#undef CELL
      cairo_surface_destroy (image);
    }
}

/* From the cursor's box a hairline reaches the ruler, and the legend is not empty. */
static void
test_cursor_and_legend (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (5000);
  g_autoptr (SeidelSparsityPicture) picture = new_picture (matrix);
  SeidelTheme theme = seidel_theme_get (false);
  SeidelSparsityLayout layout = seidel_sparsity_picture_layout (picture, 800, 500, &theme);
  cairo_surface_t *without = draw (picture, 800, 500, &theme);
  cairo_surface_t *with = NULL;
  SeidelCellMap map = seidel_sparsity_picture_map (picture, &layout);
  double y = seidel_cell_map_y (&map, 1000.5);
  double x = seidel_cell_map_x (&map, 3000.0);
  int different = 0;

  picture->cursor_row = 1000;
  picture->cursor_column = 4000;
  with = draw (picture, 800, 500, &theme);
  g_assert_cmphex (pixel_at (without, x, y), ==, to_pixel (theme.background));
  g_assert_cmphex (pixel_at (with, x, y), !=, to_pixel (theme.background));
  g_assert_cmpfloat (layout.legend.width, >, 0.0);
  for (double row = layout.legend.y; row < layout.legend.y + layout.legend.height; row++)
    different += pixel_at (with, layout.legend.x + 16.0, row) != to_pixel (theme.background);
  g_assert_cmpint (different, >, 50);
  cairo_surface_destroy (without);
  cairo_surface_destroy (with);
}

static void
test_odd_shapes_and_sizes (void)
{
  const int shapes[][2] = { { 0, 0 },       { 1, 1 },       { 5, 0 },   { 0, 5 },
                            { 1, 1000000 }, { 1000000, 1 }, { 219, 85 } };
  const int sizes[][2] = { { 1, 1 }, { 3, 400 }, { 120, 80 }, { 640, 480 } };
  GRand *rand = g_rand_new_with_seed (3);
  SeidelTheme theme = seidel_theme_get (true);

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      {
        int count = shapes[i][0] > 0 && shapes[i][1] > 0 ? 50 : 0;
        g_autoptr (SeidelMatrix) matrix =
          test_matrix_random (rand, shapes[i][0], shapes[i][1], count);
        g_autoptr (SeidelSparsityPicture) picture = new_picture (matrix);
        cairo_surface_t *image = draw (picture, sizes[j][0], sizes[j][1], &theme);
        SeidelSparsityLayout layout =
          seidel_sparsity_picture_layout (picture, sizes[j][0], sizes[j][1], &theme);
        SeidelCellMap map = seidel_sparsity_picture_map (picture, &layout);
        g_autoptr (SeidelSparsityContent) content =
          seidel_sparsity_content_new (picture, &map, &theme, 1.0, true, NULL);

        g_assert_cmphex (pixel_at (image, 0, 0) >> 24, ==, 255);
        g_assert_cmpint (content->entries, ==, seidel_csr_nonzeros (matrix->csr));
        cairo_surface_destroy (image);
      }
  g_rand_free (rand);
}

/* The legend has its whole width, or there is none; the last number of the ruler stays clear of it.
 * Where there is more height than width it is below the pattern, which is then as wide as the
 * picture. */
static void
test_room_for_legend (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (4000);
  g_autoptr (SeidelSparsityPicture) picture = new_picture (matrix);
  SeidelTheme theme = seidel_theme_get (false);
  SeidelTextStyle small = { .size = SEIDEL_TEXT_SMALL };
  double label;
  int beside = 0, below = 0;

  seidel_text_measure (&theme, &small, "4,000", &label, NULL);
  for (int width = 100; width <= 900; width += 20)
    {
      SeidelSparsityLayout layout = seidel_sparsity_picture_layout (picture, width, 480, &theme);
      const SeidelRect *area = &layout.plane.area;
      const double edge = area->x + area->width;

      g_assert_cmpfloat (edge, <=, width);
      if (layout.legend.width <= 0.0)
        continue;
      g_assert_cmpfloat (layout.legend.width, >, 100.0);
      g_assert_cmpfloat (layout.legend.x + layout.legend.width, <=, width);
      g_assert_cmpfloat (layout.legend.y + layout.legend.height, <=, 480.0);
      if (layout.legend_below)
        {
          g_assert_cmpfloat (area->y + area->height, <=, layout.legend.y);
          g_assert_cmpfloat (edge + label, >, width - 1.0);
          below++;
        }
      else
        {
          g_assert_cmpfloat (edge + label / 2.0, <=, layout.legend.x + 1.0);
          beside++;
        }
    }
  g_assert_cmpint (beside, >, 10);
  g_assert_cmpint (below, >, 5);
  g_assert_cmpint (beside + below, <, 41);
}

/* What the shades mean is drawn below the pattern as well: a bar for each kind of shades, in its
 * place, with numbers under it. */
static void
test_legend_below (void)
{
  const SeidelSparsityMode modes[] = { SEIDEL_SPARSITY_DENSITY, SEIDEL_SPARSITY_LEVEL,
                                       SEIDEL_SPARSITY_MAGNITUDE };
  const TestEntry entries[] = { { 0, 0, 1e-4 }, { 1, 1, 1.0 }, { 2, 0, 1.0 }, { 2, 2, -1e4 } };
  g_autoptr (SeidelMatrix) large = test_matrix_tridiagonal (4000);
  g_autoptr (SeidelMatrix) small = test_matrix_of (3, 3, entries, 4);
  SeidelTheme theme = seidel_theme_get (false);

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autoptr (SeidelSparsityPicture) picture =
        new_picture (modes[i] == SEIDEL_SPARSITY_MAGNITUDE ? small : large);
      SeidelSparsityLayout layout = seidel_sparsity_picture_layout (picture, 400, 700, &theme);
      const SeidelRect *legend = &layout.legend;
      cairo_surface_t *image;
      uint32_t first = 0, last = 0;
      int marked = 0;

      picture->mode = modes[i];
      image = draw (picture, 400, 700, &theme);
      g_assert_true (layout.legend_below);
      for (double y = legend->y; y < legend->y + legend->height; y++)
        {
          const uint32_t left = pixel_at (image, legend->x + 1.0, y);
          const uint32_t right = pixel_at (image, legend->x + legend->width - 2.0, y);

          if (left != to_pixel (theme.background) && right != to_pixel (theme.background))
            {
              first = left;
              last = right;
              marked++;
            }
        }
      g_assert_cmpint (marked, >=, 12);
      g_assert_cmphex (first, !=, last);
      cairo_surface_destroy (image);
    }
}

/* Content made for one place, drawn for another, is the same thing moved by whole pixels. */
static void
test_old_content_is_moved (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (4000);
  g_autoptr (SeidelSparsityPicture) picture = new_picture (matrix);
  SeidelTheme theme = seidel_theme_get (false);
  SeidelSparsityLayout layout = seidel_sparsity_picture_layout (picture, 640, 480, &theme);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 640, 480);
  cairo_t *cr = cairo_create (surface);
  SeidelCellMap map;
  g_autoptr (SeidelSparsityContent) content = NULL;

  picture->viewport = (SeidelViewport){ 2000.0, 2000.0, 20.0 };
  map = seidel_sparsity_picture_map (picture, &layout);
  content = seidel_sparsity_content_new (picture, &map, &theme, 1.0, true, NULL);
  picture->viewport = seidel_viewport_pan (&picture->viewport, &layout.plane, 50.0, 0.0);
  seidel_sparsity_picture_draw_with (picture, content, cr, 640, 480, &theme);
  cairo_destroy (cr);
  map = seidel_sparsity_picture_map (picture, &layout);
  g_assert_cmphex (pixel_at (surface, seidel_cell_map_x (&map, 2000.5),
                             seidel_cell_map_y (&map, 2000.5)),
                   ==, to_pixel (seidel_theme_entry (&theme)));
  g_assert_cmphex (pixel_at (surface, seidel_cell_map_x (&map, 2000.5) - 50.0,
                             seidel_cell_map_y (&map, 2000.5)),
                   ==, to_pixel (theme.background));
  cairo_surface_destroy (surface);
}

static cairo_status_t
append_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_string_append_len (closure, (const char *) data, length);
  return CAIRO_STATUS_SUCCESS;
}

static char *
draw_svg (const SeidelSparsityPicture *picture)
{
  GString *svg = g_string_new (NULL);
  SeidelTheme theme = seidel_theme_get (false);
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (append_cb, svg, 640, 480);
  cairo_t *cr = cairo_create (surface);

  seidel_sparsity_picture_draw (picture, cr, 640, 480, &theme);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return g_string_free (svg, FALSE);
}

static void
test_vectors (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (3000);
  g_autoptr (SeidelSparsityPicture) picture = new_picture (matrix);
  g_autofree char *afar = draw_svg (picture);
  g_autofree char *close = NULL;

  picture->viewport = (SeidelViewport){ 1500.0, 1500.0, 100.0 };
  close = draw_svg (picture);
  g_assert_nonnull (strstr (afar, "<image"));
  g_assert_null (strstr (close, "<image"));
  g_assert_cmpuint (strlen (close), >, 5000);
}

static void
test_csv (void)
{
  const TestEntry entries[] = { { 0, 0, 2.5 }, { 1, 1, 0.0 }, { 1, 2, -1e-9 } };
  g_autoptr (SeidelMatrix) small = test_matrix_of (2, 3, entries, 3);
  g_autoptr (SeidelMatrix) square = test_matrix_tridiagonal (2);
  g_autoptr (SeidelMatrix) large = test_matrix_tridiagonal (400000);
  g_autoptr (SeidelSparsityPicture) picture = new_picture (small);
  g_autoptr (SeidelSparsityPicture) square_picture = new_picture (square);
  g_autoptr (SeidelSparsityPicture) large_picture = new_picture (large);
  SeidelTheme theme = seidel_theme_get (false);
  g_autofree char *csv = seidel_sparsity_picture_to_csv (picture, 640, 480, &theme);
  g_autofree char *square_csv = seidel_sparsity_picture_to_csv (square_picture, 640, 480, &theme);
  g_autofree char *large_csv = seidel_sparsity_picture_to_csv (large_picture, 640, 480, &theme);
  g_auto (GStrv) lines = g_strsplit (large_csv, "\n", -1);
  int64_t sum = 0;

  g_assert_cmpstr (csv, ==, "row,column,value,level\n1,1,2.5,\n2,2,0,\n2,3,-1e-09,\n");
  g_assert_cmpstr (square_csv, ==,
                   "row,column,value,level\n1,1,2,1\n1,2,-1,1\n2,1,-1,2\n2,2,2,2\n");
  g_assert_cmpstr (lines[0], ==, "first_row,last_row,first_column,last_column,entries");
  for (int i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    sum += g_ascii_strtoll (strrchr (lines[i], ',') + 1, NULL, 10);
  g_assert_cmpint (sum, ==, seidel_csr_nonzeros (large->csr));
}

static void
test_words (void)
{
  const TestEntry entries[] = { { 0, 0, 2.5 }, { 1, 0, -1.25e6 }, { 1, 1, 0.0 } };
  g_autoptr (SeidelMatrix) matrix = test_matrix_of (2, 2, entries, 3);
  g_autoptr (SeidelMatrix) large = test_matrix_tridiagonal (12345);
  g_autoptr (SeidelSparsityPicture) picture = new_picture (matrix);
  g_autoptr (SeidelSparsityPicture) large_picture = new_picture (large);
  const SeidelPlane plane = { 12345, 12345, { 0, 0, 400, 400 } };
  SeidelViewport viewport = { 1050.0, 2050.0, 123.45 };
  SeidelCellMap map = seidel_viewport_map (&viewport, &plane);
  g_autofree char *value = seidel_sparsity_picture_describe_place (picture, 1, 0);
  g_autofree char *zero = seidel_sparsity_picture_describe_place (picture, 1, 1);
  g_autofree char *nothing = seidel_sparsity_picture_describe_place (picture, 0, 1);
  g_autofree char *large_place = seidel_sparsity_picture_describe_place (large_picture, 12344, 11);
  g_autofree char *part = seidel_sparsity_picture_describe (large_picture, &map);

  test_assert_wording (value);
  test_assert_wording (zero);
  test_assert_wording (nothing);
  test_assert_wording (large_place);
  test_assert_wording (part);
}

static void
test_values_in_few_characters (void)
{
  const struct
  {
    double value;
    int digits;
    const char *text;
  } cases[] = {
    { -1.25e6, 3, "−1.25e6" },   { 1e-300, 3, "1e−300" }, { 1.5e-7, 2, "1.5e−7" }, { 0.0, 6, "0" },
    { 12345.678, 6, "12345.7" }, { -0.25, 1, "−0.2" },    { 1e10, 6, "1e10" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = seidel_format_compact (cases[i].value, cases[i].digits);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Counted by hand: rows 0, 1 | 2, 3, where rows 1 and 2 read a column of the other rank. */
static void
test_borders (void)
{
  const TestEntry entries[] = { { 0, 0, 2.0 }, { 1, 1, 2.0 }, { 1, 2, -1.0 }, { 1, 3, -1.0 },
                                { 2, 1, 1.0 }, { 2, 2, 2.0 }, { 3, 3, 2.0 },  { 3, 2, 1.0 } };
  const uint8_t crossing[] = { 0, 1, 1, 0 };
  const uint8_t halo[] = { 0, 0, 1, 1, 0, 1, 0, 0 };
  g_autoptr (SeidelMatrix) matrix = test_matrix_of (4, 4, entries, G_N_ELEMENTS (entries));
  g_autoptr (SeidelPartition) partition =
    seidel_partition_new (SEIDEL_PARTITIONING_ROWS, matrix->csr, 2, NULL, NULL, NULL);
  g_autoptr (SeidelBorders) borders = seidel_borders_new (partition, matrix->csr, NULL, NULL);
  g_autofree char *text = seidel_borders_describe (borders);

  g_assert_cmpint (borders->n_crossing, ==, 3);
  g_assert_cmpint (borders->crossing->count, ==, 2);
  g_assert_cmpmem (borders->crossing->member, 4, crossing, sizeof crossing);
  g_assert_cmpint (borders->group, ==, 1);
  g_assert_cmpmem (borders->halo, 8, halo, sizeof halo);
  g_assert_nonnull (strstr (text, "37.5 %"));
  for (int dark = 0; dark < 2; dark++)
    {
      const SeidelTheme theme = seidel_theme_get (dark);
      g_autoptr (SeidelSparsityPicture) picture = new_picture (matrix);
      SeidelSparsityLayout layout = seidel_sparsity_picture_layout (picture, 700, 500, &theme);
      SeidelCellMap map = seidel_sparsity_picture_map (picture, &layout);
      const double x = seidel_cell_map_x (&map, 3.5);
      const double y = seidel_cell_map_y (&map, 0.5);
      const double border = floor (seidel_cell_map_y (&map, 2.0) + 0.5);
      cairo_surface_t *image = draw (picture, 700, 500, &theme);

      g_assert_cmphex (pixel_at (image, x, y), ==, to_pixel (theme.background));
      cairo_surface_destroy (image);
      seidel_sparsity_picture_set_borders (picture, borders);
      image = draw (picture, 700, 500, &theme);
      /* The halo of the first rank, which has no entry there; nothing in its own block. */
      g_assert_cmphex (pixel_at (image, x, y), !=, to_pixel (theme.background));
      g_assert_cmphex (pixel_at (image, seidel_cell_map_x (&map, 1.5), y), ==,
                       to_pixel (theme.background));
      g_assert_cmphex (pixel_at (image, seidel_cell_map_x (&map, 0.5), border), ==,
                       to_pixel (theme.accent));
      cairo_surface_destroy (image);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sparsity-picture/cells", test_cells);
  g_test_add_func ("/sparsity-picture/colours-of-values", test_values);
  g_test_add_func ("/sparsity-picture/colours-of-extreme-values", test_extreme_values);
  g_test_add_func ("/sparsity-picture/cursor-and-legend", test_cursor_and_legend);
  g_test_add_func ("/sparsity-picture/room-for-legend", test_room_for_legend);
  g_test_add_func ("/sparsity-picture/legend-below", test_legend_below);
  g_test_add_func ("/sparsity-picture/odd-shapes", test_odd_shapes_and_sizes);
  g_test_add_func ("/sparsity-picture/old-content-is-moved", test_old_content_is_moved);
  g_test_add_func ("/sparsity-picture/vectors", test_vectors);
  g_test_add_func ("/sparsity-picture/csv", test_csv);
  g_test_add_func ("/sparsity-picture/words", test_words);
  g_test_add_func ("/sparsity-picture/values", test_values_in_few_characters);
  g_test_add_func ("/sparsity-picture/borders", test_borders);
  return g_test_run ();
}
