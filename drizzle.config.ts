import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/db/schema.ts',
    './src/server/db/identity-tables.ts',
    './src/server/db/search-tables.ts',
    './src/server/db/call-tables.ts',
    './src/server/db/html-tables.ts',
  ],
  out: './src/server/db/migrations',
});
