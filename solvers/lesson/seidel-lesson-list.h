/* The lessons that are installed with the programs, and those of the user.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "lesson/seidel-lesson.h"

G_BEGIN_DECLS

/* All that can be read, in the order of their files' names, those of the user last: SeidelLesson.
 * The folder of the installed ones is $SEIDEL_LESSONS_DIR, for programs run from the build tree, or
 * else seidel/lessons below the data folder of the installation or below one of $XDG_DATA_DIRS.
 * Read once, constant; borrowed. */
SEIDEL_API GPtrArray *seidel_lessons (void);
/* By its id; NULL if there is none. Borrowed. */
SEIDEL_API SeidelLesson *seidel_lesson_find (const char *id);
/* What is wrong with the files that are not among them: char *, each with its path and the place.
 * Borrowed. */
SEIDEL_API GPtrArray *seidel_lessons_complaints (void);
/* seidel/lessons below $XDG_DATA_HOME, which need not exist; free with g_free (). */
SEIDEL_API char *seidel_lessons_own_folder (void);
/* Paths of the files that are installed; free with g_strfreev (). */
SEIDEL_API char **seidel_lessons_list_files (void);

G_END_DECLS
