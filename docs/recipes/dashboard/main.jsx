import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { sample } from "./sample.js";
import { Tree } from "./tree.jsx";
import { useSave } from "./use-save.js";
import { Inventory, Player, Quests, Types } from "./widgets.jsx";

function App() {
  const save = useSave();
  const { name, document, dialect, framing, count, error } = save;
  const take = async (file) => file && save.open(file.name, await file.arrayBuffer());
  const drop = (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  return (
    <main onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <header>
        <h1>{name ?? "Save dashboard"}</h1>
        {document && (
          <p>
            {dialect}, {framing === "none" ? "one value" : framing}, {document.bytes.length.toLocaleString("en")} bytes
            {count > 1 && `, the first of ${count} values`}
          </p>
        )}
        <nav>
          <label className="button">
            Open a save
            <input type="file" onChange={({ target }) => take(target.files[0])} />
          </label>
          <button type="button" onClick={() => save.open("sample.save", sample())}>
            Show a sample
          </button>
          {document && (
            <>
              <button type="button" onClick={save.undo} disabled={document.changes().length === 0}>
                Undo
              </button>
              <button type="button" onClick={save.download}>
                Download
              </button>
            </>
          )}
        </nav>
      </header>
      {error && <p role="alert">{error}</p>}
      {document ? (
        <div className="columns">
          <div className="widgets">
            <Player document={document} />
            <Quests document={document} />
            <Inventory document={document} />
            <Types document={document} />
          </div>
          <section className="card" aria-label="Values">
            <h2>Values</h2>
            <Tree key={name} document={document} edit={save.edit} />
          </section>
        </div>
      ) : (
        <p className="empty">Drop a save of any Godot game here. It stays on this machine.</p>
      )}
    </main>
  );
}

createRoot(window.document.getElementById("root")).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
