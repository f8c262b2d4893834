/**
 * A transcript as the two providers would be sent it: made by the product's own adapter, read by a server of the test's.
 * No conversion of its own.
 */
import { piModel } from '../../src/activities/models/pi.ts';
import type { Message } from '../../src/core/messages.ts';
import type { OfferedTool } from '../../src/core/model.ts';
import { anthropicText } from '../unit/models/anthropic-events.ts';
import { delta, serverOptions, sse } from '../unit/models/ask.ts';
import { modelServer } from '../unit/models/openai-server.ts';
import { anthropicViolations } from './anthropic.ts';
import { openaiViolations } from './openai.ts';
import type { Json, Violation } from './rules.ts';
import { transcriptViolations } from './transcript.ts';

export interface WireRequests {
  readonly anthropic: Json;
  readonly openai: Json;
}

/** Takes the requests of both providers, one at a time. */
export interface StrictChecker extends AsyncDisposable {
  /** The bodies that the two providers would be sent next, after `transcript`. */
  requests(transcript: readonly Message[], tools: readonly OfferedTool[]): Promise<WireRequests>;
  /** Everything that the transcript or either provider's rules refuse; the rules' names begin with whose they are. */
  violations(transcript: readonly Message[], tools: readonly OfferedTool[]): Promise<readonly Violation[]>;
}

export async function strictChecker(): Promise<StrictChecker> {
  const openai = await modelServer({ chunks: [sse(delta({ content: 'ok' }, 'stop'), '[DONE]')] });
  const anthropic = await modelServer({ chunks: [anthropicText('ok')] });
  let last: Promise<unknown> = Promise.resolve();

  const ask = async (transcript: readonly Message[], tools: readonly OfferedTool[]): Promise<WireRequests> => {
    const signal = new AbortController().signal;
    const request = { systemPrompt: 'Be brief.', messages: transcript, tools, signal };
    await piModel('openai/strict-test', serverOptions(openai.url)).respond(request);
    await piModel('anthropic/strict-test', serverOptions(anthropic.url)).respond(request);
    return { openai: openai.requests.at(-1)?.body ?? {}, anthropic: anthropic.requests.at(-1)?.body ?? {} };
  };
  const requests: StrictChecker['requests'] = (transcript, tools) => {
    const asked = last.then(() => ask(transcript, tools));
    last = asked.catch(() => undefined);
    return asked;
  };
  return {
    requests,
    async violations(transcript, tools) {
      const wire = await requests(transcript, tools);
      return [
        ...named('transcript', transcriptViolations(transcript)),
        ...named('anthropic', anthropicViolations(wire.anthropic)),
        ...named('openai', openaiViolations(wire.openai)),
      ];
    },
    async [Symbol.asyncDispose]() {
      await openai[Symbol.asyncDispose]();
      await anthropic[Symbol.asyncDispose]();
    },
  };
}

function named(whose: string, found: readonly Violation[]): readonly Violation[] {
  return found.map((violation) => ({ ...violation, rule: `${whose} ${violation.rule}` }));
}
