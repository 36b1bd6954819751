import type { Server } from "node:http";

export function buildDemo(): Promise<void>;
export const setup: typeof buildDemo;
export function serve(folder: string, port?: number): Promise<{ server: Server; url: string }>;
export function serveDemo(port?: number): Promise<{ server: Server; url: string }>;
