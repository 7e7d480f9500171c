-- How a job ends: on a day that is known ahead, by an admin, or because its source no longer lists it.
ALTER TABLE "jobs" ADD COLUMN "validthrough" date;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "source_validthrough" date;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "closed_by" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "kept_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_by_validthrough" ON "jobs" USING btree ("validthrough") WHERE "jobs"."closed_at" is null and "jobs"."validthrough" is not null;--> statement-breakpoint
CREATE INDEX "jobs_closed" ON "jobs" USING btree ("closed_at","id") WHERE "jobs"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "jobs_closed_by_company" ON "jobs" USING btree ("company_id","closed_at","id") WHERE "jobs"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "jobs_by_change" ON "jobs" USING btree ("company_id","updated_at");--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_closed_by" CHECK ("jobs"."closed_by" is null or ("jobs"."closed_by" in ('day', 'admin') and "jobs"."closed_at" is not null));