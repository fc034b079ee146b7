/* Strips that the device cuts, brought to the host: see strips-device.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/strips/seidel-cuda-strips-device.cuh"

#include "strips-device.h"

extern "C" const SeidelEngine *seidel_engine_entry (uint32_t abi, SeidelTranslator translator);

static const SeidelEngine *
engine (void)
{
  return seidel_engine_entry (SEIDEL_ENGINE_ABI, NULL);
}

bool
strips_device_available (char *why, size_t size)
{
  return engine ()->available (why, size);
}

static bool
poll_never (void *)
{
  return false;
}

static void *
download (const void *from, size_t bytes)
{
  void *to = malloc (bytes + 1);

  if (to == NULL || cudaMemcpy (to, from, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
    abort ();
  return to;
}

static double *
download_values (const void *from, size_t count, size_t real_size)
{
  void *numbers = download (from, count * real_size);
  double *values = (double *) malloc ((count + 1) * sizeof *values);

  if (values == NULL)
    abort ();
  for (size_t i = 0; i < count; i++)
    values[i] =
      real_size == sizeof (float) ? ((const float *) numbers)[i] : ((const double *) numbers)[i];
  free (numbers);
  return values;
}

static SeidelStrips
bring (const SeidelCudaStrips &made)
{
  const size_t lanes = (size_t) made.n_slices * SEIDEL_SLICE_LANES;
  SeidelStrips strips = {};

  strips.settings = made.settings;
  strips.n_levels = made.n_levels;
  strips.n_strips = made.n_strips;
  strips.n_pages = made.n_pages;
  strips.n_slices = made.n_slices;
  strips.n_sources = made.n_sources;
  strips.nanoseconds = made.nanoseconds;
  strips.first =
    (int32_t *) download (made.first, (size_t) (made.settings.workers + 1) * sizeof (int32_t));
  strips.pages =
    (SeidelStripsPage *) download (made.pages, (size_t) made.n_pages * sizeof (SeidelStripsPage));
  strips.sources = (int32_t *) download (made.sources, (size_t) made.n_sources * sizeof (int32_t));
  strips.rows = (int32_t *) download (made.rows, lanes * sizeof (int32_t));
  strips.levels = (int32_t *) download (made.levels, (size_t) made.n_slices * sizeof (int32_t));
  strips.places =
    (int32_t *) download (made.lanes.places, (size_t) made.rows_of_matrix * sizeof (int32_t));
  strips.columns =
    (uint16_t *) download (made.lanes.columns,
                           lanes * (size_t) made.settings.shape.columns * sizeof (uint16_t));
  strips.values = download_values (made.lanes.values, lanes * (size_t) made.settings.shape.entries,
                                   made.settings.real_size);
  return strips;
}

SeidelStripsResult
strips_device_init (SeidelStrips *strips,
                    const SeidelCsrView *matrix,
                    SeidelDirection direction,
                    const SeidelStripsSettings *settings,
                    SeidelSweptLengths *lengths)
{
  SeidelContextSettings wanted = {};
  SeidelStatus status = {};
  SeidelContext *context;
  SeidelOperator *A;
  SeidelCudaCells cells;
  SeidelCudaStrips made;
  SeidelStripsResult result = SEIDEL_STRIPS_FAILED;

  wanted.precision =
    settings->real_size == sizeof (float) ? SEIDEL_PRECISION_SINGLE : SEIDEL_PRECISION_DOUBLE;
  wanted.threads = 1;
  wanted.poll = poll_never;
  context = engine ()->contexts.create (&wanted, &status);
  if (context == NULL)
    abort ();
  A = engine ()->operators.create (context, matrix, SEIDEL_STORAGE_CSR);
  if (A != NULL && seidel_cuda_ensure_diagonal (context, A))
    result = seidel_cuda_cells_begin (context, A, direction, &cells);
  if (result == SEIDEL_STRIPS_DONE)
    {
      *lengths = cells.lengths;
      result = seidel_cuda_strips_init (context, settings, &cells, &made);
    }
  if (result == SEIDEL_STRIPS_DONE
      && !(seidel_cuda_strips_fill (context, A, direction, &made)
           && seidel_cuda_wait (context, "a test")))
    result = SEIDEL_STRIPS_FAILED;
  if (result == SEIDEL_STRIPS_FAILED)
    fprintf (stderr, "# %s\n", context->status.message);
  if (result == SEIDEL_STRIPS_DONE)
    {
      *strips = bring (made);
      seidel_cuda_strips_free (&made);
    }
  engine ()->operators.free (context, A);
  engine ()->contexts.free (context);
  return result;
}
