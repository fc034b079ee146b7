/* How the CPU engine carries out sums, for one type and one arithmetic.
 *
 * Included first by each instance of the kernels, with REAL, NAME (), FUSED and COMPENSATED
 * defined. FUSED rounds a product and its addition once. COMPENSATED carries on what each addition
 * rounded away (Kahan, Further remarks on reducing truncation errors, 1965). A sum without either
 * is nothing but a number, and compiles to the same instructions as one.
 *
 * Kahan's correction is zero in exact arithmetic: the compiler must not know algebra, which it does
 * not without -ffast-math and its kind.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__)
#error "these sums need the order of operations that is written down"
#endif

/* One number of each row of a slice. The compiler splits it where the machine's vectors are
 * shorter. */
typedef REAL NAME (Slice) __attribute__ ((vector_size (SEIDEL_CPU_SLICE * sizeof (REAL))));
typedef REAL NAME (StoredSlice) __attribute__ ((vector_size (SEIDEL_CPU_SLICE * sizeof (REAL)),
                                                aligned (sizeof (REAL)),
                                                may_alias));

#define SLICE_AT(place) (*(const NAME (StoredSlice) *) (place))

/* a b + c, rounded once where products are fused. */
static inline __attribute__ ((always_inline)) REAL
NAME (product_plus) (REAL a, REAL b, REAL c)
{
#if FUSED
  return sizeof (REAL) == sizeof (float) ? (REAL) __builtin_fmaf ((float) a, (float) b, (float) c)
                                         : (REAL) __builtin_fma (a, b, c);
#else
  return a * b + c;
#endif
}

/* The same of slices: a macro, because how they are passed differs between processors. */
#if FUSED
#define SLICE_PRODUCT_PLUS(a, b, c)                                                           \
  __extension__({                                                                             \
    const NAME (Slice) factor_a = (a), factor_b = (b), addend = (c);                          \
    NAME (Slice) result = { 0 };                                                              \
                                                                                              \
    for (int fused_lane = 0; fused_lane < SEIDEL_CPU_SLICE; fused_lane++)                     \
      result[fused_lane] =                                                                    \
        NAME (product_plus) (factor_a[fused_lane], factor_b[fused_lane], addend[fused_lane]); \
    result;                                                                                   \
  })
#else
#define SLICE_PRODUCT_PLUS(a, b, c) ((a) * (b) + (c))
#endif

/* A sum under way, of numbers and of slices of them. */
#if COMPENSATED
typedef struct
{
  REAL value;
  REAL excess; /* what value has too much */
} NAME (Sum);

typedef struct
{
  NAME (Slice) value;
  NAME (Slice) excess;
} NAME (SliceSum);

#define ADD_TO(sum, term)                                      \
  do                                                           \
    {                                                          \
      __typeof__ ((sum)->value) wanted = (term);               \
      __typeof__ ((sum)->value) grown = (sum)->value + wanted; \
                                                               \
      (sum)->excess = (grown - (sum)->value) - wanted;         \
      (sum)->value = grown;                                    \
    }                                                          \
  while (0)

/* Four sums as one. */
#define JOIN_FOUR(sums)                                                                \
  do                                                                                   \
    {                                                                                  \
      (sums)[0].excess =                                                               \
        ((sums)[0].excess + (sums)[1].excess) + ((sums)[2].excess + (sums)[3].excess); \
      for (int part = 1; part < 4; part++)                                             \
        ADD_TO (&(sums)[0], (sums)[part].value - (sums)[0].excess);                    \
    }                                                                                  \
  while (0)

static inline __attribute__ ((always_inline)) void
NAME (add_product) (NAME (Sum) * sum, REAL a, REAL b)
{
  ADD_TO (sum, NAME (product_plus) (a, b, -sum->excess));
}

#define ADD_SLICES(sum, a, b) ADD_TO (sum, SLICE_PRODUCT_PLUS (a, b, -(sum)->excess))
#else
typedef struct
{
  REAL value;
} NAME (Sum);

typedef struct
{
  NAME (Slice) value;
} NAME (SliceSum);

#define JOIN_FOUR(sums) \
  ((sums)[0].value = ((sums)[0].value + (sums)[1].value) + ((sums)[2].value + (sums)[3].value))

static inline __attribute__ ((always_inline)) void
NAME (add_product) (NAME (Sum) * sum, REAL a, REAL b)
{
  sum->value = NAME (product_plus) (a, b, sum->value);
}

#define ADD_SLICES(sum, a, b) ((sum)->value = SLICE_PRODUCT_PLUS (a, b, (sum)->value))
#endif

/* The same with − a b, which is exact to the sign. A sum that is a plain number is written as such:
 * the compiler would not see that no negation is needed. */
static inline __attribute__ ((always_inline)) void
NAME (subtract_product) (NAME (Sum) * sum, REAL a, REAL b)
{
#if FUSED || COMPENSATED
  NAME (add_product) (sum, -a, b);
#else
  sum->value -= a * b;
#endif
}

#if FUSED || COMPENSATED
#define SUBTRACT_SLICES(sum, a, b) ADD_SLICES (sum, -(a), b)
#else
#define SUBTRACT_SLICES(sum, a, b) ((sum)->value -= (a) * (b))
#endif

/* A sum of products over a vector, in double. */
typedef struct
{
  double value;
#if COMPENSATED
  double excess;
#endif
} NAME (Total);

static inline __attribute__ ((always_inline)) void
NAME (add_to_total) (NAME (Total) * total, double a, double b)
{
#if FUSED && COMPENSATED
  ADD_TO (total, __builtin_fma (a, b, -total->excess));
#elif FUSED
  total->value = __builtin_fma (a, b, total->value);
#elif COMPENSATED
  ADD_TO (total, a * b - total->excess);
#else
  total->value += a * b;
#endif
}

/* Adds a sum that is finished. */
static inline __attribute__ ((always_inline)) void
NAME (add_value) (NAME (Total) * total, double value)
{
#if COMPENSATED
  ADD_TO (total, value - total->excess);
#else
  total->value += value;
#endif
}
