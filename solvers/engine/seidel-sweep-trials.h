/* What trials of sweeps have found, by matrix: how long a sweep took in each of the ways in which
 * the CPU engine can do it. All ways give the same bits, so what is remembered changes how long a
 * run takes and nothing else.
 *
 * Kept in memory for the program, and in a file where the program names one: of this version of the
 * program, this processor and its number of threads; a file of others is replaced.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

#define SEIDEL_TRIAL_MOST_WAYS 3

/* What was swept, and how: two keys are equal if all members are. */
typedef struct
{
  uint64_t pattern; /* see seidel_sweep_trials_pattern () */
  int threads;
  int precision; /* SeidelPrecision */
  int direction; /* SeidelDirection */
  int mode;      /* what the sweep computes beside x: of the engine */
} SeidelTrialKey;

typedef struct
{
  SeidelTrialKey key;
  int64_t least[SEIDEL_TRIAL_MOST_WAYS]; /* nanoseconds of a sweep; 0: the way was not possible */
  int64_t sweeps;                        /* that have relied on it since */
} SeidelTrial;

/* A hash of the places of the entries (XXH3 of offsets and columns). */
uint64_t seidel_sweep_trials_pattern (int64_t rows, const int64_t *offsets, const int32_t *columns);

/* False if nothing is known. Thread-safe, as is the next. */
bool seidel_sweep_trials_find (const SeidelTrialKey *key, SeidelTrial *trial);
/* Takes the place of what was known for the key, and of what was used longest ago where there are
 * too many. */
void seidel_sweep_trials_note (const SeidelTrial *trial);

/* For programs, at their beginning: names the file, which is read when a trial is first looked for.
 * NULL: none, as at first. */
SEIDEL_API void seidel_sweep_trials_keep_in (const char *file);
/* At the end: writes the file if there is something new, with what other programs have left there
 * meanwhile. Failures are silent. */
SEIDEL_API void seidel_sweep_trials_finish (void);
/* Forgets what is in memory; the file is read again when a trial is looked for. */
SEIDEL_API void seidel_sweep_trials_forget (void);

G_END_DECLS
