/* Moving about in the sparsity view by actions, each with its keys.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-sparsity-view-private.h"

#define STEP 1.5 /* zoom of a key */

/* --- The cursor --- */

/* The first key brings the cursor to the middle of what is seen. Returns whether there is one (a
 * matrix without rows or columns has none). */
static gboolean
ensure_cursor (SeidelSparsityView *self)
{
  SeidelViewport viewport;

  if (self->picture == NULL)
    return FALSE;
  if (self->picture->cursor_row < 0)
    {
      viewport = seidel_sparsity_view_viewport (self);
      seidel_sparsity_view_set_cursor (self, (int64_t) viewport.row, (int64_t) viewport.column);
    }

  return self->picture->cursor_row >= 0;
}

static void
move_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  int rows, columns;

  g_variant_get (parameter, "(ii)", &rows, &columns);
  if (ensure_cursor (self))
    seidel_sparsity_view_set_cursor (self, self->picture->cursor_row + rows,
                                     self->picture->cursor_column + columns);
}

/* By most of a screen, so that something known stays in sight. */
static void
page_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  SeidelCellMap map;
  int rows, columns;

  if (!ensure_cursor (self))
    return;
  g_variant_get (parameter, "(ii)", &rows, &columns);
  map = seidel_sparsity_view_map (self);
  seidel_sparsity_view_set_cursor (
    self, self->picture->cursor_row + (int64_t) (rows * 0.8 * map.area.height / map.row_scale),
    self->picture->cursor_column + (int64_t) (columns * 0.8 * map.area.width / map.column_scale));
}

static void
jump_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  int rows, columns;

  if (!ensure_cursor (self))
    return;
  g_variant_get (parameter, "(ii)", &rows, &columns);
  seidel_sparsity_view_set_cursor (
    self, rows != 0 ? rows * INT64_C (0x100000000) : self->picture->cursor_row,
    columns != 0 ? columns * INT64_C (0x100000000) : self->picture->cursor_column);
}

static void
entry_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  gboolean next = g_variant_get_int32 (parameter) > 0;
  const SeidelCsr *csr;
  int64_t row, entry;

  if (!ensure_cursor (self))
    return;
  csr = self->picture->matrix->csr;
  row = self->picture->cursor_row;
  if (next)
    entry = seidel_csr_lower_bound (csr, row, self->picture->cursor_column + 1);
  else
    entry = seidel_csr_lower_bound (csr, row, self->picture->cursor_column) - 1;
  if (entry < csr->row_offsets[row] || entry >= csr->row_offsets[row + 1])
    gtk_widget_error_bell (widget);
  else
    seidel_sparsity_view_set_cursor (self, row, csr->column_indices[entry]);
}

/* Rows are looked through one by one, but no more than can be in the blink of an eye. */
static void
entry_in_column_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  int64_t step = g_variant_get_int32 (parameter) > 0 ? 1 : -1;
  int64_t most = 1000000;
  const SeidelCsr *csr;

  if (!ensure_cursor (self))
    return;
  csr = self->picture->matrix->csr;
  for (int64_t row = self->picture->cursor_row + step; row >= 0 && row < csr->rows && most-- > 0;
       row += step)
    if (seidel_csr_find (csr, row, self->picture->cursor_column) >= 0)
      {
        seidel_sparsity_view_set_cursor (self, row, self->picture->cursor_column);
        return;
      }
  gtk_widget_error_bell (widget);
}

/* --- Zoom and history --- */

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  seidel_sparsity_view_zoom (SEIDEL_SPARSITY_VIEW (widget),
                             g_str_has_suffix (name, "in") ? STEP : 1.0 / STEP);
}

static void
fit_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  seidel_sparsity_view_fit (SEIDEL_SPARSITY_VIEW (widget));
}

static void
history_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  gboolean going_back = g_str_has_suffix (name, "back");
  GArray *from = going_back ? self->back : self->forward;
  GArray *to = going_back ? self->forward : self->back;
  SeidelViewport viewport;

  if (self->picture == NULL || from->len == 0)
    {
      gtk_widget_error_bell (widget);
      return;
    }
  viewport = g_array_index (from, SeidelViewport, from->len - 1);
  g_array_set_size (from, from->len - 1);
  g_array_append_val (to, self->picture->viewport);
  self->remembered = 0;
  seidel_sparsity_view_set_viewport (self, &viewport);
}

/* --- Keys --- */

/* A key of the main block and its twin on the number pad. */
typedef struct
{
  guint key;
  guint pad_key;
  GdkModifierType modifiers;
  const char *action;
  const char *parameter; /* as text, or NULL */
} KeyBinding;

static const KeyBinding bindings[] = {
  { GDK_KEY_Up, GDK_KEY_KP_Up, 0, "sparsity.move", "(-1, 0)" },
  { GDK_KEY_Down, GDK_KEY_KP_Down, 0, "sparsity.move", "(1, 0)" },
  { GDK_KEY_Left, GDK_KEY_KP_Left, 0, "sparsity.move", "(0, -1)" },
  { GDK_KEY_Right, GDK_KEY_KP_Right, 0, "sparsity.move", "(0, 1)" },
  { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, 0, "sparsity.page", "(-1, 0)" },
  { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, 0, "sparsity.page", "(1, 0)" },
  { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, GDK_SHIFT_MASK, "sparsity.page", "(0, -1)" },
  { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, GDK_SHIFT_MASK, "sparsity.page", "(0, 1)" },
  { GDK_KEY_Home, GDK_KEY_KP_Home, 0, "sparsity.jump", "(0, -1)" },
  { GDK_KEY_End, GDK_KEY_KP_End, 0, "sparsity.jump", "(0, 1)" },
  { GDK_KEY_Home, GDK_KEY_KP_Home, GDK_CONTROL_MASK, "sparsity.jump", "(-1, -1)" },
  { GDK_KEY_End, GDK_KEY_KP_End, GDK_CONTROL_MASK, "sparsity.jump", "(1, 1)" },
  { GDK_KEY_Right, GDK_KEY_KP_Right, GDK_CONTROL_MASK, "sparsity.entry", "1" },
  { GDK_KEY_Left, GDK_KEY_KP_Left, GDK_CONTROL_MASK, "sparsity.entry", "-1" },
  { GDK_KEY_n, 0, 0, "sparsity.entry", "1" },
  { GDK_KEY_p, 0, 0, "sparsity.entry", "-1" },
  { GDK_KEY_Down, GDK_KEY_KP_Down, GDK_CONTROL_MASK, "sparsity.entry-in-column", "1" },
  { GDK_KEY_Up, GDK_KEY_KP_Up, GDK_CONTROL_MASK, "sparsity.entry-in-column", "-1" },
  { GDK_KEY_plus, GDK_KEY_KP_Add, 0, "sparsity.zoom-in", NULL },
  { GDK_KEY_equal, 0, 0, "sparsity.zoom-in", NULL },
  { GDK_KEY_minus, GDK_KEY_KP_Subtract, 0, "sparsity.zoom-out", NULL },
  { GDK_KEY_f, 0, 0, "sparsity.fit", NULL },
  { GDK_KEY_Left, GDK_KEY_KP_Left, GDK_ALT_MASK, "sparsity.back", NULL },
  { GDK_KEY_Right, GDK_KEY_KP_Right, GDK_ALT_MASK, "sparsity.forward", NULL },
};

static void
add_binding (GtkWidgetClass *widget_class, const KeyBinding *binding)
{
  const guint keys[] = { binding->key, binding->pad_key };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      GtkShortcut *shortcut;

      if (keys[i] == 0)
        continue;
      shortcut = gtk_shortcut_new (gtk_keyval_trigger_new (keys[i], binding->modifiers),
                                   gtk_named_action_new (binding->action));
      if (binding->parameter != NULL)
        gtk_shortcut_set_arguments (shortcut, g_variant_new_parsed (binding->parameter));
      gtk_widget_class_add_shortcut (widget_class, shortcut);
      g_object_unref (shortcut);
    }
}

void
seidel_sparsity_view_class_add_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "sparsity.fit", NULL, fit_action);
  gtk_widget_class_install_action (widget_class, "sparsity.zoom-in", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "sparsity.zoom-out", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "sparsity.back", NULL, history_action);
  gtk_widget_class_install_action (widget_class, "sparsity.forward", NULL, history_action);
  gtk_widget_class_install_action (widget_class, "sparsity.move", "(ii)", move_action);
  gtk_widget_class_install_action (widget_class, "sparsity.page", "(ii)", page_action);
  gtk_widget_class_install_action (widget_class, "sparsity.jump", "(ii)", jump_action);
  gtk_widget_class_install_action (widget_class, "sparsity.entry", "i", entry_action);
  gtk_widget_class_install_action (widget_class, "sparsity.entry-in-column", "i",
                                   entry_in_column_action);
  for (guint i = 0; i < G_N_ELEMENTS (bindings); i++)
    add_binding (widget_class, &bindings[i]);
}
