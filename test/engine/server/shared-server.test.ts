/** The server that all engine tests share: what every other test file relies on. */

import { expect, inject, test } from 'vitest';
import { serverStatus } from '../../../src/server/index.ts';

test('the engine tests find one running server under the address they are given', async () => {
  const status = await serverStatus({ home: inject('home') });
  expect(status).toMatchObject({ kind: 'running', address: inject('address'), version: '1.9.1' });
  expect(inject('namespace')).toBe('default');
});
