// What is inside a PackedByteArray: an image, a sound, or other values.
import { useEffect, useState } from "preact/hooks";
import { download } from "../download.js";
import { Button } from "../parts/button.js";
import type { Shown } from "../shown.js";
import { attempt, openSource } from "../state.js";

type BytesShown = Extract<Shown, { kind: "bytes" }>;

export function Bytes({ shown }: { shown: BytesShown }) {
  const { length, media, name, data } = shown;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (data === undefined || media === "") return;
    const made = URL.createObjectURL(new Blob([data], { type: media }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data, media]);
  return (
    <>
      <p class="count">
        {length.toLocaleString("en-US")} bytes{name === "" ? "" : `: ${name}`}
      </p>
      {url !== undefined && media.startsWith("image/") && (
        <span class="preview-image">
          <img src={url} alt={`The ${name} in these bytes`} />
        </span>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: bytes of a game have no captions */}
      {url !== undefined && media.startsWith("audio/") && <audio controls src={url} />}
      {data !== undefined && (
        <div class="actions">
          {media === "" && (
            <Button
              icon="open"
              label="Open what is inside"
              onClick={() => attempt(() => openSource({ name, blob: new Blob([data]) }))}
            />
          )}
          <Button
            icon="down_load"
            label="Download these bytes"
            onClick={() => download(name.replace(/\W+/g, "-").toLowerCase(), data)}
          />
        </div>
      )}
    </>
  );
}
