// One module of rules: what it exports, and how a question gets in and its answer out. Browser, worker and Node use it alike.

interface Exports {
  memory: WebAssembly.Memory;
  /** Makes room for a question of so many bytes and says where. */
  make_room(bytes: number): number;
  /** Answers the question that stands there, and says how long the answer is. */
  answer(): number;
  /** Where the answer stands. */
  answer_place(): number;
}

/** Answers a question in JSON. */
export type Answers = (question: string) => string;

/** Starts a module. It needs nothing from outside: no clock, no chance, no files. */
export async function startModule(bytes: BufferSource): Promise<Answers> {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const { memory, make_room, answer, answer_place } = instance.exports as unknown as Exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return (question) => {
    const written = encoder.encode(question);
    const place = make_room(written.length);
    new Uint8Array(memory.buffer, place, written.length).set(written);
    const length = answer();
    // The memory may have grown meanwhile, so it is looked at anew.
    return decoder.decode(new Uint8Array(memory.buffer, answer_place(), length));
  };
}
