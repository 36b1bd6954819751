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

const specs = {
  "gold-by-level.svg": [
    "How much gold have players of a level?",
    {
      title: "Gold by level: half and nine tenths of the players have less",
      transform: [{ fold: ["median", "p90"], as: ["measure", "gold"] }],
      mark: "line",
      encoding: {
        x: { field: "level", type: "quantitative" },
        y: { field: "gold", type: "quantitative" },
        color: { field: "measure", type: "nominal" },
      },
    },
  ],
  "stuck.svg": [
    "At which quests are players stuck?",
    {
      title: "Players who are at a quest for more than 14 days",
      mark: "bar",
      encoding: {
        x: { field: "stuck", type: "quantitative" },
        y: { field: "quest", type: "nominal", sort: "-x" },
      },
    },
  ],
  "places.svg": [
    "Where do players stop?",
    {
      title: "Players by place",
      mark: "rect",
      encoding: {
        x: { field: "x", type: "ordinal" },
        y: { field: "y", type: "ordinal" },
        color: { field: "players", type: "quantitative" },
      },
    },
  ],
};

/** The plots by their file names. */
export async function plots(answers) {
  const drawn = {};
  for (const [name, [question, spec]] of Object.entries(specs)) {
    const { spec: compiled } = compile({ width: 480, data: { values: numbers(answers[question]) }, ...spec });
    drawn[name] = await new vega.View(vega.parse(compiled), { renderer: "none" }).toSVG();
  }
  return drawn;
}
