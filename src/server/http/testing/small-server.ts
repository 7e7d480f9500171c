import Fastify, { type FastifyInstance } from 'fastify';
import { networkReader } from '../rate-limits/client-network.ts';
import { createResponseLimiter } from '../rate-limits/response-limits.ts';
import { refuseUnreadable } from '../server/client-errors.ts';
import { gracefulShutdown, type ShutdownOptions } from '../server/graceful-shutdown.ts';
import { createHttpServer } from '../server/http-server.ts';

/**
 * Builds the production HTTP server with a single route. A response with the header `x-passed` shows that its request
 * has passed through `serve`.
 */
export function buildSmallServer(
  shutdown: ShutdownOptions = {},
  responses = createResponseLimiter({ https: false, networkOf: networkReader([]) }),
): FastifyInstance {
  const serverFactory = createHttpServer(
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
  gracefulShutdown(app, shutdown);
  app.get('/', async () => 'here');
  return app;
}
