/** All catalogues of one language; they are loaded together, and only when the language is spoken. */
import app from "../../messages/en/app.json";
import cards from "../../messages/en/cards.json";
import damenrennen from "../../messages/en/damenrennen.json";
import fair from "../../messages/en/fair.json";
import haggis from "../../messages/en/haggis.json";
import match from "../../messages/en/match.json";
import learn from "../../messages/en/learn.json";
import replay from "../../messages/en/replay.json";
import rules from "../../messages/en/rules.json";
import start from "../../messages/en/start.json";
import table from "../../messages/en/table.json";
import trouble from "../../messages/en/trouble.json";

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
