/* What the distances of entries say of a grid: see seidel-cuda-grid.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "seidel-cuda-grid.h"

/* Neighbouring distances of which one is not so many times the other belong to the same class. */
#define GAP 4.0

SeidelFarClasses
seidel_far_classes (const int32_t *distances, int64_t n_distances, int64_t rows)
{
  SeidelFarClasses classes = { { rows, rows } };
  double widest[2] = { GAP, GAP };

  for (int64_t i = 1; i < n_distances; i++)
    {
      const double gap = (double) distances[i] / (double) distances[i - 1];

      if (gap > widest[0])
        {
          widest[1] = widest[0];
          classes.cuts[1] = classes.cuts[0];
          widest[0] = gap;
          classes.cuts[0] = distances[i];
        }
      else if (gap > widest[1])
        {
          widest[1] = gap;
          classes.cuts[1] = distances[i];
        }
    }
  if (classes.cuts[0] > classes.cuts[1])
    classes = (SeidelFarClasses){ { classes.cuts[1], classes.cuts[0] } };
  return classes;
}

/* How far from the middle of the distances of a class the size of a line, or in lines that of a
 * plane, is looked for. */
#define MOST_AWAY 8

/* The distances of a class, or 0. */
typedef struct
{
  int64_t lowest;
  int64_t highest;
} Range;

SeidelDivisor
seidel_divisor (uint32_t divisor)
{
  SeidelDivisor by = { divisor, 0, 0 };

  while ((uint64_t) 1 << by.shift < divisor)
    by.shift++;
  by.factor = (uint32_t) ((((uint64_t) 1 << (31 + by.shift)) + divisor - 1) / divisor);
  return by;
}

static Range
find_range (const int32_t *distances,
            int64_t n_distances,
            const SeidelFarClasses *classes,
            int number)
{
  Range range = { 0, 0 };

  for (int64_t i = 0; i < n_distances; i++)
    if (seidel_is_far (classes, number, distances[i]))
      {
        range.lowest = range.lowest == 0 ? distances[i] : range.lowest;
        range.highest = distances[i];
      }
  return range;
}

static bool
fits (const Range *range, int64_t size, int64_t unit, int64_t rows)
{
  return size >= range->lowest && size <= range->highest && size % unit == 0 && rows % size == 0;
}

/* The size of a line or plane to whose neighbours the distances of a class lead: some lines or
 * planes straight back, or to both sides of the place there, or behind it alone. A grid has whole
 * lines and planes. 0: no size fits. */
static int64_t
guess_size (const Range *range, int64_t unit, int64_t rows)
{
  const int64_t middle = ((range->lowest + range->highest) / 2 + unit / 2) / unit * unit;

  if (range->highest % range->lowest == 0 && fits (range, range->lowest, unit, rows))
    return range->lowest;
  for (int64_t away = 0; away <= MOST_AWAY * unit; away += unit)
    {
      if (fits (range, middle - away, unit, rows))
        return middle - away;
      if (fits (range, middle + away, unit, rows))
        return middle + away;
    }
  return 0;
}

static int64_t
larger (int64_t a, int64_t b)
{
  return a > b ? a : b;
}

/* How many levels, at least, a line must be behind the line before, and a plane behind the plane
 * before: an entry leads so many places, and lines, towards those that are later there. */
static void
guess_steps (const int32_t *distances,
             int64_t n_distances,
             const SeidelFarClasses *classes,
             int64_t line,
             int64_t plane,
             int64_t steps[3],
             int64_t *lines)
{
  steps[0] = distances[0] == 1;
  steps[1] = steps[2] = 1;
  *lines = 0;
  /* Those of a plane come after those of a line, whose step is known by then. */
  for (int64_t i = 0; i < n_distances; i++)
    if (seidel_is_far (classes, 0, distances[i]))
      steps[1] = larger (steps[1], 1 + steps[0] * (line - distances[i]));
    else if (seidel_is_far (classes, 1, distances[i]))
      {
        const int64_t ahead = plane - distances[i];
        const int64_t y = (int64_t) floor ((double) ahead / (double) line + 0.5);

        steps[2] = larger (steps[2], 1 + steps[1] * y + steps[0] * (ahead - y * line));
        *lines = larger (*lines, y);
      }
}

/* Whether all marks fit into their bits: the last place has the highest. */
static bool
are_small (const int64_t steps[3], int64_t lines, int64_t line, int64_t plane, int64_t rows)
{
  const int64_t y = plane / line - 1;
  const int64_t z = rows / plane - 1;

  return steps[1] < SEIDEL_MARK_MOST && steps[2] < SEIDEL_MARK_MOST && lines < SEIDEL_MARK_MOST
         && 1 + steps[0] * (line - 1) + steps[1] * y + steps[2] * z < SEIDEL_MARK_MOST
         && y + lines * z < SEIDEL_MARK_MOST;
}

bool
seidel_grid_guess (const int32_t *distances,
                   int64_t n_distances,
                   const SeidelFarClasses *classes,
                   int64_t rows,
                   SeidelGridMarks *marks)
{
  const Range of_lines = find_range (distances, n_distances, classes, 0);
  const Range of_planes = find_range (distances, n_distances, classes, 1);
  int64_t line = rows;
  int64_t plane = rows;
  int64_t steps[3];
  int64_t lines;

  if (n_distances == 0 || rows > INT32_MAX)
    return false;
  if (of_lines.highest > 0)
    line = guess_size (&of_lines, 1, rows);
  if (line > 0 && of_planes.highest > 0)
    plane = guess_size (&of_planes, line, rows);
  if (line == 0 || plane == 0)
    return false;
  guess_steps (distances, n_distances, classes, line, plane, steps, &lines);
  if (!are_small (steps, lines, line, plane, rows))
    return false;
  *marks = (SeidelGridMarks){
    .line = seidel_divisor ((uint32_t) line),
    .plane = seidel_divisor ((uint32_t) plane),
    .steps = { (int32_t) steps[0], (int32_t) steps[1], (int32_t) steps[2] },
    .lines = (int32_t) lines,
  };
  return true;
}
