/** What does not go together of the settings that are given, whatever else is wrong: each names a setting. */
export function conflictingSettings(values: Record<string, string>): string[] {
  const problems: string[] = [];
  const hosted = ['AUTH_DOMAIN', 'AUTH_CLIENT_ID', 'AUTH_AUDIENCE'];
  if (hosted.some((setting) => values[setting] !== undefined)) {
    for (const setting of hosted.filter((setting) => values[setting] === undefined)) {
      problems.push(`${setting} must be set, for ${hosted.join(', ')} belong together`);
    }
    if (values.AUTH_EMBEDDED === 'true') {
      problems.push('AUTH_EMBEDDED must not be true beside AUTH_DOMAIN');
    }
  }
  // Else a token that is only about who signed in would pass for one that opens the API.
  if (values.AUTH_AUDIENCE && values.AUTH_AUDIENCE === values.AUTH_CLIENT_ID) {
    problems.push('AUTH_AUDIENCE must not be the same as AUTH_CLIENT_ID');
  }
  if (values.DATABASE_READ_URL !== undefined && values.DATABASE_URL === undefined) {
    problems.push('DATABASE_READ_URL must not be set without DATABASE_URL');
  }
  return problems;
}
