/**
 * Keeps transcripts in memory, so that a worker that ran the last turn reads nothing. Each commit is kept once, with a
 * link to the one before it: an append costs what is appended, and transcripts that begin alike share their beginning.
 * Bounded by bytes. Never the truth: what was dropped is read again.
 */
import { limits } from '../core/limits.ts';
import type { Message } from '../core/messages.ts';
import { jsonBytes } from '../core/plain-json.ts';
import type { TranscriptEntry } from '../core/transcript.ts';

/** What a commit and a message take beyond their JSON: objects, their names and places. Measured, rounded up. */
const COMMIT = 800;
const MESSAGE = 500;

/** What is dropped beyond the bound, as a share of it, so that dropping is rare. */
const SLACK = 1 / 16;

interface Commit {
  readonly head: string;
  readonly before: Commit | undefined;
  /** Its own; the whole transcript if nobody said what came before. */
  readonly messages: readonly Message[];
  /** Its place in the transcript, from 1; none if nobody said what came before. */
  readonly place: number | undefined;
  readonly bytes: number;
  /** Commits that follow right on it. One that nothing follows is an end. */
  followers: number;
}

export class HeadCache {
  readonly #most: number;
  readonly #commits = new Map<string, Commit>();
  /** The ends by head, least recently used first: what is dropped is an end, so no commit ever loses what it follows. */
  #ends = new Map<string, Commit>();
  #bytes = 0;

  /** @param most bytes: of the messages' JSON, and something for each of them */
  constructor(most: number = limits.cachedTranscriptBytes) {
    this.#most = most;
  }

  /** What is kept, as it is counted. Never more than the bound. */
  get bytes(): number {
    return this.#bytes;
  }

  has(head: string): boolean {
    return this.#commits.has(head);
  }

  /** The whole transcript: a list of the caller's own, of messages that are shared. */
  get(head: string): readonly Message[] | undefined {
    const found = this.#commits.get(head);
    if (found === undefined) return undefined;
    this.#use(found);
    const newest: Message[] = [];
    for (let commit: Commit | undefined = found; commit !== undefined; commit = commit.before) {
      for (let place = commit.messages.length; place > 0; place -= 1) {
        const message = commit.messages[place - 1];
        if (message !== undefined) newest.push(message);
      }
    }
    return newest.reverse();
  }

  /** Keeps a whole transcript whose commits are not known. Where they are, {@link append} shares them. */
  put(head: string, messages: readonly Message[]): void {
    this.#add({ head, before: undefined, place: undefined, messages });
  }

  /** Keeps a commit whose transcript before is kept, or empty; any other is passed over. */
  append(head: string, { prev, messages }: TranscriptEntry): void {
    if (prev === null) {
      this.#add({ head, before: undefined, place: 1, messages });
      return;
    }
    const before = this.#commits.get(prev);
    if (before === undefined) return;
    this.#add({ head, before, place: before.place === undefined ? undefined : before.place + 1, messages });
  }

  /**
   * The heads of the last `stride` commits, oldest first, if this one ends a stretch: its place in the transcript is a
   * multiple of that. Undefined for all others, and for what is not kept.
   */
  stretch(head: string, stride: number): readonly string[] | undefined {
    const end = this.#commits.get(head);
    if (end?.place === undefined || end.place % stride !== 0) return undefined;
    const heads: string[] = [];
    for (let commit: Commit | undefined = end; commit !== undefined && heads.length < stride; commit = commit.before) {
      heads.push(commit.head);
    }
    return heads.reverse();
  }

  #add(made: Omit<Commit, 'bytes' | 'followers'>): void {
    const { head, before, messages } = made;
    const known = this.#commits.get(head);
    if (known !== undefined) {
      this.#use(known);
      return;
    }
    const commit: Commit = { ...made, bytes: jsonBytes(messages) + COMMIT + MESSAGE * messages.length, followers: 0 };
    if (before !== undefined) {
      before.followers += 1;
      this.#ends.delete(before.head);
    }
    this.#commits.set(head, commit);
    this.#ends.set(head, commit);
    this.#bytes += commit.bytes;
    if (this.#bytes > this.#most) this.#shrink(this.#most * (1 - SLACK));
  }

  #use(commit: Commit): void {
    if (this.#ends.delete(commit.head)) this.#ends.set(commit.head, commit);
  }

  #shrink(bytes: number): void {
    while (this.#bytes > bytes) {
      const [oldest] = this.#ends.values();
      if (oldest === undefined) return;
      const left = this.#dropFrom(oldest, bytes);
      // What is left of it stays the oldest, and is the first to be shortened again.
      if (left !== undefined) this.#ends = new Map([[left.head, left], ...this.#ends]);
    }
  }

  /** Drops an end, and before it what becomes one. @returns the commit that has become an end and stays */
  #dropFrom(end: Commit, bytes: number): Commit | undefined {
    for (let commit: Commit | undefined = end; commit !== undefined; commit = commit.before) {
      if (commit.followers > 0) return undefined;
      if (this.#bytes <= bytes) return commit;
      this.#commits.delete(commit.head);
      this.#ends.delete(commit.head);
      this.#bytes -= commit.bytes;
      if (commit.before !== undefined) commit.before.followers -= 1;
    }
    return undefined;
  }
}
