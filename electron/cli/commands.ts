import { archive } from './commands/archive.ts';
import { bookmark } from './commands/bookmark.ts';
import { diagnose } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { indexCommand } from './commands/index.ts';
import { retention } from './commands/retention.ts';
import { purge } from './commands/purge.ts';
import { search } from './commands/search.ts';
import { serveCommand } from './commands/serve.ts';
import { sessions } from './commands/sessions.ts';
import { show } from './commands/show.ts';
import { stats } from './commands/stats.ts';
import type { Command } from './command.ts';

export const commands: Readonly<Record<string, Command>> = {
  index: indexCommand,
  sessions,
  search,
  show,
  bookmark,
  export: exportCommand,
  stats,
  archive,
  retention,
  purge,
  doctor: diagnose,
  serve: serveCommand,
};
