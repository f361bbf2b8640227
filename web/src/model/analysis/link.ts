/** The longest part of a link behind its `#`: what programs that people send links with still take. */
export const MAX_LINK = 8000;

/** So much text at most comes out of a link, however well it was compressed. */
const MAX_TEXT = 400_000;

/** A text as the end of a link; null where that would be too long. */
export async function packed(text: string): Promise<string | null> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const word = toBase64Url(bytes);
  return word.length <= MAX_LINK ? word : null;
}

/** The text in the end of a link; null where there is none, or too much. */
export async function unpacked(word: string): Promise<string | null> {
  if (word === "" || word.length > MAX_LINK) return null;
  try {
    const bytes = fromBase64Url(word);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await limited(stream.getReader());
  } catch {
    return null;
  }
}

async function limited(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > MAX_TEXT) {
      await reader.cancel();
      return null;
    }
  }
  return text + decoder.decode();
}

function toBase64Url(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64Url(word: string): Uint8Array<ArrayBuffer> {
  const letters = atob(word.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
