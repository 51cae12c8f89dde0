import type { Bridge } from '../../shared/bridge.ts';

declare global {
  interface Window {
    /** There in the desktop app, absent in a browser. */
    readonly turnstone?: Bridge;
  }
}
