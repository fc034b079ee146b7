/* Sums over vectors in double, for one type and one arithmetic.
 *
 * Included by the instances of the kernels, after seidel-cpu-arithmetic.inc.c. Element i of a block
 * goes into the sum i mod 4 of four, which are added at the end: additions then wait for each other
 * a quarter as long, and the four fit one vector of the machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

typedef double NAME (Lanes) __attribute__ ((vector_size (SEIDEL_CPU_SLICE * sizeof (double))));

typedef struct
{
  NAME (Lanes) value;
#if COMPENSATED
  NAME (Lanes) excess; /* what value has too much */
#endif
} NAME (LaneSum);

#define LANES_AT(place) __builtin_convertvector(SLICE_AT (place), NAME (Lanes))

/* a b + c. Macros, because how vectors are passed differs between processors. */
#if FUSED
#define LANES_PLUS(a, b, c)                                                             \
  __extension__({                                                                       \
    const NAME (Lanes) factor_a = (a), factor_b = (b), addend = (c);                    \
    NAME (Lanes) result = { 0.0 };                                                      \
                                                                                        \
    for (int fused_lane = 0; fused_lane < SEIDEL_CPU_SLICE; fused_lane++)               \
      result[fused_lane] =                                                              \
        __builtin_fma (factor_a[fused_lane], factor_b[fused_lane], addend[fused_lane]); \
    result;                                                                             \
  })
#else
#define LANES_PLUS(a, b, c) ((a) * (b) + (c))
#endif

/* Adds a b to a sum of lanes. */
#if COMPENSATED
#define ADD_LANES(sum, a, b)                                             \
  do                                                                     \
    {                                                                    \
      const NAME (Lanes) wanted = LANES_PLUS ((a), (b), -(sum)->excess); \
      const NAME (Lanes) total = (sum)->value + wanted;                  \
                                                                         \
      (sum)->excess = (total - (sum)->value) - wanted;                   \
      (sum)->value = total;                                              \
    }                                                                    \
  while (0)
#else
#define ADD_LANES(sum, a, b) ((sum)->value = LANES_PLUS ((a), (b), (sum)->value))
#endif

/* The elements that are left over at the end of a block: the rest of them count as zeros. */
static inline __attribute__ ((always_inline)) void
NAME (add_rest) (NAME (LaneSum) * sum, const REAL *x, const REAL *y, int64_t n)
{
  NAME (Lanes) a = { 0.0 };
  NAME (Lanes) b = { 0.0 };

  if (n == 0)
    return;
  for (int64_t i = 0; i < n; i++)
    {
      a[i] = (double) x[i];
      b[i] = (double) y[i];
    }
  ADD_LANES (sum, a, b);
}

static inline __attribute__ ((always_inline)) double
NAME (total_of) (const NAME (LaneSum) * sum)
{
  NAME (Lanes) value = sum->value;

#if COMPENSATED
  value -= sum->excess;
#endif
  return (value[0] + value[1]) + (value[2] + value[3]);
}

/* x · y over a block. */
static inline __attribute__ ((always_inline)) double
NAME (block_dot) (const REAL *x, const REAL *y, int64_t n)
{
  NAME (LaneSum) sum = { { 0.0 } };
  int64_t i = 0;

  for (; i + SEIDEL_CPU_SLICE <= n; i += SEIDEL_CPU_SLICE)
    ADD_LANES (&sum, LANES_AT (x + i), LANES_AT (y + i));
  NAME (add_rest) (&sum, x + i, y + i, n - i);
  return NAME (total_of) (&sum);
}

/* The same for numbers that have just been written one by one: read as slices they would not be
 * there yet. */
static inline __attribute__ ((always_inline)) double
NAME (short_dot) (const REAL *x, const REAL *y, int64_t n)
{
  NAME (Total) parts[SEIDEL_CPU_SLICE] = { { 0.0 } };
  int64_t i = 0;

  for (; i + SEIDEL_CPU_SLICE <= n; i += SEIDEL_CPU_SLICE)
    for (int lane = 0; lane < SEIDEL_CPU_SLICE; lane++)
      NAME (add_to_total) (&parts[lane], (double) x[i + lane], (double) y[i + lane]);
  for (; i < n; i++)
    NAME (add_to_total) (&parts[0], (double) x[i], (double) y[i]);
  JOIN_FOUR (parts);
  return parts[0].value;
}
