import { z } from 'zod';
import { DESCRIPTION_LENGTH } from '#shared/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { EXAMPLE_DESCRIPTION } from './job-fields.ts';
import { text } from './parameters.ts';

export const descriptionEndpoints = {
  'POST /api/descriptions/preview': {
    operationId: 'previewDescription',
    summary: 'Renders a Markdown description as pages and lists show it',
    access: 'authenticated',
    body: z
      .object({
        description: text(DESCRIPTION_LENGTH)
          .describe('Markdown')
          .meta({ example: EXAMPLE_DESCRIPTION }),
      })
      .meta({ id: 'Description' }),
    response: z
      .object({
        html: z.string().describe('Safe HTML.').meta({
          example:
            '<h3>The work</h3>\n<p>You keep <strong>forty looms</strong> running, and find out why one stops.</p>\n',
        }),
        summary: z
          .string()
          .describe('The start of the plain text, as lists of jobs show it.')
          .meta({ example: 'The work You keep forty looms running, and find out why one stops.' }),
        truncated: z.boolean().describe('Whether `summary` is shortened.'),
      })
      .meta({ id: 'ShownDescription' }),
    errors: [400, 401, 403],
  },
} satisfies Record<EndpointKey, Endpoint>;
