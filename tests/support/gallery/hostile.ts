import { SessionFile } from './session.ts';

export const hostileId = '6a1b2c3d-0000-4000-8000-00000000e002';

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="alert(9)"><script>alert(10)</script><rect width="40" height="40"/></svg>',
).toString('base64');

const attacks = `<script>document.title = "owned"</script>
<img src="https://evil.example/a.png" onerror="alert(1)">
<iframe src="https://evil.example/"></iframe>

![pixel](https://evil.example/pixel.png) ![data](data:text/html;base64,PHNjcmlwdD4=)

[click](javascript:alert(2)) [data](data:text/html,<script>alert(3)</script>) [file](file:///etc/passwd) [vb](vbscript:msgbox)
[encoded](java&#115;cript:alert(4)) [fine](https://example.com/fine) <https://example.com/auto> [near](src/a.ts) [slashes](//evil.example/x)

<a href="https://evil.example" onclick="alert(5)">raw</a> <style>body { display: none }</style>

| a |
|---|
| <img src=x onerror=alert(6)> |

\`\`\`html
<script>alert(7)</script>
\`\`\`
`;

const terminal =
  '\u001b]0;owned\u0007\u001b]8;;https://evil.example/\u001b\\trap\u001b]8;;\u001b\\ \u001b[2J\u001b[1;1H\u001b[31mred\u001b[0m \u202Eevil\u202C <b>bold</b>';

/** Everything that ever tried to be more than text. */
export function writeHostile(claudeDir: string): SessionFile {
  const s = new SessionFile(claudeDir, '-home-dev-gallery', hostileId);
  s.prompt(attacks);
  s.say(attacks);
  s.think(attacks);
  s.call(
    'Bash',
    { command: 'cat trap', description: '<img src=x onerror=alert(11)>' },
    { text: terminal, data: { stdout: terminal, stderr: attacks, interrupted: false } },
  );
  s.call(
    'Read',
    { file_path: '/home/dev/gallery/<img src=x onerror=alert(12)>.html' },
    {
      text: attacks,
      data: { type: 'text', file: { filePath: 'x.html', content: attacks, numLines: 9, startLine: 1, totalLines: 9 } },
    },
  );
  s.call(
    'Edit',
    { file_path: 'a.html', old_string: '<p>a</p>', new_string: '<script>alert(13)</script>' },
    { text: 'ok' },
  );
  s.call(
    'WebSearch',
    { query: '<b>x</b>' },
    {
      text: '',
      data: {
        query: 'x',
        results: [
          {
            content: [
              { title: '<img src=x onerror=alert(14)>', url: 'javascript:alert(15)' },
              { title: 'fine', url: 'https://example.com/' },
            ],
          },
        ],
      },
    },
  );
  s.call('ExitPlanMode', { plan: attacks }, { text: 'ok' });
  s.call(
    'mcp__evil__<script>',
    { html: attacks },
    { content: [{ type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: svg } }] },
  );
  s.raw({ type: 'seance', sessionId: hostileId, html: attacks, uuid: 'x' });
  s.raw({ type: 'custom-title', customTitle: 'Hostile <img src=x onerror=alert(16)>', sessionId: hostileId });
  s.write();
  return s;
}
