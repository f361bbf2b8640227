//! Compares what goes over the wire with what the document says.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jsonschema::Validator;
use serde_json::{Value, json};

use native::testkit::http::Response;

/// The document, and what of it was seen to happen.
pub(crate) struct Judge {
    document: Value,
    validators: HashMap<String, Validator>,
    seen: BTreeMap<Operation, BTreeSet<u16>>,
}

/// A method and a path as the document has it.
type Operation = (String, String);

impl Judge {
    pub(crate) fn new(document: Value) -> Judge {
        Judge {
            document,
            validators: HashMap::new(),
            seen: BTreeMap::new(),
        }
    }

    /// All operations of the document.
    pub(crate) fn operations(&self) -> Vec<Operation> {
        let mut operations = Vec::new();
        for (path, methods) in self.document["paths"].as_object().unwrap() {
            for method in methods.as_object().unwrap().keys() {
                operations.push((method.to_uppercase(), path.clone()));
            }
        }
        operations
    }

    /// The operation that serves a path.
    fn operation(&self, method: &str, path: &str) -> Operation {
        let path = path.split('?').next().unwrap();
        let fits = |template: &str| {
            let (parts, wanted) = (path.split('/'), template.split('/'));
            path.split('/').count() == template.split('/').count()
                && parts
                    .zip(wanted)
                    .all(|(part, wanted)| part == wanted || wanted == "{game}")
        };
        let mut operations = self.operations().into_iter();
        operations
            .find(|(known, template)| known == method && fits(template))
            .unwrap_or_else(|| panic!("{method} {path} is not documented"))
    }

    fn part(&self, (method, path): &Operation) -> &Value {
        &self.document["paths"][path][method.to_lowercase()]
    }

    /// Whether a value has a shape that the document gives.
    fn fits(&mut self, shape: &Value, value: &Value) -> Result<(), String> {
        let components = &self.document["components"];
        let validator = self.validators.entry(shape.to_string()).or_insert_with(|| {
            let schema = json!({"allOf": [shape], "components": components});
            jsonschema::validator_for(&schema).unwrap()
        });
        let wrong = |error| format!("{error}\nin {value}");
        validator.validate(value).map_err(wrong)
    }

    /// A body must have the shape of the document exactly if the server finds that it makes sense.
    pub(crate) fn check_body(&mut self, method: &str, path: &str, body: &Value, status: u16) {
        let operation = self.operation(method, path);
        let content = &self.part(&operation)["requestBody"]["content"];
        let shape = content["application/json"]["schema"].clone();
        assert!(shape.is_object(), "{method} {path} has no body");
        match (self.fits(&shape, body), status) {
            (Ok(()), 400) => panic!("{method} {path} should accept {body}"),
            (Err(why), status) if status != 400 => panic!("{method} {path}: {status}, but {why}"),
            _ => {}
        }
    }

    /// Every answer must be documented and have the shape of the document.
    pub(crate) fn check_answer(&mut self, method: &str, path: &str, response: &Response) {
        let kind = response.header("content-type").unwrap_or_default();
        let kind = kind.split(';').next().unwrap();
        let shape = self.answer_shape(method, path, response.status, kind);
        let values = match kind {
            "application/json" => vec![response.json()],
            "application/x-ndjson" => {
                let lines = response.body.lines().map(serde_json::from_str);
                lines.map(Result::unwrap).collect()
            }
            _ => vec![Value::String(response.body.clone())],
        };
        for value in values {
            let fits = self.fits(&shape, &value);
            fits.unwrap_or_else(|why| panic!("{method} {path} answers {}: {why}", response.status));
        }
    }

    /// A line of an answer that does not end.
    pub(crate) fn check_line(&mut self, path: &str, line: &Value) {
        let shape = self.answer_shape("GET", path, 200, "application/x-ndjson");
        self.fits(&shape, line)
            .unwrap_or_else(|why| panic!("GET {path}: {why}"));
    }

    fn answer_shape(&mut self, method: &str, path: &str, status: u16, kind: &str) -> Value {
        self.note(method, path, status);
        let operation = self.operation(method, path);
        let mut answer = &self.part(&operation)["responses"][status.to_string()];
        if let Some(place) = answer["$ref"].as_str() {
            answer = self.document.pointer(&place[1..]).unwrap();
        }
        let shape = &answer["content"][kind]["schema"];
        assert!(
            shape.is_object(),
            "{method} {path}: {status} {kind} is not documented"
        );
        shape.clone()
    }

    /// Notes that an operation was answered in this way.
    pub(crate) fn note(&mut self, method: &str, path: &str, status: u16) {
        let operation = self.operation(method, path);
        self.seen.entry(operation).or_default().insert(status);
    }

    /// Operations that have not succeeded, or not been refused although they can be.
    pub(crate) fn unseen(&self) -> Vec<String> {
        let mut unseen = Vec::new();
        for operation in self.operations() {
            let documented = self.part(&operation)["responses"].as_object().unwrap();
            let can_refuse = documented.keys().any(|status| status.starts_with('4'));
            let seen = self.seen.get(&operation).cloned().unwrap_or_default();
            let (method, path) = operation;
            if !seen.iter().any(|status| *status < 300) {
                unseen.push(format!("{method} {path} succeeds"));
            }
            if can_refuse && !seen.iter().any(|status| (400..500).contains(status)) {
                unseen.push(format!("{method} {path} is refused"));
            }
        }
        unseen
    }
}
