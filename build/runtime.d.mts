export interface Runtime {
  readonly dist: string;
  readonly executable: string;
  readonly origin: 'override' | 'official' | 'registry';
}
export function electronRuntime(options?: { forTests?: boolean }): Promise<Runtime>;
