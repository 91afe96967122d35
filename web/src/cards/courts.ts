/** The figures of the French courts. */

// Flat figures cut like paper, one gesture each.
const head =
  '<path class="skin" d="M56 90V106Q63 114 70 106V90"/><path class="skin" d="M48 72C48 58 78 58 78 72 78 88 71 97 63 97S48 88 48 72Z"/>';
const face =
  '<path class="crease" d="M52.5 76Q56 79 59 76.5M67 76.5Q70 79 73.5 76M63 76 61.5 84.5H64M59.5 89.5Q63 91.8 66.5 89.5"/>';
const robe = '<path class="robe" d="M24 141C25 116 42 106 63 106S101 116 102 141Z"/>';
export const figures: Record<string, string> = {
  Q: `<path class="hair" d="M41 78C39 58 48 52 63 52S87 58 85 78C85 92 90 98 86 108 80 113 46 113 40 108 36 98 41 92 41 78Z"/>${robe}${head}${face}
      <path class="trim" d="M45 108Q63 128 81 108L75 104Q63 118 51 104Z"/><path class="gilt" d="M46 58 42 36 53 46 63 31 73 46 84 36 80 58Q63 52 46 58Z"/><g class="gilt"><circle cx="42" cy="35" r="2.6"/><circle cx="63" cy="29" r="3"/><circle cx="84" cy="35" r="2.6"/></g>`,
  K: `${robe}<path class="hair" d="M45 62H81V92H45Z"/>${head}<path class="crease" d="M52.5 73Q56 75.5 59 73.5M67 73.5Q70 75.5 73.5 73M63 74 61.5 81.5H64"/><path class="hair" d="M46.5 78C49 85 55 88 63 84.5 71 88 77 85 79.5 78 82 102 74 120 63 125 52 120 44 102 46.5 78Z"/><path class="skin" d="M58.5 90Q63 88 67.5 90 63 93.5 58.5 90Z"/>
      <path class="gilt" d="M44 64V40L52 48 57 38H69L74 48 82 40V64Q63 58 44 64Z"/><path class="gilt" d="M60.5 37V33H57V28.5H60.5V25H65.5V28.5H69V33H65.5V37Z"/>`,
  J: `<path class="hair" d="M44 66C43 90 42 96 46 102H54V66ZM82 66C83 90 84 96 80 102H72V66Z"/>${robe}${head}${face}<path class="trim" d="M50 106 63 126 76 106 70 103 63 113 56 103Z"/>
      <g transform="translate(0 5)"><path class="cap" d="M40 64C38 48 52 42 66 43 80 44 88 52 86 62 70 56 54 57 40 64Z"/><path class="feather" d="M79 50C90 48 97 38 94 25 83 28 77 38 79 50Z"/></g>`,
};
