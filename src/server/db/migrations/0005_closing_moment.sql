CREATE TABLE "board_time_zone" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"zone" text NOT NULL,
	CONSTRAINT "board_time_zone_single" CHECK ("board_time_zone"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "job_facts" ADD COLUMN "zone" text;--> statement-breakpoint
ALTER TABLE "job_facts" ADD COLUMN "closes_at" timestamp (3) with time zone;--> statement-breakpoint
-- The end of a day: its last millisecond in the time zone, or in the board's time zone if it is null. That time exists
-- on every day, also where the clock changes at midnight. PostgreSQL may know fewer time zones than the gazetteer.
CREATE FUNCTION "closing_moment"("day" date, "zone" text) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
	"board" text := coalesce((SELECT "board_time_zone"."zone" FROM "board_time_zone"), 'UTC');
BEGIN
	IF "zone" IS NULL THEN
		RETURN ("day" + time '23:59:59.999') AT TIME ZONE "board";
	END IF;
	BEGIN
		RETURN ("day" + time '23:59:59.999') AT TIME ZONE "zone";
	EXCEPTION WHEN invalid_parameter_value THEN
		RETURN ("day" + time '23:59:59.999') AT TIME ZONE "board";
	END;
END $$;
--> statement-breakpoint
-- Updates when a job closes, whichever program has changed its closing date.
CREATE FUNCTION "follow_closing_date"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "job_facts" SET "closes_at" = closing_moment(NEW."validthrough", "zone") WHERE "job_id" = NEW."id";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "closing_date" AFTER UPDATE OF "validthrough" ON "jobs" FOR EACH ROW
	WHEN (OLD."validthrough" IS DISTINCT FROM NEW."validthrough") EXECUTE FUNCTION "follow_closing_date"();
