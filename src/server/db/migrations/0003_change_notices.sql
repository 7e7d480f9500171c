-- Tells all servers what has changed, so that they drop what they keep of it. `jobs` and `companies`:
-- any of them; `job:ID`: one that stood already; `job:*`: many of those.
-- A server listens (src/server/db/change-notices.ts). PostgreSQL gives each notice once, when the change is
-- there to be read: https://www.postgresql.org/docs/current/sql-notify.html
CREATE FUNCTION "tell_changed_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	many int;
BEGIN
	SELECT count(*) INTO many FROM (SELECT FROM "changed" LIMIT 101) AS "some";
	IF many = 0 THEN
		RETURN NULL;
	END IF;
	PERFORM pg_notify('board_changes', 'jobs');
	IF TG_OP = 'INSERT' THEN
		RETURN NULL;
	ELSIF many > 100 THEN
		PERFORM pg_notify('board_changes', 'job:*');
	ELSE
		PERFORM pg_notify('board_changes', 'job:' || "id") FROM "changed";
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "tell_changed_companies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM "changed") THEN
		PERFORM pg_notify('board_changes', 'companies');
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "tell_inserted" AFTER INSERT ON "jobs" REFERENCING NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_jobs"();--> statement-breakpoint
CREATE TRIGGER "tell_updated" AFTER UPDATE ON "jobs" REFERENCING NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_jobs"();--> statement-breakpoint
CREATE TRIGGER "tell_deleted" AFTER DELETE ON "jobs" REFERENCING OLD TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_jobs"();--> statement-breakpoint
CREATE TRIGGER "tell_inserted" AFTER INSERT ON "companies" REFERENCING NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_companies"();--> statement-breakpoint
CREATE TRIGGER "tell_updated" AFTER UPDATE ON "companies" REFERENCING NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_companies"();--> statement-breakpoint
CREATE TRIGGER "tell_deleted" AFTER DELETE ON "companies" REFERENCING OLD TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_companies"();
