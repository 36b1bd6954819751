// The content of a PackedByteArray: an image, a sound, or other values.
import { useEffect, useState } from "preact/hooks";
import { counted } from "../../../../js/describe/amounts.js";
import type { OpenFile } from "../../file/open-file.js";
import { attempt, openSource } from "../../file/state.js";
import type { Detail } from "../../protocol/rows.js";
import type { ShownAs } from "../../protocol/shown.js";
import { Button } from "../../widgets/button.js";

const packedFiles = () => import("../../file/packed-files.js");

interface Props {
  readonly file: OpenFile;
  readonly detail: Detail;
  readonly shown: ShownAs<"bytes">;
}

export function Bytes({ file, detail: { address }, shown }: Props) {
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
        {counted(length, "byte")}
        {name === "" ? "" : `: ${name}`}
      </p>
      {url !== undefined && media.startsWith("image/") && (
        <span class="preview-image">
          <img src={url} alt={`${name} in these bytes`} />
        </span>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: bytes of a game have no captions */}
      {url !== undefined && media.startsWith("audio/") && <audio controls src={url} />}
      <div class="actions">
        {data !== undefined && media === "" && (
          <Button
            icon="open"
            label="Open the content"
            onClick={() => attempt(() => openSource({ name, blob: new Blob([data]) }))}
          />
        )}
        <Button
          icon="down_load"
          label="Download these bytes"
          onClick={() => attempt(async () => (await packedFiles()).exportPacked(file, address, "raw"))}
        />
        <Button
          icon="swap"
          label="Replace by a file …"
          onClick={() => attempt(async () => (await packedFiles()).replaceBytes(file, address, length))}
        />
      </div>
    </>
  );
}
