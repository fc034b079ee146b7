/* Threads that can be made: limits on processes, memory and control groups leave some programs few
 * of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Whether n threads can be made at the same time; otherwise false with SEIDEL_ERROR_UNAVAILABLE. To
 * be asked before a library is used that ends the program where it gets none, or waits for ever. */
SEIDEL_API bool seidel_threads_check (int n, GError **error);

/* To be called by a program before its work, which is about to start n threads and then computes on
 * all processors. GLib and OpenMP end the program where they get no thread. Where some are missing,
 * the results below are smaller from then on; with fewer than n, returns false with
 * SEIDEL_ERROR_UNAVAILABLE.
 */
SEIDEL_API bool seidel_threads_reserve (int n, GError **error);

/* To be called afterwards by the thread that works: OpenMP uses the processors below, too. */
SEIDEL_API void seidel_threads_begin (void);

/* The processors that the process has threads for, at least 1. */
SEIDEL_API int seidel_threads_processors (void);

/* What the machine calls its processor; "" where it does not say. Free with g_free (). */
SEIDEL_API char *seidel_threads_processor_name (void);

/* Whether that is less than the machine has. */
SEIDEL_API bool seidel_threads_are_few (void);

/* So many threads, 0 for one on each processor, or those that the process can have, if these are
 * fewer. */
SEIDEL_API int seidel_threads_allowed (int wanted);

G_END_DECLS
