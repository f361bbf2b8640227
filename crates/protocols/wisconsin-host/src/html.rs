//! Small pages without scripts.

use std::fmt::Write;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use host::HostError;
use serde_json::Value;

use crate::random;

/// Only our own style may be loaded, nothing runs, forms come back to us, and nobody may frame a page.
const POLICY: &str = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// The same for the original web client, which loads pictures and sounds and sets styles by script.
const ORIGINAL_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'";

/// A page in the making. Texts are always escaped; only literals are not.
pub(crate) struct Html {
    text: String,
    /// What a script in the page itself has to show, so that none runs that was brought in by a text.
    nonce: Option<String>,
}

impl Html {
    /// A page with a title and the way around.
    pub(crate) fn new(base: &str, title: &str) -> Html {
        let mut html = Html {
            text: String::new(),
            nonce: None,
        };
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

    /// A page that is left to its scripts, without the way around.
    pub(crate) fn bare(title: &str) -> Result<Html, HostError> {
        let nonce = Some(random::nonce()?);
        let text = String::new();
        let mut html = Html { text, nonce };
        html.raw("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">")
            .raw("<meta name=\"viewport\" content=\"width=device-width\"><title>")
            .text(title)
            .raw("</title>");
        Ok(html)
    }

    /// Allows the page to have variables for scripts.
    pub(crate) fn allow_variables(&mut self) -> Result<(), HostError> {
        self.nonce = Some(random::nonce()?);
        Ok(())
    }

    /// Adds variables of the window, for scripts.
    pub(crate) fn variables(&mut self, variables: &[(&'static str, Value)]) -> &mut Html {
        let nonce = self.nonce.clone().unwrap_or_default();
        self.raw("<script nonce=\"").text(&nonce).raw("\">");
        for (name, value) in variables {
            // In a script nothing is an entity, and no text may end it.
            let value = value.to_string().replace('<', "\\u003c");
            self.raw("window.").text(name).raw(" = ");
            self.text.push_str(&value);
            self.raw(";\n");
        }
        self.raw("</script>")
    }

    /// Adds something that is HTML already.
    pub(crate) fn raw(&mut self, literal: &'static str) -> &mut Html {
        self.text.push_str(literal);
        self
    }

    /// Adds a text.
    pub(crate) fn text(&mut self, text: &str) -> &mut Html {
        for character in text.chars() {
            match character {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                '\'' => self.text.push_str("&#39;"),
                other => self.text.push(other),
            }
        }
        self
    }

    /// Adds a number.
    pub(crate) fn number(&mut self, number: impl Into<u64>) -> &mut Html {
        // Writing into a text does not fail.
        let _ = write!(self.text, "{}", number.into());
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

    /// The page as an answer. Of scripts, only variables.
    pub(crate) fn respond(self) -> Response {
        let scripts = match &self.nonce {
            Some(nonce) => format!("; script-src 'nonce-{nonce}'"),
            None => String::new(),
        };
        self.respond_under(&format!("{POLICY}{scripts}"))
    }

    /// The page as an answer, with everything that the original web client loads.
    pub(crate) fn respond_with_original_scripts(self, connect_policy: &str) -> Response {
        let nonce = self.nonce.clone().unwrap_or_default();
        self.respond_under(&format!(
            "{ORIGINAL_POLICY}; {connect_policy}; script-src 'self' 'nonce-{nonce}'"
        ))
    }

    fn respond_under(self, policy: &str) -> Response {
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CONTENT_SECURITY_POLICY, policy),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "same-origin"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        let mut text = self.text;
        text.push_str("</html>\n");
        (headers, text).into_response()
    }
}
