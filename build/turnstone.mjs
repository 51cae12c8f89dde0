#!/usr/bin/env node
// The terminal's front door. Plain old JavaScript up to the import, so that an old Node can still read the sentence.
const major = Number(process.versions.node.split('.')[0]);
if (major < 22) {
  console.error(
    `Turnstone needs Node 22 or newer; this is Node ${process.versions.node}. In a checkout, \`npx turnstone\` brings its own.`,
  );
  process.exit(1);
}
await import('../out/main/cli.js');
