/** The worker that is killed, with a client of its own that sees its progress: tells every event to the test. */
import { TurnkeeperClient } from '../../../src/client/index.ts';
import { fileStore, loadGrantKeys } from '../../../src/store/index.ts';
import { createWorker } from '../../../src/worker/index.ts';
import { countingAgent } from './counting-agent.ts';
import type { CountingNews, CountingSetting } from './counting-agent.ts';

const setting = JSON.parse(process.argv[2] ?? '{}') as CountingSetting;
const shared = {
  connection: { address: setting.address },
  namespace: setting.namespace,
  store: fileStore(setting.home),
};
process.on('disconnect', () => process.exit(1));
const { progress } = await createWorker({
  ...shared,
  agents: [countingAgent(setting)],
  keys: loadGrantKeys(setting.home, {}),
  identity: 'first-test-worker',
});
const client = await TurnkeeperClient.connect({ ...shared, progress });
const session = client.session(setting.session, { agent: setting.agent });
await session.prompt('count');
for await (const event of session.events()) process.send?.({ event } satisfies CountingNews);
