/** The first two commands that a newcomer reads are the two that must always work. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the README begins with the command that shows it and the command that proves it', () => {
  const blocks = [...readFileSync('README.md', 'utf8').matchAll(/^```(?:sh|bash|console)?\n([^]*?)^```/gm)];
  const commands = blocks.flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) =>
        line
          .replace(/^\$ /, '')
          .replace(/\s+#.*$/, '')
          .trim(),
      )
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  expect(commands.slice(0, 2)).toEqual(['npm ci && npm start', 'npm cit']);
});
