//! The reader process gives up rights it does not need. Every step is best effort: an older system enforces less, and
//! the caller's time-out and the process boundary hold everywhere. Not for deciding how much: `Limits` says.

/// Limits memory, forbids core dumps and written files, and (Linux) closes the file system and the network.
pub(super) fn enter(memory_bytes: u64) {
    limits::enter(memory_bytes);
    #[cfg(target_os = "linux")]
    let _ = closed::enter();
}

/// Allows this much CPU time from now on; the system ends the process when it is used up.
pub(super) fn allow_cpu(seconds: u64) {
    limits::allow_cpu(seconds);
}

#[cfg(unix)]
mod limits {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};

    pub(super) fn enter(memory_bytes: u64) {
        set(Resource::As, memory_bytes);
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
    pub(super) fn enter(_: u64) {}
    pub(super) fn allow_cpu(_: u64) {}
}

#[cfg(target_os = "linux")]
mod closed {
    use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetError, Scope};

    /// Handles every right and grants none: no file can be opened, no TCP port bound or connected to, no signal sent.
    pub(super) fn enter() -> Result<(), RulesetError> {
        let newest = ABI::V6;
        Ruleset::default()
            .handle_access(AccessFs::from_all(newest))?
            .handle_access(AccessNet::from_all(newest))?
            .scope(Scope::from_all(newest))?
            .create()?
            .restrict_self()?;
        Ok(())
    }
}
