//! The shapes of bodies, parameters and answers as JSON Schema, made from the very types that the server
//! reads and writes.

use std::collections::BTreeSet;

use native::Target;
use native::message::{Answer, Failure, Frame, Request};
use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use session::ExportedLine;

use super::references;

/// Where the document keeps shapes that have a name.
pub(crate) const PLACE: &str = "#/components/schemas/";

/// Shapes by the names of their types.
pub(crate) struct Shapes {
    named: Map<String, Value>,
    requests: Vec<Value>,
    asks: Vec<Value>,
}

impl Shapes {
    pub(crate) fn new() -> Shapes {
        let mut read = generator(Contract::Deserialize);
        name::<Request>(&mut read);
        let read = read.take_definitions(true);
        let mut written = generator(Contract::Serialize);
        name::<Answer>(&mut written);
        name::<Failure>(&mut written);
        name::<Frame>(&mut written);
        name::<ExportedLine>(&mut written);
        let written = written.take_definitions(true);
        let mut shapes = Shapes {
            requests: kinds(&read["Request"]),
            asks: kinds(&read["Ask"]),
            named: written,
        };
        for (name, shape) in read {
            let other = shapes.named.insert(name.clone(), shape.clone());
            assert!(
                other.is_none_or(|other| other == shape),
                "{name} is written in another way than it is read"
            );
        }
        shapes.split::<Answer>("Answer");
        shapes.split::<Frame>("Frame");
        shapes.add_json_interface();
        shapes
    }

    /// Gives every kind of a tagged type a name of its own, such as `WelcomeAnswer`.
    fn split<T: JsonSchema>(&mut self, suffix: &str) {
        let whole = T::schema_name();
        for kind in kinds(&self.named[&*whole]) {
            let name = camel(tag(&kind)) + suffix;
            self.named.insert(name, kind);
        }
        self.named.remove(&*whole);
    }

    /// The messages of the JSON message interface have a schema that was written by hand.
    fn add_json_interface(&mut self) {
        let text =
            include_str!("../../../../../../docs/protocol/schema/json-interface.schema.json");
        let text = text.replace("#/$defs/", &format!("{PLACE}json_"));
        let mut schema: Value = serde_json::from_str(&text).unwrap();
        let Value::Object(shapes) = schema["$defs"].take() else {
            panic!("there are no definitions")
        };
        let shapes = shapes.into_iter();
        self.named
            .extend(shapes.map(|(name, shape)| (format!("json_{name}"), shape)));
    }

    /// The fields of what a route asks for, without those that the route itself says.
    fn fields(&self, target: Target) -> Value {
        let find = |kinds: &[Value], wanted: &str| {
            let found = kinds.iter().find(|kind| tag(kind) == wanted);
            let mut shape = found.expect("there is such a request").clone();
            for said in ["type", "game", "format"] {
                remove(&mut shape, said);
            }
            shape
        };
        let Target::Ask(ask) = target else {
            return find(&self.requests, target.request_type());
        };
        let mut shape = find(&self.asks, ask);
        let seat = &find(&self.requests, "ask")["properties"]["seat"];
        shape["properties"]["seat"] = seat.clone();
        shape
    }

    /// The body of a route, under a name.
    pub(crate) fn body(&mut self, target: Target) -> Value {
        let shape = self.fields(target);
        let name = match target {
            Target::Ask(name) | Target::Request(name) => camel(name) + "Body",
            Target::Export(_) => panic!("an export has no body"),
        };
        self.named.insert(name.clone(), shape);
        reference(&name)
    }

    /// A parameter after the question mark, which is there or not, but never null.
    pub(crate) fn parameter(&self, target: Target, name: &str) -> Value {
        let fields = self.fields(target);
        let mut shape = fields["properties"][name].clone();
        let description = shape.as_object_mut().unwrap().remove("description");
        if let Some(kinds) = shape["type"].as_array() {
            shape["type"] = kinds[0].clone();
        }
        let required = fields["required"].as_array();
        let is_required = required.is_some_and(|required| required.contains(&json!(name)));
        json!({"name": name, "in": "query", "required": is_required, "description": description, "schema": shape})
    }

    /// The answers that a route can have.
    pub(crate) fn answers(kinds: &[&str]) -> Value {
        let mut answers = kinds
            .iter()
            .map(|kind| reference(&(camel(kind) + "Answer")));
        match kinds {
            [_] => answers.next().unwrap(),
            _ => json!({"oneOf": answers.collect::<Vec<_>>()}),
        }
    }

    /// The shapes that the rest of a document names, and those that they name in turn.
    pub(crate) fn used_by(self, document: &Value) -> Map<String, Value> {
        let mut used = BTreeSet::new();
        let mut new = names(document);
        while let Some(name) = new.pop() {
            if used.insert(name.clone()) {
                new.extend(names(&self.named[&name]));
            }
        }
        let named = self.named.into_iter();
        named.filter(|(name, _)| used.contains(name)).collect()
    }
}

pub(crate) fn reference(name: &str) -> Value {
    json!({"$ref": format!("{PLACE}{name}")})
}

fn generator(contract: Contract) -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = PLACE
            .trim_start_matches('#')
            .trim_end_matches('/')
            .to_owned()
            .into();
        settings.contract = contract;
        settings.meta_schema = None;
    });
    settings.into_generator()
}

fn name<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

/// What a tagged type can be.
fn kinds(shape: &Value) -> Vec<Value> {
    shape["oneOf"].as_array().unwrap().clone()
}

fn tag(kind: &Value) -> &str {
    kind["properties"]["type"]["const"].as_str().unwrap()
}

fn remove(shape: &mut Value, name: &str) {
    shape["properties"].as_object_mut().unwrap().remove(name);
    if let Some(required) = shape["required"].as_array_mut() {
        required.retain(|required| required != name);
    }
}

/// `log_in` as `LogIn`.
fn camel(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    words.collect()
}

/// The names of all shapes that a part of a document refers to.
fn names(part: &Value) -> Vec<String> {
    let places = references(part).into_iter();
    let names = places.filter_map(|place| Some(place.strip_prefix(PLACE)?.to_owned()));
    names.collect()
}
