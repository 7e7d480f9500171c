import Fastify, { type FastifyInstance } from 'fastify';
import { serverThrough } from '../board-server.ts';
import { endConnections, type StoppingPatience } from '../listening.ts';

/** The board's own server with one route, which tells that it was passed through what answers before Fastify. */
export function buildSmallServer(patience: StoppingPatience = {}): FastifyInstance {
  const serverFactory = serverThrough(
    (handle) => (request, response) => {
      response.setHeader('x-passed', 'yes');
      handle(request, response);
    },
    { https: false },
  );
  const app = Fastify({ serverFactory, return503OnClosing: false });
  endConnections(app, patience);
  app.get('/', async () => 'here');
  return app;
}
