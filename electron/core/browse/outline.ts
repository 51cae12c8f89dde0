import { firstTool, type Outline } from '../../../shared/outline.ts';
import type { ReadDb } from '../db/handles.ts';
import { agentFiles, findFile } from './entries.ts';
import { skeletonOf, type Skeleton } from './skeleton.ts';

const longestLine = 160;

export function outlineOf(index: ReadDb, session: string, file?: string): Outline {
  const open = findFile(index, session, file);
  const skeleton = skeletonOf(index, open);
  const { kinds, graph, errors } = skeleton;
  const tools = [...new Set(skeleton.tools.map((tool) => tool ?? ''))];
  const places = new Map(tools.map((tool, place) => [tool, String.fromCharCode(firstTool + place)]));
  const { byAgent } = agentFiles(index, open.session);
  return {
    total: kinds.length,
    kinds,
    tools,
    toolOf: skeleton.tools.map((tool) => places.get(tool ?? '') ?? '').join(''),
    answers: distances(skeleton),
    errors: [...errors],
    prompts: promptsOf(index, skeleton),
    branches: stretches(graph.branches),
    abandoned: graph.abandoned.map(({ instead, ...rest }) => ({ ...rest, instead: instead < 0 ? null : instead })),
    agents: [...skeleton.agents].flatMap(([position, agent]) => {
      const path = byAgent.get(agent);
      return path === undefined ? [] : [{ position, file: path }];
    }),
  };
}

function distances({ kinds, calls }: Skeleton): number[] {
  const found: number[] = [];
  for (let at = kinds.indexOf('r'), nth = 0; at !== -1; at = kinds.indexOf('r', at + 1), nth += 1) {
    const call = calls[nth] ?? null;
    found.push(call === null ? 0 : at - call);
  }
  return found;
}

function promptsOf(index: ReadDb, { prompts }: Skeleton): Outline['prompts'] {
  const beginnings = index
    .prepare(
      'SELECT substr(text, 1, 400) FROM json_each(?) AS prompt LEFT JOIN entry_text ON entry_text.id = value ORDER BY key',
    )
    .pluck()
    .all(JSON.stringify(prompts.map(({ id }) => id))) as (string | null)[];
  return prompts.map(({ position, time }, nth) => {
    const [line = ''] = (beginnings[nth] ?? '').trimStart().split('\n', 1);
    return { position, text: line.slice(0, longestLine).toWellFormed(), time };
  });
}

function stretches(branches: Uint16Array): Outline['branches'] {
  const found: Outline['branches'] = [];
  for (let position = 0; position < branches.length; position += 1) {
    const branch = branches[position] ?? 0;
    if (branch === 0) continue;
    const last = found.at(-1);
    if (last && last[1] === position && last[2] === branch) last[1] += 1;
    else found.push([position, position + 1, branch]);
  }
  return found;
}
