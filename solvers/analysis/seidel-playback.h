/* A Gauss-Seidel sweep taken apart into steps, to be shown slowly: which rows are computed after
 * each of them, which could be, and which have to wait.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_PLAY_LEVELS, /* a step computes the rows of a level */
  SEIDEL_PLAY_PASSES, /* a step computes all rows at once, from the values of the step before: a row
                       * has its final value after as many passes as its level */
  SEIDEL_PLAY_ROWS,   /* a step computes one row, in the order of the sweep */
  SEIDEL_PLAY_RACE,   /* a step computes all rows whose dependencies are marked as computed, as a
                       * kernel does that publishes a value and its mark without an order between
                       * them: a row may see the mark that another one has set in the same step, and
                       * sometimes it sees the mark before the value, and reads the old one */
  SEIDEL_N_PLAY_MODES,
} SeidelPlayMode;

typedef enum
{
  SEIDEL_ROW_WAITING, /* for a row that is not computed yet */
  SEIDEL_ROW_READY,   /* it waits for nothing any more */
  SEIDEL_ROW_STALE,   /* computed from values that were not final; in a race for good */
  SEIDEL_ROW_WRONG,   /* in a race: computed from final values, some of which are wrong */
  SEIDEL_ROW_NOW,     /* computed by this step, for good */
  SEIDEL_ROW_DONE,    /* before it */
  SEIDEL_N_ROW_STATES,
} SeidelRowState;

/* Reference-counted, read-only after construction, safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  SeidelPlayMode mode;
  SeidelDirection direction;
  int64_t rows;
  int64_t steps;
  int32_t *computed_at; /* rows entries: the step after which the row has its value, 1 … steps */
  int32_t *ready_at;    /* rows entries: after which all that it depends on have theirs, 0 … */
  int32_t *computed;    /* steps + 1 entries: rows computed after so many steps */
  int32_t *ready;       /* the same: rows that are computed or could be */
  /* Of a race, otherwise NULL and 0. */
  uint8_t *ends;  /* rows entries: SEIDEL_ROW_DONE, _STALE or _WRONG, as each row ends */
  int32_t *stale; /* steps + 1 entries: rows in this state after so many steps */
  int32_t *wrong; /* the same */
  uint32_t seed;  /* which marks are seen early, and which values are not */
} SeidelPlayback;

/* The matrix must be that of the schedule. seed is that of a race, which is the same whenever it is
 * played; other modes ignore it. At most one pass over the entries; SEIDEL_ERROR_MEMORY. */
SEIDEL_API SeidelPlayback *seidel_playback_new (const SeidelCsr *csr,
                                                const SeidelSchedule *schedule,
                                                SeidelPlayMode mode,
                                                uint32_t seed,
                                                GError **error);
SEIDEL_API SeidelPlayback *seidel_playback_ref (SeidelPlayback *playback);
SEIDEL_API void seidel_playback_unref (SeidelPlayback *playback);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelPlayback, seidel_playback_unref)

/* The state after so many steps of a row that is computed from final values. Without branches, so
 * that compilers do it for many rows at once. */
static inline SeidelRowState
seidel_playback_state_of (int32_t computed_at, int32_t ready_at, bool passes, int32_t step)
{
  const SeidelRowState before = passes && step > 0 ? SEIDEL_ROW_STALE
                                : ready_at <= step ? SEIDEL_ROW_READY
                                                   : SEIDEL_ROW_WAITING;

  return computed_at < step ? SEIDEL_ROW_DONE : computed_at == step ? SEIDEL_ROW_NOW : before;
}

/* The state of a row after so many steps, 0 … steps. */
static inline SeidelRowState
seidel_playback_state (const SeidelPlayback *playback, int64_t row, int64_t step)
{
  if (playback->ends != NULL && playback->computed_at[row] <= step
      && playback->ends[row] != SEIDEL_ROW_DONE)
    return (SeidelRowState) playback->ends[row];
  return seidel_playback_state_of (playback->computed_at[row], playback->ready_at[row],
                                   playback->mode == SEIDEL_PLAY_PASSES, (int32_t) step);
}

/* The rows in each state after so many steps, without looking at each row. */
SEIDEL_API void seidel_playback_count (const SeidelPlayback *playback,
                                       int64_t step,
                                       int64_t counts[SEIDEL_N_ROW_STATES]);

/* x after so many steps of the sweep for A x = b that begins with before; both have rows entries.
 * Takes the time of as many sweeps as there were passes, for a small matrix. A row without a
 * diagonal entry, or with 0 there, keeps its value. */
SEIDEL_API void seidel_playback_values (const SeidelPlayback *playback,
                                        const SeidelCsr *csr,
                                        const double *b,
                                        const double *before,
                                        int64_t step,
                                        double *x);

/* How far a race is from the sweep for A x = b that begins with before: errors[step], steps + 1
 * entries, is ‖x − x*‖₂ / ‖x*‖₂ over the rows computed after so many steps, x* being the sweep's
 * values; 0 while there are none. Takes the time of two sweeps. SEIDEL_ERROR_MEMORY. */
SEIDEL_API bool seidel_playback_errors (const SeidelPlayback *playback,
                                        const SeidelCsr *csr,
                                        const double *b,
                                        const double *before,
                                        double *errors,
                                        GError **error);

G_END_DECLS
