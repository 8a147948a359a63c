//! A small cache of recently used values. Not for values that must be kept.

use std::sync::Arc;

/// Shared values by key. Beyond `capacity` the least recently used ones are dropped, except those in use: dropping them
/// would free no memory, and they would be opened twice.
#[derive(Debug)]
pub(super) struct Recent<K, V> {
    capacity: usize,
    /// The most recently used value is the last one.
    kept: Vec<(K, Arc<V>)>,
}

impl<K: PartialEq, V> Recent<K, V> {
    pub(super) fn new(capacity: usize) -> Self {
        Self { capacity, kept: Vec::new() }
    }

    /// The value of this key. It is the most recently used one now.
    pub(super) fn get(&mut self, key: &K) -> Option<Arc<V>> {
        let at = self.kept.iter().position(|(kept, _)| kept == key)?;
        let used = self.kept.remove(at);
        let value = Arc::clone(&used.1);
        self.kept.push(used);
        Some(value)
    }

    /// Adds a value as the most recently used one.
    pub(super) fn put(&mut self, key: K, value: Arc<V>) {
        self.kept.push((key, value));
        while self.kept.len() > self.capacity {
            let idle = self.kept.iter().position(|(_, value)| Arc::strong_count(value) == 1);
            let Some(idle) = idle else { break };
            self.kept.remove(idle);
        }
    }

    pub(super) fn clear(&mut self) {
        self.kept.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;
    use std::sync::Arc;

    fn keys(recent: &Recent<u8, u8>) -> Vec<u8> {
        recent.kept.iter().map(|(key, _)| *key).collect()
    }

    #[test]
    fn the_least_recently_used_value_is_dropped_first() {
        let mut recent = Recent::new(2);
        recent.put(1, Arc::new(1));
        recent.put(2, Arc::new(2));
        assert_eq!(recent.get(&1).as_deref(), Some(&1));
        recent.put(3, Arc::new(3));
        assert_eq!((keys(&recent), recent.get(&2)), (vec![1, 3], None), "2 was used before 1");
    }

    #[test]
    fn values_in_use_are_kept() {
        let mut recent = Recent::new(2);
        let held: Vec<_> = (1..4).map(Arc::new).collect();
        held.iter().for_each(|value| recent.put(**value, Arc::clone(value)));
        assert_eq!(keys(&recent), [1, 2, 3], "dropping one in use would free nothing");
        drop(held);
        recent.put(4, Arc::new(4));
        assert_eq!(keys(&recent), [3, 4], "afterwards they are dropped");
    }
}
