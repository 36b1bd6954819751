// What this game's players ask about. A widget whose values a save does not have is left out.
import { Color } from "godot-variant";

const number = (value) => Number(value).toLocaleString("en", { maximumFractionDigits: 2 });

export function Player({ document }) {
  const player = document.get("player");
  if (typeof player?.name !== "string") return null;
  const { name, level, gold, hp, max_hp: most = 100, position, cloak } = player;
  const about = [
    player.class !== undefined && String(player.class),
    level !== undefined && `level ${number(level)}`,
    position !== undefined && `at ${String(position)}`,
  ];
  const color = cloak instanceof Color ? `rgb(${[cloak.r, cloak.g, cloak.b].map((part) => Math.round(part * 255))})` : undefined;
  return (
    <section className="card player" aria-label="Player">
      <div className="portrait" style={{ background: color }}>
        {name.slice(0, 1)}
      </div>
      <div>
        <h2>{name}</h2>
        <p>{about.filter(Boolean).join(" ")}</p>
        {hp !== undefined && (
          <>
            <meter min={0} max={Number(most)} low={Number(most) / 4} optimum={Number(most)} value={Number(hp)} aria-label="Health" />
            <p>
              {number(hp)} of {number(most)} health
            </p>
          </>
        )}
        {gold !== undefined && (
          <p>
            <b>{number(gold)}</b> gold
          </p>
        )}
      </div>
    </section>
  );
}

export function Quests({ document }) {
  const node = document.node("quests");
  if (node?.type !== "Dictionary") return null;
  const quests = node.children().map((child) => [String(child.key), child.value()]);
  const done = quests.filter(([, state]) => state === "done").length;
  return (
    <section className="card" aria-label="Quests">
      <h2>
        Quests <small>{`${done} of ${quests.length}`}</small>
      </h2>
      <ul className="quests">
        {quests.map(([quest, state]) => (
          <li key={quest} className={state === "done" ? "done" : ""}>
            {quest}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Inventory({ document }) {
  const inventory = document.get("inventory");
  if (!Array.isArray(inventory)) return null;
  const counts = new Map();
  // Other games keep other things in a list of that name.
  for (const item of inventory)
    if (typeof item?.id === "string") counts.set(item.id, (counts.get(item.id) ?? 0) + Number(item.count ?? 1));
  if (counts.size === 0) return null;
  return <Bars title="Inventory" entries={[...counts]} />;
}

export function Types({ document }) {
  const { types } = document.stats();
  return <Bars title="Values by type" entries={Object.entries(types).map(([type, { count }]) => [type, count])} />;
}

/** The largest eight entries `[label, amount]` as bars. */
function Bars({ title, entries }) {
  const largest = entries.sort(([, a], [, b]) => b - a).slice(0, 8);
  const most = largest[0]?.[1] ?? 1;
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <table>
        <tbody>
          {largest.map(([label, amount]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="bar">
                <div style={{ width: `${(100 * amount) / most}%` }} />
              </td>
              <td>{number(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
