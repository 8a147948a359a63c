//! Files of a shared library as they lie in its folder: encrypted with the key of their collection, which only the library has.
//!
//! A file is cut into blocks, each sealed with XChaCha20-Poly1305 by its number, and the last one as the last (STREAM: Hoang,
//! Reyhanitabar, Rogaway and Vizár, "Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", 2015). So no block
//! can be changed, moved or cut off unnoticed. Each seal covers the name, so no file can take the place of another.

use aead_stream::{DecryptorBE32, EncryptorBE32, Nonce, StreamBE32};
use chacha20poly1305::XChaCha20Poly1305 as Cipher;
use pincite_library::{CollectionKey, ContentHash};
use sha2::{Digest, Sha256};
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Bytes of a block before it is sealed.
const BLOCK: usize = 64 << 10;
/// Bytes that a seal adds to its block.
const SEAL: usize = 16;

/// The name under which a file lies in the folder. Who has no key cannot tell whether a known file is there.
pub(super) fn hidden_name(key: &CollectionKey, hash: ContentHash) -> String {
    let name = Sha256::new().chain_update(key.0).chain_update(hash.0).finalize();
    name.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Encrypts a file that will lie under this name.
pub(super) async fn encrypt(
    key: &CollectionKey,
    name: &str,
    mut from: impl AsyncRead + Unpin,
    to: &mut (impl AsyncWrite + Unpin),
) -> io::Result<()> {
    let mut nonce = Nonce::<Cipher, StreamBE32<Cipher>>::default();
    getrandom::fill(&mut nonce).map_err(io::Error::other)?;
    to.write_all(&nonce).await?;
    let mut stream = EncryptorBE32::<Cipher>::new(&key.0.into(), &nonce);
    let mut block = read_block(&mut from, BLOCK).await?;
    loop {
        let next = read_block(&mut from, BLOCK).await?;
        if next.is_empty() {
            break;
        }
        stream.encrypt_next_in_place(name.as_bytes(), &mut block).map_err(io::Error::other)?;
        to.write_all(&block).await?;
        block = next;
    }
    stream.encrypt_last_in_place(name.as_bytes(), &mut block).map_err(io::Error::other)?;
    to.write_all(&block).await
}

/// Decrypts what [`encrypt`] wrote.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] if it was written with another key or under another name, or is not as it was written.
pub(super) async fn decrypt(
    key: &CollectionKey,
    name: &str,
    mut from: impl AsyncRead + Unpin,
    to: &mut (impl AsyncWrite + Unpin),
) -> io::Result<()> {
    let mut nonce = Nonce::<Cipher, StreamBE32<Cipher>>::default();
    from.read_exact(&mut nonce).await.map_err(|_| changed())?;
    let mut stream = DecryptorBE32::<Cipher>::new(&key.0.into(), &nonce);
    let mut block = read_block(&mut from, BLOCK + SEAL).await?;
    loop {
        let next = read_block(&mut from, BLOCK + SEAL).await?;
        if next.is_empty() {
            break;
        }
        stream.decrypt_next_in_place(name.as_bytes(), &mut block).map_err(|_| changed())?;
        to.write_all(&block).await?;
        block = next;
    }
    stream.decrypt_last_in_place(name.as_bytes(), &mut block).map_err(|_| changed())?;
    to.write_all(&block).await
}

fn changed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it is not as it was written, or another collection's")
}

/// The next bytes: as many as these, fewer only at the end.
async fn read_block(from: &mut (impl AsyncRead + Unpin), bytes: usize) -> io::Result<Vec<u8>> {
    let mut block = Vec::with_capacity(BLOCK + SEAL);
    from.take(bytes as u64).read_to_end(&mut block).await?;
    Ok(block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KEY: CollectionKey = CollectionKey([7; 32]);

    async fn encrypted(bytes: &[u8]) -> Vec<u8> {
        let mut to = Vec::new();
        encrypt(&KEY, "lease", bytes, &mut to).await.unwrap();
        to
    }

    async fn decrypted(key: &CollectionKey, name: &str, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut to = Vec::new();
        decrypt(key, name, bytes, &mut to).await?;
        Ok(to)
    }

    #[tokio::test]
    async fn what_is_encrypted_comes_back_with_its_key_and_its_name_only() {
        for length in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            let bytes: Vec<u8> = (0..length).map(|byte| byte as u8).collect();
            let there = encrypted(&bytes).await;
            assert_eq!(decrypted(&KEY, "lease", &there).await.unwrap(), bytes, "{length} bytes");
            assert!(decrypted(&CollectionKey([8; 32]), "lease", &there).await.is_err(), "another key");
            assert!(decrypted(&KEY, "loan", &there).await.is_err(), "another name");
        }
        let text = b"the purchase price is secret".repeat(9);
        assert!(!encrypted(&text).await.windows(8).any(|window| window == b"purchase"));
        assert_ne!(encrypted(&text).await, encrypted(&text).await, "twice the same is not seen");
    }

    #[tokio::test]
    async fn blocks_are_not_moved_or_cut_off_unnoticed() {
        let there = encrypted(&vec![1; 3 * BLOCK]).await;
        let sealed = BLOCK + SEAL;
        let nonce = there.len() - 3 * sealed;
        assert!(decrypted(&KEY, "lease", &there[..nonce + 2 * sealed]).await.is_err(), "the last one is missing");
        let (first, second) = there[nonce..].split_at(sealed);
        let swapped = [&there[..nonce], &second[..sealed], first, &second[sealed..]].concat();
        assert!(decrypted(&KEY, "lease", &swapped).await.is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_changed_bit_goes_unnoticed(bytes in prop::collection::vec(any::<u8>(), 0..300), at in any::<prop::sample::Index>(),
            bit in 0_u32..8) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let mut there = runtime.block_on(encrypted(&bytes));
            let at = at.index(there.len());
            there[at] ^= 1_u8 << bit;
            prop_assert!(runtime.block_on(decrypted(&KEY, "lease", &there)).is_err());
        }
    }

    #[test]
    fn a_name_tells_nothing_without_the_key() {
        let hash = ContentHash([1; 32]);
        assert_ne!(hidden_name(&KEY, hash), hidden_name(&CollectionKey([8; 32]), hash));
        assert_ne!(hidden_name(&KEY, hash), hash.to_string());
    }
}
