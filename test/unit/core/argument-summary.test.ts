/** What Temporal's own pages show of a call's arguments: their beginning, and never a secret. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentSummary } from '../../../src/core/argument-summary.ts';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { limits } from '../../../src/core/limits.ts';
import { isSecretName, maskSecrets } from '../../../src/core/secrets.ts';

const secret = 'hunter2-Zx9';

describe('what is harmless stays readable', () => {
  it.each<[JsonObject, string]>([
    [{}, '{}'],
    [
      { path: 'config.json', lines: [1, 20], deep: { all: true, none: null } },
      '{"path":"config.json","lines":[1,20],"deep":{"all":true,"none":null}}',
    ],
    [
      { path: '/srv/data/2026/12/01/reports/of/the/day/summary' },
      '{"path":"/srv/data/2026/12/01/reports/of/the/day/summary"}',
    ],
    [
      { session: 'ops-20261201-143005-x7f2', author: 'operator' },
      '{"session":"ops-20261201-143005-x7f2","author":"operator"}',
    ],
    [
      { command: 'npm_config_cache=/tmp npm test -- --grep task-force' },
      '{"command":"npm_config_cache=/tmp npm test -- --grep task-force"}',
    ],
    [{ maxTokens: 4096, useToken: true }, '{"maxTokens":4096,"useToken":true}'],
    [{ gone: undefined, url: 'https://api.example.com:8080/v2?x=1' }, '{"url":"https://api.example.com:8080/v2?x=1"}'],
  ])('%j', (args, summary) => {
    expect(argumentSummary(args)).toBe(summary);
  });
});

describe('a value under a name that says secret is hidden', () => {
  it.each([
    ...['password', 'Password', 'db_password', 'userPasswd', 'passphrase', 'pwd', 'PGPASS', 'pass', 'pin'],
    ...[
      'secret',
      'clientSecret',
      'AWS_SECRET_ACCESS_KEY',
      'token',
      'accessToken',
      'refresh-token',
      'apiKey',
      'API-Key',
    ],
    ...['x-api-key', 'api key', 'authorization', 'Proxy-Authorization', 'auth', 'cookie', 'Set-Cookie', 'credential'],
    ...[
      'credentials',
      'privateKey',
      'private_key',
      'sshKey',
      'jwt',
      'session_id',
      'signature',
      'connectionString',
      'otp',
    ],
  ])('%s', (name) => {
    const nested: Json = { a: [{ [name]: secret }] };
    const shown = [
      argumentSummary({ [name]: secret }),
      argumentSummary({ nested }),
      argumentSummary({ [name]: [secret, 1] }),
    ];
    expect(shown).toEqual([`{"${name}":"***"}`, `{"nested":{"a":[{"${name}":"***"}]}}`, `{"${name}":"***"}`]);
  });

  it.each(['path', 'author', 'authority', 'key', 'pinned', 'text', 'query', 'tool'])('%s is no such name', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('a name and its value may stand side by side', () => {
  it.each<[JsonObject, string]>([
    [{ headers: [{ name: 'Authorization', value: secret }] }, '{"headers":[{"name":"Authorization","value":"***"}]}'],
    [{ env: { key: 'DB_PASSWORD', value: secret } }, '{"env":{"key":"DB_PASSWORD","value":"***"}}'],
    [{ argv: ['mysql', '--password', secret, 'db'] }, '{"argv":["mysql","--password","***","db"]}'],
    [{ pair: ['Authorization:', secret] }, '{"pair":["Authorization:","***"]}'],
  ])('%j', (args, summary) => {
    expect(argumentSummary(args)).toBe(summary);
  });
});

describe('a secret in running text is hidden', () => {
  it.each([
    `curl -H "Authorization: Bearer ${secret}" https://api.example.com`,
    `curl -H 'X-Api-Key: ${secret}' https://api.example.com`,
    `curl -u operator:${secret} https://api.example.com`,
    `curl --user operator:${secret} https://api.example.com`,
    `curl -b "Cookie: a=b; sid=${secret}" https://api.example.com`,
    `postgres://operator:${secret}@db.example.com/main`,
    `postgres://operator:${secret}/x@db.example.com/main`,
    `https://${secret}@github.com/a/b`,
    `PGPASSWORD=${secret} psql`,
    `export API_TOKEN="${secret} and more"; deploy`,
    `deploy --password ${secret} --now`,
    `deploy --api-key=${secret}`,
    `https://api.example.com/?access_token=${secret}&x=1`,
    `{"user":"a","password":"${secret}"}`,
    `{"user":"a","password": "two words ${secret}"}`,
    JSON.stringify(JSON.stringify({ password: secret })),
    `the password is ${secret}`,
    `db_password: ${secret}`,
    `Bearer ${secret}`,
    `Basic ${Buffer.from(`operator:${secret}`).toString('base64')}`,
    `Server=db;User=sa;Pwd=${secret};`,
  ])('%s', (text) => {
    expect(argumentSummary({ text })).not.toMatch(/hunter2|Zx9|b3BlcmF0b3/);
    expect(argumentSummary({ list: [[{ text }]] })).not.toMatch(/hunter2|Zx9|b3BlcmF0b3/);
    expect(argumentSummary({ [text]: 1 })).not.toMatch(/hunter2|Zx9|b3BlcmF0b3/);
  });
});

describe('what issuers call a key is known by its form, under any name', () => {
  const end = 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5';
  it.each([
    ...[
      `sk-${end}`,
      `sk-proj-${end}`,
      `sk-ant-api03-${end}`,
      `sk_live_${end}`,
      `ghp_${end}`,
      `gho_${end}`,
      `github_pat_11${end}`,
    ],
    ...[
      `glpat-${end.slice(0, 20)}`,
      `xoxb-123456789012-${end}`,
      'AKIAIOSFODNN7EXAMPLE',
      'ASIAIOSFODNN7EXAMPLE',
      `AIza${end}`,
    ],
    ...[`hf_${end}`, `npm_${end}`, `SG.${end}.${end}`, `whsec_${end}`, `xai-${end}`, `hvs.${end}`],
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA1c7\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nMIIEpAIBAAKCAQEA1c7',
    '0123456789abcdef0123456789abcdef',
  ])('%s', (key) => {
    const tail =
      key
        .replaceAll(/[^A-Za-z0-9]/g, ' ')
        .trim()
        .split(' ')
        .at(-1) ?? '';
    for (const shown of [
      argumentSummary({ input: key }),
      argumentSummary({ q: `use ${key}, please` }),
      argumentSummary({ a: [key] }),
    ]) {
      expect(shown).toContain('***');
      expect(shown).not.toContain(tail.slice(-12));
      expect(shown).not.toContain('MIIEp');
    }
  });

  it('also where only its beginning was looked at', () => {
    for (let before = 400; before < 510; before++) {
      const text = `${maskable(before)} sk-${'Q7'.repeat(40)}`;
      expect(argumentSummary({ text })).not.toContain('Q7');
    }
  });
});

/** A text that is hidden, so that what comes after it moves to the front. */
function maskable(length: number): string {
  return `https://u:${'p'.repeat(length - 11)}@`;
}

it('a summary is one line, bounded in characters and bytes, whatever the arguments are', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (args) => {
      const summary = argumentSummary(args);
      expect(Array.from(summary).length).toBeLessThanOrEqual(limits.summaryText + 1);
      expect(Buffer.byteLength(JSON.stringify(summary))).toBeLessThanOrEqual(limits.summaryBytes + 8);
      expect(summary).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2066-\u2069\ufeff]/);
    }),
    { numRuns: 300 },
  );
  expect(argumentSummary({ a: '😀'.repeat(500) })).toMatch(/^\{"a":"(?:😀){60,80}…$/u);
  expect(argumentSummary({ a: '"\\'.repeat(500) }).length).toBeLessThanOrEqual(101);
});

it('controls are written, not obeyed', () => {
  expect(argumentSummary({ a: 'x\n\u001b[2J\u202e\u200by' })).toBe('{"a":"x\\n\\u001b[2J\\u202e\\u200by"}');
});

it('of large arguments only the beginning is looked at', () => {
  let looked = 0;
  const item = {
    get x() {
      looked += 1;
      return 'y';
    },
  };
  const args = { items: Array.from({ length: 100_000 }, () => item) as unknown as Json, more: 'z'.repeat(1_000_000) };
  expect(argumentSummary(args)).toMatch(/^\{"items":\[\{"x":"y"\},.*…$/);
  expect(looked).toBeLessThan(50);
  let deep: Json = 1;
  for (let level = 0; level < 1_000; level++) deep = [deep];
  expect(argumentSummary({ deep }).length).toBe(101);
});

it('hiding takes little time, whatever the text', () => {
  const hostile = [
    'a'.repeat(1_000),
    'password'.repeat(125),
    'a:'.repeat(500),
    '-'.repeat(1_000),
    '://'.repeat(333),
    '"\\'.repeat(500),
    'key '.repeat(250),
    'token_'.repeat(166),
    'passw.'.repeat(166),
  ];
  const started = performance.now();
  for (const text of hostile) maskSecrets(text);
  expect(performance.now() - started).toBeLessThan(200);
});
