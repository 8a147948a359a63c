//! Encoders that are opened to be trained. Not for training them (`training`), nor for those that search.

use crate::adapt::blocking;
use crate::{Adapt, Error, Result};
use pincite_models::{Catalogue, Device, Encoder, Home, Memory, Trainee, runtime};

/// An encoder to be trained from its pretrained checkpoint.
pub struct Pretrained {
    /// The encoder.
    pub trainee: Trainee,
    /// Why the checkpoint that comes with Pincite cannot be used, if it cannot. Training starts from the encoder itself then.
    pub note: Option<Error>,
}

impl Adapt {
    /// The default encoder, to be trained.
    pub async fn trainee(&self) -> Result<Pretrained> {
        let name = Catalogue::builtin()?.default_encoder().name.clone();
        self.pretrained_trainee(&name, self.encoders.device() == Device::Gpu).await
    }

    /// An untuned encoder, to be trained from its own weights.
    pub(crate) async fn base_trainee(&self, name: &str, gpu: bool) -> Result<Trainee> {
        self.to_be_trained(name, move |_, home, name| Ok(open(home, name, gpu)?)).await
    }

    /// An untuned encoder, to be trained from its pretrained checkpoint.
    pub(crate) async fn pretrained_trainee(&self, name: &str, gpu: bool) -> Result<Pretrained> {
        self.to_be_trained(name, move |catalogue, home, name| open_pretrained(catalogue, home, name, gpu)).await
    }

    async fn to_be_trained<T: Send + 'static>(
        &self,
        name: &str,
        open: impl FnOnce(&Catalogue, &Home, &str) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let home = self.home.clone();
        let encoder = name.to_owned();
        let opening = move || {
            runtime::start(&runtime::candidates(home.folder()))?;
            open(&Catalogue::builtin()?, &home, &encoder)
        };
        blocking(format!("Opening the encoder {name}"), opening).await
    }

    /// Whether an encoder is to be trained on the GPU: where that was asked for, or was found to be right and faster.
    pub(crate) fn trains_on_gpu(&self, encoder: &Encoder) -> bool {
        self.encoders.device() == Device::Gpu || encoder.device() == "gpu"
    }
}

fn open(home: &Home, encoder: &str, gpu: bool) -> std::result::Result<Trainee, pincite_models::Error> {
    Trainee::open(&home.model(encoder), gpu, Memory::default())
}

/// Opens an encoder to be trained, with the pretrained checkpoint that comes with Pincite, if there is one.
fn open_pretrained(catalogue: &Catalogue, home: &Home, encoder: &str, gpu: bool) -> Result<Pretrained> {
    let Some(checkpoint) = catalogue.checkpoint_of(encoder) else {
        return Ok(Pretrained { trainee: open(home, encoder, gpu)?, note: None });
    };
    let name = checkpoint.name.clone();
    let folder = catalogue.installed_or_shipped(&name, home.folder());
    match folder.and_then(|folder| open(home, encoder, gpu)?.with_pretrained(&folder)) {
        Ok(trainee) => Ok(Pretrained { trainee, note: None }),
        Err(reason) => {
            let note = Some(Error::CheckpointUnusable { name, reason });
            Ok(Pretrained { trainee: open(home, encoder, gpu)?, note })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_models::write_tuned;
    use sha2::{Digest, Sha256};
    use std::path::{Path, PathBuf};

    fn catalogue(shipped: &Path) -> Catalogue {
        let entry = |name: &str, more: &str, files: &str, sources: &str| {
            format!(
                "[[model]]\nname = \"{name}\"\n{more}\ndescription = \"\"\nlicence = \"MIT\"\n\
                 files = [{files}]\nsources = [{sources}]\n"
            )
        };
        let delta = std::fs::read(shipped.join("begin/delta.safetensors")).unwrap();
        let hash: String = Sha256::digest(&delta).iter().map(|byte| format!("{byte:02x}")).collect();
        let file = format!("{{ path = \"delta.safetensors\", size = {}, sha256 = \"{hash}\" }}", delta.len());
        let encoder = entry("tiny", "kind = \"encoder\"\ndefault = true", "", "");
        let start = entry("begin", "kind = \"checkpoint\"\nof = \"tiny\"", &file, "{ shipped = \"begin\" }");
        let text = format!("hub = \"http://127.0.0.1:1\"\n{encoder}{start}");
        Catalogue::parse(&text).unwrap().with_shipped(vec![shipped.to_owned()])
    }

    /// A home with an encoder, and a folder of what comes along with a start of it.
    fn home(folder: &Path) -> (Home, PathBuf) {
        let home = Home::from(folder.join("home"));
        let shipped = folder.join("shipped");
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/tiny-mean");
        let place = home.model("tiny");
        std::fs::create_dir_all(&place).unwrap();
        for file in ["config.json", "tokenizer.json", "model.safetensors"] {
            std::fs::copy(fixture.join(file), place.join(file)).unwrap();
        }
        let candidates = std::env::var_os("PINCITE_HOME").map(PathBuf::from).unwrap_or_default();
        runtime::start(&runtime::candidates(&candidates)).unwrap();
        let weights = Trainee::open(&place, false, Memory::default()).unwrap().snapshot().unwrap();
        write_tuned(&home.model("begin"), &place, &weights, 1.0).unwrap();
        std::fs::create_dir_all(&shipped).unwrap();
        std::fs::rename(home.model("begin"), shipped.join("begin")).unwrap();
        (home, shipped)
    }

    #[test]
    fn an_encoder_is_trained_from_its_pretrained_checkpoint_or_else_from_itself() {
        let folder = tempfile::tempdir().unwrap();
        let (home, shipped) = home(folder.path());
        let Pretrained { trainee, note } = open_pretrained(&catalogue(&shipped), &home, "tiny", false).unwrap();
        assert!(trainee.pretrained().is_some() && note.is_none(), "it was brought, and begins there");
        std::fs::remove_dir_all(home.model("begin")).unwrap();
        std::fs::write(shipped.join("begin/delta.safetensors"), b"no weights").unwrap();
        let Pretrained { trainee, note } = open_pretrained(&catalogue(&shipped), &home, "tiny", false).unwrap();
        let note = note.expect("a notice");
        assert_eq!(
            (trainee.pretrained().is_none(), note.code()),
            (true, "adapt.checkpoint_unusable"),
            "it fails no run"
        );
        assert!(note.to_string().contains("begin"), "{note}");
    }
}
