/** Colours, or none: the one place that knows picocolors. Nothing here looks at a stream or the environment. */
import picocolors from 'picocolors';

export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

export function style(colours: 'on' | 'off'): Style {
  const { bold, dim, red, green, yellow, cyan } = picocolors.createColors(colours === 'on');
  return { bold, dim, red, green, yellow, cyan };
}
