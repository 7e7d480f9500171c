import { text } from 'node:stream/consumers';
import { belongsTo, type StandIn, sendJson, startStandIn } from './stand-in.ts';

type GithubEmail = { email: string; primary: boolean; verified: boolean };

/** A stand-in for GitHub and its API. */
export type GithubStandIn = StandIn & {
  /** The person who signs in. */
  user: { id: unknown; login: string; name: string | null };
  emails: GithubEmail[];
};

export async function startGithubStandIn(): Promise<GithubStandIn> {
  const requests = new Map<string, URLSearchParams>();
  const server = await startStandIn(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', standIn.origin);
    if (pathname === '/authorize') {
      const code = `code-${requests.size}`;
      requests.set(code, searchParams);
      const location = new URL(searchParams.get('redirect_uri') ?? '');
      const state = searchParams.get('state') ?? '';
      // Like GitHub for some days in 2026, send an issuer that is not documented.
      location.search = new URLSearchParams({
        code,
        state,
        iss: 'https://github.test/x',
      }).toString();
      response.writeHead(302, { location: location.href }).end();
      return;
    }
    if (pathname === '/token') {
      const form = new URLSearchParams(await text(request));
      const asked = requests.get(form.get('code') ?? '');
      // GitHub reports errors with the status 200.
      if (!asked || !belongsTo(asked, form)) {
        return sendJson(response, { error: 'bad_verification_code' });
      }
      requests.delete(form.get('code') ?? '');
      const scope = (asked.get('scope') ?? '').replaceAll(' ', ',');
      return sendJson(response, { access_token: 'gho_token', token_type: 'bearer', scope });
    }
    if (request.headers.authorization !== 'Bearer gho_token') {
      return sendJson(response, { message: 'Bad credentials' }, 401);
    }
    return sendJson(response, pathname === '/user' ? standIn.user : standIn.emails);
  });
  const standIn: GithubStandIn = Object.assign(server, {
    user: { id: 1, login: 'ada', name: null },
    emails: [],
  });
  return standIn;
}
