/** Every example runs as it is, and prints what its first lines promise. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { examples, place } from './cli.ts';

const expected: Readonly<Record<string, readonly RegExp[]>> = {
  '01-read-config.ts': [
    /^turn 1$/m,
    /^→ read_file \{"path":"config\.json"\}$/m,
    /^✓ read_file \d+ ms {2}\{ "apiBaseUrl": "https:\/\/api\.example\.com\/v2", .*\}$/m,
    /^turn 2$/m,
    /^Yes, config\.json contains apiBaseUrl: https:\/\/api\.example\.com\/v2$/m,
    /^session read-config-\d{8}-\d{6}-\w{4} · 2 turns · 1 call · .*s$/m,
    /^look again: npx turnkeeper show read-config-\d{8}-\d{6}-\w{4}$/m,
  ],
  '02-parallel-and-sequential.ts': [
    // All start before the first ends; the shortest ends first; then one by one.
    /→ ping #1 [^]*→ ping #2 [^]*→ ping #3 [^]*✓ ping #3 [^]*✓ ping #2 [^]*✓ ping #1 /,
    /^⋯ ping #1 {2}waiting for alpha$/m,
    /→ restart #1 [^]*✓ restart #1 [^]*→ restart #2 [^]*✓ restart #2 [^]*→ restart #3 [^]*✓ restart #3 /,
    /^In call order: ping_alpha, ping_beta, ping_gamma, restart_alpha, restart_beta, restart_gamma\.$/m,
  ],
  '03-blocked-call.ts': [
    /^✓ delete_folder #1 \d+ ms {2}deleted scratch\/build$/m,
    /^✗ delete_folder #2 \[Blocked\] {2}Only folders below scratch\/ may be deleted, not "data\/customers"\.$/m,
    /^Done, except 1 call that the rules do not allow\.$/m,
  ],
  '04-repaired-arguments.ts': [
    /^✗ schedule_backup \[InvalidArguments\] {2}Validation failed for tool "schedule_backup":\n.*database.*\n.*hour/m,
    /^→ schedule_backup \{"database":"orders","hour":2\}$/m,
    /^Scheduled at the second try: orders: every day at 2:00, kept for 7 days\.$/m,
  ],
  '05-operations.ts': [
    /^✓ disk_usage #1 /m,
    /^✓ largest_files #2 /m,
    /^✓ search_log #3 /m,
    /^✓ process_list #4 /m,
    /^Largest: \d+\s.*\.log$/m,
    /^Errors: .*app\.log:3:.*payment service answered 503$/m,
    /^Newest process: \d+ \S+/m,
  ],
  '06-bash.ts': [
    /^✓ bash #1 .* {2}2$/m,
    /^✓ bash #2 .* {2}grep: logs\/no-such\.log: .*\n.*\(exit code 2\)$/m,
    /^✓ bash #3 .* {2}started\n.*\(processes left in the background were ended\)$/m,
    /^Errors: 2\. Missing: \(exit code 2\)\. Background: started$/m,
  ],
};

it('every example has its test', () => {
  expect(readdirSync(examples).filter((name) => name.endsWith('.ts'))).toEqual(Object.keys(expected));
});

it.each(Object.entries(expected))('%s runs and shows what it is about', async (name, patterns) => {
  const { exitCode, stdout, stderr } = await place().run(['run', join(examples, name)]);
  for (const pattern of patterns) expect(stdout).toMatch(pattern);
  // Nothing but the note about the session: no warning, no stack.
  expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/^Session \S+\n$/)]);
});
