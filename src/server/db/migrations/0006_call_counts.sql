-- Written at every few calls, and worth nothing a minute later: not worth the log that outlives a crash.
CREATE UNLOGGED TABLE "call_counts" (
	"caller" text NOT NULL,
	"stretch" bigint NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "call_counts_caller_stretch_pk" PRIMARY KEY("caller","stretch")
);
