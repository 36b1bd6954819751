// The state of the whole page: open files, dialog, theme, message.
import { computed, effect, signal } from "@preact/signals";
import { failureOf, messageOf } from "../protocol/failures.js";
import { store, stored } from "../widgets/stored.js";
import { type How, OpenFile, type Source } from "./open-file.js";
import { settleFields } from "./typed.js";
import { settleTurns } from "./worker-turns.js";

export const files = signal<readonly OpenFile[]>([]);
export const currentId = signal(0);
export const current = computed(() => files.value.find(({ id }) => id === currentId.value));

effect(() => {
  const shown = current.value;
  for (const file of files.value) file.isShown = file === shown;
  settleTurns();
});

/** Whether there is something to keep for the next visit, or something from the last one. */
export const keepsSession = signal(stored("kept") !== undefined);
effect(() => {
  if (files.value.some((file) => file.changed.value || file.source.origin !== undefined))
    keepsSession.value = true;
});

export type DialogName =
  | "paste"
  | "help"
  | "userfs"
  | "compare"
  | "convert"
  | "refused"
  | "wayback"
  | "question"
  | "type";
export const dialog = signal<DialogName | undefined>(undefined);

/** The program that writes saved files into a game on another site. */
export const wayBack = signal<string | undefined>(undefined);

export type Theme = "auto" | "light" | "dark";
const storedTheme = stored("theme");
export const theme = signal<Theme>(storedTheme === "light" || storedTheme === "dark" ? storedTheme : "auto");

export function setTheme(next: Theme): void {
  theme.value = next;
  store("theme", next);
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

/** A question with a few answers; the last one changes nothing. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly answers: readonly string[];
}
export const question = signal<(Question & { answer(chosen: string): void }) | undefined>(undefined);

export async function ask(asked: Question): Promise<string> {
  const chosen = await new Promise<string>((answer) => {
    question.value = { ...asked, answer };
    dialog.value = "question";
  });
  question.value = dialog.value = undefined;
  return chosen;
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

/** @param prepare Called with the file before anybody sees it. */
export async function openSource(
  source: Source,
  how: How = {},
  prepare?: (file: OpenFile) => void,
): Promise<OpenFile> {
  const file = new OpenFile(source);
  prepare?.(file);
  files.value = [...files.value, file];
  currentId.value = file.id;
  await file.open({ password: source.password, ...how });
  return file;
}

/** Asks whether to discard unsaved changes, if there are any. */
export async function mayDiscard(file: OpenFile): Promise<boolean> {
  await settleFields(file);
  return !file.changed.value || confirm(`${file.source.name} has unsaved changes. Discard them?`);
}

export async function closeFile(file: OpenFile): Promise<void> {
  if (!(await mayDiscard(file))) return;
  const index = files.value.indexOf(file);
  // Asked twice, it may be closed already.
  if (index < 0) return;
  file.close();
  files.value = files.value.filter((other) => other !== file);
  if (currentId.value === file.id)
    currentId.value = files.value[Math.min(index, files.value.length - 1)]?.id ?? 0;
}
