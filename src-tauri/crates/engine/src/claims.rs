//! The check of a memo or a sheet: its numbers, dates and quotes are looked up in the documents of a scope. Not for what a claim is,
//! nor for the verdict (the crate `claim`).

use crate::error::blocking;
use crate::search::rect_of;
use crate::{Engine, Error};
use pincite_api::{CheckedClaim, CheckedMemo, ClaimKind, ClaimSource, Highlight, HighlightKind, MemoPiece};
use pincite_claim::{Candidate, Check, Claim, Document, Finding, Said, Support, text_of};
use pincite_library::{self as library, CollectionId, DocumentId};
use pincite_passage::Passage;
use pincite_search::{Place, cite_places};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Places shown of a claim.
const SHOWN: usize = 3;

impl Engine {
    /// Looks up the claims of a text in documents, or in all documents of the collection if none is named. Those that are not ready
    /// are left out.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn check_text(
        &self,
        collection: CollectionId,
        documents: &[DocumentId],
        text: String,
    ) -> Result<CheckedMemo, Error> {
        let started = Instant::now();
        let listed = self.documents_to_check(collection, documents).await?;
        let names: Vec<String> = listed.iter().map(library::Document::display_name).collect();
        let mut check = blocking("Checking a memo", move || Check::new(&text, &names)).await?;
        for (number, document) in listed.iter().enumerate() {
            let content = self.0.library.content_of(document.id).await?;
            let stored = self.0.library.passages(content).await?;
            let tables = self.0.library.tables(content).await?;
            let language = self.0.library.language(content).await?;
            check = blocking("Checking a memo", move || {
                let passages: Vec<Passage> = stored.into_iter().map(|stored| stored.passage).collect();
                check.read(Document { number, passages: &passages, tables: &tables, language });
                check
            })
            .await?;
        }
        let mut check = self.read_closely(check).await?;
        let findings = check.findings();
        let mut checked = self.checked(&check, &findings, &listed).await?;
        checked.milliseconds = started.elapsed().as_secs_f32() * 1000.0;
        Ok(checked)
    }

    /// The same of a file.
    ///
    /// # Errors
    /// [`Error::Claim`], [`Error::Library`].
    pub async fn check_file(
        &self,
        collection: CollectionId,
        documents: &[DocumentId],
        file: &Path,
    ) -> Result<CheckedMemo, Error> {
        let file: PathBuf = file.to_owned();
        let text = blocking("Reading a memo", move || text_of(&file)).await??;
        self.check_text(collection, documents, text).await
    }

    /// Lets the cross-encoder read the best places. Without one the words alone decide.
    async fn read_closely(&self, mut check: Check) -> Result<Check, Error> {
        let model = match self.reranker().await {
            Ok(model) => model,
            Err(error) => {
                tracing::warn!(code = error.code(), "a memo is checked without a closer reading");
                return Ok(check);
            }
        };
        let read = move || check.read_closely(&*model).map(|()| check);
        Ok(blocking("Checking a memo", read).await??)
    }

    async fn documents_to_check(
        &self,
        collection: CollectionId,
        documents: &[DocumentId],
    ) -> Result<Vec<library::Document>, Error> {
        let mut listed = self.0.library.documents(collection).await?;
        listed.retain(|one| {
            matches!(one.status, library::Status::Ready | library::Status::Partly)
                && (documents.is_empty() || documents.contains(&one.id))
        });
        Ok(listed)
    }

    async fn checked(
        &self,
        check: &Check,
        findings: &[Option<Finding>],
        listed: &[library::Document],
    ) -> Result<CheckedMemo, Error> {
        let mut pieces = Pieces::default();
        let mut claims = Vec::new();
        let mut taken = Vec::new();
        for (claim, finding) in check.claims().iter().zip(findings) {
            let Some(finding) = finding else { continue };
            let checked = self.checked_claim(check.text(&claim.range), claim, finding, listed).await?;
            if matches!(claim.said, Said::Sentence(_)) {
                taken.push(checked);
            } else {
                pieces.add(check, claim, claims.len() as u32);
                claims.push(checked);
            }
        }
        Ok(CheckedMemo { pieces: pieces.whole(check), claims, taken, milliseconds: 0.0 })
    }

    async fn checked_claim(
        &self,
        written: &str,
        claim: &Claim,
        finding: &Finding,
        listed: &[library::Document],
    ) -> Result<CheckedClaim, Error> {
        let mut sources = Vec::new();
        for place in finding.places.iter().take(SHOWN) {
            if let Some(document) = listed.get(place.document) {
                sources.push(self.source(place, document).await?);
            }
        }
        let kind = match claim.said {
            Said::Number(_) => ClaimKind::Number,
            Said::Date(_) => ClaimKind::Date,
            Said::Duration(_) => ClaimKind::Duration,
            Said::Quote(_) => ClaimKind::Quote,
            Said::Sentence(_) => ClaimKind::Sentence,
        };
        let support = support_of(finding.support);
        Ok(CheckedClaim { kind, written: written.to_owned(), support, doubt: doubt_of(finding.support), sources })
    }

    async fn source(&self, place: &Candidate, document: &library::Document) -> Result<ClaimSource, Error> {
        let middle = place.boxes.first().map(|(page, rect)| Place::middle(*page, *rect));
        let cited = cite_places(&self.0.library, document, &Vec::from_iter(middle)).await?.pop().unwrap_or_default();
        let highlight = |(page, rect): &(u32, pincite_pdf::Rect)| Highlight {
            page: *page,
            rect: rect_of(*rect),
            kind: HighlightKind::Sentence,
        };
        Ok(ClaimSource {
            document: document.id,
            document_name: document.display_name(),
            page: place.page,
            page_label: cited.page_label,
            printed: place.printed.clone(),
            text: place.text.clone(),
            citation: cited.citation,
            highlights: place.boxes.iter().map(highlight).collect(),
        })
    }
}

fn support_of(support: Support) -> pincite_api::Support {
    match support {
        Support::Exact => pincite_api::Support::Exact,
        Support::Near => pincite_api::Support::Near,
        Support::Doubtful(_) => pincite_api::Support::Doubtful,
        Support::NotFound => pincite_api::Support::NotFound,
    }
}

fn doubt_of(support: Support) -> Option<pincite_api::Doubt> {
    let Support::Doubtful(doubt) = support else { return None };
    Some(match doubt {
        pincite_claim::Doubt::OtherValue => pincite_api::Doubt::OtherValue,
        pincite_claim::Doubt::OtherYear => pincite_api::Doubt::OtherYear,
        pincite_claim::Doubt::OtherThing => pincite_api::Doubt::OtherThing,
        pincite_claim::Doubt::OtherWords => pincite_api::Doubt::OtherWords,
    })
}

/// The pieces of a memo, as far as its claims are known.
#[derive(Default)]
struct Pieces {
    pieces: Vec<MemoPiece>,
    /// First byte that is in no piece yet.
    next: usize,
}

impl Pieces {
    fn add(&mut self, check: &Check, claim: &Claim, number: u32) {
        self.push(check.text(&(self.next..claim.range.start)), None);
        self.push(check.text(&claim.range), Some(number));
        self.next = claim.range.end;
    }

    fn push(&mut self, text: &str, claim: Option<u32>) {
        if !text.is_empty() {
            self.pieces.push(MemoPiece { text: text.to_owned(), claim });
        }
    }

    fn whole(mut self, check: &Check) -> Vec<MemoPiece> {
        self.push(check.text(&(self.next..check.len())), None);
        self.pieces
    }
}
