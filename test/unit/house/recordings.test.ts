/** Nothing in the repository tells where, or with which machine's help, it was made. */
import { homedir, hostname } from 'node:os';
import { expect, it } from 'vitest';
import { filesBelow, type RepositoryFile } from './files.ts';

const everything = filesBelow('.');

/** What was recorded from a running system, as against written by hand. Taken-over test suites are neither. */
const recorded = everything.filter(
  ({ path }) =>
    /^test\/.*\.(json|jsonl|txt|snap|ansi|svg|cast|log)$/.test(path) && !path.startsWith('test/json-schema-suite/'),
);

const holding = (files: readonly RepositoryFile[], pattern: RegExp): readonly string[] =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

it('no file names a package registry', () => {
  // Written in pieces, so that this file does not hold what it looks for.
  const hosts = [
    'registry[.]npm',
    'registry[.]yarn',
    'pypi[.]org',
    'pythonhosted[.]org',
    'npm_config_' + 'registry',
    'index' + '-url',
  ];
  expect(holding(everything, new RegExp(hosts.join('|'), 'i'))).toEqual([]);
});

it('the lockfile says what is installed and not from where', () => {
  const lockfile = everything.filter(({ path }) => path === 'package-lock.json');
  expect([lockfile.length, holding(lockfile, /"resolved": "(?!file:)/)]).toEqual([1, []]);
});

it('no file holds the path of this checkout or of this home folder', () => {
  // A path of one part, like /app, may well be meant.
  const here = [process.cwd(), homedir()].filter((path) => path.split('/').length > 2);
  const patterns = here.map((path) => `(?<![\\w.~/-])${literally(path)}(?![\\w-])`);
  expect(here.length === 0 ? [] : holding(everything, new RegExp(patterns.join('|')))).toEqual([]);
});

it('no recording holds an absolute path, a process id or the name of a host', () => {
  const telling = [
    '(?<![\\w.~/-])/(home|root|Users|work|workspace|tmp|private|mnt|opt)/[\\w.-]+',
    '[A-Z]:\\\\\\\\Users',
    // A worker's identity is PID@HOST unless it is set.
    '"[0-9]+@[\\w.-]+',
    '"(pid|hostname|workerPid)": ?"?\\w',
    ...(hostname().length >= 6 && hostname() !== 'localhost' ? [`\\b${literally(hostname())}\\b`] : []),
  ];
  expect(holding(recorded, new RegExp(telling.join('|')))).toEqual([]);
});

it('the rule for recordings finds what it looks for', () => {
  const bad: RepositoryFile[] = [
    { path: 'a', text: '{"identity":"4711@box"}' },
    { path: 'b', text: 'read /home/somebody/x' },
  ];
  expect(holding(bad, /"[0-9]+@[\w.-]+|\/home\/\w/)).toEqual(['a', 'b']);
});
