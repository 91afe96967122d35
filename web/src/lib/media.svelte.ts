/** A media query, as a reactive value. */
export class Media {
  matches: boolean = $state(false);

  constructor(query: string) {
    const list = matchMedia(query);
    this.matches = list.matches;
    list.addEventListener("change", () => (this.matches = list.matches));
  }
}

// The same steps as in the styles.
export const tiny = new Media("(max-width: 379px)");
export const medium = new Media("(min-width: 700px)");
export const wide = new Media("(min-width: 1100px)");
