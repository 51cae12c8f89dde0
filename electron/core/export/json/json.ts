import type { Chapter } from '../document.ts';
import type { Format, Head, Piece } from '../format.ts';
import type { Reading } from '../reading.ts';
import { flatItemsOf, type FlatItem } from './flat.ts';

type Fields = Record<string, unknown>;

/** `{turnstone, exported, title, about, sessions: [{sessionId, title, project, …, entries: […], agents: […]}], redacted}` */
export class JsonFormat implements Format {
  /** Whose entries are being listed. */
  #in: 'nothing' | 'session' | 'agent' = 'nothing';
  #sessions = 0;

  head({ document: { title, about, leftOut }, version, exported }: Head): string {
    return `{\n${fieldsOf({ turnstone: version, exported, title, about: [...about, ...leftOut] })},\n"sessions": [`;
  }

  chapter(chapter: Chapter): string {
    const fields = fieldsOf(chapter.what === 'agent' ? agentFields(chapter) : sessionFields(chapter));
    if (chapter.what === 'agent' && this.#in !== 'nothing') {
      const before = this.#in === 'session' ? '\n],\n"agents": [' : '\n]},';
      this.#in = 'agent';
      return `${before}\n{\n${fields},\n"entries": [`;
    }
    const before = this.#close() + (this.#sessions++ > 0 ? ',' : '');
    this.#in = 'session';
    return `${before}\n{\n${fields},\n"entries": [`;
  }

  async *body(reading: Reading, chapter: Chapter): AsyncGenerator<Piece> {
    let nth = 0;
    for await (const item of flatItemsOf(reading, chapter)) {
      yield { text: `${nth++ > 0 ? ',' : ''}\n${JSON.stringify(shown(item))}`, entries: 1 };
    }
  }

  end(secrets: number): string {
    return `${this.#close()}\n],\n"redacted": ${secrets}\n}\n`;
  }

  #close(): string {
    const closing = { nothing: '', session: '\n]}', agent: '\n]}\n]}' }[this.#in];
    this.#in = 'nothing';
    return closing;
  }
}

const fieldsOf = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n');

/** What the session is; what the library keeps about it is its owner's. */
function sessionFields({ what, title, session, details, file, words }: Chapter): Fields {
  if (!session) return { sessionId: null, title, lost: true, excerpt: words };
  const { sessionId, project, branch, started, ended, messages, prompts } = session;
  const { tokens, cost, models, errors, sourceDeleted } = session;
  return {
    ...{ sessionId, title, project, branch, started, ended, messages, prompts, tokens, cost, models, errors },
    ...{ sourceDeleted, file, ...details },
    ...(what === 'part' ? { part: true } : {}),
  };
}

const agentFields = ({ title, words, file }: Chapter): Fields => ({ task: title, type: words || null, file });

function shown({ entry, input, pictures }: FlatItem): Fields {
  const { parent: _parent, image: _image, more: _more, ...rest } = entry;
  return { ...rest, ...(input ? { input } : {}), ...(pictures.length > 0 ? { images: pictures } : {}) };
}
