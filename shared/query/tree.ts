import type { Lexeme } from './scan.ts';
import type { Notes } from './notes.ts';
import type { Node, Span } from './types.ts';

/** What stands between two parentheses, or in the whole text. */
interface Group {
  readonly open: Lexeme | null;
  /** The terms between one OR and the next. */
  readonly branches: Node[][];
  /** An AND or OR that still waits for its right side. */
  joint: Lexeme | null;
  /** Whether a term stands to the left, even one that is left out. */
  hasLeft: boolean;
  /** Whether anything stood in it at all. */
  isEmpty: boolean;
  negation: { readonly start: number; readonly sign: Lexeme; readonly odd: boolean } | null;
}

const newGroup = (open: Lexeme | null): Group => ({
  open,
  branches: [[]],
  joint: null,
  hasLeft: false,
  isEmpty: true,
  negation: null,
});

/** Builds the tree from left to right, with a stack of its own: no depth of parentheses can exhaust the program's. */
export class TreeBuilder {
  readonly #notes: Notes;
  readonly #groups: Group[] = [];
  #group = newGroup(null);

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  /** A term; null stands for one that is left out, so that its neighbours are not blamed for it. */
  term(node: Node | null): void {
    const group = this.#group;
    if (node) group.branches.at(-1)?.push(group.negation?.odd ? negated(node, group.negation.start) : node);
    group.negation = null;
    group.joint = null;
    group.hasLeft = true;
    group.isEmpty = false;
  }

  negate(sign: Lexeme): void {
    const { negation } = this.#group;
    this.#group.negation = { start: negation?.start ?? sign.start, sign, odd: !negation?.odd };
    this.#group.isEmpty = false;
  }

  join(joint: Lexeme): void {
    const group = this.#group;
    this.#dropNegation(group);
    group.isEmpty = false;
    if (!group.hasLeft) return this.#dropJoint(joint);
    group.joint = joint;
    group.hasLeft = false;
    if (joint.kind === 'or') group.branches.push([]);
  }

  open(parenthesis: Lexeme): void {
    this.#groups.push(this.#group);
    this.#group = newGroup(parenthesis);
  }

  close(parenthesis: Lexeme): void {
    const outer = this.#groups.pop();
    const { open, isEmpty } = this.#group;
    if (!outer || !open) return this.#notes.leaveOut(parenthesis, '`)` closes nothing');
    if (isEmpty) {
      this.#notes.leaveOut(open);
      this.#notes.leaveOut(parenthesis);
      this.#notes.problem({ start: open.start, end: parenthesis.end }, 'Nothing stands between these parentheses');
    }
    this.#leave(outer);
  }

  finish(): Node | null {
    for (const { open } of [...this.#groups, this.#group]) {
      if (open) this.#notes.problem(open, 'This parenthesis is not closed');
    }
    for (let outer = this.#groups.pop(); outer; outer = this.#groups.pop()) this.#leave(outer);
    return this.#result();
  }

  #leave(outer: Group): void {
    const node = this.#result();
    this.#group = outer;
    this.term(node);
  }

  #result(): Node | null {
    const group = this.#group;
    this.#dropNegation(group);
    if (group.joint) this.#dropJoint(group.joint);
    return combine(
      'or',
      group.branches.flatMap((branch) => combine('and', branch) ?? []),
    );
  }

  #dropNegation(group: Group): void {
    if (group.negation) this.#notes.leaveOut(group.negation.sign, '`NOT` wants something after it');
    group.negation = null;
  }

  #dropJoint(joint: Lexeme): void {
    this.#notes.leaveOut(joint, `\`${joint.kind.toUpperCase()}\` wants something on both sides`);
  }
}

function negated(child: Node, start: number): Node {
  return child.kind === 'not' ? child.child : { kind: 'not', child, start, end: child.end };
}

/** One node for all: none for none, the node itself for one, and no `and` directly within an `and`. */
export function combine(kind: 'and' | 'or', nodes: readonly Node[]): Node | null {
  const children = nodes.flatMap((node) => (node.kind === kind ? node.children : [node]));
  const [first, last] = [children[0], children.at(-1)];
  if (!first || !last || first === last) return first ?? null;
  return { kind, children, ...spanning(first, last) };
}

const spanning = (first: Span, last: Span): Span => ({ start: first.start, end: last.end });
