import type { Message } from './channel.ts';

/** What the preload puts on the window: the page's end of the channel to the app, and nothing else. */
export interface Bridge {
  post(message: Message): void;
  on(listener: (message: Message) => void): void;
}

/** The one name under which Electron carries messages, both ways. */
export const bridgeName = 'turnstone';
