/* The sample matrices that are installed with the programs, each in another file format.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stddef.h>

#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

typedef struct
{
  const char *file;      /* "cavity.mat", its name in the folder */
  const char *path;      /* absolute: can be passed to seidel_load_matrix () */
  const char *title;     /* "Driven cavity" */
  const char *sentence;  /* what it shows */
  const char *own_title; /* both in the user's language, for a window */
  const char *own_sentence;
  const char
    *recipe; /* arguments of seidel-cli generate that make the matrix: "cavity --size 16" */
} SeidelSample;

/* All samples, in the order in which they are offered, as samples.ini beside the files lists them;
 * *n_samples is 0 if they are not installed. The folder is $SEIDEL_SAMPLES_DIR, for programs run
 * from the build tree, or else seidel/samples below the data folder of the installation or below
 * one of $XDG_DATA_DIRS. The list is read once, is constant and must not be freed. Thread-safe. */
SEIDEL_API const SeidelSample *seidel_samples (size_t *n_samples);
/* By the name of its file, with the endings or without; NULL if there is none. */
SEIDEL_API const SeidelSample *seidel_sample_find (const char *name);

G_END_DECLS
