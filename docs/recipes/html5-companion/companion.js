// Shows the saves of the game on this page, and writes what the player edits.
import { fromPlainJSON, load, save, toPlainJSON } from "godot-variant";
import { listGames } from "godot-variant/html5";

const [stage, saves, text, write, said] = ["stage", "saves", "text", "write", "said"].map((id) =>
  document.getElementById(id),
);

function showGame() {
  const frame = document.createElement("iframe");
  frame.src = stage.dataset.src;
  frame.width = "640";
  frame.height = "400";
  stage.replaceChildren(frame);
}

async function showSaves() {
  saves.replaceChildren();
  for (const game of await listGames()) {
    for (const { path } of await game.list()) {
      const button = document.createElement("button");
      button.textContent = path;
      button.onclick = () => edit(game, path).catch(report);
      saves.append(button);
    }
  }
}

async function edit(game, path) {
  const file = await game.read(path);
  const loaded = await load(file.bytes, { mode: "exact" });
  const [value] = loaded.values;
  text.value = toPlainJSON(value, { indent: 2 });
  text.hidden = write.hidden = false;
  write.onclick = async () => {
    try {
      // The text keeps the types of the old value, and a file may hold more values.
      const edited = fromPlainJSON(text.value, { like: { value } });
      const bytes = await save(loaded.values.with(0, edited), loaded);
      // A running game would overwrite the change, so the game goes away until it is written.
      stage.replaceChildren();
      const { advice } = await game.write(path, bytes, { replaces: file, ifRunning: "wait" });
      said.value = advice;
      await edit(game, path);
    } catch (error) {
      report(error);
    }
    showGame();
  };
}

function report(error) {
  said.value = error.message;
}

showGame();
showSaves().catch(report);
