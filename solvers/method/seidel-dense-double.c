/* Dense elimination in double precision.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "method/seidel-blas.h"
#include "method/seidel-dense.h"

#define REAL         double
#define REAL_ABS(x)  fabs (x)
#define NAME(name)   name##_double
#define LAPACK(name) seidel_blas.d##name##_
#define CBLAS(name)  seidel_blas.cblas_d##name

#include "method/seidel-dense-textbook.inc.c"
#include "method/seidel-dense-lapack.inc.c"

const SeidelDenseKernels seidel_dense_kernels_double = {
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
