/* Reads the graphs of METIS, as symmetric matrices of edge weights, and of the shortest path and
 * colouring challenges of DIMACS.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-graph.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "io/bytes/seidel-blocks.h"
#include "io/bytes/seidel-decimal.h"
#include "io/formats/seidel-gather.h"
#include "io/formats/seidel-market.h"
#include "io/formats/seidel-reader.h"
#include "io/formats/seidel-table.h"
#include "base/seidel-translatable.h"

/* More weights than this no vertex has. */
#define MOST_WEIGHTS 1000

bool
seidel_graph_header_is_usual (const SeidelGraphHeader *header)
{
  return (double) header->edges
         <= (double) header->vertices * ((double) header->vertices - 1.0) / 2.0;
}

/* The format of three digits: vertices have sizes, have weights, edges have weights. */
static bool
take_format (SeidelGraphHeader *header, const char *format, const char *weights)
{
  const size_t length = strlen (format);
  const bool sizes = length == 3 && format[0] == '1';
  const bool vertex_weights = length >= 2 && format[length - 2] == '1';
  const bool edge_weights = length >= 1 && format[length - 1] == '1';
  guint64 count = 1;

  if (length > 3 || format[strspn (format, "01")] != '\0'
      || (weights != NULL
          && !g_ascii_string_to_unsigned (weights, 10, 0, MOST_WEIGHTS, &count, NULL)))
    return false;
  header->skip = sizes + (vertex_weights ? (int) count : 0);
  header->step = edge_weights ? 2 : 1;
  return true;
}

bool
seidel_graph_header_parse (SeidelGraphHeader *header, const char *line)
{
  g_auto (GStrv) words = seidel_words (line, strlen (line));
  const guint n = g_strv_length (words);
  guint64 numbers[2];

  if (n < 2 || n > 4)
    return false;
  *header = (SeidelGraphHeader){ .step = 1, .words = (int) n };
  for (int i = 0; i < 2; i++)
    if (!g_ascii_string_to_unsigned (words[i], 10, 0, G_MAXINT64 / 4, &numbers[i], NULL))
      return false;
  header->vertices = (int64_t) numbers[0];
  header->edges = (int64_t) numbers[1];
  return header->vertices <= G_MAXINT32 && (n == 2 || take_format (header, words[2], words[3]));
}

typedef struct
{
  SeidelLines lines;
  SeidelGraphHeader header;
  bool has_header;
  int64_t vertex; /* the one whose line comes next, from 0 */
  SeidelGather gather;
} Graph;

static void
graph_clear (Graph *graph)
{
  seidel_lines_clear (&graph->lines);
  seidel_gather_clear (&graph->gather);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Graph, graph_clear)

static bool
take_header (Graph *graph, const char *at, int64_t length, GError **error)
{
  g_autofree char *line = g_strndup (at, (gsize) length);

  graph->has_header = true;
  if (seidel_graph_header_parse (&graph->header, line))
    return seidel_gather_check (&graph->gather, (double) graph->header.vertices,
                                (double) graph->header.vertices, 0.0, error);
  return seidel_lines_fail (&graph->lines, error,
                            "expected the numbers of vertices and edges, and a format of three "
                            "digits 0 or 1 where there are weights");
}

static bool
fail_word (Graph *graph, const char *at, const char *expected, GError **error)
{
  g_autofree char *quote = seidel_quote (at, strcspn (at, " \t\r\n"));

  return seidel_lines_fail (&graph->lines, error, "vertex %" PRId64 ": expected %s, found %s",
                            graph->vertex + 1, expected, quote);
}

static bool
take_neighbour (Graph *graph, int64_t neighbour, double weight, const char *at, GError **error)
{
  if (neighbour < 1 || neighbour > graph->header.vertices)
    {
      g_autofree char *expected =
        g_strdup_printf (seidel_text ("a neighbour from 1 to %" PRId64), graph->header.vertices);

      return fail_word (graph, at, expected, error);
    }
  return seidel_gather_add (&graph->gather,
                            &(SeidelEntry){ (int32_t) graph->vertex, (int32_t) neighbour - 1,
                                            weight },
                            error);
}

static const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
    at++;
  return at;
}

/* A number of a line; moves *at behind it and the blanks that follow. */
static bool
take_number (Graph *graph, const char **at, const char *end, double *value, GError **error)
{
  const char *word = *at;

  if (word >= end)
    return fail_word (graph, "", seidel_text ("another number"), error);
  if (!seidel_scan_value (at, value) || (*at < end && !g_ascii_isspace (**at)))
    return fail_word (graph, word, seidel_text ("a number"), error);
  *at = skip_blanks (*at, end);
  return true;
}

static bool
take_vertex (Graph *graph, const char *at, const char *end, GError **error)
{
  double value = 0.0;

  for (int i = 0; i < graph->header.skip && (i > 0 || at < end); i++)
    if (!take_number (graph, &at, end, &value, error))
      return false;
  while (at < end)
    {
      const char *word = at;
      double weight = 1.0;

      if (!take_number (graph, &at, end, &value, error)
          || (graph->header.step == 2 && !take_number (graph, &at, end, &weight, error)))
        return false;
      if (!(value >= 0.0 && value <= 4e9 && value == floor (value)))
        return fail_word (graph, word, seidel_text ("a neighbour"), error);
      if (!take_neighbour (graph, (int64_t) value, weight, word, error))
        return false;
    }
  graph->vertex++;
  return true;
}

static bool
take_graph_line (Graph *graph, GError **error)
{
  const char *at = graph->lines.line;
  const char *end = at + graph->lines.length;

  if (graph->lines.number == 1)
    at += seidel_table_mark (at, (size_t) graph->lines.length);
  at = skip_blanks (at, end);
  if (at < end && (*at == '%' || *at == '#'))
    return true;
  if (!graph->has_header)
    return at == end || take_header (graph, at, end - at, error);
  if (graph->vertex < graph->header.vertices)
    return take_vertex (graph, at, end, error);
  return at == end
         || seidel_lines_fail (&graph->lines, error,
                               "expected the end of the file behind the lines of %" PRId64
                               " vertices",
                               graph->header.vertices);
}

static bool
read_lines (Graph *graph, bool (*take) (Graph *graph, GError **error), GError **error)
{
  g_autoptr (GError) cause = NULL;

  while (seidel_lines_next (&graph->lines, &cause))
    if (!take (graph, error))
      return false;
  if (cause == NULL)
    return true;
  g_propagate_error (error, g_steal_pointer (&cause));
  return false;
}

/* Blank lines at the end are those of isolated vertices, of which editors like to drop some. */
static bool
check_counts (Graph *graph, GError **error)
{
  const int64_t listed = graph->gather.count;

  if (!graph->has_header)
    return seidel_lines_fail (
      &graph->lines, error, "the file ends where the numbers of vertices and edges were expected");
  if (graph->vertex < graph->header.vertices && listed < 2 * graph->header.edges)
    return seidel_lines_fail (&graph->lines, error,
                              "the file ends after the lines of %" PRId64 " of %" PRId64
                              " vertices",
                              graph->vertex, graph->header.vertices);
  return listed == 2 * graph->header.edges
         || seidel_source_fail (graph->lines.source, SEIDEL_ERROR_FORMAT, error,
                                "declares %" PRId64 " edges; its vertices list %" PRId64
                                " neighbours where %" PRId64
                                " were expected, each edge from both ends",
                                graph->header.edges, listed, 2 * graph->header.edges);
}

/* Each edge is named from both ends, with one weight. */
static bool
check_ends (const Graph *graph, const SeidelCsr *csr, GError **error)
{
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const int64_t back = seidel_csr_find (csr, csr->column_indices[k], row);

        if (back < 0 || csr->values[back] != csr->values[k])
          return seidel_source_fail (graph->lines.source, SEIDEL_ERROR_FORMAT, error,
                                     "vertex %" PRId64 " has the neighbour %d, whose line "
                                     "does not name it%s",
                                     row + 1, csr->column_indices[k] + 1,
                                     back < 0 ? "" : seidel_text (" with the same weight"));
      }
  return true;
}

static SeidelMatrix *
make_matrix (Graph *graph, SeidelCsr *csr, const char *format, char *note)
{
  SeidelMatrix *matrix = seidel_matrix_new (NULL, csr);

  matrix->origin.format = g_strdup (format);
  matrix->origin.note = note;
  matrix->origin.stored = graph->gather.taken;
  matrix->origin.duplicates = graph->gather.duplicates;
  return matrix;
}

static SeidelMatrix *
read_graph (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (Graph) graph = { 0 };
  g_autoptr (SeidelCsr) csr = NULL;
  SeidelMatrix *matrix;

  seidel_gather_init (&graph.gather, source);
  seidel_lines_init (&graph.lines, source, SEIDEL_READING_SHARE);
  seidel_progress_begin (seidel_source_progress (source), "Reading entries");
  if (!read_lines (&graph, take_graph_line, error) || !check_counts (&graph, error))
    return NULL;
  csr = seidel_gather_assemble (&graph.gather, graph.header.vertices, graph.header.vertices, 0,
                                SEIDEL_FILED_GENERAL, error);
  if (csr == NULL || !check_ends (&graph, csr, error))
    return NULL;
  matrix =
    make_matrix (&graph, g_steal_pointer (&csr), "METIS graph",
                 g_strdup (graph.header.step == 2
                             ? seidel_text ("The weights of the edges are the entries.")
                           : graph.header.skip > 0
                             ? seidel_text ("Each edge is an entry that is 1; the weights of the "
                                            "vertices were not used.")
                             : seidel_text ("Each edge is an entry that is 1.")));
  matrix->origin.field = graph.header.step == 2 ? SEIDEL_FIELD_REAL : SEIDEL_FIELD_PATTERN;
  return matrix;
}

/* Of DIMACS. */

typedef struct
{
  Graph graph;
  bool directed;
} Challenge;

static bool
take_problem (Graph *graph, char **words, GError **error)
{
  static const char *const known[] = { "sp", "edge", "edges", "col", NULL };
  guint64 numbers[2] = { 0, 0 };
  bool fine = !graph->has_header && g_strv_length (words) == 4;

  for (int i = 0; fine && i < 2; i++)
    fine = g_ascii_string_to_unsigned (words[i + 2], 10, 0, G_MAXINT64 / 4, &numbers[i], NULL);
  if (!fine || numbers[0] > G_MAXINT32)
    return seidel_lines_fail (&graph->lines, error,
                              "expected one line “p sp VERTICES ARCS” or “p edge VERTICES EDGES”");
  if (!g_strv_contains (known, words[1]))
    return seidel_lines_fail (&graph->lines, error,
                              "a DIMACS problem of the kind “%.20s” is not read; expected sp, edge "
                              "or col",
                              g_str_is_ascii (words[1]) ? words[1] : "?");
  graph->has_header = true;
  graph->header.vertices = (int64_t) numbers[0];
  graph->header.edges = (int64_t) numbers[1];
  graph->header.step = g_str_equal (words[1], "sp") ? 2 : 1;
  return seidel_gather_check (&graph->gather, (double) numbers[0], (double) numbers[0], 0.0, error);
}

static bool
take_arc (Graph *graph, char **words, GError **error)
{
  const bool weighted = graph->header.step == 2;
  gint64 ends[2] = { 0, 0 };
  double weight = 1.0;
  bool fine = graph->has_header && g_strv_length (words) == (weighted ? 4u : 3u);

  for (int i = 0; fine && i < 2; i++)
    fine = g_ascii_string_to_signed (words[i + 1], 10, 1, graph->header.vertices, &ends[i], NULL);
  if (fine && weighted)
    {
      g_autofree char *padded = g_strconcat (words[3], "\n               ", NULL);
      const char *p = padded;

      fine = seidel_scan_value (&p, &weight) && *p == '\n';
    }
  if (!fine)
    return seidel_lines_fail (&graph->lines, error, "expected %s, vertices from 1 to %" PRId64,
                              weighted ? seidel_text ("“a FROM TO LENGTH”")
                                       : seidel_text ("“e FROM TO”"),
                              graph->header.vertices);
  /* An edge is stored once: in the lower triangle. */
  if (!weighted && ends[1] > ends[0])
    return seidel_gather_add (&graph->gather,
                              &(SeidelEntry){ (int32_t) ends[1] - 1, (int32_t) ends[0] - 1, 1.0 },
                              error);
  return seidel_gather_add (&graph->gather,
                            &(SeidelEntry){ (int32_t) ends[0] - 1, (int32_t) ends[1] - 1, weight },
                            error);
}

static bool
take_challenge_line (Graph *graph, GError **error)
{
  g_auto (GStrv) words = seidel_words (graph->lines.line, (size_t) graph->lines.length);

  if (words[0] == NULL || g_str_equal (words[0], "c") || g_str_equal (words[0], "n"))
    return true;
  if (g_str_equal (words[0], "p"))
    return take_problem (graph, words, error);
  if (g_str_equal (words[0], "a") || g_str_equal (words[0], "e"))
    return take_arc (graph, words, error);
  return seidel_lines_fail (&graph->lines, error, "expected a line that begins with c, p, a or e");
}

/* An edge that is named twice, from both ends, is one. */
static void
set_to_one (SeidelCsr *csr)
{
  for (int64_t k = 0; k < seidel_csr_nonzeros (csr); k++)
    csr->values[k] = 1.0;
}

static SeidelMatrix *
read_challenge (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (Graph) graph = { 0 };
  g_autoptr (SeidelCsr) csr = NULL;
  SeidelMatrix *matrix;
  bool weighted;

  seidel_gather_init (&graph.gather, source);
  seidel_lines_init (&graph.lines, source, SEIDEL_READING_SHARE);
  seidel_progress_begin (seidel_source_progress (source), "Reading entries");
  if (!read_lines (&graph, take_challenge_line, error))
    return NULL;
  weighted = graph.header.step == 2;
  if (!graph.has_header || graph.gather.count != graph.header.edges)
    {
      seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error,
                          "declares %" PRId64 " %s; %" PRId64 " follow", graph.header.edges,
                          weighted ? seidel_text ("arcs") : seidel_text ("edges"),
                          graph.gather.count);
      return NULL;
    }
  csr = seidel_gather_assemble (&graph.gather, graph.header.vertices, graph.header.vertices, 0,
                                weighted ? SEIDEL_FILED_GENERAL : SEIDEL_FILED_SYMMETRIC, error);
  if (csr == NULL)
    return NULL;
  if (!weighted)
    set_to_one (csr);
  matrix = make_matrix (&graph, g_steal_pointer (&csr),
                        weighted ? "DIMACS graph, shortest paths" : "DIMACS graph, edges",
                        g_strdup (weighted ? seidel_text (
                                    "The length of an arc is the entry in the row of its "
                                    "tail and the column of its head.")
                                           : seidel_text ("Each edge is an entry that is 1.")));
  matrix->origin.field = weighted ? SEIDEL_FIELD_REAL : SEIDEL_FIELD_PATTERN;
  matrix->origin.symmetry = weighted ? SEIDEL_FILED_GENERAL : SEIDEL_FILED_SYMMETRIC;
  return matrix;
}

/* Comments, and then the problem. */
static bool
recognise_challenge (const char *head, size_t length)
{
  const char *at = head;

  while (at[0] == 'c' && (at[1] == ' ' || at[1] == '\n' || at[1] == '\r' || at[1] == '\t'))
    {
      at = memchr (at, '\n', length - (size_t) (at - head));
      if (at == NULL)
        return length >= SEIDEL_HEAD_BYTES;
      at++;
      while (*at == '\n' || *at == '\r')
        at++;
    }
  return at[0] == 'p' && at[1] == ' ' && g_ascii_isalpha (at[2]);
}

const SeidelReader seidel_graph_reader = {
  .format = { "metis", "METIS graph", (const char *const[]){ ".graph", ".metis", ".chaco", NULL } },
  .read = read_graph,
  .read_vector = seidel_text_read_vector,
  .write = seidel_graph_write,
};

const SeidelReader seidel_dimacs_reader = {
  .format = { "dimacs", "DIMACS graph", (const char *const[]){ ".gr", ".col", NULL } },
  .recognise = recognise_challenge,
  .read = read_challenge,
};
