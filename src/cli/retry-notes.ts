/**
 * Tells about steps that are tried again while nothing else is heard of a run: its history says so only at the end. It
 * must never hold a command, nor end one because the server cannot be asked.
 */
import type { Session } from '../client/index.ts';
import { retryLine } from './render/render-retry.ts';

export interface RetryNotes {
  /** Something was heard; the silence begins anew. */
  heard(): void;
  stop(): void;
}

/** Milliseconds of silence before the server is asked. */
const SILENCE = 1_500;

export function noteRetries(session: Session, note: (text: string) => void): RetryNotes {
  const told = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = 'no';
  const arm = (): void => {
    clearTimeout(timer);
    if (isOver === 'no') timer = setTimeout(() => void look(), SILENCE);
  };
  const look = async (): Promise<void> => {
    for (const step of await session.retrying().catch(() => [])) {
      const key = `${step.step} ${String(step.attempt)}`;
      if (isOver === 'no' && !told.has(key)) note(retryLine(step, Date.now()));
      told.add(key);
    }
    arm();
  };
  arm();
  return {
    heard: arm,
    stop: () => {
      isOver = 'yes';
      clearTimeout(timer);
    },
  };
}
