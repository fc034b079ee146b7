/* The shape of dense products: there to be set where the engine and the storage have one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-pane-private.h"

#include "draw/seidel-format.h"
#include "run/seidel-shape.h"

static bool
applies (SeidelSetupPane *self)
{
  const SeidelEngine *engine = seidel_setup_pane_get_engine (self);

  return engine != NULL
         && seidel_shape_applies (engine, seidel_setup_pane_get_storage (self), NULL);
}

static char *
describe (const SeidelEngine *engine)
{
  g_autofree char *most = seidel_format_count (engine->max_shape_threads);

  return g_strdup_printf ("Rows that a block of threads takes in products with the dense matrix, "
                          "and threads that share a row: powers of two such as 4x64, together at "
                          "most %s; empty for automatic",
                          most);
}

void
seidel_setup_pane_show_shape (SeidelSetupPane *self)
{
  gboolean visible = applies (self);

  gtk_widget_set_visible (self->shape_label, visible);
  gtk_widget_set_visible (GTK_WIDGET (self->shape), visible);
}

/* An empty entry leaves it to the engine. */
static bool
parse (SeidelSetupPane *self, SeidelShape *shape, GError **error)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (self->shape)));

  return *text == '\0'
         || (seidel_shape_parse (text, shape, error)
             && seidel_shape_fits (*shape, seidel_setup_pane_get_engine (self),
                                   seidel_setup_pane_get_storage (self), error));
}

char *
seidel_setup_pane_read_shape (SeidelSetupPane *self, SeidelShape *shape)
{
  SeidelShape read = { 0, 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *tooltip = NULL;

  *shape = read;
  /* What is not shown does not count. */
  if (!applies (self))
    return NULL;
  tooltip = describe (seidel_setup_pane_get_engine (self));
  if (parse (self, &read, &error))
    *shape = read;
  seidel_setup_pane_mark_entry (GTK_WIDGET (self->shape), error != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->shape), error != NULL ? error->message : tooltip);
  return error != NULL ? g_strdup_printf ("The shape does not fit: %s.", error->message) : NULL;
}
