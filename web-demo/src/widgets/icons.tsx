// All icons have 16 × 16 units and lines of 1.5.
const paths = {
  open: "M2 12.5v-9h4l1.5 2H14v7z",
  save: "M3 2.5h8l2.5 2.5v8.5h-10.5zM5.5 2.5v3.5h4.5v-3.5M5 13.5v-4.500h6v4.500",
  undo: "M6 3.500 2.500 7 6 10.500M2.500 7h7a4 3.200 0 0 1 0 6.500h-2",
  redo: "M10 3.500 13.500 7 10 10.500M13.500 7h-7a4 3.200 0 0 0 0 6.500h2",
  search: "M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9M10.300 10.300 14 14",
  filter: "M2 3.500h12L9.500 9v4.500l-3-1.500V9z",
  up: "M3.500 10 8 5.500 12.500 10",
  down: "M3.500 6 8 10.500 12.500 6",
  right: "M6 3.500 10.500 8 6 12.500",
  close: "M3.500 3.500l9 9M12.500 3.500l-9 9",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  copy: "M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3",
  add: "M8 3v10M3 8h10",
  remove: "M3 4.500h10M6.500 4.500v-2h3v2M4.500 4.500l.5 9h6l.5-9",
  edit: "M3 13l.7-3L10.500 3.200l2.300 2.300L6 12.300z",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1",
  moon: "M13.500 9.500A6 6 0 0 1 6.500 2.500a5.700 5.700 0 1 0 7 7z",
  auto: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 2v12",
  help: "M6 6a2 2 0 1 1 2.800 1.800c-.600.300-.8.700-.8 1.500M8 12h.01",
  lock: "M3.500 7.500h9v6h-9zM5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500",
  warn: "M8 2.500 14.500 13.500h-13zM8 6.500v3.500M8 12h.01",
  down_load: "M8 2.500V10M5 7.500 8 10l3-2.500M3 11v2.500h10V11",
  paste: "M5.500 3.500h-2v10h9v-10h-2M5.500 2.500h5v2.500h-5z",
  game: "M4.500 5h7a3 3 0 0 1 3 3.500c-.3 2-1.500 3-2.500 2.500L10 9.500H6L4 11c-1 .5-2.200-.5-2.500-2.500A3 3 0 0 1 4.500 5",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
