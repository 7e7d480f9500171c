CREATE TABLE "company_counts" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"jobs" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "company_counts_by_jobs" ON "company_counts" USING btree ((-"jobs"),"name" collate "und-x-icu","company_id");--> statement-breakpoint
-- Merges the pending changes into the counts. Only one process does so at a time; others return at once.
CREATE OR REPLACE FUNCTION "compact_counts"() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	changed uuid[];
BEGIN
	IF NOT pg_try_advisory_xact_lock(7206013) THEN
		RETURN;
	END IF;
	WITH "moved" AS (DELETE FROM "job_count_changes" RETURNING *), "merged" AS (
		INSERT INTO "job_counts"
			SELECT "company_id", "type", "salary", sum("jobs"), "salaries" FROM "moved" GROUP BY 1, 2, 3, 5
			ON CONFLICT ("company_id", "type", "salary", "salaries")
				DO UPDATE SET "jobs" = "job_counts"."jobs" + excluded."jobs"
	)
	SELECT array_agg(DISTINCT "company_id") INTO changed FROM "moved";
	DELETE FROM "company_counts" WHERE "company_id" = ANY(changed);
	INSERT INTO "company_counts" SELECT "id", "name", sum("jobs")
		FROM "companies" JOIN "job_counts" ON "company_id" = "id"
		WHERE "id" = ANY(changed) GROUP BY "id" HAVING sum("jobs") > 0;
	WITH "moved" AS (DELETE FROM "place_count_changes" RETURNING *)
	INSERT INTO "place_counts" SELECT "place", sum("jobs") FROM "moved" GROUP BY 1
		ON CONFLICT ("place") DO UPDATE SET "jobs" = "place_counts"."jobs" + excluded."jobs";
	WITH "moved" AS (DELETE FROM "area_count_changes" RETURNING *)
	INSERT INTO "area_counts" SELECT "area", sum("jobs") FROM "moved" GROUP BY 1
		ON CONFLICT ("area") DO UPDATE SET "jobs" = "area_counts"."jobs" + excluded."jobs";
	DELETE FROM "job_counts" WHERE "jobs" = 0;
	DELETE FROM "place_counts" WHERE "jobs" = 0;
	DELETE FROM "area_counts" WHERE "jobs" = 0;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_all_jobs"() RETURNS void LANGUAGE sql AS $$
	DELETE FROM "job_counts";
	DELETE FROM "job_count_changes";
	DELETE FROM "company_counts";
	DELETE FROM "place_counts";
	DELETE FROM "place_count_changes";
	DELETE FROM "area_counts";
	DELETE FROM "area_count_changes";
	INSERT INTO "job_counts" SELECT "company", "type", "salary", count(*), "salaries"
		FROM "job_search", unnest(ARRAY["company_id", '00000000-0000-0000-0000-000000000000']) AS "company"
		GROUP BY "company", "type", "salary", "salaries";
	INSERT INTO "company_counts" SELECT "id", "name", sum("jobs")
		FROM "companies" JOIN "job_counts" ON "company_id" = "id" GROUP BY "id";
	INSERT INTO "place_counts" SELECT "place", count(*)
		FROM "jobs", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		WHERE "closed_at" IS NULL GROUP BY 1;
	INSERT INTO "area_counts" SELECT substr("term", 2), count(*) FROM "job_search", unnest("terms") AS "term"
		WHERE starts_with("term", '^') GROUP BY 1;
$$;--> statement-breakpoint
-- Marks a renamed company as changed, so that its name is copied again when the counts are compacted.
CREATE FUNCTION "note_renamed_company"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "job_count_changes" ("company_id", "type", "salary", "jobs") VALUES (NEW."id", 'Full-Time', '', 0);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "note_renamed" AFTER UPDATE OF "name" ON "companies" FOR EACH ROW
	WHEN (OLD."name" <> NEW."name") EXECUTE FUNCTION "note_renamed_company"();--> statement-breakpoint
INSERT INTO "company_counts" SELECT "id", "name", sum("jobs") FROM "companies" JOIN (
	TABLE "job_counts" UNION ALL TABLE "job_count_changes"
) AS "stored" ON "company_id" = "id" GROUP BY "id" HAVING sum("jobs") > 0;
