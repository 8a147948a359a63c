//! Page images for the viewer: `pincite://localhost/page/<document>/<page>?scale=<pixels per point>&of=<hash>`. The
//! hash is not looked at: it makes another address of another file, so that an image can be cached for good. Not for
//! anything else a page consists of.

use crate::commands::Opened;
use pincite_api::DocumentId;
use pincite_engine::Error;
use tauri::http::{Request, Response, StatusCode, Uri, header};
use tauri::{AppHandle, Manager, Runtime, UriSchemeContext, UriSchemeResponder, async_runtime};

/// Scheme of the addresses.
pub(crate) const SCHEME: &str = "pincite";

/// Pixels per point an image may have; outside of it a page is unreadable, or larger than any screen.
const SCALES: std::ops::RangeInclusive<f32> = 0.1..=8.0;

/// Answers a request of the page for an image, off the window's thread.
pub(crate) fn serve<R: Runtime>(
    context: UriSchemeContext<'_, R>,
    request: Request<Vec<u8>>,
    responder: UriSchemeResponder,
) {
    let app = context.app_handle().clone();
    async_runtime::spawn(async move { responder.respond(answer(&app, &request).await) });
}

async fn answer<R: Runtime>(app: &AppHandle<R>, request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
    let Some(wanted) = Wanted::parse(request.uri()) else {
        return plain(StatusCode::BAD_REQUEST, "This is not the address of a page image.");
    };
    let tag = wanted.tag();
    if request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return plain(StatusCode::NOT_MODIFIED, "");
    }
    match &app.state::<Opened>().0 {
        Ok(engine) => match engine.page_image(wanted.document, wanted.page, wanted.scale).await {
            Ok(png) => image(png, &tag),
            Err(error) => plain(status_of(&error), &error.to_string()),
        },
        Err(problem) => plain(StatusCode::SERVICE_UNAVAILABLE, &problem.message),
    }
}

fn image(png: Vec<u8>, tag: &str) -> Response<Vec<u8>> {
    let built = Response::builder()
        .header(header::CONTENT_TYPE, "image/png")
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::CACHE_CONTROL, "private, max-age=31536000, immutable")
        .header(header::ETAG, tag)
        .body(png);
    built.unwrap_or_else(|_| plain(StatusCode::INTERNAL_SERVER_ERROR, ""))
}

fn plain(status: StatusCode, message: &str) -> Response<Vec<u8>> {
    let mut response = Response::new(message.as_bytes().to_vec());
    *response.status_mut() = status;
    response
}

fn status_of(error: &Error) -> StatusCode {
    match error {
        Error::DocumentChanged { .. } => StatusCode::CONFLICT,
        Error::DocumentMissing { .. } | Error::UnknownDocument { .. } => StatusCode::NOT_FOUND,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// What an address asks for.
#[derive(Debug, PartialEq)]
struct Wanted {
    document: DocumentId,
    /// Counted from 0.
    page: u32,
    /// Pixels per point.
    scale: f32,
    /// Hash of the file the address was made for.
    of: String,
}

impl Wanted {
    fn parse(address: &Uri) -> Option<Self> {
        let mut path = address.path().strip_prefix("/page/")?.split('/');
        let document = path.next()?.parse().ok()?;
        let page = path.next()?.parse().ok()?;
        let scale = parameter(address, "scale")?.parse().ok()?;
        let of = parameter(address, "of")?.to_owned();
        let plausible = path.next().is_none() && SCALES.contains(&scale) && of.bytes().all(|b| b.is_ascii_hexdigit());
        plausible.then_some(Self { document, page, scale, of })
    }

    fn tag(&self) -> String {
        format!("\"{}-{}-{}\"", self.of, self.page, self.scale)
    }
}

fn parameter<'a>(address: &'a Uri, name: &str) -> Option<&'a str> {
    address.query()?.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name).map(|pair| pair.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(address: &str) -> Option<Wanted> {
        Wanted::parse(&address.parse().unwrap())
    }

    #[test]
    fn a_wrong_address_asks_for_nothing() {
        for address in [
            "pincite://localhost/page/1/2?scale=NaN&of=aa",
            "pincite://localhost/page/1/2?scale=1000&of=aa",
            "pincite://localhost/page/1/-2?scale=1&of=aa",
            "pincite://localhost/page/1/2/3?scale=1&of=aa",
            "pincite://localhost/page/1/2?of=aa",
            "pincite://localhost/page/1/2?scale=1&of=a%22b",
            "pincite://localhost/etc/passwd?scale=1&of=aa",
        ] {
            assert_eq!(parse(address), None, "{address} must be refused");
        }
    }

    proptest! {
        #[test]
        fn what_the_page_writes_is_read(document in 0..i64::MAX, page: u32, half_steps in 1..16_u8) {
            let scale = f32::from(half_steps) / 2.0;
            let read = parse(&format!("pincite://localhost/page/{document}/{page}?scale={scale}&of=0f"));
            prop_assert_eq!(read, Some(Wanted { document: DocumentId(document), page, scale, of: "0f".to_owned() }));
        }

        #[test]
        fn no_address_stops_the_reader(path in "/[ -~&&[^ \"<>#`{}]]*") {
            if let Ok(address) = format!("pincite://localhost{path}").parse() {
                let _ = Wanted::parse(&address);
            }
        }
    }
}
