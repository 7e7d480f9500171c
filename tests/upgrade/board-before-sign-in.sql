-- A board at migration 0019, the last one before the sign-in with proof, with rows in every table. Triggers fill the
-- audit trail, the search index and the counts.

insert into companies (id, name, description, summary, website, logo, source, source_id, version, created_at) values
  ('0198a3c5-0000-7000-8000-000000000001', 'Loom Labs', 'We **weave**.', 'We weave.', 'https://loom.example',
    '/uploads/loom.webp', null, null, 3, '2026-01-02T03:04:05.678Z'),
  ('0198a3c5-0000-7000-8000-000000000002', 'Größe & Söhne', '', '', '', '', 'ashby', 'groesse', 1,
    '2026-02-02T00:00:00Z');

insert into jobs (id, company_id, title, type, location, description, summary, summary_truncated, salary, addresses,
  workplace, employment, pay_minimum, pay_maximum, pay_currency, pay_unit, applyurl, date, validthrough,
  source_validthrough, closed_at, closed_by, kept_open, source, source_id, version) values
  ('0198a3c5-0000-7000-8000-000000000011', '0198a3c5-0000-7000-8000-000000000001', 'Weaver', 'Full-Time', 'Lisbon',
    E'Tab\t, line\nfeed and \\N', 'Tab, line feed', true, '$60K - $70K', null, 'on-site', 'full-time',
    60000, 70000.5, 'EUR', 'year', 'https://loom.example/apply', '2026-03-01T00:00:00Z', '2036-01-31', null, null, null,
    false, null, null, 7),
  ('0198a3c5-0000-7000-8000-000000000012', '0198a3c5-0000-7000-8000-000000000001', 'Dyer', 'Internship', 'Oslo',
    '', '', false, '', null, null, null, null, null, null, null, '', '2026-03-02T00:00:00Z', null, null,
    '2026-03-05T00:00:00Z', 'admin', false, null, null, 2),
  ('0198a3c5-0000-7000-8000-000000000013', '0198a3c5-0000-7000-8000-000000000002', 'Spinner', 'Full-Time',
    'Zürich; Remote', 'You spin.', 'You spin.', false, '$60K - $70K',
    '[{"text": "Zürich", "locality": "Zürich", "region": "", "country": "CH"}]', 'remote', null, null, null, null, null,
    'https://jobs.example/apply', '2026-03-03T00:00:00Z', '2036-02-01', '2036-02-01', null, null, true, 'ashby', 'job-1',
    1),
  ('0198a3c5-0000-7000-8000-000000000014', '0198a3c5-0000-7000-8000-000000000001', 'Deleted', 'Full-Time', 'Oslo',
    '', '', false, '', null, null, null, null, null, null, null, '', '2026-03-04T00:00:00Z', null, null, null, null,
    false, null, null, 1);
update jobs set title = 'Master weaver' where title = 'Weaver';
delete from jobs where title = 'Deleted';

insert into accounts (id, name, email, verified_email, bio, role, company_id, created_at, updated_at) values
  -- People whose address an earlier identity provider has verified. They entered other addresses.
  ('auth0|ada', 'Ada', 'ada@private.example', 'ada@loom.example', 'I weave.', 'companyadmin',
    '0198a3c5-0000-7000-8000-000000000001', '2026-01-01T00:00:00Z', '2026-01-05T00:00:00Z'),
  ('google-oauth2|root', 'Root', '', 'root@board.example', '', 'siteadmin', null, '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Z'),
  ('auth0|bea', 'Bea', 'bea@example.org', 'bea@example.org', '', 'user', null, '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Z'),
  -- People whose address is only what they entered.
  ('auth0|cy', 'Cy', 'cy@example.org', null, '', 'siteadmin', null, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('auth0|dan', 'Dan', 'dan@example.org', null, '', 'companyadmin', '0198a3c5-0000-7000-8000-000000000002',
    '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  -- Accounts of the demo sign-in.
  ('embedded|siteadmin@example.com', 'Demo Site Admin', 'siteadmin@example.com', 'siteadmin@example.com', '',
    'siteadmin', null, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('embedded|companyadmin@example.com', 'Demo Company Admin', 'companyadmin@example.com', null, '', 'companyadmin',
    '0198a3c5-0000-7000-8000-000000000001', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('embedded|user@example.com', 'Demo User', 'user@example.com', 'user@example.com', '', 'user', null,
    '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
update accounts set role = 'user', company_id = null where id = 'auth0|dan';

insert into job_facts (job_id, reader, digest, places, workplace, employment, eligibility, pay, rates_date, salary,
  skills, dictionary, salaries, reach, middle, group_id, terms) values
  ('0198a3c5-0000-7000-8000-000000000011', 1, 'digest', '[]', 'on-site', 'full-time', null, null, '2026-03-01', null,
    '[]', 'dictionary', 0, 0, 0, '0198a3c5-0000-7000-8000-000000000011', '{"^PT"}');
insert into job_html (id, renderer, digest, html) values
  ('0198a3c5-0000-7000-8000-000000000011', 1, 'digest', '<p>Tab</p>');
insert into company_html (id, renderer, digest, html) values
  ('0198a3c5-0000-7000-8000-000000000001', 1, 'digest', '<p>We <strong>weave</strong>.</p>');
insert into exchange_rates (currency, per_euro, date) values ('USD', 1.1, '2026-03-01');
insert into uploads (name, touched_at) values ('loom.webp', '2026-01-02T00:00:00Z');
insert into idempotency_keys (account_id, key, digest, thing_id) values
  ('auth0|ada', 'key', 'digest', '0198a3c5-0000-7000-8000-000000000011');
insert into identity_state (kind, id, payload, grant_id, uid, consumed_at, expires_at) values
  ('Session', 'session', '{"accountId": "embedded|siteadmin@example.com", "odd": "\u0000"}', null, 'uid', null,
    '2036-01-01T00:00:00Z');
insert into rate_limit_counts (client, time_window, requests) values ('192.0.2.1', 1, 1);
insert into call_counts (caller, stretch, calls) values ('192.0.2.1', 1, 1);
insert into search_dictionary (word, jobs) values ('weaver', 1);
insert into search_words (word, jobs) values ('weaver', 1);
insert into search_suggestions (kind, label, words, titles, jobs) values
  ('title', 'Weaver', to_tsvector('simple', 'weaver'), '{}', 1);

select index_facts('{0198a3c5-0000-7000-8000-000000000011}');
select compact_counts();
-- Changes of the counts that are not compacted yet.
insert into jobs (id, company_id, title, type, location, date) values
  ('0198a3c5-0000-7000-8000-000000000015', '0198a3c5-0000-7000-8000-000000000002', 'Knitter', 'Full-Time', 'Porto',
    '2026-03-06T00:00:00Z');
insert into job_facts (job_id, reader, digest, places, terms) values
  ('0198a3c5-0000-7000-8000-000000000015', 1, 'digest', '[]', '{"^PT"}');
select index_facts('{0198a3c5-0000-7000-8000-000000000015}');
