/* The structure report of the open matrix, as a readable list that fills while the analysis goes
 * on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-report-pane.h"

#include <string.h>
#include <glib/gi18n.h>

#include "analysis/seidel-ordering.h"
#include "base/seidel-format.h"
#include "draw/seidel-translate.h"
#include "gallery/seidel-gallery.h"
#include "matrix/seidel-complex.h"
#include "plan/seidel-scaling-rule.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"

struct _SeidelReportPane
{
  AdwBin parent_instance;

  /* Template */
  GtkLabel *title;
  GtkToggleButton *details;
  GtkProgressBar *progress;
  GtkGrid *grid;

  /* Owned */
  SeidelDocument *document;
  GSignalGroup *signals;
  GPtrArray *values; /* GtkLabel of each row, borrowed */
};

G_DEFINE_FINAL_TYPE (SeidelReportPane, seidel_report_pane, ADW_TYPE_BIN)

static char *
size_text (SeidelDocument *document)
{
  const SeidelCsr *csr = seidel_document_get_matrix (document)->csr;
  g_autofree char *rows = seidel_format_count (csr->rows);
  g_autofree char *columns = seidel_format_count (csr->columns);

  return g_strdup_printf ("%s × %s", rows, columns);
}

/* What is solved in place of a complex system. */
static char *
solved_text (SeidelDocument *document)
{
  SeidelMatrix *matrix = seidel_document_get_matrix (document);
  g_autofree char *rows = seidel_format_count (2 * matrix->csr->rows);
  g_autofree char *columns = seidel_format_count (2 * matrix->csr->columns);

  if (!seidel_matrix_is_complex (matrix))
    return g_strdup ("");
  return g_strdup_printf (_ ("%s × %s, real"), rows, columns);
}

static char *
entries_text (SeidelDocument *document)
{
  SeidelMatrix *matrix = seidel_document_get_matrix (document);
  int64_t nonzeros = seidel_csr_nonzeros (matrix->csr);
  g_autofree char *text = seidel_format_count (nonzeros);
  g_autofree char *stored = seidel_format_count (matrix->origin.stored);

  if (matrix->origin.stored == nonzeros || matrix->origin.path == NULL)
    return g_steal_pointer (&text);
  return g_strdup_printf (_ ("%s\n%s in the file"), text, stored);
}

static char *
zeros_text (SeidelDocument *document)
{
  SeidelStructure *structure = seidel_document_get_structure (document);

  if (structure == NULL)
    return NULL;
  return structure->explicit_zeros > 0 ? seidel_format_count (structure->explicit_zeros)
                                       : g_strdup (C_ ("entries", "none"));
}

static char *
duplicates_text (SeidelDocument *document)
{
  int64_t duplicates = seidel_document_get_matrix (document)->origin.duplicates;
  g_autofree char *count = seidel_format_count (duplicates);

  return duplicates > 0 ? g_strdup_printf (_ ("%s, summed"), count)
                        : g_strdup (C_ ("entries", "none"));
}

static char *
symmetry_text (SeidelDocument *document)
{
  const SeidelStructure *s = seidel_document_get_structure (document);
  g_autofree char *pattern = NULL;
  g_autofree char *value = NULL;

  if (s == NULL)
    return NULL;
  if (s->rows != s->columns)
    return g_strdup (_ ("rectangular"));
  if (s->complex_values && s->hermitian)
    return g_strdup (_ ("Hermitian"));
  if (s->value_symmetric)
    return g_strdup (s->complex_values ? _ ("symmetric, not Hermitian") : _ ("symmetric"));
  if (s->value_skew_symmetric)
    return g_strdup (_ ("skew-symmetric"));
  /* 99.97 % must not read as 100 %. */
  value = seidel_format_unit (MIN (s->value_symmetry * 100.0, 99.9), SEIDEL_UNIT_PERCENT, 3);
  if (s->pattern_symmetric)
    return g_strdup_printf (_ ("pattern symmetric\n%s of the values"), value);
  pattern = seidel_format_unit (MIN (s->pattern_symmetry * 100.0, 99.9), SEIDEL_UNIT_PERCENT, 3);
  return g_strdup_printf (_ ("unsymmetric\n%s mirrored"), pattern);
}

/* The text, at the start of a line. */
static GString *
new_line (GString *text)
{
  return text->len > 0 ? g_string_append_c (text, '\n') : text;
}

static char *
diagonal_text (SeidelDocument *document)
{
  const SeidelStructure *s = seidel_document_get_structure (document);
  g_autofree char *missing = NULL;
  g_autofree char *zero = NULL;
  g_autofree char *negative = NULL;
  g_autoptr (GString) text = NULL;

  if (s == NULL)
    return NULL;
  text = g_string_new (s->diagonal_full ? _ ("full") : NULL);
  missing = seidel_format_count (s->diagonal_missing);
  zero = seidel_format_count (s->diagonal_zero);
  negative = seidel_format_count (s->diagonal_negative);
  if (s->diagonal_missing > 0)
    g_string_append_printf (text, _ ("%s missing"), missing);
  if (s->diagonal_zero > 0)
    g_string_append_printf (new_line (text), _ ("%s zero"), zero);
  if (s->diagonal_negative > 0)
    g_string_append_printf (new_line (text), _ ("%s negative"), negative);
  return g_strdup (text->str);
}

static char *
dominance_text (SeidelDocument *document)
{
  const SeidelStructure *s = seidel_document_get_structure (document);
  g_autofree char *count = NULL;
  g_autofree char *rows = NULL;

  if (s == NULL)
    return NULL;
  if (s->row_dominant && s->column_dominant)
    return g_strdup (_ ("strict, rows and columns"));
  if (s->row_dominant)
    return g_strdup (_ ("strict, rows"));
  if (s->column_dominant)
    return g_strdup (_ ("strict, columns"));
  count = seidel_format_count (s->dominant_rows);
  rows = seidel_format_count (s->rows);
  /* Equal to the sum of the rest at least: Gauss-Seidel then needs one strict row in each connected
   * part. */
  if (s->least_dominance >= 1.0)
    return g_strdup_printf (_ ("weak in all rows, strict in %s of %s"), count, rows);
  if (s->dominant_rows == 0)
    return g_strdup (_ ("none"));
  return g_strdup_printf (_ ("strict in %s of %s rows"), count, rows);
}

/* "1 to 4", "all 1" */
static char *
magnitudes_text (SeidelDocument *document)
{
  const SeidelStructure *s = seidel_document_get_structure (document);
  g_autofree char *least = NULL;
  g_autofree char *largest = NULL;

  if (s == NULL)
    return NULL;
  if (s->largest_magnitude == 0.0)
    return g_strdup ("");
  least = seidel_format_value (s->smallest_magnitude, 3);
  largest = seidel_format_value (s->largest_magnitude, 3);
  return s->smallest_magnitude == s->largest_magnitude
           ? g_strdup_printf (_ ("all %s"), least)
           : g_strdup_printf (_ ("%s to %s"), least, largest);
}

static char *
sizes_text (SeidelDocument *document)
{
  const SeidelStructure *s = seidel_document_get_structure (document);

  char *need = s != NULL ? seidel_scaling_describe_need (s) : NULL;

  return s != NULL && need == NULL ? g_strdup ("") : need;
}

static char *
bandwidth_text (SeidelDocument *document)
{
  const SeidelStructure *s = seidel_document_get_structure (document);
  g_autofree char *lower = NULL;
  g_autofree char *upper = NULL;

  if (s == NULL)
    return NULL;
  lower = seidel_format_count (s->lower_bandwidth);
  upper = seidel_format_count (s->upper_bandwidth);
  if (s->lower_bandwidth == s->upper_bandwidth)
    return g_steal_pointer (&lower);
  return g_strdup_printf (_ ("%s below\n%s above"), lower, upper);
}

static char *
diagonals_text (SeidelDocument *document)
{
  const SeidelStructure *s = seidel_document_get_structure (document);

  return s != NULL ? seidel_format_count (s->diagonals) : NULL;
}

/* Nothing where each row is for itself. */
static char *
nodes_text (SeidelDocument *document)
{
  const SeidelStructure *s = seidel_document_get_structure (document);

  if (s == NULL)
    return NULL;
  return s->node_unknowns > 1 ? seidel_format_count (s->node_unknowns) : g_strdup ("");
}

static char *
longest_row_text (SeidelDocument *document)
{
  const SeidelStructure *s = seidel_document_get_structure (document);
  g_autofree char *longest = NULL;
  g_autofree char *place = NULL;

  if (s == NULL)
    return NULL;
  if (s->longest_row == 0)
    return g_strdup (_ ("all are empty"));
  longest = seidel_format_count (s->longest_row);
  place =
    seidel_matrix_describe_place (seidel_document_get_matrix (document), s->longest_row_index, -1);
  return g_strdup_printf ("%s, %s", longest, place);
}

static char *
levels_text (SeidelDocument *document, SeidelDirection direction)
{
  const SeidelSchedule *schedule = seidel_document_get_schedule (document, direction);
  const SeidelSchedule *natural =
    seidel_document_get_schedule (seidel_document_get_natural (document), direction);
  const SeidelCsr *csr = seidel_document_get_matrix (document)->csr;
  g_autofree char *count = NULL;
  g_autofree char *widest = NULL;
  g_autofree char *before = NULL;

  if (csr->rows != csr->columns)
    return g_strdup (_ ("none: not square"));
  if (schedule == NULL)
    return NULL;
  count = seidel_format_count (schedule->count);
  widest = seidel_format_count (schedule->widest);
  if (natural == NULL || natural == schedule)
    return g_strdup_printf (_ ("%s, widest %s"), count, widest);
  before = seidel_format_count (natural->count);
  return g_strdup_printf (_ ("%s, widest %s\nnatural: %s"), count, widest, before);
}

static char *
forward_text (SeidelDocument *document)
{
  return levels_text (document, SEIDEL_DIRECTION_FORWARD);
}

static char *
backward_text (SeidelDocument *document)
{
  return levels_text (document, SEIDEL_DIRECTION_BACKWARD);
}

static char *
order_text (SeidelDocument *document)
{
  SeidelOrderingSpec spec;

  if (seidel_document_get_natural (document) == document
      || !seidel_ordering_spec_parse (seidel_document_get_matrix (document)->ordering, &spec, NULL))
    return g_strdup ("");
  return g_strdup (seidel_translate (spec.ordering->name));
}

/* Of a generated matrix the kind, its sides as in its name, and the other parameters that are not
 * as usual: "Gallery: Helmholtz, 50×50", "Wavelengths along x: 3". */
static char *
describe_kind (const SeidelGalleryKind *kind, const double *values)
{
  static const char *const sides[] = { "size", "ny", "nz", NULL };
  g_autofree char *name = seidel_gallery_describe (kind, values);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("Gallery: %s, %s"), seidel_translate (kind->name),
                          strrchr (name, ' ') + 1);
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS && kind->parameters[i].id != NULL; i++)
    if (!g_strv_contains (sides, kind->parameters[i].id)
        && values[i] != kind->parameters[i].initial)
      {
        const char *sentence = seidel_translate (kind->parameters[i].sentence);
        g_autofree char *number = seidel_format_value (values[i], 6);

        /* Without what a sentence adds to say what the values mean. */
        g_string_append_printf (text, "\n%.*s: %s", (int) strcspn (sentence, ":;"), sentence,
                                number);
      }
  return g_string_free (text, FALSE);
}

static char *
origin_text (SeidelDocument *document)
{
  const SeidelMatrix *matrix = seidel_document_get_matrix (document);
  const char *format = matrix->origin.format;
  const char *generated = seidel_gallery_text (matrix->origin.format);
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  const SeidelGalleryKind *kind =
    generated != NULL ? seidel_gallery_parse (generated, values, NULL) : NULL;

  if (kind != NULL)
    return describe_kind (kind, values);
  return g_strdup (format != NULL ? seidel_translate (format) : "");
}

static char *
variable_text (SeidelDocument *document)
{
  const char *variable = seidel_document_get_matrix (document)->origin.variable;

  return g_strdup (variable != NULL ? variable : "");
}

static char *
rhs_text (SeidelDocument *document)
{
  return g_strdup (seidel_document_get_matrix (document)->rhs != NULL ? _ ("in the file") : "");
}

static char *
loading_text (SeidelDocument *document)
{
  const SeidelOrigin *origin = &seidel_document_get_matrix (document)->origin;
  g_autofree char *seconds = seidel_format_seconds (origin->load_seconds, 3);
  g_autofree char *bytes = seidel_format_bytes ((double) origin->file_bytes);

  if (origin->path == NULL)
    return g_strdup ("");
  return g_strdup_printf (_ ("%s in %s"), bytes, seconds);
}

static char *
note_text (SeidelDocument *document)
{
  const char *note = seidel_document_get_matrix (document)->origin.note;

  return g_strdup (note != NULL ? note : "");
}

static char *
error_text (SeidelDocument *document)
{
  const char *error = seidel_document_get_error (document);

  return g_strdup (error != NULL ? error : "");
}

static const struct
{
  const char *name;
  char *(*text) (SeidelDocument *document);
  const char *tooltip;
} rows[] = {
  { N_ ("Size"), size_text, N_ ("Rows × columns") },
  { N_ ("Solved as"), solved_text,
    N_ ("A complex system is solved as the real one for both parts of each unknown. Runs, their "
        "levels and times are of that one; the pictures are of the complex matrix") },
  { N_ ("Entries"), entries_text,
    N_ ("In memory, with symmetric halves expanded and duplicates summed") },
  { N_ ("Stored zeros"), zeros_text, N_ ("Stored entries whose value is zero") },
  { N_ ("Duplicates"), duplicates_text, N_ ("Repeated (row, column) entries, summed on load") },
  { N_ ("Symmetry"), symmetry_text,
    N_ ("Mirrored: off-diagonal entries whose mirror image is stored, too") },
  { N_ ("Diagonal"), diagonal_text, N_ ("Gauss-Seidel and Jacobi divide by it") },
  { N_ ("Dominance"), dominance_text,
    N_ ("Rows whose diagonal exceeds the sum of the rest in magnitude") },
  { N_ ("Magnitudes"), magnitudes_text, N_ ("Of the entries that are not zero") },
  { N_ ("Sizes"), sizes_text,
    N_ ("Rows or columns whose largest entries differ so much that runs scale them first") },
  { N_ ("Bandwidth"), bandwidth_text,
    N_ ("The largest distance of an entry from the diagonal, on each side of it") },
  { N_ ("Diagonals"), diagonals_text, N_ ("Diagonals with at least one entry") },
  { N_ ("Unknowns of a node"), nodes_text,
    N_ ("Consecutive rows that couple to the same nodes, by the pattern: block preconditioners "
        "solve with their blocks") },
  { N_ ("Longest row"), longest_row_text, N_ ("Entries in the fullest row") },
  { N_ ("Order"), order_text,
    N_ ("How the rows are numbered; results are in the file’s own numbering") },
  { N_ ("Levels forward"), forward_text,
    N_ ("Steps of a forward sweep whose rows can be computed together") },
  { N_ ("Levels backward"), backward_text,
    N_ ("Steps of a backward sweep whose rows can be computed together") },
  { N_ ("Source"), origin_text, NULL },
  { N_ ("Variable"), variable_text, N_ ("Which matrix of the file this is") },
  { N_ ("Right-hand side"), rhs_text, N_ ("Stored with the matrix; used by default") },
  { N_ ("Read"), loading_text, N_ ("The size of the file, and how long it took to read") },
  { N_ ("Note"), note_text, NULL },
  { N_ ("Analysis"), error_text, N_ ("Why the analysis failed") },
};

/* Of a generated matrix "poisson-5 · 100×100": without the dot the size would read as a part of the
 * kind. */
static char *
make_title (SeidelDocument *document)
{
  const char *title = seidel_document_get_title (document);
  const char *size = strrchr (title, ' ');

  if (seidel_document_get_matrix (document)->origin.path != NULL || size == NULL
      || !g_ascii_isdigit (size[1]))
    return g_strdup (title);
  return g_strdup_printf ("%.*s ·%s", (int) (size - title), title, size);
}

static void
update (SeidelReportPane *self)
{
  gboolean analysing = FALSE;
  const char *path;
  g_autofree char *shown_path = NULL;
  g_autofree char *title = NULL;

  if (self->document == NULL)
    return;
  path = seidel_document_get_matrix (self->document)->origin.path;
  shown_path = path != NULL ? g_filename_display_name (path) : NULL;
  analysing = seidel_document_get_analysing (self->document);
  title = make_title (self->document);
  gtk_label_set_label (self->title, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), shown_path);
  /* It keeps its place: what is below it must not move under the pointer. */
  gtk_widget_set_opacity (GTK_WIDGET (self->progress), analysing ? 1.0 : 0.0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = rows[i].text (self->document);
      GtkWidget *value = g_ptr_array_index (self->values, i);
      gboolean shown =
        (text == NULL || *text != '\0') && (i == 0 || gtk_toggle_button_get_active (self->details));

      gtk_label_set_label (GTK_LABEL (value), text != NULL ? text
                                              : analysing  ? "…"
                                                           : _ ("unknown"));
      gtk_widget_set_visible (value, shown);
      gtk_widget_set_visible (gtk_grid_get_child_at (self->grid, 0, (int) i), shown);
    }
}

/* The name and the size stay. */
static void
details_toggled_cb (SeidelReportPane *self)
{
  gtk_button_set_icon_name (GTK_BUTTON (self->details), gtk_toggle_button_get_active (self->details)
                                                          ? "pan-down-symbolic"
                                                          : "pan-end-symbolic");
  update (self);
}

static void
progress_cb (SeidelReportPane *self)
{
  gtk_progress_bar_set_fraction (self->progress, seidel_document_get_progress (self->document));
}

void
seidel_report_pane_set_document (SeidelReportPane *self, SeidelDocument *document)
{
  g_return_if_fail (SEIDEL_IS_REPORT_PANE (self));

  if (!g_set_object (&self->document, document))
    return;
  g_signal_group_set_target (self->signals, document);
  update (self);
}

char *
seidel_report_pane_to_text (SeidelReportPane *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (SEIDEL_IS_REPORT_PANE (self), NULL);

  if (self->document != NULL)
    g_string_append_printf (text, "%s\n", seidel_document_get_title (self->document));
  for (guint i = 0; i < G_N_ELEMENTS (rows) && self->document != NULL; i++)
    {
      g_autofree char *value = rows[i].text (self->document);
      g_auto (GStrv) lines = value != NULL ? g_strsplit (value, "\n", -1) : NULL;
      g_autofree char *line = lines != NULL ? g_strjoinv ("; ", lines) : NULL;

      if (line != NULL && *line != '\0')
        g_string_append_printf (text, "%s: %s\n", _ (rows[i].name), line);
    }
  return g_string_free (text, FALSE);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = seidel_report_pane_to_text (SEIDEL_REPORT_PANE (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
add_row (SeidelReportPane *self, int row)
{
  GtkWidget *name = seidel_label_new (_ (rows[row].name), "dim-label");
  GtkWidget *value = seidel_label_new (NULL, "numeric");

  gtk_label_set_yalign (GTK_LABEL (name), 0.0F);
  if (rows[row].tooltip != NULL)
    gtk_widget_set_tooltip_text (name, _ (rows[row].tooltip));
  /* The pointer can select the text; the Tab key skips the rows. */
  g_object_set (value, "selectable", TRUE, "can-focus", FALSE, "wrap", TRUE, "wrap-mode",
                PANGO_WRAP_WORD_CHAR, "max-width-chars", 16, "hexpand", TRUE, NULL);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY,
                                  name, NULL, -1);
  gtk_grid_attach (self->grid, name, 0, row, 1, 1);
  gtk_grid_attach (self->grid, value, 1, row, 1, 1);
  g_ptr_array_add (self->values, value);
}

static void
seidel_report_pane_dispose (GObject *object)
{
  SeidelReportPane *self = SEIDEL_REPORT_PANE (object);

  g_clear_object (&self->signals);
  g_clear_object (&self->document);
  g_clear_pointer (&self->values, g_ptr_array_unref);

  G_OBJECT_CLASS (seidel_report_pane_parent_class)->dispose (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelReportPane, name)

static void
seidel_report_pane_class_init (SeidelReportPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = seidel_report_pane_dispose;

  seidel_template_make_group (widget_class, "reportpane");
  gtk_widget_class_install_action (widget_class, "report.copy", NULL, copy_action);
  seidel_template_bind (widget_class, "report-pane", CHILD (title), CHILD (details),
                        CHILD (progress), CHILD (grid));
  gtk_widget_class_bind_template_callback (widget_class, details_toggled_cb);
}

static void
seidel_report_pane_init (SeidelReportPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->values = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    add_row (self, (int) i);

  self->signals = g_signal_group_new (SEIDEL_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "changed", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->signals, "progressed", G_CALLBACK (progress_cb), self);
}
