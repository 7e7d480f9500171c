-- Notifies all servers of a change, so that they drop cached responses (src/server/db/change-listener.ts). Topics: `jobs`
-- and `companies` for any of them, `job:ID` for one that existed before, and `job:*` for many of those. If the change
-- removes something from the board, each topic is also sent with the prefix `removed:`, first, so that the former
-- response is not served while the database is away. PostgreSQL delivers each notification once, on commit:
-- https://www.postgresql.org/docs/current/sql-notify.html
CREATE OR REPLACE FUNCTION "tell_changed_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	many int;
	"prefixes" text[] := '{""}';
BEGIN
	SELECT count(*) INTO many FROM (SELECT FROM "changed" LIMIT 101) AS "some";
	IF many = 0 THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'DELETE' OR EXISTS (SELECT FROM "changed" WHERE "closed_at" IS NOT NULL) THEN
		"prefixes" := '{"removed:",""}';
	END IF;
	PERFORM pg_notify('board_changes', "prefix" || 'jobs') FROM unnest("prefixes") AS "prefix";
	IF TG_OP = 'INSERT' THEN
		RETURN NULL;
	ELSIF many > 100 THEN
		PERFORM pg_notify('board_changes', "prefix" || 'job:*') FROM unnest("prefixes") AS "prefix";
	ELSE
		PERFORM pg_notify('board_changes', "prefix" || 'job:' || "id")
			FROM "changed", unnest("prefixes") AS "prefix";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "tell_changed_companies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM "changed") THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'DELETE' THEN
		PERFORM pg_notify('board_changes', 'removed:companies');
	END IF;
	PERFORM pg_notify('board_changes', 'companies');
	RETURN NULL;
END $$;
