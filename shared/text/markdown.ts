import MarkdownIt, { type StateCore, type Token } from 'markdown-it';

const outside = /^(https?:|mailto:)/i;
const scheme = /^[a-z][a-z0-9+.-]*:/i;

/** A link out, or one within the project; `javascript:`, `data:`, `file:` and the like stay the text they are. */
const isAllowed = (url: string) => outside.test(url.trim()) || !scheme.test(url.trim());

function create(options: { breaks: boolean }) {
  const md = new MarkdownIt({ html: false, linkify: true, typographer: false, ...options });
  md.validateLink = isAllowed;
  // "README.md" is a file, not a place in Moldova.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  md.core.ruler.push('alignment', ({ tokens }) => tokens.forEach(alignByClass));
  md.core.ruler.push('links', ({ tokens }) => tokens.forEach(({ children }) => dressLinks(children ?? [])));
  md.core.ruler.push('tasks', (state) => state.tokens.forEach((_, place) => markTask(state, place)));
  // No picture is ever fetched: it is named, with its address.
  md.renderer.rules['image'] = (tokens, place) => {
    const { content = '' } = tokens[place] ?? {};
    const name = md.utils.escapeHtml(content || 'Image');
    const address = md.utils.escapeHtml(attribute(tokens[place], 'src'));
    return `<span class="picture">${name} <span class="address">${address}</span></span>`;
  };
  return md;
}

const attribute = (token: Token | undefined, name: string) => String(token?.attrGet(name) ?? '');

/** Links out say where they lead and open outside; what points into the project is only named. */
function dressLinks(tokens: readonly Token[]): void {
  let tag = 'a';
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = attribute(token, 'href');
      tag = outside.test(href) ? 'a' : 'span';
      const always = [['title', href]] as [string, string][];
      token.attrs =
        tag === 'a'
          ? [['href', href], ...always, ['target', '_blank'], ['rel', 'noopener noreferrer']]
          : [['class', 'reference'], ...always];
    }
    if (token.type === 'link_open' || token.type === 'link_close') token.tag = tag;
  }
}

/** Styles in a page's text are refused by its own policy. */
function alignByClass(token: Token): void {
  const [, side] = /text-align:(\w+)/.exec(attribute(token, 'style')) ?? [];
  if (!side) return;
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
  token.attrJoin('class', side);
}

const task = /^\[([ xX])\]\s+/;

/** "- [x] done" */
function markTask({ tokens, Token: New }: StateCore, place: number): void {
  const inline = tokens[place];
  const item = tokens[place - 2];
  const first = inline?.children?.[0];
  const mark = inline?.type === 'inline' && item?.type === 'list_item_open' ? task.exec(inline.content) : null;
  if (!mark || !item || first?.type !== 'text') return;
  const done = mark[1] !== ' ';
  item.attrJoin('class', done ? 'task done' : 'task');
  first.content = first.content.replace(task, '');
  const box = new New('html_inline', '', 0);
  box.content = `<span class="box" role="img" aria-label="${done ? 'Done' : 'To do'}"></span>`;
  inline?.children?.unshift(box);
}

const answers = create({ breaks: false });
/** People type lines, not markup: what happens to look like a heading or like indented code was none. */
const prompts = create({ breaks: true }).disable(['heading', 'lheading', 'code', 'hr']);

/** HTML of our own making; to be sanitised before it is shown all the same. */
export const htmlOf = (text: string, typed: boolean) => (typed ? prompts : answers).render(text);
