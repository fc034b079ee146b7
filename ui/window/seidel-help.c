/* Help: a table of topics, and the window that shows them.
 *
 * The pictures are made by tests/gui/screenshots.py.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-help.h"

#include <glib/gi18n.h>

#define PICTURES "/org/seidel/Workbench/help/"
#define WIDEST   680 /* of a text */

struct _SeidelHelp
{
  AdwWindow parent_instance;

  GtkStack *topics;
};

G_DEFINE_FINAL_TYPE (SeidelHelp, seidel_help, ADW_TYPE_WINDOW)

/* Paragraphs are separated by empty lines. */
static const struct
{
  const char *id; /* for pages their name */
  const char *title;
  const char *picture; /* NULL: none */
  const char *text;
} topics[] = {
  { "start", N_ ("First steps"), NULL,
    N_ (
      "Seidel opens a system of linear equations A x = b, shows how it is built, and solves it.\n\n"
      "Open a file with Ctrl+O, generate a matrix with Ctrl+G, or choose a sample on the start "
      "page. Without a right-hand side b is the sum of each row, so that the solution is 1 "
      "everywhere and the error is known.\n\n"
      "Ctrl+M opens a table in which a small matrix is typed, pasted from a spreadsheet, or "
      "changed "
      "by clicks; its levels, their graph and its symmetry follow at once. Ctrl+Shift+M does that "
      "with a copy of the open matrix, or of 40 of its rows.\n\n"
      "Press Solve (Ctrl+Return). “Automatic” chooses a method from the structure of the matrix "
      "and says why. Escape stops a run.\n\n"
      "Ctrl+Shift+P lists every command, Ctrl+? every key, and F11 shows the page alone with "
      "large text.") },
  { "matrix", N_ ("Matrix"), "matrix.png",
    N_ (
      "Each point is an entry of the matrix; where several share a pixel, it is darker. Scroll to "
      "zoom, drag to move, press F to see everything; close up, the values are written into the "
      "cells.\n\n"
      "Point at a row: the rows that it waits for in a Gauss-Seidel sweep are marked, and so are "
      "the longest chains of dependencies up to it and from it. Click the numbers beside the "
      "pattern to select rows; they are then marked on every page.\n\n"
      "Ctrl+L, or digits typed on the picture, goes to a row by its number, and shows it on its "
      "own: "
      "its entries, what it waits for, and after a run its equation with the numbers put in.\n\n"
      "“Colour by” shows levels or values; “Order” renumbers the rows.") },
  { "levels", N_ ("Levels"), "levels.png",
    N_ (
      "A level holds rows that do not depend on each other: they can be computed at once, but only "
      "after the level before. Many thin levels leave threads and devices idle.\n\n"
      "Grey bars are the rows of each level. After a run that sweeps, the curve is the measured "
      "time of each level, or its rate or bandwidth; lines show what the machine reaches: its "
      "threads, the cost of a barrier, the bandwidth of its memory. “Waste” lists the levels "
      "that take longest for what they do.\n\n"
      "“Orderings” compares other numberings of the rows, with predicted times.") },
  { "sweep", N_ ("Sweep"), "sweep.png",
    N_ (
      "A sweep is played: Space starts and pauses it, the arrow keys go by steps and change the "
      "speed. Each row is a cell in the colour of its state.\n\n"
      "A step is a level, a row, or a pass over all rows. “Passes with a race” is what a program "
      "does that does not order the reading and writing of its threads: some rows read old "
      "values, and the error of all that depend on them grows beside. “Again” runs another "
      "race.\n\n"
      "“Methods side by side” lets two or three of Jacobi, Gauss-Seidel, SOR and colours make "
      "their sweeps together: the errors as cells in one scale of colours, or x as a table, and "
      "the norms as curves. The error may begin as a mode, as noise or as a point; the scale of ω "
      "shows the same sweep of another SOR at once.\n\n"
      "Ctrl+E writes any page as one HTML file for the browser of any system; the sweep of a "
      "matrix "
      "of up to 400 rows is played in it, with the equation of each row. What is played here or on "
      "the Solution page is also written as GIF, as PNG frames, or by ffmpeg as a video.") },
  { "convergence", N_ ("Convergence"), "convergence.png",
    N_ (
      "The residual ‖b − A x‖ of each run, relative to ‖b‖, against iterations, time, or passes "
      "over "
      "the matrix (products and sweeps). The dashed line is the tolerance.\n\n"
      "Runs stay in the table below: click a heading to sort it, Ctrl+F to filter it, F2 to name "
      "a run or to note something on it. Ctrl+D compares the solutions of two runs, and "
      "Ctrl+Shift+Return lets two runs race each other. Every run ends with a reason and with its "
      "true residual, computed again in double precision.\n\n"
      "A double click on a run, or Alt+Return, shows everything that is known of it, or two runs "
      "beside each other. “Copy As” writes it as a command line, as a program, or as options of "
      "PETSc.\n\n"
      "A run that was stopped, or ended at a limit, goes on with Ctrl+Shift+. in its own curve. "
      "Another right-hand side, tolerance or method with the same preconditioner takes over what "
      "the last run prepared, which the pane of the run lists. Shift-click selects several "
      "rows.\n\n"
      "Runs are kept when the program ends; “Save Session As…” puts them into a file.") },
  { "timing", N_ ("Timing"), "timing.png",
    N_ ("Where the time of the selected run went: its phases, the sweep or product in each "
        "iteration, and, for sweeps by levels, each level beside its rows.") },
  { "spectrum", N_ ("Spectrum"), NULL,
    N_ (
      "The eigenvalues of M⁻¹ A as conjugate gradients, MINRES and GMRES find them on the way: "
      "each iteration has one Ritz value more, and the outer ones settle first. Those of GMRES are "
      "shown in the complex plane.\n\n"
      "The quotient of the largest and the smallest is a condition number κ; below, the residual "
      "is shown with the bound by √κ that theory gives. Where the curve falls faster than the "
      "bound, few eigenvalues are far from the others.\n\n"
      "“Measure the spectrum” in the set-up adds the extreme eigenvalues of A itself, and of "
      "Jacobi, Gauss-Seidel and SOR the spectral radius with the iterations that it lets "
      "expect.") },
  { "solution", N_ ("Solution"), "solution.png",
    N_ (
      "The solution x of the selected run, its residual b − A x and, where the solution is known, "
      "its error: over the rows, on the grid of the problem, sorted, or as a histogram.\n\n"
      "“Largest” selects the row where it is largest, so that the other pages show it.\n\n"
      "“Played over the iterations” shows how they change: of runs of up to 65,536 rows for which "
      "“Follow the error” is on, also while they go on. At most 256 iterates in 32 MB are kept. "
      "Bars show how much of it is smooth and how much is rough. The right-hand side Zeros and an "
      "initial guess that is a mode, noise (Random) or a point show what a method does to such an "
      "error.") },
  { "multigrid", N_ ("Multigrid"), NULL,
    N_ (
      "After a run with multigrid: the coarser levels that it made of the matrix, and what a cycle "
      "does to an error. The smoother removes what is rough, the coarser levels what is "
      "smooth.") },
  { "experiments", N_ ("Experiments and lessons"), NULL,
    N_ (
      "Experiments are series of runs: methods, sizes, engines or threads against each other, some "
      "of them with published values. They go on where they were stopped.\n\n"
      "Lessons, in the main menu, explain levels, sweeps and convergence in ten minutes each, and "
      "measure every number that they show.") },
  { "own-lessons", N_ ("Lessons of your own"), NULL,
    N_ (
      "A lesson is a file, which you can write with any editor. “seidel-cli lesson new FILE.json” "
      "writes a complete example of two steps, “seidel-cli lesson check FILE.json” carries it out "
      "and says whether it holds, or which place of the file is wrong. Drop the file on a window, "
      "or choose “Open Lesson…” in the menu; lessons in the folder seidel/lessons of your data "
      "folder (~/.local/share) are listed on the start page.\n\n"
      "A step has a title, what is said and what is asked, choices, and the answer. It opens a "
      "matrix (one of the gallery, or a file beside the lesson), runs methods on it, and shows a "
      "page with any of its choices: a sweep as cells, pattern or graph, the error of a solution "
      "on its grid. Formulas have <sub> and <sup>; numbers may be measured on the spot.\n\n"
      "A step may also ask for a number, for the level of each row, or for an order of the rows: "
      "these are typed on a picture of the matrix, where the arrow keys move, and marked row by "
      "row. The lesson “Exercises” has each of them. The last step counts what was right, and "
      "saves the answers as CSV.\n\n"
      "The menu of a lesson writes it as PDF: as a handout, or as a sheet of its questions, with "
      "or "
      "without the answers.\n\n"
      "While a question is open, what gives the answer away is held back, and it comes with the "
      "answer. The manual page seidel-cli-lesson(1) lists all members.") },
  { "programs", N_ ("Coming from other programs"), NULL,
    N_ ("The five programs whose results the experiments repeat, by seidel-cli:\n\n-input A.txt "
        "b.txt: solve A.txt --rhs b.txt. -output: --output. -scr: --output -. -random N: the "
        "matrix “random-dense --size N --seed S” with --rhs random:S. -gpu: --engine cuda. -lud, "
        "-gj: --method lu-crout, gauss-jordan.\n\ncgsolver FILE rows threads: solve FILE --method "
        "cg --storage dense --shape ROWSxTHREADS --engine cuda --rhs sine-source --tolerance 0 "
        "--absolute-tolerance 1e-10 --skip-residual-replacement.\n\nThe symgs smoother: solve FILE "
        "--method symgs-reference --precision single --guess integers:S.") },
  { "export", N_ ("Pictures, data, reports"), NULL,
    N_ (
      "Ctrl+E saves the page as PNG, SVG or PDF, Ctrl+Shift+E its data. “Save a Report…” makes one "
      "page in PDF of a run or of several. Ctrl+S saves the solution.\n\n"
      "The program seidel-cli does the same without a window.") },
};

static GtkWidget *
new_paragraphs (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0F);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_can_focus (label, FALSE);
  return label;
}

static GtkWidget *
new_picture (const char *name, const char *title)
{
  g_autofree char *path = g_strconcat (PICTURES, name, NULL);
  GtkWidget *picture = gtk_picture_new_for_resource (path);

  gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
  gtk_picture_set_alternative_text (GTK_PICTURE (picture), title);
  gtk_widget_add_css_class (picture, "card");
  return picture;
}

static GtkWidget *
new_topic (const char *title, const char *picture, const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *clamp = g_object_new (ADW_TYPE_CLAMP, "maximum-size", WIDEST, "child", box, NULL);
  GtkWidget *heading = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (heading), 0.0F);
  gtk_widget_add_css_class (heading, "title-2");
  gtk_box_append (GTK_BOX (box), heading);
  if (picture != NULL)
    gtk_box_append (GTK_BOX (box), new_picture (picture, title));
  gtk_box_append (GTK_BOX (box), new_paragraphs (text));
  g_object_set (box, "margin-top", 12, "margin-bottom", 24, "margin-start", 18, "margin-end", 18,
                NULL);
  return g_object_new (GTK_TYPE_SCROLLED_WINDOW, "hscrollbar-policy", GTK_POLICY_NEVER, "child",
                       clamp, "hexpand", TRUE, NULL);
}

static void
seidel_help_class_init (SeidelHelpClass *klass)
{
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
seidel_help_init (SeidelHelp *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *columns = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *list = gtk_stack_sidebar_new ();

  self->topics = GTK_STACK (gtk_stack_new ());
  for (gsize i = 0; i < G_N_ELEMENTS (topics); i++)
    gtk_stack_add_titled (self->topics,
                          new_topic (_ (topics[i].title), topics[i].picture, _ (topics[i].text)),
                          topics[i].id, _ (topics[i].title));
  gtk_stack_sidebar_set_stack (GTK_STACK_SIDEBAR (list), self->topics);
  gtk_widget_set_vexpand (columns, TRUE);
  gtk_box_append (GTK_BOX (columns), list);
  gtk_box_append (GTK_BOX (columns), GTK_WIDGET (self->topics));
  gtk_box_append (GTK_BOX (content), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (content), columns);
  adw_window_set_content (ADW_WINDOW (self), content);
}

const char *
seidel_help_get_topic (SeidelHelp *self)
{
  g_return_val_if_fail (SEIDEL_IS_HELP (self), NULL);
  return gtk_stack_get_visible_child_name (self->topics);
}

GtkWidget *
seidel_help_new (GtkWindow *parent, const char *topic)
{
  SeidelHelp *self =
    g_object_new (SEIDEL_TYPE_HELP, "transient-for", parent, "destroy-with-parent", TRUE, "title",
                  _ ("Help"), "default-width", 900, "default-height", 640, NULL);

  if (topic != NULL && gtk_stack_get_child_by_name (self->topics, topic) != NULL)
    gtk_stack_set_visible_child_name (self->topics, topic);
  return GTK_WIDGET (self);
}
