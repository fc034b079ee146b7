/* The application: windows, the files it is asked to open, the commands that belong to no window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-application.h"

#include <errno.h>
#include <glib-unix.h>
#include <signal.h>
#include <unistd.h>

#include "cli/seidel-cli-session.h"
#include "collection/seidel-settings.h"
#include "config.h"
#include "window/seidel-window-commands.h"
#include "window/seidel-window-parts.h"
#include "window/seidel-workbench.h"

/* How long one that ends is waited for, and how long the bus is. */
#define REGISTER_SECONDS 5
#define BUS_MILLISECONDS 1000

#define AFTER_INPUT "after-input"

struct _SeidelApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (SeidelApplication, seidel_application, ADW_TYPE_APPLICATION)

static const struct
{
  const char *id;
  AdwColorScheme scheme;
} styles[] = {
  { "system", ADW_COLOR_SCHEME_DEFAULT },
  { "light", ADW_COLOR_SCHEME_FORCE_LIGHT },
  { "dark", ADW_COLOR_SCHEME_FORCE_DARK },
};

static void
change_style (GSimpleAction *action, GVariant *state, gpointer data)
{
  const char *id = g_variant_get_string (state, NULL);
  GSettings *settings = seidel_settings_get ();

  for (gsize i = 0; i < G_N_ELEMENTS (styles); i++)
    if (g_str_equal (styles[i].id, id))
      {
        adw_style_manager_set_color_scheme (adw_style_manager_get_default (), styles[i].scheme);
        g_simple_action_set_state (action, state);
        if (settings != NULL)
          g_settings_set_string (settings, "style", id);
      }
}

static void
load_style (SeidelApplication *self)
{
  g_autofree char *id = seidel_settings_get_string ("style");

  if (id != NULL)
    g_action_group_change_action_state (G_ACTION_GROUP (self), "style", g_variant_new_string (id));
}

/* Windows are closed one by one, so that each can remember its state and end its run. */
static void
quit_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (data));

  for (GList *l = windows; l != NULL; l = l->next)
    if (SEIDEL_IS_WINDOW (l->data))
      gtk_window_close (l->data);
}

static gboolean
signal_cb (gpointer data)
{
  quit_action (NULL, NULL, data);
  return G_SOURCE_CONTINUE;
}

/* Whoever ends the session of the desktop, or the terminal, closes the windows. */
static void
watch_signals (SeidelApplication *self)
{
  static const int signals[] = { SIGTERM, SIGINT, SIGHUP };

  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    g_unix_signal_add (signals[i], signal_cb, self);
}

static void
new_window_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_present (GTK_WINDOW (seidel_workbench_new_window (data)));
}

static void
about_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  adw_show_about_window (
    gtk_application_get_active_window (data), "application-name", "Seidel", "application-icon",
    SEIDEL_APPLICATION_ID, "version", SEIDEL_VERSION, "developer-name", "The Seidel project",
    "license-type", GTK_LICENSE_GPL_3_0, "comments",
    "A workbench for linear systems: open a matrix, see its sparsity pattern and the levels of its "
    "Gauss-Seidel dependency graph, solve it, and watch convergence live.",
    NULL);
}

static const GActionEntry entries[] = {
  { .name = "quit", .activate = quit_action },
  { .name = "new-window", .activate = new_window_action },
  { .name = "about", .activate = about_action },
  { .name = "style", .parameter_type = "s", .state = "'system'", .change_state = change_style },
};

static void
install_keys (GtkApplication *application)
{
  gtk_application_set_accels_for_action (application, "app.quit",
                                         (const char *[]){ "<Control>q", NULL });
  gtk_application_set_accels_for_action (application, "app.new-window",
                                         (const char *[]){ "<Control>n", NULL });
  seidel_window_set_run_writers (seidel_cli_session_to_json, seidel_cli_session_to_csv);
  seidel_window_commands_install_keys (application);
}

/* The Python module starts the program while it writes the file. */
static const GOptionEntry options[] = {
  { "version", 'v', 0, G_OPTION_ARG_NONE, NULL, "Print the version", NULL },
  { AFTER_INPUT, 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, NULL,
    "Open FILE once the standard input has ended", NULL },
  { NULL },
};

/* One that ends may still have the name on the bus, and answers no more: it is waited for. What
 * lasts longer is reported by the next registration. */
static void
register_patiently (GApplication *application)
{
  const gint64 end = g_get_monotonic_time () + REGISTER_SECONDS * G_USEC_PER_SEC;

  while (!g_application_register (application, NULL, NULL) && g_get_monotonic_time () < end)
    g_usleep (G_USEC_PER_SEC / 10);
}

/* Reads the standard input to its end, for a program that keeps it open until the file is written.
 */
static void
wait_for_end_of_input (void)
{
  char bytes[256];
  ssize_t got;

  do
    got = read (STDIN_FILENO, bytes, sizeof bytes);
  while (got > 0 || (got < 0 && errno == EINTR));
}

static int
seidel_application_handle_local_options (GApplication *application, GVariantDict *given)
{
  if (!g_variant_dict_contains (given, "version"))
    {
      register_patiently (application);
      if (g_variant_dict_contains (given, AFTER_INPUT))
        wait_for_end_of_input ();
      return -1;
    }
  g_print ("Seidel %s\n", SEIDEL_VERSION);
  return 0;
}

/* Without windows the program ends, which takes a while: the next one need not wait for that, and
 * nothing is sent to this one any more. */
static void
seidel_application_window_removed (GtkApplication *application, GtkWindow *window)
{
  GDBusConnection *bus = g_application_get_dbus_connection (G_APPLICATION (application));

  GTK_APPLICATION_CLASS (seidel_application_parent_class)->window_removed (application, window);
  if (gtk_application_get_windows (application) == NULL && bus != NULL)
    {
      g_autoptr (GVariant) reply =
        g_dbus_connection_call_sync (bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                     "org.freedesktop.DBus", "ReleaseName",
                                     g_variant_new ("(s)", SEIDEL_APPLICATION_ID), NULL,
                                     G_DBUS_CALL_FLAGS_NONE, BUS_MILLISECONDS, NULL, NULL);
    }
}

static void
seidel_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (seidel_application_parent_class)->startup (application);

  g_type_ensure (SEIDEL_TYPE_WINDOW); /* registers the resources that the icons come from */
  gtk_window_set_default_icon_name (SEIDEL_APPLICATION_ID);
  install_keys (GTK_APPLICATION (application));
  seidel_settings_import ();
  load_style (SEIDEL_APPLICATION (application));
  watch_signals (SEIDEL_APPLICATION (application));
}

static void
seidel_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    window = GTK_WINDOW (seidel_workbench_new_window (GTK_APPLICATION (application)));
  gtk_window_present (window);
}

/* A window that shows nothing yet is used before another one is made, but not that of a lesson. */
static SeidelWindow *
find_empty_window (GtkApplication *application)
{
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    {
      const SeidelWindow *window = SEIDEL_IS_WINDOW (l->data) ? l->data : NULL;

      if (window != NULL && window->workspace->session != NULL
          && window->workspace->document == NULL && window->workspace->loading == NULL)
        return l->data;
    }
  return NULL;
}

static void
seidel_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  for (int i = 0; i < n_files; i++)
    {
      SeidelWindow *window = find_empty_window (GTK_APPLICATION (application));

      if (window == NULL)
        {
          seidel_workbench_present_file (GTK_APPLICATION (application), files[i]);
          continue;
        }
      gtk_window_present (GTK_WINDOW (window));
      seidel_workbench_open (window, files[i]);
    }
}

static void
seidel_application_class_init (SeidelApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->handle_local_options = seidel_application_handle_local_options;
  application_class->startup = seidel_application_startup;
  application_class->activate = seidel_application_activate;
  application_class->open = seidel_application_open;
  GTK_APPLICATION_CLASS (klass)->window_removed = seidel_application_window_removed;
}

static void
seidel_application_init (SeidelApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), "[FILE…]");
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

SeidelApplication *
seidel_application_new (void)
{
  return g_object_new (SEIDEL_TYPE_APPLICATION, "application-id", SEIDEL_APPLICATION_ID,
                       "resource-base-path", "/org/seidel/Workbench", "flags",
                       G_APPLICATION_HANDLES_OPEN, NULL);
}
