/* Reading MATLAB files in a process of its own: what both of its ends know. Private to solvers/io.
 *
 * libmatio, and HDF5 below it, know no cancellation and were not written for damaged files: they
 * crash on some and never return from others. So seidel-mat-reader does it, a program without a
 * window that nobody misses: it is started for one job, may use what the file can be expected to
 * need and no more, and is killed when nobody wants the result. What it says is checked like any
 * file.
 *
 * The program is called
 *
 *   seidel-mat-reader PARENT MEMORY JOB NAME [ARGUMENT]
 *
 * with the process that wants it, the bytes that the machine has, what to do, and what the file,
 * its standard input, is called in messages. It writes a pipe, its standard output: a byte of
 * SeidelMatWord whenever it begins something else. The last one is SEIDEL_MAT_RESULT, which the
 * result follows, or SEIDEL_MAT_ERROR, followed by a SeidelMatFailure and its text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/seidel-source.h"
#include "base/seidel-progress.h"

G_BEGIN_DECLS

#define SEIDEL_MAT_PROGRAM "seidel-mat-reader"

/* The jobs, what ARGUMENT is to them, and what they result in. */
#define SEIDEL_MAT_JOB_MATRIX "matrix" /* the variable; a seidel_cache_file_send () */
#define SEIDEL_MAT_JOB_LIST   "list"   /* none; a uint32_t, and as many bytes of SEIDEL_MAT_LIST */
#define SEIDEL_MAT_JOB_VECTOR "vector" /* how many numbers; so many of double */

/* The members of SeidelVariable. */
#define SEIDEL_MAT_LIST_ENTRY "(ssb)"
#define SEIDEL_MAT_LIST       "a" SEIDEL_MAT_LIST_ENTRY

/* The longest text and the longest list. */
#define SEIDEL_MAT_MOST_TEXT 65536
#define SEIDEL_MAT_MOST_LIST ((uint32_t) 1 << 26)

/* In this order. */
typedef enum
{
  SEIDEL_MAT_CHECKS, /* from the beginning, without being said */
  SEIDEL_MAT_READS,
  SEIDEL_MAT_SORTS, /* the library is done */
  SEIDEL_MAT_RESULT,
  SEIDEL_MAT_ERROR,
} SeidelMatWord;

typedef struct
{
  uint32_t code; /* SeidelError */
  uint32_t length;
} SeidelMatFailure;

/* A reader at work. */
typedef struct SeidelMatProcess SeidelMatProcess;

/* Starts it. It is for the calling thread, with which it ends; the cancellable and the progress
 * must outlive it. */
SeidelMatProcess *seidel_mat_process_new (SeidelSource *source,
                                          const char *job,
                                          const char *argument,
                                          GError **error);

/* Kills it, if it still works. */
void seidel_mat_process_free (SeidelMatProcess *process);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelMatProcess, seidel_mat_process_free)

/* Waits for the next bytes of its result; data is the process. Whatever happens to it is an error
 * here, and when cancelled it is not waited for. */
bool seidel_mat_process_receive (void *data, void *to, uint64_t bytes, GError **error);

/* Whether that failed once; else the result is to blame for what is wrong with it. */
bool seidel_mat_process_failed (const SeidelMatProcess *process);

/* For tests: how many seconds of a processor the library may spend without getting on. */
void seidel_mat_process_set_patience (double seconds);

G_END_DECLS
