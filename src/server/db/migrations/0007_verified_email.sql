ALTER TABLE "accounts" ADD COLUMN "verified_email" text;--> statement-breakpoint
CREATE INDEX "accounts_by_verified_email" ON "accounts" USING btree ("verified_email");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_verified_email" CHECK (length("accounts"."verified_email") <= 254);