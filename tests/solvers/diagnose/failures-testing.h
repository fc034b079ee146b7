/* Runs that do not converge, each for a reason that is known because it was made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <float.h>
#include <math.h>

#include "base/seidel-random.h"
#include "core-testing.h"
#include "diagnose/seidel-diagnosis.h"

/* Adds up entries. */
typedef struct
{
  GArray *entries; /* TestEntry */
  int n;
} Entries;

static inline Entries
entries_new (int n)
{
  return (Entries){ g_array_new (FALSE, FALSE, sizeof (TestEntry)), n };
}

static inline void
entries_add (Entries *self, int row, int column, double value)
{
  const TestEntry entry = { row, column, value };

  g_array_append_val (self->entries, entry);
}

/* Takes the entries. */
static inline SeidelMatrix *
entries_end (Entries *self, int columns, const char *name)
{
  SeidelMatrix *matrix =
    seidel_matrix_new (name, test_csr_from_entries (self->n, columns,
                                                    (TestEntry *) (void *) self->entries->data,
                                                    (int) self->entries->len));

  g_array_unref (self->entries);
  return matrix;
}

/* −Δ u + p ∂u/∂x + shift u on a side × side grid by central differences; closed: with no flow
 * through its boundary, so that constants are mapped to zero where shift is 0. */
static inline SeidelMatrix *
make_flow (int side, double p, double shift, bool closed)
{
  Entries entries = entries_new (side * side);

  for (int i = 0; i < side * side; i++)
    {
      const int x = i % side;
      const int y = i / side;
      const double west = -1.0 - p;
      const double east = -1.0 + p;
      double sum = 0.0;

      if (x > 0)
        entries_add (&entries, i, i - 1, west);
      if (x < side - 1)
        entries_add (&entries, i, i + 1, east);
      if (y > 0)
        entries_add (&entries, i, i - side, -1.0);
      if (y < side - 1)
        entries_add (&entries, i, i + side, -1.0);
      sum = (x > 0 ? west : 0.0) + (x < side - 1 ? east : 0.0) - (y > 0) - (y < side - 1);
      entries_add (&entries, i, i, (closed ? -sum : 4.0) + shift);
    }
  return entries_end (&entries, side * side, "flow");
}

static inline SeidelMatrix *
make_poisson (double side)
{
  return make_flow ((int) side, 0.0, 0.0, false);
}

/* Nearly all flow: the diagonal is small. */
static inline SeidelMatrix *
make_convection (double p)
{
  return make_flow (20, p, 0.0, false);
}

/* A flow that turns about the middle, by central differences. */
static inline SeidelMatrix *
make_vortex (double p)
{
  const int side = 40;
  Entries entries = entries_new (side * side);

  for (int i = 0; i < side * side; i++)
    {
      const int x = i % side;
      const int y = i / side;
      const double u = p * (2.0 * y / (side - 1) - 1.0);
      const double v = -p * (2.0 * x / (side - 1) - 1.0);

      entries_add (&entries, i, i, 1.6);
      if (x > 0)
        entries_add (&entries, i, i - 1, -0.4 - u);
      if (x < side - 1)
        entries_add (&entries, i, i + 1, -0.4 + u);
      if (y > 0)
        entries_add (&entries, i, i - side, -0.4 - v);
      if (y < side - 1)
        entries_add (&entries, i, i + side, -0.4 + v);
    }
  return entries_end (&entries, side * side, "vortex");
}

static inline SeidelMatrix *
make_wide_convection (double p)
{
  return make_flow (60, p, 0.0, false);
}

static inline SeidelMatrix *
make_helmholtz (double shift)
{
  return make_flow (20, 0.0, -shift, false);
}

static inline SeidelMatrix *
make_closed (double p)
{
  return make_flow (15, p, 0.0, true);
}

/* The same with conductivities that no computer adds up exactly, for so many unknowns a node. */
static inline SeidelMatrix *
make_floating (double block)
{
  const int nodes = 60;
  const int b = (int) block;
  Entries entries = entries_new (nodes * b);

  for (int i = 0; i < nodes - 1; i++)
    for (int c = 0; c < b; c++)
      {
        const double k = 1.0 + 0.3 * seidel_random_at (5, (uint64_t) (i * b + c));
        const double wide = 0.1 * k;

        for (int step = 1; step <= 2 && i + step < nodes; step++)
          {
            const double value = step == 1 ? k : wide;

            entries_add (&entries, i * b + c, (i + step) * b + c, -value);
            entries_add (&entries, (i + step) * b + c, i * b + c, -value);
            entries_add (&entries, i * b + c, i * b + c, value);
            entries_add (&entries, (i + step) * b + c, (i + step) * b + c, value);
          }
      }
  return entries_end (&entries, nodes * b, "floating");
}

static inline SeidelMatrix *
make_negative (double side)
{
  SeidelMatrix *matrix = make_poisson (side);

  for (int64_t k = 0; k < matrix->csr->row_offsets[matrix->csr->rows]; k++)
    ((double *) matrix->csr->values)[k] *= -1.0;
  return matrix;
}

/* [L Bᵀ; B −corner]: as many negative eigenvalues as B has rows. */
static inline SeidelMatrix *
make_saddle (double corner)
{
  const int n = 60;
  const int m = 20;
  Entries entries = entries_new (n + m);

  for (int i = 0; i < n; i++)
    {
      entries_add (&entries, i, i, 2.0);
      if (i > 0)
        entries_add (&entries, i, i - 1, -1.0);
      if (i < n - 1)
        entries_add (&entries, i, i + 1, -1.0);
    }
  for (int j = 0; j < m; j++)
    {
      for (int i = 3 * j; i < 3 * j + 3; i++)
        {
          entries_add (&entries, n + j, i, 1.0 + 0.2 * (i % 3));
          entries_add (&entries, i, n + j, 1.0 + 0.2 * (i % 3));
        }
      if (corner != 0.0)
        entries_add (&entries, n + j, n + j, -corner);
    }
  return entries_end (&entries, n + m, "saddle");
}

/* Rows, or rows and columns, of a grid in units from 1 to 10^decades. */
static inline SeidelMatrix *
make_graded (double decades, bool columns)
{
  SeidelMatrix *matrix = make_poisson (20);
  SeidelCsr *csr = matrix->csr;

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const double of_row = pow (10.0, decades * (double) ((row * 7) % 11) / 10.0);
        const double of_column =
          pow (10.0, decades * (double) ((csr->column_indices[k] * 7) % 11) / 10.0);

        ((double *) csr->values)[k] *= columns ? of_row * of_column : of_row;
      }
  return matrix;
}

static inline SeidelMatrix *
make_graded_rows (double decades)
{
  return make_graded (decades, false);
}

static inline SeidelMatrix *
make_graded_both (double decades)
{
  return make_graded (decades / 2.0, true);
}

/* Every two unknowns are coupled alike: positive definite, but not 2 D − A. */
static inline SeidelMatrix *
make_coupled (double coupling)
{
  Entries entries = entries_new (30);

  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 30; j++)
      entries_add (&entries, i, j, i == j ? 1.0 : coupling);
  return entries_end (&entries, 30, "coupled");
}

/* Two rows that share the only column they have. */
static inline SeidelMatrix *
make_lonely (double n)
{
  Entries entries = entries_new ((int) n);

  for (int i = 0; i < (int) n; i++)
    if (i == 3 || i == 7)
      entries_add (&entries, i, 5, 1.0 + i);
    else
      {
        entries_add (&entries, i, i, 4.0);
        entries_add (&entries, i, (i + 1) % (int) n, 1.0);
      }
  return entries_end (&entries, (int) n, "lonely");
}

/* Poisson's matrix with the lower half alone. */
static inline SeidelMatrix *
make_half (double side)
{
  g_autoptr (SeidelMatrix) whole = make_poisson (side);
  const SeidelCsr *csr = whole->csr;
  Entries entries = entries_new ((int) csr->rows);

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      if (csr->column_indices[k] <= row)
        entries_add (&entries, (int) row, csr->column_indices[k], csr->values[k]);
  return entries_end (&entries, (int) csr->rows, "half");
}

static inline SeidelMatrix *
make_not_finite (double value)
{
  SeidelMatrix *matrix = make_poisson (5);

  ((double *) matrix->csr->values)[7] = value;
  return matrix;
}

static inline SeidelMatrix *
make_wide (double columns)
{
  Entries entries = entries_new (20);

  for (int i = 0; i < 20; i++)
    {
      entries_add (&entries, i, i, 3.0);
      entries_add (&entries, i, (i + 9) % (int) columns, 1.0);
    }
  return entries_end (&entries, (int) columns, "wide");
}

/* Entries of a random pattern; the diagonal is so much of its row. */
static inline SeidelMatrix *
make_random (double dominance)
{
  return seidel_matrix_new ("random", test_csr_random (300, 6, dominance, 11));
}

/* Blocks of 3 on a grid, coupled as in an elastic body. */
static inline SeidelMatrix *
make_blocks (double side)
{
  const int s = (int) side;
  const int nodes = s * s;
  Entries entries = entries_new (3 * nodes);

  for (int i = 0; i < nodes; i++)
    for (int step = 0; step < 5; step++)
      {
        static const int dx[] = { 0, 1, -1, 0, 0 };
        static const int dy[] = { 0, 0, 0, 1, -1 };
        const int x = i % s + dx[step];
        const int y = i / s + dy[step];

        if (x < 0 || x >= s || y < 0 || y >= s)
          continue;
        for (int c = 0; c < 3; c++)
          for (int d = 0; d < 3; d++)
            entries_add (&entries, 3 * i + c, 3 * (y * s + x) + d,
                         step == 0 ? (c == d ? 4.2 : 0.1) : (c == d ? -1.0 : 0.02));
      }
  return entries_end (&entries, 3 * nodes, "blocks");
}

/* Poisson's equation with conductivities that jump by so much. */
static inline SeidelMatrix *
make_jumping (double jump)
{
  const int side = 30;
  Entries entries = entries_new (side * side);

  for (int i = 0; i < side * side; i++)
    {
      const bool inside = (i % side) / 8 % 2 == 1 && (i / side) / 8 % 2 == 1;
      const double k = inside ? jump : 1.0;

      entries_add (&entries, i, i, 0.01);
      for (int d = 0; d < 2; d++)
        {
          const int j = d == 0 ? i + 1 : i + side;

          if (d == 0 ? i % side == side - 1 : j >= side * side)
            continue;
          entries_add (&entries, i, j, -k);
          entries_add (&entries, j, i, -k);
          entries_add (&entries, i, i, k);
          entries_add (&entries, j, j, k);
        }
    }
  return entries_end (&entries, side * side, "jumping");
}

/* Poisson's equation with every equation in the row behind its own; the last one is the first. */
static inline SeidelMatrix *
make_rolled (double shift)
{
  g_autoptr (SeidelMatrix) poisson = make_flow (30, 0.0, shift, false);
  const SeidelCsr *csr = poisson->csr;
  const int n = (int) csr->rows;
  Entries entries = entries_new (n);

  for (int row = 0; row < n; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      entries_add (&entries, (row + 1) % n, csr->column_indices[k], csr->values[k]);
  return entries_end (&entries, n, "rolled");
}

/* Turns of planes by all angles, which are coupled a little: eigenvalues around zero. */
static inline SeidelMatrix *
make_rotations (double coupling)
{
  const int n = 400;
  Entries entries = entries_new (n);

  for (int i = 0; i < n; i += 2)
    {
      const double angle = 2.0 * G_PI * seidel_random_at (5, (uint64_t) i);

      entries_add (&entries, i, i, cos (angle));
      entries_add (&entries, i, i + 1, -sin (angle));
      entries_add (&entries, i + 1, i, sin (angle));
      entries_add (&entries, i + 1, i + 1, cos (angle));
      entries_add (&entries, i, (i + 37) % n, coupling);
    }
  return entries_end (&entries, n, "rotations");
}

/* D A D of Poisson's matrix, some of whose unknowns are in a unit so many times larger. */
static inline SeidelMatrix *
make_uneven_poisson (double unit)
{
  SeidelMatrix *poisson = make_poisson (30.0);
  const SeidelCsr *csr = poisson->csr;

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      csr->values[k] *=
        (row % 3 == 1 ? unit : 1.0) * (csr->column_indices[k] % 3 == 1 ? unit : 1.0);
  return poisson;
}

/* A flow of which an equation stands twice, and another one not at all. */
static inline SeidelMatrix *
make_repeated (double p)
{
  g_autoptr (SeidelMatrix) flow = make_convection (p);
  const SeidelCsr *csr = flow->csr;
  Entries entries = entries_new ((int) csr->rows);

  for (int row = 0; row < csr->rows; row++)
    {
      const int from = row == 250 ? 10 : row;

      for (int64_t k = csr->row_offsets[from]; k < csr->row_offsets[from + 1]; k++)
        entries_add (&entries, row, csr->column_indices[k], csr->values[k]);
      if (row == 250)
        entries_add (&entries, row, row, 0.0);
    }
  return entries_end (&entries, (int) csr->rows, "repeated");
}

/* Two closed bodies beside each other, which nothing connects. */
static inline SeidelMatrix *
make_two_bodies (double p)
{
  g_autoptr (SeidelMatrix) body = make_flow (12, p, 0.0, true);
  const SeidelCsr *csr = body->csr;
  const int n = (int) csr->rows;
  Entries entries = entries_new (2 * n);

  for (int row = 0; row < n; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      for (int of = 0; of < 2; of++)
        entries_add (&entries, of * n + row, of * n + csr->column_indices[k], csr->values[k]);
  return entries_end (&entries, 2 * n, "two bodies");
}

/* A banded matrix with a heavy diagonal, its equations so many rows farther down. */
static inline SeidelMatrix *
make_shuffled (double distance)
{
  const int n = 500;
  Entries entries = entries_new (n);

  for (int i = 0; i < n; i++)
    {
      const int row = (i + (int) distance) % n;

      entries_add (&entries, row, i, 4.0);
      if (i + 3 < n)
        entries_add (&entries, row, i + 3, 1.0);
      if (i >= 5)
        entries_add (&entries, row, i - 5, -1.0);
    }
  return entries_end (&entries, n, "shuffled");
}
