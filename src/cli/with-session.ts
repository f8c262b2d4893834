/** What commands about one session begin and end with: the id is checked, the engine opened, and closed again. */
import type { Session } from '../client/index.ts';
import { isSessionId } from '../core/identity.ts';
import type { Engine } from './open-engine.ts';
import { openEngine } from './open-engine.ts';
import type { Screen } from './screen.ts';
import { UsageError } from './usage-error.ts';

/** @throws UsageError before anything is opened, if `id` is no session id */
export async function withSession<T>(
  screen: Screen,
  id: string,
  use: (session: Session, engine: Engine) => Promise<T>,
): Promise<T> {
  refuseBadId(id);
  const engine = await openEngine(screen.note, { home: 'existing' });
  try {
    return await use(engine.client.session(id), engine);
  } finally {
    await engine.close();
  }
}

/** @throws UsageError */
export function refuseBadId(id: string): void {
  if (!isSessionId(id)) throw new UsageError(`"${id}" is no session id: use 1 to 128 of A-Z a-z 0-9 . _ -`);
}
