//! What a call says: parameters after the question mark, and a body that is a form, JSON or bare text. Which of these
//! a client sends does not depend on what the documentation asks for, so all are read alike.

use std::collections::HashMap;

use rules::Refusal;
use serde_json::Value;

/// The fields of a call, as text. What is not known is ignored; `null` is as if it were not there.
#[derive(Debug, Default)]
pub(crate) struct Fields(HashMap<String, String>);

impl Fields {
    /// The parameters after the question mark.
    pub(crate) fn of_query(query: &str) -> Fields {
        let pairs = form_urlencoded::parse(query.as_bytes()).into_owned();
        Fields(pairs.collect())
    }

    /// Adds the fields of a body.
    ///
    /// # Errors
    /// It begins like JSON and is none.
    pub(crate) fn add_body(&mut self, body: &[u8]) -> Result<(), Refusal> {
        let text = String::from_utf8_lossy(body);
        if !text.trim_start().starts_with('{') {
            let pairs = form_urlencoded::parse(body).into_owned();
            self.0.extend(pairs);
            return Ok(());
        }
        let value: Value = serde_json::from_str(&text).map_err(server::bad_request)?;
        self.add_object(String::new(), value);
        Ok(())
    }

    /// An object inside an object has the names of both, with a dot in between.
    fn add_object(&mut self, prefix: String, value: Value) {
        match value {
            Value::Null => {}
            Value::String(text) => drop(self.0.insert(prefix, text)),
            Value::Object(fields) if !is_deep(&prefix) => {
                for (name, value) in fields {
                    let name = match prefix.is_empty() {
                        true => name,
                        false => format!("{prefix}.{name}"),
                    };
                    self.add_object(name, value);
                }
            }
            other @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                drop(self.0.insert(prefix, other.to_string()));
            }
        }
    }

    /// A field, unless it is missing or empty.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let text = self.0.get(name).map(|text| text.trim());
        text.filter(|text| !text.is_empty() && *text != "null")
    }

    /// A field that is a number.
    ///
    /// # Errors
    /// It is there and no number.
    pub(crate) fn number(&self, name: &str) -> Result<Option<f64>, Refusal> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let number: Option<f64> = text.parse().ok().filter(|number: &f64| number.is_finite());
        let why = || server::bad_request(format!("`{name}` is a number"));
        number.map(Some).ok_or_else(why)
    }

    /// A field that says yes or no.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.text(name).map(is_yes)
    }
}

/// Objects are flat here, or in each other once.
fn is_deep(prefix: &str) -> bool {
    prefix.contains('.')
}

/// The many ways in which clients say yes.
pub(crate) fn is_yes(text: &str) -> bool {
    ["yes", "true", "1", "on"]
        .iter()
        .any(|yes| text.eq_ignore_ascii_case(yes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(body: &str) -> Fields {
        let mut fields = Fields::default();
        fields.add_body(body.as_bytes()).unwrap();
        fields
    }

    #[test]
    fn forms_and_json_say_the_same() {
        let json = r#"{"clock.limit":300,"clock":{"increment":3},"rated":false,"days":null}"#;
        for body in [json, "clock.limit=300&clock.increment=3&rated=false&days="] {
            let fields = fields(body);
            assert_eq!(fields.number("clock.limit").unwrap(), Some(300.0), "{body}");
            assert_eq!(
                fields.number("clock.increment").unwrap(),
                Some(3.0),
                "{body}"
            );
            assert_eq!(fields.flag("rated"), Some(false), "{body}");
            assert_eq!(fields.text("days"), None, "{body}");
        }
    }

    #[test]
    fn nonsense_is_refused_or_ignored_and_never_more() {
        assert!(Fields::default().add_body(b"{nonsense").is_err());
        assert!(fields("days=many").number("days").is_err());
        assert_eq!(fields("T1,T2").text("reason"), None);
        assert_eq!(
            fields("{\"a\":{\"b\":{\"c\":1}}}").text("a.b"),
            Some("{\"c\":1}")
        );
        Fields::default().add_body(&[0xff, 0, b'%']).unwrap();
    }
}
