import { shapeOf } from '../../../renderer/lib/shape.ts';
import { firstTool, type Outline } from '../../../shared/outline.ts';

interface Sketch {
  readonly tools?: readonly string[];
  readonly answers?: readonly number[];
  readonly branches?: Outline['branches'];
  readonly abandoned?: Outline['abandoned'];
}

/** "pcra" is a prompt, a call, its result and an answer. */
export function shape(kinds: string, { tools = [], answers, branches = [], abandoned = [] }: Sketch = {}) {
  const names = [...new Set(tools)];
  const results = [...kinds].filter((kind) => kind === 'r').length;
  return shapeOf({
    total: kinds.length,
    kinds,
    tools: names,
    toolOf: tools.map((tool) => String.fromCharCode(firstTool + names.indexOf(tool))).join(''),
    answers: [...(answers ?? Array.from({ length: results }, () => 1))],
    errors: [],
    prompts: [],
    branches,
    abandoned,
    agents: [],
  });
}
