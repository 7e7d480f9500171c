-- Indexes inserted jobs and counts their places. If "board.indexing" is "deferred", the transaction indexes the jobs
-- itself, after it has stored their facts (facts/commands.ts). The triggers of "job_search" keep the other counts.
CREATE OR REPLACE FUNCTION "index_inserted_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- "board.indexed_later" is set by imports of the previous version, which index the jobs that they insert.
	IF current_setting('board.indexing', true) IS DISTINCT FROM 'deferred'
		AND current_setting('board.indexed_later', true) IS DISTINCT FROM 'on' THEN
		INSERT INTO "job_search"
			SELECT "indexed".* FROM "added" JOIN "jobs" USING ("id"), searchable("jobs") AS "indexed"
			WHERE "added"."closed_at" IS NULL;
	END IF;
	INSERT INTO "place_count_changes"
		SELECT "place", count(*) FROM "added", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		WHERE "closed_at" IS NULL GROUP BY 1;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Facts of the former values are outdated, also if the version before or another program has changed the job.
CREATE OR REPLACE FUNCTION "index_updated_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "job_facts" SET "reader" = 0 FROM "added" JOIN "removed" USING ("id")
		WHERE "job_id" = "id" AND (
			"added"."company_id", "added"."title", "added"."type", "added"."location", "added"."more_places",
			"added"."addresses", "added"."workplace", "added"."employment", "added"."description", "added"."salary",
			"added"."pay_minimum", "added"."pay_maximum", "added"."pay_currency", "added"."pay_unit"
		) IS DISTINCT FROM (
			"removed"."company_id", "removed"."title", "removed"."type", "removed"."location", "removed"."more_places",
			"removed"."addresses", "removed"."workplace", "removed"."employment", "removed"."description", "removed"."salary",
			"removed"."pay_minimum", "removed"."pay_maximum", "removed"."pay_currency", "removed"."pay_unit"
		);
	DELETE FROM "job_search" USING "added" WHERE "job_search"."job_id" = "added"."id";
	IF current_setting('board.indexing', true) IS DISTINCT FROM 'deferred' THEN
		INSERT INTO "job_search"
			SELECT "indexed".* FROM "added" JOIN "jobs" USING ("id"), searchable("jobs") AS "indexed"
			WHERE "added"."closed_at" IS NULL;
	END IF;
	INSERT INTO "place_count_changes"
		SELECT "place", sum("change") FROM (
			SELECT "location", "more_places", 1 AS "change" FROM "added" WHERE "closed_at" IS NULL
			UNION ALL SELECT "location", "more_places", -1 FROM "removed" WHERE "closed_at" IS NULL
		) AS "changes", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		GROUP BY 1 HAVING sum("change") <> 0;
	RETURN NULL;
END $$;
