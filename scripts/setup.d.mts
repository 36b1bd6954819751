/** Installs what these groups of tools (build, test, long) lack, and the packages of npm. */
export function setup(...groups: string[]): Promise<void>;
