/**
 * Progress of activities that run in other processes, as the server knows it from their heartbeats: asked for now and
 * then while somebody wants it, once for all who follow the same turn from this process. Leaves no trace in history.
 */
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { limits } from '../core/limits.ts';
import type { ProgressUpdate } from '../core/progress.ts';
import { readTold } from '../core/progress.ts';

export interface HeartbeatListener {
  /** Whether something runs whose progress this process does not know anyway; asked before every look. */
  wants(): boolean;
  /** There is something new. */
  ring(): void;
}

export class HeartbeatProgress {
  readonly #client: Client;
  readonly #watches = new Map<string, Watch>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Begins to look at a turn. Owned by the caller, who must `stop` it. */
  watch(workflowId: string, listener: HeartbeatListener) {
    const watch = this.#watches.get(workflowId) ?? new Watch(this.#client, workflowId);
    this.#watches.set(workflowId, watch);
    watch.add(listener);
    return {
      since: (channel: string, sequence: number) => watch.since(channel, sequence),
      stop: () => {
        if (watch.remove(listener) === 0) this.#watches.delete(workflowId);
      },
    };
  }
}

class Watch {
  readonly #client: Client;
  readonly #workflowId: string;
  readonly #listeners = new Set<HeartbeatListener>();
  readonly #last = new Map<string, ProgressUpdate>();
  #timer: NodeJS.Timeout | undefined;

  constructor(client: Client, workflowId: string) {
    this.#client = client;
    this.#workflowId = workflowId;
  }

  add(listener: HeartbeatListener): void {
    this.#listeners.add(listener);
    if (this.#timer === undefined) this.#rest();
  }

  /** @returns how many are left */
  remove(listener: HeartbeatListener): number {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) clearTimeout(this.#timer);
    return this.#listeners.size;
  }

  since(channel: string, sequence: number): readonly ProgressUpdate[] {
    const last = this.#last.get(channel);
    return last === undefined || last.sequence <= sequence ? [] : [last];
  }

  #rest(): void {
    this.#timer = setTimeout(() => void this.#look(), limits.progressPoll);
  }

  async #look(): Promise<void> {
    if ([...this.#listeners].some((listener) => listener.wants())) {
      // A server that is away, or a turn that is gone, has no progress.
      await this.#read().catch(() => undefined);
    }
    if (this.#listeners.size > 0) this.#rest();
  }

  async #read(): Promise<void> {
    const { raw } = await this.#client.workflow.getHandle(this.#workflowId).describe();
    let isNew = false;
    for (const { activityId, heartbeatDetails } of raw.pendingActivities ?? []) {
      const [payload] = heartbeatDetails?.payloads ?? [];
      if (!activityId || payload === undefined) continue;
      const { last } = readTold(defaultPayloadConverter.fromPayload(payload));
      const channel = `${this.#workflowId}/${activityId}`;
      if (last === undefined || last.sequence <= (this.#last.get(channel)?.sequence ?? 0)) continue;
      this.#last.set(channel, last);
      isNew = true;
    }
    if (isNew) for (const listener of this.#listeners) listener.ring();
  }
}
