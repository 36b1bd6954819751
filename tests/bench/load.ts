/** Loads a peer. Peers are installed in build/bench, so modules that load them must run from there. */
// biome-ignore lint/suspicious/noExplicitAny: the peers are not dependencies, so TypeScript has no types for them
export const load = (name: string): Promise<any> => import(name);
