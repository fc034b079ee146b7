/* The pictures that can be written without a window: the same drawings as on its pages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-matrix.h"
#include "analysis/seidel-playback.h"
#include "draw/seidel-export.h"
#include "draw/seidel-solution-picture.h"
#include "draw/seidel-sparsity-draw.h"
#include "draw/seidel-theme.h"
#include "solve/seidel-hierarchy-report.h"
#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* What pictures show, where that can be chosen. */
typedef struct
{
  bool show[2];            /* by SeidelDirection */
  SeidelSparsityMode mode; /* by level: that of the first direction shown */
  SeidelSolutionChoice solution;
  SeidelPlayMode mode_of_play;
  int64_t step; /* of what is played; −1: the middle, in a browser the first */
} SeidelCliPictureChoices;

#define SEIDEL_CLI_PICTURE_CHOICES_INIT                                 \
  {                                                                     \
    .show = { true, true }, .mode = SEIDEL_SPARSITY_DENSITY, .step = -1 \
  }

/* What pictures are made of; all borrowed. trace and outcome are NULL when there was no run,
 * hierarchy and solution unless a picture needs them. */
typedef struct
{
  const SeidelCliMatrix *matrix;
  SeidelTrace *trace;
  const SeidelOutcome *outcome;
  double tolerance;
  SeidelCliPictureChoices choices;
  SeidelHierarchyReport *hierarchy;
  SeidelBorders *borders; /* of the ranks that were asked for, else NULL */
  SeidelSolution *solution;
  SeidelProblem *problem; /* of a solution that is played, else NULL */
  GCancellable *cancellable;
} SeidelCliSubject;

typedef struct
{
  SeidelTheme theme;
  double width; /* pixels; points in SVG and PDF */
  double height;
} SeidelCliCanvas;

typedef struct SeidelCliPicture
{
  const char *id; /* "sparsity" */
  const char *sentence;
  bool needs_levels;
  bool needs_run;
  bool needs_projection; /* of that run */
  bool needs_hierarchy;  /* of multigrid */
  bool needs_solution;   /* of the run; --vector, --view and --scale apply to it */
  bool takes_direction;  /* --direction applies to it */
  bool takes_color;      /* --color-by applies to it */
  bool takes_ranks;      /* --ranks and --partition apply to it */
  bool plays;            /* --play and --step apply to it */
  bool animates;         /* animations are among its formats */
  bool (*write) (const struct SeidelCliPicture *self,
                 const SeidelCliSubject *subject,
                 const SeidelCliCanvas *canvas,
                 const char *path,
                 GError **error);
} SeidelCliPicture;

#define SEIDEL_CLI_N_PICTURES 8
const SeidelCliPicture *seidel_cli_pictures (size_t *n_pictures);
const SeidelCliPicture *seidel_cli_picture_find (const char *id);

/* Whether a picture can be written to a file of this name, for the check of an option. */
bool seidel_cli_check_picture (const char *path, GError **error);

/* Whether it is to be a page for a browser. */
bool seidel_cli_is_html (const char *path);

/* Draws a picture to a file, in the format of its ending. A crash of the font libraries ends the
 * program with a message. */
bool seidel_cli_export (SeidelDraw *draw,
                        gconstpointer picture,
                        const SeidelCliCanvas *canvas,
                        const char *path,
                        GError **error);

/* --width, --height, --dark. */
extern const SeidelCliGroup seidel_cli_canvas_group;
SeidelCliCanvas seidel_cli_canvas (const SeidelCliCall *call);

G_END_DECLS
