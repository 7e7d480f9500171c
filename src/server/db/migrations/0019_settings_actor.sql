-- The latest version of the function, with the command that changes settings.
CREATE OR REPLACE FUNCTION "is_program"("actor" text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT "actor" IN ('', 'npm run account', 'npm run audit', 'npm run import', 'npm run board -- setup',
		'npm run board -- mail', 'npm run board -- company', 'npm run board -- settings', 'npm run restore', 'demo data',
		'last day', 'renewal link', 'source', 'npm run board -- sources')
$$;
