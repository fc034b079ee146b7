/* What methods and engines exchange: status, matrices, levels, strategies, costs and reports. Plain
 * data, in which arrays are borrowed unless their comment says otherwise.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>

#include "base/seidel-types.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef enum
  {
    SEIDEL_STATUS_OK,
    SEIDEL_STATUS_STOPPED, /* poll () returned true */
    SEIDEL_STATUS_OUT_OF_MEMORY,
    SEIDEL_STATUS_ZERO_DIAGONAL, /* missing or zero in row status.row */
    SEIDEL_STATUS_DEVICE_LOST,
    SEIDEL_STATUS_FAILED,
  } SeidelStatusCode;

  typedef struct
  {
    SeidelStatusCode code;
    int64_t row;       /* 0-based, or −1 */
    char message[240]; /* one clause without a full stop, or empty */
  } SeidelStatus;

  /* A borrowed CSR matrix: columns ascending within each row, no duplicates. It must outlive the
   * context. */
  typedef struct
  {
    int64_t rows;
    int64_t columns;
    const int64_t *row_offsets;
    const int32_t *column_indices;
    const double *values;
  } SeidelCsrView;

  /* The arrays of such a matrix in memory of the caller that is where the engine's is, see lent. */
  typedef struct
  {
    const void *row_offsets;
    const int32_t *column_indices;
    const void *values;
    bool wide; /* offsets have 64 bits, otherwise 32 */
    SeidelPrecision precision;
    void *stream; /* of the caller, in which they were made */
  } SeidelLentArrays;

  /* Borrowed dependency levels, defined in analysis/seidel-schedule.h. */
  typedef struct
  {
    int32_t count;
    const int32_t *level_of_row; /* 1 … count */
    const int64_t *level_rows;   /* number of rows in each level */
    bool in_place_safe;          /* see SeidelSchedule */
  } SeidelLevelsView;

  typedef struct
  {
    SeidelPrecision precision;
    int arithmetic; /* SeidelArithmetic flags */
    int threads;    /* host threads, at least 1; ignored unless the engine uses_threads */
    /* Returns true when the run should stop. Long operations call it often enough to return within
     * 100 ms; it must be cheap and callable from any thread. May be NULL. */
    bool (*poll) (void *data);
    void *poll_data;
    SeidelShape shape; /* ignored unless the engine has max_shape_threads */
    bool profile;      /* of kernels, see device.kernels, which takes time; ignored without one */
    int device;        /* of those that device.count () counts; ignored without any */
  } SeidelContextSettings;

  /* What a strategy can measure within a sweep. */
  typedef enum
  {
    SEIDEL_MEASURES_NOTHING,
    SEIDEL_MEASURES_LEVELS, /* the time of each level */
    SEIDEL_MEASURES_PASSES, /* the time and the number of rows of each pass over the matrix */
  } SeidelMeasures;

  typedef enum
  {
    SEIDEL_ORDER_NATURAL,
    SEIDEL_ORDER_LEVEL,
    SEIDEL_ORDER_STRIP, /* by level within a strip */
  } SeidelRowOrder;

  typedef enum
  {
    SEIDEL_STORED_CSR,
    SEIDEL_STORED_RUNS,   /* neighbouring rows of one level */
    SEIDEL_STORED_SLICES, /* entries of a warp, lane by lane */
  } SeidelSweepStorage;

  /* How a row waits for the rows that it depends on. */
  typedef enum
  {
    SEIDEL_WAITS_NOT, /* they are done: rows go one after the other */
    SEIDEL_WAITS_BARRIER,
    SEIDEL_WAITS_LAUNCH,
    SEIDEL_WAITS_BLOCK_BARRIER, /* of one thread block */
    SEIDEL_WAITS_FLAGS,         /* one of each row that it depends on */
    SEIDEL_WAITS_REPETITION,    /* passes over the matrix until no row is left */
  } SeidelWaiting;

  /* A way to carry out a sweep: see the table at the head. */
  typedef struct
  {
    const char *id;       /* "levels" */
    const char *name;     /* "Level sets" */
    const char *sentence; /* what it does and when it pays off */
    SeidelRowOrder order;
    SeidelSweepStorage stored;
    SeidelWaiting waits;
    bool shared;       /* x is in the shared memory of thread blocks */
    bool needs_levels; /* requires a SeidelLevelsView for each direction in use */
    SeidelMeasures measures;
    bool demonstration; /* for teaching: never selected automatically */
    bool inexact;       /* may deviate from the row order's result; all others keep it */
    /* Levels may be any groups of mutually independent rows in any order: colours. One that does
     * not need levels sweeps by such groups only. */
    bool any_levels;
    uint32_t arithmetics; /* the subset of the engine's SeidelArithmetic flags it supports */
    /* It cannot sweep every matrix: planning fails with SEIDEL_STATUS_FAILED and the reason. */
    bool limited;
  } SeidelStrategy;

  typedef struct SeidelContext SeidelContext;   /* an engine in use: device, precision, threads */
  typedef struct SeidelOperator SeidelOperator; /* a matrix in the engine's storage */
  typedef struct SeidelVector SeidelVector;     /* n values of the context's precision */
  typedef struct SeidelSweep SeidelSweep;       /* a planned sweep: strategy, direction */
  typedef struct SeidelRelaxation SeidelRelaxation;       /* repeated sweeps, see relaxations */
  typedef struct SeidelFactors SeidelFactors;             /* a dense factorisation or inverse */
  typedef struct SeidelLibrarySolver SeidelLibrarySolver; /* see library */

  /* Dense factorisations of a square matrix. */
  typedef enum
  {
    SEIDEL_FACTORS_LU,               /* L and U, with partial pivoting */
    SEIDEL_FACTORS_INVERSE,          /* the inverse by Gauss-Jordan, with partial pivoting */
    SEIDEL_FACTORS_TEXTBOOK_LU,      /* Crout; a zero pivot is repaired by adding a lower row */
    SEIDEL_FACTORS_TEXTBOOK_INVERSE, /* Gauss-Jordan with the same repair */
  } SeidelFactorsKind;

  /* Incomplete factorisations A ≈ (L + D) D⁻¹ (D + U), in which L and U have no entries but where A
   * has them: see method/seidel-ilu.h. */
  typedef enum
  {
    SEIDEL_INCOMPLETE_LU,
    SEIDEL_INCOMPLETE_CHOLESKY,
  } SeidelIncompleteKind;

  /* The first row whose pivot cannot be divided by. */
  typedef struct
  {
    int64_t row; /* −1: there is none */
    double pivot;
  } SeidelBadPivot;

  /* The properties of a run that determine its memory requirement. */
  typedef struct
  {
    int64_t rows;
    int64_t columns;
    int64_t nonzeros;
    int64_t longest_half;      /* most entries of a row on one side of the diagonal */
    int64_t diagonals;         /* distinct values of column − row among the entries */
    bool symmetric;            /* equal to its transpose */
    SeidelPrecision precision; /* of the context: single or double */
    SeidelStorage storage;
    int vectors;       /* total number of vectors with rows elements */
    bool transposed;   /* products with the transpose occur */
    bool diagonal;     /* products with the diagonal or its inverse occur */
    int strategy;      /* of the sweeps below; −1 without sweeps */
    int matrix_sweeps; /* planned sweeps of the matrix: directions */
    bool stationary;   /* they begin with an x other than zero: both triangles are read */
    int triangles;     /* triangular factors: half the entries each, one planned sweep each */
    int32_t levels;    /* of a sweep, in the direction with more; 0: not known */
    uint32_t factors;  /* bit k: SeidelFactorsKind k is computed */
    int device;        /* see SeidelContextSettings */
  } SeidelEngineDemand;

  /* What an engine knows of the sweeps for which it chose a strategy. */
  typedef struct
  {
    double seconds; /* that a sweep in double precision is expected to take; NaN: not known */
    int32_t levels; /* in the direction with more; 0: they were not counted */
  } SeidelSweepForecast;

  /* What the parts of a run are expected to take, from constants rounded from measurements: good
   * enough to choose between engines. Seconds. */
  typedef struct
  {
    double start;     /* until the first context of a process is there */
    double transfer;  /* the matrix and the vectors that a run begins with */
    double plan;      /* the sweeps of a matrix, or of a triangle, in one direction */
    double factor;    /* an incomplete factorisation without planning its sweeps */
    double product;   /* one with the matrix */
    double pass;      /* an operation over vectors, which reads or writes three or four of them */
    double meeting;   /* until the host has the result of an operation */
    double sweep;     /* at best */
    double queued;    /* of a sweep, what is saved where it follows another operation without the
                         host having to wait */
    double hierarchy; /* the coarse levels of multigrid */
    double cycle;     /* of multigrid */
    double flop;      /* an operation of a dense factorisation */
  } SeidelEngineCosts;

  /* Device timings (CUDA events) since the previous call. Concurrent activities are both counted
   * in full. */
  typedef struct
  {
    int64_t to_bytes; /* copied to the device, as stored on the host */
    int64_t to_nanoseconds;
    int64_t from_bytes; /* copied back */
    int64_t from_nanoseconds;
    int64_t work_nanoseconds;   /* executing kernels, launch gaps included */
    int64_t marked_nanoseconds; /* between the latest two marks; 0 without marks */
  } SeidelEngineTimes;

/* Rows of a profile, at most. */
#define SEIDEL_MOST_KERNELS 64

  /* A row of a profile: what a device did of one kind, by its own clock. An operation of the engine
   * has a row, kernels of an operation may have their own. */
  typedef struct
  {
    const char *name; /* static */
    int64_t calls;
    int64_t nanoseconds; /* of all calls, gaps between the launches of one included */
    int64_t least;       /* of one call, as the next */
    int64_t most;
    int64_t branches;  /* of warps, where the kernel counts them; else 0 */
    int64_t divergent; /* of those, where some threads of a warp took one side, some the other */
  } SeidelKernelTimes;

/* Scalar slots of a context; methods number theirs from 0. Values are doubles. */
#define SEIDEL_SCALARS 1024
  typedef int SeidelScalar;

  /* The measurements of one sweep. The arrays are valid during the call only. */
  typedef struct
  {
    SeidelDirection direction;
    int32_t count;              /* levels or passes, according to the strategy's measures */
    const int64_t *nanoseconds; /* count, in order of execution */
    const int64_t *rows;        /* count: rows updated by each; NULL: those of the levels */
    int64_t cost;               /* nanoseconds that measuring took, an estimate */
  } SeidelSweepReport;

  typedef void (*SeidelSweepReportFunc) (const SeidelSweepReport *report, void *data);

  /* What a device can do at best. */
  typedef struct
  {
    int64_t warps;    /* of threads that are resident at once */
    double bandwidth; /* bytes a second of its memory, by its clock and its width */
    char name[256];   /* "NVIDIA H200" */
  } SeidelDeviceCapacity;

#ifdef __cplusplus
}
#endif
