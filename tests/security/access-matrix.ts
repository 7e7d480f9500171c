import type { Access, Endpoint } from '#shared/contract/endpoint.ts';
import { type EndpointName, endpoints } from '#shared/contract/endpoints.ts';

/**
 * The columns of the matrix. The company admin belongs to the tested company; the other admin belongs to a different
 * one.
 */
export const PEOPLE = ['nobody', 'user', 'company admin', 'another admin', 'site admin'] as const;

export type Person = (typeof PEOPLE)[number];

export type Statuses = readonly [number, number, number, number, number];

/** The same status for everyone. */
const all = (status: number): Statuses => [status, status, status, status, status];

/**
 * The status that each kind of person gets from every route for a valid request to an existing entity. A row's name is
 * the method and the pattern; `ALL` stands for every method, and brackets distinguish variants of a route.
 * `access-calls.ts` makes the requests.
 */
// biome-ignore format: a table
const ACCESS_MATRIX = {
  //                                          nobody user company another site
  'GET /api/jobs':                             all(200),
  'GET /api/jobs/counts':                      all(200),
  'GET /api/jobs/companies':                   all(200),
  'GET /api/jobs/alternatives':                all(200),
  'GET /api/jobs/places':                      all(200),
  'GET /api/places':                           all(200),
  'GET /api/jobs/suggestions':                 all(200),
  'GET /api/jobs/:id':                         all(200),
  'GET /api/jobs/:id (closed)':                all(410),
  'GET /api/jobs/:id/similar':                 all(200),
  'GET /api/jobs/:id/closed':                  all(200),
  'GET /api/jobs/:id/closed (open)':           all(404),
  'GET /api/jobs/closed':                      [401, 403, 200, 200, 200],
  'GET /api/jobs/:id/posting-issues':          [401, 403, 200, 403, 200],
  'GET /api/admin/ranking':                    [401, 403, 403, 403, 200],
  'POST /api/jobs':                            [401, 403, 201, 403, 201],
  'PUT /api/jobs/:id':                         [401, 403, 200, 403, 200],
  'PUT /api/jobs/:id (to another company)':    [401, 403, 403, 403, 200],
  'PUT /api/jobs/:id (closed)':                [401, 403, 410, 403, 410],
  'POST /api/jobs/:id/close':                  [401, 403, 204, 403, 204],
  'POST /api/jobs/:id/reopen':                 [401, 403, 200, 403, 200],
  'POST /api/jobs/:id/renew':                  [401, 403, 200, 403, 200],
  'POST /api/job-renewals/read':               all(200),
  'POST /api/job-renewals':                    all(200),
  'POST /api/job-renewals/close':              all(200),
  'GET /api/dashboard':                        [401, 403, 200, 200, 200],
  'DELETE /api/jobs/:id':                      [401, 403, 204, 403, 204],
  'DELETE /api/jobs/:id (closed)':             [401, 403, 204, 403, 204],
  'POST /api/jobs/:id/restore':                [401, 403, 200, 403, 200],
  'POST /api/jobs/:id/restore (another’s deletion)': [401, 403, 403, 403, 200],
  'POST /api/jobs/bulk':                       [401, 403, 200, 200, 200],
  'GET /api/job-drafts':                       [401, 403, 200, 200, 200],
  'GET /api/job-drafts/:id':                   [401, 403, 200, 404, 200],
  'POST /api/job-drafts':                      [401, 403, 201, 403, 201],
  'PUT /api/job-drafts/:id':                   [401, 403, 200, 404, 200],
  'PUT /api/job-drafts/:id (to another company)': [401, 403, 403, 404, 200],
  'DELETE /api/job-drafts/:id':                [401, 403, 204, 404, 204],
  'POST /api/job-drafts/:id/submit':           [401, 403, 200, 404, 200],
  'POST /api/job-drafts/:id/withdraw':         [401, 403, 200, 404, 200],
  'POST /api/job-drafts/:id/approve':          [401, 403, 403, 403, 200],
  'POST /api/job-drafts/:id/reject':           [401, 403, 403, 403, 200],
  'POST /api/alerts':                         all(204),
  'GET /api/saved-searches':                   [401, 200, 200, 200, 200],
  'POST /api/saved-searches':                  [401, 201, 201, 201, 201],
  'PUT /api/saved-searches/:id (own)':         [401, 204, 204, 204, 204],
  'PUT /api/saved-searches/:id (another’s)':   [401, 404, 404, 404, 404],
  'DELETE /api/saved-searches/:id (own)':      [401, 204, 204, 204, 204],
  'DELETE /api/saved-searches/:id (another’s)': [401, 404, 404, 404, 404],
  'POST /api/jobs/:id/reports':                all(204),
  'POST /api/jobs/read':                       all(200),
  'GET /api/marks':                            [401, 200, 200, 200, 200],
  'POST /api/marks':                           [401, 200, 200, 200, 200],
  'PUT /api/marks/jobs/:id':                   [401, 204, 204, 204, 204],
  'PUT /api/marks/companies/:id':              [401, 204, 204, 204, 204],
  'DELETE /api/marks/companies/:id':           [401, 204, 204, 204, 204],
  'GET /api/reported-jobs':                    [401, 403, 403, 403, 200],
  'POST /api/reported-jobs/:id/resolve':       [401, 403, 403, 403, 204],

  'GET /api/companies':                        all(200),
  'GET /api/companies/:id':                    all(200),
  'GET /api/companies/:id/figures':            all(200),
  'POST /api/companies':                       [401, 403, 403, 403, 201],
  'PUT /api/companies/:id':                    [401, 403, 200, 403, 200],
  'PUT /api/companies/:id (as an editor)':     [401, 403, 403, 403, 200],
  'GET /api/admin/settings':                   [401, 403, 403, 403, 200],
  'PUT /api/admin/setup':                      [401, 403, 403, 403, 204],
  'PUT /api/admin/settings':                   [401, 403, 403, 403, 200],
  'GET /api/admin/pages':                      [401, 403, 403, 403, 200],
  'POST /api/admin/pages':                     [401, 403, 403, 403, 201],
  'POST /api/admin/pages/preview':             [401, 403, 403, 403, 200],
  'GET /api/admin/pages/:id':                  [401, 403, 403, 403, 200],
  'PUT /api/admin/pages/:id':                  [401, 403, 403, 403, 200],
  'DELETE /api/admin/pages/:id':               [401, 403, 403, 403, 200],
  'GET /api/admin/page-versions/:id':          [401, 403, 403, 403, 404],
  'GET /api/categories':                       all(200),
  'GET /api/admin/categories':                 [401, 403, 403, 403, 200],
  'GET /api/admin/categories/count':           [401, 403, 403, 403, 200],
  'POST /api/admin/categories':                [401, 403, 403, 403, 201],
  'PUT /api/admin/categories/:id':             [401, 403, 403, 403, 200],
  'DELETE /api/admin/categories/:id':          [401, 403, 403, 403, 200],
  'GET /api/companies/:id/renames':            [401, 403, 200, 403, 200],
  'GET /api/renames/:id':                      [401, 403, 200, 404, 200],
  'DELETE /api/renames/:id':                   [401, 403, 204, 404, 204],
  'POST /api/renames/:id/approve':             [401, 403, 403, 403, 204],
  'POST /api/renames/:id/reject':              [401, 403, 403, 403, 204],
  'DELETE /api/companies/:id':                 [401, 403, 403, 403, 204],
  'POST /api/companies/:id/restore':           [401, 403, 403, 403, 200],
  'GET /api/admin/companies':                  [401, 403, 403, 403, 200],
  'GET /api/admin/companies.csv':              [401, 403, 403, 403, 200],
  'POST /api/companies/:id/merge':             [401, 403, 403, 403, 200],
  'GET /api/claims':                           [401, 200, 200, 200, 200],
  'POST /api/claims':                          [401, 201, 201, 201, 409],
  'POST /api/claims (a new company)':          [401, 201, 201, 201, 409],
  'GET /api/claims/:id (own)':                 [401, 200, 200, 200, 200],
  'GET /api/claims/:id (another’s)':           [401, 404, 404, 404, 200],
  'PUT /api/claims/:id (own)':                 [401, 200, 200, 200, 200],
  'PUT /api/claims/:id (another’s)':           [401, 404, 404, 404, 403],
  'DELETE /api/claims/:id (own)':              [401, 204, 204, 204, 204],
  'DELETE /api/claims/:id (another’s)':        [401, 404, 404, 404, 403],
  'POST /api/claims/:id/logo (own)':           [401, 200, 200, 200, 200],
  'POST /api/claims/:id/logo (another’s)':     [401, 404, 404, 404, 403],
  'PUT /api/claims/:id/job (own)':             [401, 200, 200, 200, 200],
  'PUT /api/claims/:id/job (another’s)':       [401, 404, 404, 404, 403],
  'POST /api/claims/:id/code (own)':           [401, 204, 204, 204, 204],
  'POST /api/claims/:id/code (another’s)':     [401, 404, 404, 404, 403],
  'POST /api/claims/:id/prove (own, wrong)':   [401, 409, 409, 409, 409],
  'POST /api/claims/:id/prove (another’s)':    [401, 404, 404, 404, 403],
  'POST /api/claims/:id/submit (own)':         [401, 200, 200, 200, 200],
  'POST /api/claims/:id/submit (another’s)':   [401, 404, 404, 404, 403],
  'POST /api/claims/:id/withdraw (own)':       [401, 200, 200, 200, 200],
  'POST /api/claims/:id/withdraw (another’s)': [401, 404, 404, 404, 403],
  'POST /api/claims/:id/accept':               [401, 404, 204, 404, 403],
  'POST /api/claims/:id/object':               [401, 404, 204, 404, 403],
  'POST /api/claims/:id/approve':              [401, 403, 403, 403, 200],
  'POST /api/claims/:id/reject':               [401, 403, 403, 403, 200],
  'GET /api/reviews/:id (own)':                [401, 200, 200, 200, 200],
  'GET /api/reviews/:id (another’s)':          [401, 404, 404, 404, 404],
  'GET /api/reviews/:id (a job)':              [401, 404, 200, 404, 200],
  'GET /api/admin/claims':                     [401, 403, 403, 403, 200],
  'GET /api/admin/inbox':                      [401, 403, 403, 403, 200],
  'PUT /api/admin/inbox/digest':               [401, 403, 403, 403, 204],
  'GET /api/reminders':                        [401, 403, 200, 200, 200],
  'PUT /api/reminders':                        [401, 403, 204, 204, 204],
  'GET /api/sources':                         [401, 403, 200, 200, 200],
  'POST /api/sources':                        [401, 403, 201, 403, 201],
  'POST /api/sources (a new company)':        [401, 403, 403, 403, 201],
  'GET /api/sources/:id':                     [401, 403, 200, 403, 200],
  'GET /api/sources/:id (as an editor)':      [401, 403, 403, 403, 200],
  'PUT /api/sources/:id':                     [401, 403, 200, 403, 200],
  'PUT /api/sources/:id (as an editor)':      [401, 403, 403, 403, 200],
  'DELETE /api/sources/:id':                  [401, 403, 204, 403, 204],
  'POST /api/sources/:id/run':                [401, 403, 200, 403, 200],
  'POST /api/sources/:id/pause':              [401, 403, 200, 403, 200],
  'POST /api/sources/:id/resume':             [401, 403, 200, 403, 200],
  'POST /api/sources/:id/resume (proposed)':  [401, 403, 403, 403, 200],
  'GET /api/sources/:id/runs':                [401, 403, 200, 403, 200],
  'GET /api/sources/:id/locks':               [401, 403, 200, 403, 200],
  'GET /api/sources/:id/duplicates':          [401, 403, 200, 403, 200],
  'GET /api/source-runs/:id/changes':         [401, 403, 200, 403, 200],
  'POST /api/source-runs/:id/undo':           [401, 403, 200, 403, 200],
  'POST /api/source-runs/:id/undo (as an editor)': [401, 403, 403, 403, 200],
  'POST /api/source-previews':                [401, 403, 201, 403, 201],
  'POST /api/source-previews (a new company)': [401, 403, 403, 403, 201],
  'GET /api/source-previews/:id':             [401, 403, 200, 403, 200],
  'POST /api/jobs/:id/unlock':                [401, 403, 204, 403, 204],
  'POST /api/jobs/:id/merge':                 [401, 403, 204, 403, 204],
  'POST /api/jobs/:id/merge (into another company’s)': [401, 403, 400, 403, 400],
  'POST /api/jobs/:id/distinguish':           [401, 403, 204, 403, 204],
  'POST /api/jobs/:id/distinguish (from another company’s)': [401, 403, 400, 403, 400],
  'GET /api/pages/:id':                        all(200),
  'GET /api/personal-data':                    [401, 200, 200, 200, 200],
  'POST /api/personal-data/export':            [401, 201, 201, 201, 201],
  'GET /api/personal-data/export':             [401, 404, 404, 404, 404],
  'POST /api/personal-data/deletion-code':     [401, 409, 409, 409, 409],
  'POST /api/personal-data/deletion':          [401, 204, 204, 204, 409],
  'POST /api/personal-data/deletion (wrong)':  [401, 400, 400, 400, 409],
  'GET /api/accounts':                         [401, 403, 403, 403, 200],
  'GET /api/accounts/:id (own)':               [401, 200, 200, 200, 200],
  'GET /api/accounts/:id (another’s)':         [401, 403, 403, 403, 200],
  'GET /api/accounts/:id (nobody’s)':          [401, 403, 403, 403, 404],
  'POST /api/accounts (own, the first)':       [401, 201, 201, 201, 201],
  'POST /api/accounts (own, a second)':        [401, 409, 409, 409, 409],
  'POST /api/accounts (another’s)':            [401, 403, 403, 403, 201],
  'PUT /api/accounts/:id (own)':               [401, 200, 200, 200, 200],
  'PUT /api/accounts/:id (another’s)':         [401, 403, 403, 403, 200],
  'GET /api/memberships':                      [401, 200, 200, 200, 200],
  'POST /api/memberships/:id/choose (own)':    [401, 404, 200, 200, 404],
  'POST /api/memberships/:id/choose (another’s)': [401, 404, 404, 404, 404],
  'PUT /api/memberships/:id':                  [401, 403, 200, 403, 200],
  'PUT /api/memberships/:id (as an editor)':   [401, 403, 403, 403, 200],
  'DELETE /api/memberships/:id':               [401, 403, 204, 403, 204],
  'DELETE /api/memberships/:id (as an editor)': [401, 403, 403, 403, 204],
  'DELETE /api/memberships/:id (own)':         [401, 404, 204, 409, 404],
  'GET /api/companies/:id/team':               [401, 403, 200, 403, 200],
  'POST /api/companies/:id/invitations':       [401, 403, 201, 403, 201],
  'POST /api/companies/:id/invitations (as an editor)': [401, 403, 403, 403, 201],
  'DELETE /api/invitations/:id':               [401, 403, 204, 403, 204],
  'DELETE /api/invitations/:id (as an editor)': [401, 403, 403, 403, 204],
  'POST /api/invitations/read':                [401, 200, 200, 200, 200],
  'POST /api/invitations/accept':              [401, 200, 200, 200, 200],
  'GET /api/sessions':                         [401, 200, 200, 200, 200],
  'DELETE /api/sessions':                      [401, 204, 204, 204, 204],
  'DELETE /api/sessions/:id (own)':            [401, 204, 204, 204, 204],
  'DELETE /api/sessions/:id (another’s)':      [401, 404, 404, 404, 404],
  'GET /api/identities':                       [401, 200, 200, 200, 200],
  'DELETE /api/identities/:id (own)':          [401, 204, 204, 204, 204],
  'DELETE /api/identities/:id (another’s)':    [401, 404, 404, 404, 404],
  'GET /api/passkeys':                         [401, 200, 200, 200, 200],
  'POST /api/passkeys/options':                [401, 409, 409, 409, 409],
  'POST /api/passkeys':                        [401, 409, 409, 409, 409],
  'DELETE /api/passkeys/:id (own)':            [401, 204, 204, 204, 204],
  'DELETE /api/passkeys/:id (another’s)':      [401, 404, 404, 404, 404],
  'POST /api/descriptions/preview':            [401, 200, 200, 200, 200],
  'GET /api/admin/people':                     [401, 403, 403, 403, 200],
  'GET /api/admin/people.csv':                 [401, 403, 403, 403, 200],
  'POST /api/admin/people/:id/role':           [401, 403, 403, 403, 204],
  'POST /api/admin/people/:id/block':          [401, 403, 403, 403, 204],
  'POST /api/admin/people/:id/unblock':        [401, 403, 403, 403, 204],
  'POST /api/admin/people/:id/end-sessions':   [401, 403, 403, 403, 204],
  'GET /api/admin/audit':                      [401, 403, 403, 403, 200],
  'GET /api/admin/audit.csv':                  [401, 403, 403, 403, 200],
  'GET /api/admin/audit/:id':                  [401, 403, 403, 403, 200],
  'POST /api/admin/audit/:id/restore':         [401, 403, 403, 403, 200],
  'GET /api/admin/system':                     [401, 403, 403, 403, 200],
  'GET /api/admin/mails.csv':                  [401, 403, 403, 403, 200],
  'GET /api/admin/mails':                      [401, 403, 403, 403, 200],
  'POST /api/admin/mails/:id/resend':          [401, 403, 403, 403, 204],
  'POST /api/admin/mails/test':                [401, 403, 403, 403, 409],
  'POST /api/admin/mails/pause':               [401, 403, 403, 403, 204],
  'POST /api/admin/mails/resume':              [401, 403, 403, 403, 204],
  'POST /api/upload':                          [401, 403, 201, 201, 201],
  'ALL /api':                                  all(404),
  'ALL /api/*':                                all(404),

  'GET /*':                                    all(200),
  'GET /assets/*':                             all(200),
  'GET /static/*':                             all(200),
  'GET /look/:name':                           all(200),
  'GET /demo-logos/*':                         all(200),
  'GET /uploads/:name':                        all(200),
  'GET /previews/board.png':                   all(200),
  'GET /previews/jobs/:file':                  all(200),
  'GET /previews/jobs/:file (closed)':         all(410),
  'GET /previews/companies/:file':             all(200),
  'GET /jobs.atom':                            all(200),
  'GET /jobs.json':                            all(200),
  'GET /embed/jobs':                           all(200),
  'GET /api/openapi.json':                     all(200),
  'GET /api/docs':                             all(200),
  'GET /reminders/:token':                     all(200),
  'POST /reminders/:token':                    all(200),
  'GET /alerts/new':                          all(200),
  'POST /alerts':                             all(200),
  'GET /alerts/confirm/:token':                all(200),
  'POST /alerts/confirm/:token':               all(200),
  'GET /alerts/end/:token':                    all(200),
  'POST /alerts/end/:token':                   all(200),
  'GET /alerts/keep/:token':                   all(200),
  'POST /alerts/keep/:token':                  all(200),
  'GET /alerts/manage/:token':                 all(200),
  'POST /alerts/manage/:token':                all(200),
  'GET /oembed':                               all(200),
  'GET /robots.txt':                           all(200),
  'GET /sitemap.xml':                          all(200),
  'GET /sitemaps/pages.xml':                   all(200),
  'GET /sitemaps/companies-:number(^[1-9]\\d{0,5}$).xml': all(200),
  'GET /sitemaps/jobs-:number(^[1-9]\\d{0,5}$).xml':      all(200),
  'GET /dev/mail':                             all(200),
  'GET /dev/mail/:id':                         all(200),
  'GET /dev/mail/:id/html':                    all(200),
  'GET /healthz':                              all(200),
  'GET /readyz':                               all(200),

  // The embedded identity provider reads its own cookies and ignores the board's tokens.
  'ALL /authorize':                            all(303),
  'GET /authorize/sign-in/:uid':               all(200),
  'GET /authorize/sign-in/:uid (of another browser)': all(400),
  'POST /authorize/sign-in/:uid':              all(303),
  'ALL /authorize/:uid':                       all(303),
  // An Authorization header would be a second client authentication, which is an error:
  // https://www.rfc-editor.org/rfc/rfc6749#section-2.3
  'ALL /oauth/token':                          [200, 400, 400, 400, 400],
  'ALL /userinfo':                             all(401),
  'ALL /v2/logout':                            all(200),
  'ALL /v2/logout/confirm':                    all(303),
  'ALL /v2/logout/success':                    all(302),
  'ALL /.well-known/jwks.json':                all(200),
  'ALL /.well-known/openid-configuration':     all(200),
} satisfies Record<string, Statuses>;

export type RowName = keyof typeof ACCESS_MATRIX;

export const ROWS = Object.entries(ACCESS_MATRIX) as [RowName, Statuses][];

/** The route of a row: its name without the brackets. */
export const routeOf = (row: string): string => row.replace(/ \([^^].*\)$/, '');

/** The routes without a row, and the rows without a route. */
export function compareRoutes(registered: Iterable<string>) {
  const known = new Set(ROWS.map(([name]) => routeOf(name)));
  const routes = new Set(registered);
  return {
    missing: [...routes].filter((route) => !known.has(route)),
    without: [...known].filter((route) => !routes.has(route)),
  };
}

const ROLE_OF = {
  user: 'user',
  'company admin': 'companyadmin',
  'another admin': 'companyadmin',
  'site admin': 'siteadmin',
} as const;

/**
 * The rows that contradict `access` in the contract. The contract names only roles, so a policy may also refuse people
 * who have the right role.
 */
export function contradictions(rows: readonly (readonly [string, Statuses])[] = ROWS): string[] {
  return rows.flatMap(([row, statuses]) => {
    const endpoint: Endpoint | undefined = endpoints[routeOf(row) as EndpointName];
    if (!endpoint) return [];
    const { access, success = 200, errors } = endpoint;
    return PEOPLE.filter((person, column) => {
      const status = statuses[column] ?? 0;
      const refusal = refusalOf(access, person);
      if (refusal) return status !== refusal;
      if (status === 401 || (status === 403 && access === 'public')) return true;
      return ![success, ...errors].includes(status);
    }).map((person) => `${row}: ${person}`);
  });
}

function refusalOf(access: Access, person: Person): 401 | 403 | undefined {
  if (access === 'public') return undefined;
  if (person === 'nobody') return 401;
  return access === 'authenticated' || access.includes(ROLE_OF[person]) ? undefined : 403;
}
