/* A run: its options, its problem, its history while it goes on, and how it ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "api/seidel-handles.h"

G_BEGIN_DECLS

/* Options by their ids, which are those of “seidel-cli solve”: "method", "tolerance", "threads". */

/* All ids, ended by NULL; static. Later versions have more. */
SEIDEL_API const char *const *seidel_options_ids (void);
/* What an option does, a sentence; NULL for an id that is none. */
SEIDEL_API const char *seidel_options_sentence (const char *id);

/* The defaults; free with seidel_options_free (). Options are used by one thread at a time. */
SEIDEL_API SeidelOptions *seidel_options_new (void);
SEIDEL_API void seidel_options_free (SeidelOptions *options);

/* Sets one, such as "tolerance" to "1e-10". SEIDEL_ERROR_INVALID says what was expected; the
 * options are then unchanged. */
SEIDEL_API bool
seidel_options_set (SeidelOptions *options, const char *id, const char *text, GError **error);
/* The same of a number, or of a switch: 1 or 0. */
SEIDEL_API bool
seidel_options_set_number (SeidelOptions *options, const char *id, double value, GError **error);
/* What one is set to: new, for g_free (). NULL for one that is not set, and with
 * SEIDEL_ERROR_INVALID for an id that is none. */
SEIDEL_API char *seidel_options_get (const SeidelOptions *options, const char *id, GError **error);
/* The same of a number or a switch; NaN with SEIDEL_ERROR_INVALID for other options. */
SEIDEL_API double
seidel_options_get_number (const SeidelOptions *options, const char *id, GError **error);

/* b has as many elements as the matrix has rows, the guess as many as it has columns (NULL: zeros),
 * with a complex matrix pairs; both are copied, and are in the order of the matrix as it was before
 * seidel_matrix_reorder (). Takes a reference to the matrix. SEIDEL_ERROR_MEMORY. */
SEIDEL_API SeidelProblem *
seidel_problem_new (SeidelMatrix *matrix, const double *b, const double *guess, GError **error);
SEIDEL_API SeidelProblem *seidel_problem_ref (SeidelProblem *problem);
SEIDEL_API void seidel_problem_unref (SeidelProblem *problem);

/* The history of a run, which its thread writes: everything here may be called from any thread,
 * during the run and after it, and never waits. */
SEIDEL_API SeidelTrace *seidel_trace_new (void);
SEIDEL_API SeidelTrace *seidel_trace_ref (SeidelTrace *trace);
SEIDEL_API void seidel_trace_unref (SeidelTrace *trace);
/* Whether the run has stopped: what may follow is the verification of its solution. */
SEIDEL_API bool seidel_trace_has_stopped (SeidelTrace *trace);
/* Completed iterations; may exceed those of the latest point. */
SEIDEL_API int64_t seidel_trace_iterations (SeidelTrace *trace);
/* 0 … 1, by orders of magnitude of the residual, or by the limits of the options; NaN while it is
 * not known. */
SEIDEL_API double seidel_trace_progress (SeidelTrace *trace, const SeidelOptions *options);
/* Points: every iteration up to 2²⁰, then every second, fourth, … and always the last. */
SEIDEL_API size_t seidel_trace_n_points (SeidelTrace *trace);
/* Copies n values from point first on, and returns how many there were. column: "iteration",
 * "seconds", "residual" (‖b − A x‖₂), "relative" (over ‖b‖₂, or ‖r₀‖₂ where b = 0), "error"
 * (‖x − x*‖₂), "normal", "maximum" (‖b − A x‖∞); NaN where it is not known, and in a column that is
 * none of them. */
SEIDEL_API size_t
seidel_trace_read (SeidelTrace *trace, const char *column, size_t first, size_t n, double *values);

/* Solves on the calling thread. Returns an outcome whenever a run took place, however it ended;
 * NULL with an error when it could not begin: SEIDEL_ERROR_INVALID, _OPTIONS, _MEMORY,
 * _UNAVAILABLE. Cancelling cancellable, from any thread, stops within 100 ms; the last iterate is
 * then verified, unless skip_verification is cancelled as well. Both may be NULL. */
SEIDEL_API SeidelOutcome *seidel_solve (SeidelProblem *problem,
                                        const SeidelOptions *options,
                                        SeidelTrace *trace,
                                        GCancellable *cancellable,
                                        GCancellable *skip_verification,
                                        GError **error);
SEIDEL_API void seidel_outcome_free (SeidelOutcome *outcome);

/* What one run leaves to the next ones with the same matrix: its plan, its preconditioner or its
 * factors, so that these begin with iterating. The same with reuse NULL is seidel_solve (). Any
 * thread: a run that finds it in use goes without. */
SEIDEL_API SeidelReuse *seidel_reuse_new (void);
SEIDEL_API SeidelReuse *seidel_reuse_ref (SeidelReuse *reuse);
SEIDEL_API void seidel_reuse_unref (SeidelReuse *reuse);
SEIDEL_API SeidelOutcome *seidel_solve_reusing (SeidelReuse *reuse,
                                                SeidelProblem *problem,
                                                const SeidelOptions *options,
                                                SeidelTrace *trace,
                                                GCancellable *cancellable,
                                                GCancellable *skip_verification,
                                                GError **error);

/* The figures of an outcome by name. Names are those of “seidel-cli solve --json”, a member of an
 * object with the name of that before it: "iterations", "reason", "converged", "method",
 * "residual.true_2", "backward_error", "seconds.solve". Any thread. */

/* All of them, ended by NULL; static. Later versions have more. */
SEIDEL_API const char *const *seidel_outcome_names (void);
/* A number; 1 or 0 for one that is true or false; seconds. NaN where it is not known, where it is a
 * text, and for a name that is none. */
SEIDEL_API double seidel_outcome_value (const SeidelOutcome *outcome, const char *name);
/* The same as a text, numbers with all their digits: new, for g_free (). NULL where it is not known
 * and for a name that is none. */
SEIDEL_API char *seidel_outcome_text (const SeidelOutcome *outcome, const char *name);
/* Why the run ended, a sentence; static. */
SEIDEL_API const char *seidel_outcome_sentence (const SeidelOutcome *outcome);
/* The last iterate, also of a run that failed, and the doubles in it, which n receives (may be
 * NULL); it lives as long as the outcome. */
SEIDEL_API const double *seidel_outcome_x (const SeidelOutcome *outcome, int64_t *n);

#ifndef SEIDEL_HANDLES_INSIDE
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelOptions, seidel_options_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelProblem, seidel_problem_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelTrace, seidel_trace_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelOutcome, seidel_outcome_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelReuse, seidel_reuse_unref)
#endif

G_END_DECLS
