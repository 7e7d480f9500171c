ALTER INDEX "job_search_by_heading" SET (fastupdate = false);--> statement-breakpoint
ALTER INDEX "job_search_by_words" SET (fastupdate = false);--> statement-breakpoint
SELECT gin_clean_pending_list('job_search_by_heading'), gin_clean_pending_list('job_search_by_words');
