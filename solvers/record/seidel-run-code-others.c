/* Runs as other libraries do them: SciPy and PETSc.
 *
 * A row of the tables is a method or a preconditioner and what it is called there. Of the options,
 * those that decide when a run ends have a name there, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"
#include "method/seidel-method.h"
#include "method/seidel-preconditioner.h"
#include "record/seidel-run-code-private.h"

/* Without a monitor PETSc applies the sweeps of a stationary method without looking at the residual
 * in between. */
#define RICHARDSON "-ksp_type richardson -ksp_norm_type unpreconditioned"
#define SWEEPS     RICHARDSON " -ksp_monitor -pc_type sor"
#define DIRECT     "-ksp_type preonly"

/* NULL: there is none. */
static const struct
{
  const char *id;
  const char *scipy; /* the function of scipy.sparse.linalg */
  const char *petsc;
} methods[] = {
  { "jacobi", .petsc = RICHARDSON " -pc_type jacobi" },
  { "jacobi-weighted", .petsc = RICHARDSON " -pc_type jacobi" },
  { "gauss-seidel", .petsc = SWEEPS " -pc_sor_forward" },
  { "gauss-seidel-backward", .petsc = SWEEPS " -pc_sor_backward" },
  { "gauss-seidel-symmetric", .petsc = SWEEPS " -pc_sor_symmetric" },
  { "sor", .petsc = SWEEPS " -pc_sor_forward" },
  { "ssor", .petsc = SWEEPS " -pc_sor_symmetric" },
  { "cg", .scipy = "cg", .petsc = "-ksp_type cg -ksp_norm_type unpreconditioned" },
  { "cg-flexible", .petsc = "-ksp_type fcg -ksp_norm_type unpreconditioned" },
  { "minres", .scipy = "minres", .petsc = "-ksp_type minres" },
  { "bicg", .scipy = "bicg", .petsc = "-ksp_type bicg -ksp_norm_type unpreconditioned" },
  { "bicgstab", .scipy = "bicgstab", .petsc = "-ksp_type bcgs -ksp_pc_side right" },
  { "gmres", .scipy = "gmres", .petsc = "-ksp_type gmres -ksp_pc_side right" },
  { "gmres-flexible", .petsc = "-ksp_type fgmres" },
  { "tfqmr", .scipy = "tfqmr", .petsc = "-ksp_type tfqmr -ksp_pc_side right" },
  { "lsqr", .scipy = "lsqr", .petsc = "-ksp_type lsqr -pc_type none" },
  { "lsmr", .scipy = "lsmr", .petsc = NULL },
  { "cgls", .petsc = "-ksp_type cgls -pc_type none" },
  { "umfpack", .scipy = "spsolve",
    .petsc = DIRECT " -pc_type lu -pc_factor_mat_solver_type umfpack" },
  { "cholmod", .scipy = "spsolve",
    .petsc = DIRECT " -pc_type cholesky -pc_factor_mat_solver_type cholmod" },
  { "qr", .petsc = DIRECT " -pc_type qr -pc_factor_mat_solver_type spqr" },
  { "cudss", .scipy = "spsolve", .petsc = DIRECT " -pc_type lu" },
  { "petsc-mumps", .scipy = "spsolve",
    .petsc = DIRECT " -pc_type lu -pc_factor_mat_solver_type mumps" },
  { "petsc-superlu-dist", .scipy = "spsolve",
    .petsc = DIRECT " -pc_type lu -pc_factor_mat_solver_type superlu_dist" },
  { "gauss-jordan", .scipy = "spsolve", .petsc = DIRECT " -pc_type lu" },
  { "gauss-jordan-pivoting", .scipy = "spsolve", .petsc = DIRECT " -pc_type lu" },
  { "lu-crout", .scipy = "spsolve", .petsc = DIRECT " -pc_type lu" },
  { "lu", .scipy = "spsolve", .petsc = DIRECT " -pc_type lu" },
};

static const struct
{
  const char *id;
  const char *petsc;
} preconditioners[] = {
  { "none", .petsc = "-pc_type none" },
  { "jacobi", .petsc = "-pc_type jacobi" },
  { "ssor", .petsc = "-pc_type sor -pc_sor_symmetric" },
  { "ilu0", .petsc = "-pc_type ilu" },
  { "ic0", .petsc = "-pc_type icc" },
  { "iluk", .petsc = "-pc_type ilu" },
  { "ick", .petsc = "-pc_type icc" },
  { "petsc-block-ilu", .petsc = "-pc_type bjacobi -sub_pc_type ilu" },
  { "petsc-block-icc", .petsc = "-pc_type bjacobi -sub_pc_type icc" },
  { "petsc-schwarz", .petsc = "-pc_type asm -sub_pc_type ilu" },
  { "petsc-gamg", .petsc = "-pc_type gamg" },
  { "petsc-boomeramg", .petsc = "-pc_type hypre -pc_hypre_type boomeramg" },
};

/* The options that both have. always: whatever it is set to. */
static const struct
{
  SeidelPlanItem item;
  const char *petsc;
  bool always;
} options[] = {
  { SEIDEL_PLAN_TOLERANCE, "-ksp_rtol", true },
  { SEIDEL_PLAN_ABSOLUTE_TOLERANCE, "-ksp_atol", true },
  { SEIDEL_PLAN_MAX_ITERATIONS, "-ksp_max_it", true },
  { SEIDEL_PLAN_DIVERGENCE_FACTOR, "-ksp_divtol", false },
  { SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_OMEGA, "-pc_sor_omega", true },
  { SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_WEIGHT, "-ksp_richardson_scale", true },
  { SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_RESTART, "-ksp_gmres_restart", true },
  { SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_PRECONDITIONER_OMEGA, "-pc_sor_omega", true },
  { SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_FILL_LEVEL, "-pc_factor_levels", true },
};

/* Where, what and how: neither decides which iterates there are. */
static const SeidelPlanItem irrelevant[] = {
  SEIDEL_PLAN_METHOD,        SEIDEL_PLAN_PRECONDITIONER, SEIDEL_PLAN_ENGINE,
  SEIDEL_PLAN_DEVICE,        SEIDEL_PLAN_STORAGE,        SEIDEL_PLAN_SHAPE,
  SEIDEL_PLAN_STRATEGY,      SEIDEL_PLAN_LAUNCHER,       SEIDEL_PLAN_PETSC_OPTIONS,
  SEIDEL_PLAN_THREADS,       SEIDEL_PLAN_RANKS,          SEIDEL_PLAN_TRACK_ERROR,
  SEIDEL_PLAN_TRACK_MAXIMUM, SEIDEL_PLAN_SKIP_CONDITION, SEIDEL_PLAN_SKIP_LEVEL_TIMES,
  SEIDEL_PLAN_PROFILE,       SEIDEL_PLAN_FUSED,          SEIDEL_PLAN_COMPENSATED,
};

static bool
refuse (GError **error, const char *library, const char *name)
{
  return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED, seidel_text ("%s has no equivalent of “%s”"),
                      library, seidel_text (name));
}

/* The method, with its preconditioner if it takes one; NULL for a method that nobody chose yet. */
static const SeidelMethod *
find_method (const SeidelRunCodeFacts *facts,
             const SeidelPreconditionerKind **preconditioner,
             GError **error)
{
  const SeidelOptions *chosen = seidel_run_code_options (facts);
  const SeidelMethod *method = seidel_method_find (chosen->method);

  *preconditioner = NULL;
  if (method == NULL)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED, "%s",
                 seidel_text ("The method is chosen when the run begins"));
  else if (method->preconditioning != SEIDEL_PRECONDITIONING_NONE)
    *preconditioner = seidel_preconditioner_find (chosen->preconditioner);
  return method;
}

/* The bits of parameters that have an effect. */
static unsigned int
used_parameters (const SeidelMethod *method, const SeidelPreconditionerKind *preconditioner)
{
  return method->parameters | (preconditioner != NULL ? preconditioner->parameters : 0);
}

static bool
has_effect (SeidelPlanItem item, unsigned int used)
{
  const int parameter = (int) item - SEIDEL_PLAN_PARAMETERS;

  return parameter < 0 || parameter >= SEIDEL_N_PARAMETERS || (used & (1u << parameter)) != 0;
}

static bool
is_among (SeidelPlanItem item, const SeidelPlanItem *items, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (items[i] == item)
      return true;
  return false;
}

static bool
has_petsc_name (SeidelPlanItem item)
{
  for (size_t i = 0; i < G_N_ELEMENTS (options); i++)
    if (options[i].item == item)
      return true;
  return false;
}

static bool
iterates (const SeidelMethod *method)
{
  return method->family == SEIDEL_FAMILY_STATIONARY || method->family == SEIDEL_FAMILY_KRYLOV;
}

/* A comment with the options that have no equivalent there, where they are not as usual. */
static void
append_left_out (GString *code, const SeidelRunCodeFacts *facts, unsigned int used)
{
  const SeidelOptions *chosen = seidel_run_code_options (facts);
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  for (size_t i = 0; i < n; i++)
    {
      const SeidelSetting *setting = &settings[i];
      g_autofree char *text = seidel_setting_get_text (setting, chosen);

      if (text == NULL || seidel_setting_is_default (setting, facts->options)
          || !has_effect (setting->item, used) || has_petsc_name (setting->item)
          || is_among (setting->item, irrelevant, G_N_ELEMENTS (irrelevant)))
        continue;
      g_string_append_printf (code, "# without an equivalent: --%s %s\n", setting->id, text);
    }
}

static bool
append_petsc_pc (GString *code, const SeidelPreconditionerKind *kind, GError **error)
{
  for (size_t i = 0; kind != NULL && i < G_N_ELEMENTS (preconditioners); i++)
    if (g_str_equal (preconditioners[i].id, kind->id))
      {
        g_string_append_printf (code, " %s", preconditioners[i].petsc);
        return true;
      }
  return kind == NULL || refuse (error, "PETSc", kind->name);
}

static bool
append_petsc_method (GString *code, const SeidelMethod *method, GError **error)
{
  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_str_equal (methods[i].id, method->id) && methods[i].petsc != NULL)
      {
        g_string_append (code, methods[i].petsc);
        return true;
      }
  return refuse (error, "PETSc", method->name);
}

char *
seidel_run_code_petsc (const SeidelRunCodeFacts *facts, GError **error)
{
  const SeidelOptions *chosen = seidel_run_code_options (facts);
  const SeidelPreconditionerKind *preconditioner;
  const SeidelMethod *method = find_method (facts, &preconditioner, error);
  g_autoptr (GString) code = g_string_new (NULL);
  unsigned int used;

  if (method == NULL)
    return NULL;
  used = used_parameters (method, preconditioner);
  append_left_out (code, facts, used);
  if (!append_petsc_method (code, method, error) || !append_petsc_pc (code, preconditioner, error))
    return NULL;
  for (size_t i = 0; i < G_N_ELEMENTS (options) && iterates (method); i++)
    {
      const SeidelSetting *setting = seidel_setting (options[i].item);
      g_autofree char *text = seidel_setting_get_text (setting, chosen);

      if (text != NULL && has_effect (options[i].item, used)
          && (options[i].always || !seidel_setting_is_default (setting, chosen)))
        g_string_append_printf (code, " %s %s", options[i].petsc, text);
    }
  if (chosen->petsc_options != NULL)
    g_string_append_printf (code, " %s", chosen->petsc_options);
  g_string_append_c (code, '\n');
  return g_strdup (code->str);
}

/* "A @ np.ones(A.shape[1])" */
static const char *
describe_rhs (const char *rhs)
{
  static const struct
  {
    const char *spec;
    const char *code;
  } specs[] = {
    { "solution-ones", .code = "A @ np.ones(A.shape[1])" },
    { "ones", .code = "np.ones(A.shape[0])" },
    { "zeros", .code = "np.zeros(A.shape[0])" },
    { "filed", .code = "matrix.rhs" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (specs); i++)
    if (g_str_equal (specs[i].spec, rhs))
      return specs[i].code;
  return NULL;
}

/* A vector as Python makes it; NULL for one that only Seidel does. */
static char *
write_vector (const char *text, SeidelVectorRole role, GError **error)
{
  SeidelVectorSpec spec;
  g_autofree char *path = NULL;

  if (describe_rhs (text) != NULL)
    return g_strdup (describe_rhs (text));
  if (!seidel_vector_spec_parse (text, role, &spec, error))
    return NULL;
  if (spec.kind == SEIDEL_VECTOR_FILE)
    path = seidel_run_code_python_text (spec.path);
  else
    refuse (error, "SciPy", text);
  seidel_vector_spec_clear (&spec);
  return path != NULL ? g_strdup_printf ("seidel.read_vector(%s)", path) : NULL;
}

static const char *
find_scipy (const SeidelMethod *method)
{
  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_str_equal (methods[i].id, method->id))
      return methods[i].scipy;
  return NULL;
}

/* ", preconditioner_omega=1.5" */
static void
append_parameters (GString *code, unsigned int used, const SeidelOptions *chosen)
{
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    {
      const SeidelSetting *setting = seidel_setting_of_parameter (p);
      g_autofree char *name = g_strdelimit (g_strdup (setting->id), "-", '_');
      g_autofree char *text = seidel_setting_get_text (setting, chosen);
      g_autofree char *quoted = text != NULL ? seidel_run_code_python_text (text) : NULL;

      if ((used & (1u << p)) != 0 && text != NULL && !seidel_setting_is_default (setting, chosen))
        g_string_append_printf (code, ", %s=%s", name,
                                setting->kind == SEIDEL_SETTING_NUMBER ? text : quoted);
    }
}

/* Of a Krylov method: it names its tolerance rtol since SciPy 1.12, and calls back once an
 * iteration. */
static void
append_scipy_krylov (GString *code,
                     const char *function,
                     const SeidelRunCodeFacts *facts,
                     const SeidelPreconditionerKind *preconditioner)
{
  const SeidelOptions *chosen = seidel_run_code_options (facts);
  const bool gmres = g_str_equal (function, "gmres");
  g_autofree char *tolerance =
    seidel_setting_get_text (seidel_setting (SEIDEL_PLAN_TOLERANCE), chosen);
  g_autofree char *absolute =
    seidel_setting_get_text (seidel_setting (SEIDEL_PLAN_ABSOLUTE_TOLERANCE), chosen);
  g_autofree char *most =
    seidel_setting_get_text (seidel_setting (SEIDEL_PLAN_MAX_ITERATIONS), chosen);

  if (preconditioner != NULL && !g_str_equal (preconditioner->id, "none"))
    {
      g_autofree char *kind = seidel_run_code_python_text (preconditioner->id);

      g_string_append_printf (code, "M = seidel.preconditioner(A, %s", kind);
      append_parameters (code, preconditioner->parameters, chosen);
      g_string_append (code, ")\n");
    }
  else
    g_string_append (code, "M = None\n");
  g_string_append_printf (
    code,
    "iterations = []\n"
    "rtol = 'rtol' if 'rtol' in inspect.signature(sla.%s).parameters else 'tol'\n"
    "x, failed = sla.%s(A, b, x0=x0, M=M, maxiter=%s, callback=iterations.append, **{rtol: %s}",
    function, function, most, tolerance);
  if (!g_str_equal (function, "minres"))
    g_string_append_printf (code, ", atol=%s", absolute);
  if (gmres)
    g_string_append_printf (code, ", restart=%d, callback_type='pr_norm'",
                            (int) chosen->parameters[SEIDEL_PARAMETER_RESTART]);
  g_string_append (code, ")\n");
}

static void
append_scipy_call (GString *code,
                   const char *function,
                   const SeidelRunCodeFacts *facts,
                   const SeidelPreconditionerKind *preconditioner)
{
  const SeidelOptions *chosen = seidel_run_code_options (facts);
  g_autofree char *tolerance =
    seidel_setting_get_text (seidel_setting (SEIDEL_PLAN_TOLERANCE), chosen);

  if (g_str_equal (function, "spsolve"))
    g_string_append (code, "x, iterations = sla.spsolve(A.tocsc(), b), [None]\n");
  else if (g_str_equal (function, "lsqr") || g_str_equal (function, "lsmr"))
    g_string_append_printf (code,
                            "found = sla.%s(A, b, x0=x0, damp=%.17g, atol=%s, btol=%s, "
                            "conlim=0, %s=%" G_GINT64_FORMAT ")\n"
                            "x, iterations = found[0], [None] * found[2]\n",
                            function, chosen->parameters[SEIDEL_PARAMETER_DAMP], tolerance,
                            tolerance, g_str_equal (function, "lsqr") ? "iter_lim" : "maxiter",
                            chosen->max_iterations);
  else
    append_scipy_krylov (code, function, facts, preconditioner);
}

/* The matrix and the vectors; false with an error for those that only Seidel makes. */
static bool
append_scipy_system (GString *code, const SeidelRunCodeFacts *facts, GError **error)
{
  const bool guessed = facts->guess != NULL && !g_str_equal (facts->guess, "zeros");
  g_autofree char *matrix = seidel_run_code_python_matrix (facts);
  g_autofree char *b = write_vector (facts->rhs, SEIDEL_VECTOR_ROLE_RHS, error);
  g_autofree char *guess =
    b != NULL && guessed ? write_vector (facts->guess, SEIDEL_VECTOR_ROLE_GUESS, error) : NULL;

  if (b == NULL || (guessed && guess == NULL))
    return false;
  g_string_append_printf (code,
                          "import inspect\n\nimport numpy as np\n"
                          "import scipy.sparse.linalg as sla\nimport seidel\n\n"
                          "matrix = %s\nA = matrix.toscipy()\nb = %s\nx0 = %s\n",
                          matrix, b, guess != NULL ? guess : "None");
  return true;
}

char *
seidel_run_code_scipy (const SeidelRunCodeFacts *facts, GError **error)
{
  const SeidelPreconditionerKind *preconditioner;
  const SeidelMethod *method = find_method (facts, &preconditioner, error);
  const char *function = method != NULL ? find_scipy (method) : NULL;
  g_autoptr (GString) code = g_string_new (NULL);

  if (method == NULL)
    return NULL;
  if (function == NULL)
    {
      refuse (error, "SciPy", method->name);
      return NULL;
    }
  append_left_out (code, facts, used_parameters (method, preconditioner));
  if (g_str_equal (function, "minres") || g_str_has_prefix (function, "ls"))
    g_string_append (code, "# its tolerance is relative to |A| |x|: it may end earlier\n");
  if (!append_scipy_system (code, facts, error))
    return NULL;
  append_scipy_call (code, function, facts, preconditioner);
  g_string_append (code, "print(len(iterations), np.linalg.norm(b - A @ x))\n");
  return g_strdup (code->str);
}
