//! Small pages without scripts.

use std::fmt::Write;

use axum::http::header;
use axum::response::{IntoResponse, Response};

/// Only our own style may be loaded, nothing runs, forms come back to us, and nobody may frame a page.
const POLICY: &str = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// The same for pages with scripts, which come from this server.
const SCRIPT_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

/// A page in the making. Texts are always escaped; only literals are not.
pub(crate) struct Html(String);

impl Html {
    /// A page with a title and the way around.
    pub(crate) fn new(base: &str, title: &str) -> Html {
        let mut html = Html(String::new());
        html.raw("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">")
            .raw("<meta name=\"viewport\" content=\"width=device-width\"><title>")
            .text(title)
            .raw("</title><link rel=\"stylesheet\" href=\"")
            .text(base)
            .raw("/web/style.css\"><nav>");
        let links = [
            ("/", "Army"),
            ("/match", "Match"),
            ("/computer", "Computer"),
            ("/rules", "Rules"),
            ("/open", "Web client"),
            ("/quit", "Quit"),
        ];
        for (path, name) in links {
            html.link(&format!("{base}{path}"), name);
        }
        html.raw("</nav><h1>").text(title).raw("</h1>");
        html
    }

    /// Adds something that is HTML already.
    pub(crate) fn raw(&mut self, literal: &'static str) -> &mut Html {
        self.0.push_str(literal);
        self
    }

    /// Adds a text.
    pub(crate) fn text(&mut self, text: &str) -> &mut Html {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                other => self.0.push(other),
            }
        }
        self
    }

    /// Adds a number.
    pub(crate) fn number(&mut self, number: impl Into<u64>) -> &mut Html {
        // Writing into a text does not fail.
        let _ = write!(self.0, "{}", number.into());
        self
    }

    pub(crate) fn link(&mut self, to: &str, name: &str) -> &mut Html {
        self.raw("<a href=\"").text(to).raw("\">").text(name);
        self.raw("</a> ")
    }

    /// A row of a table: a heading and what belongs to it.
    pub(crate) fn row(&mut self, heading: &str, text: &str) -> &mut Html {
        self.raw("<tr><th>").text(heading).raw("<td>").text(text)
    }

    /// The page as an answer.
    pub(crate) fn respond(self) -> Response {
        self.respond_under(POLICY)
    }

    /// The page as an answer, with the scripts that it names.
    pub(crate) fn respond_with_scripts(self) -> Response {
        self.respond_under(SCRIPT_POLICY)
    }

    fn respond_under(self, policy: &str) -> Response {
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CONTENT_SECURITY_POLICY, policy),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "same-origin"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        let mut text = self.0;
        text.push_str("</html>\n");
        (headers, text).into_response()
    }
}
