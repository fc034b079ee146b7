/* The table of orderings, and the short ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-ordering.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/seidel-coloring.h"
#include "analysis/seidel-ordering-process.h"
#include "analysis/seidel-rcm.h"
#include "analysis/seidel-schedule.h"
#include "base/seidel-fail.h"
#include "base/seidel-group-sort.h"
#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "matrix/seidel-permutation.h"
#include "matrix/seidel-vector.h"
#include "base/seidel-translatable.h"

static bool
make_natural (const SeidelCsr *csr,
              uint64_t seed,
              int32_t *permutation,
              SeidelProgress *progress,
              GCancellable *cancellable,
              GError **error)
{
  for (int64_t i = 0; i < csr->rows; i++)
    permutation[i] = (int32_t) i;
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static bool
make_rcm (const SeidelCsr *csr,
          uint64_t seed,
          int32_t *permutation,
          SeidelProgress *progress,
          GCancellable *cancellable,
          GError **error)
{
  return seidel_rcm (csr, permutation, progress, cancellable, error);
}

static bool
make_amd (const SeidelCsr *csr,
          uint64_t seed,
          int32_t *permutation,
          SeidelProgress *progress,
          GCancellable *cancellable,
          GError **error)
{
  return seidel_ordering_process ("amd", csr, permutation, progress, cancellable, error);
}

static bool
make_nested_dissection (const SeidelCsr *csr,
                        uint64_t seed,
                        int32_t *permutation,
                        SeidelProgress *progress,
                        GCancellable *cancellable,
                        GError **error)
{
  return seidel_ordering_process ("metis", csr, permutation, progress, cancellable, error);
}

/* The rows by the group 1 … count that they belong to. */
static bool
sort_by_group (const int32_t *group_of_row,
               int64_t rows,
               int32_t count,
               int32_t *permutation,
               GError **error)
{
  const SeidelGroups groups = { .n_rows = rows, .n_groups = count, .group_of_row = group_of_row };
  g_autofree int64_t *offsets =
    seidel_memory_try (((size_t) count + 1) * sizeof *offsets, "the sizes of the groups", error);

  return offsets != NULL && seidel_group_sort (&groups, permutation, offsets);
}

static bool
make_level (const SeidelCsr *csr,
            uint64_t seed,
            int32_t *permutation,
            SeidelProgress *progress,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, progress, cancellable, error);

  if (schedule == NULL)
    return false;
  return sort_by_group (schedule->level_of_row, csr->rows, schedule->count, permutation, error);
}

static bool
make_multicolor (const SeidelCsr *csr,
                 uint64_t seed,
                 int32_t *permutation,
                 SeidelProgress *progress,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (SeidelColoring) coloring = seidel_coloring_new (csr, progress, cancellable, error);

  if (coloring == NULL)
    return false;
  return sort_by_group (coloring->color_of_row, csr->rows, coloring->count, permutation, error);
}

/* R. Durstenfeld, "Algorithm 235: Random permutation", CACM 7, 1964. */
static bool
make_random (const SeidelCsr *csr,
             uint64_t seed,
             int32_t *permutation,
             SeidelProgress *progress,
             GCancellable *cancellable,
             GError **error)
{
  if (!make_natural (csr, seed, permutation, progress, cancellable, error))
    return false;
  for (int64_t i = csr->rows - 1; i > 0; i--)
    {
      const double uniform = (seidel_random_uniform (seed, (uint64_t) i) + 1.0) / 2.0;
      const int64_t j = MIN ((int64_t) (uniform * (double) (i + 1)), i);
      const int32_t other = permutation[j];

      if (seidel_poll (i, cancellable, error))
        return false;
      permutation[j] = permutation[i];
      permutation[i] = other;
    }
  return true;
}

static const SeidelOrdering orderings[] = {
  { SEIDEL_ORDERING_NATURAL, N_ ("Natural"), N_ ("The rows as they were read or generated."), false,
    make_natural },
  { "rcm", N_ ("Reverse Cuthill-McKee"),
    N_ (
      "Draws the entries towards the diagonal, which caches and factorisations like: the bandwidth "
      "of "
      "a matrix without a good order falls, often ten times. Levels tend to be many and thin."),
    false, make_rcm },
  { "amd", N_ ("Minimum degree"),
    N_ (
      "AMD, the approximate minimum degree of SuiteSparse: rows with few neighbours first, so that "
      "factors fill in little. The early levels are wide, the last rows wait for many others."),
    false, make_amd },
  { "level", N_ ("By level"),
    N_ ("The rows of the first dependency level first, then those of the second, and so on: each "
        "level "
        "is one piece of memory. With a symmetric pattern the levels and the sweep stay the same."),
    false, make_level },
  { "multicolor", N_ ("Multicolour"),
    N_ ("The rows of the first colour, then those of the second, and so on, where no two rows of a "
        "colour depend on each other: as few levels as colours, and often more iterations."),
    false, make_multicolor },
  { "nested-dissection", N_ ("Nested dissection"),
    N_ (
      "By METIS: cut into two parts that do not depend on each other, each of them again, and the "
      "rows between them last. Few levels, factors that fill in little; takes longer to compute."),
    false, make_nested_dissection },
  { "random", N_ ("Random"),
    N_ ("Shuffled: the worst case for caches, and a measure of what any other order is worth. The "
        "same "
        "seed gives the same order."),
    true, make_random },
};

const SeidelOrdering *
seidel_orderings (size_t *n_orderings)
{
  *n_orderings = G_N_ELEMENTS (orderings);
  return orderings;
}

const SeidelOrdering *
seidel_ordering_find (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (orderings); i++)
    if (g_strcmp0 (orderings[i].id, id) == 0)
      return &orderings[i];
  return NULL;
}

static char *
list_valid (void)
{
  g_autoptr (GString) valid = g_string_new (NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (orderings); i++)
    g_string_append_printf (valid, "%s%s%s", i > 0 ? ", " : "", orderings[i].id,
                            orderings[i].takes_seed ? ":SEED" : "");
  return g_strdup (valid->str);
}

bool
seidel_ordering_spec_parse (const char *text, SeidelOrderingSpec *spec, GError **error)
{
  const char *colon = strchr (text, ':');
  g_autofree char *id = colon != NULL ? g_strndup (text, (gsize) (colon - text)) : g_strdup (text);
  const SeidelOrdering *ordering = seidel_ordering_find (id);
  guint64 seed = 0;

  *spec = (SeidelOrderingSpec){ NULL, 0 };
  if (ordering == NULL || (colon != NULL && !ordering->takes_seed))
    {
      g_autofree char *valid = list_valid ();

      return seidel_fail (error, SEIDEL_ERROR_INVALID,
                          seidel_text ("“%s” is not an ordering; it must be one of: %s"), text,
                          valid);
    }
  if (ordering->takes_seed
      && (colon == NULL
          || !g_ascii_string_to_unsigned (colon + 1, 10, 0, G_MAXUINT64, &seed, NULL)))
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("“%s”: a whole number was expected after “%s:”, as in %s:42"),
                        text, id, id);
  *spec = (SeidelOrderingSpec){ ordering, seed };
  return true;
}

char *
seidel_ordering_spec_to_text (const SeidelOrderingSpec *spec)
{
  if (!spec->ordering->takes_seed)
    return g_strdup (spec->ordering->id);
  return g_strdup_printf ("%s:%" G_GUINT64_FORMAT, spec->ordering->id, spec->seed);
}

int32_t *
seidel_ordering_make (const SeidelOrderingSpec *spec,
                      const SeidelCsr *csr,
                      SeidelProgress *progress,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autofree int32_t *permutation = NULL;

  if (csr->rows != csr->columns)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text (
                          "The ordering “%s” needs a square matrix; this one has %" PRId64
                          " rows and %" PRId64 " columns"),
                        spec->ordering->id, csr->rows, csr->columns);
  seidel_progress_begin (progress, "Ordering rows");
  permutation = seidel_permutation_alloc (csr->rows, error);
  if (permutation == NULL
      || !spec->ordering->make (csr, spec->seed, permutation, progress, cancellable, error)
      || !seidel_permutation_validate (permutation, csr->rows, error))
    return NULL;
  return g_steal_pointer (&permutation);
}

SeidelMatrix *
seidel_ordering_apply (const SeidelOrderingSpec *spec,
                       SeidelMatrix *matrix,
                       SeidelProgress *progress,
                       GCancellable *cancellable,
                       GError **error)
{
  const gint64 begin = g_get_monotonic_time ();
  g_autofree char *text = seidel_ordering_spec_to_text (spec);
  g_autofree int32_t *permutation = NULL;
  SeidelMatrix *reordered;

  if (g_str_equal (spec->ordering->id, SEIDEL_ORDERING_NATURAL))
    return seidel_matrix_ref (matrix);
  permutation = seidel_ordering_make (spec, matrix->csr, progress, cancellable, error);
  if (permutation == NULL)
    return NULL;
  reordered = seidel_matrix_reordered (matrix, text, permutation, progress, cancellable, error);
  if (reordered != NULL)
    reordered->order_seconds = (double) (g_get_monotonic_time () - begin) / 1e6;
  return reordered;
}
