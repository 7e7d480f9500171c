-- A text in which each word is as written and begins with `x0`, which distinguishes it from stems: letters and digits
-- without case and accents. Any other ASCII character separates words, and `fold_text` replaces other symbols by spaces.
CREATE FUNCTION "exact_text"("written" text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
	"marked" text := regexp_replace(
		' ' || search_text("written"), '[\u0001-\u002f\u003a-\u0060\u007b-\u007f]+', ' x0', 'g'
	);
BEGIN
	RETURN CASE WHEN right("marked", 3) = ' x0' THEN left("marked", -3) ELSE "marked" END;
END $$;--> statement-breakpoint
-- Each pair of adjacent words of a short text as a term. A term has at most 2,046 bytes.
CREATE FUNCTION "exact_pairs"("written" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN ARRAY(
		SELECT DISTINCT concat(left("word", 100), ' ', substr("next", 3, 100))
		FROM (SELECT string_to_array(ltrim(exact_text("written")), ' ')) AS "text"("words"),
			unnest("words", "words"[2:]) AS "pairs"("word", "next")
		WHERE "next" IS NOT NULL ORDER BY 1
	);--> statement-breakpoint
-- What quoted and excluded words match, as written: `exact` in any text by positions, `pairs` in titles and locations
-- by terms; empty for a single word. `companies` have the words in their names, unless there are too many.
CREATE FUNCTION "resolve_exact_words"("texts" text[], "most" integer)
RETURNS TABLE ("exact" text, "pairs" text, "companies" uuid[]) LANGUAGE plpgsql STABLE AS $$
DECLARE
	"asked" text;
BEGIN
	FOREACH "asked" IN ARRAY "texts" LOOP
		"exact" := '';
		"pairs" := '';
		"companies" := '{}';
		IF exact_text("asked") = '' THEN
			RETURN NEXT;
			CONTINUE;
		END IF;
		"exact" := phraseto_tsquery('pg_catalog.simple', exact_text("asked"))::text;
		"pairs" := coalesce((
			SELECT string_agg(quote_literal("pair"), ' & ') FROM unnest(exact_pairs("asked")) AS "pair"
		), '');
		"companies" := ARRAY(
			SELECT "id" FROM "companies"
			WHERE name_words("name") @@ (
				phraseto_tsquery('pg_catalog.simple', search_text("asked"))
					|| phraseto_tsquery('pg_catalog.simple', replace(exact_text("asked"), ' x0', ' '))
			) AND to_tsvector('pg_catalog.simple', exact_text("name")) @@ "exact"::tsquery
			LIMIT "most" + 1
		);
		IF cardinality("companies") > "most" THEN
			"companies" := '{}';
		END IF;
		RETURN NEXT;
	END LOOP;
END $$;--> statement-breakpoint
-- The terms of a job's heading: the words of its title; the words of its title and location as written, each with `x0`,
-- and the pairs of them; `@` and each word of its location; `=` and its company, so that a renamed company is found at
-- once; `:` and its type; and the day and hour of its date. `@` alone stands for a remote job without a place. The salary
-- ranges are terms of its facts.
CREATE OR REPLACE FUNCTION "search_heading"("job" "jobs") RETURNS tsvector LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	"title" text := search_text("job"."title");
	"location" text := concat_ws('; ', "job"."location", "job"."more_places");
	"places" text[] := place_words("location");
BEGIN
	IF "job"."type" = 'Remote' AND "places" <@ ARRAY[
		'remote', 'anywhere', 'worldwide', 'global', 'globally', 'fully', '100', 'distributed', 'in', 'the', 'world'
	] THEN
		"places" := array_append("places", '');
	END IF;
	RETURN to_tsvector('pg_catalog.english', "title") || to_tsvector('pg_catalog.simple', "title")
		|| strip(to_tsvector('pg_catalog.simple', exact_text(concat_ws(' ; ', "job"."title", "location"))))
		|| array_to_tsvector(exact_pairs("job"."title") || exact_pairs("location")
			|| ARRAY(SELECT '@' || "place" FROM unnest("places") AS "place")
			|| ARRAY['=' || "job"."company_id", ':' || "job"."type",
				day_token("job"."date"), hour_token("job"."date")]);
END $$;--> statement-breakpoint
-- The words of a job's location and description, and those of the description as written. The address behind a link is
-- left out, because nobody reads it.
CREATE OR REPLACE FUNCTION "search_body"("job" "jobs") RETURNS tsvector LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	"description" text := CASE WHEN strpos("job"."description", '](') = 0 THEN "job"."description"
		ELSE regexp_replace("job"."description", '\]\([^)]*\)', ']', 'g') END;
BEGIN
	RETURN to_tsvector('pg_catalog.english',
		search_text(concat_ws('; ', "job"."location", "job"."more_places")) || search_text("description")
	) || to_tsvector('pg_catalog.simple', exact_text("description"));
END $$;--> statement-breakpoint
-- The rows lack the new terms.
DELETE FROM "job_search";--> statement-breakpoint
SELECT index_all_jobs(0, 1);
