// Loaded before the program (node --import): counts what a purge changes, on disk and in its databases, and has the
// process killed at the change that DIE_AT names, before or after it. COUNT_TO takes the number of all changes.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const dieAt = Number(process.env.DIE_AT ?? Infinity);
let begun = false;
let changes = 0;

function counted(change) {
  if (!begun) return change();
  if (++changes === dieAt) process.kill(process.pid, 'SIGKILL');
  const result = change();
  if (++changes === dieAt) process.kill(process.pid, 'SIGKILL');
  if (process.env.COUNT_TO) fs.writeFileSync(process.env.COUNT_TO, String(changes));
  return result;
}

if (!isMainThread) {
  for (const name of ['unlinkSync', 'rmdirSync', 'renameSync', 'rmSync', 'writeSync', 'fsyncSync']) {
    const real = fs[name];
    fs[name] = (...args) => counted(() => real(...args));
  }
  syncBuiltinESMExports();
  const { prototype } = createRequire(import.meta.url)('better-sqlite3');
  const { prepare, exec } = prototype;
  prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    if (!/^\s*(INSERT|UPDATE|DELETE|BEGIN|COMMIT|RELEASE)/.test(sql)) return statement;
    const { run } = statement;
    statement.run = (...args) => {
      begun ||= sql.startsWith('INSERT INTO purge ');
      return counted(() => run.apply(statement, args));
    };
    return statement;
  };
  prototype.exec = function (sql) {
    return counted(() => exec.call(this, sql));
  };
}
