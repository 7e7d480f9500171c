/**
 * Reads the body of a response, up to a size.
 * @param maxSize bytes, after decompression
 * @throws ResponseTooLargeError
 */
export async function readLimitedText({ body }: Response, maxSize: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxSize) throw new ResponseTooLargeError('Response too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

class ResponseTooLargeError extends Error {
  readonly code = 'RESPONSE_TOO_LARGE';
}
