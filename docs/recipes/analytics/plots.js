// Plots of the answers as SVG, by Vega-Lite: it draws without a browser.
import * as vega from "vega";
import { compile } from "vega-lite";

const numbers = (rows) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value !== "" && !Number.isNaN(Number(value)) ? Number(value) : value,
      ]),
    ),
  );

const axis = (field, type, title, rest = {}) => ({ field, type, title, ...rest });

const specs = {
  "gold-by-level.svg": [
    "How much gold have players of a level?",
    {
      title: {
        text: "Gold grows with the level",
        subtitle: "What half of the players of a level stay below, and what nine of ten stay below",
      },
      transform: [
        { fold: ["median", "p90"], as: ["measure", "gold"] },
        {
          calculate: "datum.measure === 'median' ? 'half have less' : 'nine of ten have less'",
          as: "players",
        },
      ],
      mark: { type: "line", strokeWidth: 2 },
      encoding: {
        x: axis("level", "quantitative", "Level of the player"),
        y: axis("gold", "quantitative", "Pieces of gold"),
        color: axis("players", "nominal", "Players", { sort: "descending" }),
      },
    },
  ],
  "stuck.svg": [
    "At which quests are players stuck?",
    {
      title: {
        text: "Where players are stuck",
        subtitle: "Of the players at a quest, the share that has been there for more than 14 days",
      },
      transform: [
        { calculate: "datum.stuck / datum.players", as: "share" },
        { calculate: "format(datum.stuck, ',') + ' of ' + format(datum.players, ',')", as: "label" },
        { calculate: "replace(datum.quest, /_/g, ' ')", as: "place" },
      ],
      encoding: {
        x: axis("share", "quantitative", "Share of players", {
          axis: { format: "%" },
          scale: { domain: [0, 1] },
        }),
        y: axis("place", "nominal", "Quest", { sort: { field: "share", op: "max", order: "descending" } }),
      },
      layer: [
        { mark: "bar" },
        { mark: { type: "text", align: "left", dx: 4 }, encoding: { text: { field: "label" } } },
      ],
    },
  ],
  "places.svg": [
    "Where do players stop?",
    {
      title: {
        text: "Where on the map players stop",
        subtitle: "Each square is 100 by 100 units of the world; y grows downwards, as in Godot",
      },
      height: 480,
      transform: [
        { calculate: "datum.x * 100", as: "left" },
        { calculate: "datum.y * 100", as: "top" },
      ],
      mark: "rect",
      encoding: {
        x: axis("left", "ordinal", "x of the player, from", { axis: { labelAngle: 0 } }),
        y: axis("top", "ordinal", "y of the player, from"),
        color: axis("players", "quantitative", "Players", { scale: { zero: true } }),
      },
    },
  ],
};

/** The plots by their file names. */
export async function plots(answers) {
  const drawn = {};
  for (const [name, [question, spec]] of Object.entries(specs)) {
    const { spec: compiled } = compile({
      width: 480,
      padding: 12,
      background: "white",
      data: { values: numbers(answers[question]) },
      ...spec,
    });
    drawn[name] = await new vega.View(vega.parse(compiled), { renderer: "none" }).toSVG();
  }
  return drawn;
}
