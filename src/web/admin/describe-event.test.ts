import { expect, test } from 'vitest';
import type { AuditEvent } from '#shared/contract/audit.ts';
import { describeEvent } from './describe-event.ts';

const BOSS = { kind: 'person', id: 'auth0|boss', name: 'Boss', email: '' } as const;

const EVENT: AuditEvent = {
  id: 1,
  at: '2026-11-27T08:30:00.000Z',
  actor: BOSS,
  action: 'update',
  kind: 'job',
  thing: '0199a1c4-53d8-7b16-8f2c-0d9e6a4b7c15',
  name: 'Weaver',
  act: '',
  company: 'Loom Labs',
  role: '',
  fields: [],
  restorable: false,
};

test.each<[string, Partial<AuditEvent>]>([
  ['Boss posted “Weaver” of Loom Labs', { action: 'create' }],
  ['Boss closed “Weaver” of Loom Labs', { act: 'close' }],
  ['Boss moved “Weaver” to Loom Labs', { act: 'move' }],
  [
    'Boss changed the title and the pay of the job “Weaver” of Loom Labs',
    { fields: ['title', 'pay'] },
  ],
  ['Boss approved “Weaver” of Loom Labs', { kind: 'draft', act: 'approve' }],
  ['Boss resolved the reports of “Weaver”', { kind: 'report', company: '' }],
  [
    'Boss merged Søk Kaffe into Søk Kaffe AS',
    { kind: 'merge', action: 'create', name: 'Søk Kaffe', company: 'Søk Kaffe AS' },
  ],
  [
    'Boss undid the merge of Søk Kaffe into Søk Kaffe AS',
    { kind: 'merge', action: 'delete', name: 'Søk Kaffe', company: 'Søk Kaffe AS' },
  ],
  [
    'Boss made Ada an editor of Loom Labs',
    { kind: 'membership', action: 'create', name: 'Ada', role: 'editor' },
  ],
  ['Boss blocked Ada', { kind: 'account', name: 'Ada', act: 'block' }],
  ['Boss rejected the request of Ada for Loom Labs', { kind: 'claim', name: 'Ada', act: 'reject' }],
  ['Boss submitted a request for Loom Labs', { kind: 'claim', name: 'Boss', act: 'submit' }],
  [
    'Boss approved the new name or website of Loom Labs',
    { kind: 'rename', name: 'Loom Labs', act: 'approve' },
  ],
  [
    'Boss withdrew the request to change the name or website of Loom Labs',
    { kind: 'rename', action: 'delete', name: 'Loom Labs' },
  ],
  [
    'Boss started a run of the source Loom (ashby)',
    { kind: 'source', name: 'Loom (ashby)', act: 'run' },
  ],
  [
    'Boss let Loom (ashby) close jobs that it no longer lists',
    { kind: 'source', name: 'Loom (ashby)', act: 'close' },
  ],
  [
    'A source closed “Weaver” of Loom Labs',
    { act: 'close', actor: { kind: 'program', id: 'source', name: '', email: '' } },
  ],
  [
    'A deleted person deleted “Weaver” of Loom Labs',
    { action: 'delete', actor: { kind: 'deleted', id: 'actor-1', name: '', email: '' } },
  ],
])('a change reads as a sentence: %s', (sentence, changes) => {
  const { subject, verb, name, rest } = describeEvent({ ...EVENT, ...changes });
  expect(`${[subject, verb, name].filter(Boolean).join(' ')}${rest}`).toBe(sentence);
});
