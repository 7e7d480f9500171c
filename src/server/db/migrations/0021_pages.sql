CREATE TABLE "pages" (
	"slug" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"place" text NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pages_slug" CHECK ("pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "pages_title" CHECK (char_length("pages"."title") <= 60),
	CONSTRAINT "pages_text" CHECK (char_length("pages"."text") <= 100000),
	CONSTRAINT "pages_place" CHECK ("pages"."place" in ('menu', 'footer', 'none'))
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_kind";--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account', 'membership', 'mail', 'draft', 'report', 'claim', 'merge', 'source', 'rename', 'settings', 'page')) NOT VALID;
--> statement-breakpoint
-- Tells all servers that pages have changed (src/server/modules/pages/live/live-pages.ts).
CREATE FUNCTION "tell_changed_pages"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('board_changes', 'pages');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_changed" AFTER INSERT OR UPDATE OR DELETE ON "pages"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_pages"();
