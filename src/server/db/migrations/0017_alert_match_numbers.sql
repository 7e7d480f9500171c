DROP INDEX "alert_matches_by_time";--> statement-breakpoint
ALTER TABLE "alert_matches" ADD COLUMN "number" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "alert_matches_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "seen_number" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "alert_matches_by_number" ON "alert_matches" USING btree ("search_id","number");--> statement-breakpoint
UPDATE "alerts" SET "seen_number" = coalesce((SELECT max("number") FROM "alert_matches" WHERE "alert_matches"."search_id" = "alerts"."search_id" AND "matched_at" <= "seen_at"), 0);
