/* seidel-cli lesson: lists lessons, begins a new one, checks one by carrying its steps out, and
 * prints it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-job.h"
#include "cli/seidel-cli-language.h"
#include "cli/seidel-cli-lesson-example.h"
#include "cli/seidel-cli-options.h"
#include "cli/seidel-cli-text.h"
#include "draw/seidel-animation.h"
#include "draw/seidel-lesson-print.h"
#include "draw/seidel-lesson-video.h"
#include "io/bytes/seidel-output.h"
#include "lesson/seidel-lesson-check.h"
#include "lesson/seidel-lesson-list.h"

static const char *
get_text (const SeidelLessonText *text)
{
  static const char *const english[] = { "en", NULL };

  return seidel_lesson_text_get (text, english);
}

static void
build_lesson (JsonBuilder *json, const SeidelLesson *lesson)
{
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "id", lesson->id);
  seidel_cli_json_text (json, "title", get_text (&lesson->title));
  seidel_cli_json_text (json, "sentence", get_text (&lesson->sentence));
  seidel_cli_json_integer (json, "minutes", lesson->minutes);
  seidel_cli_json_integer (json, "steps", (int64_t) lesson->n_steps);
  json_builder_end_object (json);
}

static int
list_as_json (GPtrArray *lessons, GPtrArray *complaints)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();

  json_builder_begin_object (json);
  seidel_cli_json_begin_array (json, "lessons");
  for (guint i = 0; i < lessons->len; i++)
    build_lesson (json, lessons->pdata[i]);
  json_builder_end_array (json);
  seidel_cli_json_begin_array (json, "errors");
  for (guint i = 0; i < complaints->len; i++)
    json_builder_add_string_value (json, complaints->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

/* Those that cannot be read are named, too. */
static int
list_lessons (const SeidelCliCall *call)
{
  GPtrArray *lessons = seidel_lessons ();
  GPtrArray *complaints = seidel_lessons_complaints ();
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();

  if (seidel_cli_given (call, "json"))
    return list_as_json (lessons, complaints);
  for (guint i = 0; i < lessons->len; i++)
    {
      const SeidelLesson *lesson = lessons->pdata[i];

      seidel_cli_sheet_title (sheet, get_text (&lesson->title));
      seidel_cli_sheet_add (sheet, "id", "%s", lesson->id);
      seidel_cli_sheet_add (sheet, "teaches", "%s", get_text (&lesson->sentence));
      seidel_cli_sheet_add (sheet, "length", "%zu steps, about %d minutes", lesson->n_steps,
                            lesson->minutes);
    }
  for (guint i = 0; i < complaints->len; i++)
    seidel_cli_complain ("%s", (const char *) complaints->pdata[i]);
  return seidel_cli_print_sheet (sheet);
}

/* What a class would see of a step. */
static void
describe_step (SeidelCliSheet *sheet,
               const SeidelLesson *lesson,
               size_t number,
               const SeidelLessonValues *values)
{
  const SeidelLessonStep *step = &lesson->steps[number];
  const int right = seidel_lesson_find_right (step, values);
  g_autofree char *title = g_strdup_printf ("%zu. %s", number + 1, get_text (&step->title));

  seidel_cli_sheet_title (sheet, title);
  if (step->page[0] != '\0')
    seidel_cli_sheet_add (sheet, "page", "%s", step->page);
  if (step->ask.n > 0)
    seidel_cli_sheet_take (sheet, "asks",
                           seidel_lesson_values_expand (values, get_text (&step->ask)));
  if (right >= 0)
    seidel_cli_sheet_add (sheet, "right", "%s", get_text (&step->choices[right].text));
  if (step->ask.n > 0)
    seidel_cli_sheet_take (sheet, "answers",
                           seidel_lesson_values_expand (values, get_text (&step->answer)));
}

/* Names the file, as errors of reading do. */
static int
fail_check (const char *path, GError *error)
{
  g_prefix_error (&error, "%s: ", path);
  const int status = seidel_cli_fail (error);

  g_error_free (error);
  return status;
}

static int
check_lesson (const SeidelCliCall *call, const char *path)
{
  GError *error = NULL;
  g_autoptr (SeidelLesson) lesson = seidel_lesson_load (path, &error);
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();

  if (lesson == NULL)
    {
      const int status = seidel_cli_fail (error);

      g_error_free (error);
      return status;
    }
  if (seidel_cli_given (call, "strict") && !seidel_lesson_check_digits (lesson, &error))
    return fail_check (path, error);
  g_autoptr (SeidelLessonValues) values = seidel_lesson_values_new (lesson);
  for (size_t i = 0; i < lesson->n_steps; i++)
    {
      if (!seidel_lesson_check_step (lesson, i, values, NULL, &error))
        return fail_check (path, error);
      describe_step (sheet, lesson, i, values);
    }
  seidel_cli_sheet_title (sheet, get_text (&lesson->title));
  seidel_cli_sheet_add (sheet, "holds", "%zu steps", lesson->n_steps);
  return seidel_cli_print_sheet (sheet);
}

/* A file that is there is not replaced. */
static int
begin_lesson (const SeidelCliCall *call, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return seidel_cli_usage_error (call->command, "“%s” exists already", path);
  if (!g_file_set_contents (path, SEIDEL_CLI_LESSON_EXAMPLE, -1, &error))
    return seidel_cli_fail (error);
  said = g_strdup_printf ("%s: an example of two steps; “seidel-cli lesson check” says whether it "
                          "holds, “seidel” plays it.\n",
                          path);
  return seidel_cli_print (said);
}

/* Of print or of video. */
static bool
check_output (const char *path, GError **error)
{
  return g_str_has_suffix (path, ".pdf") || seidel_animation_format_find (path) != NULL
         || seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE,
                               "“%s” must end in .pdf, .gif, .zip, .webm or .mp4", path);
}

/* What --as can be. */
static char **
list_prints (void)
{
  const char *ids[SEIDEL_N_LESSON_PRINTS];
  for (int i = 0; i < SEIDEL_N_LESSON_PRINTS; i++)
    ids[i] = seidel_lesson_print_id ((SeidelLessonPrint) i);
  return seidel_cli_ids (ids, G_N_ELEMENTS (ids), sizeof *ids, NULL);
}

typedef struct
{
  SeidelLesson *lesson;
  SeidelLessonPrint print;
  const char *languages[3];
  const char *output;
  bool video;
  bool dark;
} Print;

static bool
print_work (SeidelCliJob *job, void *data, GError **error)
{
  Print *print = data;
  if (print->video)
    return seidel_lesson_video_write (print->lesson, print->languages, print->dark, print->output,
                                      &job->progress, job->cancellable, error);
  return seidel_lesson_print_to_pdf (print->lesson, print->print, print->languages, print->output,
                                     &job->progress, job->cancellable, error);
}

/* An id of the list, or a file. */
static SeidelLesson *
find_lesson (const char *name, GError **error)
{
  SeidelLesson *listed = seidel_lesson_find (name);
  return listed != NULL ? seidel_lesson_ref (listed) : seidel_lesson_load (name, error);
}

static int
print_lesson (const SeidelCliCall *call, const char *name, bool video)
{
  const char *as = seidel_cli_text (call, "as");
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelLesson) lesson = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  g_autofree char *said = NULL;
  Print print = { .languages = { seidel_cli_text (call, "language"), "en" },
                  .output = seidel_cli_text (call, "output"),
                  .video = video,
                  .dark = seidel_cli_given (call, "dark") };
  if (print.output == NULL)
    return seidel_cli_usage_error (call->command, "%s needs --output", call->words[0]);
  if (video != (seidel_animation_format_find (print.output) != NULL))
    return seidel_cli_usage_error (call->command, "“%s” is no file that %s writes", print.output,
                                   call->words[0]);
  lesson = print.lesson = find_lesson (name, &error);
  if (lesson == NULL || !seidel_output_check (print.output, &error))
    return seidel_cli_fail (error);
  for (int i = 0; i < SEIDEL_N_LESSON_PRINTS; i++)
    if (g_strcmp0 (as, seidel_lesson_print_id ((SeidelLessonPrint) i)) == 0)
      print.print = (SeidelLessonPrint) i;
  if (print.languages[0] != NULL)
    seidel_cli_use_language (print.languages[0]);
  if (!seidel_cli_job_run (job, print_work, &print, &error))
    return seidel_cli_fail (error);
  said = g_strdup_printf ("%s of %s written to %s\n",
                          video ? "video" : seidel_lesson_print_id (print.print), lesson->id,
                          print.output);
  return seidel_cli_print (said);
}

static const SeidelCliWord words[] = {
  { "list", NULL, "lists the lessons that are installed, and your own" },
  { "check", "FILE", "carries the steps out, and compares what they say with what is measured" },
  { "new", "FILE", "writes an example to begin with" },
  { "print", "FILE|ID",
    "carries the steps out, and writes a handout or a sheet of exercises as PDF" },
  { "video", "FILE|ID", "carries the steps out, and writes them as a film to look at" },
  { NULL },
};

static const SeidelCliWord *
get_words (void)
{
  return words;
}

static int
run_lesson (const SeidelCliCall *call)
{
  const char *word = call->words[0];
  const char *path = call->words[1];

  if (g_str_equal (word, "list"))
    return path == NULL ? list_lessons (call)
                        : seidel_cli_usage_error (call->command, "list takes no file");
  if (path == NULL)
    return seidel_cli_usage_error (call->command, "%s needs a file", word);
  if (g_str_equal (word, "print"))
    return print_lesson (call, path, false);
  if (g_str_equal (word, "video"))
    return print_lesson (call, path, true);
  return g_str_equal (word, "check") ? check_lesson (call, path) : begin_lesson (call, path);
}

static const SeidelCliOption lesson_rows[] = {
  { "strict", NULL, "Allow no digits in texts: every number is measured, cited or set." },
  { "output", "X", "Where print (X.pdf) or video (X.webm, X.mp4, X.gif, X.zip) writes.",
    .check = check_output },
  { "as", "P",
    "What print writes: everything as a handout, the questions as a sheet to be filled in, or that "
    "sheet with its answers.",
    SEIDEL_CLI_CHOICE, "handout", list_prints },
  { "language", "L",
    "The language of the texts, names and numbers that print and video write, such as it.",
    SEIDEL_CLI_TEXT, "en" },
  { "dark", NULL, "A video with light lines on a dark background." },
  { NULL },
};

static const SeidelCliGroup lesson_group = { .title = "Lesson", .rows = lesson_rows };

const SeidelCliCommand seidel_cli_lesson = {
  .name = "lesson",
  .arguments = "WORD [FILE]",
  .min_arguments = 1,
  .max_arguments = 2,
  .sentence = "List, begin, check and print lessons.",
  .groups = (const SeidelCliGroup *const[]){ &lesson_group, &seidel_cli_json_group, NULL },
  .words = get_words,
  .run = run_lesson,
};
