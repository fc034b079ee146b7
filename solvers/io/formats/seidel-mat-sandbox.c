/* Landlock leaves one file, seccomp the calls that reading it takes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-mat-sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* All rights on files that the first version of Landlock knows. */
#define FILE_RIGHTS ((LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1)

/* No file but the one that is open as the standard input, and that for reading. */
static void
keep_one_file (void)
{
  const struct landlock_ruleset_attr all = { .handled_access_fs = FILE_RIGHTS };
  const struct landlock_path_beneath_attr input = { .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE,
                                                    .parent_fd = STDIN_FILENO };
  const int rules = (int) syscall (SYS_landlock_create_ruleset, &all, sizeof all, 0);

  if (rules < 0)
    return;
  syscall (SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &input, 0);
  syscall (SYS_landlock_restrict_self, rules, 0);
  close (rules);
}

#ifdef ARCHITECTURE

#define LOAD(member) \
  BPF_STMT (BPF_LD | BPF_W | BPF_ABS, (uint32_t) offsetof (struct seccomp_data, member))
/* The lower half of an argument: the processors that are known here are little-endian. */
#define LOAD_ARGUMENT(i) LOAD (args[i])
#define ALLOW            BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE           BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

#define ALLOW_CALL(number) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), ALLOW

/* A call is allowed without any of these bits in its i-th argument. */
#define ALLOW_CALL_WITHOUT(number, i, bits)                                \
  BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4), LOAD_ARGUMENT (i), \
    BPF_JUMP (BPF_JMP | BPF_JSET | BPF_K, (uint32_t) (bits), 0, 1), REFUSE, ALLOW

/* A call with this command as its second argument. */
#define ALLOW_COMMAND(number, command)                                     \
  BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4), LOAD_ARGUMENT (1), \
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (command), 0, 1), ALLOW, REFUSE

static void
keep_few_calls (void)
{
  static struct sock_filter filter[] = {
    LOAD (arch),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    LOAD (nr),
    /* Files: reading and writing those that are open; opening for reading, by a name without links.
     */
    ALLOW_CALL (SYS_read),
    ALLOW_CALL (SYS_pread64),
    ALLOW_CALL (SYS_readv),
    ALLOW_CALL (SYS_write),
    ALLOW_CALL (SYS_lseek),
    ALLOW_CALL (SYS_close),
    ALLOW_CALL (SYS_fstat),
    ALLOW_CALL (SYS_newfstatat),
#ifdef SYS_readlink
    ALLOW_CALL (SYS_readlink),
#endif
    ALLOW_CALL (SYS_readlinkat),
    ALLOW_CALL (SYS_getcwd),
    ALLOW_CALL_WITHOUT (SYS_openat, 2, O_ACCMODE | O_CREAT | O_TRUNC | O_PATH),
    ALLOW_COMMAND (SYS_fcntl, F_GETFL),
    /* Memory that holds no code. */
    ALLOW_CALL_WITHOUT (SYS_mmap, 2, PROT_EXEC),
    ALLOW_CALL_WITHOUT (SYS_mprotect, 2, PROT_EXEC),
    ALLOW_CALL (SYS_munmap),
    ALLOW_CALL (SYS_mremap),
    ALLOW_CALL (SYS_madvise),
    ALLOW_CALL (SYS_brk),
    /* The C library, and the end. */
    ALLOW_CALL (SYS_futex),
    ALLOW_CALL (SYS_getrandom),
    ALLOW_CALL (SYS_clock_gettime),
    ALLOW_CALL (SYS_gettimeofday),
    ALLOW_CALL (SYS_getpid),
    ALLOW_CALL (SYS_sysinfo),
    ALLOW_CALL (SYS_rt_sigprocmask),
    ALLOW_CALL (SYS_rt_sigreturn),
    ALLOW_CALL (SYS_exit),
    ALLOW_CALL (SYS_exit_group),
    REFUSE,
  };
  const struct sock_fprog program = { sizeof filter / sizeof *filter, filter };

  prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#else

static void
keep_few_calls (void)
{
}

#endif

void
seidel_mat_sandbox_enter (void)
{
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return;
  keep_one_file ();
  keep_few_calls ();
}
