import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Two projects: `unit` needs nothing but Node; `engine` starts one real Temporal server for all its files. */
export default defineConfig({
  ssr: { resolve: { conditions: ['turnkeeper-source', 'node'] } },
  test: {
    // Tests of the engine wait more than they compute: two at least, also on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 60_000 } },
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['test/engine/**/*.test.ts'],
          globalSetup: ['test/engine/server.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
