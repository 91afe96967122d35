/** The fan of cards that stands for the game. */
import type { GamePage } from "../page";

export const fan: GamePage["fan"] = { cards: ["Qc", "Qs", "Qh"], spread: 0.66, turn: "9deg", scale: 0.9 };
