/* The options of a run, shared by every command that solves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-settings.h"

#include "cli/seidel-cli-tables.h"
#include "engine/seidel-engines.h"
#include "io/seidel-column.h"
#include "plan/seidel-plan.h"

#define AUTO "auto"

char **
seidel_cli_engine_ids (void)
{
  size_t n = 0;
  const SeidelEngineEntryInfo *rows = seidel_engines (&n);
  return seidel_cli_ids (rows, n, sizeof *rows, NULL);
}

bool
seidel_cli_is_cpu (const char *id, GError **error)
{
  return g_str_equal (id, seidel_cpu_engine ()->id);
}

char **
seidel_cli_precision_ids (void)
{
  size_t n = 0;
  const SeidelPrecisionInfo *rows = seidel_precisions (&n);
  return seidel_cli_ids (rows, n, sizeof *rows, NULL);
}

static bool
check_vector (const char *text, SeidelVectorRole role, GError **error)
{
  SeidelVectorSpec spec = { 0 };
  bool valid = seidel_vector_spec_parse (text, role, &spec, error);
  seidel_vector_spec_clear (&spec);
  return valid;
}

bool
seidel_cli_check_rhs (const char *text, GError **error)
{
  return check_vector (text, SEIDEL_VECTOR_ROLE_RHS, error);
}

static bool
check_guess (const char *text, GError **error)
{
  return check_vector (text, SEIDEL_VECTOR_ROLE_GUESS, error);
}

/* Those of the library, but the matrix decides on the method, as in the window. */
static SeidelOptions
default_options (void)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  options.method = SEIDEL_METHOD_AUTO;
  return options;
}

/* The bounds of numbers are those of the plan. */
static SeidelCliOption
make_row (const SeidelSetting *setting)
{
  const SeidelOptions defaults = default_options ();
  const char *const unset =
    setting->kind == SEIDEL_SETTING_TEXT ? g_intern_string (setting->unset) : NULL;
  g_autofree char *initial = seidel_setting_get_text (setting, &defaults);
  g_autofree char *expected = seidel_setting_expected (setting);
  g_autoptr (GString) sentence = g_string_new (setting->sentence);
  SeidelCliOption row = { .name = setting->id, .argument = setting->argument, .setting = setting };
  for (int i = 0; setting->values != NULL && i <= (int) setting->maximum; i++)
    g_string_append_printf (sentence, " %s: %s", setting->values[i].id,
                            setting->values[i].sentence);
  row.sentence = g_intern_string (sentence->str);
  if (setting->kind == SEIDEL_SETTING_SWITCH)
    return row;
  row.initial = initial != NULL ? g_intern_string (initial) : unset;
  if (setting->kind == SEIDEL_SETTING_CHOICE)
    row.kind = SEIDEL_CLI_CHOICE;
  if (setting->kind != SEIDEL_SETTING_NUMBER)
    return row;
  row.kind = setting->integral ? SEIDEL_CLI_INTEGER : SEIDEL_CLI_REAL;
  row.initial = seidel_cli_number_text (seidel_setting_get (setting, &defaults));
  row.expected = g_intern_string (expected);
  return row;
}

static void
add_row (GArray *rows, const SeidelSetting *setting)
{
  const SeidelCliOption row = make_row (setting);
  g_array_append_val (rows, row);
}

static const SeidelCliOption *
make_rows (const char *first)
{
  static GArray *rows;
  const SeidelCliOption vectors[] = {
    SEIDEL_CLI_RHS_ROW,
    { "rhs-column", "N",
      "Which of several right-hand sides: a column of the file of --rhs, or of those stored with "
      "the matrix.",
      SEIDEL_CLI_INTEGER, "all", NULL, 1, INT32_MAX },
    { "guess", "FILE|zeros|ones|random:SEED|integers:SEED|thousands:SEED|mode:K|mix:K|point",
      "The initial guess. mode:K is sin (K π x), on a grid times sin (K π y); mix:K the smoothest "
      "mode and half of mode K; point 1 in the middle. With --rhs zeros it is the error at first.",
      SEIDEL_CLI_TEXT, "zeros", NULL, 0.0, 0.0, check_guess },
  };
  size_t n = 0;
  const SeidelSetting *settings = seidel_settings (&n);
  if (rows == NULL)
    {
      rows = g_array_new (TRUE, FALSE, sizeof (SeidelCliOption));
      g_array_append_vals (rows, vectors, G_N_ELEMENTS (vectors));
      for (size_t i = 0; i < n; i++)
        add_row (rows, &settings[i]);
    }
  return (const SeidelCliOption *) (void *) rows->data;
}

const SeidelCliGroup seidel_cli_run_group = { .title = "Run", .make = make_rows };

static const SeidelCliOption *
make_multigrid_rows (const char *first)
{
  static GArray *rows;
  const unsigned int parameters = seidel_method_find ("multigrid")->parameters;
  if (rows == NULL)
    {
      rows = g_array_new (TRUE, FALSE, sizeof (SeidelCliOption));
      for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
        if (parameters & (1u << p))
          add_row (rows, seidel_setting_of_parameter (p));
      add_row (rows, seidel_setting (SEIDEL_PLAN_NEAR_NULL));
      add_row (rows, seidel_setting (SEIDEL_PLAN_THREADS));
    }
  return (const SeidelCliOption *) (void *) rows->data;
}

const SeidelCliGroup seidel_cli_multigrid_group = { .title = "Multigrid",
                                                    .make = make_multigrid_rows };

/* Texts are valid, and numbers are numbers: they were checked when the command line was read. Paths
 * become absolute, so that a session that is read elsewhere names the same file. */
static void
read_option (const SeidelCliCall *call, const SeidelSetting *setting, SeidelOptions *options)
{
  const char *text = seidel_cli_text (call, setting->id);
  g_autofree char *path =
    setting->kind == SEIDEL_SETTING_FILE ? g_canonicalize_filename (text, NULL) : NULL;
  if (setting->kind == SEIDEL_SETTING_NUMBER)
    seidel_setting_set (setting, options, seidel_cli_real (call, setting->id));
  else if (setting->kind == SEIDEL_SETTING_SWITCH)
    seidel_setting_set (setting, options, 1.0);
  else
    seidel_setting_set_text (setting, options, path != NULL ? path : text, NULL);
}

static void
read_options (SeidelCliSettings *self)
{
  size_t n = 0;
  const SeidelSetting *settings = seidel_settings (&n);
  for (size_t i = 0; i < n; i++)
    if (seidel_cli_given (self->call, settings[i].id))
      read_option (self->call, &settings[i], &self->options);
}

/* The texts are valid: they were checked when the command line was read. */
static void
read_problem (SeidelCliSettings *self)
{
  const char *rhs = seidel_cli_text (self->call, "rhs");
  const char *guess = seidel_cli_text (self->call, "guess");
  if (rhs != NULL)
    seidel_vector_spec_parse (rhs, SEIDEL_VECTOR_ROLE_RHS, &self->rhs, NULL);
  seidel_vector_spec_parse (guess != NULL ? guess : "zeros", SEIDEL_VECTOR_ROLE_GUESS, &self->guess,
                            NULL);
}

void
seidel_cli_settings_init (SeidelCliSettings *self, const SeidelCliCall *call)
{
  *self = (SeidelCliSettings){ .call = call, .options = default_options () };
  read_options (self);
  read_problem (self);
  if (seidel_cli_given (call, "rhs-column"))
    self->rhs_column = (int64_t) seidel_cli_real (call, "rhs-column");
}

void
seidel_cli_settings_take (SeidelCliSettings *self, const SeidelOptions *options, const char *rhs)
{
  self->options = *options;
  read_options (self);
  if (seidel_cli_given (self->call, "rhs") || seidel_cli_given (self->call, "rhs-column"))
    return;
  seidel_vector_spec_clear (&self->rhs);
  self->rhs_taken = seidel_vector_spec_parse (rhs, SEIDEL_VECTOR_ROLE_RHS, &self->rhs, NULL);
}

/* The option that a verdict is about, or NULL where it was not given. */
static const char *
given_option (const SeidelCliSettings *self, SeidelPlanItem item)
{
  const char *id = seidel_plan_item_id (item);
  return seidel_cli_given (self->call, id) ? id : NULL;
}

void
seidel_cli_settings_note (SeidelCliSettings *self, const SeidelPlan *plan)
{
  for (int item = 0; item < SEIDEL_N_PLAN_ITEMS; item++)
    {
      const char *option = given_option (self, (SeidelPlanItem) item);
      bool idle = plan->verdicts[item].kind == SEIDEL_VERDICT_NO_EFFECT;
      if (option != NULL && idle && !self->noted[item]
          && (item >= SEIDEL_PLAN_TOLERANCE
              || seidel_plan_is_idle (plan, (SeidelPlanItem) item, &self->options)))
        {
          seidel_cli_note (self->call, option, plan->verdicts[item].sentence);
          self->noted[item] = true;
        }
    }
}

int
seidel_cli_settings_check (SeidelCliSettings *self)
{
  SeidelPlanFacts facts = { .options = &self->options };
  g_autoptr (SeidelPlan) plan = seidel_plan_new_with_devices (&facts);
  g_autoptr (GError) error = NULL;
  SeidelPlanItem refused = seidel_plan_refused (plan);
  if (seidel_plan_check (plan, &error))
    {
      seidel_cli_settings_note (self, plan);
      return SEIDEL_CLI_DONE;
    }
  const char *option = given_option (self, refused);
  if (error->code != SEIDEL_ERROR_OPTIONS || option == NULL)
    return seidel_cli_fail (error);
  return seidel_cli_usage_error (self->call->command, "--%s: %s", option, error->message);
}

void
seidel_cli_settings_clear (SeidelCliSettings *self)
{
  seidel_vector_spec_clear (&self->rhs);
  seidel_vector_spec_clear (&self->guess);
  g_clear_pointer (&self->columns, seidel_vector_free);
}

SeidelVectorSpec
seidel_cli_usual_rhs (const SeidelMatrix *matrix)
{
  return (SeidelVectorSpec){ .kind = matrix->rhs != NULL ? SEIDEL_VECTOR_FILED
                                                         : SEIDEL_VECTOR_SOLUTION_ONES };
}

/* “b:2”: an array, and a column of it; 0 without one. */
static int64_t
cut_column (char *name)
{
  char *colon = strrchr (name, ':');
  guint64 column = 0;
  if (colon == NULL || !g_ascii_string_to_unsigned (colon + 1, 10, 1, G_MAXINT32, &column, NULL))
    return 0;
  *colon = '\0';
  return (int64_t) column;
}

/* The array of this name in the file of the matrix, as a path; or NULL. */
static char *
find_array (const SeidelMatrix *matrix, const char *name, GCancellable *cancellable)
{
  const char *path = matrix->origin.path;
  g_autoptr (GPtrArray) sides =
    path != NULL ? seidel_list_sides (path, matrix->origin.variable, matrix->csr->rows, cancellable)
                 : g_ptr_array_new ();
  for (guint i = 0; i < sides->len; i++)
    if (g_strcmp0 (((const SeidelSide *) sides->pdata[i])->name, name) == 0)
      return seidel_side_path (path, name);
  return NULL;
}

int64_t
seidel_cli_name_rhs (SeidelVectorSpec *rhs, const SeidelMatrix *matrix, GCancellable *cancellable)
{
  if (rhs->kind != SEIDEL_VECTOR_FILE || g_file_test (rhs->path, G_FILE_TEST_EXISTS))
    return 0;
  g_autofree char *name = g_strdup (rhs->path);
  const int64_t column = cut_column (name);
  g_autofree char *file = NULL;
  g_autofree char *array = NULL;
  char *path = NULL;
  seidel_column_split (name, &file, &array);
  if (g_file_test (file, G_FILE_TEST_EXISTS))
    path = column > 0 ? g_steal_pointer (&name) : NULL;
  else
    path = find_array (matrix, name, cancellable);
  if (path == NULL)
    return 0;
  g_free (rhs->path);
  rhs->path = path;
  return column;
}

void
seidel_cli_settings_name_rhs (SeidelCliSettings *self,
                              const SeidelMatrix *matrix,
                              GCancellable *cancellable)
{
  const int64_t column = seidel_cli_name_rhs (&self->rhs, matrix, cancellable);
  if (self->rhs_column == 0)
    self->rhs_column = column;
}

const char *
seidel_cli_settings_rhs_file (const SeidelCliSettings *self, const SeidelMatrix *matrix)
{
  if (self->rhs.kind == SEIDEL_VECTOR_FILE)
    return self->rhs.path;
  return self->rhs_column > 0 ? matrix->origin.path : NULL;
}

SeidelVectorSpec
seidel_cli_settings_rhs (const SeidelCliSettings *self, const SeidelMatrix *matrix)
{
  const char *file = seidel_cli_settings_rhs_file (self, matrix);
  if (self->rhs_column > 0 && file != NULL)
    {
      g_autofree char *name = seidel_column_name (file, self->rhs_column);
      return (SeidelVectorSpec){ .kind = SEIDEL_VECTOR_FILE,
                                 .path = (char *) g_intern_string (name) };
    }
  return seidel_cli_given (self->call, "rhs") || self->rhs_taken ? self->rhs
                                                                 : seidel_cli_usual_rhs (matrix);
}
