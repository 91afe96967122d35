/** QR codes of short texts: bytes, level L, versions 1 to 5, which have one block of codewords; mask 0. */

/** Codewords of data and of error correction, by version. */
const SIZES = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
] as const;
/** Level L and mask 0 with their error correction, as the standard prints them. */
const FORMAT = 0b111011111000100;

/** The product of two numbers of GF(256) with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0;
  for (; b; b >>= 1) {
    if (b & 1) product ^= a;
    a = (a << 1) ^ (a & 128 ? 0x11d : 0);
  }
  return product;
}

/** The remainder of the data, shifted by `count` codewords, by the generator polynomial of that degree. */
function correction(data: number[], count: number): number[] {
  let generator = [1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2))
    generator = [...generator, 0].map((term, at) => term ^ times(generator[at - 1] ?? 0, root));
  const rest = [...data, ...new Array<number>(count).fill(0)];
  data.forEach((_, at) => {
    const lead = rest[at]!;
    generator.forEach((term, i) => (rest[at + i]! ^= times(term, lead)));
  });
  return rest.slice(data.length);
}

/** The dark squares of a text's code, row by row; null where the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = SIZES.findIndex(([data]) => bytes.length + 2 <= data);
  if (version < 0) return null;
  const [room, checks] = SIZES[version]!;
  const bits = [4, bytes.length, ...bytes]
    .map((value, i) => value.toString(2).padStart(i ? 8 : 4, "0"))
    .join("")
    .concat("0000");
  const data = bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const stream = [...data, ...correction(data, checks)].map((byte) => byte.toString(2).padStart(8, "0")).join("");

  const size = 21 + 4 * version;
  const grid: (boolean | undefined)[][] = Array.from({ length: size }, () =>
    new Array<undefined>(size).fill(undefined),
  );
  const set = (x: number, y: number, dark: boolean): void => {
    if (grid[y] && x >= 0 && x < size) grid[y][x] = dark;
  };
  for (let i = 0; i < size; i++) {
    set(i, 6, i % 2 === 0);
    set(6, i, i % 2 === 0);
  }
  const square = (x: number, y: number, radius: number, light: number): void => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(x + dx, y + dy, ring !== light && ring !== 4);
      }
  };
  if (version) square(size - 7, size - 7, 2, 1);
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, 2);
  for (let i = 0; i < 15; i++) {
    const dark = Boolean((FORMAT >> i) & 1);
    set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, dark);
    set(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, dark);
  }
  set(8, size - 8, true);

  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = (right + 1) & 2 ? step : size - 1 - step;
      for (const x of [right, right - 1]) {
        if (grid[y]![x] === undefined) grid[y]![x] = (stream[at++] === "1") !== ((x + y) % 2 === 0);
      }
    }
  }
  return grid as boolean[][];
}
