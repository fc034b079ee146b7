/* Loading on a worker: a file, a matrix of the gallery, a matrix that gets another order, or what
 * is computed of one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-ordering.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-preview.h"
#include "model/seidel-work.h"
#include "solve/seidel-part.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_OPEN_DEFAULT = 0,
  /* The variable was chosen earlier. If the file has no such matrix any more, it is opened as if
   * nothing had been chosen. */
  SEIDEL_OPEN_AGAIN = 1 << 0,
  SEIDEL_OPEN_ANY_SIZE = 1 << 1, /* the user has agreed to it */
  SEIDEL_OPEN_ASK = 1 << 2,      /* how its text is to be read, even if there is little doubt */
} SeidelOpenFlags;

/* What is to be loaded, from one of four places, and what was found there. */
typedef struct
{
  GFile *file;
  char *path;
  char *variable; /* one matrix of several, or NULL */
  char *read_as;  /* how its text is to be read, or NULL: as was answered before, or as it seems */
  SeidelOpenFlags flags;

  const SeidelGalleryKind *kind;
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];

  SeidelMatrix *matrix; /* in its natural order */
  SeidelOrderingSpec order;
  const SeidelPart *part; /* or this part of it */
  int level;

  /* Of a file, by the worker; otherwise NULL. */
  GPtrArray *variables;   /* SeidelVariable; one of them is to be chosen */
  GPtrArray *entries;     /* SeidelSessionEntry: the file is a session */
  SeidelPreview *preview; /* one of its readings is to be chosen */

  SeidelWork *work; /* while it goes on */
} SeidelLoad;

/* The file is a local one. */
SeidelLoad *seidel_load_new_file (GFile *file, const char *variable, SeidelOpenFlags flags);
/* values: one for each parameter of the kind; NULL: the initial ones. */
SeidelLoad *seidel_load_new_gallery (const SeidelGalleryKind *kind, const double *values);
SeidelLoad *seidel_load_new_order (SeidelMatrix *natural, const SeidelOrderingSpec *order);
/* level: of multigrid, from 1, if the part has levels. */
SeidelLoad *seidel_load_new_part (SeidelMatrix *matrix, const SeidelPart *part, int level);
void seidel_load_free (SeidelLoad *load);

/* Takes the load. callback is always called, on the thread that calls this. */
void
seidel_load_begin (SeidelLoad *load, SeidelWork *work, GAsyncReadyCallback callback, gpointer data);
/* In callback: the matrix; NULL with an error, or without one where the file is a session. load is
 * borrowed from result. */
SeidelMatrix *seidel_load_finish (GAsyncResult *result, const SeidelLoad **load, GError **error);

G_END_DECLS
