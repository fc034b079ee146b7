/* Which readings explain a text, and which of them is meant. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-reader.h"
#include "io/formats/seidel-reading.h"
#include "io/formats/seidel-sketch.h"

G_BEGIN_DECLS

/* The readings that are possible, by their order in the table. Of SeidelReading; free with
 * g_ptr_array_unref (). */
GPtrArray *seidel_readings_judge (const SeidelSketch *sketch);

/* The one that a name asks for, as seidel_readings_choose () says, with what the text says of it;
 * impossible where the columns of a list that it names do not hold what they should, or words are
 * in a table. */
SeidelReading *seidel_readings_take (const SeidelSketch *sketch,
                                     const GPtrArray *readings,
                                     const char *name,
                                     GError **error);

/* The one that is meant, or NULL: there is none, or, where *ambiguous is set, the user is to be
 * asked. The first plausible one is meant if it is certain or no later one is plausible, and it is
 * known whether its first line is one of headings. */
const SeidelReading *seidel_readings_best (const GPtrArray *readings, bool *ambiguous);

/* What reads it. */
const SeidelReader *seidel_reading_reader (const SeidelReading *reading);

/* The judges: each fills in a reading of its kind and returns how well it explains the text. */

SeidelCertainty seidel_judge_freefem (const SeidelSketch *sketch, SeidelReading *reading);
SeidelCertainty seidel_judge_abaqus (const SeidelSketch *sketch, SeidelReading *reading);
SeidelCertainty seidel_judge_hypre (const SeidelSketch *sketch, SeidelReading *reading);
SeidelCertainty seidel_judge_cholmod (const SeidelSketch *sketch, SeidelReading *reading);
SeidelCertainty seidel_judge_graph (const SeidelSketch *sketch, SeidelReading *reading);
SeidelCertainty seidel_judge_edges (const SeidelSketch *sketch, SeidelReading *reading);
SeidelCertainty seidel_judge_indexed (const SeidelSketch *sketch, SeidelReading *reading);
SeidelCertainty seidel_judge_csr (const SeidelSketch *sketch, SeidelReading *reading);
SeidelCertainty seidel_judge_sized (const SeidelSketch *sketch, SeidelReading *reading);
SeidelCertainty seidel_judge_array (const SeidelSketch *sketch, SeidelReading *reading);
SeidelCertainty seidel_judge_sized_table (const SeidelSketch *sketch, SeidelReading *reading);
SeidelCertainty seidel_judge_entries (const SeidelSketch *sketch, SeidelReading *reading);
SeidelCertainty seidel_judge_table (const SeidelSketch *sketch, SeidelReading *reading);

/* What judges share. */

/* The lines of a sketch as entries. */
typedef struct
{
  int fields;                       /* on each */
  int64_t lines;                    /* up to the first that is no entry of as many fields */
  bool bad;                         /* there is such a line */
  const SeidelSketchLine *bad_line; /* NULL: it is beyond the sketch's lines */
  bool digits;                      /* all indices are written as such */
  bool whole;                       /* all other fields are whole numbers */
  bool apart;                       /* none of them is written as an index is */
  double most_row;
  double most_column;
  bool zero;        /* an index is 0 */
  int64_t repeated; /* entries of places that were named before */
} SeidelSketchEntries;

/* Whole numbers on so few lines may be anything by chance. */
#define SEIDEL_FEW_LINES 6

/* Whether all numbers of a text that is seen whole are whole ones, on so few lines. */
bool seidel_sketch_has_few (const SeidelSketch *sketch);

/* The places of two lines one after the other: −1, 0, 1 as the latter is behind the former by rows,
 * or by columns. */
int seidel_sketch_compare_lines (const SeidelSketch *sketch,
                                 const SeidelSketchLine *before,
                                 const SeidelSketchLine *line,
                                 int first,
                                 int second);

/* The lines from one on if they are in rising order by rows, or by columns, else 0; *again says
 * whether two are of the same row. */
guint seidel_sketch_count_rising (const SeidelSketch *sketch, guint from, int first, bool *again);

/* Entries in no more lines than they have fields, of a text that is seen whole. */
SeidelCertainty seidel_judge_little (const SeidelSketch *sketch, const SeidelSketchEntries *all);

/* From a line on; column_field may be −1. */
void seidel_sketch_entries (const SeidelSketch *sketch,
                            guint first,
                            int row_field,
                            int column_field,
                            SeidelSketchEntries *entries);

/* The next line with fields from i on, or NULL; *i is behind it. */
const SeidelSketchLine *seidel_sketch_next (const SeidelSketch *sketch, guint *i);

/* Whether the first line with fields holds n whole numbers, the size; its sign matters to none. */
bool seidel_sketch_size (const SeidelSketch *sketch, int n, double *numbers);

/* Whether as many lines as declared follow, as far as can be seen. */
bool seidel_sketch_keeps (const SeidelSketch *sketch, double declared, int64_t found);

/* Whether the file's name ends so. */
bool seidel_sketch_named (const SeidelSketch *sketch, const char *const *endings);

/* Whether the first comment is that of the KONECT collection: a list of edges without a size. */
bool seidel_sketch_is_konect (const SeidelSketch *sketch);

/* Takes a sentence as the evidence. */
void seidel_judge_explain (SeidelReading *reading, char *sentence);

/* So many fields on each line: a row, a column, a value if there are three, its imaginary part if
 * there are four. */
void seidel_judge_set_fields (SeidelReading *reading, int fields);

/* The first line with fields is the size. */
void seidel_judge_set_size (SeidelReading *reading,
                            const SeidelSketch *sketch,
                            double rows,
                            double columns,
                            double entries);

/* Whether no index exceeds a size, counted from 1 or, where 0 occurs, from 0. */
bool seidel_judge_is_inside (const SeidelSketchEntries *entries, double rows, double columns);

/* Whether the first line is written as a size usually is. */
bool seidel_judge_has_digits_first (const SeidelSketch *sketch);

/* What the names of graphs, and of lists of entries, end with. */
extern const char *const seidel_graph_endings[];
extern const char *const seidel_list_endings[];

G_END_DECLS
