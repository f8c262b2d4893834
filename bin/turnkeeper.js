#!/usr/bin/env node
/**
 * The command. This file only looks at the Node version, so it must parse on any Node, however old, and as either
 * kind of module: no static import, no import.meta, no syntax younger than 2015. The work begins in launch.js.
 */
var version = process.versions.node;
var major = Number(version.split('.')[0]);
var minor = Number(version.split('.')[1]);

// Module hooks in the main thread and type stripping came to the lines 22 and 23 separately.
if ((major === 22 && minor >= 19) || (major === 23 && minor >= 6) || major >= 24) {
  import('./launch.js').catch(function (error) {
    console.error(error);
    process.exitCode = 1;
  });
} else {
  console.error(
    'turnkeeper needs Node 22.19 or newer, and this is Node ' +
      version +
      ': install a newer Node, or run it through npm inside a checkout (npm start).',
  );
  process.exitCode = 2;
}
