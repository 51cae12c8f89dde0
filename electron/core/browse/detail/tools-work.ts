import type { BodyOf } from '../../../../shared/detail.ts';
import { stages } from '../../../../shared/detail.ts';
import { storable, textOf } from '../../ingest/normalise/block.ts';
import { asCount, asList, asObject, asText } from '../../ingest/parse.ts';
import { field, type Show } from './call.ts';
import { partOf, titleOf } from './part.ts';

type Item = BodyOf<'todos'>['items'][number];

function itemOf(value: unknown): Item[] {
  const item = asObject(value);
  const text = field(item, 'content', 'subject', 'title', 'activeForm', 'id');
  const stage = stages.find((name) => name === item['status']) ?? 'pending';
  return text === null ? [] : [{ text: storable(text), stage }];
}

export const todos: Show = ({ input, result }) => {
  const list = [input['todos'], result?.data['newTodos'], result?.data['tasks']].find((one) => asList(one).length > 0);
  const items = asList(list).flatMap(itemOf);
  const done = items.filter(({ stage }) => stage === 'completed').length;
  const current = items.find(({ stage }) => stage === 'in_progress');
  return {
    title: current?.text ?? (items.length > 0 ? null : titleOf(result?.text)),
    note: items.length > 0 ? `${done} of ${items.length} done` : null,
    body: () => ({ type: 'todos', items }),
  };
};

/** One task made, changed or looked at. */
export const task: Show = ({ input, result }) => {
  const data = asObject(result?.data['task']);
  const subject = field(input, 'subject') ?? field(data, 'subject') ?? `Task ${field(input, 'taskId') ?? ''}`.trim();
  const change = asObject(result?.data['statusChange']);
  const status = field(input, 'status') ?? field(change, 'to') ?? field(data, 'status') ?? 'pending';
  const items = itemOf({ subject, status });
  return { title: titleOf(subject), note: status.replace('_', ' '), body: () => ({ type: 'todos', items }) };
};

export const question: Show = ({ input, result }) => {
  const asked = asList(input['questions']).length > 0 ? asList(input['questions']) : [input];
  const answers = asObject(result?.data['answers']);
  const questions = asked.map((value) => {
    const one = asObject(value);
    const text = field(one, 'question') ?? '';
    const answer = asText(answers[text]) ?? asText(answers[field(one, 'header') ?? '']);
    const chosen = new Set(answer?.split(', '));
    const options = asList(one['options']).map((option) => {
      const label = field(asObject(option), 'label') ?? asText(option) ?? '';
      const description = field(asObject(option), 'description');
      return { label, description, chosen: label === answer || chosen.has(label) };
    });
    const own = answer !== null && !options.some((option) => option.chosen) ? answer : null;
    return { header: field(one, 'header'), question: text, options, answer: own };
  });
  const first = questions[0];
  const chosen = first?.options.filter((option) => option.chosen).map(({ label }) => label) ?? [];
  return {
    title: titleOf(first?.question),
    note: titleOf(chosen.join(', ') || first?.answer),
    body: () => ({ type: 'questions', questions }),
  };
};

export const plan: Show = ({ input, result, most }) => {
  const text = field(input, 'plan') ?? field(result?.data ?? {}, 'plan') ?? result?.text ?? '';
  const path = field(result?.data ?? {}, 'filePath') ?? field(input, 'planFilePath');
  return {
    title: titleOf(text.replace(/^[#\s]+/, '')),
    body: () => ({ type: 'plan', text: partOf(text, most), path }),
  };
};

const agentNotes = /\n*(?:<usage>[\s\S]*|agentId: [\s\S]*)$/;

export const agent: Show = ({ input, result, most }) => {
  const data = result?.data ?? {};
  const type = field(input, 'subagent_type', 'agent_type') ?? field(data, 'agentType');
  const title = field(input, 'description', 'summary', 'name') ?? field(input, 'prompt', 'message');
  return {
    title: titleOf(title),
    note: type,
    body: () => ({
      type: 'agent',
      agent: type,
      model: field(data, 'resolvedModel') ?? field(input, 'model'),
      status: field(data, 'status'),
      prompt: partOf(field(input, 'prompt', 'message', 'content'), most),
      answer: partOf((textOf(data['content']) || (result?.text ?? '')).replace(agentNotes, ''), most),
      tokens: asCount(data['totalTokens']) || null,
      ms: asCount(data['totalDurationMs']) || null,
      tools: asCount(data['totalToolUseCount']) || null,
    }),
  };
};
