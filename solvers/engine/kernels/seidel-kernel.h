/* What the kernels of the CPU engine are made of: the type of the numbers, the arithmetic of sums,
 * and the variants of a kernel.
 *
 * The sources of this folder are compiled once for float and once for double, the type being
 * SEIDEL_CPU_REAL; what they export is named by SEIDEL_CPU_NAME (). The bodies of kernels are
 * inlined with the arithmetic as a constant argument into the variants that
 * SEIDEL_CPU_DEFINE_VARIANTS () makes.
 *
 * A sum with SEIDEL_ARITHMETIC_FUSED rounds each product and its addition once. One with
 * SEIDEL_ARITHMETIC_COMPENSATED carries on what each addition rounded away (Kahan, Further remarks
 * on reducing truncation errors, 1965). That correction is zero in exact arithmetic: the compiler
 * must not use algebra, which it does not without -ffast-math and its kind.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include "engine/seidel-cpu-private.h"

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__)
#error "these sums need the order of operations that is written down"
#endif

#ifndef SEIDEL_CPU_REAL
#define SEIDEL_CPU_REAL double /* for editors; the build defines it */
#endif

typedef SEIDEL_CPU_REAL Real;

/* seidel_cpu_float_NAME or seidel_cpu_double_NAME */
#define SEIDEL_CPU_NAME(name)                 SEIDEL_CPU_NAME_OF (SEIDEL_CPU_REAL, name)
#define SEIDEL_CPU_NAME_OF(real, name)        SEIDEL_CPU_NAME_CONCATENATED (real, name)
#define SEIDEL_CPU_NAME_CONCATENATED(a, name) seidel_cpu_##a##_##name

/* A function whose arguments may be constants that select its code. */
#define INLINE static inline __attribute__ ((always_inline))

/* Attributes of functions for certain processors. */
#ifdef SEIDEL_CPU_X86
#define AVX2 __attribute__ ((target ("avx2")))
#define FMA  __attribute__ ((target ("avx2,fma")))
#else
#define AVX2
#define FMA
#endif

/* The variant for every arithmetic and processor is compiled for size. */
#define FOR_SIZE __attribute__ ((cold))

/* Defines the variants of a kernel, a function whose first argument is the arithmetic, and a table
 * of them. parameters are those of the kernel, the first being int arithmetic; arguments, in
 * parentheses, are those after the first. */
#define SPREAD(...) __VA_ARGS__
#define SEIDEL_CPU_DEFINE_VARIANTS(type, kernel, parameters, arguments)                        \
  static type kernel##_base parameters                                                         \
  {                                                                                            \
    return kernel (0, SPREAD arguments);                                                       \
  }                                                                                            \
  AVX2 static type kernel##_wide parameters                                                    \
  {                                                                                            \
    return kernel (0, SPREAD arguments);                                                       \
  }                                                                                            \
  AVX2 static type kernel##_compensated parameters                                             \
  {                                                                                            \
    return kernel (SEIDEL_ARITHMETIC_COMPENSATED, SPREAD arguments);                           \
  }                                                                                            \
  FMA static type kernel##_fused parameters                                                    \
  {                                                                                            \
    return kernel (SEIDEL_ARITHMETIC_FUSED, SPREAD arguments);                                 \
  }                                                                                            \
  FMA static type kernel##_fused_compensated parameters                                        \
  {                                                                                            \
    return kernel (SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED, SPREAD arguments); \
  }                                                                                            \
  FOR_SIZE static type kernel##_any parameters                                                 \
  {                                                                                            \
    return kernel (arithmetic, SPREAD arguments);                                              \
  }                                                                                            \
  static type (*const kernel##_variants[SEIDEL_CPU_N_VARIANTS]) parameters = {                 \
    [SEIDEL_CPU_BASE] = kernel##_base,                                                         \
    [SEIDEL_CPU_WIDE] = kernel##_wide,                                                         \
    [SEIDEL_CPU_COMPENSATED] = kernel##_compensated,                                           \
    [SEIDEL_CPU_FUSED] = kernel##_fused,                                                       \
    [SEIDEL_CPU_FUSED_COMPENSATED] = kernel##_fused_compensated,                               \
    [SEIDEL_CPU_ANY] = kernel##_any,                                                           \
  };

/* The same for a kernel without sums, whose bits do not depend on the arithmetic; its parameters
 * have none. */
#define SEIDEL_CPU_DEFINE_PLAIN_VARIANTS(type, kernel, parameters, arguments)  \
  static type kernel##_base parameters                                         \
  {                                                                            \
    return kernel arguments;                                                   \
  }                                                                            \
  AVX2 static type kernel##_wide parameters                                    \
  {                                                                            \
    return kernel arguments;                                                   \
  }                                                                            \
  static type (*const kernel##_variants[SEIDEL_CPU_N_VARIANTS]) parameters = { \
    [SEIDEL_CPU_BASE] = kernel##_base,                                         \
    [SEIDEL_CPU_WIDE] = kernel##_wide,                                         \
    [SEIDEL_CPU_COMPENSATED] = kernel##_wide,                                  \
    [SEIDEL_CPU_FUSED] = kernel##_wide,                                        \
    [SEIDEL_CPU_FUSED_COMPENSATED] = kernel##_wide,                            \
    [SEIDEL_CPU_ANY] = kernel##_base,                                          \
  };

/* The variant of a kernel for the arithmetic of a context and this processor. */
#define SEIDEL_CPU_VARIANT(context, kernel) (kernel##_variants[(context)->variant])

/* One number of each row of a slice. The compiler splits it where the vectors of the processor are
 * shorter. Functions take pointers to it: how vectors are passed differs between processors. */
typedef Real Slice __attribute__ ((vector_size (SEIDEL_CPU_SLICE * sizeof (Real))));
typedef Real StoredSlice __attribute__ ((vector_size (SEIDEL_CPU_SLICE * sizeof (Real)),
                                         aligned (sizeof (Real)),
                                         may_alias));

/* The same in double, of which the sums over vectors are made. */
typedef double Lanes __attribute__ ((vector_size (SEIDEL_CPU_SLICE * sizeof (double))));

/* A sum under way. excess is what value has too much; only compensated sums use it. */
typedef struct
{
  Real value;
  Real excess;
} Sum;

typedef struct
{
  Slice value;
  Slice excess;
} SliceSum;

typedef struct
{
  Lanes value;
  Lanes excess;
} LaneSum;

/* A sum of products over a vector. */
typedef struct
{
  double value;
  double excess;
} Total;

/* Adds a term that the excess was subtracted from. */
#define ADD_COMPENSATED(sum, term)                             \
  do                                                           \
    {                                                          \
      __typeof__ ((sum)->value) wanted = (term);               \
      __typeof__ ((sum)->value) grown = (sum)->value + wanted; \
                                                               \
      (sum)->excess = (grown - (sum)->value) - wanted;         \
      (sum)->value = grown;                                    \
    }                                                          \
  while (0)

/* Four sums as one, the first. */
#define JOIN_FOUR(arithmetic, sums)                                                        \
  do                                                                                       \
    {                                                                                      \
      if (((arithmetic) &SEIDEL_ARITHMETIC_COMPENSATED) != 0)                              \
        {                                                                                  \
          (sums)[0].excess =                                                               \
            ((sums)[0].excess + (sums)[1].excess) + ((sums)[2].excess + (sums)[3].excess); \
          for (int part = 1; part < 4; part++)                                             \
            ADD_COMPENSATED (&(sums)[0], (sums)[part].value - (sums)[0].excess);           \
        }                                                                                  \
      else                                                                                 \
        (sums)[0].value =                                                                  \
          ((sums)[0].value + (sums)[1].value) + ((sums)[2].value + (sums)[3].value);       \
    }                                                                                      \
  while (0)

INLINE bool
is_fused (int arithmetic)
{
  return (arithmetic & SEIDEL_ARITHMETIC_FUSED) != 0;
}

INLINE bool
is_compensated (int arithmetic)
{
  return (arithmetic & SEIDEL_ARITHMETIC_COMPENSATED) != 0;
}

/* a b + c, rounded once where products are fused. */
INLINE Real
product_plus (int arithmetic, Real a, Real b, Real c)
{
  if (!is_fused (arithmetic))
    return a * b + c;
  return sizeof (Real) == sizeof (float) ? (Real) __builtin_fmaf ((float) a, (float) b, (float) c)
                                         : (Real) __builtin_fma (a, b, c);
}

INLINE void
add_product (int arithmetic, Sum *sum, Real a, Real b)
{
  if (is_compensated (arithmetic))
    ADD_COMPENSATED (sum, product_plus (arithmetic, a, b, -sum->excess));
  else
    sum->value = product_plus (arithmetic, a, b, sum->value);
}

/* The same with − a b, which is exact to the sign. A sum that is a plain number is written as such:
 * the compiler would not see that no negation is needed. */
INLINE void
subtract_product (int arithmetic, Sum *sum, Real a, Real b)
{
  if (arithmetic == 0)
    sum->value -= a * b;
  else
    add_product (arithmetic, sum, -a, b);
}

INLINE const StoredSlice *
slice_at (const Real *place)
{
  return (const StoredSlice *) place;
}

/* The same for each row of a slice. */
INLINE void
slice_product_plus (int arithmetic, const Slice *a, const Slice *b, const Slice *c, Slice *result)
{
  if (!is_fused (arithmetic))
    *result = *a * *b + *c;
  else
    for (int lane = 0; lane < SEIDEL_CPU_SLICE; lane++)
      (*result)[lane] = product_plus (arithmetic, (*a)[lane], (*b)[lane], (*c)[lane]);
}

INLINE void
add_slice_product (int arithmetic, SliceSum *sum, const Slice *a, const Slice *b)
{
  if (is_compensated (arithmetic))
    {
      const Slice correction = -sum->excess;
      Slice term;

      slice_product_plus (arithmetic, a, b, &correction, &term);
      ADD_COMPENSATED (sum, term);
    }
  else
    {
      const Slice addend = sum->value;

      slice_product_plus (arithmetic, a, b, &addend, &sum->value);
    }
}

INLINE void
add_slices (int arithmetic, SliceSum *sum, const StoredSlice *a, const StoredSlice *b)
{
  const Slice factor_a = *a;
  const Slice factor_b = *b;

  add_slice_product (arithmetic, sum, &factor_a, &factor_b);
}

INLINE void
subtract_slice_product (int arithmetic, SliceSum *sum, const Slice *a, const Slice *b)
{
  const Slice negated = -*a;

  if (arithmetic == 0)
    sum->value -= *a * *b;
  else
    add_slice_product (arithmetic, sum, &negated, b);
}

INLINE void
add_to_total (int arithmetic, Total *total, double a, double b)
{
  if (is_compensated (arithmetic))
    ADD_COMPENSATED (total, is_fused (arithmetic) ? __builtin_fma (a, b, -total->excess)
                                                  : a * b - total->excess);
  else
    total->value =
      is_fused (arithmetic) ? __builtin_fma (a, b, total->value) : total->value + a * b;
}

/* Adds a sum that is finished. */
INLINE void
add_value (int arithmetic, Total *total, double value)
{
  if (is_compensated (arithmetic))
    ADD_COMPENSATED (total, value - total->excess);
  else
    total->value += value;
}

/* Sums over vectors: element i of a block goes into the sum i mod 4 of four, which are added at the
 * end. Additions then wait for each other a quarter as long, and the four fit one vector of the
 * processor. */

INLINE void
lanes_at (const Real *place, Lanes *lanes)
{
  *lanes = __builtin_convertvector(*slice_at (place), Lanes);
}

INLINE void
add_lanes (int arithmetic, LaneSum *sum, const Lanes *a, const Lanes *b)
{
  const Lanes addend = is_compensated (arithmetic) ? -sum->excess : sum->value;
  Lanes term = { 0.0 };

  if (is_fused (arithmetic))
    for (int lane = 0; lane < SEIDEL_CPU_SLICE; lane++)
      term[lane] = __builtin_fma ((*a)[lane], (*b)[lane], addend[lane]);
  else
    term = *a * *b + addend;
  if (is_compensated (arithmetic))
    ADD_COMPENSATED (sum, term);
  else
    sum->value = term;
}

/* The elements that are left over at the end of a block: the rest of them count as zeros. */
INLINE void
add_rest (int arithmetic, LaneSum *sum, const Real *x, const Real *y, int64_t n)
{
  /* As arrays: some compilers believe that a vector of which one element is set is not. */
  double values[2][SEIDEL_CPU_SLICE] = { { 0.0 } };
  Lanes a;
  Lanes b;

  if (n == 0)
    return;
  for (int64_t i = 0; i < n; i++)
    {
      values[0][i] = (double) x[i];
      values[1][i] = (double) y[i];
    }
  memcpy (&a, values[0], sizeof a);
  memcpy (&b, values[1], sizeof b);
  add_lanes (arithmetic, sum, &a, &b);
}

INLINE double
total_of_lanes (int arithmetic, const LaneSum *sum)
{
  const Lanes value = is_compensated (arithmetic) ? sum->value - sum->excess : sum->value;

  return (value[0] + value[1]) + (value[2] + value[3]);
}
