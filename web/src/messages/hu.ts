/** All catalogues of one language; they are loaded together, and only when the language is spoken. */
import app from "../../messages/hu/app.json";
import cards from "../../messages/hu/cards.json";
import damenrennen from "../../messages/hu/damenrennen.json";
import fair from "../../messages/hu/fair.json";
import haggis from "../../messages/hu/haggis.json";
import match from "../../messages/hu/match.json";
import learn from "../../messages/hu/learn.json";
import replay from "../../messages/hu/replay.json";
import rules from "../../messages/hu/rules.json";
import start from "../../messages/hu/start.json";
import table from "../../messages/hu/table.json";
import trouble from "../../messages/hu/trouble.json";

export default {
  ...app,
  ...cards,
  ...damenrennen,
  ...fair,
  ...haggis,
  ...match,
  ...learn,
  ...replay,
  ...rules,
  ...start,
  ...table,
  ...trouble,
};
