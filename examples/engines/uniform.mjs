// An engine that plays at random, in JavaScript without any package: parlour engine check "node uniform.mjs"
import { createInterface } from "node:readline";

const seeds = new Map(); // of the questions that are open, by their id

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

/** Answers a question; the same seed gives the same move. */
function choose(id, legal) {
  const place = seeds.get(id) % legal.length;
  seeds.delete(id);
  say({ t: "move", id, move: legal[place] });
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.t === "hello") {
    const games = message.games.map((offered) => offered.game);
    say({ t: "hello", protocol: 1, name: "Uniform", games });
  } else if (message.t === "ready") {
    say({ t: "ready", id: message.id });
  } else if (message.t === "ask") {
    seeds.set(message.id, message.seed);
    if (message.legal_more) say({ t: "legal", id: message.id }); // too many to be listed: ask for them
    else choose(message.id, message.legal);
  } else if (message.t === "legal") {
    choose(message.id, message.moves);
  } else if (message.t === "quit") {
    break;
  }
}
process.exit(0);
