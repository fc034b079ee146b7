/* Judges of texts that solvers and their tools write, an entry on each line behind a line of their
 * own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-readings.h"

#include <string.h>

#include "base/seidel-translatable.h"

SeidelCertainty
seidel_judge_freefem (const SeidelSketch *sketch, SeidelReading *reading)
{
  const bool morse = seidel_sketch_mentions (sketch, "Sparse Matrix (Morse)");
  const bool hash = seidel_sketch_mentions (sketch, "HashMatrix Matrix (COO)");
  double numbers[7];

  if (morse && seidel_sketch_size (sketch, 4, numbers))
    {
      seidel_judge_set_size (reading, sketch, numbers[0], numbers[1], numbers[3]);
      reading->symmetry = numbers[2] != 0.0 ? SEIDEL_FILED_SYMMETRIC : SEIDEL_FILED_GENERAL;
      reading->base = 1;
    }
  else if (hash && seidel_sketch_size (sketch, 7, numbers))
    {
      seidel_judge_set_size (reading, sketch, numbers[0], numbers[1], numbers[2]);
      reading->symmetry = numbers[3] != 0.0 ? SEIDEL_FILED_SYMMETRIC : SEIDEL_FILED_GENERAL;
      reading->base = numbers[4] != 0.0;
    }
  else
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  /* Complex numbers are “(re,im)”. */
  if (sketch->broken && strchr (sketch->text, '(') != NULL)
    seidel_judge_set_fields (reading, 4);
  seidel_judge_explain (reading, g_strdup (seidel_text ("The comment is that of FreeFem.")));
  return SEIDEL_CERTAINTY_CERTAIN;
}

/* Whether five fields are those of Abaqus: degrees of freedom are small. */
static bool
is_abaqus_line (const SeidelSketch *sketch, const SeidelSketchLine *line)
{
  if (line->n != 5)
    return false;
  for (int i = 0; i < 4; i++)
    {
      const SeidelSketchField *field = seidel_sketch_field (sketch, line, i);

      if (!field->digits || field->value < 1.0 || (i % 2 == 1 && field->value > 30.0))
        return false;
    }
  return true;
}

/* JOB_STIF1.mtx and the like. */
static bool
has_abaqus_name (const SeidelSketch *sketch)
{
  static const char *const words[] = { "_STIF", "_MASS", "_DMPV", "_DMPS" };

  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (sketch->name, words[i]) != NULL)
      return true;
  return false;
}

SeidelCertainty
seidel_judge_abaqus (const SeidelSketch *sketch, SeidelReading *reading)
{
  const SeidelSketchLine *line;
  int64_t lines = 0;
  bool whole = true;

  if (sketch->separator != ',' || sketch->heading != NULL)
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  for (guint i = 0; (line = seidel_sketch_next (sketch, &i)) != NULL; lines++)
    {
      if (!is_abaqus_line (sketch, line))
        return SEIDEL_CERTAINTY_IMPOSSIBLE;
      whole = whole && seidel_sketch_field (sketch, line, 4)->digits;
    }
  reading->fields = 5;
  reading->value_field = 4;
  reading->infers_symmetry = true;
  seidel_judge_explain (reading,
                        g_strdup (seidel_text (
                          "Five numbers on each line, the first four of them nodes and degrees of "
                          "freedom as Abaqus writes them.")));
  return (whole || lines <= 5) && !has_abaqus_name (sketch) ? SEIDEL_CERTAINTY_PLAUSIBLE
                                                            : SEIDEL_CERTAINTY_CERTAIN;
}

SeidelCertainty
seidel_judge_hypre (const SeidelSketch *sketch, SeidelReading *reading)
{
  SeidelSketchEntries entries;
  double numbers[4];

  if (sketch->parted || !seidel_sketch_size (sketch, 4, numbers) || numbers[0] < 0.0
      || numbers[2] < 0.0 || numbers[0] > numbers[1] || numbers[2] > numbers[3])
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  seidel_sketch_entries (sketch, 1, 0, 1, &entries);
  if (entries.bad || entries.fields != 3 || entries.most_row > numbers[1])
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  seidel_judge_set_size (reading, sketch, numbers[1] - numbers[0] + 1.0,
                         numbers[3] - numbers[2] + 1.0, -1.0);
  reading->base = (int) MIN (numbers[0], G_MAXINT32);
  seidel_judge_explain (reading, g_strdup (seidel_text (
                                   "The first line holds the first and last row and column, and "
                                   "three numbers on each line follow.")));
  return SEIDEL_CERTAINTY_CERTAIN;
}

static const char *const cholmod_endings[] = { ".tri", NULL };

/* Three numbers without stype in a file of this name: CHOLMOD infers it. */
static bool
find_cholmod_size (const SeidelSketch *sketch, double numbers[4])
{
  numbers[3] = 999.0;
  return seidel_sketch_size (sketch, 4, numbers)
         || (seidel_sketch_named (sketch, cholmod_endings)
             && seidel_sketch_size (sketch, 3, numbers));
}

SeidelCertainty
seidel_judge_cholmod (const SeidelSketch *sketch, SeidelReading *reading)
{
  SeidelSketchEntries entries;
  double numbers[4];

  if (sketch->parted || !find_cholmod_size (sketch, numbers) || numbers[0] < 1.0 || numbers[1] < 1.0
      || numbers[2] < 0.0 || (numbers[3] != 999.0 && (numbers[3] < -1.0 || numbers[3] > 1.0)))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  seidel_sketch_entries (sketch, 1, 0, 1, &entries);
  if ((entries.bad && entries.lines == 0) || (entries.lines > 0 && entries.fields > 4)
      || entries.fields == 1
      || (!entries.bad && !seidel_judge_is_inside (&entries, numbers[0], numbers[1])
          && !(seidel_sketch_named (sketch, cholmod_endings)
               && seidel_sketch_keeps (sketch, numbers[2], entries.lines))))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  seidel_judge_set_size (reading, sketch, numbers[0], numbers[1], numbers[2]);
  seidel_judge_set_fields (reading, entries.lines > 0 ? entries.fields : 3);
  if (numbers[3] != 0.0 && numbers[3] != 999.0)
    reading->symmetry =
      reading->imaginary_field >= 0 ? SEIDEL_FILED_HERMITIAN : SEIDEL_FILED_SYMMETRIC;
  reading->infers_symmetry = numbers[3] == 999.0;
  seidel_judge_explain (reading,
                        g_strdup (seidel_text (
                          "The first line holds rows, columns, entries and CHOLMOD's stype.")));
  return (entries.fields == 4 || entries.lines == 0) && seidel_sketch_has_few (sketch)
             && !seidel_sketch_named (sketch, cholmod_endings)
           ? SEIDEL_CERTAINTY_PLAUSIBLE
           : SEIDEL_CERTAINTY_CERTAIN;
}

/* Each edge once, so the matrix is symmetric. */
SeidelCertainty
seidel_judge_edges (const SeidelSketch *sketch, SeidelReading *reading)
{
  const bool named = seidel_sketch_named (sketch, seidel_graph_endings);
  SeidelSketchEntries entries;
  double size[2];

  if (sketch->parted || !seidel_sketch_size (sketch, 2, size) || size[0] < 2.0)
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  seidel_sketch_entries (sketch, 1, 0, 1, &entries);
  if (entries.bad || !entries.digits || entries.fields < 2 || entries.fields > (named ? 3 : 2)
      || !seidel_sketch_keeps (sketch, size[1], entries.lines)
      || !seidel_judge_is_inside (&entries, size[0], size[0]) || entries.lines < 1)
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  seidel_judge_set_size (reading, sketch, size[0], size[0], size[1]);
  seidel_judge_set_fields (reading, entries.fields);
  reading->symmetry = SEIDEL_FILED_SYMMETRIC;
  seidel_judge_explain (reading,
                        g_strdup (seidel_text ("The first line holds the numbers of vertices and "
                                               "edges, and as many edges follow.")));
  return named ? SEIDEL_CERTAINTY_CERTAIN : SEIDEL_CERTAINTY_PLAUSIBLE;
}

SeidelCertainty
seidel_judge_indexed (const SeidelSketch *sketch, SeidelReading *reading)
{
  SeidelSketchEntries entries;
  const SeidelSketchLine *line;
  double numbers[2];
  double next;
  bool digits = true;

  if (sketch->parted || !seidel_sketch_size (sketch, 2, numbers) || numbers[0] < 0.0
      || numbers[0] > numbers[1])
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  seidel_sketch_entries (sketch, 1, 0, -1, &entries);
  if (entries.bad || entries.fields != 2 || !entries.digits
      || !seidel_judge_has_digits_first (sketch)
      || !(sketch->complete ? (double) entries.lines == numbers[1] - numbers[0] + 1.0
                            : (double) entries.lines <= numbers[1] - numbers[0]))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  next = numbers[0];
  for (guint i = 1; (line = seidel_sketch_next (sketch, &i)) != NULL; next++)
    {
      if (seidel_sketch_field (sketch, line, 0)->value != next)
        return SEIDEL_CERTAINTY_IMPOSSIBLE;
      digits = digits && seidel_sketch_field (sketch, line, 1)->digits;
    }
  seidel_judge_set_size (reading, sketch, numbers[1] - numbers[0] + 1.0, 1.0,
                         numbers[1] - numbers[0] + 1.0);
  reading->base = (int) MIN (numbers[0], G_MAXINT32);
  reading->fields = 2;
  reading->column_field = -1;
  reading->value_field = 1;
  seidel_judge_explain (reading, g_strdup (seidel_text (
                                   "The first line holds the first and the last row, and each "
                                   "row follows with its value.")));
  /* One row could as well be the second of a table. */
  return digits || entries.lines < 2 ? SEIDEL_CERTAINTY_PLAUSIBLE : SEIDEL_CERTAINTY_CERTAIN;
}
