/** The decoder of history events for payloads as the engine writes them by default. */
import { defaultPayloadConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';
import { factDecoder } from '../core/decode-fact.ts';

export const decodeFact = factDecoder((payload) => defaultPayloadConverter.fromPayload(payload as Payload));
