import { DrizzleQueryError } from 'drizzle-orm';
import { errors } from 'jose';
import { prettyFactory } from 'pino-pretty';
import { beforeEach, describe, expect, test } from 'vitest';
import { captureLog, HOSTILE } from '#tests/support/log-lines.ts';
import { PRETTY } from './logger.ts';

const log = captureLog();
beforeEach(log.forget);

describe('an error', () => {
  const cause = Object.assign(new Error(`invalid value: "${HOSTILE}"`), {
    code: '22P02',
    detail: 'Key (email)=(wilma@example.com) already exists.',
  });
  const claims = { sub: 'auth0|wilma', email: 'wilma@example.com' };

  test.each([
    ['of a query', new DrizzleQueryError('select 1 where a = $1', ['wilma@example.com'], cause)],
    ['of PostgreSQL', cause],
    ['of a token', new errors.JWTExpired('"exp" claim timestamp check failed', claims, 'exp')],
    ['that quotes a token', new Error('unexpected eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ3In0.c2ln')],
    ['that quotes a form', new Error('no such grant: code=secret&code_verifier=secret')],
    ['of an address', new Error('cannot fetch https://wilma:secret@example.com/keys?code=abc')],
    ['of a database', new Error('no such host in postgres://board:sec:ret@db.example/board')],
    ['of a header', new Error(`bad header Bearer ${'x'.repeat(30)} ${HOSTILE}`)],
    ['that is a text', HOSTILE],
    ['that is anything else', claims],
  ])('%s is logged with what helps to fix it but without personal data', async (_, error) => {
    log.logger.error({ err: error }, 'request failed');
    expect(log.lines()).toMatchObject([{ level: 'error', msg: 'request failed' }]);
    expect(log.text()).not.toMatch(
      /wilma@|auth0|eyJ|sec:|ret@|secret|keys\?|xxxx|already exists|^{"level":"fatal/m,
    );
    const printed = prettyFactory(PRETTY)(log.text());
    expect(printed).not.toMatch(/(?!\n)[\p{Cc}\u2028\u202e]/u);
    expect(printed.split('\n').filter((line) => /^\S/.test(line))).toHaveLength(1);
  });
});

test('sensitive values that are passed to the logger by mistake are removed', () => {
  const headers = { authorization: 'Bearer secret', cookie: 'a=secret' };
  const req = { method: 'GET', url: '/?code=secret', headers, socket: {} };
  log.logger.info({ req, headers, body: { bio: 'secret' }, token: 'secret', url: '/secret' }, 'x');
  log.logger.child({ reqId: '1' }).warn(`wilma@example.com came with\nBearer secret\u001b[2J`);
  expect(log.lines()).toHaveLength(2);
  expect(log.text()).not.toMatch(/secret|wilma|\\n|\\u001b/);
});

test('a value that is not sensitive is logged unchanged', () => {
  const sql = 'select "id", "a\\b" from "jobs"\n\twhere "title" = $1';
  log.logger.warn({ sql }, 'Slow query text');
  expect(log.lines()).toMatchObject([{ sql }]);
});
