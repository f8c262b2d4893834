/**
 * Keeps a temporary home: makes it, says where, and removes it, with its server, when its standard input ends. So
 * nothing is left behind however the program that wanted the home ends.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopServer } from '../../src/server/index.ts';

const home = await mkdtemp(join(tmpdir(), 'turnkeeper-crash-'));
process.stdout.on('error', () => undefined);
process.stdout.write(`${home}\n`);
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('close', resolve));
await stopServer({ home });
await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
