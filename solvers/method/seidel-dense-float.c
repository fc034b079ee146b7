/* Dense elimination in single precision.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "method/seidel-blas.h"
#include "method/seidel-dense.h"

#define REAL         float
#define REAL_ABS(x)  fabsf (x)
#define NAME(name)   name##_float
#define LAPACK(name) seidel_blas.s##name##_
#define CBLAS(name)  seidel_blas.cblas_s##name

#include "method/seidel-dense-textbook.inc.c"
#include "method/seidel-dense-lapack.inc.c"

const SeidelDenseKernels seidel_dense_kernels_float = {
  .real_size = sizeof (REAL),
  .fill_rows = NAME (fill_rows),
  .fill_columns = NAME (fill_columns),
  .invert = NAME (invert),
  .apply_inverse = NAME (apply_inverse),
  .crout = NAME (crout),
  .crout_solve = NAME (crout_solve),
  .lu = NAME (lu),
  .lu_solve = NAME (lu_solve),
};
