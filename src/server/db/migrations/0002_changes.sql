CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"thing_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_events_action" CHECK ("audit_events"."action" in ('create', 'update', 'delete')),
	CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"thing_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"name" text PRIMARY KEY NOT NULL,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_events_by_thing" ON "audit_events" USING btree ("kind","thing_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_by_moment" ON "audit_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
-- The audit trail. The database writes it, so that no statement can leave it out. `board.actor` is set
-- for the transaction by whoever changes something (src/server/db/act-as.ts).
CREATE FUNCTION "write_audit_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kind text := TG_ARGV[0];
	before_row jsonb := to_jsonb(OLD);
	after_row jsonb := to_jsonb(NEW);
	thing text := coalesce(after_row, before_row) ->> 'id';
BEGIN
	-- Of an account the trail keeps what a person may do, and nothing they wrote.
	IF kind = 'account' THEN
		before_row := CASE WHEN before_row IS NOT NULL THEN
			jsonb_build_object('role', before_row -> 'role', 'company_id', before_row -> 'company_id') END;
		after_row := CASE WHEN after_row IS NOT NULL THEN
			jsonb_build_object('role', after_row -> 'role', 'company_id', after_row -> 'company_id') END;
	END IF;
	INSERT INTO "audit_events" ("actor", "action", "kind", "thing_id", "before", "after") VALUES (
		coalesce(current_setting('board.actor', true), ''),
		CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'UPDATE' THEN 'update' ELSE 'delete' END,
		kind, thing, before_row, after_row
	);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "audit" AFTER INSERT OR UPDATE OR DELETE ON "companies"
	FOR EACH ROW EXECUTE FUNCTION "write_audit_event"('company');--> statement-breakpoint
CREATE TRIGGER "audit" AFTER INSERT OR UPDATE OR DELETE ON "jobs"
	FOR EACH ROW EXECUTE FUNCTION "write_audit_event"('job');--> statement-breakpoint
CREATE TRIGGER "audit_insert" AFTER INSERT ON "accounts"
	FOR EACH ROW WHEN (NEW."role" <> 'user') EXECUTE FUNCTION "write_audit_event"('account');--> statement-breakpoint
CREATE TRIGGER "audit_update" AFTER UPDATE ON "accounts" FOR EACH ROW
	WHEN (OLD."role" <> NEW."role" OR OLD."company_id" IS DISTINCT FROM NEW."company_id")
	EXECUTE FUNCTION "write_audit_event"('account');--> statement-breakpoint
CREATE TRIGGER "audit_delete" AFTER DELETE ON "accounts"
	FOR EACH ROW WHEN (OLD."role" <> 'user') EXECUTE FUNCTION "write_audit_event"('account');--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit trail is append-only';
END $$;--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_events"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
-- Emptying a table runs no trigger for its rows: it would leave no trace.
CREATE FUNCTION "refuse_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is not truncated: the audit trail keeps what is deleted', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "companies"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();--> statement-breakpoint
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "jobs"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();--> statement-breakpoint
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "accounts"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
