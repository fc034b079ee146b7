/* The rows of the options of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-setting.h"

#include <math.h>

#include "analysis/seidel-matching.h"
#include "analysis/seidel-partition.h"
#include "base/seidel-translatable.h"

static const SeidelSettingValue coarsenings[] = {
  { "auto", N_ ("Automatic"),
    N_ ("Classical where some couplings are much weaker than others and the matrix has the signs "
        "of an M-matrix; otherwise aggregation, and always where a GPU makes the levels.") },
  { "aggregation", N_ ("Smoothed aggregation"),
    N_ ("Groups of strongly coupled rows become one row each: small levels, for elliptic problems "
        "on grids.") },
  { "classical", N_ ("Classical"),
    N_ ("Some rows are kept and the others interpolate from them: larger levels, which follow "
        "anisotropy and jumps of the coefficients.") },
  { "geometric", N_ ("Geometric"),
    N_ ("Every second point of a grid in each direction, with linear interpolation between them: "
        "for matrices whose rows are the points of a grid, as the textbooks have it.") },
};

static const SeidelSettingValue cycles[] = {
  { "v", "V", N_ ("Visits each coarser level once: the least work.") },
  { "w", "W",
    N_ ("Visits each coarser level twice as often as the one before: fewer iterations on difficult "
        "problems.") },
  { "k", "K",
    N_ ("Solves each coarser level by up to two flexible Krylov iterations: the most robust cycle, "
        "for methods that support a varying preconditioner.") },
};

static const SeidelSettingValue level_precisions[] = {
  { "auto", N_ ("Automatic"),
    N_ ("Single precision where the smoother makes no sweeps in the order of the rows, the entries "
        "of the matrix fit, and a first cycle is as good; else that of the run.") },
  { "same", N_ ("That of the run"), N_ ("The precision of everything else.") },
  { "single", N_ ("Single"),
    N_ ("Half the bytes in every cycle; x and the residual stay in double precision.") },
};

static const SeidelSettingValue smoothers[] = {
  { "auto", N_ ("Automatic"),
    N_ ("Gauss-Seidel on the CPU; Jacobi on a GPU, where a sweep takes longer than the iterations "
        "that it saves.") },
  { "gauss-seidel", "Gauss-Seidel",
    N_ ("Exact sweeps in row order, forward before the coarser levels and backward after them; in "
        "the order of a colouring on coarse levels that a GPU makes.") },
  { "gauss-seidel-symmetric", N_ ("Gauss-Seidel, symmetric"),
    N_ ("A forward and a backward sweep before the coarser levels and after them: twice the work, "
        "fewer iterations.") },
  { "gauss-seidel-multicolor", N_ ("Gauss-Seidel, multicolour"),
    N_ ("Sweeps in the order of a colouring: more parallel, and often a weaker smoother.") },
  { "jacobi", N_ ("Jacobi, weighted"),
    N_ ("Weighted by an estimate of the spectral radius on each level: fully parallel, and the "
        "weakest smoother.") },
  { "chebyshev", "Chebyshev",
    N_ ("A polynomial of as many steps as there are smoothing sweeps, made for the upper part of "
        "the estimated spectrum: fully parallel.") },
};

static const SeidelSettingValue partitionings[] = {
  { "entries", N_ ("Equal entries"),
    N_ ("Each rank has a block of consecutive rows with about as many entries as the others: equal "
        "work in products.") },
  { "rows", N_ ("Equal rows"), N_ ("Each rank has a block of as many consecutive rows.") },
  { "metis", "METIS",
    N_ ("Parts of the graph of the matrix with few connections to others and about equal entries: "
        "the least communication, after some seconds of preparation.") },
};

/* In the order of SeidelScale. */
static const SeidelSettingValue scales[] = {
  { "none", N_ ("None"), N_ ("The system as it is.") },
  { "rows", N_ ("Rows"),
    N_ ("Every equation is multiplied by a power of two that makes its largest coefficient about "
        "1: for penalty and boundary rows of another size.") },
  { "columns", N_ ("Columns"),
    N_ ("Every unknown is measured in another unit, so that the largest coefficient of its column "
        "is about 1.") },
  { "both", N_ ("Rows, then columns"),
    N_ ("Rows first, and then what columns still differ in: for systems that are not symmetric.") },
  { "symmetric", N_ ("Symmetric"),
    N_ ("Row and column i by the same power of two, iterated until the largest coefficients are "
        "about 1: a symmetric matrix stays so, for conjugate gradients and Cholesky.") },
};

/* In the order of SeidelMatchingKind. */
static const SeidelSettingValue matchings[] = {
  { "none", N_ ("None"), N_ ("The rows as they are.") },
  { "structural", N_ ("A full diagonal"),
    N_ ("Rows are exchanged so that no entry of the diagonal is missing or zero.") },
  { "product", N_ ("A large diagonal"),
    N_ ("Rows are exchanged so that the product of the diagonal is as large as it can be: what "
        "sweeps and incomplete factors divide by is then large.") },
};

#define OF(k, t, m) \
  .kind = SEIDEL_SETTING_##k, .type = SEIDEL_MEMBER_##t, .offset = offsetof (SeidelOptions, m)
#define PARAMETER(p)       SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_##p
#define OF_PARAMETER(k, p) OF (k, REAL, parameters[SEIDEL_PARAMETER_##p]), .occasional = true

static const SeidelSetting settings[] = {
  { SEIDEL_PLAN_METHOD, "method", N_ ("Method"), "M",
    "The method; “seidel-cli methods” lists what each requires of the matrix. auto chooses by the "
    "matrix, together with a preconditioner, and tries the next candidate where one fails; see "
    "“seidel-cli advise”.",
    OF (CHOICE, TEXT, method),
    .automatic =
      N_ ("Chosen from the structure of the matrix; if it fails, the next best is tried"),
    .expected = "a method" },
  { SEIDEL_PLAN_PRECONDITIONER, "preconditioner", N_ ("Preconditioner"), "P",
    "The preconditioner; “seidel-cli preconditioners” explains them.",
    OF (CHOICE, TEXT, preconditioner), .expected = "a preconditioner" },
  { PARAMETER (OMEGA), "omega", N_ ("Relaxation ω"), "X",
    N_ ("How far a step of SOR goes: 1 is Gauss-Seidel, above it over-relaxes. Between 0 and 2; "
        "1.5 to 1.95 pays on fine grids."),
    OF_PARAMETER (NUMBER, OMEGA), .minimum = 1e-3, .maximum = 1.999 },
  { PARAMETER (WEIGHT), "weight", N_ ("Weight"), "X",
    N_ ("How much of a Jacobi step is taken: 1 is Jacobi's method, 2/3 smooths best on grids."),
    OF_PARAMETER (NUMBER, WEIGHT), .minimum = 1e-3, .maximum = 1.999 },
  { PARAMETER (RESTART), "restart", N_ ("Restart after"), "N",
    N_ ("Search directions that GMRES keeps before it restarts: more of them need fewer "
        "iterations; each is a vector in memory."),
    OF_PARAMETER (NUMBER, RESTART), .minimum = 1, .maximum = 500, .integral = true },
  { PARAMETER (PRECONDITIONER_OMEGA), "preconditioner-omega", N_ ("Relaxation ω of SSOR"), "X",
    N_ ("The ω of the preconditioner's two sweeps; 1 is the symmetric Gauss-Seidel sweep."),
    OF_PARAMETER (NUMBER, PRECONDITIONER_OMEGA), .minimum = 1e-3, .maximum = 1.999 },
  { PARAMETER (COARSENING), "coarsening", N_ ("Coarsening"), "C",
    N_ ("How multigrid makes the coarser levels."), OF_PARAMETER (CHOICE, COARSENING),
    .values = coarsenings, .maximum = SEIDEL_COARSENING_GEOMETRIC, .integral = true },
  { PARAMETER (STRENGTH), "strength", N_ ("Strength of coupling"), "X",
    N_ ("Rows of multigrid are coupled by entries |a_ij| of at least this times the largest: of "
        "either row for aggregation, which halves it on each coarser level, of row i for classical "
        "coarsening; 0 couples all neighbours."),
    OF_PARAMETER (NUMBER, STRENGTH), .maximum = 1.0 },
  { PARAMETER (CYCLE), "cycle", N_ ("Cycle"), "C",
    N_ ("How multigrid visits the coarser levels: the V, W or K cycle."),
    OF_PARAMETER (CHOICE, CYCLE), .values = cycles, .maximum = SEIDEL_CYCLE_K, .integral = true },
  { PARAMETER (SMOOTHER), "smoother", N_ ("Smoother"), "S",
    N_ ("What multigrid smooths with on each level."), OF_PARAMETER (CHOICE, SMOOTHER),
    .values = smoothers, .maximum = SEIDEL_N_SMOOTHERS - 1, .integral = true },
  { PARAMETER (SMOOTHING), "smoothing", N_ ("Smoothing sweeps"), "N",
    N_ ("Steps of the smoother of multigrid on each level before the coarser levels, and as many "
        "after them."),
    OF_PARAMETER (NUMBER, SMOOTHING), .minimum = 1, .maximum = 10, .integral = true },
  { PARAMETER (LEVELS), "level-precision", N_ ("Precision of levels"), "P",
    N_ ("Precision of the levels of multigrid in a run in double precision."),
    OF_PARAMETER (CHOICE, LEVELS), .values = level_precisions, .maximum = SEIDEL_LEVELS_SINGLE,
    .integral = true },
  { PARAMETER (DAMP), "damp", N_ ("Damping λ"), "X",
    N_ ("Least squares with ‖b − A x‖² + λ² ‖x‖² instead of ‖b − A x‖²: keeps x small if the "
        "matrix is ill-conditioned or b is noisy; 0 is none. Such a run ends by the normal "
        "residual of that problem."),
    OF_PARAMETER (NUMBER, DAMP), .maximum = 1e100 },
  { PARAMETER (SHADOWS), "shadows", N_ ("Shadow space s"), "N",
    N_ ("Dimension s of the shadow space of IDR(s): more need fewer products, and three vectors "
        "each."),
    OF_PARAMETER (NUMBER, SHADOWS), .minimum = 1, .maximum = 16, .integral = true },
  { PARAMETER (FILL_LEVEL), "fill-level", N_ ("Level of fill k"), "N",
    N_ ("Which fill ILU(k) and IC(k) keep: entries that come from at most k eliminations; 0 keeps "
        "the pattern of the matrix."),
    OF_PARAMETER (NUMBER, FILL_LEVEL), .maximum = 50, .integral = true },
  { PARAMETER (ROW_FILL), "row-fill", N_ ("Fill of a row p"), "N",
    N_ ("How many entries each row of either factor of ILUT may have more than that row of the "
        "matrix."),
    OF_PARAMETER (NUMBER, ROW_FILL), .maximum = 10000, .integral = true },
  { PARAMETER (DROP), "drop", N_ ("Drop tolerance τ"), "X",
    N_ ("ILUT drops what is smaller than this times the norm of the row of the matrix."),
    OF_PARAMETER (NUMBER, DROP), .maximum = 1.0 },
  { PARAMETER (NODE), "node-unknowns", N_ ("Unknowns of a node"), "N",
    N_ ("Rows that make one block: unknowns of the same node of a grid, one after the other; 0 "
        "finds them from the pattern."),
    OF_PARAMETER (NUMBER, NODE), .maximum = 16, .integral = true,
    .unset = N_ ("from the pattern") },
  { PARAMETER (PIVOT), "pivot", N_ ("Least pivot"), "X",
    N_ (
      "Incomplete factors replace a pivot that is less than this part of the largest entry of its "
      "row by this part of it, and the run says how many; 0 replaces none, and one that is zero "
      "ends the run. Good values are 1e-8 to 1e-2."),
    OF_PARAMETER (NUMBER, PIVOT), .maximum = 1.0 },
  { SEIDEL_PLAN_NEAR_NULL, "near-null", N_ ("Near null space"), "FILE",
    N_ ("Vectors that the matrix nearly maps to zero, as the columns of a matrix file: the slow "
        "errors that the coarser levels of multigrid are to represent, such as the rigid body "
        "modes of an elastic body. Displacements in one direction each come first. Coordinates of "
        "nodes will do: the modes are made from them. Without it they are looked for in the file "
        "of the matrix and beside it, as NAME_nullspace or NAME_coord."),
    OF (FILE, TEXT, near_null), .occasional = true, .expected = "the name of a file" },
  { SEIDEL_PLAN_MATCHING, "matching", N_ ("Exchange of rows"), "M",
    N_ ("Equations in another order, by a matching of rows with columns that puts large entries on "
        "the diagonal: for systems whose rows are in the wrong order. x stays as it is."),
    OF (CHOICE, INT, matching), .group = SEIDEL_SETTING_DETAILS,
    .automatic =
      N_ ("Only with the automatic method, where the diagonal has gaps or is small beside its "
          "rows and an exchange mends that"),
    .values = matchings, .minimum = SEIDEL_MATCHING_AUTO, .maximum = SEIDEL_MATCHING_PRODUCT,
    .integral = true, .expected = "an exchange of rows" },
  { SEIDEL_PLAN_SCALING, "scaling", N_ ("Scaling"), "S",
    N_ ("By what rows and columns are multiplied before the run: powers of two, which change no "
        "digit. x and the true residual are of the system as it was given, and so is the tolerance "
        "that they meet."),
    OF (CHOICE, INT, scaling), .group = SEIDEL_SETTING_DETAILS,
    .automatic =
      N_ ("Only where sizes differ so much that a residual says nothing of the smallest rows, or "
          "squares of entries would be beyond the range of the precision"),
    .values = scales, .minimum = SEIDEL_SCALE_AUTO, .maximum = SEIDEL_SCALE_SYMMETRIC,
    .integral = true, .expected = "a scaling" },
  { SEIDEL_PLAN_ENGINE, "engine", N_ ("Engine"), "E",
    "The engine; “seidel-cli engines” shows which ones are available. auto takes the CPU or the "
    "GPU, where the run is expected to be over sooner, and reports its choice.",
    OF (CHOICE, TEXT, engine),
    .automatic = N_ ("The CPU or the GPU, where the run is expected to be over sooner"),
    .expected = "an engine" },
  { SEIDEL_PLAN_DEVICE, "device", N_ ("Device"), "N",
    N_ ("Which of several devices of an engine computes: “seidel-cli engines” lists their numbers, "
        "names and memory. Those that CUDA_VISIBLE_DEVICES leaves out are not counted."),
    OF (NUMBER, INT, device), .occasional = true, .maximum = 255.0, .integral = true },
  { SEIDEL_PLAN_STRATEGY, "strategy", N_ ("Sweep"), "S",
    "How sweeps are carried out, for methods that have them; “seidel-cli engines” lists the "
    "strategies of each engine. auto chooses by the matrix and reports its choice.",
    OF (CHOICE, TEXT, strategy), .automatic = N_ ("Chosen from the structure of the matrix"),
    .expected = "a sweep strategy" },
  { SEIDEL_PLAN_PRECISION, "precision", N_ ("Precision"), "P", "Floating-point precision.",
    OF (CHOICE, INT, precision), .expected = "a precision" },
  { SEIDEL_PLAN_STORAGE, "storage", N_ ("Storage"), "S",
    "How the engine stores the matrix; auto takes the smallest that the other choices allow. "
    "“seidel-cli info” shows the size of each.",
    OF (CHOICE, INT, storage),
    .automatic = N_ ("The smallest storage for products; rows for sweeps"), .expected = "a storage",
    .group = SEIDEL_SETTING_DETAILS },
  { SEIDEL_PLAN_SHAPE, "shape", N_ ("Shape"), "ROWSxTHREADS",
    N_ ("Rows per thread block and threads per row in products with a dense matrix, powers of two, "
        "on engines with thread blocks; auto leaves it to the engine."),
    OF (TEXT, SHAPE, shape), .group = SEIDEL_SETTING_DETAILS, .occasional = true,
    .unset = N_ ("automatic") },
  { SEIDEL_PLAN_LAUNCHER, "launcher", N_ ("Launcher"), "COMMAND",
    N_ ("The command that starts the ranks of a distributed engine, {ranks} being their number: "
        "“srun -n {ranks}”, “mpirun --hostfile hosts -n {ranks}”."),
    OF (TEXT, TEXT, launcher), .group = SEIDEL_SETTING_DETAILS, .occasional = true, .trusted = true,
    .expected = "a command", .unset = SEIDEL_LAUNCHER_DEFAULT },
  { SEIDEL_PLAN_PETSC_OPTIONS, "petsc-options", N_ ("PETSc options"), "OPTIONS",
    N_ ("Options of PETSc for the petsc engine, as on a command line: “-pc_gamg_threshold 0.02 "
        "-mat_type aijcusparse”. Those that PETSc does not use are reported."),
    OF (TEXT, TEXT, petsc_options), .group = SEIDEL_SETTING_DETAILS, .occasional = true,
    .trusted = true, .expected = "an option of PETSc" },
  { PARAMETER (PARTITION), "partition", N_ ("Partition"), "P",
    N_ ("How the rows are divided among the ranks of a distributed engine."),
    OF_PARAMETER (CHOICE, PARTITION), .group = SEIDEL_SETTING_DETAILS, .values = partitionings,
    .maximum = SEIDEL_PARTITIONING_METIS, .integral = true },
  { SEIDEL_PLAN_FUSED, "fused", N_ ("Fused multiply-add"), NULL,
    N_ ("A product and its addition are rounded once, not twice: usually slightly more accurate; "
        "not bitwise identical."),
    OF (SWITCH, FLAG, arithmetic), .group = SEIDEL_SETTING_DETAILS,
    .flag = SEIDEL_ARITHMETIC_FUSED },
  { SEIDEL_PLAN_COMPENSATED, "compensated", N_ ("Compensated sums"), NULL,
    N_ ("Every sum carries a correction for its rounding errors (Kahan): far more accurate, at "
        "several times the operations."),
    OF (SWITCH, FLAG, arithmetic), .group = SEIDEL_SETTING_DETAILS,
    .flag = SEIDEL_ARITHMETIC_COMPENSATED },
  { SEIDEL_PLAN_TOLERANCE, "tolerance", N_ ("Tolerance"), "T",
    N_ ("Converged when the norm of the residual is at most T times the norm of b, or of the "
        "initial residual where b is zero; 0 disables this criterion."),
    OF (NUMBER, REAL, tolerance), .maximum = 1.0, .open = true,
    .expected = N_ ("a number from 0 to below 1, such as 1e-8"), .unset = N_ ("not used") },
  { SEIDEL_PLAN_ABSOLUTE_TOLERANCE, "absolute-tolerance", N_ ("Absolute tolerance"), "T",
    N_ ("Converged also when the norm of the residual is at most T; 0 disables this criterion."),
    OF (NUMBER, REAL, absolute_tolerance), .group = SEIDEL_SETTING_LIMITS, .maximum = INFINITY,
    .open = true, .expected = N_ ("a number of at least 0, such as 1e-6"),
    .unset = N_ ("not used") },
  { SEIDEL_PLAN_BACKWARD_TOLERANCE, "backward-tolerance", N_ ("Backward tolerance"), "T",
    N_ ("Converged also when the backward error ‖b − A x‖ / (‖A‖ ‖x‖ + ‖b‖) is at most T: changes "
        "of A and b by that part make x exact; 0 disables this criterion."),
    OF (NUMBER, REAL, backward_tolerance), .group = SEIDEL_SETTING_LIMITS, .maximum = 1.0,
    .open = true, .expected = N_ ("a number from 0 to below 1, such as 1e-15"),
    .unset = N_ ("not used") },
  { SEIDEL_PLAN_MAXIMUM_TOLERANCE, "maximum-tolerance", N_ ("Tolerance of ‖b − A x‖∞"), "T",
    N_ ("Converged also when no component of b − A x exceeds T in magnitude, which takes a product "
        "more in each iteration; 0 disables this criterion."),
    OF (NUMBER, REAL, maximum_tolerance), .group = SEIDEL_SETTING_LIMITS, .maximum = INFINITY,
    .open = true, .expected = N_ ("a number of at least 0, such as 1e-6"),
    .unset = N_ ("not used") },
  { SEIDEL_PLAN_MAX_ITERATIONS, "max-iterations", N_ ("Iterations"), "N",
    N_ ("Stop after N iterations; 0 evaluates the initial guess only."),
    OF (NUMBER, COUNT, max_iterations), .group = SEIDEL_SETTING_LIMITS, .maximum = INFINITY,
    .open = true, .integral = true,
    .expected = N_ ("a whole number of at least 0, such as 100000") },
  { SEIDEL_PLAN_TIME_LIMIT, "time-limit", N_ ("Time limit"), "SECONDS",
    N_ ("Stop after this time of solving; 0 is no limit."), OF (NUMBER, REAL, time_limit),
    .group = SEIDEL_SETTING_LIMITS, .maximum = INFINITY,
    .expected = N_ ("a number of seconds of at least 0; 0 is no limit"), .unset = N_ ("no limit") },
  { SEIDEL_PLAN_STAGNATION_WINDOW, "stagnation-window", N_ ("Stagnation window"), "N",
    N_ ("Stop when the residual has not fallen for N iterations; 0 leaves N to the method."),
    OF (NUMBER, INT, stagnation_window), .group = SEIDEL_SETTING_LIMITS, .maximum = G_MAXINT,
    .integral = true, .expected = N_ ("a whole number of at least 0; 0 is automatic"),
    .unset = N_ ("automatic") },
  { SEIDEL_PLAN_DIVERGENCE_FACTOR, "divergence-factor", N_ ("Divergence factor"), "X",
    N_ ("Stop when the norm of the residual exceeds X times the larger of the norms of b and of "
        "the initial residual."),
    OF (NUMBER, REAL, divergence_factor), .group = SEIDEL_SETTING_LIMITS, .minimum = 1.0,
    .maximum = INFINITY, .expected = N_ ("a number of at least 1, such as 1e10") },
  { SEIDEL_PLAN_THREADS, "threads", N_ ("Threads"), "N",
    N_ ("Threads of the CPU engine; 0 is all processors."), OF (NUMBER, INT, threads),
    .group = SEIDEL_SETTING_LIMITS, .maximum = 4096.0, .integral = true,
    .expected = N_ ("a whole number from 0 to 4096; 0 is all processors"),
    .unset = N_ ("all processors") },
  { SEIDEL_PLAN_RANKS, "ranks", N_ ("Ranks"), "N",
    N_ ("Processes of a distributed engine, each with a block of the rows; 0 is one for each "
        "processor."),
    OF (NUMBER, INT, ranks), .group = SEIDEL_SETTING_LIMITS, .occasional = true, .maximum = 65536.0,
    .integral = true,
    .expected = N_ ("a whole number from 0 to 65536; 0 is one for each processor"),
    .unset = N_ ("one for each processor") },
  { SEIDEL_PLAN_TRACK_ERROR, "track-error", N_ ("Follow the error"), NULL,
    N_ ("Record the error ‖x − x*‖ in each iteration; if the solution x* is unknown, a sparse "
        "direct solve computes it first."),
    OF (SWITCH, BOOL, track_error) },
  { SEIDEL_PLAN_TRACK_MAXIMUM, "track-maximum", N_ ("Follow ‖b − A x‖∞"), NULL,
    N_ ("Record the largest component of b − A x in each iteration, which takes a product more; "
        "not on ranks."),
    OF (SWITCH, BOOL, track_maximum) },
  { SEIDEL_PLAN_SPECTRUM, "spectrum", N_ ("Measure the spectrum"), NULL,
    N_ ("After the run, measure the extreme eigenvalues and the condition number of A, and of a "
        "stationary method the spectral radius of its iteration matrix: some hundred products."),
    OF (SWITCH, BOOL, spectrum) },
  { SEIDEL_PLAN_ACCURATE, "accurate", N_ ("Refine to full accuracy"), NULL,
    N_ ("Refine the solution of a direct method, with residuals in doubled precision, until x "
        "itself is accurate to working precision; for condition numbers up to 1e15."),
    OF (SWITCH, BOOL, accurate), .group = SEIDEL_SETTING_DETAILS, .occasional = true },
  { SEIDEL_PLAN_SKIP_CONDITION, "skip-condition", N_ ("Skip the condition estimate"), NULL,
    N_ (
      "Do not estimate the condition number and the error bound after a direct method, which takes "
      "three solves with its factors, or twenty where the matrix is small or ill-conditioned."),
    OF (SWITCH, BOOL, skip_condition), .group = SEIDEL_SETTING_DETAILS, .occasional = true },
  { SEIDEL_PLAN_SKIP_REPLACEMENT, "skip-residual-replacement", N_ ("Skip residual replacement"),
    NULL,
    N_ ("Do not restart a Krylov method from the true residual where the residual that it updates "
        "reached the tolerance and the true one did not: the method as textbooks have it."),
    OF (SWITCH, BOOL, skip_replacement), .group = SEIDEL_SETTING_DETAILS, .occasional = true },
  { SEIDEL_PLAN_SKIP_LEVEL_TIMES, "skip-level-times", N_ ("Skip the times of levels"), NULL,
    N_ ("Do not time the levels of sweeps: up to 2 % of the time of a run, and some sweeps beside "
        "it where its own cannot be timed."),
    OF (SWITCH, BOOL, skip_level_times), .group = SEIDEL_SETTING_DETAILS, .occasional = true },
  { SEIDEL_PLAN_PROFILE, "profile", N_ ("Profile the kernels"), NULL,
    N_ ("Time each operation of a device by its events, and count the divergent branches of "
        "textbook eliminations; the run takes longer, and other engines have no kernels."),
    OF (SWITCH, BOOL, profile), .group = SEIDEL_SETTING_DETAILS, .occasional = true },
};

const SeidelSetting *
seidel_settings (size_t *n)
{
  *n = G_N_ELEMENTS (settings);
  return settings;
}
