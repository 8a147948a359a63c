//! Links of a page and the places that links and outlines name.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{FIRST_OWN, Pdf, limits, read_pdf, reader_with, runtime};
use pincite_pdf::{Destination, Link, LinkTarget, Rect};

const LETTER: &str = "/MediaBox [0 0 612 792]";

fn annotation(rect: &str, target: &str) -> String {
    format!("<< /Type /Annot /Subtype /Link /Rect [{rect}] {target} >>")
}

fn links_of(pdf: &Pdf, page: u32) -> Vec<Link> {
    let folder = tempfile::tempdir().unwrap();
    let path = pdf.save(folder.path(), "links.pdf");
    runtime().block_on(async {
        let mut session = reader_with(limits()).open(&path, None).await.unwrap();
        session.links(page).await.unwrap()
    })
}

fn targets(pdf: &Pdf) -> Vec<LinkTarget> {
    links_of(pdf, 0).into_iter().map(|link| link.target).collect()
}

fn place(page: u32, y: Option<f32>) -> LinkTarget {
    LinkTarget::Place(Destination { page, y })
}

#[test]
fn links_lead_to_places_by_page_action_and_both_kinds_of_names() {
    let own = [
        annotation("72 700 172 712", "/Dest [1 /XYZ 0 692 null]"),
        annotation("72 680 172 692", "/A << /S /GoTo /D [1 /FitH 392] >>"),
        annotation("72 660 172 672", "/Dest /old"),
        annotation("72 640 172 652", "/A << /S /GoTo /D (new) >>"),
        annotation("72 620 172 632", "/Dest [1 /Fit]"),
    ];
    let numbers: Vec<_> = (0..own.len()).map(|i| format!("{} 0 R", FIRST_OWN + i)).collect();
    let pdf = own.iter().fold(Pdf::new(), |pdf, body| pdf.object(body));
    let pdf = pdf
        .catalog("/Dests << /old [1 /XYZ null 592 0] >> /Names << /Dests << /Kids [<< /Names [(new) << /D [1 /XYZ 0 492 0] >>] >>] >> >>")
        .page_with(&format!("{LETTER} /Annots [{}]", numbers.join(" ")), "")
        .page("");
    let expected = [Some(100.0), Some(400.0), Some(200.0), Some(300.0), None].map(|y| place(1, y));
    assert_eq!(targets(&pdf), expected, "distances from the top of the second page");
    let area = links_of(&pdf, 0)[0].rect;
    assert_eq!(area, Rect { x0: 72.0, y0: 80.0, x1: 172.0, y1: 92.0 }, "the area as displayed");
    assert_eq!(links_of(&pdf, 1), [], "the other page has none");
}

#[test]
fn addresses_are_told_and_links_elsewhere_are_not() {
    let own = [
        annotation("0 0 9 9", "/A << /S /URI /URI (https://example.org/a b) >>"),
        annotation("0 0 9 9", "/A << /S /GoToR /F (other.pdf) /D [0 /Fit] >>"),
        annotation("0 0 9 9", "/A << /S /Launch /F (program) >>"),
        annotation("0 0 9 9", "/Dest [7 /Fit]"),
        annotation("0 0 9 9", "/Dest /itself"),
        annotation("0 0 9 9", "/F 2 /Dest [0 /Fit]"),
        "<< /Type /Annot /Subtype /Square /Rect [0 0 9 9] /Dest [0 /Fit] >>".to_owned(),
    ];
    let numbers: Vec<_> = (0..own.len()).map(|i| format!("{} 0 R", FIRST_OWN + i)).collect();
    let pdf = own.iter().fold(Pdf::new(), |pdf, body| pdf.object(body));
    let pdf = pdf.catalog("/Dests << /itself /itself >>");
    let pdf = pdf.page_with(&format!("{LETTER} /Annots [{}]", numbers.join(" ")), "");
    assert_eq!(targets(&pdf), [LinkTarget::Address("https://example.org/a b".to_owned())]);
}

#[test]
fn places_follow_the_rotation_of_the_page() {
    let rotated = "/MediaBox [0 0 612 792] /Rotate 90";
    let pdf = Pdf::new()
        .object(&annotation("72 700 172 712", "/Dest [0 /XYZ 50 700 0]"))
        .page_with(&format!("{rotated} /Annots [{FIRST_OWN} 0 R]"), "");
    let links = links_of(&pdf, 0);
    assert_eq!(links[0].target, place(0, Some(50.0)), "what was left is at the top");
    assert_eq!(links[0].rect, Rect { x0: 700.0, y0: 72.0, x1: 712.0, y1: 172.0 });
}

#[test]
fn outline_entries_know_their_height() {
    let pdf = Pdf::new()
        .object(&format!("<< /First {} 0 R >>", FIRST_OWN + 1))
        .object(&format!("<< /Title (Fees) /A << /S /GoTo /D (fees) >> /Next {} 0 R >>", FIRST_OWN + 2))
        .object("<< /Title (Elsewhere) /A << /S /GoToR /F (other.pdf) /D [0 /Fit] >> >>")
        .catalog(&format!("/Outlines {FIRST_OWN} 0 R /Names << /Dests << /Names [(fees) [0 /XYZ 0 692 0]] >> >>"))
        .page("");
    let outline: Vec<_> = read_pdf(&pdf).contents.outline.into_iter().map(|i| (i.title, i.page, i.y)).collect();
    assert_eq!(outline, [("Fees".to_owned(), Some(0), Some(100.0)), ("Elsewhere".to_owned(), None, None)]);
}
