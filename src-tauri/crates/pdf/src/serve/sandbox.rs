//! The reader process gives up rights it does not need. Every step is best effort: an older system enforces less, and
//! the caller's time-out and the process boundary hold everywhere. Not for deciding how much: `Limits` says.

/// Forbids core dumps and written files, and (Linux) opening files, making connections and starting programs. To be
/// called before any thread is started: threads inherit it.
pub(super) fn close() {
    limits::close();
    #[cfg(target_os = "linux")]
    closed::enter();
}

/// Limits the memory of the process.
pub(super) fn limit_memory(bytes: u64) {
    limits::limit_memory(bytes);
}

/// Allows this much CPU time from now on; the system ends the process when it is used up.
pub(super) fn allow_cpu(seconds: u64) {
    limits::allow_cpu(seconds);
}

#[cfg(unix)]
mod limits {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};

    pub(super) fn limit_memory(bytes: u64) {
        set(Resource::As, bytes);
    }

    pub(super) fn close() {
        set(Resource::Core, 0);
        set(Resource::Fsize, 0);
    }

    pub(super) fn allow_cpu(seconds: u64) {
        let used = u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap_or(0);
        let maximum = getrlimit(Resource::Cpu).maximum;
        let current = used.saturating_add(seconds).max(1);
        let _ =
            setrlimit(Resource::Cpu, Rlimit { current: Some(maximum.map_or(current, |m| m.min(current))), maximum });
    }

    fn set(resource: Resource, most: u64) {
        let most = getrlimit(resource).maximum.map_or(most, |m| m.min(most));
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

#[cfg(not(unix))]
mod limits {
    pub(super) fn close() {}
    pub(super) fn limit_memory(_: u64) {}
    pub(super) fn allow_cpu(_: u64) {}
}

#[cfg(target_os = "linux")]
mod closed {
    use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetError, Scope};
    use seccompiler::{SeccompAction, SeccompFilter, TargetArch};

    /// System calls a reader has no use for: sockets, other programs, other processes.
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

    /// No file can be opened, no connection made, no program started.
    pub(super) fn enter() {
        let _ = close_files();
        let _ = deny_calls();
    }

    /// Landlock: handles every right and grants none.
    fn close_files() -> Result<(), RulesetError> {
        let newest = ABI::V6;
        Ruleset::default()
            .handle_access(AccessFs::from_all(newest))?
            .handle_access(AccessNet::from_all(newest))?
            .scope(Scope::from_all(newest))?
            .create()?
            .restrict_self()?;
        Ok(())
    }

    /// Seccomp: a denied call fails as not permitted.
    fn deny_calls() -> Result<(), Box<dyn std::error::Error>> {
        let rules = DENIED.iter().map(|call| (*call, Vec::new())).collect();
        let denied = SeccompAction::Errno(libc::EPERM as u32);
        let filter =
            SeccompFilter::new(rules, SeccompAction::Allow, denied, TargetArch::try_from(std::env::consts::ARCH)?)?;
        let program: seccompiler::BpfProgram = filter.try_into()?;
        Ok(seccompiler::apply_filter(&program)?)
    }
}
