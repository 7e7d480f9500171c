import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local server in the place of an upstream provider. */
export type StandIn = {
  origin: string;
  /** The paths and queries of all requests so far. */
  requests: string[];
  /** Responds instead of the stand-in if it returns true. */
  override: ((path: string, response: ServerResponse) => boolean) | undefined;
  close(): Promise<void>;
};

export async function startStandIn(
  respond: (...request: Parameters<RequestListener>) => Promise<void>,
): Promise<StandIn> {
  const http = createServer((request, response) => {
    const path = request.url ?? '';
    standIn.requests.push(path);
    if (standIn.override?.(path, response)) return;
    respond(request, response).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
  });
  const standIn: StandIn = {
    origin: '',
    requests: [],
    override: undefined,
    async close() {
      http.close();
      http.closeAllConnections();
      if (http.listening) await once(http, 'close');
    },
  };
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  standIn.origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return standIn;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Whether a token request has the redirect URI and the code verifier of an authorization request. */
export function belongsTo(asked: URLSearchParams, form: URLSearchParams): boolean {
  const verifier = form.get('code_verifier') ?? '';
  return (
    form.get('client_secret') === 'a-secret' &&
    form.get('redirect_uri') === asked.get('redirect_uri') &&
    asked.get('code_challenge_method') === 'S256' &&
    asked.get('code_challenge') === createHash('sha256').update(verifier).digest('base64url')
  );
}
