import { uploadEndpoints } from '#shared/contract/uploads.ts';
import { MAX_LOGO_BYTES } from '#shared/limits.ts';
import { ApiError } from '#web/api/errors.ts';
import type { Session } from '#web/auth/session.ts';
import { FieldErrors } from '#web/forms/errors.ts';
import { LOGO_UPLOAD_FAILED } from '#web/messages.ts';

/** The formats of pictures that the server decodes, for the file picker. */
export const IMAGE_TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml';

export const IMAGE_HINT = `PNG, JPEG, WebP, GIF, AVIF or SVG, at most ${MAX_LOGO_BYTES / 1024 / 1024} MiB`;

export const TOO_LARGE = `Choose a file of at most ${MAX_LOGO_BYTES / 1024 / 1024} MiB.`;

/**
 * Uploads a picture. Returns its URL path. Spec: "Forms".
 * @param field the field of the form that has the picture
 * @throws {FieldErrors} if the server refuses the file
 */
export async function uploadPicture(
  api: Session['api'],
  file: File,
  field: string,
): Promise<string> {
  const form = new FormData();
  form.append(uploadEndpoints['POST /api/upload'].file.field, file);
  try {
    return (await api('POST /api/upload', { form })).url;
  } catch (error) {
    const [issue] = (error instanceof ApiError && error.problem?.errors) || [];
    if (!issue && !(error instanceof ApiError)) throw error;
    const reason = issue ? `: it ${issue.message}.` : '.';
    throw new FieldErrors({ [field]: `${LOGO_UPLOAD_FAILED}${reason}` });
  }
}
