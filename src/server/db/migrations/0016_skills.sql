ALTER TABLE "job_facts" ADD COLUMN "skills" jsonb;--> statement-breakpoint
ALTER TABLE "job_facts" ADD COLUMN "dictionary" text;