/** The starter's other files: package.json, README, .gitignore. Text only. */

/** @param name of the package, as npm takes it @param version of turnkeeper that wrote the starter */
export function packageFile(name: string, version: string): string {
  const content = {
    name,
    private: true,
    type: 'module',
    engines: { node: '>=22.19' },
    scripts: { start: 'turnkeeper run agent.ts', test: 'node --test' },
    dependencies: { turnkeeper: `^${version}` },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

export function readmeFile(name: string): string {
  return `# ${name}

An agent whose tool calls run durably, by [Turnkeeper](https://www.npmjs.com/package/turnkeeper).

\`\`\`sh
npm install && npm start   # runs agent.ts; the first time, a Temporal server is fetched and started
npm test                   # tests the tools
\`\`\`

Ask something else: \`npx turnkeeper run agent.ts "…"\`. Look at a session again: \`npx turnkeeper show SESSION\`.
`;
}

export const ignoreFile = 'node_modules/\n.turnkeeper/\n';
