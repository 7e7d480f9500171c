CREATE TABLE "board_settings" (
	"id" text PRIMARY KEY DEFAULT 'board' NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "board_settings_once" CHECK ("board_settings"."id" = 'board'),
	CONSTRAINT "board_settings_values" CHECK (jsonb_typeof("board_settings"."values") = 'object')
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_kind";--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account', 'membership', 'mail', 'draft', 'report', 'claim', 'merge', 'source', 'rename', 'settings')) NOT VALID;
--> statement-breakpoint
-- Tells all servers that settings have changed (src/server/modules/settings/live/live-settings.ts).
CREATE FUNCTION "tell_changed_settings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('board_changes', 'settings');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_changed" AFTER INSERT OR UPDATE OR DELETE ON "board_settings"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_settings"();
