// Workers take memory and a processor each, so only so many run at once. A file that is not shown gives its worker up to one that needs
// it, and starts a new one later.

/** What has a worker, or waits for one. */
export interface Tenant {
  /** Whether it can do without its worker for now. */
  readonly isIdle: boolean;
  /**
   * Ends its worker, unless it could not start another one later. Resolves to false if the worker is needed again meanwhile, and goes
   * on.
   */
  rest(): Promise<boolean>;
}

/** One for the file that is shown, and one for all others. */
const fewest = 2;
const most = Math.max(fewest, navigator.hardwareConcurrency ?? fewest);

/** Tenants with a worker, in the order in which they last used it. */
const working = new Set<Tenant>();
/** Those of them that are ending their workers. */
const leaving = new Set<Tenant>();
const waiting: { readonly tenant: Tenant; start(): void }[] = [];

/** Calls `start` when a tenant may start its worker. Of several, the one that asked last comes first: the person looks at it. */
export function takeTurn(tenant: Tenant, start: () => void): void {
  waiting.push({ tenant, start });
  settleTurns();
}

/** Notes that a tenant uses its worker. */
export function noteUse(tenant: Tenant): void {
  if (working.delete(tenant)) working.add(tenant);
}

/** Takes back what a tenant has or waits for. */
export function endTurn(tenant: Tenant): void {
  working.delete(tenant);
  const index = waiting.findIndex((other) => other.tenant === tenant);
  if (index >= 0) waiting.splice(index, 1);
  settleTurns();
}

/** Gives free turns to those that wait. Called again when a tenant becomes idle. */
export function settleTurns(): void {
  while (waiting.length > 0 && working.size < most) {
    const next = waiting.pop() as (typeof waiting)[number];
    working.add(next.tenant);
    next.start();
  }
  for (const tenant of working) {
    if (leaving.size >= waiting.length) return;
    if (tenant.isIdle && !leaving.has(tenant)) void leave(tenant);
  }
}

async function leave(tenant: Tenant): Promise<void> {
  leaving.add(tenant);
  const isDone = await tenant.rest();
  leaving.delete(tenant);
  if (isDone) endTurn(tenant);
  else settleTurns();
}
