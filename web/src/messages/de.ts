/** All catalogues of one language; they are loaded together, and only when the language is spoken. */
import app from "../../messages/de/app.json";
import cards from "../../messages/de/cards.json";
import damenrennen from "../../messages/de/damenrennen.json";
import fair from "../../messages/de/fair.json";
import haggis from "../../messages/de/haggis.json";
import match from "../../messages/de/match.json";
import learn from "../../messages/de/learn.json";
import replay from "../../messages/de/replay.json";
import rules from "../../messages/de/rules.json";
import start from "../../messages/de/start.json";
import table from "../../messages/de/table.json";
import trouble from "../../messages/de/trouble.json";

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
