import type { Facts } from "./facts.js";

declare const __ABOUT__: Facts;

/** The version of the page, and where its source and its documentation are. */
export function About() {
  const { version, source, documentation } = __ABOUT__;
  const links = [
    ["Documentation", documentation],
    ["Source", source],
  ] as const;
  return (
    <p class="about">
      <span>Godot Variant {version}, MIT license</span>
      {links.map(
        ([label, address]) =>
          address !== undefined && (
            <a key={label} href={address} target="_blank" rel="noreferrer">
              {label}
            </a>
          ),
      )}
    </p>
  );
}
