/**
 * Loads the command line: from source in a checkout, from dist/ in a published package. It owns the exit code and
 * nothing else; what a command does is src/cli's business.
 */
import { linkDoors, own, published } from './doors.js';
import { hushTypeStripping } from './hush.js';

hushTypeStripping();
linkDoors();

const entry = own(published ? 'dist/cli/main.js' : 'src/cli/main.ts');
const { main } = await import(entry.href);
process.exitCode = await main(process.argv.slice(2));
