/**
 * Keeps stderr free of one line that means nothing to a user: Node's notice that it strips types. Every other warning
 * must come through unchanged.
 */
export function hushTypeStripping() {
  const emitWarning = process.emitWarning;
  process.emitWarning = function (warning, ...rest) {
    const kind = typeof rest[0] === 'object' ? rest[0]?.type : rest[0];
    if (kind === 'ExperimentalWarning' && String(warning).startsWith('Type Stripping ')) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
}
