CREATE TABLE "company_name_skeletons" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"skeletons" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "company_name_skeletons" ADD CONSTRAINT "company_name_skeletons_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_name_skeletons_by_skeleton" ON "company_name_skeletons" USING gin ("skeletons");