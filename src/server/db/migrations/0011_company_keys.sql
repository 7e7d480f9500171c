CREATE TABLE "company_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"companies" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "company_keys_shared" ON "company_keys" USING btree ("key") WHERE "company_keys"."companies" > 1;--> statement-breakpoint
-- The plain name and the reversed host of a company, as `plainName` and `reversedHost` in schema.ts.
CREATE FUNCTION "keys_of_company"("name" text, "website" text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
	SELECT 'n' || lower(regexp_replace("name", '[[:punct:][:space:]]+', '', 'g'))
	UNION ALL
	SELECT 'h' || reverse(left('.' || substring(lower("website") FROM '^https?://([^/:?#]+)'), 256))
	WHERE lower("website") ~ '^https?://[^/:?#]'
$$;
--> statement-breakpoint
-- Counts keys that companies have got and lost. The rows are written in the order of their keys, so that transactions
-- wait for each other's rows in the same order.
CREATE FUNCTION "change_company_keys"("got" text[], "lost" text[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "company_keys" AS "counted"
		SELECT "key", sum("change") FROM (
			SELECT unnest("got") AS "key", 1 AS "change" UNION ALL SELECT unnest("lost"), -1
		) AS "changes"
		GROUP BY "key" HAVING sum("change") <> 0 ORDER BY "key"
		ON CONFLICT ("key") DO UPDATE SET "companies" = "counted"."companies" + excluded."companies";
	DELETE FROM "company_keys" WHERE "key" = ANY("lost") AND "companies" = 0;
$$;
--> statement-breakpoint
CREATE FUNCTION "count_company_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"got" text[] := '{}';
	"lost" text[] := '{}';
BEGIN
	IF TG_OP <> 'DELETE' THEN
		"got" := ARRAY(SELECT "key" FROM "added", keys_of_company("name", "website") AS "key");
	END IF;
	IF TG_OP <> 'INSERT' THEN
		"lost" := ARRAY(SELECT "key" FROM "removed", keys_of_company("name", "website") AS "key");
	END IF;
	PERFORM change_company_keys("got", "lost");
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "count_inserted_keys" AFTER INSERT ON "companies" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_company_keys"();
--> statement-breakpoint
CREATE TRIGGER "count_updated_keys" AFTER UPDATE ON "companies" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_company_keys"();
--> statement-breakpoint
CREATE TRIGGER "count_deleted_keys" AFTER DELETE ON "companies" REFERENCING OLD TABLE AS "removed"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_company_keys"();
--> statement-breakpoint
INSERT INTO "company_keys"
	SELECT "key", count(*) FROM "companies", keys_of_company("name", "website") AS "key" GROUP BY "key";
