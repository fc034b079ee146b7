/* The levels and far entries of the rows of a lexicographic grid, in closed form.
 *
 * On a grid whose points are numbered line by line and plane by plane, the level of a row and its
 * numbers of far entries are linear in its coordinates. Looking for them takes thousands of steps
 * that depend on each other; computing them takes none. What the distances of entries say of a grid
 * is a guess, however, which is to be checked row by row: the marks are right if that of each row
 * follows from those of the rows that it depends on. Where the guess is wrong, they are searched
 * for.
 *
 * Plain C without CUDA.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-rows.h"

#ifdef __cplusplus
extern "C"
{
#endif

  /* Distances that are not more frequent do not count. */
  SEIDEL_PLAN_FUNCTION int32_t
  seidel_rare_distance (int64_t rows)
  {
    return (int32_t) (rows / 10000);
  }

  /* Two of the far classes: distances from cuts[0] and from cuts[1] on. */
  typedef struct
  {
    int64_t cuts[2];
  } SeidelFarClasses;

  SEIDEL_PLAN_FUNCTION bool
  seidel_is_far (const SeidelFarClasses *classes, int number, int64_t distance)
  {
    return distance >= classes->cuts[number] && (number == 1 || distance < classes->cuts[1]);
  }

  /* The distances behind the two widest gaps between so many frequent ones, ascending. */
  SeidelFarClasses seidel_far_classes (const int32_t *distances, int64_t n_distances, int64_t rows);

  /* The level of a row, 1 …, and the most entries of each far class on any path to it. */
  typedef struct
  {
    int32_t level;
    int32_t far[2];
  } SeidelMark;

/* Each of these numbers is kept in so many bits. */
#define SEIDEL_MARK_BITS 21
#define SEIDEL_MARK_MOST ((1 << SEIDEL_MARK_BITS) - 1)

  /* A number by which others below 2³¹ are divided without dividing. Source: Granlund and
   * Montgomery, PLDI 1994. */
  typedef struct
  {
    uint32_t divisor;
    uint32_t factor;
    int shift;
  } SeidelDivisor;

  SEIDEL_PLAN_FUNCTION uint32_t
  seidel_divided (const SeidelDivisor *by, uint32_t number)
  {
    return (uint32_t) ((uint64_t) (2 * number) * by->factor >> 32) >> by->shift;
  }

  /* Where a matrix without planes is one plane, and one without lines one line. */
  typedef struct
  {
    SeidelDivisor line;  /* places of a line */
    SeidelDivisor plane; /* places of a plane */
    int32_t steps[3];    /* levels from a place, a line and a plane to the next */
    int32_t lines;       /* far entries of the first class from a plane to the next */
  } SeidelGridMarks;

  SeidelDivisor seidel_divisor (uint32_t divisor);

  /* What the frequent distances of a matrix, ascending, and their classes say of a grid. False: it
   * is none, or its marks do not fit. */
  bool seidel_grid_guess (const int32_t *distances,
                          int64_t n_distances,
                          const SeidelFarClasses *classes,
                          int64_t rows,
                          SeidelGridMarks *marks);

  /* The mark of a place, counted from the row that the sweep begins with. */
  SEIDEL_PLAN_FUNCTION SeidelMark
  seidel_grid_mark (const SeidelGridMarks *marks, uint32_t place)
  {
    const int32_t z = (int32_t) seidel_divided (&marks->plane, place);
    const uint32_t in_plane = place - (uint32_t) z * marks->plane.divisor;
    const int32_t y = (int32_t) seidel_divided (&marks->line, in_plane);
    const int32_t x = (int32_t) (in_plane - (uint32_t) y * marks->line.divisor);
    const SeidelMark mark = { 1 + marks->steps[0] * x + marks->steps[1] * y + marks->steps[2] * z,
                              { y + marks->lines * z, z } };

    return mark;
  }

#ifdef __cplusplus
}
#endif
