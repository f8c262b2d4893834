/**
 * The two ports of a home: chosen once, then kept. They lie below the range the system hands out to outgoing
 * connections, so that a kept port stays free while the server is down. Must never look for another server port
 * once one is on record: clients of this home know it.
 */

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ServerError } from './errors.ts';
import { readPorts, writePorts, type HomeFiles, type HomePorts } from './home-files.ts';

const LOWEST = 20_000;
const HIGHEST = 32_000;
const RELEASE_MS = 1_500;

/** Whether a server could listen on this port of the loopback interface now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}

/** Chooses two free ports and writes them down. */
export async function choosePorts(files: HomeFiles): Promise<HomePorts> {
  const ports = { port: await freePort(), uiPort: await freePort() };
  writePorts(files, ports);
  return ports;
}

/**
 * The ports of this home, free to listen on. Throws ServerError `PortTaken` if a foreign process has the server's
 * port; a taken port of the web page is only replaced. Call it with the home's lock held and no server running.
 */
export async function claimPorts(files: HomeFiles): Promise<HomePorts> {
  const kept = readPorts(files);
  if (kept === undefined) return choosePorts(files);
  if (!(await isFreeSoon(kept.port))) {
    throw new ServerError(
      'PortTaken',
      `Port ${kept.port}, which the Temporal server of ${files.home} always uses, is taken by another process; ` +
        `end that process, or delete ${files.ports} to have another port chosen.`,
    );
  }
  if (await isPortFree(kept.uiPort)) return kept;
  const moved = { port: kept.port, uiPort: await freePort() };
  writePorts(files, moved);
  return moved;
}

/** A server that was killed a moment ago may still be letting go of its port. */
async function isFreeSoon(port: number): Promise<boolean> {
  const deadline = Date.now() + RELEASE_MS;
  while (!(await isPortFree(port))) {
    if (Date.now() > deadline) return false;
    await delay(50);
  }
  return true;
}

async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isPortFree(port)) return port;
  }
  throw new ServerError(
    'PortTaken',
    `No free port was found between ${LOWEST} and ${HIGHEST}; end some of the servers there.`,
  );
}
