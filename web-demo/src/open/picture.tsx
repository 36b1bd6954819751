// A small picture of the page at work, drawn with the styles of the tree.
import "./picture.css";

const lines: readonly (readonly [level: number, name: string, family: string, value: string])[] = [
  [0, "player", "container", ""],
  [1, "name", "text", '"Mira"'],
  [1, "hp", "number", "42"],
  [1, "position", "math", "(318.25, -96.5)"],
  [1, "color", "math", "(0.48, 0.72, 0.93, 1)"],
  [0, "inventory", "container", ""],
  [1, "0", "container", '{id: "rope", count: 2}'],
];

export function Picture() {
  return (
    <div class="picture" role="img" aria-label="A save as a tree, in which the value of hp changes">
      {lines.map(([level, name, family, value]) => (
        <p key={name} style={{ paddingInlineStart: `${level * 20 + 12}px` }}>
          <span>{name}</span>
          {name === "hp" ? (
            <span class={`${family} edited`}>
              <s>{value}</s> <b>100</b>
            </span>
          ) : (
            <span class={family}>
              {name === "color" && <i class="swatch" />}
              {value}
            </span>
          )}
        </p>
      ))}
    </div>
  );
}
