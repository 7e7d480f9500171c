CREATE TYPE "public"."employment_type" AS ENUM('Full-Time', 'Part-Time', 'Contract', 'Remote', 'Internship');--> statement-breakpoint
CREATE TYPE "public"."job_salary" AS ENUM('', 'Under $50K', '$50K - $60K', '$60K - $70K', '$70K - $80K', '$80K - $90K', '$90K - $100K', '$100K - $125K', '$125K - $150K', '$150K - $175K', '$175K - $200K', '$200K-$300K', 'Over $300K');--> statement-breakpoint
CREATE TABLE "job_count_changes" (
	"company_id" uuid NOT NULL,
	"type" text NOT NULL,
	"salary" text NOT NULL,
	"jobs" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "job_counts" (
	"company_id" uuid NOT NULL,
	"type" text NOT NULL,
	"salary" text NOT NULL,
	"jobs" integer NOT NULL,
	CONSTRAINT "job_counts_company_id_type_salary_pk" PRIMARY KEY("company_id","type","salary")
);--> statement-breakpoint
CREATE TABLE "job_search" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"type" "employment_type" NOT NULL,
	"salary" "job_salary" NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"reach" integer NOT NULL,
	"heading" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL
);--> statement-breakpoint
CREATE TABLE "place_count_changes" (
	"place" text NOT NULL,
	"jobs" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "place_counts" (
	"place" text PRIMARY KEY NOT NULL,
	"jobs" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"jobs" integer NOT NULL
);--> statement-breakpoint
DROP INDEX "open_jobs";--> statement-breakpoint
DROP INDEX "open_jobs_by_type";--> statement-breakpoint
DROP INDEX "open_jobs_by_salary";--> statement-breakpoint
DROP INDEX "open_jobs_by_company";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "more_places" text;--> statement-breakpoint
-- Words that resemble each other: https://www.postgresql.org/docs/current/pgtrgm.html
CREATE EXTENSION IF NOT EXISTS "pg_trgm";--> statement-breakpoint
-- Bound to what they call when they are made, for indexes are built with no schema but PostgreSQL's own.
-- The same letters whatever their case and accents. Signs part words: where the database's ctype is C, as in
-- the embedded one, PostgreSQL takes all that is not ASCII for letters. Without them most texts are ASCII, and
-- making the others plain takes several times as long. C knows the case of ASCII letters, and is quicker.
CREATE FUNCTION "fold_text"("written" text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
	"plain" text := replace("written", '’', '''');
BEGIN
	IF octet_length("plain") = length("plain") THEN
		RETURN lower("plain" COLLATE "C");
	END IF;
	"plain" := regexp_replace("plain",
		'[\u00a0-\u00a7\u00a9\u00ab\u00ac\u00ae\u00b0\u00b1\u00b6\u00b7\u00bb\u00bf\u00d7\u00f7\u2000-\u200b\u2010-\u2043'
		'\u2045-\u205f\u20a0-\u20a7\u20a9-\u20bf\u2122\u2190-\u245f\u2500-\u2bff\ufe00-\ufe0f\U0001f000-\U0001f0ff\U0001f300-\U0001faff]',
		' ', 'g');
	IF octet_length("plain") = length("plain") THEN
		RETURN lower("plain" COLLATE "C");
	END IF;
	RETURN translate(
		lower(regexp_replace(normalize("plain", NFKD), '[\u0300-\u036f]', '', 'g')),
		'øłđıς', 'oldiσ'
	);
END $$;--> statement-breakpoint
-- A text as it is searched in and for: names of signs alone are words too, and a slash stands between two
-- words, where PostgreSQL would take both for the name of a file.
CREATE FUNCTION "search_text"("written" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN replace(replace(replace(replace(replace(' ' || fold_text("written"), '/', ' '),
		'c++', 'cplusplus'), 'c#', 'csharp'), ' .net', ' dotnet'), '(.net', '(dotnet');--> statement-breakpoint
-- A company's name, by its words as they are written and by their stems.
CREATE FUNCTION "name_words"("name" text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN to_tsvector('pg_catalog.english', search_text("name")) || to_tsvector('pg_catalog.simple', search_text("name"));--> statement-breakpoint
-- A location's words, letters and digits alone. A word of a text search has at most 2,046 bytes.
CREATE FUNCTION "place_words"("place" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN ARRAY(
		SELECT left("word", 100) FROM regexp_split_to_table(fold_text("place"), '[^[:alnum:]]+')
			WITH ORDINALITY AS "words"("word", "number") WHERE "word" <> '' ORDER BY "number"
	);--> statement-breakpoint
-- The most dollars a year that a job may pay, by the employer's own figures or else by its range, which does
-- not hold its upper end; -1 where it states none. A year has 2,080 hours of work.
CREATE FUNCTION "dollars_reached"("salary" text, "most" double precision, "currency" text, "unit" text)
RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN CASE
		WHEN "currency" = 'USD' THEN least(1000000000, "most" * CASE "unit"
			WHEN 'year' THEN 1 WHEN 'month' THEN 12 WHEN 'week' THEN 52 WHEN 'day' THEN 260 ELSE 2080 END)::integer
		WHEN "salary" = '' THEN -1
		WHEN "salary" LIKE 'Over %' THEN 1000000000
		ELSE substring("salary" from '(\d+)K$')::integer * 1000 - 1
	END;--> statement-breakpoint
-- The day and the hour of a moment, counted from 1970, as tokens: a search can be told to look at some alone.
CREATE FUNCTION "day_token"("moment" timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN '#' || floor(extract(epoch FROM "moment") / 86400);--> statement-breakpoint
CREATE FUNCTION "hour_token"("moment" timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN '~' || floor(extract(epoch FROM "moment") / 3600);--> statement-breakpoint
-- What the search keeps of a job. A company is found by a token of its id, so that its new name is found at
-- once; a place by its words, each behind an @; `@` alone is a remote job that states no place. The type,
-- the salary and the day are tokens too, so that one index answers for all of them together.
CREATE FUNCTION "searchable"("job" "jobs") RETURNS "job_search" LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	"found" "job_search";
	"title" text := search_text("job"."title");
	"description" text := search_text("job"."description");
	"places" text[] := place_words(concat_ws('; ', "job"."location", "job"."more_places"));
BEGIN
	IF "job"."type" = 'Remote' AND "places" <@ ARRAY[
		'remote', 'anywhere', 'worldwide', 'global', 'globally', 'fully', '100', 'distributed', 'in', 'the', 'world'
	] THEN
		"places" := array_append("places", '');
	END IF;
	"found"."job_id" := "job"."id";
	"found"."company_id" := "job"."company_id";
	"found"."type" := "job"."type";
	"found"."salary" := "job"."salary";
	"found"."date" := "job"."date";
	"found"."reach" := dollars_reached("job"."salary", "job"."pay_maximum", "job"."pay_currency", "job"."pay_unit");
	"found"."heading" := to_tsvector('pg_catalog.english', "title") || to_tsvector('pg_catalog.simple', "title")
		|| array_to_tsvector(ARRAY(SELECT '@' || "place" FROM unnest("places") AS "place")
			|| ARRAY['=' || "job"."company_id", ':' || "job"."type", ':' || "job"."salary",
				day_token("job"."date"), hour_token("job"."date")]);
	"found"."words" := "found"."heading" || to_tsvector('pg_catalog.english',
		search_text(concat_ws('; ', "job"."location", "job"."more_places"))
		-- The address behind a link is nothing that anybody reads.
		|| CASE WHEN strpos("description", '](') = 0 THEN "description"
			ELSE regexp_replace("description", '\]\([^)]*\)', ']', 'g') END);
	RETURN "found";
END $$;--> statement-breakpoint
-- The planner has to know which words are rare, or it walks all jobs for one.
ALTER TABLE "job_search" ALTER COLUMN "words" SET STATISTICS 500;--> statement-breakpoint
ALTER TABLE "job_search" ALTER COLUMN "heading" SET STATISTICS 500;--> statement-breakpoint
-- The rows stay narrow: the words stand apart from them, unpacked.
ALTER TABLE "job_search" SET (toast_tuple_target = 128);--> statement-breakpoint
ALTER TABLE "job_search" ALTER COLUMN "heading" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "job_search" ALTER COLUMN "words" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Packing texts of this size takes longer than all else about storing them, and saves little.
ALTER TABLE "jobs" SET (toast_tuple_target = 8160);--> statement-breakpoint
ALTER TABLE "audit_events" SET (toast_tuple_target = 8160);--> statement-breakpoint
-- The places of a location that names several; what is longer is none, and no index could hold it.
CREATE FUNCTION "places_of"("location" text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT DISTINCT btrim("place") FROM regexp_split_to_table("location", ';') AS "place"
	WHERE length(btrim("place")) BETWEEN 1 AND 200
$$;--> statement-breakpoint
CREATE FUNCTION "index_inserted_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Whoever adds many jobs may see to the search itself, with several processes (sources/index-jobs.ts).
	IF current_setting('board.indexed_later', true) IS DISTINCT FROM 'on' THEN
		INSERT INTO "job_search"
			SELECT "found".* FROM "added" JOIN "jobs" USING ("id"), searchable("jobs") AS "found"
			WHERE "added"."closed_at" IS NULL;
	END IF;
	INSERT INTO "job_count_changes"
		SELECT "whose", "type", "salary", count(*)
		FROM "added", unnest(ARRAY["company_id", '00000000-0000-0000-0000-000000000000']) AS "whose"
		WHERE "closed_at" IS NULL GROUP BY 1, 2, 3;
	INSERT INTO "place_count_changes"
		SELECT "place", count(*) FROM "added", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		WHERE "closed_at" IS NULL GROUP BY 1;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "index_updated_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "job_search" USING "added"
		WHERE "job_search"."job_id" = "added"."id" AND "added"."closed_at" IS NOT NULL;
	INSERT INTO "job_search"
		SELECT "found".* FROM "added" JOIN "removed" USING ("id") JOIN "jobs" USING ("id"), searchable("jobs") AS "found"
		WHERE "added"."closed_at" IS NULL AND (
			"removed"."closed_at", "removed"."company_id", "removed"."type", "removed"."salary", "removed"."date",
			"removed"."title", "removed"."location", "removed"."more_places", "removed"."description",
			"removed"."pay_maximum", "removed"."pay_currency", "removed"."pay_unit"
		) IS DISTINCT FROM (
			NULL::timestamptz, "added"."company_id", "added"."type", "added"."salary", "added"."date",
			"added"."title", "added"."location", "added"."more_places", "added"."description",
			"added"."pay_maximum", "added"."pay_currency", "added"."pay_unit"
		)
		ON CONFLICT ("job_id") DO UPDATE SET
			"company_id" = excluded."company_id", "type" = excluded."type", "salary" = excluded."salary",
			"date" = excluded."date", "reach" = excluded."reach",
			"heading" = excluded."heading", "words" = excluded."words";
	INSERT INTO "job_count_changes"
		SELECT "whose", "type", "salary", sum("change") FROM (
			SELECT "company_id", "type", "salary", 1 AS "change" FROM "added" WHERE "closed_at" IS NULL
			UNION ALL SELECT "company_id", "type", "salary", -1 FROM "removed" WHERE "closed_at" IS NULL
		) AS "changes", unnest(ARRAY["company_id", '00000000-0000-0000-0000-000000000000']) AS "whose"
		GROUP BY 1, 2, 3 HAVING sum("change") <> 0;
	INSERT INTO "place_count_changes"
		SELECT "place", sum("change") FROM (
			SELECT "location", "more_places", 1 AS "change" FROM "added" WHERE "closed_at" IS NULL
			UNION ALL SELECT "location", "more_places", -1 FROM "removed" WHERE "closed_at" IS NULL
		) AS "changes", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		GROUP BY 1 HAVING sum("change") <> 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "index_deleted_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "job_search" USING "removed" WHERE "job_search"."job_id" = "removed"."id";
	INSERT INTO "job_count_changes"
		SELECT "whose", "type", "salary", -count(*)
		FROM "removed", unnest(ARRAY["company_id", '00000000-0000-0000-0000-000000000000']) AS "whose"
		WHERE "closed_at" IS NULL GROUP BY 1, 2, 3;
	INSERT INTO "place_count_changes"
		SELECT "place", -count(*) FROM "removed", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		WHERE "closed_at" IS NULL GROUP BY 1;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Adds what has changed to the counts; one at a time, and whoever comes meanwhile has nothing to do.
CREATE FUNCTION "settle_counts"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT pg_try_advisory_xact_lock(7206013) THEN
		RETURN;
	END IF;
	WITH "moved" AS (DELETE FROM "job_count_changes" RETURNING *)
	INSERT INTO "job_counts" SELECT "company_id", "type", "salary", sum("jobs") FROM "moved" GROUP BY 1, 2, 3
		ON CONFLICT ("company_id", "type", "salary") DO UPDATE SET "jobs" = "job_counts"."jobs" + excluded."jobs";
	WITH "moved" AS (DELETE FROM "place_count_changes" RETURNING *)
	INSERT INTO "place_counts" SELECT "place", sum("jobs") FROM "moved" GROUP BY 1
		ON CONFLICT ("place") DO UPDATE SET "jobs" = "place_counts"."jobs" + excluded."jobs";
	DELETE FROM "job_counts" WHERE "jobs" = 0;
	DELETE FROM "place_counts" WHERE "jobs" = 0;
END $$;--> statement-breakpoint
-- For a board that has jobs already, and for jobs that were stored with the triggers off: one of so many
-- parts, which several connections may take at once.
CREATE FUNCTION "index_all_jobs"("part" integer, "parts" integer) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "job_search" SELECT "found".* FROM "jobs", searchable("jobs") AS "found"
		WHERE "closed_at" IS NULL AND (hashtext("id"::text) & 65535) % "parts" = "part"
$$;--> statement-breakpoint
CREATE FUNCTION "count_all_jobs"() RETURNS void LANGUAGE sql AS $$
	DELETE FROM "job_counts";
	DELETE FROM "job_count_changes";
	DELETE FROM "place_counts";
	DELETE FROM "place_count_changes";
	INSERT INTO "job_counts" SELECT "whose", "type", "salary", count(*)
		FROM "jobs", unnest(ARRAY["company_id", '00000000-0000-0000-0000-000000000000']) AS "whose"
		WHERE "closed_at" IS NULL GROUP BY 1, 2, 3;
	INSERT INTO "place_counts" SELECT "place", count(*) FROM "jobs", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		WHERE "closed_at" IS NULL GROUP BY 1;
$$;--> statement-breakpoint
-- Companies with this in their names; none where there are too many for it to tell one from another.
CREATE FUNCTION "companies_named"("asked" tsquery, "most" integer) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
	"found" uuid[] := ARRAY(
		SELECT "id" FROM "companies" AS "company" WHERE name_words("name") @@ "asked" LIMIT "most" + 1
	);
BEGIN
	RETURN CASE WHEN cardinality("found") <= "most" THEN "found" END;
END $$;--> statement-breakpoint
-- What each word of a search stands for: its stem, how it is written, its parts where it has several; and the
-- companies and places that have it in their names. Of many companies with a word, those count that have another
-- word of the search too. A function, for its plans are kept.
CREATE FUNCTION "resolve_words"("texts" text[], "open" boolean[], "most" integer)
RETURNS TABLE ("stems" text, "plain" text, "parts" text, "companies" uuid[], "begun" uuid[], "placed" boolean)
LANGUAGE plpgsql STABLE AS $$
DECLARE
	"letters" text[] := ARRAY(SELECT search_text("text") FROM unnest("texts") WITH ORDINALITY AS "t"("text", "place") ORDER BY "place");
	"others" text;
	"unordered" tsquery;
BEGIN
	FOR "number" IN 1 .. cardinality("texts") LOOP
		"stems" := phraseto_tsquery('pg_catalog.english', "letters"["number"])::text;
		"plain" := phraseto_tsquery('pg_catalog.simple', "letters"["number"])::text;
		"parts" := phraseto_tsquery('pg_catalog.simple', replace("letters"["number"], '-', ' '))::text;
		"others" := (
			SELECT string_agg('(' || "other" || ')', ' | ')
			FROM unnest("letters") WITH ORDINALITY AS "l"("text", "place"),
				LATERAL (SELECT phraseto_tsquery('pg_catalog.english', "text")::text) AS "o"("other")
			WHERE "place" <> "number" AND "other" <> ''
		);
		"companies" := '{}';
		"begun" := '{}';
		"placed" := false;
		IF "stems" <> '' THEN
			"companies" := coalesce(
				companies_named("stems"::tsquery, "most"),
				companies_named(("stems" || ' & (' || "others" || ')')::tsquery, "most"),
				'{}'
			);
		END IF;
		IF "open"["number"] AND "parts" <> '' THEN
			"begun" := coalesce(
				companies_named(("parts" || ':*')::tsquery, "most"),
				companies_named(("parts" || ':* & (' || "others" || ')')::tsquery, "most"),
				'{}'
			);
		END IF;
		IF "plain" <> '' THEN
			"unordered" := regexp_replace("plain", '<(-|[0-9]+)>', '&', 'g')::tsquery;
			"placed" := EXISTS (
				SELECT FROM "place_counts" WHERE array_to_tsvector(place_words("place")) @@ "unordered"
			) OR EXISTS (
				SELECT FROM "place_count_changes" WHERE array_to_tsvector(place_words("place")) @@ "unordered"
			);
		END IF;
		RETURN NEXT;
	END LOOP;
END $$;--> statement-breakpoint
-- The words of a place, and those that the last of them may be the beginning of, itself among them; null where
-- these are of very many places.
CREATE FUNCTION "resolve_place"("text" text) RETURNS TABLE ("words" text[], "last" text[])
LANGUAGE plpgsql STABLE AS $$
DECLARE
	"begun" text;
	"longer" tsquery;
	"places" text[];
BEGIN
	"words" := place_words("text");
	"begun" := "words"[cardinality("words")];
	"longer" := (quote_literal("begun") || ':* & !' || quote_literal("begun"))::tsquery;
	"places" := ARRAY(
		SELECT "place" FROM (
			SELECT "place" FROM "place_counts" WHERE array_to_tsvector(place_words("place")) @@ "longer"
			UNION SELECT "place" FROM "place_count_changes" WHERE array_to_tsvector(place_words("place")) @@ "longer"
		) AS "longer" LIMIT 201
	);
	IF cardinality("places") <= 200 THEN
		"last" := ARRAY(
			SELECT "begun" UNION
			SELECT "word" FROM unnest("places") AS "place", unnest(place_words("place")) AS "word"
			WHERE starts_with("word", "begun")
		);
	END IF;
	RETURN NEXT;
END $$;--> statement-breakpoint
-- Filled before its indexes are made, which is quicker.
SELECT index_all_jobs(0, 1);--> statement-breakpoint
SELECT count_all_jobs();--> statement-breakpoint
CREATE INDEX "job_search_newest" ON "job_search" USING btree ("date","job_id");--> statement-breakpoint
CREATE INDEX "job_search_by_type" ON "job_search" USING btree ("type","date","job_id");--> statement-breakpoint
CREATE INDEX "job_search_by_salary" ON "job_search" USING btree ("salary","date","job_id");--> statement-breakpoint
CREATE INDEX "job_search_by_type_and_salary" ON "job_search" USING btree ("type","salary","date","job_id");--> statement-breakpoint
CREATE INDEX "job_search_by_company" ON "job_search" USING btree ("company_id","date","job_id");--> statement-breakpoint
CREATE INDEX "job_search_by_company_and_type" ON "job_search" USING btree ("company_id","type","date","job_id");--> statement-breakpoint
CREATE INDEX "job_search_by_company_and_salary" ON "job_search" USING btree ("company_id","salary","date","job_id");--> statement-breakpoint
CREATE INDEX "job_search_by_reach" ON "job_search" USING btree ("reach","date","job_id");--> statement-breakpoint
CREATE INDEX "job_search_by_heading" ON "job_search" USING gin ("heading");--> statement-breakpoint
CREATE INDEX "job_search_by_words" ON "job_search" USING gin ("words");--> statement-breakpoint
CREATE INDEX "place_counts_by_words" ON "place_counts" USING gin (array_to_tsvector(place_words("place")));--> statement-breakpoint
CREATE INDEX "search_words_by_likeness" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "companies_by_words" ON "companies" USING gin (name_words("name"));--> statement-breakpoint
CREATE TRIGGER "index_inserted" AFTER INSERT ON "jobs" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "index_inserted_jobs"();--> statement-breakpoint
CREATE TRIGGER "index_updated" AFTER UPDATE ON "jobs" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "index_updated_jobs"();--> statement-breakpoint
CREATE TRIGGER "index_deleted" AFTER DELETE ON "jobs" REFERENCING OLD TABLE AS "removed"
	FOR EACH STATEMENT EXECUTE FUNCTION "index_deleted_jobs"();
