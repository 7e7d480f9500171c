CREATE TABLE "merge_leftovers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merge_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merge_leftovers_kind" CHECK ("merge_leftovers"."kind" in ('claim', 'invitation', 'draft'))
);
--> statement-breakpoint
ALTER TABLE "merge_leftovers" ADD CONSTRAINT "merge_leftovers_merge_id_company_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."company_merges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merge_leftovers_by_merge" ON "merge_leftovers" USING btree ("merge_id");--> statement-breakpoint
CREATE INDEX "merge_leftovers_by_age" ON "merge_leftovers" USING btree ("created_at");