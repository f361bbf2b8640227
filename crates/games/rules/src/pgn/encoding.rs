//! From the bytes of a file to text.

/// The text of a file as people have them: UTF-8, UTF-16 with or without a mark, or an old encoding of western Europe.
pub fn decode(bytes: &[u8]) -> String {
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        // The first character of a game is one of ASCII, so that one of two bytes is zero.
        [1..=0x7f, 0, ..] => utf_16(bytes, u16::from_le_bytes),
        [0, 1..=0x7f, ..] => utf_16(bytes, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
            Err(_) => bytes.iter().map(|byte| western(*byte)).collect(),
        },
    }
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let pairs = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(pairs)
        .map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// Latin-1, with what Windows has in the place of its second row of control characters.
fn western(byte: u8) -> char {
    const ROW: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => ROW[usize::from(byte - 0x80)],
        other => char::from(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_apart() {
        let text = "[White \"Žäñ €\"]";
        let units: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for bytes in [
            text.as_bytes().to_vec(),
            [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            [b"\xff\xfe".to_vec(), little.clone()].concat(),
            [b"\xfe\xff".to_vec(), big.clone()].concat(),
            little,
            big,
            b"[White \"\x8e\xe4\xf1 \x80\"]".to_vec(),
        ] {
            assert_eq!(decode(&bytes), text, "{bytes:?}");
        }
        assert_eq!(decode(b""), "");
        assert_eq!(decode(b"\xff"), "ÿ");
    }
}
