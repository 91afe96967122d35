/** The pack of Haggis: `2r` to `10b` in five suits, and the wilds `J Q K`, which have none. */
import { letter, numeral, parts, pip, WILD, type Pack, type Parts } from "../../cards/draw";
import { suitName } from "../../cards/names";
import { speech, t, type Lang } from "../../lib/i18n.svelte";

const ray = [0, 45, 90, 135, 180, 225, 270, 315]
  .map((a) => `<path transform="rotate(${a} 12 12)" d="M12 .7 14.3 5.7H9.7Z"/>`)
  .join("");
const wave = (y: number) => `M2.6 ${y}C5.4 ${y - 3.8} 8.8 ${y - 3.8} 12 ${y}S18.6 ${y + 3.8} 21.4 ${y}`;
const waves = [5.4, 12, 18.6].map(wave).join("");
const leaf = (y: number) =>
  `<path d="M12 ${y}C12.6 ${y - 5} 16.5 ${y - 7.2} 21.6 ${y - 7} 21.2 ${y - 2} 17.5 ${y + 0.6} 12 ${y}ZM12 ${y}C11.4 ${y - 5} 7.5 ${y - 7.2} 2.4 ${y - 7} 2.8 ${y - 2} 6.5 ${y + 0.6} 12 ${y}Z"/>`;

const pips: Record<string, string> = {
  // rowan berries, fox, gorse sun, fern, loch waves: round, V, radial, upright, level
  r: '<path fill="none" stroke-width="1.7" d="M12.4 1.2C11.5 5 8.5 6 6 9.5M12.4 1.2C13 5 15.6 6 18 9.5M12.4 1.2 12 15"/><circle cx="5.7" cy="12.6" r="4.6"/><circle cx="18.3" cy="12.6" r="4.6"/><circle cx="12" cy="18.6" r="4.6"/>',
  o: '<path d="M2.6 1.8 9 7.4H15L21.4 1.8 22.4 11.6 12 22.6 1.6 11.6Z"/><path class="light" d="M3.3 12.6 9.7 13.5 11.4 20.3ZM20.7 12.6 14.3 13.5 12.6 20.3Z"/>',
  y: `<circle cx="12" cy="12" r="5"/>${ray}`,
  g: `<path d="M12 .8C14.6 3.5 14.6 6.3 12 9 9.4 6.3 9.4 3.5 12 .8Z"/>${leaf(12.8)}${leaf(19)}<path fill="none" stroke-width="1.7" d="M12 8V23.4"/>`,
  b: `<path class="rope" d="${waves}"/><path class="core" d="${waves}"/>`,
};

const CROWN: Record<string, number> = { J: 3, Q: 5, K: 7 };

// One thistle; its crown of spikes grows from J to K, the Q wears leaves, the K leaves and a band.
const spikes = (n: number) =>
  Array.from({ length: n }, (_, i) => {
    const turn = (i - (n - 1) / 2) * (n > 5 ? 17 : 19);
    const tip = 46 + Math.abs(turn) * 0.16;
    return `<path transform="rotate(${turn} 64 96)" d="M64 ${tip} 67.8 84H60.2Z"/>`;
  }).join("");
const thistle = (rank: string) => `<g class="tuft">${spikes(CROWN[rank] ?? 3)}</g><g class="stalk">
  ${rank === "J" ? "" : '<path d="M63 122C53 122 43 117 39 106 50 106 58 111 63 122ZM65 122C75 122 85 117 89 106 78 106 70 111 65 122Z"/>'}
  <path d="M51 88H77C78 102 73 112 64 112S50 102 51 88Z"/><path class="lattice" d="M55 89 70 109M64 88 75 101M73 89 58 109M64 88 53 101"/><path d="M64 112V127"/></g>
  ${rank === "K" ? '<path class="gilt" d="M49 85.5H79L78 90.5H50Z"/>' : ""}`;

// Knots at the lower right count the points of a card (H1.3).
const POINTS: Record<string, number> = { 3: 1, 5: 1, 7: 1, 9: 1, J: 2, Q: 3, K: 5 };
const knots = (rank: string) =>
  Array.from(
    { length: POINTS[rank] ?? 0 },
    (_, i) => `<circle class="knot" cx="${91 - 7.5 * i}" cy="131" r="2.3"/>`,
  ).join("");

const spot = (rank: string, suit: string) =>
  numeral(rank, rank === "10" ? 12 : 10, 10, 35) +
  pip(suit, 22, 63, 27) +
  pip(suit, 64, 93, 50, "pip big") +
  knots(rank);

function wild(rank: string, lang: Lang, as: Parts | null): string {
  const stands = as
    ? `<rect class="tag" x="4" y="54" width="53" height="34" rx="6"/><g data-suit="${as.suit}">` +
      numeral(letter(as.rank, lang), as.suit === WILD ? 21 : as.rank === "10" ? 10.5 : 11, 59.5, 23) +
      (as.suit === WILD ? "" : pip(as.suit, 45, 71, 17)) +
      "</g>"
    : pip(WILD, 22, 65, 25);
  const edge = '<rect class="stitch" x="5" y="5" width="90" height="130" rx="6"/>';
  return edge + numeral(letter(rank, lang), 11, 12, 34) + thistle(rank) + stands + knots(rank);
}

function name({ rank, suit }: Parts, as?: string): string {
  if (suit !== WILD) return t("cards.spot_name", { rank, suit: suitName(suit) });
  const wild = t("cards.wild_name", { rank: letter(rank, speech.lang) });
  const stood = as ? parts(as) : null;
  if (!stood) return wild;
  return t("cards.stands_for", { card: wild, as: stood.suit === WILD ? letter(stood.rank, speech.lang) : name(stood) });
}

export const pack: Pack = {
  code: /^(10|[2-9JQK])([roygb]?)$/,
  pips,
  face: ({ rank, suit }, lang, as) => (suit === WILD ? wild(rank, lang, as) : spot(rank, suit)),
  name,
};
