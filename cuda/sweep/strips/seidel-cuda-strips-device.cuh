/* Strips (seidel-cuda-strips.h) that the device cuts itself, the same as those of the host.
 *
 * Levels and far entries of the rows of a grid are computed from their coordinates and checked.
 * Those of other rows are found at once, as values of a sweep are, by rows that wait for each
 * other. Rows are then sorted by cell and level, and cut into slices. The graph of the cells is so
 * small that the host orders it. Each strip is cut into pages by a block that follows what will be
 * in the window of its worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-cells.h"
#include "device/seidel-cuda-scan.h"
#include "levels/seidel-cuda-grid.h"
#include "sweep/seidel-cuda-lanes.cuh"
#include "sweep/seidel-cuda-sweep.h"

#define SEIDEL_STRIPS_WHAT "planning a sweep"

/* Rows in the order of their strips, and memory for what follows; on the device, in one piece. */
typedef struct
{
  SeidelOperator *A;
  SweptGraph graph; /* of it */
  int64_t n;
  SeidelSweptLengths lengths;
  SeidelFarClasses classes;
  bool is_deep; /* rows depend on neighbours, and on rows far away */
  bool is_grid; /* perhaps: its marks are guessed */
  SeidelGridMarks grid;
  int32_t n_levels;
  bool mirrored;           /* strips are those of the other direction in reverse */
  SeidelStripGraph strips; /* on the host */
  int32_t *numbers;        /* of the cells, on the host */
  void *memory;
  int32_t *rows;
  /* Of each of them: its strip, its level and, where it matters, how many entries it has less than
   * the longest row. */
  uint64_t *keys;
  int level_bits;
  int length_bits;
  /* Not in use any more. */
  uint64_t *spare_keys;
  int32_t *spare_rows;   /* n + 2 */
  int32_t *spare_strips; /* the same */
  int64_t *spare_far;    /* n + 1 */
  int32_t *spare_word;
  SeidelCudaScanSpace space;
} SeidelCudaCells;

/* Begins with the lengths of the rows of an operator whose diagonal is complete, and the classes of
 * their entries. Of this and the next two: the status of the context is sticky where the result is
 * SEIDEL_STRIPS_FAILED; the cells are cleared where it is not SEIDEL_STRIPS_DONE. */
SeidelStripsResult seidel_cuda_cells_begin (SeidelContext *context,
                                            SeidelOperator *A,
                                            SeidelDirection direction,
                                            SeidelCudaCells *cells);
/* Divides the rows among cells. */
SeidelStripsResult seidel_cuda_cells_divide (SeidelContext *context,
                                             const SeidelStripsSettings *settings,
                                             SeidelCudaCells *cells);
void seidel_cuda_cells_clear (SeidelContext *context, SeidelCudaCells *cells);

/* Begins to write the marks that the rows have if they are a grid; refuted, on the device, becomes
 * 1 where these are not the marks that would be found. False and the sticky status on failure. */
bool seidel_cuda_guess_far_marks (SeidelContext *context,
                                  const SeidelCudaCells *cells,
                                  const SeidelCudaFarMarks *guessed,
                                  int *refuted);

/* Keeps the strip and level of each row, from its key, for the other direction of the operator;
 * false and the sticky status on failure, as seidel_cuda_mirror_take (). */
bool seidel_cuda_mirror_keep (SeidelContext *context,
                              const SeidelCudaCells *cells,
                              const uint64_t *of_rows);
/* Whether something was kept of the other direction. */
bool seidel_cuda_has_mirror (const SeidelCudaCells *cells);
/* Begins to check it; contradicted, on the device, becomes 1 where it does not hold for this
 * direction. */
void
seidel_cuda_mirror_check (SeidelContext *context, const SeidelCudaCells *cells, int *contradicted);
/* Frees what was kept. */
void seidel_cuda_mirror_free (SeidelContext *context, SeidelOperator *A);
/* Where it does: the mark of each row, without far entries, and its strip; also the number of
 * strips, into the place of that number. */
bool seidel_cuda_mirror_take (SeidelContext *context,
                              SeidelCudaCells *cells,
                              unsigned long long *marks,
                              int32_t *strips,
                              int32_t *n_strips);

/* As SeidelStrips, with arrays on the device; values are of the context's precision. */
typedef struct
{
  SeidelStripsSettings settings;
  int64_t rows_of_matrix;
  int32_t n_levels;
  int32_t n_strips;
  int64_t n_pages;
  int64_t n_slices;
  int64_t n_sources;
  double nanoseconds;
  void *memory; /* of all arrays, but for those of the pages where these are made later */
  void *pages_memory;
  int32_t *first;
  SeidelStripsPage *pages;
  int32_t *sources;
  int32_t *rows;
  int32_t *levels;
  SeidelCudaLanes lanes; /* without stamps */
  void *published;       /* by place */
  bool filled;           /* they have their values */
} SeidelCudaStrips;

/* Take the arrays of slices and of pages, whose numbers are set. */
void seidel_cuda_strips_lay_out_slices (const SeidelContext *context,
                                        SeidelCudaLayout *layout,
                                        SeidelCudaStrips *strips);
void seidel_cuda_strips_lay_out_pages (SeidelCudaLayout *layout, SeidelCudaStrips *strips);

/* A slice: which of the listed rows it holds, and which of their entries. */
typedef struct
{
  int32_t first;
  int32_t count;
  int16_t lanes;
  int16_t finishes;
  int32_t step;
} SeidelCudaCutSlice;

/* Where a strip begins. */
typedef struct
{
  int32_t slice;
  int32_t page; /* its number in the worker's stream where all pages before it are full */
} SeidelCudaCutStrip;

/* Where the pages and sources of a strip begin. */
typedef struct
{
  int32_t page;
  int32_t source;
  int32_t turn; /* what has to be added to the number of each page, below those of the window */
} SeidelCudaCutPages;

/* The rows in slices. The first four are on the host, and on their way to the device. */
typedef struct
{
  int32_t *moves;
  /* Worker by worker, which is the order of their slices, and where the last one ends. */
  SeidelCudaCutStrip *strips;
  SeidelCudaCutPages *firsts; /* of each of them */
  int32_t *workers_first;     /* page */
  SeidelCudaCutSlice *slices; /* on the device */
} SeidelCudaCut;

void seidel_cuda_cut_clear (SeidelContext *context, SeidelCudaCut *cut);

/* Cuts what the slices need, the place of each entry's row or −1, by slice, entry and lane, into
 * pages. What is fetched is left in the same array. */
bool seidel_cuda_pages_cut (SeidelContext *context,
                            SeidelCudaCut *cut,
                            int32_t *needs,
                            SeidelCudaStrips *strips);

/* Makes strips of cells that were begun, and clears these; without their values where the operator
 * does not have them yet. */
SeidelStripsResult seidel_cuda_strips_init (SeidelContext *context,
                                            const SeidelStripsSettings *settings,
                                            SeidelCudaCells *cells,
                                            SeidelCudaStrips *strips);
void seidel_cuda_strips_free (SeidelCudaStrips *strips);

/* Gives strips the values of the operator that they were cut from, unless they have them. */
bool seidel_cuda_strips_fill (SeidelContext *context,
                              const SeidelOperator *A,
                              SeidelDirection direction,
                              SeidelCudaStrips *strips);
