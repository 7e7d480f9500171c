CREATE TABLE "company_name_skeletons" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"skeletons" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "company_claims" ADD COLUMN "takes_effect_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "company_name_skeletons_by_skeleton" ON "company_name_skeletons" USING gin ("skeletons");--> statement-breakpoint
CREATE INDEX "company_claims_by_effect" ON "company_claims" USING btree ("takes_effect_at") WHERE "company_claims"."takes_effect_at" is not null;--> statement-breakpoint
ALTER TABLE "company_claims" ADD CONSTRAINT "company_claims_takes_effect" CHECK ("company_claims"."takes_effect_at" is null or ("company_claims"."state" = 'review' and "company_claims"."proven_email" is not null));