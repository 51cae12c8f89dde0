import { appendFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { startHost, type Host } from '../../../../electron/core/host.ts';
import type { Finding, Secret } from '../../../../shared/secrets.ts';
import type { Session } from '../../../../shared/schemas.ts';
import { emptyFolders, threads, type Folders } from '../../../support/folders.ts';

/** A Claude folder that a real Turnstone, threads and all, indexes and looks through for secrets. */
export class Room {
  readonly folders: Folders = emptyFolders();
  readonly temporary = join(this.folders.base, 'tmp', 'claude-1000');
  #host: Host | undefined;

  constructor() {
    mkdirSync(this.at('projects'), { recursive: true });
    mkdirSync(this.temporary, { recursive: true });
  }

  at(...parts: string[]): string {
    return join(this.folders.claudeDir, ...parts);
  }

  put(path: string, content: string | Buffer): string {
    const file = isAbsolute(path) ? path : this.at(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  append(path: string, content: string): void {
    appendFileSync(this.at(path), content);
  }

  /** Last changed long enough ago to be nobody's live session. */
  settle(): void {
    const then = new Date('2026-03-05T12:00:00Z');
    for (const child of readdirSync(this.folders.base, { recursive: true, withFileTypes: true })) {
      if (child.isFile()) utimesSync(join(child.parentPath, child.name), then, then);
    }
  }

  async start(options: { follow?: boolean } = {}): Promise<Host> {
    this.#host ??= await startHost({
      dataDir: this.folders.dataDir,
      claudeDirs: [this.folders.claudeDir],
      version: '0.0.0',
      temporary: [this.temporary],
      follow: options.follow ?? false,
      threads,
    });
    return this.#host;
  }

  /** Indexes and looks through everything that is new. */
  async scan(): Promise<void> {
    const { client } = await this.start();
    await client.call('index.run', {});
    const { unreadable } = await client.call('secrets.scan', {});
    if (unreadable.length > 0) throw new Error(JSON.stringify(unreadable));
  }

  async findings(sessions: string[] = []): Promise<Finding[]> {
    const { client } = await this.start();
    return (await client.call('secrets.findings', { sessions, limit: 1000 })).findings;
  }

  async secrets(more: { ignored?: boolean; possible?: boolean; session?: string } = {}): Promise<Secret[]> {
    const { client } = await this.start();
    return (await client.call('secrets.list', { ...more, limit: 1000 })).secrets;
  }

  async session(sessionId: string): Promise<Session> {
    const { client } = await this.start();
    return (await client.call('sessions.open', { session: sessionId })).session;
  }

  async stop(): Promise<void> {
    await this.#host?.stop();
    this.#host = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    this.folders.remove();
  }
}
