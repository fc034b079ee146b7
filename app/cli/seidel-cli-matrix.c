/* A matrix from a file, and what the commands print about it: structure and levels, for people.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-matrix.h"

#include <string.h>

#include "analysis/seidel-matching.h"
#include "base/seidel-error.h"
#include "base/seidel-format.h"
#include "collection/seidel-matrix-name.h"
#include "engine/seidel-distributed.h"
#include "io/cache/seidel-cache.h"
#include "io/seidel-loader.h"
#include "matrix/seidel-complex.h"
#include "plan/seidel-scaling-rule.h"

static char **
list_orderings (void)
{
  size_t n = 0;
  const SeidelOrdering *orderings = seidel_orderings (&n);
  g_autoptr (GStrvBuilder) forms = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *form =
        g_strconcat (orderings[i].id, orderings[i].takes_seed ? ":SEED" : NULL, NULL);
      g_strv_builder_add (forms, form);
    }
  return g_strv_builder_end (forms);
}

static bool
check_ordering (const char *text, GError **error)
{
  SeidelOrderingSpec spec;
  return seidel_ordering_spec_parse (text, &spec, error);
}

/* The first is left out where a matrix is read in its natural order. */
static char **
list_readings (void)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  for (int kind = 0; kind < SEIDEL_N_READINGS; kind++)
    g_strv_builder_add (ids, seidel_reading_id ((SeidelReadingKind) kind));
  return g_strv_builder_end (ids);
}

static const SeidelCliOption matrix_rows[] = {
  { "ordering", "O",
    "Permutes rows and columns symmetrically before everything else; “seidel-cli "
    "orderings” explains each ordering.",
    SEIDEL_CLI_TEXT, SEIDEL_ORDERING_NATURAL, list_orderings, 0.0, 0.0, check_ordering },
  { "variable", "NAME", "Which matrix of a file that holds several: “A”, “Problem.A”." },
  { "read-as", "READING",
    "How to read a text that does not say what it is, such as “entries,from-0” or “table”; “info” "
    "shows how a file was read.",
    SEIDEL_CLI_TEXT, NULL, list_readings, 0.0, 0.0, seidel_reading_check },
  { "any-size", NULL,
    "Read a file even if its matrix takes far more memory than the size of the file suggests." },
  { "no-cache", NULL, "Read the file itself, and leave no copy of it in the cache." },
  { NULL },
};

const SeidelCliGroup seidel_cli_matrix_group = { .title = "Matrix", .rows = matrix_rows };

const SeidelCliGroup seidel_cli_natural_group = { .title = "Matrix", .rows = matrix_rows + 1 };

static SeidelOrderingSpec
get_ordering (const SeidelCliCall *call)
{
  const char *text = seidel_cli_text (call, "ordering");
  SeidelOrderingSpec spec;
  seidel_ordering_spec_parse (text != NULL ? text : SEIDEL_ORDERING_NATURAL, &spec, NULL);
  return spec;
}

const char *
seidel_cli_direction_id (SeidelDirection direction)
{
  return direction == SEIDEL_DIRECTION_FORWARD ? "forward" : "backward";
}

char **
seidel_cli_direction_ids (void)
{
  const char *const ids[] = { seidel_cli_direction_id (SEIDEL_DIRECTION_FORWARD),
                              seidel_cli_direction_id (SEIDEL_DIRECTION_BACKWARD), NULL };
  return g_strdupv ((char **) ids);
}

void
seidel_cli_matrix_clear (SeidelCliMatrix *self)
{
  g_clear_pointer (&self->matrix, seidel_matrix_unref);
  g_clear_pointer (&self->structure, seidel_structure_unref);
  g_clear_pointer (&self->natural_structure, seidel_structure_unref);
  for (int d = 0; d < 2; d++)
    {
      g_clear_pointer (&self->schedules[d], seidel_schedule_unref);
      g_clear_pointer (&self->natural_schedules[d], seidel_schedule_unref);
    }
}

static SeidelMatrix *
load_named (const SeidelMatrixName *name,
            const SeidelCliCall *call,
            SeidelCliJob *job,
            GError **error)
{
  const char *engine = seidel_cli_text (call, "engine");
  const SeidelLoadOptions options = { .variable = seidel_cli_text (call, "variable"),
                                      .read_as = seidel_cli_text (call, "read-as"),
                                      .any_size = seidel_cli_given (call, "any-size"),
                                      .on_disk = g_strcmp0 (engine, SEIDEL_DISTRIBUTED_ID) == 0 };

  if (name->kind != NULL)
    return seidel_gallery_make (name->kind, name->values, &job->progress, job->cancellable, error);
  return seidel_load_with (name->path, &options, &job->progress, job->cancellable, error);
}

bool
seidel_cli_matrix_load (SeidelCliMatrix *self, const char *name, SeidelCliJob *job, GError **error)
{
  g_auto (SeidelMatrixName) named = { 0 };
  g_autoptr (GError) cause = NULL;

  if (!seidel_matrix_name_parse (&named, name, error))
    return false;
  if (seidel_cli_given (self->call, "no-cache"))
    seidel_cache_turn_off ();
  self->matrix = load_named (&named, self->call, job, &cause);
  if (self->matrix != NULL)
    return true;
  if (g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_CHOICE))
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_CHOICE, "%s. Name it with --variable NAME.",
                 cause->message);
  else if (g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_AMBIGUOUS))
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_AMBIGUOUS,
                 "%s. Choose one with --read-as READING, in parentheses here.", cause->message);
  else if (g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_LARGE))
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_LARGE, "%s. Read it with --any-size.",
                 cause->message);
  else
    g_propagate_error (error, g_steal_pointer (&cause));
  return false;
}

bool
seidel_cli_matrix_reorder (SeidelCliMatrix *self, SeidelCliJob *job, GError **error)
{
  const SeidelOrderingSpec ordering = get_ordering (self->call);
  SeidelMatrix *reordered =
    seidel_ordering_apply (&ordering, self->matrix, &job->progress, job->cancellable, error);
  if (reordered == NULL)
    return false;
  if (reordered != self->matrix)
    {
      self->natural_structure = g_steal_pointer (&self->structure);
      for (int d = 0; d < 2; d++)
        self->natural_schedules[d] = g_steal_pointer (&self->schedules[d]);
    }
  seidel_matrix_unref (self->matrix);
  self->matrix = reordered;
  return true;
}

bool
seidel_cli_matrix_schedule (SeidelCliMatrix *self,
                            SeidelCliJob *job,
                            GCancellable *cancellable,
                            GError **error)
{
  const SeidelCsr *csr = self->matrix->csr;
  for (int d = 0; d < 2 && csr->rows == csr->columns; d++)
    {
      self->schedules[d] =
        seidel_schedule_new (csr, (SeidelDirection) d, &job->progress, cancellable, error);
      if (self->schedules[d] == NULL)
        return false;
    }
  return true;
}

bool
seidel_cli_matrix_analyse (SeidelCliMatrix *self, SeidelCliJob *job, GError **error)
{
  self->structure = seidel_structure_new (self->matrix, &job->progress, job->cancellable, error);
  return self->structure != NULL && seidel_cli_matrix_schedule (self, job, job->cancellable, error);
}

bool
seidel_cli_matrix_examine (SeidelCliMatrix *self, SeidelCliJob *job, GError **error)
{
  if (!seidel_cli_matrix_load (self, self->call->words[0], job, error)
      || !seidel_cli_matrix_analyse (self, job, error)
      || !seidel_cli_matrix_reorder (self, job, error))
    return false;
  /* Still known when the order is the natural one. */
  return self->structure != NULL || seidel_cli_matrix_analyse (self, job, error);
}

/* How a text that does not say what it is was understood, and why. */
static void
describe_reading (const SeidelOrigin *origin, SeidelCliSheet *sheet)
{
  if (origin->reading == NULL)
    return;
  g_autofree char *description = seidel_reading_describe_name (origin->reading);
  seidel_cli_sheet_add (sheet, "read as", "%s (--read-as %s)",
                        description != NULL ? description : "", origin->reading);
  if (origin->evidence != NULL)
    seidel_cli_sheet_add (sheet, "because", "%s", origin->evidence);
}

static void
describe_origin (const SeidelMatrix *matrix, SeidelCliSheet *sheet)
{
  const SeidelOrigin *origin = &matrix->origin;
  g_autofree char *title = seidel_cli_matrix_title (matrix);
  seidel_cli_sheet_title (sheet, title);
  if (origin->path != NULL)
    seidel_cli_sheet_take (sheet, "file", g_filename_display_name (origin->path));
  if (origin->variable != NULL)
    seidel_cli_sheet_add (sheet, "variable", "%s", origin->variable);
  if (origin->format != NULL)
    seidel_cli_sheet_add (sheet, "format", "%s", origin->format);
  describe_reading (origin, sheet);
  if (origin->note != NULL)
    seidel_cli_sheet_add (sheet, "note", "%s", origin->note);
  g_autofree char *seconds = seidel_format_seconds (origin->load_seconds, 3);
  if (seidel_gallery_text (matrix->origin.format) != NULL)
    {
      seidel_cli_sheet_add (sheet, "made in", "%s", seconds);
      return;
    }
  g_autofree char *bytes = seidel_format_bytes (origin->file_bytes);
  seidel_cli_sheet_add (sheet, "read", "%s in %s", bytes, seconds);
}

char *
seidel_cli_matrix_describe_form (int64_t n_rows, int64_t n_columns)
{
  g_autofree char *rows = seidel_format_count (2 * n_rows);
  g_autofree char *columns = seidel_format_count (2 * n_columns);
  return g_strdup_printf ("a real matrix of %s × %s", rows, columns);
}

static void
describe_size (const SeidelMatrix *matrix, const SeidelStructure *structure, SeidelCliSheet *sheet)
{
  g_autofree char *rows = seidel_format_count (structure->rows);
  g_autofree char *columns = seidel_format_count (structure->columns);
  seidel_cli_sheet_title (sheet, "Structure");
  seidel_cli_sheet_add (sheet, "size", "%s × %s%s", rows, columns,
                        structure->complex_values ? ", complex" : "");
  if (structure->complex_values)
    seidel_cli_sheet_take (sheet, "solved as",
                           seidel_cli_matrix_describe_form (matrix->csr->rows,
                                                            matrix->csr->columns));
  g_autofree char *nonzeros = seidel_format_count (structure->nonzeros);
  g_autofree char *stored = seidel_format_count (structure->stored);
  seidel_cli_sheet_add (sheet, "nonzeros", "%s (%s stored in the file)", nonzeros, stored);
  seidel_cli_sheet_take (sheet, "explicit zeros", seidel_format_count (structure->explicit_zeros));
  seidel_cli_sheet_take (sheet, "duplicates summed", seidel_format_count (structure->duplicates));
  g_autofree char *longest = seidel_cli_text_count (structure->longest_row, "entry", "entries");
  g_autofree char *where = seidel_matrix_describe_place (matrix, structure->longest_row_index, -1);
  if (structure->longest_row_index >= 0)
    seidel_cli_sheet_add (sheet, "longest row", "%s, %s", longest, where);
  if (structure->node_unknowns > 1)
    seidel_cli_sheet_add (sheet, "unknowns of a node", "%d, one after the other",
                          structure->node_unknowns);
  if (structure->empty_rows > 0)
    seidel_cli_sheet_take (sheet, "empty rows", seidel_format_count (structure->empty_rows));
  g_autofree char *lower = seidel_format_count (structure->lower_bandwidth);
  g_autofree char *upper = seidel_format_count (structure->upper_bandwidth);
  g_autofree char *bandwidth = seidel_format_count (structure->bandwidth);
  seidel_cli_sheet_add (sheet, "bandwidth", "%s (%s below, %s above the diagonal)", bandwidth,
                        lower, upper);
  seidel_cli_sheet_take (sheet, "nonzero diagonals", seidel_format_count (structure->diagonals));
}

static char *
describe_symmetry (bool symmetric, double part, const char *mirror)
{
  if (symmetric)
    return g_strdup ("yes");
  g_autofree char *percent = seidel_cli_text_percent (part);
  return g_strdup_printf ("no (%s of the off-diagonal entries have %s)", percent, mirror);
}

static char *
describe_diagonal (const SeidelMatrix *matrix, const SeidelStructure *structure)
{
  if (structure->diagonal_full)
    return g_strdup ("full");
  g_autoptr (GString) text = g_string_new (NULL);
  if (structure->diagonal_missing > 0)
    {
      g_autofree char *count = seidel_format_count (structure->diagonal_missing);
      g_autofree char *place =
        seidel_matrix_describe_place (matrix, structure->diagonal_first_missing, -1);
      g_string_append_printf (text, "%s missing, the first in %s", count, place);
    }
  if (structure->diagonal_zero > 0)
    {
      g_autofree char *count = seidel_format_count (structure->diagonal_zero);
      g_autofree char *place =
        seidel_matrix_describe_place (matrix, structure->diagonal_first_zero, -1);
      g_string_append_printf (text, "%s%s zero, the first in %s", text->len > 0 ? "; " : "", count,
                              place);
    }
  return g_strdup (text->str);
}

static char *
describe_dominance (bool dominant, int64_t count, int64_t total, const char *what)
{
  g_autofree char *some = seidel_format_count (count);
  g_autofree char *all = seidel_format_count (total);
  return g_strdup_printf ("%s (%s of %s %s)", dominant ? "yes" : "no", some, all, what);
}

SeidelStorageShape
seidel_cli_matrix_shape (const SeidelStructure *structure)
{
  return (SeidelStorageShape){ .rows = structure->rows,
                               .columns = structure->columns,
                               .nonzeros = structure->nonzeros,
                               .diagonals = structure->diagonals };
}

/* How full an exchange of rows would make the diagonal; of one that is full there is nothing to
 * say.
 */
static void
describe_rank (const SeidelCliMatrix *self, SeidelCliSheet *sheet)
{
  const SeidelStructure *structure = self->structure;
  const int64_t most = MIN (structure->rows, structure->columns);
  if (!self->has_structural_rank || structure->diagonal_full)
    return;
  g_autofree char *rank = seidel_format_count (self->structural_rank);
  const char *meaning = "full";
  if (self->structural_rank < most)
    meaning = structure->rows == structure->columns
                ? "no exchange of rows fills the diagonal: singular whatever its values are"
                : "less than its shorter side: of deficient rank whatever its values are";
  else if (structure->rows == structure->columns)
    meaning = "an exchange of rows fills the diagonal (--matching)";
  seidel_cli_sheet_add (sheet, "structural rank", "%s, %s", rank, meaning);
}

/* What the matrix would take in double precision, before anything is converted. */
static void
describe_storage (const SeidelStructure *structure, SeidelCliSheet *sheet)
{
  const SeidelStorageShape shape = seidel_cli_matrix_shape (structure);
  SeidelStorage proposed = seidel_storage_propose (&shape, SEIDEL_PRECISION_DOUBLE, ~0u);
  size_t n = 0;
  const SeidelStorageInfo *storages = seidel_storages (&n);
  seidel_cli_sheet_title (sheet, "Storage");
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *bytes = seidel_format_bytes (
        seidel_storage_bytes ((SeidelStorage) i, &shape, SEIDEL_PRECISION_DOUBLE));
      seidel_cli_sheet_add (sheet, storages[i].id, "%s%s", bytes,
                            proposed == (SeidelStorage) i ? ", the least: chosen by auto" : "");
    }
}

static void
describe_values (const SeidelMatrix *matrix,
                 const SeidelStructure *structure,
                 SeidelCliSheet *sheet)
{
  if (structure->rows == structure->columns)
    {
      seidel_cli_sheet_take (sheet, "symmetric pattern",
                             describe_symmetry (structure->pattern_symmetric,
                                                structure->pattern_symmetry, "a mirror entry"));
      seidel_cli_sheet_take (sheet, "symmetric values",
                             structure->value_skew_symmetric && !structure->value_symmetric
                               ? g_strdup ("no, but skew-symmetric")
                               : describe_symmetry (structure->value_symmetric,
                                                    structure->value_symmetry,
                                                    "an equal mirror entry"));
    }
  if (structure->rows == structure->columns && structure->complex_values)
    seidel_cli_sheet_add (sheet, "Hermitian", "%s", structure->hermitian ? "yes" : "no");
  if (structure->lower_triangular || structure->upper_triangular)
    seidel_cli_sheet_add (sheet, "shape", "%s",
                          !structure->upper_triangular   ? "lower triangular"
                          : !structure->lower_triangular ? "upper triangular"
                                                         : "diagonal");
  seidel_cli_sheet_take (sheet, "diagonal", describe_diagonal (matrix, structure));
  seidel_cli_sheet_take (sheet, "row dominant",
                         describe_dominance (structure->row_dominant, structure->dominant_rows,
                                             structure->rows, "rows"));
  seidel_cli_sheet_take (sheet, "column dominant",
                         describe_dominance (structure->column_dominant,
                                             structure->dominant_columns, structure->columns,
                                             "columns"));
  g_autofree char *smallest = seidel_cli_text_number (structure->smallest_magnitude);
  g_autofree char *largest = seidel_cli_text_number (structure->largest_magnitude);
  seidel_cli_sheet_add (sheet, "magnitudes", "%s … %s%s", smallest, largest,
                        structure->finite ? "" : ", and entries that are not finite");
  g_autofree char *need = seidel_scaling_describe_need (structure);
  if (need != NULL)
    seidel_cli_sheet_add (sheet, "", "%s", need);
}

void
seidel_cli_matrix_describe_levels (const SeidelSchedule *schedule, SeidelCliSheet *sheet)
{
  g_autofree char *count = seidel_format_count (schedule->count);
  g_autofree char *narrowest = seidel_format_count (schedule->narrowest);
  g_autofree char *widest = seidel_cli_text_count (schedule->widest, "row", "rows");
  g_autofree char *mean = seidel_format_value (seidel_schedule_mean_dependencies (schedule), 4);
  g_autofree char *most = seidel_format_count (schedule->max_dependencies);
  seidel_cli_sheet_add (sheet, seidel_cli_direction_id (schedule->direction),
                        "%s, of %s … %s; a row depends on %s rows on average, %s at most", count,
                        narrowest, widest, mean, most);
}

void
seidel_cli_matrix_build_levels (const SeidelSchedule *schedule, JsonBuilder *json)
{
  seidel_cli_json_integer (json, "count", schedule->count);
  seidel_cli_json_integer (json, "widest", schedule->widest);
  seidel_cli_json_integer (json, "narrowest", schedule->narrowest);
  seidel_cli_json_number (json, "mean_dependencies", seidel_schedule_mean_dependencies (schedule));
  seidel_cli_json_integer (json, "max_dependencies", schedule->max_dependencies);
}

char *
seidel_cli_matrix_title (const SeidelMatrix *matrix)
{
  if (matrix->permutation == NULL)
    return g_strdup (matrix->name);
  return g_strdup_printf ("%s, %s order", matrix->name, matrix->ordering);
}

static void
describe_change (SeidelCliSheet *sheet, const char *what, int64_t before, int64_t after)
{
  g_autofree char *old_text = seidel_format_count (before);
  g_autofree char *new_text = seidel_format_count (after);
  seidel_cli_sheet_add (sheet, what, "%s in the natural order, %s in this one", old_text, new_text);
}

void
seidel_cli_matrix_describe_ordering (const SeidelCliMatrix *self, SeidelCliSheet *sheet)
{
  SeidelOrderingSpec spec;
  if (self->matrix->permutation == NULL
      || !seidel_ordering_spec_parse (self->matrix->ordering, &spec, NULL))
    return;
  g_autofree char *seconds = seidel_format_seconds (self->matrix->order_seconds, 3);
  seidel_cli_sheet_title (sheet, "Ordering");
  seidel_cli_sheet_add (sheet, "order", "%s (%s), made in %s", spec.ordering->name,
                        self->matrix->ordering, seconds);
  if (self->structure != NULL && self->natural_structure != NULL)
    describe_change (sheet, "bandwidth", self->natural_structure->bandwidth,
                     self->structure->bandwidth);
  for (int d = 0; d < 2; d++)
    if (self->schedules[d] != NULL && self->natural_schedules[d] != NULL)
      {
        const char *direction = seidel_cli_direction_id ((SeidelDirection) d);
        g_autofree char *what = g_strdup_printf ("%s levels", direction);
        describe_change (sheet, what, self->natural_schedules[d]->count, self->schedules[d]->count);
      }
}

bool
seidel_cli_matrix_find_rank (SeidelCliMatrix *self, SeidelCliJob *job, GError **error)
{
  const SeidelCsr *csr = self->matrix->csr;
  self->structural_rank = self->structure->diagonal_full
                            ? MIN (csr->rows, csr->columns)
                            : seidel_structural_rank (csr, job->cancellable, error);
  self->has_structural_rank = self->structural_rank >= 0;
  return self->has_structural_rank;
}

bool
seidel_cli_matrix_take_form (SeidelCliMatrix *self, SeidelCliJob *job, GError **error)
{
  SeidelMatrix *solved = seidel_matrix_real_form (self->matrix, job->cancellable, error);
  if (solved == NULL)
    return false;
  seidel_matrix_unref (self->matrix);
  self->matrix = solved;
  return true;
}

void
seidel_cli_matrix_describe (const SeidelCliMatrix *self, SeidelCliSheet *sheet)
{
  describe_origin (self->matrix, sheet);
  describe_size (self->matrix, self->structure, sheet);
  describe_values (self->matrix, self->structure, sheet);
  describe_rank (self, sheet);
  /* What a run stores is the real form, which is not made for a report. */
  if (!self->structure->complex_values)
    describe_storage (self->structure, sheet);
  seidel_cli_sheet_title (sheet, "Levels");
  for (int d = 0; d < 2; d++)
    if (self->schedules[d] != NULL)
      seidel_cli_matrix_describe_levels (self->schedules[d], sheet);
    else
      seidel_cli_sheet_add (sheet, seidel_cli_direction_id ((SeidelDirection) d),
                            "none: the matrix is not square");
  seidel_cli_matrix_describe_ordering (self, sheet);
}
