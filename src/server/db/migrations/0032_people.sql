ALTER TABLE "accounts" ADD COLUMN "blocked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "blocked_reason" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "last_sign_in_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "accounts_by_creation" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_by_last_sign_in" ON "accounts" USING btree ((coalesce("last_sign_in_at", '1970-01-01T00:00:00Z'::timestamptz)),"id");--> statement-breakpoint
CREATE INDEX "accounts_by_text" ON "accounts" USING gin ((lower("name" || ' ' || "email" || ' ' || coalesce("verified_email", '') || ' ' || "id")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "accounts_blocked" ON "accounts" USING btree ("created_at","id") WHERE "accounts"."blocked_at" is not null;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_blocked" CHECK (("accounts"."blocked_at" is null) = ("accounts"."blocked_reason" is null) and length("accounts"."blocked_reason") <= 500);--> statement-breakpoint
-- Sessions are the only record of earlier sign-ins.
UPDATE "accounts" SET "last_sign_in_at" = "used"."at" FROM (
	SELECT "user_id", date_trunc('hour', max("last_used_at")) AS "at" FROM "identity_sessions" GROUP BY "user_id"
) AS "used" WHERE "used"."user_id" = "accounts"."id";--> statement-breakpoint
-- Of an account, the trail records what the person may do. The reason of a block is a text about a person, which must
-- remain removable, so only its time is recorded.
CREATE OR REPLACE FUNCTION "write_audit_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kind text := TG_ARGV[0];
	before_row jsonb := to_jsonb(OLD);
	after_row jsonb := to_jsonb(NEW);
	thing text := coalesce(after_row, before_row) ->> 'id';
BEGIN
	IF kind = 'account' THEN
		before_row := permissions_of(before_row);
		after_row := permissions_of(after_row);
	END IF;
	INSERT INTO "audit_events" ("actor", "action", "kind", "thing_id", "before", "after") VALUES (
		coalesce(current_setting('board.actor', true), ''),
		CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'UPDATE' THEN 'update' ELSE 'delete' END,
		kind, thing, before_row, after_row
	);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "permissions_of"("account" jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT
	RETURN jsonb_build_object('role', "account" -> 'role', 'company_id', "account" -> 'company_id') ||
		CASE WHEN "account" ->> 'blocked_at' IS NULL THEN '{}'
			ELSE jsonb_build_object('blocked_at', "account" -> 'blocked_at') END;--> statement-breakpoint
CREATE TRIGGER "audit_block" AFTER UPDATE ON "accounts" FOR EACH ROW
	WHEN (OLD."role" = NEW."role" AND OLD."company_id" IS NOT DISTINCT FROM NEW."company_id"
		AND OLD."blocked_at" IS DISTINCT FROM NEW."blocked_at")
	EXECUTE FUNCTION "write_audit_event"('account');
