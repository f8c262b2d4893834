/** What the parts of the command line's grammar share. */
import type { Command } from 'commander';
import type { Screen } from './screen.ts';

/** Told which exit code the command that was asked for ended with. */
export type OnExit = (code: number) => void;

/** Adds commands to the root. */
export type Add = (root: Command, screen: Screen, onExit: OnExit) => void;

/** The last part of every command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
}
