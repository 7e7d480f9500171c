/** A file in a form. */
export type FormFile = {
  field?: string;
  name?: string;
  type?: string;
  content: Buffer;
};

/** Encodes a multipart body with these files and fields. */
export async function multipartForm(files: FormFile[], fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { field = 'file', name = 'logo.png', type = 'image/png', content } of files) {
    form.append(field, new Blob([new Uint8Array(content)], { type }), name);
  }
  const encoded = new Response(form);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}
