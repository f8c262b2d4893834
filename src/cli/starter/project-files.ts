/** The starter's other files: package.json, README, .gitignore. Text only. */

/** How a starter gets this package: what npm is to install, and how its test finds it. */
export interface OwnPackage {
  readonly dependency: string;
  readonly test: string;
}

/** @param name of the package, as npm takes it */
export function packageFile(name: string, { dependency, test }: OwnPackage): string {
  const content = {
    name,
    private: true,
    type: 'module',
    engines: { node: '>=22.19' },
    scripts: { start: 'turnkeeper run agent.ts', test },
    dependencies: { turnkeeper: dependency },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

export function readmeFile(name: string): string {
  return `# ${name}

An agent whose tool calls run durably, by Turnkeeper.

\`\`\`sh
npm install && npm start   # runs agent.ts; the first time, a Temporal server is fetched and started
npm test                   # tests the tools
\`\`\`

Ask something else: \`npx turnkeeper run agent.ts "…"\`. Look at a session again: \`npx turnkeeper show SESSION\`.
`;
}

export const ignoreFile = 'node_modules/\n.turnkeeper/\n';
