/**
 * QR codes for links (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 10, mask 0.
 * That is enough for 213 bytes and keeps the encoder short.
 */

/** Per version: error correction words per block, blocks, and data words in all. */
const VERSIONS: [ecc: number, blocks: number, data: number][] = [
  [10, 1, 16],
  [16, 1, 28],
  [26, 1, 44],
  [18, 2, 64],
  [24, 2, 86],
  [16, 4, 108],
  [18, 4, 124],
  [22, 4, 154],
  [22, 5, 182],
  [26, 5, 216],
];
const ALIGNMENT: number[][] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/** The modules of the code row by row, true is dark; null when the text is too long. */
export function encodeQr(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version =
    VERSIONS.findIndex(([, , data], index) => bytes.length + (index < 9 ? 2 : 3) <= data) + 1;
  if (version === 0) return null;
  const words = interleave(dataWords(bytes, version), version);
  const grid = new Grid(version);
  grid.fill(words);
  return grid.modules.map((row) => row.map((module) => module === true));
}

function dataWords(bytes: number[], version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  const capacity = VERSIONS[version - 1][2];
  push(0b0100, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8)
    words.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0; words.length < capacity; pad++) words.push(pad % 2 === 0 ? 0xec : 0x11);
  return words;
}

/** Splits the data into blocks, adds their error correction, and weaves them together. */
function interleave(data: number[], version: number): number[] {
  const [ecc, nBlocks] = VERSIONS[version - 1];
  const short = Math.floor(data.length / nBlocks);
  const nShort = nBlocks - (data.length % nBlocks);
  const blocks: number[][] = [];
  for (let block = 0, at = 0; block < nBlocks; block++) {
    const length = short + (block < nShort ? 0 : 1);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const corrections = blocks.map((block) => remainder(block, ecc));
  return [...weave(blocks), ...weave(corrections)];
}

function weave(blocks: number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, at) =>
    blocks.flatMap((block) => block.slice(at, at + 1)),
  ).flat();
}

/** Multiplication in the field of 256 elements that QR codes use. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

function remainder(block: number[], degree: number): number[] {
  let generator = [1];
  for (let power = 0, root = 1; power < degree; power++, root = times(root, 2)) {
    const shifted = [...generator, 0];
    generator = shifted.map((term, index) => term ^ times(generator[index - 1] ?? 0, root));
  }
  const rest = [...block, ...new Array<number>(degree).fill(0)];
  block.forEach((_, at) => {
    const factor = rest[at];
    generator.forEach((term, index) => {
      rest[at + index] ^= times(term, factor);
    });
  });
  return rest.slice(block.length);
}

class Grid {
  readonly size: number;
  readonly modules: (boolean | null)[][];

  constructor(private readonly version: number) {
    this.size = 17 + 4 * version;
    this.modules = Array.from({ length: this.size }, () =>
      new Array<boolean | null>(this.size).fill(null),
    );
    this.finders();
    this.timing();
    this.alignments();
    this.format();
    if (version >= 7) this.versionBits();
  }

  private set(row: number, column: number, isDark: boolean): void {
    if (row >= 0 && column >= 0 && row < this.size && column < this.size)
      this.modules[row][column] = isDark;
  }

  private finders(): void {
    const far = this.size - 7;
    for (const [top, left] of [
      [0, 0],
      [0, far],
      [far, 0],
    ] as const) {
      for (let row = -1; row <= 7; row++) {
        for (let column = -1; column <= 7; column++) {
          const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
          this.set(top + row, left + column, ring !== 2 && ring !== 4);
        }
      }
    }
  }

  private timing(): void {
    for (let at = 8; at < this.size - 8; at++) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
  }

  private alignments(): void {
    const centres = ALIGNMENT[this.version - 1];
    const last = centres.at(-1);
    for (const row of centres) {
      for (const column of centres) {
        const isCorner =
          (row === 6 && column === 6) ||
          (row === 6 && column === last) ||
          (row === last && column === 6);
        if (!isCorner) this.alignment(row, column);
      }
    }
  }

  private alignment(row: number, column: number): void {
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++)
        this.set(row + dy, column + dx, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }

  /** Level M and mask 0, with their own error correction. */
  private format(): void {
    const bits = 0b101010000010010;
    const bit = (index: number) => ((bits >> index) & 1) === 1;
    for (let index = 0; index < 15; index++) {
      const near = index < 6 ? index : index < 8 ? index + 1 : 0;
      if (index < 8) this.set(near, 8, bit(index));
      else this.set(8, index === 8 ? 7 : 14 - index, bit(index));
      if (index < 8) this.set(8, this.size - 1 - index, bit(index));
      else this.set(this.size - 15 + index, 8, bit(index));
    }
    this.set(this.size - 8, 8, true);
  }

  private versionBits(): void {
    let rest = this.version;
    for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let index = 0; index < 18; index++) {
      const isDark = ((bits >> index) & 1) === 1;
      const [a, b] = [this.size - 11 + (index % 3), Math.floor(index / 3)];
      this.set(a, b, isDark);
      this.set(b, a, isDark);
    }
  }

  /** Writes the words upwards and downwards in columns of two, and masks them. */
  fill(words: number[]): void {
    let at = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const isUpward = ((right + 1) & 2) === 0;
        const row = isUpward ? this.size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (this.modules[row][column] !== null) continue;
          const word = words[at >> 3] ?? 0;
          const isDark = ((word >> (7 - (at & 7))) & 1) === 1;
          at++;
          this.modules[row][column] = isDark !== ((row + column) % 2 === 0);
        }
      }
    }
  }
}
