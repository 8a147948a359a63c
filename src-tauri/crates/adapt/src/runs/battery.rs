//! Whether the machine runs on its battery, where the system tells: Linux by files, others not at all. Not for deciding
//! what then.

use std::fs;
use std::path::Path;

/// Where Linux lists batteries and mains.
pub(super) const SUPPLIES: &str = "/sys/class/power_supply";

/// A battery is being drained and nothing else gives power. Machines without one, and systems that do not tell, never
/// run on it.
pub(super) fn drains(supplies: &Path) -> bool {
    let all: Vec<_> = fs::read_dir(supplies).into_iter().flatten().flatten().map(|supply| supply.path()).collect();
    let says = |supply: &Path, file: &str, word: &str| {
        fs::read_to_string(supply.join(file)).is_ok_and(|text| text.trim().eq_ignore_ascii_case(word))
    };
    let drained = |it: &Path| says(it, "type", "battery") && says(it, "status", "discharging");
    // A mouse's battery is none of the machine's: the kernel marks it as of a device.
    let of_the_machine = |it: &Path| !says(it, "scope", "device");
    all.iter().any(|it| drained(it) && of_the_machine(it)) && !all.iter().any(|it| says(it, "online", "1"))
}

#[cfg(test)]
mod tests {
    use super::drains;
    use std::fs;
    use std::path::Path;

    fn supply(folder: &Path, name: &str, files: &[(&str, &str)]) {
        fs::create_dir_all(folder.join(name)).unwrap();
        files.iter().for_each(|(file, word)| fs::write(folder.join(name).join(file), format!("{word}\n")).unwrap());
    }

    #[test]
    fn a_laptop_that_is_unplugged_runs_on_its_battery() {
        let folder = tempfile::tempdir().unwrap();
        let all = folder.path();
        assert!(!drains(&all.join("none")), "a system that does not tell is taken to be plugged in");
        supply(all, "mouse", &[("type", "Battery"), ("status", "Discharging"), ("scope", "Device")]);
        assert!(!drains(all), "a mouse's battery is none of the machine's");
        supply(all, "BAT0", &[("type", "Battery"), ("status", "Discharging")]);
        supply(all, "AC", &[("type", "Mains"), ("online", "0")]);
        assert!(drains(all), "unplugged");
        supply(all, "AC", &[("online", "1")]);
        assert!(!drains(all), "a weak charger is still one");
        supply(all, "AC", &[("online", "0")]);
        supply(all, "BAT0", &[("status", "Full")]);
        assert!(!drains(all), "nothing is taken from the battery");
    }
}
