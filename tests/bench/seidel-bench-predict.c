/* The predicted time of a sweep over the measured one: matrices of the gallery and real ones, each
 * in every ordering.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <math.h>

#include "experiment/seidel-ordering-comparison.h"

/* What a prediction may be off by, either way, and how many of them may not be. */
#define GOOD_FACTOR 1.5
#define MUST_SHARE  80.0

/* What was found of some matrices. */
typedef struct
{
  const SeidelComparison *comparison;
  int matrices;
  int sweeps[SEIDEL_COMPARISON_MOST_TEAMS];
  int good[SEIDEL_COMPARISON_MOST_TEAMS];
  double worst[SEIDEL_COMPARISON_MOST_TEAMS]; /* |log| of the ratio */
  char *worst_title[SEIDEL_COMPARISON_MOST_TEAMS];
  const char *title; /* of the matrix in work */
} Tally;

static void
tally_cb (int index G_GNUC_UNUSED,
          const SeidelOrderingResult *result,
          SeidelMatrix *reordered G_GNUC_UNUSED,
          SeidelSchedule *schedule G_GNUC_UNUSED,
          void *data)
{
  Tally *tally = data;

  for (int t = 0; t < tally->comparison->n_teams; t++)
    {
      const double ratio = result->predicted[t] / result->measured[t];

      if (isnan (ratio))
        continue;
      tally->sweeps[t]++;
      tally->good[t] += ratio < GOOD_FACTOR && ratio > 1.0 / GOOD_FACTOR;
      if (fabs (log (ratio)) <= tally->worst[t])
        continue;
      tally->worst[t] = fabs (log (ratio));
      g_free (tally->worst_title[t]);
      tally->worst_title[t] =
        g_strdup_printf ("%.2f, %s, %s", ratio, tally->title, result->spec.ordering->id);
    }
}

/* Takes the matrix. */
static void
add_matrix (Tally *tally, SeidelMatrix *matrix, const char *title)
{
  tally->matrices++;
  tally->title = title;
  seidel_comparison_run (tally->comparison, matrix, tally_cb, tally, NULL, NULL, NULL);
  seidel_matrix_unref (matrix);
}

static void
add_rows (Tally *tally, const char *where)
{
  for (int t = 0; t < tally->comparison->n_teams; t++)
    {
      g_autofree char *what =
        g_strdup_printf ("%d %s in every ordering, %d of %d sweeps on %d thread%s predicted within "
                         "%.1f × (worst: %s)",
                         tally->matrices, where, tally->good[t], tally->sweeps[t],
                         tally->comparison->teams[t], tally->comparison->teams[t] > 1 ? "s" : "",
                         GOOD_FACTOR,
                         tally->worst_title[t] != NULL ? tally->worst_title[t] : "none");
      SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

      row.name = "predict";
      row.what = what;
      row.value = 100.0 * tally->good[t] / MAX (tally->sweeps[t], 1);
      row.unit = "%";
      row.must = MUST_SHARE;
      seidel_bench_table_add (&row);
      g_free (tally->worst_title[t]);
    }
}

static void
predict_gallery (const SeidelBench *bench, const SeidelComparison *comparison)
{
  const double rows = bench->quick ? 1000.0 : 100e3;
  Tally tally = { .comparison = comparison };
  size_t n;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);

  for (size_t k = 0; k < n; k++)
    add_matrix (&tally,
                seidel_bench_matrix (kinds[k].id, seidel_bench_size_for_rows (&kinds[k], rows)),
                kinds[k].id);
  add_rows (&tally, "matrices of the gallery");
}

static void
predict_real_matrices (const SeidelComparison *comparison)
{
  g_autoptr (GPtrArray) paths = seidel_bench_real_files ();
  Tally tally = { .comparison = comparison };

  if (paths->len == 0)
    {
      seidel_bench_table_skip ("predict", "prediction over measurement on real matrices",
                               SEIDEL_BENCH_NO_REAL_FILES);
      return;
    }
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);
      SeidelMatrix *matrix = seidel_bench_real_square (paths->pdata[i]);

      if (matrix != NULL)
        add_matrix (&tally, matrix, name);
    }
  add_rows (&tally, "real matrices");
}

void
seidel_bench_predict (const SeidelBench *bench)
{
  g_autoptr (GError) error = NULL;
  SeidelComparison comparison;

  if (!seidel_comparison_init (&comparison, 0, -1, NULL, NULL, &error))
    {
      seidel_bench_table_skip ("predict", "prediction over measurement", error->message);
      return;
    }
  comparison.engine = "cpu";
  predict_real_matrices (&comparison);
  predict_gallery (bench, &comparison);
}
