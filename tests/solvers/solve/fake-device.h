/* An engine for tests: the CPU's, as if it had memory and a clock of its own and could be lost. The
 * module takes the place of the CUDA engine. In programs that cannot reach into it, the environment
 * may say by SEIDEL_FAKE_DEVICE_FREE how many bytes it has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-sparse-operations.h"

/* What it measures of each mark, and what it says it did between two questions. */
#define FAKE_DEVICE_MARKED 1234567 /* nanoseconds */
#define FAKE_DEVICE_WORK   2000000
#define FAKE_DEVICE_BYTES  4096

/* Rows times threads of a shape, at most. */
#define FAKE_DEVICE_THREADS 512

/* Set and read by tests; the module exports one as fake_device. */
typedef struct
{
  int64_t free_bytes;
  int64_t total_bytes;
  int64_t lost_after; /* sweeps and products; −1: never */
  int lost_at;        /* the nth time that its status is asked for, from 1; 0: never */
  int lost_at_mark;   /* when so many iterations were over; 0: never */
  int asked;          /* for its status */
  int lost;
  int devices;       /* that there are, at least 1 */
  unsigned int used; /* bit k: a context was on device k */
  int contexts;      /* that were made */
  bool single;       /* the latest computes in single precision */
  int factors; /* sparse ones that there are; the kind of the latest, and whether it is complex */
  SeidelSparseKind kind;
  bool complex_numbers;
  int vectors; /* that there are */
  int most_vectors;
  int choices;    /* of a strategy */
  int saw_levels; /* a choice, or a plan, was given levels */
  int marks;
  int measures;
  int notes;             /* of scalars, where SEIDEL_FAKE_DEVICE_AHEAD is set before it is opened */
  bool fetches_late;     /* what is fetched is what later work has left, as it may be on a device */
  double bytes_of_level; /* that a run needs */
  SeidelEngineDemand demand; /* the latest */
  SeidelShape shape;         /* asked of the latest context */
  bool profile;              /* likewise */
  double sweep_seconds;      /* expected of a sweep */
  int32_t counts_levels;     /* when it chooses a strategy; 0: it does not */
  SeidelEngineCosts costs;   /* expected of the parts of a run */
  void *stream;              /* the latest that was entered */
  int entered;               /* and not left again */
  int lent;                  /* vectors that are, now */
  int lent_operators;        /* that were made */
} FakeDevice;
