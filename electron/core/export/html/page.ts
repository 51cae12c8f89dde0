import type { Chapter } from '../document.ts';
import type { Head, PromptLine } from '../format.ts';
import { counted, factsOf, whenOf } from '../words.ts';
import { link } from './bodies.ts';
import style from './page.css?raw';
import { anchorOf, escaped, hashOf, time } from './text.ts';

/** Nothing may be loaded and nothing may run, whatever a transcript says: the browser sees to it, too. */
const policy = `default-src 'none'; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`;

const themes = { auto: 'As the system', light: 'Light', dark: 'Dark' };

export function pageHead({ document, prompts, version, exported }: Head): string {
  const { title, about, leftOut, chapters } = document;
  const choices = Object.entries(themes).map(
    ([name, words]) =>
      `<label><input type="radio" name="theme" id="theme-${name}"${name === 'auto' ? ' checked' : ''}> ${words}</label>`,
  );
  const contents = contentsOf(chapters, prompts);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Turnstone ${escaped(version)}">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body${contents === '' ? '' : ' class="listed"'}>
<header>
<div class="controls">
<fieldset><legend class="unseen">Theme</legend>${choices.join('')}</fieldset>
<label class="unfold"><input type="checkbox" id="unfold"> Unfold everything</label>
</div>
<h1>${escaped(title)}</h1>
${[...about, ...leftOut].map((words) => `<p class="about">${escaped(words)}</p>\n`).join('')}<p class="made">Exported <time datetime="${new Date(exported).toISOString()}">${whenOf(exported)}</time> by Turnstone ${escaped(version)}. Times are those of ${escaped(zone())}.</p>
</header>
${contents}<main>
`;
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The prompts of a session, then its subagents; of several sessions, those with their prompts. */
function contentsOf(chapters: readonly Chapter[], prompts: Head['prompts']): string {
  const several = isSeveral(chapters);
  const lists = chapters.map((chapter, nth) => {
    const lines = (prompts[nth] ?? []).map((line) => promptLine(nth, line)).join('');
    if (!several && chapter.what !== 'agent') return lines;
    return `<li><a href="#c${nth}">${headingOf(chapter)}</a>${lines === '' ? '' : `<ol>${lines}</ol>`}</li>`;
  });
  const list = lists.join('');
  return list === '' ? '' : `<nav aria-label="Contents"><h2>Contents</h2><ol>${list}</ol></nav>\n`;
}

/** Whether chapters need headings to be told apart. */
const isSeveral = (chapters: readonly Chapter[]) => chapters.filter(({ what }) => what !== 'agent').length > 1;
const headingOf = ({ what, title }: Chapter) => `${what === 'agent' ? 'Subagent: ' : ''}${escaped(title)}`;

const promptLine = (chapter: number, { position, text, time: at }: PromptLine) =>
  `<li><a href="#${anchorOf(chapter, position)}">${escaped(text) || 'A picture'} ${time(at)}</a></li>`;

export function chapterHtml(chapters: readonly Chapter[], nth: number, chapter: Chapter, hidden: number): string {
  const several = isSeveral(chapters);
  const { what, session, details, words } = chapter;
  const heading = several || what === 'agent' ? `<h2>${headingOf(chapter)}</h2>\n` : '';
  const begin = `<section class="chapter ${what}" id="c${nth}">\n${heading}`;
  if (!session || !details || what === 'lost') return `${begin}<p class="lost">${escaped(words)}</p>\n`;
  if (what === 'agent') return begin;
  if (what === 'part' && several) {
    const facts = [session.project, session.started === null ? '' : whenOf(session.started), words];
    return `${begin}<p class="quiet">${escaped(facts.filter(Boolean).join(' · '))}</p>\n`;
  }
  const rows = factsOf(session, details).map(
    ([name, value]) => `<tr><th scope="row">${name}</th><td>${valueHtml(value)}</td></tr>`,
  );
  const left =
    hidden > 0
      ? `<p class="quiet">${counted(hidden, 'entry', 'entries')} that a rewind left behind ${hidden === 1 ? 'is' : 'are'} not shown.</p>\n`
      : '';
  return `${begin}<table class="facts">${rows.join('')}</table>\n${left}`;
}

const valueHtml = (value: string) =>
  value
    .split(', ')
    .map((one) => (/^https?:\/\//.test(one) ? link(one, one) : escaped(one)))
    .join(', ');

export function pageEnd(secrets: number): string {
  const redacted =
    secrets === 0
      ? ''
      : `<p>${counted(secrets, 'secret')} ${secrets === 1 ? 'was' : 'were'} taken out of this page.</p>\n`;
  return `</main>\n<footer>\n${redacted}</footer>\n</body>\n</html>\n`;
}
