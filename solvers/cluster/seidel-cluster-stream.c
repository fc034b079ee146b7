/* Lines of the stream, written and read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cluster/seidel-cluster-stream.h"

#include <math.h>
#include <string.h>

#define PREFIX "seidel "

/* A line is never longer, whatever a rank prints. */
#define MOST_BYTES 8192

static void
append_number (GString *text, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, " %s", g_ascii_dtostr (buffer, sizeof buffer, value));
}

static void
append_integer (GString *text, int64_t value)
{
  g_string_append_printf (text, " %" G_GINT64_FORMAT, value);
}

/* The end of a line: what is left of it is free text. */
static void
append_text (GString *text, const char *message)
{
  g_autofree char *line = g_strdup (message != NULL ? message : "");

  g_strdelimit (line, "\r\n", ' ');
  g_string_append_printf (text, " %.*s\n", MOST_BYTES / 2, line);
}

void
seidel_cluster_stream_add_process (GString *text, const SeidelRank *rank)
{
  g_string_append (text, PREFIX "process");
  append_integer (text, rank->rank);
  append_integer (text, rank->pid);
  append_text (text, rank->host);
}

void
seidel_cluster_stream_add_rank (GString *text, const SeidelRank *rank)
{
  g_string_append (text, PREFIX "rank");
  append_integer (text, rank->rank);
  append_integer (text, rank->rows);
  append_integer (text, rank->entries);
  append_integer (text, rank->crossing);
  append_integer (text, rank->halo);
  g_string_append_c (text, '\n');
}

void
seidel_cluster_stream_add_solve (GString *text, double reference)
{
  g_string_append (text, PREFIX "solve\n" PREFIX "reference");
  append_number (text, reference);
  g_string_append_c (text, '\n');
}

void
seidel_cluster_stream_add_point (GString *text, const SeidelTracePoint *point)
{
  g_string_append (text, PREFIX "point");
  append_integer (text, point->iteration);
  append_number (text, point->seconds);
  append_number (text, point->residual);
  append_number (text, point->error);
  g_string_append_c (text, '\n');
}

void
seidel_cluster_stream_add_sweep (GString *text, const SeidelTraceSweep *sweep)
{
  g_string_append (text, PREFIX "sweep");
  append_integer (text, sweep->iteration);
  append_number (text, sweep->begin);
  append_number (text, sweep->seconds);
  g_string_append_c (text, '\n');
}

void
seidel_cluster_stream_add_times (GString *text, const SeidelRank *rank)
{
  g_string_append (text, PREFIX "time");
  append_integer (text, rank->rank);
  append_number (text, rank->products);
  append_number (text, rank->reductions);
  append_integer (text, rank->memory);
  g_string_append_c (text, '\n');
}

void
seidel_cluster_stream_add_end (GString *text, const SeidelClusterResult *result)
{
  g_string_append (text, PREFIX "end");
  append_integer (text, result->reason);
  append_integer (text, result->iterations);
  append_number (text, result->initial);
  append_number (text, result->latest);
  append_integer (text, result->computed);
  append_text (text, result->message);
}

void
seidel_cluster_stream_add_failure (GString *text, SeidelReason reason, const char *message)
{
  g_string_append (text, PREFIX "fail");
  append_integer (text, reason);
  append_text (text, message);
}

/* Words of a line that is being read. */
static int64_t
take_integer (const char **line)
{
  char *end = NULL;
  const int64_t value = g_ascii_strtoll (*line, &end, 10);

  *line = end;
  return value;
}

static double
take_number (const char **line)
{
  char *end = NULL;
  const double value = g_ascii_strtod (*line, &end);

  *line = end;
  return value;
}

static const char *
take_text (const char *line)
{
  while (*line == ' ')
    line++;
  return line;
}

static SeidelReason
take_reason (const char **line)
{
  const int64_t reason = take_integer (line);

  return reason > SEIDEL_REASON_NONE && reason <= SEIDEL_REASON_FAILED ? (SeidelReason) reason
                                                                       : SEIDEL_REASON_FAILED;
}

static void
take_message (SeidelClusterStream *self, const char *line)
{
  const char *message = take_text (line);

  g_free (self->result->message);
  self->result->message = *message != '\0' ? g_utf8_make_valid (message, -1) : NULL;
}

static void
read_process (SeidelClusterStream *self, const char *line)
{
  SeidelRank rank = { .rank = take_integer (&line), .products = NAN, .reductions = NAN };

  rank.pid = take_integer (&line);
  g_strlcpy (rank.host, take_text (line), sizeof rank.host);
  g_array_append_val (self->ranks, rank);
}

/* The rank that a line is about: its number comes first. */
static SeidelRank *
take_rank (SeidelClusterStream *self, const char **line)
{
  const int64_t number = take_integer (line);

  for (guint i = 0; i < self->ranks->len; i++)
    if (g_array_index (self->ranks, SeidelRank, i).rank == number)
      return &g_array_index (self->ranks, SeidelRank, i);
  return NULL;
}

static void
read_rank (SeidelClusterStream *self, const char *line)
{
  SeidelRank *rank = take_rank (self, &line);

  if (rank == NULL)
    return;
  rank->rows = take_integer (&line);
  rank->entries = take_integer (&line);
  rank->crossing = take_integer (&line);
  rank->halo = take_integer (&line);
}

static void
read_times (SeidelClusterStream *self, const char *line)
{
  SeidelRank *rank = take_rank (self, &line);

  if (rank == NULL)
    return;
  rank->products = take_number (&line);
  rank->reductions = take_number (&line);
  rank->memory = take_integer (&line);
}

static void
read_solve (SeidelClusterStream *self, const char *line)
{
  seidel_trace_begin_phase (self->trace, SEIDEL_PHASE_SOLVE);
}

static void
read_reference (SeidelClusterStream *self, const char *line)
{
  seidel_trace_set_reference (self->trace, take_number (&line));
}

static void
read_point (SeidelClusterStream *self, const char *line)
{
  SeidelTracePoint point = { .normal = NAN };

  point.iteration = take_integer (&line);
  point.seconds = take_number (&line);
  point.residual = take_number (&line);
  point.error = take_number (&line);
  seidel_trace_take_point (self->trace, &point);
  if (seidel_trace_n_points (self->trace) == 1)
    self->result->initial = point.residual;
  self->result->iterations = point.iteration;
  self->result->latest = point.residual;
}

static void
read_sweep (SeidelClusterStream *self, const char *line)
{
  SeidelTraceSweep sweep = { .iteration = take_integer (&line) };

  sweep.begin = take_number (&line);
  sweep.seconds = take_number (&line);
  seidel_trace_take_sweep (self->trace, &sweep);
}

static void
read_end (SeidelClusterStream *self, const char *line)
{
  SeidelClusterResult *result = self->result;

  result->reason = take_reason (&line);
  result->iterations = take_integer (&line);
  result->initial = take_number (&line);
  result->latest = take_number (&line);
  result->computed = take_integer (&line) != 0;
  take_message (self, line);
  self->ended = true;
}

static void
read_failure (SeidelClusterStream *self, const char *line)
{
  if (self->ended)
    return;
  self->result->reason = take_reason (&line);
  take_message (self, line);
  self->ended = true;
}

static void
read_line (SeidelClusterStream *self, const char *line)
{
  static const struct
  {
    const char *word;
    void (*read) (SeidelClusterStream *self, const char *line);
  } words[] = {
    { "point ", read_point },         { "sweep ", read_sweep }, { "process ", read_process },
    { "rank ", read_rank },           { "solve", read_solve },  { "time ", read_times },
    { "reference ", read_reference }, { "end ", read_end },     { "fail ", read_failure },
  };

  if (!g_str_has_prefix (line, PREFIX))
    return;
  line += strlen (PREFIX);
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (line, words[i].word))
      {
        words[i].read (self, line + strlen (words[i].word));
        return;
      }
}

void
seidel_cluster_stream_take (SeidelClusterStream *self, const char *bytes, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (bytes[i] == '\n')
      {
        read_line (self, self->line->str);
        g_string_truncate (self->line, 0);
      }
    else if (self->line->len < MOST_BYTES)
      g_string_append_c (self->line, bytes[i]);
}
