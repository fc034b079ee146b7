/* Products with small dense blocks, unrolled for those of 2 to 6 rows.
 *
 * Blocks stand column after column: what a number of x is multiplied by are neighbours. The
 * products of one block are added before they are added to those of the others, so that additions
 * of neighbouring blocks do not wait for each other's products.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/kernels/seidel-vector-blocks.h"

#include "engine/seidel-cpu-blocks.h"

/* Rows of a block, at most. */
#define MOST 16

static void
store (const double *from, int size, int64_t n, void *to)
{
  Real *values = to;
  const int64_t entries = (int64_t) size * size;

  for (int64_t k = 0; k < n; k++)
    for (int i = 0; i < size; i++)
      for (int j = 0; j < size; j++)
        values[k * entries + j * size + i] = (Real) from[k * entries + i * size + j];
}

INLINE void
store_rows (int size, const double *rows, int64_t n, Real *values)
{
  const int64_t length = n * size;

  for (int64_t k = 0; k < n; k++)
    for (int j = 0; j < size; j++)
#pragma GCC unroll 6
      for (int i = 0; i < size; i++)
        values[(k * size + j) * size + i] = (Real) rows[i * length + k * size + j];
}

typedef Real Two __attribute__ ((vector_size (2 * sizeof (Real))));
typedef Real Four __attribute__ ((vector_size (4 * sizeof (Real))));
/* The same in memory, wherever they begin. */
typedef Real StoredTwo
  __attribute__ ((vector_size (2 * sizeof (Real)), aligned (sizeof (Real)), may_alias));
typedef Real StoredFour
  __attribute__ ((vector_size (4 * sizeof (Real)), aligned (sizeof (Real)), may_alias));

/* The numbers of a node, in registers: four, two and one of them, as far as the size asks; of one
 * alone and of more than 6 in an array. Of three the fourth is anything. */
typedef struct
{
  Four four;
  Two two;
  Real one;
  Real any[MOST];
} Numbers;

INLINE bool
has_four (int size)
{
  return size >= 3 && size <= 6;
}

INLINE bool
has_array (int size)
{
  return size == 1 || size > 6;
}

INLINE bool
has_two (int size)
{
  return size == 2 || size == 6;
}

INLINE Real
get (int size, const Numbers *numbers, int i)
{
  return has_array (size)    ? numbers->any[i]
         : i < 4 && size > 2 ? numbers->four[i]
         : size == 5         ? numbers->one
                             : numbers->two[size == 2 ? i : i - 4];
}

/* An array is a loop of its own: some versions of gcc vectorise a choice between it and the
 * registers wrongly. */
INLINE void
put (int size, const Numbers *numbers, Real *values)
{
  if (has_array (size))
    for (int i = 0; i < size; i++)
      values[i] = numbers->any[i];
  else
#pragma GCC unroll 6
    for (int i = 0; i < size; i++)
      values[i] = get (size, numbers, i);
}

/* sum ← sum + A x, the j-th number of x being x[j], or that of numbers where they are given.
 * Columns of three are read with the number after them. */
INLINE void
add_block (int size, const Real *block, const Real *x, const Numbers *numbers, Numbers *sum)
{
  Numbers products;

  for (int j = 0; j < size; j++)
    {
      const Real *column = block + j * size;
      const Real factor = numbers == NULL ? x[j] : get (size, numbers, j);

      if (has_four (size))
        {
          const Four four = *(const StoredFour *) column * factor;

          if (j == 0)
            products.four = four;
          else
            products.four += four;
        }
      if (has_two (size))
        {
          const Two two = *(const StoredTwo *) (column + size - 2) * factor;

          if (j == 0)
            products.two = two;
          else
            products.two += two;
        }
      if (size == 5)
        {
          const Real one = column[4] * factor;

          if (j == 0)
            products.one = one;
          else
            products.one += one;
        }
      for (int i = 0; has_array (size) && i < size; i++)
        products.any[i] = j == 0 ? column[i] * factor : products.any[i] + column[i] * factor;
    }
  if (has_four (size))
    sum->four += products.four;
  if (has_two (size))
    sum->two += products.two;
  if (size == 5)
    sum->one += products.one;
  for (int i = 0; has_array (size) && i < size; i++)
    sum->any[i] += products.any[i];
}

INLINE void
divide_nodes (int size,
              const SeidelBlocks *blocks,
              int64_t begin,
              int64_t end,
              const Real *r,
              Real *z)
{
  const Real *inverses = blocks->inverses;

  for (int64_t node = begin; node < end; node++)
    {
      Numbers sum = { 0 };

      add_block (size, inverses + node * size * size, r + node * size, NULL, &sum);
      put (size, &sum, z + node * size);
    }
}

/* numbers ← r − numbers */
INLINE void
subtract_from (int size, const Real *r, Numbers *numbers)
{
  if (size == 3)
    numbers->four = (Four){ r[0], r[1], r[2], 0 } - numbers->four;
  else if (has_four (size))
    numbers->four = *(const StoredFour *) r - numbers->four;
  if (has_two (size))
    numbers->two = *(const StoredTwo *) (r + size - 2) - numbers->two;
  if (size == 5)
    numbers->one = r[4] - numbers->one;
  for (int i = 0; has_array (size) && i < size; i++)
    numbers->any[i] = r[i] - numbers->any[i];
}

/* The node of a forward sweep, or of a backward one. */
INLINE void
update_node (int size,
             const SeidelBlocks *blocks,
             bool forward,
             int64_t node,
             const Real *r,
             Real *z)
{
  const Real *values = blocks->values;
  const Real *inverses = blocks->inverses;
  const int64_t begin = forward ? blocks->offsets[node] : blocks->splits[node];
  const int64_t end = forward ? blocks->splits[node] : blocks->offsets[node + 1];
  Numbers sum = { 0 };
  Numbers divided = { 0 };

  for (int64_t k = begin; k < end; k++)
    add_block (size, values + k * size * size, z + (int64_t) blocks->columns[k] * size, NULL, &sum);
  if (forward)
    subtract_from (size, r + node * size, &sum);
  add_block (size, inverses + node * size * size, NULL, &sum, &divided);
  if (!forward)
    subtract_from (size, z + node * size, &divided);
  put (size, &divided, z + node * size);
}

INLINE void
update_nodes (int size,
              const SeidelBlocks *blocks,
              bool forward,
              const int32_t *nodes,
              int64_t begin,
              int64_t end,
              const Real *r,
              Real *z)
{
  if (nodes != NULL)
    for (int64_t k = begin; k < end; k++)
      update_node (size, blocks, forward, nodes[k], r, z);
  else if (forward)
    for (int64_t node = begin; node < end; node++)
      update_node (size, blocks, true, node, r, z);
  else
    for (int64_t node = end - 1; node >= begin; node--)
      update_node (size, blocks, false, node, r, z);
}

INLINE double
multiply_nodes (int size,
                const SeidelBlocks *blocks,
                int64_t begin,
                int64_t end,
                const Real *b,
                const Real *x,
                Real *y)
{
  const Real *values = blocks->values;
  double total = 0.0;

  for (int64_t node = begin; node < end; node++)
    {
      Numbers sum = { 0 };

      for (int64_t k = blocks->offsets[node]; k < blocks->offsets[node + 1]; k++)
        add_block (size, values + k * size * size, x + (int64_t) blocks->columns[k] * size, NULL,
                   &sum);
      if (b != NULL)
        subtract_from (size, b + node * size, &sum);
      if (has_array (size))
        {
          put (size, &sum, y + node * size);
          for (int i = 0; i < size; i++)
            total += (double) y[node * size + i] * (b != NULL ? y : x)[node * size + i];
          continue;
        }
#pragma GCC unroll 6
      for (int i = 0; i < size; i++)
        {
          const Real number = get (size, &sum, i);

          y[node * size + i] = number;
          total += (double) number * (b != NULL ? number : x[node * size + i]);
        }
    }
  return total;
}

/* The same with blocks of two, each of which is one vector: both its columns at once. */
INLINE double
multiply_pairs (const SeidelBlocks *blocks,
                int64_t begin,
                int64_t end,
                const Real *b,
                const Real *x,
                Real *y)
{
  const Real *values = blocks->values;
  double total = 0.0;

  for (int64_t node = begin; node < end; node++)
    {
      Four sum = { 0 };
      Two product;

      for (int64_t k = blocks->offsets[node]; k < blocks->offsets[node + 1]; k++)
        {
          const Real *factor = x + 2 * (int64_t) blocks->columns[k];

          sum += *(const StoredFour *) (values + 4 * k)
                 * (Four){ factor[0], factor[0], factor[1], factor[1] };
        }
      product = (Two){ sum[0], sum[1] } + (Two){ sum[2], sum[3] };
      if (b != NULL)
        product = *(const StoredTwo *) (b + 2 * node) - product;
      for (int i = 0; i < 2; i++)
        {
          y[2 * node + i] = product[i];
          total += (double) product[i] * (b != NULL ? product[i] : x[2 * node + i]);
        }
    }
  return total;
}

/* Calls a function with the size as a constant where it is unrolled. */
#define WITH_SIZE(size, function, ...) \
  switch (size)                        \
    {                                  \
    case 2:                            \
      function (2, __VA_ARGS__);       \
      break;                           \
    case 3:                            \
      function (3, __VA_ARGS__);       \
      break;                           \
    case 4:                            \
      function (4, __VA_ARGS__);       \
      break;                           \
    case 5:                            \
      function (5, __VA_ARGS__);       \
      break;                           \
    case 6:                            \
      function (6, __VA_ARGS__);       \
      break;                           \
    default:                           \
      function (size, __VA_ARGS__);    \
    }

INLINE void
divide_kernel (const SeidelBlocks *blocks, int64_t begin, int64_t end, const Real *r, Real *z)
{
  WITH_SIZE (blocks->size, divide_nodes, blocks, begin, end, r, z);
}

INLINE void
sweep_kernel (const SeidelBlocks *blocks,
              SeidelDirection direction,
              const int32_t *nodes,
              int64_t begin,
              int64_t end,
              const Real *r,
              Real *z)
{
  if (direction == SEIDEL_DIRECTION_FORWARD)
    WITH_SIZE (blocks->size, update_nodes, blocks, true, nodes, begin, end, r, z)
  else
    WITH_SIZE (blocks->size, update_nodes, blocks, false, nodes, begin, end, r, z)
}

INLINE double
product_kernel (const SeidelBlocks *blocks,
                int64_t begin,
                int64_t end,
                const Real *b,
                const Real *x,
                Real *y)
{
  double total = 0.0;

#define ADD_NODES(size, ...) total = multiply_nodes (size, __VA_ARGS__)
  if (blocks->size == 2)
    return b != NULL ? multiply_pairs (blocks, begin, end, b, x, y)
                     : multiply_pairs (blocks, begin, end, NULL, x, y);
  if (b != NULL)
    WITH_SIZE (blocks->size, ADD_NODES, blocks, begin, end, b, x, y)
  else
    WITH_SIZE (blocks->size, ADD_NODES, blocks, begin, end, NULL, x, y)
#undef ADD_NODES
  return total;
}

SEIDEL_CPU_DEFINE_PLAIN_VARIANTS (
  double,
  product_kernel,
  (const SeidelBlocks *blocks, int64_t begin, int64_t end, const Real *b, const Real *x, Real *y),
  (blocks, begin, end, b, x, y))
SEIDEL_CPU_DEFINE_PLAIN_VARIANTS (
  void,
  divide_kernel,
  (const SeidelBlocks *blocks, int64_t begin, int64_t end, const Real *r, Real *z),
  (blocks, begin, end, r, z))
SEIDEL_CPU_DEFINE_PLAIN_VARIANTS (void,
                                  sweep_kernel,
                                  (const SeidelBlocks *blocks,
                                   SeidelDirection direction,
                                   const int32_t *nodes,
                                   int64_t begin,
                                   int64_t end,
                                   const Real *r,
                                   Real *z),
                                  (blocks, direction, nodes, begin, end, r, z))

static void
store_whole (const double *rows, int size, int64_t n, void *to)
{
  WITH_SIZE (size, store_rows, rows, n, to)
}

static void
divide (SeidelContext *context,
        const SeidelBlocks *blocks,
        int64_t begin,
        int64_t end,
        const void *r,
        void *z)
{
  SEIDEL_CPU_VARIANT (context, divide_kernel) (blocks, begin, end, r, z);
}

static double
divide_dot (SeidelContext *context, const SeidelBlocks *blocks, const void *r, void *z)
{
  const int64_t n = blocks->n_nodes * blocks->size;
  int64_t node = 0;

  for (int64_t block = 0; block < count_blocks (n); block++)
    {
      const int64_t begin = block * SEIDEL_CPU_BLOCK;
      const int64_t length = block_length (begin, n);
      const int64_t end = (begin + length + blocks->size - 1) / blocks->size;

      SEIDEL_CPU_VARIANT (context, divide_kernel) (blocks, node, end, r, z);
      node = end;
      context->partials[block] =
        SEIDEL_CPU_VARIANT (context, dot_block) (context->settings.arithmetic,
                                                 (const Real *) r + begin, (const Real *) z + begin,
                                                 length);
    }
  return seidel_cpu_sum_partials (context, count_blocks (n));
}

static void
sweep (SeidelContext *context,
       const SeidelBlocks *blocks,
       SeidelDirection direction,
       const int32_t *nodes,
       int64_t begin,
       int64_t end,
       const void *r,
       void *z)
{
  SEIDEL_CPU_VARIANT (context, sweep_kernel) (blocks, direction, nodes, begin, end, r, z);
}

static double
product (SeidelContext *context,
         const SeidelBlocks *blocks,
         int64_t begin,
         int64_t end,
         const void *b,
         const void *x,
         void *y)
{
  return SEIDEL_CPU_VARIANT (context, product_kernel) (blocks, begin, end, b, x, y);
}

const SeidelCpuBlockKernels SEIDEL_CPU_NAME (blocks) = {
  .store = store,
  .store_whole = store_whole,
  .divide = divide,
  .divide_dot = divide_dot,
  .sweep = sweep,
  .product = product,
};
