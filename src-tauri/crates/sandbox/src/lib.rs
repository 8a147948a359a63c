//! Drops the rights of a process, and limits its memory and CPU time, before it opens an untrusted PDF or model.
//!
//! Every step is best effort. An older system enforces less, and Windows enforces nothing. The caller's time-out and
//! the process boundary hold everywhere. Not for starting processes, nor for choosing the limits.
//!
//! Call these functions before any thread is started: threads inherit the restrictions.

/// Forbids core dumps and writing to files. Pipes still work.
pub fn forbid_writing() {
    limits::forbid_writing();
}

/// Forbids opening any file (Linux: Landlock).
pub fn forbid_files() {
    #[cfg(target_os = "linux")]
    let _ = linux::forbid_files();
}

/// Forbids connections, other programs and access to other processes (Linux: seccomp).
pub fn forbid_connections() {
    #[cfg(target_os = "linux")]
    let _ = linux::forbid_connections();
}

/// Limits the address space of the process, in bytes.
pub fn limit_memory(bytes: u64) {
    limits::limit_memory(bytes);
}

/// Limits the memory that the process can write to, in bytes. Reserved but unused address space does not count. This
/// suits a process with many threads.
pub fn limit_data(bytes: u64) {
    limits::limit_data(bytes);
}

/// Allows this much more CPU time, in seconds. The system ends the process when it is used up.
pub fn allow_cpu(seconds: u64) {
    limits::allow_cpu(seconds);
}

/// CPU time that the process has used so far, in seconds. 0 where the system does not tell.
pub fn used_cpu() -> u64 {
    limits::used_cpu()
}

#[cfg(unix)]
mod limits {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};

    pub(super) fn forbid_writing() {
        set(Resource::Core, 0);
        set(Resource::Fsize, 0);
    }

    pub(super) fn limit_memory(bytes: u64) {
        set(Resource::As, bytes);
    }

    pub(super) fn limit_data(bytes: u64) {
        set(Resource::Data, bytes);
    }

    pub(super) fn used_cpu() -> u64 {
        u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap_or(0)
    }

    pub(super) fn allow_cpu(seconds: u64) {
        let maximum = getrlimit(Resource::Cpu).maximum;
        let current = used_cpu().saturating_add(seconds).max(1);
        let current = Some(maximum.map_or(current, |most| most.min(current)));
        let _ = setrlimit(Resource::Cpu, Rlimit { current, maximum });
    }

    fn set(resource: Resource, most: u64) {
        let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

#[cfg(not(unix))]
mod limits {
    pub(super) fn forbid_writing() {}
    pub(super) fn limit_memory(_: u64) {}
    pub(super) fn limit_data(_: u64) {}
    pub(super) fn allow_cpu(_: u64) {}
    pub(super) fn used_cpu() -> u64 {
        0
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetError, Scope};
    use seccompiler::{SeccompAction, SeccompFilter, TargetArch};

    /// System calls for sockets, other programs and other processes.
    const DENIED: [i64; 8] = [
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_connect,
        libc::SYS_io_uring_setup,
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_ptrace,
        libc::SYS_process_vm_writev,
    ];

    /// Landlock: restricts every right and grants none.
    pub(super) fn forbid_files() -> Result<(), RulesetError> {
        let newest = ABI::V6;
        Ruleset::default()
            .handle_access(AccessFs::from_all(newest))?
            .handle_access(AccessNet::from_all(newest))?
            .scope(Scope::from_all(newest))?
            .create()?
            .restrict_self()?;
        Ok(())
    }

    /// Seccomp: a denied call fails with "not permitted".
    pub(super) fn forbid_connections() -> Result<(), Box<dyn std::error::Error>> {
        let rules = DENIED.iter().map(|call| (*call, Vec::new())).collect();
        let denied = SeccompAction::Errno(libc::EPERM as u32);
        let filter =
            SeccompFilter::new(rules, SeccompAction::Allow, denied, TargetArch::try_from(std::env::consts::ARCH)?)?;
        let program: seccompiler::BpfProgram = filter.try_into()?;
        Ok(seccompiler::apply_filter(&program)?)
    }
}
