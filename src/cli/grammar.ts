/** What the parts of the command line's grammar share. */
import { InvalidArgumentError } from 'commander';
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

/** Reads a number of at most nine digits. @throws what the parser explains */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is no whole number from 1.');
  return Number(text);
}
