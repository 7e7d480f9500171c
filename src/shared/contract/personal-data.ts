import { z } from 'zod';
import { CONFIRMATIONS, DELETION_WORD, EXPORT_HOURS } from '#shared/domain/personal-data.ts';
import { ROLES } from '#shared/domain/roles.ts';
import { companyName } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { count, nothing, optionalLine, wholeNumber } from './parameters.ts';

const dataExport = z
  .object({
    state: z
      .enum(['none', 'preparing', 'ready', 'failed'])
      .describe('`none`: the caller has requested no download, or it has expired.')
      .meta({ example: 'ready' }),
    expires: z.iso
      .datetime()
      .nullable()
      .describe('Until when the download is available; null unless it is ready.')
      .meta({ example: '2026-11-27T09:30:00.000Z' }),
    parts: count.describe('The number of parts of the download; 0 unless it is ready.'),
  })
  .meta({ id: 'DataExport', description: 'A download of the caller’s personal data.' });

export type DataExport = z.infer<typeof dataExport>;

const personalData = z
  .object({
    export: dataExport,
    confirmation: z
      .enum(CONFIRMATIONS)
      .describe(
        'How the caller confirms the deletion of the account. `code`: by a code that is mailed to the verified address. `word`: by a word, because the board sends no mails or the caller has no verified address.',
      ),
    email: z.string().describe('The verified address of the caller; empty if there is none.'),
    codesent: z.boolean().describe('Whether a code was sent and is still valid.'),
    lastsiteadmin: z
      .boolean()
      .describe('Whether the caller is the only site admin, whose account cannot be deleted.'),
    soleowner: z.array(companyName).describe('The companies whose only owner is the caller.'),
  })
  .meta({ id: 'PersonalData', description: 'What the caller can do with their personal data.' });

export type PersonalData = z.infer<typeof personalData>;

const deletionBody = z
  .object({
    code: optionalLine(40)
      .optional()
      .describe('The eight digits of the code from the mail, with or without the space.')
      .meta({ example: '4829 1305' }),
    word: optionalLine(40).optional().describe(`The word ${DELETION_WORD}.`),
  })
  .meta({ id: 'AccountDeletion', description: 'Either the code or the word.' });

export const personalDataEndpoints = {
  'GET /api/personal-data': {
    operationId: 'getPersonalData',
    summary: 'Returns the state of the caller’s download, and how their account is deleted',
    access: ROLES,
    response: personalData,
    errors: [401, 403],
  },
  'POST /api/personal-data/export': {
    operationId: 'requestDataExport',
    summary: `Makes a download of the caller’s personal data in the background. It replaces the earlier one and is available for ${EXPORT_HOURS} hours. While one is being made, no other begins`,
    access: ROLES,
    success: 201,
    response: dataExport,
    errors: [401, 403],
    example: { response: { state: 'preparing', expires: null, parts: 0 } },
  },
  'GET /api/personal-data/export': {
    operationId: 'getDataExport',
    summary:
      'Returns a part of the caller’s download. The contents of all parts, joined, are one JSON document',
    access: ROLES,
    query: z.object({ part: wholeNumber({ default: 1, max: 1_000_000 }) }),
    response: z
      .object({ content: z.string().meta({ example: '{\n  "site": "https://board.example",' }) })
      .meta({ id: 'DataExportPart' }),
    errors: [400, 401, 403, 404],
  },
  'POST /api/personal-data/deletion-code': {
    operationId: 'sendDeletionCode',
    summary: 'Mails the code that confirms the deletion of the caller’s account',
    access: ROLES,
    success: 204,
    response: nothing,
    errors: [401, 403, 409, 429, 503],
  },
  'POST /api/personal-data/deletion': {
    operationId: 'deleteAccount',
    summary:
      'Deletes the caller’s account and everything personal, and signs them out everywhere. Jobs stay with their company. It cannot be undone',
    access: ROLES,
    body: deletionBody,
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 409],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
