// The state of the whole page: open files, dialog, theme, message.
import { computed, effect, signal, untracked } from "@preact/signals";
import { failureOf, messageOf } from "../protocol/failures.js";
import { store, stored } from "../widgets/stored.js";
import { type How, OpenFile } from "./open-file.js";
import type { Source } from "./origin.js";
import { leaveField, settleFields } from "./settle-fields.js";
import { settleTurns } from "./worker-turns.js";

export const files = signal<readonly OpenFile[]>([]);
export const currentId = signal(0);

/** The open files of each name. */
const namesakes = computed(() => {
  const all = new Map<string, OpenFile[]>();
  for (const file of files.value) {
    const alike = all.get(file.source.name);
    if (alike === undefined) all.set(file.source.name, [file]);
    else alike.push(file);
  }
  return all;
});

/** A number behind the name of a file if several open files have the name, as two saves of one game often do; otherwise nothing. */
export function numberOf(file: OpenFile): string {
  const alike = namesakes.value.get(file.source.name) ?? [];
  return alike.length > 1 && alike.includes(file) ? ` (${alike.indexOf(file) + 1})` : "";
}

export const labelOf = (file: OpenFile): string => file.source.name + numberOf(file);

export const current = computed(() => files.value.find(({ id }) => id === currentId.value));

let left: OpenFile | undefined;
effect(() => {
  const shown = current.value;
  // The fields of the file before go with its panes; they send their texts when they lose the focus.
  if (shown !== left) untracked(leaveField);
  left = shown;
  for (const file of files.value) file.isShown = file === shown;
  untracked(() => void shown?.begin());
  settleTurns();
});

/** Whether there is something to keep for the next visit, or something from the last one. */
export const keepsSession = signal(stored("kept") !== undefined);
effect(() => {
  if (files.value.some((file) => file.changed.value || file.source.origin !== undefined))
    keepsSession.value = true;
});

type DialogName = "paste" | "help" | "userfs" | "compare" | "convert" | "wayback" | "type";
export const dialog = signal<DialogName | undefined>(undefined);

/** Dialogs about the file that is shown. */
const dialogsOfFile: ReadonlySet<DialogName | undefined> = new Set(["compare", "convert", "type"]);

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
interface Message {
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

/** A question with a few answers; the last one changes nothing. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly answers: readonly string[];
}
export const question = signal<(Question & { answer(chosen: string): void }) | undefined>(undefined);

/** Whether a dialog or a question is open; questions come before dialogs. */
export const hasDialog = computed(
  () => dialog.value !== undefined || question.value !== undefined || refusal.value !== undefined,
);

/** Closes a dialog that cannot be shown, and says why. A question gets the answer that changes nothing. */
export function withdrawDialog(why: string): void {
  say(why, true);
  dialog.value = undefined;
  question.value?.answer(question.value.answers.at(-1) as string);
  refusal.value?.choose("cancel");
}

let lastAnswer: Promise<unknown> = Promise.resolve();

/** Asks once all earlier questions are answered: whoever asked them waits for the answer. */
function inTurn<Answer>(ask: (answer: (chosen: Answer) => void) => void): Promise<Answer> {
  const answered = lastAnswer.then(async () => {
    const chosen = await new Promise<Answer>(ask);
    question.value = refusal.value = undefined;
    return chosen;
  });
  lastAnswer = answered;
  return answered;
}

export const ask = (asked: Question): Promise<string> =>
  inTurn((answer) => {
    question.value = { ...asked, answer };
  });

/** Asks what to do with a file that could not be written back. */
export const askAbout = (refused: Refusal): Promise<Choice> =>
  inTurn((choose) => {
    refusal.value = { ...refused, choose };
  });

/** Runs an action and reports its error. */
export async function attempt(action: () => unknown): Promise<void> {
  if (message.value?.isError) message.value = undefined;
  try {
    await action();
  } catch (error) {
    if (failureOf(error).code !== "cancelled") say(messageOf(error), true);
  }
}

/** The errors of many things that are named. */
const mostNamed = 3;

/** Runs an action for each of several things, and reports all errors together. Returns how many things there were. */
async function attemptEach<One>(
  all: Iterable<One> | AsyncIterable<One>,
  action: (one: One) => unknown,
): Promise<number> {
  let count = 0;
  await attempt(async () => {
    const problems: string[] = [];
    for await (const one of all) {
      count++;
      try {
        await action(one);
      } catch (error) {
        problems.push(messageOf(error));
      }
    }
    const more = problems.splice(mostNamed).length;
    if (more > 0) problems.push(`And ${more} more.`);
    if (problems.length > 0) throw new Error(problems.join(" "));
  });
  return count;
}

/** @param prepare Called with the file before anybody sees it. */
export async function openSource(
  source: Source,
  how: How = {},
  prepare?: (file: OpenFile) => void,
): Promise<OpenFile> {
  const file = new OpenFile(source, how);
  prepare?.(file);
  files.value = [...files.value, file];
  currentId.value = file.id;
  if (dialogsOfFile.has(dialog.value)) dialog.value = undefined;
  await file.begin();
  return file;
}

/** How many tabs appear together: each change of the list of files draws all tabs again. */
export const many = 50;

/**
 * Opens the first of several files. The others get tabs, and are opened when somebody looks at them. Returns how many things there
 * were, whether or not they could be read.
 */
export async function openEach<One>(
  all: Iterable<One> | AsyncIterable<One>,
  read: (one: One) => Source | Promise<Source>,
): Promise<number> {
  const waiting: OpenFile[] = [];
  let first: Promise<OpenFile> | undefined;
  let listed = 0;
  const list = () => {
    files.value = [...files.value, ...waiting.slice(listed)];
    listed = waiting.length;
  };
  const count = await attemptEach(all, async (one) => {
    const source = await read(one);
    if (first === undefined) first = openSource(source);
    else if (waiting.push(new OpenFile(source)) % many === many - 1) list();
  });
  list();
  await first;
  // Before other programs change them.
  for (const file of waiting) if (files.peek().includes(file)) await file.original().catch(() => {});
  return count;
}

/** Asks whether to discard unsaved changes, if there are any. */
export async function mayDiscard(file: OpenFile): Promise<boolean> {
  await settleFields(file);
  return !file.changed.value || confirm(`${labelOf(file)} has unsaved changes. Discard them?`);
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
