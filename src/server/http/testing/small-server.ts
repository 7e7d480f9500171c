import Fastify, { type FastifyInstance } from 'fastify';
import { networkReader } from '../rate-limits/client-network.ts';
import { createResponseLimiter } from '../rate-limits/response-limits.ts';
import { refuseUnreadable } from '../server/client-errors.ts';
import { endConnections, type StoppingPatience } from '../server/graceful-shutdown.ts';
import { serverThrough } from '../server/http-server.ts';

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
