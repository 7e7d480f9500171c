DROP INDEX "search_dictionary_by_similarity";--> statement-breakpoint
ALTER TABLE "search_dictionary" ADD COLUMN "share" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "search_dictionary" ADD COLUMN "heading_share" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "search_dictionary" ADD COLUMN "is_name" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "search_dictionary" ADD COLUMN "is_target" boolean DEFAULT true NOT NULL;