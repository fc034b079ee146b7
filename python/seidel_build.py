#!/usr/bin/python3
"""Writes the C source of the module seidel._seidel, which calls libseidel and libseidel-io: seidel_build.py OUTPUT.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import sys

from cffi import FFI

# Structs end with dots where the compiler is to find out the rest; most are known by name alone.
DECLARATIONS = '''
typedef struct { int code; char *message; ...; } GError;
typedef struct _GCancellable GCancellable;
void g_error_free (GError *error);
void g_free (void *memory);
GCancellable *g_cancellable_new (void);
void g_cancellable_cancel (GCancellable *cancellable);
void g_object_unref (void *object);

const char *seidel_version (void);

void seidel_count_from (int first);

typedef struct SeidelMatrix SeidelMatrix;
typedef struct { size_t size; int64_t rows; int64_t columns; const void *row_offsets; const int32_t *column_indices; const void *values;
                 int offset_numbers; int value_numbers; int memory; int first; bool borrow; bool valid; void *stream; ...; } SeidelArrays;
SeidelMatrix *seidel_matrix_new_from_arrays (const char *name, const SeidelArrays *arrays, GError **error);
SeidelMatrix *seidel_matrix_generate (const char *text, void *progress, GCancellable *cancellable, GError **error);
SeidelMatrix *seidel_matrix_reorder (SeidelMatrix *matrix, const char *ordering, void *progress, GCancellable *cancellable, GError **error);
void seidel_matrix_unref (SeidelMatrix *matrix);
const char *seidel_matrix_name (const SeidelMatrix *matrix);
const char *seidel_matrix_format (const SeidelMatrix *matrix);
int64_t seidel_matrix_n_rows (const SeidelMatrix *matrix);
int64_t seidel_matrix_n_columns (const SeidelMatrix *matrix);
int64_t seidel_matrix_n_entries (const SeidelMatrix *matrix);
bool seidel_matrix_has_complex_values (const SeidelMatrix *matrix);
const int64_t *seidel_matrix_row_offsets (const SeidelMatrix *matrix);
const int32_t *seidel_matrix_column_indices (const SeidelMatrix *matrix);
const double *seidel_matrix_values (const SeidelMatrix *matrix);
const double *seidel_matrix_rhs (const SeidelMatrix *matrix);

SeidelMatrix *seidel_matrix_read (const char *path, const char *variable, const char *reading, void *progress, GCancellable *cancellable,
                                  GError **error);
bool seidel_matrix_write (const SeidelMatrix *matrix, const char *path, void *progress, GCancellable *cancellable, GError **error);
double *seidel_vector_read (const char *path, int64_t *n, bool *is_complex, GCancellable *cancellable, GError **error);
bool seidel_vector_write (const double *x, int64_t n, bool is_complex, const char *path, GError **error);
void seidel_numbers_free (double *x);

typedef struct SeidelProblem SeidelProblem;
SeidelProblem *seidel_problem_new_named (SeidelMatrix *matrix, const double *b, const char *rhs, const double *x0, const char *guess,
                                         GCancellable *cancellable, GError **error);
bool seidel_problem_add_near_null (SeidelProblem *problem, const char *path, GCancellable *cancellable, GError **error);
void seidel_problem_unref (SeidelProblem *problem);

typedef struct SeidelOptions SeidelOptions;
SeidelOptions *seidel_options_new (void);
void seidel_options_free (SeidelOptions *options);
bool seidel_options_set (SeidelOptions *options, const char *id, const char *text, GError **error);
char *seidel_options_get (const SeidelOptions *options, const char *id, GError **error);
const char *const *seidel_options_ids (void);
const char *seidel_options_sentence (const char *id);

typedef struct SeidelTrace SeidelTrace;
SeidelTrace *seidel_trace_new (void);
void seidel_trace_unref (SeidelTrace *trace);
size_t seidel_trace_n_points (SeidelTrace *trace);
size_t seidel_trace_read (SeidelTrace *trace, const char *column, size_t first, size_t n, double *values);

typedef struct SeidelOutcome SeidelOutcome;
SeidelOutcome *seidel_solve (SeidelProblem *problem, const SeidelOptions *options, SeidelTrace *trace, GCancellable *cancellable,
                             GCancellable *skip_verification, GError **error);
typedef struct SeidelReuse SeidelReuse;
SeidelReuse *seidel_reuse_new (void);
void seidel_reuse_unref (SeidelReuse *reuse);
SeidelOutcome *seidel_solve_reusing (SeidelReuse *reuse, SeidelProblem *problem, const SeidelOptions *options, SeidelTrace *trace,
                                     GCancellable *cancellable, GCancellable *skip_verification, GError **error);
void seidel_outcome_free (SeidelOutcome *outcome);
const char *const *seidel_outcome_names (void);
double seidel_outcome_value (const SeidelOutcome *outcome, const char *name);
char *seidel_outcome_text (const SeidelOutcome *outcome, const char *name);
const char *seidel_outcome_sentence (const SeidelOutcome *outcome);
const double *seidel_outcome_x (const SeidelOutcome *outcome, int64_t *n);

typedef struct SeidelLevels SeidelLevels;
SeidelLevels *seidel_levels_new (const SeidelMatrix *matrix, int order, GCancellable *cancellable, GError **error);
void seidel_levels_unref (SeidelLevels *levels);
int32_t seidel_levels_count (const SeidelLevels *levels);
const int64_t *seidel_levels_rows (const SeidelLevels *levels);
const int64_t *seidel_levels_entries (const SeidelLevels *levels);
const int32_t *seidel_levels_of_rows (const SeidelLevels *levels);
int64_t seidel_levels_widest (const SeidelLevels *levels);

typedef struct { int device_type; int32_t device_id; } DLDevice;
typedef struct { uint8_t code; uint8_t bits; uint16_t lanes; } DLDataType;
typedef struct { void *data; DLDevice device; int32_t ndim; DLDataType dtype; int64_t *shape; int64_t *strides; uint64_t byte_offset; } DLTensor;
typedef struct { DLTensor dl_tensor; ...; } DLManagedTensor;

typedef struct SeidelSweeper SeidelSweeper;
SeidelSweeper *seidel_sweeper_new (SeidelMatrix *matrix, const SeidelOptions *options, GCancellable *cancellable, GError **error);
SeidelSweeper *seidel_sweeper_new_from_arrays (const SeidelArrays *arrays, const SeidelOptions *options, GCancellable *cancellable,
                                               GError **error);
void seidel_sweeper_free (SeidelSweeper *sweeper);
const char *seidel_sweeper_strategy (const SeidelSweeper *sweeper);
void seidel_sweeper_set_stream (SeidelSweeper *sweeper, void *stream);
bool seidel_sweeper_sweep (SeidelSweeper *sweeper, int order, double omega, const void *b, void *x, GError **error);
bool seidel_sweeper_relax (SeidelSweeper *sweeper, int order, double omega, int n, const void *b, void *x, double *residuals, GError **error);
bool seidel_sweeper_solve (SeidelSweeper *sweeper, int order, const void *b, void *x, GError **error);

typedef struct SeidelPreconditioner SeidelPreconditioner;
SeidelPreconditioner *seidel_preconditioner_new (SeidelMatrix *matrix, const char *id, const SeidelOptions *options,
                                                 GCancellable *cancellable, GError **error);
SeidelPreconditioner *seidel_preconditioner_new_from_arrays (const SeidelArrays *arrays, const char *id, const SeidelOptions *options,
                                                             GCancellable *cancellable, GError **error);
bool seidel_preconditioner_update (SeidelPreconditioner *preconditioner, SeidelMatrix *matrix, GCancellable *cancellable, GError **error);
bool seidel_preconditioner_update_from_arrays (SeidelPreconditioner *preconditioner, const SeidelArrays *arrays, GCancellable *cancellable,
                                               GError **error);
void seidel_preconditioner_free (SeidelPreconditioner *preconditioner);
void seidel_preconditioner_set_stream (SeidelPreconditioner *preconditioner, void *stream);
bool seidel_preconditioner_apply (SeidelPreconditioner *preconditioner, const void *r, void *z, GError **error);
'''

SOURCE = '''
#include <seidel-io.h>

/* Arrays of other packages, as DLPack (dmlc.github.io/dlpack) lays them out. */
typedef struct { int device_type; int32_t device_id; } DLDevice;
typedef struct { uint8_t code; uint8_t bits; uint16_t lanes; } DLDataType;
typedef struct { void *data; DLDevice device; int32_t ndim; DLDataType dtype; int64_t *shape; int64_t *strides; uint64_t byte_offset; } DLTensor;
typedef struct DLManagedTensor { DLTensor dl_tensor; void *manager_ctx; void (*deleter) (struct DLManagedTensor *); } DLManagedTensor;
'''


def main():
    ffi = FFI()
    ffi.cdef(DECLARATIONS)
    ffi.set_source('seidel._seidel', SOURCE)
    ffi.emit_c_code(sys.argv[1])


if __name__ == '__main__':
    main()
