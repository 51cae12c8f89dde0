import type { Page } from '@playwright/test';
import type { Message } from '../../../shared/channel.ts';
import { ChannelEnd } from '../../../shared/channel-end.ts';
import { connect, type Client } from '../../../shared/client.ts';
import { contract } from '../../contract/suite.ts';
import { test } from './launch.ts';

declare global {
  interface Window {
    hear(message: Message): void;
  }
}

/** The preload's bridge, carried on to this process, on a page of ours that does not itself talk through it. */
async function clientOf(page: Page): Promise<Client> {
  await page.goto('turnstone://app/icon.svg');
  const end = new ChannelEnd((message) => void page.evaluate((sent) => window.turnstone?.post(sent), message));
  await page.exposeFunction('hear', (message: Message) => end.receive(message));
  await page.evaluate(() => window.turnstone?.on((message) => window.hear(message)));
  return connect(end);
}

test('the contract holds through the window’s bridge', async ({ running: { page } }) => {
  const client = await clientOf(page);
  await client.call('index.run', {});
  for (const { name, run } of contract) await test.step(name, () => run(client));
});
