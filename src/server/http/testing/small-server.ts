import Fastify, { type FastifyInstance } from 'fastify';
import { serverThrough } from '../board-server.ts';
import { networkReader } from '../caller-network.ts';
import { refuseUnreadable } from '../client-errors.ts';
import { endConnections, type StoppingPatience } from '../listening.ts';
import { createResponseLimiter } from '../response-limits.ts';

/** The board's own server with one route, which tells that it was passed through what answers before Fastify. */
export function buildSmallServer(
  patience: StoppingPatience = {},
  responses = createResponseLimiter({ https: false, networkOf: networkReader([]) }),
): FastifyInstance {
  const serverFactory = serverThrough(
    (handle) => (request, response) => {
      response.setHeader('x-passed', 'yes');
      handle(request, response);
    },
    { https: false, trustProxy: [], responses },
  );
  const app = Fastify({
    serverFactory,
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable({ https: false }),
  });
  endConnections(app, patience);
  app.get('/', async () => 'here');
  return app;
}
