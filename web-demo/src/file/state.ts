// The state of the whole page: open files, dialog, theme, message.
import { computed, signal } from "@preact/signals";
import { failureOf, messageOf } from "../protocol/client.js";
import { type How, OpenFile, type Source } from "./open-file.js";

export const files = signal<readonly OpenFile[]>([]);
export const currentId = signal(0);
export const current = computed(() => files.value.find(({ id }) => id === currentId.value));

export type DialogName = "paste" | "help" | "userfs" | "compare" | "convert" | "refused";
export const dialog = signal<DialogName | undefined>(undefined);

export type Theme = "auto" | "light" | "dark";
const themeName = "godot-variant-theme";
export const theme = signal<Theme>((localStorage.getItem(themeName) as Theme | null) ?? "auto");

export function setTheme(next: Theme): void {
  theme.value = next;
  localStorage.setItem(themeName, next);
  document.documentElement.dataset.theme = next;
}

/** A short message. An error stays until it is closed. */
export interface Message {
  readonly text: string;
  readonly isError: boolean;
}
export const message = signal<Message | undefined>(undefined);
let timer = 0;

export function say(text: string, isError = false): void {
  clearTimeout(timer);
  message.value = { text, isError };
  if (!isError) timer = window.setTimeout(() => (message.value = undefined), 4000);
}

export type Choice = "overwrite" | "download" | "cancel";

/** Why a file cannot be written back. */
export interface Refusal {
  readonly name: string;
  readonly reason: string;
  readonly mayOverwrite: boolean;
}
export const refusal = signal<(Refusal & { choose(choice: Choice): void }) | undefined>(undefined);

/** Asks what to do with a file that could not be written back. */
export async function askAbout(refused: Refusal): Promise<Choice> {
  const choice = await new Promise<Choice>((choose) => {
    refusal.value = { ...refused, choose };
    dialog.value = "refused";
  });
  refusal.value = dialog.value = undefined;
  return choice;
}

/** Runs an action and reports its error. */
export async function attempt(action: () => unknown): Promise<void> {
  if (message.value?.isError) message.value = undefined;
  try {
    await action();
  } catch (error) {
    if (failureOf(error).code !== "cancelled") say(messageOf(error), true);
  }
}

export async function openSource(source: Source, how: How = {}): Promise<OpenFile> {
  const file = new OpenFile(source);
  files.value = [...files.value, file];
  currentId.value = file.id;
  await file.open({ password: source.password, ...how });
  return file;
}

/** Asks whether to discard unsaved changes, if there are any. */
export function mayDiscard(file: OpenFile): boolean {
  return !file.changed.value || confirm(`${file.source.name} has unsaved changes. Discard them?`);
}

export function closeFile(file: OpenFile): void {
  if (!mayDiscard(file)) return;
  file.close();
  const index = files.value.indexOf(file);
  files.value = files.value.filter((other) => other !== file);
  if (currentId.value === file.id)
    currentId.value = files.value[Math.min(index, files.value.length - 1)]?.id ?? 0;
}
