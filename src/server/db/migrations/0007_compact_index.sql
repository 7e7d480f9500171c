-- Rows of the search index store no word twice and no positions of words in descriptions. The counts of jobs stay the same.
TRUNCATE "job_search";
--> statement-breakpoint
ALTER TABLE "job_search" DISABLE TRIGGER USER;
--> statement-breakpoint
DROP INDEX "job_search_by_words";
--> statement-breakpoint
-- A company has so few jobs that those of one type need no index of their own.
DROP INDEX "job_search_by_company_and_type";
--> statement-breakpoint
ALTER TABLE "job_search" ADD COLUMN "body" "tsvector" NOT NULL;
--> statement-breakpoint
ALTER TABLE "job_search" ADD COLUMN "exact" integer[] NOT NULL;
--> statement-breakpoint
ALTER TABLE "job_search" DROP COLUMN "terms";
--> statement-breakpoint
ALTER TABLE "job_search" DROP COLUMN "words";
--> statement-breakpoint
ALTER TABLE "job_search" ALTER COLUMN "body" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "job_search" ALTER COLUMN "exact" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Descriptions and their HTML are compressed, but stay in their rows.
ALTER TABLE "jobs" RESET (toast_tuple_target);
--> statement-breakpoint
ALTER TABLE "jobs" ALTER COLUMN "description" SET STORAGE MAIN;
--> statement-breakpoint
ALTER TABLE "audit_events" RESET (toast_tuple_target);
--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "before" SET STORAGE MAIN;
--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "after" SET STORAGE MAIN;
--> statement-breakpoint
ALTER TABLE "job_html" RESET (toast_tuple_target);
--> statement-breakpoint
ALTER TABLE "job_html" ALTER COLUMN "html" SET STORAGE MAIN;
--> statement-breakpoint
ALTER TABLE "company_html" RESET (toast_tuple_target);
--> statement-breakpoint
ALTER TABLE "company_html" ALTER COLUMN "html" SET STORAGE MAIN;
--> statement-breakpoint
-- The text of a description that is searched. The address behind a link is left out, because nobody reads it.
CREATE FUNCTION "searched_description"("description" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN CASE WHEN strpos("description", '](') = 0 THEN "description"
		ELSE regexp_replace("description", '\]\([^)]*\)', ']', 'g') END;
--> statement-breakpoint
-- The words of a folded text as written, with letters and digits alone. Any other ASCII character separates words, and
-- `fold_text` replaces other symbols by spaces.
CREATE FUNCTION "written_words"("folded" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN string_to_array(btrim(regexp_replace("folded", '[\u0001-\u002f\u003a-\u0060\u007b-\u007f]+', ' ', 'g')), ' ');
--> statement-breakpoint
-- The hash of each word of a folded text as written, apart from the stop words of English, which nearly all texts have.
CREATE FUNCTION "exact_words"("folded" text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN ARRAY(
		SELECT DISTINCT hashtext("word") FROM unnest(written_words("folded")) AS "word"
		WHERE "word" <> ALL (ARRAY[
			'i', 'me', 'my', 'myself', 'we', 'our', 'ours', 'ourselves', 'you', 'your', 'yours', 'yourself', 'yourselves',
			'he', 'him', 'his', 'himself', 'she', 'her', 'hers', 'herself', 'it', 'its', 'itself', 'they', 'them', 'their',
			'theirs', 'themselves', 'what', 'which', 'who', 'whom', 'this', 'that', 'these', 'those', 'am', 'is', 'are',
			'was', 'were', 'be', 'been', 'being', 'have', 'has', 'had', 'having', 'do', 'does', 'did', 'doing', 'a', 'an',
			'the', 'and', 'but', 'if', 'or', 'because', 'as', 'until', 'while', 'of', 'at', 'by', 'for', 'with', 'about',
			'against', 'between', 'into', 'through', 'during', 'before', 'after', 'above', 'below', 'to', 'from', 'up',
			'down', 'in', 'out', 'on', 'off', 'over', 'under', 'again', 'further', 'then', 'once', 'here', 'there', 'when',
			'where', 'why', 'how', 'all', 'any', 'both', 'each', 'few', 'more', 'most', 'other', 'some', 'such', 'no', 'nor',
			'not', 'only', 'own', 'same', 'so', 'than', 'too', 'very', 's', 't', 'can', 'will', 'just', 'don', 'should', 'now'
		]) ORDER BY 1
	);
--> statement-breakpoint
-- The terms of hashes: of words as written, and of pairs of them. They are short, because the index has very many.
CREATE FUNCTION "exact_terms"("hashes" integer[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN ARRAY(SELECT '&' || rtrim(encode(int4send("hash"), 'base64'), '=') FROM unnest("hashes") AS "hash");
--> statement-breakpoint
-- All terms of a row of the search index, as `job_search_by_words` indexes them. Rows do not store them twice. It is costly for
-- a single row, so that the planner uses the index.
CREATE FUNCTION "all_words"("heading" tsvector, "body" tsvector, "exact" integer[])
RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT COST 1000
	RETURN "heading" || "body" || array_to_tsvector(exact_terms("exact"));
--> statement-breakpoint
-- Each pair of adjacent words of a short text as a term.
CREATE OR REPLACE FUNCTION "exact_pairs"("written" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN exact_terms(ARRAY(
		SELECT DISTINCT hashtext("word" || ' ' || "next")
		FROM (SELECT written_words(search_text("written"))) AS "text"("words"),
			unnest("words", "words"[2:]) AS "pairs"("word", "next")
		WHERE "next" IS NOT NULL ORDER BY 1
	));
--> statement-breakpoint
-- The words of a heading with `!` before each. A word is a term that begins with a letter or a digit; words as written
-- (`x0`) and other terms are only in headings. A term has at most 2,046 bytes.
CREATE OR REPLACE FUNCTION "heading_marks"("heading" tsvector) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN array_to_tsvector(ARRAY(
		SELECT '!' || "term" FROM unnest(tsvector_to_array("heading")) AS "term"
		WHERE "term" ~ '^(?!x0)[[:alnum:]]' AND octet_length("term") < 2000
	));
--> statement-breakpoint
-- The row of a job in the search index. This is the one place that lists the columns of "job_search": a migration that
-- adds a column replaces this function, deletes all rows of "job_search" and calls index_all_jobs(0, 1), or makes the
-- facts of all jobs be read again. A job whose facts are not read yet has the pay that its own columns state in dollars.
CREATE OR REPLACE FUNCTION "searchable"("job" "jobs") RETURNS "job_search" LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	"row" "job_search";
	"facts" "job_facts";
	"text" text := search_text(searched_description("job"."description"));
BEGIN
	SELECT * INTO "facts" FROM "job_facts" WHERE "job_id" = "job"."id";
	"row"."job_id" := "job"."id";
	"row"."company_id" := "job"."company_id";
	"row"."type" := "job"."type";
	"row"."salary" := coalesce(nullif("facts"."salary", ''), "job"."salary");
	"row"."date" := "job"."date";
	"row"."salaries" := coalesce("facts"."salaries", 0);
	"row"."reach" := coalesce("facts"."reach",
		dollars_reached("job"."salary", "job"."pay_maximum", "job"."pay_currency", "job"."pay_unit"));
	"row"."middle" := coalesce("facts"."middle", dollars_reached("job"."salary",
		coalesce("job"."pay_maximum", "job"."pay_minimum"), "job"."pay_currency", "job"."pay_unit"));
	-- The texts of a job with outdated facts may have changed, so it has no group until they are read again.
	IF "facts"."reader" > 0 THEN
		"row"."group_id" := "facts"."group_id";
	END IF;
	"row"."heading" := search_heading("job") || array_to_tsvector(coalesce("facts"."terms", '{}'));
	IF "facts"."salaries" IS NULL THEN
		"row"."heading" := "row"."heading" || array_to_tsvector(ARRAY[':' || "job"."salary"]);
	END IF;
	"row"."body" := heading_marks("row"."heading") || strip(to_tsvector('pg_catalog.english',
		search_text(concat_ws('; ', "job"."location", "job"."more_places")) || "text"));
	"row"."exact" := exact_words("text");
	RETURN "row";
END $$;
--> statement-breakpoint
-- Replaces what the search index has of these jobs' facts, without parsing their descriptions again.
CREATE OR REPLACE FUNCTION "index_facts"("ids" uuid[]) RETURNS void LANGUAGE sql AS $$
	UPDATE "job_search" SET
		"salary" = "row"."salary",
		"salaries" = "row"."salaries",
		"reach" = "row"."reach",
		"middle" = "row"."middle",
		"group_id" = "row"."group_id",
		"heading" = "row"."heading"
	FROM (
		SELECT "jobs"."id", coalesce(nullif("facts"."salary", ''), "jobs"."salary")::job_salary AS "salary",
			"facts"."salaries", "facts"."reach", "facts"."middle", "facts"."group_id",
			search_heading("jobs") || array_to_tsvector("facts"."terms") AS "heading"
		FROM "job_facts" AS "facts" JOIN "jobs" ON "jobs"."id" = "facts"."job_id"
		WHERE "facts"."job_id" = ANY ("ids")
	) AS "row"
	WHERE "row"."id" = "job_search"."job_id" AND (
		"row"."salary", "row"."salaries", "row"."reach", "row"."middle", "row"."group_id", "row"."heading"
	) IS DISTINCT FROM (
		"job_search"."salary", "job_search"."salaries", "job_search"."reach", "job_search"."middle",
		"job_search"."group_id", "job_search"."heading"
	)
$$;
--> statement-breakpoint
DROP FUNCTION "search_body";
--> statement-breakpoint
-- The areas in the heading of a job. Their terms begin with "^".
CREATE FUNCTION "indexed_areas"("heading" tsvector) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT substr("term", 2) FROM unnest(tsvector_to_array("heading")) AS "term" WHERE starts_with("term", '^')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_indexed_areas"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "area_count_changes"
			SELECT "area", count(*) FROM "added", indexed_areas("heading") AS "area" GROUP BY 1;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO "area_count_changes"
			SELECT "area", -count(*) FROM "removed", indexed_areas("heading") AS "area" GROUP BY 1;
	ELSE
		INSERT INTO "area_count_changes"
			SELECT "area", sum("change") FROM (
				SELECT "heading", 1 AS "change" FROM "added" UNION ALL SELECT "heading", -1 FROM "removed"
			) AS "changes", indexed_areas("heading") AS "area"
			GROUP BY 1 HAVING sum("change") <> 0;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
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
	INSERT INTO "area_counts" SELECT "area", count(*) FROM "job_search", indexed_areas("heading") AS "area" GROUP BY 1;
$$;
--> statement-breakpoint
DROP FUNCTION "resolve_exact_words";
--> statement-breakpoint
-- What quoted and excluded words match, as written: `heading` and, for several words, `pairs` in titles and locations;
-- `exact` in descriptions, in any order. `words` are in their order. `companies` have the words in their names, unless there
-- are too many.
CREATE FUNCTION "resolve_exact_words"("texts" text[], "most" integer)
RETURNS TABLE ("heading" text, "pairs" text, "exact" text, "words" text[], "companies" uuid[])
LANGUAGE plpgsql STABLE AS $$
DECLARE
	"asked" text;
BEGIN
	FOREACH "asked" IN ARRAY "texts" LOOP
		"words" := written_words(search_text("asked"));
		"heading" := '';
		"pairs" := '';
		"exact" := '';
		"companies" := '{}';
		IF "words" = '{}' THEN
			RETURN NEXT;
			CONTINUE;
		END IF;
		"heading" := phraseto_tsquery('pg_catalog.simple', exact_text("asked"))::text;
		"pairs" := coalesce((
			SELECT string_agg(quote_literal("pair"), ' & ') FROM unnest(exact_pairs("asked")) AS "pair"
		), '');
		"exact" := coalesce((
			SELECT string_agg(quote_literal("term"), ' & ')
			FROM unnest(exact_terms(exact_words(search_text("asked")))) AS "term"
		), '');
		"companies" := ARRAY(
			SELECT "id" FROM "companies"
			WHERE name_words("name") @@ (
				phraseto_tsquery('pg_catalog.simple', search_text("asked"))
					|| phraseto_tsquery('pg_catalog.simple', array_to_string("words", ' '))
			) AND to_tsvector('pg_catalog.simple', exact_text("name")) @@ "heading"::tsquery
			LIMIT "most" + 1
		);
		IF cardinality("companies") > "most" THEN
			"companies" := '{}';
		END IF;
		RETURN NEXT;
	END LOOP;
END $$;
--> statement-breakpoint
SELECT index_all_jobs(0, 1);
--> statement-breakpoint
ALTER TABLE "job_search" ENABLE TRIGGER USER;
--> statement-breakpoint
CREATE INDEX "job_search_by_words" ON "job_search" USING gin (all_words("heading", "body", "exact")) WITH (fastupdate=false);
--> statement-breakpoint
-- With more statistics, the planner knows which words are rare. Otherwise it would scan all jobs for one.
ALTER INDEX "job_search_by_words" ALTER COLUMN 1 SET STATISTICS 500;
