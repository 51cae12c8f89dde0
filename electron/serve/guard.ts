import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Who may talk to the server. It listens on loopback only, but any web page the user visits can reach loopback too,
 * so each request must carry the token (once in the address, then as a cookie no script can read), be addressed to
 * us (a rebound DNS name is not) and, where the browser says where it comes from, come from our own page.
 */
export class Guard {
  readonly token = randomBytes(32).toString('base64url');
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  get cookie(): string {
    return `${this.#cookieName}=${this.token}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** Why a request is turned away, or null. */
  refusal(request: IncomingMessage): string | null {
    const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${this.#port}`);
    if (!hosts.includes(request.headers.host ?? '')) return 'This server answers to its loopback address only.';
    const { origin } = request.headers;
    if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`)) {
      return 'This server answers its own page only.';
    }
    if (request.headers['sec-fetch-site'] === 'cross-site' && request.headers['sec-fetch-mode'] !== 'navigate') {
      return 'This server answers its own page only.';
    }
    return null;
  }

  isToken(candidate: string | null): boolean {
    return candidate !== null && timingSafeEqual(digest(candidate), digest(this.token));
  }

  hasCookie(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(/;\s*/);
    const ours = cookies.find((cookie) => cookie.startsWith(`${this.#cookieName}=`));
    return this.isToken(ours?.slice(this.#cookieName.length + 1) ?? null);
  }

  /** Cookies are shared between ports of a host; the name keeps two servers apart. */
  get #cookieName(): string {
    return `turnstone-${this.#port}`;
  }
}

/** Equal lengths, so that the comparison takes the same time for any candidate. */
const digest = (text: string) => createHash('sha256').update(text).digest();
