/** Returns one problem for each setting that conflicts with another or misses one that it requires. */
export function conflictingSettings(values: Record<string, string>): string[] {
  const problems: string[] = [];
  const hosted = ['AUTH_DOMAIN', 'AUTH_CLIENT_ID', 'AUTH_AUDIENCE'];
  if (hosted.some((setting) => values[setting] !== undefined)) {
    for (const setting of hosted.filter((setting) => values[setting] === undefined)) {
      problems.push(`${setting} must be set: ${hosted.join(', ')} belong together`);
    }
    if (values.AUTH_EMBEDDED === 'true') {
      problems.push('AUTH_EMBEDDED must not be true together with AUTH_DOMAIN');
    }
  }
  // Otherwise an ID token, whose audience is the client id, would be accepted as an access token for the API.
  if (values.AUTH_AUDIENCE && values.AUTH_AUDIENCE === values.AUTH_CLIENT_ID) {
    problems.push('AUTH_AUDIENCE must not be the same as AUTH_CLIENT_ID');
  }
  if (values.DATABASE_READ_URL !== undefined && values.DATABASE_URL === undefined) {
    problems.push('DATABASE_READ_URL must not be set without DATABASE_URL');
  }
  return problems;
}
