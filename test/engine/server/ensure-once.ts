/** A process of its own that makes sure of the server of the home it is given, prints what it got, and ends. */

import { ensureServer } from '../../../src/server/index.ts';

const [home = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await ensureServer({ home, webPage: 'off' })));
