//! Reads one strict JSON text and remembers what serde forgets: keys that come twice, and depth.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

use crate::failure::{Code, Failure};

/// How deep objects and arrays may nest.
const MAX_DEPTH: usize = 8;

/// A JSON value of a message. Arrays are checked but not kept: no message has any.
#[derive(Debug, PartialEq)]
pub(crate) enum Json<'t> {
    Text(Cow<'t, str>),
    Integer(i64),
    Object(Vec<(Cow<'t, str>, Json<'t>)>),
    /// Null, a truth value, another number or an array.
    Other,
}

/// Reads one JSON text. What is not JSON at all is told before keys that come twice.
pub(crate) fn parse(text: &str) -> Result<Json<'_>, Failure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let twice = RefCell::new(None);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Seed {
        depth: 0,
        twice: &twice,
    }
    .deserialize(&mut deserializer)
    .and_then(|value| deserializer.end().map(|()| value))
    .map_err(|why| Failure::new(Code::NotJson).detail(why.to_string()))?;
    match twice.into_inner() {
        None => Ok(value),
        Some(key) => Err(Failure::new(Code::DuplicateKey).detail(key)),
    }
}

#[derive(Clone, Copy)]
struct Seed<'c> {
    depth: usize,
    /// The first key that came twice.
    twice: &'c RefCell<Option<String>>,
}

impl Seed<'_> {
    fn deeper<E: Error>(self) -> Result<Self, E> {
        match self.depth {
            MAX_DEPTH => Err(E::custom("too deep")),
            depth => Ok(Seed {
                depth: depth + 1,
                ..self
            }),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Json<'de>;

    fn deserialize<D: serde::Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Json<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json<'de>, E> {
        Ok(Json::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Json<'de>, E> {
        Ok(Json::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Json<'de>, E> {
        Ok(Json::Other)
    }

    fn visit_i64<E>(self, number: i64) -> Result<Json<'de>, E> {
        Ok(Json::Integer(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Json<'de>, E> {
        Ok(i64::try_from(number).map_or(Json::Other, Json::Integer))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Json<'de>, A::Error> {
        let seed = self.deeper()?;
        while array.next_element_seed(seed)?.is_some() {}
        Ok(Json::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Json<'de>, A::Error> {
        let seed = self.deeper()?;
        let mut members: Vec<(Cow<'de, str>, Json<'de>)> = Vec::new();
        while let Some(Key(key)) = object.next_key()? {
            let value = object.next_value_seed(seed)?;
            if members.iter().any(|(other, _)| *other == key) {
                self.twice
                    .borrow_mut()
                    .get_or_insert_with(|| key.clone().into_owned());
            }
            members.push((key, value));
        }
        Ok(Json::Object(members))
    }
}

/// A key, borrowed where it has no escapes.
struct Key<'t>(Cow<'t, str>);

impl<'de> serde::Deserialize<'de> for Key<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(KeyVisitor)
    }
}
