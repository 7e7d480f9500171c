import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('every setting has a default', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    uploadsBucket: undefined,
    databaseUrl: undefined,
    databaseReadUrl: undefined,
    databaseConnections: 16,
    workers: 1,
    fixedSettings: {},
    signIn: {
      domain: 'http://localhost:3000',
      clientId: 'composable-jobs-3000',
      audience: 'http://localhost:3000/api',
      embedded: 'this machine',
    },
    upstream: [],
    mail: {
      delivery: 'captured',
      server: undefined,
      from: { name: '', address: 'board@localhost' },
      rate: 60,
    },
    demoData: true,
    readSources: true,
    pageCacheBytes: 67_108_864,
    staleIfError: 300_000,
    trustProxy: [],
    rateLimitScale: 1,
    logLevel: 'info',
    slowQueryMs: 500,
    metrics: undefined,
  });
});

test('metrics are served only if METRICS_PORT is set, by default on the loopback interface', () => {
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: 'localhost' });
  const settings = { METRICS_PORT: '9464', METRICS_HOST: '10.0.0.7' };
  expect(readConfig(settings).metrics).toEqual({ port: 9464, host: '10.0.0.7' });
  expect(readConfig({ METRICS_HOST: '10.0.0.7' }).metrics).toBeUndefined();
});

test.each(['METRICS_PORT', 'SLOW_QUERY_MS'])('the setting %s is a number', (name) => {
  expect(() => readConfig({ [name]: 'many' })).toThrow(name);
  expect(() => readConfig({ [name]: '-1' })).toThrow(name);
});

test('an empty value counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('the public URL contains the port by default', () => {
  expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  expect(readConfig({ PUBLIC_URL: 'https://jobs.example/' }).publicUrl).toBe(
    'https://jobs.example',
  );
});

test('a board with an external database gets demo data only on request', () => {
  const DATABASE_URL = 'postgres://board@db.example/board';
  expect(readConfig({ DATABASE_URL }).demoData).toBe(false);
  expect(readConfig({ DATABASE_URL, DEMO_DATA: 'true' }).demoData).toBe(true);
  expect(readConfig({ DEMO_DATA: 'false' }).demoData).toBe(false);
});

test('a public board gets demo data only on request', () => {
  const PUBLIC_URL = 'https://jobs.example';
  expect(readConfig({ PUBLIC_URL }).demoData).toBe(false);
  expect(readConfig({ PUBLIC_URL, DEMO_DATA: 'true' }).demoData).toBe(true);
  expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:8080' }).demoData).toBe(true);
});

test('a database URL may have its host, or the folder of a socket, as a parameter', () => {
  for (const DATABASE_URL of [
    'postgres://board:secret@/board?host=/var/run/postgresql',
    'postgresql:///board?host=/cloudsql/project:region:name&user=board&password=secret',
    'postgres://board:secret@%2Fvar%2Frun%2Fpostgresql:5433/board',
  ]) {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  }
  for (const DATABASE_URL of ['postgres:board', '/board', 'postgres://db:99999/board']) {
    expect(() => readConfig({ DATABASE_URL })).toThrow(
      'DATABASE_URL must be a postgres:// address',
    );
  }
});

test('all invalid settings are reported at once, without their values', () => {
  const read = () =>
    readConfig({
      PORT: '70000',
      PUBLIC_URL: 'https://jobs.example/board',
      DATABASE_URL: 'mysql://user:secret@db.example',
      DEMO_DATA: 'yes',
      LOG_LEVEL: 'loud',
      SITE_NAME: 'x'.repeat(61),
      TIME_ZONE: 'Mars/Olympus',
      AUTH_DOMAIN: 'board.example',
    });
  for (const name of [
    'PORT',
    'PUBLIC_URL',
    'DATABASE_URL',
    'DEMO_DATA',
    'LOG_LEVEL',
    'SITE_NAME',
    'TIME_ZONE',
    'AUTH_CLIENT_ID must be set',
    'AUTH_AUDIENCE must be set',
  ]) {
    expect(read).toThrow(name);
  }
  expect(read).not.toThrow('secret');
});

test('TRUST_PROXY accepts a list of addresses', () => {
  const { trustProxy } = readConfig({ TRUST_PROXY: '127.0.0.1, ::1,10.0.0.0/8 ,fd00::/8' });
  expect(trustProxy).toEqual(['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8']);
});

test.each([
  'true',
  '*',
  '1',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/',
  '0.0.0.0/0',
  '::/0',
  '10.0.0/8',
  '::1/129',
  ',',
])('TRUST_PROXY=%s is refused', (TRUST_PROXY) => {
  expect(() => readConfig({ TRUST_PROXY })).toThrow('TRUST_PROXY must be addresses or networks');
});

test.each(['-1', '1e3', '0x10', 'Infinity', 'off'])('RATE_LIMIT_SCALE=%s is refused', (scale) => {
  expect(() => readConfig({ RATE_LIMIT_SCALE: scale })).toThrow('RATE_LIMIT_SCALE must be');
});

test.each(['0', '-1', '1.5', '65', 'auto'])('WEB_CONCURRENCY=%s is refused', (WEB_CONCURRENCY) => {
  expect(() => readConfig({ WEB_CONCURRENCY })).toThrow('WEB_CONCURRENCY must be');
});

test('DATABASE_READ_URL requires DATABASE_URL', () => {
  const replica = { DATABASE_READ_URL: 'postgres://board@standby.example/board' };
  expect(() => readConfig(replica)).toThrow(
    'DATABASE_READ_URL must not be set without DATABASE_URL',
  );
  const primary = { DATABASE_URL: 'postgres://board@db.example/board' };
  expect(readConfig({ ...primary, ...replica }).databaseReadUrl).toBe(replica.DATABASE_READ_URL);
});

test.each(['0x10', '1e3', '-1', '3000.5', ' 3000', '65536'])('PORT=%s is refused', (PORT) => {
  expect(() => readConfig({ PORT })).toThrow('PORT must be a port number from 0 to 65535');
});

test.each([
  'ftp://jobs.example',
  'jobs.example',
  'https://u:p@jobs.example',
  'https://:p@jobs.example',
  'https://jobs.example?x',
])('PUBLIC_URL=%s is refused', (PUBLIC_URL) => {
  expect(() => readConfig({ PUBLIC_URL })).toThrow('PUBLIC_URL');
});

const HOSTED = {
  AUTH_DOMAIN: 'board.eu.auth0.com',
  AUTH_CLIENT_ID: 'aB3.x_y~z-1',
  AUTH_AUDIENCE: 'https://jobs.example/api',
};

describe('an external identity provider', () => {
  test('has the configured domain, client id and audience', () => {
    expect(readConfig(HOSTED).signIn).toEqual({
      domain: 'https://board.eu.auth0.com',
      clientId: 'aB3.x_y~z-1',
      audience: 'https://jobs.example/api',
      embedded: undefined,
    });
    expect(readConfig({ ...HOSTED, AUTH_EMBEDDED: 'false' }).signIn).toEqual(
      readConfig({ ...HOSTED, PUBLIC_URL: 'https://jobs.example' }).signIn,
    );
  });

  test.each([
    ['https://Board.Example/', 'https://board.example'],
    ['board.example:8443', 'https://board.example:8443'],
    ['HTTPS://board.example', 'https://board.example'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://[::1]:4000/', 'http://[::1]:4000'],
  ])('AUTH_DOMAIN=%s is read as %s', (AUTH_DOMAIN, domain) => {
    expect(readConfig({ ...HOSTED, AUTH_DOMAIN }).signIn?.domain).toBe(domain);
  });

  test.each([
    'http://board.example',
    'http://localhost.example.com',
    'http://192.0.2.7',
    'ftp://board.example',
    'board.example/tenant',
    'https://board.example?x',
    'https://ada@board.example',
    'https://',
    ' ',
    'javascript:alert(1)',
  ])('AUTH_DOMAIN=%s is refused', (AUTH_DOMAIN) => {
    expect(() => readConfig({ ...HOSTED, AUTH_DOMAIN })).toThrow('  AUTH_DOMAIN ');
  });

  test.each(['a client', 'a;b', 'a=b', 'a"b', '</script>', 'ä', 'a\n', 'a*', 'a(b'])(
    'AUTH_CLIENT_ID=%j is refused',
    (AUTH_CLIENT_ID) => {
      expect(() => readConfig({ ...HOSTED, AUTH_CLIENT_ID })).toThrow(
        '  AUTH_CLIENT_ID must consist of letters, digits and the characters . _ ~ -',
      );
    },
  );

  test.each(Object.keys(HOSTED))('requires %s if the other settings are present', (missing) => {
    const reason = 'AUTH_DOMAIN, AUTH_CLIENT_ID, AUTH_AUDIENCE belong together';
    const read = () => readConfig({ ...HOSTED, [missing]: '' });
    expect(read).toThrow(`  ${missing} must be set: ${reason}`);
  });

  test('if only one of the three settings of an external provider is present, both missing ones are reported', () => {
    const read = () => readConfig({ AUTH_DOMAIN: HOSTED.AUTH_DOMAIN });
    expect(read).toThrow(/AUTH_CLIENT_ID must be set.*\n.*AUTH_AUDIENCE must be set/);
  });

  test('the audience must differ from the client id, so that the API does not accept ID tokens', () => {
    expect(() => readConfig({ ...HOSTED, AUTH_AUDIENCE: HOSTED.AUTH_CLIENT_ID })).toThrow(
      'AUTH_AUDIENCE must not be the same as AUTH_CLIENT_ID',
    );
  });

  test('an external provider cannot be combined with the embedded one', () => {
    expect(() => readConfig({ ...HOSTED, AUTH_EMBEDDED: 'true' })).toThrow(
      'AUTH_EMBEDDED must not be true together with AUTH_DOMAIN',
    );
  });
});

describe('the embedded identity provider', () => {
  test.each([
    'http://localhost:3000',
    'http://LOCALHOST',
    'https://localhost',
    'http://board.localhost:8080',
    'http://127.0.0.1:3000',
    'http://127.1:3000',
    'http://[::1]:3000',
  ])('the embedded provider serves only this machine if the board is at %s', (PUBLIC_URL) => {
    const { signIn, publicUrl } = readConfig({ PUBLIC_URL });
    const { port } = new URL(PUBLIC_URL);
    expect(signIn).toEqual({
      domain: publicUrl,
      clientId: port ? `composable-jobs-${port}` : 'composable-jobs',
      audience: `${publicUrl}/api`,
      embedded: 'this machine',
    });
  });

  test.each([
    'https://jobs.example',
    'http://localhost.example.com',
    'http://notlocalhost',
    'http://128.0.0.1',
    'http://127.0.0.1.example.com',
    'http://0.0.0.0:3000',
    'http://192.168.0.1',
    'http://[2001:db8::1]',
  ])(
    'the embedded provider requires a mailed code if the board is at %s, and is off unless mail can be sent',
    (PUBLIC_URL) => {
      expect(readConfig({ PUBLIC_URL }).signIn).toBeUndefined();
      const mail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'jobs@board.example' };
      for (const settings of [mail, { AUTH_EMBEDDED: 'true' }]) {
        expect(readConfig({ PUBLIC_URL, ...settings }).signIn).toMatchObject({
          domain: PUBLIC_URL,
          embedded: 'with proof',
        });
      }
      expect(readConfig({ PUBLIC_URL, ...mail, AUTH_EMBEDDED: 'false' }).signIn).toBeUndefined();
    },
  );

  test('the embedded provider can be disabled, or enabled for all machines', () => {
    expect(readConfig({ AUTH_EMBEDDED: 'false' }).signIn).toBeUndefined();
    expect(readConfig({ AUTH_EMBEDDED: 'true' }).signIn?.embedded).toBe('everywhere');
    expect(() => readConfig({ AUTH_EMBEDDED: 'yes' })).toThrow(
      'AUTH_EMBEDDED must be true or false',
    );
  });
});

test('a misspelled UPLOADS_URL is refused', () => {
  expect(() => readConfig({ UPLOAD_URL: 's3://board' })).toThrow('use UPLOADS_URL');
});

test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])(
  'the time zone of a board can be %s',
  (zone) => {
    expect(readConfig({ TIME_ZONE: zone }).fixedSettings.timezone).toBe(zone);
  },
);

// PostgreSQL takes an offset for one in the other direction.
test.each(['+01:00', '-3', 'Berlin', 'local'])('the time zone of a board cannot be %s', (zone) => {
  expect(() => readConfig({ TIME_ZONE: zone })).toThrow('IANA');
});
