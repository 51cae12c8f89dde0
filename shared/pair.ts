import type { Channel, Message } from './channel.ts';
import { ChannelEnd } from './channel-end.ts';

/** Two ends in one process. Messages are copied as any carrier would, and arrive in a later turn. */
export function pair(): [Channel, Channel] {
  const carry = (to: () => ChannelEnd) => (message: Message) => {
    const copy = JSON.parse(JSON.stringify(message)) as Message;
    void Promise.resolve().then(() => to().receive(copy));
  };
  const near: ChannelEnd = new ChannelEnd(
    carry(() => far),
    () => far.closed(),
  );
  const far: ChannelEnd = new ChannelEnd(
    carry(() => near),
    () => near.closed(),
  );
  return [near, far];
}
