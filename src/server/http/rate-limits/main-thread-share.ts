import type { FastifyInstance } from 'fastify';
import { clientNetwork, prefixOf } from './client-network.ts';
import { TurnQueue } from './turn-queue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The turns of client networks on the main thread. */
    turns: TurnQueue;
  }
  interface FastifyRequest {
    /** Lets other requests run, and resolves when it is the turn of this request's network. */
    turn(): Promise<void>;
  }
}

/**
 * Divides the time of the main thread among client networks. Requests take a turn before they render, present or hash a
 * response, which blocks the event loop for milliseconds.
 * https://nodejs.org/en/learn/asynchronous-work/dont-block-the-event-loop#partitioning
 */
export function shareMainThread(app: FastifyInstance): void {
  const turns = new TurnQueue();
  app.decorate('turns', turns);
  app.decorateRequest('turn', function turn() {
    return turns.take(prefixOf(clientNetwork(this)));
  });
}
