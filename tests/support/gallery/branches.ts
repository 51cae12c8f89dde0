import { SessionFile } from './session.ts';

export const branchesId = '6a1b2c3d-0000-4000-8000-00000000e003';

/** A prompt that was rewound twice. */
export function writeBranches(claudeDir: string): SessionFile {
  const s = new SessionFile(claudeDir, '-home-dev-gallery', branchesId);
  s.prompt('Name the boat.');
  const before = s.say('What kind of boat?');
  s.prompt('A small one.');
  s.say('Then “Wren”.');
  s.rewind(before);
  s.prompt('A grey one.');
  s.say('Then “Heron”.');
  s.rewind(before);
  s.prompt('A fast one.');
  s.say('Then “Swift”.');
  s.prompt('Paint it.');
  s.say('Painted.');
  s.raw({ type: 'custom-title', customTitle: 'The naming of boats', sessionId: branchesId });
  s.write();
  return s;
}
