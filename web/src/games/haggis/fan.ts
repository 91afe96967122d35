/** The fan of cards that stands for the game. */
import type { GamePage } from "../page";

export const fan: GamePage["fan"] = { cards: ["7g", "8b", "9r", "10o", "K"], spread: 0.3, turn: "7deg" };
